#include "support/allocs.h"
#include "support/support.h"

#include "base/maths/chance.h"
#include "plane_rig.h"
#include "world/about.h"

#include <math.h>

// Rays, ground, paint, room, and calls that must be refused.

// A ghost touches nothing, and yet it can be told where it lies in others: a block that sinks five
// millimetres into a slab, a thin post in its side, another ghost.
static void a_ghost_knows_what_it_is_in(void **state) {
    uint32_t slab = put_slab(plane, 0, 0, 0, 1, 1, 0.5f);
    struct plane_part block = plane_box(0.1f, 0.06f, 0.04f), post = plane_box(0.002f, 0.002f, 0.3f);
    block.ghost = true;
    uint32_t ghost = put(plane, &block, 1, 0, flat(0, 0, -0.005f, 0));
    struct plane_meeting met[8];
    assert_int_equal(plane_meets(plane, ghost, 0, met, 8), 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(met[i].body, slab);
        about((double)met[i].depth, 0.005, 1e-6);
        about((double)met[i].normal.z, 1, 1e-6); // towards the block
    }
    assert_int_equal(plane_meets(plane, ghost, 0, met, 1), 4); // more than there is room for
    plane_place(plane, ghost, flat(0, 0, 0.01f, 0));
    assert_int_equal(plane_meets(plane, ghost, 0, met, 8), 0);
    uint32_t thin = put(plane, &post, 1, 0, flat(0.013f, 0.029f, 0, 0));
    uint32_t count = plane_meets(plane, ghost, 0, met, 8);
    assert_true(count > 0);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(met[i].body, thin);
        about((double)met[i].depth, 0.002, 1e-5);
        about((double)met[i].normal.y, -1, 1e-6);
    }
    plane_remove(plane, thin);
    uint32_t other = put(plane, &block, 1, 0, flat(0.09f, 0, 0.01f, 0));
    count = plane_meets(plane, ghost, 0, met, 8);
    assert_true(count > 0 && met[0].body == other && met[0].normal.x < -0.99f);
    assert_int_equal(plane_meets(plane, ghost, 1, met, 8), 0);
    assert_int_equal(plane_meets(plane, 12345, 0, met, 8), 0);
}

static void a_ray_meets_the_nearest_face(void **state) {
    uint32_t near = put_box(plane, 1, 0, 0, 0.2f, 0.2f, 0.2f, 0, 0.5f),
             far = put_box(plane, 2, 0, 0, 0.2f, 0.2f, 0.5f, 0, 0.5f);
    struct plane_hit hit = plane_ray(plane, vec3(0, 0, 0.1f), vec3(7, 0, 0), 5, 0);
    assert_int_equal(hit.body, near);
    about((double)hit.distance, 0.9, 1e-6);
    about((double)hit.normal.x, -1, 1e-6);
    hit = plane_ray(plane, vec3(0, 0, 0.3f), vec3(1, 0, 0), 5, 0); // over the near one
    assert_int_equal(hit.body, far);
    assert_int_equal(plane_ray(plane, vec3(0, 0, 0.1f), vec3(1, 0, 0), 5, near).body, far);
    assert_int_equal(plane_ray(plane, vec3(0, 0, 0.1f), vec3(1, 0, 0), 0.8f, 0).body, 0);
    assert_int_equal(plane_ray(plane, vec3(0, 0, 0.1f), vec3(-1, 0, 0), 5, 0).body, 0);
    assert_int_equal(plane_ray(plane, vec3(1, 0, 0.1f), vec3(1, 0, 0), 5, 0).body, far); // from inside
    assert_int_equal(plane_ray(plane, vec3(0, 0, 0.1f), vec3(0, 0, 0), 5, 0).body, 0);
    assert_int_equal(plane_ray(plane, vec3(NAN, 0, 0.1f), vec3(1, 0, 0), 5, 0).body, 0);
}

