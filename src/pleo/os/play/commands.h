// Commands: choices of motions or sounds that suit his properties.
//
//     int handle = command_run(p, resource, loops);     // stops the one that runs; 0: nothing suits
//     handle = command_queue(p, resource, loops);       // behind it
//     command_sound(p, resource, interrupt);            // a choice of sounds, at once
//     commands_tick(p);
//
// An entry suits when each of its fields holds (over and under include the limit); one of those that suit is
// drawn. Loops: how often it is chosen and played again.
#pragma once

#include "pleo/os/apps.h"

enum { COMMANDS_WAIT = 8 };
enum command_status {
    COMMAND_NONE = -1,
    COMMAND_PLAYING,
    COMMAND_LOOPING,
    COMMAND_DONE,
    COMMAND_PENDING,
    COMMAND_SEARCHING
};
struct running_command {
    const struct resource *it;
    uint8_t handle;
    int32_t loops;
};
struct commands {
    struct running_command now, waiting[COMMANDS_WAIT];
    uint32_t count;
    int motion, sound; // handles of what it plays; 0: none
    uint8_t handle;
};

int command_run(struct pleo *p, const struct resource *command, int32_t loops);
int command_queue(struct pleo *p, const struct resource *command, int32_t loops);
bool command_remove(struct pleo *p, int32_t which); // a handle or an id
bool command_is(const struct pleo *p, int32_t which);
bool command_stop(struct pleo *p); // and all that wait
int command_sound(struct pleo *p, const struct resource *command, bool interrupt);
void commands_tick(struct pleo *p);
