// critter robot do, watch and things: of a scenario, of a moment of a recording, of a world that runs.
#include "run.h"

#include "base/arena.h"
#include "base/data/json.h"

#include <math.h>
#include <signal.h>

static struct ran *ran;
#define ROBOT(...)                                                                                           \
    (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "robot", __VA_ARGS__, NULL}))
#define SAYS(text)                                                                                           \
    do {                                                                                                     \
        if (!strstr(ran->out, text) && !strstr(ran->err, text))                                              \
            fail_msg("no \"%s\" in: %s%s", text, ran->out, ran->err);                                        \
    } while (0)

static void deeds_are_done_one_after_another_and_say_how_they_ended(void **state) {
    ROBOT("do", "--in", "desk", "Hello", "{\"DriveStraight\": {\"distance_m\": 0.05, \"speed_mps\": 0.1}}",
          "{\"TurnInPlace\": {\"angle_rad\": 1}}");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
    double hello, straight, turn;
    assert_int_equal(sscanf(ran->out,
                            "%lf s Hello: Greeting %lf s DriveStraight: DONE %lf s TurnInPlace: DONE", &hello,
                            &straight, &turn),
                     3);
    assert_true(hello < straight - 0.5 && straight < turn - 0.4 && turn < 10); // half a second for 5 cm
    ROBOT("do", "--in", "desk", "{\"GoToPose\": {\"x_m\": 3}}", "Hello");
    assert_int_equal(ran->code, 1); // there is no table so far away
    SAYS("GoToPose: ");
    assert_null(strstr(ran->out, "GoToPose: DONE"));
    SAYS("Hello: Greeting");
    ROBOT("do", "--in", "desk", "--json", "{\"TurnInPlace\": {\"angle_rad\": 0.2}}");
    assert_int_equal(ran->code, 0);
    SAYS("\"verdict\":\"DONE\"");
}

static void what_is_wrong_is_said(void **state) {
    ROBOT("do", "--in", "desk", "Helo");
    assert_int_equal(ran->code, 1);
    SAYS("\"Helo\"");
    ROBOT("do", "--in", "desk", "{\"DriveStraight\": {\"distance\": 1}}");
    assert_int_equal(ran->code, 1);
    SAYS("distance_m");
    ROBOT("do", "--in", "dsk", "Hello");
    assert_int_equal(ran->code, 1);
    SAYS("did you mean \"desk\"");
    ROBOT("do", "--in", "desk", "--robot", "spot", "Hello");
    assert_int_equal(ran->code, 1);
    SAYS("\"spot\"");
    ROBOT("things", "--at", "3");
    SAYS("--at needs --in");
    ROBOT("things", "--in", "pleo-den");
    assert_int_equal(ran->code, 1);
    ROBOT("do");
    assert_int_equal(ran->code, 2);
}

// Where two cubes are in what it says as JSON; returns how far apart.
static double cubes_apart(const char *json) {
    struct arena *arena = arena_new(64 << 10);
    struct fault fault = {0};
    struct json *doc;
    const char *end = strchr(json, '\n');
    assert_non_null(end);
    if (json_parse((struct text){json, (size_t)(end - json)}, "answer", arena, NULL, &doc, &fault))
        fail_msg("%s", fault.said);
    double x[2], y[2];
    int found = 0;
    for (const struct json *t = json_get(doc, "list")->first; t; t = t->next) {
        const struct json *at = json_get(json_get(t, "pose"), "at_m");
        if (!text_is(json_get(t, "kind")->text, "CUBE")) continue;
        assert_true(found < 2);
        x[found] = json_at(at, 0)->number, y[found++] = json_at(at, 1)->number;
    }
    arena_free(arena);
    assert_int_equal(found, 2);
    return hypot(x[1] - x[0], y[1] - y[0]);
}

static void what_it_knows_is_listed(void **state) {
    ROBOT("things", "--in", "playroom", "--at", "10", "--json");
    assert_int_equal(ran->code, 0);
    double apart = cubes_apart(ran->out); // at 0.24, -0.03 and 0.26, 0.14
    if (fabs(apart - hypot(0.02, 0.17)) > 0.006) fail_msg("the cubes are %.1f mm apart", apart * 1e3);
    ROBOT("things", "--in", "playroom", "--at", "10");
    assert_int_equal(ran->code, 0);
    SAYS("CUBE 1     KNOWN");
    SAYS("PERSON     stranger");
    ROBOT("things", "--in", "playroom", "--at", "0");
    SAYS("it knows no things and nobody");
}

