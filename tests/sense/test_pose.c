// A square's pose from its corners: exact where nothing is noisy, good enough where something is, and no
// answer where there is none.
#include "support/support.h"

#include "base/maths/chance.h"
#include "sense/pose.h"

#include <string.h>

#define CUBE_M 0.027f

static struct lens_model lens_of(void) {
    struct eye_model eye;
    assert_true(eye_of(&vector_model, 0x601b50, &eye));
    return eye.lens;
}

// Axes: x out of its front, y right, z up.
static bool corners_of(const struct lens_model *lens, struct pose square, float size, float noise,
                       struct chance *dice, struct vec2 out[4]) {
    for (int i = 0; i < 4; i++) {
        struct vec3 at =
            pose_apply(square, vec3(0, i & 1 ? size / 2 : -size / 2, i & 2 ? -size / 2 : size / 2));
        if (!lens_project(lens, at, &out[i]) || !lens_inside(lens, out[i])) return false;
        out[i] = vec2_add(out[i], vec2(chance_normal(dice, 0, noise), chance_normal(dice, 0, noise)));
    }
    return true;
}

static bool on_floor(const struct lens_model *lens, struct pose camera, struct pose square,
                     const struct vec2 px[4], struct pose_floor *out) {
    struct pose_part part = {.square = square, .size_m = CUBE_M};
    memcpy(part.corners, px, sizeof part.corners);
    return pose_on_floor(lens, camera, &part, 1, out);
}

// Facing the camera, which looks along z with y down: its front looks along -z, its right is the picture's,
// its up is -y.
static struct quat facing(void) {
    // From the robot's axes: out of its front is -x, right is -y, up is z; then seen by a camera that looks
    // along x without its tilt.
    struct quat level =
        quat_times(quat_about(vec3(0, 0, 1), -M_PI_F / 2), quat_about(vec3(1, 0, 0), -M_PI_F / 2));
    return quat_times(quat_inverse(level), quat_yaw(M_PI_F));
}

static struct pose turned(float yaw, float pitch, float roll, struct vec3 at) {
    struct quat turn = quat_times(facing(), quat_euler(roll, pitch, yaw));
    return (struct pose){at, turn};
}

static float degrees_between(struct quat a, struct quat b) {
    return m_degrees(quat_angle(quat_between(a, b)));
}

static void without_noise_it_is_exact(void **state) {
    struct lens_model lens = lens_of();
    struct chance dice = chance_of(1, 2, 3);
    int tried = 0;
    for (int i = 0; i < 4000; i++) {
        float z = chance_range(&dice, 0.06f, 0.8f);
        struct pose square =
            turned(chance_range(&dice, -1, 1), chance_range(&dice, -0.6f, 0.6f), chance_range(&dice, -3, 3),
                   vec3(chance_range(&dice, -z, z), chance_range(&dice, -z / 2, z / 2), z));
        struct vec2 px[4];
        float faces = vec3_dot(quat_apply(square.turn, vec3(1, 0, 0)), vec3_unit(vec3_scale(square.at, -1)));
        if (faces < 0.3f || !corners_of(&lens, square, CUBE_M, 0, &dice, px)) continue;
        struct pose_square seen;
        assert_true(pose_of_square(&lens, px, CUBE_M, &seen));
        assert_true(seen.error_px[0] <= seen.error_px[1]);
        bool first = vec3_length(vec3_sub(seen.pose[0].at, square.at)) < 0.001f &&
                     degrees_between(seen.pose[0].turn, square.turn) < 1;
        bool second = vec3_length(vec3_sub(seen.pose[1].at, square.at)) < 0.001f &&
                      degrees_between(seen.pose[1].turn, square.turn) < 1;
        assert_true(first || second);
        assert_true(seen.error_px[0] < 0.05f);
        tried++;
    }
    assert_true(tried > 1000);
}

