#include "brainstem/plain.h"

#include "base/hash.h"
#include "brainstem/brainstem_internal.h"

#include <stdlib.h>
#include <string.h>

#define VOLTS_PER_COUNT (2.8f / 2048)
#define TOLD_BY_BODY                                                                                         \
    (BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING | BODY_STATUS_HELD | BODY_STATUS_POKED |                    \
     BODY_STATUS_SHAKEN | BODY_STATUS_BUMPED | BODY_STATUS_AWAY | BODY_STATUS_SHUTDOWN_NEAR)

struct plain {
    const struct body_model *model;
    struct brainstem *stem;
    struct body_pins pins;
    struct plain_wish wish; // of the last step
    double rolled[2];       // counts of both wheels, with what is less than one
    uint32_t told;          // status bits since the last report
    float turn_radps;       // as its wheels turn it
    uint64_t time_us;
};

struct plain *plain_new(const struct body_model *model) {
    struct plain *plain = calloc(1, sizeof *plain);
    if (plain) plain->stem = brainstem_new(&(struct brainstem_config){.model = model});
    if (!plain || !plain->stem) {
        free(plain);
        return NULL;
    }
    plain->model = model;
    for (uint32_t i = 0; i < model->motor_count; i++)
        plain->wish.angle_rad[i] = m_clamp(0, model->motors[i].low_rad, model->motors[i].high_rad);
    return plain;
}

void plain_free(struct plain *plain) {
    if (plain) brainstem_free(plain->stem);
    free(plain);
}

// ---------------------------------------------------------------------------------------------- into pins

static void count_wheel(struct plain *p, uint32_t wheel, float mps, float dt) {
    const struct body_model *m = p->model;
    struct body_encoder *e = &p->pins.motors[wheel];
    double per_m = (double)(m->motors[wheel].counts_per_rad / m->wheel_radius_m);
    p->rolled[wheel] += (double)mps * (double)dt * per_m;
    int32_t moved = (int32_t)p->rolled[wheel];
    p->rolled[wheel] -= moved;
    e->count = (int32_t)((uint32_t)e->count + (uint32_t)moved);
    e->moved = moved;
    e->still = moved ? 0 : e->still + 1;
}

static void count_motors(struct plain *p, const struct body_senses *felt, float dt) {
    bool rolls = body_model_has(p->model, BODY_HAS(WHEELS)), knows = rolls && felt->motion_count;
    float left = !rolls ? 0 : knows ? felt->motion[0].left_mps : p->wish.left_mps;
    float right = !rolls ? 0 : knows ? felt->motion[0].right_mps : p->wish.right_mps;
    count_wheel(p, BODY_MOTOR_LEFT, left, dt);
    count_wheel(p, BODY_MOTOR_RIGHT, right, dt);
    p->turn_radps = rolls ? (right - left) / p->model->track_m : 0;
    for (uint32_t i = BODY_MOTOR_LIFT; i < p->model->motor_count; i++) {
        const struct motor_model *m = &p->model->motors[i];
        float angle = i < felt->joints_count ? felt->joints[i].angle_rad : p->wish.angle_rad[i];
        int32_t count = (int32_t)m_round(m_clamp(angle, -100, 100) * m->counts_per_rad);
        p->pins.motors[i].moved = count - p->pins.motors[i].count;
        p->pins.motors[i].count = count;
    }
}

static int16_t counts_of(float volts) {
    return (int16_t)m_clamp(m_round(volts / VOLTS_PER_COUNT), 0, INT16_MAX);
}

static void count_power(struct plain *p, const struct body_senses *felt) {
    const struct body_model *m = p->model;
    if (felt->power_count) {
        p->pins.battery = counts_of(felt->power[0].battery_v);
        p->pins.charger = counts_of(felt->power[0].charger_v);
        p->pins.temperature_c = (int16_t)m_clamp(felt->power[0].temperature_c, -100, 200);
    } else if (!p->time_us || !body_model_has(m, BODY_HAS(BATTERY))) {
        p->pins.battery = counts_of(m->battery_full_v); // until it says otherwise
        p->pins.temperature_c = 25;
    }
}

static int16_t imu_counts(float value, float per_count) {
    return (int16_t)m_clamp(m_round(value / per_count), INT16_MIN, INT16_MAX);
}

static void count_imu(struct plain *p, const struct body_senses *felt) {
    const struct body_imu level = {.accel_mps2 = {0, 0, 9.81f}, .gyro_radps = {0, 0, p->turn_radps}};
    const struct imu_model *m = &p->model->imu;
    bool has = body_model_has(p->model, BODY_HAS(IMU));
    uint32_t room = sizeof p->pins.imu / sizeof *p->pins.imu, given = has ? felt->imu_count : 1;
    uint32_t first = given > room ? given - room : 0; // the newest
    p->pins.imu_count = (uint8_t)(given - first);
    for (uint32_t i = 0; i < p->pins.imu_count; i++) {
        const struct body_imu *from = has ? &felt->imu[first + i] : &level;
        struct body_imu_raw *to = &p->pins.imu[i];
        uint64_t at = has && from->time_us && from->time_us < felt->time_us ? from->time_us : felt->time_us;
        to->age_us = (uint32_t)(felt->time_us - at);
        for (int k = 0; k < 3; k++) {
            to->accel[k] = imu_counts(from->accel_mps2[k], m->mps2_per_count);
            to->gyro[k] = imu_counts(from->gyro_radps[k], m->radps_per_count);
        }
    }
}