// A thousand rays at turned boxes against the slabs of a box worked out by hand.
static void rays_agree_with_a_box_worked_out_by_hand(void **state) {
    struct chance dice = chance_of(1, 2, 3);
    int hits = 0;
    for (int i = 0; i < 1000; i++) {
        float half[] = {chance_range(&dice, 0.02f, 0.2f), chance_range(&dice, 0.02f, 0.2f),
                        chance_range(&dice, 0.02f, 0.2f)};
        struct quat turn = quat_unit((struct quat){chance_range(&dice, -1, 1), chance_range(&dice, -1, 1),
                                                   chance_range(&dice, -1, 1), 0.3f});
        struct plane_part box = plane_box(2 * half[0], 2 * half[1], 2 * half[2]);
        box.pose.at.z = -half[2];
        struct pose pose = {{chance_range(&dice, -0.3f, 0.3f), chance_range(&dice, -0.3f, 0.3f), 0}, turn};
        uint32_t id = put(plane, &box, 1, i % 2 ? 0.1f : 0, pose);
        struct vec3 from = {-1, chance_range(&dice, -0.4f, 0.4f), chance_range(&dice, -0.4f, 0.4f)},
                    way = {1, chance_range(&dice, -0.2f, 0.2f), 0.05f};
        struct vec3 o = pose_undo(pose, from), d = quat_apply(quat_inverse(turn), vec3_unit(way));
        double in = -1e9, out = 1e9, os[] = {(double)o.x, (double)o.y, (double)o.z},
               ds[] = {(double)d.x, (double)d.y, (double)d.z};
        for (int k = 0; k < 3; k++) {
            double a = (-(double)half[k] - os[k]) / ds[k], b = ((double)half[k] - os[k]) / ds[k];
            in = fmax(in, fmin(a, b)), out = fmin(out, fmax(a, b));
        }
        struct plane_hit hit = plane_ray(plane, from, way, 3, 0);
        if (in < out - 1e-4 && in > 0) {
            hits++;
            assert_int_equal(hit.body, id);
            about((double)hit.distance, in, 1e-5);
            assert_true(vec3_dot(hit.normal, way) < 0);
            about((double)vec3_length(vec3_sub(plane_closest(plane, hit.at, 1, 0).at, hit.at)), 0, 1e-5);
        } else if (in > out + 1e-4) {
            assert_int_equal(hit.body, 0);
        }
        plane_remove(plane, id);
    }
    assert_true(hits > 100);
}

static void the_ground_has_height_and_paint(void **state) {
    put_slab(plane, 0, 0, -0.7f, 4, 4, 0.5f);
    uint32_t table = put_slab(plane, 1, 0, 0, 1, 1, 0.5f);
    struct plane_patch line = {.corner_count = 4,
                               .corners = {{-0.5f, 0.1f}, {0.5f, 0.1f}, {0.5f, 0.12f}, {-0.5f, 0.12f}},
                               .reflectance = 0.9f,
                               .friction = -1,
                               .material = 3};
    struct plane_patch spot = {.corner_count = 3,
                               .corners = {{0, 0}, {0.2f, 0}, {0.1f, 0.2f}},
                               .reflectance = 0.1f,
                               .friction = -1,
                               .material = 4};
    assert_int_equal(plane_paint(plane, table, &line, NULL), ERR_NONE);
    assert_int_equal(plane_paint(plane, table, &spot, NULL), ERR_NONE);
    struct plane_hit hit = plane_ground(plane, vec3(1, -0.2f, 0.02f), 0);
    about((double)hit.at.z, 0, 1e-6);
    about((double)hit.reflectance, 0.5, 1e-6);
    assert_int_equal(plane_ground(plane, vec3(0.7f, 0.11f, 0.02f), 0).material, 3);
    about((double)plane_ground(plane, vec3(0.7f, 0.11f, 0.02f), 0).reflectance, 0.9, 1e-6);
    assert_int_equal(plane_ground(plane, vec3(1.1f, 0.11f, 0.02f), 0).material,
                     4); // the last one lies on top
    assert_int_equal(plane_ground(plane, vec3(0.7f, 0.121f, 0.02f), 0).material, 0);
    about((double)plane_ground(plane, vec3(0.49f, 0, 0.02f), 0).at.z, -0.7, 1e-6);
    assert_int_equal(plane_ground(plane, vec3(9, 0, 1), 0).body, 0);
    plane_place(plane, table, flat(1, 0.5f, 0, M_PI_F / 2)); // paint goes with its body
    assert_int_equal(plane_ground(plane, vec3(1 - 0.11f, 0.3f, 0.02f), 0).material, 3);
    plane_remove(plane, table);
    assert_int_equal(plane_ground(plane, vec3(1 - 0.11f, 0.3f, 0.02f), 0).material, 0);
}

