// Text to speech in the robots' own voices.
//
//     struct speech_maker *maker = speech_maker_new(NULL);  // looks for the helper; NULL in it: tones
//     struct speech_order order = speech_order_of("en-US", "hello there");
//     struct speech speech;
//     if (speech_make(maker, &order, &speech, fault)) …; speech_free(&speech);
//
// espeak-ng speaks the words. It runs in a program of its own, `critter-voice`, because of its licence and
// because a process can hold only one. Samples and the time of each word come over a pipe. Without that
// program the words are tones of about the right length, so that whatever waits for speech still works.
//
// A robot's voice is this speech passed through a vocoder (vocoder.h). Its pitch is tracked (see pitch.h),
// and sixteen frequency bands shape a buzz of the robot's own pitch, with the formants of a small throat.
// `duration` scales the length, 0.05 to 20. `pitch` from -1 to 1 is an octave down to an octave up. Beyond
// what espeak-ng can do, speech is stretched without changing its pitch.
//
// A maker may be used by one thread at a time; speech_make waits for its turn by itself. Speech is at most
// SPEECH_SECONDS_MAX long (ERR_LIMIT).
#pragma once

#include "base/text.h"

enum {
    SPEECH_RATE = 22050,
    SPEECH_TEXT_MAX = 2000,
    SPEECH_WORDS_MAX = SPEECH_TEXT_MAX / 2, // at least a letter and a space each
    SPEECH_SECONDS_MAX = 120
};

#define SPEECH_BLANKS " \t\n\v\f\r" // what separates words

struct speech_word { // its place in the text, in bytes, and its start time
    uint32_t at, len, ms;
};
struct speech_order {
    char text[SPEECH_TEXT_MAX + 1];
    char locale[8];                     // "de-DE" (voice/locale.h); unknown locales are English
    float duration;                     // 1; 0 means 1
    float pitch;                        // 0
    bool plain;                         // a person's voice, not the robot's
    char robot[8];                      // "vector", "cozmo"
    char mood[12];                      // "neutral", "happy", "sad", "excited", "angry", "sleepy"
    float speed, shaping, config_pitch; // percent, as in tts_config.json; 0 means 100
    uint32_t seed;
};
struct speech {
    int16_t *samples;
    size_t count;
    uint32_t rate;
    struct speech_word words[SPEECH_WORDS_MAX];
    uint32_t word_count;
    bool tones; // the helper was missing: only tones
};

struct speech_maker;
// `helper`: the program; NULL: critter-voice beside this program, in libexec, or in the path. Returns NULL
// only when out of memory.
struct speech_maker *speech_maker_new(const char *helper);
void speech_maker_free(struct speech_maker *maker);
bool speech_maker_speaks(struct speech_maker *maker); // false: tones only

struct speech_order speech_order_of(const char *locale, const char *text);
// says why an order cannot be spoken
enum err speech_check(const struct speech_order *order, struct fault *fault);
enum err speech_make(struct speech_maker *maker, const struct speech_order *order, struct speech *out,
                     struct fault *fault);
void speech_free(struct speech *speech);

// A mood as changes of the voice. speech_mood_find gives NULL for an unknown mood.
struct speech_mood {
    const char *name;
    float pitch, range, duration, tremble; // factors; tremble 0 … 1
};
const struct speech_mood *speech_mood_find(const char *name);
extern const struct speech_mood SPEECH_MOODS[];
extern const size_t SPEECH_MOOD_COUNT;
