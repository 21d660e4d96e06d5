// What a step of the plane costs: a tabletop with a driving robot, three cubes, a charger and twelve walls, and each body more.
#include "../tests/world/plane_things.h"

#include <stdio.h>
#include <time.h>

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint32_t tabletop(struct plane *plane) {
    put_slab(plane, 0, 0, 0, 1.4f, 1, 0.8f);
    put_slab(plane, 0, 0, -0.7f, 8, 8, 0.8f);
    struct plane_part charger[2] = {plane_box(0.08f, 0.07f, 0.006f), plane_wedge(0.034f, 0.07f, 0.006f)};
    charger[1].pose.at.x = -0.057f;
    put(plane, charger, 2, 0, flat(0.5f, 0.3f, 0, 0));
    for (int i = 0; i < 12; i++)
        put_box(plane, -0.6f + 0.1f * (float)i, 0.45f, 0, 0.09f, 0.01f, 0.08f, 0, 0.5f);
    for (int i = 0; i < 3; i++) put_cube(plane, -0.3f + 0.2f * (float)i, -0.3f, 0, 0.2f * (float)i);
    return put_robot(plane, flat(-0.3f, 0.1f, 0, 0));
}

enum { STEPS = 20000 };

// Best of three; how: 0 rests, 1 drives in circles, 2 moves its lift as well, 3 pushes a cube around
static double measure(uint32_t more, int how, bool awake) {
    double best = 1e30;
    for (int run = 0; run < 3; run++) {
        struct plane_config config = plane_defaults();
        config.bodies = 600, config.parts = 700, config.contacts = 3000;
        struct plane *plane = plane_new(&config);
        uint32_t robot = tabletop(plane), ids[512];
        for (uint32_t i = 0; i < more; i++)
            ids[i] =
                put_cube(plane, -0.65f + 0.06f * (float)(i % 22), -0.45f + 0.06f * (float)(i / 22), 0, 0);
        if (how == 3) put_cube(plane, -0.245f, 0.1f, 0, 0);
        for (int n = 0; n < 400; n++) plane_step(plane);
        double start = now_ns();
        for (int n = 0; n < STEPS; n++) {
            if (how) drive_robot(plane, robot, how == 3 ? 0.05f : 0.06f, how == 3 ? 0.06f : 0.1f);
            if (how == 2)
                plane_drive(plane, robot, LIFT, n % 400 < 200 ? 0.5f : -0.5f, 1), link_lift(plane, robot);
            for (uint32_t i = 0; awake && i < more; i++) plane_wake(plane, ids[i]);
            plane_step(plane);
        }
        double each = (now_ns() - start) / STEPS;
        if (each < best) best = each;
        plane_free(plane);
    }
    return best;
}

int main(void) {
    double rests = measure(0, 0, false), drives = measure(0, 1, false), lifts = measure(0, 2, false),
           pushes = measure(0, 3, false);
    printf("tabletop, at rest          %7.0f ns a step  %8.0f times real time\n", rests, 5e6 / rests);
    printf("robot drives in circles    %7.0f ns a step  %8.0f times real time\n", drives, 5e6 / drives);
    printf("  and moves its lift       %7.0f ns a step  %8.0f times real time\n", lifts, 5e6 / lifts);
    printf("  and pushes a cube        %7.0f ns a step  %8.0f times real time\n", pushes, 5e6 / pushes);
    double few = measure(25, 0, false), many = measure(200, 0, false), few_awake = measure(25, 0, true),
           many_awake = measure(200, 0, true);
    printf("each body more, asleep     %7.1f ns (first 25)  %7.1f ns (to 200)\n", (few - rests) / 25,
           (many - few) / 175);
    printf("each body more, awake      %7.1f ns (first 25)  %7.1f ns (to 200)\n", (few_awake - rests) / 25,
           (many_awake - few_awake) / 175);

    struct plane_config config = plane_defaults();
    struct plane *plane = plane_new(&config);
    uint32_t robot = tabletop(plane);
    enum { RAYS = 200000 };
    float sum = 0;
    double start = now_ns();
    for (int i = 0; i < RAYS; i++)
        sum += plane_ground(plane, vec3(-0.3f + 1e-6f * (float)i, 0.1f, 0.02f), robot).at.z;
    double ground = (now_ns() - start) / RAYS;
    start = now_ns();
    for (int i = 0; i < RAYS; i++)
        sum +=
            plane_ray(plane, vec3(-0.28f, 0.1f, 0.018f), vec3(1, 1e-5f * (float)(i % 40000), 0), 1.2f, robot)
                .distance;
    double ray = (now_ns() - start) / RAYS;
    start = now_ns();
    uint64_t hash = 0;
    for (int i = 0; i < 2000; i++) hash ^= plane_hash(plane) + (uint64_t)i;
    printf("a look at the ground %.0f ns, a ray %.0f ns, a hash %.0f ns (%d)\n", ground, ray,
           (now_ns() - start) / 2000, (int)(sum + (float)(hash & 1)) & 1);
    plane_free(plane);
    return 0;
}
