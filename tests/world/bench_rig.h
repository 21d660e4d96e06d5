// What electronics read, step by step and without a brainstem, for tests.
#pragma once

#include "rig.h"

static inline const struct world_robot_state *robot(const struct rig *r) {
    return &world_memory(r->world)->robots[r->robot - 1];
}
static inline struct body_pins pins_of(const struct rig *r) {
    static struct body_pins pins;
    world_pins(r->world, r->robot, &pins);
    return pins;
}
static inline void steps(struct rig *r, int count) {
    for (int i = 0; i < count; i++) world_step(r->world);
}
static inline void gates(struct rig *r, uint16_t gates) {
    struct body_drive drive = {.gates = gates};
    world_drive(r->world, r->robot, &drive);
}
static inline void quietly(struct world_config *config) { *config = world_defaults(), config->noise = false; }

static inline void a_cube(struct rig *r) {
    DO(r, WORLD_CUBE, cube, strcpy(v->name, "cube"), v->x_m = 0.2f, v->device = 77);
}
