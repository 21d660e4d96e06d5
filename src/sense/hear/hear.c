#include "sense/hear/hear.h"

#include "base/maths/maths.h"
#include "base/text.h"
#include "sense/hear/beat.h"
#include "sense/hear/keeper.h"
#include "sense/hear/power.h"
#include "sense/hear/processing.h"
#include "sense/hear/rates.h"
#include "sense/hear/utterance.h"

#include <stdlib.h>
#include <string.h>

enum {
    NOISE_CHUNKS = 8, // of a noise, from which it came is found
    REST_LEAST = 35 * EARS_CHUNK,
    WAIT_CHUNKS = 8,
    MOMENT_US = 1000000 / EARS_HZ,
    PIECE = EARS_FRAME * 4
};

static const char *const SOURCES[] = {"oracle", "own", "both", NULL};
static const struct knob KNOBS[] = {
    KNOB_ENUM(
        struct hear_config, by, SOURCES, "oracle",
        "who makes words and noises of its sound: the world's truth, its own ears, or its own with the truth "
        "beside them to compare"),
    KNOB_ENUM(struct hear_config, mode, PROCESSING_NAMES, "voice_detect",
              "what is made of its four microphones: nothing (off), the first one (fast), their mean "
              "(voice_detect), or a beam towards whoever speaks (directional)"),
    KNOB_BOOL(struct hear_config, echo, true, "what it plays itself is taken out of what it hears"),
    KNOB_BOOL(struct hear_config, mute, true,
              "while it makes a sound itself, and just after, it hears nothing"),
    KNOB_BOOL(struct hear_config, noise, false, "steady noise is reduced before words are looked for"),
    KNOB_F32(struct hear_config, beat_arm_s, "s", 0.05, 2, 0.2,
             "so long the low tones have to be lower before the next beat counts"),
    KNOB_F32(struct hear_config, beat_gone_s, "s", 1, 30, 4, "so long without a beat, music is over"),
    KNOB_F32(struct hear_config, beat_least_bpm, "/min", 30, 100, 50, "slower is no tempo"),
    KNOB_F32(struct hear_config, beat_most_bpm, "/min", 101, 300, 180, "quicker is no tempo"),
    KNOB_F32(struct hear_config, command_surely, "", 0, 1, 0.5,
             "words are a command when they are at least so surely one of the phrases it knows"),
    KNOB_TEXT(struct hear_config, keep, "",
              "a folder: what its microphones hear is kept there, raw and processed, the last hundred "
              "seconds; empty: nothing is"),
    KNOB_TEXT(struct hear_config, wake, "",
              "a micTriggerConfig.json that says which word wakes it; empty: its name"),
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
    struct ears_packer packer;
    struct ears_chunker chunker;
    uint64_t next_us; // when the next moment is expected; 0: none came yet
    uint32_t frames;  // the number of the next one
    uint32_t began;   // chunks until it is known whether what began is a voice; 0: nothing did
    float began_db, began_over_db;
    struct direction noise, towards; // what began came from there; somebody spoke from there
    struct power power;
    struct rates *rates;
    struct processing *processing;
    struct keeper *keeper; // NULL: nothing is kept
    struct beat beat;
    struct utterance said;
};

struct listener *listener_new(const struct listener_config *config) {
    struct listener *l = calloc(1, sizeof *l);
    if (!l) {
        wakeword_free(config->wake), recogniser_free(config->recogniser);
        return NULL;
    }
    struct power_config power = power_defaults();
    struct beat_config beat = {config->hear.beat_least_bpm, config->hear.beat_most_bpm,
                               config->hear.beat_arm_s, config->hear.beat_gone_s};
    l->config = *config;
    l->holders = 1;
    l->noise.index = l->towards.index = DIRECTION_NONE;
    struct processing_config chain = {(enum processing_mode)config->hear.mode, config->hear.echo,
                                      config->hear.noise, config->hear.mute};
    l->rates = rates_new();
    l->processing = processing_new(&chain, config->model);
    l->keeper = keeper_new(config->hear.keep, config->name ? config->name : config->model->creature);
    if (!l->rates || !l->processing || (config->hear.keep[0] && !l->keeper)) return listener_drop(l), NULL;
    beat_start(&l->beat, &beat);
    power_start(&l->power, &power);
    return l;
}

struct listener *listener_hold(struct listener *l) {
    if (l) l->holders++;
    return l;
}

