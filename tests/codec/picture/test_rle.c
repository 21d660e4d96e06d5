#include "support/support.h"

#include "codec/picture/rle.h"

#include "rle_vectors.h"

static size_t unhex(const char *hex, uint8_t *out) {
    size_t len = strlen(hex) / 2;
    for (size_t i = 0; i < len; i++) {
        unsigned byte;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        out[i] = (uint8_t)byte;
    }
    return len;
}

static void expect_code(const struct rle_picture *picture, enum rle_rule rule, const char *hex) {
    uint8_t room[RLE_CODE_MAX], want[RLE_CODE_MAX];
    struct writer out = writer_of(room, sizeof room);
    size_t len = unhex(hex, want);
    assert_int_equal(rle_encode(picture, rule, &out), ERR_NONE);
    assert_int_equal(writer_len(&out), len);
    assert_memory_equal(room, want, len);
}

static enum err decode_hex(const char *hex, struct rle_picture *out, struct fault *fault) {
    uint8_t code[RLE_CODE_MAX];
    size_t len = unhex(hex, code);
    return rle_decode((struct bytes){code, len}, out, fault);
}

static void the_library_s_pictures_are_coded_to_the_byte(void **state) {
    for (size_t i = 0; i < sizeof RLE_VECTORS / sizeof *RLE_VECTORS; i++) {
        uint8_t rows[RLE_UNITS][RLE_COLUMNS / 8], back[RLE_UNITS][RLE_COLUMNS / 8];
        assert_int_equal(unhex(RLE_VECTORS[i].rows, &rows[0][0]), sizeof rows);
        struct rle_picture picture;
        rle_from_rows(&picture, rows);
        expect_code(&picture, RLE_ROWS_32, RLE_VECTORS[i].code);
        struct rle_picture decoded;
        assert_int_equal(decode_hex(RLE_VECTORS[i].code, &decoded, NULL), ERR_NONE);
        rle_to_rows(&decoded, back);
        assert_memory_equal(back, rows, sizeof rows);
    }
}

static void fill(struct rle_picture *picture, unsigned rows) { // bit 0 even rows, bit 1 odd rows
    for (unsigned x = 0; x < RLE_COLUMNS; x++)
        for (unsigned y = 0; y < RLE_ROWS; y++) rle_set(picture, x, y, rows >> y % 2 & 1);
}

static void the_engine_s_pictures_are_coded_to_the_byte(void **state) {
    struct rle_picture picture = {0};
    expect_code(&picture, RLE_ROWS_64, "3f3f");
    rle_set(&picture, 0, 0, true);
    expect_code(&picture, RLE_ROWS_64, "813f3e");
    rle_set(&picture, 0, 0, false);
    rle_set(&picture, 127, 63, true);
    expect_code(&picture, RLE_ROWS_64, "3f3ef882");
    fill(&picture, 3);
    expect_code(&picture, RLE_ROWS_64, "ff7f7e");
    fill(&picture, 1);
    expect_code(&picture, RLE_ROWS_64, "fd7f7e");
    fill(&picture, 2);
    expect_code(&picture, RLE_ROWS_64, "fe7f7e");
    for (unsigned x = 0; x < RLE_COLUMNS; x++)
        for (unsigned y = 0; y < RLE_ROWS; y++)
            rle_set(&picture, x, y, !x || x == RLE_COLUMNS - 1 || !y || y == RLE_ROWS - 1);
    expect_code(&picture, RLE_ROWS_64, "ff81f4827f7cff");
}

static uint32_t noise(uint32_t *seed) { return *seed = *seed * 1664525u + 1013904223u; }

static void random_pictures_come_back(void **state) {
    uint32_t seed = 7;
    for (int n = 0; n < 3000; n++) {
        struct rle_picture picture = {0}, back;
        unsigned density = noise(&seed) >> 24, columns_alike = 1 + (noise(&seed) >> 28);
        for (unsigned x = 0; x < RLE_COLUMNS; x++)
            for (unsigned y = 0; y < RLE_ROWS; y++) {
                if (x % columns_alike)
                    picture.column[x] = picture.column[x - 1];
                else
                    rle_set(&picture, x, y, noise(&seed) >> 24 < density);
            }
        uint8_t room[RLE_CODE_MAX];
        struct writer out = writer_of(room, sizeof room);
        assert_int_equal(rle_encode(&picture, RLE_ROWS_64, &out), ERR_NONE);
        assert_int_equal(rle_decode(writer_bytes(&out), &back, NULL), ERR_NONE);
        assert_memory_equal(&back, &picture, sizeof back);

        out = writer_of(room, sizeof room);
        assert_int_equal(rle_encode_or_raw(&picture, RLE_ROWS_64, &out), ERR_NONE);
        assert_true(writer_len(&out) <= RLE_RAW);
        assert_int_equal(rle_decode(writer_bytes(&out), &back, NULL), ERR_NONE);
        assert_memory_equal(&back, &picture, sizeof back);
    }
}

