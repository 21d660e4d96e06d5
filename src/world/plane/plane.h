// The plane and everything on it: tables, walls, ramps, cubes, robots; how they stand, slide, tip, fall, are
// carried.
//
//     struct plane_config config = plane_defaults();
//     struct plane *plane = plane_new(&config);                    // the only allocation of its life
//     struct plane_part slab = plane_box(1.2f, 0.8f, 0.03f), block = plane_box(0.044f, 0.044f, 0.044f);
//     struct plane_body table = {.kind = PLANE_STATIC, .parts = &slab, .part_count = 1};
//     struct plane_body cube = {.mass_kg = 0.045f, .parts = &block, .part_count = 1, .pose.at.z = 0.03f};
//     uint32_t table_id = plane_add(plane, &table, &fault), cube_id = plane_add(plane, &cube, &fault);
//     for (;;) {
//         plane_step(plane);                                       // 5 ms
//         for (uint32_t i = 0; i < plane_event_count(plane); i++) look(plane_event(plane, i));
//     }
//
// Metres, kilograms, seconds, radians, newtons; x and y lie flat, z points up. A body is one or more convex
// parts. Each part is a footprint of at most eight corners with a height interval, placed anywhere in the
// body's frame; so a ramp is a prism lying on its side. Or it is a ball. Bodies move and turn freely in
// space: a robot tilts over a table's edge, a cube rolls onto its next face. One thing is left out: a freely
// spinning thing does not begin to tumble by itself.
//
// Deterministic: the same calls in the same order give the same bytes, in any process, on any processor,
// after a copy or a save and restore. Things at rest fall asleep and cost almost nothing. The plane copies
// what it is given. It returns values, or pointers valid until the next call that is not const. It refuses
// numbers that are NaN or infinite.
#pragma once

#include "base/bytes.h"
#include "base/maths/geometry.h"

enum {
    PLANE_STEP_US = 5000,
    PLANE_CORNERS = 8, // of a footprint
    PLANE_PARTS = 16,  // of a body
    PLANE_DRIVES = 8,  // of a body: treads and joints
};

struct plane;

// How much there can be, and where. The defaults hold a furnished table.
struct plane_config {
    uint32_t bodies, parts, patches; // plane_add and plane_paint return ERR_LIMIT beyond these
    uint32_t contacts; // pairs of parts near each other; the last in id order are dropped beyond
    uint32_t events;   // of one step; the last are dropped beyond
    float gravity_mps2;
    float lost_below_m; // a body that falls deeper stops there and is reported: PLANE_LOST
};

struct plane_config plane_defaults(void);
struct plane *plane_new(const struct plane_config *config); // NULL: no memory, or more than 4095 of something
void plane_free(struct plane *plane);
void plane_step(struct plane *plane);            // never allocates
uint64_t plane_steps(const struct plane *plane); // taken since birth

// --- Bodies ------------------------------------------------------------------------------------------------

struct plane_part {
    struct vec2 corners[PLANE_CORNERS]; // convex, counter-clockwise
    uint32_t corner_count;
    float z0, z1;
    struct pose pose;  // in the body's frame
    float friction;    // two parts use the geometric mean
    float restitution; // two parts use the larger, above 0.1 m/s
    float reflectance; // share of infrared light that comes back, 0 … 1
    uint16_t material; // the caller's own: colour, texture
    bool ghost;        // rays hit it, nothing touches it
    uint8_t tread;     // 1 + the drive that runs its surface about the body's y axis; 0: it does not run
    float sideways;    // a tread's grip sideways as a share of that ahead; 0: 0.35, with which it can turn
    uint8_t joint;     // 1 + the drive that moves it, see plane_joint; 0: it does not move
    uint8_t via;       // 1 + the drive that moves it together with what it hangs from: a shin's is its hip's
    bool ball;         // it is the ball as high as its heights say, about the middle of its footprint
};

// Ready-made parts, centred and standing on z = 0: friction 0.6, restitution 0.1, reflectance 0.5.
struct plane_part plane_box(float length, float width, float height);
struct plane_part plane_disc(float radius, float height);
struct plane_part plane_ball(float radius); // rolls; alone in its body it slowly comes to rest
struct plane_part plane_wedge(float length, float width, float height); // rises along +x from 0 to height
// A track around two wheels, from the axle at from_x to the one at to_x. It touches the ground in a line
// along its middle.
struct plane_part plane_tread(float from_x, float to_x, float y, float radius);

enum plane_kind { PLANE_DYNAMIC, PLANE_STATIC };

