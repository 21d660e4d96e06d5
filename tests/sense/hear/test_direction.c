// Where sound comes from, the beam towards it, and the modes of processing: four microphones as they would
// hear a source that stands somewhere.
#include "support/support.h"

#include "base/maths/maths.h"
#include "sense/hear/beam.h"
#include "sense/hear/direction.h"
#include "sense/hear/processing.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = EARS_CHUNK, HZ = 15625, CHUNKS = 100, SOME = 24 };
#define MPS 343.0f

static uint32_t seed;
static float noise(void) {
    seed = seed * 1664525 + 1013904223;
    return (float)(int32_t)seed / 2147483648.0f;
}

// A buzz with formants in syllables, made once, so finely that what lies between can be read off.
enum { FINE = 8, LINE = 17000 * FINE };
static float *line;
static void speak(void) {
    line = malloc(LINE * sizeof *line);
    for (int i = 0; i < LINE; i++) {
        float t = (float)i / (HZ * FINE), pitch = 118, open = 0.6f + 0.4f * m_sin(M_TAU_F * 3.1f * t),
              sum = 0;
        for (int k = 1; (float)k * pitch < 5500; k++) {
            float hz = pitch * (float)k;
            float low = (hz - 600) / 300, high = (hz - 2300) / 400;
            float form = 1 / (1 + low * low) + 0.4f / (1 + high * high);
            sum += form * m_sin(M_TAU_F * m_fmod(hz * t, 1) + (float)k * 1.7f);
        }
        line[i] = sum * open * 0.5f;
    }
}
static float voice(float t) {
    if (!line) speak();
    float at = t * (HZ * FINE);
    int i = (int)at;
    return m_lerp(line[i], line[i + 1], at - (float)i);
}

struct heard {
    int16_t chunks[CHUNKS][EARS][CHUNK];
};
// From `rad` to the left, at a metre and a hand's width above; noise of the microphones and of the room so
// many decibels below it.
static void stand(struct heard *h, uint32_t chunks, float rad, float loud, float below_db) {
    struct vec3 from = {m_cos(rad) - 0.04f, m_sin(rad), 0.2f};
    float weak = m_pow(10, -below_db / 20), power = 0;
    for (uint32_t n = 0; n < 1000; n++) power += voice((float)n / HZ) * voice((float)n / HZ) / 1000;
    float hiss = loud * m_sqrt(power) * weak * m_sqrt(3);
    for (uint32_t n = 0; n < chunks * CHUNK; n++)
        for (int e = 0; e < EARS; e++) {
            float metres = vec3_length(vec3_sub(from, vector_model.ears_m[e]));
            float at = loud * voice((float)n / HZ - metres / MPS + 0.01f) / metres + hiss * noise();
            h->chunks[n / CHUNK][e][n % CHUNK] = (int16_t)m_clamp(at, -32768, 32767);
        }
}

static void find(const struct heard *h, uint32_t chunks, struct direction *out) {
    struct finder *f = malloc(sizeof *f);
    finder_start(f, &vector_model, HZ);
    for (uint32_t i = 0; i < chunks; i++) finder_feed(f, h->chunks[i]);
    finder_find(f, FINDER_CHUNKS, out);
    free(f);
}

// Of voices that stand anywhere at a metre, ten decibels above the noise: 85 of a hundred in the right
// twelfth, 97 in it or beside it. And the direction between twelfths is right within ten degrees.
static void a_voice_is_found_where_it_stands(void **state) {
    enum { TRIES = 100 };
    struct heard *h = malloc(sizeof *h);
    int right = 0, near = 0, close = 0;
    seed = 5;
    for (int i = 0; i < TRIES; i++) {
        float rad = (float)i * 2.39996f; // spread evenly, in no order
        struct direction d;
        stand(h, SOME, rad, 1500, 10);
        find(h, SOME, &d);
        if (d.index == DIRECTION_NONE) continue;
        float off = m_degrees(angle_wrap(rad + m_radians(30.0f * (float)d.index)));
        right += m_abs(off) <= 15, near += m_abs(off) <= 45;
        close += m_abs(angle_wrap(d.rad - rad)) < m_radians(10);
    }
    free(h);
    if (right < 85 || near < 97 || close < 85) fail_msg("%d right, %d near, %d close", right, near, close);
}

static void noise_and_its_own_motors_have_no_direction(void **state) {
    struct heard *h = malloc(sizeof *h);
    struct direction d;
    seed = 9;
    for (uint32_t n = 0; n < CHUNKS * CHUNK; n++)
        for (int e = 0; e < EARS; e++) h->chunks[n / CHUNK][e][n % CHUNK] = (int16_t)(1000 * noise());
    find(h, SOME, &d);
    assert_int_equal(d.index, DIRECTION_NONE);
    for (uint32_t n = 0; n < CHUNKS * CHUNK; n++) { // the trunk carries it to all four alike
        float motor = 1000 * noise();
        for (int e = 0; e < EARS; e++) h->chunks[n / CHUNK][e][n % CHUNK] = (int16_t)(motor + 20 * noise());
    }
    find(h, SOME, &d);
    assert_int_equal(d.index, DIRECTION_NONE);
    memset(h, 0, sizeof *h); // silence
    find(h, SOME, &d);
    assert_int_equal(d.index, DIRECTION_NONE);
    free(h);
}

