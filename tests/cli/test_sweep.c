// Many lives: what a sweep keeps, that nothing is lost or counted twice however it ends, what it refuses, and
// what its reports say. CRITTER_KILLS: how often it is killed. CRITTER_LIVES=all: the proofs that need many.
#include "cli/processes.h"
#include "cli/terminal.h"

#include "base/maths/chance.h"
#include "base/system/file.h"
#include "codec/picture/png.h"

#include "run/sweep/compare.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>

static struct ran *ran;
#define CRITTER(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), __VA_ARGS__, NULL}))
#define FINE()                                                                                               \
    if (ran->code) fail_msg("%d: %s%s", ran->code, ran->out, ran->err)
#define SAYS(words)                                                                                          \
    if (!strstr(ran->out, words)) fail_msg("no \"%s\" in: %s%s", words, ran->out, ran->err)
#define COMPLAINS(how, words)                                                                                \
    if (ran->code != (how) || !strstr(ran->err, words)) fail_msg("%d: %s%s", ran->code, ran->out, ran->err)

static void put(const char *name, const char *text) {
    assert_int_equal(file_write(name, text, strlen(text), NULL), ERR_NONE);
}
static char *read_all(const char *path) {
    static struct buf text;
    struct fault fault = {0};
    buf_clear(&text);
    if (file_read(path, 1 << 22, &text, &fault)) fail_msg("%s: %s", path, fault.said);
    buf_byte(&text, 0);
    return (char *)text.at;
}

// Somebody tips it over, by chance: in some lives, and never in most.
static const char FALL[] = "{\"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}],\n"
                           " \"timeline\": [{\"per_hour\": 15, \"do\": {\"tip\": {\"what\": \"v\"}}}]}";
#define SHORT "0.004" // hours

static int go_there(void **state) {
    (void)state;
    assert_int_equal(chdir(temp_folder()), 0);
    put("fall.json", FALL);
    return 0;
}

static void a_life_is_the_one_that_sim_lives(void **state) {
    (void)state;
    char hash[32];
    CRITTER("sweep", "fall.json", "--seeds", "3..6", "--hours", SHORT, "-o", "few", "-q");
    FINE();
    SAYS("4 lives in few, something failed in 0");
    CRITTER("sim", "fall.json", "--seed", "5", "--seconds", "14.4", "-q");
    FINE();
    assert_int_equal(sscanf(strstr(ran->out, "hash "), "hash %31s", hash), 1);
    const char *life = read_all("few/lives/0/2.txt");
    if (!strstr(life, hash) || !strstr(life, "\nseed\t5\n")) fail_msg("no %s in %s", hash, life);
    CRITTER("sweep", "fall.json", "--seeds", "3..6", "--hours", SHORT, "-o", "few", "-j",
            "1"); // nothing is left
    FINE();
    SAYS("4 lives in few");
}

// One in so many lives goes wrong: it is found, told first, and its command shows it. Whoever looks on
// meanwhile sees how quick it is, how long it takes yet, and the worst so far.
static void what_went_wrong_is_found_and_lived_again(void **state) {
    (void)state;
    ran = run_on_terminal((const char *const[]){getenv("CRITTER"), "sweep", "fall.json", "--seeds", "1..60",
                                                "--hours", SHORT, "-o", "out", "--check", NULL});
    assert_int_equal(ran->code, 1);
    SAYS("60 lives in out, something failed in 2");
    if (!strstr(ran->err, " a second, ") || !strstr(ran->err, " s left") ||
        !strstr(ran->err, "; 2 failed, the worst: seed ") || !strstr(ran->err, "\r60 of 60 lives, "))
        fail_msg("%s", ran->err);
    CRITTER("sweep", "report", "out");
    FINE();
    SAYS("v: fell, in 2 of 60 lives\n");
    SAYS("  at 6.270 s: critter run fall.json --seed 36 --from 0\n");
    SAYS("\nThe worst lives\n  seed 36: v, fell at 6.270 s\n  seed 9: v, fell at 1.320 s\n");
    CRITTER("sweep", "worst", "out", "-n", "1");
    FINE();
    SAYS("seed 36, v fell at 6.270 s\n  recorded in out/worst/35.world\n");
    CRITTER("replay", "out/worst/35.world");
    FINE();
    CRITTER("sweep", "worst", "out", "-n", "1", "--media", "-o", "shown");
    FINE();
    CRITTER("log", "show", "shown/35.world.v.life", "--media", "pictures_of_it");
    if (ran->code || !folder_exists("pictures_of_it")) fail_msg("%s", ran->err);
    CRITTER("sweep", "report", "out", "--csv");
    SAYS("\n8,9,\"\",14.4,");
    SAYS(",1,fell,\"v\",1.32,");
    unsigned rows = 0;
    for (const char *at = ran->out; (at = strchr(at, '\n')); at++) rows++;
    assert_int_equal(rows, 61);
    CRITTER("sweep", "report", "out", "--json");
    SAYS("\"failed\": 2");
    SAYS("\"worst_seed\": 9");
    CRITTER("sweep", "report", "out", "--json", "--csv");
    COMPLAINS(2, "expected one of");
    CRITTER("sweep", "report", "out", "--html");
    SAYS("<h1>fall.json</h1>");
    SAYS("<h3>v: fell, in 2 of 60 lives</h3>");
    SAYS("<td class=n>36<td class=n>6.270 s<td><code>critter run fall.json --seed 36 --from 0</code></tr>");
    SAYS("<svg ");
}

