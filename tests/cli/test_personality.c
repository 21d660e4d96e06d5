// A Pleo with nothing but what the program brings: he lives without a script error, has needs, sleeps, walks
// and does not fall.
#include "cli/run.h"

#include "base/system/file.h"

#include <stdlib.h>

static struct ran *ran;
#define CRITTER(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), __VA_ARGS__, NULL}))
#define PLEO         "{\"robots\": [{\"creature\": \"pleo\", \"soul\": true, \"battery\": 1}]"

static int begin(void **state) { return chdir(temp_folder()); }

static void world(const char *timeline) {
    FILE *file = fopen("world.json", "w");
    assert_non_null(file);
    fprintf(file, PLEO ", %s}", timeline);
    assert_int_equal(fclose(file), 0);
}

static void live(const char *seconds, const char *seed) {
    CRITTER("sim", "world.json", "--seconds", seconds, "--seed", seed, "--quiet", "--text");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
    if (strstr(ran->out, "ERROR") || strstr(ran->out, "refused")) fail_msg("%.4000s", ran->out);
}

static void has(const char *text) {
    if (!strstr(ran->out, text)) fail_msg("no \"%s\" in the log:\n%.8000s", text, ran->out);
}

// Where he is in the end; he stands, or lies on his belly.
static double far(const char *log) {
    double x, y, z;
    const char *at = strstr(log, "pleo: at ");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "pleo: at %lf, %lf, %lf", &x, &y, &z), 3);
    assert_true(z > -0.09 && z < 0.03);
    return x * x + y * y;
}

// A household in a room: meals, words, a hand at his tail, a cold and a hot hour, a battery that is changed.
static const char DAY[] =
    "\"things\": [{\"person\": {\"name\": \"Ada\", \"x_m\": 0.9, \"y_m\": 0.3}}, "
    "{\"wall\": {\"name\": \"e\", \"x_m\": 2.5, \"length_m\": 5}}, "
    "{\"wall\": {\"name\": \"w\", \"x_m\": -2.5, \"length_m\": 5}}, "
    "{\"wall\": {\"name\": \"n\", \"y_m\": 2.5, \"heading_deg\": 90, \"length_m\": 5}}, "
    "{\"wall\": {\"name\": \"s\", \"y_m\": -2.5, \"heading_deg\": 90, \"length_m\": 5}}], \"timeline\": ["
    "{\"every_s\": 3600, \"from_s\": 1500, \"do\": {\"battery\": {\"what\": \"pleo\", \"charge\": 1}}}, "
    "{\"every_s\": 5400, \"from_s\": 4000, \"do\": {\"feed\": {\"what\": \"pleo\", \"tag\": 18, \"seconds\": "
    "3}}}, "
    "{\"every_s\": 7200, \"from_s\": 2000, \"do\": {\"say\": {\"who\": \"Ada\", \"words\": \"dance\"}}}, "
    "{\"every_s\": 14400, \"from_s\": 3000, \"do\": {\"bend\": {\"what\": \"pleo\", \"joint\": 10, "
    "\"angle_deg\": 60, \"seconds\": 1.5}}}, "
    "{\"every_s\": 14400, \"from_s\": 3005, \"do\": {\"bend\": {\"what\": \"pleo\", \"joint\": 10, "
    "\"angle_deg\": -60, \"seconds\": 1.5}}}, "
    "{\"every_s\": 28800, \"from_s\": 10000, \"do\": {\"temperature\": {\"celsius\": 8}}}, "
    "{\"every_s\": 28800, \"from_s\": 10900, \"do\": {\"temperature\": {\"celsius\": 22}}}]";

