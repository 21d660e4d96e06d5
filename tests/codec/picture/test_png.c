#include "support/support.h"

#include "base/hash.h"
#include "base/maths/chance.h"
#include "codec/picture/png.h"

#include <zlib.h>

static struct bytes bytes_of(const struct buf *buf) { return (struct bytes){buf->at, buf->len}; }

static void draw(struct pixels *out, unsigned width, unsigned height, unsigned channels) {
    assert_int_equal(pixels_new(out, width, height, channels), ERR_NONE);
    for (unsigned y = 0; y < height; y++)
        for (unsigned i = 0; i < width * channels; i++)
            pixels_at(out, 0, y)[i] = (uint8_t)(y * 37 + i * 11 + (i * y) % 7);
}

static void assert_same(const struct pixels *a, const struct pixels *b) {
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_int_equal(a->channels, b->channels);
    for (unsigned y = 0; y < a->height; y++)
        assert_memory_equal(pixels_at(a, 0, y), pixels_at(b, 0, y), a->width * a->channels);
}

static void what_is_written_is_read(void **state) {
    for (unsigned channels = 1; channels <= 4; channels++) {
        struct pixels picture, back;
        struct buf file = {0};
        draw(&picture, 184, 96, channels);
        assert_int_equal(png_encode(&picture, &file, NULL), ERR_NONE);
        assert_int_equal(png_decode(bytes_of(&file), 0, &back, NULL), ERR_NONE);
        assert_same(&picture, &back);
        pixels_free(&back);
        for (unsigned asked = 1; asked <= 4; asked++) {
            assert_int_equal(png_decode(bytes_of(&file), asked, &back, NULL), ERR_NONE);
            assert_int_equal(back.channels, asked);
            if (asked % 2 == 0 && channels % 2) assert_int_equal(pixels_at(&back, 3, 3)[asked - 1], 255);
            pixels_free(&back);
        }
        pixels_free(&picture);
        buf_free(&file);
    }
}

static void piece(struct buf *out, const char *tag, const void *body, size_t len) {
    uint8_t head[4] = {(uint8_t)(len >> 24), (uint8_t)(len >> 16), (uint8_t)(len >> 8), (uint8_t)len};
    buf_bytes(out, head, 4);
    size_t start = out->len;
    buf_text(out, tag);
    buf_bytes(out, body, len);
    uint32_t crc = crc32_ieee(0, out->at + start, out->len - start);
    uint8_t tail[4] = {(uint8_t)(crc >> 24), (uint8_t)(crc >> 16), (uint8_t)(crc >> 8), (uint8_t)crc};
    buf_bytes(out, tail, 4);
}

struct made {
    unsigned width, height, depth, kind;
    bool interlaced;
    const char *palette, *transparency;
    size_t palette_len, transparency_len;
};

// A PNG file put together by hand from its definition, rows without filter.
static void make(const struct made *made, const uint8_t *rows, size_t len, struct buf *out) {
    const uint8_t head[13] = {0,
                              0,
                              0,
                              (uint8_t)made->width,
                              0,
                              0,
                              0,
                              (uint8_t)made->height,
                              (uint8_t)made->depth,
                              (uint8_t)made->kind,
                              0,
                              0,
                              made->interlaced};
    uint8_t packed[1024];
    uLongf packed_len = sizeof packed;
    assert_int_equal(compress(packed, &packed_len, rows, len), Z_OK);
    buf_bytes(out, "\x89PNG\r\n\x1a\n", 8);
    piece(out, "IHDR", head, 13);
    if (made->palette) piece(out, "PLTE", made->palette, made->palette_len);
    if (made->transparency) piece(out, "tRNS", made->transparency, made->transparency_len);
    piece(out, "IDAT", packed, packed_len);
    piece(out, "IEND", "", 0);
}

static void check(const struct made *made, const char *rows, size_t len, unsigned channels, const char *want,
                  size_t want_len) {
    struct buf file = {0};
    struct pixels picture;
    struct fault fault = {0};
    make(made, (const uint8_t *)rows, len, &file);
    assert_int_equal(png_decode(bytes_of(&file), 0, &picture, &fault), ERR_NONE);
    assert_int_equal(picture.channels, channels);
    assert_int_equal(picture.stride * picture.height, want_len);
    assert_memory_equal(picture.at, want, want_len);
    pixels_free(&picture);
    buf_free(&file);
}

