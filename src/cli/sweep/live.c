#include "cli/sweep/sweep.h"

#include "base/system/clock.h"
#include "run/scenario.h"

#include <signal.h>
#include <unistd.h>

static atomic_bool stopped;
static void stop(int number) {
    (void)number;
    if (atomic_exchange(&stopped, true)) _exit(130); // asked twice
}

// A sweep lives the scenario that it began with, whatever becomes of its file.
static void tell_of_another_scenario(const struct sweep_plan *plan, const char *folder) {
    struct fault fault = {0};
    struct scenario *now = scenario_open(plan->scenario, NULL, 0, &fault);
    if (!now || !text_same(now->source, plan->source))
        fprintf(stderr,
                "%s has changed meanwhile: these lives are of what it was, which is %s/scenario.json\n",
                plan->scenario, folder);
    scenario_free(now);
}

static int live(struct call *call, const struct sweep_plan *plan, struct sweep_folder *folder,
                cli_sweep_liver *liver) {
    const struct cli_sweep *wish = call->options;
    struct fault fault = {0};
    struct cli_progress progress = {
        .plan = plan, .dealer = dealer_new(0, plan->lives), .quiet = wish->quiet, .begun_us = air_now_us()};
    if (!progress.dealer) {
        fault_set(&fault, ERR_MEMORY, "no memory for so many lives");
        return call_failed(call, &fault);
    }
    const struct sweep_look look = {cli_progress_found, &progress};
    enum err err = sweep_folder_look(folder->path, plan, &look, &fault);
    if (!err && progress.foreign)
        err = fault_at(&fault, ERR_STATE, folder->path, 0, 0,
                       "holds what is not of this sweep (above): move it away first");
    struct sigaction ask = {.sa_handler = stop}, before_int, before_term;
    sigaction(SIGINT, &ask, &before_int);
    sigaction(SIGTERM, &ask, &before_term);
    progress.begun_us = air_now_us();
    if (!err) err = liver(wish, folder, &progress, &stopped, &fault);
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGTERM, &before_term, NULL);
    cli_progress_show(&progress, true);
    tell_of_another_scenario(plan, folder->path);
    int code = cli_sweep_end(call, &progress, folder->path, err, &fault, wish->check);
    dealer_free(progress.dealer);
    return code;
}

int cli_sweep_run(struct call *call, cli_sweep_liver *liver) {
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
    code = live(call, plan, &folder, liver);
    sweep_folder_end(&folder);
    sweep_plan_free(plan);
    return code;
}
