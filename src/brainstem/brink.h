// Remembers where the floor ends, and refuses what would carry a tread over it.
//
//     brink_feel(&b, model, &place, seen, gone);                  // every body step
//     if (!brink_allows(&b, model, pose, speed_mps, turn_radps)) …stop…
//
// The floor sensors sit between the treads: in a turn a tread reaches the edge before them. So each place
// where a sensor lost the floor is kept, with the headings in which the floor can end there: the robot stands
// on it, and so do the other sensors. Two such places near each other are taken for one straight edge. A
// motion is refused when it carries an end of a tread across, or farther out. What is later found to be floor
// is forgotten, and so is what lies too far back for odometry. Plain data; nothing can fail.
#pragma once

#include "base/maths/geometry.h"
#include "border/body_model.h"

enum { BRINK_POINTS = 32, BRINK_SENSORS = 4 };

struct brink_point {
    struct vec2 at;            // the last floor that was seen
    float out_rad, either_rad; // the floor ends in this direction, or up to so much to either side of it
    float driven_m;            // how far it had driven then
};
struct brink {
    struct brink_point list[BRINK_POINTS];
    uint32_t count;
    struct vec2 floor[BRINK_SENSORS]; // where each sensor saw floor last
    uint8_t known, sees, gone;        // sensors that ever did; that do now; that see none
    float driven_m;
    struct vec2 was; // where the robot was
    struct vec2 refused_at;
    uint32_t refused; // how often, there
    uint32_t bold;    // it was refused so often that it may try
    float bold_rad;   // its heading then
};

// floor, gone: bits of the sensors that see floor, and of those that see none for certain.
void brink_feel(struct brink *brink, const struct body_model *model, struct pose2 pose, uint8_t floor,
                uint8_t gone);
void brink_forget(struct brink *brink);
void brink_carry(struct brink *brink, struct pose2 was, struct pose2 is); // odometry was corrected
bool brink_allows(const struct brink *brink, const struct body_model *model, struct pose2 pose,
                  float speed_mps, float turn_radps);
// It was refused. It came to where it stands by one way, so one leads away: when straight on, back and both
// turns are all refused, the oldest places are wrong, and are forgotten until one is not. All of them are
// when it was refused again and again and has not come away, as in a corner. Then it may turn a little on
// the spot, too, though a sensor sees no floor: one way round is right.
void brink_relent(struct brink *brink, const struct body_model *model, struct pose2 pose);
uint64_t brink_hash(uint64_t h, const struct brink *brink);
