#include "pleo/os/os_internal.h"

void power_off(struct pleo *p, enum power_why why, int32_t in_ms) {
    if (p->power.goes) return;
    p->power.goes = why;
    p->power.due_ms = p->ms + (in_ms > 0 ? in_ms : 0);
    log_say(p, LOG_WARNING, LOG_MANAGER, "shuts down: %s",
            why == POWER_EMPTY ? "the battery is empty"
            : why == POWER_HOT ? "the battery is too hot"
                               : "asked for");
}

bool power_dear(const struct pleo *p) {
    const struct sensors *s = &p->sensors;
    return s->at[SENSOR_BATTERY].value < BATTERY_DEAR && !s->at[SENSOR_POWER].value;
}

void power_tick(struct pleo *p) {
    const struct sensors *s = &p->sensors;
    int32_t level = s->at[SENSOR_BATTERY].value;
    bool charges = s->at[SENSOR_POWER].value != 0;
    if (level < BATTERY_TIRED && !charges && !p->power.told_low)
        pleo_event(p, PLEO_EVENT_KIND_BATTERY_LOW, 0, (float)level, 0);
    p->power.told_low = level < BATTERY_TIRED;
    if (level < BATTERY_EMPTY && !charges) power_off(p, POWER_EMPTY, 0);
    if (s->at[SENSOR_BATTERY_TEMPERATURE].value >= BATTERY_HOT_C) power_off(p, POWER_HOT, 0);
    if (!p->power.goes || p->ms < p->power.due_ms) return;
    p->power.off = true;
    p->out->command.orders |= BODY_ORDER_POWER_OFF;
    pleo_event(p, PLEO_EVENT_KIND_SHUT_DOWN, 0, (float)p->power.goes, 0);
}
