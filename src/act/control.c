#include "act/control.h"

#include <string.h>

static void tell(struct control *c, enum life_event_kind kind, uint32_t door, uint32_t level) {
    if (c->event_count < sizeof c->events / sizeof *c->events)
        c->events[c->event_count++] = (struct control_event){(uint32_t)kind, door, level};
}

bool control_told(struct control *c, struct control_event *out) {
    if (!c->event_count) return false;
    *out = c->events[0];
    memmove(c->events, c->events + 1, --c->event_count * sizeof *c->events);
    memset(&c->events[c->event_count], 0, sizeof *c->events);
    return true;
}

static void let_go(struct control *c, uint8_t door) {
    if (c->lost_door == door) c->lost_door = c->lost_level = 0;
    if (c->door != door) return;
    tell(c, LIFE_EVENT_KIND_CONTROL_LOST, c->door, c->level);
    c->door = c->lost_door, c->level = c->lost_level;
    c->lost_door = c->lost_level = 0;
    if (c->door) tell(c, LIFE_EVENT_KIND_CONTROL_GRANTED, c->door, c->level);
}

bool control_ask(struct control *c, uint8_t door, uint8_t level) {
    if (level == LIFE_CONTROL_LEVEL_NONE) return let_go(c, door), true;
    bool other = c->door && c->door != door, reserved = c->level == LIFE_CONTROL_LEVEL_RESERVE;
    if (other && level > c->level && !reserved) return false;
    if (other) {
        tell(c, LIFE_EVENT_KIND_CONTROL_LOST, c->door, c->level);
        if (level < c->level) c->lost_door = c->door, c->lost_level = c->level;
    }
    c->door = door, c->level = level;
    tell(c, LIFE_EVENT_KIND_CONTROL_GRANTED, door, level);
    return true;
}

bool control_keeps_out(const struct control *c, uint8_t door) {
    bool kept = door == LIFE_DOOR_MIND || door == LIFE_DOOR_SDK || door == LIFE_DOOR_BLUETOOTH;
    return kept && c->door && c->door != door && c->level != LIFE_CONTROL_LEVEL_RESERVE;
}
