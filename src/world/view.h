// The world as a scene for cameras (world/camera/scene.h), and where a robot's camera is.
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
// Where it will be in so many seconds if everything goes on moving as it does: where the last row of a
// picture is read.
struct pose world_camera_later(const struct world *world, uint32_t robot, float seconds);
uint32_t world_camera_owner(const struct world *world, uint32_t robot);
const struct eye_model *world_eye(const struct world *world, uint32_t robot); // each robot has its own
// The camera's rhythm is the world's, so that it is saved with it: see lens_beat.
void world_picture_beat(struct world *world, uint32_t robot, uint64_t due_us, uint64_t number);
// How its camera takes pictures from now on; NULL, or no exposure: it measures the light by itself.
void world_expose(struct world *world, uint32_t robot, const struct body_camera *camera);
float world_lux(const struct world *world);
