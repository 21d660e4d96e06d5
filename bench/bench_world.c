// A second of world time: one Vector with its brainstem on a table with a cube, a charger and twelve walls,
// all senses but camera and microphones on. A call is one second, so a millisecond of it is a thousand times
// real time. Before the table it prints, by the processor's own clock and the best of many, how many times
// real time that is, and what each cube and robot more costs; the promise is 1000, and 200 with microphones.
#include "bench.h"

#include "body/sim.h"
#include "world/plane/plane.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORLDS = 100, BODIES = 4 };

struct scene {
    struct world *world;
    struct body *bodies[BODIES];
    int count;
    int64_t now;
    struct senses_in in;
    struct command_out out;
};

static void wall(struct world *w, int i) {
    struct world_message m = {.kind = WORLD_WALL};
    world_wall_defaults(&m.wall);
    float angle = (float)i * 0.5236f;
    m.wall.x_m = 0.33f * cosf(angle), m.wall.y_m = 0.33f * sinf(angle);
    m.wall.heading_deg = angle * 57.29578f, m.wall.length_m = 0.12f;
    world_do(w, &m, NULL);
}

static void cube(struct world *w, float x, float y) {
    struct world_message m = {.kind = WORLD_CUBE};
    world_cube_defaults(&m.cube);
    m.cube.x_m = x, m.cube.y_m = y;
    world_do(w, &m, NULL);
}

static struct scene *furnish(int robots, int cubes, uint16_t wants, bool drives) {
    struct scene *s = calloc(1, sizeof *s);
    struct world_config config = world_defaults();
    config.floor_m = -0.7f;
    s->world = world_new(&config);
    struct world_message m = {.kind = WORLD_TABLE};
    world_table_defaults(&m.table);
    world_do(s->world, &m, NULL);
    m = (struct world_message){.kind = WORLD_CHARGER};
    world_charger_defaults(&m.charger);
    m.charger.x_m = -0.45f;
    world_do(s->world, &m, NULL);
    for (int i = 0; i < 12; i++) wall(s->world, i);
    for (int i = 0; i < cubes; i++)
        cube(s->world, 0.2f * cosf((float)i * 0.8f + 0.4f), 0.2f * sinf((float)i * 0.8f + 0.4f));
    for (int i = 0; i < robots; i++)
        s->bodies[s->count++] = body_sim_new(
            s->world, &vector_model,
            (struct pose2){{i ? 0.45f : 0, i > 1 ? -0.25f * (float)i + 0.25f : 0.1f * (float)i}, 0}, NULL);
    border_clear_senses(&s->in);
    border_clear_command(&s->out);
    s->out.command.wants = wants;
    if (drives)
        s->out.command.wheels =
            (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED, .left_mps = -0.04f, .right_mps = 0.05f};
    return s;
}

static void second(void *user) {
    struct scene *s = user;
    for (int step = 0; step < 200; step++) {
        world_step(s->world);
        s->now += WORLD_STEP_US;
        for (int i = 0; i < s->count; i++) body_step(s->bodies[i], s->now);
        if (step % 7 != 6) continue;
        for (int i = 0; i < s->count; i++) {
            border_drop_senses(&s->in);
            border_clear_senses(&s->in);
            body_collect(s->bodies[i], s->now, &s->in);
            body_obey(s->bodies[i], s->now, &s->out);
        }
        s->out.command.number++;
    }
    bench_sink(s->in.senses.time_us);
}

static void gone(void *user) {
    struct scene *s = user;
    border_drop_senses(&s->in);
    for (int i = 0; i < s->count; i++) body_free(s->bodies[i]);
    world_free(s->world);
    free(s);
}

