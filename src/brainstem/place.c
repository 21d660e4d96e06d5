#include "brainstem/place.h"

void place_step(struct place *p, float left_m, float right_m, float gyro_radps, bool has_gyro, float track_m,
                float dt_s) {
    bool rolls = left_m != 0 || right_m != 0;
    float turn = (right_m - left_m) / track_m;
    // Wheels that stand do not turn the body; if a hand does, the gyro sees it all the same.
    if (has_gyro && (rolls || m_abs(gyro_radps) > 0.05f)) turn = gyro_radps * dt_s;
    p->turn_radps = turn / dt_s;
    struct vec2 step = vec2_turn(vec2((left_m + right_m) / 2, 0), p->pose.angle + turn / 2);
    p->pose.at = vec2_add(p->pose.at, step);
    p->pose.angle = angle_wrap(p->pose.angle + turn);
}
