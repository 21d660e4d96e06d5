// What a new robot is given at its maker's: a number, names for its radios, a key, and what its own sensors are like.
//
//     struct birth birth;
//     birth_of(&vector_model, seed, 1, &birth);        // the first robot of a world with that seed; always the same
//
// The seed is the world's, so that a robot keeps its record as long as its world keeps its seed. Plain data; nothing can fail. Where
// no document says how a number is made up it is drawn: serial numbers lie below those that engineers' robots have (00e…), radio
// addresses are of the kind that nobody owns.
#pragma once

#include "border/lens_model.h"

struct birth {
    uint32_t serial;               // as printed below it, eight hexadecimal digits
    uint32_t hardware, model;      // versions
    uint32_t lot;                  // factory, year, week and variant as decimal digits: 2 18 36 201
    uint32_t packed_unix;          // when it left the factory
    uint8_t wifi[6], bluetooth[6]; // addresses
    uint8_t key[32];               // what only its own processor knows
    struct eye_model eye;          // its own camera; eye.lens.width 0: it has none
    float gyro_bias_radps[3];      // of its inertial sensor
};
void birth_of(const struct body_model *model, uint64_t seed, uint32_t robot, struct birth *out);
