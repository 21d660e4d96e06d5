// What the camera's files share: lens.c takes pictures, lens_develop.c develops them, lens_sights.c measures
// sights. Nobody else includes this.
#pragma once

#include "world/camera/lens.h"
#include "world/camera/lens_draw.h"

enum { LENS_SHOTS = 16, NOISE_COUNT = 16384, NOISE_PAD = LENS_SIDE_MAX + 16 };

struct kept_shot {
    uint64_t number;
    struct lens_shot shot;
};

struct lens {
    struct lens_config config;
    struct lens_model model; // of the pictures
    // what is drawn: no distortion, wide enough for everything the lens bends into the picture
    struct lens_model pinhole;
    struct lens_draw *draw;
    struct frame_pool *pool;
    size_t stride;
    uint16_t *light[3], *sum[3]; // of the pinhole's picture
    uint32_t *map;               // for each pixel: where its light comes from; NULL: from the same place
    uint16_t (*weights)[4];      // of the four around, by 32nds
    uint16_t *bent;              // a row, after the lens
    float *across2;              // for each column: how far from the middle, squared
    float *noise;
    uint64_t number;
    int64_t due_us;
    struct kept_shot shots[LENS_SHOTS];
};

enum { MAP_FRACTION = 5, MAP_STEPS = 1 << MAP_FRACTION };

// One row of light into bytes, `step` apart.
void lens_develop_row(const struct lens *lens, const struct lens_shot *shot, unsigned plane, unsigned y,
                      uint8_t *out, unsigned step);
enum err lens_map_new(struct lens *lens);

// Where sight number `index` of the scene is in the picture; share is 1 if it faces the camera, else 0.
// Returns the area in pixels of the pinhole picture as if nothing hid it, or a negative number if there is no
// such sight.
float lens_sight_of(const struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                    uint32_t index, struct lens_sight *out);
