// Many lives: what counting costs beside bare lives, what a second job brings, what is kept of a life, and a
// report over 100,000 of them. Each line has what is wanted; exit code 1 when memory or instructions are
// missed, which no noisy neighbour changes.
#include "bench.h"

#include "base/system/clock.h"
#include "base/system/file.h"
#include "run/sweep/folder.h"
#include "run/sweep/gather.h"
#include "run/sweep/jobs.h"
#include "run/sweep/live.h"
#include "run/sweep/plan_internal.h"
#include "run/sweep/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MANY = 100000, ROUNDS = 3, REPORT_BYTES_MOST = 200 << 20 };
#define REPORT_MOST_S 3.0
#define JOBS_LEAST    1.9

static char folder[64] = "/tmp/critter-bench-XXXXXX";
static bool missed;

static void need(bool well, const struct fault *fault) {
    if (well) return;
    fprintf(stderr, "bench_sweep: %s\n", fault->said);
    folder_remove(folder, NULL);
    exit(1);
}

static struct sweep_plan *plan_of(uint64_t lives, double seconds) {
    struct fault fault = {0};
    struct sweep_plan *plan = sweep_plan_new(
        &(struct sweep_wish){.scenario = "tabletop", .first_seed = 1, .last_seed = lives, .seconds = seconds},
        &fault);
    need(plan, &fault);
    return plan;
}

// ------------------------------------------------------------------------------------------------ counting

struct a_life {
    struct sweep_plan *plan;
    struct scenario *scenario;
    struct sweep_life *life;
};
static void *a_life(void) {
    struct fault fault = {0};
    struct a_life *l = calloc(1, sizeof *l);
    l->plan = plan_of(1, 60);
    l->scenario = sweep_scenario(l->plan, &fault);
    need(l->scenario, &fault);
    l->life = calloc(1, sizeof *l->life);
    return l;
}
static void life_gone(void *user) {
    struct a_life *l = user;
    scenario_free(l->scenario);
    sweep_plan_free(l->plan);
    free(l->life), free(l);
}
static void counted(void *user) {
    struct a_life *l = user;
    struct fault fault = {0};
    need(!sweep_live(l->plan, l->scenario, 0, NULL, l->life, &fault), &fault);
}
static void bare(void *user) {
    struct a_life *l = user;
    struct fault fault = {0};
    struct play_config config = play_defaults();
    config.seed = 1; // of the same life
    struct play *play = play_new(l->scenario, &config, &fault);
    need(play, &fault);
    play_for(play, 60 * 1000000LL);
    play_free(play, NULL);
}

// ------------------------------------------------------------------------------------------------ jobs

static void told(void *user, const struct sweep_told *told) {
    uint64_t *most = user;
    if (told->memory_bytes > *most) *most = told->memory_bytes;
}

// Seconds that so many jobs take for all lives of a plan.
static double jobs_s(const struct sweep_plan *plan, uint32_t jobs, uint64_t *memory) {
    struct fault fault = {0};
    static atomic_bool stop;
    struct sweep_folder there = {.lock = -1};
    struct dealer *dealer = dealer_new(0, plan->lives);
    need(dealer && !sweep_folder_begin(folder, plan, &there, &fault), &fault);
    const struct sweep_jobs_config config = {.plan = plan,
                                             .folder = folder,
                                             .lock = there.lock,
                                             .jobs = jobs,
                                             .stop = &stop,
                                             .dealer = dealer,
                                             .told = told,
                                             .user = memory};
    int64_t begin = air_now_us();
    need(!sweep_jobs(&config, &fault), &fault);
    double took = (double)(air_now_us() - begin) / 1e6;
    dealer_free(dealer);
    sweep_folder_end(&there);
    return took;
}

static void tell_jobs(void) {
    struct sweep_plan *plan = plan_of(8, 120);
    double one = 1e9, two = 1e9;
    uint64_t memory = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double s = jobs_s(plan, 1, &memory);
        if (s < one) one = s;
        s = jobs_s(plan, 2, &memory);
        if (s < two) two = s;
    }
    fprintf(stderr, "# two jobs live %.2f times as fast as one (wanted: %.1f, on two free cores)\n",
            one / two, JOBS_LEAST);
    fprintf(stderr, "# a job needs %.1f MB\n", (double)memory / 1e6);
    sweep_plan_free(plan);
}

