#include "robot/service_screens.h"

#include "base/hash.h"

#include "base/maths/geometry.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TWICE_TICKS = 24, QUIET_TICKS = 60 * 30 }; // 0.8 s; a minute

void service_screens_feel(struct service_screens *c, const struct body_senses *s) {
    if (s->cliffs_count) {
        c->cliff_count = s->cliffs_count;
        memcpy(c->cliffs, s->cliffs, s->cliffs_count * sizeof *s->cliffs);
    }
    if (s->range_count)
        c->has_range = true, c->ranged = s->range[0].valid, c->range_m = s->range[0].distance_m;
    if (s->touches_count) c->has_touch = true, c->touch = s->touches[0].raw;
    if (s->imu_count) {
        const struct body_imu *imu = &s->imu[s->imu_count - 1];
        c->has_imu = true;
        memcpy(c->accel, imu->accel_mps2, sizeof c->accel);
        memcpy(c->gyro, imu->gyro_radps, sizeof c->gyro);
    }
    if (!s->joints_count) return;
    c->load_count = s->joints_count < 4 ? s->joints_count : 4;
    for (uint32_t i = 0; i < c->load_count; i++) c->loads[i] = s->joints[i].load;
}

void service_screens_ask(struct service_screens *c, uint8_t page, uint32_t tick) {
    c->page = page < SERVICE_PAGES ? page : 0;
    c->asked = c->page != 0;
    c->touched_tick = tick;
}

static void press(struct service_screens *c, uint32_t tick) {
    bool twice = c->pressed_tick && tick - c->pressed_tick < TWICE_TICKS;
    c->pressed_tick = tick ? tick : 1;
    c->touched_tick = tick;
    if (c->page)
        c->page = c->page + 1u < SERVICE_DEBUG ? (uint8_t)(c->page + 1) : 0;
    else if (twice)
        c->page = SERVICE_WHO, c->pressed_tick = 0;
    c->raised = false;
}

uint8_t service_screens_step(struct service_screens *c, uint32_t status, bool pressed, float lift_m,
                             uint32_t tick) {
    bool docked = status & BODY_STATUS_ON_CHARGER;
    if (c->page && c->asked) return c->page;
    if (!docked) c->page = 0;
    if (pressed && docked) press(c, tick);
    if (c->page && tick - c->touched_tick > QUIET_TICKS) c->page = 0;
    if (c->page && lift_m > 0.08f) c->raised = true;
    if (c->page && c->raised && lift_m < 0.04f) {
        c->page = SERVICE_DEBUG;
        c->raised = false;
        c->touched_tick = tick;
    }
    return c->page;
}

static void line(struct screen_lines *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void line(struct screen_lines *out, const char *format, ...) {
    va_list list;
    if (out->count == SCREEN_LINES) return;
    va_start(list, format);
    vsnprintf(out->at[out->count++], sizeof out->at[0], format, list);
    va_end(list);
}

static void who(const struct service_screens_about *a, struct screen_lines *out) {
    const struct life_view *v = a->view;
    uint32_t s = v->tick / 30;
    line(out, "%.20s", a->name);
    line(out, "%s %08x", a->creature, (unsigned)a->serial);
    line(out, "battery %.2f V", (double)v->battery_v);
    line(out, "%s",
         v->status & BODY_STATUS_CHARGING      ? "is charging"
         : v->status & BODY_STATUS_ON_CHARGER  ? "on its charger"
         : v->status & BODY_STATUS_BATTERY_LOW ? "battery is low"
                                               : "on its own");
    line(out, "awake %u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
}

static void floor_page(const struct service_screens *c, struct screen_lines *out) {
    line(out, "floor, range, touch");
    for (uint32_t i = 0; i + 1 < c->cliff_count; i += 2)
        line(out, "%s %.2f %.2f", i ? "back " : "front", (double)c->cliffs[i], (double)c->cliffs[i + 1]);
    if (c->has_range && c->ranged) line(out, "range %d mm", (int)(c->range_m * 1000));
    if (c->has_range && !c->ranged) line(out, "range none");
    if (c->has_touch) line(out, "touch %u", (unsigned)c->touch);
}

static void motors(const struct service_screens *c, const struct life_view *v, struct screen_lines *out) {
    static const char *const NAMES[] = {"left", "right", "lift", "head"};
    line(out, "motors");
    line(out, "head %.1f deg", (double)m_degrees(v->head_rad));
    line(out, "lift %.0f mm", (double)(v->lift_m * 1000));
    line(out, "wheels %.0f %.0f mm/s", (double)(v->left_mps * 1000), (double)(v->right_mps * 1000));
    for (uint32_t i = 0; i + 1 < c->load_count; i += 2)
        line(out, "%s %.0f%% %s %.0f%%", NAMES[i], (double)(c->loads[i] * 100), NAMES[i + 1],
             (double)(c->loads[i + 1] * 100));
}

static void motion(const struct service_screens *c, const struct life_view *v, struct screen_lines *out) {
    line(out, "motion");
    line(out, "x %.0f y %.0f mm", (double)(v->x_m * 1000), (double)(v->y_m * 1000));
    line(out, "heading %.0f deg", (double)m_degrees(v->heading_rad));
    if (!c->has_imu) return;
    line(out, "a %.1f %.1f %.1f", (double)c->accel[0], (double)c->accel[1], (double)c->accel[2]);
    line(out, "g %.2f %.2f %.2f", (double)c->gyro[0], (double)c->gyro[1], (double)c->gyro[2]);
}

void service_screens_write(const struct service_screens *c, const struct service_screens_about *about,
                           struct screen_lines *out) {
    memset(out, 0, sizeof *out); // compared as a whole
    switch (c->page) {
    case SERVICE_WHO:
        return who(about, out);
    case SERVICE_FLOOR:
        return floor_page(c, out);
    case SERVICE_MOTORS:
        return motors(c, about->view, out);
    case SERVICE_MOTION:
        return motion(c, about->view, out);
    default:
        line(out, "ESN %08x", (unsigned)about->serial);
        line(out, "%s", *about->address ? about->address : "no network");
    }
}

uint64_t service_screens_hash(const struct service_screens *c) {
    return HASH_RUN(HASH_RUN(0, c, page, raised), c, pressed_tick, ranged);
}