static void with_noise_it_is_near(void **state) {
    struct lens_model lens = lens_of();
    struct chance dice = chance_of(4, 5, 6);
    double mm = 0, degrees = 0;
    int count = 0;
    while (count < 1000) {
        struct pose square =
            turned(chance_range(&dice, 0.3f, 0.85f) * (chance_true(&dice, 0.5f) ? 1 : -1), 0, 0,
                   vec3(chance_range(&dice, -0.05f, 0.05f), chance_range(&dice, -0.03f, 0.03f), 0.2f));
        struct vec2 px[4];
        struct pose_square seen;
        if (!corners_of(&lens, square, CUBE_M, 0.4f, &dice, px)) continue;
        assert_true(pose_of_square(&lens, px, CUBE_M, &seen));
        mm += (double)vec3_length(vec3_sub(seen.pose[0].at, square.at)) * 1000;
        float best = m_min(degrees_between(seen.pose[0].turn, square.turn),
                           degrees_between(seen.pose[1].turn, square.turn));
        degrees += (double)best, count++;
    }
    print_message("# at 200 mm: %.2f mm, %.2f degrees on average\n", mm / count, degrees / count);
    assert_true(mm / count < 3 && degrees / count < 3);
}

// How far off the corners would be, seen from there.
static float misfit(const struct lens_model *lens, struct pose square, const struct vec2 px[4]) {
    struct chance dice = chance_of(0, 0, 0);
    struct vec2 at[4];
    float sum = 0;
    if (!corners_of(lens, square, CUBE_M, 0, &dice, at)) return 1e9f;
    for (int i = 0; i < 4; i++) sum += vec2_dot(vec2_sub(at[i], px[i]), vec2_sub(at[i], px[i]));
    return m_sqrt(sum / 8);
}

// What it answers is the best there is: a little to a side, or turned a little, the corners fit worse.
static void no_pose_beside_it_fits_better(void **state) {
    struct lens_model lens = lens_of();
    struct chance dice = chance_of(10, 11, 12);
    int better = 0;
    for (int i = 0; i < 200; i++) {
        struct pose square = turned(chance_range(&dice, 0.3f, 0.8f), chance_range(&dice, -0.3f, 0.3f), 0,
                                    vec3(0.01f, -0.01f, chance_range(&dice, 0.1f, 0.3f)));
        struct vec2 px[4];
        struct pose_square seen;
        if (!corners_of(&lens, square, CUBE_M, 0.5f, &dice, px)) continue;
        assert_true(pose_of_square(&lens, px, CUBE_M, &seen));
        float is = misfit(&lens, seen.pose[0], px);
        assert_float_equal(is, seen.error_px[0], 0.02f);
        for (int axis = 0; axis < 3; axis++)
            for (int way = -1; way <= 1; way += 2) {
                struct vec3 unit = vec3(axis == 0, axis == 1, axis == 2);
                struct pose aside = seen.pose[0], about = seen.pose[0];
                aside.at = vec3_add(aside.at, vec3_scale(unit, 0.0001f * (float)way));
                about.turn = quat_times(quat_about(unit, 0.005f * (float)way), about.turn);
                better += misfit(&lens, aside, px) < is - 0.0005f;
                better += misfit(&lens, about, px) < is - 0.0005f;
            }
    }
    assert_int_equal(better, 0);
}

