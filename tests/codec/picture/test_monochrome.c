#include "support/support.h"

#include "codec/picture/monochrome.h"
#include "codec/picture/png.h"

static void text_becomes_a_picture_and_back(void **state) {
    struct rle_picture picture, again;
    struct buf out = {0};
    assert_int_equal(monochrome_from_text(TEXT("#.*0X\r\n\n .1@\n"), &picture, NULL), ERR_NONE);
    monochrome_print(&picture, &out);
    assert_int_equal(out.len, 129 * 32);
    assert_memory_equal(out.at, "#.#.#..", 7);
    assert_memory_equal(out.at + 129, "....", 4);
    assert_memory_equal(out.at + 2 * 129, "..##.", 5);
    assert_int_equal(monochrome_from_text((struct text){(char *)out.at, out.len}, &again, NULL), ERR_NONE);
    assert_memory_equal(&picture, &again, sizeof again);
    buf_free(&out);
    struct fault fault = {0};
    char line[700];
    assert_int_equal(monochrome_from_text(TEXT("#\n.?"), &picture, &fault), ERR_SYNTAX);
    assert_string_equal(fault_text(&fault, line, sizeof line),
                        "line 2:2: expected '#' or '.' in the picture, found byte 0x3f");
    assert_memory_equal(&picture, &again, sizeof again);
    char row[200];
    memset(row, '.', sizeof row);
    assert_int_equal(monochrome_from_text((struct text){row, 129}, &picture, NULL), ERR_RANGE);
    memset(row, '\n', 32);
    assert_int_equal(monochrome_from_text((struct text){row, 33}, &picture, NULL), ERR_RANGE);
    assert_int_equal(monochrome_from_text((struct text){row, 32}, &picture, NULL), ERR_NONE);
}

static enum err pbm(const char *bytes, size_t len, struct rle_picture *out) {
    return monochrome_from_pbm((struct bytes){(const uint8_t *)bytes, len}, out, NULL);
}

static void pbm_of_both_kinds(void **state) {
    struct rle_picture plain, packed, back;
    assert_int_equal(pbm("P1 # a comment\n3 2\n1 0 1\n# another\n011", 38, &plain), ERR_NONE);
    assert_int_equal(pbm("P4\n3 2\n\xa0\x60", 9, &packed), ERR_NONE);
    assert_memory_equal(&plain, &packed, sizeof plain);
    assert_true(rle_get(&plain, 0, 0) && !rle_get(&plain, 1, 0) && rle_get(&plain, 2, 0) &&
                rle_get(&plain, 1, 2));
    struct buf out = {0};
    monochrome_write_pbm(&plain, &out);
    assert_int_equal(monochrome_from_pbm((struct bytes){out.at, out.len}, &back, NULL), ERR_NONE);
    assert_memory_equal(&plain, &back, sizeof back);
    for (size_t len = 0; len < out.len; len++)
        assert_int_not_equal(monochrome_from_pbm((struct bytes){out.at, len}, &back, NULL), ERR_NONE);
    buf_free(&out);
    assert_int_equal(pbm("P5 3 2 ", 7, &back), ERR_SYNTAX);
    assert_int_equal(pbm("P1 129 1 ", 9, &back), ERR_RANGE);
    assert_int_equal(pbm("P1 1 33 ", 8, &back), ERR_RANGE);
    assert_int_equal(pbm("P1 0 1 ", 7, &back), ERR_RANGE);
    assert_int_equal(pbm("P1 99999999999 1 ", 17, &back), ERR_RANGE);
    assert_int_equal(pbm("P1 2 1 0 2", 10, &back), ERR_SHORT);
    assert_int_equal(pbm("P1 3 1 2 # 1\n 1 ", 16, &back), ERR_SHORT); // once a hang, found by the fuzzer
}

