// What `critter sweep` and critter-sweep, the same on a cluster, share: options, the progress line, and the
// end.
#pragma once

#include "cli/commands.h"
#include "run/sweep/folder.h"
#include "run/sweep/jobs.h"

struct cli_sweep {
    const char *seeds, *out, *mind, *resources;
    double hours, patience_s, silence_s;
    int32_t jobs;
    bool loud, accuracy, check, quiet;
    struct option_list over, set;
};
enum { CLI_SWEEP_OPTION_COUNT = 13, CLI_CLUSTER_OPTION_COUNT = 14 }; // the last is of critter-sweep alone
extern const struct option CLI_SWEEP_OPTIONS[CLI_CLUSTER_OPTION_COUNT];
extern const char CLI_SWEEP_HELP[];

// What is wished for, out of a command line; EXIT_FINE, or what was said.
int cli_sweep_wish(struct call *call, struct sweep_wish *out);

// Where its lives are kept: as it was said, or the scenario's name and .sweep, here.
const char *cli_sweep_folder(const struct cli_sweep *options, const struct sweep_wish *wish, char *out,
                             size_t size);

// How far it is, and how it ends.
struct cli_progress {
    const struct sweep_plan *plan;
    struct dealer *dealer;
    uint32_t before, lived, failed, torn, foreign; // before: lives that were there; failed: lives, of all
    struct sweep_told worst;
    int64_t begun_us, told_us;
    bool quiet, lines; // lines: nobody looks at a terminal, and a line now and then is welcome
    uint64_t memory_bytes;
};
void cli_progress_found(void *user, enum sweep_found is, const struct sweep_life *life,
                        const struct fault *said);
void cli_progress_told(void *user, const struct sweep_told *told);
void cli_progress_show(struct cli_progress *progress, bool last);
// All of a sweep that goes on: `liver` lives what is left, here or on many machines.
typedef enum err cli_sweep_liver(const struct cli_sweep *wish, const struct sweep_folder *folder,
                                 struct cli_progress *progress, const atomic_bool *stop, struct fault *fault);
int cli_sweep_run(struct call *call, cli_sweep_liver *liver);
// For those who only read a folder: tells what is not counted.
void cli_sweep_passed_over(void *user, enum sweep_found is, const struct sweep_life *life,
                           const struct fault *said);
// The last words, and the exit code.
int cli_sweep_end(struct call *call, const struct cli_progress *progress, const char *out, enum err err,
                  const struct fault *fault, bool check);
