#include "support/support.h"

#include "codec/picture/dither.h"

static enum err run(const uint8_t *grey, unsigned width, unsigned height, uint8_t *out) {
    return dither(&(struct dither_picture){grey, width, height, width}, out, width);
}

// Worked by hand: 100 is black and gives 700/16 = 43 to the right: 143, white, error -112, which takes 49
// from the next: 51. Below: pixel 0 gets (500 - 336)/16 = 10, pixel 1 gets (100 - 560 + 153)/16 = -19, pixel
// 2 gets (-112 + 255)/16 = 8.
static void errors_go_where_floyd_and_steinberg_say(void **state) {
    const uint8_t grey[6] = {100, 100, 100, 118, 148, 120};
    uint8_t out[6];
    assert_int_equal(run(grey, 3, 2, out), ERR_NONE);
    assert_memory_equal(out, "\x00\xff\x00", 3);
    // 128 is not above the half; its 896/16 = 56 makes the next 148 - 19 + 56 = 185 white, whose -70*7/16 =
    // -30 leaves 120 + 8 - 30 = 98.
    assert_memory_equal(out + 3, "\x00\xff\x00", 3);
}

static void black_and_white_stay(void **state) {
    uint8_t grey[64], out[64];
    for (int i = 0; i < 64; i++) grey[i] = i * 7 % 3 ? 255 : 0;
    assert_int_equal(run(grey, 8, 8, out), ERR_NONE);
    assert_memory_equal(out, grey, 64);
}

static void the_mean_is_kept(void **state) {
    enum { W = 128, H = 32 };
    static uint8_t grey[W * H], out[W * H];
    for (int level = 8; level < 256; level += 8) {
        memset(grey, level, sizeof grey);
        assert_int_equal(run(grey, W, H, out), ERR_NONE);
        long sum = 0;
        for (int i = 0; i < W * H; i++) {
            assert_true(out[i] == 0 || out[i] == 255);
            sum += out[i];
        }
        assert_true(labs(sum / (W * H) - level) <= 4); // what leaves the picture at its edges is lost
    }
}

static void it_can_work_in_place_and_keeps_to_its_columns(void **state) {
    uint8_t picture[4][8], apart[4][5];
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 8; x++) picture[y][x] = (uint8_t)(y * 50 + x * 13);
    struct dither_picture of = {&picture[0][0], 5, 4, 8};
    assert_int_equal(dither(&of, &apart[0][0], 5), ERR_NONE);
    assert_int_equal(dither(&of, &picture[0][0], 8), ERR_NONE);
    for (int y = 0; y < 4; y++) {
        assert_memory_equal(picture[y], apart[y], 5);
        assert_int_equal(picture[y][5], y * 50 + 65);
    }
    assert_int_equal(run(&picture[0][0], DITHER_WIDTH_MAX + 1, 1, &apart[0][0]), ERR_LIMIT);
    assert_int_equal(run(NULL, 0, 0, NULL), ERR_NONE);
}

TESTS(cmocka_unit_test(errors_go_where_floyd_and_steinberg_say), cmocka_unit_test(black_and_white_stay),
      cmocka_unit_test(the_mean_is_kept), cmocka_unit_test(it_can_work_in_place_and_keeps_to_its_columns))
