// The world of a simulated Cozmo: a whole scenario (run/play.h) in which a program drives one robot over the
// radio protocol, not a soul of ours.
//
//     if (cozmo_room_open(&room, "cozmo-room", seed, settings, &fault)) …
//     cozmo_room_driven(&room, firmware);                 // whom the scenario's own drives are told to
//     cozmo_room_step(&room);  // 5 ms of it: what happens, the other robots' lives, physics
//     cozmo_room_close(&room);
//
// The first Cozmo of the scenario is the one that a program drives. Without a Cozmo the first robot becomes
// one; without robots a new one stands at the origin. The others live there as in `critter run`.
#pragma once

#include "body/firmware/cozmo/firmware.h"
#include "run/play.h"

struct cozmo_room {
    struct scenario *scenario;
    struct play *play;
    struct world *world; // the play's
    uint32_t robot;      // its number in the world
    struct cozmo_firmware *firmware;
    struct body_wheels wheels; // what the scenario last drove
    uint16_t tags[BODY_MOTOR_MAX];
    bool troubled;
};

// seed 0: the scenario's.
enum err cozmo_room_open(struct cozmo_room *room, const char *scenario, uint64_t seed, struct text settings,
                         struct fault *fault);
void cozmo_room_driven(struct cozmo_room *room, struct cozmo_firmware *firmware);
void cozmo_room_step(struct cozmo_room *room);
void cozmo_room_close(struct cozmo_room *room);
// One verb as text: {"tap": {"what": "cube1"}}.
enum err cozmo_room_verb(struct cozmo_room *room, struct text json, struct fault *fault);
