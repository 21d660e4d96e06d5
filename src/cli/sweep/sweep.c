#include "cli/sweep/sweep.h"

#include "cli/set.h"

#include "base/plural.h"
#include "base/system/clock.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

const struct option CLI_SWEEP_OPTIONS[CLI_CLUSTER_OPTION_COUNT] = {
    {"seeds", 's', OPTION_TEXT, offsetof(struct cli_sweep, seeds), "A..B",
     "the seeds that are lived (default: 1..100)"},
    {"hours", 0, OPTION_F64, offsetof(struct cli_sweep, hours), "H",
     "how long each of them lives, in hours of world time (default: as long as the scenario's expectations "
     "need, else 1)",
     0, 744},
    {"over", 0, OPTION_LIST, offsetof(struct cli_sweep, over), "KNOB=V1,V2",
     "lives all seeds once with each value of a knob (critter world knobs lists them); several times: every "
     "combination"},
    {"out", 'o', OPTION_TEXT, offsetof(struct cli_sweep, out), "FOLDER",
     "where the lives are kept, a small file each (default: the scenario's name and .sweep)"},
    {"jobs", 'j', OPTION_I32, offsetof(struct cli_sweep, jobs), "N",
     "lives at the same time (default: one a processor; of critter-sweep: one a rank)", 1, SWEEP_JOBS_MAX},
    SET_OPTION(struct cli_sweep),
    {"mind", 0, OPTION_TEXT, offsetof(struct cli_sweep, mind), "DIR",
     "a tree of your own for its robots: tree.json and what it names"},
    {"resources", 0, OPTION_TEXT, offsetof(struct cli_sweep, resources), "FOLDER",
     "your own copy of the robot's original resources, over our clips"},
    {"patience", 0, OPTION_F64, offsetof(struct cli_sweep, patience_s), "S",
     "ends a life that stands still for so many seconds, twice, and goes on (default 300; 0: never)", 0, 1e6},
    {"loud", 'l', OPTION_FLAG, offsetof(struct cli_sweep, loud), NULL,
     "plays the robots' sounds in the world, where they are heard"},
    {"accuracy", 'f', OPTION_FLAG, offsetof(struct cli_sweep, accuracy), NULL,
     "counts how near senses come to the truth, too (lives take longer)"},
    {"check", 'c', OPTION_FLAG, offsetof(struct cli_sweep, check), NULL,
     "end with 1 when something failed in a life"},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct cli_sweep, quiet), NULL, "show no progress"},
    {"silence", 0, OPTION_F64, offsetof(struct cli_sweep, silence_s), "S",
     "takes a rank for dead that says nothing for so many seconds, and deals its lives to others (default "
     "60)",
     0.1, 86400},
};

const char CLI_SWEEP_HELP[] = "SCENARIO is a file, or one that comes with the program (critter world list). "
                              "Every seed is a life of its own. What is "
                              "kept of each is a file in FOLDER: its figures, the hash of its world at the "
                              "end, what failed, and when it first did.\n\n"
                              "Ctrl-C, a crash or a power cut loses at most the lives that were under way: "
                              "the same command goes on where it "
                              "stopped. A folder belongs to one sweep: other seeds, knobs, a changed "
                              "scenario or another build of this program are "
                              "refused.";

// ------------------------------------------------------------------------------------------------ the wish

static bool read_seeds(const char *text, struct sweep_wish *out) {
    const char *dots = strstr(text, "..");
    struct text first = {text, dots ? (size_t)(dots - text) : strlen(text)};
    if (text_to_u64(first, &out->first_seed)) return false;
    out->last_seed = out->first_seed;
    return !dots || !text_to_u64(text_of(dots + 2), &out->last_seed);
}

int cli_sweep_wish(struct call *call, struct sweep_wish *out) {
    const struct cli_sweep *w = call->options;
    *out = (struct sweep_wish){.scenario = call->words.at[0],
                               .seconds = floor(w->hours * 3600e6 + 0.5) / 1e6,
                               .over = w->over.at,
                               .over_count = w->over.count,
                               .set = w->set.at,
                               .set_count = w->set.count,
                               .mind = w->mind,
                               .resources = w->resources,
                               .loud = w->loud,
                               .accuracy = w->accuracy};
    if (!read_seeds(w->seeds, out))
        return call_wrong(call, "--seeds: expected FIRST..LAST, such as 1..500, found \"%.60s\"", w->seeds);
    return EXIT_FINE;
}

const char *cli_sweep_folder(const struct cli_sweep *options, const struct sweep_wish *wish, char *out,
                             size_t size) {
    const char *name = strrchr(wish->scenario, '/'), *end;
    if (options->out) return options->out;
    name = name ? name + 1 : wish->scenario;
    end = strrchr(name, '.');
    snprintf(out, size, "%.*s.sweep", (int)(end && end > name ? (size_t)(end - name) : strlen(name)), name);
    return out;
}

