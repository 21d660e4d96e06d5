// What his battery allows: published levels and temperatures at which LifeOS itself acts.
//
//     power_tick(p);
//     power_off(p, POWER_ASKED, 5000);       // the power goes after 5 s
//     if (power_dear(p)) …                    // costly motions are not begun
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct pleo;
enum { BATTERY_TIRED = 23, BATTERY_DEAR = 15, BATTERY_EMPTY = 11, BATTERY_HOT_C = 58 }; // dear: chosen
enum power_why { POWER_ON, POWER_EMPTY, POWER_HOT, POWER_ASKED };
struct power {
    enum power_why goes; // it was decided; POWER_ON: no
    bool off, told_low;
    int32_t due_ms;
};

void power_tick(struct pleo *p);
void power_off(struct pleo *p, enum power_why why, int32_t in_ms);
bool power_dear(const struct pleo *p);
