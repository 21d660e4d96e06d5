// What the commands of `critter robot` share: where the robot lives, and reading its answers.
#pragma once

#include "base/arena.h"
#include "base/data/json.h"
#include "cli/commands.h"
#include "cli/talk.h"

// The first member of every command's options, and its rows.
struct talk_where {
    const char *in, *socket, *robot;
    double at;
    uint64_t seed;
};
#define TALK_PLACE(type)                                                                                     \
    {                                                                                                        \
        "in", 'i', OPTION_TEXT, offsetof(type, where.in), "SCENARIO|RECORDING",                              \
            "where it lives (default: the world that runs)"                                                  \
    }
#define TALK_AT(type)                                                                                        \
    { "at", 'a', OPTION_F64, offsetof(type, where.at), "SECONDS", "of that: this moment (default 0)", 0, 1e7 }
#define TALK_SEED(type)                                                                                      \
    { "seed", 's', OPTION_U64, offsetof(type, where.seed), "N", "of a scenario (default: its own)" }
#define TALK_ROBOT(type)                                                                                     \
    { "robot", 'r', OPTION_TEXT, offsetof(type, where.robot), "NAME", "which robot (default: the first)" }
#define TALK_SOCKET(type)                                                                                    \
    {                                                                                                        \
        "socket", 0, OPTION_TEXT, offsetof(type, where.socket), "PATH",                                      \
            "of a world that runs: which (default: $CRITTER_SOCKET, or the only one)"                        \
    }
#define TALK_WHERE(type) TALK_PLACE(type), TALK_AT(type), TALK_SEED(type), TALK_ROBOT(type), TALK_SOCKET(type)

struct talk *talk_where(const struct talk_where *where, struct fault *fault);
// Parses an answer into the arena; an {"error": …} is a fault.
enum err talk_answer(struct text line, struct arena *arena, struct json **out, struct fault *fault);
double talk_number(const struct json *of, const char *key); // 0: there is none
