// Worlds from the command line: played, recorded, played again, drawn, interrupted, and talked to over a
// socket.
#include "cli/terminal.h"

#include "base/system/file.h"
#include "base/text.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

static struct ran *ran;
#define RUN(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), __VA_ARGS__, NULL}))

// In a folder of its own that is gone afterwards.
static const char *at(const char *name) {
    static char names[4][300];
    static const char *folder;
    static int n;
    if (!folder) folder = temp_folder();
    n = (n + 1) % 4;
    path_join(names[n], sizeof *names, folder, name);
    return names[n];
}

static void the_same_scenario_is_the_same_life(void **state) {
    char first[400];
    RUN("sim", "two-robots", "--seconds", "20");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "20.000 s of world time"));
    assert_non_null(strstr(ran->out, "cozmo: at"));
    text_copy(text_of(ran->out), first, sizeof first);
    RUN("sim", "two-robots", "--seconds", "20", "--trace", "json");
    assert_non_null(strstr(ran->out, "\"events\":[\"WOKE\""));
    RUN("sim", "two-robots", "--seconds", "20", "--record", at("t.world"));
    assert_string_equal(ran->out, first);
    RUN("sim", "two-robots", "--seconds", "20", "--seed", "5");
    assert_string_not_equal(ran->out, first);
    RUN("sim", "two-robots", "--seconds", "1", "--speed", "20");
    assert_int_equal(ran->code, 0);
    RUN("replay", at("t.world"), "--verify");
    assert_int_equal(ran->code, 0);
    RUN("replay", at("t.world.cozmo.life"), "--verify");
    assert_int_equal(ran->code, 0);
    RUN("log", "show", at("t.world"), "--format", "csv", "--until", "2");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "time_s,kind,data\n0.000,hash,"));
    RUN("log", "show", at("t.world.vector.life"), "-f", "json", "--from", "19.9");
    assert_int_equal(strncmp(ran->out, "{\"time_s\":19.9", 14), 0);
    assert_non_null(strstr(ran->out, "\"cliffs\":[")); // all of the senses
    RUN("log", "show", at("t.world.vector.life"), "-f", "csv", "--from", "19.5");
    char *row = strchr(ran->out, '\n');
    assert_true(row && !strncmp(ran->out, "time_s,kind,x_m,", 16));
    unsigned columns = 1, cells = 1;
    for (const char *c = ran->out; c < row; c++) columns += *c == ',';
    char *senses = strstr(row, ",senses,"), *end = senses ? strchr(senses, '\n') : NULL;
    assert_non_null(end);
    while (senses > row && senses[-1] != '\n') senses--;
    for (const char *c = senses; c < end; c++) cells += *c == ',';
    assert_int_equal(cells, columns);
    RUN("world", "draw", "tabletop", at("t.png"));
    assert_int_equal(ran->code, 0);
    struct buf png = {0};
    assert_int_equal(file_read(at("t.png"), 1 << 24, &png, NULL), 0);
    assert_memory_equal(png.at, "\x89PNG", 4);
    buf_free(&png);
}

