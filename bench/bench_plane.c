// What a step of the plane costs: a tabletop with a robot, three cubes, a charger and twelve walls; each body
// more; a look.
#include "bench.h"

#include "../tests/world/plane/plane_things.h"

#include <stdlib.h>

struct table {
    struct plane *plane;
    uint32_t robot, more[200], count;
    uint64_t n;
};

static struct table *tabletop(uint32_t more) {
    struct table *t = calloc(1, sizeof *t);
    struct plane_config config = plane_defaults();
    config.bodies = 300, config.parts = 400, config.contacts = 1000;
    struct plane *plane = t->plane = plane_new(&config);
    put_slab(plane, 0, 0, 0, 1.4f, 1, 0.8f);
    put_slab(plane, 0, 0, -0.7f, 8, 8, 0.8f);
    struct plane_part charger[2] = {plane_box(0.08f, 0.07f, 0.006f), plane_wedge(0.034f, 0.07f, 0.006f)};
    charger[1].pose.at.x = -0.057f;
    put(plane, charger, 2, 0, flat(0.5f, 0.3f, 0, 0));
    for (int i = 0; i < 12; i++)
        put_box(plane, -0.6f + 0.1f * (float)i, 0.45f, 0, 0.09f, 0.01f, 0.08f, 0, 0.5f);
    for (int i = 0; i < 3; i++) put_cube(plane, -0.3f + 0.2f * (float)i, -0.3f, 0, 0.2f * (float)i);
    t->robot = put_robot(plane, flat(-0.3f, 0.1f, 0, 0));
    for (t->count = 0; t->count < more; t->count++) {
        int column = (int)t->count % 22, row = (int)t->count / 22;
        t->more[t->count] =
            put_cube(plane, -0.65f + 0.06f * (float)column, -0.25f + 0.06f * (float)row, 0, 0);
    }
    for (int i = 0; i < 300; i++) plane_step(plane);
    return t;
}

static void gone(void *user) {
    struct table *t = user;
    plane_free(t->plane);
    free(t);
}

static void *few(void) { return tabletop(0); }
static void *with_100(void) { return tabletop(100); }
static void *with_200(void) { return tabletop(200); }
static void *pushing(void) {
    struct table *t = tabletop(0);
    put_cube(t->plane, -0.245f, 0.1f, 0, 0);
    return t;
}

static void rest(void *user) {
    struct table *t = user;
    plane_step(t->plane);
}

static void drive(void *user) { // in circles
    struct table *t = user;
    drive_robot(t->plane, t->robot, 0.06f, 0.1f);
    plane_step(t->plane);
}

static void drive_and_lift(void *user) {
    struct table *t = user;
    plane_drive(t->plane, t->robot, LIFT, t->n++ % 400 < 200 ? 0.5f : -0.5f, 1);
    link_lift(t->plane, t->robot);
    drive(user);
}

static void push(void *user) {
    struct table *t = user;
    drive_robot(t->plane, t->robot, 0.05f, 0.06f);
    plane_step(t->plane);
}

static void all_awake(void *user) {
    struct table *t = user;
    for (uint32_t i = 0; i < t->count; i++) plane_wake(t->plane, t->more[i]);
    plane_step(t->plane);
}

static void four_cliffs(void *user) {
    struct table *t = user;
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += plane_ground(t->plane, vec3(-0.3f + 0.02f * (float)i, 0.1f, 0.02f), t->robot).reflectance;
    bench_sink((uint64_t)sum);
}

static void nineteen_rays(void *user) {
    struct table *t = user;
    float sum = 0;
    for (int i = -9; i < 10; i++)
        sum += plane_ray(t->plane, vec3(-0.28f, 0.1f, 0.018f),
                         vec3(1, 0.02f * (float)i, 0.01f * (float)(i % 3)), 1.2f, t->robot)
                   .distance;
    bench_sink((uint64_t)sum);
}

static void hash(void *user) { bench_sink(plane_hash(((struct table *)user)->plane)); }

BENCHES({.name = "step, robot drives",
         .a = drive,
         .a_name = "drives",
         .b = rest,
         .b_name = "rests",
         .setup = few,
         .teardown = gone,
         .no_allocation = true},
        {.name = "step, lift moves too",
         .a = drive_and_lift,
         .setup = few,
         .teardown = gone,
         .no_allocation = true},
        {.name = "step, pushes a cube", .a = push, .setup = pushing, .teardown = gone, .no_allocation = true},
        {.name = "100 more cubes",
         .a = all_awake,
         .a_name = "awake",
         .b = rest,
         .b_name = "asleep",
         .setup = with_100,
         .teardown = gone,
         .no_allocation = true},
        {.name = "200 more cubes",
         .a = all_awake,
         .a_name = "awake",
         .b = rest,
         .b_name = "asleep",
         .setup = with_200,
         .teardown = gone,
         .no_allocation = true},
        {.name = "cliffs and range",
         .a = four_cliffs,
         .a_name = "4 grounds",
         .b = nineteen_rays,
         .b_name = "19 rays",
         .setup = few,
         .teardown = gone,
         .no_allocation = true},
        {.name = "hash", .a = hash, .setup = few, .teardown = gone, .no_allocation = true})
