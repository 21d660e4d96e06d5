// One call of Vector's SDK, made as any program makes it; shared by the commands that do so.
//
//     static const struct option OPTIONS[] = {SDK_ASK_OPTIONS, …};
//     struct sdk_ask ask = {.wish = wish, .rpc = "BatteryState", .json = "{}", .heard = print_it};
//     if (sdk_ask(&ask, &fault)) return call_failed(call, &fault);
//
// The robot is found by sdk_config.ini, as programs find it. A call that streams goes on until the robot, the
// time, Ctrl-C or `heard` ends it. Messages live until `heard` returns.
#pragma once

#include "cli/commands.h"

#include "codec/message/message.h"
#include "vector/sdk_config.h"

struct sdk_wish {
    const char *config, *serial, *ip;
    int32_t port;
    double seconds;
};

#define SDK_ASK_OPTIONS                                                                                      \
    {"config",    0,                                                                                         \
     OPTION_TEXT, offsetof(struct sdk_wish, config),                                                         \
     "FOLDER",    "where sdk_config.ini lies (default ~/.anki_vector)"},                                     \
        {"serial",    's',                                                                                   \
         OPTION_TEXT, offsetof(struct sdk_wish, serial),                                                     \
         "SERIAL",    "which of the robots in it: serial number or name (default: the only one)"},           \
        {"ip",        0,                                                                                     \
         OPTION_TEXT, offsetof(struct sdk_wish, ip),                                                         \
         "ADDRESS",   "where it is now (default: as in the file)"},                                          \
    {                                                                                                        \
        "port", 'p', OPTION_I32, offsetof(struct sdk_wish, port), "N", "and at which port", 1, 65535         \
    }
#define SDK_ASK_SECONDS                                                                                      \
    {                                                                                                        \
        "seconds", 'n', OPTION_F64, offsetof(struct sdk_wish, seconds), "N", "ends after this many seconds", \
            0, 1e6                                                                                           \
    }

struct sdk_ask {
    const struct sdk_wish *wish;
    const char *rpc, *json;
    const char *also; // metadata, "name: value" lines, each ended by a newline; NULL: none
    // False: that was enough. fault: what went wrong in it, then it is false as well.
    bool (*heard)(void *user, const ProtobufCMessage *reply, struct fault *fault);
    void *user;
};
enum err sdk_ask_find(const struct sdk_wish *wish, struct sdk_found *found, struct fault *fault);
enum err sdk_ask(const struct sdk_ask *ask, struct fault *fault);
