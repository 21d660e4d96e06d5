// How many bytes an engine may send into the robot's buffer for sound, pictures and key frames: 8192 bytes,
// played at thirty slots a second.
//
//     send_credit_begin(&credit, now_us);                        // the robot was asked to say what it plays
//     send_credit_played(&credit, now_us, bytes, all_arrived);   // with each AnimationState
//     if (send_credit_room(&credit, now_us) > 745) … send a slot …, send_credit_sent(&credit, 745);
//
// Until the robot first reports, the credit is 0 for a third of a second, and then enough for slots sent in
// time. What was dropped or aborted is never played. So when the robot plays nothing more although everything
// arrived, its buffer counts as empty.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEND_CREDIT_BYTES = 8192 };

struct send_credit {
    bool known;
    uint32_t base;               // bytes it had played at its first report
    uint64_t sent, played;       // since then
    int64_t began_us, played_us; // played_us: when something was last played
};

void send_credit_begin(struct send_credit *credit, int64_t now_us);
static inline void send_credit_sent(struct send_credit *credit, size_t bytes) { credit->sent += bytes; }
// all_arrived: no message of ours waits for an acknowledgement.
void send_credit_played(struct send_credit *credit, int64_t now_us, uint32_t bytes, bool all_arrived);
size_t send_credit_room(const struct send_credit *credit, int64_t now_us);
