// The identity of a new robot: serial number, radio addresses, key, and the traits of its own sensors.
//
//     struct birth birth;
//     // the first robot of a world with that seed; always the same
//     birth_of(&vector_model, seed, 1, &birth);
//
// The seed is the world's, so a robot keeps its identity as long as its world keeps its seed. Plain data;
// nothing can fail. Where no document says how a number is formed, it is drawn. Serial numbers lie below
// those of engineers' robots (00e…). Radio addresses are locally administered ones, which nobody owns.
#pragma once

#include "border/lens_model.h"

struct birth {
    uint32_t serial;               // as printed on its underside, eight hexadecimal digits
    uint32_t hardware, model;      // versions
    uint32_t lot;                  // factory, year, week and variant as decimal digits: 2 18 36 201
    uint32_t packed_unix;          // when it left the factory
    uint8_t wifi[6], bluetooth[6]; // addresses
    uint8_t key[32];               // known only to its own processor
    struct eye_model eye;          // its own camera; eye.lens.width 0: no camera
    float gyro_bias_radps[3];      // of its inertial sensor
};
void birth_of(const struct body_model *model, uint64_t seed, uint32_t robot, struct birth *out);
