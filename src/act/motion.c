#include "act/motion.h"

#define NEAR_M   0.003f // there: no line is drawn for less
#define TURN_OFF (2 * M_PI_F / 180)

static const struct {
    const char *name;
    size_t asked, at;
    float usual;
    bool turns; // a turn's; otherwise a way's
    bool accel;
} ROWS[] = {
#define ROW(name, usual, turns, accel)                                                                       \
    {                                                                                                        \
#name, offsetof(struct life_motion_profile, name), offsetof(struct motion_profile, name), usual,     \
            turns, accel                                                                                     \
    }
    ROW(speed_mps, 0.100f, false, false),      ROW(accel_mps2, 0.200f, false, true),
    ROW(decel_mps2, 0.500f, false, true),      ROW(turn_radps, 2, true, false),
    ROW(turn_accel_radps2, 10, true, true),    ROW(turn_decel_radps2, 10, true, true),
    ROW(dock_mps, 0.060f, false, false),       ROW(dock_accel_mps2, 0.200f, false, true),
    ROW(dock_decel_mps2, 0.500f, false, true), ROW(reverse_mps, 0.080f, false, false),
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

// A trapezoid, or a triangle where there is no room for one.
static float seconds_for(float way, float speed, float accel, float decel) {
    float ramps = speed * speed / (2 * accel) + speed * speed / (2 * decel);
    if (way >= ramps) return (way - ramps) / speed + speed / accel + speed / decel;
    float top = m_sqrt(2 * way * accel * decel / (accel + decel));
    return top / accel + top / decel;
}

float motion_turn_seconds(const struct motion_profile *p, float angle, float radps) {
    return seconds_for(m_abs(angle), m_max(m_abs(radps), 0.05f), p->turn_accel_radps2, p->turn_decel_radps2);
}

static void add_line(struct motion_way *way, const struct motion_profile *p, struct vec2 from, struct vec2 to,
                     float speed) {
    way->segments[way->count++] = (struct body_segment){.kind = BODY_SEGMENT_KIND_LINE,
                                                        .from_x_m = from.x,
                                                        .from_y_m = from.y,
                                                        .to_x_m = to.x,
                                                        .to_y_m = to.y,
                                                        .speed = speed,
                                                        .accel = p->accel_mps2,
                                                        .decel = p->decel_mps2};
    way->seconds += seconds_for(vec2_length(vec2_sub(to, from)), m_abs(speed), p->accel_mps2, p->decel_mps2);
}

static void add_turn(struct motion_way *way, const struct motion_profile *p, struct vec2 at, float from,
                     float to) {
    way->segments[way->count++] = (struct body_segment){.kind = BODY_SEGMENT_KIND_POINT_TURN,
                                                        .from_x_m = at.x,
                                                        .from_y_m = at.y,
                                                        .to_x_m = at.x,
                                                        .to_y_m = at.y,
                                                        .angle_rad = to,
                                                        .tolerance_rad = TURN_OFF,
                                                        .speed = p->turn_radps,
                                                        .accel = p->turn_accel_radps2,
                                                        .decel = p->turn_decel_radps2,
                                                        .shortest = true};
    way->seconds += motion_turn_seconds(p, angle_between(from, to), p->turn_radps);
}

struct motion_way motion_straight(const struct motion_profile *p, struct pose2 from, float distance,
                                  float speed) {
    struct motion_way way = {0};
    if (m_abs(distance) < NEAR_M / 3) return way;
    float usual = distance < 0 ? p->reverse_mps : p->speed_mps, most = speed != 0 ? m_abs(speed) : usual;
    struct vec2 to = vec2_add(from.at, vec2_turn(vec2(distance, 0), from.angle));
    add_line(&way, p, from.at, to, distance < 0 ? -most : most);
    return way;
}

struct motion_way motion_go(const struct motion_profile *p, struct pose2 from, struct pose2 to) {
    struct motion_way way = {0};
    struct vec2 there = vec2_sub(to.at, from.at);
    float heading = from.angle;
    if (vec2_length(there) > NEAR_M) {
        heading = m_atan2(there.y, there.x);
        if (m_abs(angle_between(from.angle, heading)) > TURN_OFF)
            add_turn(&way, p, from.at, from.angle, heading);
        add_line(&way, p, from.at, to.at, p->speed_mps);
    }
    if (m_abs(angle_between(heading, to.angle)) > TURN_OFF)
        add_turn(&way, p, vec2_length(there) > NEAR_M ? to.at : from.at, heading, to.angle);
    return way;
}
