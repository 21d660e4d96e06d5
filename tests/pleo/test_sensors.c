// When sensors trigger: a table with a row for every rule, what makes it trigger and what does not.
#include "pleo/os_rig.h"

#include <stdio.h>

#define TELLS                                                                                                \
    "#include <Sensor>\npublic on_sensor(time, sensor_name: sensor, value) { printf(\"%d=%d \", sensor, "    \
    "value); return 1; }"

// What happens: sensor and value, or after a `+` that many milliseconds pass. What the script is told.
static const struct {
    int sensor;
    const char *happens, *tells;
} RULES[] = {
    {0, "0:1 +99 0:0 +99 0:6", "0=1 0=6"},
    {1, "1:6210", "1=6210"},
    {2, "2:80 2:66 2:65 2:41 2:40", "2=65 2=40"},
    {4, "4:1 4:0", "4=1"},
    {5, "5:12 +99 5:0 5:3", "5=12 5=3"},
    {6, "6:1", "6=1"},
    {7, "7:1", "7=1"},
    {8, "8:1", "8=1"},
    {9, "9:1", "9=1"},
    {10, "10:1", "10=1"},
    {11, "11:1", "11=1"},
    {12, "12:1", "12=1"},
    {13, "13:1", "13=1"},
    {14, "14:1", "14=1"},
    {15, "15:1", "15=1"},
    {16, "16:1", "16=1"},
    {17, "17:1", "17=1"},
    {18, "18:0 18:1", "18=0 18=1"},
    {19, "19:0", "19=0"},
    {20, "20:0", "20=0"},
    {21, "21:0", "21=0"},
    {23, "23:7 23:0", "23=7"},
    {25, "25:149 25:150 25:149 25:30 25:29 25:28 25:30", "25=150 25=149 25=29 25=30"},
    {27, "27:9 27:10 27:39 27:40 27:41 27:9", "27=10 27=40 27=9"},
    {28, "28:1 28:0", "28=1 28=0"},
    {30, "30:-90 30:-90 30:45", "30=-90 30=45"},
    {31, "31:30 31:31 31:90 31:0 31:-30 31:-31", "31=31 31=-31"},
    {32, "32:35 32:40 32:41 32:50 32:30 32:29 32:41", "32=41 32=29 32=41"},
    {33, "33:2 33:2 33:6", "33=2 33=6"},
    {35, "35:1", "35=1"},
    {36, "36:1 36:0", "36=1 36=0"},
    {37, "37:1", "37=1"},
    {38, "38:50 38:51 38:54 38:55 38:50", "38=51 38=55 38=50"},
    {39, "39:1", "39=1"},
    {40, "40:15 40:16 40:10 40:9", "40=16 40=9"},
    {41, "41:40 41:41 41:0 41:-41", "41=41 41=-41"},
    {43, "43:500 43:4000", ""},
    // Touches. A tap is short, a hold long, a release the end of a hold.
    {107, "6:1 +198 6:0", "6=1 6=0 107=6"},
    {107, "6:1 +600 6:0", "6=1 6=0"},
    {108, "7:1 +1200 7:0", "7=1 108=7 7=0 109=7"},
    // Strokes, each by its published number; petting ends when nothing follows.
    {110, "10:1 10:0 +99 16:1 16:0 +600", "110=2"},
    {110, "16:1 16:0 +99 10:1 10:0 +600", "110=3"},
    {110, "6:1 6:0 +99 10:1 10:0 +600", "110=4"},
    {110, "10:1 10:0 +99 6:1 6:0 +600", "110=5"},
    {110, "6:1 6:0 +99 10:1 10:0 +99 11:1 11:0 +99 16:1 16:0 +600", "110=6"},
    {110, "17:1 17:0 +99 11:1 11:0 +99 6:1 6:0 +600", "110=7"},
    {110, "10:1 10:0 +99 11:1 11:0 +600", "110=8"},
    {110, "16:1 16:0 +99 17:1 17:0 +3300", "110=9 110=1"},
    {110, "10:1 10:0 +99 10:1 10:0 +600", ""},
    {110, "10:1 10:0 +1500 16:1 16:0 +600", ""},
    // Lifted and put down; on its side it lies.
    {112, "18:0 19:0 20:0 21:0 +400 18:1 +400", "112=1 112=0"},
    {112, "33:2 18:0 19:0 20:0 21:0 +600", ""},
    {112, "18:0 19:0 20:0 +600", ""},
};

