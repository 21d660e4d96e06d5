// Bit-stream microphones and their decimator.
#include "codec/sound/pdm.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

enum { HZ = 15625, SAMPLES = 4096, SKIP = 64 };

static void through(const int16_t *in, int16_t *out, int count) {
    struct pdm_microphone mic = {0};
    struct pdm_decimator d = {0};
    uint8_t bits[PDM_BYTES];
    for (int i = 0; i < count; i++) {
        pdm_sound(&mic, i ? in[i - 1] : 0, in[i], bits);
        out[i] = pdm_decimate(&d, bits);
    }
}

// What of `out` is a tone of that frequency, and what is left of it.
static void split(const int16_t *out, double hertz, double *level, double *rest, double *phase) {
    double s = 0, c = 0, all = 0, mean = 0;
    int n = 0;
    for (int i = SKIP; i < SAMPLES; i++) mean += out[i], n++;
    mean /= n;
    for (int i = SKIP; i < SAMPLES; i++) {
        double w = 2 * M_PI * hertz * i / HZ;
        s += (out[i] - mean) * sin(w), c += (out[i] - mean) * cos(w);
        all += (out[i] - mean) * (out[i] - mean);
    }
    *level = 2 * sqrt(s * s + c * c) / n;
    *phase = atan2(c, s);
    *rest = sqrt(fmax(all / n - *level * *level / 2, 0));
}

static void a_tone_comes_back(void **state) {
    static int16_t in[SAMPLES], out[SAMPLES];
    // Whole numbers of waves in what is looked at.
    static const double TONES[] = {52.0 * HZ / (SAMPLES - SKIP), 258.0 * HZ / (SAMPLES - SKIP),
                                   774.0 * HZ / (SAMPLES - SKIP)};
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < SAMPLES; i++) in[i] = (int16_t)lrint(12000 * sin(2 * M_PI * TONES[t] * i / HZ));
        through(in, out, SAMPLES);
        double level, rest, phase;
        split(out, TONES[t], &level, &rest, &phase);
        // Three combs and straight lines between samples weaken high tones: sinc cubed, and sinc squared.
        double x = M_PI * TONES[t] / HZ, sinc = sin(x) / x, expect = 12000 * sinc * sinc * sinc * sinc * sinc;
        double ratio = 20 * log10(level / sqrt(2) / rest);
        double late = fmod(-phase / (2 * M_PI) + 4, 1) / TONES[t] * HZ;
        print_message("# %4.0f Hz: %5.1f %% of the level, as worked out %5.1f; %4.1f dB above its noise; "
                      "%.2f samples late\n",
                      TONES[t], level / 120, expect / 120, ratio, late);
        assert_true(fabs(level / expect - 1) < 0.01);
        assert_true(ratio > 55);
        assert_true(fabs(late - (double)PDM_DELAY) < 0.05);
    }
}

static void silence_and_the_loudest_sound_are_kept(void **state) {
    static int16_t in[SAMPLES], out[SAMPLES];
    memset(in, 0, sizeof in);
    through(in, out, SAMPLES);
    for (int i = SKIP; i < SAMPLES; i++) assert_true(out[i] >= -8 && out[i] <= 8);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < SAMPLES; i++) in[i] = (int16_t)(sign * 32767);
        through(in, out, SAMPLES);
        for (int i = SKIP; i < SAMPLES; i++) assert_true(abs(out[i] - sign * 32767) < 48);
    }
    struct chance dice = chance_of(1, 2, 3); // noise at full scale must not upset it for good
    for (int i = 0; i < SAMPLES; i++) in[i] = i < SAMPLES / 2 ? (int16_t)chance_u32(&dice) : 0;
    through(in, out, SAMPLES);
    for (int i = SAMPLES / 2 + SKIP; i < SAMPLES; i++) assert_true(abs(out[i]) <= 8);
}

// The decimator against a filter written out in full: 96 ones convolved with themselves three times.
static void the_decimator_is_its_filter(void **state) {
    enum { TAPS = 3 * PDM_RATIO - 2, WORDS = 40 };
    static int64_t taps[TAPS + PDM_RATIO], next[TAPS + PDM_RATIO];
    static uint8_t bits[WORDS][PDM_BYTES];
    for (int i = 0; i < PDM_RATIO; i++) taps[i] = 1;
    for (int round = 0, length = PDM_RATIO; round < 2; round++, length += PDM_RATIO - 1) {
        memset(next, 0, sizeof next);
        for (int i = 0; i < length; i++)
            for (int k = 0; k < PDM_RATIO; k++) next[i + k] += taps[i];
        memcpy(taps, next, sizeof taps);
    }
    struct chance dice = chance_of(9, 9, 9);
    for (int w = 0; w < WORDS; w++)
        for (int k = 0; k < PDM_BYTES; k++) bits[w][k] = (uint8_t)chance_u32(&dice);
    struct pdm_decimator d = {0};
    for (int w = 0; w < WORDS; w++) {
        int16_t got = pdm_decimate(&d, bits[w]);
        int64_t sum = 0;
        for (int k = 0; k < TAPS; k++) {
            int at = w * PDM_RATIO + PDM_RATIO - 1 - k;
            if (at >= 0)
                sum += taps[k] * (bits[at / PDM_RATIO][at % PDM_RATIO / 8] >> (7 - at % 8) & 1 ? 1 : -1);
        }
        double expect = (double)sum * 65536 / (96.0 * 96 * 96);
        assert_true(fabs(got - fmax(fmin(expect, 32767), -32767)) <= 0.5001);
    }
}

static void two_share_a_wire(void **state) {
    uint8_t left[PDM_BYTES], right[PDM_BYTES], wire[2 * PDM_BYTES], l[PDM_BYTES], r[PDM_BYTES];
    struct chance dice = chance_of(4, 4, 4);
    for (int i = 0; i < PDM_BYTES; i++)
        left[i] = (uint8_t)chance_u32(&dice), right[i] = (uint8_t)chance_u32(&dice);
    pdm_interleave(left, right, wire, PDM_BYTES);
    for (int i = 0; i < 8 * PDM_BYTES; i++) {
        assert_int_equal(wire[i / 4] >> (7 - 2 * (i % 4)) & 1, left[i / 8] >> (7 - i % 8) & 1);
        assert_int_equal(wire[i / 4] >> (6 - 2 * (i % 4)) & 1, right[i / 8] >> (7 - i % 8) & 1);
    }
    pdm_separate(wire, l, r, PDM_BYTES);
    assert_memory_equal(l, left, sizeof l);
    assert_memory_equal(r, right, sizeof r);
}

TESTS(cmocka_unit_test(a_tone_comes_back), cmocka_unit_test(silence_and_the_loudest_sound_are_kept),
      cmocka_unit_test(the_decimator_is_its_filter), cmocka_unit_test(two_share_a_wire))
