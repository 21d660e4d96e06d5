// What is kept of a life: a small file, written whole or not at all.
//
//     sweep_life_write(&life, plan, &text);
//     if (sweep_life_read(text, plan, &life, &fault)) …        // torn, or not of this sweep
//
// Lines with tabs, the last with a checksum over all before it:
//
//     critter sweep life 1
//     sweep	9c0e35e1b2a40f77
//     life	16
//     seed	17
//     seconds	360
//     hash	b7d93b316e993a29
//     figure	vector.falls	1
//     failed	fell	233.066	vector	it lies at 0.248, -0.137, 0.031 m
//     end	5d3a11c0
//
// Figures have nine digits at most; those that nothing was counted for are left out.
// Plain data; large: not for the stack.
#pragma once

#include "run/sweep/plan.h"

// The worst first.
enum sweep_failing {
    SWEEP_CRASHED,  // the program died in it
    SWEEP_HUNG,     // it stood still in it
    SWEEP_FELL,     // mishaps.h
    SWEEP_EMPTY,    // the same
    SWEEP_SCRIPT,   // the same
    SWEEP_EXPECTED, // something that the scenario expects does not hold
    SWEEP_STUCK,    // for longer than its line of character allows
    SWEEP_REFUSED,  // the world refused what the scenario does
    SWEEP_FAILINGS
};
enum { SWEEP_FAILURES_MAX = 64, SWEEP_LIFE_BYTES = 1 << 16 };
struct sweep_failure {
    enum sweep_failing kind;
    double at_s;              // its first moment
    char what[80], said[160]; // what: the robot, or the place in the scenario's file
};
struct sweep_life {
    uint32_t life;
    bool ended;                            // false: it has no hash
    double seconds;                        // that were lived
    uint64_t seed, hash;                   // hash: of its world at the end
    double figures[SWEEP_FIGURES_MAX];     // as the plan lists them; NAN: none
    uint32_t failure_count, failures_more; // more: that had no room
    struct sweep_failure failures[SWEEP_FAILURES_MAX];
};

void sweep_life_begin(struct sweep_life *life, const struct sweep_plan *plan, uint32_t number);
void sweep_life_fail(struct sweep_life *life, enum sweep_failing kind, double at_s, const char *what,
                     const char *said);
const struct sweep_failure *sweep_life_worst(const struct sweep_life *life); // NULL: nothing failed
void sweep_life_write(const struct sweep_life *life, const struct sweep_plan *plan, struct buf *out);
// ERR_CHECKSUM, ERR_SHORT: torn. ERR_STATE: of another sweep. Others: no such file at all.
enum err sweep_life_read(struct text text, const struct sweep_plan *plan, struct sweep_life *out,
                         struct fault *fault);
const char *sweep_failing_name(enum sweep_failing kind);  // one word
const char *sweep_failing_about(enum sweep_failing kind); // for people
