// The contact of a button, without its bounces.
//
//     debounce_step(&contact, closed, debounce_s, dt_s);      // every body step
//     if (contact.down || contact.came) …                    // came: until whoever tells of it clears it
#pragma once

#include <stdbool.h>

struct debounce {
    float other_s; // how long it has been the other way
    bool down, came;
};

void debounce_step(struct debounce *contact, bool closed, float debounce_s, float dt_s);
