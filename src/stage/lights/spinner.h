// The spinner: a game with a cube whose colours go round. A tap while it shows the colour on the robot's back
// locks it.
//
//     struct spinner_map map;
//     if (spinner_map_read(document, &map, fault)) return fault->err;
//     spinner_start(&game, &map, locks, seed, now_ms);
//     spinner_step(&game, tapped, now_ms);         // once a life tick
//     game.cube, game.backpack                     // names of light triggers to show now
//
// For each colour, the map names the lights of each moment. In a round, the target is chosen (selectTarget,
// then holdTarget on the back). The cube cycles through all colours in the map's order. A tap at the target's
// colour locks it (lockIn, then lockedPulse); a tap at another is an error.
//
// Both continue until `locks` taps were right (locked, then celebration). Each lock makes the cycle a quarter
// faster. Chance is counted. Nothing allocates but reading.
#pragma once

#include "base/data/json.h"

enum { SPINNER_COLOURS_MAX = 16 };

struct spinner_colour {
    struct text name; // for people
    struct {
        struct text celebration, hold, select;
    } backpack;
    struct {
        struct text celebration, cycle, locked, pulse, lock_in;
    } cube;
};
struct spinner_map {
    struct text start, error;
    struct spinner_colour colours[SPINNER_COLOURS_MAX];
    uint32_t count;
};

enum spinner_phase {
    SPINNER_START,
    SPINNER_CYCLE,
    SPINNER_ERROR,
    SPINNER_LOCK_IN,
    SPINNER_PULSE,
    SPINNER_LOCKED,
    SPINNER_CELEBRATE,
    SPINNER_OVER
};
struct spinner {
    const struct spinner_map *map;
    uint64_t until_ms, spin_ms; // end of the phase; how long a colour stays
    enum spinner_phase phase;
    uint32_t target, shown, locked, locks, errors;
    struct text cube, backpack; // empty: none
    bool changed;               // since the previous step
};

// The document owns the texts.
enum err spinner_map_read(const struct json *document, struct spinner_map *out, struct fault *fault);
void spinner_start(struct spinner *game, const struct spinner_map *map, uint32_t locks, uint64_t seed,
                   uint64_t now_ms);
void spinner_step(struct spinner *game, bool tapped, uint64_t now_ms);
