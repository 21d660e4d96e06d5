#include "sense/hear/hear.h"

#include "base/maths/maths.h"
#include "base/text.h"
#include "codec/sound/bearing.h"
#include "sense/hear/activity.h"
#include "sense/hear/beat.h"
#include "sense/hear/cleaner.h"
#include "sense/hear/power.h"
#include "sense/hear/utterance.h"

#include <stdlib.h>
#include <string.h>

enum {
    BEARING_MOMENTS = 10 * EARS_CHUNK,
    REST_LEAST = 35 * EARS_CHUNK,
    TOWARDS_CHUNKS = 25,
    WAIT_CHUNKS = 8
};
#define HZ 16000.0f // as the samples are taken; they come a little slower

static const char *const SOURCES[] = {"oracle", "own", "both", NULL};
static const struct knob KNOBS[] = {
    KNOB_ENUM(
        struct hear_config, by, SOURCES, "oracle",
        "who makes words and noises of its sound: the world's truth, its own ears, or its own with the truth "
        "beside them to compare"),
    KNOB_BOOL(struct hear_config, echo, true, "what it plays itself is taken out of what it hears"),
    KNOB_BOOL(struct hear_config, mute, true,
              "while it makes a sound itself, and just after, it hears nothing"),
    KNOB_BOOL(struct hear_config, noise, false, "steady noise is reduced before words are looked for"),
    KNOB_F32(struct hear_config, command_surely, "", 0, 1, 0.5,
             "words are a command when they are at least so surely one of the phrases it knows"),
};
const struct knobs HEARING_KNOBS = {"hearing", KNOBS, sizeof KNOBS / sizeof *KNOBS,
                                    sizeof(struct hear_config)};

struct hear_config hear_defaults(void) {
    struct hear_config config;
    knobs_defaults(&HEARING_KNOBS, &config);
    return config;
}

struct listener {
    struct listener_config config;
    uint32_t holders;
    int16_t chunk[EARS_CHUNK * EARS];
    uint32_t count; // moments in it
    int16_t recent[BEARING_MOMENTS * EARS];
    uint32_t voiced; // chunks since somebody began to speak
    uint32_t began;  // chunks until it is known whether what began is a voice; 0: nothing did
    float began_db, began_rad;
    bool began_sure;
    float towards_rad;
    bool towards; // somebody was, from there
    struct power power;
    struct activity activity;
    struct beat beat;
    struct cleaner *cleaner;
    struct utterance said;
};

struct listener *listener_new(const struct listener_config *config) {
    struct listener *l = calloc(1, sizeof *l);
    if (!l) {
        wakeword_free(config->wake), recogniser_free(config->recogniser);
        return NULL;
    }
    struct power_config power = power_defaults();
    struct activity_config activity = activity_defaults();
    struct beat_config beat = beat_defaults();
    l->config = *config;
    l->holders = 1;
    l->cleaner = cleaner_new(&(struct cleaner_config){config->hear.echo, config->hear.noise});
    if (!l->cleaner) return listener_drop(l), NULL;
    beat_start(&l->beat, &beat);
    power_start(&l->power, &power);
    activity_start(&l->activity, &activity);
    return l;
}

struct listener *listener_hold(struct listener *l) {
    if (l) l->holders++;
    return l;
}

void listener_drop(struct listener *l) {
    if (!l || --l->holders) return;
    wakeword_free(l->config.wake), recogniser_free(l->config.recogniser);
    cleaner_free(l->cleaner);
    free(l);
}

// ------------------------------------------------------------------------------------------------ words

static void hear_words(struct listener *l, const int16_t *samples, uint32_t count, struct recognised *said,
                       struct hear_answer *out) {
    struct fault fault = {0};
    memset(said, 0, sizeof *said);
    if (!l->config.recogniser) return;
    enum err err = recogniser_hear(l->config.recogniser, samples, count, said, &fault);
    if (err) out->trouble = (uint32_t)err;
    said->sure = said->words[0] && said->confidence >= l->config.hear.command_surely;
}

// Words in the same breath follow the wake word.
static void wake(struct listener *l, const struct wakeword_hit *hit, struct hear_answer *out) {
    const struct utterance *u = &l->said;
    struct recognised said;
    out->words_kind = HEARD_WAKE, out->confidence = 1;
    if (hit->end + REST_LEAST > u->count) return;
    hear_words(l, u->samples + hit->end, u->count - hit->end, &said, out);
    if (said.sure) memcpy(out->words, said.words, sizeof out->words), out->confidence = said.confidence;
}

static void understand(struct listener *l, bool open, struct hear_answer *out) {
    const struct utterance *u = &l->said;
    struct recognised said;
    struct wakeword_hit hit = {0};
    struct fault fault = {0};
    if (open) {
        hear_words(l, u->samples, u->count, &said, out);
        out->words_kind = said.sure ? HEARD_COMMAND : HEARD_UNSURE, out->confidence = said.confidence;
        memcpy(out->words, said.words, sizeof out->words);
        return;
    }
    if (!l->config.wake) return;
    enum err err = wakeword_feed(l->config.wake, u->samples, u->count, &hit, &fault);
    if (err) out->trouble = (uint32_t)err;
    if (!err && hit.hit) wake(l, &hit, out);
}

