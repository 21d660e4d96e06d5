// A body that somebody describes in a file, body.json: which parts it has, and their measures.
//
//     struct body_file file;
//     if (body_file_read("body.json", &file, &fault)) …            // what is wrong, with its place
//     if (file.model.lacks & BODY_HAS(WHEELS)) …                  // it stands
//
//     { "name": "Lumi",                       // all of it may be left out; so may every member of a part
//       "creature": "vector",                 // who lives in it: whose clips, moods and sounds
//       "size": {"length_m": 0.1, "width_m": 0.06, "height_m": 0.07},
//       "wheels": {"track_m": 0.12, "radius_m": 0.03, "speed_max_mps": 0.3, "turn_max_degps": 180},
//       "legs": {"track_m": 0.12, "speed_max_mps": 0.1, "stride_m": 0.05},          // instead of wheels
//       "head": {"low_deg": -20, "high_deg": 40, "speed_max_degps": 300, "height_m": 0.05},
//       "lift": {"low_m": 0.032, "high_m": 0.092, "speed_max_degps": 400},
//       "joints": [{"name": "tail", "low_deg": -40, "high_deg": 40, "follows": "happy", "share": 1,
//                   "rest_deg": 0, "phase_deg": 0, "speed_max_degps": 300}],
//       "display": {"width": 240, "height": 135, "colours": "colour"},              // "grey", "mono"
//       "lights": {"count": 3}, "speaker": {"rate_hz": 22050},
//       "microphones": {"count": 1}, "camera": {"width": 640, "height": 480, "view_deg": 60},
//       "cliffs": {"count": 2}, "range": {"ahead_m": 0.05}, "touch": {"count": 1},
//       "imu": {}, "battery": {"low_v": 3.6, "full_v": 4.1}, "charger": {}, "cubes": {},
//       "brainstem": false }                  // true: it does odometry, paths and joints itself
//
// What is not there the body lacks, unless it is true or an object: "head": true is a head as usual. The
// struct points into itself: read it where it stays. Comments are allowed; a file has at most 64 KiB.
#pragma once

#include "border/body_model.h"
#include "border/lens_model.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/text.h"

enum { BODY_FILE_BYTES_MAX = 64 << 10, BODY_JOINTS_MAX = BODY_MOTOR_MAX - BODY_MOTOR_HEAD - 1 };
enum { BODY_NAME_MAX = 32, BODY_SIDE_MAX = 1024 };

// What a joint of its own goes by.
enum body_follows {
    BODY_FOLLOWS_NOTHING, // it rests
    BODY_FOLLOWS_HEAD,    // as the head is
    BODY_FOLLOWS_LIFT,
    BODY_FOLLOWS_GAZE_X,      // as the eyes look: left to right
    BODY_FOLLOWS_GAZE_Y,      // up to down
    BODY_FOLLOWS_TURN,        // as it turns: right to left
    BODY_FOLLOWS_DRIVE,       // as it goes: back to ahead
    BODY_FOLLOWS_STRIDE_LEFT, // swings to and fro with each stride of that side
    BODY_FOLLOWS_STRIDE_RIGHT,
    BODY_FOLLOWS_STIRRED, // how stirred it is: calm to excited
    BODY_FOLLOWS_HAPPY,   // wags, the faster the happier it is
    BODY_FOLLOWS_LIDS,    // as its eyes are open: shut to wide
    BODY_FOLLOWS_VOICE,   // as it speaks
    BODY_FOLLOWS_COUNT
};
extern const char *const BODY_FOLLOWS_NAMES[BODY_FOLLOWS_COUNT + 1]; // ended by NULL

enum body_colours { BODY_COLOURS_COLOUR, BODY_COLOURS_GREY, BODY_COLOURS_MONO };

struct body_joint_of_its_own {
    char name[BODY_NAME_MAX];
    float low_deg, high_deg, rest_deg, phase_deg, share, speed_max_degps;
    int32_t follows; // enum body_follows
};

struct body_file {
    char name[BODY_NAME_MAX], creature[BODY_NAME_MAX];
    struct body_model model; // motors: wheels, lift and head at their places, whether it has them or not
    struct eye_model eye;
    struct body_joint_of_its_own joints[BODY_JOINTS_MAX];
    uint32_t joint_count;
    const char *motor_names[BODY_MOTOR_MAX];
    struct body_display {
        uint32_t width, height;
        int32_t colours; // enum body_colours
    } display;
    uint32_t touch_count, microphone_count, speaker_hz;
    float stride_m; // below: legs
    bool legs, brainstem;
};

enum err body_file_read(const char *path, struct body_file *out, struct fault *fault);
// The same of a text; name: for faults.
enum err body_file_parse(struct text text, const char *name, struct body_file *out, struct fault *fault);
// A body with everything a creature's own has.
enum err body_file_whole(const char *creature, struct body_file *out, struct fault *fault);
// Whoever else shall live in it: "vector" or "cozmo".
enum err body_file_creature(struct body_file *file, const char *creature, struct fault *fault);
void body_file_copy(struct body_file *to, const struct body_file *from);
void body_file_manual(struct buf *out); // every key, as Markdown tables
