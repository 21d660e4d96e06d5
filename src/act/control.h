// The control lock: who leads, among those who ask for actions.
//
//     switch (control_ask(&control, door, level)) …        // the mind, a program: granted, taken, let go
//     if (control_keeps_out(&control, door)) …             // somebody stronger leads
//     while (control_told(&control, &event)) …             // granted or lost, to which door
//
// A smaller level is stronger. The same level or a stronger one takes the lock from whoever has it; RESERVE
// gives it to whoever asks. Who lost it to somebody stronger has it again when that one lets go, one deep.
// Kept out are the mind and programs; people at a page or a command line, and scenarios, act whoever leads.
// Plain data.
#pragma once

#include "schema/life.h"

struct control {
    uint32_t door, level;           // 0: nobody leads
    uint32_t lost_door, lost_level; // who has it again afterwards
    struct control_event {
        uint32_t kind; // LIFE_EVENT_KIND_CONTROL_…
        uint32_t door, level;
    } events[4];
    uint32_t event_count;
};

bool control_ask(struct control *control, uint8_t door, uint8_t level); // false: somebody stronger leads
bool control_keeps_out(const struct control *control, uint8_t door);
bool control_told(struct control *control, struct control_event *out);
static inline bool control_overrides(const struct control *control) { // its reflexes at edges rest
    return control->level == LIFE_CONTROL_LEVEL_OVERRIDE;
}
