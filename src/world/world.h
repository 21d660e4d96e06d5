// The world a simulated body lives in.
//
//     struct world_config config = world_defaults();
//     struct world *world = world_new(&config);
//     uint32_t robot = world_add_robot(world, &vector_model, (struct pose2){0}, &fault);
//     for (;;) { world_pins(world, robot, &pins); …; world_drive(world, robot, &drive); world_step(world); }
//
// Deterministic: one seed and the same verbs give the same bytes. A step is WORLD_STEP_US of world time and allocates nothing. A world and
// its robots are an island, stepped by one thread at a time.
#pragma once

#include "base/err.h"
#include "base/geometry.h"
#include "border/model.h"

enum { WORLD_STEP_US = 5000 };

struct world;
struct world_config {
    uint64_t seed;
    bool noise; // sensors are noisy
};

// What is true, for tests, viewers and oracles; never for sensors' readers.
struct world_truth {
    struct pose pose;
    float head_rad, lift_rad, left_mps, right_mps;
    float battery_v;
};

struct world_config world_defaults(void);
struct world *world_new(const struct world_config *config); // NULL: no memory
void world_free(struct world *world);
void world_step(struct world *world);
int64_t world_now_us(const struct world *world);
uint64_t world_hash(const struct world *world); // of all that decides the future

// The model must outlive the world. 0: refused, and the fault says why.
uint32_t world_add_robot(struct world *world, const struct body_model *model, struct pose2 at,
                         struct fault *fault);
void world_pins(const struct world *world, uint32_t robot, struct body_pins *out);
void world_drive(struct world *world, uint32_t robot, const struct body_drive *drive);
bool world_truth(const struct world *world, uint32_t robot, struct world_truth *out);
