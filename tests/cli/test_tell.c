// A world that runs is found by the command that talks to it, wherever nobody said where it is.
#include "run.h"

#include <signal.h>
#include <string.h>

static char runtime[200];

struct running {
    pid_t pid;
    FILE *out;
};
static struct running begin(const char *scenario) {
    int fd[2];
    struct running r;
    assert_int_equal(pipe(fd), 0);
    fflush(NULL);
    r.pid = fork();
    if (!r.pid) {
        end_with_test();
        dup2(fd[1], 1);
        close(fd[0]), close(fd[1]);
        execl(getenv("CRITTER"), getenv("CRITTER"), "run", scenario, "--port", "0", "--no-browser",
              "--no-boot", "--air", "none", "--seconds", "1000", (char *)NULL);
        _exit(127);
    }
    close(fd[1]);
    r.out = fdopen(fd[0], "r");
    return r;
}
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
static struct ran *tell(const char *const *words) {
    const char *argv[16] = {getenv("CRITTER"), "tell"};
    for (int n = 2; *words; words++) argv[n++] = *words;
    static struct ran ran;
    ran = *run_child(NULL, argv);
    return &ran;
}
#define TELL(...) tell((const char *const[]){__VA_ARGS__, NULL})

static void a_running_world_is_found(void **state) {
    char line[300], second[300];
    struct ran *ran = TELL("Hello");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "no world runs here"));
    struct running one = begin("two-robots");
    assert_true(says(&one, "Commands find it at ", line));
    assert_non_null(strstr(line, runtime));
    ran = TELL("robots", "Hello");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "{\"number\":2,\"name\":\"cozmo\""));
    assert_non_null(strstr(ran->out, "{\"Greeting\":{\"name\":\"vector\""));
    ran = TELL("--robot", "cozmo", "{\"Head\": {\"angle_rad\": 0.3}}", "view");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "\"robot\":\"cozmo\"}"));
    ran = TELL("{\"tap\": {\"what\": \"cube1\"}}");
    assert_string_equal(ran->out, "{\"done\":true}\n");
    ran = TELL("Nonsense");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->out, "{\"error\":"));
    struct running two = begin("tabletop"); // beside it
    assert_true(says(&two, "Commands find it at ", second));
    assert_string_not_equal(line, second);
    ran = TELL("Hello");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "several worlds run"));
    char *path = strstr(second, "/");
    path[strcspn(path, "\n")] = 0;
    ran = TELL("--socket", path, "robots");
    assert_null(strstr(ran->out, "cozmo"));
    assert_int_equal(end(&two), 0);
    assert_int_equal(end(&one), 0);
    assert_int_equal(TELL("Hello")->code, 1);
}

static int prepare(void **state) {
    snprintf(runtime, sizeof runtime, "%s", temp_folder());
    unsetenv("CRITTER_SOCKET");
    setenv("XDG_RUNTIME_DIR", runtime, 1);
    return strlen(runtime) < 60 ? 0 : -1;
}

TESTS(cmocka_unit_test_setup(a_running_world_is_found, prepare))