static void count_sensors(struct plain *p, const struct body_senses *felt) {
    const struct body_model *m = p->model;
    uint32_t cliffs = felt->cliffs_count < m->cliff_count ? felt->cliffs_count : m->cliff_count;
    if (cliffs || !m->cliff_count) p->pins.cliffs_count = (uint8_t)cliffs;
    for (uint32_t i = 0; i < cliffs; i++)
        p->pins.cliffs[i] = (uint16_t)(m_clamp(felt->cliffs[i], 0, 1) * m->cliff_floor_counts * 2);
    p->pins.range_count = m->has_range && felt->range_count;
    if (p->pins.range_count)
        p->pins.range[0] =
            (struct body_range_raw){.status = felt->range[0].valid ? 0 : 1,
                                    .range_mm = (uint16_t)(m_clamp(felt->range[0].distance_m, 0, 60) * 1000),
                                    .sigma_mm = (uint8_t)(m_clamp(felt->range[0].sigma_m, 0, 0.25f) * 1000),
                                    .signal = 320,
                                    .ambient = 9};
    p->pins.touches_count = m->has_touch ? felt->touches_count : 0;
    for (uint32_t i = 0; i < p->pins.touches_count; i++) p->pins.touches[i] = felt->touches[i].raw;
    static const uint32_t FLAGS[][2] = {{BODY_STATUS_ON_CHARGER, BODY_PIN_FLAG_CHARGER_CONTACT},
                                        {BODY_STATUS_CHARGING, BODY_PIN_FLAG_CHARGING},
                                        {BODY_STATUS_BUTTON, BODY_PIN_FLAG_BUTTON},
                                        {BODY_STATUS_BATTERY_HOT, BODY_PIN_FLAG_BATTERY_HOT},
                                        {BODY_STATUS_SHUTDOWN_NEAR, BODY_PIN_FLAG_SHUTDOWN_NEAR}};
    p->pins.flags = BODY_PIN_FLAG_SENSORS_ON;
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
        if (felt->status & FLAGS[i][0]) p->pins.flags |= (uint16_t)FLAGS[i][1];
}

// ---------------------------------------------------------------------------------------------- out of it

static void wish_now(struct plain *p, float dt) {
    const struct servo *s = p->stem->servos;
    float radius = p->model->wheel_radius_m;
    bool rolls = body_model_has(p->model, BODY_HAS(WHEELS));
    p->wish.loose = 0;
    p->wish.left_mps = rolls && s[0].mode != SERVO_FREE ? s[BODY_MOTOR_LEFT].set_speed * radius : 0;
    p->wish.right_mps = rolls && s[1].mode != SERVO_FREE ? s[BODY_MOTOR_RIGHT].set_speed * radius : 0;
    for (uint32_t i = 0; i < p->model->motor_count; i++) {
        if (s[i].mode == SERVO_FREE) p->wish.loose |= (uint16_t)(1u << i);
        if (i < BODY_MOTOR_LIFT) continue;
        float angle = s[i].mode == SERVO_ANGLE   ? s[i].set_angle
                      : s[i].mode == SERVO_SPEED ? p->wish.angle_rad[i] + s[i].set_speed * dt
                                                 : s[i].angle;
        p->wish.angle_rad[i] = m_clamp(angle, s[i].model->low_rad, s[i].model->high_rad);
    }
}

void plain_step(struct plain *p, const struct body_senses *felt, struct plain_wish *wish) {
    struct body_drive drive;
    float dt =
        p->time_us && felt->time_us > p->time_us ? (float)(felt->time_us - p->time_us) * 1e-6f : 0.005f;
    dt = m_min(dt, 0.1f); // longer than that nobody knows what it did
    p->pins.number++;
    p->pins.time_us = felt->time_us;
    count_motors(p, felt, dt);
    count_power(p, felt);
    count_imu(p, felt);
    count_sensors(p, felt);
    p->told |= felt->status & TOLD_BY_BODY;
    memset(&drive, 0, sizeof drive);
    brainstem_step(p->stem, &p->pins, &drive);
    p->time_us = felt->time_us;
    wish_now(p, dt);
    *wish = p->wish;
}

void plain_collect(struct plain *p, struct senses_in *in) {
    brainstem_collect(p->stem, in);
    in->senses.status |= p->told;
    if (p->told & BODY_STATUS_PICKED_UP && !body_model_has(p->model, BODY_HAS(IMU)))
        in->senses.attitude = BODY_ATTITUDE_IN_AIR;
    p->told = 0;
}

void plain_obey(struct plain *p, const struct body_command *command) { brainstem_obey(p->stem, command); }

uint64_t plain_hash(const struct plain *p) {
    uint64_t h = hash64(brainstem_hash(p->stem), p->rolled, sizeof p->rolled);
    return hash64(h, p->wish.angle_rad, sizeof p->wish.angle_rad);
}
