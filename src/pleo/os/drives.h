// Drives and behaviours: what he wants most, and which script sees to it.
//
//     drive_add(p, "hunger", low, high, interval_ms, false); // calls hunger_init in the main machine
//     behavior_add(p, "hunger", script, interval_ms);
//     drives_tick(p);
//
// Every interval a drive's NAME_eval gives its value; the highest wins (of equals the one that has it, then
// the first). NAME_deactivate and NAME_activate tell of a change. The winner's behaviours are valued by
// NAME_behavior_eval(script), and the best one runs in the aux machine.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct pleo;
enum { DRIVES = 16, BEHAVIORS = 64, DRIVE_NAME = 24 };
struct drive {
    char name[DRIVE_NAME];
    bool emotion; // valued like a drive, and never wins (chosen)
    int32_t value, low, high, interval_ms;
    int64_t due_ms;
};
struct behavior {
    uint16_t script;
    uint8_t drive;
    int32_t value, interval_ms;
    int64_t due_ms;
};
struct drives {
    struct drive at[DRIVES];
    struct behavior behaviors[BEHAVIORS];
    uint32_t count, behavior_count;
    int active; // -1: none
};

void drives_start(struct pleo *p);
void drives_tick(struct pleo *p);
void drives_end(struct pleo *p);                        // NAME_exit of each
int drive_find(const struct pleo *p, const char *name); // -1: none
bool drive_add(struct pleo *p, const char *name, int32_t low, int32_t high, int32_t interval, bool emotion);
bool behavior_add(struct pleo *p, const char *drive, int32_t script, int32_t interval);
bool behavior_set(struct pleo *p, const char *drive, int32_t script, int32_t value);
bool drives_save(struct pleo *p, const char *path); // names and values
bool drives_load(struct pleo *p, const char *path);
