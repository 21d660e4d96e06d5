// A camera's lens as numbers: where a direction falls on the picture, and back.
//
//     struct eye_model eye;
//     eye_of(&vector_model, 0x00601b50, &eye);                       // this one robot's camera
//     struct vec2 px;
//     if (lens_project(&eye.lens, pose_undo(camera, corner), &px)) …  // pixels; (0,0) is the corner of the first one
//     struct vec3 way = lens_unproject(&eye.lens, px);                 // of length 1, in the camera's axes
//
// A camera's axes: x right, y down, z ahead. The model is the common one of five distortion numbers, in this order: with x and y
// the direction's slopes, r2 = x*x + y*y,
//     x' = x (1 + k1 r2 + k2 r2^2 + k3 r2^3) + 2 p1 x y + p2 (r2 + 2 x x)      and y' likewise,
//     u = fx x' + skew y' + cx,  v = fy y' + cy.
// k[] holds k1 k2 p1 p2 k3. Everything here is the same on every machine.
#pragma once

#include "base/data/json.h"
#include "base/maths/geometry.h"
#include "border/body_model.h"

enum { LENS_SIDE_MAX = 2048, LENS_COEFFICIENTS = 5 };

struct lens_model {
    uint32_t width, height;
    float fx, fy, cx, cy, skew;
    float k[LENS_COEFFICIENTS];
};

// False: the point is not before the camera, or so far aside that the lens bends it back into the picture. The answer may lie outside the
// picture: lens_inside.
bool lens_project(const struct lens_model *lens, struct vec3 point, struct vec2 *px);
struct vec3 lens_unproject(const struct lens_model *lens, struct vec2 px);
bool lens_inside(const struct lens_model *lens, struct vec2 px);
struct vec2 lens_slopes(const struct lens_model *lens, struct vec2 px); // undistorted: x/z and y/z
float lens_reach(
    const struct lens_model *lens); // the largest undistorted slope that the lens maps one to one
struct vec2
lens_view_rad(const struct lens_model *lens); // field of view across and up, from the focal lengths
// The same lens on a picture of another size.
struct lens_model lens_scaled(const struct lens_model *lens, uint32_t width, uint32_t height);
// Finite, focal lengths and sizes positive, and one to one over the whole picture. ERR_RANGE says what is wrong.
enum err lens_check(const struct lens_model *lens, struct fault *fault);
// {"nrows": 360, "ncols": 640, "focalLength_x": 320, "focalLength_y": 320, "center_x": 320, "center_y": 180, "skew": 0,
//  "distortionCoeffs": [-0.05, 0, 0, 0, 0]}: the keys of Vector's log; fx, fy, cx, cy are understood as well. What is not there
// but nrows, ncols and the focal lengths stays: centres in the middle, no skew, no distortion.
enum err lens_read(const struct json *object, struct lens_model *out, struct fault *fault);
void lens_write(const struct lens_model *lens, struct json_writer *out);

// The camera of one robot: its lens and what its electronics can do.
struct eye_model {
    struct lens_model lens;
    float exposure_low_ms, exposure_high_ms, gain_low, gain_high;
    float rate_hz;    // pictures a second
    float readout_ms; // between the first row and the last: a rolling shutter
    float vignetting; // how much of the light is lost in the corners, 0 … 1
    float full_well;  // electrons of a white pixel at gain 1
    float read_noise; // electrons
    bool colour;
};
// Each serial number has its own lens. False: no such creature has a camera.
bool eye_of(const struct body_model *body, uint32_t serial, struct eye_model *out);
// Where the camera is in its robot: behind the neck joint, turned with the head, looking 4 degrees down.
struct pose eye_in_robot(const struct body_model *body, float head_rad);
// Where a picture's point lies on the floor (z = 0 of the robot's frame, metres). False: above the horizon.
bool eye_on_floor(const struct lens_model *lens, struct pose camera, struct vec2 px, struct vec3 *out);
