// What cameras can see: a list of polygons, built anew for each picture from solids, paint, markers, robots
// and people.
//
//     struct scene_art *art = scene_art_new();  // markers' pictures, wood grain …: once, for all scenes
//     struct scene *scene = scene_new(&config, art);
//     scene_begin(scene, &light);                                      // for each picture
//     scene_ground(scene, 0, 3, (struct scene_look){{150, 120, 90}, SCENE_WOOD, 0.5f, 0});
//     scene_cube(scene, id, &(struct scene_cube){.pose = pose, .kind = MARKER_VECTOR_CUBE, .lights = {…}});
//     scene_person(scene, id, &ann);
//     frame = lens_take(lens, scene, &shot, sights, &count);           // world/camera/lens.h
//
// Metres, radians; x and y flat, z up. A scene does not know where its things come from, and it copies what
// it is given. Nothing allocates between scene_new and scene_free. What exceeds the capacities (config.faces
// …) is left out and counted: scene_left_out. One thread at a time may use a scene; several scenes may share
// the art. A thing with numbers that are NaN or infinite is invisible.
//
// Light: a white thing that faces `reference` lux has brightness 1. What glows has its own brightness in any
// light.
#pragma once

#include "base/maths/geometry.h"
#include "codec/picture/colour.h"
#include "codec/picture/marker.h"
#include "codec/picture/pixels.h"

enum { SCENE_CORNERS = 8 };

enum scene_grain {
    SCENE_PLAIN,
    SCENE_SPECKLE,
    SCENE_WOOD,
    SCENE_TILES,
    SCENE_CARPET,
    SCENE_CHECKS,
    SCENE_BRICKS,
    SCENE_GRAINS
};
extern const char *const SCENE_GRAIN_NAMES[SCENE_GRAINS + 1]; // "plain" …, ended by NULL

struct scene_look {
    struct rgb colour;      // the share of white light that comes back, per channel
    enum scene_grain grain; // its pattern
    float grain_m;          // the pattern repeats after this length; 0: 0.256
    float glow;             // above 0: it shines by itself; 1 is as bright as white in the reference light
};

struct scene_light {
    float lux;             // 300 is an ordinary room
    float ambient;         // the share that comes from everywhere, 0 … 1
    struct vec3 towards;   // the lamp or the sun
    struct rgb tint;       // of the light
    struct rgb background; // the colour where there is nothing, in that light
};
// 300 lux, white; most of it from everywhere, the rest from above and a little aside.
struct scene_light scene_light_defaults(void);

struct scene_config {
    uint32_t faces;    // polygons
    uint32_t people;   // people whose painted faces are kept; a new one replaces the one unseen for longest
    uint32_t displays; // of robots, likewise
    uint32_t sights;   // markers and faces that are reported as sights
};
struct scene_config scene_defaults(void); // 6000, 8, 8, 64

struct scene_art;
struct scene;
struct scene_art *scene_art_new(void); // NULL: no memory
void scene_art_free(struct scene_art *art);
struct scene *scene_new(const struct scene_config *config,
                        const struct scene_art *art); // the art must outlive it
void scene_free(struct scene *scene);

void scene_begin(struct scene *scene, const struct scene_light *light); // empty; NULL: the default light
uint32_t scene_left_out(const struct scene *scene);
uint32_t scene_face_count(const struct scene *scene);
// A robot does not see its own body: things marked with its own number. 0: everything is visible.
void scene_owner(struct scene *scene, uint32_t thing); // of what is added from now on; 0: nobody

// --- Parts -------------------------------------------------------------------------------------------------
// `thing` is the caller's number; sights report it.

// A convex prism: a footprint of 3 … 8 corners, counter-clockwise, from z0 to z1, in a pose. As struct
// plane_part.
void scene_solid(struct scene *scene, struct pose pose, const struct vec2 *corners, uint32_t count, float z0,
                 float z1, struct scene_look look);
void scene_box(struct scene *scene, struct pose pose, struct vec3 size,
               struct scene_look look); // pose: its middle
// Paint, or a sheet visible from both sides: a convex polygon in its pose's x-y plane, seen from its +z.
// layer 0: a thing by itself; 1 … 15: paint on something, higher over lower.
void scene_patch(struct scene *scene, struct pose pose, const struct vec2 *corners, uint32_t count,
                 unsigned layer, struct scene_look look);
void scene_quad(struct scene *scene, struct pose pose, float width, float height, unsigned layer,
                struct scene_look look);
