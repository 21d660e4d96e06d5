// The room of a simulated Cozmo: a scenario (run/scenario.h) whose one robot is driven over the air, not by a soul of ours.
//
//     if (cozmo_room_open(&room, "cozmo-room", seed, &fault)) …
//     cozmo_room_turn(&room);                             // before each step: what is due in the timeline
//     cozmo_room_close(&room);
#pragma once

#include "run/scenario.h"
#include "world/world.h"

struct cozmo_room {
    struct scenario *scenario;
    struct world *world;
    uint32_t robot; // its number in the world
    struct {
        int64_t due_us;
        bool over;
    } * happenings;
};

// seed 0: the scenario's. ERR_UNSUPPORTED: more than one robot, or a happening that waits for a sight or a touch.
enum err cozmo_room_open(struct cozmo_room *room, const char *scenario, uint64_t seed, struct fault *fault);
void cozmo_room_turn(struct cozmo_room *room);
void cozmo_room_close(struct cozmo_room *room);
// One verb as text: {"tap": {"what": "cube1"}}.
enum err cozmo_room_verb(struct cozmo_room *room, struct text json, struct fault *fault);
