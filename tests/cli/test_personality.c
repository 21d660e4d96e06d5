// A Pleo with nothing but what the program brings: he lives without a script error, has needs, sleeps, walks
// and does not fall.
#include "cli/run.h"

static struct ran *ran;
#define CRITTER(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), __VA_ARGS__, NULL}))

static int begin(void **state) {
    FILE *file;
    assert_int_equal(chdir(temp_folder()), 0);
    file = fopen("alone.json", "w");
    assert_non_null(file);
    fputs("{\"robots\": [{\"creature\": \"pleo\", \"soul\": true, \"battery\": 1}], \"timeline\": ["
          "{\"every_s\": 240, \"from_s\": 200, \"do\": {\"feed\": {\"what\": \"pleo\", \"tag\": 18, "
          "\"seconds\": 2}}},"
          "{\"every_s\": 900, \"from_s\": 90, \"do\": {\"pet\": {\"what\": \"pleo\", \"spot\": 0, "
          "\"seconds\": 2}}}]}",
          file);
    return fclose(file);
}

static void has(const char *text) {
    if (!strstr(ran->out, text)) fail_msg("no \"%s\" in the log", text);
}

static void half_an_hour_goes_by_with_every_need(void **state) {
    CRITTER("sim", "alone.json", "--seconds", "1800", "--quiet", "--text");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
    if (strstr(ran->out, "ERROR") || strstr(ran->out, "refused")) fail_msg("%.4000s", ran->out);
    static const char *const DRIVES[] = {"drive: hunger", "drive: tired", "drive: lonely", "drive: curious"};
    static const char *const SCRIPTS[] = {"explore is loaded", "idle is loaded", "beg is loaded",
                                          "near is loaded", "rest is loaded"};
    for (int i = 0; i < 4; i++) has(DRIVES[i]);
    for (int i = 0; i < 5; i++) has(SCRIPTS[i]);
    double x, y, z;
    const char *at = strstr(ran->out, "pleo: at ");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "pleo: at %lf, %lf, %lf", &x, &y, &z), 3);
    if (x * x + y * y < 0.01) fail_msg("he stayed at %g, %g", x, y);
    assert_true(z > -0.03 && z < 0.03); // upright
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup(half_an_hour_goes_by_with_every_need, begin)};
    return support_run(argc, argv, tests, NULL, NULL);
}
