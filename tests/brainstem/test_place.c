// Where it thinks it is: wheels and gyro, and what somebody saw a moment ago.
#include "support/support.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"
#include "brainstem/place.h"

enum { STEP_US = 5000 };
#define DT    0.005f
#define TRACK 0.046f

struct drive { // the truth, and a body that sees it through treads that slip and a gyro that drifts
    struct place place;
    struct pose2 truth;
    uint64_t now;
};

static void go(struct drive *d, float mps, float radps, int steps, float slips, float drift) {
    for (int i = 0; i < steps; i++) {
        d->now += STEP_US;
        float left = (mps - radps * TRACK / 2) * DT, right = (mps + radps * TRACK / 2) * DT;
        struct vec2 way = vec2_turn(vec2(mps * DT, 0), d->truth.angle + radps * DT / 2);
        d->truth.at = vec2_add(d->truth.at, way);
        d->truth.angle = angle_wrap(d->truth.angle + radps * DT);
        place_step(&d->place, d->now, left * (1 + slips), right * (1 + slips), radps + drift, true, TRACK,
                   DT);
    }
}
static float off(const struct drive *d) { return vec2_length(vec2_sub(d->place.pose.at, d->truth.at)); }
static struct body_fix fix_of(uint64_t time_us, struct pose2 pose, float off_m, float off_rad) {
    return (struct body_fix){time_us, 1, pose.at.x, pose.at.y, pose.angle, off_m, off_rad};
}
static struct drive born(void) {
    struct drive d = {0};
    place_begin(&d.place, 1, (struct pose2){0});
    return d;
}

static void doubt_grows_with_what_is_driven_and_turned(void **state) {
    struct drive d = born();
    go(&d, 0, 0, 200, 0, 0);
    float rest = d.place.off_m2, rest_turn = d.place.off_rad2;
    go(&d, 0.1f, 0, 2000, 0, 0); // a metre
    float metre = m_sqrt(d.place.off_m2 - rest);
    go(&d, 0, 2 * M_PI_F / 10, 2000, 0, 0); // once round
    float turn = m_degrees(m_sqrt(d.place.off_rad2 - rest_turn));
    print_message("# %.1f mm after a metre, %.1f degrees after a turn\n", (double)metre * 1000, (double)turn);
    assert_true(rest < 1e-9f && metre > 0.008f && metre < 0.012f && turn > 0.3f && turn < 0.6f);
}

static void a_fix_is_weighed_against_doubt(void **state) {
    struct drive d = born();
    go(&d, 0.1f, 0, 2000, 0.02f, 0.005f); // two centimetres too far, three degrees aside
    float before = off(&d);
    assert_true(before > 0.02f);
    struct place kept = d.place;
    struct body_fix sharp = fix_of(d.now, d.truth, 0.001f, 0.002f), vague = fix_of(d.now, d.truth, 1, 2);
    assert_true(place_mend(&d.place, &sharp));
    float after = off(&d);
    assert_true(after < 0.1f * before && m_abs(angle_between(d.truth.angle, d.place.pose.angle)) < 0.02f);
    assert_true(d.place.off_m2 < 2e-6f);
    d.place = kept;
    assert_true(place_mend(&d.place, &vague));
    assert_true(off(&d) > 0.95f * before); // who saw hardly anything moves it hardly
    print_message("# off by %.1f mm; mended %.1f, by a vague one %.1f\n", (double)before * 1000,
                  (double)after * 1000, (double)off(&d) * 1000);
}

static void a_late_fix_mends_what_came_since(void **state) {
    struct drive d = born();
    go(&d, 0.1f, 0, 1000, 0.05f, 0.02f);
    uint64_t seen_us = d.now;
    struct pose2 seen = d.truth;
    go(&d, 0.1f, 0.5f, 300, 0, 0); // a second and a half later, round a bend
    struct body_fix fix = fix_of(seen_us, seen, 0.0005f, 0.001f);
    struct place twice = d.place;
    assert_true(place_mend(&d.place, &fix));
    assert_true(off(&d) < 0.006f && m_abs(angle_between(d.truth.angle, d.place.pose.angle)) < 0.03f);
    // Told as if it were now, the same words would put it far off.
    fix.time_us = d.now;
    assert_true(place_mend(&twice, &fix));
    d.place = twice;
    assert_true(off(&d) > 0.05f);
}

