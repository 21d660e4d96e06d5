#include "support/support.h"

#include "codec/sound/ulaw.h"

// The library's law as its own encoder answers; 256 is what makes it crash, and is clamped here.
static const int LIBRARY[][2] = {
    {-32634, 255}, {-32000, 255}, {-20000, 244}, {-16384, 241}, {-4000, 209}, {-999, 178}, {-100, 142},
    {-7, 130},     {-1, 129},     {0, 1},        {1, 1},        {7, 2},       {100, 14},   {123, 16},
    {255, 25},     {256, 25},     {999, 50},     {4000, 81},    {8031, 96},   {8032, 96},  {16383, 113},
    {16384, 113},  {20000, 116},  {32000, 128},  {32634, 128},  {32635, 128}, {32767, 128}};
static const int ENGINE[][2] = {{0, 0x00},    {16, 0x01}, {255, 0x0f},   {256, 0x10},   {1000, 0x2f},
                                {8000, 0x5f}, {-1, 0x80}, {-1000, 0xaf}, {32767, 0x7f}, {-32768, 0xff}};

static void known_samples_have_their_codes(void **state) {
    for (size_t i = 0; i < sizeof LIBRARY / sizeof *LIBRARY; i++)
        assert_int_equal(ulaw_byte(ULAW_LIBRARY, (int16_t)LIBRARY[i][0]), LIBRARY[i][1]);
    for (size_t i = 0; i < sizeof ENGINE / sizeof *ENGINE; i++)
        assert_int_equal(ulaw_byte(ULAW_ENGINE, (int16_t)ENGINE[i][0]), ENGINE[i][1]);
    assert_int_equal(ulaw_byte(ULAW_LIBRARY, -31611), 255);
    assert_int_equal(ulaw_byte(ULAW_LIBRARY, -31612), 255);
    assert_int_equal(ulaw_byte(ULAW_LIBRARY, INT16_MIN), 255);
}

// Each step of the law is at most a sixteenth of the size it stands for (and 16 at the quiet end), so a
// sample must come back that near; and a code must come back as itself.
static void every_sample_comes_back_near(void **state) {
    for (int law = ULAW_LIBRARY; law <= ULAW_ENGINE; law++)
        for (int sample = INT16_MIN; sample <= INT16_MAX; sample++) {
            int back = ulaw_sample(law, ulaw_byte(law, (int16_t)sample));
            int size = abs(sample), error = abs(back - sample);
            assert_true(error <= size / 16 + 16);
            if (law == ULAW_LIBRARY) assert_true(error <= (size + 132) / 16 || size > 31611);
        }
}

static void codes_are_fixed_points(void **state) {
    for (int byte = 1; byte < 256; byte++) {
        if (byte == 0x81) continue; // the library's minus zero
        assert_int_equal(ulaw_byte(ULAW_LIBRARY, ulaw_sample(ULAW_LIBRARY, (uint8_t)byte)), byte);
    }
    for (int byte = 0; byte < 256; byte++)
        assert_int_equal(ulaw_byte(ULAW_ENGINE, ulaw_sample(ULAW_ENGINE, (uint8_t)byte)), byte);
    assert_int_equal(ulaw_sample(ULAW_LIBRARY, 0), 0);
    assert_int_equal(ulaw_sample(ULAW_LIBRARY, 1), 0);
    assert_int_equal(ulaw_sample(ULAW_LIBRARY, 0x81), 0);
}

static void louder_is_never_a_smaller_code(void **state) {
    for (int law = ULAW_LIBRARY; law <= ULAW_ENGINE; law++)
        for (int sample = 1; sample <= INT16_MAX; sample++) {
            assert_true(ulaw_byte(law, (int16_t)sample) >= ulaw_byte(law, (int16_t)(sample - 1)));
            assert_true(ulaw_byte(law, (int16_t)-sample) <= ulaw_byte(law, (int16_t)(-sample - 1)));
        }
}

static void runs_are_coded_like_single_samples(void **state) {
    const int16_t samples[4] = {0, 100, -100, 32767};
    uint8_t bytes[4];
    int16_t back[4];
    ulaw_encode(ULAW_LIBRARY, samples, 4, bytes);
    assert_memory_equal(bytes, "\x01\x0e\x8e\x80", 4);
    ulaw_decode(ULAW_LIBRARY, bytes, 4, back);
    assert_int_equal(back[1], ulaw_sample(ULAW_LIBRARY, 14));
    ulaw_decode(ULAW_ENGINE, bytes, 4, back);
    assert_int_equal(back[0], 24);
}

static void the_last_frame_is_filled_with_silence(void **state) {
    int16_t samples[ULAW_FRAME + 1];
    uint8_t frame[ULAW_FRAME];
    for (int i = 0; i <= ULAW_FRAME; i++) samples[i] = 100;
    assert_int_equal(ulaw_frame(ULAW_LIBRARY, samples, ULAW_FRAME + 1, frame), ULAW_FRAME);
    assert_int_equal(frame[ULAW_FRAME - 1], 14);
    assert_int_equal(ulaw_frame(ULAW_LIBRARY, samples, 1, frame), 1);
    assert_memory_equal(frame, "\x0e\0\0", 3);
    assert_int_equal(frame[ULAW_FRAME - 1], 0);
    assert_int_equal(ulaw_frame(ULAW_LIBRARY, NULL, 0, frame), 0);
    assert_int_equal(frame[0], 0);
}

TESTS(cmocka_unit_test(known_samples_have_their_codes), cmocka_unit_test(every_sample_comes_back_near),
      cmocka_unit_test(codes_are_fixed_points), cmocka_unit_test(louder_is_never_a_smaller_code),
      cmocka_unit_test(runs_are_coded_like_single_samples),
      cmocka_unit_test(the_last_frame_is_filled_with_silence))
