// Every byte of a sound engine that decides what it goes on to put out is in its hash.
#pragma once

#include "stage/sound/audio_internal.h"
#include "support/flip.h"

#define ONE(field, why)          FLIP_ONE(struct audio, field, why)
#define EACH(array, member, why) FLIP_EACH(struct audio, array, member, why)
static const struct flip_out AUDIO_OUT[] = {
    ONE(config, "the same for two lives that are compared"),
    ONE(set, "where its banks lie, the same for two lives that are compared"),
    ONE(tick, "told with each step"),
    ONE(ms, "follows from the tick"),
    ONE(samples, "follows from the tick"),
    ONE(dice, "made anew in each step"),
    ONE(kernels, "made at birth"),
    ONE(kernel_count, "made at birth"),
    ONE(master_now, "made anew in each step"),
    ONE(master_before, "made anew in each step"),
    ONE(memories, "where they lie; they are hashed"),
    ONE(notices, "taken in the tick in which they are told"),
    ONE(heard, "taken in the tick in which they are told"),
    ONE(warned, "for the log"),
    ONE(warned_of_none, "for the log"),
    ONE(starts, "of this tick"),
    EACH(voices, over, "made anew in each step"),
    EACH(voices, stepped, "made anew in each step"),
    EACH(voices, chain, "where items lie; their names are hashed"),
    EACH(voices, layers, "where blends lie; their names are hashed"),
    EACH(voices, route, "where items lie; their names are hashed"),
    EACH(voices, source, "where a sound lies; its name is hashed"),
    EACH(voices, own.data, "a tone has none"),
    EACH(voices, own.wav, "a tone has none"),
    EACH(voices, kernel, "where it lies; its rate is hashed"),
    EACH(voices, from, "the part of this tick that is rendered"),
    EACH(voices, count, "the part of this tick that is rendered"),
    EACH(voices, window_at, "the part of this tick that is rendered"),
    EACH(voices, window_step, "the part of this tick that is rendered"),
    EACH(voices, gain_from, "the part of this tick that is rendered"),
    EACH(voices, gain_to, "the part of this tick that is rendered"),
    EACH(walks, item, "where an item lies; its name is hashed"),
    EACH(walks, chain, "where items lie; their names are hashed"),
    EACH(walks, layers, "where blends lie; their names are hashed"),
    EACH(songs, list, "where an item lies; its name is hashed"),
    EACH(songs, segment, "where an item lies; its name is hashed"),
    EACH(songs, coming, "where an item lies; its name is hashed"),
    EACH(songs, rule, "where it lies; what it says is hashed"),
    EACH(stung, stinger, "where it lies; what it says is hashed"),
    EACH(laters, action, "where an item lies; its name is hashed"),
    EACH(ducks, from, "found at birth"),
    EACH(ducks, bus, "found at birth"),
    EACH(ducks, how, "found at birth"),
    EACH(speeches, source.data, "where it lies; the bytes are hashed"),
    EACH(speeches, source.wav, "speech is no such file"),
    EACH(speeches, bytes, "where they lie; they are hashed"),
    ONE(stream.room, "where it lies; what is still to be heard is hashed"),
    ONE(stream.kernel, "where it lies; its rate is hashed"),
    ONE(stream.window_at, "the part of this tick that is rendered"),
    ONE(stream.window_end, "the part of this tick that is rendered"),
    ONE(stream.count, "the part of this tick that is rendered"),
};
#undef ONE
#undef EACH

