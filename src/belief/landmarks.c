#include "belief/landmarks.h"

// Chosen, but for the gate of three deviations, a second at rest and 20 degrees a second.
#define GATE 3.0f
// and so much, for what nobody counts: a head that stands a little lower than it says
#define GATE_M        0.004f
#define GATE_RAD      0.03f
#define SLOW_RADPS    0.35f
#define SURER         1.5f
#define SAME_ERROR    9.0f // of a heading: pictures from one way share theirs
#define LEAST_OFF_M   0.001f
#define LEAST_OFF_RAD 0.003f
#define FAR_M         1.2f
enum { STILL_US = 1000000 };

enum landmark landmark_weigh(const struct thing_sight *s, const struct things_view *v, struct body_fix *fix) {
    if (!v->steady || !s->known || s->origin != v->origin || !s->on_floor) return LANDMARK_NONE;
    struct pose2 robot = v->then.pose, thing = pose2_times(robot, s->from_robot);
    float far = vec2_length(s->from_robot.at), m2 = s->off_m * s->off_m, rad2 = s->off_rad * s->off_rad;
    float off = vec2_length(vec2_sub(thing.at, s->knew.at)), turn = angle_between(thing.angle, s->knew.angle);
    float allowed2 = v->off_m2 + s->knew_off_m2 + m2 + far * far * v->off_rad2;
    if (off > GATE * m_sqrt(allowed2) + GATE_M ||
        m_abs(turn) > GATE * m_sqrt(v->off_rad2 + s->knew_off_rad2 + rad2) + GATE_RAD)
        return LANDMARK_STRAY;
    bool stands = s->stays || v->seen->time_us >= s->still_us + STILL_US;
    bool surer = v->off_m2 > SURER * s->knew_off_m2 || v->off_rad2 > SURER * s->knew_off_rad2;
    if (!stands || !surer) return LANDMARK_REFINE;
    if (far > FAR_M || m_abs(v->then.turn_radps) > SLOW_RADPS) return LANDMARK_AGREES;
    float heading_off2 = s->knew_off_rad2 + SAME_ERROR * rad2,
          share = v->off_rad2 / (v->off_rad2 + heading_off2);
    float both = angle_wrap(robot.angle + turn * share), both_off2 = v->off_rad2 * (1 - share);
    struct vec2 at = vec2_sub(s->knew.at, vec2_turn(s->from_robot.at, both));
    *fix = (struct body_fix){.time_us = v->then.time_us,
                             .x_m = at.x,
                             .y_m = at.y,
                             .heading_rad = angle_wrap(robot.angle + turn),
                             .off_m = m_max(m_sqrt(s->knew_off_m2 + m2 + far * far * both_off2), LEAST_OFF_M),
                             .off_rad = m_max(m_sqrt(heading_off2), LEAST_OFF_RAD)};
    return LANDMARK_FIX;
}
