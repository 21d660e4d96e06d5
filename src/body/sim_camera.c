#include "body/sim_camera.h"

#include "world/camera/lens.h"
#include "world/camera/scene.h"
#include "world/view.h"

#include <string.h>

#define RIGHT_MS  16.0f // exposes a room of RIGHT_LUX rightly at gain 1
#define RIGHT_LUX 300.0f
enum { METER_US = 500000, FRAMES = 6, LARGE_WIDTH = 1280, LARGE_HEIGHT = 720 };

void sim_camera_close(struct sim_camera *c) {
    lens_free(c->lens);
    scene_free(c->scene);
    scene_art_free(c->art);
    *c = (struct sim_camera){0};
}

static bool make(struct sim_camera *c, const struct world *world, uint32_t robot, uint16_t wants) {
    const struct eye_model *eye = world_eye(world, robot);
    uint16_t size = wants & BODY_WANT_PICTURE_LARGE;
    if (c->lens && c->made_for == size) return true;
    if (c->failed || !eye || !eye->lens.width) return false;
    lens_free(c->lens);
    struct lens_config config = lens_defaults();
    config.eye = *eye;
    config.seed = world_memory(world)->seed + robot;
    config.noise = world_memory(world)->noise;
    config.frames = FRAMES;
    if (size) config.width = LARGE_WIDTH, config.height = LARGE_HEIGHT;
    c->lens = lens_new(&config, NULL);
    if (!c->art) c->art = scene_art_new();
    struct scene_config room = scene_defaults();
    if (!c->scene && c->art) c->scene = scene_new(&room, c->art);
    c->made_for = size;
    c->failed = !c->lens || !c->scene;
    return !c->failed;
}

// As it was told; or, by itself, as long as the light asks for, and what is missing by gain.
static void expose(const struct eye_model *eye, const struct world_robot_state *told, float lux,
                   struct lens_shot *shot) {
    memcpy(shot->balance, told->balance, sizeof shot->balance);
    if (told->exposure_ms > 0) {
        shot->exposure_ms = m_clamp(told->exposure_ms, eye->exposure_low_ms, eye->exposure_high_ms);
        shot->gain = m_clamp(told->gain, eye->gain_low, eye->gain_high);
        return;
    }
    float wanted = RIGHT_MS * RIGHT_LUX / m_max(lux, 0.1f);
    shot->exposure_ms = m_clamp(wanted, eye->exposure_low_ms, eye->exposure_high_ms);
    shot->gain = m_clamp(wanted / shot->exposure_ms, eye->gain_low, eye->gain_high);
}

void sim_camera_shot(const struct world *world, uint32_t robot, struct lens_shot *out) {
    *out = (struct lens_shot){0};
    struct world_truth truth;
    if (!world_truth(world, robot, &truth)) return;
    const struct world_robot_state *r = &world_memory(world)->robots[robot - 1];
    const struct eye_model *eye = world_eye(world, robot);
    *out = (struct lens_shot){.start = world_camera(world, robot),
                              .end = world_camera_later(world, robot, eye->readout_ms * 0.001f),
                              .owner = world_camera_owner(world, robot),
                              .stamp_us = (uint64_t)world_now_us(world),
                              .gyro_radps = vec3(r->turn[0], r->turn[1], r->turn[2]),
                              .accel_mps2 = vec3(r->accel[0], r->accel[1], r->accel[2]),
                              .head_rad = truth.head_rad};
    expose(eye, r, world_lux(world), out);
}

// The rhythm stands in the world: whoever restores it goes on with the same pictures.
static bool due(struct sim_camera *c, struct world *world, uint32_t robot) {
    const struct world_robot_state *r = &world_memory(world)->robots[robot - 1];
    lens_resume(c->lens, (struct lens_beat){(int64_t)r->picture_due_us, r->pictures});
    return lens_due(c->lens, world_now_us(world));
}

