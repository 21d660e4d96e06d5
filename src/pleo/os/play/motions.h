// Plays motions: every vector moves its joint from the time it says on.
//
//     int handle = motion_play(p, resource);           // 0xff: it cannot be played
//     motion_stop(p, handle_or_id), motion_stop_all(p);
//     motions_tick(p);
//
// Four can play at once; the one begun last has the joints it names, and a joint that scripts own follows
// none. The speed is the same for all. A vector of sound begins a sound or a command.
#pragma once

#include "pleo/os/apps.h"

enum { MOTIONS = 4, MOTION_ANY = 0xaa, MOTION_INVALID = 0xff };
struct playing_motion {
    const struct resource *it; // NULL: a free place
    uint8_t handle;
    bool paused;
    float at_ms;
    size_t next;   // vector
    uint16_t owns; // joints, bit for bit
};
struct motions {
    struct playing_motion at[MOTIONS]; // the oldest first
    int32_t percent;
    uint8_t handle; // the last given
};

int motion_play(struct pleo *p, const struct resource *motion);
bool motion_stop(struct pleo *p, int32_t which);
void motion_stop_all(struct pleo *p);
bool motion_pause(struct pleo *p, int32_t which, bool pause);
bool motion_playing(const struct pleo *p, int32_t which);
void motions_start(struct pleo *p);
void motions_tick(struct pleo *p);