// What a file is, its first bytes tell; two of them show the same.
static void files_are_known_by_what_is_in_them(void **state) {
    const char *text = "#..#\n.##.\n";
    const uint8_t plain[] = "P1\n4 2\n1 0 0 1\n0 1 1 0\n";
    struct rle_picture drawn, pbm, png;
    struct fault fault = {0};
    struct buf file = {0};
    assert_true(monochrome_is_drawing((struct bytes){(const uint8_t *)text, strlen(text)}));
    assert_true(monochrome_is_drawing((struct bytes){plain, sizeof plain - 1}));
    assert_int_equal(
        monochrome_from_file((struct bytes){(const uint8_t *)text, strlen(text)}, &drawn, &fault), ERR_NONE);
    assert_int_equal(monochrome_from_file((struct bytes){plain, sizeof plain - 1}, &pbm, &fault), ERR_NONE);
    assert_memory_equal(&drawn, &pbm, sizeof drawn);
    assert_true(rle_get(&drawn, 0, 0) && rle_get(&drawn, 3, 0) && rle_get(&drawn, 1, 2) &&
                !rle_get(&drawn, 0, 2));
    struct pixels white;
    assert_int_equal(pixels_new(&white, 128, 32, 1), ERR_NONE);
    for (unsigned y = 0; y < 32; y++) memset(pixels_at(&white, 0, y), y < 16 ? 255 : 0, 128);
    assert_int_equal(png_encode(&white, &file, NULL), ERR_NONE);
    assert_false(monochrome_is_drawing((struct bytes){file.at, file.len}));
    assert_int_equal(monochrome_from_file((struct bytes){file.at, file.len}, &png, &fault), ERR_NONE);
    for (unsigned x = 0; x < 128; x += 9) assert_true(rle_get(&png, x, 30) && !rle_get(&png, x, 32));
    file.len /= 2;
    assert_int_not_equal(monochrome_from_file((struct bytes){file.at, file.len}, &png, &fault), ERR_NONE);
    assert_int_not_equal(
        monochrome_from_file((struct bytes){(const uint8_t *)"no picture", 10}, &png, &fault), ERR_NONE);
    assert_true(fault.said[0] != 0);
    pixels_free(&white);
    buf_free(&file);
}

static void pixels_are_scaled_and_dithered(void **state) {
    struct pixels half, back;
    struct rle_picture picture;
    assert_int_equal(pixels_new(&half, 256, 64, 3), ERR_NONE);
    for (unsigned y = 0; y < 64; y++)
        for (unsigned x = 128; x < 256; x++) memset(pixels_at(&half, x, y), 100, 3);
    for (unsigned y = 0; y < 64; y++)
        for (unsigned x = 0; x < 64; x++) memset(pixels_at(&half, x, y), 200, 3);
    assert_int_equal(monochrome_from_pixels(&half, MONOCHROME_THRESHOLD, &picture), ERR_NONE);
    assert_true(rle_get(&picture, 31, 62) && !rle_get(&picture, 32, 0) && !rle_get(&picture, 100, 0));
    assert_int_equal(monochrome_from_pixels(&half, MONOCHROME_DITHER, &picture), ERR_NONE);
    assert_int_equal(monochrome_to_pixels(&picture, 32, &back), ERR_NONE);
    unsigned lit = 0;
    for (unsigned y = 0; y < 32; y++)
        for (unsigned x = 64; x < 128; x++) lit += *pixels_at(&back, x, y) != 0;
    assert_true(lit > 64 * 32 * 35 / 100 && lit < 64 * 32 * 43 / 100); // 100 of 255 is 39 %
    pixels_free(&back);
    assert_int_equal(monochrome_to_pixels(&picture, 64, &back), ERR_NONE);
    assert_int_equal(back.height, 64);
    pixels_free(&back);
    assert_int_equal(monochrome_to_pixels(&picture, 33, &back), ERR_RANGE);
    pixels_free(&half);
}

TESTS(cmocka_unit_test(text_becomes_a_picture_and_back), cmocka_unit_test(pbm_of_both_kinds),
      cmocka_unit_test(files_are_known_by_what_is_in_them), cmocka_unit_test(pixels_are_scaled_and_dithered))