static void happen(struct rig *rig, const char *what) {
    int at, value, used;
    for (; sscanf(what, " %n", &used), what += used, *what; what += used) {
        if (sscanf(what, "+%d%n", &at, &used) == 1) {
            rig_run(rig, at);
        } else {
            assert_int_equal(sscanf(what, "%d:%d%n", &at, &value, &used), 2);
            rig_sense(rig, at, value);
            rig_run(rig, 33);
        }
    }
    rig_run(rig, 66);
    log_print(rig->pleo, "\n", 1);
    rig_run(rig, 33);
}

// Only what the row is about: its own sensor, and before 107 to 109 what was touched.
static void keep(const char *said, int sensor, char *out) {
    *out = 0;
    for (const char *at = said; *at;) {
        int id, value, used = 0;
        if (sscanf(at, "%d=%d %n", &id, &value, &used) == 2 && used) {
            bool touch = sensor >= 107 && sensor <= 109;
            if (id == sensor || (touch && (id < 18 || (id > 107 && id <= 109))))
                sprintf(out + strlen(out), "%s%d=%d", *out ? " " : "", id, value);
            at += used;
        } else {
            at++;
        }
    }
}

static void every_sensor_triggers_by_its_rule(void **state) {
    unsigned wrong = 0;
    bool tried[SENSORS] = {0};
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        struct rig rig;
        char told[4096];
        rig_start(&rig, &(struct rig_app){.sensors = TELLS});
        rig_sense(&rig, 25, 120), rig_sense(&rig, 33, 1);
        rig_run(&rig, 33);
        rig_forget(&rig);
        happen(&rig, RULES[i].happens);
        keep(rig.said, RULES[i].sensor, told);
        if (strcmp(told, RULES[i].tells) != 0) {
            print_error("%s: %s\n  told %s\n  not  %s\n", sensor_row(RULES[i].sensor)->name, RULES[i].happens,
                        told, RULES[i].tells);
            wrong++;
        }
        tried[RULES[i].sensor] = true;
        rig_end(&rig);
    }
    assert_int_equal(wrong, 0);
    for (int i = 0; i < PLEO_RAW_SENSORS; i++) { // the others have cases of their own
        bool own = i == SENSOR_IR || i == SENSOR_CARD || i == SENSOR_VOICE || i == SENSOR_TERMINAL ||
                   i == SENSOR_BEACON || i == SENSOR_PACKET;
        if (sensor_row(i) && !own && !tried[i]) fail_msg("%s is not tried", sensor_row(i)->name);
    }
}

static void says(const struct rig *rig, const char *text) {
    if (!strstr(rig->said, text)) fail_msg("no \"%s\" in:\n%s", text, rig->said);
}
static void says_not(const struct rig *rig, const char *text) {
    if (strstr(rig->said, text)) fail_msg("\"%s\" in:\n%s", text, rig->said);
}

