// How a creature feels, as the numbers that lead its sounds: until it has a mind, worked out from what
// happens to it.
//
//     struct temper temper = temper_new();
//     temper_step(&temper, events, count, asleep);          // each tick
//     robot_audio_temper(loud, &temper);                            // sounds follow
//
// Each feeling jumps with what happens, goes on growing while it lasts, and is forgotten by halves.
// Nothing can fail, nothing is allocated.
#pragma once

#include "schema/life.h"

struct temper {
    float stimulation; // 0 … 1: 1 when somebody turns to it, less by and by, half when it is stuck
    float happy, confident, social; // -1 … 1
    float held_trust, purr;         // 0 … 1: in hands that are kind; while it is stroked
    bool held, touched;
};
struct temper temper_new(void);
void temper_step(struct temper *temper, const struct life_event *events, size_t count, bool asleep);