void scene_disc(struct scene *scene, struct pose pose, float radius, unsigned layer, struct scene_look look);
// A marker on paper. pose is its middle: x to its right, y to its top, z out of the paper. size_m is its
// outline's; the quiet zone lies around it.
void scene_marker(struct scene *scene, uint32_t thing, struct pose pose, float size_m, unsigned marker);
// A ball stretched along its pose's axes: fruit, heads, fingertips. radii in metres.
void scene_ball(struct scene *scene, struct pose pose, struct vec3 radii, struct scene_look look);
// An eight-sided rod along its pose's z, from 0 to length. Round ends would cost too much.
void scene_rod(struct scene *scene, struct pose pose, float radius0, float radius1, float length,
               struct scene_look look);

// --- Things ------------------------------------------------------------------------------------------------

void scene_ground(struct scene *scene, float z, float half_m,
                  struct scene_look look); // a square around the origin
// Four walls, visible from inside, around a floor of that size.
void scene_room(struct scene *scene, struct pose2 at, float length, float width, float height,
                struct scene_look look);
// A free-standing wall. `at` is the middle of its foot; the wall runs along y and its front faces -x.
void scene_wall(struct scene *scene, struct pose2 at, float width, float height, float thick,
                struct scene_look look);

// The marker's pose on a cube's face, in the cube's frame (origin in its middle).
struct pose scene_cube_face(enum marker_face face, float size_m);

struct scene_cube {
    struct pose pose; // its middle
    float size_m;     // 0: as the accessory is
    enum marker_kind kind;
    struct rgb lights[4]; // on the corners of its top: x+y+, x-y+, x-y-, x+y-; black is off
};
void scene_cube(struct scene *scene, uint32_t thing, const struct scene_cube *cube);

// A custom object: a box with a marker on some of its sides (-1: none), by enum marker_face; pose is its
// middle.
struct scene_custom {
    struct pose pose;
    struct vec3 size;
    int markers[6];
    float marker_m;
    struct scene_look look;
};
void scene_custom(struct scene *scene, uint32_t thing, const struct scene_custom *custom);
// One marker on a box of that size, whose middle is at that pose.
void scene_marker_on(struct scene *scene, uint32_t thing, struct pose box, struct vec3 size,
                     enum marker_face face, float marker_m, unsigned marker);

// A charger: a base with a ramp at its open end, and a back wall with the marker. The origin is on the ground
// below the middle of the base. A robot backs in along +x: the ramp is at -x, the marker's wall at +x facing
// -x.
struct scene_charger {
    struct pose pose;
    unsigned index; // 0 Vector's, 1 Cozmo's
    bool powered;   // its light
};
void scene_charger(struct scene *scene, uint32_t thing, const struct scene_charger *charger);

struct scene_robot {
    struct pose pose; // origin on the ground between its front wheels
    bool cozmo;       // else Vector
    bool pleo;        // its origin is between its feet; head_rad is its neck's
    float joints[14]; // of a Pleo, in their maker's order
    float head_rad, lift_rad;
    const struct pixels *face; // 1 or 3 channels; NULL: two eyes
    struct rgb eyes;           // of those two
    struct rgb lights[4];      // on its back
};
void scene_robot(struct scene *scene, uint32_t thing, const struct scene_robot *robot);

// A Pleo: origin on the ground between its feet; fourteen joints in their maker's order, in radians.
void scene_walker(struct scene *scene, uint32_t thing, struct pose pose, const float *joints);

enum scene_mood { SCENE_NEUTRAL, SCENE_HAPPY, SCENE_SURPRISED, SCENE_ANGRY, SCENE_SAD, SCENE_MOODS };
extern const char *const SCENE_MOOD_NAMES[SCENE_MOODS + 1];

// A person. The name alone decides the look: skin, hair, brows, eyes, nose, mouth, glasses, shirt.
struct scene_person {
    const char *name;
    struct pose head; // middle of the head: x out of the nose, z out of the crown
    enum scene_mood mood;
    float mood_share; // 0 … 1: how strongly; 0 looks neutral
    float eyes_open;  // 0 … 1
    struct vec2 gaze; // -1 … 1: to their left, and up
    float mouth_open; // 0 … 1: as when speaking
    float size;       // 1: a grown-up, eyes 62 mm apart; 0: as 1
    bool head_only;   // no shoulders below
};
void scene_person(struct scene *scene, uint32_t thing, const struct scene_person *person);
struct scene_colours {
    struct rgb skin, hair, iris, shirt;
};
struct scene_colours scene_person_colours(const char *name);
// Where a person's features are, in the world: left eye, right eye (theirs), tip of the nose, left, right,
// upper and lower middle of the mouth.
enum { SCENE_FEATURES = 7 };
void scene_person_features(const struct scene_person *person, struct vec3 out[SCENE_FEATURES]);

struct scene_hand {
    struct pose pose; // the wrist: fingers along x, the back of the hand along z
    float closed;     // 0: flat … 1: a fist
    bool left;
    struct rgb skin; // black: an ordinary one
};
void scene_hand(struct scene *scene, const struct scene_hand *hand);
