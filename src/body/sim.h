// A body in a simulated world: the world's electronics, run by a brainstem.
//
//     struct body *body = body_sim_new(world, &vector_model, (struct pose2){{0.1f, 0}, 0}, &fault);
//     world_step(world), body_step(body, now_us);       // the run does both, every body step
//
// Returns NULL if there is no room at that place, if the world has all its robots, or if memory runs out; the
// fault says which. While the power is off, a tick brings no senses. The caller frees the body with
// body_free.
#pragma once

#include "body/body.h"
#include "world/world.h"

// The run steps the world; the world must outlive the body.
struct body *body_sim_new(struct world *world, const struct body_model *model, struct pose2 at,
                          struct fault *fault);
// A body for a robot that is in the world already.
struct brainstem_knobs;
void body_sim_tune(struct body *body, const struct brainstem_knobs *knobs); // its brainstem's thresholds
struct body *body_sim_of(struct world *world, const struct body_model *model, uint32_t robot,
                         struct fault *fault);
// What is on the memory card that was put in; NULL: nothing. The card outlives the body.
struct card;
void body_sim_card(struct body *body, const struct card *card);
uint32_t body_sim_robot(const struct body *body); // its number in the world
