// A config from strangers: JSON if it begins like it, else lines of NAME=VALUE. What is refused changes
// nothing; what is taken stays in its range, and comes back from what is written.
#include "base/data/knob.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const MOODS[] = {"calm", "wild", NULL};

struct world {
    bool lights;
    int32_t level;
    uint32_t count;
    uint64_t seed;
    float friction;
    double far_mm;
    int32_t mood;
    char name[8];
};
static const struct knob LIST[] = {
    KNOB_BOOL(struct world, lights, 1, "lamps"),
    KNOB_I32(struct world, level, "", -5, 5, -1, "how deep"),
    KNOB_U32(struct world, count, "", 0, 0, 3, "how many"),
    KNOB_U64(struct world, seed, "", 0, 18446744073709551615.0, 1, "chance"),
    KNOB_F32(struct world, friction, "", 0.1f, 0.6, 0.6f, "grip"),
    KNOB_F64(struct world, far_mm, "mm", 0, 0, 1, "how far"),
    KNOB_ENUM(struct world, mood, MOODS, "wild", "to begin with"),
    KNOB_TEXT(struct world, name, "home", "what it is called"),
};
static const struct knobs WORLD = {"world", LIST, sizeof LIST / sizeof *LIST, sizeof(struct world)};

static void must(bool so) {
    if (!so) abort();
}

static void sane(const struct world *w) {
    must(w->level >= -5 && w->level <= 5 && w->friction >= 0.1f && w->friction <= 0.6f);
    must(w->mood >= 0 && w->mood <= 1 && memchr(w->name, 0, sizeof w->name));
}

static void comes_back(const struct world *world, struct arena *arena) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 2);
    struct json *doc;
    struct world again;
    memset(&again, 0, sizeof again);
    knobs_write(&WORLD, world, &w);
    must(!out.err && !json_parse((struct text){(char *)out.at, out.len}, "g", arena, NULL, &doc, NULL));
    must(!knobs_read(&WORLD, doc, &again, NULL));
    must(!memcmp(&again, world, sizeof again));
    buf_free(&out);
}

static void lines(struct text rest, struct world *world) {
    struct text line;
    const struct knob_set set = {&WORLD, world};
    while (text_split(&rest, '\n', &line)) {
        char text[300];
        if (text_copy(line, text, sizeof text) >= sizeof text) continue;
        struct world before = *world;
        struct fault fault = {0};
        enum err err = knob_sets_assign(&set, 1, text, &fault);
        must(err == fault.err && (!err || (fault.said[0] && !memcmp(&before, world, sizeof before))));
        sane(world);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(4096);
    if (!arena || size > 1 << 16) {
        arena_free(arena);
        return 0;
    }
    struct world world;
    memset(&world, 0, sizeof world);
    knobs_defaults(&WORLD, &world);
    struct text text = {(const char *)data, size};
    struct json *doc;
    if (!text_starts(text, "{")) {
        lines(text, &world);
    } else if (!json_parse(text, "f", arena, NULL, &doc, NULL)) {
        struct world before = world;
        if (knobs_read(&WORLD, doc, &world, NULL)) must(!memcmp(&before, &world, sizeof world));
    }
    sane(&world);
    comes_back(&world, arena);
    arena_free(arena);
    return 0;
}
