// Which body a creature of `critter run` lives in: one simulated by the world, one behind Cozmo's radio
// protocol, or a real robot.
//
//     struct run_body body = {.air = wish->air, .body = wish->body, …};
//     if (run_body_choose(&body, creature, &play_config, fault)) …     // before each life
#pragma once

#include "base/data/option.h"
#include "run/play.h"

struct run_body {
    const char *air;                 // --air; NULL: as usual
    const char *body;                // --body; NULL: a simulated one
    const struct option_list *allow; // --allow; empty: those that are near
    bool record;                     // worlds are recorded only with simulated bodies
    bool told;                       // where programs find it was printed
};

#define RUN_BODY_OPTIONS(type)                                                                               \
    {"air",                                                                                                  \
     0,                                                                                                      \
     OPTION_TEXT,                                                                                            \
     offsetof(type, air),                                                                                    \
     "ADDR:PORT",                                                                                            \
     "where programs for a real Cozmo find this one (default 127.0.0.1:5551 when a Cozmo is run; none: "     \
     "nowhere)"},                                                                                            \
        {"allow",                                                                                            \
         0,                                                                                                  \
         OPTION_LIST,                                                                                        \
         offsetof(type, allow),                                                                              \
         "CIDR",                                                                                             \
         "programs from there are answered at --air (default: loopback on a loopback address, else "         \
         "172.31.1.0/24); may come several times"},                                                          \
    {                                                                                                        \
        "body", 0, OPTION_TEXT, offsetof(type, body), "cozmo@ADDR[:PORT]",                                   \
            "lives in the robot that is there, a real one or a critter cozmo sim, instead of a simulated "   \
            "body"                                                                                           \
    }

// What is wrong with the words themselves; creature and scenario: as they were asked for, or NULL.
enum err run_body_check(const struct run_body *body, const char *creature, struct fault *fault);
// "cozmo@172.31.1.1" is a scenario of its own, with nothing in it but that robot.
struct scenario *run_body_nowhere(struct fault *fault);
enum err run_body_choose(struct run_body *body, const char *creature, struct play_config *config,
                         struct fault *fault);
