#include "support/support.h"

#include "plane_rig.h"
#include "world/about.h"

#include <math.h>

// A ball: it rolls, comes to rest, bounces, and is met where it is round.

#define R 0.04

static uint32_t put_ball(double x, double y, double z) {
    struct plane_part ball = plane_ball((float)R);
    return put(plane, &ball, 1, 0.05f, flat((float)x, (float)y, (float)z, 0));
}
static struct vec3 middle(uint32_t ball) { return motion_of(plane, ball).centre; }

static void pushed_it_rolls_and_comes_to_rest(void **state) {
    put_slab(plane, 0, 0, 0, 8, 8, 0.6f);
    uint32_t ball = put_ball(0, 0, 0);
    steps(20);
    assert_int_equal(plane_push(plane, ball, vec3(0.02f, 0, 0), middle(ball)), ERR_NONE);
    steps(60);
    // Of what a blow to its middle gives, five sevenths are left when it no longer slides.
    struct plane_motion m = motion_of(plane, ball);
    assert_true(m.speed_mps.x > 0.15f && m.speed_mps.x < 0.4f * 5 / 7);
    about((double)m.turn_radps.y * R, (double)m.speed_mps.x, 0.01); // no slip
    about((double)m.centre.z, R, 3e-4);
    float v = m.speed_mps.x, x = m.centre.x;
    steps(2000);
    m = motion_of(plane, ball);
    assert_true(m.asleep);
    about((double)(m.centre.x - x), (double)(v * v) / 2 / 0.2, 0.02);
    about((double)m.centre.y, 0, 1e-3);
    assert_null(find_event(plane, PLANE_TIPPED, ball));
}

static void it_rolls_down_a_slope_as_a_ball_does(void **state) {
    struct plane_part wedge = plane_wedge(1, 0.5f, 0.2f);
    put_slab(plane, 0, 0, 0, 8, 8, 0.6f);
    put(plane, &wedge, 1, 0, flat(0, 0, 0, 0));
    double slope = atan(0.2), x = 0.3, high = 0.16 + R / cos(slope) - R;
    uint32_t ball = put_ball(x, 0, high);
    steps(100); // half a second: five sevenths of what would slide without friction, less what rolling costs
    double want = 0.5 * (5.0 / 7 * 9.81 * sin(slope) - 0.2) * 0.25;
    about((x - (double)middle(ball).x) / cos(slope), want, 0.04 * want + 0.003);
}

static void it_bounces_falls_and_is_not_lost(void **state) {
    put_slab(plane, 0, 0, 0, 1, 1, 0.6f);
    struct plane_part rubber = plane_ball((float)R);
    rubber.restitution = 0.7f;
    uint32_t ball = put(plane, &rubber, 1, 0.05f, flat(0, 0, 0.3f, 0));
    double top = 0;
    for (int i = 0, landed = 0; i < 300; i++) {
        plane_step(plane);
        landed |= find_event(plane, PLANE_IMPACT, ball) != NULL;
        if (landed) top = fmax(top, (double)middle(ball).z - R);
    }
    about(top, 0.3 * 0.49, 0.02);
    steps(800);
    about((double)middle(ball).z, R, 3e-4);
    assert_true(motion_of(plane, ball).asleep);
}

static void two_balls_meet_where_they_are_round(void **state) {
    put_slab(plane, 0, 0, 0, 8, 8, 0.6f);
    uint32_t one = put_ball(0, 0, 0), other = put_ball(0.3, 0.03, 0);
    steps(20);
    assert_int_equal(plane_set_speed(plane, one, vec3(0.8f, 0, 0), vec3(0, 0.8f / (float)R, 0)), ERR_NONE);
    float nearest = 1;
    for (int i = 0; i < 200; i++) {
        plane_step(plane);
        nearest = fminf(nearest, vec3_length(vec3_sub(middle(one), middle(other))));
    }
    about((double)nearest, 2 * R, 2e-3);
    struct vec3 to = motion_of(plane, other).centre;
    about(atan2((double)to.y - 0.03, (double)to.x - 0.3), asin(0.03 / (2 * R)),
          0.12); // along the line of the middles
}

