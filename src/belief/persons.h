// Whom it sees: one entry a face, found again by how it looks.
//
//     persons_look(&people, &seen, camera_in_origin, origin);
//     persons_step(&people, now_us);
//
// Ids below 0 are strangers, in the order in which they were met; above 0 is who was given one
// (persons_know). Who is not seen for five minutes is forgotten, and when there is no room whoever was not
// seen for longest. Where a face is follows from how large it looks. Plain data.
#pragma once

#include "base/maths/geometry.h"
#include "schema/belief.h"
#include "sense/observation.h"

enum { PEOPLE_VISIBLE_US = 800000, PEOPLE_EVENTS = 8, PEOPLE_KNOWN = 32 };

struct person {
    int32_t id;
    uint64_t face, first_us, last_us;
    struct placed at;
    uint8_t expression;
    bool visible;
    float certainty;
    struct vec2 corners[4];
};
struct persons {
    struct person list[BELIEF_PEOPLE_MAX];
    uint32_t count, strangers;
    struct {
        uint64_t face;
        int32_t id;
    } known[PEOPLE_KNOWN]; // by name; met again, they have this id at once
    uint32_t known_count;
    struct {
        uint8_t kind; // enum person_event
        int32_t id;
    } events[PEOPLE_EVENTS];
    uint32_t event_count, event_lost;
};
enum person_event { PERSON_APPEARED, PERSON_DISAPPEARED, PERSON_EXPRESSION };

void persons_begin(struct persons *people); // of a tick
// camera: in the origin; NULL: nobody knows where the robot is, and places stay as they were.
void persons_look(struct persons *people, const struct observations *seen, const struct pose *camera,
                  uint32_t origin);
void persons_step(struct persons *people, uint64_t now_us);
// Somebody who was met, or with 0 whoever has this face, has this id from now on; id 0: is a stranger again.
// The face, or 0: nobody was met by that id, or no more can be known.
uint64_t persons_know(struct persons *people, int32_t who, uint64_t face, int32_t id);
void persons_view(const struct persons *people, struct belief_people *out);
uint64_t persons_hash(const struct persons *people);