static void data_arrive_with_their_sensors(void **state) {
    struct rig rig;
    rig_start(&rig,
              &(struct rig_app){
                  .sensors = "#include <Sensor>\npublic on_sensor(time, sensor_name: sensor, value) { new "
                             "d[80]; new n = sensor_read_data(sensor, d);\n"
                             "printf(\"%d=%d %d:%s\\n\", sensor, value, n, d); if (sensor == SENSOR_BEACON) "
                             "printf(\"%d %d %d %d\\n\", d[0], d[1], d[2], d[3]); return 1; }"});
    rig.in.pleo.keys[0] = 0x12ab, rig.in.pleo.keys_count = 1;
    rig_run(&rig, 33);
    says(&rig, "3=1 4:12AB\n");
    rig_monitor(&rig, "help me", NULL);
    says(&rig, "34=7 7:help me\n");
    rig.in.pleo.beacons[0] = (struct body_infrared){32, 0x04030299}, rig.in.pleo.beacons_count = 1;
    rig_run(&rig, 33);
    says(&rig, "42=153");
    says(&rig, "153 2 3 4\n");
    says(&rig, "125=153");
    rig_run(&rig, 9000);
    says_not(&rig, "126=153");
    rig_run(&rig, 2000);
    says(&rig, "126=153"); // ten seconds without a word
    struct body_hearing *h = &rig.in.senses.hearings[0];
    snprintf(h->words, sizeof h->words, "Pleo, come HERE!");
    rig.in.senses.hearings_count = 1;
    rig_run(&rig, 33);
    says(&rig, "29=2");
    rig_end(&rig);
}

static void a_timer_tells_how_long_ago_it_was(void **state) {
    struct rig rig;
    rig_start(&rig,
              &(struct rig_app){
                  .sensors =
                      "#include <Sensor>\n#include <Attention>\npublic init() set_timer_interval(200);\n"
                      "public on_sensor(time, sensor_name: sensor, value) { printf(\"%d=%d at %d\\n\", "
                      "sensor, value, time); if (time > 500) set_timer_interval(0); return 1; }"});
    rig_run(&rig, 2000);
    says(&rig, "124=231 at 231\n124=198 at 429\n124=198 at 627\n");
    says_not(&rig, "at 825");
    rig_end(&rig);
}

static void edges_and_things_need_the_neck(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){.sensors = TELLS});
    rig_sense(&rig, SENSOR_OBJECT, 80);
    rig_run(&rig, 99);
    rig.joints[JOINT_NECK_HORIZONTAL] = -40; // turned to the left
    rig_run(&rig, 99);
    rig.joints[JOINT_NECK_HORIZONTAL] = 0;
    rig_run(&rig, 330);
    rig.joints[JOINT_NECK_VERTICAL] = -60; // low: what is seen is the floor, until it is not
    rig_run(&rig, 990);
    rig_forget(&rig);
    rig_sense(&rig, SENSOR_OBJECT, 5);
    rig_run(&rig, 99);
    rig_sense(&rig, SENSOR_OBJECT, 70);
    rig_run(&rig, 990);
    log_print(rig.pleo, "\n", 1);
    rig_run(&rig, 33);
    says(&rig, "101=1");
    says(&rig, "101=0");
    says_not(&rig, "102=");
    assert_int_equal(rig.pleo->sensors.at[SENSOR_OBJECT_LEFT].count, 2); // seen, and gone half a second later
    assert_int_equal(rig.pleo->sensors.at[SENSOR_OBJECT_FRONT].count, 2);
    assert_int_equal(rig.pleo->sensors.at[SENSOR_OBJECT_RIGHT].count, 0);
    rig_end(&rig);
}

static void a_bent_joint_is_abuse_and_a_blocked_one_is_stuck(void **state) {
    struct rig rig;
    rig_start(&rig, &(struct rig_app){
                        .sensors = "#include <Sensor>\n#include <Joint>\npublic init() "
                                   "joint_move_to(JOINT_HEAD, 20);\npublic on_sensor(time, sensor_name: "
                                   "sensor, value) { printf(\"%d=%d\\n\", sensor, value); return 1; }"});
    rig_run(&rig, 330);
    rig.joints[JOINT_HEAD] = -20;
    rig_run(&rig, 500);
    says(&rig, "111=1");
    rig.joints[JOINT_HEAD] = 20;
    rig_run(&rig, 500);
    says(&rig, "111=0");
    rig.in.pleo.stalled = 1 << JOINT_TORSO;
    rig_run(&rig, 400);
    says_not(&rig, "122=");
    rig_run(&rig, 300);
    says(&rig, "122=8");
    rig.in.pleo.stalled = 0;
    rig_run(&rig, 66);
    says(&rig, "123=8");
    rig_end(&rig);
}

