// Screens for whoever looks after a robot: who it is, and what its sensors say.
//
// On its charger the button pressed twice opens them, each further press turns to the next, and its lift
// moved all the way up and down by hand shows serial number and address. They close with the last page, off
// the charger, or after a minute in which nothing is pressed. Without a charger they can be asked for.
//
//     service_screens_feel(&service, senses);                                           // once a tick
//     uint32_t page = service_screens_step(&service, status, pressed, lift_m, tick);           // 0: none
//     service_screens_write(&service, &about, &lines);
#pragma once

#include "border/body_model.h"
#include "schema/body.h"
#include "schema/life.h"
#include "stage/screen/screen.h"

enum {
    SERVICE_NONE,
    SERVICE_WHO,
    SERVICE_FLOOR,
    SERVICE_MOTORS,
    SERVICE_MOTION,
    SERVICE_DEBUG,
    SERVICE_PAGES
};

struct service_screens {
    uint8_t page;
    bool asked; // not by its button: it stays off the charger
    bool raised;
    uint32_t pressed_tick, touched_tick; // touched: what is done with it here
    // What its sensors said last.
    float cliffs[4], range_m, loads[4], accel[3], gyro[3];
    uint8_t cliff_count, load_count;
    uint16_t touch;
    bool has_range, has_touch, has_imu, ranged;
};
struct service_screens_about {
    const char *name, *creature, *address;
    uint32_t serial;
    const struct life_view *view;
};

void service_screens_feel(struct service_screens *service, const struct body_senses *senses);
void service_screens_ask(struct service_screens *service, uint8_t page, uint32_t tick);
uint8_t service_screens_step(struct service_screens *service, uint32_t status, bool pressed, float lift_m,
                             uint32_t tick);
void service_screens_write(const struct service_screens *service, const struct service_screens_about *about,
                           struct screen_lines *out);
uint64_t service_screens_hash(const struct service_screens *service);
