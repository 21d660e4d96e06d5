#include "support/support.h"

#include "codec/sound/adpcm.h"

#include <math.h>
#include <stdlib.h>

// From the public standard's arithmetic, done by hand: step 7 for nibble 7 is 0+7+3+1 = 11, index 8, step 16;
// nibble 15 then takes 2+16+8+4 = 30, index 16, step 34.
static void nibbles_move_the_state_as_the_standard_says(void **state) {
    struct adpcm ima = {0};
    assert_int_equal(adpcm_decode(&ima, 7), 11);
    assert_int_equal(ima.index, 8);
    assert_int_equal(adpcm_decode(&ima, 15), -19);
    assert_int_equal(ima.index, 16);
    assert_int_equal(adpcm_decode(&ima, 0), -19 + (34 >> 3));
    assert_int_equal(ima.index, 15);
    assert_int_equal(adpcm_step(0), 7);
    assert_int_equal(adpcm_step(88), 32767);
    assert_int_equal(adpcm_step(1000), 32767);
    assert_int_equal(adpcm_step(-5), 7);
}

// Each step is a tenth larger than the one before; the lower half of the nibbles makes the next one smaller,
// the others larger by two, four, six and eight, whatever their sign.
static void steps_grow_by_a_tenth(void **state) {
    for (int i = 0; i < 87; i++) {
        int tenth = adpcm_step(i + 1) * 10 - adpcm_step(i) * 11;
        if (tenth < -8 || tenth > 8) fail_msg("%d comes after %d", adpcm_step(i + 1), adpcm_step(i));
    }
    for (unsigned nibble = 0; nibble < 16; nibble++) {
        struct adpcm ima = {.index = 40};
        adpcm_decode(&ima, nibble);
        assert_int_equal(ima.index, 40 + ((nibble & 7) < 4 ? -1 : 2 * ((int)(nibble & 7) - 3)));
    }
}

static void loud_input_does_not_wrap(void **state) {
    struct adpcm ima = {.index = 88};
    for (int i = 0; i < 8; i++) adpcm_decode(&ima, 7);
    assert_int_equal(ima.predictor, 32767);
    for (int i = 0; i < 8; i++) adpcm_decode(&ima, 15);
    assert_int_equal(ima.predictor, -32768);
}

enum { FRAMES = 640 };

// Parabolas up and down, 8000 high: near enough to a sine.
static int16_t hum(int at, int half) {
    int t = at % half, sign = at / half % 2 ? -1 : 1;
    return (int16_t)(sign * 32000 * t / half * (half - t) / half);
}

static void make_sound(int16_t *out, unsigned channels) {
    for (int i = 0; i < FRAMES; i++)
        for (unsigned c = 0; c < channels; c++) out[(size_t)i * channels + c] = hum(i, c ? 31 : 62);
}

static double error_of(const int16_t *a, const int16_t *b, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)(a[i] - b[i]) * (a[i] - b[i]);
    return sum / (double)count;
}

static void sound_survives_every_packing(void **state) {
    static const struct {
        enum adpcm_packing packing;
        size_t block;
    } CASES[] = {{ADPCM_WEM, ADPCM_WEM_BLOCK}, {ADPCM_WEM_63, ADPCM_WEM_BLOCK}, {ADPCM_WAV, 256}};
    for (size_t n = 0; n < 3; n++)
        for (unsigned channels = 1; channels <= 2; channels++) {
            int16_t sound[FRAMES * 2], back[FRAMES * 2 + 1024];
            make_sound(sound, channels);
            struct adpcm states[2] = {{0}};
            size_t done = 0, block = CASES[n].block * channels;
            size_t in_block = adpcm_block_samples(CASES[n].packing, block, channels);
            while (done < FRAMES) {
                uint8_t room[1024];
                struct writer out = writer_of(room, sizeof room);
                size_t left = FRAMES - done, frames;
                assert_int_equal(adpcm_encode_block(CASES[n].packing, states, sound + done * channels,
                                                    left < in_block ? left : in_block, channels, block, &out),
                                 ERR_NONE);
                assert_int_equal(writer_len(&out), block);
                assert_int_equal(adpcm_decode_block(CASES[n].packing, writer_bytes(&out), channels,
                                                    back + done * channels,
                                                    sizeof back / sizeof *back - done * channels, &frames),
                                 ERR_NONE);
                assert_int_equal(frames, in_block);
                done += frames;
            }
            // 8000 in size is 32e6 in mean square; a thousandth of it is 30 dB below.
            assert_true(error_of(sound + 128, back + 128, (FRAMES - 128) * channels) < 32000);
        }
}

