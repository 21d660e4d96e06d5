// The camera: fifteen pictures a second through this robot's own lens, as JPEG without its header in pieces
// of 1152 bytes, with the head's motion meanwhile. Lens and scene are allocated when a picture is first
// wanted, or wanted in another size.
#include "body/firmware/cozmo/firmware_internal.h"

#include "world/camera/lens.h"
#include "world/view.h"

enum { QVGA = COZMO_IMAGE_RESOLUTION_QVGA };
#define RIGHT_MS       16.0f // exposes a room of RIGHT_LUX rightly at gain 1
#define RIGHT_LUX      300.0f
#define HEAD_LIGHT_LUX 20.0f // what the infrared light adds to what is near (chosen)

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
    c->exposure_ms = (uint16_t)RIGHT_MS;
}

void fw_end_camera(struct cozmo_firmware *fw) {
    struct fw_camera *c = &fw->camera;
    lens_free(c->lens);
    scene_free(c->scene);
    scene_art_free(c->art);
    buf_free(&c->coded);
    jpeg_mini_press_free(&c->press);
}

// Takes all memory that pictures of this size will need, so that none of them has to.
static bool warm_up(struct fw_camera *c, unsigned width, unsigned height) {
    bool fine = buf_reserve(&c->coded, (size_t)width * height * 2) &&
                buf_reserve(&c->press.file, (size_t)width * height * 2);
    for (unsigned channels = 1; fine && channels <= 3; channels += 2) {
        struct pixels blank = {0};
        fine = !pixels_new(&blank, width, height, channels) &&
               !jpeg_mini_press_encode(&c->press, &blank, &c->coded, NULL);
        pixels_free(&blank);
    }
    buf_clear(&c->coded);
    return fine;
}

static bool make(struct cozmo_firmware *fw, uint8_t resolution) {
    struct fw_camera *c = &fw->camera;
    const struct eye_model *eye = world_eye(fw->config.world, fw->robot);
    if (c->lens && c->resolution == resolution) return true;
    if (!eye || !eye->lens.width) return false;
    lens_free(c->lens);
    struct lens_config config = lens_defaults();
    config.eye = *eye;
    config.width = SIZES[resolution].width;
    config.height = SIZES[resolution].height;
    config.seed = world_memory(fw->config.world)->seed + fw->robot;
    config.noise = world_memory(fw->config.world)->noise;
    c->lens = lens_new(&config, NULL);
    if (!c->art) c->art = scene_art_new();
    struct scene_config room = scene_defaults();
    if (!c->scene && c->art) c->scene = scene_new(&room, c->art);
    c->resolution = resolution;
    return c->lens && c->scene && warm_up(c, config.width, config.height);
}

bool fw_hear_camera(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_enable_camera *e = &message->enable_camera;
    struct fw_camera *c = &fw->camera;
    int known = sizeof SIZES / sizeof *SIZES;
    if (e->image_send_mode < 0 || e->image_send_mode > COZMO_IMAGE_SEND_MODE_SINGLE_SHOT) return false;
    c->mode = COZMO_IMAGE_SEND_MODE_OFF;
    if (!e->image_send_mode) return true;
    if (e->image_resolution < 0 || e->image_resolution >= known || !make(fw, (uint8_t)e->image_resolution)) {
        fw->stats.refused++;
        return true;
    }
    c->mode = (uint8_t)e->image_send_mode;
    if (c->beat.due_us < fw->now_us) c->beat.due_us = fw->now_us;
    return true;
}

bool fw_hear_camera_params(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_set_camera_params *p = &message->set_camera_params;
    if (!m_finite(p->gain)) return false;
    fw->camera.gain = p->gain;
    fw->camera.exposure_ms = p->exposure_ms;
    fw->camera.automatic = p->auto_exposure_enabled;
    return true;
}

bool fw_hear_colour(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    fw->camera.colour = message->enable_color_images.enable;
    return true;
}

static void expose(const struct cozmo_firmware *fw, struct lens_shot *shot) {
    const struct fw_camera *c = &fw->camera;
    const struct eye_model *eye = world_eye(fw->config.world, fw->robot);
    float lux = m_max(world_lux(fw->config.world), 0.1f);
    float lit = fw->head_light ? (lux + HEAD_LIGHT_LUX) / lux : 1;
    float wanted = RIGHT_MS * RIGHT_LUX / (lux * lit);
    shot->exposure_ms =
        m_clamp(c->automatic ? wanted : c->exposure_ms, eye->exposure_low_ms, eye->exposure_high_ms);
    shot->gain = m_clamp(c->automatic ? wanted / shot->exposure_ms : c->gain, eye->gain_low, eye->gain_high);
    // More light is more of the same exposure to a lens that knows one light.
    shot->exposure_ms = m_min(shot->exposure_ms * lit, eye->exposure_high_ms);
}

static struct frame *take(struct cozmo_firmware *fw) {
    struct fw_camera *c = &fw->camera;
    struct world *world = fw->config.world;
    const float *gyro = fw->imu.gyro_radps, *accel = fw->imu.accel_mps2;
    struct lens_shot shot = {.owner = world_camera_owner(world, fw->robot),
                             .colour = c->colour,
                             .stamp_us = (uint64_t)fw->now_us,
                             .gyro_radps = vec3(gyro[0], gyro[1], gyro[2]),
                             .accel_mps2 = vec3(accel[0], accel[1], accel[2])};
    shot.start = shot.end = world_camera(world, fw->robot);
    expose(fw, &shot);
    world_scene(world, c->scene);
    return lens_take(c->lens, c->scene, &shot, NULL, NULL);
}

static void send(struct cozmo_firmware *fw) {
    struct fw_camera *c = &fw->camera;
    // A public client library takes a last piece of one byte for no bytes at all and loses the picture. Ones
    // after the scan mean nothing.
    if (c->coded.len % FW_CHUNK == 1) buf_byte(&c->coded, 0xff);
    uint32_t count = (uint32_t)((c->coded.len + FW_CHUNK - 1) / FW_CHUNK);
    if (count > 255) return;
    const float *gyro = fw->imu.gyro_radps;
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_IMAGE_IMU_DATA,
                                       .image_imu_data = {c->image, gyro[0], gyro[1], gyro[2], 0}});
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
    if (!c->mode || !fw->enabled || !beat_due(&c->beat, fw->now_us)) return;
    struct frame *frame = take(fw);
    if (!frame) return;
    struct pixels picture = pixels_view(frame->bytes, frame->width, frame->height, frame->format);
    buf_clear(&c->coded);
    if (!jpeg_mini_press_encode(&c->press, &picture, &c->coded, NULL)) {
        c->image++;
        send(fw);
    }
    frame_drop(frame);
    if (c->mode == COZMO_IMAGE_SEND_MODE_SINGLE_SHOT) c->mode = COZMO_IMAGE_SEND_MODE_OFF;
}
