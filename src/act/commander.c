#include "act/commander.h"

#include "base/hash.h"

#include <string.h>

void commander_begin(struct commander *c) {
    memcpy(c->before, c->rank, sizeof c->before);
    memset(c->rank, 0, sizeof c->rank);
    c->wheels.mode = BODY_WHEEL_MODE_HOLD;
    c->head.mode = c->lift.mode = BODY_JOINT_MODE_HOLD;
    c->orders = 0;
    c->follows = false;
}

static bool take(struct commander *c, enum track track, enum rank rank) {
    if (rank < c->rank[track]) return false;
    c->rank[track] = rank;
    return true;
}

bool commander_wheels(struct commander *c, enum rank rank, const struct body_wheels *wheels) {
    if (!take(c, TRACK_WHEELS, rank)) return false;
    c->wheels = *wheels;
    c->follows = false;
    return true;
}

bool commander_path(struct commander *c, enum rank rank, const struct body_path_order *path) {
    if (!take(c, TRACK_WHEELS, rank)) return false;
    c->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_HOLD};
    c->path = *path;
    c->follows = true;
    return true;
}

bool commander_joint(struct commander *c, enum rank rank, const struct body_joint_target *target) {
    bool lift = target->joint == BODY_MOTOR_LIFT;
    if (!lift && target->joint != BODY_MOTOR_HEAD) return false;
    if (!take(c, lift ? TRACK_LIFT : TRACK_HEAD, rank)) return false;
    *(lift ? &c->lift : &c->head) = *target;
    return true;
}

bool commander_lights(struct commander *c, enum rank rank, const struct body_colour *lights, uint32_t count) {
    if (count > BODY_LIGHT_MAX || !take(c, TRACK_LIGHTS, rank)) return false;
    memcpy(c->lights, lights, count * sizeof *lights);
    c->light_count = count;
    return true;
}

void commander_order(struct commander *c, uint16_t orders) { c->orders |= orders; }

static void add_joint(struct body_command *out, const struct body_joint_target *target) {
    if (target->mode != BODY_JOINT_MODE_HOLD) out->joints[out->joints_count++] = *target;
}

void commander_end(struct commander *c, struct body_command *out) {
    out->orders = c->orders;
    out->wheels = c->wheels;
    out->path_count = c->follows;
    if (c->follows) out->path[0] = c->path;
    out->joints_count = 0;
    add_joint(out, &c->head);
    add_joint(out, &c->lift);
    // Lights stay as they were until somebody wants others: the command always tells all of them.
    out->lights_count = (uint8_t)c->light_count;
    memcpy(out->lights, c->lights, c->light_count * sizeof *c->lights);
}

uint64_t wheels_hash(uint64_t h, const struct body_wheels *w) {
    float numbers[] = {w->left_mps,   w->right_mps,   w->accel_mps2,        w->angle_rad,
                       w->turn_radps, w->turn_radps2, w->turn_decel_radps2, (float)w->relative};
    uint16_t rest[] = {w->mode, w->tag};
    return hash64(hash64(h, numbers, sizeof numbers), rest, sizeof rest);
}

uint64_t joint_hash(uint64_t h, const struct body_joint_target *j) {
    float numbers[] = {j->angle_rad, j->speed_radps, j->accel_radps2, j->duration_s};
    uint16_t rest[] = {j->joint, j->mode, j->tag};
    return hash64(hash64(h, numbers, sizeof numbers), rest, sizeof rest);
}
