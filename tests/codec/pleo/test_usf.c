#include "support/support.h"

#include "codec/pleo/usf.h"

// A header written down by hand from the guide's structure: name "hi", plain, 8 bits, one channel, 11025 a
// second, once, samples to the end of the file.
static const char PLAIN[] = "55 47 53 46  01 # UGSF, version 1\n"
                            "68 69 00 00 00 00 00 00  00 00 00 00 00 00 00 00\n"
                            "00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00\n"
                            "00 08 01  11 2b  01 00  ff ff ff ff\n"
                            "80 ff 00 81";

static void plain_samples_are_8_bits_around_128(void **state) {
    struct usf sound;
    assert_int_equal(usf_read(hex(PLAIN), &sound, NULL), ERR_NONE);
    assert_string_equal(sound.name, "hi");
    assert_int_equal(sound.rate, 11025);
    assert_int_equal(sound.loops, 1);
    assert_false(sound.adpcm || sound.fixed_pitch);
    int16_t samples[8];
    assert_int_equal(usf_decode(&sound, samples, 8), 4);
    assert_int_equal(samples[0], 0);
    assert_int_equal(samples[1], 127 * 256);
    assert_int_equal(samples[2], -128 * 256);
    assert_int_equal(samples[3], 256);
    assert_int_equal(usf_decode(&sound, samples, 3), 3);
}

static void what_is_written_is_the_known_file(void **state) {
    static const int16_t SAMPLES[] = {0, 32767, -32768, 256};
    struct buf out = {0};
    struct usf_spec spec = {.name = "hi", .rate = 11025, .loops = 1};
    assert_int_equal(usf_write(&spec, SAMPLES, 4, &out, NULL), ERR_NONE);
    assert_bytes(out.at, out.len, PLAIN);
    buf_clear(&out);
    spec = (struct usf_spec){.name = "a name of more than thirty-two bytes",
                             .adpcm = true,
                             .fixed_pitch = true,
                             .rate = 22050,
                             .loops = 0};
    assert_int_equal(usf_write(&spec, SAMPLES, 0, &out, NULL), ERR_NONE);
    assert_int_equal(out.len, USF_HEADER);
    assert_int_equal(out.at[37], 0x11);
    assert_memory_equal(out.at + 5, "a name of more than thirty-two b", 32);
    assert_memory_equal(out.at + 40, "\x22\x56\0\0", 4);
    buf_free(&out);
}

// By hand, in samples of 8 bits: step 7, nibble 7 is 0+7+3+1 = 11, index 8, step 16; nibble 15 takes 2+16+8+4
// = 30, so -19. The high nibble comes first.
static void compressed_samples_have_the_high_nibble_first(void **state) {
    uint8_t file[USF_HEADER + 1];
    memcpy(file, hex(PLAIN).at, USF_HEADER);
    file[37] = 1, file[USF_HEADER] = 0x7f;
    struct usf sound;
    int16_t samples[2];
    assert_int_equal(usf_read((struct bytes){file, sizeof file}, &sound, NULL), ERR_NONE);
    assert_int_equal(sound.samples, 2);
    assert_int_equal(usf_decode(&sound, samples, 2), 2);
    assert_int_equal(samples[0], 11 * 256);
    assert_int_equal(samples[1], -19 * 256);
}

// Compressed by another program: Python's audioop.lin2adpcm, whose first sample is the high nibble, too. What
// it takes for samples of 16 bits are Pleo's of 8, for no step of its answer, audioop.adpcm2lin, leaves them.
static void a_file_of_another_encoder_decodes_to_the_samples_expected(void **state) {
    static const char DATA[] = "07 59 98 25 32 9a 92 53 0b ea 80 1a eb c8 00 9b "
                               "ba 25 51 00 04 34 09 bb 90 8c dc 90 33 30 81 53 "
                               "39 dd a9 01 08 81 54 20 bd b8 01 19 82 45 19 db "
                               "a0 24 28 99 01 8b ea 14 51 0c ba 13 33 9b b9 22 "
                               "0b 92 53 1d ca 15 41 ac b9 44 18 bd 81 33 0c ba ";
    static const int8_t EXPECTED[160] = {
        0,  11, 33,  26,  19,  17,  27,  49,  67,  79,  73,  63,  57,  65,  82,  97,  99,  85,  63,  48,
        46, 48, 54,  44,  18,  -6,  -34, -37, -34, -31, -38, -55, -70, -80, -70, -52, -24, -14, -11, -8,
        -6, 17, 38,  63,  66,  57,  39,  22,  16,  18,  16,  1,   -22, -50, -60, -57, -36, -18, -1,  1,
        -1, 5,  23,  40,  55,  49,  27,  -3,  -24, -34, -31, -22, -20, -22, -24, -18, 4,   29,  46,  49,
        31, 3,  -22, -25, -22, -15, -8,  -14, -16, -6,  9,   32,  41,  34,  6,   -19, -36, -33, -20, 3,
        18, 16, 9,   3,   5,   11,  10,  0,   -19, -31, -25, -6,  22,  32,  35,  7,   -18, -35, -26, -8,
        9,  24, 18,  4,   -7,  -11, -4,  2,   3,   -4,  -7,  -4,  4,   12,  15,  3,   -11, -21, -17, 0,
        21, 28, 16,  -5,  -23, -30, -9,  16,  26,  23,  5,   -23, -26, -16, 5,   23,  25,  4,   -14, -26};
    uint8_t file[USF_HEADER + 80];
    int16_t samples[160];
    struct usf sound;
    memcpy(file, hex(PLAIN).at, USF_HEADER);
    file[37] = 1;
    memcpy(file + USF_HEADER, hex(DATA).at, 80);
    assert_int_equal(usf_read((struct bytes){file, sizeof file}, &sound, NULL), ERR_NONE);
    assert_int_equal(usf_decode(&sound, samples, 160), 160);
    for (int i = 0; i < 160; i++) assert_int_equal(samples[i], EXPECTED[i] * 256);
}

