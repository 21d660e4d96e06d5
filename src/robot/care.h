// Screens for whoever looks after a robot: who it is, and what its sensors say.
//
// On its charger the button pressed twice opens them, each further press turns to the next, and its lift
// moved all the way up and down by hand shows serial number and address. They close with the last page, off
// the charger, or after a minute in which nothing is pressed. Without a charger they can be asked for.
//
//     care_feel(&care, senses, model);                                           // once a tick
//     uint32_t page = care_step(&care, status, pressed, lift_m, tick);           // 0: none
//     care_write(&care, page, &about, &lines);
#pragma once

#include "border/model.h"
#include "schema/body.h"
#include "schema/life.h"
#include "stage/screen.h"

enum { CARE_NONE, CARE_WHO, CARE_FLOOR, CARE_MOTORS, CARE_MOTION, CARE_DEBUG, CARE_PAGES };

struct care {
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
struct care_about {
    const char *name, *creature, *address;
    uint32_t serial;
    const struct life_view *view;
};

void care_feel(struct care *care, const struct body_senses *senses);
void care_ask(struct care *care, uint8_t page, uint32_t tick);
uint8_t care_step(struct care *care, uint32_t status, bool pressed, float lift_m, uint32_t tick);
void care_write(const struct care *care, const struct care_about *about, struct screen_lines *out);
