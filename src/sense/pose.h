// Where a square stands, from where its four corners fall on a picture.
//
//     struct pose_square seen;
//     if (pose_of_square(&eye.lens, corners, 0.027f, &seen)) … seen.pose[0]      // in the camera's axes
//     struct pose_floor lies = {.at = guess};
//     struct pose_part part = {marker, 0.027f, {…}};
//     if (pose_on_floor(&eye.lens, camera, &part, 1, &lies)) …    // in the axes that the camera is given in
//
// A square seen from far off looks the same tilted one way or the other: both answers are given, the better
// first, with how far off its corners are. Of something that stands on the floor only place and heading are
// unknown, which is much surer: pose_on_floor seeks those three, and says how sure they are.
//
// Corners are in pixels: upper left, upper right, lower left, lower right of the upright square. A square's
// own axes: x out of its front, y to the right as who looks at it sees it, z up. False: corners that are no
// numbers or make no convex square, or a search that leads nowhere; then the answer means nothing. Plain
// numbers, no memory.
#pragma once

#include "border/lens_model.h"

struct pose_square {
    struct pose pose[2];
    float error_px[2]; // root of the mean square, of a corner
};
bool pose_of_square(const struct lens_model *lens, const struct vec2 corners[4], float size_m,
                    struct pose_square *out);

struct pose_floor {
    struct pose2 at;      // told: where to begin
    float error_px;       // as above
    float off_m, off_rad; // standard deviations, when each corner is off by a pixel
};
// A square of the thing that stands with its foot on the floor: where it is on that, and where it is seen.
// Several of one thing are sought together, each of them a bound on the others. camera: in the axes in which
// the thing is sought.
enum { POSE_SQUARES = 3 };
struct pose_part {
    struct pose square;
    float size_m;
    struct vec2 corners[4];
};
bool pose_on_floor(const struct lens_model *lens, struct pose camera, const struct pose_part *parts,
                   uint32_t count, struct pose_floor *out);
