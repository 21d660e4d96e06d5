// Prints Cozmo's frames: as text for people, or as JSON for programs.
//
//     struct air_dump dump = {.out = &text};                   // filters of zeros: everything
//     air_dump(&dump, time_us, datagram);                       // appends lines; counts
//
//        1.204310  engine  packets  1-2  ack 1
//                    command   1  25 Enable {}
//
// JSON is one object per line and frame. With filters, a frame is shown if any of its messages passes.
#pragma once

#include "base/buf.h"
#include "link/cozmo/air.h"

struct air_dump {
    struct buf *out;
    bool json;
    unsigned version;    // of the firmware; 0: the newest
    const char *message; // only messages of that name or id ("0x25")
    const char *group;   // only messages of that group
    const char *side;    // only "engine" or "robot"
    bool begun;
    int64_t began_us;
    // Totals, shown or not; unknown: ids without a layout.
    uint64_t frames, packets, messages, unknown, damaged;
};

// False: not a frame of Cozmo's; nothing was written.
bool air_dump(struct air_dump *dump, int64_t time_us, struct bytes datagram);
bool air_from_robot(const struct air_frame *frame); // judged by its type and contents
