// Scenes that several tests and the benchmark look at.
#pragma once

#include "world/camera/lens.h"

static inline void put_table(struct scene *s) {
    scene_ground(s, 0, 2, (struct scene_look){{190, 150, 110}, SCENE_WOOD, 0.5f, 0});
    scene_room(s, (struct pose2){{0.5f, 0}, 0}, 3, 3, 2.2f,
               (struct scene_look){{205, 205, 195}, SCENE_BRICKS, 0.6f, 0});
    for (int i = 0; i < 3; i++)
        scene_cube(s, 10 + (uint32_t)i,
                   &(struct scene_cube){.pose = {{0.18f + 0.11f * (float)i, 0.06f - 0.07f * (float)i, 0.022f},
                                                 quat_yaw(0.3f * (float)i)},
                                        .kind = (enum marker_kind)(MARKER_COZMO_CUBE_1 + i),
                                        .lights = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {0, 0, 0}}});
    scene_charger(s, 20,
                  &(struct scene_charger){.pose = pose_of_plane((struct pose2){{0.42f, 0.1f}, 0.2f}, 0),
                                          .powered = true});
    scene_custom(s, 21,
                 &(struct scene_custom){.pose = {{0.5f, 0.28f, 0.04f}, quat_yaw(-0.2f)},
                                        .size = {0.08f, 0.08f, 0.08f},
                                        .markers = {0, -1, 1, 2, 3, -1},
                                        .marker_m = 0.05f,
                                        .look = {{180, 160, 120}, SCENE_PLAIN, 0, 0}});
}

static inline void put_company(struct scene *s) {
    scene_robot(s, 30,
                &(struct scene_robot){.pose = pose_of_plane((struct pose2){{0.27f, -0.005f}, 2.8f}, 0),
                                      .cozmo = true,
                                      .head_rad = 0.2f});
    scene_person(s, 31,
                 &(struct scene_person){.name = "Mia",
                                        .head = {{0.7f, 0.1f, 0.33f}, quat_yaw(3.0f)},
                                        .eyes_open = 1,
                                        .mood = SCENE_HAPPY,
                                        .mood_share = 1});
    scene_hand(s, &(struct scene_hand){.pose = {{0.25f, -0.2f, 0.05f}, quat_yaw(1.8f)}, .closed = 0.2f});
}
