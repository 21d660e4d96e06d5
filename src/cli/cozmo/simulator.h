// A simulated Cozmo on a socket: world, robot, control socket and captures on one loop. `critter cozmo sim`
// runs it.
//
//     struct cozmo_sim *sim;
//     if (cozmo_sim_new(&config, &sim, &fault)) …
//     cozmo_sim_run(sim, seconds);            // until interrupted, if seconds is 0
//     err = cozmo_sim_end(sim, &fault);       // writes what is to be written, and frees
#pragma once

#include "link/cozmo/air.h"
#include "net/udp.h"

enum { COZMO_SIM_NETWORKS = 8 };

struct cozmo_sim_config {
    struct udp_peer listen, control; // control.port 0: the port after the listening one
    struct air_network allow[COZMO_SIM_NETWORKS];
    unsigned allow_count; // 0: loopback for a loopback address, else 172.31.1.0/24
    const char *scenario; // a file, or the name of a built-in one; NULL: "cozmo-room"
    uint64_t seed;        // 0: the scenario's
    uint32_t firmware;    // 0: the one in the robot's flash, else 2381
    const char *state;    // folder; NULL: the default
    const char *pcap, *display, *audio;
    struct text settings; // knobs, a line each: run/settings.h
    bool quiet;
};

struct cozmo_sim;
enum err cozmo_sim_new(const struct cozmo_sim_config *config, struct cozmo_sim **out, struct fault *fault);
void cozmo_sim_run(struct cozmo_sim *sim, double seconds);
enum err cozmo_sim_end(struct cozmo_sim *sim, struct fault *fault);
