#include "world/camera/lens_internal.h"

#include "base/maths/chance.h"
#include "world/camera/lens_lanes.h"

#include <stdlib.h>
#include <string.h>

// From light to bytes: bent by the lens, dimmed in the corners, counted in electrons.

// --- The bend ----------------------------------------------------------------------------------------------

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
    lens->map = calloc((size_t)width * height + 3, sizeof *lens->map);
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
    const uint16_t(*weights)[4] = (const uint16_t(*)[4])lens->weights;
    for (uint32_t x = 0; x < lens->model.width; x += 4) // the map has a few more than it needs
        lanes_weigh(light, lens->stride, weights, 2 * MAP_FRACTION, map + x, out + x);
}

// --- Electrons ---------------------------------------------------------------------------------------------

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
    for (uint32_t x = 0; x < width; x += 4, out += (size_t)4 * step) {
        four v = four_light(light + x), off = four_at(lens->across2 + x);
        v *= four_of(dim.middle) - off * four_of(dim.each);
        v = (four)((four_ints)v & (v > four_of(0))); // a corner cannot be darker than dark
        if (noise.chance)
            v += four_root(v * four_of(noise.shot) + four_of(noise.read2)) * four_at(noise.chance + x);
        uint8_t grey[4];
        four_bytes(v + four_of(0.5f), grey);
        if (x + 4 > width)
            for (uint32_t k = 0; x + k < width; k++) out[k * step] = grey[k];
        else if (step == 1)
            memcpy(out, grey, 4);
        else
            out[0] = grey[0], out[step] = grey[1], out[2 * step] = grey[2], out[3 * step] = grey[3];
    }
}
