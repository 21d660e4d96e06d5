// The four machines: life cycles, turns, waiting calls, limits; and scripts that are wrong.
#include "pleo/os_rig.h"

#include <stdio.h>

#define SENSORS(body)                                                                                        \
    "#include <Sensor>\n#include <Sound>\n#include <Property>\n#include <Util>\n"                            \
    "public on_sensor(time, sensor_name: sensor, value)\n{\n" body "\n}\n"

static void says(const struct rig *rig, const char *text) {
    if (!strstr(rig->said, text)) fail_msg("no \"%s\" in:\n%s", text, rig->said);
}
static int times(const char *in, const char *text) {
    int n = 0;
    for (const char *at = in; (at = strstr(at, text)); at += strlen(text)) n++;
    return n;
}

static void a_touch_calls_the_script_with_its_time(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){
                        .sensors = SENSORS("printf(\"%d %d at %d\\n\", sensor, value, time); return 1;")});
    rig_sense_at(&rig, SENSOR_HEAD, 1, 5); // shorter than a tick: both are told, in their order
    rig_sense_at(&rig, SENSOR_HEAD, 0, 17);
    rig_run(&rig, 33);
    int32_t now = rig.pleo->ms;
    char text[64];
    snprintf(text, sizeof text, "6 1 at %d\n6 0 at %d\n107 6", now - 28, now - 16); // and a tap, last
    says(&rig, text);
    rig_end(&rig);
}

static void init_comes_first_and_close_last(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){
                        .init = "#include <Log>\n#include <Script>\npublic init() "
                                "print(\"user\\n\");\nmain() print(\"once\\n\");",
                        .main = "#include <Log>\n#include <Script>\npublic init() print(\"init\\n\");\n"
                                "main() print(\"again\\n\");\npublic close() print(\"close\\n\");"});
    rig_run(&rig, 330);
    says(&rig, "user\nonce\n");
    assert_int_equal(times(rig.said, "once"), 1);
    assert_int_equal(times(rig.said, "init\n"), 1);
    assert_in_range(times(rig.said, "again"), 10, 12); // once a tick
    assert_int_equal(times(rig.said, "close"), 0);
    struct card *empty = calloc(1, sizeof *empty);
    empty->digest = 1;
    rig_card(&rig, empty);
    rig_run(&rig, 66);
    assert_int_equal(times(rig.said, "close\n"), 1);
    assert_int_equal(times(rig.said, "init\n"), 2); // the same application is started anew
    rig_end(&rig);
    card_free(empty);
}

static void aux_runs_once_and_is_replaced(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){
                        .sensors = SENSORS(
                            "if (sensor == SENSOR_HEAD && value) exec_id(script_name: 0x4000); return 1;"),
                        .aux = "#include <Log>\n#include <Script>\npublic init() print(\"begin\\n\");\n"
                               "main() { print(\"main\\n\"); sleep 1000; print(\"done\\n\"); }\n"
                               "public close() print(\"close\\n\");"});
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_run(&rig, 99);
    says(&rig, "begin\nmain\n");
    assert_int_equal(property_value(rig.pleo, PROPERTY_BEHAVIOR_STATUS), 1);
    assert_int_equal(property_value(rig.pleo, PROPERTY_BEHAVIOR), 0x4000);
    rig_sense(&rig, SENSOR_HEAD, 0);
    rig_run(&rig, 33);
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_run(&rig, 99);
    assert_int_equal(times(rig.said, "close"), 1); // interrupted
    assert_int_equal(times(rig.said, "done"), 0);
    assert_int_equal(times(rig.said, "begin\n"), 2);
    rig_run(&rig, 1200);
    assert_int_equal(times(rig.said, "done"), 1);
    assert_int_equal(times(rig.said, "close"), 2);
    assert_null(rig.pleo->machines.at[VM_AUX].amx);
    assert_int_equal(property_value(rig.pleo, PROPERTY_BEHAVIOR_STATUS), 0);
    rig_end(&rig);
}

