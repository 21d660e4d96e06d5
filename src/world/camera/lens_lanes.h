// Eight 16-bit numbers at once where the processor can do that; the same results where it cannot.
#pragma once

#include "base/maths/four.h"

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

static inline four four_root(four x) {
#ifdef __SSE2__
    return (four)_mm_sqrt_ps((__m128)x);
#else
    for (int i = 0; i < 4; i++) x[i] = __builtin_sqrtf(x[i]);
    return x;
#endif
}

static inline four four_light(const uint16_t *light) {
#ifdef __SSE2__
    __m128i l = _mm_loadl_epi64((const __m128i *)(const void *)light);
    return (four)_mm_cvtepi32_ps(_mm_unpacklo_epi16(l, _mm_setzero_si128()));
#else
    return (four){(float)light[0], (float)light[1], (float)light[2], (float)light[3]};
#endif
}

// Truncated, and clamped to 0 … 255.
static inline void four_bytes(four v, uint8_t out[4]) {
#ifdef __SSE2__
    __m128i i = _mm_cvttps_epi32((__m128)v);
    i = _mm_packs_epi32(i, i);
    int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(i, i));
    memcpy(out, &bytes, 4);
#else
    for (int k = 0; k < 4; k++) out[k] = (uint8_t)(v[k] < 1 ? 0 : v[k] > 255 ? 255 : v[k]);
#endif
}

// Weighted sums of the four numbers around each of four places (two neighbours in each of two rows, `stride`
// apart), divided by 1024. Numbers up to 32767. A place is what the lens's map says of a pixel: which number,
// and above `bits` bits which of the weights.
#ifdef __SSE2__
static inline __m128i lanes_two(const uint16_t *light, size_t stride, const uint16_t (*weights)[4],
                                unsigned bits, uint32_t from, uint32_t to) {
    uint32_t mask = (1u << bits) - 1;
    const uint16_t *p = light + (from >> bits), *q = light + (to >> bits);
    int32_t above0, below0, above1, below1;
    memcpy(&above0, p, 4), memcpy(&below0, p + stride, 4);
    memcpy(&above1, q, 4), memcpy(&below1, q + stride, 4);
    __m128i a = _mm_unpacklo_epi32(_mm_cvtsi32_si128(above0), _mm_cvtsi32_si128(below0));
    __m128i b = _mm_unpacklo_epi32(_mm_cvtsi32_si128(above1), _mm_cvtsi32_si128(below1));
    __m128i w = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(const void *)weights[from & mask]),
                                   _mm_loadl_epi64((const __m128i *)(const void *)weights[to & mask]));
    return _mm_madd_epi16(_mm_unpacklo_epi64(a, b), w);
}
#endif

static inline void lanes_weigh(const uint16_t *light, size_t stride, const uint16_t (*weights)[4],
                               unsigned bits, const uint32_t at[4], uint16_t out[4]) {
#ifdef __SSE2__
    __m128i first = lanes_two(light, stride, weights, bits, at[0], at[1]),
            second = lanes_two(light, stride, weights, bits, at[2], at[3]);
    __m128i even = (__m128i)_mm_shuffle_ps((__m128)first, (__m128)second, _MM_SHUFFLE(2, 0, 2, 0));
    __m128i odd = (__m128i)_mm_shuffle_ps((__m128)first, (__m128)second, _MM_SHUFFLE(3, 1, 3, 1));
    __m128i all = _mm_srli_epi32(_mm_add_epi32(even, odd), 10);
    _mm_storel_epi64((__m128i *)(void *)out, _mm_packs_epi32(all, all));
#else
    for (int k = 0; k < 4; k++) {
        const uint16_t *a = light + (at[k] >> bits), *b = a + stride,
                       *w = weights[at[k] & ((1u << bits) - 1)];
        out[k] = (uint16_t)(((uint32_t)a[0] * w[0] + (uint32_t)a[1] * w[1] + (uint32_t)b[0] * w[2] +
                             (uint32_t)b[1] * w[3]) >>
                            10);
    }
#endif
}
