// The robot's eyes as pixels, drawn by an errand for whoever asked what the robot looks like.
//
//     // an order in, a portrait out
//     errand_post(crew, &(struct errand){.run = portrait_draw, .input = &order, …});
//
// The pixels themselves are not handed on: their number, size and hash tell whether two faces are the same.
#pragma once

#include "base/err.h"
#include "stage/face/draw.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PORTRAIT_TICKS = 3 }; // after so many ticks it is due

struct portrait_order {
    struct face face;
    const struct face_style *style;
    uint32_t picture;
};
struct portrait {
    uint16_t width, height;
    uint32_t lit;
    uint64_t hash;
};

enum err portrait_draw(const void *input, size_t input_size, void *answer, size_t answer_size,
                       size_t *answer_len);
