// A body: senses to read and motors to move, simulated, real or recorded.
//
//     // or body_replay_new, body_cozmo_new; later body_spine_new
//     struct body *body = body_sim_new(world, &vector_model, at, &fault);
//     body_step(body, now_us);                                    // every body step, about 5 ms
//     body_collect(body, now_us, &in);                            // every life tick
//     body_obey(body, now_us, &out);
//     body_free(body);
//
// Every kind of body fulfils the same contract (tests/body/contract.h). Senses carry body time, which never
// runs backwards. A tick without news is legal. Targets are reached or refused, and tags are acknowledged.
// Senses that nobody wants are not delivered. Where bodies differ, their traits say so.
#pragma once

#include "border/body_model.h"
#include "border/border.h"

#include "base/err.h"

struct body;
struct body_shown { // frames are the receiver's to drop; NULL: there is none now
    struct frame *picture, *sound;
    struct body_picture picture_about;
    struct body_sound sound_about;
};
struct body_class {
    const char *maker; // "sim", "replay", "cozmo"
    void (*step)(struct body *body, int64_t now_us);
    enum err (*collect)(struct body *body, int64_t now_us,
                        struct senses_in *in); // ERR_CLOSED: the body is gone for good
    void (*obey)(struct body *body, int64_t now_us, const struct command_out *out);
    // What somebody wants who is no part of the life (BODY_WANT_…; 0: nobody does), after each collect: body
    // and world stay as they are. NULL: it cannot, and shows what the soul gets.
    void (*show)(struct body *body, uint16_t wants, struct body_shown *out);
    uint64_t (*hash)(const struct body *body); // over all state that decides its future; 0: it cannot tell
    void (*free)(struct body *body);
};
// What one body can do. Read it at any time: the lag changes with the link.
struct body_traits {
    uint16_t senses; // BODY_WANT_…: the senses it has; the others never come, however much they are wanted
    bool own_time;   // its time runs by itself: it can be neither paused nor hurried
    int64_t lag_us;  // the longest delay until its senses show the effect of a command; 0: at once
    uint16_t face_width,
        face_height;  // the run draws for its display; 0: it needs no pictures
    bool face_colour; // in 16 bits a pixel, as a soul's display has them; else a grey byte
    bool speaker;     // likewise a loudspeaker: it is given all sound that the soul plays
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
static inline void body_show(struct body *body, uint16_t wants, struct body_shown *out) {
    *out = (struct body_shown){0};
    if (body->class->show) body->class->show(body, wants, out);
}
static inline uint64_t body_hash(const struct body *body) { return body->class->hash(body); }
static inline void body_free(struct body *body) {
    if (body) body->class->free(body);
}
