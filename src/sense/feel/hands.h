// A hand that moves its head or its lift.
//
//     struct hands hands = {0};
//     hands_step(&hands, &config, &senses, meant);    // once a tick. meant: what moves by itself now
//     if (hands.told & 1u << BODY_MOTOR_HEAD) …         // it is moved: let go of that motor
//     if (hands.rests & 1u << BODY_MOTOR_HEAD) …        // the hand has left it: hold it where it is
//
// A joint at rest that turns is moved by a hand, whether its motor holds it or not. What is being driven is
// not judged, and neither is a robot that falls or is knocked over: its joints move by themselves. Plain
// data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "schema/body.h"

struct hands_config {
    float turned_deg, still_degps;
    uint32_t settle_ms, leave_ms;
};
extern const struct knobs HANDS_KNOBS;

enum { HANDS_JOINTS = 2 }; // lift and head
struct hands {
    uint64_t meant_us[HANDS_JOINTS], moved_us[HANDS_JOINTS]; // when it was last driven, last moved
    float rest_rad[HANDS_JOINTS];
    uint32_t held, told, rests, spare; // joints by their bits
};

void hands_step(struct hands *hands, const struct hands_config *config, const struct body_senses *senses,
                uint32_t meant);
