#include "robot/view.h"

void view_follow(struct life_view *v, const struct body_senses *s, const struct body_model *m) {
    if (!s->time_us) return; // a tick without news
    v->time_us = s->time_us;
    v->status = s->status | (v->status & BODY_STATUS_CARRYING); // that the robot did: no sense tells it
    if (s->motion_count) {
        const struct body_motion *motion = &s->motion[0];
        v->x_m = motion->x_m, v->y_m = motion->y_m;
        v->heading_rad = motion->heading_rad, v->pitch_rad = motion->pitch_rad;
        v->left_mps = motion->left_mps, v->right_mps = motion->right_mps;
    }
    if (s->power_count) v->battery_v = s->power[0].battery_v;
    if (s->joints_count > BODY_MOTOR_HEAD) {
        v->head_rad = s->joints[BODY_MOTOR_HEAD].angle_rad;
        v->lift_m = m->lift_pivot_m[2] + m->lift_arm_m * m_sin(s->joints[BODY_MOTOR_LIFT].angle_rad);
    }
}
