// Eyes that speak: in step with words, settling between them, gone to the bit when it is over, the same for
// both robots.
#include "support/allocs.h"
#include "support/support.h"

#include "base/maths/maths.h"
#include "stage/face/eyes.h"

#include <string.h>

static const struct face_style *const STYLES[] = {&FACE_VECTOR, &FACE_COZMO};

// What a layer does to a face at rest, by itself.
static struct face moved(const struct speaking *s, const struct face_style *style) {
    struct face face;
    face_neutral(&face, style);
    speaking_move(s, style, &face);
    return face;
}
static float height(const struct speaking *s, const struct face_style *style) {
    struct face rest, face = moved(s, style);
    face_neutral(&rest, style);
    return face.eyes[0][EYE_SCALE_Y] / rest.eyes[0][EYE_SCALE_Y];
}
static void quiet(struct speaking *s, uint32_t *tick, int ticks) {
    for (int i = 0; i < ticks; i++) speaking_step(s, &(struct speaking_in){0}, (*tick)++);
}

static void eyes_start_up_with_each_word(void **state) {
    for (int r = 0; r < 2; r++) {
        struct speaking s = {.seed = 5};
        uint32_t tick = 0;
        quiet(&s, &tick, 10);
        float rest = height(&s, STYLES[r]), lid = moved(&s, STYLES[r]).eyes[0][EYE_UPPER_LID_Y];
        assert_true(rest == 1 && lid > 0.05f); // between words the lids have come down a little
        for (int word = 0; word < 6; word++) {
            float highest = 0;
            uint32_t when = 0;
            for (uint32_t i = 0; i < 15; i++) {
                speaking_step(&s, &(struct speaking_in){.word = i ? 0 : 0.8f}, tick++);
                float now = height(&s, STYLES[r]);
                if (i == 0) assert_true(now > rest + 0.03f); // in the tick it begins
                if (now > highest) highest = now, when = i;
                if (i == 1) assert_true(moved(&s, STYLES[r]).eyes[1][EYE_UPPER_LID_Y] < 0.7f * lid);
                if (i == 1) assert_true(moved(&s, STYLES[r]).y < -1); // a jump upwards
            }
            assert_int_equal(when, 1);
            assert_true(height(&s, STYLES[r]) == rest); // and settles before the next
        }
        assert_int_equal(s.words, 6);
    }
}

static void weight_and_loudness_are_seen(void **state) {
    for (int r = 0; r < 2; r++) {
        float before = 1;
        for (int step = 1; step <= 4; step++) {
            struct speaking light = {.seed = 5}, loud = {.seed = 5};
            uint32_t tick = 0, other = 0;
            quiet(&light, &tick, 5), quiet(&loud, &other, 5);
            speaking_step(&light, &(struct speaking_in){.word = (float)step / 4}, tick);
            speaking_step(&light, &(struct speaking_in){0}, tick + 1);
            float now = height(&light, STYLES[r]);
            assert_true(now > before + 0.01f);
            before = now;
            for (int i = 0; i < 6; i++)
                speaking_step(&loud, &(struct speaking_in){.loud = (float)step / 4}, other++);
            float expected = 1 + (r ? 0.22f : 0.15f) * 0.4f * (float)step / 4;
            assert_float_equal(height(&loud, STYLES[r]), expected, 0.004);
        }
        assert_true(before < 1.25f); // small, never a grimace
    }
}

static void only_weighty_words_tilt_it_and_sides_change(void **state) {
    struct speaking s = {.seed = 5};
    uint32_t tick = 0;
    float sides[4];
    for (int word = 0; word < 4; word++) {
        for (int i = 0; i < 12; i++) speaking_step(&s, &(struct speaking_in){.word = i ? 0 : 0.3f}, tick++);
        if (!word) assert_true(moved(&s, &FACE_VECTOR).angle == 0);
        for (int i = 0; i < 12; i++) speaking_step(&s, &(struct speaking_in){.word = i ? 0 : 0.9f}, tick++);
        sides[word] = moved(&s, &FACE_VECTOR).angle;
        assert_true(m_abs(sides[word]) > 1 && m_abs(sides[word]) <= 2);
        if (word) assert_true(sides[word] * sides[word - 1] < 0);
    }
}

// Behind a full stop: a blink, a glance or nothing, each now and then; never before its sound is over, and no
// glance away from what is looked at.
static void sentences_end_as_eyes_do(void **state) {
    uint32_t blinks = 0, glances = 0, neither = 0;
    for (uint32_t seed = 0; seed < 200; seed++) {
        for (int holds = 0; holds < 2; holds++) {
            struct speaking s = {.seed = seed};
            bool blinked = false, glanced = false;
            for (uint32_t tick = 0; tick < 40; tick++) {
                struct speaking_in in = {.loud = tick < 8 ? 0.5f : 0, .holds_gaze = holds};
                if (tick == 3) in.word = 0.5f, in.end = SPEAKING_STOPS;
                speaking_step(&s, &in, tick);
                assert_true(tick >= 9 || (!s.blinks && s.glance == 0));
                blinked |= s.blinks;
                glanced |= m_abs(moved(&s, &FACE_VECTOR).x) > 5;
            }
            assert_true(!(blinked && glanced) && s.glance == 0); // and it looks back
            if (holds) assert_false(glanced);
            if (holds) continue;
            blinks += blinked, glances += glanced, neither += !blinked && !glanced;
        }
    }
    assert_true(blinks > 80 && glances > 25 && neither > 10);
}

