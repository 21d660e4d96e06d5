// A table on which everything happens, by chance and always the same: for proofs that two planes live the
// same life.
#pragma once

#include "base/maths/chance.h"

#include "plane_things.h"

enum { LIFE_CUBES = 4 };

struct life {
    struct plane *plane;
    uint32_t robot, cubes[LIFE_CUBES], loose;
    uint64_t seed;
    float left, right, lift; // what the robot is up to
};

static inline void life_begin(struct life *life, struct plane *plane, uint64_t seed) {
    *life = (struct life){.plane = plane, .seed = seed};
    put_slab(plane, 0, 0, -0.5f, 6, 6, 0.7f);
    uint32_t table = put_slab(plane, 0, 0, 0, 1, 0.8f, 0.8f);
    struct plane_part charger[3] = {plane_box(0.08f, 0.07f, 0.008f), plane_wedge(0.045f, 0.07f, 0.008f),
                                    plane_box(0.01f, 0.07f, 0.07f)};
    charger[1].pose.at.x = -0.0625f, charger[2].pose.at.x = 0.045f;
    put(plane, charger, 3, 0, flat(0.3f, 0.25f, 0, 0.4f));
    for (int i = 0; i < 12; i++) {
        float s, c;
        m_sincos((float)i * 0.5f, &s, &c);
        struct plane_part wall = plane_box(0.09f, 0.01f, 0.08f);
        put(plane, &wall, 1, 0, flat(0.36f * c, 0.3f * s, 0, (float)i * 0.5f + 1.57f));
    }
    struct plane_patch line = {.corner_count = 4,
                               .corners = {{-0.4f, -0.02f}, {0.4f, -0.02f}, {0.4f, 0.02f}, {-0.4f, 0.02f}},
                               .reflectance = 0.95f,
                               .friction = 0.3f,
                               .material = 7};
    plane_paint(plane, table, &line, NULL);
    for (int i = 0; i < LIFE_CUBES; i++)
        life->cubes[i] = put_cube(plane, -0.15f + 0.1f * (float)i, 0.12f, 0, 0.3f * (float)i);
    life->robot = put_robot(plane, flat(0, 0, 0, 0));
}

static inline struct vec3 life_spot(struct chance *dice, float z) {
    float x = chance_range(dice, -0.45f, 0.45f), y = chance_range(dice, -0.35f, 0.35f);
    return vec3(x, y, z + chance_range(dice, 0, 0.2f));
}

static inline struct quat life_turn(struct chance *dice) {
    float roll = chance_range(dice, -3, 3), pitch = chance_range(dice, -1.5f, 1.5f),
          yaw = chance_range(dice, -3, 3);
    return quat_euler(roll, pitch, yaw);
}

static inline void life_happen(struct life *life, struct chance *dice) {
    struct plane *plane = life->plane;
    uint32_t some = chance_below(dice, 3) ? life->cubes[chance_below(dice, LIFE_CUBES)] : life->robot;
    struct plane_motion m = motion_of(plane, some), r = motion_of(plane, life->robot);
    float fx = chance_range(dice, -1, 1), fy = chance_range(dice, -1, 1), fz = chance_range(dice, -0.2f, 1);
    switch (chance_below(dice, 10)) {
    case 0:
    case 1:
        life->left = chance_range(dice, -0.2f, 0.22f), life->right = chance_range(dice, -0.2f, 0.22f);
        break;
    case 2:
        life->lift = chance_range(dice, -2, 2);
        break;
    case 3:
        plane_push(plane, some, vec3(0.03f * fx, 0.03f * fy, 0.03f * fz),
                   vec3_add(m.centre, vec3(0, 0, 0.02f * fz)));
        break;
    case 4:
        plane_hold(plane, some,
                   (struct pose){vec3_add(m.pose.at, vec3(0.02f * fx, 0.02f * fy, 0.05f * fz)), m.pose.turn});
        break;
    case 5:
        plane_let_go(plane, some);
        plane_let_go(plane, life->robot);
        break;
    case 6: // back onto the table, in any attitude
        plane_detach(plane, some);
        plane_place(plane, some, (struct pose){life_spot(dice, 0.06f), life_turn(dice)});
        break;
    case 7: // the robot stands up again
        plane_let_go(plane, life->robot);
        plane_place(plane, life->robot, (struct pose){life_spot(dice, 0.001f), quat_yaw(fx * 3)});
        break;
    case 8:
        if (some != life->robot && !m.carrier) {
            plane_let_go(plane, some);
            plane_place(plane, some, pose_times(r.pose, (struct pose){{0.055f, 0, 0}, quat_none()}));
            plane_attach(plane, some, life->robot, LIFT_PART);
        } else if (some != life->robot) {
            plane_detach(plane, some);
        }
        break;
    case 9:
        if (life->loose)
            plane_remove(plane, life->loose), life->loose = 0;
        else
            life->loose = put_box(plane, fx * 0.3f, fy * 0.3f, 0.2f, 0.03f, 0.05f,
                                  0.02f + 0.05f * (fz + 0.2f), 0.05f, 0.4f);
        break;
    default:
        break;
    }
}

static inline void life_step(struct life *life) {
    struct chance dice = chance_of(life->seed, chance_stream("life"), plane_steps(life->plane));
    if (chance_true(&dice, 0.02f)) life_happen(life, &dice);
    drive_robot(life->plane, life->robot, life->left, life->right);
    plane_drive(life->plane, life->robot, LIFT, life->lift, 0.1f);
    link_lift(life->plane, life->robot);
    plane_step(life->plane);
}
