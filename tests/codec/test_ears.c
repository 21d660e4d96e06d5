// Sound in frames and chunks, and through bit-stream microphones.
#include "support/support.h"

#include "base/chance.h"
#include "base/maths.h"
#include "codec/ears.h"
#include "codec/pdm.h"

#include <string.h>

static int16_t sound[EARS * 4000];
static void make_sound(void) {
    for (int i = 0; i < EARS * 4000; i++) sound[i] = (int16_t)(i * 7919 + i / 3);
}

static void what_is_packed_is_unpacked(void **state) {
    make_sound();
    struct chance dice = chance_of(5, chance_stream("ears"), 0);
    struct ears_packer packer = {0};
    struct ears_chunker chunker = {0};
    const int16_t *at = sound, *end = sound + EARS * 4000;
    uint8_t frame[EARS_FRAME_BYTES];
    uint32_t frames = 0, chunks = 0;
    while (at < end) { // in pieces of any length
        uint32_t left = (uint32_t)(end - at) / EARS, count = 1 + chance_u32(&dice) % 211;
        if (count > left) count = left;
        while (ears_pack(&packer, &at, &count, frame)) {
            int16_t back[EARS_FRAME * EARS];
            ears_unpack(frame, back);
            assert_memory_equal(back, sound + (size_t)frames * EARS_FRAME * EARS, sizeof back);
            if (ears_gather(&chunker, 0xfffffff0u + frames, frame)) { // the count runs over on the way
                for (uint32_t k = 0; k < EARS; k++)
                    for (uint32_t i = 0; i < EARS_CHUNK; i++)
                        assert_int_equal(chunker.chunk[k][i], sound[(chunks * EARS_CHUNK + i) * EARS + k]);
                chunks++;
            }
            frames++;
        }
    }
    assert_int_equal(frames, 50);
    assert_int_equal(chunks, 25);
    assert_true(!chunker.lost && !chunker.stale);
    // The order of bytes on the wire: four channels of one moment, the low byte first.
    static const int16_t MOMENTS[EARS_FRAME * EARS] = {0x0102, -2, 3, 4, 5};
    at = MOMENTS;
    uint32_t count = EARS_FRAME;
    packer = (struct ears_packer){0};
    assert_true(ears_pack(&packer, &at, &count, frame));
    assert_memory_equal(frame, "\x02\x01\xfe\xff\x03\x00\x04\x00\x05\x00", 10);
}

static void what_is_lost_is_silence(void **state) {
    make_sound();
    struct ears_chunker c = {0};
    uint8_t frames[8][EARS_FRAME_BYTES];
    struct ears_packer packer = {0};
    const int16_t *at = sound;
    uint32_t count = 8 * EARS_FRAME;
    for (int i = 0; i < 8; i++) assert_true(ears_pack(&packer, &at, &count, frames[i]));
    assert_false(ears_gather(&c, 7, frames[0]));
    assert_true(ears_gather(&c, 8, frames[1]));
    assert_false(ears_gather(&c, 8, frames[1])); // twice
    assert_false(ears_gather(&c, 3, frames[1])); // late
    assert_int_equal(c.stale, 2);
    assert_true(ears_gather(&c, 10, frames[3])); // one is missing: half a chunk of silence, then it
    assert_int_equal(c.lost, 1);
    for (int i = 0; i < EARS_FRAME; i++) {
        assert_int_equal(c.chunk[1][i], 0);
        assert_int_equal(c.chunk[1][EARS_FRAME + i], sound[(3 * EARS_FRAME + i) * EARS + 1]);
    }
    assert_false(ears_gather(&c, 500, frames[4])); // many: anew
    assert_true(ears_gather(&c, 501, frames[5]));
    assert_int_equal(c.chunk[0][0], sound[4 * EARS_FRAME * EARS]);
    assert_int_equal(c.lost, 1 + 489);
}

// ------------------------------------------------------------------------------------------------ bits

enum { SAMPLES = 2048 };

static void through(const int16_t *in, size_t count, int16_t *out) {
    static uint8_t bits[SAMPLES * PDM_SAMPLE_BYTES];
    struct pdm_modulator mic = {0};
    struct pdm_decimator filter;
    pdm_decimator_begin(&filter);
    pdm_modulate(&mic, in, count, bits);
    size_t got = 0;
    for (size_t at = 0, step; at < count * PDM_SAMPLE_BYTES;
         at += step) { // in pieces that do not divide evenly
        step = count * PDM_SAMPLE_BYTES - at < 77 ? count * PDM_SAMPLE_BYTES - at : 77;
        got += pdm_decimate(&filter, bits + at, step, out + got);
    }
    assert_int_equal(got, count);
}

