// His joints in the units scripts count in, and who moves them.
//
//     joint_go(p, JOINT_HEAD, -30, 120, 0);            // degrees, degrees a second; or a duration in seconds
//     float deg = joint_deg(p, JOINT_NECK_VERTICAL);
//     int32_t value = joint_from_deg(p, joint, deg, UNIT_VR);
//
// Names, order and ranges are published. Raw voltage and motor units are 0 … 255 over a joint's range
// (chosen). A joint that a script has taken (joint_control) does not follow motions.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct pleo;
enum joint_id {
    JOINT_RIGHT_SHOULDER,
    JOINT_RIGHT_ELBOW,
    JOINT_LEFT_SHOULDER,
    JOINT_LEFT_ELBOW,
    JOINT_LEFT_HIP,
    JOINT_LEFT_KNEE,
    JOINT_RIGHT_HIP,
    JOINT_RIGHT_KNEE,
    JOINT_TORSO,
    JOINT_TAIL_HORIZONTAL,
    JOINT_TAIL_VERTICAL,
    JOINT_NECK_HORIZONTAL,
    JOINT_NECK_VERTICAL,
    JOINT_HEAD,
    JOINTS
};
enum joint_unit { UNIT_DEGREES, UNIT_VR, UNIT_MOTOR };
enum joint_attribute {
    JA_NONE,
    JA_STATUS,
    JA_POSITION,
    JA_PWM,
    JA_LOAD,
    JA_SPEED,
    JA_TIME,
    JA_SETPOINT,
    JA_DEADBAND,
    JA_THRESHOLD
};
enum joint_status { JS_IDLE, JS_RUNNING, JS_STOPPED, JS_CANNOT_START, JS_STALLED, JS_SLOW, JS_DISPLACED = 9 };

struct joint {
    int32_t min, neutral, max, offset; // degrees
    bool scripts;                      // they own it
    bool told, going;
    float target_deg;
    int32_t began_ms, due_ms, deadband, threshold;
    uint8_t status;
};
struct joints {
    struct joint at[JOINTS];
    bool stall_detection;
    uint16_t tag;
    float seen[JOINTS]; // degrees, in the last tick
};

void joints_start(struct pleo *p);
void joints_tick(struct pleo *p);       // before the scripts' turn
const char *joint_name(int joint);      // NULL: none
int joint_of_letters(uint16_t letters); // as motions name them; -1: none
float joint_deg(const struct pleo *p, int joint);
int32_t joint_from_deg(const struct pleo *p, int joint, float deg, enum joint_unit unit);
float joint_to_deg(const struct pleo *p, int joint, int32_t value, enum joint_unit unit);
void joint_go(struct pleo *p, int joint, float deg, float dps, float seconds);
bool joint_moving(const struct pleo *p, int joint);
bool joint_bent(const struct pleo *p, int joint, float deg); // by somebody
int32_t joint_get(const struct pleo *p, int joint, enum joint_attribute what);
