// A robot in a furnished room, with oracle sight: a second of it with its mind, with its reflexes and actions
// alone, and with nobody in it. Before the table it prints, by the processor's own clock, how many times real
// time the whole lives (600 are promised), what a life tick costs with the body step before it, in the middle
// and at worst (25 and 250 µs for senses, beliefs, ways and actions), how long a way takes to plan where
// little is free (20 and 50 ms), and what a robot takes of memory (1.5 MB).
#include "bench.h"

#include "base/maths/chance.h"
#include "mind/mind.h"
#include "nav/plan.h"
#include "robot/robot.h"
#include "run/play.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TICKS = 4000, ROOMS = 60, SIDE = 300, SOULS = 20 };

static const char ROOM[] =
    "{\"seed\": 3, \"noise\": true, \"robots\": [{\"creature\": \"vector\", \"soul\": %s}], \"things\": ["
    "{\"table\": {\"length_m\": 1.2, \"width_m\": 0.8}}, {\"charger\": {\"x_m\": -0.3, \"heading_deg\": "
    "180}},"
    "{\"cube\": {\"x_m\": 0.25, \"y_m\": 0.1}},"
    "{\"box\": {\"x_m\": 0.15, \"y_m\": -0.2, \"mass_kg\": 0}}]}";

struct life {
    struct scenario *scenario;
    struct play *play;
    double before_us, ticks_us[TICKS];
    uint32_t count;
};

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

// The last body step before a tick belongs to it. Errands are done by then, as a worker does them beside a
// robot that lives: what a way costs to plan is told by itself.
static void turn(void *user, struct play *play) {
    errand_wait(run_crew(play_run(play)), UINT64_MAX);
    ((struct life *)user)->before_us = now_us();
}
static void watch(void *user, struct play *play, int life) {
    struct life *l = user;
    if (l->count < TICKS) l->ticks_us[l->count++] = now_us() - l->before_us;
}

static struct life *lives(bool soul, bool bare) {
    char json[sizeof ROOM + 8];
    struct life *l = calloc(1, sizeof *l);
    struct play_config config = play_defaults();
    snprintf(json, sizeof json, ROOM, soul ? "true" : "false");
    config.workers = 1, config.bare = bare, config.turn = turn, config.watch = watch, config.user = l;
    l->scenario = scenario_read((struct text){json, strlen(json)}, "room", NULL, 0, NULL);
    l->play = l->scenario ? play_new(l->scenario, &config, NULL) : NULL;
    if (!l->play) abort();
    play_for(l->play, 20000000);
    l->count = 0;
    return l;
}
static void *whole(void) { return lives(true, false); }
static void *reflexes(void) { return lives(true, true); }
static void *nobody(void) { return lives(false, true); }
static void gone(void *user) {
    struct life *l = user;
    play_free(l->play, NULL);
    scenario_free(l->scenario);
    free(l);
}
static void second(void *user) {
    struct life *l = user;
    l->count = 0;
    play_for(l->play, 1000000);
}

// It goes to and fro between things while it is measured: looks, plans, drives.
static void drives_about(struct life *l) {
    l->count = 0;
    for (int i = 0; l->count < TICKS; i++) {
        struct life_message go = {.kind = LIFE_GO_TO_POSE,
                                  .go_to_pose = {i & 1 ? 0.3f : 0, i & 2 ? -0.15f : 0.15f, 0}};
        play_ask(l->play, 0, &(struct life_envelope){.ticket = (uint32_t)i + 1, .door = LIFE_DOOR_TEST}, &go);
        play_for(l->play, 4000000);
    }
}

static int less(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}
static void middle_and_worst(const char *what, double *list, uint32_t count, double scale, const char *unit) {
    qsort(list, count, sizeof *list, less);
    printf("%-44s %7.1f %s, one in a hundred %.1f, worst %.1f\n", what, list[count / 2] * scale, unit,
           list[count - 1 - count / 100] * scale, list[count - 1] * scale);
}

