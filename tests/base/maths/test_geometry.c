#include "support/support.h"

#include "base/maths/chance.h"
#include "base/maths/geometry.h"

#include <math.h>

static struct chance dice;
static int begin(void **state) {
    dice = chance_of(1, chance_stream("geometry"), 0);
    return 0;
}

static float some(void) { return chance_range(&dice, -5, 5); }
static struct vec3 some_vec3(void) {
    float x = some(), y = some(), z = some();
    return vec3(x, y, z);
}
static struct quat some_quat(void) {
    float w = some(), x = some(), y = some(), z = some();
    return quat_unit((struct quat){w, x, y, z});
}
static struct pose some_pose(void) {
    struct vec3 at = some_vec3();
    return (struct pose){at, some_quat()};
}
static bool near3(struct vec3 a, struct vec3 b) { return vec3_length(vec3_sub(a, b)) < 2e-5f; }
static bool near_quat(struct quat a, struct quat b) { return quat_angle(quat_between(a, b)) < 2e-3f; }
static bool near_pose(struct pose a, struct pose b) { return near3(a.at, b.at) && near_quat(a.turn, b.turn); }

static void wrapped_angles_lie_in_their_half_open_turn(void **state) {
    assert_true(angle_wrap(M_PI_F) == M_PI_F && angle_wrap(-M_PI_F) == M_PI_F && angle_wrap(0) == 0);
    assert_true(fabsf(angle_wrap(3 * M_PI_F)) > 3.14159f);
    assert_true(fabsf(angle_wrap(1000 * M_TAU_F + 0.25f) - 0.25f) < 1e-3f);
    assert_true(isnan(angle_wrap(INFINITY)) && isnan(angle_wrap(NAN)));
    for (int i = 0; i < 100000; i++) {
        float x = chance_range(&dice, -1000, 1000), w = angle_wrap(x);
        assert_true(w > -M_PI_F && w <= M_PI_F);
        assert_true(angle_wrap(w) == w);
        assert_true(fabsf(m_sin(x) - m_sin(w)) < 1e-6f && fabsf(m_cos(x) - m_cos(w)) < 1e-6f);
    }
}

static void the_short_way_is_the_short_way(void **state) {
    assert_true(fabsf(angle_between(3, -3) - (M_TAU_F - 6)) < 1e-5f);
    assert_true(fabsf(angle_between(-3, 3) + (M_TAU_F - 6)) < 1e-5f);
    assert_true(fabsf(angle_towards(3, -3, 0.1f) - 3.1f) < 1e-5f);
    assert_true(angle_towards(1, 1.05f, 0.1f) == 1.05f);
    assert_true(fabsf(angle_towards(1, 0, -0.1f) - 0.9f) < 1e-6f); // a step has no sign
}

static void a_turn_keeps_lengths_and_handedness(void **state) {
    for (int i = 0; i < 5000; i++) {
        struct vec3 a = some_vec3(), b = some_vec3();
        struct quat q = some_quat(), p = some_quat();
        struct vec3 qa = quat_apply(q, a), qb = quat_apply(q, b);
        assert_true(fabsf(vec3_length(qa) - vec3_length(a)) < 1e-5f);
        assert_true(vec3_length(vec3_sub(quat_apply(q, vec3_cross(a, b)), vec3_cross(qa, qb))) < 2e-4f);
        assert_true(near3(quat_apply(quat_times(p, q), a), quat_apply(p, qa)));
        assert_true(near3(quat_apply(quat_inverse(q), qa), a));
        assert_true(near_quat(quat_times(p, quat_between(p, q)), q));
    }
    assert_true(near3(quat_apply(quat_about(vec3(0, 0, 2), M_PI_F / 2), vec3(1, 0, 0)), vec3(0, 1, 0)));
    assert_true(near3(quat_apply(quat_euler(0, M_PI_F / 2, 0), vec3(1, 0, 0)),
                      vec3(0, 0, -1))); // pitch down is positive
    assert_true(near_quat(quat_unit((struct quat){0, 0, 0, 0}), quat_none()));
    assert_true(near_quat(quat_about(vec3(0, 0, 0), 1), quat_none()));
}

