// The monitor: a shell of lines, on his serial port and for scripts.
//
//     bool fine = monitor_do(p, "property set 29 0", out, sizeof out, typed);
//
// One table has the commands, what they take and which access they need. Words are not case sensitive. Typed
// lines also trigger the sensor of the terminal. What he answers has lines, the last one without an end.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pleo;
enum { MONITOR_LINE = 256, MONITOR_WORDS = 8 };
enum monitor_access { ACCESS_LOOK, ACCESS_USE, ACCESS_SERVICE }; // see; move and play; all
struct monitor {
    uint8_t access;
    bool echo, colour;
    char keys[64]; // typed, for scripts that read characters
    uint32_t key_at, key_count;
};

bool monitor_do(struct pleo *p, const char *line, char *out, size_t room, bool typed);
