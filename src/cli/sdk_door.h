// The door for programs of Vector's SDK, as commands open it: who the robot is, and where it listens.
//
//     struct cli_sdk door = {.where = wish->sdk, .state = wish->state};
//     if (cli_sdk_open(&door, loop, &fault)) …
//     … door.sdk is the door (door/sdk/sdk.h), NULL with "none" …
//     cli_sdk_close(&door);
#pragma once

#include "door/sdk/sdk.h"

enum { STATE_PATH_MAX = 512 };

struct cli_sdk {
    const char *where;   // ADDR:PORT, "none"; NULL: $CRITTER_SDK, or 127.0.0.1:8443 and the next free one
    const char *state;   // folder; NULL: the usual one
    const char *profile; // "1.7" or "1.8"; NULL: 1.7
    struct sdk *sdk;
    struct identity *identity;
    char address[64], folder[STATE_PATH_MAX];
};
enum err cli_sdk_open(struct cli_sdk *door, struct loop *loop, struct fault *fault);
int cli_sdk_vector(struct run *run);           // the first Vector who lives there; -1: none does
uint16_t cli_sdk_last_port(const char *state); // the port that a door of this folder had last, or 8443
void cli_sdk_close(struct cli_sdk *door);
// Where a robot keeps its name, key, tokens and documents: `given`, $CRITTER_STATE, or below the user's
// state.
enum err cli_sdk_state(const char *given, char out[STATE_PATH_MAX], struct fault *fault);
