// `critter run` with a Cozmo: a stranger finds it and gives it back; the soul lives in a robot elsewhere;
// wrong words are named.
#include "run.h"

#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>

struct running {
    pid_t pid;
    FILE *out;
    char folder[300];
};

static struct running begin(const char *const *more) {
    struct running r = {0};
    const char *argv[24] = {getenv("CRITTER")};
    int n = 1, fd[2];
    for (; *more; more++) argv[n++] = *more;
    snprintf(r.folder, sizeof r.folder, "%s", temp_folder());
    assert_int_equal(pipe(fd), 0);
    fflush(NULL);
    r.pid = fork();
    if (!r.pid) {
        end_with_test();
        setenv("XDG_STATE_HOME", r.folder, 1);
        dup2(fd[1], 1);
        dup2(fd[1], 2);
        close(fd[0]);
        close(fd[1]);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(fd[1]);
    r.out = fdopen(fd[0], "r");
    return r;
}

// The next line that has the words in it.
static bool says(struct running *r, const char *words, char line[300]) {
    while (fgets(line, 300, r->out))
        if (strstr(line, words)) return true;
    return false;
}

static int end(struct running *r) {
    int status = 0;
    kill(r->pid, SIGINT);
    waitpid(r->pid, &status, 0);
    fclose(r->out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

static struct ran *critter(const char *const *words) {
    const char *argv[24] = {getenv("CRITTER")};
    int n = 1;
    for (; *words; words++) argv[n++] = *words;
    return run_child(NULL, argv);
}
#define CRITTER(...) critter((const char *const[]){__VA_ARGS__, NULL})

// Each life without a seed has a new one of at most six digits, and says how to live it again.
static unsigned long seed_of(struct running *r) {
    char line[300];
    unsigned long seed = 0, again = 0;
    assert_true(says(r, "seed is", line));
    assert_int_equal(
        sscanf(line, "This life's seed is %lu: --seed %lu begins the same one again.", &seed, &again), 2);
    assert_int_equal(seed, again);
    assert_in_range(seed, 1, 999999);
    return seed;
}

// Who opens it to a network is told what others type, and whom a Cozmo answers.
static unsigned long first_seed;
static void a_network_is_told_how_to_come_in(void **state) {
    char line[300];
    struct running r =
        begin((const char *const[]){"run", "cozmo", "--air", "0.0.0.0:0", "--listen", "0.0.0.0", "--port",
                                    "0", "--no-browser", "--socket", "none", NULL});
    assert_true(says(&r, "at http://localhost:", line));
    assert_null(strstr(line, "0.0.0.0"));
    assert_true(says(&r, "--allow", line));
    assert_non_null(strstr(line, "172.31.1.0/24 only"));
    assert_int_equal(end(&r), 0);
    r = begin((const char *const[]){"run", "cozmo", "--air", "0.0.0.0:0", "--allow", "127.0.0.0/8", "--port",
                                    "0", "--no-browser", "--socket", "none", NULL});
    first_seed = seed_of(&r);
    while (says(&r, "", line) && !strstr(line, "find it at")) assert_null(strstr(line, "--allow"));
    kill(r.pid, SIGINT);
    while (says(&r, "", line)) assert_null(strstr(line, "--allow"));
    assert_int_equal(end(&r), 0);
}

static void a_guest_comes_and_goes(void **state) {
    (void)state;
    char line[300], address[40];
    struct running r = begin((const char *const[]){"run", "cozmo", "--air", "127.0.0.1:0", "--seconds",
                                                   "1000", "--log", "cozmo=info", NULL});
    assert_int_not_equal(seed_of(&r), first_seed);
    assert_true(says(&r, "Programs for a real Cozmo", line));
    assert_int_equal(sscanf(strstr(line, "127.0.0.1:"), "%39[0-9.:]", address), 1);
    assert_true(says(&r, "reached", line)); // its own soul
    struct ran *ran = CRITTER("cozmo", "info", "--at", address);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "head serial"));
    assert_true(says(&r, "a guest has the robot", line));
    assert_true(says(&r, "the guest is gone", line));
    assert_true(says(&r, "reached", line)); // and its own soul again
    ran = CRITTER("cozmo", "drive", "--at", address, "--seconds", "0.5", "--left", "60");
    assert_int_equal(ran->code, 0);
    assert_true(says(&r, "reached", line));
    assert_int_equal(end(&r), 0);
}

// What is no greeting makes nobody a guest: neither before one comes, nor while it is there.
static void noise_makes_no_guest(void **state) {
    (void)state;
    char line[300];
    unsigned short port;
    struct running r = begin((const char *const[]){"run", "cozmo", "--air", "127.0.0.1:0", "--seconds",
                                                   "1000", "--log", "cozmo=info", NULL});
    assert_true(says(&r, "Programs for a real Cozmo", line));
    assert_int_equal(sscanf(strstr(line, "127.0.0.1:"), "127.0.0.1:%hu", &port), 1);
    assert_true(says(&r, "reached", line));
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int noisy = socket(AF_INET, SOCK_DGRAM, 0);
    assert_int_equal(connect(noisy, (const struct sockaddr *)&at, sizeof at), 0);
    for (int i = 0; i < 3; i++) assert_int_equal(send(noisy, "COZ\3RE\1noise", 13, 0), 13);
    char address[40];
    snprintf(address, sizeof address, "127.0.0.1:%u", port);
    assert_int_equal(CRITTER("cozmo", "info", "--at", address)->code, 0);
    unsigned guests = 0;
    while (fgets(line, sizeof line, r.out) && !strstr(line, "the guest is gone"))
        guests += strstr(line, "a guest has the robot") != NULL;
    assert_int_equal(guests, 1);
    close(noisy);
    assert_int_equal(end(&r), 0);
}

// Whom it answers can be said; nobody else is.
static void strangers_are_not_answered(void **state) {
    (void)state;
    char line[300], address[40];
    struct running r =
        begin((const char *const[]){"run", "cozmo", "--air", "127.0.0.1:0", "--allow", "10.1.2.0/24",
                                    "--allow", "127.0.0.9", "--seconds", "1000", NULL});
    assert_true(says(&r, "Programs for a real Cozmo", line));
    assert_int_equal(sscanf(strstr(line, "127.0.0.1:"), "%39[0-9.:]", address), 1);
    struct ran *ran = CRITTER("cozmo", "find", "--wait", "600", "--at", address); // from 127.0.0.1
    assert_null(strstr(ran->out, "2381"));
    assert_int_equal(end(&r), 0);
}

static void a_soul_lives_elsewhere(void **state) {
    (void)state;
    char line[300], address[60], body[80];
    struct running robot =
        begin((const char *const[]){"cozmo", "sim", "--listen", "127.0.0.1:0", "--seconds", "1000", NULL});
    assert_true(says(&robot, "listening on", line));
    assert_int_equal(sscanf(strstr(line, "127.0.0.1:"), "%59[0-9.:]", address), 1);
    snprintf(body, sizeof body, "cozmo@%s", address);
    const char *record = temp_path(NULL, "day");
    struct running soul = begin((const char *const[]){"run", "--body", body, "--record", record, "--seconds",
                                                      "1000", "--log", "cozmo=info", NULL});
    assert_true(says(&soul, "lives in cozmo@127.0.0.1", line));
    assert_true(says(&soul, "reached", line));
    nanosleep(&(struct timespec){3, 0}, NULL);
    assert_int_equal(end(&soul), 0);
    char life[400];
    snprintf(life, sizeof life, "%s.cozmo.life", record);
    struct ran *ran = CRITTER("replay", life, "--verify");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, " compared"));
    ran = CRITTER("cozmo", "info", "--at", address); // it said goodbye: the robot is free
    assert_int_equal(ran->code, 0);
    assert_int_equal(end(&robot), 0);
}

