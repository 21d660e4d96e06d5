// How much room an engine may count on in the robot's memory for sound, pictures and key frames: 8192 bytes, played thirty slots a second.
//
//     tank_begin(&tank, now_us);                        // the robot was asked to say what it plays
//     tank_played(&tank, now_us, bytes, all_arrived);   // with each AnimationState
//     if (tank_room(&tank, now_us) > 745) … send a slot …, tank_sent(&tank, 745);
//
// Until the robot said something for the first time there is no room, for a third of a second; then so much that slots sent in time fit. What
// was dropped or aborted is never played: when the robot plays nothing any more though everything arrived, it holds nothing.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TANK_BYTES = 8192 };

struct tank {
    bool known;
    uint32_t base;               // what it had played when it first spoke
    uint64_t sent, played;       // since then
    int64_t began_us, played_us; // when something was played last
};

void tank_begin(struct tank *tank, int64_t now_us);
static inline void tank_sent(struct tank *tank, size_t bytes) { tank->sent += bytes; }
// all_arrived: no message of ours waits for its acknowledgement.
void tank_played(struct tank *tank, int64_t now_us, uint32_t bytes, bool all_arrived);
size_t tank_room(const struct tank *tank, int64_t now_us);
