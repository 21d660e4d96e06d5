// Which floor is known to bear a robot whose floor sensor lies between its treads, as Cozmo's only one does:
// where a sensor saw floor, where known things stand, where it was put down.
//
//     footing_step(&footing, &around);                     // each tick
//     float far = footing_reach(&footing, here, heading);  // so far it may drive that way
//     if (!footing_bears(&footing, here, there, true)) …     // an edge may lie under a tread there
//
// A table's edge that is nearly parallel to the way takes a tread before the sensor comes to it. So the robot
// keeps as much room round its middle as its treads take, on floor of which something is known on every side:
// a table has no dents, so whatever lies between two places with floor is floor. What lies ahead the sensor
// looks at in time. Places are kept as the farthest in each of some directions, of this stretch of its ways
// and of the one before, for odometry drifts. Plain data; nothing can fail.
#pragma once

#include "belief/things.h"
#include "border/body_model.h"

enum { FOOTING_WAYS = 32 };

struct footing_places {
    struct vec2 far[FOOTING_WAYS]; // of the places, those that lie farthest in each direction
    uint32_t known;                // 0: there are none
};
struct footing {
    struct footing_places now, before;
    const struct body_model *model;
    uint32_t origin;
    float began_m;     // how far it had driven when this stretch began
    struct pose2 here; // when something was noted last
    uint32_t ticks;    // until things are looked at again
    uint32_t needed;   // its sensors do not see floor before its treads come there
};
struct footing_around {
    const struct body_senses *senses;
    const struct trail_spot *here;
    const struct things *things;
    uint32_t origin;
    bool steady;
};

void footing_start(struct footing *f, const struct body_model *model);
void footing_step(struct footing *f, const struct footing_around *around);
// Whether its treads stay on known floor when it moves so, on the sides that it moves to. ahead: its sensor
// leads.
bool footing_bears(const struct footing *f, struct pose2 from, struct pose2 to, bool ahead);
float footing_reach(const struct footing *f, struct pose2 from, float heading); // 0: it stands at the end
uint64_t footing_hash(const struct footing *f);
