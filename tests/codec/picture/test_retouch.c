#include "support/support.h"

#include "base/maths/chance.h"
#include "codec/picture/retouch.h"

#include <stdlib.h>

// A picture of noise inside a larger one, so that rows have gaps.
static struct pixels noise(struct pixels *whole, unsigned width, unsigned height, unsigned channels) {
    assert_int_equal(pixels_new(whole, width + 3, height + 2, channels), ERR_NONE);
    struct chance dice = chance_of(width, height, channels);
    for (size_t i = 0; i < whole->stride * whole->height; i++) whole->at[i] = (uint8_t)chance_u32(&dice);
    struct pixels part = *whole;
    part.at = pixels_at(whole, 2, 1), part.width = width, part.height = height, part.owned = NULL;
    return part;
}

static int by_value(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }
static unsigned within(int at, unsigned size) {
    return at < 0 ? 0 : at < (int)size ? (unsigned)at : size - 1;
}

// All nine, sorted.
static uint8_t middle_of_nine(const struct pixels *p, unsigned x, unsigned y, unsigned c) {
    uint8_t nine[9];
    for (int i = 0; i < 9; i++)
        nine[i] =
            pixels_at(p, within((int)x - 1 + i % 3, p->width), within((int)y - 1 + i / 3, p->height))[c];
    qsort(nine, 9, 1, by_value);
    return nine[4];
}

static void each_pixel_is_the_middle_of_nine(void **state) {
    static const unsigned SIZES[][3] = {{1, 1, 1}, {1, 9, 3}, {9, 1, 4}, {2, 2, 3}, {17, 13, 1}, {40, 30, 3}};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        struct pixels whole = {0}, out = {0}, from = noise(&whole, SIZES[i][0], SIZES[i][1], SIZES[i][2]);
        assert_int_equal(pixels_median(&from, &out), ERR_NONE);
        assert_true(out.width == from.width && out.height == from.height && out.channels == from.channels);
        for (unsigned y = 0; y < out.height; y++)
            for (unsigned x = 0; x < out.width; x++)
                for (unsigned c = 0; c < out.channels; c++)
                    assert_int_equal(pixels_at(&out, x, y)[c], middle_of_nine(&from, x, y, c));
        pixels_free(&whole), pixels_free(&out);
    }
}

static void specks_go_and_edges_stay(void **state) {
    struct pixels from = {0}, out = {0};
    assert_int_equal(pixels_new(&from, 20, 10, 3), ERR_NONE);
    for (unsigned y = 0; y < 10; y++) memset(pixels_at(&from, 8, y), 200, (size_t)12 * 3);
    struct pixels clean = {0};
    assert_int_equal(pixels_median(&from, &clean), ERR_NONE);
    assert_memory_equal(clean.at, from.at, from.stride * from.height);
    pixels_at(&from, 3, 4)[0] = 255, pixels_at(&from, 15, 7)[2] = 0;
    assert_int_equal(pixels_median(&from, &out), ERR_NONE);
    assert_memory_equal(out.at, clean.at, clean.stride * clean.height);
    pixels_free(&from), pixels_free(&clean), pixels_free(&out);
}

// Worked by hand. The pixel in the middle is 100, those beside it 60, those at the corners 20: the mean of
// its surroundings is (4 * 100 + 2 * 240 + 80) / 16 = 60; half of the difference more is 120.
static void what_stands_out_stands_out_more(void **state) {
    uint8_t grey[9] = {20, 60, 20, 60, 100, 60, 20, 60, 20};
    struct pixels from = pixels_view(grey, 3, 3, 1), out = {0};
    assert_int_equal(pixels_sharpen(&from, 0.5f, &out), ERR_NONE);
    assert_int_equal(pixels_at(&out, 1, 1)[0], 120);
    // A corner: itself, its two sides and its corner, each again beyond the edges: mean
    // (20 * 4 + 2 * (20 + 60 + 20 + 60) + 20 + 60 + 60 + 100) / 16 = 40, so it becomes 10.
    assert_int_equal(pixels_at(&out, 0, 0)[0], 10);
    pixels_free(&out);
    assert_int_equal(pixels_sharpen(&from, 4, &out), ERR_NONE); // as bright and as dark as there is
    assert_int_equal(pixels_at(&out, 1, 1)[0], 255);
    assert_int_equal(pixels_at(&out, 0, 0)[0], 0);
    pixels_free(&out);
    assert_int_equal(pixels_sharpen(&from, 0, &out), ERR_NONE);
    assert_memory_equal(out.at, grey, 9);
    pixels_free(&out);
}

static void colours_are_sharpened_by_themselves(void **state) {
    struct pixels from = {0}, out = {0};
    assert_int_equal(pixels_new(&from, 5, 5, 3), ERR_NONE);
    memset(from.at, 90, from.stride * 5);
    pixels_at(&from, 2, 2)[1] = 106;
    assert_int_equal(pixels_sharpen(&from, 1, &out), ERR_NONE);
    assert_memory_equal(pixels_at(&out, 2, 2), ((uint8_t[]){90, 118, 90}), 3); // 16 * 12 / 16 more
    assert_memory_equal(pixels_at(&out, 1, 2), ((uint8_t[]){90, 88, 90}), 3);
    assert_memory_equal(pixels_at(&out, 3, 3), ((uint8_t[]){90, 89, 90}), 3);
    assert_memory_equal(pixels_at(&out, 0, 2), ((uint8_t[]){90, 90, 90}), 3);
    pixels_free(&from), pixels_free(&out);
}

TESTS(cmocka_unit_test(each_pixel_is_the_middle_of_nine), cmocka_unit_test(specks_go_and_edges_stay),
      cmocka_unit_test(what_stands_out_stands_out_more),
      cmocka_unit_test(colours_are_sharpened_by_themselves))
