// The page: what a person sees of a running life, and the hands to reach into it.
//
//     struct dashboard_config config = dashboard_defaults();
//     config.world = world; config.run = run;
//     struct dashboard *page = dashboard_open(loop, &config, &fault);
//     … run_live(run, …) resting on the loop …
//     dashboard_close(page);
//
// Serves the files of web/ and one WebSocket at /live, whose messages are those of schema/live.clad (docs/live-protocol.md). It watches the run: with
// nobody looking a life tick costs one comparison. A frame is put together once for all viewers; who reads slowly gets fewer.
#pragma once

#include "net/http.h"
#include "run/run.h"
#include "world/world.h"

struct dashboard;
struct dashboard_config {
    const char *address; // loopback unless somebody asks for more
    uint16_t port;
    bool port_given;   // then no other one will do
    const char *hosts; // further names of this machine
    const char *scenario;
    const char *name, *creature;
    uint64_t seed;
    atomic_bool *stop; // set when somebody asks to begin anew: see dashboard_restart
};
struct dashboard_config dashboard_defaults(void);
struct dashboard *dashboard_open(struct loop *loop, const struct dashboard_config *config,
                                 struct fault *fault);
void dashboard_close(struct dashboard *page);
uint16_t dashboard_port(const struct dashboard *page);
// The life to show from now on; NULL: none just now. world may be NULL when the body is not a simulated one.
void dashboard_show(struct dashboard *page, struct run *run, struct world *world, uint64_t seed);
// Somebody asked to begin anew: with which seed.
bool dashboard_restart(struct dashboard *page, uint64_t *seed);
