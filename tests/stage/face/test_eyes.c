// Eyes between clips: how often they blink and dart and how far, what holds them, and what lies over them.
#include "support/support.h"

#include "base/maths/maths.h"
#include "stage/face/eyes.h"

enum { MINUTES_10 = 18182 };

static struct eyes eyes;

static float seconds(uint32_t ticks) { return (float)ticks * 0.033f; }

static void blinks_come_in_their_time(void **state) {
    static const struct {
        const struct face_style *style;
        float least, most;
    } ROBOTS[] = {{&FACE_VECTOR, 3, 10}, {&FACE_COZMO, 3, 4}};
    for (int r = 0; r < 2; r++) {
        uint32_t began = 0, blinks = 0, doubles = 0, early = 0, late = 0;
        float shut = 1;
        eyes_start(&eyes, ROBOTS[r].style, 9);
        for (uint32_t tick = 0; tick < MINUTES_10; tick++) {
            eyes_step(&eyes, tick);
            shut = m_min(shut, eyes.blink.lids);
            if (!blink_began(&eyes.blink)) continue;
            float pause = seconds(tick - began);
            if (blinks++) {
                assert_true(shut == 0); // the last one shut them altogether
                if (pause < 0.5f) {     // now and then one follows at once
                    doubles++;
                } else {
                    assert_true(pause >= ROBOTS[r].least && pause <= ROBOTS[r].most + 0.02f);
                    early += pause < ROBOTS[r].least + (ROBOTS[r].most - ROBOTS[r].least) / 4;
                    late += pause > ROBOTS[r].most - (ROBOTS[r].most - ROBOTS[r].least) / 4;
                }
            }
            began = tick, shut = 1;
        }
        assert_in_range(blinks, 600 / ROBOTS[r].most, 600 / ROBOTS[r].least * 1.2f);
        assert_true(doubles * 4 < blinks && early > blinks / 10 && late > blinks / 10);
    }
}

// Shut within three ticks, open again within five more; the eye grows a little wider meanwhile.
static void a_blink_squashes_and_opens_again(void **state) {
    eyes_start(&eyes, &FACE_VECTOR, 4);
    struct face rest = eyes.face;
    eyes_blink(&eyes, 0);
    float high[12], wide[12];
    for (uint32_t tick = 0; tick < 12; tick++) {
        eyes_step(&eyes, tick);
        high[tick] = eyes.face.eyes[0][EYE_SCALE_Y] / rest.eyes[0][EYE_SCALE_Y];
        wide[tick] = eyes.face.eyes[0][EYE_SCALE_X] / rest.eyes[0][EYE_SCALE_X];
    }
    assert_true(high[0] < 1 && high[1] < high[0] && high[2] < high[1]);
    assert_true(high[2] < 0.031f && wide[2] > 1.1f && wide[2] < 1.2f);
    for (int i = 3; i < 7; i++) assert_true(high[i] > high[i - 1]);
    assert_true(high[7] == 1 && wide[7] == 1);
    eyes_blink(&eyes, 12); // forced, whenever it is
    eyes_step(&eyes, 12);
    assert_true(blink_began(&eyes.blink));
}