static void a_sleeping_call_is_resumed_before_the_next_enters(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){.sensors =
                                          SENSORS("if (sensor > 100) return 1; printf(\"in %d\\n\", sensor); "
                                                  "sleep 200; printf(\"out %d\\n\", sensor); return 1;")});
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_sense(&rig, SENSOR_BACK, 1);
    rig_run(&rig, 165);
    says(&rig, "in 6\n");
    assert_null(strstr(rig.said, "in 10"));
    rig_run(&rig, 330);
    says(&rig, "in 6\nout 6\nin 10\nout 10\n");
    rig_end(&rig);
}

static void a_sleep_without_value_ends_the_turn(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){.main = "#include <Log>\n#include <Script>\nmain() { for (new i = 0; ; "
                                              "i++) { printf(\"%d.\\n\", i); sleep; } }"});
    rig_run(&rig, 330);
    int turns = times(rig.said, ".\n");
    assert_in_range(turns, 10, 12);
    rig_end(&rig);
}

static void what_is_not_seen_to_is_offered_again_after_the_others(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){
                        .sensors = SENSORS("static n; if (sensor > 100) return 1; printf(\"%d;\", sensor);\n"
                                           "return sensor != SENSOR_HEAD || n++ > 1;")});
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_sense(&rig, SENSOR_BACK, 1);
    rig_run(&rig, 33);
    assert_true(rig.pleo->sensors.at[SENSOR_HEAD].triggered);
    assert_false(rig.pleo->sensors.at[SENSOR_BACK].triggered);
    rig_run(&rig, 200);
    log_print(rig.pleo, "\n", 1);
    rig_run(&rig, 33);
    says(&rig, "6;10;6;6;\n"); // three times, each in another tick
    assert_false(rig.pleo->sensors.at[SENSOR_HEAD].triggered);
    rig_end(&rig);
}

static void a_script_that_loops_leaves_the_others_alive(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){
                        .main = "#include <Log>\nmain() { for (;;) {} }",
                        .sensors = SENSORS("if (sensor == SENSOR_HEAD) print(\"alive\\n\"); return 1;")});
    rig_run(&rig, 330);
    assert_in_range(rig.pleo->machines.at[VM_MAIN].spent, 11000, 12010); // the budget of a tick
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_run(&rig, 33);
    says(&rig, "alive");
    rig_end(&rig);
}

static void a_script_that_fails_is_told_with_its_reason(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){
                        .sensors = SENSORS("new a[4]; if (sensor == SENSOR_HEAD) return a[value + 7]; if "
                                           "(sensor == SENSOR_BACK) print(\"still\\n\"); return 1;"),
                        .main = "#include <Log>\nmain() { new x = 0; printf(\"%d\", 3 / x); }"});
    rig_sense(&rig, SENSOR_HEAD, 1);
    rig_sense(&rig, SENSOR_BACK, 1);
    rig_run(&rig, 66);
    says(&rig, "ERROR: vm: sensor sensors: ");
    says(&rig, "still");
    assert_false(rig.pleo->sensors.at[SENSOR_HEAD].triggered); // nor is it offered for ever
    rig_run(&rig, 3300);
    int failures = times(rig.said, "main main: ");
    assert_in_range(failures, 3, 5); // once a second
    rig_end(&rig);
}

static void scripts_over_their_limits_are_refused(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){
                        .init = "#include <Log>\nnew big[600];\nmain() { big[1] = 2; print(\"runs\\n\"); }",
                        .main = "#include <Log>\nnew big[600];\nmain() { big[1] = 2; print(\"fits\\n\"); }"});
    rig_run(&rig, 66);
    says(&rig, "ERROR: vm: user: init is refused: header, data and stack take ");
    says(&rig, "the user machine has 2048");
    assert_null(strstr(rig.said, "runs"));
    says(&rig, "fits"); // main has twice as much
    rig_end(&rig);
}

