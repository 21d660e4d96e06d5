#include "cli/sweep/sweep.h"

#include "base/system/clock.h"

#include <signal.h>
#include <unistd.h>

static atomic_bool stopped;
static void stop(int number) {
    (void)number;
    if (atomic_exchange(&stopped, true)) _exit(130); // asked twice
}

static void idle(void *user) { cli_progress_show(user, false); }

static int live(struct call *call, const struct sweep_plan *plan, struct sweep_folder *folder) {
    const struct cli_sweep *wish = call->options;
    struct fault fault = {0};
    struct cli_progress progress = {
        .plan = plan, .dealer = dealer_new(plan->lives), .quiet = wish->quiet, .begun_us = air_now_us()};
    if (!progress.dealer) {
        fault_set(&fault, ERR_MEMORY, "no memory for so many lives");
        return call_failed(call, &fault);
    }
    const struct sweep_look look = {cli_progress_found, &progress};
    enum err err = sweep_folder_look(folder->path, plan, &look, &fault);
    if (!err && progress.foreign)
        err = fault_at(&fault, ERR_STATE, folder->path, 0, 0,
                       "holds what is not of this sweep (above): move it away first");
    const struct sweep_jobs_config config = {.plan = plan,
                                             .folder = folder->path,
                                             .lock = folder->lock,
                                             .jobs = wish->jobs ? (uint32_t)wish->jobs : sweep_jobs_default(),
                                             .patience_s = wish->patience_s,
                                             .stop = &stopped,
                                             .dealer = progress.dealer,
                                             .told = cli_progress_told,
                                             .idle = idle,
                                             .user = &progress};
    struct sigaction ask = {.sa_handler = stop}, before_int, before_term;
    sigaction(SIGINT, &ask, &before_int);
    sigaction(SIGTERM, &ask, &before_term);
    progress.begun_us = air_now_us();
    if (!err) err = sweep_jobs(&config, &fault);
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGTERM, &before_term, NULL);
    cli_progress_show(&progress, true);
    int code = cli_sweep_end(call, &progress, folder->path, err, &fault, wish->check);
    dealer_free(progress.dealer);
    return code;
}

static int run(struct call *call) {
    const struct cli_sweep *options = call->options;
    struct sweep_wish wish;
    char out[1000];
    struct sweep_folder folder = {.lock = -1};
    struct fault fault = {0};
    int code = cli_sweep_wish(call, &wish);
    if (code) return code;
    struct sweep_plan *plan = sweep_plan_new(&wish, &fault);
    if (!plan ||
        sweep_folder_begin(cli_sweep_folder(options, &wish, out, sizeof out), plan, &folder, &fault)) {
        sweep_plan_free(plan);
        return call_failed(call, &fault);
    }
    code = live(call, plan, &folder);
    sweep_folder_end(&folder);
    sweep_plan_free(plan);
    return code;
}

const struct command cmd_sweep = {
    .name = "sweep",
    .summary = "lives many lives of a scenario on all processors, and counts how they go",
    .words = "SCENARIO",
    .words_least = 1,
    .words_most = 1,
    .help = CLI_SWEEP_HELP,
    .examples = "critter sweep household --seeds 1..100 --hours 24 -o day\n"
                "critter sweep report day\n"
                "critter sweep tabletop --seeds 1..40 --hours 1 --over touch.on_ms=60,80,120 -o touch\n",
    .options = CLI_SWEEP_OPTIONS,
    .option_count = CLI_SWEEP_OPTION_COUNT,
    .options_size = sizeof(struct cli_sweep),
    .defaults = &(const struct cli_sweep){.seeds = "1..100", .patience_s = 300},
    .run = run,
};
