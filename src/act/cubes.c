#include "act/cubes.h"

#include "base/hash.h"
#include "base/maths/maths.h"

#include <string.h>

// Chosen. Cubes advertise themselves once a second.
#define SCAN_S    2.5f // of several the strongest is taken
#define CONNECT_S 1.5f // and asked again
#define GIVE_UP_S 8.0f
#define FORGET_S  5.0f
#define FLASH_S   1.5f
enum { FLASH_MS = 200 };
// From accelerations: what lasts and what does not, how far it is tilted to and fro, and how sure a hand is.
#define SAMPLE_S   0.03f
#define LOW_PASS_S 0.2f
#define HELD_S     1.0f
#define HELD_ON    0.6f
#define HELD_OFF   0.3f
#define PER_G      25.0f
#define PER_TILT   30.0f
#define AT_REST    3.0f

static uint32_t ticks(float seconds) { return (uint32_t)(m_clamp(seconds, 0, 86400) * 1e6f / 33000) + 1; }
static bool lasted(uint32_t since, uint32_t tick, float seconds) { return tick - since >= ticks(seconds); }

void cubes_start(struct cubes *c) { memset(c, 0, sizeof *c); }

static void tell(struct cubes *c, struct cubes_told told) {
    if (c->told_count < CUBES_TOLD) c->told[c->told_count++] = told;
}
static void happens(struct cubes *c, enum life_event_kind kind, float number) {
    tell(c, (struct cubes_told){.kind = (uint32_t)kind, .device = c->device, .number = number});
}

bool cubes_told(struct cubes *c, struct cubes_told *out) {
    if (!c->told_count) return false;
    *out = c->told[0];
    memmove(c->told, c->told + 1, --c->told_count * sizeof *c->told);
    memset(&c->told[c->told_count], 0, sizeof *c->told);
    return true;
}

// ------------------------------------------------------------------------------------------------ wishes

static void answer(struct cubes *c, uint32_t wish, bool connected) {
    if (!c->wishes[wish].ticket) return;
    tell(c, (struct cubes_told){.device = connected ? c->device : 0,
                                .ticket = c->wishes[wish].ticket,
                                .door = c->wishes[wish].door});
    c->wishes[wish].ticket = 0;
}

static void forget_wish(struct cubes *c, uint32_t at) {
    answer(c, at, c->state == CUBES_CONNECTED);
    memmove(&c->wishes[at], &c->wishes[at + 1], (--c->wish_count - at) * sizeof *c->wishes);
    memset(&c->wishes[c->wish_count], 0, sizeof *c->wishes);
}

static uint32_t level(const struct cubes *c) {
    uint32_t most = LIFE_CUBE_LEVEL_NONE;
    for (uint32_t i = 0; i < c->wish_count; i++)
        if (c->wishes[i].level > most) most = c->wishes[i].level;
    return most;
}

bool cubes_want(struct cubes *c, uint8_t door, uint32_t ticket, uint8_t wanted, float seconds,
                uint32_t tick) {
    for (uint32_t i = c->wish_count; i--;)
        if (c->wishes[i].door == door) forget_wish(c, i);
    if (wanted == LIFE_CUBE_LEVEL_NONE) {
        tell(c, (struct cubes_told){
                    .device = c->state == CUBES_CONNECTED ? c->device : 0, .ticket = ticket, .door = door});
        return true;
    }
    if (c->wish_count == CUBES_WISHES) return false;
    uint32_t i = c->wish_count++;
    c->wishes[i].door = door, c->wishes[i].level = wanted, c->wishes[i].ticket = ticket;
    c->wishes[i].since = tick;
    c->wishes[i].until = seconds > 0 ? tick + ticks(seconds) : 0;
    if (c->state == CUBES_CONNECTED) answer(c, i, true);
    return true;
}

void cubes_drop(struct cubes *c, uint32_t tick) {
    while (c->wish_count) forget_wish(c, c->wish_count - 1);
    c->since = tick;
}

