// How speech goes up and down: how loud it is from moment to moment, and which of its words are said with
// weight. A face without a mouth moves by it.
//
//     uint8_t loud[640];
//     uint32_t count = accent_levels(&speech, 33, loud, 640); // 33 ms each; 255: as loud as this speech gets
//     struct accent accent = accent_of(&speech, word, text, 33, loud, count);
//
// A word has weight when it is louder and longer than its neighbours ("the robot SLEPT"); capitals and a call
// give it more. Pure functions; nothing allocates.
#pragma once

#include "voice/speech.h"

enum accent_end { ACCENT_GOES_ON, ACCENT_RESTS, ACCENT_STOPS, ACCENT_CALLS, ACCENT_ASKS }; // ", . ! ?"

struct accent {
    uint8_t weight; // 1 … 255
    uint8_t end;    // what stands behind it: enum accent_end
};
uint32_t accent_levels(const struct speech *speech, uint32_t step_ms, uint8_t *out, uint32_t room);
struct accent accent_of(const struct speech *speech, uint32_t word, const char *text, uint32_t step_ms,
                        const uint8_t *loud, uint32_t count);
