#include "support/support.h"

#include "brainstem/path.h"

#define DT 0.005f

static struct body_segment line(float x0, float y0, float x1, float y1, float speed) {
    return (struct body_segment){.kind = BODY_SEGMENT_KIND_LINE,
                                 .from_x_m = x0,
                                 .from_y_m = y0,
                                 .to_x_m = x1,
                                 .to_y_m = y1,
                                 .speed = speed,
                                 .accel = 0.2f,
                                 .decel = 0.3f};
}
static struct body_segment turn(float x, float y, float angle, float speed) {
    return (struct body_segment){.kind = BODY_SEGMENT_KIND_POINT_TURN,
                                 .from_x_m = x,
                                 .from_y_m = y,
                                 .angle_rad = angle,
                                 .tolerance_rad = 0.01f,
                                 .speed = speed,
                                 .accel = 10,
                                 .decel = 10,
                                 .shortest = true};
}
static struct body_segment arc(float x, float y, float r, float start, float sweep, float speed) {
    return (struct body_segment){.kind = BODY_SEGMENT_KIND_ARC,
                                 .from_x_m = x,
                                 .from_y_m = y,
                                 .radius_m = r,
                                 .start_rad = start,
                                 .sweep_rad = sweep,
                                 .speed = speed,
                                 .accel = 0.2f,
                                 .decel = 0.3f};
}

// A body that does exactly what it is told, but late: its speeds follow with 50 ms.
struct cart {
    struct pose2 pose;
    float speed, turn, seconds, fastest, farthest;
};

static bool drive(struct cart *c, struct path *path, float limit_s, float (*aside)(struct vec2 at)) {
    float v, w;
    for (c->seconds = 0; c->seconds < limit_s; c->seconds += DT) {
        bool on = path_step(path, c->pose, DT, &v, &w);
        c->speed += (v - c->speed) * DT / 0.05f;
        c->turn += (w - c->turn) * DT / 0.05f;
        c->pose.at =
            vec2_add(c->pose.at, vec2_turn(vec2(c->speed * DT, 0), c->pose.angle + c->turn * DT / 2));
        c->pose.angle = angle_wrap(c->pose.angle + c->turn * DT);
        c->fastest = m_max(c->fastest, m_abs(c->speed));
        if (aside) c->farthest = m_max(c->farthest, m_abs(aside(c->pose.at)));
        if (!on) return true;
    }
    return false;
}

static float from_x_axis(struct vec2 at) { return at.y; }
static float from_circle(struct vec2 at) { return vec2_length(vec2_sub(at, vec2(0, 0.2f))) - 0.2f; }

static void a_line_is_driven_to_its_end(void **state) {
    struct path path = {0};
    struct cart c = {0};
    struct body_segment s = line(0, 0, 0.5f, 0, 0.1f);
    assert_int_equal(path_append(&path, &s), ERR_NONE);
    assert_true(path_run(&path, 3));
    assert_int_equal(path_segment(&path), 0);
    assert_true(drive(&c, &path, 20, from_x_axis));
    assert_true(vec2_length(vec2_sub(c.pose.at, vec2(0.5f, 0))) < 0.003f);
    assert_true(c.fastest > 0.095f && c.fastest < 0.101f);
    assert_true(c.seconds > 5 && c.seconds < 6.5f);
    assert_int_equal(path_segment(&path), PATH_NO_SEGMENT);
}

static void errors_at_the_start_are_steered_out(void **state) {
    struct path path = {0};
    struct cart c = {.pose = {{0, 0.03f}, 0.3f}};
    struct body_segment s = line(0, 0, 0.6f, 0, 0.1f);
    path_append(&path, &s);
    path_run(&path, 1);
    assert_true(drive(&c, &path, 20, NULL));
    assert_true(m_abs(c.pose.at.y) < 0.002f && m_abs(c.pose.angle) < 0.03f);
}

static void backwards_it_keeps_the_track_too(void **state) {
    struct path path = {0};
    struct cart c = {.pose = {{0, 0.02f}, M_PI_F - 0.2f}}; // looks away from where it goes
    struct body_segment s = line(0, 0, 0.6f, 0, -0.1f);
    path_append(&path, &s);
    path_run(&path, 1);
    assert_true(drive(&c, &path, 20, NULL));
    assert_true(m_abs(c.pose.at.y) < 0.002f && c.pose.at.x > 0.595f);
    assert_true(m_abs(angle_wrap(c.pose.angle - M_PI_F)) < 0.03f);
}

static void an_arc_is_round_both_ways(void **state) {
    float sweeps[] = {M_PI_F * 1.5f, M_PI_F / 2};
    for (int i = 0; i < 2; i++) {
        struct path path = {0};
        struct cart c = {0};
        struct body_segment s = arc(0, 0.2f, 0.2f, -M_PI_F / 2, sweeps[i], 0.08f);
        assert_int_equal(path_append(&path, &s), ERR_NONE);
        path_run(&path, 1);
        assert_true(drive(&c, &path, 40, from_circle));
        assert_true(c.farthest < 0.004f);
        assert_true(m_abs(angle_between(c.pose.angle, sweeps[i])) < 0.05f);
    }
    // Clockwise, beginning at the top.
    struct path path = {0};
    struct cart c = {.pose = {{0, 0.4f}, 0}};
    struct body_segment s = arc(0, 0.2f, 0.2f, M_PI_F / 2, -M_PI_F, 0.08f);
    path_append(&path, &s);
    path_run(&path, 1);
    assert_true(drive(&c, &path, 40, from_circle));
    assert_true(c.farthest < 0.004f && vec2_length(vec2_sub(c.pose.at, vec2(0, 0))) < 0.005f);
}

