// What a robot believes, against the truth of its world: where it and its things are, and that nobody told
// it.
#include "run/asking.h"

#include "belief/belief.h"
#include "border/body_model.h"
#include "border/lens_model.h"
#include "run/check/accuracy.h"
#include "run/run.h"

#include <string.h>

static struct scenario *read_scene(const char *json) {
    struct fault fault = {0};
    struct scenario *s = scenario_read((struct text){json, strlen(json)}, "t.json", NULL, 0, &fault);
    if (!s) fail_msg("%s: %s", fault.path, fault.said);
    return s;
}

static struct play *begin(struct scenario *s, unsigned workers) {
    struct fault fault = {0};
    struct play_config config = play_defaults();
    config.workers = workers;
    struct play *p = play_new(s, &config, &fault);
    if (!p) fail_msg("%s", fault.said);
    return p;
}

static void over(struct play *p, struct scenario *s) {
    play_free(p, NULL);
    scenario_free(s);
}

static const struct robot *soul(struct play *p) { return run_robot(play_run(p), 0); }

static void verb(struct play *p, struct world_message m) {
    struct fault fault = {0};
    if (world_do(play_world(p), &m, &fault)) fail_msg("%s", fault.said);
}

// How far off, seen from the robot itself: what it needs to go there.
static float off_mm(struct play *p, const struct belief_thing *t, const char *name, struct vec3 middle,
                    float *turn_deg) {
    struct belief_place place;
    robot_place(soul(p), &place);
    struct world_truth truth;
    assert_true(world_truth(play_world(p), 1, &truth));
    struct pose there;
    assert_true(world_where(play_world(p), name, &there));
    there.at = pose_apply(there, middle);
    assert_int_equal(t->pose.origin, place.pose.origin);
    struct pose robot = {vec3_of(place.pose.at_m), quat_of(place.pose.turn)},
                thing = {vec3_of(t->pose.at_m), quat_of(t->pose.turn)};
    struct pose seen = pose_between(robot, thing),
                is = pose_between(pose_of_plane(pose_on_plane(truth.pose), 0), there);
    *turn_deg = m_degrees(m_abs(angle_wrap(quat_heading(seen.turn) - quat_heading(is.turn))));
    return vec3_length(vec3_sub(vec3(seen.at.x, seen.at.y, 0), vec3(is.at.x, is.at.y, 0))) * 1000;
}

static const struct belief_thing *find(const struct belief_things *all, enum belief_thing_kind kind) {
    for (uint32_t i = 0; i < all->list_count; i++)
        if (all->list[i].kind == kind) return &all->list[i];
    return NULL;
}

#define ROOM                                                                                                 \
    "{\"seed\": 4, \"noise\": true, \"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}], \"things\": " \
    "["                                                                                                      \
    "{\"table\": {\"name\": \"t\", \"length_m\": 3, \"width_m\": 3}},"                                       \
    "{\"charger\": {\"name\": \"home\", \"x_m\": 0.5, \"y_m\": 0.1, \"heading_deg\": 10}},"                  \
    "{\"cube\": {\"name\": \"one\", \"x_m\": 0.3, \"y_m\": -0.12, \"heading_deg\": -20}}]"

static void what_it_sees_it_knows(void **state) {
    struct scenario *s = read_scene(ROOM "}");
    struct play *p = begin(s, 0);
    ask(p, (struct life_message){.kind = LIFE_HEAD, .head = {0, 2, 0}});
    s_for(p, 4);
    struct belief_things things;
    robot_things(soul(p), &things);
    assert_int_equal(things.list_count, 2);
    for (uint32_t k = 0; k < 2; k++) {
        const struct belief_thing *t = &things.list[k];
        bool home = t->kind == BELIEF_THING_KIND_CHARGER;
        float turn, off = off_mm(p, t, home ? "home" : "one", vec3(0, 0, home ? 0 : 0.022f), &turn);
        print_message("# %s: seen %u times, %.1f mm and %.1f degrees off\n", home ? "charger" : "cube",
                      t->times, (double)off, (double)turn);
        assert_true(t->times > 30 && off < 12 && turn < 8);
        assert_int_equal(t->state, BELIEF_THING_STATE_KNOWN);
    }
    assert_true(find(&things, BELIEF_THING_KIND_CHARGER)->id == things.charger);
    over(p, s);
}

