// A Pleo with nothing but what the program brings: he lives without a script error, has needs, sleeps, walks
// and does not fall.
#include "cli/run.h"

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
static double far(void) {
    double x, y, z;
    const char *at = strstr(ran->out, "pleo: at ");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "pleo: at %lf, %lf, %lf", &x, &y, &z), 3);
    assert_true(z > -0.09 && z < 0.03);
    return x * x + y * y;
}

static void twenty_minutes_alone_goes_by_with_every_need(void **state) {
    static const char *const DRIVES[] = {"hunger", "fatigue", "social", "play", "curious"};
    static const char *const SCRIPTS[] = {"explore", "glance", "beg", "call", "rest"};
    char text[60];
    world("\"timeline\": []");
    live("1200", "1");
    for (int i = 0; i < 5; i++) snprintf(text, sizeof text, "drive: %s", DRIVES[i]), has(text);
    for (int i = 0; i < 5; i++) snprintf(text, sizeof text, "aux: %s is loaded", SCRIPTS[i]), has(text);
    assert_true(far() > 1);                     // metres: he walks
    assert_null(strstr(ran->out, "aux: help")); // and does not fall
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(twenty_minutes_alone_goes_by_with_every_need),
                                       cmocka_unit_test(hands_are_answered),
                                       cmocka_unit_test(who_hurts_him_twice_is_turned_away_from)};
    return support_run(argc, argv, tests, begin, NULL);
}