static void what_is_carried_is_not_in_ones_own_way(void **state) {
    put_slab(plane, 0, 0, 0, 4, 4, 0.5f);
    uint32_t robot = put_robot(plane, flat(0, 0, 0, 0)), cube = put_cube(plane, 0.06f, 0, 0, 0);
    assert_int_equal(plane_ray(plane, vec3(0.03f, 0, 0.02f), vec3(1, 0, 0), 1, robot).body, cube);
    plane_attach(plane, cube, robot, LIFT_PART);
    assert_int_equal(plane_ray(plane, vec3(0.03f, 0, 0.02f), vec3(1, 0, 0), 1, robot).body, 0);
    assert_int_equal(plane_ray(plane, vec3(0.2f, 0, 0.02f), vec3(-1, 0, 0), 1, 0).body, cube);
}

static void the_closest_is_the_closest(void **state) {
    uint32_t box = put_box(plane, 0, 0, 0, 0.2f, 0.2f, 0.2f, 0, 0.5f);
    struct plane_hit hit = plane_closest(plane, vec3(0.4f, 0, 0.1f), 1, 0);
    assert_int_equal(hit.body, box);
    about((double)hit.distance, 0.3, 1e-6);
    hit = plane_closest(plane, vec3(0.4f, 0.5f, 0.6f), 1, 0); // a corner
    about((double)hit.distance, sqrt(0.3 * 0.3 + 0.4 * 0.4 + 0.4 * 0.4), 1e-6);
    about((double)hit.at.x, 0.1, 1e-6);
    hit = plane_closest(plane, vec3(0.4f, 0.5f, 0.1f), 1, 0); // an edge
    about((double)hit.distance, 0.5, 1e-6);
    assert_int_equal(plane_closest(plane, vec3(0.4f, 0.5f, 0.1f), 0.4f, 0).body, 0);
    about((double)plane_closest(plane, vec3(0, 0, 0.15f), 1, 0).distance, 0, 0);
}

static void room_is_found_and_denied(void **state) {
    uint32_t table = put_slab(plane, 0, 0, 0, 1, 1, 0.5f), cube = put_cube(plane, 0.1f, 0, 0, 0.4f);
    struct plane_part part = plane_box(0.044f, 0.044f, 0.044f);
    assert_int_equal(plane_overlap(plane, &part, flat(0.12f, 0, 0, 0), 0), cube);
    assert_int_equal(plane_overlap(plane, &part, flat(0.12f, 0, 0, 0), cube),
                     0); // standing on the table is no overlap
    assert_int_equal(plane_overlap(plane, &part, flat(0.2f, 0, 0, 0), 0), 0);
    assert_int_equal(plane_overlap(plane, &part, flat(0.2f, 0, -0.01f, 0), 0), table);
    assert_int_equal(plane_overlap(plane, &part, flat(0.1f, 0, 0.044f, 0), 0), 0);
    // two bars, crossed, one above the other by a hair: only the crossing of their edges keeps them apart
    struct plane_part bar = plane_box(0.4f, 0.02f, 0.02f);
    struct pose leaning = {{0, 0, 0.5f}, quat_euler(M_PI_F / 4, 0, 0)},
                crossed = {{0, 0, 0.5f + 0.0285f}, quat_euler(M_PI_F / 4, 0, M_PI_F / 2)};
    uint32_t one = put(plane, &bar, 1, 0, leaning);
    assert_int_equal(plane_overlap(plane, &bar, crossed, 0), 0);
    crossed.at.z -= 0.004f;
    assert_int_equal(plane_overlap(plane, &bar, crossed, 0), one);
    struct plane_part parts[2] = {plane_box(0.01f, 0.01f, 0.01f), part};
    parts[1].pose.at.x = 0.1f;
    assert_int_equal(
        plane_body_overlap(plane,
                           &(struct plane_body){.parts = parts, .part_count = 2, .pose = flat(0, 0, 0, 0)}),
        cube);
    assert_int_equal(
        plane_body_overlap(
            plane, &(struct plane_body){.parts = parts, .part_count = 2, .pose = flat(0, 0.3f, 0, 0)}),
        0);
}

