// The numbers of each body, which both towers know: the world to simulate it, the brainstem to move it, the soul to know its reach.
//
// Every row says where its numbers come from. Those marked "chosen" stand in no document that may be used; they are round on purpose.
#pragma once

#include "base/maths/maths.h"
#include "schema/body.h"

struct motor_model {
    float counts_per_rad;  // of the joint; for a wheel of the wheel
    float speed_max_radps; // without load, at full duty
    float stall_nm;        // torque at full duty and no speed
    float low_rad, high_rad;
    bool two_channels; // direction is measured; otherwise it is taken from the duty's sign
    bool absolute;     // a potentiometer: its count is the angle, and nobody has to find out
};
struct imu_model {
    float mps2_per_count, radps_per_count;
    float at_m[3]; // in the body's axes with the head level
    bool in_head;  // turns with the head
};
struct body_model {
    const char *creature; // "vector", "cozmo"
    struct motor_model motors[BODY_MOTOR_MAX];
    uint32_t motor_count;
    const char *const *motor_names; // of a creature with many; NULL: BODY_MOTOR_…
    struct imu_model imu;
    float wheel_radius_m, track_m;
    float wheel_mps_max, turn_radps_max;
    float neck_m[3]; // the head's axis
    float lift_arm_m, lift_pivot_m[3];
    float cliff_at_m[4][2];
    uint32_t cliff_count;
    float cliff_floor_counts; // what an ordinary floor reads
    float range_at_m[3];
    bool has_range, has_touch;
    float battery_low_v, battery_full_v, battery_low_charging_v;
    uint32_t light_count;
    bool own_volume; // its loudspeaker has a volume that can be set; else samples are made quieter
};

// How far the heads go down and up, in degrees; published for each robot.
#define VECTOR_HEAD_LOW_DEG  (-22.0f)
#define VECTOR_HEAD_HIGH_DEG 45.0f
#define COZMO_HEAD_LOW_DEG   (-25.0f)
#define COZMO_HEAD_HIGH_DEG  44.5f

extern const struct body_model vector_model;
extern const struct body_model cozmo_model;
// Fourteen joints in the order of its maker: shoulders and elbows, hips and knees, torso, tail, neck, head. Its mind reads pins itself, and
// what its sensors say of them (brainstem/raw.h).
extern const struct body_model pleo_model;
// A reading of the inertial sensor in the body's axes and units: the head, which carries it, looks up by turning about minus y, and its
// own turning is not the body's.
struct body_imu imu_level(const struct imu_model *imu, const struct body_imu_raw *raw, uint64_t now_us,
                          float head_rad, float head_radps);
// Between the height of the lift's hooks and the angle of its arm.
float body_lift_m(const struct body_model *model, float arm_rad);
float body_lift_rad(const struct body_model *model, float height_m); // as far as the arm goes
static inline bool body_model_rolls(const struct body_model *model) {
    return model->wheel_mps_max > 0; // else it walks, or stands
}
// The motor's number, or -1.
int body_model_motor(const struct body_model *model, const char *name);
const struct body_model *body_model_find(const char *creature); // NULL: none is called so
const char *body_model_nearest(const char *wrong); // the creature that may be meant; NULL: none is near
