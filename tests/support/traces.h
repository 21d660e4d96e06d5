// What a case did, in sums: every command of a robot, every datagram, every place of a world. A program that
// has a file tests/ROOM/traces/PROGRAM keeps to it: a line for each case, how many of each kind, and a sum.
//
//     if (trace_wanted()) trace_add(TRACE_WORLD, world_hash(world));
//
// The linker leads world_step and its like through here. UPDATE_GOLDEN=1 writes the lines of the cases that
// run anew; an empty file is a beginning. The sum does not depend on the order, which threads decide; what is
// summed up knows its time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum trace_kind {
    TRACE_WORLD,
    TRACE_SENSES,
    TRACE_COMMAND,
    TRACE_EVENT,
    TRACE_BELIEF,
    TRACE_AIR,
    TRACE_PLAN,
    TRACE_CLIP,
    TRACE_SOUND,
    TRACES
};

bool trace_wanted(void); // inside a case of a program with such a file
void trace_add(enum trace_kind kind, uint64_t hash);
