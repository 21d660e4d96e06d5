// The page: shows a running life to people, and lets them reach into it.
//
//     struct dashboard_config config = dashboard_defaults();
//     struct dashboard *page = dashboard_open(loop, &config, &fault);
//     dashboard_show(page, play, seed);
//     … play_live(play, &stop), resting on the loop, with dashboard_tick called after every life tick …
//     dashboard_close(page);
//
// It serves the files of web/ and one WebSocket at /live, whose messages are those of schema/live.clad
// (docs/live-protocol.md). With no viewer a life tick costs one check for events. Frames and pictures are
// made once for all viewers; a slow reader gets fewer.
//
// Whoever drives must repeat it. DRIVER_US after the last message, or when the driver's connection ends, the
// robot is told to stop. A world that runs slowly then runs at its normal pace until the robot stands, so
// that a stop takes no longer for the viewer.
#pragma once

#include "door/sdk/sdk.h"
#include "net/http.h"
#include "run/play.h"

enum { DRIVER_US = 180000 };

struct dashboard;
struct dashboard_config {
    const char *address; // loopback unless somebody asks for more
    uint16_t port;
    bool port_given;               // then no other one will do
    const char *hosts;             // further names of this machine
    const char *certificate, *key; // PEM files: https; NULL: http
    const char *scenario;          // copied, like the next two
    const char *name, *creature;
    uint64_t seed;
    float speed;
    atomic_bool *stop; // set when somebody asks to begin anew: see dashboard_restart
};
struct dashboard_config dashboard_defaults(void);
struct dashboard *dashboard_open(struct loop *loop, const struct dashboard_config *config,
                                 struct fault *fault);
void dashboard_close(struct dashboard *page);
uint16_t dashboard_port(const struct dashboard *page);
// What is asked for when somebody wants to begin anew.
struct dashboard_wish {
    uint64_t seed;
    char scenario[32], creature[32]; // "": as it is
    const char *text;  // of a viewer's own scenario file, called `scenario`; NULL: it is one of ours
    struct bytes tape; // a recording that is lived again up to until_us; none: a life of its own
    int64_t until_us;
    bool watch; // and goes on being played; otherwise it is a life of its own from then on
    bool back;  // to a moment of the life that is shown: what came after is forgotten
};
// The play to show from now on: its first life, and its world. NULL: none just now.
void dashboard_show(struct dashboard *page, struct play *play, uint64_t seed);
// The door for programs of Vector's SDK, which the page tells of; before dashboard_show.
struct dashboard_programs {
    struct sdk *sdk; // stays the caller's, and outlives the page's plays; NULL: there is none
    int life;        // whom it reaches; below 0: nobody
    char state[256]; // folder that critter sdk setup must be told; "": it finds it by itself
};
void dashboard_programs(struct dashboard *page, const struct dashboard_programs *programs);
// Where it plays, for the greeting of viewers; before dashboard_show.
void dashboard_name(struct dashboard *page, const char *scenario, const char *creature);
// After each life tick: tells what happened, and how everything is.
void dashboard_tick(struct dashboard *page, int life);
// Tells what the scenario itself did in the world.
void dashboard_did(struct dashboard *page, const struct world_message *verb);
// While the world waits for its next step: when it runs slowly, frames come between ticks.
void dashboard_rest(struct dashboard *page);
// Somebody asked to begin anew: how.
bool dashboard_restart(struct dashboard *page, struct dashboard_wish *wish);
// The play that is shown lives again what was lived before, until then: shown so, and served meanwhile.
void dashboard_lives_again(struct dashboard *page, int64_t until_us, bool watch);
bool dashboard_skips(const struct dashboard *page); // time is skipped: nobody looks or listens for long
// Tells everybody that what they asked for could not be begun.
void dashboard_trouble(struct dashboard *page, const struct fault *fault);
unsigned dashboard_viewers(const struct dashboard *page);
