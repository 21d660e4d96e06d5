// A bank that is put together by hand, for what no tune can say.
//
//     maker_begin(version, "Music");
//     len = maker_sound(900, 440, 8192, RATE, 0, RATE, NULL);  // a second of a tone, inside the bank
//     maker_music(BANK_MUSIC_TRACK, TRACK, &track), maker_event(0, BANK_PLAY, 3, TRACK);
//     maker_end();                                             // set, and an engine that plays it
//
// One at a time; all of it lives until maker_end.
#pragma once

#include "live_rig.h"

#include "codec/bank/wem.h"

enum { MAKER_OBJECTS = 32, MAKER_SOUNDS = 4, ACTION = 200, EVENT = 300 };

static struct maker {
    struct arena *arena;
    struct bank bank;
    struct bank_media media[MAKER_SOUNDS];
    struct bytes sounds[MAKER_SOUNDS];
    uint32_t sound_count;
} maker;

static inline void maker_begin(uint32_t version, const char *name) {
    maker = (struct maker){.arena = arena_new(1 << 20), .bank = bank_new(version, name, "SFX")};
    maker.bank.objects.at = arena_array(maker.arena, struct bank_object, MAKER_OBJECTS);
}

// What was written stays with the bank.
static inline struct bytes maker_kept(struct buf *file) {
    struct bytes at = {arena_copy(maker.arena, file->at, file->len), file->len};
    buf_free(file);
    return at;
}

static inline struct bank_object *maker_object(enum bank_kind kind, uint32_t id) {
    assert_true(maker.bank.objects.count < MAKER_OBJECTS);
    struct bank_object *o = &maker.bank.objects.at[maker.bank.objects.count++];
    *o = (struct bank_object){.kind = kind, .id = id};
    return o;
}

static inline void maker_music(enum bank_kind kind, uint32_t id, const struct bank_music *m) {
    struct buf body = {0};
    fine(bank_music_write(maker.bank.version, kind, m, &body));
    maker_object(kind, id)->tail = maker_kept(&body);
}

static inline void maker_action(uint32_t id, uint8_t type, struct bank_action action, struct bank_deed deed,
                                uint32_t event) {
    struct buf tail = {0};
    deed.probability = 100, deed.shape = 4;
    fine(bank_deed_write(maker.bank.version, type, &deed, &tail));
    struct bank_object *o = maker_object(BANK_ACTION, id);
    o->known = true, o->action = action, o->tail = maker_kept(&tail);
    o = maker_object(BANK_EVENT, event);
    o->known = true, o->event = (struct bank_ids){arena_one(maker.arena, uint32_t), 1};
    *o->event.at = id;
}
// The event EVENT + number does one thing.
static inline void maker_event(uint32_t number, uint8_t type, uint8_t scope, uint32_t target) {
    maker_action(ACTION + number, type, (struct bank_action){scope, type, target, 0}, (struct bank_deed){0},
                 EVENT + number);
}

static inline struct bytes maker_tone(double hertz, double loud, size_t count, size_t from, size_t to,
                                      const struct wem_loop *loop) {
    int16_t *samples = test_malloc(count * sizeof *samples);
    for (size_t i = 0; i < count; i++)
        samples[i] = i < from || i >= to ? 0 : (int16_t)(loud * sin(2 * M_PI * hertz * (double)i / RATE));
    struct buf file = {0};
    fine(wem_write(WEM_PCM, RATE, 1, samples, count, loop, loop != NULL, &file));
    test_free(samples);
    return maker_kept(&file);
}
// A tone in the bank, silent before `from` and after `to`; its length in bytes.
static inline uint32_t maker_sound(uint32_t id, double hertz, double loud, size_t count, size_t from,
                                   size_t to, const struct wem_loop *loop) {
    struct bytes wem = maker_tone(hertz, loud, count, from, to, loop);
    maker.media[maker.sound_count] = (struct bank_media){id};
    maker.sounds[maker.sound_count++] = wem;
    return (uint32_t)wem.len;
}

static inline void maker_write(struct buf *file) {
    fine(bank_sort(&maker.bank, maker.arena, &fault));
    fine(bank_embed(&maker.bank, maker.arena, maker.media, maker.sounds, maker.sound_count));
    fine(bank_write(&maker.bank, file, &fault));
}

static inline void maker_end(void) {
    struct buf file = {0};
    maker_write(&file);
    set = audio_set_new();
    fine(audio_set_bank(set, (struct bytes){file.at, file.len}, "Made", NULL, &fault));
    fine(audio_set_ready(set, &fault));
    buf_free(&file);
    arena_free(maker.arena);
    engine_begin();
}
