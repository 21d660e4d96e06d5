#include "run/media.h"

#include "base/system/clock.h"
#include "body/sim_camera.h"
#include "codec/picture/jpeg.h"
#include "world/camera/lens.h"
#include "world/view.h"

#include <stdlib.h>

enum { EARFUL = 640 };

struct media {
    const struct world *world;
    uint32_t robot;
    struct scene_art *art;
    struct scene *scene;
    struct lens *lens; // NULL: it has no camera
    struct beat pictures;
    uint64_t heard_us; // up to here
    struct buf jpeg;
    int16_t ears[EARFUL * WORLD_EARS], sound[EARFUL];
};

struct media *media_new(const struct world *world, uint32_t robot) {
    struct media *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->world = world, m->robot = robot;
    m->pictures = beat_of(MEDIA_PICTURE_US);
    m->heard_us = (uint64_t)world_now_us(world);
    m->jpeg.limit = RECORDING_MEDIA_MAX;
    const struct eye_model *eye = world_eye(world, robot);
    if (!eye || !eye->lens.width) return m;
    struct lens_config lens = lens_defaults();
    struct scene_config room = scene_defaults();
    lens.eye = *eye;
    lens.seed = world_memory(world)->seed + robot;
    lens.noise = world_memory(world)->noise;
    lens.frames = 1;
    m->art = scene_art_new();
    m->scene = m->art ? scene_new(&room, m->art) : NULL;
    m->lens = m->scene ? lens_new(&lens, NULL) : NULL;
    if (m->lens) return m;
    media_free(m);
    return NULL;
}

void media_free(struct media *m) {
    if (!m) return;
    lens_free(m->lens);
    scene_free(m->scene);
    scene_art_free(m->art);
    buf_free(&m->jpeg);
    free(m);
}

static enum err keep_picture(struct media *m, struct recorder *recorder, uint32_t tick) {
    struct lens_shot shot;
    sim_camera_shot(m->world, m->robot, &shot);
    shot.colour = true;
    world_scene(m->world, m->scene);
    struct frame *frame = lens_take(m->lens, m->scene, &shot, NULL, NULL);
    if (!frame) return ERR_NONE;
    struct pixels view = pixels_view(frame->bytes, frame->width, frame->height, frame->format);
    buf_clear(&m->jpeg);
    enum err err = jpeg_encode(&view, &(struct jpeg_writing){.quality = MEDIA_QUALITY}, &m->jpeg, NULL);
    struct recording_media media = {.format = MEDIA_JPEG,
                                    .width = (uint16_t)frame->width,
                                    .height = (uint16_t)frame->height,
                                    .stamp_us = frame->stamp_us,
                                    .bytes = {m->jpeg.at, m->jpeg.len}};
    frame_drop(frame);
    return err ? err : recorder_media(recorder, tick, ENTRY_PICTURE, &media);
}

// The middle of its microphones.
static enum err keep_sound(struct media *m, struct recorder *recorder, uint32_t tick) {
    uint32_t count = world_overhear(m->world, m->robot, m->heard_us, m->ears, EARFUL);
    if (!count) return ERR_NONE;
    int ears = (int)world_ears(m->world, m->robot);
    for (uint32_t i = 0; i < count; i++) {
        int sum = 0;
        for (int k = 0; k < WORLD_EARS; k++) sum += m->ears[i * WORLD_EARS + (uint32_t)k];
        m->sound[i] = (int16_t)(sum / ears);
    }
    struct recording_media media = {.channels = 1,
                                    .rate_hz = WORLD_EAR_HZ,
                                    .stamp_us = m->heard_us,
                                    .bytes = {(const uint8_t *)m->sound, count * sizeof *m->sound}};
    m->heard_us += (uint64_t)count * (1000000 / WORLD_EAR_HZ);
    return recorder_media(recorder, tick, ENTRY_SOUND, &media);
}

enum err media_keep(struct media *m, struct recorder *recorder, uint32_t tick) {
    enum err err = keep_sound(m, recorder, tick);
    if (err || !m->lens || !beat_due(&m->pictures, world_now_us(m->world))) return err;
    return keep_picture(m, recorder, tick);
}
