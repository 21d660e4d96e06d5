// What a range sensor says, made fit to be believed: the floor before it is no obstacle, and one odd reading
// among others is nothing.
//
//     struct range_felt felt = range_feel(&range, &senses);
//     if (felt.hit) … something stands felt.distance_m ahead; else if (felt.beam) … nothing does, as far as
//     felt.distance_m
//
// The cone of the sensor meets the floor a hand's breadth ahead. What comes back from there is weaker than
// from anything that stands as near, and is taken for free floor. Something very dark is told from it as soon
// as it is nearer than the floor can answer from.
// Plain data.
#pragma once

#include "schema/body.h"

#include <stdbool.h>

enum { RANGE_RECENT = 3 };

struct range_filter {
    float recent[RANGE_RECENT]; // metres; below 0: free
    uint32_t count;
};
struct range_felt {
    bool beam, hit; // a reading that counts; it met something
    float distance_m;
};
struct range_felt range_feel(struct range_filter *filter, const struct body_senses *senses);
