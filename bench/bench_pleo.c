// A whole Pleo whom nobody watches: LifeOS with his own application, brainstem, body and world. A call is a
// second of his life. Before the table it prints, by the processor's own clock and the best of three minutes,
// how many times real time that is (the promise is 500), what a hundred of them in worlds of sixteen take of
// a processor (25 %), and how much memory each has beside his world (1 MB).
#include "bench.h"

#include "run/play.h"
#include "run/scenario.h"

#include "base/buf.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROOM = 16, WORLDS = 6, LAST = 4, SECONDS = 60 }; // six worlds of sixteen and one of four: a hundred

struct den {
    struct scenario *scenario;
    struct play *play;
};

static void second(void *user) {
    struct den *d = user;
    play_for(d->play, 1000000);
}

static void *open_den(int pleos, bool soul) {
    struct den *d = calloc(1, sizeof *d);
    struct fault fault = {0};
    struct buf text = {0};
    struct play_config config = play_defaults();
    buf_text(&text, "{\"robots\": [");
    for (int i = 0; i < pleos; i++)
        buf_printf(&text,
                   "%s{\"creature\": \"pleo\", \"name\": \"pleo%d\", \"battery\": 1, \"x_m\": %d, \"y_m\": "
                   "%d%s%s%s}",
                   i ? "," : "", i, i % 4 * 2, i / 4 * 2, soul ? ", \"card\": \"" : "", soul ? PLEO_URF : "",
                   soul ? "\"" : "");
    buf_text(&text, "], \"timeline\": [");
    for (int i = 0; i < pleos; i++)
        buf_printf(&text,
                   "%s{\"every_s\": 600, \"do\": {\"battery\": {\"what\": \"pleo%d\", \"charge\": 1}}}",
                   i ? "," : "", i);
    buf_text(&text, "]}");
    d->scenario =
        scenario_read((struct text){(const char *)text.at, text.len}, "bench.json", NULL, 0, &fault);
    d->play = d->scenario ? play_new(d->scenario, &config, &fault) : NULL;
    if (!d->play) fault_print(&fault, stderr), abort();
    buf_free(&text);
    second(d); // power comes, scripts are loaded
    return d;
}

static void gone(void *user) {
    struct den *d = user;
    play_free(d->play, NULL);
    scenario_free(d->scenario);
    free(d);
}

static void *alone(void) { return open_den(1, true); }
static void *sixteen(void) { return open_den(ROOM, true); }

static double ms(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// The mean second of his life, and the best of so many stretches of it.
static double lives_ms(void *user) {
    double best = 1e9;
    for (int turn = 0; turn < 3; turn++) {
        double begun = ms(CLOCK_THREAD_CPUTIME_ID);
        for (int i = 0; i < SECONDS; i++) second(user);
        double took = (ms(CLOCK_THREAD_CPUTIME_ID) - begun) / SECONDS;
        if (took < best) best = took;
    }
    return best;
}

static size_t bytes_of(bool soul) {
    struct mallinfo2 before = mallinfo2();
    void *den = open_den(ROOM, soul);
    struct mallinfo2 after = mallinfo2();
    gone(den);
    return after.uordblks + after.hblkhd - before.uordblks - before.hblkhd;
}

static void promises(void) {
    void *one = alone();
    double single = lives_ms(one);
    gone(one);
    double all = 0;
    for (int i = 0; i <= WORLDS; i++) {
        void *den = i < WORLDS ? sixteen() : open_den(LAST, true);
        all += lives_ms(den);
        gone(den);
    }
    printf("%-36s %6.0f times real time\n", "one Pleo with his own application", 1000 / single);
    printf("%-36s %6.1f %% of a processor\n", "a hundred in worlds of sixteen", all / 10);
    printf("%-36s %6.0f KB\n", "each of sixteen, beside his world",
           (double)(bytes_of(true) - bytes_of(false)) / ROOM / 1024);
}

static const struct bench BENCHES_OF_PLEO[] = {{.name = "a second of a Pleo",
                                                .a = second,
                                                .a_name = "whole",
                                                .setup = alone,
                                                .teardown = gone,
                                                .no_allocation = true},
                                               {.name = "a second of sixteen",
                                                .a = second,
                                                .a_name = "whole",
                                                .setup = sixteen,
                                                .teardown = gone,
                                                .no_allocation = true}};

int main(int argc, char **argv) {
    if (argc == 1) promises();
    return bench_main(argc, argv, BENCHES_OF_PLEO, sizeof BENCHES_OF_PLEO / sizeof *BENCHES_OF_PLEO);
}
