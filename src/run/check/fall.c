#include "run/check/fall.h"

#include "base/maths/geometry.h"

#define LEVEL  0.5f // of what is up in it: below that it lies
#define FELL_M 0.1f // lower than it stood
#define LIES_S 5

bool fall_step(struct fall *f, const struct world_truth *t, double now_s) {
    bool lies = quat_apply(t->pose.turn, vec3(0, 0, 1)).z <= LEVEL && !t->held;
    if (t->held || !f->stood) f->stood_z = t->pose.at.z, f->stood = true;
    if (lies && !f->lies) f->lies_since = now_s;
    f->lies = lies;
    bool lower = f->stood_z - t->pose.at.z > FELL_M, long_enough = lies && now_s - f->lies_since > LIES_S;
    if ((lower || long_enough) && !f->fallen) f->since_s = lies ? f->lies_since : now_s;
    return f->fallen = lower || long_enough;
}