// ------------------------------------------------------------------------------------------------ a report

// Lives that nobody lived: figures of all kinds, and a fall in one of 500.
static uint64_t make_lives(const struct sweep_plan *plan) {
    struct sweep_life *life = calloc(1, sizeof *life);
    struct fault fault = {0};
    struct buf text = {0};
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < plan->lives; i++) {
        sweep_life_begin(life, plan, i);
        life->seconds = plan->seconds, life->ended = true, life->hash = i * 0x9e3779b97f4a7c15;
        for (uint32_t k = 0; k < plan->figure_count; k++)
            life->figures[k] = (double)((i * 7919u + k * 104729u) % 99991u) / (double)(k % 3 ? 7 : 1);
        if (i % 500 == 7) sweep_life_fail(life, SWEEP_FELL, i % 60, "vector", "it lies there");
        need(!sweep_folder_keep(folder, plan, life, &fault), &fault);
        if (i < 100) buf_clear(&text), sweep_life_write(life, plan, &text), bytes += text.len;
    }
    free(life);
    buf_free(&text);
    return bytes / 100;
}

static void report(void (*write)(const struct sweep_table *, struct buf *)) {
    struct fault fault = {0};
    struct buf out = {0};
    struct sweep_table *table = sweep_gather(folder, NULL, &fault);
    need(table && table->rows == MANY, &fault);
    write(table, &out);
    bench_sink(out.len);
    need(!out.err, &fault);
    buf_free(&out);
    sweep_table_free(table);
}

// In a process of its own, whose memory is then known.
static void tell_report(const char *name, void (*write)(const struct sweep_table *, struct buf *)) {
    struct rusage used;
    int status = 0;
    fflush(NULL);
    int64_t begin = air_now_us();
    pid_t pid = fork();
    if (!pid) {
        report(write);
        _exit(0);
    }
    wait4(pid, &status, 0, &used);
    double took = (double)(air_now_us() - begin) / 1e6, memory = (double)used.ru_maxrss * 1024;
    fprintf(stderr, "# a report over %d lives, %s: %.2f s of %.0f, %.0f MB of %d\n", MANY, name, took,
            REPORT_MOST_S, memory / 1e6, REPORT_BYTES_MOST >> 20);
    if (status || memory > REPORT_BYTES_MOST) missed = true;
}

static void tell_reports(void) {
    struct sweep_plan *plan = plan_of(MANY, 3600);
    struct sweep_folder there = {.lock = -1};
    struct fault fault = {0};
    need(!sweep_folder_begin(folder, plan, &there, &fault), &fault);
    fprintf(stderr, "# a life keeps %llu bytes\n", (unsigned long long)make_lives(plan));
    tell_report("as text", sweep_report_text);
    tell_report("as CSV", sweep_report_csv);
    tell_report("as JSON", sweep_report_json);
    tell_report("as a page", sweep_report_html);
    sweep_folder_end(&there);
    sweep_plan_free(plan);
}

int main(int argc, char **argv) {
    static const struct bench benches[] = {{.name = "a minute of a life",
                                            .a = counted,
                                            .a_name = "counted, as in a sweep",
                                            .b = bare,
                                            .b_name = "bare, as in critter sim",
                                            .setup = a_life,
                                            .teardown = life_gone,
                                            .least = 0.98}};
    bool counting = false; // valgrind is at work: its seconds are nobody's
    for (int i = 1; i < argc; i++) counting |= !strcmp(argv[i], "--count") || !strcmp(argv[i], "--only");
    if (!counting && mkdtemp(folder)) {
        tell_jobs();
        folder_remove(folder, NULL);
        tell_reports();
        folder_remove(folder, NULL);
    }
    return bench_main(argc, argv, benches, sizeof benches / sizeof *benches) || missed;
}
