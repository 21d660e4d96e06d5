// What the plane's files share; nobody else includes this. All numbers inside are double. A robot that creeps
// at a millimetre a second moves 5 micrometres a step; far from the origin a float would lose a tenth of
// that.
#pragma once

#include "world/plane/plane.h"

#define STEP_S (PLANE_STEP_US * 1e-6)

// --- Vectors and turns -------------------------------------------------------------------------------------

struct d3 {
    double x, y, z;
};
struct dq {
    double w, x, y, z;
};
struct axes { // where a frame's own axes point
    struct d3 x, y, z;
};
struct frame3 {
    struct d3 at;
    struct dq turn;
};
struct symmetric { // a 3 by 3 matrix
    double xx, yy, zz, xy, xz, yz;
};
struct box {
    struct d3 low, high;
};

static inline struct d3 d3(double x, double y, double z) { return (struct d3){x, y, z}; }
static inline struct d3 d3_of(struct vec3 v) { return d3((double)v.x, (double)v.y, (double)v.z); }
static inline struct vec3 d3_to(struct d3 v) { return vec3((float)v.x, (float)v.y, (float)v.z); }
static inline struct d3 add(struct d3 a, struct d3 b) { return d3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline struct d3 sub(struct d3 a, struct d3 b) { return d3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline struct d3 scale(struct d3 a, double s) { return d3(a.x * s, a.y * s, a.z * s); }
static inline struct d3 madd(struct d3 a, struct d3 b, double s) {
    return d3(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}
static inline double dot(struct d3 a, struct d3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline struct d3 cross(struct d3 a, struct d3 b) {
    return d3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double length(struct d3 a) { return __builtin_sqrt(dot(a, a)); }
static inline struct d3 rotate(const struct axes *r, struct d3 v) {
    return d3(r->x.x * v.x + r->y.x * v.y + r->z.x * v.z, r->x.y * v.x + r->y.y * v.y + r->z.y * v.z,
              r->x.z * v.x + r->y.z * v.y + r->z.z * v.z);
}
static inline struct d3 unrotate(const struct axes *r, struct d3 v) {
    return d3(dot(r->x, v), dot(r->y, v), dot(r->z, v));
}
static inline struct d3 multiply(const struct symmetric *m, struct d3 v) {
    return d3(m->xx * v.x + m->xy * v.y + m->xz * v.z, m->xy * v.x + m->yy * v.y + m->yz * v.z,
              m->xz * v.x + m->yz * v.y + m->zz * v.z);
}
static inline bool boxes_meet(const struct box *a, const struct box *b, double margin) {
    return a->low.x - margin <= b->high.x && b->low.x - margin <= a->high.x &&
           a->low.y - margin <= b->high.y && b->low.y - margin <= a->high.y &&
           a->low.z - margin <= b->high.z && b->low.z - margin <= a->high.z;
}

static inline struct box box_around(struct box a, struct box b) {
    return (struct box){{md_min(a.low.x, b.low.x), md_min(a.low.y, b.low.y), md_min(a.low.z, b.low.z)},
                        {md_max(a.high.x, b.high.x), md_max(a.high.y, b.high.y), md_max(a.high.z, b.high.z)}};
}

struct dq dq_unit(struct dq q);
struct dq dq_times(struct dq a, struct dq b);
struct axes axes_of(struct dq q);
struct symmetric symmetric_turned(const struct symmetric *m, const struct axes *r); // R m R'
bool symmetric_inverse(const struct symmetric *m, struct symmetric *out);
struct frame3 frame3_of(struct pose pose); // a rotation of zero length is no rotation
struct pose frame3_to(struct frame3 f);
struct frame3 frame3_times(struct frame3 a, struct frame3 b);
struct frame3 frame3_between(struct frame3 from, struct frame3 to);
bool vec3_finite(struct vec3 v);
bool pose_finite(struct pose p);

// --- Parts: convex polyhedra -------------------------------------------------------------------------------

enum { VERTICES = 2 * PLANE_CORNERS, FACES = PLANE_CORNERS + 2 };

struct part {
    // as the caller gave it
    double corners[PLANE_CORNERS][2], outward[PLANE_CORNERS][2]; // normals of the sides
    uint32_t count;
    double z0, z1;
    struct frame3 in_body;
    double friction, restitution, reflectance, sideways;
    uint32_t material, tread, joint, via, ghost;
    struct d3 slide, turn; // how it moves with its joint, in the body's frame
    struct d3 via_slide, via_turn;
    double volume;
    struct d3 middle;    // of its volume, in its own frame
    uint32_t directions; // of the edges of its sides: opposite ones may be parallel; 0: it is a ball
    // where it is: derived from the body's place
    struct d3 at, centre;
    struct axes axes;
    struct d3 vertex[VERTICES]; // the lower ones, then the upper ones
    struct d3 normal[FACES];    // sides, then below, then above
    double offset[FACES];       // of the face's plane along its normal
    struct box box;
};

void part_move(struct part *part, struct frame3 body, const struct axes *body_axes);
bool part_check(const struct plane_part *given, struct fault *fault);
void part_take(struct part *part, const struct plane_part *given);
struct symmetric part_inertia(const struct part *part); // about its middle, in the body's axes, for mass 1
// The corners of a face in counter-clockwise order as seen from outside; returns how many.
uint32_t part_face(const struct part *part, uint32_t face, uint32_t corners[PLANE_CORNERS]);
bool part_overlap(const struct part *a, const struct part *b, double depth); // deeper than that
static inline bool part_is_ball(const struct part *part) { return !part->directions; }
static inline double part_radius(const struct part *part) { return (part->z1 - part->z0) / 2; } // of a ball
// The point of its surface nearest to p, and the way out there; returns how far p is outside, negative
// inside.
double part_nearest(const struct part *part, struct d3 p, struct d3 *at, struct d3 *normal);

// --- Bodies ------------------------------------------------------------------------------------------------

struct drive {
    double aim, force, low, high; // as the caller set them
    double speed, travel, load;
    double own_mass, mass;        // alone; with what rides on it
    double motor, speed_before;   // impulse of the motor in this step
    double most, to_low, to_high; // derived in each step: bounds of motor, and of speed by its stops
};

struct body {
    uint32_t generation, used, kind, tag;
    uint32_t first_part, part_count;
    uint32_t patch_count;
    struct dq turn;
    struct d3 at;              // of its frame
    struct d3 speed, spin;     // of its centre of mass
    struct d3 pushed, twisted; // forces the caller set for the next step
    double own_mass;
    struct d3 own_centre;
    struct symmetric own_inertia; // about its own centre, in its own axes
    struct d3 centre;             // with what it carries
    double mass;
    struct symmetric inverse; // of the inertia, with what it carries, in its own axes
    struct box fat;           // neighbours are looked up again when the body leaves this box
    struct drive drives[PLANE_DRIVES];
    uint32_t awake, held, lost;
    struct frame3 goal;             // of the hand
    uint32_t carrier, carrier_part; // index + 1
    struct frame3 in_carrier;       // in that part's frame
    double still_s, air_s, top_z;   // at rest for; in the air for; the highest since it left the ground
    uint32_t airborne, up, was_awake;
    struct d3 felt, spin_up;
    // derived from the above
    struct axes axes;
    struct d3 com;
    struct symmetric inverse_world;
    double inverse_mass;
    struct box box;
    uint32_t root; // the one that carries all, or itself
    double margin;
    uint32_t island, supported;
    struct d3 speed_before, spin_before;
    double landing;           // the hardest impact of this step
    uint32_t driven, jointed; // some drive has force; some part is moved by one
    uint32_t drive_count;     // of drives that are in use
    uint32_t walks;           // it stands on legs: some part is moved through two joints
    double calm_s;            // of its island
    uint32_t cargo;           // something rides on it
    uint32_t neighbours;      // dirty: look them up
};

// --- Contacts ----------------------------------------------------------------------------------------------

enum { POINTS = 4 };
enum meeting { MEET_NONE, MEET_FACE_A, MEET_FACE_B, MEET_EDGES };

struct point {
    struct d3 at;
    double gap;                 // negative: depth of the overlap
    uint32_t key;               // which corner or crossing it is, so that the next step finds it again
    double push, along, across; // impulses of the last step
};
struct contact {                             // two parts near each other
    uint32_t part_a, part_b, body_a, body_b; // a below b in id order; indices into the tables
    uint32_t how, feature;                   // the axis found last
    uint32_t count, touching;
    struct d3 normal; // from b to a
    struct point points[POINTS];
};

// Finds the points where two parts touch or nearly touch. `c` holds the answer of the previous step.
void contact_find(struct contact *c, const struct part *a, const struct part *b, double margin);

struct pair {
    uint32_t a, b;
};

struct patch {
    uint32_t used, body; // index
    double corners[PLANE_CORNERS][2];
    uint32_t count;
    double reflectance, friction;
    uint32_t material;
};

struct row { // one direction of one contact point, prepared
    struct d3 way, arm_a, arm_b, gain_a, gain_b;
    double drive_a, drive_b;                     // how the drives' speeds enter
    double kick_a, kick_b;                       // what a unit of impulse does to those speeds
    double via_a, via_b, via_kick_a, via_kick_b; // the same for the drives before them in their chains
    double fixed;                                // what sides that cannot be pushed contribute
};
struct ready {
    struct row push, along, across;
    double mass, inverse_mass;                    // of push
    double ll, lc, cc;                            // inverse of the 2 by 2 matrix of along and across
    double slide_mass, wide, narrow, keeps, most; // wide: sideways grip squared; narrow: 1 / wide
    // aim: the wanted speed of separation; gap_speed: the part of it that does not repair an overlap
    double aim, gap_speed;
    double friction, bounce, met; // met: speed of approach, negative
    bool bounces;
    struct point *point;
    struct body *a, *b; // NULL: it cannot be pushed
    struct drive *motor_a, *motor_b;
    struct drive *before_a, *before_b; // never without motor_a, motor_b
};

struct plane {
    struct plane_config config;
    uint64_t steps;
    uint32_t body_count, part_count, patch_count; // highest index used + 1
    uint32_t contact_count, pair_count, event_count, events_missed, ready_count;
    uint32_t active_count, dirty; // dirty: the neighbours of some body must be looked up
    struct body *bodies;
    uint32_t *active; // indices of the bodies awake in this step, in order
    struct part *parts;
    struct patch *patches;
    struct contact *contacts, *contacts_before;
    struct pair *pairs;
    uint32_t pair_room;
    struct ready *ready;
    struct plane_event *events;
    size_t size;
};

// plane.c
const struct part *body_ball(const struct plane *plane, const struct body *body); // NULL: it is no ball
struct body *plane_body(const struct plane *plane, uint32_t id);                  // NULL: no such body
uint32_t plane_id(const struct plane *plane, const struct body *body);
void body_follow(struct plane *plane, struct body *body); // updates everything derived from its place
void body_weigh(struct plane *plane, struct body *body);  // sums its mass with all it carries
void body_wake(struct plane *plane, struct body *body);
void body_count_drives(const struct plane *plane, struct body *body);
void body_moved(struct plane *plane,
                uint32_t root); // the body and what it carries: their neighbours are looked up again
void body_ride(struct plane *plane,
               struct body *body); // moves what is carried to its carrier's place, down the chain
static inline bool body_moves(const struct body *b) { return b->kind == PLANE_DYNAMIC && !b->lost; }
static inline uint32_t body_index(const struct plane *plane, const struct body *body) {
    return (uint32_t)(body - plane->bodies);
}
struct d3 body_speed_at(const struct body *body, struct d3 at);
struct plane_event *plane_tell(struct plane *plane, enum plane_event_kind kind, const struct body *a,
                               const struct body *b);
// neighbours.c
void plane_neighbours(struct plane *plane);
void plane_contacts(struct plane *plane);
void plane_rebuild_pairs(struct plane *plane);         // from the cells of the grid, after a restore
void plane_forget(struct plane *plane, uint32_t body); // drops its pairs and contacts
// solve.c
void plane_prepare(struct plane *plane);
void plane_solve(struct plane *plane);
void plane_settle(struct plane *plane);
// look.c
const struct patch *plane_patch_at(const struct plane *plane, const struct body *body, struct d3 at);
