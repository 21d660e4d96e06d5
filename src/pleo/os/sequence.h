// A tree of sensors, in which scripts go along: what has followed on what, and what to do then.
//
//     sequence_move(p, sensor, true);            // to the child, which is made when it is missing
//     sequence_reset(p, true);                   // back to the root; with true the file is written
//
// The file is text: a line `pleo sequence 1`, then a line `PARENT SENSOR ACTION` each.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct pleo;
enum { SEQUENCE_NODES = 256 };
struct sequence_node {
    int16_t parent, sensor;
    int32_t action; // -1: none
};
struct sequence {
    struct sequence_node nodes[SEQUENCE_NODES];
    uint16_t count, at; // node 0 is the root
    bool changed;
    char file[64]; // "": none
};

void sequence_start(struct pleo *p);
int sequence_child(const struct pleo *p, int at, int sensor); // -1: none
bool sequence_move(struct pleo *p, int sensor, bool make);
void sequence_reset(struct pleo *p, bool commit);
bool sequence_open(struct pleo *p, const char *path); // false: it cannot be read, and the tree is empty