static void a_question_leaves_them_wide(void **state) {
    float highest[2] = {0};
    for (int asks = 0; asks < 2; asks++) {
        struct speaking s = {.seed = 3};
        for (uint32_t tick = 0; tick < 30; tick++) {
            struct speaking_in in = {.loud = tick < 8 ? 0.5f : 0};
            if (tick == 3) in.word = 0.3f, in.end = asks ? SPEAKING_ASKS : SPEAKING_RESTS;
            speaking_step(&s, &in, tick);
            if (tick >= 13 && tick < 18) highest[asks] = m_max(highest[asks], height(&s, &FACE_VECTOR));
        }
    }
    assert_true(highest[0] < 1.01f && highest[1] > 1.03f);
}

// Whatever it did, five ticks later the face is what it is without it, to the bit; and it never touches a
// face before it has spoken.
static void it_ends_cleanly(void **state) {
    for (int r = 0; r < 2; r++)
        for (uint32_t stop = 1; stop < 40; stop++) {
            struct speaking s = {.seed = stop};
            struct face rest, face = moved(&s, STYLES[r]);
            face_neutral(&rest, STYLES[r]);
            assert_memory_equal(&face, &rest, sizeof face);
            uint32_t tick = 0;
            for (; tick < stop; tick++)
                speaking_step(&s,
                              &(struct speaking_in){.loud = (float)(tick % 5) / 4,
                                                    .word = tick % 4 ? 0 : 0.9f,
                                                    .end = (uint8_t)(tick / 4 % 5)},
                              tick);
            for (int i = 0; i < 5; i++) speaking_step(&s, NULL, tick++);
            face = moved(&s, STYLES[r]);
            assert_memory_equal(&face, &rest, sizeof face);
            struct speaking fresh = {.seed = stop};
            assert_memory_equal(&s, &fresh, sizeof s);
        }
}

static void nonsense_does_no_harm(void **state) {
    static const float ODD[] = {-1, 7, 1e30f, -1e30f};
    struct speaking s = {.seed = 1};
    for (uint32_t tick = 0; tick < 200; tick++) {
        float x = tick % 5 < 4 ? ODD[tick % 5] : m_sqrt(-1);
        speaking_step(&s, &(struct speaking_in){.loud = x, .word = x, .end = (uint8_t)(tick * 7)}, tick);
        struct face face = moved(&s, &FACE_VECTOR);
        for (int i = 0; i < EYE_NUMBERS; i++) assert_true(m_finite(face.eyes[0][i]));
        assert_true(m_abs(face.x) < 10 && m_abs(face.y) < 10 && m_abs(face.angle) < 3);
        assert_in_range(face.eyes[0][EYE_SCALE_Y] * 1000, 1140, 1330);
    }
}

// In the eyes themselves: over keep-alive and over a clip, with blinks that are told, and nothing allocated.
static void it_lies_over_whatever_is_shown(void **state) {
    for (int clip = 0; clip < 2; clip++) {
        struct eyes with, without;
        struct face part;
        face_named(&part, &FACE_VECTOR, "happy");
        eyes_start(&with, &FACE_VECTOR, 8), eyes_start(&without, &FACE_VECTOR, 8);
        struct allocs region = allocs_begin();
        for (uint32_t tick = 0; tick < 60; tick++) {
            bool speaks = tick >= 20 && tick < 40;
            if (clip) eyes_perform(&with, &part, tick), eyes_perform(&without, &part, tick);
            if (speaks)
                eyes_speak(&with, &(struct speaking_in){.loud = 0.7f, .word = tick % 6 == 2 ? 0.7f : 0});
            eyes_step(&with, tick), eyes_step(&without, tick);
            bool same = !memcmp(&with.face, &without.face, sizeof with.face);
            assert_int_equal(same, tick < 20 || tick >= 44);
            assert_memory_equal(&with.bare, &without.bare, sizeof with.bare);
            if (speaks) assert_true(with.number > without.number);
        }
        allocs_end(&region);
        assert_int_equal(region.count, 0);
    }
    uint32_t blinks = 0;
    for (uint32_t seed = 0; seed < 20; seed++) {
        struct eyes e;
        eyes_start(&e, &FACE_COZMO, seed);
        for (uint32_t tick = 0; tick < 60; tick++) {
            struct speaking_in in = {.loud = tick < 40 ? 0.5f : 0};
            if (tick == 35) in.word = 0.5f, in.end = SPEAKING_STOPS;
            if (tick >= 30) eyes_speak(&e, &in);
            uint32_t due = e.blink.next;
            eyes_step(&e, tick);
            blinks += blink_began(&e.blink) && tick < due;
        }
    }
    assert_in_range(blinks, 6, 18);
}

TESTS(cmocka_unit_test(eyes_start_up_with_each_word), cmocka_unit_test(weight_and_loudness_are_seen),
      cmocka_unit_test(only_weighty_words_tilt_it_and_sides_change),
      cmocka_unit_test(sentences_end_as_eyes_do), cmocka_unit_test(a_question_leaves_them_wide),
      cmocka_unit_test(it_ends_cleanly), cmocka_unit_test(nonsense_does_no_harm),
      cmocka_unit_test(it_lies_over_whatever_is_shown))
