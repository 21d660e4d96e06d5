// Follows a path of lines, arcs and turns in place.
//
//     path_append(&path, &segment);                      // world coordinates of the body's own origin
//     path_run(&path, tag);
//     if (path_step(&path, pose, dt_s, &speed_mps, &turn_radps)) …drive so…
//
// The follower steers against distance and heading errors. It speeds up with the segment's acceleration, and
// brakes so that it arrives at the speed of the next segment. A segment must begin where the one before it
// ended (within 1 mm and 1 degree).
#pragma once

#include "base/maths/geometry.h"
#include "border/border.h"

#include "base/err.h"

enum { PATH_MAX_SEGMENTS = 128, PATH_NO_SEGMENT = 255 };

struct path {
    struct body_segment list[PATH_MAX_SEGMENTS];
    uint32_t count;  // segments left; the first is being driven
    uint32_t passed; // segments finished since path_run
    bool running;
    uint16_t tag;
    float speed;  // now: m/s along the track, or rad/s
    float turned; // of a turn in place: the angle so far
    bool begun;   // the current segment was started
    float left;   // angle left in the current turn
};

void path_clear(struct path *path);
// ERR_LIMIT, ERR_RANGE; ERR_STATE: not continuous.
enum err path_append(struct path *path, const struct body_segment *segment);
void path_trim(struct path *path, uint32_t front, uint32_t back);
bool path_run(struct path *path, uint16_t tag); // false: nothing to run
void path_stop(struct path *path);
uint8_t path_segment(const struct path *path); // PATH_NO_SEGMENT when it is not running
// The speeds for this step. False: the path ended in this step.
bool path_step(struct path *path, struct pose2 pose, float dt_s, float *speed_mps, float *turn_radps);
