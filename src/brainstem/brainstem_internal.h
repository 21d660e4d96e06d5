// Shared by the parts of the brainstem; private to them.
#pragma once

#include "brainstem/attitude.h"
#include "brainstem/brainstem.h"
#include "brainstem/brink.h"
#include "brainstem/calibrate.h"
#include "brainstem/cliff.h"
#include "brainstem/debounce.h"
#include "brainstem/path.h"
#include "brainstem/place.h"
#include "brainstem/power.h"
#include "brainstem/servo.h"

enum { STEM_ACKS = 16, STEM_IMUS = 16 };

// A turn in place that a command asked for.
struct stem_turn {
    struct path path; // one segment
    uint16_t heard;
    bool running;
};

struct brainstem {
    struct brainstem_config config;
    const struct body_model *model;
    uint64_t time_us;
    uint32_t number;
    bool awake; // the first pins have come
    struct body_pins pins;
    struct body_command last;

    struct servo servos[BODY_MOTOR_MAX];
    struct calibrate calibrate[BODY_MOTOR_MAX];
    struct body_joint_target waiting[BODY_MOTOR_MAX]; // received while the joint was being calibrated
    bool waits[BODY_MOTOR_MAX];
    uint16_t heard[BODY_MOTOR_MAX]; // the last tag each joint received
    bool told_place[BODY_MOTOR_MAX];

    struct place place;
    struct path path;
    struct stem_turn turn;
    struct attitude attitude;
    struct gyro gyro;
    struct cliff cliff;
    struct brink brink;
    struct power power;
    struct debounce button;
    struct stem_config knobs;
    struct body_range_raw range; // the newest, until it is reported
    bool has_range;
    bool stop_on_cliff, lost, poked, was_picked_up, was_falling;
    bool bumped, head_turned, lift_turned; // since the last report
    bool dozes;                            // the encoders are off
    uint8_t defect;                        // as it was set

    struct body_ack acks[STEM_ACKS];
    uint32_t ack_count;
    struct body_imu imu[STEM_IMUS];
    uint32_t imu_count;
};

void stem_ack(struct brainstem *stem, enum body_ack_kind kind, uint8_t which, uint16_t tag);
// accel 0: as fast as it can
void stem_wheels(struct brainstem *stem, float left_mps, float right_mps, float accel_mps2);
void stem_stop_path(struct brainstem *stem); // if one is running; reports that it was cancelled
void stem_aim(struct brainstem *stem, const struct body_joint_target *target);
void stem_calibrate(struct brainstem *stem, uint8_t joint);
