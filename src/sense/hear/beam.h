// Listens in one direction: the microphones are delayed by fractions of a sample, so that what comes from
// there adds up, and then summed.
//
//     struct beam beam;
//     beam_start(&beam, model, 15625);
//     beam_turn(&beam, rad);                 // to the left; it glides there within a chunk
//     beam_open(&beam);                      // or: in no direction, as long as nobody speaks
//     beam_feed(&beam, chunk, out);          // 160 samples of one channel
//
// The delay is a sinc of 16 taps under a window; whatever the direction, sound comes out BEAM_LATE samples
// later. A microphone that is alike from moment to moment is dead and is left out. Plain data.
#pragma once

#include "border/body_model.h"
#include "codec/sound/ears.h"

enum { BEAM_TAPS = 16, BEAM_LATE = BEAM_TAPS / 2 };
struct beam {
    float ears_m[EARS][2]; // about their middle
    float rate_hz;
    float taps[EARS][BEAM_TAPS], before[EARS][BEAM_TAPS]; // now, and until it turned
    bool turned;
    int16_t past[EARS][BEAM_TAPS];
};
void beam_start(struct beam *beam, const struct body_model *model, float rate_hz);
void beam_turn(struct beam *beam, float rad);
void beam_open(struct beam *beam);
void beam_feed(struct beam *beam, const int16_t chunk[EARS][EARS_CHUNK], int16_t out[EARS_CHUNK]);
