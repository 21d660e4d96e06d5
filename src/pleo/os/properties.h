// His properties: numbers by id, some that leak by themselves, some whose changes are reported.
//
//     property_put(p, PROPERTY_SOUND, id);             // gives the value before
//     value = property_value(p, id);                   // -1: there is no such property
//     properties_tick(p);                              // leaks and reports
//     properties_save(p, "a:life.prp"), properties_load(p, …)
//
// There is room for 224: the published ones, and those that applications name. The file is text: a line
// `pleo properties 1`, then a line `ID VALUE` each, then `end`; what is not whole is not loaded.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pleo;
enum { PROPERTIES = 224, LEAKS = 32, REPORTERS = 4, PROPERTY_MOST = 0x3fffffff, PROPERTY_ERROR = -1 };
enum property { // published numbers of those that LifeOS itself uses
    PROPERTY_COMMAND = 9,
    PROPERTY_COMMAND_STATUS = 10,
    PROPERTY_MOTION = 13,
    PROPERTY_COMMAND_PENDING = 14,
    PROPERTY_BEHAVIOR_STATUS = 15,
    PROPERTY_PLATFORM = 20,
    PROPERTY_BEHAVIOR = 21,
    PROPERTY_SOUND = 29,
    PROPERTY_DRIVE = 30,
    PROPERTY_MOTION_TIME = 31,
    PROPERTY_TRACK_WEIGHT = 32,
    PROPERTY_HOLD_FLAGS = 33,
    PROPERTY_IMAGE = 34,
    PROPERTY_TRACK_DISTANCE = 35,
    PROPERTY_TRACK_MOVE = 36,
    PROPERTY_P2P_TIMEOUT = 37,
    PROPERTY_SYSTEM = 38, // how many have names of the system
};

struct leak {
    bool used;
    uint16_t id;
    int32_t delta, interval_ms, low, high;
    int64_t due_ms;
};
struct reporter {
    bool used;
    uint16_t id;
    int32_t change, trigger, told, last;
};
struct properties {
    uint16_t ids[PROPERTIES]; // sorted
    int32_t values[PROPERTIES];
    uint32_t count;
    struct leak leaks[LEAKS];
    struct reporter reporters[REPORTERS];
    bool leaking, reporting;
};

void properties_start(struct pleo *p);
void properties_tick(struct pleo *p);
int32_t property_value(const struct pleo *p, int32_t id);
int32_t property_put(struct pleo *p, int32_t id, int32_t value);
bool property_leak(struct pleo *p, int32_t id, int32_t delta, int32_t interval, int32_t high, int32_t low);
bool property_report(struct pleo *p, int32_t id, int32_t change, int32_t trigger);
bool properties_save(struct pleo *p, const char *path);
bool properties_load(struct pleo *p, const char *path);
// The file as text: ERR_SYNTAX, ERR_SHORT, ERR_RANGE, ERR_LIMIT with its line; nothing is changed then.
enum err properties_read(struct properties *out, const char *text, size_t len, struct fault *fault);
const char *property_name(struct pleo *p, uint16_t id, char out[40]);
