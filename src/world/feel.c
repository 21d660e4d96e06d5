// The readings of the motion sensor and the floor sensors.
#include "world/world_internal.h"

// How far above its nominal ground a floor sensor sits, and how it fades: its light comes back with the
// square of the distance (chosen).
#define FLOOR_EYE_M 0.010f
#define FLOOR_REACH 0.150f

static int16_t noisy(const struct world *w, struct chance *dice, float value, float deviation) {
    if (w->config.noise) value += noise_of(dice, deviation);
    return m_finite(value) ? (int16_t)m_clamp(m_round(value), INT16_MIN, INT16_MAX) : 0;
}

// The sensor rides on the head, away from the middle of mass: turning it is felt as acceleration, too.
void feel_imu(const struct world *w, uint32_t robot, struct chance *dice, struct body_imu_raw *out) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *model = w->models[robot - 1];
    const struct imu_model *m = &model->imu;
    *out = (struct body_imu_raw){0};
    if (world_has_fault(w, robot, WORLD_DEFECT_KIND_IMU_DEAD, -1)) return;
    float tilt = m->in_head ? r->motors[BODY_MOTOR_HEAD].angle : 0;
    struct quat into_head = quat_about(vec3(0, 1, 0), tilt);
    struct vec3 at = vec3_of(m->at_m);
    if (m->in_head) at = vec3_add(vec3_of(model->neck_m), quat_apply(quat_inverse(into_head), at));
    struct vec3 arm = vec3_sub(at, w->figures[robot - 1]->centre), turn = vec3_of(r->turn);
    struct vec3 a = vec3_add(vec3_of(r->accel), vec3_add(vec3_cross(vec3_of(r->turn_change), arm),
                                                         vec3_cross(turn, vec3_cross(turn, arm))));
    struct vec3 accel = quat_apply(into_head, a), gyro = quat_apply(into_head, turn);
    if (m->in_head) gyro.y -= r->motors[BODY_MOTOR_HEAD].speed;
    gyro = vec3_add(gyro, vec3_of(r->gyro_bias));
    float av[] = {accel.x, accel.y, accel.z}, gv[] = {gyro.x, gyro.y, gyro.z};
    for (int i = 0; i < 3; i++) {
        out->accel[i] = noisy(w, dice, av[i] / m->mps2_per_count, 12);
        out->gyro[i] = noisy(w, dice, gv[i] / m->radps_per_count, 3);
    }
}

void feel_floor(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *m = w->models[robot - 1];
    struct pose pose = world_pose(w, r->body);
    struct vec3 down = quat_apply(pose.turn, vec3(0, 0, -1));
    out->cliffs_count = (uint8_t)m->cliff_count;
    for (uint32_t i = 0; i < m->cliff_count; i++) {
        if (world_has_fault(w, robot, WORLD_DEFECT_KIND_CLIFF_DEAD, (int)i)) {
            out->cliffs[i] = 0;
            continue;
        }
        struct vec3 from = pose_apply(pose, vec3(m->cliff_at_m[i][0], m->cliff_at_m[i][1], FLOOR_EYE_M));
        struct plane_hit hit = plane_ray(w->plane, from, down, FLOOR_REACH, r->body);
        float far = m_max(hit.distance, FLOOR_EYE_M) / FLOOR_EYE_M;
        // An ordinary floor gives back half of the light.
        float counts = hit.body ? m->cliff_floor_counts * 2 * hit.reflectance / (far * far) : 0;
        out->cliffs[i] = (uint16_t)m_max(noisy(w, dice, counts, 6), 0);
    }
}
