// Speech made longer or shorter without being made lower or higher: pieces of it are laid over each other where they fit best.
#pragma once

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

// *out, from malloc, has exactly `wanted` samples. ERR_MEMORY.
enum err stretch(const int16_t *in, size_t count, size_t wanted, int16_t **out);
// Higher or lower with the same length: ratio 2 is an octave up.
enum err stretch_pitch(const int16_t *in, size_t count, float ratio, int16_t **out);
