#include "sense/feel/hands.h"

#include "base/maths/maths.h"

static const struct knob LIST[] = {
    KNOB_F32(struct hands_config, turned_deg, "degrees", 0.5, 45, 5,
             "a resting joint that is turned so far is in a hand"),
    KNOB_F32(struct hands_config, still_degps, "degrees/s", 0.5, 90, 6, "slower than this it is still"),
    KNOB_U32(struct hands_config, settle_ms, "ms", 0, 10000, 1500,
             "how long a joint rests before it is judged"),
    KNOB_U32(struct hands_config, leave_ms, "ms", 0, 10000, 800, "so long still, and the hand has left it"),
};
const struct knobs HANDS_KNOBS = {"hands", LIST, sizeof LIST / sizeof *LIST, sizeof(struct hands_config)};

static const struct {
    uint32_t motor, known, turned;
} JOINTS[HANDS_JOINTS] = {{BODY_MOTOR_LIFT, BODY_STATUS_LIFT_KNOWN, BODY_STATUS_LIFT_TURNED},
                          {BODY_MOTOR_HEAD, BODY_STATUS_HEAD_KNOWN, BODY_STATUS_HEAD_TURNED}};

static void judge(struct hands *h, const struct hands_config *c, const struct body_senses *s, int i,
                  bool meant) {
    uint64_t now = s->time_us;
    uint32_t bit = 1u << JOINTS[i].motor;
    const struct body_joint *joint = &s->joints[JOINTS[i].motor];
    bool moves = m_abs(joint->speed_radps) > m_radians(c->still_degps);
    if (meant || !(s->status & JOINTS[i].known)) {
        h->held &= ~bit;
        h->meant_us[i] = now;
    }
    if (moves) h->moved_us[i] = now;
    if (now - h->meant_us[i] < c->settle_ms * 1000ull) {
        h->rest_rad[i] = joint->angle_rad;
        return;
    }
    bool turned = m_abs(joint->angle_rad - h->rest_rad[i]) > m_radians(c->turned_deg);
    if (!(h->held & bit) && (turned || s->status & JOINTS[i].turned)) {
        h->held |= bit, h->told |= bit;
        h->moved_us[i] = now;
    }
    if (!(h->held & bit) || now - h->moved_us[i] < c->leave_ms * 1000ull) return;
    h->held &= ~bit, h->rests |= bit;
    h->rest_rad[i] = joint->angle_rad;
}

void hands_step(struct hands *h, const struct hands_config *c, const struct body_senses *s, uint32_t meant) {
    enum { TOSSED = BODY_STATUS_FALLING | BODY_STATUS_SHAKEN | BODY_STATUS_AWAY };
    h->told = h->rests = 0;
    if (!s->time_us || s->joints_count <= BODY_MOTOR_HEAD) return;
    bool tossed = s->status & TOSSED;
    for (int i = 0; i < HANDS_JOINTS; i++) judge(h, c, s, i, tossed || meant >> JOINTS[i].motor & 1);
}