static void what_cannot_be_believed_changes_nothing(void **state) {
    struct drive d = born();
    go(&d, 0.1f, 0, 1000, 0, 0);
    struct place kept = d.place;
    struct body_fix good = fix_of(d.now, (struct pose2){{1, 1}, 1}, 0.001f, 0.001f), bad;
    bad = good, bad.origin = 2;
    assert_false(place_mend(&d.place, &bad));
    bad = good, bad.time_us = d.now - 2500000;
    assert_false(place_mend(&d.place, &bad));
    bad = good, bad.time_us = d.now + 1000000;
    assert_false(place_mend(&d.place, &bad));
    bad = good, bad.x_m = 0.0f / 0.0f;
    assert_false(place_mend(&d.place, &bad));
    bad = good, bad.off_rad = -1;
    assert_false(place_mend(&d.place, &bad));
    assert_memory_equal(&kept, &d.place, sizeof kept);
    assert_true(place_mend(&d.place, &good));
}

static void who_was_carried_believes_what_is_seen(void **state) {
    struct drive d = born();
    go(&d, 0.1f, 0, 200, 0, 0);
    place_lost(&d.place);
    d.truth = (struct pose2){{3, -2}, 2};
    go(&d, 0, 0, 20, 0, 0);
    struct body_fix fix = fix_of(d.now, d.truth, 0.02f, 0.05f);
    assert_true(place_mend(&d.place, &fix));
    assert_true(off(&d) < 0.001f);
    // What was remembered of the hand and before is gone.
    fix.time_us = d.now - 500000;
    assert_false(place_mend(&d.place, &fix));
}

// Somebody else keeps the pose. What was told is remembered as what was driven is: a late fix mends it.
static void what_was_told_is_remembered(void **state) {
    struct drive d = born();
    for (int i = 1; i <= 100; i++) // two seconds along x at half a metre a second, told every 20 ms
        place_told(&d.place, (uint64_t)i * 20000, (struct pose2){{0.01f * (float)i, 0}, 0});
    assert_true(d.place.pose.at.x == 1 && d.place.off_m2 > 0);
    // A second ago it stood at half of that, and was seen three centimetres aside.
    struct body_fix fix = fix_of(1000000, (struct pose2){{0.5f, 0.03f}, 0}, 0, 0);
    assert_true(place_mend(&d.place, &fix));
    assert_true(m_abs(d.place.pose.at.x - 1) < 0.002f && m_abs(d.place.pose.at.y - 0.03f) < 0.002f);
    fix.time_us = 2100000; // it was told nothing of that yet
    assert_false(place_mend(&d.place, &fix));
}

// A mile of chance: with a glance every two seconds it never strays, and without one it does.
static void glances_keep_it_on_its_way(void **state) {
    float worst[2] = {0};
    for (int seen = 0; seen < 2; seen++) {
        struct drive d = born();
        for (uint32_t k = 0; k < 400; k++) {
            struct chance dice = chance_of(5, 1, k);
            go(&d, chance_range(&dice, -0.1f, 0.2f), chance_range(&dice, -1, 1), 200,
               chance_range(&dice, -0.03f, 0.03f), 0.004f);
            struct pose2 about = {{d.truth.at.x + chance_normal(&dice, 0, 0.005f),
                                   d.truth.at.y + chance_normal(&dice, 0, 0.005f)},
                                  d.truth.angle + chance_normal(&dice, 0, 0.02f)};
            struct body_fix fix = fix_of(d.now, about, 0.005f, 0.02f);
            if (seen && k % 2) assert_true(place_mend(&d.place, &fix));
            worst[seen] = m_max(worst[seen], off(&d));
            assert_true(m_finite(d.place.off_m2) && d.place.off_m2 >= 0 && d.place.off_rad2 >= 0);
        }
    }
    print_message("# at worst %.0f mm off; with glances %.0f mm\n", (double)worst[0] * 1000,
                  (double)worst[1] * 1000);
    assert_true(worst[0] > 0.3f && worst[1] < 0.05f);
}

TESTS(cmocka_unit_test(doubt_grows_with_what_is_driven_and_turned),
      cmocka_unit_test(a_fix_is_weighed_against_doubt), cmocka_unit_test(a_late_fix_mends_what_came_since),
      cmocka_unit_test(what_cannot_be_believed_changes_nothing),
      cmocka_unit_test(who_was_carried_believes_what_is_seen), cmocka_unit_test(what_was_told_is_remembered),
      cmocka_unit_test(glances_keep_it_on_its_way))
