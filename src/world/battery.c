// Battery, charger and power latch of a robot: what motors and lights draw, what the pads supply, and when
// the power goes off.
//
// Published: one cell of 3.7 V with 320 mAh; the charger's four phases, about 1 A into it, 100 to 200 mA
// while it tapers; the pack disconnects at about 5 A or below 2.4 V and comes back at 2.6 V; charging pauses
// when it is hot. The curve, the resistance's growth with age, the currents of the first and the last phase
// and the reset's voltage are chosen.
#include "border/cell.h"
#include "world/world_internal.h"

#define PERIOD        4 // steps between looks
#define PERIOD_S      (PERIOD * STEP_SECONDS)
#define CHARGE_MOST_A 1.0f
#define PRECHARGE_A   0.1f
#define PRECHARGE_V   3.0f
#define FULL_V        4.20f
#define AGAIN_V       4.10f
#define DONE_A        0.05f
#define HOT_C         50.0f
#define COOL_C        45.0f
#define RESET_V       2.5f
#define PAD_V         5.0f
#define PAD_MOST_V    6.0f // above it the path stays open (chosen)
#define PLUG_A        1.5f // what a creature's own charger gives (chosen)
#define EMPTY_V       2.6f // below it a pack that let go stays open
#define AGED_OHMS     9.0f // an old cell has so many more times its resistance

static float ohms(const struct world *w, uint32_t robot) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct world_defect_state *weak = world_has_fault(w, robot, WORLD_DEFECT_KIND_BATTERY_WEAK, -1);
    float age = weak ? m_max(r->battery.age, weak->amount) : r->battery.age;
    float cold = r->battery.celsius < 10 ? 1 + (10 - r->battery.celsius) * 0.05f : 1;
    return w->figures[robot - 1]->ohm * (1 + age * AGED_OHMS) * cold;
}

static float load_a(const struct world *w, uint32_t robot) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *m = w->models[robot - 1];
    const struct figure *f = w->figures[robot - 1];
    if (!r->powered) return 0;
    float amps = f->idle_a;
    if (r->drive.gates & BODY_GATE_SENSORS_OFF) amps -= 0.02f;
    for (uint32_t i = 0; i < m->motor_count; i++) {
        float share = r->motors[i].duty * motor_current(&r->motors[i], &m->motors[i]);
        amps += m_clamp(share * f->motor_a, 0, f->bridge_a);
    }
    for (uint32_t i = 0; i < r->drive.lights_count; i++) {
        const struct body_colour *c = &r->drive.lights[i];
        amps += (float)(c->r + c->g + c->b) / 765 * 0.015f;
    }
    return amps + (r->drive.head_light ? 0.05f : 0);
}

// Do its pads lie on a charger's? Only who backs in connects.
static const struct world_thing_state *docked(const struct world *w, uint32_t robot) {
    if (w->models[robot - 1]->pads_m.z <= 0) return NULL; // it has none
    struct pose at = world_pose(w, w->memory.robots[robot - 1].body);
    struct vec3 pads = pose_apply(at, w->models[robot - 1]->pads_m);
    for (uint32_t i = 0; i < w->memory.things_count; i++) {
        const struct world_thing_state *t = &w->memory.things[i];
        if (t->kind != WORLD_THING_KIND_CHARGER) continue;
        struct pose charger = world_pose(w, t->body);
        struct vec3 in = pose_undo(charger, pads);
        if (in.x < 0.060f || in.x > 0.085f || m_abs(in.y) > 0.012f || in.z < 0.005f || in.z > 0.032f)
            continue;
        struct vec3 ahead = quat_apply(quat_inverse(charger.turn), quat_apply(at.turn, vec3(1, 0, 0)));
        if (ahead.x < -0.96f) return t;
    }
    return NULL;
}

// How much goes into the cell, and which phase that is.
static float charge_a(struct world_robot_state *r, float supply_a, float load, float ohm) {
    struct world_battery_state *c = &r->battery;
    bool hot = r->phase == WORLD_CHARGE_PHASE_TOO_HOT ? c->celsius > COOL_C : c->celsius > HOT_C;
    float spare = m_clamp(supply_a - load, 0, CHARGE_MOST_A), taper = (FULL_V - c->rest_v) / ohm;
    if (c->disconnected && !hot &&
        c->rest_v < EMPTY_V) { // a pack that let go because it was empty takes a little
        r->phase = WORLD_CHARGE_PHASE_PRECHARGE;
        return m_min(spare, PRECHARGE_A);
    }
    if (c->disconnected || hot) {
        r->phase = hot ? WORLD_CHARGE_PHASE_TOO_HOT : WORLD_CHARGE_PHASE_OFF;
        return 0;
    }
    if (r->phase == WORLD_CHARGE_PHASE_DONE && c->rest_v > AGAIN_V) return 0;
    if (r->drive.gates & BODY_GATE_CHARGER_OFF) {
        r->phase = WORLD_CHARGE_PHASE_OFF;
        return 0;
    }
    if (c->rest_v < PRECHARGE_V) {
        r->phase = WORLD_CHARGE_PHASE_PRECHARGE;
        return m_min(spare, PRECHARGE_A);
    }
    if (taper >= spare) {
        r->phase = WORLD_CHARGE_PHASE_CURRENT;
        return spare;
    }
    r->phase = taper < DONE_A ? WORLD_CHARGE_PHASE_DONE : WORLD_CHARGE_PHASE_VOLTAGE;
    return m_max(taper, 0);
}