// The sensor's sample of the moment in which the picture begins, in the body's axes; the picture's clock
// triggers it.
static struct body_imu locked_imu(struct sim_camera *c, const struct world *world, uint32_t robot) {
    const struct world_robot_state *r = &world_memory(world)->robots[robot - 1];
    const struct body_model *model = body_model_find(r->creature);
    world_pins(world, robot, &c->pins);
    if (!model || !c->pins.imu_count) return (struct body_imu){0};
    const struct world_motor *head = &r->motors[BODY_MOTOR_HEAD];
    return imu_level(&model->imu, &c->pins.imu[0], c->pins.time_us, head->angle, head->speed);
}

static struct frame *take(struct sim_camera *c, const struct world *world, uint32_t robot, uint16_t wants,
                          struct body_picture *about) {
    struct lens_shot shot;
    sim_camera_shot(world, robot, &shot);
    struct body_imu imu = locked_imu(c, world, robot);
    shot.gyro_radps = vec3(imu.gyro_radps[0], imu.gyro_radps[1], imu.gyro_radps[2]);
    shot.accel_mps2 = vec3(imu.accel_mps2[0], imu.accel_mps2[1], imu.accel_mps2[2]);
    shot.colour = wants & BODY_WANT_PICTURE_COLOUR;
    world_scene(world, c->scene);
    struct frame *frame = lens_take(c->lens, c->scene, &shot, NULL, NULL);
    if (!frame) return NULL; // all are held: the picture is dropped
    *about =
        (struct body_picture){.time_us = shot.stamp_us,
                              .number = (uint32_t)frame->number,
                              .width = (uint16_t)frame->width,
                              .height = (uint16_t)frame->height,
                              .kind = frame->format == 3 ? BODY_PICTURE_KIND_COLOUR : BODY_PICTURE_KIND_GREY,
                              .exposure_s = shot.exposure_ms * 0.001f,
                              .gain = shot.gain,
                              .head_rad = shot.head_rad};
    memcpy(about->gyro_radps, imu.gyro_radps, sizeof about->gyro_radps);
    return frame;
}

// The camera rests, but its registers can be read. The rhythm is that of pictures, and stands in the world.
static void meter(struct world *world, uint32_t robot, struct senses_in *in) {
    const struct world_robot_state *r = &world_memory(world)->robots[robot - 1];
    const struct eye_model *eye = world_eye(world, robot);
    uint64_t now = (uint64_t)world_now_us(world);
    if (!eye || !eye->lens.width || now < r->picture_due_us) return;
    struct world_robot_state untold = *r;
    struct lens_shot shot = {0};
    untold.exposure_ms = 0;
    expose(eye, &untold, world_lux(world), &shot);
    in->senses.picture_count = 1;
    in->senses.picture[0] = (struct body_picture){.time_us = now,
                                                  .kind = BODY_PICTURE_KIND_METER,
                                                  .exposure_s = shot.exposure_ms * 0.001f,
                                                  .gain = shot.gain};
    world_picture_beat(world, robot, now + METER_US, r->pictures);
}

void sim_camera_look(struct sim_camera *c, struct world *world, uint32_t robot, uint16_t wants,
                     struct senses_in *in) {
    if ((wants & BODY_WANT_METER) && !(wants & BODY_WANT_PICTURE)) return meter(world, robot, in);
    if (!(wants & BODY_WANT_PICTURE) || !make(c, world, robot, wants) || !due(c, world, robot)) return;
    in->picture = take(c, world, robot, wants, &in->senses.picture[0]);
    in->senses.picture_count = in->picture != NULL;
    struct lens_beat beat = lens_beat_of(c->lens);
    world_picture_beat(world, robot, (uint64_t)beat.due_us, beat.number);
}

struct frame *sim_camera_peek(struct sim_camera *c, const struct world *world, uint32_t robot, uint16_t wants,
                              struct body_picture *about) {
    bool now =
        wants & BODY_WANT_PICTURE && make(c, world, robot, wants) && lens_due(c->lens, world_now_us(world));
    return now ? take(c, world, robot, wants, about) : NULL;
}
