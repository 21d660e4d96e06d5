#include "codec/picture/colour.h"

#include "base/maths/maths.h"

uint16_t rgb565_of(struct rgb c) { return (uint16_t)((c.r & 0xf8) << 8 | (c.g & 0xfc) << 3 | c.b >> 3); }

struct rgb rgb_of_565(uint16_t pixel) {
    unsigned r = pixel >> 11, g = pixel >> 5 & 63, b = pixel & 31;
    return (struct rgb){(uint8_t)(r << 3 | r >> 2), (uint8_t)(g << 2 | g >> 4), (uint8_t)(b << 3 | b >> 2)};
}

void rgb565_to_wire(const uint16_t *pixels, size_t count, uint8_t *out) {
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = (uint8_t)(pixels[i] >> 8);
        out[2 * i + 1] = (uint8_t)pixels[i];
    }
}

void rgb565_from_wire(const uint8_t *bytes, size_t count, uint16_t *out) {
    for (size_t i = 0; i < count; i++) out[i] = (uint16_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
}

uint16_t light_word(struct rgb c, bool infrared) {
    return (uint16_t)((infrared ? 0x8000 : 0) | c.r * 31 / 255 << 10 | c.g * 31 / 255 << 5 | c.b * 31 / 255);
}

struct rgb rgb_of_light(uint16_t word, bool *infrared) {
    if (infrared) *infrared = word & 0x8000;
    return (struct rgb){(uint8_t)((word >> 10 & 31) * 255 / 31), (uint8_t)((word >> 5 & 31) * 255 / 31),
                        (uint8_t)((word & 31) * 255 / 31)};
}

// Not a number is dark.
static uint8_t byte_of(float part) { return part > 0 ? (uint8_t)(m_min(part, 1) * 255 + 0.5f) : 0; }

struct rgb rgb_of_hsv(struct hsv colour) {
    float s = m_clamp(colour.s, 0, 1), v = m_clamp(colour.v, 0, 1);
    float turn = (colour.h - m_floor(colour.h)) * 6;
    if (!(turn >= 0 && turn < 6)) turn = 0; // not a number, or a hue just below a whole turn
    int sector = (int)turn;
    float part = turn - (float)sector;
    float low = v * (1 - s), falling = v * (1 - s * part), rising = v * (1 - s * (1 - part));
    const float table[6][3] = {{v, rising, low},  {falling, v, low}, {low, v, rising},
                               {low, falling, v}, {rising, low, v},  {v, low, falling}};
    const float *rgb = table[sector];
    return (struct rgb){byte_of(rgb[0]), byte_of(rgb[1]), byte_of(rgb[2])};
}

struct hsv hsv_of_rgb(struct rgb c) {
    int high = c.r > c.g ? (c.r > c.b ? c.r : c.b) : (c.g > c.b ? c.g : c.b);
    int low = c.r < c.g ? (c.r < c.b ? c.r : c.b) : (c.g < c.b ? c.g : c.b);
    float span = (float)(high - low), hue = 0;
    if (high == low) return (struct hsv){0, 0, (float)high / 255};
    if (high == c.r)
        hue = (float)(c.g - c.b) / span;
    else if (high == c.g)
        hue = 2 + (float)(c.b - c.r) / span;
    else
        hue = 4 + (float)(c.r - c.g) / span;
    return (struct hsv){(hue < 0 ? hue + 6 : hue) / 6, span / (float)high, (float)high / 255};
}

struct rgb rgb_of_floats(const float parts[4]) {
    float scale = parts[0] > 1 || parts[1] > 1 || parts[2] > 1 || parts[3] > 1 ? 1.0f / 255 : 1;
    return (struct rgb){byte_of(parts[0] * scale), byte_of(parts[1] * scale), byte_of(parts[2] * scale)};
}
