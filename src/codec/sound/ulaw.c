#include "codec/sound/ulaw.h"

#include <string.h>

enum { OFFSET = 132, SIGN = 0x80 };

static int highest_bit(unsigned v) { return v ? 31 - __builtin_clz(v) : -1; }

static uint8_t library_byte(int16_t sample) {
    int size = (sample < 0 ? -sample : sample) + OFFSET;
    if (size > 32767) size = 32767;
    int exponent = highest_bit((unsigned)size) - 7; // never below 0: the offset has bit 7
    int code = (sample < 0 ? SIGN : 0) | exponent << 4 | (size >> (exponent + 3) & 15);
    return code < 255 ? (uint8_t)(code + 1) : 255;
}

static int16_t library_sample(uint8_t byte) {
    if (!byte) return 0;
    int code = byte - 1;
    int size = ((((code & 15) << 3) + OFFSET) << (code >> 4 & 7)) - OFFSET;
    return (int16_t)(code & SIGN ? -size : size);
}

static uint8_t engine_byte(int16_t sample) {
    int size = sample < 0 ? ~sample : sample;
    int exponent = highest_bit((unsigned)size >> 8) + 1;
    int mantissa = exponent ? size >> (exponent + 3) & 15 : size >> 4;
    return (uint8_t)((sample < 0 ? SIGN : 0) | exponent << 4 | mantissa);
}

static int16_t engine_sample(uint8_t byte) {
    if (!byte) return 0;
    int exponent = byte >> 4 & 7, mantissa = byte & 15;
    int size = exponent ? (16 | mantissa) << (exponent + 3) : mantissa << 4;
    size += exponent ? 1 << (exponent + 2) : 8; // the middle of the step
    return (int16_t)(byte & SIGN ? ~size : size);
}

uint8_t ulaw_byte(enum ulaw_law law, int16_t sample) {
    return law == ULAW_ENGINE ? engine_byte(sample) : library_byte(sample);
}

int16_t ulaw_sample(enum ulaw_law law, uint8_t byte) {
    return law == ULAW_ENGINE ? engine_sample(byte) : library_sample(byte);
}

void ulaw_encode(enum ulaw_law law, const int16_t *samples, size_t count, uint8_t *out) {
    for (size_t i = 0; i < count; i++) out[i] = ulaw_byte(law, samples[i]);
}

size_t ulaw_frame(enum ulaw_law law, const int16_t *samples, size_t count, uint8_t out[ULAW_FRAME]) {
    size_t used = count < ULAW_FRAME ? count : ULAW_FRAME;
    ulaw_encode(law, samples, used, out);
    memset(out + used, 0, ULAW_FRAME - used);
    return used;
}

void ulaw_decode(enum ulaw_law law, const uint8_t *bytes, size_t count, int16_t *out) {
    for (size_t i = 0; i < count; i++) out[i] = ulaw_sample(law, bytes[i]);
}