static void mistakes_are_answered(void **state) {
    static const struct {
        int code;
        const char *words[5], *said;
    } WRONG[] = {
        {2, {"sim"}, "Try"},
        {1, {"sim", "tabeltop"}, "did you mean \"tabletop\""},
        {1, {"sim", "/no/such.json"}, "/no/such.json"},
        {2, {"sim", "tabletop", "--speed", "fast"}, "--speed"},
        {2, {"sim", "tabletop", "--seconds", "-1"}, "--seconds"},
        {2, {"sim", "tabletop", "--trace", "xml"}, "--trace"},
        {1, {"record", "tabletop", "/no/such/file.world"}, "/no/such/file.world"},
        {1, {"replay", "/no/such.world"}, "/no/such.world"},
        {1, {"replay", "/proc/self/exe"}, "not a recording"},
        {1, {"log", "show", "/proc/self/exe"}, "not a recording"},
        {1, {"world", "check", "/dev/null"}, "/dev/null"},
        {1, {"world", "draw", "tabletop", "/no/such/file.png"}, "/no/such/file.png"},
        {1, {"sim", "tabletop", "--socket", "/no/such/socket"}, "/no/such/socket"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        RUN(WRONG[i].words[0], WRONG[i].words[1], WRONG[i].words[2], WRONG[i].words[3], WRONG[i].words[4]);
        if (ran->code != WRONG[i].code || !strstr(ran->err, WRONG[i].said))
            fail_msg("%s %s: %d %s", WRONG[i].words[0], WRONG[i].words[1] ? WRONG[i].words[1] : "", ran->code,
                     ran->err);
    }
    static const char BAD[] = "{\n  \"things\": [{\"cube\": {\"x_m\": 1e9}}]\n}";
    file_write(at("bad.json"), BAD, sizeof BAD - 1, NULL);
    RUN("world", "check", "tabletop", at("bad.json"));
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->out, "tabletop: fine"));
    assert_non_null(strstr(ran->err, "bad.json:2:"));
}

static pid_t start(const char *socket, const char *record) {
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        if (dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO) < 0)
            _exit(126); // what is exec'd has descriptors only
        execl(getenv("CRITTER"), "critter", "sim", "tabletop", "--socket", socket, "--record", record,
              (char *)NULL);
        _exit(127);
    }
    return child;
}

static int visit(const char *path) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    memcpy(to.sun_path, path, strlen(path) + 1);
    for (int i = 0; i < 3000; i++) {
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        if (!connect(fd, (struct sockaddr *)&to, sizeof to)) return fd;
        close(fd);
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    return -1;
}

static const char *ask(int fd, const char *line) {
    static char answer[200000];
    size_t len = 0;
    assert_int_equal(write(fd, line, strlen(line)), (ssize_t)strlen(line));
    ssize_t got;
    while ((got = read(fd, answer + len, sizeof answer - 1 - len)) > 0) {
        len += (size_t)got;
        answer[len] = 0;
        if (answer[len - 1] == '\n') return answer;
    }
    return "";
}

static void a_running_world_takes_verbs_and_ends_cleanly(void **state) {
    char path[300], record[300];
    snprintf(path, sizeof path, "%s", at("s"));
    snprintf(record, sizeof record, "%s", at("live.world"));
    pid_t child = start(path, record);
    int fd = visit(path), other = visit(path);
    assert_true(fd >= 0 && other >= 0);
    assert_non_null(strstr(ask(fd, "{\"snapshot\": {}}\n"), "\"name\":\"vector\""));
    assert_string_equal(ask(fd, "{\"light\": {\"lux\": 7}}\n"), "{\"done\":true}\n");
    assert_non_null(strstr(ask(other, "{\"snapshot\": {}}\n"), "\"lux\":7"));
    assert_non_null(strstr(ask(other, "{\"poke\": {\"what\": \"nobody\"}}\n"), "\"error\""));
    assert_non_null(strstr(ask(other, "garbage\n"), "\"error\""));
    assert_non_null(strstr(ask(other, "{\"light\": {\"lux\": \"nan\"}}\n"), "\"error\""));
    close(other);
    assert_string_equal(ask(fd, "{\"pick_up\": {\"what\": \"cube\"}}\n"), "{\"done\":true}\n");
    int status = 0;
    kill(child, SIGINT);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(fd);
    assert_false(file_exists(path)); // the socket is gone
    RUN("replay", record, "--verify");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
    assert_non_null(strstr(ran->out, "2 verbs"));
    RUN("log", "show", record);
    assert_non_null(strstr(ran->out, "{\"pick_up\":{\"what\":\"cube\""));
}

