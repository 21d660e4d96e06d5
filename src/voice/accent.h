// The intonation of speech: its loudness over time, and which words are stressed. Faces without a mouth move
// by it.
//
//     uint8_t loud[640];
//     uint32_t count = accent_levels(&speech, 33, loud, 640); // 33 ms each; 255: as loud as this speech gets
//     struct accent accent = accent_of(&speech, word, text, 33, loud, count);
//
// A word is stressed when it is louder and longer than its neighbours ("the robot SLEPT"). Capitals and an
// exclamation mark add stress. Pure functions; nothing allocates.
#pragma once

#include "voice/speech.h"

enum accent_end { ACCENT_GOES_ON, ACCENT_RESTS, ACCENT_STOPS, ACCENT_CALLS, ACCENT_ASKS }; // ", . ! ?"

struct accent {
    uint8_t weight; // 1 … 255
    uint8_t end;    // the punctuation after it: enum accent_end
};
uint32_t accent_levels(const struct speech *speech, uint32_t step_ms, uint8_t *out, uint32_t room);
struct accent accent_of(const struct speech *speech, uint32_t word, const char *text, uint32_t step_ms,
                        const uint8_t *loud, uint32_t count);
