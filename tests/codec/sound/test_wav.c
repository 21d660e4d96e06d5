#include "support/support.h"

#include "codec/sound/wav.h"

#include <math.h>

static struct bytes bytes_of(const struct buf *buf) { return (struct bytes){buf->at, buf->len}; }

static void what_is_written_is_read(void **state) {
    const int16_t samples[6] = {0, -1, 32767, -32768, 12345, -256};
    for (unsigned bits = 8; bits <= 32; bits += 8)
        for (unsigned channels = 1; channels <= 3; channels++) {
            struct buf out = {0};
            struct wav wav;
            assert_int_equal(
                wav_write(&(struct wav_spec){22050, channels, bits}, samples, 6 / channels, &out), ERR_NONE);
            assert_int_equal(wav_read(bytes_of(&out), &wav, NULL), ERR_NONE);
            assert_int_equal(wav.rate, 22050);
            assert_int_equal(wav.channels, channels);
            assert_int_equal(wav.bits, bits);
            assert_int_equal(wav.frames, 6 / channels);
            assert_int_equal(out.len % 2, 0);
            for (unsigned i = 0; i < 6 / channels * channels; i++) {
                int want = bits == 8 ? samples[i] & ~255 : samples[i];
                assert_int_equal(wav_s16(&wav, i / channels, i % channels), want);
            }
            assert_int_equal(wav_s16(&wav, wav.frames, 0), 0);
            assert_int_equal(wav_s16(&wav, 0, channels), 0);
            buf_free(&out);
        }
}

static void floats_are_kept_or_rounded_and_never_wrap(void **state) {
    const float samples[6] = {0.5f, 1.0f, -1.0f, 3.0f, -3.0f, (float)NAN};
    struct buf out = {0};
    struct wav wav;
    assert_int_equal(wav_write_f32(&(struct wav_spec){16000, 1, 32}, samples, 6, &out), ERR_NONE);
    assert_int_equal(wav_read(bytes_of(&out), &wav, NULL), ERR_NONE);
    assert_true(wav.is_float && wav_f32(&wav, 3, 0) == 3.0f && wav_f32(&wav, 5, 0) == 0);
    assert_int_equal(wav_s16(&wav, 0, 0), 16384);
    assert_int_equal(wav_s16(&wav, 3, 0), 32767);
    assert_int_equal(wav_s16(&wav, 4, 0), -32768);
    assert_int_equal(wav_s16(&wav, 5, 0), 0);
    buf_free(&out);
    for (unsigned bits = 8; bits <= 24; bits += 8) {
        out = (struct buf){0};
        assert_int_equal(wav_write_f32(&(struct wav_spec){16000, 1, bits}, samples, 6, &out), ERR_NONE);
        assert_int_equal(wav_read(bytes_of(&out), &wav, NULL), ERR_NONE);
        assert_true(wav_f32(&wav, 0, 0) == 0.5f);
        assert_true(wav_f32(&wav, 1, 0) > 0.98f && wav_f32(&wav, 1, 0) < 1);
        assert_true(wav_f32(&wav, 2, 0) == -1 && wav_f32(&wav, 4, 0) == -1);
        assert_true(wav_f32(&wav, 3, 0) > 0.98f && wav_f32(&wav, 5, 0) == 0);
        buf_free(&out);
    }
}

// The layout as the format's definition has it, byte for byte.
static void the_header_is_the_plain_one_of_44_bytes(void **state) {
    const int16_t sample = 0x1234;
    struct buf out = {0};
    assert_int_equal(wav_write(&(struct wav_spec){22050, 1, 16}, &sample, 1, &out), ERR_NONE);
    assert_int_equal(out.len, 46);
    assert_memory_equal(out.at,
                        "RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x22\x56\0\0\x44\xac\0\0\x02\0\x10\0"
                        "data\x02\0\0\0\x34\x12",
                        46);
    buf_free(&out);
}

static void odd_pieces_and_strangers_are_stepped_over(void **state) {
    static const char file[] =
        "RIFF\xff\xff\xff\xffWAVELIST\x03\0\0\0abc\0"
        "fmt \x28\0\0\0\xfe\xff\x02\0\x80\xbb\0\0\0\xee\x02\0\x04\0\x10\0\x16\0\x10\0\x03\0\0\0"
        "\x01\0\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71"
        "data\xff\xff\xff\xff\x01\0\x02\0\x03\0\x04\0\x05";
    struct wav wav;
    struct fault fault = {0};
    assert_int_equal(wav_read((struct bytes){(const uint8_t *)file, sizeof file - 1}, &wav, &fault),
                     ERR_NONE);
    assert_int_equal(wav.frames, 2);
    assert_true(wav.cut);
    assert_int_equal(wav.rate, 48000);
    assert_int_equal(wav_s16(&wav, 1, 1), 4);
}

static void bad_files_say_what_is_wrong(void **state) {
    const int16_t sample[2] = {0};
    struct buf good = {0};
    assert_int_equal(wav_write(&(struct wav_spec){8000, 1, 16}, sample, 2, &good), ERR_NONE);
    static const struct {
        size_t at;
        const char *bytes;
        size_t len;
        enum err err;
        const char *says;
    } CASES[] = {
        {0, "RIFX", 4, ERR_UNSUPPORTED, "big-endian"},
        {0, "OggS", 4, ERR_SYNTAX, "OggS"},
        {8, "AVI ", 4, ERR_TYPE, "AVI "},
        {12, "xxxx", 4, ERR_SYNTAX, "before"},
        {20, "\x55\0", 2, ERR_UNSUPPORTED, "0x0055"},
        {22, "\0\0", 2, ERR_RANGE, "channels"},
        {22, "\xff\xff", 2, ERR_RANGE, "channels"},
        {24, "\0\0\0\0", 4, ERR_RANGE, "rate"},
        {32, "\x07\0", 2, ERR_RANGE, "frames of 2"},
        {34, "\x0c\0", 2, ERR_UNSUPPORTED, "12-bit"},
        {36, "xxxx", 4, ERR_MISSING, "data"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        uint8_t file[64];
        memcpy(file, good.at, good.len);
        memcpy(file + CASES[i].at, CASES[i].bytes, CASES[i].len);
        struct fault fault = {0};
        struct wav wav;
        assert_int_equal(wav_read((struct bytes){file, good.len}, &wav, &fault), CASES[i].err);
        assert_non_null(strstr(fault.said, CASES[i].says));
    }
    for (size_t len = 0; len < 44; len++) {
        struct wav wav;
        uint8_t *cut = malloc(len + !len);
        memcpy(cut, good.at, len);
        assert_int_not_equal(wav_read((struct bytes){cut, len}, &wav, NULL), ERR_NONE);
        free(cut);
    }
    buf_free(&good);
    assert_int_equal(wav_write(&(struct wav_spec){8000, 0, 16}, sample, 2, &good), ERR_RANGE);
    assert_int_equal(wav_write(&(struct wav_spec){8000, 1, 12}, sample, 2, &good), ERR_RANGE);
    assert_int_equal(wav_write(&(struct wav_spec){8000, 1, 16}, sample, (size_t)1 << 31, &good), ERR_LIMIT);
    assert_int_equal(good.len, 0);
}

TESTS(cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(floats_are_kept_or_rounded_and_never_wrap),
      cmocka_unit_test(the_header_is_the_plain_one_of_44_bytes),
      cmocka_unit_test(odd_pieces_and_strangers_are_stepped_over),
      cmocka_unit_test(bad_files_say_what_is_wrong))
