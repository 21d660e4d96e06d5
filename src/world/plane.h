// The plane and everything on it: tables, walls, ramps, cubes, robots; how they stand, slide, tip, fall and are carried.
//
//     struct plane_config config = plane_defaults();
//     struct plane *plane = plane_new(&config);                       // the only allocation of its life
//     struct plane_part top = plane_box(1.2f, 0.8f, 0.03f);
//     uint32_t table = plane_add(plane, &(struct plane_body){.kind = PLANE_STATIC, .parts = &top, .part_count = 1,
//                                                            .pose = pose_of_plane((struct pose2){0}, -0.03f)}, &fault);
//     struct plane_part block = plane_box(0.044f, 0.044f, 0.044f);
//     uint32_t cube = plane_add(plane, &(struct plane_body){.mass_kg = 0.045f, .parts = &block, .part_count = 1}, &fault);
//     for (;;) {
//         plane_step(plane);                                          // 5 ms
//         for (uint32_t i = 0; i < plane_event_count(plane); i++) look(plane_event(plane, i));
//     }
//
// Metres, kilograms, seconds, radians, newtons; x and y lie flat, z points up. A body is one or more convex parts: a footprint of
// at most eight corners with a height interval, placed anywhere in the body's frame, so a ramp is a prism that lies on its
// side. Bodies move and turn freely in space: a robot tilts over a table's edge, a cube rolls onto its next face.
//
// Deterministic: the same calls in the same order give the same bytes, in any process, on any processor, after a copy or a save
// and restore. Things that rest fall asleep and cost next to nothing. Nothing allocates after birth. What is handed in is copied;
// what is handed out is a value or valid until the next call that is not const. A number that is not finite is refused.
#pragma once

#include "base/bytes.h"
#include "base/geometry.h"

enum {
    PLANE_STEP_US = 5000,
    PLANE_CORNERS = 8, // of a footprint
    PLANE_PARTS = 16,  // of a body
    PLANE_DRIVES = 6,  // of a body: treads and joints
};

struct plane;

struct plane_config {
    uint32_t bodies, parts, patches; // how many there can be; plane_add says ERR_LIMIT beyond
    uint32_t contacts; // pairs of parts near each other; the farthest in id order are dropped beyond
    uint32_t events;   // of one step; counted but not kept beyond
    float gravity_mps2;
    float lost_below_m; // what falls below this height is frozen there and reported: PLANE_LOST
};

struct plane_config
plane_defaults(void); // 64 bodies, 256 parts, 64 patches, 512 contacts, 128 events, 9.81, -10 m
struct plane *plane_new(const struct plane_config *config); // NULL: no memory, or a count beyond 4095
void plane_free(struct plane *plane);
void plane_step(struct plane *plane);
uint64_t plane_steps(const struct plane *plane); // taken since birth

// --- Bodies -----------------------------------------------------------------------------------------------------------

struct plane_part {
    struct vec2 corners[PLANE_CORNERS]; // counter-clockwise and convex
    uint32_t corner_count;
    float z0, z1;
    struct pose pose;  // in the body's frame
    float friction;    // with another part: the geometric mean of the two
    float restitution; // the larger of the two counts, above 0.1 m/s
    float reflectance; // how much infrared comes back, 0 … 1
    uint16_t material; // the caller's own: colour, texture
    bool ghost;        // seen by rays but touched by nothing
    uint8_t tread;     // 1 …: its skin is run by that drive, about the body's y; 0: it is not
    float
        sideways; // of a tread: its grip sideways as a share of the grip ahead; 0: 0.35, which lets it turn on the spot
    uint8_t joint; // 1 …: moved by that drive of the body, see plane_joint; 0: it is not
};

enum plane_kind { PLANE_DYNAMIC, PLANE_STATIC };

