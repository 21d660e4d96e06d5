// A body made of what was once felt: hands a soul the senses of a recording, tick by tick, and compares what the soul wants with what it wanted then.
#pragma once

#include "body/body.h"

// What the tape gave for one tick; the loop that reads it fills this in before it collects.
struct body *body_replay_new(const struct body_model *model);
void body_replay_feed(
    struct body *body,
    const struct senses_in *in); // the senses of the tick to come; kept by the caller until it was collected
void body_replay_end(struct body *body); // there is nothing more: collect says ERR_CLOSED
// The hash the recording has for the command of this tick.
void body_replay_expect(struct body *body, uint32_t tick, uint64_t hash);
// The first tick at which the soul wanted something else; false: it has been the same life so far.
bool body_replay_parted(const struct body *body, uint32_t *tick);
uint32_t body_replay_compared(const struct body *body);