enum { ALL = BODY_WANT_IMU | BODY_WANT_RANGE | BODY_WANT_SIGHTS | BODY_WANT_HEARINGS | BODY_WANT_RADIO };
static void *driving(void) { return furnish(1, 1, ALL, true); }
static void *resting(void) { return furnish(1, 1, ALL, false); }
static void *two_cubes(void) { return furnish(1, 2, ALL, true); }
static void *eight_cubes(void) { return furnish(1, 8, ALL, true); }
static void *two_robots(void) { return furnish(2, 1, ALL, true); }
static void *four_robots(void) { return furnish(4, 1, ALL, true); }
static void *listening(void) {
    struct scene *s = furnish(1, 1, ALL | BODY_WANT_SOUND, true);
    struct world_message m = {.kind = WORLD_SOUND};
    world_sound_defaults(&m.sound);
    m.sound.kind = WORLD_SOUND_KIND_MUSIC, m.sound.x_m = 1, m.sound.seconds = 0;
    world_do(s->world, &m, NULL);
    return s;
}
static void *hundred(void) {
    static struct scene *all[WORLDS];
    struct mallinfo2 before = mallinfo2();
    for (int i = 0; i < WORLDS; i++) all[i] = driving(), second(all[i]);
    struct mallinfo2 after = mallinfo2();
    fprintf(stderr, "# %zu KB for each of %d worlds\n",
            (after.uordblks + after.hblkhd - before.uordblks - before.hblkhd) / WORLDS / 1024, WORLDS);
    return all;
}
static void all_of_them(void *user) {
    struct scene **all = user;
    for (int i = 0; i < WORLDS; i++) second(all[i]);
}
static void all_gone(void *user) {
    struct scene **all = user;
    for (int i = 0; i < WORLDS; i++) gone(all[i]);
}

static double best_ms(void *(*setup)(void)) {
    void *user = setup();
    double best = 1e9;
    for (int i = 0; i < 60; i++) {
        struct timespec a, b;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
        second(user);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
        double ms = (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) * 1e-6;
        if (i > 4 && ms < best) best = ms; // the first ones calibrate
    }
    gone(user);
    return best;
}

static void promises(void) {
    double one = best_ms(driving), rest = best_ms(resting), ears = best_ms(listening);
    printf("%-36s %6.0f times real time\n", "one Vector drives", 1000 / one);
    printf("%-36s %6.0f times real time\n", "one Vector rests", 1000 / rest);
    printf("%-36s %6.0f times real time\n", "with music in four microphones", 1000 / ears);
    printf("%-36s %6.3f ms, each of seven %.3f ms\n", "a second of one cube more", best_ms(two_cubes) - one,
           (best_ms(eight_cubes) - one) / 7);
    printf("%-36s %6.3f ms, each of three %.3f ms\n", "a second of one robot more", best_ms(two_robots) - one,
           (best_ms(four_robots) - one) / 3);
}

static const struct bench BENCHES_OF_WORLD[] = {
    {.name = "a second of driving",
     .a = second,
     .a_name = "one Vector",
     .setup = driving,
     .teardown = gone,
     .no_allocation = true},
    {.name = "a second of rest",
     .a = second,
     .a_name = "one Vector",
     .setup = resting,
     .teardown = gone,
     .no_allocation = true},
    {.name = "one cube more", .a = second, .setup = two_cubes, .teardown = gone, .no_allocation = true},
    {.name = "seven cubes more", .a = second, .setup = eight_cubes, .teardown = gone, .no_allocation = true},
    {.name = "one robot more", .a = second, .setup = two_robots, .teardown = gone, .no_allocation = true},
    {.name = "three robots more", .a = second, .setup = four_robots, .teardown = gone, .no_allocation = true},
    {.name = "with music in four microphones",
     .a = second,
     .setup = listening,
     .teardown = gone,
     .no_allocation = true},
    {.name = "a hundred worlds",
     .a = all_of_them,
     .setup = hundred,
     .teardown = all_gone,
     .no_allocation = true}};

int main(int argc, char **argv) {
    if (argc == 1) promises();
    return bench_main(argc, argv, BENCHES_OF_WORLD, sizeof BENCHES_OF_WORLD / sizeof *BENCHES_OF_WORLD);
}
