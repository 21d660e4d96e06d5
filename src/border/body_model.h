// The physical constants of each body: its measures, its motors and sensors. The world needs them to simulate
// and draw it, the brainstem to move it, the soul to know its limits. Accessories: border/accessories.h.
//
// Lengths are in metres in the robot's frame: x forward, y left, z up, the origin on the ground between the
// front wheels.
//
// Every row names the source of its numbers. Those marked "chosen" stand in no document that may be used;
// they are round on purpose.
#pragma once

#include "base/maths/geometry.h"
#include "schema/body.h"

struct motor_model {
    float counts_per_rad;  // of the joint; for a wheel of the wheel
    float speed_max_radps; // without load, at full duty
    float stall_nm;        // torque at full duty and no speed
    float low_rad, high_rad;
    bool two_channels; // an encoder with direction; otherwise the duty's sign gives it
    bool absolute;     // a potentiometer: its count is the angle, without calibration
};
struct imu_model {
    float mps2_per_count, radps_per_count;
    float at_m[3]; // in the body's axes with the head level
    bool in_head;  // it turns with the head
};
enum { BODY_EARS = 4 };

// What a body may have or lack. The makers' robots count as whole: their souls know them.
enum body_part {
    BODY_PART_WHEELS, // or legs: it moves along
    BODY_PART_HEAD,
    BODY_PART_LIFT,
    BODY_PART_DISPLAY,
    BODY_PART_LIGHTS,
    BODY_PART_SPEAKER,
    BODY_PART_MICROPHONES,
    BODY_PART_CAMERA,
    BODY_PART_CLIFFS,
    BODY_PART_RANGE,
    BODY_PART_TOUCH,
    BODY_PART_IMU,
    BODY_PART_BATTERY,
    BODY_PART_CHARGER,
    BODY_PART_CUBES, // a radio for them
    BODY_PARTS
};
#define BODY_HAS(part) (1u << BODY_PART_##part)
extern const char *const BODY_PART_NAMES[BODY_PARTS];
struct eye_model;

struct body_model {
    const char *creature; // "vector", "cozmo"
    struct motor_model motors[BODY_MOTOR_MAX];
    uint32_t motor_count;
    const char *const *motor_names; // for bodies with many motors; NULL: BODY_MOTOR_…
    struct imu_model imu;
    struct vec3 low_m, high_m; // the box of its trunk
    float wheel_radius_m, track_m;
    float rear_axle_m; // where it is along x; the front one is at 0
    float wheel_mps_max, turn_radps_max;
    float neck_m[3]; // the head's axis
    float lift_arm_m, lift_pivot_m[3];
    struct vec3 fork_m;            // the size of the bar with the hooks; zero: no lift
    struct vec3 ears_m[BODY_EARS]; // front right, front left, back right, back left; zero: none that is known
    struct vec3 mouth_m;           // the speaker
    struct vec3 pads_m;            // the charging contacts; zero: none
    float cliff_at_m[4][2];
    uint32_t cliff_count;
    float cliff_floor_counts; // the reading of an ordinary floor
    float range_at_m[3];
    bool has_range, has_touch;
    float battery_low_v, battery_full_v, battery_low_charging_v;
    uint32_t light_count;
    bool own_volume;             // its loudspeaker has a volume control; otherwise samples are scaled
    bool described;              // by whoever built it, in a file: no maker's tests of itself fit it
    uint32_t lacks;              // BODY_HAS(…) of parts that it does not have
    const struct eye_model *eye; // of a camera that is not the creature's; NULL: as the creature's
};

// How far the heads go down and up, in degrees, as published for each robot.
#define VECTOR_HEAD_LOW_DEG  (-22.0f)
#define VECTOR_HEAD_HIGH_DEG 45.0f
#define COZMO_HEAD_LOW_DEG   (-25.0f)
#define COZMO_HEAD_HIGH_DEG  44.5f

extern const struct body_model vector_model;
extern const struct body_model cozmo_model;
// Fourteen joints in the maker's order: shoulders and elbows, hips and knees, torso, tail, neck, head. Its
// soul reads pins itself, and the sensor values made from them (brainstem/raw.h).
extern const struct body_model pleo_model;
// Converts a reading of the inertial sensor to the body's axes and units. The sensor may sit in the head,
// which looks up by turning about minus y; the head's own turning is subtracted.
struct body_imu imu_level(const struct imu_model *imu, const struct body_imu_raw *raw, uint64_t now_us,
                          float head_rad, float head_radps);
// Converts between the height of the lift's hooks and the angle of its arm.
float body_lift_m(const struct body_model *model, float arm_rad);
float body_lift_rad(const struct body_model *model, float height_m); // clamped to the arm's range
// How far ahead its hooks reach when they are low.
float body_hooks_m(const struct body_model *model);
static inline bool body_model_has(const struct body_model *model, uint32_t parts) {
    return !(model->lacks & parts);
}
static inline bool body_model_rolls(const struct body_model *model) {
    return model->wheel_mps_max > 0; // otherwise it walks, or stands
}
// The motor's number, or -1.
int body_model_motor(const struct body_model *model, const char *name);
const struct body_model *body_model_find(const char *creature); // NULL: no such creature
const char *body_model_nearest(const char *wrong); // the creature that may be meant; NULL: none is near
