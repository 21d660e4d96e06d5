// Eight 16-bit numbers at once where the processor has that; the same numbers where it has not.
#pragma once

#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// out[i] = at[i] * by / 65536, for 16 numbers
static inline void lanes_scale(const uint16_t *at, uint16_t by, uint16_t *out) {
#ifdef __SSE2__
    __m128i b = _mm_set1_epi16((short)by);
    for (int i = 0; i < 16; i += 8) {
        __m128i a = _mm_loadu_si128((const __m128i *)(const void *)(at + i));
        _mm_storeu_si128((__m128i *)(void *)(out + i), _mm_mulhi_epu16(a, b));
    }
#else
    for (int i = 0; i < 16; i++) out[i] = (uint16_t)((uint32_t)at[i] * by >> 16);
#endif
}

static inline void lanes_fill(uint16_t *out, int count, uint16_t value) {
    int i = 0;
#ifdef __SSE2__
    __m128i v = _mm_set1_epi16((short)value);
    for (; i + 8 <= count; i += 8) _mm_storeu_si128((__m128i *)(void *)(out + i), v);
#endif
    for (; i < count; i++) out[i] = value;
}
