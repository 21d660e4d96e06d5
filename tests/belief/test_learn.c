// What goes into the map, each kind by itself: ways, beam, edges and lines, what is pushed in vain, things.
#include "support/support.h"

#include "belief/learn.h"

#include <string.h>

struct room {
    struct map *map;
    struct learn learn;
    struct body_senses senses;
    struct things things;
    struct trail_spot here;
    struct learn_around around;
};

static void enter(struct room *r) {
    memset(r, 0, sizeof *r);
    r->map = map_new();
    assert_non_null(r->map);
    r->senses.motion_count = 1, r->senses.cliffs_count = 4;
    for (int i = 0; i < 4; i++) r->senses.cliffs[i] = 0.5f;
    r->around = (struct learn_around){.model = &vector_model,
                                      .senses = &r->senses,
                                      .here = &r->here,
                                      .things = &r->things,
                                      .origin = 1,
                                      .steady = true};
}

static void tick(struct room *r, int ticks) {
    while (ticks--) {
        r->here.time_us += 33000;
        learn_step(&r->learn, r->map, &r->around);
    }
}

static uint8_t at(const struct room *r, float x, float y) { return map_at(r->map, vec2(x, y)).content; }

static void where_it_stood_the_floor_holds(void **state) {
    struct room r;
    enter(&r);
    r.here.pose = (struct pose2){{0.3f, 0.1f}, M_PI_F / 2};
    tick(&r, 1);
    assert_int_equal(at(&r, 0.3f, 0.1f), BELIEF_MAP_CONTENT_CLEAR_OF_CLIFF);
    assert_true(map_at(r.map, vec2(0.3f, 0.1f)).flags & MAP_VISITED);
    assert_int_equal(at(&r, 0.3f, 0.25f), BELIEF_MAP_CONTENT_UNKNOWN);
    uint32_t number = map_number(r.map);
    tick(&r, 30); // it stands: nothing new
    assert_int_equal(map_number(r.map), number);
    // Nothing is learned on a slope, nor while nobody knows where it is.
    r.here.pose.at.x = 0.6f;
    r.senses.motion[0].pitch_rad = 0.2f;
    tick(&r, 1);
    r.senses.motion[0].pitch_rad = 0;
    r.around.steady = false;
    tick(&r, 1);
    assert_int_equal(map_number(r.map), number);
    map_free(r.map);
}

static void a_beam_frees_and_meets(void **state) {
    struct room r;
    enter(&r);
    r.around.beam = r.around.hit = true, r.around.distance_m = 0.2f;
    float x = vector_model.range_at_m[0] + 0.2f;
    tick(&r, 1);
    assert_int_equal(at(&r, x, 0), BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY);
    assert_int_equal(at(&r, x - 0.05f, 0), BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE);
    tick(&r, 32); // the same for more than a second
    assert_int_equal(at(&r, x, 0), BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY_EXPLORED);
    r.around.hit = false, r.around.distance_m = 0.3f; // the beam passes: for a second nobody believes it
    tick(&r, 1);
    assert_int_equal(at(&r, x, 0), BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY_EXPLORED);
    tick(&r, 32);
    assert_int_equal(at(&r, x, 0), BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE);
    r.around.hit = true, r.around.distance_m = 0.02f; // nearer than it measures
    uint32_t number = map_number(r.map);
    tick(&r, 1);
    assert_int_equal(map_number(r.map), number);
    map_free(r.map);
}

static void edges_and_lines_are_noted_where_the_sensor_is(void **state) {
    struct room r;
    enter(&r);
    tick(&r, 40); // the floor is known
    const float *left = vector_model.cliff_at_m[BODY_CLIFF_FRONT_LEFT],
                *right = vector_model.cliff_at_m[BODY_CLIFF_FRONT_RIGHT];
    r.senses.cliffs[BODY_CLIFF_FRONT_LEFT] = 0.05f, r.senses.cliffs[BODY_CLIFF_FRONT_RIGHT] = 0.9f;
    tick(&r, 1);
    assert_int_equal(at(&r, left[0], left[1]), BELIEF_MAP_CONTENT_CLIFF);
    assert_int_equal(at(&r, right[0], right[1]), BELIEF_MAP_CONTENT_INTERESTING_EDGE);
    assert_int_equal(r.learn.edges, 1u << BODY_CLIFF_FRONT_LEFT);
    map_free(r.map);
}

// No beam tells of what catches a corner. A way on needs another one, and driving there disproves it.
static void what_is_pushed_in_vain_stands(void **state) {
    for (int way = -1; way <= 1; way += 2) {
        struct room r;
        enter(&r);
        r.around.pushes = way;
        tick(&r, 1);
        float x = way > 0 ? vector_model.high_m.x + 0.012f : vector_model.low_m.x - 0.012f;
        assert_int_equal(at(&r, x, 0), BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY);
        assert_int_equal(at(&r, 0, 0), BELIEF_MAP_CONTENT_UNKNOWN); // its treads may have slipped long
        r.around.pushes = 0;
        r.here.pose.at.x = x;
        tick(&r, 1);
        assert_int_equal(at(&r, x, 0), BELIEF_MAP_CONTENT_CLEAR_OF_CLIFF);
        map_free(r.map);
    }
}

static void things_stand_where_they_are_known(void **state) {
    struct room r;
    enter(&r);
    r.things.count = 1;
    struct thing *t = &r.things.list[0];
    t->id = 7, t->drawn = 1, t->kind = BELIEF_THING_KIND_CUBE, t->state = BELIEF_THING_STATE_KNOWN;
    t->size_m = vec3(0.044f, 0.044f, 0.044f);
    t->at.origin = 1, t->at.pose = pose_of_plane((struct pose2){{0.3f, 0}, 0}, 0.022f);
    tick(&r, 1);
    assert_int_equal(at(&r, 0.3f, 0), BELIEF_MAP_CONTENT_OBSTACLE_CUBE);
    assert_int_equal(map_at(r.map, vec2(0.3f, 0)).thing, 7);
    // What the beam meets there is the cube.
    r.around.beam = r.around.hit = true;
    r.around.distance_m = 0.3f - 0.022f - vector_model.range_at_m[0];
    tick(&r, 1);
    assert_int_equal(at(&r, 0.25f, 0), BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE);
    assert_int_not_equal(at(&r, 0.275f, 0), BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY);
    t->at.pose.at = vec3(0.3f, 0.2f, 0.022f), t->drawn = 2; // it was moved
    tick(&r, 1);
    assert_int_equal(at(&r, 0.3f, 0.2f), BELIEF_MAP_CONTENT_OBSTACLE_CUBE);
    assert_int_not_equal(at(&r, 0.3f, 0), BELIEF_MAP_CONTENT_OBSTACLE_CUBE);
    r.things.count = 0; // and forgotten
    tick(&r, 1);
    assert_int_not_equal(at(&r, 0.3f, 0.2f), BELIEF_MAP_CONTENT_OBSTACLE_CUBE);
    map_free(r.map);
}

TESTS(cmocka_unit_test(where_it_stood_the_floor_holds), cmocka_unit_test(a_beam_frees_and_meets),
      cmocka_unit_test(edges_and_lines_are_noted_where_the_sensor_is),
      cmocka_unit_test(what_is_pushed_in_vain_stands), cmocka_unit_test(things_stand_where_they_are_known))
