// The world as a scene for cameras (world/camera/scene.h), and the place of a robot's camera.
//
//     world_scene(world, scene);                          // for each picture
//     shot.start = world_camera(world, robot), shot.end = world_camera_later(world, robot, readout_s);
//     shot.owner = world_camera_owner(world, robot);
#pragma once

#include "border/lens_model.h"
#include "world/camera/scene.h"
#include "world/world.h"

void world_scene(const struct world *world, struct scene *scene);
struct pose world_camera(const struct world *world, uint32_t robot); // x right, y down, z ahead
// Where the camera will be after that many seconds if everything keeps moving as now. There the last row of a
// picture is read.
struct pose world_camera_later(const struct world *world, uint32_t robot, float seconds);
uint32_t world_camera_owner(const struct world *world, uint32_t robot);
const struct eye_model *world_eye(const struct world *world, uint32_t robot); // each robot has its own
// The world keeps the camera's rhythm, so that it is saved with it: see lens_beat.
void world_picture_beat(struct world *world, uint32_t robot, uint64_t due_us, uint64_t number);
// How its camera takes pictures from now on. NULL, or no exposure: it measures the light by itself.
void world_expose(struct world *world, uint32_t robot, const struct body_camera *camera);
float world_lux(const struct world *world);