// CRITTER_HOURS: how many hours of it, and then every need has him; CRITTER_DAYS: in how many lives.
static void his_time_goes_by_with_every_need(void **state) {
    static const char *const DRIVES[] = {"hunger", "fatigue", "social", "play", "curious",
                                         "safety", "warmth",  "relief", "wish"};
    static const char *const SCRIPTS[] = {"explore", "glance", "beg", "call", "rest"};
    const char *hours = getenv("CRITTER_HOURS"), *days = getenv("CRITTER_DAYS");
    char line[300], seconds[20];
    struct buf log = {0};
    snprintf(seconds, sizeof seconds, "%d", hours ? atoi(hours) * 3600 : 1200);
    world(DAY);
    for (int seed = 1; seed <= (days ? atoi(days) : 1); seed++) {
        snprintf(line, sizeof line, "%s sim world.json --seconds %s --seed %d --quiet --text > day.txt",
                 getenv("CRITTER"), seconds, seed);
        assert_int_equal(run_child(NULL, (const char *const[]){"/bin/sh", "-c", line, NULL})->code, 0);
        buf_clear(&log);
        assert_int_equal(file_read("day.txt", 64 << 20, &log, NULL), ERR_NONE);
        buf_byte(&log, 0);
        const char *text = (const char *)log.at;
        const char *wrong = strstr(text, "ERROR") ? strstr(text, "ERROR") : strstr(text, "refused");
        if (wrong) fail_msg("seed %d: %.300s", seed, wrong);
        for (int i = 0; i < (hours ? 9 : 5); i++) {
            snprintf(line, sizeof line, "drive: %s", DRIVES[i]);
            if (!strstr(text, line)) fail_msg("seed %d: no %s", seed, line);
        }
        for (int i = 0; i < 5; i++) {
            snprintf(line, sizeof line, "aux: %s is loaded", SCRIPTS[i]);
            if (!strstr(text, line)) fail_msg("seed %d: no %s", seed, line);
        }
        if (!hours) assert_null(strstr(text, "aux: help")); // he walks and does not fall
        if (!hours) assert_true(far(text) > 1);             // metres
    }
    buf_free(&log);
}

// What hands, food and words bring about: each within some seconds of its cause.
static void hands_are_answered(void **state) {
    static const struct {
        const char *what, *loads, *seconds;
    } ROWS[] = {
        {"{\"say\": {\"who\": \"Ada\", \"words\": \"dance\"}}", "aux: dance is loaded", "8"},
        {"{\"say\": {\"who\": \"Ada\", \"words\": \"come\"}}", "aux: come is loaded", "8"},
        {"{\"feed\": {\"what\": \"pleo\", \"tag\": 14, \"seconds\": 3}}", "aux: tug is loaded", "8"},
        {"{\"feed\": {\"what\": \"pleo\", \"tag\": 9, \"seconds\": 3}}", "aux: tug is loaded", "8"},
        {"{\"tip\": {\"what\": \"pleo\", \"direction_deg\": 90}}", "aux: help is loaded", "12"},
        {"{\"temperature\": {\"celsius\": 8}}", "aux: shiver is loaded", "20"},
        {"{\"temperature\": {\"celsius\": 36}}", "aux: flop is loaded", "20"},
    };
    char timeline[400];
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        snprintf(timeline, sizeof timeline,
                 "\"things\": [{\"person\": {\"name\": \"Ada\", \"x_m\": 0.9, \"y_m\": 0.3}}], "
                 "\"timeline\": [{\"at_s\": 3, \"do\": %s}]",
                 ROWS[i].what);
        world(timeline);
        live(ROWS[i].seconds, "3");
        has(ROWS[i].loads);
    }
}

// He looks at the floor ahead of his feet while he walks, and turns where there is none.
static void an_edge_is_seen_before_his_feet_get_there(void **state) {
    world("\"floor\": {\"height_m\": -0.72}, \"things\": [{\"table\": {\"name\": \"table\", \"x_m\": "
          "-0.6, \"length_m\": 2.6, \"width_m\": 2}}]");
    for (int seed = 1; seed <= 2; seed++) {
        live("60", seed == 1 ? "1" : "2");
        has("aux: turn_away is loaded");
        far(ran->out); // and he stands on it
    }
}

static void who_hurts_him_twice_is_turned_away_from(void **state) {
    world("\"timeline\": [{\"at_s\": 4, \"do\": {\"bend\": {\"what\": \"pleo\", \"joint\": 10, "
          "\"angle_deg\": 60, "
          "\"seconds\": 1.5}}}, {\"at_s\": 9, \"do\": {\"bend\": {\"what\": \"pleo\", \"joint\": 10, "
          "\"angle_deg\": -60, \"seconds\": 1.5}}}]");
    live("20", "1");
    has("drive: safety");
    has("aux: sulk is loaded");
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(his_time_goes_by_with_every_need),
                                       cmocka_unit_test(hands_are_answered),
                                       cmocka_unit_test(an_edge_is_seen_before_his_feet_get_there),
                                       cmocka_unit_test(who_hurts_him_twice_is_turned_away_from)};
    return support_run(argc, argv, tests, begin, NULL);
}
