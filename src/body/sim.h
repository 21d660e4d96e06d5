// A body in a simulated world: the world's electronics under a brainstem.
//
//     struct body *body = body_sim_new(world, &vector_model, (struct pose2){{0.1f, 0}, 0}, &fault);
//     world_step(world), body_step(body, now_us);       // the run does both, every body step
//
// NULL: there is no room for it at that place, the world has robots enough, no memory; the fault says which.
// While its power is off a tick brings no news.
#pragma once

#include "body/body.h"
#include "world/world.h"

// The world is stepped by the run and must outlive the body.
struct body *body_sim_new(struct world *world, const struct body_model *model, struct pose2 at,
                          struct fault *fault);
// Of a robot that is there already.
struct body *body_sim_of(struct world *world, const struct body_model *model, uint32_t robot,
                         struct fault *fault);
uint32_t body_sim_robot(const struct body *body); // its number in the world
