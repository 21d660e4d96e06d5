// A body made from a recording. It gives a soul the recorded senses, tick by tick, and compares the soul's
// commands with the recorded ones.
//
//     struct body *body = body_replay_new(model);
//     for (each tick of the tape) {
//         body_replay_feed(body, senses), body_replay_expect(body, tick, hash);
//         body_collect(body, 0, &in), robot_step(robot, &in, &out), body_obey(body, 0, &out);
//     }
//     if (body_replay_parted(body, &tick)) …it was another life from here on…
//
// It copies no senses: what is fed to it belongs to the caller and must stay valid until it was collected.
#pragma once

#include "body/body.h"

struct body *body_replay_new(const struct body_model *model);         // NULL: no memory
void body_replay_feed(struct body *body, const struct senses_in *in); // the senses of the next tick
void body_replay_end(struct body *body); // no more senses follow: collect returns ERR_CLOSED
// The recording's hash of this tick's command.
void body_replay_expect(struct body *body, uint32_t tick, uint64_t hash);
// The first tick at which the soul's command differed; false: the lives are the same so far.
bool body_replay_parted(const struct body *body, uint32_t *tick);
uint32_t body_replay_compared(const struct body *body);
