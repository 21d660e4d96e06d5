// What the robot's own eyes find in one picture: the detectors of this folder, run as an errand.
//
//     struct see_order order = {.frame = frame_hold(in->picture), .lens = eye.lens, .config = config};
//     errand_post(crew, &(struct errand){.run = see_run, .drop = see_drop, .input = &order, …}, &err);
//     …
//     if (see_observe(&found, len, &observations)) …        // when its answer has come
//
// An errand like any other: its answer is recorded, so a life replays without its pictures. The answer has
// no gaps between its members, and its corners are those of a picture of the lens's own size, however large
// the picture was; the floor from above, at its end, only comes along when it was asked for.
// Without a picture (a replay that has none) see_run answers ERR_UNKNOWN; nobody runs it then.
#pragma once

#include "base/data/knob.h"
#include "base/frame_pool.h"
#include "sense/observation.h"
#include "sense/see/composite.h"
#include "sense/see/faces.h"
#include "sense/see/illumination.h"
#include "sense/see/markers.h"
#include "sense/see/modes.h"
#include "sense/see/motion.h"
#include "sense/see/overhead.h"
#include "sense/see/spots.h"

enum sight_source { SIGHT_ORACLE, SIGHT_OWN, SIGHT_BOTH };
struct sight_config {
    int32_t by; // enum sight_source
    struct markers_config markers;
    struct motion_config motion;
    struct illumination_config light;
    struct composite_config composite;
    struct colours_config colours;
    struct lasers_config lasers;
    struct overhead_config overhead;
    struct faces_config faces;
    struct ground_tree ground;
};
extern const struct knobs SIGHT_KNOBS;
struct sight_config sight_defaults(void);

struct see_order {
    struct frame *frame;     // grey, or three bytes a pixel; held
    struct frame *before;    // the one before, for motion; held, or NULL
    struct composite *sum;   // of the pictures before; held, or NULL
    const struct net *faces; // outlives the errand; NULL: faces are not looked for
    bool moved;              // the camera, since the picture before
    uint32_t modes;          // to run: bits of enum life_vision_mode
    float exposure;          // of the picture, in seconds at gain 1
    float head_rad;          // of the camera
    struct lens_model lens;
    struct pose camera; // in the robot
    uint64_t time_us;   // of the picture
    float turned_radps; // how fast the camera turned then
    struct sight_config config;
};

struct see_marker {
    uint16_t marker, errors;
    float certainty, side_px;
    float x[4], y[4]; // upper left, upper right, lower left, lower right
};
struct see_face {
    float score, x, y, side; // its middle, and how wide it is
};
struct see_found {
    uint64_t time_us;
    uint32_t modes; // that were run
    float turned_radps, head_rad, exposure;
    float mean; // grey value
    struct motion_areas motion;
    struct illumination_seen light;
    uint8_t compared, put_together; // with a picture before, of the same size; pictures in what was looked at
    uint8_t spare[1];
    uint32_t count, quads;
    struct see_marker list[MARKERS_MOST];
    uint32_t face_count;
    struct see_face faces[FACES_MOST];
    struct spots spots;
    uint32_t edge_count, border_count;
    struct vec2 edges[OVERHEAD_LANES], borders[OVERHEAD_LANES]; // on the floor, in the robot's frame
    uint8_t floor[OVERHEAD_AHEAD][OVERHEAD_LANES];              // grey; 0: not seen
};

static inline size_t see_found_size(bool floor) {
    return floor ? sizeof(struct see_found) : offsetof(struct see_found, floor);
}
enum err see_run(const void *input, size_t input_size, void *answer, size_t answer_size, size_t *len);
void see_drop(void *input);
// As observations. False: these are no answers of see_run.
bool see_observe(const struct see_found *found, size_t len, struct observations *out);
static inline bool see_ran(const struct see_found *found, enum life_vision_mode mode) {
    return found->modes >> mode & 1;
}