// Killed without a word: what was whole is there, of the world and of the life, and can be played.
static void what_is_killed_leaves_what_was_whole(void **state) {
    char record[300], life[320];
    snprintf(record, sizeof record, "%s", at("killed.world"));
    snprintf(life, sizeof life, "%s.vector.life", record);
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        if (dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO) < 0)
            _exit(126); // what is exec'd has descriptors only
        execl(getenv("CRITTER"), "critter", "record", "tabletop", record, "--seconds", "100000", "--speed",
              "200", (char *)NULL);
        _exit(127);
    }
    struct fault fault;
    struct buf file = {0};
    for (int i = 0; i < 3000; i++) { // until several pieces of the life are on the disk
        nanosleep(&(struct timespec){0, 20000000}, NULL);
        buf_free(&file);
        if (!file_read(life, 1 << 24, &file, &fault) && file.len > 200000) break;
    }
    assert_true(file.len > 200000);
    buf_free(&file);
    int status = 0;
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    RUN("replay", record);
    assert_int_equal(ran->code, 0);
    double seconds = strtod(ran->out, NULL);
    RUN("replay", life);
    assert_int_equal(ran->code, 0);
    double lived = strtod(ran->out, NULL) * 0.033;
    print_message("# %.0f s of the world and %.0f s of the life were there\n", seconds, lived);
    assert_true(seconds >= 10 && lived >= 10);
}

static void a_life_is_looked_at_from_the_middle(void **state) {
    static char whole[65536];
    RUN("record", "tabletop", at("m.world"), "--seconds", "25", "--media");
    assert_int_equal(ran->code, 0);
    RUN("replay", at("m.world.vector.life"), "--trace", "json", "--from", "20",
        "--verify"); // lived from the start
    assert_int_equal(ran->code, 0);
    text_copy(text_of(ran->out), whole, sizeof whole);
    assert_true(strlen(whole) > 10000);
    RUN("replay", at("m.world.vector.life"), "--trace", "json", "--from", "20"); // hopped to
    assert_string_equal(ran->out, whole);
    RUN("replay", at("m.world.vector.life"), "--from", "20");
    assert_non_null(strstr(ran->out, "at 20.0"));
    RUN("replay", at("m.world.vector.life"), "--from", "2000");
    assert_int_equal(ran->code, 1);
    RUN("replay", at("m.world"), "--from", "2000");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "it ends before second 2000"));
    char seen[300];
    snprintf(seen, sizeof seen, "%s", at("seen"));
    RUN("log", "show", at("m.world.vector.life"), "--media", seen, "--from", "5", "--until", "10");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, " pictures, 1 sound"));
    const char *many = strstr(ran->out, ": ");
    assert_in_range(many ? strtol(many + 2, NULL, 10) : 0, 24, 26); // five a second
    RUN("log", "show", at("m.world"), "--media", seen);
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "NAME.life"));
    RUN("sim", "tabletop", "--seconds", "1", "--media");
    assert_int_equal(ran->code, 2);
}

static void a_terminal_sees_how_far_it_is(void **state) {
#define ON_TERMINAL(...) (ran = run_on_terminal((const char *const[]){getenv("CRITTER"), __VA_ARGS__, NULL}))
    ON_TERMINAL("sim", "desk", "--seconds", "2");
    assert_int_equal(ran->code, 0);
    if (!strstr(ran->err, "\r2 s of 2, ") || !strstr(ran->err, " times real time"))
        fail_msg("it said: %s", ran->err);
    ON_TERMINAL("sim", "desk", "--seconds", "2", "--quiet");
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->err, "");
#undef ON_TERMINAL
}

TESTS(cmocka_unit_test(what_is_killed_leaves_what_was_whole),
      cmocka_unit_test(a_life_is_looked_at_from_the_middle),
      cmocka_unit_test(the_same_scenario_is_the_same_life), cmocka_unit_test(mistakes_are_answered),
      cmocka_unit_test(a_running_world_takes_verbs_and_ends_cleanly),
      cmocka_unit_test(a_terminal_sees_how_far_it_is))
