// The raw sensors of a Pleo rb, by their published numbers, computed from its pins.
//
//     struct raw raw;  raw_init(&raw, &pleo_model);
//     raw_step(&raw, &pins, dt_s);                              // every body step
//     value = raw.values[RAW_TILT];                             // always within its row's range
//     const struct raw_row *row = raw_row(RAW_TILT);            // name, range
//
// Some are more than a reading: blows, throws and swings, changes of light and sound, shaking, tilt. Their
// thresholds and windows stand in no document; our choices are at the top of the source file. What is derived
// from these values (edges, petting, being picked up …) belongs to the soul.
//
// Infrared comes as frames. A frame whose bytes are followed by their complements is a remote control's key.
// Any other with 8 to 32 bits is a beacon, and its lowest byte is the sender's id. If the pins lack the head
// board, the last values of the head stay. Plain data, owned by the caller; nothing can fail.
#pragma once

#include "border/body_model.h"

enum raw_id {
    RAW_HIT,
    RAW_NTC,
    RAW_BATTERY,
    RAW_IR,
    RAW_IR_ACTIVITY,
    RAW_RFID,
    RAW_HEAD,
    RAW_CHIN,
    RAW_CHEEK_LEFT,
    RAW_CHEEK_RIGHT,
    RAW_BACK,
    RAW_BACK2,
    RAW_LEFT_LEG,
    RAW_RIGHT_LEG,
    RAW_LEFT_ARM,
    RAW_RIGHT_ARM,
    RAW_RUMP,
    RAW_RUMP2,
    RAW_FRONT_LEFT,
    RAW_FRONT_RIGHT,
    RAW_BACK_LEFT,
    RAW_BACK_RIGHT,
    RAW_CARD,
    RAW_ULTRASONIC,
    RAW_LIGHT = 25,
    RAW_OBJECT = 27,
    RAW_MOUTH,
    RAW_VOICE, // recognised commands: set by the speech recogniser
    RAW_SOUND_DIRECTION,
    RAW_LIGHT_CHANGE,
    RAW_LOUD,
    RAW_TILT,
    RAW_TERMINAL, // characters of a line, for the monitor
    RAW_POWER,
    RAW_USB,
    RAW_WAKEUP,
    RAW_BATTERY_TEMPERATURE,
    RAW_NOON,
    RAW_SHAKE,
    RAW_LOUD_CHANGE,
    RAW_BEACON,
    RAW_CURRENT,
    RAW_PACKET, // length of a packet, for the head link
    RAW_COUNT
};
enum raw_tilt { TILT_NONE, TILT_FEET, TILT_LEFT, TILT_RIGHT, TILT_NOSE, TILT_TAIL, TILT_BACK };
enum raw_hit { HIT_NONE, HIT_DROP, HIT_DROP_LEFT, HIT_DROP_RIGHT, HIT_THROWN, HIT_SWING, HIT_MICROPHONE };

struct raw_row {
    const char *name; // NULL: no sensor has this number
    int low, high, rest;
};
const struct raw_row *raw_row(unsigned id); // NULL: no such row

enum { RAW_KEYS = 4 };
struct raw {
    const struct body_model *model;
    int values[RAW_COUNT];
    // Received by infrared in this step.
    uint16_t keys[RAW_KEYS]; // of remote controls: address and command
    struct body_infrared beacons[RAW_KEYS];
    uint8_t key_count, beacon_count;
    // Internal state.
    float battery_v, light_mean, loud_mean, shake, free_s, hold_s, knock_s, up_mps;
    uint8_t knock_before;
    float up[3];
    uint8_t tilt_next;
    float tilt_s, swing_rad, swing_s;
    float silent_s;    // since the head board reported
    bool ready, heard; // heard: it has reported
};
void raw_init(struct raw *raw, const struct body_model *model);
void raw_step(struct raw *raw, const struct body_pins *pins, float dt_s);
