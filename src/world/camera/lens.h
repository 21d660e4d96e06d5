// A robot's camera in the simulated world: takes pictures of a scene as this one robot's lens and sensor
// would.
//
//     struct lens_config config = lens_defaults();
//     eye_of(&vector_model, serial, &config.eye);
//     struct lens *lens = lens_new(&config, &fault);                    // the only allocations of its life
//     if (lens_due(lens, now_us)) {  // a picture begins: sample the motion sensor now
//         struct lens_shot shot = {.start = camera, .end = camera, .exposure_ms = 16, .gain = 1,
//                                     .stamp_us = now_us, …};
//         struct frame *frame = lens_take(lens, scene, &shot, sights, &count);   // NULL: all frames are held
//         … frame_drop(frame);
//     }
//
// A picture is made in these steps. A pinhole camera draws the scene (lens_draw.h), each row at its own time
// if the shutter rolls. The lens distorts it and darkens the corners. Electrons are counted, with their
// noise; exposure and gain turn them into grey values. A step that the config switches off costs nothing.
// Noise is counted chance from the seed and the picture's number, so pictures repeat bit for bit.
//
// Frames are width * height bytes, or three times as many in colour (red, green, blue); frame.format is the
// number of channels. A 300 lux room is well exposed with 16 ms at gain 1. One thread at a time may use a
// lens; its frames may go to any thread. lens_new and lens_free own the memory.
#pragma once

#include "base/frame_pool.h"
#include "border/lens_model.h"
#include "world/camera/scene.h"

struct lens_config {
    struct eye_model eye;
    uint32_t width, height; // of pictures; 0: as the lens was measured
    uint64_t seed;
    uint32_t frames;        // how many can be held at once
    uint32_t faces, sights; // capacity for the scenes it will see
    bool bend;              // the lens's distortion
    bool noise;
    bool vignetting;
    bool shutter;  // rolling: each row has its own time
    uint32_t blur; // how many moments of an exposure are averaged: 1 … 16; 1 is no blur
};
// Vector's ordinary lens, 640x360, seed 1, 4 frames, everything on, no blur.
struct lens_config lens_defaults(void);

struct lens;
struct lens *lens_new(const struct lens_config *config,
                      struct fault *fault); // NULL: no memory, or lens_check refuses the model
void lens_free(struct lens *lens);
// The model of its pictures: after scaling, and without distortion when it does not bend.
const struct lens_model *lens_of(const struct lens *lens);

// The camera's own rhythm: true once for each picture that begins at or before now. It lags at most one
// picture.
bool lens_due(struct lens *lens, int64_t now_us);

struct lens_shot {
    struct pose start, end;  // of the camera in the world, at the first and the last row
    uint32_t owner;          // the robot itself, which the camera does not see
    float exposure_ms, gain; // clamped to what the sensor can do
    float balance[3];        // gain for red, green and blue; 0: unchanged
    bool colour;
    uint64_t stamp_us;
    // The motion sensor's reading at the first row: the start of a picture triggers one. It is only stored.
    struct vec3 gyro_radps, accel_mps2;
    float head_rad;
};
// The state of the camera's rhythm. A new camera resumes with it where the old one was.
struct lens_beat {
    int64_t due_us;
    uint64_t number;
};
struct lens_beat lens_beat_of(const struct lens *lens);
void lens_resume(struct lens *lens, struct lens_beat beat);
// The conditions of one of the last pictures, by the frame's number. False: it is no longer known.
bool lens_shot_of(const struct lens *lens, uint64_t number, struct lens_shot *out);

enum { LENS_SIGHT_POINTS = 7 };
struct lens_sight {
    bool person; // else a marker
    uint32_t thing;
    unsigned marker;
    // a marker's 4 corners: upper left of the artwork first, clockwise as one reads it; a person's 7 features
    uint32_t points;
    struct vec2 px[LENS_SIGHT_POINTS];
    bool before; // all points are in front of the camera
    bool inside; // and inside the picture
    float share; // visible share of its area, 0 … 1; what is hidden or outside the picture is not visible
    float distance_m; // of its middle
    float turned_rad; // between its normal and the direction to the camera
};

// sights may be NULL; *count: capacity in, number out. NULL: all frames are held. The caller drops the frame.
struct frame *lens_take(struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                        struct lens_sight *sights, uint32_t *count);
// The sights of such a picture, without lighting it: for whoever does not want the picture.
uint32_t lens_look(struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                   struct lens_sight *sights, uint32_t room);
// Only where things would be in the picture, without drawing it. share is 1 for what faces the camera, else
// 0.
uint32_t lens_sights(const struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                     struct lens_sight *sights, uint32_t room);
