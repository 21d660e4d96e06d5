// Where the floor ends, and which motions would carry a tread over it.
#include "support/support.h"

#include "base/maths/chance.h"
#include "brainstem/brink.h"

// A table whose floor ends at a line: out_rad is the heading in which it does.
struct table {
    struct brink brink;
    const struct body_model *model;
    struct vec2 at;
    float out_rad;
    bool corner; // it ends a quarter to the left of there, too
};

static bool has_floor(const struct table *t, struct vec2 at) {
    struct vec2 in = vec2_turn(vec2_sub(at, t->at), -t->out_rad);
    return in.x < 0 && (!t->corner || in.y < 0);
}

static uint8_t feel(struct table *t, struct pose2 pose) {
    uint8_t gone = 0, all = (uint8_t)((1u << t->model->cliff_count) - 1);
    for (uint32_t i = 0; i < t->model->cliff_count; i++)
        if (!has_floor(t, pose2_apply(pose, vec2(t->model->cliff_at_m[i][0], t->model->cliff_at_m[i][1]))))
            gone |= (uint8_t)(1u << i);
    brink_feel(&t->brink, t->model, pose, (uint8_t)(all & ~gone), gone);
    return gone;
}

// Drives until the reflex stops it; returns where it stands.
static struct pose2 drive(struct table *t, struct pose2 pose, float mps, float radps, float seconds) {
    for (float s = 0; s < seconds; s += 0.005f) {
        feel(t, pose);
        if (!brink_allows(&t->brink, t->model, pose, mps, radps)) return pose;
        pose.at = vec2_add(pose.at, vec2_turn(vec2(mps * 0.005f, 0), pose.angle));
        pose.angle = angle_wrap(pose.angle + radps * 0.005f);
    }
    return pose;
}

static float left_m(const struct table *t, struct pose2 pose, struct vec2 in) { // to the edge
    struct vec2 at = pose2_apply(pose, in);
    return -vec2_dot(vec2_sub(at, t->at), vec2_turn(vec2(1, 0), t->out_rad));
}

static bool allows(const struct table *t, struct pose2 pose, float mps, float radps) {
    return brink_allows(&t->brink, t->model, pose, mps, radps);
}

static void at_an_edge_ahead_it_only_backs(void **state) {
    struct table t = {.model = &vector_model, .at = {0.2f, 0}};
    struct pose2 stood = drive(&t, (struct pose2){{0, 0}, 0}, 0.1f, 0, 5);
    assert_true(stood.at.x > 0.17f && stood.at.x < 0.19f); // its front sensors are 18 mm ahead
    assert_false(allows(&t, stood, 0.1f, 0));
    assert_false(allows(&t, stood, 0.01f, 0));
    assert_true(allows(&t, stood, -0.1f, 0));
    stood = drive(&t, stood, -0.1f, 0, 1); // 10 cm back anything goes
    assert_true(allows(&t, stood, 0, 2) && allows(&t, stood, 0, -2) && allows(&t, stood, 0.1f, 1));
    assert_true(drive(&t, stood, 0.1f, 0, 5).at.x < 0.19f); // it knows, and stops again
}

// It stops with its tail over the edge beside it, and the turn that it is ordered would carry a tread over.
static void a_turn_beside_a_known_edge_is_refused(void **state) {
    struct table t = {.model = &vector_model, .at = {0, 0.1f}, .out_rad = M_PI_F / 2};
    struct pose2 met = drive(&t, (struct pose2){{0, 0}, M_PI_F / 2}, 0.1f, 0, 5); // head on: now it is known
    met = drive(&t, met, -0.1f, 0, 0.5f);
    struct pose2 beside = {{met.at.x, 0.072f}, 0}; // its left tread 5 mm from the edge
    assert_int_equal(feel(&t, beside), 0);
    assert_false(allows(&t, beside, 0, -2)); // the tail swings out
    assert_true(allows(&t, beside, 0.1f, 0) && allows(&t, beside, -0.1f, 0));
    float tail = left_m(&t, drive(&t, beside, 0, -2, 3), vec2(-0.045f, 0.023f));
    assert_true(tail > 0); // and it does stop before
    struct table unknown = {.model = &vector_model, .at = {0, 0.1f}, .out_rad = M_PI_F / 2};
    assert_int_equal(feel(&unknown, beside), 0);
    assert_true(allows(&unknown, beside, 0, -2)); // of an edge that it never met it knows nothing
}

