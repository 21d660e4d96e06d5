#include "sense/feel/push.h"

static const struct knob LIST[] = {
    KNOB_F32(struct push_config, more_load, "", 0.05, 1, 0.25,
             "so much more duty than its speed needs is pushing"),
    KNOB_F32(struct push_config, least_mps, "m/s", 0, 0.2, 0.015, "slower treads are not judged"),
    KNOB_F32(struct push_config, straight_radps, "rad/s", 0.05, 5, 0.3,
             "neither are those of a body that turns"),
    KNOB_F32(struct push_config, slip_radps, "rad/s", 0.1, 10, 0.8,
             "treads that say so much more turning than the gyro slip …"),
    KNOB_F32(struct push_config, slip_share, "", 0, 2, 0.3, "… and this share of what they say"),
    KNOB_U32(struct push_config, lasts_ms, "ms", 0, 5000, 200, "for so long"),
};
const struct knobs PUSH_KNOBS = {"push", LIST, sizeof LIST / sizeof *LIST, sizeof(struct push_config)};

static bool works_hard(const struct push_config *c, const struct body_senses *s, const struct body_model *m,
                       uint32_t motor, float mps) {
    float free_mps = m->motors[motor].speed_max_radps * m->wheel_radius_m;
    return s->joints[motor].load - m_abs(mps) / free_mps > c->more_load;
}

void push_step(struct push *p, const struct push_config *c, const struct body_senses *s,
               const struct body_model *m) {
    enum { OFF = BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING | BODY_STATUS_AWAY };
    if (!s->time_us || !s->motion_count || s->joints_count <= BODY_MOTOR_RIGHT || !body_model_rolls(m))
        return;
    float left = s->motion[0].left_mps, right = s->motion[0].right_mps;
    bool straight = left * right > 0 && m_min(m_abs(left), m_abs(right)) > c->least_mps &&
                    m_abs(s->motion[0].turn_radps) < c->straight_radps;
    bool left_works = works_hard(c, s, m, BODY_MOTOR_LEFT, left),
         right_works = works_hard(c, s, m, BODY_MOTOR_RIGHT, right);
    // A corner that is caught: one tread spins, and nothing turns.
    float says = (right - left) / m->track_m;
    bool slips = m_abs(says) - m_abs(s->motion[0].turn_radps) > c->slip_radps + c->slip_share * m_abs(says) &&
                 (m_abs(left) > m_abs(right) ? left_works : right_works);
    bool hard = !(s->status & OFF) && ((straight && left_works && right_works) || slips);
    p->since_us = !hard ? 0 : p->since_us ? p->since_us : s->time_us;
    p->in_vain = p->since_us && s->time_us - p->since_us >= c->lasts_ms * 1000ull;
}
