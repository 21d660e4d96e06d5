// The parts of its own hearing that need no recogniser: loudness, activity, utterances, sessions.
#include "support/support.h"

#include "base/maths/maths.h"
#include "sense/hear/activity.h"
#include "sense/hear/power.h"
#include "sense/hear/recogniser.h"
#include "sense/hear/session.h"
#include "sense/hear/utterance.h"

#include <string.h>

enum { CHUNK = 160 };
static uint32_t seed_of_noise;
static float noise(void) {
    seed_of_noise = seed_of_noise * 1664525 + 1013904223;
    return (float)(int32_t)seed_of_noise / 2147483648.0f;
}
static void hiss(int16_t out[CHUNK], float loud) {
    for (int i = 0; i < CHUNK; i++) out[i] = (int16_t)(loud * noise());
}
static void tone(int16_t out[CHUNK], float loud, float hertz, uint32_t chunk) {
    for (int i = 0; i < CHUNK; i++)
        out[i] = (int16_t)(loud *
                           m_sin(M_TAU_F * m_fmod(hertz * (float)(chunk * CHUNK + (uint32_t)i) / 16000, 1)));
}

// Curve A: 1 kHz as it is, 100 Hz 19.1 dB lower, 6.3 kHz 0.1 dB lower.
static void loudness_is_weighed(void **state) {
    static const struct {
        float hertz, db, off;
    } CURVE[] = {{1000, 0, 0.2f}, {100, -19.1f, 0.7f}, {200, -10.8f, 0.5f}, {2500, 1.3f, 0.7f}};
    for (size_t k = 0; k < sizeof CURVE / sizeof *CURVE; k++) {
        struct power power;
        struct power_config config = power_defaults();
        int16_t chunk[CHUNK];
        power_start(&power, &config);
        for (uint32_t i = 0; i < 40; i++) tone(chunk, 10000, CURVE[k].hertz, i), power_feed(&power, chunk);
        float full = power_decibels(power.now) - (110 + 20 * m_log(10000.0f / 32767) / 2.302585f);
        if (m_abs(full - CURVE[k].db) > CURVE[k].off)
            fail_msg("%g Hz: %g dB instead of %g", (double)CURVE[k].hertz, (double)full, (double)CURVE[k].db);
    }
}

// A clap among quiet begins within 200 ms; ten minutes of noise that grows a hundredfold begin nothing.
static void a_clap_begins_and_rising_noise_does_not(void **state) {
    struct power power;
    struct power_config config = power_defaults();
    int16_t chunk[CHUNK];
    power_start(&power, &config);
    for (int i = 0; i < 500; i++) hiss(chunk, 20), power_feed(&power, chunk), assert_false(power.began);
    int at = -1;
    for (int i = 0; i < 50; i++) {
        hiss(chunk, i < 8 ? 8000 / (float)(1 + i) : 20);
        if (power_feed(&power, chunk) && power.began) assert_int_equal(at, -1), at = i;
    }
    assert_in_range(at, 0, 19);
    power_start(&power, &config);
    for (int i = 0; i < 60000; i++) {
        hiss(chunk, 20 * m_pow(100, (float)i / 60000));
        assert_false(power_feed(&power, chunk) && power.began);
    }
}

static void voiced(int16_t out[CHUNK], uint32_t chunk) {
    float open = 0.6f + 0.4f * m_sin((float)chunk * 0.25f);
    memset(out, 0, CHUNK * sizeof *out);
    for (int k = 1; k < 12; k++) {
        int16_t part[CHUNK];
        tone(part, 900 * open / (float)k, 140 * (float)k, chunk);
        for (int i = 0; i < CHUNK; i++) out[i] = (int16_t)(out[i] + part[i]);
    }
}

