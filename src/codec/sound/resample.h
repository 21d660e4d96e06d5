// Sample rate conversion.
//
//     struct resample *rate = resample_new(22050, 22320);  // NULL: no memory, or a rate out of range
//     size_t made = resample_push(rate, samples, count, out, room, &taken);
//     …                                                                // again with what was not taken
//     made = resample_end(rate, out, room);  // the last few, once the input is over
//     resample_free(rate);
//
// Each output sample is a weighted mean of the input samples around its time (a windowed sinc). The weights
// suppress what the lower rate cannot hold. One channel. The first output sample has the time of the first
// input sample, and n samples become n * out / in, rounded up. The arithmetic is the same on every machine,
// and input in pieces gives the same output as input at once: robots' commands hold the result. Only
// resample_new allocates.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { RESAMPLE_RATE_MAX = 768000 };

struct resample;
struct resample *resample_new(unsigned in_rate, unsigned out_rate); // the caller frees
void resample_free(struct resample *rate);                          // NULL is fine
void resample_reset(struct resample *rate);                         // as new: starts from silence
size_t resample_push(struct resample *rate, const int16_t *in, size_t count, int16_t *out, size_t room,
                     size_t *taken);
size_t resample_end(struct resample *rate, int16_t *out, size_t room); // 0: there is no more
