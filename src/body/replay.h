// A body made of what was once felt: hands a soul the senses of a recording, tick by tick, and compares what
// the soul wants with what it wanted then.
//
//     struct body *body = body_replay_new(model);
//     for (each tick of the tape) {
//         body_replay_feed(body, senses), body_replay_expect(body, tick, hash);
//         body_collect(body, 0, &in), robot_step(robot, &in, &out), body_obey(body, 0, &out);
//     }
//     if (body_replay_parted(body, &tick)) …it was another life from here on…
//
// It keeps no senses of its own: what is fed stays the reader's until it was collected.
#pragma once

#include "body/body.h"

struct body *body_replay_new(const struct body_model *model);         // NULL: no memory
void body_replay_feed(struct body *body, const struct senses_in *in); // the senses of the tick to come
void body_replay_end(struct body *body); // there is nothing more: collect says ERR_CLOSED
// The hash the recording has for the command of this tick.
void body_replay_expect(struct body *body, uint32_t tick, uint64_t hash);
// The first tick at which the soul wanted something else; false: it has been the same life so far.
bool body_replay_parted(const struct body *body, uint32_t *tick);
uint32_t body_replay_compared(const struct body *body);