static void darts_keep_their_distance_and_pace(void **state) {
    static const struct {
        const struct face_style *style;
        float least, most, farthest;
    } ROBOTS[] = {{&FACE_VECTOR, 1, 2.25f, 15}, {&FACE_COZMO, 0.25f, 1, 6}};
    for (int r = 0; r < 2; r++) {
        eyes_start(&eyes, ROBOTS[r].style, 21);
        uint32_t began = 0, darts = 0, far = 0, places = 0, up = 0, down = 0;
        float x = 0, y = 0;
        for (uint32_t tick = 0; tick < MINUTES_10; tick++) {
            uint32_t before = eyes.dart_began;
            eyes_step(&eyes, tick);
            assert_true(m_abs(eyes.dart_x) <= ROBOTS[r].farthest && m_abs(eyes.dart_y) <= ROBOTS[r].farthest);
            far += m_abs(eyes.dart_x) > ROBOTS[r].farthest * 0.6f;
            assert_true(m_abs(eyes.face.x - eyes.dart_x) < 1e-5f); // that is where the face is
            float taller = eyes.face.eyes[0][EYE_SCALE_Y] * eyes.face.eyes[1][EYE_SCALE_Y];
            float usual = ROBOTS[r].style->rest_scale_y * ROBOTS[r].style->rest_scale_y;
            if (eyes.blink.lids == 1 && eyes.dart_y < -1 && m_abs(eyes.dart_x) < 0.2f)
                up++, assert_true(taller > usual);
            if (eyes.blink.lids == 1 && eyes.dart_y > 1 && m_abs(eyes.dart_x) < 0.2f)
                down++, assert_true(taller < usual);
            if (eyes.dart_began == before) continue;
            if (darts++) {
                float pause = seconds(tick - began);
                assert_true(pause >= ROBOTS[r].least - 0.02f && pause <= ROBOTS[r].most + 0.02f);
            }
            assert_true(eyes.dart_ticks >= 2 && eyes.dart_ticks <= 6); // 50 to 200 ms
            places += m_abs(eyes.dart_to_x - x) + m_abs(eyes.dart_to_y - y) > 0.01f;
            x = eyes.dart_to_x, y = eyes.dart_to_y, began = tick;
        }
        assert_true(darts > 250 && places > darts * 7 / 10 && far > 50 && up > 3 && down > 3);
    }
}

static void a_squash_has_the_sizes_of_the_robots(void **state) {
    struct face face;
    face_zero(&face);
    face_dart(&face, 0, -6, 6);
    assert_true(m_abs(face.eyes[0][EYE_SCALE_Y] - 1.1f) < 1e-6f && face.y == -6);
    face_zero(&face);
    face_dart(&face, 0, 6, 6);
    assert_true(m_abs(face.eyes[1][EYE_SCALE_Y] - 0.85f) < 1e-6f);
    face_zero(&face);
    face_dart(&face, 6, 0, 6); // to the right: the right eye is nearer
    assert_true(m_abs(face.eyes[1][EYE_SCALE_X] - 1.1f) < 1e-6f && face.eyes[0][EYE_SCALE_X] == 1);
}

static float farthest_from(uint32_t from, uint32_t to) {
    float most = 0;
    for (uint32_t tick = from; tick < to; tick++) {
        eyes_step(&eyes, tick);
        if (tick >= from + 8) most = m_max(most, m_max(m_abs(eyes.dart_x), m_abs(eyes.dart_y)));
    }
    return most;
}

static void a_focus_holds_them_to_a_pixel(void **state) {
    for (int r = 0; r < 2; r++) {
        eyes_start(&eyes, r ? &FACE_COZMO : &FACE_VECTOR, 3);
        assert_true(farthest_from(0, 600) > 3);
        eyes_focus(&eyes, 600, 900);
        float held = farthest_from(600, 1500);
        assert_true(held <= 1 && held > 0); // not dead either
        assert_true(farthest_from(1500, 2100) > 3);
        eyes_focus(&eyes, 2100, 900);
        eyes_focus(&eyes, 2200, 0); // no longer
        assert_true(farthest_from(2200, 2800) > 3);
    }
}

static void a_gaze_moves_hot_spots_and_eyes(void **state) {
    eyes_start(&eyes, &FACE_VECTOR, 3);
    struct face rest = eyes.face;
    eyes_look(&eyes, 1, -1, 0, 60);
    for (uint32_t tick = 0; tick < 60; tick++) eyes_step(&eyes, tick);
    for (int e = 0; e < 2; e++) {
        assert_true(eyes.face.eyes[e][EYE_HOT_SPOT_X] >= 0.6f && eyes.face.eyes[e][EYE_HOT_SPOT_Y] <= -0.6f);
        assert_true(m_abs(eyes.face.eyes[e][EYE_X] - rest.eyes[e][EYE_X] - 8) < 0.1f);
    }
    assert_true(m_abs(eyes.face.x) <= 1);                               // and the whole stays where it is
    for (uint32_t tick = 60; tick < 75; tick++) eyes_step(&eyes, tick); // and back when it is over
    assert_true(m_abs(eyes.face.eyes[0][EYE_HOT_SPOT_X]) < 0.01f);
}