struct plane_body {
    enum plane_kind kind;
    struct pose pose; // the turn may be left zero
    const struct plane_part *parts;
    uint32_t part_count;
    float mass_kg;     // of a dynamic body
    bool centre_given; // else the centre of mass is that of an even filling
    struct vec3 centre;
    uint32_t tag; // the caller's own
    float drive_mass_kg
        [PLANE_DRIVES]; // what a drive has to set in motion of itself, as mass (or inertia) at its skin; 0: 50 g
};

// Ready parts; friction 0.6, restitution 0.1, reflectance 0.5.
struct plane_part plane_box(float length, float width, float height);   // centred, standing on z = 0
struct plane_part plane_disc(float radius, float height);               // eight corners
struct plane_part plane_wedge(float length, float width, float height); // rises along +x from 0 to height
struct plane_part plane_tread(float from_x, float to_x, float y,
                              float radius); // a track around two wheels, see below

uint32_t plane_add(struct plane *plane, const struct plane_body *body, struct fault *fault); // 0: refused
bool plane_remove(struct plane *plane, uint32_t body);
enum err plane_ghost(struct plane *plane, uint32_t body, uint32_t part, bool ghost); // see plane_part.ghost
bool plane_has(const struct plane *plane, uint32_t body); // an id is never used again for another body
uint32_t plane_count(const struct plane *plane);
uint32_t plane_next(const struct plane *plane,
                    uint32_t body); // in a fixed order: 0 gives the first, the last gives 0

struct plane_motion {
    struct pose pose;
    struct vec3 centre;    // of mass, in the world
    struct vec3 speed_mps; // of the centre of mass
    struct vec3 turn_radps;
    struct vec3
        felt_mps2; // what an accelerometer at the centre feels, in the world's axes: 9.81 up at rest, 0 in a fall
    bool asleep, held, airborne, lost;
    uint32_t carrier; // the body it rides on
    uint8_t
        up; // which of its axes points up: 1 … 6 for x- x+ y- y+ z- z+ (that is: 6 stands), 0 none clearly
    uint32_t tag;
};
bool plane_motion(const struct plane *plane, uint32_t body, struct plane_motion *out);
struct pose plane_part_pose(const struct plane *plane, uint32_t body, uint32_t part); // in the world

// --- Verbs ------------------------------------------------------------------------------------------------------------
// All answer ERR_UNKNOWN for a body that is not there and ERR_RANGE for numbers that are not finite.

enum err plane_place(struct plane *plane, uint32_t body,
                     struct pose pose); // at once, at rest; nothing is pushed away
enum err plane_push(struct plane *plane, uint32_t body, struct vec3 impulse_ns,
                    struct vec3 at); // a blow, in the world
enum err plane_force(struct plane *plane, uint32_t body, struct vec3 force_n,
                     struct vec3 at); // for the next step
enum err plane_set_speed(struct plane *plane, uint32_t body, struct vec3 speed_mps, struct vec3 turn_radps);
// A hand takes over: the body goes to this pose in the next step, whatever is in the way, and stays until told otherwise.
enum err plane_hold(struct plane *plane, uint32_t body, struct pose pose);
enum err plane_let_go(struct plane *plane, uint32_t body); // flies on with the speed the hand had
// From now on `body` is one piece with that part of the carrier, where it is now. Chains are fine, circles ERR_STATE.
enum err plane_attach(struct plane *plane, uint32_t body, uint32_t carrier, uint32_t part);
enum err plane_detach(struct plane *plane, uint32_t body);
enum err plane_wake(struct plane *plane, uint32_t body);

// --- Drives -----------------------------------------------------------------------------------------------------------
// A drive is a motor with one degree of freedom: the skin of a tread, or a joint that moves parts (a lift, a head). It is
// told a speed to aim at and the force it has for it; what it meets (friction of the ground, a wall, a cube on the fork)
// decides what it gets. plane_tread's skin runs around its two wheels, so it climbs what it meets.

struct plane_drive {
    float speed;  // now: metres a second of a tread, or the unit of the joint
    float travel; // the sum of it since birth
    float load;   // newtons (or the joint's unit) that the world opposed in the last step, against +speed
};
enum err plane_drive(struct plane *plane, uint32_t body, uint32_t drive, float aim,
                     float force); // stays until told otherwise
