// Four numbers at once, where the processor can do that; the same results, bit for bit, where it cannot.
//
//     four sums = {0};
//     for (unsigned i = 0; i + 4 <= count; i += 4) sums += four_at(a + i) * four_at(b + i);
//     float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
//
// Operators work on each of the four. A comparison gives a mask, all bits or none: four_choose takes by it.
#pragma once

#include <stdint.h>

typedef float four __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t four_ints __attribute__((vector_size(16)));

static inline four four_of(float x) { return (four){x, x, x, x}; }
static inline four four_at(const float *at) { return *(const four *)(const void *)at; }
static inline four four_choose(four_ints mask, four yes, four no) {
    return (four)((mask & (four_ints)yes) | (~mask & (four_ints)no));
}
