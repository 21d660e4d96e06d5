// A sweep on the ranks of an MPI program, all on this machine: however many there are, and whichever of them
// dies, its report is that of critter sweep. Where there is no Open MPI, its cases are skipped.
#include "cli/processes.h"
#include "cli/run.h"

#include <signal.h>
#include <time.h>

#define LIVES "1..24"
#define HOURS "0.003"
static const char FALL[] = "{\"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}],\n"
                           " \"timeline\": [{\"per_hour\": 60, \"do\": {\"tip\": {\"what\": \"v\"}}}]}";
static char undisturbed[1 << 18];

static const char *report(const char *folder) {
    struct ran *ran =
        run_child(NULL, (const char *const[]){getenv("CRITTER"), "sweep", "report", folder, "--json", NULL});
    if (ran->code) fail_msg("%d: %s", ran->code, ran->err);
    return ran->out;
}

static int go_there(void **state) {
    (void)state;
    assert_int_equal(chdir(temp_folder()), 0);
    assert_int_equal(file_write("fall.json", FALL, strlen(FALL), NULL), ERR_NONE);
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1), setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 0); // what Open MPI keeps to its end is not ours
    struct ran *ran =
        run_child(NULL, (const char *const[]){getenv("CRITTER"), "sweep", "fall.json", "--seeds", LIVES,
                                              "--hours", HOURS, "-o", "here", "-q", NULL});
    if (ran->code) fail_msg("%d: %s", ran->code, ran->err);
    snprintf(undisturbed, sizeof undisturbed, "%s", report("here"));
    return strstr(undisturbed, "\"kind\": \"fell\"") ? 0 : -1;
}

static bool there_is_mpi(void) {
    const char *program = getenv("CRITTER_SWEEP");
    if (program && *program && getenv("MPIRUN")) return true;
    print_message("no Open MPI here: critter-sweep is not tried\n");
    return false;
}

// critter-sweep below mpirun; more: an option of mpirun, or NULL.
static struct ran *ranks(const char *count, const char *folder, const char *silence, const char *more) {
    const char *words[24] = {getenv("MPIRUN"), "--oversubscribe"}, **at = words + 2;
    const char *const rest[] = {"-n",        count,       getenv("CRITTER_SWEEP"),
                                "fall.json", "--seeds",   LIVES,
                                "--hours",   HOURS,       "-o",
                                folder,      "--silence", silence,
                                "-q"};
    if (more) *at++ = more;
    memcpy(at, rest, sizeof rest);
    return run_child(NULL, words);
}

static void every_number_of_ranks_gives_the_same_report(void **state) {
    (void)state;
    static const char *const COUNTS[] = {"1", "3"};
    if (!there_is_mpi()) skip();
    for (int i = 0; i < 2; i++) {
        struct ran *ran = ranks(COUNTS[i], COUNTS[i], "60", NULL);
        if (ran->code || !strstr(ran->out, "24 lives in "))
            fail_msg("%d: %s%s", ran->code, ran->out, ran->err);
        assert_string_equal(report(COUNTS[i]), undisturbed);
    }
}

static void what_is_wrong_is_told_once(void **state) {
    (void)state;
    if (!there_is_mpi()) skip();
    struct ran *ran =
        run_child(NULL, (const char *const[]){getenv("MPIRUN"), "--oversubscribe", "-n", "3",
                                              getenv("CRITTER_SWEEP"), "fall.json", "--seeds", "6..3", NULL});
    static const char SAID[] = "critter-sweep: --seeds: 6..3 runs backwards\n";
    const char *said = strstr(ran->err, SAID);
    if (ran->code != 1 || !said || strstr(said + sizeof SAID - 1, SAID))
        fail_msg("%d: %s", ran->code, ran->err);
}

// ---------------------------------------------------------------------------------------------- a rank dies

// Begins a sweep on three ranks and kills one as soon as a life is there. Its exit code; -1: it was quicker.
static int killed_rank(const char *folder, const char *more) {
    char lives[64];
    int status = 0;
    pid_t done = 0;
    snprintf(lives, sizeof lives, "%s/lives", folder);
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        end_with_test();
        _exit(ranks("3", folder, "1", more)->code);
    }
    pid_t mpirun = 0, rank = 0;
    while (!done && !(rank && folder_exists(lives))) {
        done = waitpid(pid, &status, WNOHANG);
        if (!mpirun) mpirun = begun_by(pid, NULL);
        if (mpirun && !rank) rank = begun_by(mpirun, "OMPI_COMM_WORLD_RANK=1");
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); // looking costs more than what is looked for
    }
    if (!done) kill(rank, SIGKILL);
    if (!done) assert_int_equal(waitpid(pid, &status, 0), pid);
    return done ? -1 : WEXITSTATUS(status);
}

static void a_rank_that_dies_costs_its_own_lives(void **state) {
    (void)state;
    if (!there_is_mpi()) skip();
    char folder[32];
    int code = -1;
    for (int i = 0; code < 0 && i < 20; i++) {
        snprintf(folder, sizeof folder, "dies%d", i);
        code = killed_rank(folder, "--enable-recovery");
    }
    assert_int_equal(code, 0);
    assert_string_equal(report(folder), undisturbed);
}

static void a_sweep_whose_rank_died_goes_on(void **state) {
    (void)state;
    if (!there_is_mpi()) skip();
    char folder[32];
    int code = -1;
    for (int i = 0; code < 0 && i < 20; i++) {
        snprintf(folder, sizeof folder, "ends%d", i);
        code = killed_rank(folder, NULL);
    }
    assert_true(code > 0);
    struct ran *ran = ranks("2", folder, "60", NULL);
    if (ran->code) fail_msg("%d: %s%s", ran->code, ran->out, ran->err);
    assert_string_equal(report(folder), undisturbed);
}

static void its_manual_page_has_its_options(void **state) {
    (void)state;
    if (!there_is_mpi()) skip();
    struct ran *ran = run_child(NULL, (const char *const[]){getenv("CRITTER_SWEEP"), "--manual", NULL});
    assert_int_equal(ran->code, 0);
    static const char *const PARTS[] = {".TH CRITTER\\-SWEEP 1 ", "\ncritter\\-sweep \\- lives many",
                                        "\\fB\\-\\-silence\\fR \\fIS\\fR\n", "\nsrun \\-\\-mpi=pmix",
                                        ".SH EXIT STATUS\n"};
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (!strstr(ran->out, PARTS[i])) fail_msg("no \"%s\" in: %.600s", PARTS[i], ran->out);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_manual_page_has_its_options),
        cmocka_unit_test(every_number_of_ranks_gives_the_same_report),
        cmocka_unit_test(what_is_wrong_is_told_once),
        cmocka_unit_test(a_rank_that_dies_costs_its_own_lives),
        cmocka_unit_test(a_sweep_whose_rank_died_goes_on),
    };
    return support_run(argc, argv, tests, go_there, NULL);
}
