// Where it was a moment ago: two seconds of poses, and how its head stood, for what was seen then.
//
//     trail_step(&trail, &senses);                           // once a tick
//     struct trail_spot then;
//     if (trail_at(&trail, sight_time, &then)) …             // between two ticks it is worked out
//     trail_fixed(&trail, 0.003f, 0.01f);                    // a fix was sent: the body's pose will jump,
//     and what was before jumps with it
//
// Doubt is what the pose may be off since it was last mended: it grows with what is driven and turned, and is
// brought down by whoever mends.
// Plain data; nothing can fail but a question about a time that nobody remembers.
#pragma once

#include "base/maths/geometry.h"
#include "schema/body.h"

#include <stdbool.h>

enum { TRAIL_SPOTS = 64, TRAIL_KEEP_US = 2000000 };

struct trail_spot {
    uint64_t time_us;
    struct pose2 pose;
    float head_rad, turn_radps, speed_mps;
    float driven_m, turned_rad; // of all time: how far it is from one spot to another
};
struct trail {
    struct trail_spot spot[TRAIL_SPOTS]; // a ring; the newest is at count - 1
    uint32_t count, origin;
    float off_m2, off_rad2; // variances
    uint8_t awaits;         // ticks that a jump may still come
};

void trail_begin(struct trail *trail, uint32_t origin);                 // nothing was before
bool trail_step(struct trail *trail, const struct body_senses *senses); // false: no news, or another origin
bool trail_at(const struct trail *trail, uint64_t time_us, struct trail_spot *out);
const struct trail_spot *trail_now(const struct trail *trail); // NULL: nothing is known
// off: how far off the pose is that was sent.
void trail_fixed(struct trail *trail, float off_m, float off_rad);
uint64_t trail_hash(const struct trail *trail);
