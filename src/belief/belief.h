// The room: where it is and was, what it knows of things and people, and its map.
//
//     struct belief *belief = belief_new(&vector_model);
//     belief_step(belief, &senses, &around);               // once a tick, before anything that asks it
//     belief_command(belief, &command);                    // an origin to begin, a fix of the body's pose
//     belief_view(belief, &place);                         // for whoever looks
//     belief_free(belief);
//
// A step reads the senses and the tick before, and nothing else, and allocates nothing: two maps are made
// at birth, and all the rest is plain data that lies within.
#pragma once

#include "belief/footing.h"
#include "belief/habitat.h"
#include "belief/landmarks.h"
#include "belief/learn.h"
#include "belief/map.h"
#include "belief/origins.h"
#include "belief/persons.h"
#include "belief/things.h"
#include "belief/trail.h"

enum belief_event_kind {
    BELIEF_ORIGIN_BEGAN,   // a: its number
    BELIEF_ORIGINS_JOINED, // a: the older one, b: the current one
    BELIEF_LOCALIZED,      // subject: by which thing
    BELIEF_HABITAT,        // a: enum belief_habitat_state, b: why
    BELIEF_CLIFF_FOUND,    // a: which sensors
    BELIEF_THING,          // subject: its id, a: enum thing_event_kind
    BELIEF_PERSON,         // subject: its id, a: enum person_event
};
struct belief_event {
    uint8_t kind;
    int32_t subject;
    float a, b;
};
enum { BELIEF_EVENTS = 32 };

struct belief {
    const struct body_model *model;
    struct belief_origins origins;
    struct trail trail;
    struct things things;
    struct persons people;
    struct learn learn;
    struct habitat habitat;
    struct footing footing;
    struct map *map, *older; // older: of the origin before, until it is joined or another one begins
    uint32_t older_origin;
    struct pose2 older_in_current;
    bool takes_over;
    uint32_t cursor;
    struct
        // something of an older origin is in sight: where it stands now, more surely with every picture
        finding {
        uint32_t thing, origin, sights;
        uint64_t since_us;
        struct pose2 now;
        float off_m2, off_rad2;
    } finding;
    uint32_t localized; // the thing that its place was last mended by; 0: none in this origin
    uint64_t fixed_us;
    struct fixed_stand { // where it was mended last: by what, how often, and how far it had come
        uint32_t thing, fixes;
        float driven_m, turned_rad;
    } stand;
    bool fixes;
    struct body_fix fix; // of this tick, if it fixes
    struct belief_event events[BELIEF_EVENTS];
    uint32_t event_count, event_lost;
};
// What other rooms made of this tick's senses.
struct belief_around {
    const struct observations *seen; // NULL: nobody looked in this tick
    bool beam, hit;                  // the range sensor, filtered
    float distance_m;
    bool covered;             // the lift is before the camera
    int pushes;               // 1 ahead, -1 back: its treads turn in vain
    const struct vec2 *edges; // on the floor, in the robot's frame at that time
    uint32_t edge_count;
    uint64_t edges_us;
};

struct belief *belief_new(const struct body_model *model); // NULL: no memory
void belief_free(struct belief *belief);
void belief_step(struct belief *belief, const struct body_senses *senses, const struct belief_around *around);
void belief_command(const struct belief *belief, struct body_command *out);
uint64_t belief_hash(const struct belief *belief);
void belief_view(const struct belief *belief, struct belief_place *out);
bool belief_steady(const struct belief *belief); // it stands where it can be told
