// The motor controller ("spinal cord"): turns pins into senses and commands into motor drive, 200 times a
// second.
//
//     struct brainstem *stem = brainstem_new(&model);
//     world_pins(world, robot, &pins);
//     brainstem_step(stem, &pins, &drive);            // every body step, about 5 ms of the pins' own time
//     world_drive(world, robot, &drive);
//     …
//     brainstem_collect(stem, &senses);               // every life tick: what arrived since the last time
//     brainstem_obey(stem, &command);                 // the new targets
//
// It has speed and position loops with trapezoid profiles, motor protection, calibration against the stops,
// odometry, path following, and the stop at a cliff. It also derives states from the pins: lifted, falling,
// poked, held, on its side, off its treads, battery level. It knows nothing of the world: the same code runs
// on a real body-board. Time is the pins' time. Only brainstem_new allocates.
#pragma once

#include "border/body_model.h"
#include "border/border.h"
#include "brainstem/attitude.h"
#include "brainstem/cliff.h"
#include "brainstem/gyro.h"

struct brainstem;
struct brainstem_config {
    const struct body_model *model; // must outlive the brainstem
    bool calibrate_on_wake;         // calibrate head and lift at the first pins; otherwise on command
};

// Its thresholds, as knobs: what no document gives is chosen.
struct stem_config {
    uint32_t debounce_ms;
    float raised_m, hides_low_m, hides_high_m;
};
struct brainstem_knobs {
    struct attitude_config attitude;
    struct gyro_config gyro;
    struct cliff_config cliff;
    struct stem_config stem;
};
enum { BRAINSTEM_KNOB_SETS = 4 };
uint32_t brainstem_knob_sets(struct brainstem_knobs *knobs, struct knob_set sets[BRAINSTEM_KNOB_SETS]);

struct brainstem *brainstem_new(const struct brainstem_config *config); // NULL: no memory
void brainstem_free(struct brainstem *stem);
void brainstem_tune(struct brainstem *stem, const struct brainstem_knobs *knobs); // otherwise: the defaults
void brainstem_step(struct brainstem *stem, const struct body_pins *pins, struct body_drive *drive);
void brainstem_collect(struct brainstem *stem, struct senses_in *in); // adds what it knows
void brainstem_obey(struct brainstem *stem, const struct body_command *command);
uint16_t brainstem_stalled(const struct brainstem *stem); // which motors are blocked, bit for bit
uint64_t brainstem_hash(const struct brainstem *stem);
