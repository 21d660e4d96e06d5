#include "body/sim_onlooker.h"

enum { EARFUL = 640, SOUND_FRAMES = 4 };

// From the tick on in which it is wanted, as microphones that are opened.
static void overhear(struct sim_onlooker *o, const struct world *world, uint32_t robot,
                     struct body_shown *out) {
    uint64_t now = (uint64_t)world_now_us(world), from = o->heard_us;
    size_t each = WORLD_EARS * sizeof(int16_t);
    if (!from) o->heard_us = now;
    if (!o->sounds) o->sounds = frame_pool_new(SOUND_FRAMES, EARFUL * each);
    struct frame *frame = from && o->sounds ? frame_take(o->sounds) : NULL;
    if (!frame) return;
    uint32_t count = world_overhear(world, robot, from, (int16_t *)(void *)frame->bytes, EARFUL);
    if (!count) return frame_drop(frame);
    o->heard_us = from + (uint64_t)count * (1000000 / WORLD_EAR_HZ);
    frame->used = count * each;
    frame->stamp_us = from;
    out->sound = frame;
    out->sound_about = (struct body_sound){from, WORLD_EAR_HZ, WORLD_EARS, (uint16_t)count};
}

void sim_onlooker_show(struct sim_onlooker *o, const struct world *world, uint32_t robot, uint16_t wants,
                       struct body_shown *out) {
    if (wants & BODY_WANT_SOUND)
        overhear(o, world, robot, out);
    else
        o->heard_us = 0;
    out->picture = sim_camera_peek(&o->camera, world, robot, wants, &out->picture_about);
}

void sim_onlooker_close(struct sim_onlooker *o) {
    frame_pool_free(o->sounds);
    sim_camera_close(&o->camera);
}