static void a_moment_of_a_recording_is_what_it_was(void **state) {
    char tape[300], *before;
    snprintf(tape, sizeof tape, "%s", temp_path(temp_folder(), "a.world"));
    ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "record", "playroom", tape, "--seconds",
                                                "12", "-q", NULL});
    if (ran->code) fail_msg("%s", ran->err);
    ROBOT("things", "--in", "playroom", "--at", "10");
    before = strdup(ran->out);
    ROBOT("things", "--in", tape, "--at", "10");
    assert_int_equal(ran->code, 0);
    assert_string_equal(ran->out, before);
    free(before);
    ROBOT("do", "--in", tape, "--at", "5", "Hello");
    assert_int_equal(ran->code, 0);
    double at;
    assert_int_equal(sscanf(ran->out, "%lf s Hello", &at), 1);
    assert_true(at >= 5 && at < 5.2);
    ROBOT("things", "--in", tape, "--at", "30");
    assert_int_equal(ran->code, 1);
    SAYS("the recording ends after 12.0 s");
}

static void what_happens_is_told_as_it_happens(void **state) {
    ROBOT("watch", "--in", "playroom", "--at", "0.1", "--seconds", "3", "--robot", "vector");
    assert_int_equal(ran->code, 0);
    SAYS("thing appeared 1");
    double last = 0.1, at;
    for (const char *line = ran->out; *line; line = strchr(line, '\n') + 1) {
        assert_int_equal(sscanf(line, "%lf s vector", &at), 1);
        assert_true(at >= last - 0.1 && at <= 3.3);
        last = at;
    }
    assert_null(strstr(ran->out, "cozmo"));
    assert_null(strstr(ran->out, "sound"));
    ROBOT("watch", "--in", "playroom", "--seconds", "3", "--json");
    SAYS("{\"event\":\"THING_APPEARED\"");
}

static void the_same_of_a_world_that_runs(void **state) {
    char path[300], script[900];
    snprintf(path, sizeof path, "%s", temp_path(temp_folder(), "w.sock"));
    fflush(NULL);
    pid_t pid = fork();
    if (!pid) {
        end_with_test();
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1), dup2(null, 2);
        execl(getenv("CRITTER"), "critter", "sim", "playroom", "--socket", path, "--seconds", "100000",
              "--speed", "8", "-q", (char *)NULL);
        _exit(127);
    }
    assert_soon(!(ROBOT("do", "--socket", path, "Hello"))->code);
    SAYS("Hello: Greeting");
    ROBOT("do", "--socket", path, "Why");
    SAYS("Why: It ");
    assert_null(strstr(ran->out, "MindTold"));
    ROBOT("do", "--socket", path, "{\"Force\": {\"node\": \"Daydream\"}}");
    SAYS("Force: DONE");
    ROBOT("do", "--socket", path, "MindStack");
    SAYS("Daydream (AnimSequence)");
    ROBOT("do", "--socket", path, "MindActs");
    SAYS("wheels: ");
    SAYS("asked by its mind");
    ROBOT("do", "--socket", path, "MindSenses");
    SAYS("its battery at ");
    ROBOT("do", "--socket", path, "{\"Force\": {\"node\": \"Fly\"}}");
    SAYS("no behaviour is called \"Fly\"");
    ROBOT("do", "--socket", path, "{\"TurnInPlace\": {\"angle_rad\": 0.3}}");
    SAYS("TurnInPlace: ");
    ROBOT("things", "--socket", path, "--robot", "cozmo");
    assert_int_equal(ran->code, 0);
    ROBOT("watch", "--socket", path, "--seconds", "0.6", "--all");
    assert_int_equal(ran->code, 0);
    SAYS(" s  ");
    snprintf(script, sizeof script, "timeout -s INT 0.4 %s robot watch --socket %s", getenv("CRITTER"), path);
    ran = run_child(NULL, (const char *const[]){"/bin/sh", "-c", script, NULL});
    assert_string_equal(ran->err, ""); // Ctrl-C is a clean end
    int status;
    kill(pid, SIGINT);
    waitpid(pid, &status, 0);
    ROBOT("things", "--socket", path);
    assert_int_equal(ran->code, 1);
    SAYS("no world answers there");
}

TESTS(cmocka_unit_test(deeds_are_done_one_after_another_and_say_how_they_ended),
      cmocka_unit_test(what_is_wrong_is_said), cmocka_unit_test(what_it_knows_is_listed),
      cmocka_unit_test(a_moment_of_a_recording_is_what_it_was),
      cmocka_unit_test(what_happens_is_told_as_it_happens), cmocka_unit_test(the_same_of_a_world_that_runs))
