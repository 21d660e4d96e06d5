// What service screens say, line by line; and how feelings follow what happens.
#include "robot/service_screens.h"

#include "support/support.h"

#include <string.h>

static struct service_screens told(void) { // by what a Vector felt
    struct body_senses s = {
        .cliffs_count = 4,
        .cliffs = {0.25f, 0.5f, 0.75f, 1},
        .range_count = 1,
        .range = {{.distance_m = 0.215f, .valid = true}},
        .touches_count = 1,
        .touches = {{.raw = 4711}},
        .joints_count = 4,
        .joints = {{.load = 0.05f}, {.load = 0.1f}, {.load = 0.15f}, {.load = 0.2f}},
        .imu_count = 1,
        .imu = {{.accel_mps2 = {0.1f, -0.2f, 9.8f}, .gyro_radps = {0.01f, -0.02f, 0.5f}}}};
    struct service_screens c = {0};
    service_screens_feel(&c, &s);
    return c;
}

static void expect(const struct service_screens *c, uint32_t page, uint32_t status, const char *address,
                   const char *wanted) {
    struct life_view view = {.tick = 30 * (2 * 3600 + 3 * 60 + 4),
                             .status = status,
                             .battery_v = 3.87f,
                             .head_rad = 0.3490659f,
                             .lift_m = 0.092f,
                             .left_mps = 0.06f,
                             .right_mps = -0.05f,
                             .x_m = 0.123f,
                             .y_m = -0.045f,
                             .heading_rad = 1.5707963f};
    struct service_screens_about about = {
        .name = "Vector-A1B2", .creature = "vector", .address = address, .serial = 0xe20145, .view = &view};
    struct service_screens shown = *c;
    struct screen_lines lines;
    char got[600] = "";
    shown.page = (uint8_t)page;
    service_screens_write(&shown, &about, &lines);
    for (uint32_t i = 0; i < lines.count; i++) strcat(strcat(got, lines.at[i]), "\n");
    assert_string_equal(got, wanted);
}

static void every_page_says_what_is_felt(void **state) {
    struct service_screens c = told(), nothing = {0};
    static const struct {
        uint32_t status;
        const char *words;
    } POWER[] = {{0, "on its own"},
                 {BODY_STATUS_BATTERY_LOW, "battery is low"},
                 {BODY_STATUS_ON_CHARGER, "on its charger"},
                 {BODY_STATUS_ON_CHARGER | BODY_STATUS_CHARGING, "is charging"}};
    for (size_t i = 0; i < sizeof POWER / sizeof *POWER; i++) {
        char wanted[200];
        snprintf(wanted, sizeof wanted, "Vector-A1B2\nvector 00e20145\nbattery 3.87 V\n%s\nawake 2:03:04\n",
                 POWER[i].words);
        expect(&c, SERVICE_WHO, POWER[i].status, "", wanted);
    }
    expect(&c, SERVICE_FLOOR, 0, "",
           "floor, range, touch\nfront 0.25 0.50\nback  0.75 1.00\nrange 215 mm\ntouch 4711\n");
    expect(&c, SERVICE_MOTORS, 0, "",
           "motors\nhead 20.0 deg\nlift 92 mm\nwheels 60 -50 mm/s\nleft 5% right 10%\nlift 15% head 20%\n");
    expect(&c, SERVICE_MOTION, 0, "",
           "motion\nx 123 y -45 mm\nheading 90 deg\na 0.1 -0.2 9.8\ng 0.01 -0.02 0.50\n");
    expect(&c, SERVICE_DEBUG, 0, "192.168.1.7", "ESN 00e20145\n192.168.1.7\n");
    expect(&c, SERVICE_DEBUG, 0, "", "ESN 00e20145\nno network\n");
    // What it does not have is not named.
    expect(&nothing, SERVICE_FLOOR, 0, "", "floor, range, touch\n");
    expect(&nothing, SERVICE_MOTORS, 0, "", "motors\nhead 20.0 deg\nlift 92 mm\nwheels 60 -50 mm/s\n");
    expect(&nothing, SERVICE_MOTION, 0, "", "motion\nx 123 y -45 mm\nheading 90 deg\n");
}

TESTS(cmocka_unit_test(every_page_says_what_is_felt))