static bool green(const struct pixels *p, unsigned x, unsigned y) {
    const uint8_t *at = pixels_at(p, x, y);
    return at[1] > at[0] + 50 && at[1] > at[2];
}

// Lives without a fall, and a few with one: a bar as high as the picture, one that is nearly nothing, and
// none between.
static void figures_become_pictures(void **state) {
    (void)state;
    struct buf file = {0};
    struct pixels picture = {0};
    unsigned tall = 0, small = 0, between = 0;
    CRITTER("sweep", "report", "out", "--png", "pictures");
    FINE();
    assert_int_equal(file_read("pictures/v.falls.png", 1 << 20, &file, NULL), ERR_NONE);
    assert_int_equal(png_decode((struct bytes){file.at, file.len}, 3, &picture, NULL), ERR_NONE);
    for (unsigned y = 0; y < picture.height; y++) {
        tall += green(&picture, 25, y);
        small += green(&picture, 605, y);
        between += green(&picture, 200, y);
    }
    if (tall < 50 || small < 1 || small > 5 || between) fail_msg("%u, %u, %u", tall, small, between);
    pixels_free(&picture), buf_free(&file);
    CRITTER("sweep", "report", "out", "--png", "pictures", "--csv");
    COMPLAINS(2, "expected one of");
    put("in_the_way", "");
    CRITTER("sweep", "report", "out", "--png", "in_the_way");
    COMPLAINS(1, "in_the_way");
}

// What went before is lived as sim lives it, and then the page opens: to the byte of the recordings.
static void a_life_goes_on_from_a_moment(void **state) {
    (void)state;
    CRITTER("run", "fall.json", "--seed", "9", "--from", "8", "--record", "from.world", "--no-browser",
            "--port", "0", "--seconds", "0.2");
    FINE();
    CRITTER("sim", "fall.json", "--seed", "9", "--seconds", "8", "--record", "sim.world", "-q");
    FINE();
    CRITTER("log", "show", "sim.world");
    char *sim = strdup(ran->out), *end = strstr(sim, "       7.000  hash");
    assert_non_null(end);
    *strchr(end, '\n') = 0; // after that each goes its own way
    CRITTER("log", "show", "from.world");
    const char *from = strstr(ran->out, "       0.000  hash"), *of_sim = strstr(sim, "       0.000  hash");
    if (!from || strncmp(from, of_sim, strlen(of_sim)) != 0) fail_msg("%s\n%s", sim, ran->out);
    free(sim);
    CRITTER("run", "fall.json", "--from", "5", "--body", "cozmo@127.0.0.1");
    COMPLAINS(2, "--from: ");
}

static pid_t begin(const char *folder, const char *seeds, const char *said) {
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        end_with_test();
        int null = open("/dev/null", O_RDWR), told = open(said, O_RDWR | O_CREAT | O_TRUNC, 0600);
        dup2(null, 1), dup2(told, 2);
        execl(getenv("CRITTER"), "critter", "sweep", "fall.json", "--seeds", seeds, "--hours", SHORT, "-o",
              folder, "-q", "-j", "2", (char *)NULL);
        _exit(127);
    }
    return pid;
}