static void turns_take_the_short_way_or_the_one_asked_for(void **state) {
    struct {
        float from, to, speed, turned;
        bool shortest;
    } rows[] = {{3, -3, 2, 0.283f, true},
                {-3, 3, 2, -0.283f, true},
                {0, 1, 2, 1, true},
                {0, 1, -2, 1 - M_TAU_F, false},
                {0, -1, 2, M_TAU_F - 1, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct path path = {0};
        struct cart c = {.pose = {{0, 0}, rows[i].from}};
        struct body_segment s = turn(0, 0, rows[i].to, rows[i].speed);
        s.shortest = rows[i].shortest;
        path_append(&path, &s);
        path_run(&path, 1);
        float v, w, turned = 0;
        for (int t = 0; t < 4000 && path_step(&path, c.pose, DT, &v, &w); t++) {
            c.turn += (w - c.turn) * DT / 0.05f;
            turned += c.turn * DT;
            c.pose.angle = angle_wrap(c.pose.angle + c.turn * DT);
        }
        assert_false(path.running);
        assert_true(m_abs(turned - rows[i].turned) < 0.03f);
    }
}

static void segments_flow_into_each_other(void **state) {
    struct path path = {0};
    struct cart c = {0};
    struct body_segment all[] = {line(0, 0, 0.2f, 0, 0.1f),
                                 arc(0.2f, 0.1f, 0.1f, -M_PI_F / 2, M_PI_F / 2, 0.1f),
                                 line(0.3f, 0.1f, 0.3f, 0.3f, 0.1f), turn(0.3f, 0.3f, M_PI_F, 2)};
    for (int i = 0; i < 4; i++) assert_int_equal(path_append(&path, &all[i]), ERR_NONE);
    path_run(&path, 9);
    float v, w, slowest = 1;
    uint8_t highest = 0;
    for (int t = 0; t < 4000 && path_step(&path, c.pose, DT, &v, &w); t++) {
        c.pose.at = vec2_add(c.pose.at, vec2_turn(vec2(v * DT, 0), c.pose.angle + w * DT / 2));
        c.pose.angle = angle_wrap(c.pose.angle + w * DT);
        uint8_t now = path_segment(&path);
        highest = now > highest ? now : highest;
        if (now == 1) slowest = m_min(slowest, v);
    }
    assert_int_equal(highest, 3);
    assert_true(slowest > 0.09f); // it did not stop at the joints
    assert_true(vec2_length(vec2_sub(c.pose.at, vec2(0.3f, 0.3f))) < 0.005f);
    assert_true(m_abs(angle_wrap(c.pose.angle - M_PI_F)) < 0.02f);
}

static void paths_that_make_no_sense_are_refused(void **state) {
    struct path path = {0};
    struct body_segment s = line(0, 0, 0.2f, 0, 0.1f), gap = line(0.25f, 0, 0.5f, 0, 0.1f),
                        corner = line(0.2f, 0, 0.2f, 0.5f, 0.1f);
    assert_int_equal(path_append(&path, &s), ERR_NONE);
    assert_int_equal(path_append(&path, &gap), ERR_STATE);
    assert_int_equal(path_append(&path, &corner), ERR_STATE);
    struct body_segment still = line(0.2f, 0, 0.3f, 0, 0), nan = line(0.2f, 0, 0.0f / 0.0f, 0, 0.1f),
                        strange = s;
    strange.kind = 7;
    assert_int_equal(path_append(&path, &still), ERR_RANGE);
    assert_int_equal(path_append(&path, &nan), ERR_RANGE);
    assert_int_equal(path_append(&path, &strange), ERR_RANGE);
    struct path full = {0};
    for (int i = 0; i < PATH_MAX_SEGMENTS; i++) {
        struct body_segment next = line((float)i, 0, (float)i + 1, 0, 0.1f);
        assert_int_equal(path_append(&full, &next), ERR_NONE);
    }
    struct body_segment more = line(128, 0, 129, 0, 0.1f);
    assert_int_equal(path_append(&full, &more), ERR_LIMIT);
    path_trim(&full, 3, 5);
    assert_int_equal(full.count, 120);
    path_trim(&full, 500, 500);
    assert_int_equal(full.count, 0);
    assert_false(path_run(&full, 1));
}

TESTS(cmocka_unit_test(a_line_is_driven_to_its_end), cmocka_unit_test(errors_at_the_start_are_steered_out),
      cmocka_unit_test(backwards_it_keeps_the_track_too), cmocka_unit_test(an_arc_is_round_both_ways),
      cmocka_unit_test(turns_take_the_short_way_or_the_one_asked_for),
      cmocka_unit_test(segments_flow_into_each_other), cmocka_unit_test(paths_that_make_no_sense_are_refused))
