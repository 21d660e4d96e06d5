// Motion tables: a row a frame, a column a joint, degrees in between. From them motions for the robot, and
// back.
//
//     struct umf motion;
//     struct motion_size size;
//     if (motion_from_csv(csv, "bow.csv", "bow", &sounds, arena, &motion, &size, fault))
//         return fault->err;
//     umf_write(&motion, &out, fault);
//
//     motion_to_csv(&motion, &sounds, arena, &text);
//
// The first lines tell rate, frames, duration and units; `used=NV-NH` says which joints count. Then come the
// names of the columns, and the rows: Time in seconds, Frame, the joints, SD for a sound by its name. Rows
// are counted and Time is trusted, whatever the head says.
//
// A joint's rows become vectors as long as they may be: at most 60 frames, and the straight line stays within
// 2 degrees of every row. Velocities are degrees a second by the table's times; both are cut towards zero.
#pragma once

#include "codec/pleo/umf.h"

enum { MOTION_CSV_MAX = 32 << 20, MOTION_ROWS_MAX = 65535, MOTION_VECTOR_FRAMES = 60 };
#define MOTION_STRAIGHT_DEG 2.0

// What the column SD names. Either may be NULL: then only numbers are read, or written.
struct motion_sounds {
    bool (*id)(void *user, struct text name, unsigned *id);
    const char *(*name)(void *user, unsigned id);
    void *user;
};

struct motion_size {
    size_t frames;        // rows of the table
    unsigned mean_vector; // in frames
};

// ERR_SYNTAX, ERR_MISSING, ERR_RANGE, ERR_UNKNOWN, ERR_DUPLICATE, ERR_LIMIT, ERR_MEMORY: the fault has line
// and column.
enum err motion_from_csv(struct text csv, const char *file, const char *name,
                         const struct motion_sounds *sounds, struct arena *arena, struct umf *out,
                         struct motion_size *size, struct fault *fault);
// A table that gives the motion back, but for roundings. ERR_MEMORY in out->err.
void motion_to_csv(const struct umf *motion, const struct motion_sounds *sounds, struct arena *arena,
                   struct buf *out);
