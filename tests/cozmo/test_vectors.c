// The known answers of the public client library, row by row from the one file that has them, both ways: what
// it makes of values is made here, and what it made is read back. Frames and messages are held by the link's
// own tests; here the count of all is.
#define ERR_STATE openssl_err_state
#include <openssl/evp.h>
#undef ERR_STATE

#include "support/support.h"

#include "base/data/json.h"
#include "base/system/file.h"
#include "codec/picture/colour.h"
#include "codec/picture/jpeg_mini.h"
#include "codec/picture/rle.h"
#include "codec/sound/ulaw.h"

#include <critter/cozmo.h>
#include <math.h>
#include <stdlib.h>

enum { FRAMES = 11, MESSAGES = 81, ROWS = 154 };

struct vector {
    struct text name, in, out;
};

static void numbers(struct text text, double *at,
                    unsigned count) { // what stands between them is stepped over
    const char *from = text.at, *end = text.at + text.len;
    for (unsigned i = 0; i < count; i++) {
        while (from < end && !strchr("+-.0123456789", *from)) from++;
        char number[40], *stop;
        size_t len = (size_t)(end - from) < sizeof number - 1 ? (size_t)(end - from) : sizeof number - 1;
        memcpy(number, from, len);
        number[len] = 0;
        at[i] = strtod(number, &stop);
        assert_true(stop > number);
        from += stop - number;
    }
}

static struct rgb colour_of(struct text text) {
    double c[3];
    numbers(text, c, 3);
    return (struct rgb){(uint8_t)c[0], (uint8_t)c[1], (uint8_t)c[2]};
}

static void check_color(const struct vector *v) {
    uint64_t word;
    if (text_is(v->name, "rgb_to_16")) {
        struct rgb c = colour_of(v->in);
        assert_int_equal(text_to_u64(v->out, &word), ERR_NONE);
        assert_int_equal(light_word(c, false), word);
        assert_int_equal(critter_cozmo_colour(c.r, c.g, c.b), word);
        uint16_t back =
            light_word(rgb_of_light((uint16_t)word, NULL), false); // cut down twice: a step darker at most
        for (int shift = 0; shift < 15; shift += 5)
            assert_in_range((word >> shift & 31) - (back >> shift & 31), 0, 1);
        return;
    }
    assert_true(text_is(v->name, "16_to_rgb"));
    assert_int_equal(text_to_u64(v->in, &word), ERR_NONE);
    struct rgb want = colour_of(v->out), got = rgb_of_light((uint16_t)word, NULL);
    assert_true(got.r == want.r && got.g == want.g && got.b == want.b);
}

static void check_ulaw(const struct vector *v) {
    double sample, want;
    numbers(v->in, &sample, 1);
    numbers(v->out, &want, 1);
    uint8_t byte = ulaw_byte(ULAW_LIBRARY, (int16_t)sample);
    assert_int_equal(byte, want > 255 ? 255 : (int)want);
    int16_t back = ulaw_sample(ULAW_LIBRARY, byte); // two bytes mean zero
    assert_int_equal(ulaw_sample(ULAW_LIBRARY, ulaw_byte(ULAW_LIBRARY, back)), back);
}

static void check_jpeg_header(const struct vector *v) {
    uint8_t header[JPEG_MINI_COLOUR], digest[32];
    bool colour = text_starts(v->name, "color");
    double wanted;
    numbers(v->in, &wanted, 1);
    size_t len = jpeg_mini_header(colour, colour ? 160 : 320, 240, header);
    assert_int_equal(len, (size_t)wanted);
    assert_int_equal(EVP_Digest(header, len, digest, NULL, EVP_sha256(), NULL), 1);
    char hex[65];
    bytes_to_hex(digest, sizeof digest, hex);
    assert_true(text_is(v->out, hex));
}

// The piece of a scan: zeros behind each 0xff, the filling cut, the end marker behind it; and without all
// that again. The first byte, which says grey or colour, is taken from the name here.
static void check_jpeg_tail(const struct vector *v) {
    uint8_t mini[64], scan[64];
    size_t mini_len, scan_len;
    bool colour = text_starts(v->name, "color");
    assert_int_equal(hex_to_bytes(v->in, mini, sizeof mini, &mini_len), ERR_NONE);
    assert_int_equal(hex_to_bytes(v->out, scan, sizeof scan, &scan_len), ERR_NONE);
    mini[0] = colour;
    struct buf file = {0}, again = {0};
    assert_int_equal(jpeg_mini_expand((struct bytes){mini, mini_len}, 320, 240, &file, NULL), ERR_NONE);
    size_t header = colour ? JPEG_MINI_COLOUR : JPEG_MINI_GREY;
    assert_int_equal(file.len, header + scan_len);
    assert_memory_equal(file.at + header, scan, scan_len);
    assert_int_equal(jpeg_mini_shrink((struct bytes){file.at, file.len}, &again, NULL), ERR_NONE);
    assert_true(again.len <= mini_len);
    assert_memory_equal(again.at, mini, again.len);
    for (size_t i = again.len; i < mini_len; i++) assert_int_equal(mini[i], 0xff);
    buf_free(&file), buf_free(&again);
}

