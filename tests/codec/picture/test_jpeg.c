// OpenSSL has a type of a name that base/err.h uses too.
#define ERR_STATE openssl_err_state
#include <openssl/evp.h>
#undef ERR_STATE

#include "support/allocs.h"
#include "support/support.h"

#include "codec/picture/jpeg.h"
#include "codec/picture/jpeg_mini.h"

static struct bytes bytes_of(const struct buf *buf) { return (struct bytes){buf->at, buf->len}; }

// A slope with a bright square: smooth enough for JPEG, different everywhere.
static void draw(struct pixels *out, unsigned width, unsigned height, unsigned channels) {
    assert_int_equal(pixels_new(out, width, height, channels), ERR_NONE);
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++) {
            bool inside = x > width / 4 && x < width / 2 && y > height / 4 && y < height / 2;
            uint8_t *at = pixels_at(out, x, y);
            for (unsigned c = 0; c < channels; c++)
                at[c] = (uint8_t)(inside ? 200 - 40 * c : (x * 100 / width + y * 80 / height + c * 20));
        }
}

static double mean_error(const struct pixels *a, const struct pixels *b) {
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_int_equal(a->channels, b->channels);
    double sum = 0;
    for (unsigned y = 0; y < a->height; y++)
        for (unsigned i = 0; i < a->width * a->channels; i++)
            sum += abs(pixels_at(a, 0, y)[i] - pixels_at(b, 0, y)[i]);
    return sum / (a->width * a->height * a->channels);
}

static void pictures_survive(void **state) {
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    for (unsigned channels = 1; channels <= 4; channels++) {
        struct pixels picture, back, want;
        struct buf file = {0};
        draw(&picture, 63, 41, channels);
        assert_int_equal(jpeg_encode(&picture, &(struct jpeg_writing){.quality = 90}, &file, NULL), ERR_NONE);
        assert_int_equal(jpeg_decode(bytes_of(&file), &how, &back, NULL), ERR_NONE);
        assert_int_equal(pixels_convert(&picture, channels < 3 ? 1 : 3, &want), ERR_NONE);
        assert_true(mean_error(&want, &back) < 4);
        pixels_free(&back);
        how.channels = 1;
        assert_int_equal(jpeg_decode(bytes_of(&file), &how, &back, NULL), ERR_NONE);
        assert_int_equal(back.channels, 1);
        pixels_free(&back);
        how.channels = 0;
        pixels_free(&want);
        pixels_free(&picture);
        buf_free(&file);
    }
}

static void broken_files_are_answers(void **state) {
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    struct pixels picture, back;
    struct buf file = {0};
    draw(&picture, 64, 64, 3);
    assert_int_equal(jpeg_encode(&picture, &(struct jpeg_writing){.quality = 70}, &file, NULL), ERR_NONE);
    for (size_t len = 0; len < file.len; len += 7) {
        uint8_t *cut = malloc(len + !len);
        memcpy(cut, file.at, len);
        struct fault fault = {0};
        assert_int_not_equal(jpeg_decode((struct bytes){cut, len}, &how, &back, &fault), ERR_NONE);
        assert_null(back.at);
        assert_non_null(strstr(fault.said, "JPEG: "));
        free(cut);
    }
    how.damaged_is_fine = true;
    assert_int_equal(jpeg_decode((struct bytes){file.at, file.len - 40}, &how, &back, NULL), ERR_NONE);
    assert_int_equal(back.width, 64);
    pixels_free(&back);
    how.width_max = 63;
    struct fault fault = {0};
    assert_int_equal(jpeg_decode(bytes_of(&file), &how, &back, &fault), ERR_LIMIT);
    assert_non_null(strstr(fault.said, "64 x 64"));
    assert_int_equal(jpeg_encode(&picture, &(struct jpeg_writing){.quality = 0}, &file, NULL), ERR_RANGE);
    struct buf tiny = {.limit = 100};
    assert_int_equal(jpeg_encode(&picture, &(struct jpeg_writing){.quality = 70}, &tiny, NULL), ERR_LIMIT);
    buf_free(&tiny);
    buf_free(&file);
    pixels_free(&picture);
}

