#include "brainstem/servo.h"

// A stall at full duty may burn a motor within 15 s; the duty is cut to a holding level long before that, and
// never to nothing.
#define STALL_SECONDS 1.0f
#define STALL_DUTY    0.15f
#define REST_DUTY     0.3f
#define STALL_SPEED   0.02f // of the free speed: below it the motor counts as standing

#define SPEED_GAIN   0.8f  // duty per free speed of error
#define SPEED_SUM    6.0f  // the same, per second
#define ANGLE_GAIN   12.0f // speed per angle of error, 1/s
#define IN_PLACE_RAD 0.02f
#define SPEED_FILTER 0.4f // share of the newest difference in the measured speed

void servo_init(struct servo *s, const struct motor_model *model) {
    *s = (struct servo){.model = model, .mode = SERVO_FREE, .in_place = true};
}

void servo_free(struct servo *s) {
    s->mode = SERVO_FREE;
    s->sum = 0;
}

static float or_most(float wanted, float most) { return wanted > 0 && wanted < most ? wanted : most; }

void servo_speed(struct servo *s, float speed_radps, float accel_radps2) {
    if (s->mode != SERVO_SPEED) s->set_speed = s->speed;
    s->mode = SERVO_SPEED;
    s->target = m_clamp(speed_radps, -s->model->speed_max_radps, s->model->speed_max_radps);
    s->accel = accel_radps2 > 0 ? accel_radps2 : s->model->speed_max_radps * 20;
    s->in_place = false;
}

void servo_angle(struct servo *s, float angle_rad, float speed_radps, float accel_radps2, float duration_s,
                 uint16_t tag) {
    if (s->mode != SERVO_ANGLE) {
        s->set_angle = s->angle;
        s->set_speed = s->mode == SERVO_SPEED ? s->set_speed : 0;
    }
    s->mode = SERVO_ANGLE;
    s->target = m_clamp(angle_rad, s->model->low_rad, s->model->high_rad);
    s->limit = or_most(speed_radps, s->model->speed_max_radps * 0.8f);
    s->accel = accel_radps2 > 0 ? accel_radps2 : s->model->speed_max_radps * 10;
    if (duration_s > 0) { // a quarter, a half, a quarter: the cruise covers three quarters of the time
        // A move that is under way carries it on before it can turn round.
        float carried = s->set_speed * m_abs(s->set_speed) / (2 * s->accel);
        float cruise = m_abs(s->target - s->set_angle - carried) / (0.75f * duration_s);
        s->limit = m_min(s->limit, cruise);
        s->accel = m_min(s->accel, cruise / (0.25f * duration_s));
    }
    s->tag = tag;
    s->in_place = false;
}

// Moves the set point one step along its trapezoid.
static void follow_profile(struct servo *s, float dt) {
    float left = s->target - s->set_angle;
    // The highest speed from which the rest of the way is enough to stop.
    float brake = m_sqrt(2 * s->accel * m_abs(left));
    float wanted = m_min(s->limit, brake) * (left < 0 ? -1.0f : 1.0f);
    // A new order may find it too fast for the gentle end it asks for: then it brakes as hard as it can,
    // rather than run into its stop.
    bool past = s->set_speed * left < 0 || s->set_speed * s->set_speed > 2.4f * s->accel * m_abs(left);
    float accel = past ? m_max(s->accel, s->model->speed_max_radps * 10) : s->accel;
    s->set_speed = m_towards(s->set_speed, wanted, accel * dt);
    float step = s->set_speed * dt;
    if (m_abs(step) >= m_abs(left) && m_abs(s->set_speed) <= s->accel * dt * 2) {
        s->set_angle = s->target;
        s->set_speed = 0;
    } else {
        s->set_angle += step;
    }
}

static float hold_back(struct servo *s, float duty, float dt) {
    bool standing = m_abs(s->speed) < s->model->speed_max_radps * STALL_SPEED;
    bool hard = m_abs(duty) > 0.5f;
    if (standing && hard)
        s->stalled_s += dt;
    else if (!standing || !hard)
        s->stalled_s = s->stalled ? m_max(0, s->stalled_s - dt) : 0;
    if (!standing) s->stalled_s = 0;
    s->stalled = s->stalled_s >= STALL_SECONDS;
    return s->stalled ? m_clamp(duty, -STALL_DUTY, STALL_DUTY) : duty;
}

float servo_step(struct servo *s, float angle_rad, float dt_s) {
    float raw = (angle_rad - s->angle) / dt_s;
    s->angle = angle_rad;
    s->speed += (raw - s->speed) * SPEED_FILTER;
    if (s->mode == SERVO_FREE) return s->duty = 0;

    float wanted = s->set_speed;
    if (s->mode == SERVO_ANGLE) {
        follow_profile(s, dt_s);
        wanted = s->set_speed + (s->set_angle - s->angle) * ANGLE_GAIN;
        s->in_place = s->set_angle == s->target && m_abs(s->target - s->angle) < IN_PLACE_RAD;
    } else {
        s->set_speed = wanted = m_towards(s->set_speed, s->target, s->accel * dt_s);
    }
    float full = s->model->speed_max_radps;
    float error = (wanted - s->speed) / full;
    float duty = wanted / full + error * SPEED_GAIN + s->sum;
    // In its place it may rest on its stop, a hair's breadth from what it was told: then it leans on it, and
    // does not press ever harder.
    bool rests = s->mode == SERVO_ANGLE && s->in_place;
    if (m_abs(duty) < (rests ? REST_DUTY : 1) || error * s->sum < 0)
        s->sum = m_clamp(s->sum + error * SPEED_SUM * dt_s, -1, 1);
    if (s->mode == SERVO_SPEED && s->target == 0 && m_abs(s->speed) < full * STALL_SPEED) s->sum *= 0.8f;
    return s->duty = hold_back(s, m_clamp(duty, -1, 1), dt_s);
}