// Hard stops: its travel stays between these (from birth on there are none).
enum err plane_drive_stops(struct plane *plane, uint32_t body, uint32_t drive, float low, float high);
bool plane_drive_state(const struct plane *plane, uint32_t body, uint32_t drive, struct plane_drive *out);
// Where a moved part is now and how it moves with its drive: metres (and radians) for each unit of the drive, in the body's
// frame. Told anew before each step by whoever knows the linkage; what rides on the part goes along.
enum err plane_joint(struct plane *plane, uint32_t body, uint32_t part, struct pose pose, struct vec3 slide,
                     struct vec3 turn);

// --- Paint ------------------------------------------------------------------------------------------------------------

// A polygon painted on the upper sides of a body, in the body's frame. The last one painted lies on top.
struct plane_patch {
    struct vec2 corners[PLANE_CORNERS]; // counter-clockwise and convex
    uint32_t corner_count;
    float reflectance;
    float friction; // instead of the part's own; below 0: as the part
    uint16_t material;
};
enum err plane_paint(struct plane *plane, uint32_t body, const struct plane_patch *patch,
                     struct fault *fault);

// --- Looking ----------------------------------------------------------------------------------------------------------

struct plane_hit {
    uint32_t body; // 0: nothing
    uint32_t part;
    float distance;
    struct vec3 at, normal;
    float reflectance;
    uint16_t material;
};
// The first thing on the way from `from` along `way` (any length but zero) within `reach` metres. `skip` and what it carries are not seen.
struct plane_hit plane_ray(const struct plane *plane, struct vec3 from, struct vec3 way, float reach,
                           uint32_t skip);
// What lies below a point: height is at.z of the answer.
struct plane_hit plane_ground(const struct plane *plane, struct vec3 from, uint32_t skip);
// The nearest surface point of any body within reach; distance 0 inside.
struct plane_hit plane_closest(const struct plane *plane, struct vec3 to, float reach, uint32_t skip);
// The first body in id order that a part with this pose would overlap by more than half a millimetre: is there room?
uint32_t plane_overlap(const struct plane *plane, const struct plane_part *part, struct pose pose,
                       uint32_t skip);
// The same for a whole body as plane_add would put it there.
uint32_t plane_body_overlap(const struct plane *plane, const struct plane_body *body);

// --- Events -----------------------------------------------------------------------------------------------------------

enum plane_event_kind {
    PLANE_TOUCH,  // a and b began to touch; speed: how fast they met
    PLANE_PART,   // and parted
    PLANE_IMPACT, // they hit harder than 0.05 m/s; impulse in newton seconds
    PLANE_FELL,   // nothing has held a up for 50 ms
    PLANE_LANDED, // speed: of the impact; fall: how deep
    PLANE_TIPPED, // another of a's axes points up; up says which
    PLANE_SLEPT,
    PLANE_WOKE,
    PLANE_LOST, // below the world
};
struct plane_event {
    enum plane_event_kind kind;
    uint32_t a, b; // b 0: nobody
    uint32_t part_a, part_b;
    float speed, impulse, fall;
    struct vec3 at, normal; // the normal points to a
    uint8_t up;
};
uint32_t plane_event_count(const struct plane *plane); // of the last step
const struct plane_event *plane_event(const struct plane *plane, uint32_t i);
const char *plane_event_name(enum plane_event_kind kind); // "touch" …

// --- State ------------------------------------------------------------------------------------------------------------

uint64_t plane_hash(const struct plane *plane);                  // of all that decides the future
enum err plane_copy(struct plane *to, const struct plane *from); // ERR_STATE: born with other capacities
void plane_save(const struct plane *plane, struct writer *out);  // asks for any room; see writer.need
enum err plane_restore(struct plane *plane, struct reader *in,
                       struct fault *fault); // when it fails nothing has changed