static void every_depth_and_kind_is_read(void **state) {
    // Grey of 1, 2, 4 and 16 bits.
    check(&(struct made){3, 1, 1, 0}, "\0\xa0", 2, 1, "\xff\0\xff", 3);
    check(&(struct made){3, 1, 2, 0}, "\0\x1b", 2, 1, "\0\x55\xaa", 3);
    check(&(struct made){2, 1, 4, 0}, "\0\x8f", 2, 1, "\x88\xff", 2);
    check(&(struct made){2, 1, 16, 0}, "\0\x80\x80\xff\xff", 5, 1, "\x80\xff", 2);
    // Palettes of 1 and 4 bits; one with transparency.
    check(&(struct made){3, 1, 1, 3, .palette = "\x01\x02\x03\x0a\x0b\x0c", .palette_len = 6}, "\0\x40", 2, 3,
          "\x01\x02\x03\x0a\x0b\x0c\x01\x02\x03", 9);
    check(&(struct made){2, 1, 4, 3, .palette = "\x01\x02\x03\x0a\x0b\x0c", .palette_len = 6,
                         .transparency = "\x40", .transparency_len = 1},
          "\0\x10", 2, 4, "\x0a\x0b\x0c\xff\x01\x02\x03\x40", 8);
    // One colour of grey, and of colours, that is clear.
    check(&(struct made){2, 1, 8, 0, .transparency = "\0\x07", .transparency_len = 2}, "\0\x07\x08", 3, 2,
          "\x07\0\x08\xff", 4);
    check(&(struct made){1, 1, 8, 2, .transparency = "\0\1\0\2\0\3", .transparency_len = 6}, "\0\1\2\3", 4, 4,
          "\1\2\3\0", 4);
    // Colours of 16 bits with alpha.
    check(&(struct made){1, 1, 16, 6}, "\0\1\1\2\2\3\3\4\4", 9, 4, "\1\2\3\4", 4);
    // Interlaced, 2 x 2: pass 1 has the upper left pixel, pass 6 the upper right, pass 7 the lower row.
    check(&(struct made){2, 2, 8, 0, .interlaced = true}, "\0\x01\0\x02\0\x03\x04", 7, 1, "\1\2\3\4", 4);
}

// The eye sees green most, blue least.
static void colours_become_grey_by_how_bright_they_look(void **state) {
    struct pixels colours, grey;
    struct buf file = {0};
    draw(&colours, 3, 1, 3);
    memcpy(colours.at, "\xff\0\0\0\xff\0\0\0\xff", 9);
    assert_int_equal(png_encode(&colours, &file, NULL), ERR_NONE);
    assert_int_equal(png_decode(bytes_of(&file), 1, &grey, NULL), ERR_NONE);
    static const uint8_t WANT[] = {76, 150, 29};
    for (int i = 0; i < 3; i++) assert_in_range(grey.at[i], WANT[i] - 1, WANT[i] + 1);
    pixels_free(&colours), pixels_free(&grey);
    buf_free(&file);
}

static void broken_files_are_answers(void **state) {
    struct pixels picture, back;
    struct buf file = {0};
    draw(&picture, 20, 20, 3);
    assert_int_equal(png_encode(&picture, &file, NULL), ERR_NONE);
    for (size_t len = 0; len < file.len; len++) {
        uint8_t *cut = malloc(len + !len);
        memcpy(cut, file.at, len);
        struct fault fault = {0};
        assert_int_not_equal(png_decode((struct bytes){cut, len}, 0, &back, &fault), ERR_NONE);
        assert_null(back.at);
        assert_non_null(strstr(fault.said, "PNG: "));
        free(cut);
    }
    for (size_t at = 8; at < file.len - 12; at++) { // every bit counts: each piece has its checksum
        file.at[at] ^= 0x10;
        enum err err = png_decode(bytes_of(&file), 0, &back, NULL);
        if (!err) pixels_free(&back);
        if (at > 60 && at < file.len - 20) assert_int_not_equal(err, ERR_NONE);
        file.at[at] ^= 0x10;
    }
    pixels_free(&picture);
    buf_free(&file);

    struct buf huge = {0};
    const uint8_t head[13] = {0, 0, 0x40, 0, 0, 0, 0x40, 0, 8, 6, 0, 0, 0};
    buf_bytes(&huge, "\x89PNG\r\n\x1a\n", 8);
    piece(&huge, "IHDR", head, 13);
    piece(&huge, "IDAT", "x", 1);
    struct fault fault = {0};
    assert_int_equal(png_decode(bytes_of(&huge), 0, &back, &fault), ERR_LIMIT);
    assert_non_null(strstr(fault.said, "16384 x 16384"));
    buf_free(&huge);
    struct buf tiny = {.limit = 50};
    draw(&picture, 20, 20, 3);
    assert_int_equal(png_encode(&picture, &tiny, NULL), ERR_LIMIT);
    buf_free(&tiny);
    pixels_free(&picture);
}

