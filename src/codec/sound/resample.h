// Sound from one rate to another.
//
//     struct resample *rate = resample_new(22050, 22320);              // NULL: no memory, or a rate out of range
//     size_t made = resample_push(rate, samples, count, out, room, &taken);
//     …                                                                // again with what was not taken
//     made = resample_end(rate, out, room);                            // the last few, once the input is over
//     resample_free(rate);
//
// Each sample that comes out is a weighted mean of those around its time (a windowed sinc), with the weights set so that nothing is
// heard that the lower rate cannot hold. One channel. The first sample out belongs to the time of the first in, and n
// samples in make n * out / in out, rounded up. The arithmetic is the same on every machine, and pushing in pieces gives
// what pushing at once gives, because robots' commands hold the result. Nothing is allocated after resample_new.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { RESAMPLE_RATE_MAX = 192000 };

struct resample;
struct resample *resample_new(unsigned in_rate, unsigned out_rate); // the caller frees
void resample_free(struct resample *rate);                          // NULL is fine
void resample_reset(struct resample *rate);                         // as new: silence before
size_t resample_push(struct resample *rate, const int16_t *in, size_t count, int16_t *out, size_t room,
                     size_t *taken);
size_t resample_end(struct resample *rate, int16_t *out, size_t room); // 0: there is no more