static void a_sensor_over_the_edge_goes_only_back(void **state) {
    struct table t = {.model = &vector_model, .at = {0, 0}, .out_rad = -M_PI_F / 4};
    struct pose2 pose = {{-0.1f, 0}, 0};
    while (!feel(&t, pose)) pose.at.x += 0.001f; // its right front one
    assert_int_equal(feel(&t, pose), 1u << BODY_CLIFF_FRONT_RIGHT);
    pose.at.x += 0.5f; // its wheels turned in vain: odometry is lost
    t.at.x += 0.5f;
    assert_true(allows(&t, pose, -0.1f, 0));
    assert_false(allows(&t, pose, 0.1f, 0));
    assert_false(allows(&t, pose, 0, 1));
    assert_false(allows(&t, pose, 0, -1));
}

static void floor_beyond_an_edge_takes_it_away(void **state) {
    struct table t = {.model = &vector_model, .at = {0.2f, 0}};
    struct pose2 stood = drive(&t, (struct pose2){{0, 0}, 0}, 0.1f, 0, 5);
    assert_true(t.brink.count > 0);
    t.at.x = 2; // a leaf was put in
    stood.at.x += 0.015f;
    feel(&t, stood);
    assert_int_equal(t.brink.count, 0);
    assert_true(allows(&t, stood, 0.1f, 0));
}

static void it_is_carried_and_forgotten_with_odometry(void **state) {
    struct table t = {.model = &vector_model, .at = {0.2f, 0}};
    struct pose2 stood = drive(&t, (struct pose2){{0, 0}, 0}, 0.1f, 0, 5);
    struct pose2 is = {{-1, 2}, 2};
    brink_carry(&t.brink, stood, is);
    assert_false(allows(&t, is, 0.1f, 0));
    assert_true(allows(&t, is, -0.1f, 0));
    brink_forget(&t.brink);
    assert_true(allows(&t, is, 0.1f, 0));
    assert_int_equal(t.brink.count, 0);
}

// Edges that odometry has moved round it on all sides: it came there somehow.
static void one_way_leads_out(void **state) {
    struct table t = {.model = &vector_model, .at = {0.2f, 0}};
    struct pose2 stood = drive(&t, (struct pose2){{0, 0}, 0}, 0.1f, 0, 5);
    struct brink before = t.brink;
    brink_relent(&t.brink, t.model, stood);
    assert_int_equal(before.count, t.brink.count); // back is free: it was right
    assert_memory_equal(before.list, t.brink.list, sizeof before.list);
    struct brink_point point = t.brink.list[0];
    for (int i = 0; i < 8; i++) { // a ring of them
        float way = (float)i * M_PI_F / 4;
        point.at = vec2_add(pose2_apply(stood, vec2(-0.0225f, 0)), vec2_turn(vec2(0.03f, 0), way));
        point.out_rad = way, point.either_rad = 0.8f;
        t.brink.list[t.brink.count++] = point;
    }
    assert_false(allows(&t, stood, 0.03f, 0) || allows(&t, stood, -0.03f, 0));
    assert_false(allows(&t, stood, 0, 0.5f) || allows(&t, stood, 0, -0.5f));
    brink_relent(&t.brink, t.model, stood);
    assert_true(allows(&t, stood, 0.03f, 0) || allows(&t, stood, -0.03f, 0) || allows(&t, stood, 0, 0.5f) ||
                allows(&t, stood, 0, -0.5f));
    assert_true(t.brink.count > 0); // and what need not be forgotten is kept
}