static void rays_meet_its_surface(void **state) {
    uint32_t ball = put_ball(1, 0, 0);
    for (int i = -5; i <= 5; i++) {
        double aside = i * 0.0078;
        struct plane_hit hit = plane_ray(plane, vec3(0, (float)aside, (float)R), vec3(1, 0, 0), 5, 0);
        assert_int_equal(hit.body, ball);
        about((double)hit.distance, 1 - sqrt(R * R - aside * aside), 1e-5);
        about((double)hit.normal.y, aside / R, 1e-4);
    }
    assert_int_equal(plane_ray(plane, vec3(0, 0.0401f, (float)R), vec3(1, 0, 0), 5, 0).body, 0);
    assert_int_equal(plane_ray(plane, vec3(0, 0.038f, 0.005f), vec3(1, 0, 0), 5, 0).body,
                     0); // a box would be hit
    struct plane_hit near = plane_closest(plane, vec3(1, 0.2f, (float)R), 1, 0);
    assert_int_equal(near.body, ball);
    about((double)near.distance, 0.2 - R, 1e-5);
    about((double)near.at.y, R, 1e-5);
    struct plane_part box = plane_box(0.02f, 0.02f, 0.02f);
    assert_int_equal(plane_overlap(plane, &box, flat(1.045f, 0, 0.03f, 0), 0), ball);
    assert_int_equal(plane_overlap(plane, &box, flat(1.045f, 0.045f, 0.03f, 0), 0), 0); // beside its round
    struct plane_part small = plane_ball(0.01f);
    assert_int_equal(plane_overlap(plane, &small, flat(1.045f, 0, 0.03f, 0), 0), ball);
    assert_int_equal(plane_overlap(plane, &small, flat(1.045f, 0.045f, 0.03f, 0), 0), 0);
}

static void it_is_saved_and_restored_as_it_rolls(void **state) {
    put_slab(plane, 0, 0, 0, 8, 8, 0.6f);
    uint32_t ball = put_ball(0, 0, 0);
    plane_push(plane, ball, vec3(0.02f, 0.005f, 0), middle(ball));
    steps(50);
    static uint8_t room[64 << 10];
    struct writer out = writer_of(room, sizeof room);
    plane_save(plane, &out);
    assert_int_equal(out.err, ERR_NONE);
    steps(100);
    uint64_t hash = plane_hash(plane);
    struct reader in = reader_of(room, writer_len(&out));
    assert_int_equal(plane_restore(plane, &in, NULL), ERR_NONE);
    steps(100);
    assert_int_equal(plane_hash(plane), hash);
}

static void what_pushes_it_sets_it_rolling(void **state) {
    put_slab(plane, 0, 0, 0, 8, 8, 0.6f);
    uint32_t ball = put_ball(0.3, 0, 0), box = put_box(plane, 0, 0, 0, 0.1f, 0.06f, 0.06f, 0.4f, 0.01f);
    steps(20);
    for (int i = 0; i < 600; i++) {
        plane_force(plane, box, vec3(0.6f, 0, 0), vec3(motion_of(plane, box).centre.x, 0, 0.02f));
        plane_step(plane);
    }
    assert_true(middle(ball).x > 0.4f);
    about((double)middle(ball).z, R, 1e-3);
}

TESTS(cmocka_unit_test_setup_teardown(pushed_it_rolls_and_comes_to_rest, begin, end),
      cmocka_unit_test_setup_teardown(it_rolls_down_a_slope_as_a_ball_does, begin, end),
      cmocka_unit_test_setup_teardown(it_bounces_falls_and_is_not_lost, begin, end),
      cmocka_unit_test_setup_teardown(two_balls_meet_where_they_are_round, begin, end),
      cmocka_unit_test_setup_teardown(rays_meet_its_surface, begin, end),
      cmocka_unit_test_setup_teardown(it_is_saved_and_restored_as_it_rolls, begin, end),
      cmocka_unit_test_setup_teardown(what_pushes_it_sets_it_rolling, begin, end))