static void touches_carry_the_weight(void **state) {
    uint32_t table = put_slab(plane, 0, 0, 0, 1, 1, 0.5f), low = put_cube(plane, 0, 0, 0, 0),
             high = put_cube(plane, 0, 0, 0.044f, 0);
    for (int n = 0; n < 60; n++) plane_step(plane);
    struct plane_touch touch[4];
    assert_int_equal(plane_touches(plane, high, touch, 4), 1);
    assert_int_equal(touch[0].other, low);
    about((double)touch[0].force_n, 0.045 * 9.81, 0.005);
    about((double)touch[0].normal.z, 1, 1e-4);
    assert_int_equal(plane_touches(plane, low, touch, 4), 2);
    for (int i = 0; i < 2; i++) {
        about((double)touch[i].force_n, touch[i].other == table ? 0.09 * 9.81 : 0.045 * 9.81, 0.005);
        about((double)touch[i].normal.z, touch[i].other == table ? 1 : -1, 1e-4);
    }
    assert_int_equal(plane_touches(plane, low, touch, 1), 2);
    assert_int_equal(plane_touches(plane, 12345, touch, 1), 0);
}

static void a_ghost_is_seen_but_not_felt(void **state) {
    put_slab(plane, 0, 0, 0, 1, 1, 0.5f);
    struct plane_part ghost = plane_box(0.1f, 0.1f, 0.1f);
    ghost.ghost = true;
    uint32_t fog = put(plane, &ghost, 1, 0, flat(0, 0, 0, 0)), cube = put_cube(plane, 0, 0, 0.2f, 0);
    for (int n = 0; n < 200; n++) plane_step(plane);
    about((double)motion_of(plane, cube).pose.at.z, 0, 0.001);
    assert_int_equal(plane_ray(plane, vec3(-1, 0, 0.05f), vec3(1, 0, 0), 3, 0).body, fog);
}

static uint32_t try_body(struct plane_body body, enum err want) {
    struct fault fault = {0};
    uint32_t id = plane_add(plane, &body, &fault);
    assert_int_equal(id == 0, want != ERR_NONE);
    if (want != ERR_NONE && (fault.err != want || !fault.said[0]))
        fail_msg("err %d: %s", fault.err, fault.said);
    return id;
}