// One dead microphone leaves three; one that is clipped, or a pair that is swapped, ends nothing.
static void broken_microphones_are_borne(void **state) {
    struct heard *h = malloc(sizeof *h);
    struct direction d;
    seed = 3;
    for (int dead = 0; dead < EARS; dead++) {
        stand(h, SOME, m_radians(-90), 1500, 20);
        for (int i = 0; i < CHUNKS; i++) memset(h->chunks[i][dead], 0, sizeof h->chunks[i][dead]);
        find(h, SOME, &d);
        assert_int_equal(d.index, 3);
    }
    stand(h, SOME, m_radians(90), 60000, 20); // clipped
    find(h, SOME, &d);
    assert_int_equal(d.index, 9);
    stand(h, SOME, 0, 1500, 20);
    find(h, SOME, &d);
    uint32_t sure = d.confidence;
    assert_int_equal(d.index, 0);
    for (int i = 0; i < CHUNKS; i++) {
        int16_t other[CHUNK];
        memcpy(other, h->chunks[i][0], sizeof other);
        memcpy(h->chunks[i][0], h->chunks[i][3], sizeof other);
        memcpy(h->chunks[i][3], other, sizeof other);
    }
    find(h, SOME, &d);
    assert_true(d.index <= DIRECTION_NONE && d.confidence < sure);
    free(h);
}

static float decibels(double a, double b) { return (float)(10 * md_log(a / b) / 2.302585); }

// Turned to where a sound comes from, the beam gives it whole; turned elsewhere, weaker the higher it is.
static double through(const struct heard *h, float rad, bool open) {
    struct beam *b = malloc(sizeof *b);
    int16_t out[CHUNK];
    double sum = 0;
    beam_start(b, &vector_model, HZ);
    if (!open) beam_turn(b, rad);
    for (int i = 0; i < 40; i++) {
        beam_feed(b, h->chunks[i], out);
        for (int n = 0; i > 2 && n < CHUNK; n++) sum += (double)out[n] * out[n];
    }
    free(b);
    return sum;
}
static void tone(struct heard *h, float hertz, float rad) {
    struct vec3 from = {m_cos(rad) - 0.04f, m_sin(rad), 0.068f};
    for (uint32_t n = 0; n < CHUNKS * CHUNK; n++)
        for (int e = 0; e < EARS; e++) {
            float t = (float)n / HZ - vec3_length(vec3_sub(from, vector_model.ears_m[e])) / MPS + 1;
            h->chunks[n / CHUNK][e][n % CHUNK] =
                (int16_t)m_round(3000 * m_sin(M_TAU_F * m_fmod(hertz * t, 1)));
        }
}
static void the_beam_hears_one_side_better(void **state) {
    struct heard *h = malloc(sizeof *h);
    for (int k = 0; k < DIRECTIONS; k++) {
        float rad = m_radians(30.0f * (float)k);
        tone(h, 3000, rad);
        double one = 0;
        for (int i = 3; i < 40; i++)
            for (int n = 0; n < CHUNK; n++) one += (double)h->chunks[i][0][n] * h->chunks[i][0][n];
        if (m_abs(decibels(through(h, rad, false), one)) > 0.5f)
            fail_msg("%d degrees: %g dB", k * 30, (double)decibels(through(h, rad, false), one));
        assert_true(decibels(through(h, rad + M_PI_F, false), one) < -6);
        assert_true(decibels(through(h, 0, true), one) < -1);
    }
    free(h);
}

// Off is silence, fast the first microphone, voice detect their mean, directional the beam.
static double process(const struct heard *h, enum processing_mode mode, struct processed *last, int dead) {
    struct processing_config config = {mode, false, false, false};
    struct processing *p = processing_new(&config, &vector_model);
    static const int16_t QUIET[EARS][CHUNK];
    int16_t chunk[EARS][CHUNK];
    double sum = 0;
    for (int i = 0; i < 60; i++) processing_feed(p, QUIET, last);
    for (int i = 0; i < CHUNKS; i++) {
        memcpy(chunk, h->chunks[i], sizeof chunk);
        if (dead >= 0) memset(chunk[dead], 0, sizeof chunk[dead]);
        processing_feed(p, chunk, last);
        for (int n = 0; i >= CHUNKS / 2 && n < CHUNK; n++) sum += (double)last->samples[n] * last->samples[n];
    }
    processing_free(p);
    return sum;
}
static void the_way_it_is_processed_can_be_switched(void **state) {
    struct heard *h = malloc(sizeof *h);
    struct processed last;
    seed = 11;
    stand(h, CHUNKS, m_radians(-60), 3000, 60);
    double one = 0;
    for (int i = CHUNKS / 2; i < CHUNKS; i++)
        for (int n = 0; n < CHUNK; n++) one += (double)h->chunks[i][0][n] * h->chunks[i][0][n];
    assert_true(process(h, PROCESSING_OFF, &last, -1) == 0);
    assert_false(last.speaks);
    assert_true(process(h, PROCESSING_FAST, &last, -1) == one);
    double second = process(h, PROCESSING_FAST, &last, 0); // the first one that sounds
    assert_true(second != one && m_abs(decibels(second, one)) < 1);
    double mean = process(h, PROCESSING_VOICE_DETECT, &last, -1);
    assert_true(last.speaks && last.from.index == 2 && last.spoken > 60);
    assert_true(process(h, PROCESSING_UNKNOWN, &last, -1) == mean);
    tone(h, 3000, m_radians(-60)); // a beam adds up what their mean lets cancel
    mean = process(h, PROCESSING_VOICE_DETECT, &last, -1);
    assert_true(decibels(process(h, PROCESSING_DIRECTIONAL, &last, -1), mean) > 2);
    free(h);
}

TESTS(cmocka_unit_test(a_voice_is_found_where_it_stands),
      cmocka_unit_test(noise_and_its_own_motors_have_no_direction),
      cmocka_unit_test(broken_microphones_are_borne), cmocka_unit_test(the_beam_hears_one_side_better),
      cmocka_unit_test(the_way_it_is_processed_can_be_switched))
