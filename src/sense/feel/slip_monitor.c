#include "sense/feel/slip_monitor.h"

#include "base/maths/maths.h"

// Treads that turn a body on the spot slip: it turns with 0.7 to 1 of what they say, and speeds up later than
// they do.
static const struct knob LIST[] = {
    KNOB_F32(struct slip_config, smooth, "", 0.01, 1, 0.35, "share of the newest tick"),
    KNOB_F32(struct slip_config, turns_radps, "rad/s", 0.05, 10, 0.5, "below it treads do not mean to turn"),
    KNOB_F32(struct slip_config, rotates_radps, "rad/s", 0.05, 10, 0.7, "what turns faster, turns"),
    KNOB_F32(struct slip_config, stands, "", 0, 1, 0.15, "less of what is meant is standing"),
    KNOB_F32(struct slip_config, slowly, "", 0, 1, 0.45, "less of it is turning too slowly"),
    KNOB_F32(struct slip_config, quickly, "", 1, 10, 1.6, "more of it is turning too quickly"),
    KNOB_U32(struct slip_config, lasts_ticks, "ticks", 1, 1000, 6, "what lasts so long is told"),
};
const struct knobs SLIP_KNOBS = {"slip", LIST, sizeof LIST / sizeof *LIST, sizeof(struct slip_config)};

#define MOVES_MPS 0.005f
enum { AGREES = 255 };

static float turned_radps(const struct body_senses *s) {
    float sum = 0;
    for (uint32_t i = 0; i < s->imu_count; i++) sum += s->imu[i].gyro_radps[2];
    return sum / (float)s->imu_count;
}

static uint32_t judge(const struct slip_monitor *a, const struct slip_config *c) {
    float meant = a->meant_radps, felt = a->felt_radps;
    if (m_abs(meant) < c->turns_radps)
        return m_abs(felt) > c->rotates_radps ? LIFE_SLIP_ROTATING_WITHOUT_MOTORS : AGREES;
    float share = felt / meant;
    if (m_abs(share) < c->stands) return LIFE_SLIP_TURNED_BUT_STOPPED;
    if (share < 0) return LIFE_SLIP_TURNED_IN_OPPOSITE_DIRECTION;
    bool more = share > c->quickly && m_abs(felt - meant) > c->rotates_radps;
    return share < c->slowly || more ? LIFE_SLIP_TURNED_IN_SAME_DIRECTION : AGREES;
}

// What holds the left tread of a body that drives ahead turns it to the left of where it meant to go. Back it
// is the other way round.
static enum life_slip_side side_of(const struct slip_monitor *a) {
    if (m_abs(a->ahead_mps) < MOVES_MPS) return LIFE_SLIP_SIDE_UNKNOWN;
    bool ahead = a->ahead_mps > 0;
    float more = a->felt_radps - a->meant_radps;
    if (a->what == LIFE_SLIP_TURNED_BUT_STOPPED) return ahead ? LIFE_SLIP_SIDE_FRONT : LIFE_SLIP_SIDE_BACK;
    return (more > 0) == ahead ? LIFE_SLIP_SIDE_LEFT : LIFE_SLIP_SIDE_RIGHT;
}

bool slip_monitor_step(struct slip_monitor *a, const struct slip_config *c, const struct body_senses *s,
                       const struct body_model *model) {
    enum { CARRIED = BODY_STATUS_PICKED_UP | BODY_STATUS_HELD | BODY_STATUS_FALLING | BODY_STATUS_AWAY };
    if (!body_model_rolls(model) || !s->imu_count || !s->motion_count) return false;
    if (s->status & CARRIED || s->attitude != BODY_ATTITUDE_ON_TREADS) {
        *a = (struct slip_monitor){.candidate = AGREES};
        return false;
    }
    const struct body_motion *m = &s->motion[0];
    a->meant_radps += ((m->right_mps - m->left_mps) / model->track_m - a->meant_radps) * c->smooth;
    a->felt_radps += (turned_radps(s) - a->felt_radps) * c->smooth;
    a->ahead_mps += ((m->left_mps + m->right_mps) / 2 - a->ahead_mps) * c->smooth;
    uint32_t now = judge(a, c);
    bool same = now == a->candidate;
    a->ticks = same && a->ticks < c->lasts_ticks ? a->ticks + 1 : same ? a->ticks : 0;
    a->candidate = now;
    if (a->ticks < c->lasts_ticks) return false;
    if (now == AGREES) a->told = 0;
    if (now == AGREES || a->told) return false;
    a->told = 1;
    a->what = now;
    a->side = side_of(a);
    return true;
}