// ------------------------------------------------------------------------------------------------ progress

enum { TOLD_EVERY_US = 250000, LINE_EVERY_US = 30000000 };

void cli_progress_found(void *user, enum sweep_found is, const struct sweep_life *life,
                        const struct fault *said) {
    struct cli_progress *p = user;
    if (is != SWEEP_WHOLE) {
        char words[600];
        fprintf(stderr, "%s%s\n", fault_text(said, words, sizeof words),
                is == SWEEP_TORN ? "; lived again" : "");
        p->torn += is == SWEEP_TORN, p->foreign += is == SWEEP_FOREIGN;
        return;
    }
    struct sweep_told told = {.life = life->life, .failed = life->failure_count > 0};
    if (told.failed) told.worst = *sweep_life_worst(life);
    dealer_done(p->dealer, life->life);
    p->before++, p->failed += told.failed;
    if (told.failed && (!p->worst.failed || told.worst.kind < p->worst.worst.kind)) p->worst = told;
}

void cli_sweep_passed_over(void *user, enum sweep_found is, const struct sweep_life *life,
                           const struct fault *said) {
    (void)user, (void)life;
    char words[600];
    fprintf(stderr, "%s%s\n", fault_text(said, words, sizeof words),
            is == SWEEP_TORN ? "; not counted, and lived again by the command of the sweep"
                             : "; not counted");
}

void cli_progress_told(void *user, const struct sweep_told *told) {
    struct cli_progress *p = user;
    if (told->memory_bytes > p->memory_bytes) p->memory_bytes = told->memory_bytes;
    p->lived++, p->failed += told->failed;
    if (told->failed && told->worst.kind <= SWEEP_HUNG)
        fprintf(stderr, "%sseed %" PRIu64 ": %s: %s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "",
                sweep_plan_seed(p->plan, told->life), sweep_failing_about(told->worst.kind),
                told->worst.said);
    if (told->failed && (!p->worst.failed || told->worst.kind < p->worst.worst.kind)) p->worst = *told;
}

static void put_time(double seconds, FILE *to) {
    if (seconds < 100)
        fprintf(to, "%.0f s", seconds);
    else if (seconds < 6000)
        fprintf(to, "%.0f min", seconds / 60);
    else if (seconds < 172800)
        fprintf(to, "%.1f hours", seconds / 3600);
    else
        fprintf(to, "%.1f days", seconds / 86400);
}

void cli_progress_show(struct cli_progress *p, bool last) {
    int64_t now = air_now_us();
    bool terminal = isatty(STDERR_FILENO);
    if (p->quiet || !(terminal || p->lines)) return;
    if (!last && now - p->told_us < (terminal ? TOLD_EVERY_US : LINE_EVERY_US)) return;
    p->told_us = now;
    double passed = (double)(now - p->begun_us) * 1e-6, rate = passed > 0 ? p->lived / passed : 0;
    uint32_t left = dealer_left(p->dealer);
    fprintf(stderr, "%s%" PRIu32 " of %" PRIu32 " lives", terminal ? "\r" : "", p->plan->lives - left,
            p->plan->lives);
    if (p->lived) fprintf(stderr, ", %.*f a second", rate < 1 ? 3 : 1, rate);
    if (p->lived && left) fputs(", ", stderr), put_time(left / rate, stderr), fputs(" left", stderr);
    if (p->worst.failed)
        fprintf(stderr, "; %" PRIu32 " failed, the worst: seed %" PRIu64 " %s", p->failed,
                sweep_plan_seed(p->plan, p->worst.life), sweep_failing_about(p->worst.worst.kind));
    fputs(!terminal ? "\n" : last ? "\033[K\n" : "\033[K", stderr);
}

int cli_sweep_end(struct call *call, const struct cli_progress *p, const char *out, enum err err,
                  const struct fault *fault, bool check) {
    uint32_t left = dealer_left(p->dealer);
    bool stopped = err == ERR_CANCELLED && !fault->err;
    if (err && !stopped) call_failed(call, fault);
    if (left)
        fprintf(stderr, "%" PRIu32 " of %" PRIu32 " lives are in %s; the same command goes on\n",
                p->plan->lives - left, p->plan->lives, out);
    else
        printf("%" PRIu32 " %s in %s, something failed in %" PRIu32 "; critter sweep report %s\n",
               p->plan->lives, NOUN(p->plan->lives, "life", "lives"), out, p->failed, out);
    if (err) return EXIT_FAILED;
    return check && p->failed ? EXIT_FAILED : EXIT_FINE;
}
