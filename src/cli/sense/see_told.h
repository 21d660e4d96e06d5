// What is looked at, and what each mode of seeing tells of it: for `critter sense see`.
#pragma once

#include "codec/picture/pixels.h"
#include "sense/see/see.h"

struct view {
    struct pixels picture; // three bytes a pixel; what was found is drawn over it
    struct pixels later;   // a fifth of a second after, for motion
    struct composite *sum; // with the pictures after it, for low light
    struct pixels map;     // of the floor, grey
    float exposure;        // seconds at gain 1; 0: nobody knows
    bool measured;         // how the lens bends and where it stands is known
    struct lens_model lens;
    struct pose camera; // in its robot
    const struct sight_config *config;
    bool json, quiet;
};

enum view_needs { VIEW_ANY, VIEW_SCENARIO };
struct see_mode {
    const char *name;
    enum view_needs needs;
    enum err (*tell)(struct view *view, struct fault *fault);
};
extern const struct see_mode SEE_MODES[]; // the first is the usual one; ended by a row without a name
const struct see_mode *see_mode_find(const char *name); // NULL: nothing is shown of it