static void is_as_undisturbed(const char *folder) {
    CRITTER("sweep", "report", "out", "--json");
    char *undisturbed = strdup(ran->out);
    CRITTER("sweep", "report", folder, "--json");
    assert_string_equal(ran->out, undisturbed);
    free(undisturbed);
}

// Killed at any moment, and gone on: nothing is lost, and nothing counted twice.
static void whoever_is_killed_goes_on(void **state) {
    (void)state;
    unsigned kills = getenv("CRITTER_KILLS") ? (unsigned)atoi(getenv("CRITTER_KILLS")) : 4, sweeps = 0;
    struct chance dice = chance_of(11, chance_stream("kills"), 0);
    char folder[40] = "killed";
    for (unsigned killed = 0, tries = 0; killed < kills && tries < 10 * kills; tries++) {
        pid_t pid = begin(folder, "1..60", "/dev/null");
        int status = 0;
        nanosleep(&(struct timespec){.tv_nsec = 1000000 + chance_below(&dice, 60000000)}, NULL);
        kill(pid, tries % 4 ? SIGKILL : SIGINT);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        bool whole = WIFEXITED(status) && !WEXITSTATUS(status);
        killed += !whole;
        if (!whole) continue;
        is_as_undisturbed(folder); // it was quicker: the next one
        snprintf(folder, sizeof folder, "killed%u", ++sweeps);
    }
    assert_soon(
        (CRITTER("sweep", "fall.json", "--seeds", "1..60", "--hours", SHORT, "-o", folder, "-q"))->code == 0);
    is_as_undisturbed(folder);
}

// In some scenarios every life fails: something that is expected does not hold, and the world refuses
// something.
static void what_is_expected_and_what_is_refused_are_failures(void **state) {
    (void)state;
    put("expects.json",
        "{\"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}],\n"
        " \"timeline\": [{\"at_s\": 1, \"do\": {\"pick_up\": {\"what\": \"late\"}}},\n"
        "               {\"at_s\": 3, \"do\": {\"cube\": {\"name\": \"late\", \"x_m\": 0.3}}}],\n"
        " \"expect\": [{\"at_s\": 2, \"place\": {\"what\": \"v\", \"x_m\": 5}}]}");
    CRITTER("sweep", "expects.json", "--seeds", "1..2", "--hours", "0.001", "-o", "expects", "-q", "--check");
    assert_int_equal(ran->code, 1);
    CRITTER("sweep", "report", "expects");
    SAYS("\n$.expect[0]: an expectation did not hold, in 2 of 2 lives\n  this does not hold: it is at ");
    SAYS("\n$.timeline[0].do: the world refused something, in 2 of 2 lives\n  nothing here is called "
         "\"late\"\n");
    SAYS("  at 1.025 s: critter run expects.json --seed 2 --from 0\n");
    if (strstr(ran->out, "$.expect[0]") > strstr(ran->out, "$.timeline[0]")) fail_msg("%s", ran->out);
}

// Under a sanitizer nobody looks for leaks at its end: whoever does is a child of its own, too, and is met in
// place of a job.
static pid_t begin_one(const char *folder) {
    char options[500];
    const char *usual = getenv("ASAN_OPTIONS");
    snprintf(options, sizeof options, "%s%sdetect_leaks=0", usual ? usual : "", usual ? ":" : "");
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        end_with_test();
        setenv("ASAN_OPTIONS", options, 1);
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1), dup2(null, 2);
        execl(getenv("CRITTER"), "critter", "sweep", "fall.json", "--seeds", "1..1", "--hours", "744", "-o",
              folder, "-q", (char *)NULL);
        _exit(127);
    }
    return pid;
}

