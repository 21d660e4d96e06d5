// A whole simulated Cozmo in a world as a body: its firmware, an air of memory between, and on request a UDP port for guests.
//
//     struct body_house_config config = body_house_defaults();
//     config.world = world; config.robot = number;                  // one that is in the world; 0: a new one at config.at
//     config.listen = "127.0.0.1:5551";                             // NULL: no port, nobody else can come
//     struct body *body = body_house_new(&config, &fault);
//
// The soul in it speaks with the robot as with a real one. When a program opens a session at the port the robot is the guest's: the soul
// feels that its body is AWAY, and waits. When the guest says goodbye, or is silent for five seconds, the soul comes back. All this
// runs on the world's time, so a world that races or pauses takes the guests with it.
#pragma once

#include "body/cozmo/cozmo.h"
#include "body/firmware/cozmo/onair.h"
#include "link/cozmo/weather.h"

struct body_house_config {
    struct cozmo_onair_config robot; // its firmware's world and place, whom it answers
    struct body_cozmo_config body;   // of the soul's side; its socket is made here
    struct weather_config weather;   // of the soul's air: calm, unless told otherwise
    const char *listen;              // NULL: no port
};
struct body_house_config body_house_defaults(void);
struct body *body_house_new(const struct body_house_config *config, struct fault *fault);
bool body_is_house(const struct body *body);
struct cozmo_onair *body_house_robot(struct body *body);
struct body *body_house_inside(struct body *body); // the body the soul has: body_cozmo_about
// Where guests find it, "127.0.0.1:5551"; false: nowhere. And whether one is there.
bool body_house_where(const struct body *body, char out[24]);
bool body_house_guest(const struct body *body);
// For tests: the soul's air is dark until then; a share of what the robot says to it is damaged.
void body_house_dark(struct body *body, int64_t until_us);
void body_house_damage(struct body *body, float share);
