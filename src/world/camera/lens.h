// A robot's camera in the simulated world: takes pictures of a scene as that one robot's lens and sensor
// would.
//
//     struct lens_config config = lens_defaults();
//     eye_of(&vector_model, serial, &config.eye);
//     struct lens *lens = lens_new(&config, &fault);                    // the only allocations of its life
//     if (lens_due(lens, now_us)) {  // a picture begins: sample the motion sensor now
//         struct lens_shot shot = {.start = camera, .end = camera, .exposure_ms = 16, .gain = 1, .stamp_us =
//         now_us, …};
//         struct frame *frame = lens_take(lens, scene, &shot, sights, &count);   // NULL: all frames are held
//         … frame_drop(frame);
//     }
//
// Pixels come about in this order: the scene through a pinhole (lens_draw.h), each row at its own time if the
// shutter rolls; the lens bends it; the corners lose light; electrons are counted, with their noise; exposure
// and gain make grey values from them. What a config switches off costs nothing, and what nobody wants is not
// computed: no call, no cost. Noise is counted chance from the seed and the picture's number, so a life's
// pictures come again bit for bit.
//
// Frames are width * height bytes, or three times as many in colour (red, green, blue); frame.format is the
// number of channels. A 300 lux room is exposed rightly with 16 ms at gain 1. One lens belongs to one thread
// at a time; its frames to anybody.
#pragma once

#include "base/frame_pool.h"
#include "border/lens_model.h"
#include "world/camera/scene.h"

struct lens_config {
    struct eye_model eye;
    uint32_t width, height; // of pictures; 0: as the lens was measured
    uint64_t seed;
    uint32_t frames;        // that can be held at once
    uint32_t faces, sights; // of the scenes it will see
    bool bend;              // the lens's distortion
    bool noise;
    bool vignetting;
    bool shutter;  // rolls: each row has its own time
    uint32_t blur; // how many moments of an exposure are put together: 1 … 16; 1 is none
};
struct lens_config
lens_defaults(void); // Vector's ordinary lens, 640x360, seed 1, 4 frames, everything on, no blur

struct lens;
struct lens *lens_new(const struct lens_config *config,
                      struct fault *fault); // NULL: no memory, or a model that lens_check refuses
void lens_free(struct lens *lens);
const struct lens_model *
lens_of(const struct lens *lens); // of its pictures: after scaling, and straight when it does not bend

// Its own rhythm: true once for each picture that begins at or before now. Falls no further behind than one
// picture.
bool lens_due(struct lens *lens, int64_t now_us);

struct lens_shot {
    struct pose start, end;  // of the camera in the world, at the first and the last row
    uint32_t owner;          // what it does not see: the robot itself
    float exposure_ms, gain; // brought into what the sensor can do
    float balance[3];        // how much red, green and blue are raised; 0: not at all
    bool colour;
    uint64_t stamp_us;
    // The motion sensor's reading at the first row: the picture's start makes it take one. Only kept.
    struct vec3 gyro_radps, accel_mps2;
    float head_rad;
};
// Where its rhythm stands: with it a new camera goes on as the old one would have.
struct lens_beat {
    int64_t due_us;
    uint64_t number;
};
struct lens_beat lens_beat_of(const struct lens *lens);
void lens_resume(struct lens *lens, struct lens_beat beat);
// What was true when a picture was taken, for the last few: by the frame's number. False: forgotten.
bool lens_shot_of(const struct lens *lens, uint64_t number, struct lens_shot *out);

enum { LENS_SIGHT_POINTS = 7 };
struct lens_sight {
    bool person; // else a marker
    uint32_t thing;
    unsigned marker;
    // a marker's 4 corners: upper left of the artwork first, clockwise as one reads it; a person's 7 features
    uint32_t points;
    struct vec2 px[LENS_SIGHT_POINTS];
    bool before;      // all points are before the camera
    bool inside;      // and in the picture
    float share;      // of its area that is seen, 0 … 1: what is hidden or outside is not
    float distance_m; // of its middle
    float turned_rad; // between its normal and the way to the camera
};

// sights may be NULL; *count: room in, number out. The frame is the caller's to drop.
struct frame *lens_take(struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                        struct lens_sight *sights, uint32_t *count);
// Only where things would be on the picture, without drawing it: share is then 1 for what faces the camera,
// else 0.
uint32_t lens_sights(const struct lens *lens, const struct scene *scene, const struct lens_shot *shot,
                     struct lens_sight *sights, uint32_t room);
