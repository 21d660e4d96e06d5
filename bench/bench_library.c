// Opening a library at a robot's birth: our own clips alone, and with a tree of 2,210 clips, 1,530 groups and
// 2,080 triggers over them, about as much as the robots had. The yardstick is reading the same bytes.
#include "bench.h"

#include "base/system/file.h"
#include "stage/library/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COPIES = 10 };
static char root[200];

static void put(const char *name, const struct buf *out) {
    char path[500], folder[500];
    snprintf(path, sizeof path, "%s/%s", root, name);
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = 0;
    folder_make(folder, NULL);
    file_write(path, out->at, out->len, NULL);
}

static bool always(void *user, struct text clip) { return user || clip.at; }

static void put_copy(const struct score *score, size_t family, int copy, struct json_writer *map) {
    struct buf out = {0};
    char name[200];
    struct arena *arena = arena_new(1 << 16);
    struct clips clips = score->clips;
    clips.list.at = arena_copy(arena, clips.list.at, clips.list.count * sizeof *clips.list.at);
    for (size_t i = 0; i < clips.list.count; i++) {
        char text[200];
        snprintf(text, sizeof text, "%.*s_v%d", (int)clips.list.at[i].name.len, clips.list.at[i].name.at,
                 copy);
        clips.list.at[i].name = (struct text){arena_copy_text(arena, text, strlen(text)), strlen(text)};
    }
    clips_write_bin(&clips, &out, NULL);
    snprintf(name, sizeof name, "assets/animations/family_%zu_%d.bin", family, copy);
    put(name, &out);
    for (const struct json *g = score->groups ? score->groups->first : NULL; g; g = g->next) {
        buf_clear(&out);
        score_group_write(g, always, NULL, &out, NULL);
        snprintf(name, sizeof name, "assets/animationGroups/%zu/%.*s_v%d.json", family, (int)g->key.len,
                 g->key.at, copy);
        put(name, &out);
    }
    for (const struct json *t = score->triggers ? score->triggers->first : NULL; t; t = t->next) {
        json_open(map, '{');
        json_key(map, "CladEvent");
        snprintf(name, sizeof name, "%.*s%d", (int)t->key.len, t->key.at, copy);
        json_string(map, name);
        json_key(map, "AnimName");
        snprintf(name, sizeof name, "%.*s_v%d", (int)t->text.len, t->text.at, copy);
        json_string(map, name);
        json_close(map, '}');
    }
    buf_free(&out);
    arena_free(arena);
}

static void *begin(void) {
    if (*root) return root;
    const char *tmp = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/critter-bench-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(root)) return NULL;
    struct arena *arena = arena_new(1 << 20);
    const struct json *about;
    struct score score;
    struct buf map = {0};
    struct json_writer w = json_writer_of(&map, 0);
    library_about("vector", arena, &about, NULL);
    json_open(&w, '[');
    for (int copy = 0; copy < COPIES; copy++)
        for (size_t i = 0; !library_score(about, i, arena, &score, NULL); i++) put_copy(&score, i, copy, &w);
    json_close(&w, ']');
    put("assets/cladToFileMaps/AnimationTriggerMap.json", &map);
    buf_free(&map);
    arena_free(arena);
    return root;
}

static void end(void *user) {
    (void)user;
    if (*root) folder_remove(root, NULL);
    *root = 0;
}

static void open_ours(void *user) {
    (void)user;
    struct library *library = library_open(&(struct library_config){.creature = "vector"}, NULL);
    bench_sink(library->clip_count);
    library_free(library);
}

static void open_tree(void *user) {
    struct buf notes = {0};
    struct library *library = library_open(
        &(struct library_config){.creature = "vector", .resources = user, .notes = &notes}, NULL);
    bench_sink(library->clip_count);
    library_free(library);
    buf_free(&notes);
}

static enum err read_one(void *user, const char *path, const char *relative, struct fault *fault) {
    struct buf file = {0};
    (void)relative, (void)user;
    enum err err = file_read(path, 1 << 26, &file, fault);
    bench_sink(file.len);
    buf_free(&file);
    return err;
}

static void read_tree(void *user) { folder_walk(user, read_one, NULL, NULL); }

BENCHES({.name = "our own library, opened", .a = open_ours, .a_name = "open"},
        {.name = "a tree of 2210 clips over it",
         .a = open_tree,
         .a_name = "open",
         .b = read_tree,
         .b_name = "reading its files",
         .setup = begin,
         .teardown = end})
