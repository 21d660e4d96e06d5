// The air of a Cozmo's body over UDP.
//
//     struct body_cozmo_config config = body_cozmo_defaults();
//     if (body_cozmo_over_udp("172.31.1.1", &config, &fault)) …      // ADDRESS or ADDRESS:PORT
//     struct body *body = body_cozmo_new(&config, &fault);           // which closes the socket
//
// Each session gets a port of its own. Nothing waits here: what has come is taken with each step of the body.
#pragma once

#include "body/cozmo/cozmo.h"

enum err body_cozmo_over_udp(const char *address, struct body_cozmo_config *config, struct fault *fault);
