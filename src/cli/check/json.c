#include "cli/commands.h"

#include "base/data/json.h"

#include <stdlib.h>
#include <unistd.h>

struct check {
    bool print, quiet;
};

static const struct option OPTIONS[] = {
    {"print", 'p', OPTION_FLAG, offsetof(struct check, print), NULL,
     "print what was read as plain JSON, without comments"},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct check, quiet), NULL,
     "say nothing about files without mistakes"},
};

static enum err print(const struct json *doc, struct fault *fault) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 2);
    json_copy(&w, doc);
    buf_byte(&out, '\n');
    enum err err = out.err;
    if (err)
        fault_set(fault, err, "no memory");
    else
        fwrite(out.at, 1, out.len, stdout);
    buf_free(&out);
    return err;
}

static enum err check(const struct check *wish, const char *path, struct fault *fault) {
    struct arena *arena = arena_new(64 << 10);
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory");
    struct json *doc;
    enum err err = json_read(path, arena, NULL, &doc, fault);
    if (!err && wish->print)
        err = print(doc, fault);
    else if (!err && !wish->quiet)
        printf("%s: fine\n", path);
    arena_free(arena);
    return err;
}

static int run(struct call *call) {
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count; i++) {
        struct fault fault = {0};
        if (check(call->options, call->words.at[i], &fault)) code = call_failed(call, &fault);
    }
    return code;
}

const struct command cmd_check_json = {
    .name = "json",
    .group = "check",
    .summary = "checks JSON files, with comments, for mistakes in their grammar",
    .words = "FILE...",
    .words_least = 1,
    .any_words = true,
    .help = "Reads files as the program reads its own: JSON with // and /* */ comments, commas allowed "
            "before a closing bracket, names "
            "only once in an object. A mistake is named with file, line and column. The other files are "
            "checked all the same.",
    .examples = "critter check json creature.json\n"
                "critter check json --print config.json > plain.json    # takes the comments out\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct check),
    .run = run,
};