static void bundles_switch_and_blocked_ones_are_silent(void **state) {
    struct rig rig;
    rig_start(&rig,
              &(struct rig_app){
                  .sensors = "#include <Sensor>\npublic init() { sensor_disable(SENSOR_TOUCH_TAP_HOLD); "
                             "sensor_call_script(SENSOR_BACK, false); sensor_disable(SENSOR_CHIN); }\n"
                             "public on_sensor(time, sensor_name: sensor, value) { printf(\"%d=%d\\n\", "
                             "sensor, value); return 1; }"});
    happen(&rig, "6:1 6:0 10:1 7:1 +1500");
    says(&rig, "6=1\n6=0\n");
    says_not(&rig, "107=");
    says_not(&rig, "108=");
    says_not(&rig, "\n10=");
    says_not(&rig, "\n7=");
    assert_true(rig.pleo->sensors.at[SENSOR_BACK].triggered && rig.pleo->sensors.at[SENSOR_BACK].count == 1);
    assert_int_equal(rig.pleo->sensors.at[7].count, 0);
    assert_int_equal(rig.pleo->sensors.at[7].value, 1);
    sensor_enable(rig.pleo, SENSOR_TOUCHES, true);
    happen(&rig, "8:1 8:0");
    says(&rig, "107=8");
    rig_end(&rig);
}

static void scripts_of_the_first_pleo_count_otherwise(void **state) {
    struct rig rig;
    struct pleo_knobs knobs = {12000, true, true};
    rig_start(&rig, &(struct rig_app){
                        .sensors = "#include <Sensor>\npublic on_sensor(time, sensor_name: sensor, value) { "
                                   "printf(\"%d=%d %d\\n\", sensor, value, sensor_read(sensor)); return 1; }",
                        .knobs = knobs});
    happen(&rig, "6:1 10:1 8:1 11:1 16:1 18:0 27:50 33:2");
    static const char *const TOLD[] = {"6=1 1\n",    "\n8=1 1\n",    "\n13=1 1\n",
                                       "\n14=0 0\n", "\n23=50 50\n", "\n29=2 2\n"};
    for (int i = 0; i < 6; i++) says(&rig, TOLD[i]);
    says_not(&rig, "\n10=");
    says_not(&rig, "\n11=");
    rig_end(&rig);
}

static void properties_report_once_they_move_or_cross(void **state) {
    struct rig rig;
    rig_start(
        &rig,
        &(struct rig_app){
            .sensors =
                "#include <Log>\n#include <Property>\npublic init() { property_add_report(property_mood, 3, "
                "100); property_add_report(property_age, 0, 5); }\n"
                "public on_property(time, property_name: property, value) printf(\"%d:%d \", property, "
                "value);"});
    static const int VALUES[][2] = {{8, 2},  {8, 3}, {8, 5}, {8, 6}, {8, 99}, {8, 100},
                                    {8, 98}, {4, 4}, {4, 5}, {4, 9}, {4, 4}};
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++)
        property_put(rig.pleo, VALUES[i][0], VALUES[i][1]), rig_run(&rig, 33);
    rig.pleo->properties.reporting = false;
    property_put(rig.pleo, 8, 500);
    log_print(rig.pleo, "\n", 1);
    rig_run(&rig, 66);
    says(&rig, "8:3 8:6 8:99 8:100 8:98 4:5 4:4 \n");
    rig_end(&rig);
}

TESTS(cmocka_unit_test(every_sensor_triggers_by_its_rule), cmocka_unit_test(data_arrive_with_their_sensors),
      cmocka_unit_test(a_timer_tells_how_long_ago_it_was), cmocka_unit_test(edges_and_things_need_the_neck),
      cmocka_unit_test(a_bent_joint_is_abuse_and_a_blocked_one_is_stuck),
      cmocka_unit_test(bundles_switch_and_blocked_ones_are_silent),
      cmocka_unit_test(scripts_of_the_first_pleo_count_otherwise),
      cmocka_unit_test(properties_report_once_they_move_or_cross))
