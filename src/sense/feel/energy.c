#include "sense/feel/energy.h"

#include "base/maths/maths.h"
#include "border/cell.h"

static const struct knob LIST[] = {
    KNOB_F32(struct energy_config, rest_sag_v, "V", 0, 0.5, 0.036,
             "how much lower it reads under the usual load"),
    KNOB_F32(struct energy_config, drive_sag_v, "V", 0, 0.5, 0.02, "and how much more while it drives"),
    KNOB_F32(struct energy_config, charge_rise_v, "V", 0, 0.5, 0.1, "how much higher while it is charged"),
    KNOB_F32(struct energy_config, smooth_s, "s", 1, 600, 20, "how slowly the estimate follows"),
    KNOB_F32(struct energy_config, play_s, "s", 60, 36000, 2700,
             "how long a full battery does, until it is known"),
    KNOB_F32(struct energy_config, full_s, "s", 60, 36000, 1800, "how long an empty one takes to be full"),
    KNOB_F32(struct energy_config, learn_share, "", 0.005, 0.5, 0.05,
             "what must be gone to learn how fast it goes"),
};
const struct knobs ENERGY_KNOBS = {"energy", LIST, sizeof LIST / sizeof *LIST, sizeof(struct energy_config)};

enum { FEW = 10000 }; // readings, until none counts more than another

static float reads(struct energy *e, const struct energy_config *c, const struct body_senses *s, float dt) {
    bool drives = s->status & BODY_STATUS_WHEELS_MOVING;
    e->driven += ((drives ? 1.0f : 0.0f) - e->driven) * m_min(dt / 5, 1); // the voltage is as slow
    float sag = e->charging ? -c->charge_rise_v : c->rest_sag_v + e->driven * c->drive_sag_v;
    return cell_charge(s->power[0].battery_v + sag);
}

// So much has gone in so long.
static void learn(struct energy *e, const struct energy_config *c, uint64_t now) {
    float gone = e->mark_charge - e->charge, took_s = (float)(now - e->mark_us) * 1e-6f;
    if (gone < c->learn_share || took_s < 1) return;
    e->lasts_s += (took_s / gone - e->lasts_s) / 2;
    e->mark_us = now, e->mark_charge = e->charge;
}

void energy_step(struct energy *e, const struct energy_config *c, const struct body_senses *s) {
    bool gone = s->status & (BODY_STATUS_BATTERY_GONE | BODY_STATUS_AWAY);
    if (!s->time_us || !s->power_count || gone || !m_finite(s->power[0].battery_v)) return;
    uint64_t now = s->time_us;
    float dt = e->last_us && now > e->last_us ? (float)(now - e->last_us) * 1e-6f : 0;
    e->last_us = now;
    uint32_t charging = s->status & BODY_STATUS_CHARGING;
    bool anew = !e->known || charging != e->charging;
    e->charging = charging;
    float is = reads(e, c, s, dt);
    if (!e->known) e->charge = is, e->lasts_s = c->play_s;
    // Their mean at first: what it reads while it wakes is not believed for long.
    float counts = m_max(m_min(dt / c->smooth_s, 1), e->known ? 1 / (float)e->known : 1);
    e->charge += (is - e->charge) * counts;
    if (e->known < FEW) e->known++;
    if (anew || charging || e->charge > e->mark_charge) e->mark_us = now, e->mark_charge = e->charge;
    learn(e, c, now);
}

float energy_play_s(const struct energy *e) { return e->known ? e->charge * e->lasts_s : 0; }

float energy_full_s(const struct energy *e, const struct energy_config *c) {
    return e->known && e->charging ? (1 - e->charge) * c->full_s : 0;
}
