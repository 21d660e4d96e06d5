#include "world/motor.h"

// Chosen: a motor reaches two thirds of its speed in 25 ms without load; friction is five hundredths of the stall torque.
#define RISE_S   0.025f
#define FRICTION 0.05f

// The encoder sees whole counts of turning, in the direction it can tell.
static void count(struct motor *m, const struct motor_model *model, float turned) {
    float seen = turned;
    if (!model->two_channels && m->duty != 0) seen = m->duty > 0 ? m_abs(turned) : -m_abs(turned);
    m->counted += seen * model->counts_per_rad;
    float whole = m->counted >= 0 ? m_floor(m->counted) : -m_floor(-m->counted);
    m->counted -= whole;
    m->moved = (int32_t)whole;
    m->count += m->moved;
    m->still = m->moved ? 0 : m->still + 1;
}

void motor_step(struct motor *m, const struct motor_model *model, float duty, float load_nm, float dt_s) {
    float inertia = model->stall_nm * RISE_S / model->speed_max_radps;
    float drive = model->stall_nm * (duty - m->speed / model->speed_max_radps) - load_nm;
    float grip = model->stall_nm * FRICTION;
    m->duty = duty;
    float before = m->angle;
    if (m->blocked || (m->speed == 0 && m_abs(drive) <= grip)) {
        m->speed = 0;
    } else {
        float against = m->speed != 0 ? (m->speed > 0 ? grip : -grip) : (drive > 0 ? grip : -grip);
        float speed = m->speed + (drive - against) / inertia * dt_s;
        bool turned_round = m->speed != 0 && (speed > 0) != (m->speed > 0);
        m->speed = turned_round && m_abs(drive) <= grip ? 0 : speed;
        m->angle += m->speed * dt_s;
    }
    if (m->angle < model->low_rad) m->angle = model->low_rad, m->speed = 0;
    if (m->angle > model->high_rad) m->angle = model->high_rad, m->speed = 0;
    count(m, model, m->angle - before);
}