bool cubes_scan(struct cubes *c, uint8_t door, uint32_t ticket, float seconds, uint32_t tick) {
    if (c->scan_until) return false;
    c->scan_until = tick + ticks(m_clamp(seconds, 0.1f, 60));
    c->scan_ticket = ticket, c->scan_door = door;
    return true;
}

// ------------------------------------------------------------------------------------------------ the air

static void swap(struct cubes *c, uint32_t at) { // with the one before it
    struct cubes_heard other = c->heard[at];
    c->heard[at] = c->heard[at - 1];
    c->heard[at - 1] = other;
}

static void note(struct cubes *c, const struct body_radio *r, uint32_t tick) {
    uint32_t at = 0;
    if (r->type > 3) return; // a charger
    while (at < c->heard_count && c->heard[at].device != r->device) at++;
    if (at == CUBES_HEARD) { // in a crowd the weakest makes room, but not the one that is sought
        at = c->heard[CUBES_HEARD - 1].device == c->preferred ? CUBES_HEARD - 2 : CUBES_HEARD - 1;
        if (r->device != c->preferred && r->rssi_dbm <= c->heard[at].rssi) return;
    }
    if (at == c->heard_count) c->heard_count++;
    c->heard[at].device = r->device, c->heard[at].type = r->type;
    c->heard[at].rssi = r->rssi_dbm, c->heard[at].tick = tick;
    for (; at && c->heard[at].rssi > c->heard[at - 1].rssi; at--) swap(c, at); // the strongest first
    for (; at + 1 < c->heard_count && c->heard[at].rssi < c->heard[at + 1].rssi; at++) swap(c, at + 1);
}

static void forget_silent(struct cubes *c, uint32_t tick) {
    for (uint32_t i = c->heard_count; i--;) {
        if (!lasted(c->heard[i].tick, tick, FORGET_S)) continue;
        memmove(&c->heard[i], &c->heard[i + 1], (--c->heard_count - i) * sizeof *c->heard);
        memset(&c->heard[c->heard_count], 0, sizeof *c->heard);
    }
}

static void lost(struct cubes *c, bool let_go, uint32_t tick) {
    happens(c, LIFE_EVENT_KIND_CUBE_LOST, let_go);
    c->state = CUBES_IDLE, c->since = tick;
    c->streams = c->moving = c->held = c->low = c->asked = c->taps = c->counts = c->up = 0;
    c->hold = c->motion_g = c->tilt = 0;
    memset(c->low_g, 0, sizeof c->low_g);
}

static void feel(struct cubes *c, const struct body_radio *r) {
    float off2 = 0, moved2 = 0;
    for (int i = 0; i < 3; i++) {
        float before = c->low_g[i];
        c->low_g[i] += (r->value[i] - before) * (SAMPLE_S / LOW_PASS_S);
        off2 += (r->value[i] - c->low_g[i]) * (r->value[i] - c->low_g[i]);
        moved2 += (c->low_g[i] - before) * (c->low_g[i] - before);
    }
    c->motion_g += (m_sqrt(off2) - c->motion_g) * 0.1f;
    c->tilt += (m_sqrt(moved2) - c->tilt) * 0.1f;
    float sure = 1 / (1 + m_exp(AT_REST - PER_G * c->motion_g - PER_TILT * c->tilt));
    c->hold += (sure - c->hold) * (SAMPLE_S / HELD_S);
    bool held = c->held ? c->hold > HELD_OFF : c->hold > HELD_ON;
    if (held != (bool)c->held) happens(c, LIFE_EVENT_KIND_CUBE_HELD, held);
    c->held = held;
}