static void check_lift(const struct vector *v) {
    double height, want[2];
    numbers(v->in, &height, 1);
    numbers(v->out, want, 2);
    assert_true(fabs((double)critter_cozmo_lift_ratio((float)height) - want[0]) < 1e-6);
    assert_true(fabs((double)critter_cozmo_lift_angle((float)height) - want[1]) < 1e-6);
}

static void check_pose(const struct vector *v) {
    double in[6], want[3];
    numbers(v->in, in, 6);
    numbers(v->out, want, 3);
    float here[3], step[3], out[3];
    for (int i = 0; i < 3; i++) here[i] = (float)in[i], step[i] = (float)in[3 + i];
    critter_cozmo_from_here(here, step, out);
    for (int i = 0; i < 3; i++) assert_true(fabs((double)out[i] - want[i]) < 2e-5);
}

static void check_rle(const struct vector *v) {
    uint8_t rows[RLE_UNITS][RLE_COLUMNS / 8], back[RLE_UNITS][RLE_COLUMNS / 8], want[RLE_CODE_MAX],
        made[RLE_CODE_MAX];
    size_t len;
    assert_int_equal(hex_to_bytes(v->in, rows[0], sizeof rows, &len), ERR_NONE);
    assert_int_equal(len, sizeof rows);
    assert_int_equal(hex_to_bytes(v->out, want, sizeof want, &len), ERR_NONE);
    struct rle_picture picture, again;
    rle_from_rows(&picture, rows);
    struct writer out = writer_of(made, sizeof made);
    assert_int_equal(rle_encode(&picture, RLE_ROWS_32, &out), ERR_NONE);
    assert_int_equal(writer_len(&out), len);
    assert_memory_equal(made, want, len);
    assert_int_equal(rle_decode((struct bytes){want, len}, &again, NULL), ERR_NONE);
    rle_to_rows(&again, back);
    assert_memory_equal(back, rows, sizeof rows);
}

static const struct {
    const char *kind;
    void (*check)(const struct vector *); // NULL: only counted
    unsigned rows;
} KINDS[] = {
    {"frame", NULL, FRAMES},           {"message", NULL, MESSAGES}, {"rle", check_rle, 10},
    {"ulaw", check_ulaw, 27},          {"color", check_color, 13},  {"jpeg_header", check_jpeg_header, 2},
    {"jpeg_tail", check_jpeg_tail, 2}, {"lift", check_lift, 5},     {"pose", check_pose, 3}};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static void every_row_comes_out_as_it_should(void **state) {
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/link/cozmo/data/vectors.tsv", getenv("SOURCE"));
    struct buf file = {0};
    assert_int_equal(file_read(path, 1 << 20, &file, NULL), ERR_NONE);
    struct text rest = {(const char *)file.at, file.len}, line;
    unsigned counts[KIND_COUNT] = {0}, all = 0;
    while (text_split(&rest, '\n', &line)) {
        struct text kind;
        struct vector v = {0};
        if (!line.len || line.at[0] == '#' || !text_split(&line, '\t', &kind)) continue;
        assert_true(text_split(&line, '\t', &v.name) && text_split(&line, '\t', &v.in));
        text_split(&line, '\t', &v.out);
        for (unsigned i = 0; i < KIND_COUNT; i++) {
            if (!text_is(kind, KINDS[i].kind)) continue;
            if (KINDS[i].check) KINDS[i].check(&v);
            counts[i]++, all++;
        }
    }
    for (unsigned i = 0; i < KIND_COUNT; i++) {
        print_message("# %s: %u\n", KINDS[i].kind, counts[i]);
        assert_int_equal(counts[i], KINDS[i].rows);
    }
    assert_int_equal(all, ROWS);
    buf_free(&file);
}

TESTS(cmocka_unit_test(every_row_comes_out_as_it_should))