// In a corner each way may be free for a millimetre only.
static void who_is_refused_again_and_again_may_try(void **state) {
    struct table t = {.model = &vector_model, .at = {0.2f, 0}};
    struct pose2 stood = drive(&t, (struct pose2){{0, 0}, 0}, 0.1f, 0, 5), aside = stood;
    uint32_t known = t.brink.count;
    aside.at.x -= 0.03f;
    for (int i = 0; i < 30; i++) brink_relent(&t.brink, t.model, i % 8 ? stood : aside);
    assert_int_equal(t.brink.count, known); // it comes away each time
    for (int i = 0; i < 12; i++) brink_relent(&t.brink, t.model, stood);
    assert_int_equal(t.brink.count, 0);
    stood.at.x += 0.002f;
    assert_true(feel(&t, stood) != 0);
    assert_false(allows(&t, stood, 0.03f, 0)); // what it feels holds
    assert_true(allows(&t, stood, -0.03f, 0) && allows(&t, stood, 0, 0.5f));
    stood.angle += 0.3f;
    assert_true(feel(&t, stood) != 0);
    assert_false(allows(&t, stood, 0, 0.5f)); // far enough: it is as careful as before
}

// Until it is refused, or a sensor loses the floor: as the reflex does it.
static struct pose2 tries(struct table *t, struct pose2 pose, float mps, float radps) {
    uint8_t was = feel(t, pose);
    for (int i = 0; i < 120; i++) {
        if (feel(t, pose) & ~was || !allows(t, pose, mps, radps))
            return brink_relent(&t->brink, t->model, pose), pose;
        pose = pose2_times(pose, (struct pose2){{mps * 0.005f, 0}, radps * 0.005f});
    }
    return pose;
}

// The corner of a table: whatever is tried there, its middle stays on it, and it comes away.
static void out_of_a_corner(void **state) {
    static const float TRIES[][2] = {{-0.03f, 0}, {0, 0.7f}, {0.03f, 0}, {0, -0.7f}};
    struct table t = {.model = &vector_model, .out_rad = M_PI_F / 2, .corner = true};
    struct pose2 pose = {{0.034f, -0.022f}, 1.33f};
    uint8_t front = 1 << BODY_CLIFF_FRONT_LEFT, back = 1 << BODY_CLIFF_BACK_LEFT;
    assert_int_equal(feel(&t, pose), front | back);
    assert_false(allows(&t, pose, 0.03f, 0) || allows(&t, pose, -0.03f, 0) || allows(&t, pose, 0, 0.5f));
    for (int i = 0; i < 400 && vec2_length(pose.at) < 0.12f; i++) {
        struct chance dice = chance_of(1, 2, (uint64_t)i);
        const float *way = TRIES[chance_below(&dice, 4)];
        pose = tries(&t, pose, way[0], way[1]);
        for (int k = 0; k < 8; k++)
            assert_true(has_floor(
                &t, pose2_apply(pose, vec2_add(vec2(-0.02f, 0), vec2_turn(vec2(0.012f, 0), (float)k)))));
    }
    assert_true(vec2_length(pose.at) >= 0.12f);
}

TESTS(cmocka_unit_test(at_an_edge_ahead_it_only_backs),
      cmocka_unit_test(a_turn_beside_a_known_edge_is_refused),
      cmocka_unit_test(a_sensor_over_the_edge_goes_only_back),
      cmocka_unit_test(floor_beyond_an_edge_takes_it_away),
      cmocka_unit_test(it_is_carried_and_forgotten_with_odometry), cmocka_unit_test(one_way_leads_out),
      cmocka_unit_test(who_is_refused_again_and_again_may_try), cmocka_unit_test(out_of_a_corner))
