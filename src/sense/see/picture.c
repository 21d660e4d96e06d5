#include "sense/see/picture.h"

enum err see_picture_check(const struct see_picture *p, size_t bytes, struct fault *fault) {
    if (p->width < SEE_SIDE_LEAST || p->height < SEE_SIDE_LEAST || p->width > SEE_SIDE_MOST ||
        p->height > SEE_SIDE_MOST || (uint64_t)p->width * p->height > SEE_PIXELS_MOST)
        return fault_set(fault, ERR_RANGE, "a picture of %ux%u: sides are %d to %d pixels, at most 4096x2304",
                         (unsigned)p->width, (unsigned)p->height, SEE_SIDE_LEAST, SEE_SIDE_MOST);
    if ((uint64_t)p->width * p->height > bytes)
        return fault_set(fault, ERR_SHORT, "a picture of %ux%u has %zu bytes only", (unsigned)p->width,
                         (unsigned)p->height, bytes);
    return ERR_NONE;
}

void see_grey(const uint8_t *colour, size_t pixels, uint8_t *grey) {
    for (size_t i = 0; i < pixels; i++)
        grey[i] =
            (uint8_t)((colour[3 * i] * 77u + colour[3 * i + 1] * 150u + colour[3 * i + 2] * 29u + 128) >> 8);
}
