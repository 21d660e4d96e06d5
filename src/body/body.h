// A body: something that can be felt with and moved, whoever made it.
//
//     // or body_replay_new, body_cozmo_new; later body_spine_new
//     struct body *body = body_sim_new(world, &vector_model, at, &fault);
//     body_step(body, now_us);                                    // every body step, about 5 ms
//     body_collect(body, now_us, &in);                            // every life tick
//     body_obey(body, now_us, &out);
//     body_free(body);
//
// Every maker passes the same contract (tests/body/contract.h): what arrives is stamped in body time that
// never runs back, a tick without news is legal, targets are reached or refused, tags are acknowledged, and
// nothing is heard of senses that are not wanted. Where bodies differ, a body says so in its traits.
#pragma once

#include "border/body_model.h"
#include "border/border.h"

#include "base/err.h"

struct body;
struct body_class {
    const char *maker; // "sim", "replay", "cozmo"
    void (*step)(struct body *body, int64_t now_us);
    enum err (*collect)(struct body *body, int64_t now_us,
                        struct senses_in *in); // ERR_CLOSED: it will never come back
    void (*obey)(struct body *body, int64_t now_us, const struct command_out *out);
    uint64_t (*hash)(const struct body *body); // of all that decides its future; 0: cannot tell
    void (*free)(struct body *body);
};
// What one body can, and how it is with it. Read it at any time: the lag goes with the air.
struct body_traits {
    uint16_t senses; // BODY_WANT_…: those it has; the others never come, however much they are wanted
    bool own_time;   // its time passes by itself: it can be neither paused nor hurried
    int64_t lag_us;  // so late, at most, its senses show what came of a command; 0: as soon as it was done
    uint16_t face_width,
        face_height; // it has a display that nobody but the run can draw for; 0: it does not ask for pictures
    bool speaker;    // likewise a loudspeaker: it is given whatever the soul lets be heard
};
struct body { // the first member of every maker's own struct
    const struct body_class *class;
    const struct body_model *model;
    struct body_traits traits;
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
