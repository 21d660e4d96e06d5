// Light patterns as Vector's cube takes them over Bluetooth: a table of key-frames, and where each lamp
// begins in it.
//
//     struct cube_frames frames;
//     if (cube_frames_of(&show->steps[0].pattern, &frames)) …
//         // ERR_RANGE: not four lamps; ERR_LIMIT: more key-frames than the cube holds
//     uint8_t piece[CUBE_PIECE];
//     for (size_t i = 0, len; (len = cube_frames_piece(&frames, i, piece)); i++) …write it to the cube…
//
// A lamp shows a key-frame's colour for `hold` ticks of 33 ms, fades to the next one's over `decay` ticks,
// and continues at key-frame `link`. So a pattern of on and off is two key-frames that link to each other; a
// lamp that is ahead begins with part of one. Times too long for one key-frame take several. A pattern that
// rotates is written out for one whole turn.
//
// The pieces are the cube's own messages. Key-frames come three at a time (1, 0, then red, green, blue, hold,
// decay, link of each). The map comes last (0, 0, then the first key-frame of each lamp) and starts them.
#pragma once

#include "stage/lights/lights.h"

enum { CUBE_FRAMES_MAX = 128, CUBE_FRAMES_PIECE = 3, CUBE_PIECE = 20, CUBE_MAP_PIECE = 6, CUBE_TICK_MS = 33 };

struct cube_frame {
    uint8_t r, g, b, hold, decay, link;
};
struct cube_frames {
    struct cube_frame at[CUBE_FRAMES_MAX];
    uint32_t count;
    uint8_t first[LIGHTS_CUBE]; // of each lamp
};

enum err cube_frames_of(const struct light_pattern *pattern, struct cube_frames *out);
// The i-th message and its length; 0: there are no more.
size_t cube_frames_piece(const struct cube_frames *frames, size_t i, uint8_t out[CUBE_PIECE]);
// What a lamp of the cube shows that many ticks after the map arrived, computed as the cube does: for
// simulated cubes and tests.
struct body_colour cube_frames_at(const struct cube_frames *frames, unsigned lamp, uint32_t tick);