// Whatever ends the process that lives a life: a crash twice is a finding; a kill is not, and is told in the
// end.
static void a_life_that_ends_the_program_is_a_finding(void **state) {
    (void)state;
    static const struct {
        int number, code;
        const char *folder;
    } WAYS[] = {{SIGABRT, 0, "crashes"}, {SIGKILL, 1, "kills"}}; // SIGSEGV is a sanitizer's own
    for (int i = 0; i < 2; i++) {
        pid_t pid = begin_one(WAYS[i].folder);
        int status = 0;
        while (!waitpid(pid, &status, WNOHANG)) {
            pid_t job = begun_by(pid, NULL);
            if (job) kill(job, WAYS[i].number);
            nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        }
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), WAYS[i].code);
    }
    CRITTER("sweep", "report", "crashes");
    SAYS("program: the program crashed, in 1 of 1 life\n");
    CRITTER("sweep", "report", "kills");
    SAYS("0 of 1 life so far");
}

// A month takes long enough to be met between two of its moments: each life is ended, told and counted, and
// the sweep comes to its end.
static void a_life_that_stands_still_is_ended(void **state) {
    (void)state;
    CRITTER("sweep", "fall.json", "--seeds", "1..3", "--hours", "744", "-o", "hung", "-q", "--patience",
            "0.001");
    COMPLAINS(0, "seed 2: the program stood still: for more than 0.001 s, twice");
    SAYS("3 lives in hung, something failed in 3");
    CRITTER("sweep", "report", "hung");
    SAYS("program: the program stood still, in 3 of 3 lives\n");
    CRITTER("sweep", "fall.json", "--seeds", "1..3", "--hours", SHORT, "-o", "hung", "-q", "--patience",
            "-1");
    COMPLAINS(2, "--patience");
}

static void torn_and_foreign_files_are_told(void **state) {
    (void)state;
    char life[1 << 16];
    snprintf(life, sizeof life, "%s", read_all("few/lives/0/1.txt"));
    life[strlen(life) / 2] = 0;
    put("few/lives/0/1.txt", life);
    CRITTER("sweep", "report", "few");
    COMPLAINS(0, "few/lives/0/1.txt: the file is torn");
    SAYS("3 of 4 lives so far");
    CRITTER("sweep", "fall.json", "--seeds", "3..6", "--hours", SHORT, "-o", "few", "-q");
    COMPLAINS(0, "; lived again");
    CRITTER("sweep", "report", "few");
    assert_string_equal(ran->err, "");
    put("few/lives/0/note.txt", "hello");
    CRITTER("sweep", "fall.json", "--seeds", "3..6", "--hours", SHORT, "-o", "few", "-q");
    COMPLAINS(1, "few/lives/0/note.txt: this is no file of a sweep");
    assert_int_equal(unlink("few/lives/0/note.txt"), 0);
    assert_int_equal(rename("few/lives/0/1.txt", "few/lives/0/0.txt"), 0); // one under the name of another
    CRITTER("sweep", "report", "few");
    COMPLAINS(0, "few/lives/0/0.txt: this is life 1 under the name of another");
    assert_int_equal(unlink("few/lives/0/0.txt"), 0);
}

