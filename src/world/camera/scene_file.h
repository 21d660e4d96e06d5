// A scene in a JSON file: what stands where, and where the camera is.
//
//     struct scene_file file;
//     if (scene_file_read(json, arena, &file, fault)) return fault->err;
//     scene_begin(scene, &file.light);
//     scene_file_draw(&file, scene);
//     lens_take(lens, scene, &file.shot, …);
//
//     {
//       "light":  {"lux": 300, "ambient": 0.5, "towards": [-0.3, 0.2, 0.9], "tint": "#ffffff",
//                  "background": "#3c4046"},
//       "camera": {"creature": "vector", "serial": 1, "at_mm": [0, 0, 0], "yaw_deg": 0, "head_deg": 5,
//                  "lift_deg": -11,
//                  "exposure_ms": 16, "gain": 1, "lens": {"nrows": 360, …}},
//       "things": [
//         {"kind": "ground", "half_mm": 2000, "colour": "#be966e", "grain": "wood", "grain_mm": 500},
//         {"kind": "room", "at_mm": [0, 0], "size_mm": [3000, 3000, 2200], "colour": "#cdcdc3"},
//         {"kind": "wall", "at_mm": [400, 0], "yaw_deg": 0, "size_mm": [10, 300, 100]},
//         // at its middle, as cube and custom
//         {"kind": "box", "at_mm": [200, 0, 20], "size_mm": [40, 40, 40]},
//         {"kind": "ball", "at_mm": [200, 80, 25], "size_mm": [50, 50, 50], "colour": "#ff2020"},
//         // looks along its x
//         {"kind": "marker", "marker": "circles2", "at_mm": [300, 0, 50], "yaw_deg": 180, "width_mm": 50},
//         {"kind": "cube", "cube": "vector", "at_mm": [180, 60, 22], "yaw_deg": 15,
//          "lights": ["#ff0000", "#000000", …]},
//         {"kind": "custom", "markers": ["circles2", null, …], "at_mm": […], "size_mm": […], "width_mm": 50},
//         {"kind": "charger", "charger": "vector", "at_mm": [350, -120], "yaw_deg": 10, "powered": true},
//         {"kind": "robot", "creature": "cozmo", "at_mm": [300, 0], "yaw_deg": 170, "head_deg": 10,
//          "lift_deg": 0, "eyes": "#00e6be"},
//         {"kind": "person", "name": "Ann", "at_mm": [700, 0, 350], "yaw_deg": 180, "pitch_deg": 10,
//          "mood": "happy", "share": 1,
//          "eyes_open": 1, "gaze": [0, 0], "mouth_open": 0, "size": 1, "head_only": false},
//         {"kind": "hand", "at_mm": [200, 0, 60], "yaw_deg": 90, "closed": 0.3, "left": false}
//       ]
//     }
//
// Everything but "kind" (and a marker's name) has a default. The markers of custom objects are in the order
// front back left right top bottom. If the camera belongs to a creature, the creature stands there and does
// not see itself. The arena owns everything read. A wrong file is refused, and the fault names the place.
#pragma once

#include "base/data/json.h"
#include "world/camera/lens.h"

enum scene_kind {
    SCENE_GROUND,
    SCENE_ROOM,
    SCENE_WALL,
    SCENE_BOX,
    SCENE_BALL,
    SCENE_MARKER,
    SCENE_CUBE,
    SCENE_CUSTOM,
    SCENE_CHARGER,
    SCENE_ROBOT,
    SCENE_PERSON,
    SCENE_HAND,
    SCENE_KINDS
};

struct scene_thing {
    enum scene_kind kind;
    struct pose pose;
    struct vec3 size;
    float width; // of a marker; half a ground's
    unsigned marker;
    struct scene_look look;
    union {
        struct scene_cube cube;
        struct scene_custom custom;
        struct scene_charger charger;
        struct scene_robot robot;
        struct scene_person person;
        struct scene_hand hand;
    };
};

struct scene_file {
    struct scene_light light;
    struct eye_model eye;
    struct lens_shot shot; // its owner is the robot that carries the camera: thing 1
    struct scene_robot self;
    struct scene_thing *things; // numbered from 2
    uint32_t count;
};

enum { SCENE_FILE_THINGS = 1000, SCENE_FILE_BYTES = 1 << 20 };

enum err scene_file_read(const struct json *json, struct arena *arena, struct scene_file *out,
                         struct fault *fault);
void scene_file_draw(const struct scene_file *file, struct scene *scene);
extern const char *const SCENE_FILE_EXAMPLE; // a table with one thing of each kind
