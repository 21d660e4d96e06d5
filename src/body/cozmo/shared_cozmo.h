// A whole simulated Cozmo in a world, as a body: its firmware, a link in memory, and on request a UDP port
// for guests.
//
//     struct shared_cozmo_config config = shared_cozmo_defaults();
//     config.robot.firmware.world = world;
//     config.robot.firmware.robot = number; // one that is in the world; 0: a new one, at firmware.at
//     config.listen = "127.0.0.1:5551";                             // NULL: no port, nobody else can come
//     struct body *body = shared_cozmo_new(&config, &fault);
//
// The soul talks to the robot as to a real one. When a program opens a session at the port, the robot belongs
// to this guest: the soul's body is AWAY, and the soul waits. When the guest says goodbye, or is silent for
// five seconds, the soul gets the robot back. Everything runs on the world's time, so a world that is hurried
// or paused takes its guests along.
//
// The caller frees the body with body_free. A port that cannot be opened makes birth fail, and the fault says
// why.
#pragma once

#include "body/cozmo/cozmo.h"
#include "body/firmware/cozmo/onair.h"
#include "link/cozmo/lossy_link.h"

struct shared_cozmo_config {
    struct cozmo_onair_config robot; // its firmware's world and place, and which addresses it answers
    struct body_cozmo_config body;   // the soul's side; its socket is made here
    struct lossy_link_config lossy;  // of the soul's link: no loss, unless set otherwise
    const char *listen;              // NULL: no port
};
struct shared_cozmo_config shared_cozmo_defaults(void);
struct body *shared_cozmo_new(const struct shared_cozmo_config *config, struct fault *fault);
struct cozmo_onair *shared_cozmo_robot(struct body *body);
struct body *shared_cozmo_inside(struct body *body); // the body the soul has: body_cozmo_about
// Where guests find it, "127.0.0.1:5551"; false: nowhere, or it is none of these.
bool shared_cozmo_where(const struct body *body, char out[24]);
bool shared_cozmo_guest(const struct body *body); // of any body: it is one of these, and somebody drives it
// Ends its guest's session, as when a robot's power goes: the soul has its body again. Of any body.
void shared_cozmo_dismiss(struct body *body);
// For tests: the soul's air is dark until then; a share of what the robot says to it is damaged.
void shared_cozmo_dark(struct body *body, int64_t until_us);
void shared_cozmo_damage(struct body *body, float share);
