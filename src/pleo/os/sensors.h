// His sensors as scripts know them: what they read, when they trigger, and what can be set of each.
//
//     sensors_tick(p);                              // what his body has told, then what is derived from it
//     sensor_set(p, SENSOR_TAP, id, p->ms);         // a value that triggers by its rule
//     sensor_fire(p, SENSOR_TIMER, value, p->ms);   // triggers whatever its rule says
//     sensor_seen(p, id);                           // a script has seen to it
//
// Every sensor is a row of a table: number, name, range, rule. Raw ones have the published numbers of
// brainstem/raw.h, derived ones begin at 101.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pleo;
enum { SENSORS = 130, SENSOR_DERIVED = 101, SENSOR_DATA = 400, SENSOR_LINES = 16 };
enum sensor_id { // published numbers of those that code names
    SENSOR_HIT = 0,
    SENSOR_BATTERY = 2,
    SENSOR_IR = 3,
    SENSOR_RFID = 5,
    SENSOR_HEAD = 6,
    SENSOR_BACK = 10,
    SENSOR_BACK2 = 11,
    SENSOR_ARSE = 16,
    SENSOR_ARSE2 = 17,
    SENSOR_FOOT_FIRST = 18,
    SENSOR_FOOT_LAST = 21,
    SENSOR_CARD = 22,
    SENSOR_LIGHT = 25,
    SENSOR_OBJECT = 27,
    SENSOR_VOICE = 29,
    SENSOR_LOUD = 32,
    SENSOR_TILT = 33,
    SENSOR_TERMINAL = 34,
    SENSOR_POWER = 35,
    SENSOR_BATTERY_TEMPERATURE = 38,
    SENSOR_SHAKE = 40,
    SENSOR_BEACON = 42,
    SENSOR_PACKET = 44,
    SENSOR_EDGE_FRONT = 101,
    SENSOR_EDGE_LEFT,
    SENSOR_EDGE_RIGHT,
    SENSOR_OBJECT_FRONT,
    SENSOR_OBJECT_LEFT,
    SENSOR_OBJECT_RIGHT,
    SENSOR_TAP,
    SENSOR_HOLD,
    SENSOR_RELEASE,
    SENSOR_PETTED,
    SENSOR_ABUSE,
    SENSOR_PICKED_UP,
    SENSOR_TRACKABLE,
    SENSOR_COLOR_CODE = 118,
    SENSOR_EDGES = 119,
    SENSOR_TOUCHES = 120,
    SENSOR_STUCK = 122,
    SENSOR_UNSTUCK,
    SENSOR_TIMER,
    SENSOR_MSG_RECEIVED,
    SENSOR_MSG_GONE,
    SENSOR_PLOG = 128
};
enum sensor_rule {
    RULE_NEVER,
    RULE_EDGE,   // every change
    RULE_EVENT,  // a value that is not 0
    RULE_STEP,   // by `low` since it triggered last
    RULE_CROSS,  // passes `low` or `high`, in either direction
    RULE_BEYOND, // comes over `high` or under `low`
    RULE_BAND,   // from below `low` to above `high`, or back
    RULE_DATA,   // when data arrive
    RULE_BUNDLE, // switches others
};
struct sensor_row {
    const char *name; // NULL: no sensor has this number
    int32_t from, to;
    enum sensor_rule rule;
    int32_t low, high;
};
struct sensor {
    int32_t value, told; // told: when it triggered last
    int32_t low, high;   // trigger levels
    bool enabled, calls, triggered, above;
    uint8_t priority;
    int32_t last_ms;
    uint32_t count;
};
struct line {
    uint16_t len;
    char bytes[80];
};
struct touch_state {
    int32_t since_ms;
    bool held;
};
struct edge_state { // edges and objects: a state lasts for a while before it is told
    bool is, next;
    int32_t since_ms;
};
struct sensors {
    struct sensor at[SENSORS];
    struct line infrared[SENSOR_LINES], terminal;
    uint32_t line_at, line_count;
    uint8_t packet[SENSOR_DATA];
    uint16_t packet_len;
    uint32_t packet_filter;
    int32_t timer_ms, timer_due, timer_last;
    // Derived.
    struct touch_state touch[18];
    uint8_t strokes[8], stroke_count;
    int32_t stroke_ms, petted_ms;
    bool petted;
    struct edge_state edges[3], objects[3], lifted, abused;
    int32_t edge_parms[8]; // set_object_edge_parms, in its order
    uint16_t stuck;
    int32_t stuck_ms[14], stuck_limit;
    int32_t mean_sound, mean_light, sound_factor, light_factor, sound_trigger,
        light_trigger; // ambient levels, of 256
};

const struct sensor_row *sensor_row(int id); // NULL: none
void sensors_start(struct pleo *p);
void sensors_tick(struct pleo *p);
void sensors_derive(struct pleo *p); // derived.c
void sensor_set(struct pleo *p, int id, int32_t value, int32_t ms);
void sensor_fire(struct pleo *p, int id, int32_t value, int32_t ms);
void sensor_seen(struct pleo *p, int id);
void sensor_enable(struct pleo *p, int id, bool on);
void timer_set(struct pleo *p, int32_t interval_ms); // 0: off
void sensors_touched(struct pleo *p, int id, bool down, int32_t ms);
void sensors_line(struct pleo *p, const char *text, size_t len);       // on the monitor
void sensors_packet(struct pleo *p, const uint8_t *bytes, size_t len); // from the head
int32_t sensor_data_size(const struct pleo *p, int id);
// Takes what waits; the bytes written. Beacons: peers.h.
size_t sensor_data(struct pleo *p, int id, uint8_t *out, size_t room);
int sensor_outside(const struct pleo *p, int id); // as scripts count; -1: they have no number for it
int sensor_inside(const struct pleo *p, int32_t id);
