#include "world/motor.h"

// Chosen: a motor reaches two thirds of its speed in 25 ms without load; friction is five hundredths of the
// stall torque.
#define RISE_S   0.025f
#define FRICTION 0.05f
// A bridge that is told nothing shorts its motor, and a geared one is hard to turn from outside: a robot
// stands on a ramp (chosen).
#define BRAKE      0.20f
#define BRAKE_DUTY 0.02f
// As much as a motor takes that is reversed at full speed. A blow may turn it faster for a moment than it
// ever turns by itself; its bridge lets no more through (chosen).
#define MOST_CURRENT 2.0f
#define MOST_COUNTS  1e6f // in one step: no encoder counts faster, whatever happens to it
// Heat is counted in seconds of full stall and leaks away within a minute (chosen), so that fifteen seconds
// come to 13.27.
#define COOL_S 60.0f
#define BURN_S 13.27f

float motor_inertia(const struct motor_model *model) {
    return model->stall_nm * RISE_S / model->speed_max_radps;
}

// The encoder sees whole counts of turning, in the direction it can tell.
static void count(struct world_motor *m, const struct motor_model *model, float turned) {
    if (model->absolute) { // a converter reads where it is
        int32_t reads = (int32_t)m_round(m_clamp(m->angle, -100, 100) * model->counts_per_rad);
        m->moved = reads - m->count;
        m->count = reads;
        m->still = m->moved ? 0 : m->still + 1;
        return;
    }
    float seen = m_finite(turned) ? turned : 0;
    if (!model->two_channels && m->duty != 0) seen = m->duty > 0 ? m_abs(turned) : -m_abs(turned);
    m->counted = m_clamp(m->counted + seen * model->counts_per_rad, -MOST_COUNTS, MOST_COUNTS);
    float whole = m->counted >= 0 ? m_floor(m->counted) : -m_floor(-m->counted);
    m->counted -= whole;
    m->moved = (int32_t)whole;
    m->count = (int32_t)((uint32_t)m->count + (uint32_t)m->moved);
    m->still = m->moved ? 0 : m->still + 1;
}

float motor_current(const struct world_motor *m, const struct motor_model *model) {
    return m_clamp(m->duty - m->speed / model->speed_max_radps, -MOST_CURRENT, MOST_CURRENT);
}

static void warm(struct world_motor *m, const struct motor_model *model, float dt) {
    float current = motor_current(m, model);
    m->heat += (current * current - m->heat / COOL_S) * dt;
    if (m->heat >= BURN_S) m->burnt = true;
}

void motor_doze(struct world_motor *m, bool off, bool glance) {
    if (!off) {
        if (m->missed != 0 || m->turned) m->missed = 0, m->turned = false;
        return;
    }
    m->missed = m_clamp(m->missed + (float)m->moved, -MOST_COUNTS, MOST_COUNTS);
    m->count = (int32_t)((uint32_t)m->count - (uint32_t)m->moved);
    if (m->moved) m->moved = 0, m->still++;
    if (glance) m->turned = m->missed != 0, m->missed = 0;
}

struct motor_push motor_push(struct world_motor *m, const struct motor_model *model, float duty, float dt) {
    if (m->burnt || duty * m->duty < 0) duty = 0; // burnt, or the bridge's dead time
    m->duty = duty;
    warm(m, model, dt);
    float friction = m_abs(duty) < BRAKE_DUTY ? BRAKE : FRICTION;
    float top = model->speed_max_radps, grip = model->stall_nm * friction;
    float drive = model->stall_nm * (duty - m->speed / top);
    if (m->speed == 0 && m_abs(drive) <= grip) return (struct motor_push){0, grip};
    float way = m->speed != 0 ? (m->speed > 0 ? 1.0f : -1.0f) : (drive > 0 ? 1.0f : -1.0f);
    float net = drive - way * grip;
    // Where torque and friction would be even; friction alone only brakes.
    float even = (duty - (net > 0 ? 1.0f : -1.0f) * friction) * top;
    float aim = net > 0 ? m_max(even, 0) : m_min(even, 0);
    return (struct motor_push){aim, m_abs(net)};
}

void motor_turned(struct world_motor *m, const struct motor_model *model, float speed, float rad) {
    if (!m_finite(speed) || !m_finite(rad))
        speed = rad = 0; // of a plane that was restored from damaged bytes
    m->speed = speed;
    m->angle += rad;
    count(m, model, rad);
}

void motor_bent(struct world_motor *m, const struct motor_model *model, float duty, float speed, float dt) {
    m->duty = m->burnt ? 0 : duty;
    float to = m_clamp(m->angle + speed * dt, model->low_rad, model->high_rad), by = to - m->angle;
    warm(m, model, dt); // what its driver gives, goes into the hand
    motor_turned(m, model, by / dt, by);
}

void motor_step(struct world_motor *m, const struct motor_model *model, float duty, float load_nm, float dt) {
    if (m->burnt || duty * m->duty < 0) duty = 0;
    float inertia = motor_inertia(model), grip = model->stall_nm * FRICTION, before = m->angle;
    float drive = model->stall_nm * (duty - m->speed / model->speed_max_radps) - load_nm;
    m->duty = duty;
    warm(m, model, dt);
    if (m->blocked || (m->speed == 0 && m_abs(drive) <= grip)) {
        m->speed = 0;
    } else {
        float against = m->speed != 0 ? (m->speed > 0 ? grip : -grip) : (drive > 0 ? grip : -grip);
        float speed = m->speed + (drive - against) / inertia * dt;
        bool turned_round = m->speed != 0 && (speed > 0) != (m->speed > 0);
        m->speed = turned_round && m_abs(drive) <= grip ? 0 : speed;
        m->angle += m->speed * dt;
    }
    if (m->angle < model->low_rad) m->angle = model->low_rad, m->speed = 0;
    if (m->angle > model->high_rad) m->angle = model->high_rad, m->speed = 0;
    count(m, model, m->angle - before);
}