// How much of a tone there is, and all else beside it, in a stretch: by the two sums that a tone of that pitch has.
static void measure(const int16_t *s, size_t from, size_t count, double hertz, double *tone, double *rest,
                    double *phase) {
    double a = 0, b = 0, all = 0;
    for (size_t i = from; i < from + count; i++) {
        double turn = MD_TAU * md_fmod(hertz * (double)i / 15625, 1);
        a += s[i] * md_cos(turn), b += s[i] * md_sin(turn), all += (double)s[i] * s[i];
    }
    *tone = md_sqrt(a * a + b * b) * 2 / (double)count;
    *rest = md_sqrt(md_max(all / (double)count - *tone * *tone / 2, 0));
    *phase = md_atan2(a, b);
}

static void tones_come_through(void **state) {
    static int16_t in[SAMPLES], out[SAMPLES];
    static const double HERTZ[] = {125, 500, 1000, 3000, 5000};
    for (size_t k = 0; k < sizeof HERTZ / sizeof *HERTZ; k++) {
        for (int i = 0; i < SAMPLES; i++)
            in[i] = (int16_t)(20000 * md_sin(MD_TAU * md_fmod(HERTZ[k] * i / 15625, 1)));
        through(in, SAMPLES, out);
        double tone, rest, phase, before, nothing, from;
        measure(in, 500, 1500, HERTZ[k], &before, &nothing, &from);
        measure(out, 500, 1500, HERTZ[k], &tone, &rest, &phase);
        double delay = md_fmod((from - phase) / MD_TAU + 8, 1) / HERTZ[k] * 15625, period = 15625 / HERTZ[k];
        while (delay < PDM_DELAY - period / 2) delay += period;
        double decibels = 20 * md_log(tone / rest * 0.70710678) / 2.302585093;
        print_message("# %4.0f Hz: %.3f as loud, %.0f dB above all else, %.2f samples later\n", HERTZ[k],
                      tone / before, decibels, delay);
        // a straight line between two samples loses what a sinc squared says; the filter loses nothing below 4 kHz
        double x = MD_TAU / 2 * HERTZ[k] / 15625, line = md_sin(x) / x * md_sin(x) / x,
               kept = tone / before / line;
        assert_true(kept > (HERTZ[k] > 4000 ? 0.85 : 0.98) && kept < 1.02);
        if (HERTZ[k] <= 1000)
            assert_true(decibels > 50); // the straight line between two samples bends higher ones
        assert_true(md_abs(delay - PDM_DELAY) < 0.3);
    }
    memset(in, 0, sizeof in);
    through(in, SAMPLES, out);
    for (int i = 200; i < SAMPLES; i++) assert_in_range(out[i] + 20, 0, 40); // silence is quiet
    for (int i = 0; i < SAMPLES; i++) in[i] = i / 64 % 2 ? 32767 : -32768;
    through(in, SAMPLES, out); // as loud as can be: no wild swings
    for (int i = 200; i < SAMPLES; i++)
        if (i % 64 > 30 && i % 64 < 60) assert_true(out[i - 24 < 0 ? 0 : i] != 0);
}

// What is too high for samples does not come back as something lower.
static void what_is_too_high_is_kept_out(void **state) {
    static uint8_t bits[SAMPLES * PDM_SAMPLE_BYTES];
    static int16_t out[SAMPLES + 1];
    static const double HERTZ[] = {3000, 9500, 12000, 30000, 110000};
    double loud[5];
    for (int k = 0; k < 5; k++) {
        struct pdm_modulator mic = {0};
        struct pdm_decimator filter;
        pdm_decimator_begin(&filter);
        memset(bits, 0, sizeof bits);
        for (size_t i = 0; i < sizeof bits * 8; i++)
            if (pdm_bit(&mic, (int32_t)(20000 * md_sin(MD_TAU * md_fmod(HERTZ[k] * (double)i / 1.5e6, 1)))))
                bits[i / 8] |= (uint8_t)(0x80 >> i % 8);
        size_t count = pdm_decimate(&filter, bits, sizeof bits, out);
        double sum = 0;
        for (size_t i = 300; i < count; i++) sum += (double)out[i] * out[i];
        loud[k] = md_sqrt(sum / (double)(count - 300));
    }
    print_message("# 3 kHz %.0f; 9.5, 12, 30, 110 kHz: %.1f %.1f %.1f %.1f\n", loud[0], loud[1], loud[2],
                  loud[3], loud[4]);
    assert_true(loud[0] > 13000);
    for (int k = 1; k < 5; k++) assert_true(loud[k] < loud[0] / 100); // 40 dB
}

static void two_share_a_line(void **state) {
    uint8_t one[3] = {0xff, 0x00, 0xa5}, other[3] = {0x00, 0x0f, 0x3c}, both[6], a[3], b[3];
    pdm_interleave(one, other, 3, both);
    assert_memory_equal(both, "\xaa\xaa\x00\x55", 4);
    pdm_part(both, 3, a, b);
    assert_memory_equal(a, one, 3);
    assert_memory_equal(b, other, 3);
}

TESTS(cmocka_unit_test(what_is_packed_is_unpacked), cmocka_unit_test(what_is_lost_is_silence),
      cmocka_unit_test(tones_come_through), cmocka_unit_test(what_is_too_high_is_kept_out),
      cmocka_unit_test(two_share_a_line))