static void sha256(struct bytes bytes, char out[65]) {
    unsigned char digest[32];
    assert_int_equal(EVP_Digest(bytes.at, bytes.len, digest, NULL, EVP_sha256(), NULL), 1);
    for (int i = 0; i < 32; i++) sprintf(out + 2 * i, "%02x", digest[i]);
}

// Digests of the headers that the public client library builds; it has shown real robots' pictures for years.
static void headers_are_the_library_s(void **state) {
    uint8_t header[JPEG_MINI_COLOUR];
    char digest[65];
    assert_int_equal(jpeg_mini_header(false, 320, 240, header), JPEG_MINI_GREY);
    sha256((struct bytes){header, JPEG_MINI_GREY}, digest);
    assert_string_equal(digest, "c0a0c43eaee62cd48f5aeaef4617327ad05c9fd50b87707b4082914881f1b229");
    assert_int_equal(jpeg_mini_header(true, 160, 240, header), JPEG_MINI_COLOUR);
    sha256((struct bytes){header, JPEG_MINI_COLOUR}, digest);
    assert_string_equal(digest, "c782fbe97d879aa726120209edc27a8655eee624c18e9cdb03b111f7b53a1182");
}

static void the_scan_is_filled_and_ended(void **state) {
    static const uint8_t grey[] = {0, 0x12, 0xff, 0x34, 0xff, 0xff},
                         colour[] = {1, 0x12, 0xff, 0x34, 0xff, 0xff};
    struct buf file = {0};
    assert_int_equal(jpeg_mini_expand((struct bytes){grey, 6}, 320, 240, &file, NULL), ERR_NONE);
    assert_int_equal(file.len, JPEG_MINI_GREY + 6);
    assert_memory_equal(file.at + JPEG_MINI_GREY, "\x12\xff\x00\x34\xff\xd9", 6);
    buf_clear(&file);
    assert_int_equal(jpeg_mini_expand((struct bytes){colour, 6}, 320, 240, &file, NULL), ERR_NONE);
    assert_int_equal(file.len, JPEG_MINI_COLOUR + 6);
    assert_memory_equal(file.at + JPEG_MINI_COLOUR, "\x12\xff\x00\x34\xff\xd9", 6);
    assert_int_equal(jpeg_mini_expand((struct bytes){grey, 0}, 320, 240, &file, NULL), ERR_SHORT);
    assert_int_equal(jpeg_mini_expand((struct bytes){grey, 6}, 0, 240, &file, NULL), ERR_RANGE);
    assert_int_equal(jpeg_mini_expand((struct bytes){colour, 6}, 1, 240, &file, NULL), ERR_RANGE);
    buf_free(&file);
}

static void robot_and_client_understand_each_other(void **state) {
    for (unsigned channels = 1; channels <= 3; channels += 2)
        for (unsigned shift = 0; shift < 40; shift++) { // many ends of scan, 0xff among them
            struct pixels picture, back;
            struct buf data = {0};
            draw(&picture, 320 - 2 * shift, 240, channels);
            assert_int_equal(jpeg_mini_encode(&picture, &data, NULL), ERR_NONE);
            assert_int_equal(data.at[0] != 0, channels == 3);
            assert_int_not_equal(data.at[data.len - 1], 0xff);
            assert_int_equal(jpeg_mini_decode(bytes_of(&data), picture.width, 240, &back, NULL), ERR_NONE);
            assert_true(mean_error(&picture, &back) < 6);
            pixels_free(&picture);
            pixels_free(&back);
            buf_free(&data);
        }
}

