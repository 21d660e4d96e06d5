#include "support/support.h"

#include "codec/picture/colour.h"
#include "codec/picture/fit.h"

enum { WHITE = 0xffff };

static uint16_t pixel(const uint8_t *at, size_t n) {
    uint16_t value;
    memcpy(&value, at + n * 2, sizeof value);
    return value;
}

static void the_shape_is_kept_and_the_rest_stays_black(void **state) {
    struct fit fit = fit_of(4, 2, 8, 8, FIT_GREY);
    assert_int_equal(fit.left, 0);
    assert_int_equal(fit.top, 2);
    assert_int_equal(fit.width, 8);
    assert_int_equal(fit.height, 4);
    uint16_t from[8];
    uint8_t to[64];
    memset(to, 7, sizeof to);
    for (int i = 0; i < 8; i++) from[i] = WHITE;
    fit_draw(&fit, from, to);
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) assert_int_equal(to[y * 8 + x], y >= 2 && y < 6 ? 255 : 0);
    fit = fit_of(4, 2, 2, 8, FIT_GREY);
    assert_int_equal(fit.height, 1);
    assert_int_equal(fit.top, 3);
    fit = fit_of(2, 4, 8, 8, FIT_GREY);
    assert_int_equal(fit.width, 4);
    assert_int_equal(fit.left, 2);
}

static void a_display_of_the_same_size_has_the_same_pixels(void **state) {
    const uint16_t from[6] = {0x1234, 0xf800, 0x07e0, 0x001f, WHITE, 0};
    uint8_t to[12];
    struct fit fit = fit_of(3, 2, 3, 2, FIT_COLOUR);
    assert_int_equal(fit.bytes, 12);
    fit_draw(&fit, from, to);
    for (size_t i = 0; i < 6; i++) assert_int_equal(pixel(to, i), from[i]);
}

static void smaller_ones_get_means_and_larger_ones_steps_between(void **state) {
    const uint16_t from[4] = {WHITE, 0, 0, WHITE};
    uint8_t one, line[4];
    struct fit fit = fit_of(2, 2, 1, 1, FIT_GREY);
    fit_draw(&fit, from, &one);
    assert_int_equal(one, 127);
    const uint16_t two[2] = {0, WHITE};
    fit = fit_of(2, 1, 4, 2, FIT_GREY);
    uint8_t both[8];
    fit_draw(&fit, two, both);
    memcpy(line, both, 4);
    // Middles of the new pixels lie at 1/4, 3/4, 5/4, 7/4 of the old: 0, a quarter, three quarters, 1.
    assert_int_equal(line[0], 0);
    assert_in_range(line[1], 62, 64);
    assert_in_range(line[2], 190, 192);
    assert_int_equal(line[3], 255);
}

static void one_bit_is_lit_where_it_is_bright(void **state) {
    uint16_t from[9] = {WHITE, 0, 0, 0, 0, 0, 0, 0, WHITE};
    uint8_t to[2];
    from[7] = rgb565_of((struct rgb){0, 0, 200}); // a bright blue is no dark grey
    struct fit fit = fit_of(9, 1, 9, 1, FIT_MONO);
    assert_int_equal(fit.bytes, 2);
    fit_draw(&fit, from, to);
    assert_int_equal(to[0], 0x81);
    assert_int_equal(to[1], 0x80);
}

static void no_size_leaves_its_bounds(void **state) {
    for (uint32_t w = 1; w < 40; w += 3)
        for (uint32_t h = 1; h < 40; h += 4)
            for (int c = 0; c < 3; c++) {
                struct fit fit = fit_of(13, 7, w, h, (enum fit_colours)c);
                uint16_t from[13 * 7] = {0};
                uint8_t *to = malloc(fit.bytes); // exactly as large: the sanitizers see one more
                assert_true(fit.left + fit.width <= w && fit.top + fit.height <= h);
                fit_draw(&fit, from, to);
                free(to);
            }
}

TESTS(cmocka_unit_test(the_shape_is_kept_and_the_rest_stays_black),
      cmocka_unit_test(a_display_of_the_same_size_has_the_same_pixels),
      cmocka_unit_test(smaller_ones_get_means_and_larger_ones_steps_between),
      cmocka_unit_test(one_bit_is_lit_where_it_is_bright), cmocka_unit_test(no_size_leaves_its_bounds))
