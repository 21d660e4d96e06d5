// What goes into the map: where it drove, what its beam met or passed, what it pushes in vain, edges and
// lines under its sensors, edges that it saw, and the things it knows.
//
//     learn_step(&learn, map, &around);            // once a tick
//
// Nothing is learned in a hand, on a slope, or while nobody knows where it is. Plain data; the map belongs to
// the caller.
#pragma once

#include "belief/map.h"
#include "belief/things.h"
#include "border/body_model.h"

enum { LEARN_SENSORS = 4 };

struct learn {
    struct pose2 footprint; // that was noted last
    bool stamped;
    float floor[LEARN_SENSORS]; // how light it usually is under each sensor
    uint32_t readings;
    uint8_t edges; // sensors that saw one in the tick before
    uint64_t beam_us;
    struct {
        uint32_t id, drawn;
    } things[BELIEF_THINGS_MAX];
    uint32_t thing_count;
};
// What a picture showed of the floor, in the robot's frame of that moment.
struct learn_edges {
    uint64_t time_us;
    const struct vec2 *at;
    uint32_t count;
    struct trail_spot from; // where it was then
};
struct learn_around {
    const struct body_model *model;
    const struct body_senses *senses;
    const struct trail_spot *here;
    const struct things *things;
    uint32_t origin;
    bool steady;
    bool beam, hit;   // a reading that counts; it met something
    float distance_m; // so far away
    int pushes;       // 1 ahead, -1 back: its treads turn in vain against something; 0: they do not
    const struct learn_edges *edges; // that were seen on the floor; NULL: nobody looked
};
void learn_step(struct learn *learn, struct map *map, const struct learn_around *around);
void learn_forget(struct learn *learn); // the map is another one: all is to be noted again
uint64_t learn_hash(const struct learn *learn);
