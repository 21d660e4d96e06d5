// What a robot tells of the cube that it is connected to, against what happens to that cube: fingers that tap
// it, and the side that lies above.
//
//     struct cube_watch watch = {0};
//     cube_watch_step(&watch, world, events, count, carried, &figures);   // after every life tick
//
// A tap is right when it is told within 0.6 s, and each telling answers one tap. A side is judged when it has
// been above for a second: told by then it is right, and how long it took is noted. What happens while no
// cube is connected, or while the robot carries it, counts for nothing. Plain data.
#pragma once

#include "run/check/figures.h"
#include "schema/life.h"
#include "world/world.h"

enum { CUBE_TAPS = 8 };

struct cube_watch {
    uint32_t device;          // 0: none
    uint64_t since_us;        // connected
    uint64_t next_us;         // of its taps, a tick ago
    uint64_t taps[CUBE_TAPS]; // nobody has told of these yet
    uint32_t tap_count;
    uint8_t side; // above: 1 to 6; 0: none
    uint64_t side_us;
    uint8_t told; // the last one that was told
    bool judged;
};
struct cube_figures {
    struct accuracy_hits taps, sides;
    struct accuracy_error side_s;
};
void cube_watch_step(struct cube_watch *watch, const struct world *world, const struct life_event *events,
                     size_t count, bool carried, struct cube_figures *figures);