// Somebody on the robot's left is on the right of the screen.
static void contact_follows_a_face(void **state) {
    eyes_start(&eyes, &FACE_VECTOR, 3);
    float before = 0;
    for (int i = 0; i <= 6; i++) {
        for (uint32_t tick = 0; tick < 20; tick++) {
            eyes_contact(&eyes, 0.08f * (float)i, 0.1f, (uint32_t)i * 20 + tick, 12);
            eyes_step(&eyes, (uint32_t)i * 20 + tick);
        }
        assert_true(eyes.look_y < -0.2f); // he is above
        assert_true(i ? eyes.look_x > before : m_abs(eyes.look_x) < 1e-6f);
        assert_true(m_abs(eyes.look_x - 0.16f * (float)i) < 0.02f);
        before = eyes.look_x;
    }
    eyes_contact(&eyes, __builtin_nanf(""), 0, 140, 12);
    eyes_step(&eyes, 140);
    assert_true(m_finite(eyes.face.eyes[0][EYE_HOT_SPOT_X]));
}

static void a_clip_has_the_face_and_blinks_for_the_display_s_sake(void **state) {
    eyes_start(&eyes, &FACE_COZMO, 3);
    struct face part = eyes.face;
    part.x = 5;
    uint32_t blinks = 0, last = 0, rows = 0;
    uint8_t row = eyes.rows;
    for (uint32_t tick = 0; tick < 4000; tick++) {
        eyes_perform(&eyes, &part, tick);
        eyes_step(&eyes, tick);
        if (tick > 3) assert_true(eyes.face.x == 5);
        if (blink_began(&eyes.blink)) {
            assert_true(tick - last <= 909 + 7); // 30 seconds
            blinks++, last = tick;
        }
        rows += eyes.rows != row, row = eyes.rows;
    }
    assert_int_equal(blinks, 4);
    assert_int_equal(rows, 4); // the other rows every 30 seconds
    eyes_turn_rows(&eyes, 4000);
    assert_true(eyes.rows != row);
    for (uint32_t tick = 4000; tick < 4010; tick++) eyes_step(&eyes, tick); // it lets go
    assert_true(m_abs(eyes.face.x) < 3);
}

static void a_blink_that_a_clip_meets_goes_on(void **state) {
    eyes_start(&eyes, &FACE_VECTOR, 3);
    struct face part = eyes.face;
    eyes_blink(&eyes, 0);
    uint32_t began = 0;
    for (uint32_t tick = 0; tick < 60; tick++) {
        if (tick) eyes_perform(&eyes, &part, tick);
        eyes_step(&eyes, tick);
        began += blink_began(&eyes.blink);
    }
    assert_int_equal(began, 1);
    assert_true(eyes.blink.phase == 0);
}

static void a_layer_lies_over_everything_for_its_time(void **state) {
    struct face layer;
    face_zero(&layer);
    layer.x = 20, layer.scale_y = 0.5f;
    struct face alone[40];
    eyes_start(&eyes, &FACE_VECTOR, 5);
    for (uint32_t tick = 0; tick < 40; tick++) eyes_step(&eyes, tick), alone[tick] = eyes.face;
    eyes_start(&eyes, &FACE_VECTOR, 5);
    for (uint32_t tick = 0; tick < 40; tick++) {
        if (tick == 10) eyes_lay(&eyes, &layer, FACE_ON_TOP, tick, 20);
        eyes_step(&eyes, tick);
        bool on = tick >= 10 && tick < 30;
        assert_true(m_abs(eyes.face.x - alone[tick].x - (on ? 20 : 0)) < 1e-5f);
        assert_true(m_abs(eyes.face.scale_y - (on ? 0.5f : 1)) < 1e-6f);
        assert_true(eyes.bare.x == alone[tick].x);
    }
    layer.eyes[0][EYE_SCALE_X] = 1e9f; // brought into range
    eyes_lay(&eyes, &layer, FACE_REPLACE, 40, 5);
    eyes_step(&eyes, 40);
    assert_true(eyes.face.eyes[0][EYE_SCALE_X] == 10 && eyes.face.x == 20);
    eyes_lay(&eyes, &layer, FACE_REPLACE, 41, 0); // taken off
    eyes_step(&eyes, 41);
    assert_true(eyes.face.eyes[0][EYE_SCALE_X] < 3);
}

