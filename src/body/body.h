// A body: something that can be felt with and moved, whoever made it.
//
//     struct body *body = body_sim_new(world, place, &fault);     // or body_replay_new, later body_spine_new, body_cozmo_new
//     body_step(body, now_us);                                    // every body step, about 5 ms
//     body_collect(body, now_us, &in);                            // every life tick
//     body_obey(body, now_us, &out);
//     body_free(body);
//
// Every maker passes the same contract (tests/body/contract.h): what arrives is stamped in body time that never runs back, a tick without news is
// legal, targets are reached or refused, tags are acknowledged, and nothing is heard of senses that are not wanted.
#pragma once

#include "border/border.h"
#include "border/model.h"

#include "base/err.h"

struct body;
struct body_class {
    const char *maker; // "sim", "replay"
    void (*step)(struct body *body, int64_t now_us);
    enum err (*collect)(struct body *body, int64_t now_us,
                        struct senses_in *in); // ERR_CLOSED: it will never come back
    void (*obey)(struct body *body, int64_t now_us, const struct command_out *out);
    uint64_t (*hash)(const struct body *body); // of all that decides its future; 0: cannot tell
    void (*free)(struct body *body);
};
struct body { // the first member of every maker's own struct
    const struct body_class *class;
    const struct body_model *model;
};

static inline void body_step(struct body *body, int64_t now_us) { body->class->step(body, now_us); }
static inline enum err body_collect(struct body *body, int64_t now_us, struct senses_in *in) {
    return body->class->collect(body, now_us, in);
}
static inline void body_obey(struct body *body, int64_t now_us, const struct command_out *out) {
    body->class->obey(body, now_us, out);
}
static inline uint64_t body_hash(const struct body *body) { return body->class->hash(body); }
static inline void body_free(struct body *body) {
    if (body) body->class->free(body);
}
