// Prints one number made of many answers of maths, geometry and chance, and fails when it is not the one
// written here. tools/same-bits builds it with every compiler there is, with and without optimisation and
// fused multiply-add. A change of the number is a change of every life ever recorded: do it knowingly.
#include "base/maths/chance.h"
#include "base/maths/geometry.h"
#include "base/maths/maths.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define EXPECTED 0xeb8e0d2a17a1db64

enum { DRAWS = 20000 };

static uint64_t sum;

static void add(uint64_t bits) {
    sum = (sum ^ bits) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 29;
}
static void add_wide(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    add(bits);
}
static void add_narrow(float x) { add_wide((double)x); }

static double any_wide(struct chance *dice) {
    uint64_t bits = chance_u64(dice);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x == x ? x : MD_NAN;
}

static void add_wide_functions(double x, double y) {
    double s, c;
    md_sincos(x, &s, &c);
    add_wide(s), add_wide(c), add_wide(md_tan(x)), add_wide(md_asin(x)), add_wide(md_acos(x)),
        add_wide(md_atan(x));
    add_wide(md_exp(x)), add_wide(md_log(x)), add_wide(md_sqrt(x)), add_wide(md_floor(x)),
        add_wide(md_round(x));
    add_wide(md_atan2(x, y)), add_wide(md_pow(x, y)), add_wide(md_hypot(x, y)), add_wide(md_fmod(x, y));
}

static void add_narrow_functions(float x, float y) {
    float s, c;
    m_sincos(x, &s, &c);
    add_narrow(s), add_narrow(c), add_narrow(m_tan(x)), add_narrow(m_asin(x)), add_narrow(m_acos(x)),
        add_narrow(m_atan(x));
    add_narrow(m_exp(x)), add_narrow(m_log(x)), add_narrow(m_sqrt(x)), add_narrow(m_floor(x)),
        add_narrow(m_round(x));
    add_narrow(m_atan2(x, y)), add_narrow(m_pow(x, y)), add_narrow(m_hypot(x, y)), add_narrow(m_fmod(x, y));
    add_narrow(angle_wrap(x)), add_narrow(angle_between(x, y));
}

static void add_pose(struct pose p) {
    add_narrow(p.at.x), add_narrow(p.at.y), add_narrow(p.at.z);
    add_narrow(p.turn.w), add_narrow(p.turn.x), add_narrow(p.turn.y), add_narrow(p.turn.z);
}

int main(void) {
    struct chance dice = chance_of(2026, chance_stream("same bits"), 0);
    struct pose walk = pose_none();
    for (int i = 0; i < DRAWS; i++) {
        double x = -10 + 20 * chance_unit64(&dice), y = -10 + 20 * chance_unit64(&dice), a = any_wide(&dice),
               b = any_wide(&dice);
        add_wide_functions(x, y);
        add_wide_functions(x * 0.1, y);
        add_wide_functions(a, b);
        add_narrow_functions((float)x, (float)y);
        add_narrow_functions((float)x * 0.1f, (float)y);
        add_narrow_functions((float)(a * 1e-200), (float)(x * 1e9));
        add(chance_below(&dice, 12345)), add_narrow(chance_normal(&dice, 1, 2)),
            add_narrow(chance_range(&dice, -1, 1));
        float roll = chance_range(&dice, -3, 3), pitch = chance_range(&dice, -3, 3),
              yaw = chance_range(&dice, -3, 3);
        struct pose step = {{roll, pitch, yaw}, quat_euler(roll, pitch, yaw)};
        walk = pose_times(walk, step);
        quat_to_euler(walk.turn, &roll, &pitch, &yaw);
        add_pose(walk), add_pose(pose_between(step, walk)), add_narrow(roll), add_narrow(pitch),
            add_narrow(yaw);
        add_pose((struct pose){vec3_unit(walk.at), quat_blend(walk.turn, step.turn, 0.3f)});
    }
    printf("0x%016" PRIx64 "\n", sum);
    return sum == EXPECTED ? 0 : 1;
}