static void hear(struct cubes *c, const struct body_radio *r, uint32_t tick, bool carried) {
    if (r->kind == BODY_RADIO_KIND_SEEN) return note(c, r, tick);
    if (r->device != c->device || c->state < CUBES_CONNECTS) return;
    switch (r->kind) {
    case BODY_RADIO_KIND_CONNECTED:
        if (c->state == CUBES_CONNECTED) return;
        c->state = CUBES_CONNECTED, c->since = tick;
        if (!c->preferred) c->preferred = c->device;
        happens(c, LIFE_EVENT_KIND_CUBE_CONNECTED, r->rssi_dbm);
        for (uint32_t i = 0; i < c->wish_count; i++) answer(c, i, true);
        return;
    case BODY_RADIO_KIND_LOST:
        return lost(c, !c->wish_count, tick);
    case BODY_RADIO_KIND_ACCEL:
        return feel(c, r);
    case BODY_RADIO_KIND_MOVED:
    case BODY_RADIO_KIND_STILL:
        c->moving = r->kind == BODY_RADIO_KIND_MOVED;
        return happens(c, c->moving ? LIFE_EVENT_KIND_CUBE_MOVED : LIFE_EVENT_KIND_CUBE_STILL, 0);
    case BODY_RADIO_KIND_UP_AXIS:
        if (r->count == c->up || r->count < 1 || r->count > 6) return;
        c->up = r->count;
        return happens(c, LIFE_EVENT_KIND_CUBE_UP, r->count);
    case BODY_RADIO_KIND_TAPPED: {
        uint8_t more = c->counts ? (uint8_t)(r->count - c->taps) : 1; // it counted before it was connected
        c->taps = r->count, c->counts = 1;
        if (!carried) happens(c, LIFE_EVENT_KIND_CUBE_TAPPED, more); // what carries it shakes it, too
        return;
    }
    case BODY_RADIO_KIND_VOLTAGE:
        if (r->count && !c->low) happens(c, LIFE_EVENT_KIND_CUBE_BATTERY_LOW, r->value[0]);
        c->low = r->count;
        return;
    default:
        return;
    }
}

void cubes_hear(struct cubes *c, const struct body_senses *s, uint32_t tick, bool carried) {
    for (uint32_t i = 0; i < s->radio_count; i++) {
        const float *v = s->radio[i].value;
        if (m_all_finite(v, 3)) hear(c, &s->radio[i], tick, carried);
    }
}

// ------------------------------------------------------------------------------------------------ the link

static bool known(const struct cubes *c, uint32_t device) {
    for (uint32_t i = 0; i < c->heard_count; i++)
        if (c->heard[i].device == device) return true;
    return false;
}

static void connect(struct cubes *c, uint32_t device, uint32_t tick) {
    c->device = device, c->asked = 0;
    for (uint32_t i = 0; i < c->heard_count; i++)
        if (c->heard[i].device == device) c->type = c->heard[i].type;
    c->state = CUBES_CONNECTS, c->since = tick;
}

static void choose(struct cubes *c, uint32_t tick) {
    if (c->state == CUBES_IDLE) c->state = CUBES_SCANS, c->since = tick;
    if (c->preferred && known(c, c->preferred)) return connect(c, c->preferred, tick);
    if (c->heard_count && lasted(c->since, tick, SCAN_S)) connect(c, c->heard[0].device, tick);
}

void cubes_step(struct cubes *c, uint32_t tick) {
    forget_silent(c, tick);
    for (uint32_t i = c->wish_count; i--;) {
        if (c->wishes[i].until && (int32_t)(tick - c->wishes[i].until) >= 0)
            forget_wish(c, i);
        else if (c->state != CUBES_CONNECTED && lasted(c->wishes[i].since, tick, GIVE_UP_S))
            answer(c, i, false); // it goes on seeking
    }
    if (c->scan_until && (int32_t)(tick - c->scan_until) >= 0) {
        tell(c, (struct cubes_told){.ticket = c->scan_ticket, .door = c->scan_door, .scan = 1});
        c->scan_until = c->scan_ticket = c->scan_door = 0;
    }
    if (c->state < CUBES_CONNECTS && c->wish_count) choose(c, tick);
    if (c->state == CUBES_SCANS && !c->wish_count) c->state = CUBES_IDLE;
    if (c->state == CUBES_CONNECTS && (!c->wish_count || lasted(c->since, tick, 2 * CONNECT_S)))
        c->state = CUBES_IDLE, c->since = tick;
    if (c->state == CUBES_CONNECTED && c->preferred && c->preferred != c->device && known(c, c->preferred))
        c->asked = UINT32_MAX; // it let go of this one for the other
}

