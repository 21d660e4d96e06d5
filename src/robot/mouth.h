// Speaking: a request becomes an errand, its samples a sound, its words events as they are heard.
//
//     // one at a time; the next waits its turn
//     if (mouth_ask(&mouth, &desk, &envelope, &request->say, creature, seed)) …
//     mouth_answer(&mouth, sound, answer, …);                             // the errand's
//     if (mouth_said_now(&mouth, tick, &said)) eyes_speak(&eyes, &said);  // each tick, before eyes_step
//     // each tick, after robot_audio_step
//     count = mouth_step(&mouth, &desk, tick, now_us, events, room);
//
// States go by in order: generating (1), ready (2), playing (3), finished (4); 0 when it could not be said. A
// text is cut at its sentences, and each is made while the one before is heard, so that the first word comes
// soon whatever the length. The errand's answer is all that enters the life: word times, how loud each tick
// is, and the samples as the engine's ADPCM. It is recorded like any other, so a replay needs no voice.
#pragma once

#include "base/system/errand.h"
#include "robot/desk.h"
#include "robot/robot_audio.h"
#include "stage/face/speaking.h"

enum {
    MOUTH_WAITING = 4,
    MOUTH_WORDS = 48,
    MOUTH_TICKS = 15,
    MOUTH_KIND = 0x5a,
    MOUTH_LANE = 7,
    MOUTH_LEVELS = 640
};

struct speech_maker;
struct mouth_order { // what the errand is handed
    char text[256], locale[8], mood[12], robot[8];
    float duration, pitch;
    bool plain;
    uint32_t seed;
    struct speech_maker *maker;
};
struct mouth_word {
    uint16_t at, len;
    uint32_t ms;
    uint8_t weight, end, spare[2]; // see voice/accent.h
};
struct mouth_said { // what it brings back; then the blocks of ADPCM
    uint32_t rate, frames, word_count, bytes, level_count;
    uint8_t levels[MOUTH_LEVELS]; // of each life tick
    struct mouth_word words[MOUTH_WORDS];
};
struct mouth_asked {
    bool busy;
    uint32_t ticket;
    uint8_t door;
    struct mouth_order order; // text: what is left of it
    uint16_t offset;          // of that, in what was asked
};
struct mouth {
    struct speech_maker *maker;
    struct crew *crew;
    uint64_t asker;
    struct mouth_asked asked[MOUTH_WAITING]; // the first is being said
    struct errand_ticket errand;
    uint32_t rest_ms;
    uint16_t piece;   // bytes of the text that the errand is about
    bool told;        // that it plays
    uint64_t lingers; // tick: until then the face is still a speaker's
    // What sounds, and what waits behind it.
    struct mouth_sounding {
        uint32_t play, next_word, next_start, pause_ms, rest_ms; // before it, behind it
        uint16_t offset;
        uint64_t began; // tick; 0: not yet
        struct mouth_said said;
    } sounding[2];
    uint32_t states[16], state_count; // to be told: state in the low byte; tickets beside
    uint32_t tickets[16];
};

bool mouth_ask(struct mouth *mouth, struct desk *desk, const struct life_envelope *from,
               const struct life_say *r, const char *creature, uint32_t seed);
bool mouth_answer(struct mouth *mouth, struct robot_audio *sound, struct desk *desk,
                  const struct errand_answer *answer);
// What the face moves by in this tick. False: nothing is being said.
bool mouth_said_now(struct mouth *mouth, uint64_t tick, struct speaking_in *out);
// All that is being said or waits for it is over: every request is answered as cancelled. The sound is
// stopped by whoever asks.
void mouth_stop(struct mouth *mouth, struct desk *desk);
uint32_t mouth_step(struct mouth *mouth, struct desk *desk, uint64_t tick, uint64_t now_us,
                    struct life_event *events, uint32_t room);
uint64_t mouth_hash(const struct mouth *mouth);       // of all that decides what it goes on to say
void mouth_ended(struct mouth *mouth, uint32_t play); // a sound is over
enum err mouth_make(const void *input, size_t input_size, void *answer, size_t answer_size,
                    size_t *answer_len);