static void euler_angles_come_back(void **state) {
    for (int i = 0; i < 5000; i++) {
        float roll = chance_range(&dice, -3.1f, 3.1f), pitch = chance_range(&dice, -1.5f, 1.5f),
              yaw = chance_range(&dice, -3.1f, 3.1f);
        float r, p, y;
        struct quat q = quat_euler(roll, pitch, yaw);
        quat_to_euler(q, &r, &p, &y);
        assert_true(near_quat(quat_euler(r, p, y), q));
        assert_true(fabsf(angle_between(yaw, y)) < 0.01f && fabsf(pitch - p) < 0.01f &&
                    fabsf(angle_between(roll, r)) < 0.01f);
        struct quat parts = quat_times(
            quat_yaw(yaw), quat_times(quat_about(vec3(0, 1, 0), pitch), quat_about(vec3(1, 0, 0), roll)));
        assert_true(near_quat(parts, q));
        for (int sign = -1; sign < 2; sign += 2) { // gimbal lock
            q = quat_euler(roll, (float)sign * M_PI_F / 2, yaw);
            quat_to_euler(q, &r, &p, &y);
            assert_true(near_quat(quat_euler(r, p, y), q));
        }
    }
}

static void blending_goes_at_constant_speed(void **state) {
    const float half = 0.25f;
    struct quat turned = {cosf(half), 0, 0, sinf(half)}, other_name = {-cosf(half), 0, 0, -sinf(half)};
    assert_true(fabsf(quat_angle(turned) - 2 * half) < 1e-6f &&
                fabsf(quat_angle(other_name) - 2 * half) < 1e-6f);
    for (int i = 0; i < 2000; i++) {
        struct quat a = some_quat(), b = some_quat();
        float whole = quat_angle(quat_between(a, b)), t = chance_unit(&dice);
        struct quat between = quat_blend(a, b, t);
        assert_true(fabsf(quat_angle(quat_between(a, between)) - t * whole) < 3e-3f);
        assert_true(near_quat(quat_blend(a, b, 0), a) && near_quat(quat_blend(a, b, 1), b));
        struct quat minus = {-b.w, -b.x, -b.y, -b.z}; // the same turn
        assert_true(near_quat(quat_blend(a, minus, t), between));
    }
    struct quat a = quat_yaw(1), b = quat_yaw(1.000001f);
    assert_true(near_quat(quat_blend(a, b, 0.5f), a));
}

static void poses_are_a_group(void **state) {
    for (int i = 0; i < 2000; i++) {
        struct pose a = some_pose(), b = some_pose();
        struct vec3 v = some_vec3();
        assert_true(near3(pose_apply(pose_times(a, b), v), pose_apply(a, pose_apply(b, v))));
        assert_true(near3(pose_undo(a, pose_apply(a, v)), v));
        assert_true(near_pose(pose_times(a, pose_between(a, b)), b));
        assert_true(near_pose(pose_times(a, pose_inverse(a)), pose_none()));
        struct pose2 p = {{a.at.x, a.at.y}, b.at.x}, q = {{b.at.x, b.at.y}, a.at.z};
        struct pose both = pose_times(pose_of_plane(p, 1), pose_of_plane(q, 2));
        struct pose2 flat = pose_on_plane(both), want = pose2_times(p, q);
        assert_true(fabsf(flat.at.x - want.at.x) < 1e-5f && fabsf(flat.at.y - want.at.y) < 1e-5f &&
                    both.at.z == 3);
        assert_true(fabsf(angle_between(flat.angle, want.angle)) < 1e-5f);
        struct pose2 again = pose2_times(p, pose2_between(p, q));
        assert_true(vec2_length(vec2_sub(again.at, q.at)) < 2e-5f &&
                    fabsf(angle_between(again.angle, q.angle)) < 1e-5f);
    }
    assert_true(vec2_length(vec2_unit(vec2(0, 0))) == 0 &&
                fabsf(vec2_length(vec2_unit(vec2(3e30f, 4e30f))) - 1) < 1e-6f);
    assert_true(vec3_length(vec3(3e30f, 4e30f, 0)) > 4.9e30f);
}