void listener_drop(struct listener *l) {
    if (!l || --l->holders) return;
    wakeword_free(l->config.wake), recogniser_free(l->config.recogniser);
    rates_free(l->rates);
    processing_free(l->processing);
    keeper_free(l->keeper);
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

// What begins is a noise unless a voice follows at once.
static void notice(struct listener *l, bool began, bool speaks, struct hear_answer *out) {
    if (began && !speaks) {
        l->began = WAIT_CHUNKS + 1, l->began_db = power_decibels(l->power.now),
        l->began_over_db = l->power.score * 10;
        processing_direction(l->processing, NOISE_CHUNKS, &l->noise);
    }
    if (speaks) l->began = 0;
    if (!l->began || --l->began) return;
    out->began_db = l->began_db, out->began_over_db = l->began_over_db;
    if (l->noise.index != DIRECTION_NONE)
        out->direction_rad = l->noise.rad, out->sure_direction = l->noise.confidence;
}

static void listen(struct listener *l, const struct hear_order *order, bool last, struct hear_answer *out) {
    struct processed heard;
    processing_feed(l->processing, (const int16_t(*)[EARS_CHUNK])l->chunker.chunk, &heard);
    enum err err = keeper_chunk(l->keeper, (const int16_t(*)[EARS_CHUNK])l->chunker.chunk, heard.samples);
    if (err) out->unkept = (uint32_t)err;
    bool began = power_feed(&l->power, heard.samples) && l->power.began && !heard.plays;
    notice(l, began, heard.speaks, out);
    beat_feed(&l->beat, processing_activity(l->processing)->powers);
    out->beats += l->beat.now;
    if (heard.spoken == 1) l->towards.index = DIRECTION_NONE;
    if (heard.from.index != DIRECTION_NONE &&
        (l->towards.index == DIRECTION_NONE || heard.from.confidence > l->towards.confidence))
        l->towards = heard.from;
    out->chunks++;
    if (!utterance_feed(&l->said, heard.samples, heard.speaks && !(last && order->end))) return;
    if (out->words_kind) return; // one a time: a piece has a few chunks
    understand(l, order->open != 0, out);
    if (out->words_kind && l->towards.index != DIRECTION_NONE)
        out->direction_rad = l->towards.rad, out->sure_direction = l->towards.confidence;
}

// Frames are numbered by the time of their moments. After a gap the frame that was begun is filled up with
// silence, and the gatherer makes silence of those that are missing.
static void skip(struct listener *l, const struct hear_order *order, struct hear_answer *out) {
    uint64_t gap = order->time_us > l->next_us ? (order->time_us - l->next_us) / MOMENT_US : 0;
    uint32_t rest = l->packer.count ? EARS_FRAME - l->packer.count : 0;
    if (!l->next_us || gap <= 1) return;
    static const int16_t SILENCE[EARS_FRAME * EARS];
    const int16_t *samples = SILENCE;
    uint8_t frame[EARS_FRAME_BYTES];
    if (gap < rest) rest = (uint32_t)gap;
    gap -= rest;
    if (rest && ears_pack(&l->packer, &samples, &rest, frame) && ears_gather(&l->chunker, l->frames++, frame))
        listen(l, order, false, out);
    l->frames += gap / EARS_FRAME < UINT16_MAX ? (uint32_t)(gap / EARS_FRAME) : UINT16_MAX;
}

// Whether this was the last piece of an order is known by what is left of it.
static void gather(struct listener *l, const struct hear_order *order, const int16_t *samples, uint32_t count,
                   uint32_t left, struct hear_answer *out) {
    uint8_t frame[EARS_FRAME_BYTES];
    while (ears_pack(&l->packer, &samples, &count, frame))
        if (ears_gather(&l->chunker, l->frames++, frame)) listen(l, order, count + left < EARS_CHUNK, out);
}

static enum err take(struct listener *l, const struct hear_order *order, struct hear_answer *out) {
    uint32_t hz = order->rate_hz ? order->rate_hz : EARS_HZ,
             channels = order->channels ? order->channels : EARS;
    if ((uint64_t)order->count * channels > HEAR_SAMPLES) return ERR_LIMIT;
    skip(l, order, out);
    for (uint32_t at = 0, taken = 0, made = 1; at < order->count || made; at += taken) {
        int16_t piece[PIECE * EARS];
        enum err err = rates_push(l->rates, hz, channels, order->samples + (size_t)at * channels,
                                  order->count - at, piece, PIECE, &taken, &made);
        if (err) return err;
        uint64_t left = (uint64_t)(order->count - at - taken) * EARS_HZ / hz;
        gather(l, order, piece, made, (uint32_t)left, out);
    }
    l->next_us = order->time_us + (uint64_t)order->count * 1000000 / hz;
    return ERR_NONE;
}

enum err hear_run(const void *input, size_t input_size, void *answer, size_t answer_size, size_t *len) {
    const struct hear_order *order = input;
    struct hear_answer *out = answer;
    if (input_size != sizeof *order || answer_size < sizeof *out || order->count > HEAR_SAMPLES ||
        order->played > HEAR_PLAYED || order->mode >= PROCESSING_MODES)
        return ERR_LIMIT;
    if (!order->listener) return ERR_UNKNOWN;
    struct listener *l = order->listener;
    processing_mode(l->processing, (enum processing_mode)order->mode);
    uint32_t phase = l->packer.count + l->chunker.count % EARS_CHUNK;
    processing_played(l->processing, order->said, order->played, order->played_hz, phase);
    enum err err = take(l, order, out);
    if (err) return err;
    out->time_us = l->next_us;
    out->level_db = power_decibels(l->power.now), out->floor_db = power_decibels(l->power.floor);
    out->speaks = processing_activity(l->processing)->on;
    bool music = l->beat.music && (l->beat.confirmed || l->beat.possible);
    out->tempo_bpm = music ? l->beat.tempo_bpm : 0, out->tempo_maybe = music && !l->beat.confirmed;
    *len = sizeof *out;
    return ERR_NONE;
}

void hear_drop(void *input) { listener_drop(((struct hear_order *)input)->listener); }

// An answer may come from a recording, and is believed as little as anything from outside.
bool hear_read(const void *answer, size_t len, struct hear_answer *out) {
    if (len != sizeof *out) return false;
    memcpy(out, answer, sizeof *out);
    const float numbers[] = {out->level_db,   out->floor_db,  out->began_db,     out->direction_rad,
                             out->confidence, out->tempo_bpm, out->began_over_db};
    bool ends = memchr(out->words, 0, sizeof out->words) != NULL;
    return ends && m_all_finite(numbers, sizeof numbers / sizeof *numbers) &&
           out->words_kind <= HEARD_UNSURE && utf8_valid(text_of(out->words));
}
