#include "world/camera/scene_internal.h"

#include "base/maths/chance.h"

#include <stdlib.h>

// Pictures that are the same for all scenes: drawn once, from counted chance, so that no files are needed.

enum { GRAIN = 256, GRAIN_LEVELS = 7, CELL = 8, MARKER_SIDE = CELL * MARKER_CELLS, MARKER_LEVELS = 5 };

size_t texture_room(unsigned width, unsigned height, unsigned levels) {
    size_t room = 0;
    for (unsigned i = 0; i < levels; i++) room += (size_t)(width >> i) * (height >> i);
    return room;
}

void texture_finish(struct texture *texture, uint8_t *texels, unsigned width, unsigned height,
                    unsigned levels, unsigned planes, bool wraps) {
    *texture = (struct texture){.width = (uint16_t)width,
                                .height = (uint16_t)height,
                                .levels = (uint8_t)levels,
                                .planes = (uint8_t)planes,
                                .wraps = wraps,
                                .plane_size = (uint32_t)texture_room(width, height, levels),
                                .texels = texels};
    for (unsigned i = 0; i < levels; i++) texture->level_at[i] = (uint32_t)texture_room(width, height, i);
    for (unsigned p = 0; p < planes; p++) {
        uint8_t *plane = texels + p * texture->plane_size;
        for (unsigned i = 1; i < levels; i++) {
            const uint8_t *from = plane + texture->level_at[i - 1];
            uint8_t *to = plane + texture->level_at[i];
            unsigned wide = width >> (i - 1), w = width >> i, h = height >> i;
            for (unsigned y = 0; y < h; y++)
                for (unsigned x = 0; x < w; x++) {
                    const uint8_t *a = from + 2 * y * wide + 2 * x, *b = a + wide;
                    to[y * w + x] = (uint8_t)((a[0] + a[1] + b[0] + b[1] + 2) / 4);
                }
        }
    }
}

// --- Grains ------------------------------------------------------------------------------------------------

// Smooth noise that goes round after GRAIN texels: random heights on a grid of `cells`, -1 … 1.
static float noise(const float *heights, unsigned cells, float x, float y) {
    float gx = x * (float)cells / GRAIN, gy = y * (float)cells / GRAIN;
    unsigned ix = (unsigned)gx % cells, iy = (unsigned)gy % cells, jx = (ix + 1) % cells,
             jy = (iy + 1) % cells;
    float fx = gx - m_floor(gx), fy = gy - m_floor(gy);
    fx = fx * fx * (3 - 2 * fx), fy = fy * fy * (3 - 2 * fy);
    float above = m_lerp(heights[iy * 64 + ix], heights[iy * 64 + jx], fx);
    return m_lerp(above, m_lerp(heights[jy * 64 + ix], heights[jy * 64 + jx], fx), fy);
}

static float seam(float x, float every, float wide) { // 1 in the seam, 0 off it
    float at = m_fmod(x, every);
    float off = m_min(at, every - at);
    return m_clamp((wide - off) / 0.7f + 0.5f, 0, 1);
}

// 1 is the look's own colour; patterns darken it.
static float grain_at(enum scene_grain grain, const float *heights, const float *fine, float x, float y) {
    switch (grain) {
    case SCENE_SPECKLE:
        return 0.86f + 0.08f * noise(heights, 64, x, y) +
               0.06f * fine[((unsigned)y * GRAIN + (unsigned)x) & 4095];
    case SCENE_WOOD: {
        float bend = 6 * noise(heights, 4, x, y) + 2 * noise(heights, 16, x, y);
        float ring = m_sin((y + bend) * (M_TAU_F * 20 / GRAIN)), fibre = noise(heights, 64, x / 8, y);
        return 0.86f + 0.07f * ring + 0.06f * fibre - 0.35f * seam(y, 64, 0.8f);
    }
    case SCENE_TILES: {
        float tile = heights[((unsigned)y / 64) * 64 + (unsigned)x / 64] * 0.05f;
        float joint = m_max(seam(x, 64, 1.6f), seam(y, 64, 1.6f));
        return 0.92f + tile + 0.02f * noise(heights, 32, x, y) - 0.35f * joint;
    }
    case SCENE_CARPET:
        return 0.78f + 0.13f * fine[((unsigned)y * GRAIN + (unsigned)x) & 4095] +
               0.08f * noise(heights, 32, x, y);
    case SCENE_CHECKS:
        return (((unsigned)x / 64) ^ ((unsigned)y / 64)) & 1 ? 1 : 0.25f;
    case SCENE_BRICKS: {
        float shifted = (unsigned)y / 32 & 1 ? x + 32 : x;
        float joint = m_max(seam(shifted, 64, 1.2f), seam(y, 32, 1.2f));
        return 0.84f + 0.08f * heights[((unsigned)y / 32) * 64 + ((unsigned)shifted / 64) % 4] +
               0.03f * noise(heights, 64, x, y) + 0.12f * joint;
    }
    default:
        return 1;
    }
}

static void draw_grain(enum scene_grain grain, uint8_t *out, float *heights, float *fine) {
    struct chance dice = chance_of(1, chance_stream("grain of floors and walls"), grain);
    for (int i = 0; i < 64 * 64; i++) heights[i] = chance_range(&dice, -1, 1);
    for (int i = 0; i < 4096; i++) fine[i] = chance_range(&dice, -1, 1);
    for (unsigned y = 0; y < GRAIN; y++)
        for (unsigned x = 0; x < GRAIN; x++) {
            float v = grain_at(grain, heights, fine, (float)x + 0.5f, (float)y + 0.5f);
            out[y * GRAIN + x] = (uint8_t)(m_clamp(v, 0, 1) * 255 + 0.5f);
        }
}

struct scene_art *scene_art_new(void) {
    size_t grain = texture_room(GRAIN, GRAIN, GRAIN_LEVELS),
           marker = texture_room(MARKER_SIDE, MARKER_SIDE, MARKER_LEVELS);
    struct scene_art *art = calloc(1, sizeof *art);
    float *heights = malloc(2 * 4096 * sizeof *heights);
    if (art) art->texels = malloc(ART_GRAINS * grain + ART_MARKERS * marker);
    if (!art || !heights || !art->texels) {
        free(heights);
        scene_art_free(art);
        return NULL;
    }
    uint8_t *at = art->texels;
    for (unsigned i = 0; i < ART_GRAINS; i++, at += grain) {
        draw_grain((enum scene_grain)i, at, heights, heights + 4096);
        texture_finish(&art->textures[i], at, GRAIN, GRAIN, GRAIN_LEVELS, 1, true);
    }
    for (unsigned i = 0; i < ART_MARKERS; i++, at += marker) {
        for (unsigned y = 0; y < MARKER_SIDE; y++) // ink is not quite black
            for (unsigned x = 0; x < MARKER_SIDE; x++)
                at[y * MARKER_SIDE + x] = marker_dark(i, x / CELL, y / CELL) ? 18 : 255;
        texture_finish(&art->textures[ART_GRAINS + i], at, MARKER_SIDE, MARKER_SIDE, MARKER_LEVELS, 1, false);
    }
    free(heights);
    return art;
}

void scene_art_free(struct scene_art *art) {
    if (!art) return;
    free(art->texels);
    free(art);
}
