#include "brainstem/place.h"

#include "base/maths/maths.h"

// Chosen: a centimetre after a metre, a third of a degree after a full turn, a degree after five minutes.
#define DOUBT_M2_PER_M     0.0001f
#define DOUBT_RAD2_PER_RAD 0.000006f
#define DOUBT_RAD2_PER_S   0.000001f
#define LOST_M2            100.0f
#define LOST_RAD2          100.0f
#define LEAST_OFF_M        0.0005f // nobody sees better than that
#define LEAST_OFF_RAD      0.001f

static void remember(struct place *p, uint64_t now_us) {
    uint32_t newest = (p->number - 1) % PLACE_PAST;
    if (p->number && now_us < p->past[newest].time_us + PLACE_EVERY_US) return;
    uint32_t at = p->number++ % PLACE_PAST;
    p->past[at].time_us = now_us, p->past[at].pose = p->pose;
    if (p->number == 2 * PLACE_PAST) p->number = PLACE_PAST; // the ring stays full
}

static void doubt(struct place *p, float metres, float rad, float dt_s) {
    p->off_m2 = m_min(p->off_m2 + DOUBT_M2_PER_M * m_abs(metres), LOST_M2);
    p->off_rad2 = m_min(p->off_rad2 + DOUBT_RAD2_PER_RAD * m_abs(rad) + DOUBT_RAD2_PER_S * dt_s, LOST_RAD2);
}

void place_step(struct place *p, uint64_t now_us, float left_m, float right_m, float gyro_radps,
                bool has_gyro, float track_m, float dt_s) {
    bool rolls = left_m != 0 || right_m != 0;
    float turn = (right_m - left_m) / track_m;
    // Wheels that stand do not turn the body; if a hand does, the gyro sees it all the same.
    if (has_gyro && (rolls || m_abs(gyro_radps) > 0.05f)) turn = gyro_radps * dt_s;
    p->turn_radps = turn / dt_s;
    struct vec2 step = vec2_turn(vec2((left_m + right_m) / 2, 0), p->pose.angle + turn / 2);
    p->pose.at = vec2_add(p->pose.at, step);
    p->pose.angle = angle_wrap(p->pose.angle + turn);
    doubt(p, (left_m + right_m) / 2, turn, dt_s);
    remember(p, now_us);
}

void place_told(struct place *p, uint64_t now_us, struct pose2 pose) {
    doubt(p, vec2_length(vec2_sub(pose.at, p->pose.at)), angle_between(p->pose.angle, pose.angle), 0);
    p->pose = pose;
    remember(p, now_us);
}

void place_begin(struct place *p, uint32_t origin, struct pose2 pose) {
    p->origin = origin;
    p->pose = pose;
    p->off_m2 = p->off_rad2 = 0;
    p->number = 0;
}

void place_lost(struct place *p) {
    p->off_m2 = LOST_M2, p->off_rad2 = LOST_RAD2;
    p->number = 0; // where it was in the hand nobody knows
}

// --------------------------------------------------------------------------------------------- what was seen

// Where it thought it was at that moment; false: nobody remembers.
static bool was_at(const struct place *p, uint64_t time_us, struct pose2 *out) {
    uint32_t kept = p->number < PLACE_PAST ? p->number : PLACE_PAST;
    if (!kept) return *out = p->pose, time_us == 0;
    uint64_t newest = p->past[(p->number - 1) % PLACE_PAST].time_us;
    if (time_us > newest + 2 * PLACE_EVERY_US || newest > time_us + PLACE_KEEP_US) return false;
    for (uint32_t i = 1; i <= kept; i++) {
        uint32_t at = (p->number - i) % PLACE_PAST;
        if (p->past[at].time_us > time_us && i < kept) continue;
        if (p->past[at].time_us > time_us + PLACE_EVERY_US) return false; // it goes back less far than that
        return *out = p->past[at].pose, true;
    }
    return false;
}

static float trust(float doubt2, float off) { return doubt2 / (doubt2 + off * off); }

// As the body was moved from one pose to another, so is whatever came after it.
static struct pose2 carried(struct pose2 from, struct pose2 to, struct pose2 pose) {
    float turn = to.angle - from.angle;
    struct vec2 way = vec2_turn(vec2_sub(pose.at, from.at), turn);
    return (struct pose2){vec2_add(to.at, way), angle_wrap(pose.angle + turn)};
}

bool place_mend(struct place *p, const struct body_fix *fix) {
    float numbers[] = {fix->x_m, fix->y_m, fix->heading_rad, fix->off_m, fix->off_rad};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!m_finite(numbers[i])) return false;
    struct pose2 was;
    if (fix->origin != p->origin || fix->off_m < 0 || fix->off_rad < 0 || !was_at(p, fix->time_us, &was))
        return false;
    float place = trust(p->off_m2, m_max(fix->off_m, LEAST_OFF_M)),
          heading = trust(p->off_rad2, m_max(fix->off_rad, LEAST_OFF_RAD));
    struct vec2 aside = vec2_sub(vec2(fix->x_m, fix->y_m), was.at);
    float turned = angle_between(was.angle, angle_wrap(fix->heading_rad));
    struct pose2 is = {vec2_add(was.at, vec2_scale(aside, place)), angle_wrap(was.angle + turned * heading)};
    p->pose = carried(was, is, p->pose);
    for (uint32_t i = 0; i < p->number && i < PLACE_PAST; i++)
        p->past[i].pose = carried(was, is, p->past[i].pose);
    p->off_m2 *= 1 - place, p->off_rad2 *= 1 - heading;
    return true;
}