static void latch(struct world *w, uint32_t robot, bool pads_came) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct world_battery_state *c = &r->battery;
    bool alive = c->rail_v > RESET_V && (!c->disconnected || r->contact);
    bool asked_off = r->drive.gates & BODY_GATE_POWER_OFF;
    if (r->powered) {
        // The controller resets when the rail sags for longer than its capacitors last, and at once when the
        // pack lets go: the latch opens and all is off. Without the load the cell recovers, but nobody
        // switches on again.
        r->low_s = alive ? 0 : r->low_s + PERIOD_S;
        if (r->low_s > 0.03f || c->rail_v <= 0 || asked_off) r->powered = false;
    } else if (alive && (until(w, r->pressed_until_us) || pads_came)) {
        r->powered = true;
        r->tested = false;
        r->low_s = 0;
        r->drive = (struct body_drive){0};
    }
}

static void warm(struct world *w, uint32_t robot, float ohm, float load) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    struct world_battery_state *c = &r->battery;
    float ambient = w->memory.celsius;
    // Chosen: the cell takes 12 J a degree and loses a degree's worth in 15 minutes; the body follows its
    // load.
    c->celsius += (c->current_a * c->current_a * ohm / 12 - (c->celsius - ambient) / 900) * PERIOD_S;
    float body = ambient + 4 + 14 * load + (r->phase == WORLD_CHARGE_PHASE_CURRENT ? 6 : 0);
    r->body_c += (body - r->body_c) * PERIOD_S / 240;
    r->shown_c += (r->body_c - r->shown_c) * PERIOD_S / 3;
}

// The body's electronics try their sensors once, when power comes. Published: 0xa6 and the first floor sensor
// that fails, or 0x52 for the range sensor. The floor is tried first (chosen).
static void self_test(struct world *w, uint32_t robot) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *m = w->models[robot - 1];
    r->tested = true;
    r->fault_device = r->fault_item = 0;
    if (m->has_range && world_has_fault(w, robot, WORLD_DEFECT_KIND_RANGE_DEAD, -1)) r->fault_device = 0x52;
    for (uint32_t i = m->cliff_count; i-- > 0;)
        if (world_has_fault(w, robot, WORLD_DEFECT_KIND_CLIFF_DEAD, (int)i))
            r->fault_device = 0xa6, r->fault_item = (uint8_t)i;
}

void battery_step(struct world *w, uint32_t robot) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (r->powered && !r->tested) self_test(w, robot);
    if ((w->memory.step + robot) % PERIOD) return;
    struct world_battery_state *c = &r->battery;
    const struct world_thing_state *charger = docked(w, robot);
    float pad_v = charger && charger->powered && charger->supply_a > 0
                      ? (charger->reversed ? 0 : charger->supply_v)
                      : 0,
          supply_a = charger ? charger->supply_a : 0;
    if (r->plug) pad_v = PAD_V, supply_a = PLUG_A;
    bool came = pad_v > 4 && pad_v <= PAD_MOST_V && r->pad_v < 4;
    r->contact = pad_v > 4 && pad_v <= PAD_MOST_V;
    r->pad_v = pad_v;
    float ohm = ohms(w, robot), load = load_a(w, robot), in = 0, out = load;
    if (r->contact) {
        out = m_max(load - supply_a, 0); // the system lives on the pads first
        in = charge_a(r, supply_a, load, ohm);
    } else {
        r->phase = WORLD_CHARGE_PHASE_OFF;
    }
    c->current_a = out - in;
    float wear = 1 - 0.4f * c->age;
    if (!c->disconnected || in > 0)
        c->charge = m_clamp(
            c->charge - c->current_a * PERIOD_S / (w->figures[robot - 1]->capacity_ah * wear * 3600), 0, 1);
    c->rest_v = cell_rest_v(c->charge);
    float cell_v = c->rest_v - c->current_a * ohm;
    // Once open it stays so until nobody draws from it any more.
    bool still = cell_v < EMPTY_V || (r->powered && !r->contact);
    c->disconnected = c->disconnected ? still : cell_v < 2.4f || out > w->figures[robot - 1]->trip_a;
    c->rail_v = r->contact ? m_max(cell_v, 3.4f) : c->disconnected ? 0 : cell_v;
    warm(w, robot, ohm, load);
    latch(w, robot, came);
}

void battery_pins(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    float noise = w->config.noise ? noise_of(dice, 0.003f) : 0;
    out->battery = (int16_t)m_round(m_clamp(r->battery.rail_v + noise, 0, 20) / VOLTS_PER_COUNT);
    out->charger = (int16_t)m_round(m_clamp(r->pad_v, 0, 20) / VOLTS_PER_COUNT);
    out->temperature_c = (int16_t)m_round(m_clamp(r->shown_c, -300, 300));
    out->cell_c = (int16_t)m_round(m_clamp(r->battery.celsius, -300, 300));
    out->current_ma = (int16_t)m_round(m_clamp(r->battery.current_a * 1000, -32000, 32000));
    bool charging = r->phase >= WORLD_CHARGE_PHASE_PRECHARGE && r->phase <= WORLD_CHARGE_PHASE_VOLTAGE;
    if (r->contact) out->flags |= BODY_PIN_FLAG_CHARGER_CONTACT;
    if (charging) out->flags |= BODY_PIN_FLAG_CHARGING;
    if (r->battery.disconnected) out->flags |= BODY_PIN_FLAG_BATTERY_GONE;
    if (r->battery.celsius > HOT_C) out->flags |= BODY_PIN_FLAG_BATTERY_HOT;
    if (r->battery.rest_v < 3.5f) out->flags |= BODY_PIN_FLAG_BATTERY_LOW;
    if (r->battery.rest_v < 3.2f && !r->contact) out->flags |= BODY_PIN_FLAG_SHUTDOWN_NEAR;
}