static void voices_are_told_from_noise(void **state) {
    struct activity activity;
    struct activity_config config = activity_defaults();
    int16_t chunk[CHUNK];
    activity_start(&activity, &config);
    for (int i = 0; i < 300; i++) hiss(chunk, 20), assert_false(activity_feed(&activity, chunk));
    for (int i = 0; i < 200; i++) hiss(chunk, 3000), assert_false(activity_feed(&activity, chunk)); // a fan
    activity_start(&activity, &config);
    for (int i = 0; i < 100; i++) hiss(chunk, 20), activity_feed(&activity, chunk);
    bool on = false;
    for (uint32_t i = 0; i < 60; i++) voiced(chunk, i), on = activity_feed(&activity, chunk);
    assert_true(on);
    int left = 0;
    for (; on && left < 100; left++) hiss(chunk, 20), on = activity_feed(&activity, chunk);
    assert_in_range(left, (int)config.hang, (int)config.hang + 2);
    for (int i = 0; i < 100; i++)
        memset(chunk, 0, sizeof chunk), assert_false(activity_feed(&activity, chunk));
    for (int i = 0; i < 100; i++) { // at the rails: no number goes wrong
        for (int k = 0; k < CHUNK; k++) chunk[k] = k & 1 ? 32767 : -32768;
        activity_feed(&activity, chunk);
    }
    assert_true(m_finite(activity.floor_db) && m_finite(activity.flatness));
}

static void an_utterance_has_what_was_before(void **state) {
    struct utterance said = {0};
    int16_t chunk[CHUNK];
    uint32_t over = 0;
    for (int16_t i = 0; i < 300; i++) {
        for (int k = 0; k < CHUNK; k++) chunk[k] = i;
        if (!utterance_feed(&said, chunk, i >= 100 && i < 150)) continue;
        over++;
        assert_int_equal(i, 150);
        assert_int_equal(said.count, (uint32_t)(UTTERANCE_BEFORE + 50 * CHUNK));
        assert_int_equal(said.samples[0], 100 - UTTERANCE_BEFORE / CHUNK + 1);
        assert_int_equal(said.samples[said.count - 1], 150);
    }
    assert_int_equal(over, 1);
}

// Who never stops is cut, and each piece begins with the end of the one before.
static void a_long_speech_is_cut(void **state) {
    struct utterance said = {0};
    int16_t chunk[CHUNK], last = 0;
    uint32_t over = 0;
    for (int16_t i = 0; i < 2000; i++) {
        for (int k = 0; k < CHUNK; k++) chunk[k] = i;
        if (!utterance_feed(&said, chunk, true)) continue;
        assert_int_equal(said.count, UTTERANCE_MOST);
        if (over++) assert_int_equal(said.samples[0], last + 1 - UTTERANCE_OVERLAP / CHUNK);
        last = said.samples[said.count - 1];
    }
    assert_in_range(over, 4, 5);
}

static void a_session_ends_in_one_of_three_ways(void **state) {
    for (int how = SESSION_RESULT; how <= SESSION_TIMEOUT; how++) {
        struct session s = {0};
        assert_true(session_wake(&s, 1000));
        assert_int_equal(session_step(&s, 1000), SESSION_GOES_ON);
        assert_int_equal(s.state, SESSION_STREAMING);
        assert_false(session_wake(&s, 2000)); // dropped, and told
        assert_int_equal(s.dropped, 1);
        assert_int_equal(session_step(&s, 1000 + SESSION_US - 1), SESSION_GOES_ON);
        if (how != SESSION_TIMEOUT) session_over(&s, (enum session_end)how);
        assert_int_equal(session_step(&s, 1000 + SESSION_US), how);
        assert_false(session_open(&s));
        assert_int_equal(session_step(&s, 2000 + SESSION_US), SESSION_GOES_ON);
        session_over(&s, SESSION_RESULT); // nothing is open
        assert_int_equal(session_step(&s, 3000 + SESSION_US), SESSION_GOES_ON);
    }
}

static void a_script_is_recognised(void **state) {
    static const char *const LINES[] = {"come here", "stop"};
    struct recogniser *r = recogniser_scripted(LINES, 2);
    struct recognised said;
    int16_t samples[CHUNK] = {0};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(recogniser_hear(r, samples, CHUNK, &said, NULL), 0);
        assert_string_equal(said.words, i < 2 ? LINES[i] : "");
        assert_int_equal(said.sure, i < 2);
    }
    recogniser_free(r);
}

TESTS(cmocka_unit_test(a_script_is_recognised), cmocka_unit_test(loudness_is_weighed),
      cmocka_unit_test(a_clap_begins_and_rising_noise_does_not), cmocka_unit_test(voices_are_told_from_noise),
      cmocka_unit_test(an_utterance_has_what_was_before), cmocka_unit_test(a_long_speech_is_cut),
      cmocka_unit_test(a_session_ends_in_one_of_three_ways))
