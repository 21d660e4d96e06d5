#include "world/figure.h"

#include <string.h>

#define DEG (M_PI_F / 180.0f)

// Vector and Cozmo share their geometry. Trunk, mass, centre of mass and the rear axle: chosen. Lift: its hooks reach 30 mm ahead when low.
#define TWINS                                                                                                \
    .low = {-0.068f, -0.030f, 0.012f}, .high = {0.018f, 0.030f, 0.070f}, .mass_kg = 0.160f,                  \
    .centre = {-0.020f, 0, 0.022f}, .treads = true, .rear_axle_x = -0.045f,                                  \
    .fork_size = {0.006f, 0.050f, 0.010f}

static const struct figure FIGURES[] = {
    {
        .creature = "vector",
        TWINS,
        // The backpack's microphones: a rectangle 20 mm long and 30 mm wide (chosen).
        .ears = {{-0.030f, -0.015f, 0.068f},
                 {-0.030f, 0.015f, 0.068f},
                 {-0.050f, -0.015f, 0.068f},
                 {-0.050f, 0.015f, 0.068f}},
        .mouth = {0.010f, 0, 0.050f}, // chosen
        .pads = {-0.060f, 0, 0.012f}, // below the back: only backing in connects (place chosen)
        .capacity_ah = 0.320f,        // one cell of 3.7 V and 320 mAh
        .ohm = 0.12f,                 // chosen
        .idle_a = 0.30f,              // chosen: about an hour of life
        .motor_a = 0.5f,              // chosen
        .touch_rest = 4500,           // chosen
        .touch_delta = 600,           // chosen
    },
    {
        .creature = "cozmo",
        TWINS,
        .mouth = {0.010f, 0, 0.050f},
        .pads = {-0.060f, 0, 0.012f},
        .capacity_ah = 0.250f, // chosen
        .ohm = 0.12f,
        .idle_a = 0.20f, // chosen
        .motor_a = 0.5f,
    },
    {
        // A body of 24 cm on four legs that swing at shoulder and hip; knees, torso, neck and tail move, and weigh nothing (all chosen).
        .creature = "pleo",
        .low = {-0.110f, -0.045f, 0.080f},
        .high = {0.130f, 0.045f, 0.180f},
        .mass_kg = 1.6f,
        .centre = {0.005f, 0, 0.105f},
        .limbs = {{0, {0.075f, -0.055f, 0.110f}, 0.110f, 0.036f},
                  {2, {0.075f, 0.055f, 0.110f}, 0.110f, 0.036f},
                  {4, {-0.075f, 0.055f, 0.110f}, 0.110f, 0.036f},
                  {6, {-0.075f, -0.055f, 0.110f}, 0.110f, 0.036f}},
        .touch_spots = 12,
        .mouth = {0.150f, 0, 0.200f},
        .capacity_ah = 2.2f,
        .ohm = 0.15f,
        .idle_a = 0.4f,
        .motor_a = 1.0f,
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

struct plane_part figure_limb(const struct limb *limb, float angle) {
    struct plane_part leg = plane_box(limb->thick_m, limb->thick_m, limb->length_m);
    leg.z0 = -limb->length_m, leg.z1 = 0; // hangs from its pivot
    leg.friction = 0.8f;
    leg.pose = (struct pose){limb->pivot, quat_about(vec3(0, 1, 0), -angle)};
    return leg;
}

uint32_t figure_parts(const struct figure *figure, const struct body_model *model,
                      struct plane_part parts[PLANE_PARTS]) {
    parts[FIGURE_TRUNK] = box_between(figure->low, figure->high);
    parts[FIGURE_TRUNK].friction = 0.3f; // smooth plastic
    uint32_t count = FIGURE_FIRST_LIMB;
    for (uint32_t i = 0; i < LIMBS_MAX && figure->limbs[i].length_m > 0; i++) {
        parts[count] = figure_limb(&figure->limbs[i], 0);
        parts[count++].joint = (uint8_t)(i + 1);
    }
    if (!figure->treads) return count;
    float side = model->track_m / 2;
    for (uint32_t i = 0; i < 2; i++) {
        struct plane_part *tread = &parts[FIGURE_LEFT_TREAD + i];
        *tread = plane_tread(figure->rear_axle_x, 0, i ? -side : side, model->wheel_radius_m);
        tread->tread = (uint8_t)(i + 1);
    }
    if (figure->fork_size.x <= 0) return 3;
    parts[FIGURE_FORK] = plane_box(figure->fork_size.x, figure->fork_size.y, figure->fork_size.z);
    parts[FIGURE_FORK].joint = 3;
    parts[FIGURE_FORK].ghost = true; // low hooks slip into a cube's holes; see lift.c
    return 4;
}