static void what_makes_no_sense_is_refused_with_a_reason(void **state) {
    struct plane_part fine = plane_box(0.1f, 0.1f, 0.1f), part;
    struct plane_body body = {.parts = &part, .part_count = 1, .mass_kg = 1};
    part = fine;
    try_body(body, ERR_NONE);
    part = fine, part.corners[1].x = NAN, try_body(body, ERR_RANGE);
    part = fine, part.z1 = part.z0, try_body(body, ERR_RANGE);
    part = fine, part.corner_count = 2, try_body(body, ERR_RANGE);
    part = fine, part.corner_count = 9, try_body(body, ERR_RANGE);
    part = fine, part.corners[0] = part.corners[2], try_body(body, ERR_RANGE);
    part = fine, part.friction = -1, try_body(body, ERR_RANGE);
    part = fine, part.restitution = 2, try_body(body, ERR_RANGE);
    part = fine, part.tread = PLANE_DRIVES + 1, try_body(body, ERR_RANGE);
    part = fine, part.corners[0] = fine.corners[3], part.corners[3] = fine.corners[0],
    try_body(body, ERR_RANGE); // clockwise
    part = fine, body.mass_kg = 0, try_body(body, ERR_RANGE);
    body.mass_kg = INFINITY, try_body(body, ERR_RANGE);
    body.mass_kg = 1, body.part_count = 0, try_body(body, ERR_RANGE);
    body.part_count = 1, body.pose.at.x = INFINITY, try_body(body, ERR_RANGE);
    body.pose.at.x = 0, body.pose.turn.w = NAN, try_body(body, ERR_RANGE);
    body.pose.turn.w = 0;
    uint32_t id = try_body(body, ERR_NONE); // a turn left zero is no turn
    about((double)motion_of(plane, id).pose.turn.w, 1, 0);
}

static void verbs_on_nobody_or_with_nonsense_are_refused(void **state) {
    uint32_t a = put_cube(plane, 0, 0, 0, 0), b = put_cube(plane, 0.1f, 0, 0, 0),
             wall = put_box(plane, 1, 0, 0, 1, 1, 1, 0, 1);
    uint64_t before = plane_hash(plane);
    struct pose bad = {{0, NAN, 0}, {1, 0, 0, 0}}, fine = flat(0, 0, 1, 0);
    struct vec3 nan = {NAN, 0, 0}, zero = {0, 0, 0};
    assert_int_equal(plane_place(plane, a, bad), ERR_RANGE);
    assert_int_equal(plane_hold(plane, a, bad), ERR_RANGE);
    assert_int_equal(plane_push(plane, a, nan, zero), ERR_RANGE);
    assert_int_equal(plane_push(plane, a, zero, nan), ERR_RANGE);
    assert_int_equal(plane_set_speed(plane, a, zero, nan), ERR_RANGE);
    assert_int_equal(plane_drive(plane, a, 0, NAN, 1), ERR_RANGE);
    assert_int_equal(plane_drive(plane, a, 0, 1, -1), ERR_RANGE);
    assert_int_equal(plane_drive(plane, a, PLANE_DRIVES, 1, 1), ERR_UNKNOWN);
    assert_int_equal(plane_drive_stops(plane, a, 0, 1, 0), ERR_RANGE);
    assert_int_equal(plane_joint(plane, a, &(struct plane_link){0, fine, zero, zero}, 1),
                     ERR_STATE); // not a joint
    assert_int_equal(plane_joint(plane, a, &(struct plane_link){1, fine, zero, zero}, 1), ERR_UNKNOWN);
    assert_int_equal(plane_let_go(plane, a), ERR_STATE);
    assert_int_equal(plane_detach(plane, a), ERR_STATE);
    assert_int_equal(plane_attach(plane, a, a, 0), ERR_STATE);
    assert_int_equal(plane_attach(plane, wall, a, 0), ERR_STATE);
    assert_int_equal(plane_attach(plane, a, b, 5), ERR_UNKNOWN);
    assert_int_equal(plane_set_speed(plane, wall, zero, zero), ERR_STATE);
    assert_int_equal(plane_place(plane, 0, fine), ERR_UNKNOWN);
    assert_int_equal(plane_hold(plane, 0xffffffff, fine), ERR_UNKNOWN);
    assert_int_equal(plane_hash(plane), before);
    assert_int_equal(plane_attach(plane, a, b, 0), ERR_NONE);
    assert_int_equal(plane_attach(plane, b, a, 0), ERR_STATE); // a circle
    assert_int_equal(plane_hold(plane, a, fine), ERR_STATE);   // carried
    assert_true(plane_remove(plane, b));                       // and its cargo is free again
    assert_int_equal(motion_of(plane, a).carrier, 0);
    struct plane_config config = plane_defaults();
    config.bodies = 5000;
    assert_null(plane_new(&config));
}

