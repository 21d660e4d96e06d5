// A mind alone, on the tree that is shipped: half an hour of faces that come and go, cubes, noises, hands and
// words, its requests answered after a while. Before the table it prints, by the processor's own clock, what
// a beat takes on the average and at worst (15 and 150 µs are promised), what a mind takes of memory
// (256 KB), and how long its files take to read (20 ms).
#include "bench.h"

#include "mind/mind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TICK_US = 33000, HALF_HOUR = 1800000000 / TICK_US, ANSWER_TICKS = 40, WAITING = 64 };

struct alone {
    struct mind_data *data;
    struct mind *mind;
    struct mind_percepts in;
    uint32_t tickets[WAITING], asked[WAITING], waiting;
    double took_us[HALF_HOUR];
    uint32_t count;
};

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

// What a busy half hour brings, the same each time.
static void perceive(struct alone *a) {
    struct mind_percepts *in = &a->in;
    uint32_t tick = in->tick, minute = tick / 1818, felt = 0;
    in->time_us = (uint64_t)tick * TICK_US;
    in->felt_count = in->heard_count = in->results_count = 0;
    in->faces_count = minute % 3 == 1;
    in->faces[0] = (struct mind_face){.person = (int32_t)(minute % 5) - 2,
                                      .bearing_rad = 0.2f,
                                      .distance_m = 0.8f,
                                      .contact = tick / 90 % 2};
    in->things_count = 2;
    for (uint32_t i = 0; i < 2; i++)
        in->things[i] = (struct mind_thing){.id = i + 1,
                                            .kind = i ? BELIEF_THING_KIND_CHARGER : BELIEF_THING_KIND_CUBE,
                                            .state = BELIEF_THING_STATE_KNOWN,
                                            .bearing_rad = i ? -1 : 0.5f,
                                            .distance_m = 0.4f};
    if (tick % 700 == 99) felt = LIFE_EVENT_KIND_POKED;
    if (tick % 1100 == 500) felt = LIFE_EVENT_KIND_CLIFF;
    if (tick % 2500 == 1000) felt = LIFE_EVENT_KIND_LOUD_SOUND;
    if (felt)
        in->felt[in->felt_count++] = (struct life_event){.kind = (uint16_t)felt, .numbers = {80, 1, 40}};
    if (tick % 900 == 300) {
        static const char *const WORDS[] = {"what time is it", "good robot", "roll your cube", "look at me"};
        struct mind_noise *n = &in->heard[in->heard_count++];
        *n = (struct mind_noise){.to_it = true};
        strcpy(n->words, WORDS[tick / 900 % 4]);
    }
    for (uint32_t i = 0; i < a->waiting && in->results_count < 32; i++)
        if (tick - a->asked[i] >= ANSWER_TICKS) {
            in->results[in->results_count++] = (struct mind_result){a->tickets[i], LIFE_VERDICT_DONE, 0};
            a->waiting--, a->tickets[i] = a->tickets[a->waiting], a->asked[i--] = a->asked[a->waiting];
        }
}

static void tick(struct alone *a) {
    perceive(a);
    double from = now_us();
    mind_step(a->mind, &a->in);
    if (a->count < HALF_HOUR) a->took_us[a->count++] = now_us() - from;
    for (const struct mind_wish *w; (w = mind_wish(a->mind));) {
        if (a->waiting == WAITING || mind_wish_request(w)->kind == LIFE_CANCEL) continue;
        a->tickets[a->waiting] = mind_wish_envelope(w)->ticket, a->asked[a->waiting++] = a->in.tick;
    }
    a->in.tick++;
}

static void *born(void) {
    struct alone *a = calloc(1, sizeof *a);
    a->data = mind_data_open("vector", NULL, NULL);
    a->mind = a->data ? mind_new(a->data, 7) : NULL;
    if (!a->mind) abort();
    a->in.news = true, a->in.attitude = BODY_ATTITUDE_ON_TREADS, a->in.light = a->in.charge = -1;
    return a;
}
static void gone(void *user) {
    struct alone *a = user;
    mind_free(a->mind), mind_data_close(a->data);
    free(a);
}
static void minute(void *user) {
    for (int i = 0; i < 1818; i++) tick(user);
    bench_sink(mind_hash(((struct alone *)user)->mind));
}
static void reads(void *user) {
    struct mind_data *data = mind_data_open("vector", NULL, NULL);
    mind_data_close(data);
}

static int less(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}
// It lives the same half hour a few times, and a tick counts as it was at best: what others did to the
// machine is left out. Every other tick or so has a beat: the slower half of them.
static void promises(void) {
    struct alone *a = born();
    for (uint32_t i = 0; i < HALF_HOUR; i++) tick(a);
    for (int again = 0; again < 4; again++) {
        struct alone *b = born();
        for (uint32_t i = 0; i < HALF_HOUR; i++) {
            tick(b);
            if (b->took_us[i] < a->took_us[i]) a->took_us[i] = b->took_us[i];
        }
        gone(b);
    }
    qsort(a->took_us, a->count, sizeof *a->took_us, less);
    uint32_t beats = (uint32_t)(1800 / 0.06), first = a->count - beats;
    double sum = 0;
    for (uint32_t i = first; i < a->count; i++) sum += a->took_us[i];
    printf("%-44s %7.1f µs on the average, one in a hundred %.1f, worst %.1f\n", "a beat of its mind",
           sum / beats, a->took_us[a->count - 1 - beats / 100], a->took_us[a->count - 1]);
    printf("%-44s %7zu KB\n", "a mind", mind_size(a->mind) / 1024);
    gone(a);
    double best = 1e12;
    for (int i = 0; i < 20; i++) {
        double from = now_us();
        reads(NULL);
        double took = now_us() - from;
        if (took < best) best = took;
    }
    printf("%-44s %7.1f ms\n", "its files are read", best / 1000);
}

static const struct bench BENCHES_OF_MIND[] = {
    {.name = "a minute of a mind", .a = minute, .setup = born, .teardown = gone, .no_allocation = true},
    {.name = "its files", .a = reads}};

int main(int argc, char **argv) {
    if (argc == 1) promises();
    return bench_main(argc, argv, BENCHES_OF_MIND, sizeof BENCHES_OF_MIND / sizeof *BENCHES_OF_MIND);
}
