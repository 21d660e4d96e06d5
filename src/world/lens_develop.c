#include "world/lens_inside.h"

#include "base/chance.h"

#include <stdlib.h>

// From light to bytes: bent by the lens, dimmed in the corners, counted in electrons.

// --- The bend -----------------------------------------------------------------------------------------------------------

enum {
    GRID = 8
}; // the bend is computed on every eighth pixel and is straight between: a thousandth of a pixel off

static void fill_row(struct lens *lens, uint32_t y, const struct vec2 *above, const struct vec2 *below) {
    const struct lens_model *p = &lens->pinhole;
    float down = (float)(y % GRID) / GRID;
    for (uint32_t x = 0; x < lens->model.width; x++) {
        uint32_t i = x / GRID;
        float across = (float)(x % GRID) / GRID;
        float sx = m_lerp(m_lerp(above[i].x, above[i + 1].x, across),
                          m_lerp(below[i].x, below[i + 1].x, across), down);
        float sy = m_lerp(m_lerp(above[i].y, above[i + 1].y, across),
                          m_lerp(below[i].y, below[i + 1].y, across), down);
        // its middle, in 32nds of a pixel from the middle of the upper left one
        float fx = (sx * p->fx + p->cx - 0.5f) * MAP_STEPS + 0.5f,
              fy = (sy * p->fy + p->cy - 0.5f) * MAP_STEPS + 0.5f;
        uint32_t ux = (uint32_t)m_clamp(fx, 0, (float)((p->width - 1) * MAP_STEPS - 1));
        uint32_t uy = (uint32_t)m_clamp(fy, 0, (float)((p->height - 1) * MAP_STEPS - 1));
        uint32_t offset = (uint32_t)(uy / MAP_STEPS * lens->stride + ux / MAP_STEPS);
        lens->map[(size_t)y * lens->model.width + x] =
            offset << (2 * MAP_FRACTION) | (uy % MAP_STEPS) << MAP_FRACTION | ux % MAP_STEPS;
    }
}

static void slopes_row(const struct lens *lens, uint32_t y, struct vec2 *out) {
    for (uint32_t x = 0; x <= lens->model.width / GRID + 1; x++)
        out[x] = lens_slopes(&lens->model, vec2((float)(x * GRID) + 0.5f, (float)y + 0.5f));
}

enum err lens_map_new(struct lens *lens) {
    uint32_t width = lens->model.width, height = lens->model.height;
    if (lens->stride * lens->pinhole.height >= 1u << (32 - 2 * MAP_FRACTION)) return ERR_LIMIT;
    lens->map = malloc((size_t)width * height * sizeof *lens->map);
    lens->weights = malloc(MAP_STEPS * MAP_STEPS * sizeof *lens->weights);
    struct vec2 *rows = malloc(2 * (width / GRID + 2) * sizeof *rows);
    if (!lens->map || !lens->weights || !rows) {
        free(rows);
        return ERR_MEMORY;
    }
    struct vec2 *above = rows, *below = rows + width / GRID + 2;
    slopes_row(lens, 0, below);
    for (uint32_t y = 0; y < height; y++) {
        if (y % GRID == 0) {
            struct vec2 *spare = above;
            above = below, below = spare;
            slopes_row(lens, y + GRID, below);
        }
        fill_row(lens, y, above, below);
    }
    free(rows);
    for (unsigned i = 0; i < MAP_STEPS * MAP_STEPS; i++) {
        unsigned x = i % MAP_STEPS, y = i / MAP_STEPS;
        uint16_t w[4] = {(uint16_t)((MAP_STEPS - x) * (MAP_STEPS - y)), (uint16_t)(x * (MAP_STEPS - y)),
                         (uint16_t)((MAP_STEPS - x) * y), (uint16_t)(x * y)};
        for (int k = 0; k < 4; k++) lens->weights[i][k] = w[k];
    }
    return ERR_NONE;
}

