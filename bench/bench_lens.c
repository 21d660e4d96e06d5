// What a camera's picture costs, beside a plain ray caster: one ray a pixel, each polygon tried, the nearest
// texel. Before the table it prints the best time of many pictures in milliseconds; the promise is 1 (2 with
// lens and noise) for grey 640x360, 0.4 (0.8) for 320x240.
#include "bench.h"

#include "../tests/world/camera/lens_things.h"
#include "../tests/world/camera/raycast.h"
#include "world/camera/lens_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct look {
    struct scene_art *art;
    struct scene *scene;
    struct lens *lens;
    struct lens_shot shot;
    bool company;
};

static struct look *look_new(bool cozmo, bool real, bool company, bool colour) {
    struct look *l = calloc(1, sizeof *l);
    struct scene_config room = scene_defaults();
    struct lens_config config = lens_defaults();
    const struct body_model *body = cozmo ? &cozmo_model : &vector_model;
    eye_of(body, 1, &config.eye);
    config.bend = config.noise = config.vignetting = real;
    l->art = scene_art_new();
    l->scene = scene_new(&room, l->art);
    l->lens = lens_new(&config, NULL);
    if (!l->scene || !l->lens) abort();
    l->company = company;
    l->shot = (struct lens_shot){.start = eye_in_robot(body, 0.1f),
                                 .end = eye_in_robot(body, 0.1f),
                                 .exposure_ms = 16,
                                 .gain = 1,
                                 .colour = colour};
    put_table(l->scene);
    if (company) put_company(l->scene);
    return l;
}

static void gone(void *user) {
    struct look *l = user;
    lens_free(l->lens);
    scene_free(l->scene);
    scene_art_free(l->art);
    free(l);
}

static void *vector_bare(void) { return look_new(false, false, false, false); }
static void *vector_real(void) { return look_new(false, true, false, false); }
static void *vector_company(void) { return look_new(false, true, true, false); }
static void *vector_colour(void) { return look_new(false, true, false, true); }
static void *vector_turning(void) {
    struct look *l = look_new(false, true, false, false);
    struct quat turn = quat_yaw(0.11f); // 300 degrees a second while the rows are read
    l->shot.end.turn = quat_times(turn, l->shot.end.turn);
    l->shot.end.at = quat_apply(turn, l->shot.end.at);
    return l;
}
static void *cozmo_bare(void) { return look_new(true, false, false, false); }
static void *cozmo_real(void) { return look_new(true, true, false, false); }

static void picture(void *user) {
    struct look *l = user;
    struct frame *frame = lens_take(l->lens, l->scene, &l->shot, NULL, NULL);
    bench_sink(frame->bytes[frame->used / 2]);
    frame_drop(frame);
}

static void put_together(void *user) {
    struct look *l = user;
    scene_begin(l->scene, NULL);
    put_table(l->scene);
    if (l->company) put_company(l->scene);
    bench_sink(scene_face_count(l->scene));
}

static void rays(void *user) {
    struct look *l = user;
    const struct lens_model *m = lens_of(l->lens);
    struct ray_eye eye = ray_eye_of(l->shot.start);
    uint64_t sum = 0;
    for (unsigned y = 0; y < m->height; y++)
        for (unsigned x = 0; x < m->width; x++) {
            double sx = ((double)x + 0.5 - (double)m->cx) / (double)m->fx,
                   sy = ((double)y + 0.5 - (double)m->cy) / (double)m->fy;
            struct ray_hit hit = ray_cast(l->scene, &eye, sx, sy, 0);
            sum += (uint64_t)(ray_light(l->scene, &hit, PLANE_GREY) * 230);
        }
    bench_sink(sum);
}

static double best_ms(void *(*setup)(void), void (*work)(void *user)) {
    void *user = setup();
    double best = 1e9;
    for (int i = 0; i < 150; i++) {
        struct timespec a, b;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
        work(user);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
        double ms = (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) * 1e-6;
        if (ms < best) best = ms;
    }
    gone(user);
    return best;
}

static const struct {
    const char *name;
    void *(*setup)(void);
    void (*work)(void *user);
} ROWS[] = {{"grey 640x360", vector_bare, picture},
            {"grey 640x360, lens and noise", vector_real, picture},
            {"grey 640x360, lens, noise, company", vector_company, picture},
            {"colour 640x360, lens and noise", vector_colour, picture},
            {"grey 640x360, turning fast", vector_turning, picture},
            {"grey 320x240", cozmo_bare, picture},
            {"grey 320x240, lens and noise", cozmo_real, picture},
            {"putting the table together", vector_bare, put_together},
            {"putting company there, too", vector_company, put_together}};

static const struct bench BENCHES_OF_LENS[] = {
    {.name = "grey 640x360",
     .a = picture,
     .a_name = "rasteriser",
     .setup = vector_bare,
     .teardown = gone,
     .no_allocation = true},
    {.name = "grey 640x360, lens and noise",
     .a = picture,
     .a_name = "rasteriser",
     .setup = vector_real,
     .teardown = gone,
     .no_allocation = true},
    {.name = "colour 640x360, lens and noise",
     .a = picture,
     .a_name = "rasteriser",
     .setup = vector_colour,
     .teardown = gone,
     .no_allocation = true},
    {.name = "grey 320x240",
     .a = picture,
     .a_name = "rasteriser",
     .b = rays,
     .b_name = "a ray a pixel",
     .setup = cozmo_bare,
     .teardown = gone,
     .no_allocation = true},
    {.name = "grey 320x240, lens and noise",
     .a = picture,
     .a_name = "rasteriser",
     .setup = cozmo_real,
     .teardown = gone,
     .no_allocation = true},
    {.name = "a scene with company",
     .a = put_together,
     .a_name = "lists",
     .setup = vector_company,
     .teardown = gone,
     .no_allocation = true},
};

int main(int argc, char **argv) {
    if (argc == 1)
        for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
            printf("%-36s %6.3f ms\n", ROWS[i].name, best_ms(ROWS[i].setup, ROWS[i].work));
    return bench_main(argc, argv, BENCHES_OF_LENS, sizeof BENCHES_OF_LENS / sizeof *BENCHES_OF_LENS);
}
