// The monitor: a shell of lines, on his serial port and for scripts.
//
//     bool fine = monitor_do(p, "property set 29 0", out, sizeof out, typed);
//
// One table has the commands, what they take and which access they need. Words are not case sensitive. Typed
// lines also trigger the sensor of the terminal. What he answers has lines, the last one without an end. A
// typed line that waits for a joint is answered when the joint is there; those after it wait, too.
#pragma once

#include "schema/life.h"

struct pleo;
enum { MONITOR_LINE = 256, MONITOR_WORDS = 8, MONITOR_ANSWER = 16 << 10, MONITOR_WAIT_MS = 10000 };
enum monitor_access { ACCESS_LOOK, ACCESS_USE, ACCESS_SERVICE }; // see; move and play; all
struct monitor {
    uint8_t access;
    bool echo, colour;
    char keys[64]; // typed, for scripts that read characters
    uint32_t key_at, key_count;
    char answer[MONITOR_ANSWER]; // to the last typed line
    size_t said, len;            // how much of it was sent
    bool waits, fine;            // for a joint; how the line ended
    uint8_t joint;
    int32_t until_ms;
    struct life_envelope from; // whoever waits
};

// A typed line, answered by messages (schema/pleo.clad); and what did not fit into the first of them.
void monitor_typed(struct pleo *p, const struct life_envelope *from, const char *line);
void monitor_more(struct pleo *p, const struct life_envelope *to);
void monitor_tick(struct pleo *p); // whether the joint that is waited for is there
bool monitor_do(struct pleo *p, const char *line, char *out, size_t room, bool typed);
