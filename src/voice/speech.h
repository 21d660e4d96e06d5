// Text to samples, in the robots' own voices.
//
//     struct speech_maker *maker = speech_maker_new(NULL);                    // looks for the helper; NULL in it: tones
//     struct speech_order order = speech_order_of("en-US", "hello there");
//     struct speech speech;
//     if (speech_make(maker, &order, &speech, fault)) …; speech_free(&speech);
//
// The words are spoken by espeak-ng, which lives in a program of its own, `critter-voice` (its licence, and its being one to a process, stay there);
// they come over a pipe as samples with the time of each word. Without that program the words are tones of about the right length,
// so that everything which waits for speech goes on as it should.
//
// A robot's voice is that speech taken apart and put together again: its pitch is followed (five ways, see pitch.h), and sixteen bands of it
// shape a buzz of the robot's own pitch, with its formants moved as a small throat would have them (vocoder.h). `duration` scales the length, 0.05 to 20;
// `pitch` from -1 to 1 is an octave down to an octave up. Beyond what the speaker itself can do lengths are stretched without moving the pitch.
//
// A maker may be used by one thread at a time; speech_make takes its turn by itself. Speech is at most SPEECH_SECONDS_MAX long (ERR_LIMIT).
#pragma once

#include "base/text.h"

enum {
    SPEECH_RATE = 22050,
    SPEECH_TEXT_MAX = 2000,
    SPEECH_WORDS_MAX = SPEECH_TEXT_MAX / 2, // a letter and a blank each: no text has more
    SPEECH_SECONDS_MAX = 120
};

#define SPEECH_BLANKS " \t\n\v\f\r" // what parts words

struct speech_word { // where it stands in the text, in bytes, and when it begins
    uint32_t at, len, ms;
};
struct speech_order {
    char text[SPEECH_TEXT_MAX + 1];
    char locale[8];                     // "de-DE" (voice/locale.h); unknown ones are English
    float duration;                     // 1; 0 is taken for 1
    float pitch;                        // 0
    bool plain;                         // a person's voice instead of the robot's
    char robot[8];                      // "vector", "cozmo"
    char mood[12];                      // "neutral", "happy", "sad", "excited", "angry", "sleepy"
    float speed, shaping, config_pitch; // hundredths, of tts_config.json; 0 is 100
    uint32_t seed;
};
struct speech {
    int16_t *samples;
    size_t count;
    uint32_t rate;
    struct speech_word words[SPEECH_WORDS_MAX];
    uint32_t word_count;
    bool tones; // nobody was there to speak
};

struct speech_maker;
// `helper`: the program; NULL: critter-voice beside this program, in libexec, or in the path. Never NULL but without memory.
struct speech_maker *speech_maker_new(const char *helper);
void speech_maker_free(struct speech_maker *maker);
bool speech_maker_speaks(struct speech_maker *maker); // false: it only has tones

struct speech_order speech_order_of(const char *locale, const char *text);
enum err speech_check(const struct speech_order *order, struct fault *fault); // what cannot be said
enum err speech_make(struct speech_maker *maker, const struct speech_order *order, struct speech *out,
                     struct fault *fault);
void speech_free(struct speech *speech);

// A mood as changes of the voice. NULL: no such mood.
struct speech_mood {
    const char *name;
    float pitch, range, duration, tremble; // factors; tremble 0 … 1
};
const struct speech_mood *speech_mood_find(const char *name);
extern const struct speech_mood SPEECH_MOODS[];
extern const size_t SPEECH_MOOD_COUNT;
