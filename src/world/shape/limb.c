#include "world/shape/limb.h"

#include <string.h>

#define DEG (M_PI_F / 180.0f)

// A Pleo: a body of 24 cm on four legs that swing at shoulder and hip and bend at elbow and knee; a head on a
// neck, a tail. All lengths are chosen; the order of the joints is its maker's, and so is where jaws and lids
// share a motor.
const struct limb PLEO_LIMBS[LIMBS_MAX] = {
    {0, 1, {0.075f, -0.055f, 0.110f}, 0.055f, 0.055f, 0.036f},
    {2, 3, {0.075f, 0.055f, 0.110f}, 0.055f, 0.055f, 0.036f},
    {4, 5, {-0.075f, 0.055f, 0.110f}, 0.055f, 0.055f, 0.036f},
    {6, 7, {-0.075f, -0.055f, 0.110f}, 0.055f, 0.055f, 0.036f},
};
const struct neck PLEO_NECK = {
    .torso = 8,
    .across = 11,
    .up = 12,
    .jaw = 13,
    .base = {0.120f, 0, 0.160f},
    .length_m = 0.110f,
    .rest_rad = 35 * DEG,
    .head = {0.085f, 0.065f, 0.055f},
    .open_rad = -30 * DEG, // the jaws are open below, the lids closed above 25 degrees
    .tail_across = 9,
    .tail_up = 10,
    .tail = {-0.110f, 0, 0.140f},
    .tail_m = 0.160f,
};

void limb_poses(const struct limb *l, float swing, float bend, struct pose out[2]) {
    out[0] = (struct pose){l->pivot, quat_about(vec3(0, 1, 0), -swing)};
    out[1] = (struct pose){pose_apply(out[0], vec3(0, 0, -l->upper_m)),
                           quat_about(vec3(0, 1, 0), -(swing + bend))};
}

// The front of the trunk turns with the torso; the neck goes on from there. Right is positive, so about -z.
struct pose neck_pose(const struct neck *n, const float *joints) {
    struct quat front = quat_about(vec3(0, 0, 1), -joints[n->torso]);
    struct quat across = quat_about(vec3(0, 0, 1), -joints[n->torso] - joints[n->across]);
    struct quat up = quat_about(vec3(0, 1, 0), -(n->rest_rad + 0.6f * joints[n->up]));
    return (struct pose){quat_apply(front, n->base), quat_times(across, up)};
}

// It stays level when the joint says 0, and looks as far up or down as the joint turns.
static struct pose head_on(const struct neck *n, const float *joints, struct pose neck) {
    struct quat turn = quat_times(quat_about(vec3(0, 0, 1), -joints[n->torso] - joints[n->across]),
                                  quat_about(vec3(0, 1, 0), -joints[n->up]));
    return (struct pose){pose_apply(neck, vec3(n->length_m, 0, 0)), turn};
}

struct pose neck_head(const struct neck *n, const float *joints) {
    return head_on(n, joints, neck_pose(n, joints));
}

static struct pose nose_of(const struct neck *n, struct pose head) {
    head.at = pose_apply(head, vec3(n->head.x, 0, 0));
    return head;
}

struct pose neck_nose(const struct neck *n, const float *joints) {
    return nose_of(n, neck_head(n, joints));
}

struct pose neck_eye(const struct neck *n, const float *joints) {
    struct pose nose = neck_nose(n, joints);
    nose.turn = quat_times(nose.turn, (struct quat){0.5f, -0.5f, 0.5f, -0.5f});
    return nose;
}

struct pose neck_tail(const struct neck *n, const float *joints) {
    struct quat turn = quat_times(quat_about(vec3(0, 0, 1), M_PI_F - joints[n->tail_across]),
                                  quat_about(vec3(0, 1, 0), -joints[n->tail_up]));
    return (struct pose){n->tail, turn};
}

// As bits: a zero with a sign gives other signs.
static bool moved(const float *before, const float *joints, unsigned joint) {
    return !before || memcmp(&before[joint], &joints[joint], sizeof *joints) != 0;
}

void posture_follow(struct posture *p, const struct limb *limbs, const struct neck *neck,
                    const float joints[16]) {
    const float *before = p->of_limbs == limbs && p->of_neck == neck ? p->joints : NULL;
    for (uint32_t i = 0; limbs && i < LIMBS_MAX; i++)
        if (moved(before, joints, limbs[i].swing) || moved(before, joints, limbs[i].bend))
            limb_poses(&limbs[i], joints[limbs[i].swing], joints[limbs[i].bend], p->legs[i]);
    if (neck && (moved(before, joints, neck->torso) || moved(before, joints, neck->across) ||
                 moved(before, joints, neck->up))) {
        p->neck = neck_pose(neck, joints);
        p->head = head_on(neck, joints, p->neck);
        p->nose = nose_of(neck, p->head);
    }
    if (neck && (moved(before, joints, neck->tail_across) || moved(before, joints, neck->tail_up)))
        p->tail = neck_tail(neck, joints);
    p->of_limbs = limbs, p->of_neck = neck;
    memcpy(p->joints, joints, sizeof p->joints);
}
