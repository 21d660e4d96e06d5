// Pictures and sound for a recording of a life: what its camera and microphones get, whether the soul wants
// it or not.
//
//     struct media *media = media_new(world, robot);
//     media_keep(media, recorder, tick);               // after each life tick
//     media_free(media);
//
// Five colour pictures a second, as JPEG; sound as one channel at the microphones' rate. Recording them
// changes nothing in the life. A body without a camera has no pictures, one without microphones no sound.
#pragma once

#include "run/recorder.h"
#include "world/world.h"

enum { MEDIA_PICTURE_US = 200000, MEDIA_QUALITY = 75 };

struct media;
struct media *media_new(const struct world *world, uint32_t robot); // NULL: no memory
void media_free(struct media *media);
enum err media_keep(struct media *media, struct recorder *recorder, uint32_t tick);