struct plane_body {
    enum plane_kind kind;
    struct pose pose; // an orientation left zero is no rotation
    const struct plane_part *parts;
    uint32_t part_count;
    float mass_kg;     // of a dynamic body
    bool centre_given; // else the centre of mass of a homogeneous body
    struct vec3 centre;
    uint32_t tag; // the caller's own
    // The drive's own inertia: mass at the surface of a tread, moment of inertia of a joint. 0: 0.05
    float drive_mass_kg[PLANE_DRIVES];
};

// Adds a body; returns its id, or 0 with the reason in fault. It is put there even into something else: ask
// plane_body_overlap first.
uint32_t plane_add(struct plane *plane, const struct plane_body *body, struct fault *fault);
enum err plane_ghost(struct plane *plane, uint32_t body, uint32_t part, bool ghost); // see plane_part.ghost
bool plane_remove(struct plane *plane, uint32_t body);
bool plane_has(const struct plane *plane, uint32_t body); // ids of removed bodies are not used again
uint32_t plane_count(const struct plane *plane);
uint32_t plane_next(const struct plane *plane, uint32_t body); // 0 gives the first, the last gives 0

struct plane_motion {
    struct pose pose;
    struct vec3 centre;      // of mass, in the world
    struct vec3 speed_mps;   // of the centre of mass
    struct vec3 felt_mps2;   // by an accelerometer there, in the world's axes: 9.81 up at rest, 0 in a fall
    struct vec3 turn_radps;  // in the world's axes
    struct vec3 turn_radps2; // how that changes
    bool asleep, held, airborne, lost;
    uint32_t carrier; // the body it rides on
    uint8_t up; // the axis that points up: 1 … 6 for -x +x -y +y -z +z (6: it stands); 0: not told yet
    uint32_t tag;
};
bool plane_motion(const struct plane *plane, uint32_t body, struct plane_motion *out);
struct pose plane_part_pose(const struct plane *plane, uint32_t body, uint32_t part); // in the world

// --- Verbs -------------------------------------------------------------------------------------------------
// All return ERR_UNKNOWN for a body that is not there, ERR_RANGE for numbers that are NaN or infinite, and
// ERR_STATE for what the body cannot do now.

// At once and at rest; nothing is pushed away. Its cargo comes along.
enum err plane_place(struct plane *plane, uint32_t body, struct pose pose);
enum err plane_set_speed(struct plane *plane, uint32_t body, struct vec3 speed_mps, struct vec3 turn_radps);
// In the next step, at a place in the world: a force that acts during it, or a blow (newton seconds).
enum err plane_force(struct plane *plane, uint32_t body, struct vec3 force_n, struct vec3 at);
enum err plane_push(struct plane *plane, uint32_t body, struct vec3 impulse_ns, struct vec3 at);
// A hand takes over: from the next step on the body is there, whatever is in the way, and stays until told
// otherwise. When it is let go it flies on with the hand's speed.
enum err plane_hold(struct plane *plane, uint32_t body, struct pose pose);
enum err plane_let_go(struct plane *plane, uint32_t body);
// From now on the body is rigidly attached to that part of the carrier, in their present relative pose.
// Chains are allowed.
enum err plane_attach(struct plane *plane, uint32_t body, uint32_t carrier, uint32_t part);
enum err plane_detach(struct plane *plane, uint32_t body);
enum err plane_wake(struct plane *plane, uint32_t body);

// --- Drives ------------------------------------------------------------------------------------------------
// A drive is a motor with one degree of freedom: the surface of a tread, or a joint that moves parts (a lift,
// a head). The caller sets a target speed and the force available for it. What the drive meets (friction of
// the ground, a wall, the weight of a cube) decides the result. A force of 0 lets it run free; a target of 0
// with force is a brake. Both stay until set again, and so do its hard stops, which limit its travel.

struct plane_drive {
    float speed;  // metres a second of a tread, or the joint's unit
    float travel; // the sum of it since birth
    float load;   // newtons, or the joint's unit, with which the world opposed +speed in the last step
};
enum err plane_drive(struct plane *plane, uint32_t body, uint32_t drive, float aim, float force);
// Another gear: its own mass and its speed, as they are from now on.
enum err plane_drive_gear(struct plane *plane, uint32_t body, uint32_t drive, float mass_kg, float speed);
enum err plane_drive_stops(struct plane *plane, uint32_t body, uint32_t drive, float low, float high);
bool plane_drive_state(const struct plane *plane, uint32_t body, uint32_t drive, struct plane_drive *out);
// Where a jointed part is, and how it moves for each unit of its drive: metres and radians in the body's
// frame. Whoever knows the linkage sets it before each step. What rides on the part moves along and loads the
// drive.
struct plane_link {
    uint32_t part;
    struct pose pose;
    struct vec3 slide, turn;
};
enum err plane_joint(struct plane *plane, uint32_t body, const struct plane_link *links, uint32_t count);
// The same for the second drive of a chain, plane_part.via: how the part moves for each unit of that one.
enum err plane_joint_via(struct plane *plane, uint32_t body, uint32_t part, struct vec3 slide,
                         struct vec3 turn);

