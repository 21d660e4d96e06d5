// Emotions and their events from strangers: whatever is taken can be lived with, whatever is refused says
// where.
#include "mind/mood/mood.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void live(const struct moods *moods) {
    struct mood mood;
    if (mood_start(&mood, moods, NULL)) return;
    for (uint32_t beat = 0; beat < 200; beat++) {
        mood_step(&mood, beat & 15 ? 0.06 : 30);
        if (moods->event_count && !(beat % 3)) mood_post(&mood, &moods->events[beat % moods->event_count]);
        for (uint32_t i = 0; i < moods->type_count; i++) {
            const struct mood_feeling *f = &mood.feelings[i];
            if (!isfinite(f->value) || f->value < (double)moods->types[i].low ||
                f->value > (double)moods->types[i].high)
                abort();
        }
        if (mood_simple(&mood) <= MOOD_DEFAULT || mood_simple(&mood) >= MOOD_COUNT) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct mood_kind *const KINDS[] = {&MOODS_VECTOR, &MOODS_COZMO};
    struct arena *arena = arena_new(16 << 10);
    struct json *document;
    if (arena && !json_parse((struct text){(const char *)data, size}, "fuzz", arena, NULL, &document, NULL))
        for (int i = 0; i < 2; i++) {
            struct moods moods;
            struct fault fault = {0};
            enum err err = moods_read(document, KINDS[i], arena, &moods, &fault);
            if (!err && json_get(document, "emotionEvents"))
                err = moods_add_events(&moods, document, arena, &fault);
            if (!err) err = moods_settle(&moods, &fault);
            if (err && err != ERR_MEMORY && (!fault.line || !fault.said[0])) abort();
            if (!err) live(&moods);
        }
    arena_free(arena);
    return 0;
}
