#include "cli/face_picture.h"

#include "cli/commands.h"

#include "base/text.h"
#include "codec/picture/png.h"
#include "stage/draw/font.h"

#include <stdio.h>
#include <string.h>

const struct face_style *face_style_find(const char *name, struct fault *fault) {
    static const struct face_style *const ALL[] = {&FACE_VECTOR, &FACE_COZMO, &FACE_COZMO_LIBRARY};
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++)
        if (!strcmp(ALL[i]->name, name)) return ALL[i];
    fault_set(fault, ERR_UNKNOWN, "expected the style vector, cozmo or library; found \"%s\"", name);
    return NULL;
}

const struct eye_colour *eye_colour_find(const char *name, struct fault *fault) {
    const char *names[7];
    for (size_t i = 0; i < 7; i++) {
        names[i] = EYE_COLOURS[i].name;
        if (!strcmp(names[i], name)) return &EYE_COLOURS[i];
    }
    const char *near = text_nearest(name, names, 7);
    fault_set(fault, ERR_UNKNOWN, "no eye colour is called \"%s\"; they are %s, %s, %s, %s, %s, %s, %s%s%s",
              name, names[0], names[1], names[2], names[3], names[4], names[5], names[6],
              near ? "; perhaps " : "", near ? near : "");
    return NULL;
}

enum err face_picture_new(struct face_picture *picture, unsigned width, unsigned height, unsigned scale,
                          struct fault *fault) {
    picture->scale = scale;
    enum err err = pixels_new(&picture->pixels, width * scale, height * scale, 3);
    return err ? fault_set(fault, err, "a picture of %u by %u pixels is too large", width * scale,
                           height * scale)
               : ERR_NONE;
}

void face_picture_free(struct face_picture *picture) { pixels_free(&picture->pixels); }

static void fill(struct face_picture *picture, unsigned x, unsigned y, unsigned size, const uint8_t rgb[3]) {
    for (unsigned row = y; row < y + size && row < picture->pixels.height; row++)
        for (unsigned column = x; column < x + size && column < picture->pixels.width; column++)
            memcpy(pixels_at(&picture->pixels, column, row), rgb, 3);
}

void face_picture_put(struct face_picture *picture, const struct face *face, const struct face_style *style,
                      const struct eye_colour *colour, unsigned x, unsigned y) {
    static uint16_t screen[184 * 96];
    static uint8_t grey[184 * 96];
    if (style->one_bit)
        face_bits(face, style, 2, grey);
    else
        face_colour(face, style, 0, colour->hue, colour->saturation, screen);
    for (unsigned row = 0; row < style->height; row++)
        for (unsigned column = 0; column < style->width; column++) {
            size_t i = (size_t)row * style->width + column;
            uint16_t c = screen[i];
            uint8_t rgb[3] = {(uint8_t)((c >> 11) * 255 / 31), (uint8_t)((c >> 5 & 63) * 255 / 63),
                              (uint8_t)((c & 31) * 255 / 31)};
            if (style->one_bit)
                rgb[0] = (uint8_t)(grey[i] * 150 / 255), rgb[1] = (uint8_t)(grey[i] * 220 / 255),
                rgb[2] = grey[i];
            fill(picture, (x + column) * picture->scale, (y + row) * picture->scale, picture->scale, rgb);
        }
}

void face_picture_raster(struct face_picture *picture, const struct raster *raster,
                         const struct face_style *style, unsigned x, unsigned y) {
    for (unsigned row = 0; row < (unsigned)raster->height; row++)
        for (unsigned column = 0; column < (unsigned)raster->width; column++) {
            struct rgb c = rgb_of_565(raster->at[(size_t)row * (size_t)raster->width + column]);
            uint8_t rgb[3] = {c.r, c.g, c.b};
            if (style->one_bit) { // lit or not
                bool lit = 299 * c.r + 587 * c.g + 114 * c.b >= 128 * 1000;
                rgb[0] = lit ? 150 : 0, rgb[1] = lit ? 220 : 0, rgb[2] = lit ? 255 : 0;
            }
            fill(picture, (x + column) * picture->scale, (y + row) * picture->scale, picture->scale, rgb);
        }
}

static void dot(void *user, int x, int y, unsigned size) {
    static const uint8_t PALE[3] = {170, 180, 190};
    if (x >= 0 && y >= 0) fill(user, (unsigned)x, (unsigned)y, size, PALE);
}

void face_picture_text(struct face_picture *picture, const char *text, unsigned x, unsigned y) {
    font_draw((int)(x * picture->scale), (int)(y * picture->scale), picture->scale, text, dot, picture);
}

enum err face_picture_write(const struct face_picture *picture, const char *path, struct fault *fault) {
    struct buf png = {0};
    enum err err = png_encode(&picture->pixels, &png, fault);
    if (!err) err = call_write(path, png.at, png.len, fault);
    buf_free(&png);
    return err;
}