static void order(struct body_command *out, uint32_t device, uint8_t op) {
    if (out->cubes_count == sizeof out->cubes / sizeof *out->cubes) return;
    out->cubes[out->cubes_count++] = (struct body_cube_order){.device = device, .op = op};
}

static void order_lights(struct cubes *c, struct body_command *out, uint32_t tick) {
    if (c->flash_until && (int32_t)(tick - c->flash_until) >= 0) c->flash_until = 0, c->light_orders = 1;
    if (!c->light_orders || out->cubes_count == sizeof out->cubes / sizeof *out->cubes) return;
    struct body_cube_order all = {.device = c->device, .op = BODY_CUBE_OP_LIGHTS, .lights_count = 4};
    all.rotate_ms = (uint16_t)c->rotate_ms;
    memcpy(all.lights, c->lights, sizeof c->lights);
    for (uint32_t i = 0; c->flash_until && i < 4; i++)
        all.lights[i] =
            (struct body_cube_light){.on = {255, 255, 255, 0}, .on_ms = FLASH_MS, .off_ms = FLASH_MS};
    out->cubes[out->cubes_count++] = all;
    c->light_orders = 0;
}

void cubes_command(struct cubes *c, struct body_command *out, uint32_t tick) {
    if (c->wish_count || c->scan_until || c->state == CUBES_CONNECTED) out->wants |= BODY_WANT_RADIO;
    bool again = c->state == CUBES_CONNECTS && (!c->asked || lasted(c->asked, tick, CONNECT_S));
    if (again) order(out, c->device, BODY_CUBE_OP_CONNECT), c->asked = tick ? tick : 1;
    if (c->state != CUBES_CONNECTED) return;
    if (!c->wish_count || c->asked == UINT32_MAX) {
        order(out, c->device, BODY_CUBE_OP_DISCONNECT);
        return;
    }
    bool streams = level(c) == LIFE_CUBE_LEVEL_INTERACTABLE;
    if (streams != (bool)c->streams)
        order(out, c->device, streams ? BODY_CUBE_OP_STREAM_ON : BODY_CUBE_OP_STREAM_OFF);
    c->streams = streams;
    order_lights(c, out, tick);
}

bool cubes_light(struct cubes *c, const struct life_light_cube *r) {
    if (c->state != CUBES_CONNECTED) return false;
    c->rotate_ms = r->rotate_ms;
    memset(c->lights, 0, sizeof c->lights);
    memcpy(c->lights, r->lights, (r->lights_count < 4 ? r->lights_count : 4) * sizeof *r->lights);
    c->light_orders = 1;
    return true;
}

bool cubes_flash(struct cubes *c, uint32_t tick) {
    if (c->state != CUBES_CONNECTED) return false;
    c->flash_until = tick + ticks(FLASH_S);
    c->light_orders = 1;
    return true;
}

uint64_t cubes_hash(const struct cubes *c) {
    uint64_t h = hash64(0, c->heard, sizeof c->heard);
    h = hash64(h, c->wishes, sizeof c->wishes);
    h = hash64(h, &c->heard_count, offsetof(struct cubes, lights) - offsetof(struct cubes, heard_count));
    h = hash64(h, c->lights, sizeof c->lights);
    h = hash64(h, c->told, sizeof c->told);
    return hash64(h, &c->told_count, sizeof c->told_count);
}