// --- Paint -------------------------------------------------------------------------------------------------

// A polygon painted on the upper sides of a body, in the body's frame. The last one painted lies on top.
struct plane_patch {
    struct vec2 corners[PLANE_CORNERS]; // convex, counter-clockwise
    uint32_t corner_count;
    float reflectance;
    float friction; // instead of the part's own; below 0: as the part
    uint16_t material;
};
enum err plane_paint(struct plane *plane, uint32_t body, const struct plane_patch *patch,
                     struct fault *fault);

// --- Looking -----------------------------------------------------------------------------------------------
// `skip` is a body that the query ignores, with all it carries; 0: no body.

struct plane_hit {
    uint32_t body, part; // body 0: nothing was hit
    float distance;
    struct vec3 at, normal;
    float reflectance;
    uint16_t material;
};
// The first surface on the ray (direction of any length but zero) within reach. A ray that begins inside a
// part does not hit that part.
struct plane_hit plane_ray(const struct plane *plane, struct vec3 from, struct vec3 way, float reach,
                           uint32_t skip);
// The same straight down.
struct plane_hit plane_ground(const struct plane *plane, struct vec3 from, uint32_t skip);
// The surface nearest to a point; distance 0 inside of a part.
struct plane_hit plane_closest(const struct plane *plane, struct vec3 to, float reach, uint32_t skip);
// Is there room? Returns the first body, in a fixed order, that would overlap by more than half a millimetre;
// 0: none does.
uint32_t plane_overlap(const struct plane *plane, const struct plane_part *part, struct pose pose,
                       uint32_t skip);
uint32_t plane_body_overlap(const struct plane *plane,
                            const struct plane_body *body); // as plane_add would put it

// How deep a part of a body lies in others, as if it touched them; ghosts count too. Contact points in a
// fixed order. Returns how many there are, even if more than fit.
struct plane_meeting {
    uint32_t body, part; // the other's
    float depth;
    struct vec3 at, normal; // the normal points to the part asked about
};
uint32_t plane_meets(const struct plane *plane, uint32_t body, uint32_t part, struct plane_meeting *out,
                     uint32_t room);

// Who touches a body, part by part, in a fixed order. Returns how many there are, even if more than fit.
struct plane_touch {
    uint32_t part, other, other_part;
    float force_n;          // along the normal, in the last step they were awake
    struct vec3 at, normal; // the normal points to the body
};
uint32_t plane_touches(const struct plane *plane, uint32_t body, struct plane_touch *out, uint32_t room);

// --- Events ------------------------------------------------------------------------------------------------

enum plane_event_kind {
    PLANE_TOUCH,  // a part of a and one of b began to touch; speed: how fast they met
    PLANE_PART,   // they parted
    PLANE_IMPACT, // they met faster than 0.05 m/s; impulse: how hard, in newton seconds
    PLANE_FELL,   // nothing has held a up for 50 ms
    PLANE_LANDED, // speed: of the impact; fall: how deep
    PLANE_TIPPED, // another of a's axes points up: up
    PLANE_SLEPT,
    PLANE_WOKE,
    PLANE_LOST, // below the world
};
struct plane_event {
    enum plane_event_kind kind;
    uint32_t a, b; // b 0: no second body
    uint32_t part_a, part_b;
    float speed, impulse, fall;
    struct vec3 at, normal; // the normal points to a
    uint8_t up;
};
uint32_t plane_event_count(const struct plane *plane); // of the last step
const struct plane_event *plane_event(const struct plane *plane, uint32_t i);
const char *plane_event_name(enum plane_event_kind kind); // "touch" …

// --- State -------------------------------------------------------------------------------------------------

uint64_t plane_hash(const struct plane *plane);                  // over all state that decides the future
enum err plane_copy(struct plane *to, const struct plane *from); // ERR_STATE: created with other capacities
void plane_save(const struct plane *plane, struct writer *out);  // see writer.need for the room it takes
// Restores into a plane with at least the capacity the saved one used. When it fails nothing has changed.
enum err plane_restore(struct plane *plane, struct reader *in, struct fault *fault);
