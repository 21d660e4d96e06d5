// Pleo's motions (.umf), version 3: a header, the joints that take part, and vectors sorted by their start.
//
//     struct umf motion;
//     if (umf_read(file, arena, &motion, fault)) return fault->err;
//     for (size_t i = 0; i < motion.count; i++) … motion.vectors[i].joint …
//
//     umf_write(&motion, &out, fault);            // what was read comes out to the byte
//
// A vector moves one joint from where its last vector left it to `position`, in degrees, and takes from
// `start` to `goal`, both included, in units of `timebase_ms`. A vector of the joint UMF_SOUND starts the
// sound or sound command whose id is `position`. Vectors live in the arena.
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"

enum { UMF_JOINTS = 19, UMF_VERSION = 3, UMF_DEGREES = 1, UMF_BYTES_MAX = 4 << 20, UMF_NAME_ROOM = 33 };

// A joint is two letters, the first in the low byte.
#define UMF_JOINT(a, b) ((uint16_t)((uint16_t)(a) | (uint16_t)(b) << 8))
enum { UMF_SOUND = UMF_JOINT('S', 'D'), UMF_TRANSITION = UMF_JOINT('T', 'R') };

struct umf_vector {
    uint16_t joint, start, goal;
    int16_t velocity; // degrees a second
    int16_t position; // degrees, or the id of a sound
};

struct umf {
    char name[UMF_NAME_ROOM];
    unsigned timebase_ms, end; // end: in units of the timebase
    uint16_t joints[UMF_JOINTS];
    size_t joint_count;
    struct umf_vector *vectors;
    size_t count;
};

// ERR_SHORT, ERR_SYNTAX, ERR_VERSION, ERR_RANGE, ERR_DUPLICATE, ERR_UNKNOWN, ERR_LIMIT, ERR_MEMORY: the fault
// names the field or the vector. Refused is, too, a vector that ends before it starts, one of a joint that
// the header does not list, and one out of order.
enum err umf_read(struct bytes file, struct arena *arena, struct umf *out, struct fault *fault);
// Appends a whole file. The same checks: nothing is written that umf_read would refuse.
enum err umf_write(const struct umf *motion, struct buf *out, struct fault *fault);
bool umf_joint_known(uint16_t joint);
char *umf_joint_name(uint16_t joint, char out[3]); // "LS"; letters that cannot be shown become ?
