#include "border/straighten.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 32, NOWHERE = UINT32_MAX }; // between two pixels

struct straightener {
    struct lens_model straight;
    // For each pixel: the upper left of the four it is made of, times STEPS * STEPS, and how far on.
    uint32_t *map;
};

// Where a pixel of the straight picture lies on the bent one, in pixels from the middle of the first.
static uint32_t place(const struct straightener *s, const struct lens_model *bent, uint32_t x, uint32_t y) {
    struct vec2 px, slopes = lens_slopes(&s->straight, vec2((float)x + 0.5f, (float)y + 0.5f));
    if (!lens_project(bent, vec3(slopes.x, slopes.y, 1), &px)) return NOWHERE;
    float u = (px.x - 0.5f) * STEPS + 0.5f, v = (px.y - 0.5f) * STEPS + 0.5f;
    float u_most = (float)((bent->width - 1) * STEPS), v_most = (float)((bent->height - 1) * STEPS);
    if (u < 0 || v < 0 || u >= u_most || v >= v_most) { // within half a pixel of the border the border counts
        if (u < -STEPS / 2.0f || v < -STEPS / 2.0f || u > u_most + STEPS / 2.0f || v > v_most + STEPS / 2.0f)
            return NOWHERE;
        u = m_clamp(u, 0, u_most - 1), v = m_clamp(v, 0, v_most - 1);
    }
    uint32_t iu = (uint32_t)u, iv = (uint32_t)v;
    return ((iv / STEPS) * bent->width + iu / STEPS) * (STEPS * STEPS) + iv % STEPS * STEPS + iu % STEPS;
}

struct straightener *straightener_new(const struct lens_model *lens, struct fault *fault) {
    if (lens_check(lens, fault)) return NULL;
    struct straightener *s = calloc(1, sizeof *s);
    if (s) s->map = malloc((size_t)lens->width * lens->height * sizeof *s->map);
    if (!s || !s->map) {
        fault_set(fault, ERR_MEMORY, "no memory to straighten pictures");
        straightener_free(s);
        return NULL;
    }
    s->straight = *lens;
    memset(s->straight.k, 0, sizeof s->straight.k);
    for (uint32_t y = 0; y < lens->height; y++)
        for (uint32_t x = 0; x < lens->width; x++) s->map[(size_t)y * lens->width + x] = place(s, lens, x, y);
    return s;
}

void straightener_free(struct straightener *s) {
    if (!s) return;
    free(s->map);
    free(s);
}

void straighten(const struct straightener *s, const uint8_t *from, unsigned channels, uint8_t *to) {
    size_t count = (size_t)s->straight.width * s->straight.height, row = (size_t)s->straight.width * channels;
    for (size_t i = 0; i < count; i++, to += channels) {
        uint32_t at = s->map[i];
        if (at == NOWHERE) {
            memset(to, 0, channels);
            continue;
        }
        uint32_t fx = at % STEPS, fy = at / STEPS % STEPS;
        const uint8_t *a = from + (size_t)(at / (STEPS * STEPS)) * channels, *b = a + row;
        for (unsigned c = 0; c < channels; c++) {
            uint32_t above = a[c] * (STEPS - fx) + a[c + channels] * fx,
                     below = b[c] * (STEPS - fx) + b[c + channels] * fx;
            to[c] = (uint8_t)((above * (STEPS - fy) + below * fy + STEPS * STEPS / 2) / (STEPS * STEPS));
        }
    }
}
