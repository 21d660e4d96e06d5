#include "cli/clip/library.h"

#include <stdlib.h>
#include <string.h>

int clip_each_library(struct call *call, const char *robot, const char *resources,
                      enum err (*visit)(void *user, const struct library *library, struct fault *fault),
                      void *user) {
    static const char *const ROBOTS[] = {"vector", "cozmo"};
    int code = EXIT_FINE;
    if (!call_robot(call, robot)) return EXIT_WRONG_USE;
    if (resources && !robot)
        return call_wrong(call, "--resources: say with --robot whose they are, vector's or cozmo's");
    for (int i = 0; i < 2; i++) {
        if (robot && strcmp(robot, ROBOTS[i])) continue;
        struct fault fault = {0};
        struct buf notes = {0};
        struct library_config config = {.creature = ROBOTS[i], .resources = resources, .notes = &notes};
        struct library *library = library_open(&config, &fault);
        if (notes.len) fprintf(stderr, "%.*s", (int)notes.len, (const char *)notes.at);
        buf_free(&notes);
        if (library) visit(user, library, &fault);
        if (fault.err) code = call_failed(call, &fault);
        library_free(library);
    }
    return code;
}

// As a robot at rest, in no particular mood, draws it.
static enum err clip_drawn(const struct library *library, const struct clip_group *group, uint64_t seed,
                           const struct clip **out) {
    const struct group_item *item = NULL;
    struct group_asking asking = {.mood = MOOD_DEFAULT,
                                  .head_deg = SCORE_HEAD_REST_DEG,
                                  .seed = seed,
                                  .cozmo = library->dialect == CLIP_COZMO};
    struct group_memory memory;
    struct arena *arena = arena_new(4 << 10);
    enum err err = arena ? group_memory_make(&library->groups, arena, &memory) : ERR_MEMORY;
    if (!err) err = group_pick(group, &asking, &memory, &item);
    if (!err) *out = library_clip_of(library, item);
    arena_free(arena);
    return err;
}

enum err clip_in_library(const struct library *library, const char *name, uint64_t seed,
                         const struct clip **out, struct fault *fault) {
    const struct library_trigger *trigger = library_trigger(library, text_of(name));
    *out = library_clip(library, text_of(name));
    if (!*out && trigger) {
        enum err err = clip_drawn(library, trigger->group, seed, out);
        if (err) return fault_set(fault, err, "no clip can be drawn for the trigger \"%s\"", name);
    }
    if (*out) return ERR_NONE;
    const char *near = library_nearest(library, name);
    fault_set(fault, ERR_UNKNOWN, "%s has no clip and no trigger \"%s\"%s%s%s", library->creature, name,
              near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
    return ERR_UNKNOWN;
}

bool clip_name_fits(struct text name, const char *pattern) {
    char text[128];
    text_copy(name, text, sizeof text);
    return text_glob(pattern, text);
}