static void on_the_floor_it_is_surer(void **state) {
    struct lens_model lens = lens_of();
    struct chance dice = chance_of(7, 8, 9);
    struct pose camera = eye_in_robot(&vector_model, -0.1f);
    struct pose on_cube = {{-0.022f, 0, 0.022f}, quat_yaw(M_PI_F)}; // its front looks along -x
    double worst_mm = 0, mm = 0, said = 0, degrees = 0, said_degrees = 0;
    int count = 0;
    for (int i = 0; i < 3000; i++) {
        struct pose2 cube = {{chance_range(&dice, 0.1f, 0.5f), chance_range(&dice, -0.2f, 0.2f)},
                             chance_range(&dice, -0.9f, 0.9f)};
        struct pose square = pose_times(pose_of_plane(cube, 0), on_cube);
        struct vec2 px[4];
        if (!corners_of(&lens, pose_between(camera, square), CUBE_M, 0.4f, &dice, px)) continue;
        struct pose_square first;
        if (!pose_of_square(&lens, px, CUBE_M, &first)) continue;
        struct pose guess = pose_times(pose_times(camera, first.pose[0]), pose_inverse(on_cube));
        struct pose_floor lies = {.at = pose_on_plane(guess)};
        assert_true(on_floor(&lens, camera, on_cube, px, &lies));
        float off = vec2_length(vec2_sub(lies.at.at, cube.at)) * 1000,
              turn = m_degrees(m_abs(angle_wrap(lies.at.angle - cube.angle)));
        if (turn > 25) continue; // the other way round: told by what was known before
        worst_mm = md_max(worst_mm, (double)off), mm += (double)(off * off),
        said += (double)(lies.off_m * lies.off_m) * 0.16e6;
        degrees += (double)(turn * turn),
            said_degrees += (double)(m_degrees(lies.off_rad) * m_degrees(lies.off_rad)) * 0.16;
        count++;
    }
    double is = md_sqrt(mm / count), thinks = md_sqrt(said / count);
    print_message("# %d cubes: %.2f mm off (it says %.2f), at worst %.1f; %.2f degrees (it says %.2f)\n",
                  count, is, thinks, worst_mm, md_sqrt(degrees / count), md_sqrt(said_degrees / count));
    assert_true(count > 500 && is < 8 && thinks > is / 3 && thinks < is * 3);
}

static void nonsense_has_no_pose(void **state) {
    struct lens_model lens = lens_of();
    struct pose_square seen;
    struct pose camera = eye_in_robot(&vector_model, 0), square = {{0, 0, 0.02f}, quat_yaw(M_PI_F)};
    const struct vec2 fine[4] = {{300, 100}, {340, 100}, {300, 140}, {340, 140}};
    assert_true(pose_of_square(&lens, fine, CUBE_M, &seen));
    const float odd[] = {M_NAN, 1.0f / 0.0f, -1e30f, 16385};
    for (int i = 0; i < 8; i++)
        for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
            struct vec2 bad[4];
            memcpy(bad, fine, sizeof bad);
            *(i & 1 ? &bad[i / 2].y : &bad[i / 2].x) = odd[k];
            struct pose_floor lies = {0};
            assert_false(pose_of_square(&lens, bad, CUBE_M, &seen));
            assert_false(on_floor(&lens, camera, square, bad, &lies));
        }
    const struct vec2 mirrored[4] = {{340, 100}, {300, 100}, {340, 140}, {300, 140}},
                      flat[4] = {{0, 9}, {1, 9}, {2, 9}, {3, 9}}, one[4] = {{5, 5}, {5, 5}, {5, 5}, {5, 5}},
                      crossed[4] = {{300, 100}, {340, 140}, {300, 140}, {340, 100}};
    assert_false(pose_of_square(&lens, mirrored, CUBE_M, &seen));
    assert_false(pose_of_square(&lens, flat, CUBE_M, &seen));
    assert_false(pose_of_square(&lens, one, CUBE_M, &seen));
    assert_false(pose_of_square(&lens, crossed, CUBE_M, &seen));
    assert_false(pose_of_square(&lens, fine, 0, &seen));
    assert_false(pose_of_square(&lens, fine, M_NAN, &seen));
    struct pose_floor lost = {.at = {{M_NAN, 0}, 0}};
    assert_false(on_floor(&lens, camera, square, fine, &lost));
    struct chance dice = chance_of(1, 1, 1);
    for (int i = 0; i < 20000; i++) { // any four points: an answer is finite
        struct vec2 px[4];
        for (int k = 0; k < 4; k++)
            px[k] = vec2(chance_range(&dice, -100, 800), chance_range(&dice, -100, 500));
        if (!pose_of_square(&lens, px, CUBE_M, &seen)) continue;
        assert_true(
            m_finite(seen.pose[0].at.x + seen.pose[0].turn.w + seen.pose[1].at.z + seen.pose[1].turn.x));
    }
}

TESTS(cmocka_unit_test(without_noise_it_is_exact), cmocka_unit_test(with_noise_it_is_near),
      cmocka_unit_test(no_pose_beside_it_fits_better), cmocka_unit_test(on_the_floor_it_is_surer),
      cmocka_unit_test(nonsense_has_no_pose))