static void hostile_scripts_are_refused_or_end(void **state) {
    struct buf good = rig_compile(SENSORS("printf(\"%d\\n\", value); return 1;"));
    for (size_t cut = 0; cut < good.len; cut += 7) {
        struct rig rig;
        struct rig_extra extra = {URF_SCRIPT, "bad", good.at, cut};
        rig_start(&rig,
                  &(struct rig_app){
                      .sensors = SENSORS(
                          "if (sensor == SENSOR_HEAD) exec(\"bad\"); else print(\"lives\\n\"); return 1;"),
                      .extra = &extra,
                      .extra_count = 1});
        rig_sense(&rig, SENSOR_HEAD, 1);
        rig_run(&rig, 66);
        says(&rig, "bad is refused");
        rig_sense(&rig, SENSOR_BACK, 1);
        rig_run(&rig, 33);
        says(&rig, "lives");
        rig_end(&rig);
    }
    buf_free(&good);
}

static void a_flood_in_the_log_is_counted_and_bounded(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){.main = "#include <Log>\nmain() { for (;;) print(\"flood\\n\"); }"});
    rig_run(&rig, 330);
    assert_in_range(times(rig.said, "flood"), 10, LOG_A_TICK * 12);
    says(&rig, "lines of the log came too fast");
    rig_end(&rig);
}

static void waiting_ends_when_all_its_terms_hold(void **state) {
    struct rig rig;
    rig_start(&rig,
              &(struct rig_app){
                  .main = "#include <Log>\n#include <Script>\nmain() {\n new Wait: w = wait_new();\n"
                          " wait_add_property(w, property_mood, 2); wait_add_property(w, property_age, 3, "
                          "compare_greater_than);\n"
                          " print(\"waits\\n\"); vm_wait(w, vm_main); print(\"over\\n\"); sleep 100000; }"});
    rig_run(&rig, 99);
    says(&rig, "waits");
    property_put(rig.pleo, 8, 2);
    rig_run(&rig, 99);
    assert_null(strstr(rig.said, "over"));
    property_put(rig.pleo, 4, 4);
    rig_run(&rig, 33);
    says(&rig, "over");
    assert_false(rig.pleo->machines.waits[0].used);
    rig_end(&rig);
}

static void the_same_senses_make_the_same_life(void **state) {
    uint64_t hashes[2];
    for (int life = 0; life < 2; life++) {
        struct rig rig;
        rig_start(&rig,
                  &(struct rig_app){
                      .sensors = SENSORS("printf(\"%d %d\\n\", sensor, rand(1000)); sound_play(sound_name: "
                                         "0x1000); return rand(2);"),
                      .main =
                          "#include <Log>\n#include <Script>\n#include <Util>\n#include <Property>\nmain() { "
                          "for (;;) { property_set(property_mood, rand(9)); sleep 40 + rand(50); } }"});
        for (int i = 0; i < 60; i++) {
            rig_sense(&rig, SENSOR_HEAD + i % 12, i / 12 % 2 == 0);
            rig_run(&rig, 66);
        }
        hashes[life] = soul_hash(rig.soul);
        rig_end(&rig);
    }
    assert_true(hashes[0] == hashes[1]);
}

TESTS(cmocka_unit_test(a_touch_calls_the_script_with_its_time),
      cmocka_unit_test(init_comes_first_and_close_last), cmocka_unit_test(aux_runs_once_and_is_replaced),
      cmocka_unit_test(a_sleeping_call_is_resumed_before_the_next_enters),
      cmocka_unit_test(a_sleep_without_value_ends_the_turn),
      cmocka_unit_test(what_is_not_seen_to_is_offered_again_after_the_others),
      cmocka_unit_test(a_script_that_loops_leaves_the_others_alive),
      cmocka_unit_test(a_script_that_fails_is_told_with_its_reason),
      cmocka_unit_test(scripts_over_their_limits_are_refused),
      cmocka_unit_test(hostile_scripts_are_refused_or_end),
      cmocka_unit_test(a_flood_in_the_log_is_counted_and_bounded),
      cmocka_unit_test(waiting_ends_when_all_its_terms_hold),
      cmocka_unit_test(the_same_senses_make_the_same_life))