static void other_sweeps_are_refused_by_name(void **state) {
    (void)state;
    static const struct {
        const char *words[9];
        int code;
        const char *said;
    } TABLE[] = {
        {{"fall.json", "--seeds", "3..7", "--hours", SHORT, "-o", "few"},
         1,
         "few: a sweep of other seeds: 3..6"},
        {{"fall.json", "--seeds", "3..6", "--hours", "0.005", "-o", "few"},
         1,
         "few: a sweep of other lives: 0.004 hours each"},
        {{"empty-floor", "--seeds", "3..6", "--hours", SHORT, "-o", "few"}, 1, "few: a sweep of "},
        {{"fall.json", "--seeds", "3..6", "--hours", SHORT, "-o", "few", "--set", "touch.on_ms=80"},
         1,
         "other knobs"},
        {{"fall.json", "--seeds", "3..6", "--hours", SHORT, "-o", "."},
         1,
         "no folder of a sweep, and not empty"},
        {{"fall.json", "--seeds", "6..3", "--hours", SHORT, "-o", "x"}, 1, "--seeds: 6..3 runs backwards"},
        {{"fall.json", "--seeds", "0..3", "--hours", SHORT, "-o", "x"}, 1, "--seeds: seeds begin with 1"},
        {{"fall.json", "--seeds", "a..3", "--hours", SHORT, "-o", "x"}, 2, "--seeds: expected FIRST..LAST"},
        {{"fall.json", "--seeds", "1..99999999", "--hours", SHORT, "-o", "x"}, 1, "--seeds: at most"},
        {{"fall.json", "--seeds", "1..3", "--over", "touch.onms=1,2", "-o", "x"}, 1, "touch.on_ms"},
        {{"fall.json", "--seeds", "1..3", "--over", "touch.on_ms=1,1e9", "-o", "x"}, 1, "--over: "},
        {{"fall.json", "--seeds", "1..3", "--over", "touch.on_ms", "-o", "x"}, 1, "--over: "},
        {{"fall.json", "--seeds", "1..3", "--over", "touch.on_ms=80,80", "-o", "x"}, 1, "the value 80 twice"},
        {{"nowhere.json", "--seeds", "1..3", "-o", "x"}, 1, "nowhere.json"},
        {{"fall.json", "--seeds", "1..3", "--jobs", "0", "-o", "x"}, 2, "--jobs"},
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        const char *argv[12] = {getenv("CRITTER"), "sweep"};
        memcpy(argv + 2, TABLE[i].words, sizeof TABLE[i].words);
        ran = run_child(NULL, argv);
        if (ran->code != TABLE[i].code || !strstr(ran->err, TABLE[i].said))
            fail_msg("%zu: %d: %s", i, ran->code, ran->err);
        assert_false(file_exists("x/sweep.json"));
    }
    char manifest[1 << 16], *program;
    snprintf(manifest, sizeof manifest, "%s", read_all("few/sweep.json"));
    assert_non_null(program = strstr(manifest, "\"program\": \""));
    program[12] = program[12] == '0' ? '1' : '0'; // another build of it
    char *own = strdup(read_all("few/sweep.json"));
    put("few/sweep.json", manifest);
    CRITTER("sweep", "fall.json", "--seeds", "3..6", "--hours", SHORT, "-o", "few");
    COMPLAINS(1, "few: a sweep of another build of this program");
    put("few/sweep.json", own);
    free(own);
    CRITTER("sweep", "report", "nowhere");
    COMPLAINS(1, "nowhere: there is no such folder");
    CRITTER("sweep", "report", ".");
    COMPLAINS(1, "no folder of a sweep");
}

static void a_scenario_that_changes_is_another_sweep(void **state) {
    (void)state;
    put("change.json", FALL);
    CRITTER("sweep", "change.json", "--seeds", "1..2", "--hours", SHORT, "-o", "change", "-q");
    FINE();
    char text[sizeof FALL];
    memcpy(text, FALL, sizeof FALL);
    memcpy(strstr(text, "15"), "16", 2);
    put("change.json", text);
    CRITTER("sweep", "change.json", "--seeds", "1..2", "--hours", SHORT, "-o", "change", "-q");
    COMPLAINS(1, "change: ");
    CRITTER("sweep", "report", "change"); // what was lived is still told
    FINE();
}

// One that changes while it is lived: all lives are of what it was, and whoever began it is told.
static void a_scenario_that_changes_meanwhile_is_told(void **state) {
    (void)state;
    char other[sizeof FALL], folder[40], lives[60], said[200] = "";
    memcpy(other, FALL, sizeof other);
    memcpy(strstr(other, "15"), "99", 2);
    for (int i = 0; i < 20 && !*said; i++) { // until it is no quicker than we are
        int status = 0;
        snprintf(folder, sizeof folder, "meantime%d", i);
        snprintf(lives, sizeof lives, "%s/lives", folder);
        pid_t pid = begin(folder, "1..16", "told");
        assert_soon(folder_exists(lives));
        put("fall.json", other);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
        snprintf(said, sizeof said, "%s", read_all("told"));
        CRITTER("sweep", "fall.json", "--seeds", "1..16", "--hours", SHORT, "-o", folder, "-q");
        put("fall.json", FALL);
        COMPLAINS(1, "meantime");
        CRITTER("sweep", "report", "out", "--csv");
        char *undisturbed = strdup(ran->out);
        CRITTER("sweep", "report", folder, "--csv");
        assert_memory_equal(ran->out, undisturbed, strlen(ran->out)); // a row a life, the first 16
        free(undisturbed);
    }
    if (!strstr(said, "fall.json has changed meanwhile: these lives are of what it was, which is meantime"))
        fail_msg("%s", said);
}

