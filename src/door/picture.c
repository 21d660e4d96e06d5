#include "door/picture.h"

#include "codec/picture/jpeg.h"
#include "world/camera/lens.h"
#include "world/view.h"

#include <string.h>

#define RIGHT_MS  16.0f // exposes a room of RIGHT_LUX rightly at gain 1
#define RIGHT_LUX 300.0f

void picture_close(struct picture *p) {
    lens_free(p->lens);
    scene_free(p->scene);
    scene_art_free(p->art);
    buf_free(&p->jpeg);
    *p = (struct picture){0};
}

static bool make(struct picture *p, const struct world *world, uint32_t robot) {
    const struct eye_model *eye = world_eye(world, robot);
    if (p->lens) return true;
    if (p->failed || !eye || !eye->lens.width) return false;
    struct lens_config config = lens_defaults();
    config.eye = *eye;
    config.seed = world_memory(world)->seed;
    config.width = PICTURE_WIDTH;
    config.height = PICTURE_WIDTH * eye->lens.height / eye->lens.width;
    config.shutter = config.noise = false; // for eyes, not for measuring
    config.frames = 1;
    struct scene_config room = scene_defaults();
    p->lens = lens_new(&config, NULL);
    p->art = scene_art_new();
    p->scene = p->art ? scene_new(&room, p->art) : NULL;
    // Cozmo's camera is a grey one in all but a rarely used mode.
    p->colour = strcmp(world_memory(world)->robots[robot - 1].creature, "cozmo") != 0;
    p->failed = !p->lens || !p->scene;
    return !p->failed;
}

bool picture_take(struct picture *p, const struct world *world, uint32_t robot) {
    if (!make(p, world, robot)) return false;
    const struct eye_model *eye = world_eye(world, robot);
    float wanted = RIGHT_MS * RIGHT_LUX / m_max(world_lux(world), 0.1f);
    struct lens_shot shot = {.owner = world_camera_owner(world, robot),
                             .colour = p->colour,
                             .stamp_us = (uint64_t)world_now_us(world)};
    shot.exposure_ms = m_clamp(wanted, eye->exposure_low_ms, eye->exposure_high_ms);
    shot.gain = m_clamp(wanted / shot.exposure_ms, eye->gain_low, eye->gain_high);
    shot.start = shot.end = world_camera(world, robot);
    world_scene(world, p->scene);
    struct frame *frame = lens_take(p->lens, p->scene, &shot, NULL, NULL);
    if (!frame) return false;
    struct pixels pixels = pixels_view(frame->bytes, frame->width, frame->height, frame->format);
    p->width = (uint16_t)frame->width, p->height = (uint16_t)frame->height;
    buf_clear(&p->jpeg);
    enum err err = jpeg_encode(&pixels, &(struct jpeg_writing){.quality = PICTURE_QUALITY}, &p->jpeg, NULL);
    frame_drop(frame);
    return !err;
}

bool picture_of(struct picture *p, const struct frame *seen, const struct body_picture *about) {
    if (p->number == about->number && p->jpeg.len) return false; // that one was shown
    p->number = about->number;
    p->width = about->width, p->height = about->height;
    buf_clear(&p->jpeg);
    if (about->kind == BODY_PICTURE_KIND_JPEG) {
        buf_bytes(&p->jpeg, seen->bytes, seen->used);
        return !p->jpeg.err;
    }
    unsigned channels = about->kind == BODY_PICTURE_KIND_COLOUR ? 3 : 1;
    if (seen->used < (size_t)about->width * about->height * channels) return false;
    struct pixels pixels = pixels_view(seen->bytes, about->width, about->height, channels);
    return !jpeg_encode(&pixels, &(struct jpeg_writing){.quality = PICTURE_QUALITY}, &p->jpeg, NULL);
}
