// What onlookers see and hear through a simulated body: by a lens and ears of their own, so that neither the
// body nor its world notices.
//
//     sim_onlooker_show(&onlooker, world, robot, wants, &shown);   // every life tick; wants 0: nobody looks
//     … the caller drops shown.picture and shown.sound …
//     sim_onlooker_close(&onlooker);
//
// Nothing is allocated before something is wanted. Frames outlive it. Without memory nothing is shown.
#pragma once

#include "body/body.h"
#include "body/sim_camera.h"

struct sim_onlooker {
    struct sim_camera camera;
    struct frame_pool *sounds;
    uint64_t heard_us; // up to here; 0: nobody listened a tick ago
};

void sim_onlooker_show(struct sim_onlooker *onlooker, const struct world *world, uint32_t robot,
                       uint16_t wants, struct body_shown *out);
void sim_onlooker_close(struct sim_onlooker *onlooker);
