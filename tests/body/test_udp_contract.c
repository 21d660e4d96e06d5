// The body contract over real sockets: `critter cozmo sim` on the loopback, and a soul's body that speaks UDP
// with it. Each promise has a robot of its own; all run side by side, in real time.
#include "support/support.h"

#include "base/system/clock.h"
#include "base/text.h"
#include "body/contract.h"
#include "body/cozmo/udp.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROBOTS = 32, STEP_US = 5000 };

struct robot {
    pid_t robot, soul;
    int from_robot;
    char address[64];
};

// A robot that says where it listens.
static void start(struct robot *r, const char *state) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    r->robot = fork();
    if (!r->robot) {
        end_with_test();
        dup2(ends[1], 1);
        close(ends[0]), close(ends[1]);
        execl(getenv("CRITTER"), "critter", "cozmo", "sim", "--listen", "127.0.0.1:0", "--scenario",
              "empty-floor", "--state", state, "--seconds", "1000", "--log", "error", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    r->from_robot = ends[0];
    char line[200] = {0};
    for (size_t len = 0; len + 1 < sizeof line && read(ends[0], line + len, 1) == 1 && line[len] != '\n';)
        len++;
    if (sscanf(line, "cozmo: listening on %63[0-9.:]", r->address) != 1)
        fail_msg("critter cozmo sim says \"%s\"", line);
}

static void end(struct robot *r) {
    int status;
    kill(r->robot, SIGTERM);
    waitpid(r->robot, &status, 0);
    close(r->from_robot);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void sleep_us(int64_t us) {
    struct timespec t = {us / 1000000, us % 1000000 * 1000};
    if (us > 0) nanosleep(&t, NULL);
}

static void pass(void *user, struct body *body, int64_t now_us) {
    int64_t *begun = user;
    if (!*begun) *begun = air_now_us();
    while (air_now_us() - *begun < now_us) {
        body_step(body, air_now_us() - *begun);
        int64_t next = (air_now_us() - *begun) / STEP_US * STEP_US + STEP_US;
        sleep_us((next < now_us ? next : now_us) - (air_now_us() - *begun));
    }
}

static struct contract_body over_udp(const char *address, int64_t *begun) {
    struct body_cozmo_config config = body_cozmo_defaults();
    struct fault fault = {0};
    struct body *body =
        body_cozmo_over_udp(address, &config, &fault) ? NULL : body_cozmo_new(&config, &fault);
    if (!body) fprintf(stderr, "# %s\n", fault.said);
    return (struct contract_body){body, begun, pass, NULL};
}

static void live(const struct robot *r, const struct contract *contract) {
    int64_t begun = 0;
    struct contract_body b = over_udp(r->address, &begun);
    const char *wrong = b.body ? contract->holds(&b) : "there is no body";
    if (b.body && !b.body->traits.own_time) wrong = "a body on the air has a time of its own";
    body_free(b.body);
    if (wrong) fprintf(stderr, "# cozmo over UDP: %s: %s\n", contract->name, wrong);
    fflush(NULL);
    _exit(wrong ? EXIT_FAILURE : EXIT_SUCCESS);
}

static void over_real_sockets(void **state) {
    struct robot robots[ROBOTS] = {0};
    unsigned broken = 0;
    assert_true(contract_count <= ROBOTS);
    for (size_t i = 0; i < contract_count; i++) start(&robots[i], temp_folder());
    for (size_t i = 0; i < contract_count; i++) {
        fflush(NULL);
        robots[i].soul = fork();
        if (!robots[i].soul) live(&robots[i], &contracts[i]);
    }
    for (size_t i = 0; i < contract_count; i++) {
        int status;
        waitpid(robots[i].soul, &status, 0);
        // In real time a machine that stands still breaks promises, too: then it is tried alone.
        for (int more = 0; more < 2 && (!WIFEXITED(status) || WEXITSTATUS(status)); more++) {
            end(&robots[i]), start(&robots[i], temp_folder());
            fflush(NULL);
            robots[i].soul = fork();
            if (!robots[i].soul) live(&robots[i], &contracts[i]);
            waitpid(robots[i].soul, &status, 0);
        }
        broken += !WIFEXITED(status) || WEXITSTATUS(status);
    }
    for (size_t i = 0; i < contract_count; i++) end(&robots[i]);
    assert_int_equal(broken, 0);
}

// The goodbye is heard: the robot is free for the next one at once, and a second session finds it.
static void one_after_the_other(void **state) {
    struct robot r = {0};
    start(&r, temp_folder());
    for (int i = 0; i < 2; i++) {
        int64_t begun = 0;
        struct contract_body b = over_udp(r.address, &begun);
        const char *wrong = contract_time_never_runs_back(&b);
        struct body_cozmo_about about;
        body_cozmo_about(b.body, &about);
        body_free(b.body);
        if (wrong) fail_msg("%s", wrong);
        assert_int_equal(about.sessions, 1);
        assert_int_equal(about.firmware, 2381);
        assert_true(about.body_serial != 0);
        assert_true(about.states > 20);
    }
    end(&r);
}

// An address that nobody answers at is no error: it may come yet.
static void nobody_answers(void **state) {
    int64_t begun = 0;
    struct contract_body b = over_udp("127.0.0.1:9", &begun);
    struct senses_in in;
    for (int i = 1; i < 10; i++) {
        pass(&begun, b.body, i * 33000);
        border_clear_senses(&in);
        assert_int_equal(body_collect(b.body, i * 33000, &in), ERR_NONE);
        assert_true(in.senses.status & BODY_STATUS_AWAY);
    }
    body_free(b.body);
    struct body_cozmo_config config = body_cozmo_defaults();
    struct fault fault = {0};
    assert_int_not_equal(body_cozmo_over_udp("nowhere at all", &config, &fault), ERR_NONE);
    assert_true(fault.said[0] != 0);
}

TESTS(cmocka_unit_test(over_real_sockets), cmocka_unit_test(one_after_the_other),
      cmocka_unit_test(nobody_answers))
