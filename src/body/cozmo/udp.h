// A UDP socket for a Cozmo's body (cozmo.h).
//
//     struct body_cozmo_config config = body_cozmo_defaults();
//     if (body_cozmo_over_udp("172.31.1.1", &config, &fault)) …      // ADDRESS or ADDRESS:PORT
//     struct body *body = body_cozmo_new(&config, &fault);           // which closes the socket
//
// Each session gets a port of its own. Nothing here waits: each step of the body takes the datagrams that
// have arrived. The body closes the socket.
#pragma once

#include "body/cozmo/cozmo.h"

enum err body_cozmo_over_udp(const char *address, struct body_cozmo_config *config, struct fault *fault);
