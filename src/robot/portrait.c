#include "robot/portrait.h"

#include "base/hash.h"

#include <string.h>

// Inside a rounded box around (cx, cy)?
static bool in_eye(float x, float y, float cx, float cy, float half_w, float half_h) {
    float dx = (x - cx) / half_w, dy = half_h > 0 ? (y - cy) / half_h : 2;
    return dx * dx * dx * dx + dy * dy * dy * dy <= 1;
}

enum err portrait_draw(const void *input, size_t input_size, void *answer, size_t answer_size,
                       size_t *answer_len) {
    struct portrait_order order;
    struct portrait out = {0};
    if (input_size != sizeof order || answer_size < sizeof out) return ERR_RANGE;
    memcpy(&order, input, sizeof order);
    out.width = order.width;
    out.height = order.height;
    for (unsigned y = 0; y < order.height; y++) {
        uint8_t row[512] = {0};
        unsigned width = order.width < sizeof row ? order.width : sizeof row;
        float half_w = (float)width * 0.12f, half_h = (float)order.height * 0.30f * order.lids;
        for (unsigned x = 0; x < width; x++) {
            float fx = (float)x + 0.5f, fy = (float)y + 0.5f, cy = (float)order.height / 2;
            bool lit = in_eye(fx, fy, (float)width * 0.3f, cy, half_w, half_h) ||
                       in_eye(fx, fy, (float)width * 0.7f, cy, half_w, half_h);
            row[x] = lit ? 255 : 0;
            out.lit += lit;
        }
        out.hash = hash64(out.hash, row, width);
    }
    memcpy(answer, &out, sizeof out);
    *answer_len = sizeof out;
    return ERR_NONE;
}
