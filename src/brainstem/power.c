#include "brainstem/power.h"

#define VOLTS_PER_COUNT (2.8f / 2048) // both converters
#define FILTER_S        5.0f
#define HYSTERESIS_V    0.02f

uint8_t power_classify(const struct body_model *model, float volts, bool on_charger, bool connected) {
    if (!connected) return BODY_BATTERY_LEVEL_UNKNOWN;
    float low = on_charger ? model->battery_low_charging_v : model->battery_low_v;
    if (volts <= low) return BODY_BATTERY_LEVEL_LOW;
    return volts >= model->battery_full_v ? BODY_BATTERY_LEVEL_FULL : BODY_BATTERY_LEVEL_NOMINAL;
}

void power_step(struct power *p, const struct body_model *model, const struct body_pins *pins, float dt_s) {
    float battery = (float)pins->battery * VOLTS_PER_COUNT;
    bool on_charger = pins->flags & BODY_PIN_FLAG_CHARGER_CONTACT;
    bool anew = !p->ready || on_charger != p->on_charger; // other limits: no hysteresis against the old ones
    p->battery_v = p->ready ? p->battery_v + (battery - p->battery_v) * m_min(dt_s / FILTER_S, 1) : battery;
    p->charger_v = (float)pins->charger * VOLTS_PER_COUNT;
    p->temperature_c = pins->temperature_c;
    p->on_charger = on_charger;
    p->charging = pins->flags & BODY_PIN_FLAG_CHARGING;
    p->gone = pins->flags & BODY_PIN_FLAG_BATTERY_GONE;
    p->hot = pins->flags & BODY_PIN_FLAG_BATTERY_HOT;
    p->ready = true;
    uint8_t up = power_classify(model, p->battery_v - HYSTERESIS_V, on_charger, !p->gone);
    uint8_t down = power_classify(model, p->battery_v + HYSTERESIS_V, on_charger, !p->gone);
    if (anew || p->gone)
        p->level = power_classify(model, p->battery_v, on_charger, !p->gone);
    else if (p->level < up)
        p->level = up;
    else if (p->level > down)
        p->level = down;
}