static void bend_row(const struct lens *lens, const uint16_t *light, unsigned y, uint16_t *out) {
    const uint32_t *map = lens->map + (size_t)y * lens->model.width;
    size_t stride = lens->stride;
    for (uint32_t x = 0; x < lens->model.width; x++) {
        uint32_t from = map[x];
        const uint16_t *at = light + (from >> (2 * MAP_FRACTION)), *under = at + stride;
        const uint16_t *w = lens->weights[from & (MAP_STEPS * MAP_STEPS - 1)];
        uint32_t sum = (uint32_t)at[0] * w[0] + (uint32_t)at[1] * w[1] + (uint32_t)under[0] * w[2] +
                       (uint32_t)under[1] * w[3];
        out[x] = (uint16_t)(sum >> (2 * MAP_FRACTION));
    }
}

// --- Electrons ----------------------------------------------------------------------------------------------------------

typedef float four __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t four_ints __attribute__((vector_size(16)));

#ifdef __SSE2__
#include <emmintrin.h>
static inline four root(four x) { return (four)_mm_sqrt_ps((__m128)x); }
#else
static inline four root(four x) { return (four){m_sqrt(x[0]), m_sqrt(x[1]), m_sqrt(x[2]), m_sqrt(x[3])}; }
#endif

static inline four all(float x) { return (four){x, x, x, x}; }

struct row_noise {
    const float *chance; // NULL: none
    float read2, shot;   // variances: of reading, and of each grey value of light
};

static struct row_noise noise_of(const struct lens *lens, const struct lens_shot *shot, unsigned plane,
                                 unsigned y) {
    struct row_noise n = {0};
    if (!lens->noise) return n;
    struct chance dice = chance_of(lens->config.seed, chance_stream("a lens's rows"), lens->number);
    dice.n = y * 4 + plane;
    n.chance = lens->noise + chance_u32(&dice) % NOISE_COUNT;
    // 255 grey values are a full well at gain 1; more gain makes the same grey of fewer electrons
    float electrons = m_max(lens->config.eye.full_well, 100) / (255 * shot->gain),
          read = lens->config.eye.read_noise / electrons;
    n.shot = 1 / electrons, n.read2 = read * read;
    return n;
}

// How bright the row is: the corners lose what the model says.
struct row_dim {
    float middle, each; // times 1 / LIGHT_ONE
};

static struct row_dim dim_of(const struct lens *lens, unsigned y) {
    const struct lens_model *m = &lens->model;
    float loss = lens->config.vignetting ? m_clamp(lens->config.eye.vignetting, 0, 1) : 0,
          scale = 1.0f / LIGHT_ONE;
    float off = (float)y + 0.5f - m->cy, w = (float)m->width, h = (float)m->height,
          corner = (w * w + h * h) / 4;
    return (struct row_dim){scale * (1 - loss * off * off / corner), scale * loss / corner};
}

static inline void light_four(const uint16_t *light, four *out) {
    *out = (four){(float)light[0], (float)light[1], (float)light[2], (float)light[3]};
}

static inline void grey_four(four v, uint8_t *out, unsigned step) {
    four_ints i = __builtin_convertvector(v, four_ints);
    for (int k = 0; k < 4; k++) out[(unsigned)k * step] = (uint8_t)(i[k] < 0 ? 0 : i[k] > 255 ? 255 : i[k]);
}

void lens_develop_row(const struct lens *lens, const struct lens_shot *shot, unsigned plane, unsigned y,
                      uint8_t *out, unsigned step) {
    uint32_t width = lens->model.width;
    const uint16_t *light = lens->light[plane] + y * lens->stride;
    if (lens->map) {
        bend_row(lens, lens->light[plane], y, lens->bent);
        light = lens->bent;
    }
    struct row_dim dim = dim_of(lens, y);
    struct row_noise noise = noise_of(lens, shot, plane, y);
    uint32_t x = 0;
    for (; x < width; x += 4) {
        four v, off = *(const four *)(const void *)(lens->across2 + x);
        light_four(light + x, &v);
        v *= all(dim.middle) - off * all(dim.each);
        v = (four)((four_ints)v & (v > all(0))); // a corner cannot be darker than dark
        if (noise.chance)
            v += root(v * all(noise.shot) + all(noise.read2)) *
                 *(const four *)(const void *)(noise.chance + x);
        v += all(0.5f);
        if (x + 4 <= width) {
            grey_four(v, out + (size_t)x * step, step);
            continue;
        }
        uint8_t rest[4];
        grey_four(v, rest, 1);
        for (uint32_t k = 0; x + k < width; k++) out[(size_t)(x + k) * step] = rest[k];
    }
}
