// critter sweep: lives on the processors of this machine.
#include "cli/sweep/sweep.h"

static void idle(void *user) { cli_progress_show(user, false); }

static enum err live_here(const struct cli_sweep *wish, const struct sweep_folder *folder,
                          struct cli_progress *progress, const atomic_bool *stop, struct fault *fault) {
    const struct sweep_jobs_config config = {.plan = progress->plan,
                                             .folder = folder->path,
                                             .lock = folder->lock,
                                             .jobs = wish->jobs ? (uint32_t)wish->jobs : sweep_jobs_default(),
                                             .patience_s = wish->patience_s,
                                             .stop = stop,
                                             .dealer = progress->dealer,
                                             .told = cli_progress_told,
                                             .idle = idle,
                                             .user = progress};
    return sweep_jobs(&config, fault);
}

static int run(struct call *call) { return cli_sweep_run(call, live_here); }

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