static void a_taken_port_is_named(void **state) {
    (void)state;
    char line[300], address[60];
    struct running robot =
        begin((const char *const[]){"cozmo", "sim", "--listen", "127.0.0.1:0", "--seconds", "1000", NULL});
    assert_true(says(&robot, "listening on", line));
    assert_int_equal(sscanf(strstr(line, "127.0.0.1:"), "%59[0-9.:]", address), 1);
    struct ran *ran = CRITTER("run", "cozmo", "--air", address, "--seconds", "3");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, address));
    assert_int_equal(end(&robot), 0);
}

static void wrong_words_are_named(void **state) {
    (void)state;
    static const struct {
        const char *words[6], *why;
    } WRONG[] = {
        {{"run", "--body", "vector@172.31.1.1"}, "expected cozmo@ADDRESS"},
        {{"run", "--body", "cozmo@"}, "expected an address"},
        {{"run", "--body", "cozmo@172.31.1.1:99999"}, "expected an address"},
        {{"run", "vector", "--body", "cozmo@172.31.1.1"}, "--body is a cozmo"},
        {{"run", "--body", "cozmo@172.31.1.1", "--air", "none"}, "--air is for simulated robots"},
        {{"run", "cozmo", "--air", "no such place:x"}, "expected an address"},
        {{"run", "cozmo", "--air", ""}, "expected an address"},
        {{"run", "cozmo", "--allow", "10.0.0.0/33"}, "expected a network"},
        {{"run", "cozmo", "--allow", "everybody"}, "expected a network"},
        {{"run", "--body", "cozmo@172.31.1.1", "--allow", "10.0.0.0/8"}, "--allow is for simulated robots"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct ran *ran = critter(WRONG[i].words);
        if (ran->code != 2 || !strstr(ran->err, WRONG[i].why))
            fail_msg("%s %s: %d, \"%s\"", WRONG[i].words[1], WRONG[i].words[2], ran->code, ran->err);
    }
    struct ran *ran = CRITTER("run", "vector", "--air", "127.0.0.1:0", "--seconds", "3");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "only a cozmo has this radio protocol"));
}

TESTS(cmocka_unit_test(a_network_is_told_how_to_come_in), cmocka_unit_test(a_guest_comes_and_goes),
      cmocka_unit_test(noise_makes_no_guest), cmocka_unit_test(strangers_are_not_answered),
      cmocka_unit_test(a_soul_lives_elsewhere), cmocka_unit_test(a_taken_port_is_named),
      cmocka_unit_test(wrong_words_are_named))
