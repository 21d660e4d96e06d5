// The JSON files of Cozmo's app: emotions, their events, activities, behaviours, reactions. Each file is
// tried as each of them; whatever is taken is whole, whatever is refused says why and where.
#include "mind/mood/moods.h"
#include "mind/tree/activities.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void whole(const struct activity *activity, unsigned depth) {
    must(activity->id.at && activity->type.at && activity->strategy.at && depth <= ACTIVITY_DEPTH_MAX);
    must(activity->count <= ACTIVITY_VALUES_MAX);
    for (uint32_t i = 0; i < activity->count; i++) {
        const struct activity_value *v = &activity->values[i];
        must(activity_value(activity, v->key->key) != NULL);
        for (uint32_t k = 0; k < v->chooser.count; k++) must(v->chooser.choices[k].behavior.at != NULL);
        for (uint32_t k = 0; v->activities && k < v->count; k++) whole(&v->activities[k], depth + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(16 << 10);
    struct json *document;
    if (json_parse((struct text){(const char *)data, size}, "fuzz", arena, NULL, &document, NULL)) {
        arena_free(arena);
        return 0;
    }
    struct fault faults[5] = {{0}};
    enum err errs[5];
    struct moods moods;
    struct mood_event *events;
    struct activity *activities;
    struct behavior behavior;
    struct reaction *reactions;
    uint32_t count;
    errs[0] = moods_read(document, &MOODS_COZMO, arena, &moods, &faults[0]);
    errs[1] = mood_events_read(document, arena, &events, &count, &faults[1]);
    for (uint32_t i = 0; !errs[1] && i < count; i++) must(events[i].name.at != NULL);
    errs[2] = activities_read(document, arena, &activities, &count, &faults[2]);
    for (uint32_t i = 0; !errs[2] && i < count; i++) whole(&activities[i], 0);
    errs[3] = behavior_read(document, arena, &behavior, &faults[3]);
    must(errs[3] || (behavior.id.at && behavior.class.at));
    errs[4] = reactions_read(document, arena, &reactions, &count, &faults[4]);
    for (uint32_t i = 0; !errs[4] && i < count; i++) must(reactions[i].trigger.at != NULL);
    for (int i = 0; i < 5; i++) must(!errs[i] || (faults[i].said[0] && faults[i].line));
    arena_free(arena);
    return 0;
}
