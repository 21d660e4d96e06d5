// What the robot's own ears make of its microphones: the chain of this folder, run as errands one after the
// other.
//
//     struct listener *listener = listener_new(&config);            // its state, kept from errand to errand
//     struct hear_order order = {.listener = listener_hold(listener), .count = …, .samples = …};
//     errand_post(crew, &(struct errand){.run = hear_run, .drop = hear_drop, .lane = HEAR_LANE + id}, &err);
//     …
//     if (hear_read(&answer, len, &heard)) …                       // when its answer has come
//     listener_drop(listener);
//
// Sound comes in pieces of any size, is packed into frames of 80 moments as a body-board sends them, and is
// looked at in chunks of 160; a gap in time is heard as silence. What has another rate or fewer microphones
// than a body-board is brought to its form first (rates.h). Errands of one listener must
// run in the order posted: a lane of its own. The answers are recorded, so a life replays without its
// listener; then (listener NULL) hear_run answers ERR_UNKNOWN, and nobody runs it. A listener is held and
// dropped on one thread.
#pragma once

#include "base/data/knob.h"
#include "border/body_model.h"
#include "codec/sound/ears.h"
#include "sense/hear/direction.h"
#include "sense/hear/recogniser.h"
#include "sense/hear/wakeword.h"

enum hearing_source { HEARING_ORACLE, HEARING_OWN, HEARING_BOTH };
struct hear_config {
    int32_t by;                    // enum hearing_source
    int32_t mode;                  // enum processing_mode
    bool echo, noise;              // are taken out of what it hears
    float beat_arm_s, beat_gone_s; // see struct beat_config
    float beat_least_bpm, beat_most_bpm;
    bool mute;            // while it sounds itself it hears nothing
    float command_surely; // confidence
    char keep[96];        // a folder for its sound; empty: nobody consented
    char wake[96];        // a micTriggerConfig.json; empty: its name, as a phrase
};
extern const struct knobs HEARING_KNOBS;
struct hear_config hear_defaults(void);

struct listener_config {
    struct hear_config hear;
    const struct body_model *model;
    const char *name;              // of files that it keeps; NULL: its creature's
    struct wakeword *wake;         // the listener's own from now on, like the recogniser
    struct recogniser *recogniser; // NULL: it knows no words, like the wake word
};
struct listener;
struct listener *listener_new(const struct listener_config *config); // NULL: no memory; frees its own
struct listener *listener_hold(struct listener *listener);
void listener_drop(struct listener *listener); // NULL is fine

enum { HEAR_PLAYED = 2048, HEAR_SAMPLES = 6400, HEAR_LANE = 64 };
struct hear_order {
    struct listener *listener; // held
    uint64_t time_us;          // of the first moment
    uint32_t count;            // moments
    uint32_t rate_hz;          // of them a second, and of how many microphones; 0: as a body-board's
    uint32_t channels;
    uint32_t open;   // a session is: what is said is for it
    uint32_t mode;   // enum processing_mode, from now on
    uint32_t end;    // it is over: what was said so far is all
    uint32_t played; // samples that went to its speaker since the last order, and their rate
    uint32_t played_hz;
    int16_t samples[HEAR_SAMPLES]; // of all microphones, interleaved
    int16_t said[HEAR_PLAYED];
};

enum heard_words {
    HEARD_NOTHING,
    HEARD_WAKE,    // its name, and perhaps words after it in the same breath
    HEARD_COMMAND, // in a session: words that it knows
    HEARD_UNSURE,  // in a session: something, but not surely one of them
};
struct hear_answer {
    uint64_t time_us; // of the last chunk
    uint32_t chunks;
    float level_db, floor_db; // sound pressure, weighted
    float began_db;           // of what began in these chunks; 0: nothing did
    float began_over_db;      // the floor
    float direction_rad;      // where that came from, or what was said; to the left
    uint32_t sure_direction;  // how surely, up to DIRECTION_SURE; 0: it is not known
    uint32_t speaks;          // somebody does
    float tempo_bpm;          // of music, as long as beats come; 0: none
    uint32_t tempo_maybe;     // it is not certain yet
    uint32_t beats;           // in these chunks
    uint32_t words_kind;      // enum heard_words
    float confidence;
    uint32_t trouble; // enum err: why no words could be made
    uint32_t unkept;  // enum err: why no more sound is kept; told once
    char words[DECODER_TEXT];
};

enum err hear_run(const void *input, size_t input_size, void *answer, size_t answer_size, size_t *len);
void hear_drop(void *input);
// As it can be believed. False: this is no answer of hear_run.
bool hear_read(const void *answer, size_t len, struct hear_answer *out);
