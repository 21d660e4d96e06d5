// What a robot believes: a marker's pose, the map's growth, and a tick of the whole room.
#include "bench.h"

#include "base/maths/chance.h"
#include "belief/belief.h"
#include "border/lens_model.h"
#include "sense/pose.h"

#include <stdlib.h>
#include <string.h>

static struct eye_model eye;
static struct vec2 corners[4];
static struct pose camera, square = {{-0.022f, 0, 0.022f}, {0, 0, 0, 1}};

static void ready(void) {
    if (eye.lens.width) return;
    eye_of(&vector_model, 1, &eye);
    camera = eye_in_robot(&vector_model, 0);
    struct pose on = pose_times(pose_of_plane((struct pose2){{0.3f, 0.02f}, 0.3f}, 0), square);
    for (int i = 0; i < 4; i++) {
        struct vec3 at = vec3(0, i & 1 ? 0.0135f : -0.0135f, i & 2 ? -0.0135f : 0.0135f);
        lens_project(&eye.lens, pose_undo(camera, pose_apply(on, at)), &corners[i]);
        corners[i].x += 0.3f * (float)(i - 1);
    }
}

static void anywhere(void *user) {
    ready();
    struct pose_square out;
    bench_sink(pose_of_square(&eye.lens, corners, 0.027f, &out));
}
static void on_floor(void *user) {
    ready();
    struct pose_floor out = {.at = {{0.32f, 0}, 0.1f}};
    struct pose_part part = {.square = square, .size_m = 0.027f};
    memcpy(part.corners, corners, sizeof corners);
    bench_sink(pose_on_floor(&eye.lens, camera, &part, 1, &out));
}

// A robot that drives on: its footprint and its beam, in a map with so much in it.
static struct map *small, *large;
static uint32_t turns;
static void fill(struct map *map, int things) {
    struct chance dice = chance_of(1, 1, 1);
    for (int i = 0; i < things; i++) {
        struct map_shape point = map_point(vec2(chance_range(&dice, -3, 3), chance_range(&dice, -3, 3)));
        map_put(map, &point, &(struct map_note){.content = BELIEF_MAP_CONTENT_CLIFF});
    }
}
static void drive(struct map *map) {
    float along = (float)(turns++ % 4000) * 0.004f;
    struct pose2 at = {{m_cos(along), m_sin(along)}, along + 1.57f};
    map_here(map, at.at);
    struct map_shape body = map_box(at, 0.086f, 0.056f), beam = map_sector(at, 0.218f, 0.2f);
    map_put(map, &body,
            &(struct map_note){
                .content = BELIEF_MAP_CONTENT_CLEAR_OF_CLIFF, .how = MAP_DRIVEN, .time_ms = turns * 33});
    map_put(map, &beam,
            &(struct map_note){.content = BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE,
                               .how = MAP_SEEN_THROUGH,
                               .time_ms = turns * 33});
}
static void in_small(void *user) {
    if (!small) small = map_new();
    drive(small);
}
static void in_large(void *user) {
    if (!large) fill(large = map_new(), 6000);
    drive(large);
}

// A tick with two cubes in sight, and one without.
static struct belief *belief;
static struct body_senses senses;
static struct observations seen;
static void tick(bool look) {
    ready();
    if (!belief) belief = belief_new(&vector_model);
    senses.time_us += 33000;
    senses.attitude = BODY_ATTITUDE_ON_TREADS;
    senses.motion_count = 1, senses.joints_count = 4, senses.cliffs_count = 4;
    float along = (float)(senses.time_us / 33000 % 4000) * 0.002f;
    senses.motion[0] = (struct body_motion){
        .origin = 1, .x_m = m_cos(along), .y_m = m_sin(along), .heading_rad = angle_wrap(along + 1.57f)};
    for (int i = 0; i < 4; i++) senses.cliffs[i] = 0.5f;
    seen = (struct observations){.time_us = senses.time_us - 10000, .lens = &eye.lens, .count = look ? 1 : 0};
    seen.list[0] = (struct observation){.marker = 16, .side_px = 28, .certainty = 1};
    for (int i = 0; i < 4; i++) seen.list[0].corners[i] = corners[i];
    struct belief_around around = {.seen = &seen, .beam = true, .distance_m = 0.3f};
    belief_step(belief, &senses, &around);
    bench_sink(belief->event_count);
}
static void tick_seeing(void *user) { tick(true); }
static void tick_blind(void *user) { tick(false); }

BENCHES({.name = "a marker's pose",
         .a = on_floor,
         .a_name = "on the floor",
         .b = anywhere,
         .b_name = "anywhere",
         .no_allocation = true},
        {.name = "footprint and beam noted",
         .a = in_small,
         .a_name = "in an empty map",
         .b = in_large,
         .b_name = "in a full one"},
        {.name = "a tick of the room",
         .a = tick_blind,
         .a_name = "driving",
         .b = tick_seeing,
         .b_name = "and seeing a cube"})