static void plans(void) {
    static double took[ROOMS];
    struct nav_order *o = calloc(1, NAV_ORDER_BYTES);
    static struct nav_answer answer;
    for (uint32_t i = 0; o && i < ROOMS; i++) {
        struct chance dice = chance_of(i + 1, chance_stream("rooms"), 0);
        memset(o, 0, NAV_ORDER_BYTES);
        o->ground = (struct nav_ground){{-1.5f, -1.5f}, 0.01f, SIDE, SIDE, NAV_MAY_MOVE};
        o->speeds = (struct nav_speeds){0.1f, 0.2f, 0.5f, 2, 10, 10, 0.08f};
        o->start = (struct pose2){{-1.1f, 0}, chance_range(&dice, -3, 3)};
        o->goals[0] = (struct pose2){{1.1f, chance_range(&dice, -0.3f, 0.3f)}, chance_range(&dice, -3, 3)};
        o->goal_count = 1;
        for (int k = 0; k < 24; k++) {
            uint32_t x = 60 + chance_below(&dice, 180), y = 60 + chance_below(&dice, 180);
            for (uint32_t c = 0; c < 8 * 8; c++) o->cells[(y + c / 8) * SIDE + x + c % 8] = NAV_FIXED;
        }
        size_t len;
        double from = now_us();
        nav_plan(o, nav_order_size(o), &answer, sizeof answer, &len);
        took[i] = now_us() - from;
        bench_sink((uint64_t)answer.result);
    }
    free(o);
    middle_and_worst("a way of 2.2 m between 24 things", took, ROOMS, 1e-3, "ms");
}

static void memory(void) {
    struct life *l = whole();
    const struct library *library = robot_library(robot_of(run_soul(play_run(l->play), 0)));
    struct robot *robots[SOULS];
    struct mind_data *mind = mind_data_open("vector", NULL, NULL);
    struct robot_config config = robot_defaults();
    struct mallinfo2 before = mallinfo2();
    config.model = &vector_model, config.library = library, config.mind = mind;
    for (int i = 0; i < SOULS; i++) robots[i] = robot_new(&config);
    struct mallinfo2 after = mallinfo2();
    printf("%-44s %7zu KB beside what all share\n", "one of twenty robots",
           (after.uordblks + after.hblkhd - before.uordblks - before.hblkhd) / SOULS / 1024);
    for (int i = 0; i < SOULS; i++) robot_free(robots[i]);
    mind_data_close(mind);
    gone(l);
}

static void promises(void) {
    struct life *all = whole(), *most = reflexes(), *none = nobody();
    double best = 1e12;
    for (int i = 0; i < 30; i++) {
        double from = now_us();
        second(all);
        double took = now_us() - from;
        if (took < best) best = took;
    }
    printf("%-44s %7.0f times real time\n", "a whole Vector", 1e6 / best);
    all->count = most->count = none->count = 0;
    drives_about(most);
    play_for(all->play, (int64_t)TICKS * 33000 + 1000000);
    middle_and_worst("a tick of senses, beliefs, ways, actions", most->ticks_us, most->count, 1, "µs");
    middle_and_worst("a tick of all", all->ticks_us, all->count, 1, "µs");
    gone(all), gone(most), gone(none);
    plans();
    memory();
}

static const struct bench BENCHES_OF_ROBOT[] = {
    {.name = "a second of a robot", .a = second, .a_name = "with its mind", .setup = whole, .teardown = gone},
    {.name = "a second of reflexes and actions",
     .a = second,
     .a_name = "without a mind",
     .setup = reflexes,
     .teardown = gone},
    {.name = "a second of its body",
     .a = second,
     .a_name = "nobody in it",
     .setup = nobody,
     .teardown = gone}};

int main(int argc, char **argv) {
    if (argc == 1) promises();
    return bench_main(argc, argv, BENCHES_OF_ROBOT, sizeof BENCHES_OF_ROBOT / sizeof *BENCHES_OF_ROBOT);
}
