#include "act/motion.h"

static const struct {
    const char *name;
    size_t asked, at;
    float usual;
    bool turns; // a turn's; otherwise a way's
    bool accel;
} ROWS[] = {
#define ROW(name, usual, turns, accel)                                                                       \
    {                                                                                                        \
#name, offsetof(struct life_motion_profile, name), offsetof(struct motion_profile, PLACE(name)),     \
            usual, turns, accel                                                                              \
    }
#define PLACE(name) speeds.name
    ROW(speed_mps, 0.100f, false, false),      ROW(accel_mps2, 0.200f, false, true),
    ROW(decel_mps2, 0.500f, false, true),      ROW(turn_radps, 2, true, false),
    ROW(reverse_mps, 0.080f, false, false),    ROW(turn_accel_radps2, 10, true, true),
    ROW(turn_decel_radps2, 10, true, true),
#undef PLACE
#define PLACE(name) name
    ROW(dock_mps, 0.060f, false, false),       ROW(dock_accel_mps2, 0.200f, false, true),
    ROW(dock_decel_mps2, 0.500f, false, true),
#undef PLACE
#undef ROW
};
enum { ROWS_COUNT = sizeof ROWS / sizeof *ROWS };

static float *number_of(struct motion_profile *profile, int row) {
    return (float *)(void *)((char *)profile + ROWS[row].at);
}

static float no_faster(const struct body_model *model, int row, float value) {
    if (ROWS[row].accel) return m_min(value, 1000);
    return m_min(value, ROWS[row].turns ? model->turn_radps_max : model->wheel_mps_max);
}

struct motion_profile motion_usual(const struct body_model *model) {
    struct motion_profile profile = {0};
    for (int i = 0; i < ROWS_COUNT; i++) *number_of(&profile, i) = no_faster(model, i, ROWS[i].usual);
    return profile;
}

enum err motion_profile_read(struct motion_profile *profile, const struct life_motion_profile *asked,
                             const struct body_model *model, struct fault *fault) {
    struct motion_profile read = motion_usual(model);
    read.custom = asked->custom;
    for (int i = 0; i < ROWS_COUNT; i++) {
        float value = *(const float *)(const void *)((const char *)asked + ROWS[i].asked);
        if (!m_finite(value) || value < 0)
            return fault_set(fault, ERR_RANGE, "%s must be a number that is not below 0", ROWS[i].name);
        if (asked->custom && value > 0) *number_of(&read, i) = no_faster(model, i, value);
    }
    *profile = read;
    return ERR_NONE;
}

struct nav_speeds motion_docking(const struct motion_profile *p) {
    struct nav_speeds speeds = p->speeds;
    speeds.speed_mps = speeds.reverse_mps = p->dock_mps;
    speeds.accel_mps2 = p->dock_accel_mps2;
    speeds.decel_mps2 = p->dock_decel_mps2;
    return speeds;
}