static uint32_t origins_of(struct play *p) {
    struct belief_place place;
    robot_place(soul(p), &place);
    return place.origins;
}

// One origin a carry, and what was known before is known again as soon as something of it is seen.
static void carried_it_counts_anew_and_finds_itself_again(void **state) {
    struct scenario *s = read_scene(ROOM "}");
    struct play *p = begin(s, 0);
    ask(p, (struct life_message){.kind = LIFE_HEAD, .head = {0, 2, 0}});
    s_for(p, 4);
    assert_int_equal(origins_of(p), 1);
    struct belief_things before, after;
    robot_things(soul(p), &before);
    for (int carry = 1; carry <= 3; carry++) {
        verb(p, (struct world_message){.kind = WORLD_PICK_UP,
                                       .pick_up = {.what = "v", .height_m = 0.2f, .seconds = 0.8f}});
        s_for(p, 2);
        struct world_message down = {
            .kind = WORLD_PUT_DOWN,
            .put_down = {
                .what = "v", .x_m = 0.05f * (float)carry, .y_m = 0.3f, .heading_deg = -30, .seconds = 0.8f}};
        verb(p, down);
        s_for(p, 4);
        assert_int_equal(origins_of(p), 1 + carry);
    }
    robot_things(soul(p), &after);
    struct belief_place place;
    robot_place(soul(p), &place);
    const struct belief_thing *was = find(&before, BELIEF_THING_KIND_CHARGER),
                              *is = find(&after, BELIEF_THING_KIND_CHARGER);
    assert_int_equal(after.list_count, 2); // the same two
    assert_int_equal(was->id, is->id);
    assert_int_equal(is->pose.origin, place.pose.origin);
    float turn;
    assert_true(off_mm(p, is, "home", vec3(0, 0, 0), &turn) < 20);
    over(p, s);
}

