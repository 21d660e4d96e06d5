// Groups of clips and maps of triggers from strangers. What is read can be chosen from at any time, and every
// fault has its place.
#include "stage/library/groups.h"
#include "stage/library/triggers.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void told(enum err err, const struct fault *fault) {
    if (err != fault->err || (err && err != ERR_MEMORY && !fault->line)) abort();
}

static bool has(const struct clip_group *group, const struct group_item *item) {
    return item >= group->items && item < group->items + group->count;
}

static void choose(const struct groups *groups, struct arena *arena, uint64_t seed) {
    struct group_memory memory;
    if (group_memory_make(groups, arena, &memory)) return;
    for (uint32_t g = 0; g < groups->count; g++) {
        const struct clip_group *group = &groups->at[g];
        if (groups_find(groups, group->name) != group) abort();
        for (uint32_t i = 0; i < group->count; i++)
            if (group->items[i].number >= groups->clips || !(group->items[i].weight >= 0)) abort();
        for (uint32_t turn = 0; turn < 4 * MOOD_COUNT; turn++) {
            struct group_asking asking = {.mood = (enum simple_mood)(turn % MOOD_COUNT),
                                          .head_deg = (float)turn * 5 - 30,
                                          .now_ms = turn & 8 ? UINT64_MAX : turn * 1000,
                                          .seed = seed,
                                          .tick = turn,
                                          .strict = turn & 1,
                                          .cozmo = turn & 2};
            const struct group_item *item = NULL;
            enum err err = group_pick(group, &asking, &memory, &item);
            if (err ? err != ERR_MISSING || (!asking.strict && group->count) : !has(group, item)) abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(16 << 10);
    struct json_limits limits = {.bytes = 1 << 20, .values = 100000, .depth = 16};
    struct json *document;
    struct groups groups = {0};
    struct triggers triggers;
    struct buf notes = {.limit = 64 << 10};
    if (!arena) return 0;
    if (!json_parse((struct text){(const char *)data, size}, "fuzz", arena, &limits, &document, NULL)) {
        struct fault fault = {0};
        enum err err = groups_add(&groups, document, "ag_one", arena, &notes, &fault);
        told(err, &fault);
        // The same once more under its name, which the first keeps, and under another.
        if (!err && groups_add(&groups, document, "AG_One", arena, &notes, NULL) != ERR_DUPLICATE) abort();
        if (!err) told(groups_add(&groups, document, "ag_two", arena, &notes, &fault), &fault);
        if (groups.count != (err ? 0 : 2)) abort();
        groups_done(&groups);
        choose(&groups, arena, size);
        fault = (struct fault){0};
        err = triggers_read(document, arena, &notes, &triggers, &fault);
        told(err, &fault);
        for (uint32_t i = 0; !err && i < triggers.count; i++) {
            const struct trigger *found = trigger_find(&triggers, triggers.at[i].name);
            if (!found || found > &triggers.at[i]) abort(); // of two of a name the first counts
        }
    }
    buf_free(&notes);
    arena_free(arena);
    return 0;
}