static void loud_compressed_sound_is_clamped_when_played(void **state) {
    uint8_t file[USF_HEADER + 8];
    memcpy(file, hex(PLAIN).at, USF_HEADER);
    memset(file + USF_HEADER, 0x77, 8);
    file[37] = 1;
    struct usf sound;
    int16_t samples[16];
    assert_int_equal(usf_read((struct bytes){file, sizeof file}, &sound, NULL), ERR_NONE);
    usf_decode(&sound, samples, 16);
    assert_int_equal(samples[15], 127 * 256);
}

static void compressed_sound_comes_back_nearly(void **state) {
    enum { COUNT = 2001 };
    int16_t in[COUNT], back[COUNT];
    for (int i = 0; i < COUNT; i++) in[i] = (int16_t)(i % 80 < 40 ? (i % 40) * 500 : (40 - i % 40) * 500);
    struct buf out = {0};
    struct usf sound;
    struct usf_spec spec = {.name = "wave", .adpcm = true, .rate = 11025, .loops = 1};
    assert_int_equal(usf_write(&spec, in, COUNT, &out, NULL), ERR_NONE);
    assert_int_equal(out.len, USF_HEADER + COUNT / 2); // the odd last one is dropped
    assert_int_equal(usf_read((struct bytes){out.at, out.len}, &sound, NULL), ERR_NONE);
    assert_int_equal(usf_decode(&sound, back, COUNT), COUNT - 1);
    long error = 0;
    for (int i = 0; i < COUNT - 1; i++) error += labs((long)in[i] - back[i]) / 256;
    assert_true(error / COUNT < 4);
    buf_free(&out);
}

static void the_old_header_has_no_name(void **state) {
    struct usf sound;
    struct bytes old = hex("55 47 53 46 00  00 08 01 11 2b 02 00 02 00 00 00  80 81 82");
    assert_int_equal(usf_read(old, &sound, NULL), ERR_NONE);
    assert_string_equal(sound.name, "");
    assert_int_equal(sound.loops, 2);
    assert_int_equal(sound.samples, 2); // of three that are there
}

static void bad_files_say_what_is_wrong(void **state) {
    static const struct {
        size_t at;
        uint8_t value;
        enum err err;
        const char *says;
    } CASES[] = {
        {0, 'X', ERR_SYNTAX, "UGSF"},
        {4, 2, ERR_VERSION, "version 2"},
        {37, 2, ERR_UNSUPPORTED, "compression 2"},
        {37, 0x20, ERR_RANGE, "0x20"},
        {38, 16, ERR_UNSUPPORTED, "16"},
        {39, 2, ERR_UNSUPPORTED, "1 channel"},
        {47, 0, ERR_SHORT, "16777215 samples"},
    };
    struct fault fault;
    struct usf sound;
    uint8_t file[USF_HEADER + 4];
    struct bytes good = hex(PLAIN);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        memcpy(file, good.at, sizeof file);
        file[CASES[i].at] = CASES[i].value;
        fault = (struct fault){0};
        assert_int_equal(usf_read((struct bytes){file, sizeof file}, &sound, &fault), CASES[i].err);
        assert_non_null(strstr(fault.said, CASES[i].says));
    }
    memcpy(file, good.at, sizeof file);
    file[40] = file[41] = 0;
    assert_int_equal(usf_read((struct bytes){file, sizeof file}, &sound, NULL), ERR_RANGE);
    for (size_t len = 0; len < USF_HEADER; len++) {
        uint8_t *cut = malloc(len + !len);
        memcpy(cut, good.at, len);
        assert_int_not_equal(usf_read((struct bytes){cut, len}, &sound, NULL), ERR_NONE);
        free(cut);
    }
    struct buf out = {0};
    assert_int_equal(usf_write(&(struct usf_spec){.name = ""}, NULL, 0, &out, NULL), ERR_RANGE);
    assert_int_equal(
        usf_write(&(struct usf_spec){.name = "", .rate = 1, .loops = 65536}, NULL, 0, &out, NULL), ERR_RANGE);
    assert_int_equal(usf_write(&(struct usf_spec){.name = "", .rate = 1}, NULL, USF_BYTES_MAX, &out, NULL),
                     ERR_LIMIT);
    assert_int_equal(out.len, 0);
}

TESTS(cmocka_unit_test(plain_samples_are_8_bits_around_128),
      cmocka_unit_test(what_is_written_is_the_known_file),
      cmocka_unit_test(compressed_samples_have_the_high_nibble_first),
      cmocka_unit_test(a_file_of_another_encoder_decodes_to_the_samples_expected),
      cmocka_unit_test(loud_compressed_sound_is_clamped_when_played),
      cmocka_unit_test(compressed_sound_comes_back_nearly), cmocka_unit_test(the_old_header_has_no_name),
      cmocka_unit_test(bad_files_say_what_is_wrong))