// What its lives read beside the scenario counts, too: a folder of resources, and cards.
static void files_that_change_are_another_sweep(void **state) {
    (void)state;
    static const char WITH_A_CARD[] = "{\"robots\": [{\"creature\": \"pleo\", \"card\": \"card\"}]}";
    static const char *const CHANGED[] = {"own/notes.txt", "card/notes.txt"};
    assert_int_equal(folder_make("own", NULL), ERR_NONE);
    assert_int_equal(folder_make("card", NULL), ERR_NONE);
    for (int i = 0; i < 2; i++) put(CHANGED[i], "before");
    put("card.json", WITH_A_CARD);
#define SWEEP_IT()                                                                                           \
    CRITTER("sweep", "card.json", "--seeds", "1..1", "--hours", "0.0001", "--resources", "own", "-o",        \
            "files", "-q")
    SWEEP_IT();
    FINE();
    for (int i = 0; i < 2; i++) {
        char said[60];
        put(CHANGED[i], "after");
        snprintf(said, sizeof said, "files: %.*s has changed since", (int)strcspn(CHANGED[i], "/"),
                 CHANGED[i]);
        SWEEP_IT();
        COMPLAINS(1, said);
        put(CHANGED[i], "before");
    }
    SWEEP_IT();
    FINE();
#undef SWEEP_IT
}

// Lives that were lived while a card of theirs changed are kept by nobody: they end the sweep.
static void files_that_change_meanwhile_end_it(void **state) {
    (void)state;
    int status = 0;
    assert_int_equal(folder_make("meanwhile", NULL), ERR_NONE);
    put("meanwhile/notes.txt", "before");
    put("meanwhile.json", "{\"robots\": [{\"creature\": \"pleo\", \"card\": \"meanwhile\"}]}");
#define WORDS "sweep", "meanwhile.json", "--seeds", "1..100000", "--hours", "0.0001", "-o", "changed", "-q"
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        end_with_test();
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1), dup2(null, 2);
        execl(getenv("CRITTER"), "critter", WORDS, (char *)NULL);
        _exit(127);
    }
    assert_soon(folder_exists("changed/lives"));
    put("meanwhile/notes.txt", "after");
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    CRITTER(WORDS);
    COMPLAINS(1, "changed: meanwhile has changed since this sweep began");
#undef WORDS
}

static void two_do_not_share_a_folder(void **state) {
    (void)state;
    int lock = -1;
    struct fault fault = {0};
    assert_int_equal(folder_lock("out", &lock, &fault), ERR_NONE);
    CRITTER("sweep", "fall.json", "--seeds", "1..60", "--hours", SHORT, "-o", "out", "-q");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "out"));
    close(lock);
    CRITTER("sweep", "fall.json", "--seeds", "1..60", "--hours", SHORT, "-o", "out", "-q");
    FINE();
}

// A disk that is full: what it says still has room, the file of a life or a sweep has none.
static int with_a_full_disk(int argc, char *const *argv) {
    struct rlimit few = {400, 400};
    signal(SIGXFSZ, SIG_IGN);
    if (argc < 2 || setrlimit(RLIMIT_FSIZE, &few)) return 126;
    execv(argv[0], argv);
    return 127;
}
static void a_full_disk_is_told_and_leaves_nothing_half_written(void **state) {
    (void)state;
    static const char *const FOLDERS[] = {"few", "none"}; // "few" is there, but for what was taken away above
    for (int i = 0; i < 2; i++) {
        const char *const words[] = {
            getenv("CRITTER"), "sweep", "fall.json", "--seeds", "3..6", "--hours", SHORT, "-o",
            FOLDERS[i],        "-q",    NULL};
        ran = run_child(with_a_full_disk, words);
        COMPLAINS(1, i ? "none/sweep.json: " : "few/lives/0/");
        if (!i) COMPLAINS(1, "2 of 4 lives are in few; the same command goes on");
        assert_false(i && file_exists("none/sweep.json"));
        ran = run_child(NULL, words);
        FINE();
        CRITTER("sweep", "report", FOLDERS[i]);
        assert_string_equal(ran->err, "");
        SAYS("\n4 lives, ");
    }
}

