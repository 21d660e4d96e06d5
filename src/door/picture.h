// What a robot's camera sees, for viewers: a small JPEG, made once for all of them and only when somebody
// looks.
//
//     struct picture picture = {0};
//     // about ten a second
//     if (picture_take(&picture, world, robot)) …picture.jpeg, picture.width, picture.height…
//     picture_close(&picture);
//
// It looks through the robot's own lens from where its head is, with chance of its own: a life is the same
// whether somebody looks or not. Nothing is made before the first picture. The JPEG is the picture's own and
// lasts until the next one.
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

bool picture_take(struct picture *picture, const struct world *world,
                  uint32_t robot); // false: it has no camera
// The same from a body that has a camera of its own; seen: one byte a pixel, or three, or a JPEG.
bool picture_of(struct picture *picture, const struct frame *seen, const struct body_picture *about);
void picture_close(struct picture *picture);