static void a_glitch_shakes_and_fades(void **state) {
    eyes_start(&eyes, &FACE_VECTOR, 5);
    eyes_glitch(&eyes, FACE_GLITCH_S, 20, 0, 30);
    float early = 0, late = 0;
    uint32_t turns = 0;
    bool right = true;
    for (uint32_t tick = 0; tick < 40; tick++) {
        eyes_step(&eyes, tick);
        assert_int_equal(eyes.face.glitch, tick < 30 ? FACE_GLITCH_S : FACE_GLITCH_NONE);
        float px = eyes.face.glitch_px;
        if (tick < 30) turns += (px > 0) != right, right = px > 0;
        if (tick < 10) early = m_max(early, m_abs(px));
        if (tick >= 20) late = m_max(late, m_abs(px));
    }
    assert_true(early > 10 && early <= 20 && late < 7 && turns > 8);
}

// The same seed gives the same eyes, another one others; and no half minute is like the one before.
static void no_two_idles_are_the_same(void **state) {
    enum { TICKS = 909, TIMES = 8 };
    static struct face seen[TIMES][TICKS];
    for (uint32_t turn = 0; turn < 2; turn++) {
        eyes_start(&eyes, &FACE_VECTOR, 77);
        for (uint32_t t = 0; t < TIMES; t++)
            for (uint32_t i = 0; i < TICKS; i++) {
                eyes_step(&eyes, t * TICKS + i);
                if (turn) assert_memory_equal(&seen[t][i], &eyes.face, sizeof eyes.face);
                seen[t][i] = eyes.face;
            }
    }
    for (int a = 0; a < TIMES; a++)
        for (int b = 0; b < a; b++) {
            uint32_t same = 0;
            for (int i = 0; i < TICKS; i++) same += m_abs(seen[a][i].x - seen[b][i].x) < 0.25f;
            assert_true(same < TICKS / 2);
        }
    eyes_start(&eyes, &FACE_VECTOR, 78);
    uint32_t same = 0;
    for (uint32_t i = 0; i < TICKS; i++)
        eyes_step(&eyes, i), same += m_abs(eyes.face.x - seen[0][i].x) < 0.25f;
    assert_true(same < TICKS / 2);
}

static void who_sleeps_breathes(void **state) {
    eyes_start(&eyes, &FACE_VECTOR, 5);
    assert_int_equal(eyes_show(&eyes, "asleep", 0, 0), ERR_NONE);
    float low = 99, high = -99;
    for (uint32_t tick = 0; tick < 400; tick++) {
        eyes_step(&eyes, tick);
        assert_true(eyes.face.x == 0);
        if (tick > 10) low = m_min(low, eyes.face.y), high = m_max(high, eyes.face.y);
        if (tick > 10) assert_true(eyes.face.eyes[0][EYE_SCALE_Y] < 0.5f); // and does not open them
    }
    assert_true(high - low > 2 && high - low < 4);
    assert_int_equal(eyes_show(&eyes, "slepy", 0, 0), ERR_UNKNOWN);
}

TESTS(cmocka_unit_test(blinks_come_in_their_time), cmocka_unit_test(a_blink_squashes_and_opens_again),
      cmocka_unit_test(darts_keep_their_distance_and_pace),
      cmocka_unit_test(a_squash_has_the_sizes_of_the_robots), cmocka_unit_test(a_focus_holds_them_to_a_pixel),
      cmocka_unit_test(a_gaze_moves_hot_spots_and_eyes), cmocka_unit_test(contact_follows_a_face),
      cmocka_unit_test(a_clip_has_the_face_and_blinks_for_the_display_s_sake),
      cmocka_unit_test(a_blink_that_a_clip_meets_goes_on),
      cmocka_unit_test(a_layer_lies_over_everything_for_its_time),
      cmocka_unit_test(a_glitch_shakes_and_fades), cmocka_unit_test(no_two_idles_are_the_same),
      cmocka_unit_test(who_sleeps_breathes))
