// Beats and tempo, on clicks and on noise.
#include "support/support.h"

#include "base/maths/maths.h"
#include "sense/hear/beat.h"
#include "sense/hear/hear.h"

#include <stdlib.h>

enum { CHUNK = 160 };
static uint32_t seed;
static float noise(void) {
    seed = seed * 1664525 + 1013904223;
    return (float)(int32_t)seed / 2147483648.0f;
}

struct band {
    struct activity activity;
    struct beat beat;
    uint32_t beats;
    int confirmed_at; // seconds; -1: not yet
};
static void start(struct band *b) {
    struct activity_config activity = activity_defaults();
    struct hear_config usual = hear_defaults();
    struct beat_config config = {usual.beat_least_bpm, usual.beat_most_bpm, usual.beat_arm_s,
                                 usual.beat_gone_s};
    activity_start(&b->activity, &activity), beat_start(&b->beat, &config);
    b->beats = 0, b->confirmed_at = -1, seed = 7;
}

// A drum each beat, with a softer hat between, in hiss.
static void play(struct band *b, float bpm, float loud, float seconds) {
    for (uint32_t i = 0; i < (uint32_t)(seconds * 100); i++) {
        int16_t chunk[CHUNK];
        for (uint32_t k = 0; k < CHUNK; k++) {
            float t = (float)(i * CHUNK + k) / 16000, beat = 60 / bpm, in = m_fmod(t, beat);
            float half = m_fmod(t + beat / 2, beat);
            float drum = m_exp(-in * 25) * m_sin(M_TAU_F * 180 * in),
                  hat = m_exp(-half * 90) * noise() * 0.3f;
            chunk[k] = (int16_t)(loud * (drum + hat) + 10 * noise());
        }
        activity_feed(&b->activity, chunk);
        beat_feed(&b->beat, b->activity.powers);
        b->beats += b->beat.now;
        if (b->beat.confirmed && b->confirmed_at < 0) b->confirmed_at = (int)(i / 100);
    }
}

static bool near(float is, float right) { return m_abs(is - right) < 0.03f * right; }

static void tempo_is_right_within_three_percent(void **state) {
    static const float TEMPOS[] = {62, 75, 88, 100, 112, 120, 133, 150, 170};
    for (size_t i = 0; i < sizeof TEMPOS / sizeof *TEMPOS; i++) {
        struct band *b = malloc(sizeof *b);
        start(b);
        play(b, TEMPOS[i], 3000, 6);
        float is = b->beat.tempo_bpm, right = TEMPOS[i];
        if (!near(is, right) && !near(is, right * 2) && !near(is, right / 2))
            fail_msg("%g bpm instead of %g", (double)is, (double)right);
        play(b, right, 3000, 9);
        if (!b->beat.confirmed || !b->beat.music)
            fail_msg("%g bpm: not confirmed, %g", (double)right, (double)b->beat.confidence);
        free(b);
    }
}

static void beats_are_counted_and_music_ends(void **state) {
    struct band *b = malloc(sizeof *b);
    start(b);
    play(b, 100, 3000, 12);
    assert_in_range(b->beats, 18, 21);
    assert_true(b->beat.music);
    play(b, 100, 0, 3);
    assert_true(b->beat.music);
    play(b, 100, 0, 3);
    assert_false(b->beat.music);
    play(b, 100, 0, 8);
    assert_false(b->beat.confirmed || b->beat.possible);
    free(b);
}

static void noise_has_no_tempo(void **state) {
    struct band *b = malloc(sizeof *b);
    start(b);
    for (uint32_t i = 0; i < 6000; i++) {
        int16_t chunk[CHUNK];
        for (uint32_t k = 0; k < CHUNK; k++) chunk[k] = (int16_t)(2000 * noise());
        activity_feed(&b->activity, chunk);
        beat_feed(&b->beat, b->activity.powers);
        assert_false(b->beat.confirmed);
    }
    free(b);
}

TESTS(cmocka_unit_test(tempo_is_right_within_three_percent),
      cmocka_unit_test(beats_are_counted_and_music_ends), cmocka_unit_test(noise_has_no_tempo))
