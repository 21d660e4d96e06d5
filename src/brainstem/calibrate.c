#include "brainstem/calibrate.h"

#define DUTY      0.25f // chosen: moves every joint, and hurts none at its stop
#define STILL_S   0.12f // so long without motion is a stop
#define BEGIN_S   0.15f // a motor needs so long to move at all
#define TOO_FAR   1.05f // more than the whole travel: what counted was not the joint
#define LONGEST_S 5.0f
enum { TRIES = 3 };

void calibrate_init(struct calibrate *c, const struct motor_model *model) {
    *c = (struct calibrate){.model = model, .known = model->absolute};
}

static void begin(struct calibrate *c) {
    c->running = true;
    c->run_s = c->still_s = 0;
}

void calibrate_start(struct calibrate *c) {
    c->known = false;
    c->tries = 0;
    begin(c);
}

static enum calibrate_result again(struct calibrate *c) {
    if (++c->tries < TRIES) {
        begin(c);
        return CALIBRATE_RUNNING;
    }
    c->running = false;
    return CALIBRATE_FAILED;
}

enum calibrate_result calibrate_step(struct calibrate *c, int32_t count, float speed_radps, float dt_s,
                                     float *duty) {
    if (!c->running) return CALIBRATE_IDLE;
    *duty = -DUTY;
    if (c->run_s == 0) c->from = count;
    c->run_s += dt_s;
    float travelled = (float)(c->from - count) / c->model->counts_per_rad;
    if (travelled > (c->model->high_rad - c->model->low_rad) * TOO_FAR || c->run_s > LONGEST_S)
        return again(c);
    bool still = m_abs(speed_radps) < c->model->speed_max_radps * 0.01f;
    c->still_s = still && c->run_s > BEGIN_S ? c->still_s + dt_s : 0;
    if (c->still_s < STILL_S) return CALIBRATE_RUNNING;
    c->zero = count - (int32_t)m_round(c->model->low_rad * c->model->counts_per_rad);
    c->running = false;
    c->known = true;
    *duty = 0;
    return CALIBRATE_DONE;
}

float calibrate_angle(const struct calibrate *c, int32_t count) {
    return (float)(count - c->zero) / c->model->counts_per_rad;
}
