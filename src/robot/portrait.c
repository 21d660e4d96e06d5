#include "robot/portrait.h"

#include "base/hash.h"

#include <string.h>

enum err portrait_draw(const void *input, size_t input_size, void *answer, size_t answer_size,
                       size_t *answer_len) {
    struct portrait_order order;
    struct portrait out = {0};
    uint8_t grey[184 * 96];
    if (input_size != sizeof order || answer_size < sizeof out) return ERR_RANGE;
    memcpy(&order, input, sizeof order);
    out.width = order.style->width;
    out.height = order.style->height;
    size_t pixels = (size_t)out.width * out.height;
    if (pixels > sizeof grey) return ERR_LIMIT;
    face_draw(&order.face, order.style, order.picture, grey);
    for (size_t i = 0; i < pixels; i++) out.lit += grey[i] > 0;
    out.hash = hash64(0, grey, pixels);
    memcpy(answer, &out, sizeof out);
    *answer_len = sizeof out;
    return ERR_NONE;
}