static void every_value_of_a_knob_is_lived(void **state) {
    (void)state;
    CRITTER("sweep", "fall.json", "--seeds", "1..3", "--hours", SHORT, "--over", "touch.on_ms=40,90",
            "--over", "touch.off_ms=100,200", "-o", "over", "-q");
    FINE();
    SAYS("12 lives in over");
    CRITTER("sweep", "report", "over");
    SAYS("\ntouch.on_ms=40, touch.off_ms=100\n");
    SAYS("\ntouch.on_ms=90, touch.off_ms=200\n");
    CRITTER("sweep", "report", "over", "--csv");
    SAYS("\n11,3,\"touch.on_ms=90, touch.off_ms=200\",14.4,");
}

static const char *interval(const char *figure) {
    CRITTER("sweep", "compare", "out", "others", "--figure", figure);
    FINE();
    return strrchr(ran->out, ' ') + 1;
}

static void two_sweeps_are_compared(void **state) {
    (void)state;
    CRITTER("sweep", "fall.json", "--seeds", "61..120", "--hours", SHORT, "-o", "others", "-q");
    FINE();
    assert_string_equal(interval("v.blink_rate"), "difference\n");
    CRITTER("sweep", "compare", "out", "out"); // the same lives
    FINE();
    assert_null(strstr(ran->out, "not paired"));
    SAYS("\n0 of 25 differ.");
    CRITTER("sweep", "compare", "out", "others", "--figure", "v.blinkrate");
    COMPLAINS(1, "no figure of both");
    CRITTER("sweep", "compare", "out", "others", "--json");
    SAYS("\"compared\": 25");
    CRITTER("sweep", "fall.json", "--seeds", "1..30", "--hours", SHORT, "-o", "startled", "-q", "--set",
            "attitude.shock_mps2=1"); // it takes every movement of its own for a blow
    FINE();
    CRITTER("sweep", "compare", "out", "startled", "--figure", "v.clips");
    SAYS("  differs\n");
    CRITTER("sweep", "compare", "out", "nowhere");
    COMPLAINS(1, "nowhere: there is no such folder");
}

// How high it is after so long.
static double height_m(const char *scenario, const char *seed, const char *seconds) {
    double x, y, z = -1;
    CRITTER("sim", scenario, "--seed", seed, "--seconds", seconds, "-q");
    const char *at = strstr(ran->out, "v: at ");
    if (!at || sscanf(at, "v: at %lf, %lf, %lf", &x, &y, &z) != 3) fail_msg("%s%s", ran->out, ran->err);
    return z;
}

// A robot that falls one time in 500 lives is found, told first, and falls again at its moment.
static void one_in_five_hundred_is_found(void **state) {
    (void)state;
    if (!getenv("CRITTER_LIVES")) skip();
    char rare[sizeof FALL];
    memcpy(rare, FALL, sizeof rare);
    memcpy(strstr(rare, "15"), " 1", 2);
    put("rare.json", rare);
    CRITTER("sweep", "rare.json", "--seeds", "1..500", "--hours", SHORT, "-o", "rare", "-q", "--check");
    assert_int_equal(ran->code, 1);
    CRITTER("sweep", "report", "rare");
    SAYS("v: fell, in 1 of 500 lives\n");
    SAYS("  at 8.020 s: critter run rare.json --seed 169 --from 0\n");
    SAYS("\nThe worst lives\n  seed 169: v, fell at 8.020 s\n");
    CRITTER("sweep", "worst", "rare", "-n", "1");
    SAYS("seed 169, v fell at 8.020 s\n  recorded in rare/worst/168.world\n");
    assert_true(height_m("rare.json", "169", "7") < 0.005);
    assert_true(height_m("rare.json", "169", "9") > 0.02);
}

