// Microphones of any number and rate, brought to the four of a body-board and their 15,625 moments a second.
//
//     struct rates *rates = rates_new();
//     enum err err = rates_push(rates, 48000, 1, samples, moments, out, room, &taken, &made);
//     …                                              // again with what was not taken
//     rates_free(rates);
//
// What has fewer channels than a body-board is heard by its first, in the place of all four: then nobody can
// tell from where a sound came. What has the rate and the channels of a body-board already is copied. When
// rate or channels change, it begins anew. ERR_RANGE: no such rate or number of channels; ERR_MEMORY.
#pragma once

#include "base/err.h"
#include "codec/sound/ears.h"

#include <stddef.h>

enum { RATES_LEAST_HZ = 4000, RATES_MOST_HZ = 192000 };

struct rates;
struct rates *rates_new(void); // NULL: no memory
void rates_free(struct rates *rates);
// Moments are interleaved, before and after; `room` is in moments.
enum err rates_push(struct rates *rates, uint32_t hz, uint32_t channels, const int16_t *samples,
                    uint32_t moments, int16_t *out, uint32_t room, uint32_t *taken, uint32_t *made);