static void the_worst_picture_fits_the_stated_room(void **state) {
    struct rle_picture picture;
    for (unsigned x = 0; x < RLE_COLUMNS; x++)
        picture.column[x] = x % 2 ? 0x6666666666666666u : 0x9999999999999999u; // no two units alike
    uint8_t room[RLE_CODE_MAX];
    struct writer out = writer_of(room, sizeof room);
    assert_int_equal(rle_encode(&picture, RLE_ROWS_64, &out), ERR_NONE);
    assert_int_equal(writer_len(&out), RLE_CODE_MAX);
    out = writer_of(room, RLE_SEND_MAX);
    assert_int_equal(rle_encode(&picture, RLE_ROWS_64, &out),
                     ERR_LIMIT); // what no frame of the link can hold
    assert_int_equal(out.need, RLE_CODE_MAX);
    out = writer_of(room, RLE_CODE_MAX - 1);
    assert_int_equal(rle_encode(&picture, RLE_ROWS_64, &out), ERR_LIMIT);
}

static void bad_code_names_its_byte_and_keeps_the_old_picture(void **state) {
    static const char *const BAD[] = {
        "43",       // a repeat with nothing before it
        "fc80",     // 32 units, then one more in the next column: fine; see below
        "c0c4",     // 17 units and then 18
        "3f3f00",   // a dark column too many
        "3f3f80",   // a run too many
        "fd7f7f",   // a repeat too many
        "3f3e8040", // the last column finished by a repeat
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        if (i == 1) continue;
        struct rle_picture picture = {.column = {1, 2, 3}}, old = picture;
        struct fault fault = {0};
        assert_int_equal(decode_hex(BAD[i], &picture, &fault), ERR_SYNTAX);
        assert_non_null(strstr(fault.said, "byte "));
        assert_memory_equal(&picture, &old, sizeof old);
    }
    struct rle_picture picture;
    assert_int_equal(decode_hex("fd80", &picture, NULL), ERR_NONE);
    assert_int_equal(decode_hex("", &picture, NULL), ERR_NONE); // short input: the rest is dark
    assert_true(picture.column[0] == 0);
}

static void a_thousand_and_24_bytes_are_a_code_first_and_plain_second(void **state) {
    uint8_t bytes[RLE_RAW];
    struct rle_picture picture;
    memset(bytes, 0x80, sizeof bytes); // 1024 dark units: 32 columns, a valid code
    bytes[0] = 0x81;
    assert_int_equal(rle_decode((struct bytes){bytes, sizeof bytes}, &picture, NULL), ERR_NONE);
    assert_true(picture.column[0] == 1 && picture.column[1] == 0);
    memset(bytes, 0xff, sizeof bytes); // no code: 1024 full columns
    assert_int_equal(rle_decode((struct bytes){bytes, sizeof bytes}, &picture, NULL), ERR_NONE);
    assert_true(picture.column[127] == UINT64_MAX);
    assert_int_equal(rle_decode((struct bytes){bytes, sizeof bytes - 1}, &picture, NULL), ERR_SYNTAX);
}

// Captured between the robot's own app and a robot (fixtures of pycozmo, MIT): these must be codes as they
// stand.
static void captured_pictures_decode_and_code_back(void **state) {
    for (size_t i = 0; i < sizeof RLE_CAPTURED / sizeof *RLE_CAPTURED; i++) {
        struct rle_picture picture;
        assert_int_equal(decode_hex(RLE_CAPTURED[i], &picture, NULL), ERR_NONE);
        expect_code(&picture, RLE_ROWS_64, RLE_CAPTURED[i]);
    }
}

TESTS(cmocka_unit_test(the_library_s_pictures_are_coded_to_the_byte),
      cmocka_unit_test(the_engine_s_pictures_are_coded_to_the_byte),
      cmocka_unit_test(random_pictures_come_back), cmocka_unit_test(the_worst_picture_fits_the_stated_room),
      cmocka_unit_test(bad_code_names_its_byte_and_keeps_the_old_picture),
      cmocka_unit_test(a_thousand_and_24_bytes_are_a_code_first_and_plain_second),
      cmocka_unit_test(captured_pictures_decode_and_code_back))
