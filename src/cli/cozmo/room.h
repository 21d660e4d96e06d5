// The room of a simulated Cozmo: a whole scenario (run/play.h), one of whose robots is driven over the air,
// not by a soul of ours.
//
//     if (cozmo_room_open(&room, "cozmo-room", seed, &fault)) …
//     cozmo_room_driven(&room, firmware);                 // whom the scenario's own drives are told to
//     cozmo_room_step(&room);  // 5 ms of it: what happens, the other robots' lives, physics
//     cozmo_room_close(&room);
//
// The first Cozmo in the scenario is the one on the air; where there is none, the first robot is one instead,
// and where there are no robots one stands at the origin. The others live there as `critter run` would have
// them.
#pragma once

#include "body/firmware/cozmo/firmware.h"
#include "run/play.h"

struct cozmo_room {
    struct scenario *scenario;
    struct play *play;
    struct world *world; // the play's
    uint32_t robot;      // its number in the world
    struct cozmo_firmware *firmware;
    struct body_wheels wheels; // what the scenario drove last
    uint16_t tags[BODY_MOTOR_MAX];
    bool troubled;
};

// seed 0: the scenario's.
enum err cozmo_room_open(struct cozmo_room *room, const char *scenario, uint64_t seed, struct fault *fault);
void cozmo_room_driven(struct cozmo_room *room, struct cozmo_firmware *firmware);
void cozmo_room_step(struct cozmo_room *room);
void cozmo_room_close(struct cozmo_room *room);
// One verb as text: {"tap": {"what": "cube1"}}.
enum err cozmo_room_verb(struct cozmo_room *room, struct text json, struct fault *fault);