static void other_files_cannot_go_without_their_header(void **state) {
    struct pixels picture;
    struct buf file = {0}, data = {0};
    struct fault fault = {0};
    draw(&picture, 64, 64, 3);
    assert_int_equal(jpeg_encode(&picture, &(struct jpeg_writing){.quality = 50}, &file, NULL), ERR_NONE);
    assert_int_equal(jpeg_mini_shrink(bytes_of(&file), &data, &fault), ERR_UNSUPPORTED);
    assert_non_null(strstr(fault.said, "sampling"));
    buf_clear(&file);
    assert_int_equal(
        jpeg_encode(&picture, &(struct jpeg_writing){.quality = 80, .one_table = true}, &file, NULL),
        ERR_NONE);
    fault = (struct fault){0};
    assert_int_equal(jpeg_mini_shrink(bytes_of(&file), &data, &fault), ERR_UNSUPPORTED);
    assert_non_null(strstr(fault.said, "quantisation"));
    for (size_t len = 0; len < file.len; len += 11)
        assert_int_not_equal(jpeg_mini_shrink((struct bytes){file.at, len}, &data, NULL), ERR_NONE);
    buf_free(&file);
    buf_free(&data);
    pixels_free(&picture);
}

static void without_memory(void *user) {
    struct pixels picture = {0}, other = {0};
    struct buf data = {0};
    if (!pixels_new(&picture, 32, 16, 3) && !jpeg_mini_encode(&picture, &data, NULL) &&
        !jpeg_mini_decode(bytes_of(&data), 32, 16, &other, NULL))
        assert_int_equal(other.width, 32);
    pixels_free(&other);
    pixels_free(&picture);
    buf_free(&data);
}

static void memory_may_run_out_anywhere(void **state) {
    assert_true(break_every_alloc(without_memory, NULL) > 5);
}

// One loupe for many files: to the pixel what a new one would read, in any order, after errors, and with no
// table of an earlier file.
static void a_loupe_reads_the_same_and_allocates_nothing(void **state) {
    static const struct {
        unsigned width, height, channels, cut; // cut: bytes missing at the end
    } FILES[] = {{320, 240, 1, 0}, {160, 120, 3, 0}, {33, 17, 3, 200}, {320, 240, 3, 0},
                 {8, 8, 1, 0},     {320, 240, 1, 0}, {64, 48, 3, 90},  {320, 240, 3, 0}};
    enum { COUNT = sizeof FILES / sizeof *FILES };
    static uint8_t room[320 * 240 * 3];
    struct jpeg_loupe *loupe = jpeg_loupe_new();
    struct buf files[COUNT] = {0};
    struct pixels wants[COUNT] = {0}, got;
    enum err errs[COUNT];
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    for (int i = 0; i < COUNT; i++) {
        struct pixels picture;
        assert_int_equal(pixels_new(&picture, FILES[i].width, FILES[i].height, FILES[i].channels), ERR_NONE);
        for (size_t k = 0; k < picture.stride * picture.height; k++)
            picture.at[k] = (uint8_t)(k * 7 ^ k >> 5);
        assert_int_equal(jpeg_encode(&picture, &(struct jpeg_writing){.quality = 70}, &files[i], NULL),
                         ERR_NONE);
        pixels_free(&picture);
        files[i].len -= FILES[i].cut;
        errs[i] = jpeg_decode(bytes_of(&files[i]), &how, &wants[i], NULL);
        assert_int_equal(errs[i] != ERR_NONE, FILES[i].cut > 0);
    }
    for (int round = 0; round < 2; round++) {
        struct allocs region = allocs_begin();
        for (int i = 0; i < COUNT; i++) {
            enum err err = jpeg_loupe_decode(loupe, bytes_of(&files[i]), &how,
                                             (struct bytes_room){room, sizeof room}, &got, NULL);
            assert_int_equal(err, errs[i]);
            if (err) continue;
            assert_true(got.width == wants[i].width && got.channels == wants[i].channels && got.at == room);
            assert_memory_equal(got.at, wants[i].at, got.stride * got.height);
        }
        allocs_end(&region);
        if (round) assert_int_equal(region.count, 0);
    }
    assert_int_equal(
        jpeg_loupe_decode(loupe, bytes_of(&files[0]), &how, (struct bytes_room){room, 1000}, &got, NULL),
        ERR_LIMIT);
    struct buf bare = {0}; // without its quantisation tables
    for (size_t at = 2; at + 4 < files[0].len;) {
        const uint8_t *m = files[0].at + at;
        size_t len = 2 + (size_t)(m[2] << 8 | m[3]);
        if (at == 2) buf_bytes(&bare, files[0].at, 2);
        if (m[1] != 0xdb) buf_bytes(&bare, m, m[1] == 0xda ? files[0].len - at : len);
        if (m[1] == 0xda) break;
        at += len;
    }
    assert_int_equal(
        jpeg_loupe_decode(loupe, bytes_of(&bare), &how, (struct bytes_room){room, sizeof room}, &got, NULL),
        ERR_SYNTAX);
    assert_int_equal(jpeg_loupe_decode(loupe, bytes_of(&files[0]), &how,
                                       (struct bytes_room){room, sizeof room}, &got, NULL),
                     ERR_NONE);
    jpeg_loupe_free(loupe);
    buf_free(&bare);
    for (int i = 0; i < COUNT; i++) buf_free(&files[i]), pixels_free(&wants[i]);
}