// So many lives of a table's, drawn by chance, as a table of their own.
struct drawn {
    struct sweep_plan plan;
    struct sweep_table table;
    struct sweep_row row[40];
    double column[40];
};
static void draw(struct drawn *d, const struct sweep_table *of, uint32_t figure, const uint32_t *order,
                 uint64_t first_seed, double times) {
    enum { LIVES = sizeof d->column / sizeof *d->column };
    *d = (struct drawn){.plan = {.figures = &of->plan->figures[figure],
                                 .figure_count = 1,
                                 .first_seed = first_seed,
                                 .last_seed = first_seed + LIVES - 1,
                                 .variants = 1,
                                 .lives = LIVES}};
    d->table = (struct sweep_table){
        .plan = &d->plan, .rows = LIVES, .room = LIVES, .row = d->row, .columns = d->column};
    for (uint32_t i = 0; i < LIVES; i++)
        d->row[i].life = i, d->column[i] = times * sweep_table_column(of, figure)[order[i]];
}

// Lives that somebody strokes: how soon it answers is what was named beforehand. Other seeds of the same
// creature differ in at most 10 of 100 tries; one that answers a fifth slower is found with 40 lives a side.
static void real_lives_are_compared_as_they_should(void **state) {
    (void)state;
    enum { LIVES = 400, TRIES = 100 };
    if (!getenv("CRITTER_LIVES")) skip();
    put("stroked.json", "{\"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}], \"timeline\": "
                        "[{\"per_hour\": 900, \"do\": {\"pet\": {\"what\": \"v\", \"seconds\": 1}}}]}");
    CRITTER("sweep", "stroked.json", "--seeds", "1..400", "--hours", "0.1", "-o", "stroked", "-q");
    FINE();
    struct fault fault = {0};
    struct sweep_table *table = sweep_gather("stroked", NULL, &fault);
    assert_non_null(table);
    assert_int_equal(table->rows, LIVES);
    uint32_t figure = 0, order[LIVES], differ = 0, found = 0;
    while (strcmp(table->plan->figures[figure].name, "v.answer_mean") != 0) figure++;
    struct chance dice = chance_of(17, chance_stream("tries"), 0);
    static struct drawn a, b, slower;
    for (uint32_t i = 0; i < LIVES; i++) order[i] = i;
    for (int k = 0; k < TRIES; k++) {
        struct sweep_difference d;
        for (uint32_t i = LIVES - 1; i > 0; i--) {
            uint32_t other = chance_below(&dice, i + 1), was = order[i];
            order[i] = order[other], order[other] = was;
        }
        draw(&a, table, figure, order, 1, 1), draw(&b, table, figure, order + 40, 1001, 1);
        draw(&slower, table, figure, order + 40, 1001, 1.2);
        assert_true(sweep_difference(&a.table, 0, &b.table, 0, &d));
        assert_int_equal(d.pairs, 0);
        differ += d.differs;
        assert_true(sweep_difference(&a.table, 0, &slower.table, 0, &d));
        found += d.differs && d.low > 0;
    }
    print_message("%u of %d differ, %u of %d are found\n", differ, TRIES, found, TRIES);
    assert_true(differ <= TRIES / 10 && found >= 90);
    sweep_table_free(table);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_life_is_the_one_that_sim_lives),
        cmocka_unit_test(what_went_wrong_is_found_and_lived_again),
        cmocka_unit_test(figures_become_pictures),
        cmocka_unit_test(a_life_goes_on_from_a_moment),
        cmocka_unit_test(whoever_is_killed_goes_on),
        cmocka_unit_test(what_is_expected_and_what_is_refused_are_failures),
        cmocka_unit_test(a_life_that_ends_the_program_is_a_finding),
        cmocka_unit_test(a_life_that_stands_still_is_ended),
        cmocka_unit_test(torn_and_foreign_files_are_told),
        cmocka_unit_test(other_sweeps_are_refused_by_name),
        cmocka_unit_test(a_scenario_that_changes_is_another_sweep),
        cmocka_unit_test(a_scenario_that_changes_meanwhile_is_told),
        cmocka_unit_test(files_that_change_are_another_sweep),
        cmocka_unit_test(files_that_change_meanwhile_end_it),
        cmocka_unit_test(two_do_not_share_a_folder),
        cmocka_unit_test(a_full_disk_is_told_and_leaves_nothing_half_written),
        cmocka_unit_test(every_value_of_a_knob_is_lived),
        cmocka_unit_test(two_sweeps_are_compared),
        cmocka_unit_test(one_in_five_hundred_is_found),
        cmocka_unit_test(real_lives_are_compared_as_they_should),
    };
    return support_run(argc, argv, tests, go_there, NULL);
}