static void a_moving_picture_has_its_pieces_in_order(void **state) {
    struct buf file = {0};
    struct apng strip;
    struct pixels picture, back;
    draw(&picture, 184, 96, 3);
    apng_begin(&strip, &file, 2);
    for (int i = 0; i < 3; i++) {
        pixels_at(&picture, 0, 0)[0] = (uint8_t)i;
        assert_int_equal(apng_frame(&strip, &picture, 33, NULL), ERR_NONE);
    }
    struct pixels other = pixels_view(picture.at, 100, 96, 3);
    struct fault fault = {0};
    assert_int_equal(apng_frame(&strip, &other, 33, &fault), ERR_TYPE);
    assert_int_equal(apng_end(&strip, NULL), ERR_NONE);

    char order[256] = "";
    uint32_t sequence = 0, frames = 0;
    struct reader in = reader_of(file.at + 8, file.len - 8);
    while (reader_left(&in)) {
        uint32_t len = read_u32be(&in);
        const uint8_t *start = in.at;
        struct bytes tag = read_bytes(&in, 4), body = read_bytes(&in, len);
        assert_int_equal(read_u32be(&in), crc32_ieee(0, start, len + 4));
        assert_int_equal(in.err, ERR_NONE);
        struct reader inside = reader_of(body.at, body.len);
        bool frame = !memcmp(tag.at, "fcTL", 4), data = !memcmp(tag.at, "fdAT", 4);
        if (frame || data) assert_int_equal(read_u32be(&inside), sequence++);
        if (frame) {
            assert_int_equal(read_u32be(&inside), 184);
            assert_int_equal(read_u32be(&inside), 96);
            read_skip(&inside, 8);
            assert_int_equal(read_u16be(&inside), 33);
            assert_int_equal(read_u16be(&inside), 1000);
            frames++;
        }
        if (!memcmp(tag.at, "acTL", 4)) {
            assert_int_equal(read_u32be(&inside), 3);
            assert_int_equal(read_u32be(&inside), 2);
        }
        size_t used = strlen(order);
        bool again = used >= 4 && !memcmp(order + used - 4, tag.at, 4); // pixels may take several pieces
        if (!again && used + 5 < sizeof order) memcpy(order + used, tag.at, 4), order[used + 4] = 0;
    }
    assert_int_equal(frames, 3);
    assert_string_equal(order, "IHDRacTLfcTLIDATfcTLfdATfcTLfdATIEND");
    assert_int_equal(png_decode(bytes_of(&file), 0, &back, NULL),
                     ERR_NONE); // to others it is its first frame
    assert_int_equal(pixels_at(&back, 0, 0)[0], 0);
    pixels_free(&back);
    pixels_free(&picture);
    buf_free(&file);
    apng_begin(&strip, &file, 0);
    assert_int_equal(apng_end(&strip, NULL), ERR_MISSING);
}

// One line, told plainly: narrower is the mean of what each new pixel covers, wider lies between the middles
// of two old ones.
static uint8_t told(const uint8_t *line, unsigned count, unsigned at, unsigned to) {
    uint64_t sum = 0;
    if (to < count) {
        for (uint64_t i = (uint64_t)at * count; i < (uint64_t)(at + 1) * count; i++) sum += line[i / to];
        return (uint8_t)((sum + count / 2) / count);
    }
    int64_t middle = (int64_t)(2 * at + 1) * count - to;
    if (middle < 0) middle = 0;
    uint64_t left = (uint64_t)middle / (2 * to), part = (uint64_t)middle % (2 * to);
    uint64_t right = left + 1 < count ? left + 1 : left;
    return (uint8_t)((line[left] * (2 * to - part) + line[right] * part + to) / (2 * to));
}

