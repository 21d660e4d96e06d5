#include "border/body_model.h"

#include "base/maths/geometry.h"
#include "base/text.h"

#include <string.h>

#define DEG (M_PI_F / 180.0f)

// A number without a word to the contrary is published: in Vector's reference or SDK (Apache-2.0), in PyCozmo
// (MIT). "Chosen" ones are round.
//
// Wheels: 29 mm across (Cozmo's chosen alike). Counts: chosen so that one count is about a tenth of a
// millimetre. Top speed 220 mm/s (Vector), 200 mm/s (Cozmo); without load 15 % faster, and a stall torque of
// 0.02 Nm: chosen.
#define WHEEL(mps)                                                                                           \
    {                                                                                                        \
        .counts_per_rad = 150, .speed_max_radps = (mps) / 0.0145f * 1.15f, .stall_nm = 0.02f,                \
        .low_rad = -1e9f, .high_rad = 1e9f                                                                   \
    }
// Lift: 32 … 92 mm with an arm of 66 mm on a pivot 45 mm high. Counts, free speed and torque are chosen.
#define LIFT                                                                                                 \
    {                                                                                                        \
        .counts_per_rad = 1000, .speed_max_radps = 10, .stall_nm = 0.15f, .low_rad = -11.36f * DEG,          \
        .high_rad = 45.41f * DEG, .two_channels = true                                                       \
    }
// Head: range as published for each. Counts, free speed and torque are chosen.
#define HEAD(low, high)                                                                                      \
    {                                                                                                        \
        .counts_per_rad = 1000, .speed_max_radps = 15, .stall_nm = 0.05f, .low_rad = (low)*DEG,              \
        .high_rad = (high)*DEG, .two_channels = true                                                         \
    }
// Inertial sensor: counts as of a common part at ±2 g and ±500 °/s (chosen); 10 mm above the neck joint
// (chosen).
#define IMU                                                                                                  \
    {                                                                                                        \
        .mps2_per_count = 9.81f / 16384, .radps_per_count = DEG * 500 / 32768, .at_m = {0, 0, 0.010f},       \
        .in_head = true                                                                                      \
    }

// Vector and Cozmo share their geometry. Trunk, rear axle and fork: chosen, as are the speaker and the
// charging contacts below the back, where only backing in connects.
#define TWINS                                                                                                \
    .low_m = {-0.068f, -0.030f, 0.012f}, .high_m = {0.018f, 0.030f, 0.070f}, .rear_axle_m = -0.045f,         \
    .fork_m = {0.006f, 0.050f, 0.010f}, .mouth_m = {0.010f, 0, 0.050f}, .pads_m = {-0.060f, 0, 0.012f}

const char *const BODY_PART_NAMES[BODY_PARTS] = {"wheels",  "head",        "lift",    "display", "lights",
                                                 "speaker", "microphones", "camera",  "cliffs",  "range",
                                                 "touch",   "imu",         "battery", "charger", "cubes"};

const struct body_model vector_model = {
    .creature = "vector",
    .motors = {WHEEL(0.220f), WHEEL(0.220f), LIFT, HEAD(VECTOR_HEAD_LOW_DEG, VECTOR_HEAD_HIGH_DEG)},
    .motor_count = 4,
    .imu = IMU,
    TWINS,
    // The backpack's microphones: a rectangle 20 mm long and 30 mm wide (chosen).
    .ears_m = {{-0.030f, -0.015f, 0.068f},
               {-0.030f, 0.015f, 0.068f},
               {-0.050f, -0.015f, 0.068f},
               {-0.050f, 0.015f, 0.068f}},
    .wheel_radius_m = 0.0145f,
    .track_m = 0.046f,
    .wheel_mps_max = 0.220f,
    .turn_radps_max = 300 * DEG,
    .neck_m = {-0.013f, 0, 0.049f}, // published for Cozmo, whose head it has
    .lift_arm_m = 0.066f,
    .lift_pivot_m = {-0.037f, 0, 0.045f}, // of the SDK's viewer
    .cliff_at_m = {{0.018f, 0.0235f}, {0.018f, -0.0235f}, {-0.048f, 0.0235f}, {-0.048f, -0.0235f}}, // chosen
    .cliff_count = 4,
    .cliff_floor_counts = 400,         // chosen
    .range_at_m = {0.012f, 0, 0.018f}, // chosen
    .has_range = true,
    .has_touch = true,
    .battery_low_v = 3.6f, // published, as are the next two
    .battery_full_v = 4.1f,
    .battery_low_charging_v = 4.0f,
    .light_count = 4,
};

const struct body_model cozmo_model = {
    .creature = "cozmo",
    .motors = {WHEEL(0.200f), WHEEL(0.200f), LIFT, HEAD(COZMO_HEAD_LOW_DEG, COZMO_HEAD_HIGH_DEG)},
    .motor_count = 4,
    .imu = IMU,
    TWINS,
    .wheel_radius_m = 0.0145f,
    .track_m = 0.045f,
    .wheel_mps_max = 0.200f,
    .turn_radps_max = 300 * DEG, // chosen, as its kin's
    .neck_m = {-0.013f, 0, 0.049f},
    .lift_arm_m = 0.066f,
    .lift_pivot_m = {-0.037f, 0, 0.045f}, // height published, place as its kin's
    .cliff_at_m = {{0.018f, 0}},          // chosen
    .cliff_count = 1,
    .cliff_floor_counts = 400, // chosen
    .battery_low_v = 3.6f,     // as its kin's, as are the next two
    .battery_full_v = 4.1f,
    .battery_low_charging_v = 4.0f,
    .light_count = 5,
    .own_volume = true,
};

