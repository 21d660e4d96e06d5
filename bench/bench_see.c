// What its own eyes cost for a picture of 640x360, against drawing that picture.
#include "bench.h"

#include "sense/see/level.h"
#include "sense/see/see.h"
#include "world/camera/lens.h"

#include <stdlib.h>
#include <string.h>

struct view {
    struct scene_art *art;
    struct scene *scene;
    struct lens *lens;
    struct lens_shot shot;
    struct frame *frame, *colour, *before;
    uint8_t levelled[640 * 360];
    struct see_found found;
    struct sight_config config;
};

static void *a_desk(void) {
    struct view *v = calloc(1, sizeof *v);
    struct scene_config room = scene_defaults();
    struct lens_config config = lens_defaults();
    static const struct quat AXES = {0.5f, -0.5f, 0.5f, -0.5f};
    v->art = scene_art_new(), v->scene = scene_new(&room, v->art), v->lens = lens_new(&config, NULL);
    scene_begin(v->scene, NULL);
    scene_ground(v->scene, 0, 3, (struct scene_look){{150, 120, 90}, SCENE_WOOD, 0.5f, 0});
    scene_room(v->scene, (struct pose2){{0, 0}, 0}, 4, 4, 2.2f,
               (struct scene_look){{205, 205, 195}, SCENE_BRICKS, 0, 0});
    for (int i = 0; i < 3; i++)
        scene_cube(
            v->scene, 2 + (uint32_t)i,
            &(struct scene_cube){.pose = {vec3(0.15f + 0.1f * (float)i, 0.08f * (float)(i - 1), 0.022f),
                                          quat_yaw(0.5f * (float)i)},
                                 .kind = MARKER_VECTOR_CUBE});
    v->shot = (struct lens_shot){.start = {vec3(0, 0, 0.041f), AXES}, .exposure_ms = 16, .gain = 1};
    v->shot.end = v->shot.start;
    v->frame = lens_take(v->lens, v->scene, &v->shot, NULL, NULL);
    v->before = lens_take(v->lens, v->scene, &v->shot, NULL, NULL);
    v->config = sight_defaults();
    v->shot.colour = true;
    v->colour = lens_take(v->lens, v->scene, &v->shot, NULL, NULL);
    v->shot.colour = false;
    return v;
}
static void desk_gone(void *user) {
    struct view *v = user;
    frame_drop(v->frame), frame_drop(v->colour), frame_drop(v->before);
    lens_free(v->lens), scene_free(v->scene), scene_art_free(v->art);
    free(v);
}

static void markers(void *user) {
    struct view *v = user;
    struct see_picture p = {v->frame->bytes, v->frame->width, v->frame->height};
    struct markers_config c = markers_defaults();
    struct markers_seen seen;
    if (markers_find(&p, &c, &seen) || seen.count < 3) abort();
    bench_sink(seen.count);
}
static void draw(void *user) {
    struct view *v = user;
    frame_drop(lens_take(v->lens, v->scene, &v->shot, NULL, NULL));
}

// As a robot's errand does it: everything at once that needs no model of strangers.
static void look(struct view *v, struct frame *frame, uint32_t modes) {
    struct see_order order = {.frame = frame,
                              .before = v->before,
                              .modes = modes,
                              .lens = *lens_of(v->lens),
                              .camera = v->shot.start,
                              .exposure = 0.016f,
                              .config = v->config};
    size_t len;
    memset(&v->found, 0, sizeof v->found);
    if (see_run(&order, sizeof order, &v->found, sizeof v->found, &len)) abort();
    bench_sink(len);
}
#define MODE(name) (1u << LIFE_VISION_MODE_##name)
static void everything(void *user) {
    struct view *v = user;
    look(v, v->colour,
         MODE(MARKERS) | MODE(MOTION) | MODE(ILLUMINATION) | MODE(BRIGHT_COLORS) | MODE(LASERS) |
             MODE(OVERHEAD_EDGES) | MODE(OVERHEAD_MAP));
}
static void changes(void *user) {
    look(user, ((struct view *)user)->frame, MODE(MOTION) | MODE(ILLUMINATION));
}
static void spots(void *user) {
    look(user, ((struct view *)user)->colour, MODE(BRIGHT_COLORS) | MODE(LASERS));
}
static void ground(void *user) {
    look(user, ((struct view *)user)->colour, MODE(OVERHEAD_EDGES) | MODE(OVERHEAD_MAP));
}
static void contrast(void *user) {
    struct view *v = user;
    level(&(struct see_picture){v->frame->bytes, v->frame->width, v->frame->height}, LEVEL_CLIP, v->levelled);
    bench_sink(v->levelled[9]);
}

BENCHES({.name = "markers of a picture",
         .a = markers,
         .a_name = "found",
         .b = draw,
         .b_name = "the picture drawn",
         .setup = a_desk,
         .teardown = desk_gone},
        {.name = "all modes of a picture in colour",
         .a = everything,
         .a_name = "looked for",
         .b = markers,
         .b_name = "markers alone",
         .setup = a_desk,
         .teardown = desk_gone},
        {.name = "motion and light of a picture",
         .a = changes,
         .a_name = "found",
         .b = markers,
         .b_name = "markers",
         .setup = a_desk,
         .teardown = desk_gone},
        {.name = "bright colours and lasers of a picture",
         .a = spots,
         .a_name = "found",
         .b = markers,
         .b_name = "markers",
         .setup = a_desk,
         .teardown = desk_gone},
        {.name = "the floor before it, from above",
         .a = ground,
         .a_name = "edges and map",
         .b = markers,
         .b_name = "markers",
         .setup = a_desk,
         .teardown = desk_gone},
        {.name = "a picture's contrast",
         .a = contrast,
         .a_name = "levelled",
         .b = markers,
         .b_name = "markers",
         .setup = a_desk,
         .teardown = desk_gone})
