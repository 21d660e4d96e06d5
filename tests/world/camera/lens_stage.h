// What the tests of the camera begin with: a scene, a camera without faults, a place to stand.
#pragma once

#include "support/support.h"
#include "world/camera/lens.h"

#include <math.h>

static struct scene_art *art;
static struct scene *scene;

static inline int begin(void **state) {
    struct scene_config config = scene_defaults();
    art = scene_art_new();
    scene = scene_new(&config, art);
    return art && scene ? 0 : -1;
}

static inline int end(void **state) {
    scene_free(scene);
    scene_art_free(art);
    return 0;
}

static inline void about(double got, double want, double within) {
    if (!(fabs(got - want) <= within)) fail_msg("%g instead of %g +- %g", got, want, within);
}

static inline struct lens_config perfect(void) {
    struct lens_config c = lens_defaults();
    c.bend = c.noise = c.vignetting = c.shutter = false;
    c.eye.lens = (struct lens_model){.width = 640, .height = 360, .fx = 320, .fy = 320, .cx = 320, .cy = 180};
    return c;
}

static inline struct lens *make(const struct lens_config *config) {
    struct fault fault = {0};
    struct lens *lens = lens_new(config, &fault);
    if (!lens) fail_msg("%s", fault.said);
    return lens;
}

// Standing at `at` and looking along the world's x, turned by yaw, then up, then rolled.
static inline struct pose look(struct vec3 at, float yaw, float up, float roll) {
    static const struct quat AXES = {0.5f, -0.5f, 0.5f, -0.5f};
    return (struct pose){at, quat_times(quat_euler(roll, -up, yaw), AXES)};
}

static inline struct lens_shot shot_from(struct pose camera) {
    return (struct lens_shot){.start = camera, .end = camera, .exposure_ms = 16, .gain = 1};
}

static const struct scene_look PLAIN_WHITE = {{255, 255, 255}, SCENE_PLAIN, 0, 0},
                               GLOW = {{255, 255, 255}, SCENE_PLAIN, 0, 0.5f};

static inline struct scene_light even(void) { // everywhere the same
    struct scene_light light = scene_light_defaults();
    light.ambient = 1;
    light.background = (struct rgb){0, 0, 0};
    return light;
}

static inline double grey(const struct frame *f, unsigned x, unsigned y) {
    return f->bytes[y * f->width + x];
}
