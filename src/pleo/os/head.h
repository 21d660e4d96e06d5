// The computer in his head, as far as packets reach it: what scripts and the monitor send, and what comes
// back.
//
//     bool fine = head_send(p, (const uint8_t *)"t", 1);   // in a frame, over the line to the head
//     head_tick(p);                                        // answers have come: SENSOR_PACKET, or the log
//
// The first byte names the subsystem in both directions, as published. What follows is chosen: most tell
// their reading when they are asked without more; the table is in the source. A packet that no subsystem
// knows is answered with x.
#pragma once

#include "link/pleo/frame.h"

struct pleo;
enum { HEAD_RAM = 64, HEAD_LINE = 2048 };
struct head_link {
    uint8_t ram[HEAD_RAM];
    uint8_t line[HEAD_LINE]; // frames on their way back
    size_t line_len;
    struct frame_reader here, there; // receivers of both ends
};

bool head_send(struct pleo *p, const uint8_t *packet, size_t len); // false: empty, or too long
void head_tick(struct pleo *p);
