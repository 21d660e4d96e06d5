#include "cli/clip/file.h"

#include "base/system/file.h"
#include "cli/paths.h"

#include <string.h>
#include <unistd.h>

void clip_file_notes(const struct clip_file *file, const char *path) {
    struct text rest = {(const char *)file->notes.at, file->notes.len}, line;
    while (text_split(&rest, '\n', &line))
        if (line.len) fprintf(stderr, "%s: %.*s\n", path, (int)line.len, line.at);
}

struct each {
    struct call *call;
    enum err (*visit)(void *user, const char *path, struct fault *fault);
    void *user;
    size_t count;
    int code;
};

static void visit_one(struct each *each, const char *path) {
    struct fault fault = {0};
    each->count++;
    if (each->visit(each->user, path, &fault)) each->code = call_failed(each->call, &fault);
}

static enum err visit_below(void *user, const char *path, const char *relative, struct fault *fault) {
    const char *extension = path_extension(path);
    (void)relative, (void)fault;
    if (!strcmp(extension, ".bin") || !strcmp(extension, ".json")) visit_one(user, path);
    return ERR_NONE;
}

static void visit_path(struct each *each, const char *path) {
    struct fault fault = {0};
    size_t before = each->count;
    if (!folder_exists(path))
        visit_one(each, path);
    else if (folder_walk(path, visit_below, each, &fault) ||
             (each->count == before && fault_at(&fault, ERR_MISSING, path, 0, 0,
                                                "expected .bin or .json files in this folder, found none")))
        each->code = call_failed(each->call, &fault);
}

bool clip_is_pattern(const char *word) { return paths_is_pattern(word); }

static int visit_word(void *user, const char *path) {
    visit_path(user, path);
    return EXIT_FINE; // kept in code
}

int clip_each_file(struct call *call, enum err (*visit)(void *user, const char *path, struct fault *fault),
                   void *user) {
    struct each each = {.call = call, .visit = visit, .user = user};
    int code = paths_each(call, visit_word, &each);
    return each.code ? each.code : code;
}

void clip_progress(size_t done, size_t all, const char *what) {
    if (!isatty(STDERR_FILENO)) return;
    if (all)
        fprintf(stderr, "\r%zu of %zu %s%s", done, all, what, done == all ? "\n" : "");
    else
        fprintf(stderr, "\r%zu %s", done, what);
}

enum err clip_dialect_option(const char *option, const char *name, enum clip_dialect *out,
                             struct fault *fault) {
    *out = CLIP_AUTO;
    if (!name || !clip_dialect_of(name, out)) return ERR_NONE;
    return fault_set(fault, ERR_UNKNOWN, "--%s %s: expected cozmo, early, vector or auto", option, name);
}
