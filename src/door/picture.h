// What a robot's camera sees, for viewers: a small JPEG, made only when somebody looks, and once for all of
// them.
//
//     struct picture picture = {0};
//     // about ten a second
//     if (picture_take(&picture, world, robot)) …picture.jpeg, picture.width, picture.height…
//     picture_close(&picture);
//
// It uses the robot's own lens at its head's place, with counted chance of its own, so looking never changes
// a life. Nothing is allocated before the first picture. The struct owns the JPEG, which is valid until the
// next one.
#pragma once

#include "base/buf.h"
#include "border/border.h"
#include "world/world.h"

enum { PICTURE_WIDTH = 320, PICTURE_QUALITY = 70, PICTURE_EVERY_US = 100000 };

struct picture {
    struct lens *lens;
    struct scene *scene;
    struct scene_art *art;
    struct buf jpeg;
    uint16_t width, height;
    uint32_t number; // of the body's own picture
    bool colour, failed;
};

// False: it has no camera.
bool picture_take(struct picture *picture, const struct world *world, uint32_t robot);
// The same from a body that has a camera of its own; seen: one byte a pixel, or three, or a JPEG.
bool picture_of(struct picture *picture, const struct frame *seen, const struct body_picture *about);
void picture_close(struct picture *picture);
