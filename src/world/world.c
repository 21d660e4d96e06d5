#include "world/world.h"

#include "base/chance.h"
#include "base/hash.h"
#include "world/motor.h"

#include <stdlib.h>
#include <string.h>

enum { ROBOTS_MAX = 16 };
#define STEP_S          (WORLD_STEP_US * 1e-6f)
#define GRAVITY_MPS2    9.81f
#define VOLTS_PER_COUNT (2.8f / 2048)

struct robot_in_world {
    const struct body_model *model;
    struct motor motors[BODY_MOTOR_MAX];
    struct pose2 pose;
    float left_mps, right_mps, turn_radps, forward_mps2;
    float battery_v;
    struct body_drive drive;
};

struct world {
    struct world_config config;
    uint64_t step;
    uint32_t robot_count;
    struct robot_in_world robots[ROBOTS_MAX];
};

struct world_config world_defaults(void) {
    return (struct world_config){.seed = 1, .noise = true};
}

struct world *world_new(const struct world_config *config) {
    struct world *world = calloc(1, sizeof *world);
    if (world) world->config = *config;
    return world;
}

void world_free(struct world *world) { free(world); }
int64_t world_now_us(const struct world *world) { return (int64_t)world->step * WORLD_STEP_US; }

uint32_t world_add_robot(struct world *world, const struct body_model *model, struct pose2 at,
                         struct fault *fault) {
    if (world->robot_count == ROBOTS_MAX) {
        fault_set(fault, ERR_LIMIT, "a world holds at most %d robots", ROBOTS_MAX);
        return 0;
    }
    if (!m_finite(at.at.x) || !m_finite(at.at.y) || !m_finite(at.angle)) {
        fault_set(fault, ERR_RANGE, "a robot's place must be finite numbers");
        return 0;
    }
    struct robot_in_world *r = &world->robots[world->robot_count++];
    r->model = model;
    r->pose = at;
    r->battery_v = 3.95f;
    for (uint32_t i = 0; i < model->motor_count; i++) {
        // Joints begin somewhere low, where a robot that slept has left them.
        // An encoder counts from there; what its counts mean must be found out.
        if (model->motors[i].low_rad > -1e8f) r->motors[i].angle = model->motors[i].low_rad + 0.2f;
    }
    return world->robot_count;
}

static struct robot_in_world *find(struct world *world, uint32_t robot) {
    return robot && robot <= world->robot_count ? &world->robots[robot - 1] : NULL;
}

static void step_robot(struct robot_in_world *r) {
    for (uint32_t i = 0; i < r->model->motor_count; i++) {
        float duty = i < r->drive.duty_count ? (float)r->drive.duty[i] / BODY_DUTY_FULL : 0;
        motor_step(&r->motors[i], &r->model->motors[i], duty, 0, STEP_S);
    }
    float left = r->motors[BODY_MOTOR_LEFT].speed * r->model->wheel_radius_m;
    float right = r->motors[BODY_MOTOR_RIGHT].speed * r->model->wheel_radius_m;
    r->forward_mps2 = ((left + right) - (r->left_mps + r->right_mps)) / 2 / STEP_S;
    r->left_mps = left;
    r->right_mps = right;
    r->turn_radps = (right - left) / r->model->track_m;
    float middle = r->pose.angle + r->turn_radps * STEP_S / 2;
    r->pose.at = vec2_add(r->pose.at, vec2_turn(vec2((left + right) / 2 * STEP_S, 0), middle));
    r->pose.angle = angle_wrap(r->pose.angle + r->turn_radps * STEP_S);
}

void world_step(struct world *world) {
    world->step++;
    for (uint32_t i = 0; i < world->robot_count; i++) step_robot(&world->robots[i]);
}

static int16_t noisy(const struct world *world, struct chance *dice, float value, float deviation) {
    if (world->config.noise) value += chance_normal(dice, 0, deviation);
    return (int16_t)m_clamp(m_round(value), INT16_MIN, INT16_MAX);
}

