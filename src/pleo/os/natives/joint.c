#include "pleo/os/natives/natives.h"

#include <string.h>

static struct joint *joint_of(struct amx *amx, int32_t id) {
    return id >= 0 && id < JOINTS ? &its(amx)->joints.at[id] : NULL;
}
static int32_t in_unit(struct amx *amx, const int32_t *params, int32_t deg) {
    return joint_from_deg(its(amx), params[1], (float)deg, (enum joint_unit)arg(params, 2, UNIT_DEGREES));
}
// What a script sets in its unit, as whole degrees.
static int32_t degrees(struct amx *amx, const int32_t *params) {
    return joint_from_deg(
        its(amx), params[1],
        joint_to_deg(its(amx), params[1], params[2], (enum joint_unit)arg(params, 3, UNIT_DEGREES)),
        UNIT_DEGREES);
}

NATIVE(joint_get_min) {
    return joint_of(amx, params[1]) ? in_unit(amx, params, joint_of(amx, params[1])->min) : 0;
}
NATIVE(joint_get_neutral) {
    return joint_of(amx, params[1]) ? in_unit(amx, params, joint_of(amx, params[1])->neutral) : 0;
}
NATIVE(joint_get_max) {
    return joint_of(amx, params[1]) ? in_unit(amx, params, joint_of(amx, params[1])->max) : 0;
}
static bool limits(struct amx *amx, int32_t id, int32_t min, int32_t neutral, int32_t max) {
    struct joint *j = joint_of(amx, id);
    if (!j) return false;
    const struct motor_model *m = &its(amx)->soul.model->motors[id];
    bool fine = min < max && neutral >= min && neutral <= max && (float)min >= m_degrees(m->low_rad) - 1 &&
                (float)max <= m_degrees(m->high_rad) + 1;
    if (fine) j->min = min, j->neutral = neutral, j->max = max;
    return fine;
}
NATIVE(joint_set_min) {
    const struct joint *j = joint_of(amx, params[1]);
    return j && limits(amx, params[1], degrees(amx, params), j->neutral, j->max);
}
NATIVE(joint_set_neutral) {
    const struct joint *j = joint_of(amx, params[1]);
    return j && limits(amx, params[1], j->min, degrees(amx, params), j->max);
}
NATIVE(joint_set_max) {
    const struct joint *j = joint_of(amx, params[1]);
    return j && limits(amx, params[1], j->min, j->neutral, degrees(amx, params));
}
NATIVE(joint_set_angle_limits) { return limits(amx, params[1], params[2], params[3], params[4]); }
NATIVE(joint_move_to) {
    struct pleo *p = its(amx);
    enum joint_unit unit = (enum joint_unit)arg(params, 4, UNIT_DEGREES);
    struct joint *j = joint_of(amx, params[1]);
    if (!j || power_dear(p)) return 0;
    float dps = (float)arg(params, 3, 128);
    if (unit != UNIT_DEGREES) dps *= (float)(j->max - j->min) / 255;
    joint_go(p, params[1], joint_to_deg(p, params[1], params[2], unit), dps > 0 ? dps : 1, 0);
    return 1;
}
NATIVE(joint_get_position) {
    if (!joint_of(amx, params[1])) return 0;
    return joint_from_deg(its(amx), params[1], joint_deg(its(amx), params[1]),
                          (enum joint_unit)arg(params, 2, UNIT_DEGREES));
}
NATIVE(joint_is_moving) { return joint_of(amx, params[1]) && joint_moving(its(amx), params[1]); }
NATIVE(joint_get_attribute) {
    return joint_of(amx, params[1]) ? joint_get(its(amx), params[1], (enum joint_attribute)params[2]) : -1;
}
NATIVE(joint_set_attribute) { // gives what it was
    struct joint *j = joint_of(amx, params[1]);
    if (!j || params[3] < 0 || params[3] > 180) return -1;
    int32_t *which = params[2] == JA_DEADBAND    ? &j->deadband
                     : params[2] == JA_THRESHOLD ? &j->threshold
                                                 : NULL;
    if (!which) return -1;
    int32_t before = *which;
    *which = params[3];
    return before;
}
NATIVE(joint_control) {
    struct joint *j = joint_of(amx, params[1]);
    if (j) j->scripts = params[2] != 0;
    return 0;
}
NATIVE(joint_set_offset) {
    struct joint *j = joint_of(amx, params[1]);
    if (j && params[2] >= -30 && params[2] <= 30) j->offset = params[2];
    return 0;
}
NATIVE(joint_get_offset) { return joint_of(amx, params[1]) ? joint_of(amx, params[1])->offset : 0; }
NATIVE(joint_get_name) {
    const char *name = joint_name(params[1]) ? joint_name(params[1]) : "";
    if (!amx_text_put(amx, params[2], (size_t)(params[3] > 0 ? params[3] : 0), false, name, strlen(name)))
        return 0;
    return (int32_t)strlen(name);
}
// A potentiometer needs no search for its stops: the joint goes to neutral, and its offset is found anew.
NATIVE(joint_calibrate) {
    struct joint *j = joint_of(amx, params[1]);
    if (!j) return 0;
    j->offset = 0;
    joint_go(its(amx), params[1], (float)j->neutral, 0, 1);
    return 1;
}
NATIVE(joint_calibrate_reset) {
    struct joint *j = joint_of(amx, params[1]);
    if (!j) return 0;
    const struct motor_model *m = &its(amx)->soul.model->motors[params[1]];
    j->offset = j->neutral = 0;
    j->min = (int32_t)m_round(m_degrees(m->low_rad)), j->max = (int32_t)m_round(m_degrees(m->high_rad));
    return 1;
}
NATIVE(joint_set_stall_detect_enable) { return its(amx)->joints.stall_detection = params[1] != 0, 1; }
NATIVE(joint_get_stall_detect_enable) { return (void)params, its(amx)->joints.stall_detection; }

static const struct amx_native ROWS[] = {ROW(joint_get_min, 1),
                                         ROW(joint_get_neutral, 1),
                                         ROW(joint_get_max, 1),
                                         ROW(joint_set_min, 2),
                                         ROW(joint_set_neutral, 2),
                                         ROW(joint_set_max, 2),
                                         ROW(joint_set_angle_limits, 4),
                                         ROW(joint_move_to, 2),
                                         ROW(joint_get_position, 1),
                                         ROW(joint_is_moving, 1),
                                         ROW(joint_get_attribute, 2),
                                         ROW(joint_set_attribute, 3),
                                         ROW(joint_control, 2),
                                         ROW(joint_set_offset, 2),
                                         ROW(joint_get_offset, 1),
                                         ROW(joint_get_name, 3),
                                         ROW(joint_calibrate, 1),
                                         ROW(joint_calibrate_reset, 1),
                                         ROW(joint_set_stall_detect_enable, 1),
                                         ROW(joint_get_stall_detect_enable, 0)};
LIBRARY(joint, "Joint", ROWS);
