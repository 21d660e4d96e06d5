#include "sense/feel/slip_monitor.h"

#include "base/maths/maths.h"

// Chosen. Treads that turn a body on the spot slip: it turns with 0.7 to 1 of what they say, and speeds up
// later than they do.
#define SMOOTH    0.35f // share of the newest tick
#define TURNS     0.5f  // rad/s: below it treads do not mean to turn
#define ROTATES   0.7f  // rad/s: what turns faster, turns
#define STANDS    0.15f // of what is meant: less of it is standing
#define SLOWLY    0.45f
#define QUICKLY   1.6f
#define MOVES_MPS 0.005f
enum { LASTS_TICKS = 6, AGREES = 255 };

static float turned_radps(const struct body_senses *s) {
    float sum = 0;
    for (uint32_t i = 0; i < s->imu_count; i++) sum += s->imu[i].gyro_radps[2];
    return sum / (float)s->imu_count;
}

static uint8_t judge(const struct slip_monitor *a) {
    float meant = a->meant_radps, felt = a->felt_radps;
    if (m_abs(meant) < TURNS) return m_abs(felt) > ROTATES ? LIFE_SLIP_ROTATING_WITHOUT_MOTORS : AGREES;
    float share = felt / meant;
    if (m_abs(share) < STANDS) return LIFE_SLIP_TURNED_BUT_STOPPED;
    if (share < 0) return LIFE_SLIP_TURNED_IN_OPPOSITE_DIRECTION;
    bool more = share > QUICKLY && m_abs(felt - meant) > ROTATES;
    return share < SLOWLY || more ? LIFE_SLIP_TURNED_IN_SAME_DIRECTION : AGREES;
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

bool slip_monitor_step(struct slip_monitor *a, const struct body_senses *s, const struct body_model *model) {
    enum { CARRIED = BODY_STATUS_PICKED_UP | BODY_STATUS_HELD | BODY_STATUS_FALLING | BODY_STATUS_AWAY };
    if (!body_model_rolls(model) || !s->imu_count || !s->motion_count) return false;
    if (s->status & CARRIED || s->attitude != BODY_ATTITUDE_ON_TREADS) {
        *a = (struct slip_monitor){.candidate = AGREES};
        return false;
    }
    const struct body_motion *m = &s->motion[0];
    a->meant_radps += ((m->right_mps - m->left_mps) / model->track_m - a->meant_radps) * SMOOTH;
    a->felt_radps += (turned_radps(s) - a->felt_radps) * SMOOTH;
    a->ahead_mps += ((m->left_mps + m->right_mps) / 2 - a->ahead_mps) * SMOOTH;
    uint8_t now = judge(a);
    bool same = now == a->candidate;
    a->ticks = same && a->ticks < LASTS_TICKS ? (uint8_t)(a->ticks + 1) : same ? a->ticks : 0;
    a->candidate = now;
    if (a->ticks < LASTS_TICKS) return false;
    if (now == AGREES) a->told = false;
    if (now == AGREES || a->told) return false;
    a->told = true;
    a->what = (enum life_slip)now;
    a->side = side_of(a);
    return true;
}
