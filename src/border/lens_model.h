// A camera's lens: where a direction appears in the picture, and back.
//
//     struct eye_model eye;
//     eye_of(&vector_model, 0x00601b50, &eye);                       // this one robot's camera
//     struct vec2 px;
//     // pixels; (0,0) is the corner of the first one
//     if (lens_project(&eye.lens, pose_undo(camera, corner), &px)) …
//     struct vec3 way = lens_unproject(&eye.lens, px);                 // of length 1, in the camera's axes
//
// A camera's axes: x right, y down, z ahead. The model is the common one with five distortion numbers. With x
// and y the direction's slopes, and r2 = x*x + y*y:
//     x' = x (1 + k1 r2 + k2 r2^2 + k3 r2^3) + 2 p1 x y + p2 (r2 + 2 x x)      and y' likewise,
//     u = fx x' + skew y' + cx,  v = fy y' + cy.
// k[] holds k1 k2 p1 p2 k3. Everything here gives the same result on every machine.
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

// False: the point is not in front of the camera, or so far aside that the lens would bend it back into the
// picture. The result may lie outside the picture: see lens_inside.
bool lens_project(const struct lens_model *lens, struct vec3 point, struct vec2 *px);
struct vec3 lens_unproject(const struct lens_model *lens, struct vec2 px);
bool lens_inside(const struct lens_model *lens, struct vec2 px);
struct vec2 lens_slopes(const struct lens_model *lens, struct vec2 px); // undistorted: x/z and y/z
// The largest undistorted slope that the lens maps one to one.
float lens_reach(const struct lens_model *lens);
// The field of view across and up, from the focal lengths.
struct vec2 lens_view_rad(const struct lens_model *lens);
// The same lens for a picture of another size.
struct lens_model lens_scaled(const struct lens_model *lens, uint32_t width, uint32_t height);
// Checks that all numbers are finite, focal lengths and sizes positive, and the mapping one to one over the
// whole picture. ERR_RANGE names what is wrong.
enum err lens_check(const struct lens_model *lens, struct fault *fault);
// The keys of Vector's log, and also fx, fy, cx, cy:
//     {"nrows": 360, "ncols": 640, "focalLength_x": 320, "focalLength_y": 320, "center_x": 320,
//      "center_y": 180, "skew": 0, "distortionCoeffs": [-0.05, 0, 0, 0, 0]}
// Required are nrows, ncols and the focal lengths. Defaults: the centre in the middle, no skew, no
// distortion.
enum err lens_read(const struct json *object, struct lens_model *out, struct fault *fault);
void lens_write(const struct lens_model *lens, struct json_writer *out);

// The camera of one robot: its lens and its electronics.
struct eye_model {
    struct lens_model lens;
    float exposure_low_ms, exposure_high_ms, gain_low, gain_high;
    float rate_hz;    // pictures a second
    float readout_ms; // from the first row to the last: a rolling shutter
    float vignetting; // share of the light lost in the corners, 0 … 1
    float full_well;  // electrons of a white pixel at gain 1
    float read_noise; // electrons
    bool colour;
};
// Each serial number has its own lens. False: this creature has no camera.
bool eye_of(const struct body_model *body, uint32_t serial, struct eye_model *out);
// The camera's pose in its robot: behind the neck joint, turning with the head, tilted down by 4 degrees.
struct pose eye_in_robot(const struct body_model *body, float head_rad);
// The floor point of a pixel (z = 0 of the robot's frame, metres). False: above the horizon.
bool eye_on_floor(const struct lens_model *lens, struct pose camera, struct vec2 px, struct vec3 *out);