static void read_imu(const struct world *world, const struct robot_in_world *r, struct chance *dice,
                     struct body_imu_raw *out) {
    const struct imu_model *m = &r->model->imu;
    float tilt = m->in_head ? r->motors[BODY_MOTOR_HEAD].angle : 0;
    struct quat into_head = quat_about(vec3(0, 1, 0), tilt);
    struct vec3 a = quat_apply(
        into_head, vec3(r->forward_mps2, r->turn_radps * (r->left_mps + r->right_mps) / 2, GRAVITY_MPS2));
    struct vec3 g = quat_apply(into_head, vec3(0, 0, r->turn_radps));
    if (m->in_head) g.y -= r->motors[BODY_MOTOR_HEAD].speed;
    float av[] = {a.x, a.y, a.z}, gv[] = {g.x, g.y, g.z};
    for (int i = 0; i < 3; i++) {
        out->accel[i] = noisy(world, dice, av[i] / m->mps2_per_count, 12);
        out->gyro[i] = noisy(world, dice, gv[i] / m->radps_per_count, 3);
    }
    out->age_us = 0;
}

void world_pins(const struct world *world, uint32_t robot, struct body_pins *out) {
    if (!robot || robot > world->robot_count) return;
    const struct robot_in_world *r = &world->robots[robot - 1];
    struct chance dice = chance_of(world->config.seed, chance_stream("pins") + robot, world->step);
    out->time_us = (uint64_t)world_now_us(world);
    out->number = (uint32_t)world->step;
    out->flags = BODY_PIN_FLAG_SENSORS_ON;
    out->motors_count = (uint8_t)r->model->motor_count;
    for (uint32_t i = 0; i < r->model->motor_count; i++)
        out->motors[i] = (struct body_encoder){r->motors[i].count, r->motors[i].moved, r->motors[i].still};
    out->cliffs_count = (uint8_t)r->model->cliff_count;
    for (uint32_t i = 0; i < r->model->cliff_count; i++)
        out->cliffs[i] = (uint16_t)noisy(world, &dice, r->model->cliff_floor_counts, 6);
    out->battery = noisy(world, &dice, r->battery_v / VOLTS_PER_COUNT, 2);
    out->charger = 0;
    out->temperature_c = 30;
    out->fault_device = out->fault_item = 0;
    out->range_count = 0;
    out->touches_count = 0;
    out->analog_count = 0;
    out->imu_count = 1;
    read_imu(world, r, &dice, &out->imu[0]);
}

void world_drive(struct world *world, uint32_t robot, const struct body_drive *drive) {
    struct robot_in_world *r = find(world, robot);
    if (r) r->drive = *drive;
}

bool world_truth(const struct world *world, uint32_t robot, struct world_truth *out) {
    if (!robot || robot > world->robot_count) return false;
    const struct robot_in_world *r = &world->robots[robot - 1];
    *out = (struct world_truth){.pose = pose_of_plane(r->pose, 0),
                                .head_rad = r->motors[BODY_MOTOR_HEAD].angle,
                                .lift_rad = r->motors[BODY_MOTOR_LIFT].angle,
                                .left_mps = r->left_mps,
                                .right_mps = r->right_mps,
                                .battery_v = r->battery_v};
    return true;
}

uint64_t world_hash(const struct world *world) {
    uint64_t h = hash64(world->config.seed, &world->step, sizeof world->step);
    for (uint32_t i = 0; i < world->robot_count; i++) {
        const struct robot_in_world *r = &world->robots[i];
        h = hash64(h, &r->pose, sizeof r->pose);
        for (uint32_t j = 0; j < r->model->motor_count; j++) {
            float parts[] = {r->motors[j].angle, r->motors[j].speed, r->motors[j].counted};
            h = hash64(h, parts, sizeof parts);
            h = hash64(h, &r->motors[j].count, sizeof r->motors[j].count);
        }
    }
    return h;
}
