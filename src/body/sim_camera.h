// The camera of a simulated body: pictures of the world through the robot's own lens, when somebody wants
// them.
//
//     sim_camera_look(&camera, world, robot, wants, &in);  // every life tick: adds a picture when one is due
//     sim_camera_close(&camera);
//
// Nothing is made before the first picture is wanted. Exposure, gain and balance are as the body was told
// (world_expose); until it is told anything, exposure follows the light by itself, as far as the sensor can.
#pragma once

#include "border/border.h"
#include "world/world.h"

struct lens;
struct scene;
struct scene_art;
struct sim_camera {
    struct lens *lens;
    struct scene *scene;
    struct scene_art *art;
    uint16_t made_for; // the wants that decide its size
    bool failed;       // no memory: it stays dark
    struct body_pins pins;
};

void sim_camera_look(struct sim_camera *camera, struct world *world, uint32_t robot, uint16_t wants,
                     struct senses_in *in);
// What one picture would be like that is taken now: where the camera is while its rows are read, exposure and
// gain that fit the light, what the motion sensor says.
struct lens_shot;
void sim_camera_shot(const struct world *world, uint32_t robot, struct lens_shot *out);
void sim_camera_close(struct sim_camera *camera);
