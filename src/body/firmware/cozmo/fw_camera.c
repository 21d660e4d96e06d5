// The camera: fifteen pictures a second, JPEG without its header, in pieces of 1152 bytes; and how the head turned meanwhile.
#include "body/firmware/cozmo/fw.h"

#include "body/firmware/cozmo/eye.h"
#include "codec/jpeg_mini.h"

#include <stdlib.h>

enum { QVGA = COZMO_IMAGE_RESOLUTION_QVGA };
#define AUTO_TARGET 16.0f // ms in an ordinary room

// By the number of the resolution; those above 640x480 are more than this camera sends.
static const struct {
    uint16_t width, height;
} SIZES[] = {{16, 16}, {40, 30}, {80, 60}, {160, 120}, {320, 240}, {400, 296}, {640, 480}};

void fw_begin_camera(struct cozmo_firmware *fw) {
    struct fw_camera *c = &fw->camera;
    c->mode = COZMO_IMAGE_SEND_MODE_OFF;
    c->resolution = QVGA;
    c->colour = false;
    c->automatic = true;
    c->gain = 1;
    c->exposure_ms = (uint16_t)AUTO_TARGET;
}

bool fw_hear_camera(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_enable_camera *e = &message->enable_camera;
    size_t known = sizeof SIZES / sizeof *SIZES;
    if (e->image_send_mode < 0 || e->image_send_mode > COZMO_IMAGE_SEND_MODE_SINGLE_SHOT) return false;
    if (e->image_send_mode && (e->image_resolution < 0 || (size_t)e->image_resolution >= known)) {
        fw->stats.refused++;
        return true;
    }
    struct fw_camera *c = &fw->camera;
    c->mode = (uint8_t)e->image_send_mode;
    if (!c->mode) return true;
    c->resolution = (uint8_t)e->image_resolution;
    if (!c->room) c->room = malloc(FW_IMAGE_SIDE * 480 * 3);
    if (!c->room) c->mode = COZMO_IMAGE_SEND_MODE_OFF;
    if (c->beat.due_us < fw->now_us) c->beat.due_us = fw->now_us;
    return true;
}

bool fw_hear_camera_params(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_set_camera_params *p = &message->set_camera_params;
    if (!m_finite(p->gain)) return false;
    fw->camera.gain = m_clamp(p->gain, 0.1f, 4);
    fw->camera.exposure_ms = p->exposure_ms < 1 ? 1 : p->exposure_ms > 67 ? 67 : p->exposure_ms;
    fw->camera.automatic = p->auto_exposure_enabled;
    return true;
}

bool fw_hear_colour(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    fw->camera.colour = message->enable_color_images.enable;
    return true;
}

// The camera sits in the head, ahead of its axis and a little below the middle of the face (chosen: 17.5 mm ahead, 8 mm down).
static struct pose camera_pose(const struct cozmo_firmware *fw) {
    struct world_truth truth = {0};
    world_truth(fw->config.world, fw->robot, &truth);
    const float *neck = cozmo_model.neck_m;
    struct pose head = {vec3(neck[0], neck[1], neck[2]), quat_about(vec3(0, 1, 0), -truth.head_rad)};
    struct pose in_head = {vec3(0.0175f, 0, -0.008f), quat_about(vec3(0, 1, 0), 0.07f)};
    return pose_times(truth.pose, pose_times(head, in_head));
}

static void draw(struct cozmo_firmware *fw) {
    struct fw_camera *c = &fw->camera;
    float lux = world_memory(fw->config.world)->lux;
    struct cozmo_shot shot = {.camera = camera_pose(fw),
                              .gain = c->gain,
                              .exposure_ms = c->exposure_ms,
                              .infrared = fw->head_light,
                              .robot = fw->robot};
    if (c->automatic) {
        shot.gain = 1;
        shot.exposure_ms = m_clamp(AUTO_TARGET * 300 / m_max(lux, 1), 1, 67);
        if (shot.exposure_ms >= 67) shot.gain = m_clamp(AUTO_TARGET * 300 / m_max(lux, 1) / 67, 1, 4);
    }
    if (fw->config.see)
        fw->config.see(fw->config.user, &shot, &c->picture);
    else
        eye_draw(world_plane(fw->config.world), &shot,
                 world_memory(fw->config.world)->robots[fw->robot - 1].body, lux, &c->picture);
}

static void send(struct cozmo_firmware *fw) {
    struct fw_camera *c = &fw->camera;
    uint32_t count = (uint32_t)((c->coded.len + FW_CHUNK - 1) / FW_CHUNK);
    if (count > 255) return;
    const struct body_imu *imu = &fw->imu;
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_IMAGE_IMU_DATA,
                                       .image_imu_data = {c->image, imu->gyro_radps[0], imu->gyro_radps[1],
                                                          imu->gyro_radps[2], 0}});
    struct cozmo_message m = {.kind = COZMO_IMAGE_CHUNK};
    m.image_chunk = (struct cozmo_image_chunk){.frame_timestamp = fw_clock_ms(fw),
                                               .image_id = c->image,
                                               .image_encoding = COZMO_IMAGE_ENCODING_JPEG_MINIMIZED_GRAY,
                                               .image_resolution = (int8_t)c->resolution,
                                               .image_chunk_count = (uint8_t)count};
    for (uint32_t i = 0; i < count; i++) {
        size_t from = (size_t)i * FW_CHUNK, len = c->coded.len - from;
        m.image_chunk.chunk_id = (uint8_t)i;
        m.image_chunk.data = (struct bytes){c->coded.at + from, len < FW_CHUNK ? len : FW_CHUNK};
        fw_say(fw, &m);
    }
}

void fw_step_camera(struct cozmo_firmware *fw) {
    struct fw_camera *c = &fw->camera;
    if (!c->mode || !fw->enabled) return;
    if (!beat_due(&c->beat, fw->now_us)) return;
    c->picture =
        pixels_view(c->room, SIZES[c->resolution].width, SIZES[c->resolution].height, c->colour ? 3 : 1);
    draw(fw);
    buf_clear(&c->coded);
    if (!jpeg_mini_encode(&c->picture, &c->coded, NULL)) {
        c->image++;
        send(fw);
    }
    if (c->mode == COZMO_IMAGE_SEND_MODE_SINGLE_SHOT) c->mode = COZMO_IMAGE_SEND_MODE_OFF;
}
