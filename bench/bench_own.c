// A creature in a body of one's own: a step with mind and face, one between two ticks, a birth.
#include "bench.h"

#include <critter/robot.h>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

struct ours {
    struct critter_robot *robot;
    struct critter_senses senses;
    struct critter_command command;
};

static const char EYES[] =
    "{\"display\": {\"width\": 240, \"height\": 135}, \"wheels\": true, \"touch\": true}";
static const char BARE[] = "{\"wheels\": true, \"touch\": true}";

static void *robot_in(const char *body) {
    struct ours *o = calloc(1, sizeof *o);
    struct critter_robot_config config = {.size = sizeof config, .body_text = body, .silent = 1};
    o->senses.size = sizeof o->senses, o->command.size = sizeof o->command;
    o->robot = critter_robot_new(&config, NULL, 0);
    return o;
}
static void *with_a_face(void) { return robot_in(EYES); }
static void *without(void) { return robot_in(BARE); }
static void gone(void *user) {
    struct ours *o = user;
    critter_robot_free(o->robot);
    free(o);
}

static void step(struct ours *o, unsigned us) {
    o->senses.time_us += us;
    bench_sink(critter_robot_step(o->robot, &o->senses, &o->command));
}
static void a_tick(void *user) { step(user, 33000); }
static void between(void *user) { step(user, 5); } // a tick comes only every 6600 of them
static void a_birth(void *user) {
    (void)user;
    gone(robot_in(BARE));
}

// Pages that only this process has: of all that it has allocated what was ever written to, and no file.
static double own_mb(void) {
    char line[200];
    unsigned long kb = 0;
    FILE *in = fopen("/proc/self/status", "re");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "RssAnon: %lu kB", &kb) == 1) break;
    if (in) fclose(in);
    return (double)kb / 1024;
}

// A minute of it: what is needed only now and then was needed by then.
static void memory_of(const char *body, const char *words) {
    double before = own_mb();
    size_t heap = mallinfo2().uordblks + mallinfo2().hblkhd;
    struct ours *o = robot_in(body);
    for (int i = 0; i < 1800; i++) a_tick(o);
    heap = mallinfo2().uordblks + mallinfo2().hblkhd - heap;
    printf("%s keeps %.1f MB, of which it has used %.1f\n", words, (double)heap / 1e6, own_mb() - before);
    gone(o);
    malloc_trim(0);
}

int main(int argc, char **argv) {
    static const struct bench benches[] = {
        {.name = "a life tick in a body of one's own",
         .a = a_tick,
         .a_name = "mind",
         .setup = without,
         .teardown = gone,
         .no_allocation = true},
        {.name = "the same with its face on a display of 240 by 135",
         .a = a_tick,
         .a_name = "mind and face",
         .setup = with_a_face,
         .teardown = gone},
        {.name = "a step between two ticks",
         .a = between,
         .a_name = "brainstem",
         .setup = without,
         .teardown = gone,
         .no_allocation = true},
        {.name = "birth and end of a robot", .a = a_birth, .a_name = "new, free"}};
    if (argc == 1) memory_of(EYES, "a robot with a face"), memory_of(BARE, "a robot without one"), puts("");
    return bench_main(argc, argv, benches, sizeof benches / sizeof *benches);
}