static void every_size_is_made_of_every_other(void **state) {
    struct chance dice = chance_of(3, chance_stream("test_png"), 0);
    for (unsigned count = 1; count <= 24; count++)
        for (unsigned to = 1; to <= 50; to++) {
            uint8_t line[3 * 24];
            for (unsigned i = 0; i < sizeof line; i++) line[i] = (uint8_t)chance_u32(&dice);
            for (int down = 0; down < 2; down++) {
                struct pixels from = pixels_view(line, down ? 1 : count, down ? count : 1, 3), out;
                assert_int_equal(pixels_scale(&from, down ? 1 : to, down ? to : 1, &out), ERR_NONE);
                for (unsigned at = 0; at < to; at++)
                    for (unsigned c = 0; c < 3; c++) {
                        uint8_t own[24];
                        for (unsigned i = 0; i < count; i++) own[i] = line[3 * i + c];
                        if (out.at[3 * at + c] != told(own, count, at, to))
                            fail_msg("%u of %u pixels made of %u", at, to, count);
                    }
                pixels_free(&out);
            }
        }
}

static void pictures_change_form_and_size(void **state) {
    uint8_t grey[4] = {0, 100, 200, 40};
    struct pixels small = pixels_view(grey, 2, 2, 1), out;
    assert_int_equal(pixels_scale(&small, 1, 1, &out), ERR_NONE);
    assert_int_equal(out.at[0], 85); // each line's mean is rounded before the lines' is
    pixels_free(&out);
    assert_int_equal(pixels_scale(&small, 4, 2, &out), ERR_NONE);
    assert_memory_equal(out.at, "\x00\x19\x4b\x64\xc8\xa0\x50\x28", 8);
    pixels_free(&out);
    assert_int_equal(pixels_scale(&small, 2, 2, &out), ERR_NONE);
    assert_memory_equal(out.at, grey, 4);
    pixels_free(&out);
    assert_int_equal(pixels_convert(&small, 4, &out), ERR_NONE);
    assert_memory_equal(pixels_at(&out, 1, 0), "\x64\x64\x64\xff", 4);
    pixels_free(&out);
    uint8_t red[4] = {255, 0, 0, 7};
    small = pixels_view(red, 1, 1, 4);
    assert_int_equal(pixels_convert(&small, 2, &out), ERR_NONE);
    assert_memory_equal(out.at, "\x4c\x07", 2);
    pixels_free(&out);
    assert_int_equal(pixels_new(&out, 9000, 1, 1), ERR_LIMIT);
    assert_int_equal(pixels_new(&out, 8192, 8192, 4), ERR_LIMIT);
    assert_int_equal(pixels_new(&out, 0, 1, 1), ERR_RANGE);
}

static void without_memory(void *user) {
    struct pixels picture = {0}, other = {0};
    struct buf file = {0};
    if (!pixels_new(&picture, 30, 20, 3) && !png_encode(&picture, &file, NULL) &&
        !png_decode(bytes_of(&file), 4, &other, NULL)) {
        pixels_free(&other);
        if (!pixels_scale(&picture, 10, 10, &other)) assert_int_equal(other.width, 10);
    }
    pixels_free(&other);
    pixels_free(&picture);
    buf_free(&file);
}

static void memory_may_run_out_anywhere(void **state) {
    assert_true(break_every_alloc(without_memory, NULL) > 5);
}

TESTS(cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(every_depth_and_kind_is_read),
      cmocka_unit_test(colours_become_grey_by_how_bright_they_look),
      cmocka_unit_test(broken_files_are_answers), cmocka_unit_test(a_moving_picture_has_its_pieces_in_order),
      cmocka_unit_test(every_size_is_made_of_every_other), cmocka_unit_test(pictures_change_form_and_size),
      cmocka_unit_test(memory_may_run_out_anywhere))
