#include "cli/sweep/sweep.h"

#include "base/system/file.h"
#include "run/sweep/gather.h"
#include "run/sweep/live.h"
#include "run/sweep/report.h"

#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct wish {
    int32_t count;
    const char *out;
    bool media, quiet;
};
static const struct option OPTIONS[] = {
    {"count", 'n', OPTION_I32, offsetof(struct wish, count), "N", "how many (default 5)", 1, 1000},
    {"out", 'o', OPTION_TEXT, offsetof(struct wish, out), "FOLDER",
     "where they are recorded (default: worst, in the sweep's folder)"},
    {"media", 'm', OPTION_FLAG, offsetof(struct wish, media), NULL, "with pictures and sound"},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct wish, quiet), NULL, "show no progress"},
};

static atomic_bool stopped;
static void stop(int number) {
    (void)number;
    atomic_store(&stopped, true);
}

struct again {
    const struct sweep_plan *plan;
    const struct wish *wish;
    uint64_t seed;
};
static bool passed(void *user, double seconds) {
    const struct again *a = user;
    if (!a->wish->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\rseed %" PRIu64 ": %.0f of %.0f s \033[K", a->seed, seconds, a->plan->seconds);
    return !atomic_load(&stopped);
}

static enum err live_again(const struct sweep_table *t, uint32_t row, const struct wish *wish,
                           const char *folder, const struct scenario *scenario, struct sweep_life *life,
                           struct fault *fault) {
    char path[1200];
    struct buf command = {0};
    const struct sweep_row *r = &t->row[row];
    struct again again = {t->plan, wish, sweep_plan_seed(t->plan, r->life)};
    int need = snprintf(path, sizeof path, "%s/%" PRIu32 ".world", folder, r->life);
    if (need < 0 || (size_t)need >= sizeof path)
        return fault_set(fault, ERR_LIMIT, "-o: the path is too long");
    const struct sweep_watch watch = {.passed = passed, .user = &again, .record = path, .media = wish->media};
    enum err err = sweep_live(t->plan, scenario, r->life, &watch, life, fault);
    if (!wish->quiet && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    if (err) return err;
    if (r->ended && life->hash != r->hash)
        return fault_set(fault, ERR_STATE,
                         "life %" PRIu32 " went another way: this is not the program of that sweep", r->life);
    sweep_plan_command(t->plan, r->life, sweep_replay_from(r->at_s), &command);
    buf_byte(&command, 0);
    printf("seed %" PRIu64, again.seed);
    if (r->group == UINT32_MAX)
        printf(", nothing failed");
    else
        printf(", %s %s at %.3f s", t->groups[r->group].what, sweep_failing_about(t->groups[r->group].kind),
               r->at_s);
    printf("\n  recorded in %s\n  %s\n", path, command.err ? "" : (const char *)command.at);
    fflush(stdout);
    buf_free(&command);
    return ERR_NONE;
}

static enum err live_all(const struct sweep_table *t, const struct wish *wish, const char *folder,
                         struct fault *fault) {
    struct scenario *scenario = sweep_scenario(t->plan, fault);
    struct sweep_life *life = calloc(1, sizeof *life);
    uint32_t *worst = calloc((size_t)wish->count, sizeof *worst), count = 0;
    enum err err = ERR_NONE;
    if (!scenario)
        err = fault->err;
    else if (!life || !worst)
        err = fault_set(fault, ERR_MEMORY, "no memory for lives");
    else
        count = sweep_worst(t, (uint32_t)wish->count, worst);
    for (uint32_t i = 0; !err && i < count; i++)
        err = live_again(t, worst[i], wish, folder, scenario, life, fault);
    free(worst), free(life);
    scenario_free(scenario);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    char folder[1100];
    const struct sweep_look look = {cli_sweep_passed_over, NULL};
    struct sweep_table *t = sweep_gather(call->words.at[0], &look, &fault);
    if (!t) return call_failed(call, &fault);
    bool fits = wish->out ? snprintf(folder, sizeof folder, "%s", wish->out) < (int)sizeof folder
                          : path_join(folder, sizeof folder, call->words.at[0], "worst");
    struct sigaction ask = {.sa_handler = stop}, before;
    sigaction(SIGINT, &ask, &before);
    enum err err =
        fits ? folder_make(folder, &fault) : fault_set(&fault, ERR_LIMIT, "-o: the path is too long");
    if (!err) err = live_all(t, wish, folder, &fault);
    sigaction(SIGINT, &before, NULL);
    sweep_table_free(t);
    if (err == ERR_CANCELLED && atomic_load(&stopped)) return EXIT_FAILED;
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_sweep_worst = {
    .name = "worst",
    .group = "sweep",
    .summary = "lives the worst lives of a sweep again, and records them",
    .words = "FOLDER",
    .words_least = 1,
    .words_most = 1,
    .help = "First come lives in which something failed, the gravest and rarest first; then those with the "
            "most figures "
            "outside their bounds. critter replay plays a recording; the command that is printed lives it "
            "again up to "
            "ten seconds before, and goes on in the page.",
    .examples = "critter sweep worst day\n"
                "critter sweep worst day -n 1 --media -o worst\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.count = 5},
    .run = run,
};