// One press for many pictures: to the byte what a new one would write, in any order of sizes, and after
// errors.
static void a_press_writes_the_same_and_allocates_nothing(void **state) {
    static const struct {
        unsigned width, height, channels;
    } SIZES[] = {{320, 240, 1}, {160, 120, 3}, {33, 17, 4}, {320, 240, 3}, {1, 1, 2}, {320, 240, 1}};
    struct jpeg_press *press = jpeg_press_new();
    struct buf once = {0}, again = {0};
    size_t allocated = 0;
    for (unsigned round = 0; round < 3; round++)
        for (unsigned i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            struct pixels picture;
            draw(&picture, SIZES[i].width, SIZES[i].height, SIZES[i].channels);
            struct jpeg_writing how = {.quality = 60, .one_table = i % 2};
            buf_clear(&once), buf_clear(&again);
            assert_int_equal(jpeg_encode(&picture, &how, &once, NULL), ERR_NONE);
            struct allocs region = allocs_begin();
            enum err err = jpeg_press_encode(press, &picture, &how, &again, NULL);
            allocs_end(&region);
            assert_int_equal(err, ERR_NONE);
            if (round) allocated += region.count;
            assert_int_equal(once.len, again.len);
            assert_memory_equal(once.at, again.at, once.len);
            struct buf tiny = {.limit = 100};
            assert_int_equal(jpeg_press_encode(press, &picture, &how, &tiny, NULL), ERR_LIMIT);
            buf_free(&tiny);
            pixels_free(&picture);
        }
    assert_int_equal(allocated, 0);
    struct pixels wide = {.width = 70000, .height = 1, .channels = 1};
    assert_int_equal(jpeg_press_encode(press, &wide, &(struct jpeg_writing){.quality = 60}, &again, NULL),
                     ERR_SYNTAX);
    jpeg_press_free(press);
    buf_free(&once), buf_free(&again);
}

TESTS(cmocka_unit_test(pictures_survive), cmocka_unit_test(broken_files_are_answers),
      cmocka_unit_test(headers_are_the_library_s), cmocka_unit_test(the_scan_is_filled_and_ended),
      cmocka_unit_test(robot_and_client_understand_each_other),
      cmocka_unit_test(other_files_cannot_go_without_their_header),
      cmocka_unit_test(a_loupe_reads_the_same_and_allocates_nothing),
      cmocka_unit_test(a_press_writes_the_same_and_allocates_nothing),
      cmocka_unit_test(memory_may_run_out_anywhere))
