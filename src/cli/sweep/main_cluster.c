// critter-sweep: the same sweep on many machines, each process a rank of an MPI program.
#include "cli/sweep/cluster.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 4096 };

static enum err live_there(const struct cli_sweep *wish, const struct sweep_folder *folder,
                           struct cli_progress *progress, const atomic_bool *stop, struct fault *fault) {
    struct word start = {.kind = WORD_START};
    char *whole = realpath(folder->path, NULL); // ranks may begin elsewhere
    bool fits = whole && strlen(whole) < sizeof start.start.folder;
    if (fits) strcpy(start.start.folder, whole);
    free(whole);
    if (!fits) return fault_at(fault, ERR_LIMIT, folder->path, 0, 0, "the path is too long");
    start.start.digest = progress->plan->digest;
    start.start.patience_s = wish->patience_s, start.start.silence_s = wish->silence_s;
    start.start.jobs = wish->jobs ? (uint32_t)wish->jobs : 1;
    progress->lines = true;
    return cluster_head(&cluster, &start, progress, stop, fault);
}

static int run(struct call *call) { return cli_sweep_run(call, live_there); }

static const struct command COMMAND = {
    .name = "critter-sweep",
    .summary = "lives many lives of a scenario on all ranks of an MPI program, and counts how they go",
    .words = "SCENARIO",
    .words_least = 1,
    .words_most = 1,
    .help =
        "As critter sweep, on many machines: each rank lives one life after the other (--jobs: several at "
        "once) and writes it into FOLDER, which all machines share. Rank 0 deals a few lives at a time. The "
        "folder is the same as that of critter sweep, which reports on it.\n\n"
        "Whatever ends it loses at most the lives that were under way; the same command goes on. With "
        "mpirun --enable-recovery a rank that dies costs only its own. With --manual alone it prints its "
        "manual "
        "page.",
    .examples = "mpirun -n 8 critter-sweep household --seeds 1..1000 --hours 24 -o day\n"
                "srun --mpi=pmix critter-sweep household --seeds 1..1000 --hours 24 -o day\n"
                "critter sweep report day\n",
    .options = CLI_SWEEP_OPTIONS,
    .option_count = CLI_CLUSTER_OPTION_COUNT,
    .options_size = sizeof(struct cli_sweep),
    .defaults = &(const struct cli_sweep){.seeds = "1..100", .patience_s = 300, .silence_s = 60},
    .run = run,
};

// The frame of commands (frame.c) with one command, whose name is that of the program.
const struct command *const COMMANDS[] = {&COMMAND};
const size_t COMMAND_COUNT = 1;
const struct command *command_find(const char *group, const char *name) {
    (void)name;
    return group ? NULL : &COMMAND;
}
bool group_exists(const char *name) {
    (void)name;
    return false;
}
const char *group_summary(const char *name) {
    (void)name;
    return "";
}
const char *command_title(const struct command *command, char *out, size_t size) {
    snprintf(out, size, "%s", command->name);
    return out;
}

static int as_command(int argc, char **argv) {
    static char *words[ARGUMENTS_MAX + 3];
    if (argc > ARGUMENTS_MAX) return fputs("critter-sweep: too many words\n", stderr), EXIT_WRONG_USE;
    words[0] = words[1] = argv[0];
    memcpy(words + 2, argv + 1, (size_t)argc * sizeof *argv); // with the NULL at the end
    return cli_main(argc + 1, words);
}

static int manual(void) {
    manual_begin(stdout, "CRITTER\\-SWEEP", COMMAND.name, COMMAND.summary);
    puts(".SH SYNOPSIS\n.B mpirun\n[\\fIOPTION\\fR ...] \\fBcritter\\-sweep\\fR [\\fIOPTION\\fR ...] "
         "\\fISCENARIO\\fR\n"
         ".SH DESCRIPTION");
    manual_about(stdout, &COMMAND);
    manual_end(stdout);
    puts(".SH SEE ALSO\n.BR critter (1),\n.BR mpirun (1)");
    return EXIT_FINE;
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "--manual")) return manual(); // without any rank
    struct fault fault = {0};
    int code = EXIT_FINE;
    if (living_begin(&cluster.living, &fault)) fault_print(&fault, stderr); // told as trouble of this rank
    ranks_begin(&cluster.ranks, &argc, &argv);
    if (cluster.ranks.own) {
        signal(SIGINT, SIG_IGN), signal(SIGTERM, SIG_IGN); // rank 0 ends us
        code = cluster_rank(&cluster) ? EXIT_FINE : EXIT_FAILED;
    } else {
        code = as_command(argc, argv);
    }
    cluster_leave(&cluster);
    if (!cluster.all_here) fflush(NULL), _exit(code); // MPI would wait for those who are missing
    return code;
}