// What makes it doubt where it is: lifted, falling, lost, or not on its treads, however it came to that. It
// asks its body for a new count once each time, and counts by it as soon as the body does.
static void who_is_off_its_treads_asks_for_a_new_origin(void **state) {
    static const struct {
        uint32_t status, attitude;
        bool away;
    } CASES[] = {
        {0, BODY_ATTITUDE_ON_TREADS, false},
        {BODY_STATUS_TOUCHED, BODY_ATTITUDE_ON_TREADS, false},
        {0, BODY_ATTITUDE_UNKNOWN, false},
        {BODY_STATUS_PICKED_UP, BODY_ATTITUDE_ON_TREADS, true},
        {BODY_STATUS_FALLING, BODY_ATTITUDE_ON_TREADS, true},
        {BODY_STATUS_LOST, BODY_ATTITUDE_ON_TREADS, true},
        {0, BODY_ATTITUDE_ON_BACK, true},
        {0, BODY_ATTITUDE_ON_LEFT_SIDE, true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        static struct belief_origins o;
        struct body_senses s = {.time_us = 1, .motion_count = 1, .attitude = BODY_ATTITUDE_ON_TREADS};
        struct body_command out = {0};
        s.motion[0].origin = 7;
        origins_start(&o);
        assert_true(origins_step(&o, &s)); // the first one
        assert_false(origins_step(&o, &s));
        s.status = CASES[i].status, s.attitude = (uint8_t)CASES[i].attitude;
        assert_false(origins_step(&o, &s));
        origins_command(&o, &out);
        assert_int_equal(out.origin_count, CASES[i].away);
        if (!CASES[i].away) continue;
        assert_int_equal(out.origin[0].origin, 8);
        s.motion[0].origin = 8;
        assert_true(origins_step(&o, &s));
        s.status = 0, s.attitude = BODY_ATTITUDE_ON_TREADS;
        assert_false(origins_step(&o, &s));
        out = (struct body_command){0};
        origins_command(&o, &out);
        assert_int_equal(out.origin_count, 0); // it has it
        assert_int_equal(o.begun, 2);
    }
}

// A cube that a hand takes away is gone when its place is seen empty, and the same one when it turns up
// elsewhere.
static void what_is_taken_away_is_gone(void **state) {
    struct scenario *s = read_scene(ROOM "}");
    struct play *p = begin(s, 0);
    ask(p, (struct life_message){.kind = LIFE_HEAD, .head = {0, 2, 0}});
    s_for(p, 3);
    verb(p, (struct world_message){.kind = WORLD_PLACE, .place = {.what = "one", .x_m = -0.5f}});
    s_for(p, 2);
    struct belief_things things;
    robot_things(soul(p), &things);
    const struct belief_thing *cube = find(&things, BELIEF_THING_KIND_CUBE);
    uint32_t id = cube->id;
    assert_int_equal(cube->state, BELIEF_THING_STATE_NOWHERE);
    assert_false(map_any(robot_map(soul(p)),
                         &(struct map_shape){.corner = {{0.3f, -0.12f}}, .count = 1, .touching = true},
                         MAP_IS(OBSTACLE_CUBE)));
    verb(p, (struct world_message){.kind = WORLD_PLACE,
                                   .place = {.what = "one", .x_m = 0.25f, .y_m = 0.1f, .heading_deg = 20}});
    s_for(p, 2);
    robot_things(soul(p), &things);
    cube = find(&things, BELIEF_THING_KIND_CUBE);
    assert_int_equal(cube->id, id);
    assert_int_equal(things.list_count, 2);
    assert_int_equal(cube->state, BELIEF_THING_STATE_KNOWN);
    float turn;
    assert_true(off_mm(p, cube, "one", vec3(0, 0, 0.022f), &turn) < 10 && turn < 6);
    assert_true(map_any(robot_map(soul(p)),
                        &(struct map_shape){.corner = {{0.25f, 0.1f}}, .count = 1, .touching = true},
                        MAP_IS(OBSTACLE_CUBE)));
    over(p, s);
}

// Nobody reads what a world calls its things: the same life under other names and numbers.
static uint64_t life_of(const char *things, unsigned workers) {
    char scene[1200];
    snprintf(scene, sizeof scene,
             "{\"seed\": 4, \"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}], \"things\": [%s]}",
             things);
    struct scenario *s = read_scene(scene);
    struct play *p = begin(s, workers);
    ask(p, (struct life_message){.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {0.1f, 0}});
    s_for(p, 6);
    uint64_t h = robot_hash(soul(p));
    over(p, s);
    return h;
}

static void no_name_and_no_number_of_the_world_is_read(void **state) {
#define TABLE(name)    "{\"table\": {\"name\": \"" name "\", \"length_m\": 3, \"width_m\": 3}}"
#define HOME(name)     "{\"charger\": {\"name\": \"" name "\", \"x_m\": 0.5, \"y_m\": 0.1}}"
#define CUBE(name, at) "{\"cube\": {\"name\": \"" name "\", " at ", \"device\": 77}}"
    uint64_t one = life_of(TABLE("t") "," HOME("h") "," CUBE("c", "\"x_m\": 0.3, \"y_m\": -0.1"), 0);
    assert_true(one ==
                life_of(TABLE("desk") "," HOME("dock") "," CUBE("block", "\"x_m\": 0.3, \"y_m\": -0.1"), 0));
    assert_true(one == life_of(TABLE("t") "," HOME("h") "," CUBE("c", "\"x_m\": 0.3, \"y_m\": -0.1"), 8));
    assert_false(one == life_of(TABLE("t") "," HOME("h") "," CUBE("c", "\"x_m\": 0.3, \"y_m\": -0.11"), 0));
}

// ------------------------------------------------------------------------------------------------ the map

// A small room: walls on three sides, an edge on the fourth.
#define TOUR                                                                                                 \
    "{\"seed\": 7, \"noise\": true, \"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}], \"things\": " \
    "["                                                                                                      \
    "{\"table\": {\"name\": \"t\", \"length_m\": 1.0, \"width_m\": 0.8}},"                                   \
    "{\"wall\": {\"name\": \"n\", \"x_m\": 0.2, \"y_m\": 0.3, \"heading_deg\": 90, \"length_m\": 0.5}},"     \
    "{\"wall\": {\"name\": \"e\", \"x_m\": 0.4, \"y_m\": 0.05, \"heading_deg\": 0, \"length_m\": 0.5}}]}"

static void turn_by(struct play *p, float rad) {
    ask(p, (struct life_message){.kind = LIFE_TURN_IN_PLACE,
                                 .turn_in_place = {.angle_rad = rad, .speed_radps = 1}});
    s_for(p, (double)m_abs(rad) + 1);
}
static void ahead(struct play *p, float m) {
    ask(p, (struct life_message){.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {m, 0.08f}});
    s_for(p, (double)m_abs(m) / 0.08 + 1);
}

static uint8_t at(struct play *p, float x, float y) { return map_at(robot_map(soul(p)), vec2(x, y)).content; }

static void a_tour_makes_a_map(void **state) {
    struct scenario *s = read_scene(TOUR);
    struct play *p = begin(s, 0);
    s_for(p, 3);
    for (int i = 0; i < 12; i++) turn_by(p, M_TAU_F / 12); // looks round
    ahead(p, 0.15f);
    for (int i = 0; i < 12; i++) turn_by(p, M_TAU_F / 12);
    ahead(p, -0.15f);
    struct belief_place place;
    robot_place(soul(p), &place);
    struct world_truth truth;
    assert_true(world_truth(play_world(p), 1, &truth));
    // What was in reach is free, and what stands is where it stands: a cell more or less.
    uint32_t hits = 0, felt = 0, walls = 0, found = 0, inside = 0, clear = 0;
    struct map_leaf leaf;
    for (uint32_t cursor = 0; map_next(robot_map(soul(p)), &cursor, &leaf);) {
        if (!((map_set)1 << leaf.content & MAP_FELT)) continue;
        float x = leaf.middle_m.x, y = leaf.middle_m.y;
        felt++;
        hits += (m_abs(y - 0.3f) < 0.025f && x > -0.07f && x < 0.47f) ||
                (m_abs(x - 0.4f) < 0.025f && y > -0.22f && y < 0.32f);
    }
    for (float x = 0.0f; x < 0.38f; x += 0.01f, walls++) {
        struct vec2 near;
        found += map_nearest(robot_map(soul(p)), vec2(x, 0.295f), MAP_FELT, 0.03f, &near);
    }
    for (float x = 0.02f; x < 0.2f; x += 0.02f)
        for (float y = -0.1f; y < 0.2f; y += 0.02f) {
            uint8_t c = at(p, x, y);
            inside++,
                clear += c == BELIEF_MAP_CONTENT_CLEAR_OF_CLIFF || c == BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE;
        }
    print_message("# felt %u cells, %u of them walls; %u of %u of a wall; %u of %u free ones; %.1f mm off\n",
                  felt, hits, found, walls, clear, inside,
                  (double)vec2_length(vec2_sub(vec2(place.pose.at_m[0], place.pose.at_m[1]),
                                               vec2(truth.pose.at.x, truth.pose.at.y))) *
                      1000);
    assert_true(felt > 20 && hits > felt * 6 / 10);
    assert_true(found > walls * 6 / 10);
    assert_true(clear > inside * 9 / 10);
    assert_int_equal(at(p, 0, 0), BELIEF_MAP_CONTENT_CLEAR_OF_CLIFF);
    over(p, s);
}

// It drives at the white line along the rim, backs off and turns, until it knows where it is.
static void it_knows_when_it_stands_in_its_tray(void **state) {
    struct scenario *s =
        read_scene("{\"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"habitat\": {}}]}");
    struct play *p = begin(s, 0);
    struct belief_place place;
    s_for(p, 3);
    robot_place(soul(p), &place);
    assert_int_equal(place.habitat, BELIEF_HABITAT_STATE_UNKNOWN);
    static const struct life_drive WAYS[] = {
        {0.06f, 0.06f, 0, 2}, {-0.06f, -0.06f, 0, 0.5f}, {-0.04f, 0.04f, 0, 1}};
    for (int i = 0; i < 12; i++) {
        ask(p, (struct life_message){.kind = LIFE_DRIVE, .drive = WAYS[i % 3]});
        s_for(p, (double)WAYS[i % 3].seconds + 0.1);
    }
    robot_place(soul(p), &place);
    assert_int_equal(place.habitat, BELIEF_HABITAT_STATE_INSIDE);
    over(p, s);
}

// A list full of sights: of one marker at one place, of all markers there, of corners that are no numbers.
// What can be true is believed once, where it is; the rest leaves nothing behind.
static void sixteen_sights_of_one_place(void **state) {
    static struct eye_model eye;
    assert_true(eye_of(&vector_model, 1, &eye));
    struct pose camera = eye_in_robot(&vector_model, 0);
    const struct pose square = {{0.3f - 0.022f, 0.02f, 0.022f}, {0, 0, 0, 1}}; // a cube's, that faces it
    for (int what = 0; what < 3; what++) {
        struct belief *b = belief_new(&vector_model);
        struct body_senses s = {.attitude = BODY_ATTITUDE_ON_TREADS, .motion_count = 1, .joints_count = 4};
        s.motion[0].origin = 1;
        for (int tick = 1; tick < 60; tick++) {
            static struct observations seen;
            s.time_us = (uint64_t)tick * 33000;
            s.look_count = 1, s.look[0].time_us = s.time_us - 10000;
            s.sights_count = 16;
            for (uint32_t i = 0; i < 16; i++) {
                s.sights[i] =
                    (struct body_sight){.kind = BODY_SIGHT_KIND_OBJECT, .type = 17, .confidence = 1};
                if (what == 1) s.sights[i].type = i + 1;
                for (int k = 0; k < 4; k++) {
                    struct vec3 at = vec3(0, k & 1 ? 0.0135f : -0.0135f, k & 2 ? -0.0135f : 0.0135f);
                    struct vec2 px;
                    lens_project(&eye.lens, pose_undo(camera, pose_apply(square, at)), &px);
                    s.sights[i].corners_px[0][k] = what == 2 && (i & 3) == (uint32_t)k ? 0.0f / 0.0f : px.x;
                    s.sights[i].corners_px[1][k] = px.y;
                }
            }
            bool looked = observe_sights(&s, &eye, &seen);
            belief_step(b, &s, &(struct belief_around){.seen = looked ? &seen : NULL});
        }
        uint32_t placed = 0;
        for (uint32_t i = 0; i < b->things.count; i++) {
            const struct thing *t = &b->things.list[i];
            float off_m = vec2_length(vec2_sub(pose_on_plane(t->at.pose).at, vec2(0.3f, 0.02f)));
            print_message("# %d: kind %u at %.3f %.3f, seen %u times\n", what, t->kind,
                          (double)t->at.pose.at.x, (double)t->at.pose.at.y, t->times);
            placed += t->at.origin && off_m < 0.03f;
            assert_true(m_finite(vec3_length(t->at.pose.at) + t->off_m2));
        }
        if (what == 0) assert_true(b->things.count == 1 && placed == 1);
        if (what == 1) assert_true(b->things.count <= 16);
        if (what == 2) assert_int_equal(b->things.count, 0);
        belief_free(b);
    }
}

TESTS(cmocka_unit_test(sixteen_sights_of_one_place), cmocka_unit_test(it_knows_when_it_stands_in_its_tray),
      cmocka_unit_test(a_tour_makes_a_map), cmocka_unit_test(what_it_sees_it_knows),
      cmocka_unit_test(carried_it_counts_anew_and_finds_itself_again),
      cmocka_unit_test(who_is_off_its_treads_asks_for_a_new_origin),
      cmocka_unit_test(what_is_taken_away_is_gone),
      cmocka_unit_test(no_name_and_no_number_of_the_world_is_read))
