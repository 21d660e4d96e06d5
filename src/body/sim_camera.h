// The camera of a simulated body: pictures of the world through the robot's own lens, made only on request.
//
//     sim_camera_look(&camera, world, robot, wants, &in);  // every life tick: adds a picture when one is due
//     sim_camera_close(&camera);
//
// BODY_WANT_METER asks for less: twice a second how a picture would be taken by a camera left to itself.
// Nothing is allocated before the first picture is wanted. The body sets exposure, gain and balance
// (world_expose). Until it does, exposure follows the light automatically, as far as the sensor can. Out of
// memory leaves the camera dark.
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
    uint16_t made_for; // the wants that decided its size
    bool failed;       // out of memory: it stays dark
    struct body_pins pins;
};

void sim_camera_look(struct sim_camera *camera, struct world *world, uint32_t robot, uint16_t wants,
                     struct senses_in *in);
// For an onlooker, who has a camera of its own: a picture, when one is due by its own beat, which the caller
// drops; NULL: none. The world stays as it is.
struct frame *sim_camera_peek(struct sim_camera *camera, const struct world *world, uint32_t robot,
                              uint16_t wants, struct body_picture *about);
// The conditions of a picture taken now: the camera's place while its rows are read, exposure and gain that
// suit the light, and the motion sensor's reading.
struct lens_shot;
void sim_camera_shot(const struct world *world, uint32_t robot, struct lens_shot *out);
void sim_camera_close(struct sim_camera *camera);
