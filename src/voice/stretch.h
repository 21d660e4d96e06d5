// Changes the length of speech without changing its pitch, by overlapping pieces where they match best.
#pragma once

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

// *out has exactly `wanted` samples; the caller frees it with free(). ERR_MEMORY.
enum err stretch(const int16_t *in, size_t count, size_t wanted, int16_t **out);
// Changes the pitch and keeps the length: ratio 2 is an octave up.
enum err stretch_pitch(const int16_t *in, size_t count, float ratio, int16_t **out);