static void joined_origins_tell_each_others_poses(void **state) {
    struct origins all = {0};
    uint32_t a = origin_new(&all), b = origin_new(&all), c = origin_new(&all);
    struct pose b_in_a = some_pose(), c_in_b = some_pose(), here = some_pose(), out;
    assert_false(origin_tell(&all, (struct placed){here, b}, a, &out));
    assert_true(origin_tell(&all, (struct placed){here, b}, b, &out) && near_pose(out, here));
    assert_true(origin_join(&all, c, b, c_in_b));
    assert_true(origin_join(&all, b, a, b_in_a));
    assert_true(origin_tell(&all, (struct placed){here, c}, a, &out));
    assert_true(near_pose(out, pose_times(b_in_a, pose_times(c_in_b, here))));
    assert_true(origin_tell(&all, (struct placed){out, a}, c, &out) && near_pose(out, here)); // and back
    assert_false(origin_join(&all, a, c, here));                                              // a circle
    assert_false(origin_join(&all, a, 77, here) || origin_join(&all, 0, a, here));
    assert_false(origin_tell(&all, (struct placed){here, ORIGIN_NONE}, a, &out));
    // joining one that hangs somewhere takes all of that along
    uint32_t d = origin_new(&all);
    struct pose c_in_d = some_pose();
    assert_true(origin_join(&all, c, d, c_in_d));
    assert_true(origin_tell(&all, (struct placed){here, c}, d, &out) &&
                near_pose(out, pose_times(c_in_d, here)));
    struct pose a_here, want = pose_times(b_in_a, pose_times(c_in_b, here));
    assert_true(origin_tell(&all, (struct placed){want, a}, d, &a_here) && near_pose(a_here, out));
}

static void old_origins_are_forgotten_without_breaking_the_chain(void **state) {
    struct origins all = {0};
    struct pose step = {{1, 0, 0}, {1, 0, 0, 0}}, out;
    uint32_t first = origin_new(&all), last = first;
    for (int i = 0; i < 500; i++) { // each new one joined to the one before
        uint32_t next = origin_new(&all);
        assert_true(next > last && all.count <= ORIGIN_MAX);
        assert_true(origin_join(&all, next, last, step));
        last = next;
    }
    assert_true(origin_tell(&all, (struct placed){pose_none(), last}, first, &out));
    assert_true(near3(out.at, vec3(500, 0, 0)));
    struct origins apart = {0};
    for (int i = 0; i < ORIGIN_MAX; i++) assert_int_equal(origin_new(&apart), i + 1);
    assert_int_equal(origin_new(&apart), ORIGIN_NONE); // none of them is joined: none can go
}

TESTS(cmocka_unit_test_setup(wrapped_angles_lie_in_their_half_open_turn, begin),
      cmocka_unit_test_setup(the_short_way_is_the_short_way, begin),
      cmocka_unit_test_setup(a_turn_keeps_lengths_and_handedness, begin),
      cmocka_unit_test_setup(euler_angles_come_back, begin),
      cmocka_unit_test_setup(blending_goes_at_constant_speed, begin),
      cmocka_unit_test_setup(poses_are_a_group, begin),
      cmocka_unit_test_setup(joined_origins_tell_each_others_poses, begin),
      cmocka_unit_test_setup(old_origins_are_forgotten_without_breaking_the_chain, begin))
