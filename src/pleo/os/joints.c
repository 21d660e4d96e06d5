#include "pleo/os/os_internal.h"

#include "base/maths/maths.h"

enum { RAW_FULL = 255, SETTLE_MS = 400 };

// Published: names, letters as in motions. Ranges stand in the body's own table (border/body_models.c).
static const struct {
    const char *name;
    uint16_t letters;
} ROWS[JOINTS] = {
    {"right_shoulder", UMF_JOINT('R', 'S')}, {"right_elbow", UMF_JOINT('R', 'E')},
    {"left_shoulder", UMF_JOINT('L', 'S')},  {"left_elbow", UMF_JOINT('L', 'E')},
    {"left_hip", UMF_JOINT('L', 'H')},       {"left_knee", UMF_JOINT('L', 'K')},
    {"right_hip", UMF_JOINT('R', 'H')},      {"right_knee", UMF_JOINT('R', 'K')},
    {"torso", UMF_JOINT('T', 'S')},          {"tail_horizontal", UMF_JOINT('H', 'T')},
    {"tail_vertical", UMF_JOINT('V', 'T')},  {"neck_horizontal", UMF_JOINT('H', 'N')},
    {"neck_vertical", UMF_JOINT('V', 'N')},  {"head", UMF_JOINT('H', 'D')},
};

const char *joint_name(int joint) { return joint >= 0 && joint < JOINTS ? ROWS[joint].name : NULL; }

int joint_of_letters(uint16_t letters) {
    for (int i = 0; i < JOINTS; i++)
        if (ROWS[i].letters == letters) return i;
    return -1;
}

void joints_start(struct pleo *p) {
    const struct motor_model *motors = p->soul.model->motors;
    p->joints.stall_detection = true;
    for (int i = 0; i < JOINTS; i++)
        p->joints.at[i] = (struct joint){.min = (int32_t)m_round(m_degrees(motors[i].low_rad)),
                                         .max = (int32_t)m_round(m_degrees(motors[i].high_rad)),
                                         .deadband = 1,
                                         .threshold = 100};
}

float joint_deg(const struct pleo *p, int joint) {
    const struct body_senses *in = &p->in->senses;
    if (joint >= in->joints_count) return p->joints.at[joint].target_deg;
    return m_degrees(in->joints[joint].angle_rad) - (float)p->joints.at[joint].offset;
}

int32_t joint_from_deg(const struct pleo *p, int joint, float deg, enum joint_unit unit) {
    const struct joint *j = &p->joints.at[joint];
    if (unit == UNIT_DEGREES) return (int32_t)m_round(deg);
    float span = (float)(j->max > j->min ? j->max - j->min : 1);
    return (int32_t)m_round(m_clamp((deg - (float)j->min) / span, 0, 1) * RAW_FULL);
}

float joint_to_deg(const struct pleo *p, int joint, int32_t value, enum joint_unit unit) {
    const struct joint *j = &p->joints.at[joint];
    if (unit == UNIT_DEGREES) return (float)value;
    return (float)j->min + (float)value * (float)(j->max - j->min) / RAW_FULL;
}

void joint_go(struct pleo *p, int joint, float deg, float dps, float seconds) {
    struct joint *j = &p->joints.at[joint];
    struct body_command *c = &p->out->command;
    deg = m_clamp(deg, (float)j->min, (float)j->max);
    float way = m_abs(deg - joint_deg(p, joint));
    if (j->told && j->target_deg == deg && way <= (float)j->deadband) return;
    struct body_joint_target *t = NULL;
    for (uint32_t i = 0; i < c->joints_count; i++)
        if (c->joints[i].joint == joint) t = &c->joints[i];
    if (!t) t = &c->joints[c->joints_count++];
    if (!++p->joints.tag) p->joints.tag = 1;
    *t = (struct body_joint_target){.joint = (uint8_t)joint,
                                    .mode = BODY_JOINT_MODE_ANGLE,
                                    .angle_rad = m_radians(deg + (float)j->offset),
                                    .speed_radps = dps > 0 ? m_radians(dps) : 0,
                                    .duration_s = seconds,
                                    .tag = p->joints.tag};
    float most = m_degrees(p->soul.model->motors[joint].speed_max_radps);
    float takes = seconds > 0 ? seconds : way / m_clamp(dps > 0 ? dps : most, 1, most);
    j->target_deg = deg;
    j->told = j->going = true;
    j->began_ms = p->ms;
    j->due_ms = p->ms + (int32_t)(takes * 1000) + SETTLE_MS;
    j->status = JS_RUNNING;
}

bool joint_moving(const struct pleo *p, int joint) { return p->joints.at[joint].going; }

// Where it was put it has come to rest, and is elsewhere now.
bool joint_bent(const struct pleo *p, int joint, float deg) {
    const struct joint *j = &p->joints.at[joint];
    return j->status == JS_DISPLACED && m_abs(joint_deg(p, joint) - j->target_deg) > deg;
}

static bool overloaded(const struct pleo *p, int joint) {
    const struct body_senses *in = &p->in->senses;
    if (p->in->pleo.stalled >> joint & 1) return true;
    return joint < in->joints_count && p->joints.at[joint].threshold < 100 &&
           in->joints[joint].load * 100 >= (float)p->joints.at[joint].threshold;
}

void joints_tick(struct pleo *p) {
    for (int i = 0; i < JOINTS; i++) {
        struct joint *j = &p->joints.at[i];
        p->joints.seen[i] = joint_deg(p, i);
        if (!j->told) continue;
        float off = m_abs(joint_deg(p, i) - j->target_deg);
        bool there = off <= (float)j->deadband + 1;
        if (j->going) {
            if (there)
                j->going = false, j->status = JS_IDLE;
            else if (overloaded(p, i) && p->joints.stall_detection)
                j->status = JS_STALLED;
            else if (p->ms > j->due_ms)
                j->status = JS_SLOW;
            if (p->ms > j->due_ms + 2000)
                j->going = false, j->status = j->status == JS_STALLED ? JS_STALLED : JS_STOPPED;
        } else if (j->status == JS_IDLE && off > 10) {
            j->status = JS_DISPLACED;
        } else if (j->status == JS_DISPLACED && off < 5) {
            j->status = JS_IDLE;
        }
    }
}

int32_t joint_get(const struct pleo *p, int joint, enum joint_attribute what) {
    const struct joint *j = &p->joints.at[joint];
    const struct body_senses *in = &p->in->senses;
    struct body_joint now = joint < in->joints_count ? in->joints[joint] : (struct body_joint){0};
    switch (what) {
    case JA_STATUS:
        return j->status;
    case JA_POSITION:
        return joint_from_deg(p, joint, joint_deg(p, joint), UNIT_DEGREES);
    case JA_PWM:
        return (int32_t)m_round(now.load * RAW_FULL);
    case JA_LOAD:
        return (int32_t)m_round(now.load * 100);
    case JA_SPEED:
        return (int32_t)m_round(m_degrees(now.speed_radps));
    case JA_TIME:
        return j->going ? p->ms - j->began_ms : 0;
    case JA_SETPOINT:
        return (int32_t)m_round(j->told ? j->target_deg : joint_deg(p, joint));
    case JA_DEADBAND:
        return j->deadband;
    case JA_THRESHOLD:
        return j->threshold;
    default:
        return 0;
    }
}