// ------------------------------------------------------------------------------------------------ a chunk

static bool bearing(const struct listener *l, float *rad) {
    float places[EARS][2];
    struct bearing found;
    for (int i = 0; i < EARS; i++)
        places[i][0] = l->config.model->ears_m[i].x, places[i][1] = l->config.model->ears_m[i].y;
    bearing_of(l->recent, BEARING_MOMENTS, HZ, places, &found);
    *rad = angle_wrap(-m_radians(30) * (float)found.direction);
    return found.direction != BEARING_NONE;
}

// What is alike from moment to moment in all of a chunk is no sound: that microphone is dead.
static void mix(const int16_t *chunk, int16_t out[EARS_CHUNK]) {
    int32_t sum[EARS_CHUNK] = {0}, alive = 0;
    for (int k = 0; k < EARS; k++) {
        bool sounds = false;
        for (int i = 1; i < EARS_CHUNK && !sounds; i++) sounds = chunk[i * EARS + k] != chunk[k];
        if (!sounds) continue;
        alive++;
        for (int i = 0; i < EARS_CHUNK; i++) sum[i] += chunk[i * EARS + k];
    }
    for (int i = 0; i < EARS_CHUNK; i++) out[i] = (int16_t)(alive ? sum[i] / alive : 0);
}

// What begins is a noise unless a voice follows at once.
static void notice(struct listener *l, bool began, bool speaks, struct hear_answer *out) {
    if (began && !speaks) {
        l->began = WAIT_CHUNKS + 1, l->began_db = power_decibels(l->power.now);
        l->began_sure = bearing(l, &l->began_rad);
    }
    if (speaks) l->began = 0;
    if (!l->began || --l->began) return;
    out->began_db = l->began_db;
    if (l->began_sure) out->direction_rad = l->began_rad, out->sure_direction = 1;
}

static void listen(struct listener *l, const struct hear_order *order, bool last, struct hear_answer *out) {
    int16_t mixed[EARS_CHUNK], mono[EARS_CHUNK];
    memmove(l->recent, l->recent + EARS_CHUNK * EARS, sizeof l->recent - sizeof l->chunk);
    memcpy(l->recent + (BEARING_MOMENTS - EARS_CHUNK) * EARS, l->chunk, sizeof l->chunk);
    if (l->config.hear.mute && cleaner_plays(l->cleaner)) memset(l->chunk, 0, sizeof l->chunk);
    mix(l->chunk, mixed);
    cleaner_run(l->cleaner, mixed, mono);
    bool began = power_feed(&l->power, mono) && l->power.began && !cleaner_plays(l->cleaner);
    bool speaks = activity_feed(&l->activity, mono);
    notice(l, began, speaks, out);
    beat_feed(&l->beat, l->activity.powers);
    out->beats += l->beat.now;
    l->voiced = speaks ? l->voiced + 1 : 0;
    if (l->voiced == TOWARDS_CHUNKS) l->towards = bearing(l, &l->towards_rad);
    out->chunks++;
    if (!utterance_feed(&l->said, mono, speaks && !(last && order->end))) return;
    if (out->words_kind) return; // one a time: a piece has a few chunks
    understand(l, order->open != 0, out);
    if (out->words_kind && l->towards) out->direction_rad = l->towards_rad, out->sure_direction = 1;
}

enum err hear_run(const void *input, size_t input_size, void *answer, size_t answer_size, size_t *len) {
    const struct hear_order *order = input;
    struct hear_answer *out = answer;
    if (input_size != sizeof *order || answer_size < sizeof *out || order->count > HEAR_MOMENTS)
        return ERR_LIMIT;
    if (!order->listener) return ERR_UNKNOWN;
    struct listener *l = order->listener;
    if (order->played > HEAR_PLAYED) return ERR_LIMIT;
    cleaner_played(l->cleaner, order->said, order->played, order->played_hz);
    for (uint32_t i = 0; i < order->count; i++) {
        memcpy(l->chunk + (size_t)l->count * EARS, order->samples + (size_t)i * EARS,
               EARS * sizeof *order->samples);
        if (++l->count < EARS_CHUNK) continue;
        l->count = 0;
        listen(l, order, i + EARS_CHUNK >= order->count, out);
    }
    out->time_us = order->time_us + (uint64_t)order->count * 64;
    out->level_db = power_decibels(l->power.now), out->floor_db = power_decibels(l->power.floor);
    out->speaks = l->activity.on;
    out->tempo_bpm = l->beat.confirmed ? l->beat.tempo_bpm : 0;
    *len = sizeof *out;
    return ERR_NONE;
}

void hear_drop(void *input) { listener_drop(((struct hear_order *)input)->listener); }

// An answer may come from a recording, and is believed as little as anything from outside.
bool hear_read(const void *answer, size_t len, struct hear_answer *out) {
    if (len != sizeof *out) return false;
    memcpy(out, answer, sizeof *out);
    const float numbers[] = {out->level_db,      out->floor_db,   out->began_db,
                             out->direction_rad, out->confidence, out->tempo_bpm};
    bool ends = memchr(out->words, 0, sizeof out->words) != NULL;
    return ends && m_all_finite(numbers, sizeof numbers / sizeof *numbers) &&
           out->words_kind <= HEARD_UNSURE && utf8_valid(text_of(out->words));
}