// Ranges and speeds as measured on a first Pleo; where no speed was, 40 degrees a second. Counts (of a
// potentiometer) and torques are chosen.
#define JOINT(low, high, speed, nm)                                                                          \
    {                                                                                                        \
        .counts_per_rad = 326, .speed_max_radps = (speed)*DEG, .stall_nm = nm, .low_rad = (low)*DEG,         \
        .high_rad = (high)*DEG, .two_channels = true, .absolute = true                                       \
    }
static const char *const PLEO_JOINTS[] = {
    "right_shoulder", "right_elbow",     "left_shoulder", "left_elbow", "left_hip",
    "left_knee",      "right_hip",       "right_knee",    "torso",      "tail_horizontal",
    "tail_vertical",  "neck_horizontal", "neck_vertical", "head"};
const struct body_model pleo_model = {
    .creature = "pleo",
    .motors = {JOINT(-30, 55, 30, 1.5f), JOINT(0, 90, 70, 0.8f), JOINT(-30, 55, 30, 1.5f),
               JOINT(0, 90, 70, 0.8f), JOINT(-45, 40, 40, 1.5f), JOINT(-70, 0, 50, 0.8f),
               JOINT(-45, 40, 40, 1.5f), JOINT(-70, 0, 50, 0.8f), JOINT(-15, 15, 20, 0.8f),
               JOINT(-90, 90, 200, 0.1f), JOINT(-90, 90, 200, 0.1f), JOINT(-65, 55, 40, 0.3f),
               JOINT(-75, 75, 40, 0.3f), JOINT(-80, 85, 220, 0.1f)},
    .motor_count = 14,
    .motor_names = PLEO_JOINTS,
    .imu = {.mps2_per_count = 9.81f / 16384, .radps_per_count = DEG * 500 / 32768, .at_m = {0, 0, 0.12f}},
    .low_m = {-0.110f, -0.045f, 0.080f}, // chosen, as is the rest of its shape (world/shape/limb.c)
    .high_m = {0.130f, 0.045f, 0.180f},
    .mouth_m = {0.150f, 0, 0.200f},
    .ears_m = {{0.120f, -0.030f, 0.210f}, {0.120f, 0.030f, 0.210f}}, // chosen
    .wheel_radius_m = 0.02f,                                         // it has none; nobody divides by zero
    .track_m = 0.11f,
    .battery_low_v = 3.6f, // chosen, as are the next two and where its inertial sensor sits
    .battery_full_v = 4.1f,
    .battery_low_charging_v = 4.0f,
};

struct body_imu imu_level(const struct imu_model *m, const struct body_imu_raw *raw, uint64_t now_us,
                          float head_rad, float head_radps) {
    struct quat back = quat_about(vec3(0, 1, 0), m->in_head ? -head_rad : 0);
    struct vec3 a = vec3_scale(vec3(raw->accel[0], raw->accel[1], raw->accel[2]), m->mps2_per_count);
    struct vec3 g = vec3_scale(vec3(raw->gyro[0], raw->gyro[1], raw->gyro[2]), m->radps_per_count);
    a = quat_apply(back, a);
    g = quat_apply(back, g);
    if (m->in_head) g.y += head_radps;
    return (struct body_imu){now_us - raw->age_us, {a.x, a.y, a.z}, {g.x, g.y, g.z}};
}

float body_lift_m(const struct body_model *m, float arm_rad) {
    return m->lift_pivot_m[2] + m->lift_arm_m * m_sin(arm_rad);
}

float body_lift_rad(const struct body_model *m, float height_m) {
    if (m->lift_arm_m <= 0) return 0;
    float rad = m_asin(m_clamp((height_m - m->lift_pivot_m[2]) / m->lift_arm_m, -1, 1));
    return m_clamp(rad, m->motors[BODY_MOTOR_LIFT].low_rad, m->motors[BODY_MOTOR_LIFT].high_rad);
}

float body_hooks_m(const struct body_model *m) {
    return m->lift_pivot_m[0] + m->lift_arm_m * m_cos(m->motors[BODY_MOTOR_LIFT].low_rad) + m->fork_m.x;
}

int body_model_motor(const struct body_model *model, const char *name) {
    for (uint32_t i = 0; model->motor_names && i < model->motor_count; i++)
        if (!strcmp(model->motor_names[i], name)) return (int)i;
    return -1;
}

static const struct body_model *const ALL[] = {&vector_model, &cozmo_model, &pleo_model};
enum { MODELS = sizeof ALL / sizeof *ALL };

const struct body_model *body_model_find(const char *creature) {
    for (size_t i = 0; i < MODELS; i++)
        if (!strcmp(ALL[i]->creature, creature)) return ALL[i];
    return NULL;
}

const char *body_model_nearest(const char *wrong) {
    const char *names[MODELS];
    for (size_t i = 0; i < MODELS; i++) names[i] = ALL[i]->creature;
    return text_nearest(wrong, names, MODELS);
}
