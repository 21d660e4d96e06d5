// Driving along lines, arcs and turns on the spot.
//
//     path_append(&path, &segment);                      // world coordinates of the body's own origin
//     path_run(&path, tag);
//     if (path_step(&path, pose, dt_s, &speed_mps, &turn_radps)) …drive so…
//
// The follower keeps to the track by steering against distance and heading errors, speeds up with the segment's acceleration, and brakes
// so that it arrives with the speed of what comes next. A segment must begin where the one before it ended (1 mm, 1 degree).
#pragma once

#include "base/maths/geometry.h"
#include "border/border.h"

#include "base/err.h"

enum { PATH_MAX_SEGMENTS = 128, PATH_NO_SEGMENT = 255 };

struct path {
    struct body_segment list[PATH_MAX_SEGMENTS];
    uint32_t count;  // segments that are left; the first is under way
    uint32_t passed; // since it was run
    bool running;
    uint16_t tag;
    float speed;  // now: m/s along the track, or rad/s
    float turned; // of a turn on the spot: how far
    bool begun;   // the present segment was looked at
    float left;   // to go in the present turn
};

void path_clear(struct path *path);
enum err path_append(struct path *path,
                     const struct body_segment *segment); // ERR_LIMIT, ERR_RANGE, ERR_STATE: not continuous
void path_trim(struct path *path, uint32_t front, uint32_t back);
bool path_run(struct path *path, uint16_t tag); // false: nothing to run
void path_stop(struct path *path);
uint8_t path_segment(const struct path *path); // PATH_NO_SEGMENT when it does not run
// What to do now; false when the path has come to its end in this step.
bool path_step(struct path *path, struct pose2 pose, float dt_s, float *speed_mps, float *turn_radps);