static void ids_are_never_used_again(void **state) {
    uint32_t first = put_cube(plane, 0, 0, 0, 0);
    assert_true(plane_remove(plane, first) && !plane_remove(plane, first));
    uint32_t second = put_cube(plane, 0, 0, 0, 0);
    assert_true(second != first && plane_has(plane, second) && !plane_has(plane, first));
    struct plane_motion m;
    assert_false(plane_motion(plane, first, &m));
    for (int i = 0; i < 63; i++) assert_int_not_equal(put_cube(plane, (float)i, 1, 0, 0), 0);
    struct plane_part cube = plane_box(1, 1, 1);
    struct fault fault = {0};
    assert_int_equal(
        plane_add(plane, &(struct plane_body){.parts = &cube, .part_count = 1, .mass_kg = 1}, &fault), 0);
    assert_int_equal(fault.err, ERR_LIMIT);
    assert_int_equal(plane_count(plane), 64);
    uint32_t count = 0;
    for (uint32_t id = plane_next(plane, 0); id; id = plane_next(plane, id)) count += plane_has(plane, id);
    assert_int_equal(count, 64);
}

static void what_falls_off_the_world_is_lost_once_and_can_be_brought_back(void **state) {
    put_slab(plane, 0, 0, 0, 1, 1, 0.5f);
    uint32_t cube = put_cube(plane, 3, 0, 0, 0);
    int lost = 0;
    for (int n = 0; n < 600; n++) {
        plane_step(plane);
        lost += find_event(plane, PLANE_LOST, cube) != NULL;
    }
    assert_int_equal(lost, 1);
    assert_true(motion_of(plane, cube).lost);
    assert_int_equal(plane_place(plane, cube, flat(0, 0, 0.01f, 0)), ERR_NONE);
    for (int n = 0; n < 100; n++) plane_step(plane);
    assert_false(motion_of(plane, cube).lost);
    about((double)motion_of(plane, cube).pose.at.z, 0, 0.001);
}

static void a_step_allocates_nothing_however_full_it_is(void **state) {
    struct plane_config config = plane_defaults();
    config.contacts = 20, config.events = 3; // far too few: things are dropped, nothing breaks
    struct plane *full = plane_new(&config);
    put_slab(full, 0, 0, 0, 1, 1, 0.5f);
    for (int i = 0; i < 50; i++)
        put_cube(full, 0.02f * (float)(i % 5), 0.02f * (float)(i % 7), 0.03f * (float)i, 0.1f * (float)i);
    struct allocs region = allocs_begin();
    uint32_t most = 0;
    for (int n = 0; n < 1000; n++) {
        plane_step(full);
        if (plane_event_count(full) > most) most = plane_event_count(full);
    }
    allocs_end(&region);
    assert_int_equal(region.count, 0);
    assert_int_equal(most, 3);
    plane_free(full);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(TEST(a_ray_meets_the_nearest_face), TEST(a_ghost_knows_what_it_is_in),
      TEST(rays_agree_with_a_box_worked_out_by_hand), TEST(the_ground_has_height_and_paint),
      TEST(what_is_carried_is_not_in_ones_own_way), TEST(the_closest_is_the_closest),
      TEST(room_is_found_and_denied), TEST(touches_carry_the_weight), TEST(a_ghost_is_seen_but_not_felt),
      TEST(what_makes_no_sense_is_refused_with_a_reason), TEST(verbs_on_nobody_or_with_nonsense_are_refused),
      TEST(ids_are_never_used_again), TEST(what_falls_off_the_world_is_lost_once_and_can_be_brought_back),
      TEST(a_step_allocates_nothing_however_full_it_is))
