// The floor that is known to bear a robot with one floor sensor: on tables of any shape without dents,
// whoever goes by it never has a tread over an edge that its sensor did not see first.
#include "support/support.h"

#include "base/maths/chance.h"
#include "belief/footing.h"

#define STEP_M 0.004f

struct table {
    struct vec2 middle[6], out[6]; // of its edges
    uint32_t edges;
};
static float inside(const struct table *t, struct vec2 at) { // how far from the next edge
    float least = 10;
    for (uint32_t i = 0; i < t->edges; i++)
        least = m_min(least, vec2_dot(vec2_sub(t->middle[i], at), t->out[i]));
    return least;
}

struct walk {
    struct footing footing;
    struct table table;
    struct body_senses senses;
    struct trail_spot here;
    struct things things;
    float least_m, went_m;
};
static struct vec2 on(const struct pose2 *pose, float x) { return pose2_apply(*pose, vec2(x, 0)); }
static bool tick(struct walk *w) { // false: its sensor sees no floor
    bool floor = inside(&w->table, on(&w->here.pose, cozmo_model.cliff_at_m[0][0])) > 0;
    w->senses.status = floor ? 0 : BODY_STATUS_CLIFF;
    w->senses.cliffs_count = 1;
    footing_step(&w->footing, &(struct footing_around){&w->senses, &w->here, &w->things, 1, true});
    w->least_m = m_min(w->least_m, inside(&w->table, on(&w->here.pose, cozmo_model.rear_axle_m / 2)));
    return floor;
}
static void start(struct walk *w, const struct body_model *model) {
    footing_start(&w->footing, model);
    w->least_m = 10;
    tick(w);
}

static struct table a_table(struct chance *dice) {
    struct table t = {.edges = 3 + (uint32_t)chance_range(dice, 0, 3.99f)};
    float turn = chance_range(dice, -3, 3);
    for (uint32_t i = 0; i < t.edges; i++) {
        float at = turn + M_TAU_F * ((float)i + chance_range(dice, -0.2f, 0.2f)) / (float)t.edges;
        t.out[i] = vec2_turn(vec2(1, 0), at);
        t.middle[i] = vec2_scale(t.out[i], chance_range(dice, 0.15f, 0.4f));
    }
    return t;
}

static bool moves(struct walk *w, float ahead_m, float turn_rad) {
    struct pose2 to = w->here.pose;
    to.angle = angle_wrap(to.angle + turn_rad);
    to.at = vec2_add(to.at, vec2_turn(vec2(ahead_m, 0), to.angle));
    if (!footing_bears(&w->footing, w->here.pose, to, ahead_m > 0)) return false;
    w->here.pose = to, w->here.driven_m += m_abs(ahead_m), w->went_m += m_abs(ahead_m);
    return tick(w);
}

static void leg(struct walk *w, struct chance *dice) {
    float turn = chance_range(dice, -3, 3), reach;
    for (float did = 0; did < m_abs(turn) && moves(w, 0, turn < 0 ? -0.05f : 0.05f); did += 0.05f) continue;
    reach =
        m_min(footing_reach(&w->footing, w->here.pose, w->here.pose.angle), chance_range(dice, 0.02f, 0.4f));
    bool went = true;
    float did = 0;
    while (did < reach && (went = !w->senses.status && moves(w, STEP_M, 0))) did += STEP_M;
    float back = went ? chance_range(dice, 0, did) : 0.04f;
    for (float m = 0; m < back; m += STEP_M)
        if (!moves(w, -STEP_M, 0) && w->senses.status == 0) break;
}

static void no_tread_goes_over_an_edge_unseen(void **state) {
    float went = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct chance dice = chance_of(seed, chance_stream("walker"), 0);
        struct walk w = {.table = a_table(&dice)};
        start(&w, &cozmo_model);
        for (int i = 0; i < 60; i++) leg(&w, &dice);
        went += w.went_m;
        // An edge that it meets at 25 to 30 degrees it sees when its middle is 16 mm before that.
        if (w.least_m < 0.015f)
            fail_msg("table %u: its middle comes within %.1f mm of an edge", (unsigned)seed,
                     (double)w.least_m * 1e3);
    }
    print_message("# %.1f m each\n", (double)went / 150);
    assert_true(went / 150 > 2); // nor does it stay by standing still
}

// What it has seen ahead says nothing of its sides.
static void a_way_ahead_is_no_floor_aside(void **state) {
    struct walk w = {.table = {.edges = 0}};
    start(&w, &cozmo_model);
    float aside = footing_reach(&w.footing, w.here.pose, M_PI_F / 2);
    for (int i = 0; i < 100; i++) w.here.pose.at.x += STEP_M, tick(&w);
    assert_true(footing_reach(&w.footing, w.here.pose, M_PI_F) > 0.3f); // where it came from
    assert_true(footing_reach(&w.footing, w.here.pose, M_PI_F / 2) < aside);
    assert_true(footing_reach(&w.footing, w.here.pose, 0) < 0.02f);
    w.things.count = 1; // a cube that stands far ahead to the side says that there is floor between
    w.things.list[0] = (struct thing){.kind = BELIEF_THING_KIND_CUBE,
                                      .on_floor = true,
                                      .state = BELIEF_THING_STATE_KNOWN,
                                      .size_m = {0.044f, 0.044f, 0.044f},
                                      .at = {pose_of_plane((struct pose2){{0.8f, 0.3f}, 0}, 0), 1}};
    for (int i = 0; i < 40; i++) tick(&w);
    assert_true(footing_reach(&w.footing, w.here.pose, M_PI_F / 2) > 0.02f);
}

// Odometry is believed for a while only, and a pose that is mended takes along what it noted.
static void what_lies_far_back_is_forgotten(void **state) {
    struct walk w = {.table = {.edges = 0}};
    start(&w, &cozmo_model);
    w.here.pose.at.x += 0.5f, tick(&w); // mended by half a metre
    assert_true(footing_reach(&w.footing, w.here.pose, M_PI_F) < 0.1f);
    for (int i = 0; i < 1250; i++) {
        w.here.pose.at.x += i < 625 ? STEP_M : -STEP_M, w.here.driven_m += STEP_M;
        tick(&w);
    }
    float back = footing_reach(&w.footing, w.here.pose, M_PI_F);
    for (int i = 0; i < 1250; i++) {
        w.here.pose.at.x += i % 2 ? STEP_M : -STEP_M, w.here.driven_m += STEP_M;
        tick(&w);
    }
    assert_true(footing_reach(&w.footing, w.here.pose, 0) < 0.05f); // it was two metres
    assert_true(back < 0.1f);
}

// Vector's sensors lie outside its treads: it needs none of it.
static void who_sees_its_treads_way_needs_none(void **state) {
    struct walk w = {.table = {.edges = 0}};
    start(&w, &vector_model);
    assert_true(footing_reach(&w.footing, w.here.pose, 2) > 10);
    assert_true(footing_bears(&w.footing, w.here.pose, (struct pose2){{5, 5}, 0}, true));
}

TESTS(cmocka_unit_test(no_tread_goes_over_an_edge_unseen), cmocka_unit_test(a_way_ahead_is_no_floor_aside),
      cmocka_unit_test(what_lies_far_back_is_forgotten), cmocka_unit_test(who_sees_its_treads_way_needs_none))
