#include "world/shape/figure.h"

#include <string.h>

#define DEG (M_PI_F / 180.0f)

// Vector and Cozmo weigh the same. Mass and centre of mass: chosen.
#define TWINS .mass_kg = 0.160f, .centre = {-0.020f, 0, 0.022f}, .treads = true

static const struct figure FIGURES[] = {
    {
        .creature = "vector",
        TWINS,
        .capacity_ah = 0.320f, // one cell of 3.7 V and 320 mAh
        .ohm = 0.12f,          // chosen
        .idle_a = 0.30f,       // chosen: about an hour of life
        .motor_a = 0.5f,       // chosen
        .bridge_a = 1,         // chosen
        .trip_a = 5,           // 4 to 6 A
        .touch_rest = 4500,    // chosen
        .touch_delta = 600,    // chosen
    },
    {
        .creature = "cozmo",
        TWINS,
        .capacity_ah = 0.250f, // chosen, as are the next three
        .ohm = 0.12f,
        .idle_a = 0.20f,
        .motor_a = 0.5f,
        .bridge_a = 1,
        .trip_a = 5, // chosen, as its kin's
    },
    {
        // Its shape stands in limb.c. Mass and centre of mass: chosen.
        .creature = "pleo",
        .mass_kg = 1.6f,
        .centre = {0.005f, 0, 0.105f},
        .limbs = PLEO_LIMBS,
        .neck = &PLEO_NECK,
        .head_board = true,
        .touch_spots = 12,
        .capacity_ah = 2.2f, // chosen, as is all that follows
        .ohm = 0.15f,
        .idle_a = 0.4f,
        .motor_a = 1.0f,
        .bridge_a = 1,
        .trip_a = 10,
    },
};

const struct figure *figure_find(const char *creature) {
    for (size_t i = 0; i < sizeof FIGURES / sizeof *FIGURES; i++)
        if (!strcmp(FIGURES[i].creature, creature)) return &FIGURES[i];
    return NULL;
}

static struct plane_part box_between(struct vec3 low, struct vec3 high) {
    struct plane_part part = plane_box(high.x - low.x, high.y - low.y, high.z - low.z);
    part.pose.at = vec3((low.x + high.x) / 2, (low.y + high.y) / 2, low.z);
    return part;
}

// Hangs from its pivot, or its knee.
static struct plane_part rod(float length, float thick) {
    struct plane_part leg = plane_box(thick, thick, length);
    leg.z0 = -length, leg.z1 = 0;
    leg.friction = 0.8f;
    return leg;
}

static struct plane_part shown(struct vec3 size, struct pose pose) {
    struct plane_part part = plane_box(size.x, size.y, size.z);
    for (uint32_t i = 0; i < part.corner_count; i++) part.corners[i].x += size.x / 2; // begins at its joint
    part.z0 = -size.z / 2, part.z1 = size.z / 2;
    part.pose = pose;
    part.ghost = true;
    part.joint = 1; // so that it can be placed anew; no drive moves it
    return part;
}

static uint32_t walker_parts(const struct figure *f, struct plane_part *parts) {
    static const float NEUTRAL[16];
    for (uint32_t i = 0; i < LIMBS_MAX; i++) {
        struct pose poses[2];
        limb_poses(&f->limbs[i], 0, 0, poses);
        struct plane_part *upper = &parts[FIGURE_FIRST_LIMB + 2 * i], *lower = upper + 1;
        *upper = rod(f->limbs[i].upper_m, f->limbs[i].thick_m);
        *lower = rod(f->limbs[i].lower_m, f->limbs[i].thick_m);
        upper->pose = poses[0], lower->pose = poses[1];
        upper->joint = lower->via = (uint8_t)(i + 1);
        lower->joint = (uint8_t)(i + 1 + LIMBS_MAX);
    }
    const struct neck *n = f->neck;
    parts[FIGURE_NECK] = shown(vec3(n->length_m, 0.045f, 0.045f), neck_pose(n, NEUTRAL));
    parts[FIGURE_HEAD] = shown(n->head, neck_head(n, NEUTRAL));
    parts[FIGURE_TAIL] = shown(vec3(n->tail_m, 0.035f, 0.035f), neck_tail(n, NEUTRAL));
    return FIGURE_TAIL + 1;
}

uint32_t figure_parts(const struct figure *figure, const struct body_model *model,
                      struct plane_part parts[PLANE_PARTS]) {
    parts[FIGURE_TRUNK] = box_between(model->low_m, model->high_m);
    parts[FIGURE_TRUNK].friction = 0.3f; // smooth plastic
    if (!figure->treads) return walker_parts(figure, parts);
    float side = model->track_m / 2;
    for (uint32_t i = 0; i < 2; i++) {
        struct plane_part *tread = &parts[FIGURE_LEFT_TREAD + i];
        *tread = plane_tread(model->rear_axle_m, 0, i ? -side : side, model->wheel_radius_m);
        tread->tread = (uint8_t)(i + 1);
    }
    if (model->fork_m.x <= 0) return 3;
    parts[FIGURE_FORK] = plane_box(model->fork_m.x, model->fork_m.y, model->fork_m.z);
    parts[FIGURE_FORK].joint = 3;
    parts[FIGURE_FORK].ghost = true; // low hooks slip into a cube's holes; see lift.c
    return 4;
}

void figure_corners(const struct figure *f, const struct body_model *model, struct vec3 out[4]) {
    for (int i = 0; i < 4; i++) {
        float side = i % 2 ? -0.024f : 0.024f, end = i < 2 ? 0.005f : model->rear_axle_m - 0.005f;
        out[i] = f->treads ? vec3(end, side, 0.02f) : vec3(f->limbs[i].pivot.x, f->limbs[i].pivot.y, 0.02f);
    }
}