static bool audio_unused(const void *what, size_t at) {
    const struct audio *a = what;
#define IN(array, from, to) FLIP_IN(struct audio, a, at, array, from, to)
#define NOT(array, i, is, key)                                                                               \
    (!(is) && IN(array, i, (i) + 1) &&                                                                       \
     at - (offsetof(struct audio, array) + (i) * sizeof a->array[0] +                                        \
           offsetof(__typeof__(a->array[0]), key)) >=                                                        \
         sizeof a->array[0].key)
    bool is = IN(posts, a->post_count, POSTS) || IN(parameters, a->parameter_count, PARAMETERS) ||
              IN(states, a->state_count, STATES) || IN(switches, a->switch_count, SWITCHES) ||
              IN(tunings, a->tuning_count, TUNINGS) || IN(ducks, a->duck_count, DUCKS);
    for (size_t i = 0; i < AUDIO_VOICES; i++) {
        const struct voice *v = &a->voices[i];
        is |= NOT(voices, i, v->live, live);
        if (v->live && v->source != &v->own)
            is |= at - (offsetof(struct audio, voices) + i * sizeof *v + offsetof(struct voice, own)) <
                  sizeof v->own;
    }
    for (size_t i = 0; i < WALKS; i++) is |= NOT(walks, i, a->walks[i].live, live);
    for (size_t i = 0; i < PLAYS; i++) is |= NOT(plays, i, a->plays[i].id, id);
    for (size_t i = 0; i < LATERS; i++) is |= NOT(laters, i, a->laters[i].live, live);
    for (size_t i = 0; i < SPEECHES; i++) is |= NOT(speeches, i, a->speeches[i].play, play);
    for (size_t i = 0; i < STUNG; i++) is |= NOT(stung, i, a->stung[i].stinger, stinger);
    for (size_t i = 0; i < SONGS; i++) {
        const struct song *s = &a->songs[i];
        bool lives = song_lives(a, s);
        size_t in = at - (offsetof(struct audio, songs) + i * sizeof *s);
        is |= !lives && in < sizeof *s;
        is |= in - offsetof(struct song, levels) - s->depth * sizeof *s->levels <
              sizeof s->levels - s->depth * sizeof *s->levels;
        for (uint32_t k = 0; k < STINGS_DUE; k++) {
            size_t due = in - offsetof(struct song, due) - k * sizeof *s->due;
            is |= due < (k < s->due_count ? sizeof s->due[k].stinger : sizeof *s->due); // else where it lies
        }
    }
    if (a->stream.state == STREAM_NONE)
        is |= at >= offsetof(struct audio, stream.came) &&
              at < offsetof(struct audio, stream) + sizeof a->stream;
    return is;
#undef IN
#undef NOT
}

static uint64_t audio_hash_of(const void *what) { return audio_hash(what); }

static void audio_padding(void *what) {
    struct audio *a = what;
    FLIP_PAD(a->samples, &a->dice);
    FLIP_PAD(a->kernel_count, a->voices);
    FLIP_PAD(a->plays, a->laters);
    FLIP_PAD(a->bus_mute, &a->memories);
    FLIP_PAD(a->warned_of_none, &a->starts);
    FLIP_CLEAR_EACH(a->voices);
    FLIP_CLEAR_EACH(a->walks);
    FLIP_CLEAR_EACH(a->stung);
    FLIP_CLEAR_EACH(a->plays);
    FLIP_CLEAR_EACH(a->laters);
    FLIP_CLEAR_EACH(a->posts);
    FLIP_CLEAR_EACH(a->parameters);
    FLIP_CLEAR_EACH(a->states);
    FLIP_CLEAR_EACH(a->switches);
    FLIP_CLEAR_EACH(a->tunings);
    FLIP_CLEAR_EACH(a->ducks);
    FLIP_CLEAR_EACH(a->speeches);
    FLIP_CLEAR(a->stream);
    for (int i = 0; i < SONGS; i++) {
        struct song *s = &a->songs[i];
        FLIP_CLEAR_EACH(s->levels);
        FLIP_CLEAR_EACH(s->due);
        FLIP_PAD(s->walk, &s->list);
        FLIP_PAD(s->bridged, &s->coming);
        FLIP_PAD(s->due_count, s + 1);
    }
}

static inline size_t audio_flip(struct audio *audio) {
    struct flip f = {audio,         sizeof *audio, AUDIO_OUT,    sizeof AUDIO_OUT / sizeof *AUDIO_OUT,
                     audio_hash_of, audio_unused,  audio_padding};
    return flip_every(&f);
}