// A sound that begins loud is there from its first sample on.
static void a_loud_beginning_is_met(void **state) {
    int16_t samples[2 * 256], back[2 * 256];
    for (int i = 0; i < 256; i++) {
        samples[2 * i] = (int16_t)(20000 * cos(i / 5.0));
        samples[2 * i + 1] = (int16_t)(i / 4 - 9000);
    }
    struct adpcm states[2] = {{0}};
    adpcm_start(states, samples, 256, 2);
    for (int b = 0; b < 4; b++) {
        uint8_t room[2 * ADPCM_WEM_BLOCK];
        struct writer to = writer_of(room, sizeof room);
        size_t frames;
        assert_int_equal(adpcm_encode_block(ADPCM_WEM, states, samples + 128 * b, 64, 2, sizeof room, &to),
                         ERR_NONE);
        assert_int_equal(adpcm_decode_block(ADPCM_WEM, writer_bytes(&to), 2, back + 128 * b, 128, &frames),
                         ERR_NONE);
    }
    for (int i = 0; i < 256; i++) {
        assert_in_range(abs(back[2 * i] - samples[2 * i]), 0, 1200);
        assert_in_range(abs(back[2 * i + 1] - samples[2 * i + 1]), 0, 40);
    }
    adpcm_start(states, samples, 0, 2); // nothing is silence
    assert_true(!states[0].predictor && !states[0].index && !states[1].predictor);
}

static void a_wem_block_decodes_to_known_samples(void **state) {
    uint8_t block[ADPCM_WEM_BLOCK] = {0x64, 0x00, 0, 0, 0xf7}; // predictor 100; then 7 first, 15 after it
    int16_t out[64];
    size_t frames;
    assert_int_equal(adpcm_decode_block(ADPCM_WEM, (struct bytes){block, sizeof block}, 1, out, 64, &frames),
                     ERR_NONE);
    assert_int_equal(frames, 64);
    assert_int_equal(out[0], 111);
    assert_int_equal(out[1], 81);
    assert_int_equal(
        adpcm_decode_block(ADPCM_WEM_63, (struct bytes){block, sizeof block}, 1, out, 64, &frames), ERR_NONE);
    assert_int_equal(frames, 64);
    assert_int_equal(out[0], 100);
    assert_int_equal(out[1], 111);
}

static void bad_blocks_are_refused(void **state) {
    uint8_t block[72] = {0, 0, 89};
    int16_t out[128];
    size_t frames;
    assert_int_equal(adpcm_decode_block(ADPCM_WEM, (struct bytes){block, 36}, 1, out, 64, &frames),
                     ERR_RANGE);
    block[2] = 0;
    assert_int_equal(adpcm_decode_block(ADPCM_WEM, (struct bytes){block, 35}, 1, out, 64, &frames),
                     ERR_SHORT);
    assert_int_equal(adpcm_decode_block(ADPCM_WEM, (struct bytes){block, 36}, 1, out, 63, &frames),
                     ERR_LIMIT);
    assert_int_equal(adpcm_decode_block(ADPCM_WEM, (struct bytes){block, 36}, 0, out, 64, &frames),
                     ERR_RANGE);
    assert_int_equal(adpcm_decode_block(ADPCM_WEM, (struct bytes){block, 36}, 9, out, 64, &frames),
                     ERR_RANGE);
    assert_int_equal(adpcm_decode_block(ADPCM_WEM, (struct bytes){block, 36}, 2, out, 128, &frames),
                     ERR_SHORT);
    assert_int_equal(adpcm_block_samples(ADPCM_WEM, 37, 1), 0);
    assert_int_equal(adpcm_block_samples(ADPCM_WAV, 6, 1), 0);
    assert_int_equal(adpcm_block_samples(ADPCM_WAV, 256, 1), 505);
}

TESTS(cmocka_unit_test(a_loud_beginning_is_met),
      cmocka_unit_test(nibbles_move_the_state_as_the_standard_says), cmocka_unit_test(steps_grow_by_a_tenth),
      cmocka_unit_test(loud_input_does_not_wrap), cmocka_unit_test(sound_survives_every_packing),
      cmocka_unit_test(a_wem_block_decodes_to_known_samples), cmocka_unit_test(bad_blocks_are_refused))
