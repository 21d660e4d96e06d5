// Which body a creature of `critter run` lives in: one simulated by the world, a simulated Cozmo over its
// radio protocol, a real robot, or another program.
//
//     struct run_body body = {.air = wish->air, .body = wish->body, …};
//     if (run_body_choose(&body, creature, &play_config, fault)) …     // before each life
#pragma once

#include "base/data/option.h"
#include "border/body_file.h"
#include "run/play.h"

struct run_body {
    const char *air;       // --air; NULL: the default
    const char *body;      // --body; NULL: a simulated one
    const char *body_file; // --body-file: what a body that is a program is made of; NULL: as a Vector
    struct body_file file; // the same, read by run_body_check
    const struct option_list *allow; // --allow; empty: addresses nearby
    bool record;                     // worlds are recorded only with simulated bodies
    bool told;                       // its address for programs was printed
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
         "the programs that --air answers (default: loopback on a loopback address, else "                   \
         "172.31.1.0/24); may come several times"},                                                          \
        {"body",                                                                                             \
         0,                                                                                                  \
         OPTION_TEXT,                                                                                        \
         offsetof(type, body),                                                                               \
         "cozmo@ADDR[:PORT]|socket@PATH[#json]",                                                             \
         "lives in the robot at this address, a real one or a critter cozmo sim, or in the program that "    \
         "connects to this Unix socket (or speaks over this terminal), instead of a simulated body"},        \
    {                                                                                                        \
        "body-file", 0, OPTION_TEXT, offsetof(type, body_file), "FILE",                                      \
            "what a body that is a program is made of, as critter body check reads it (default: a Vector)"   \
    }

// Checks the options themselves, and reads the body's file; creature and scenario: as given, or NULL.
enum err run_body_check(struct run_body *body, const char *creature, struct fault *fault);
const char *run_body_creature(const struct run_body *body); // that lives in it when nobody says
// A body that is elsewhere is a scenario of its own that contains only this robot.
struct scenario *run_body_nowhere(const struct run_body *body, struct fault *fault);
enum err run_body_choose(struct run_body *body, const char *creature, struct play_config *config,
                         struct fault *fault);
