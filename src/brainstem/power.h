// The battery's level.
//
//     power_step(&p, model, pins, dt_s);
//     p.level                                 // low, nominal, full: other limits hold on the charger
//
// The voltage sags with every motor and every sound, so it is filtered. A level changes only when the voltage
// is clearly past its limit.
#pragma once

#include "brainstem/brainstem.h"

struct power {
    float battery_v, charger_v, temperature_c;
    bool ready, on_charger, charging, gone, hot;
    uint8_t level; // BODY_BATTERY_LEVEL_…
};

void power_step(struct power *p, const struct body_model *model, const struct body_pins *pins, float dt_s);
// Without filter and hysteresis. Vector's limits are 3.6 and 4.1 V, on the charger 4.0 and 4.1 V.
uint8_t power_classify(const struct body_model *model, float volts, bool on_charger, bool connected);
