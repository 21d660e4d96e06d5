// What the stage costs a life tick when nobody looks or listens: all tracks of a clip, lights in layers, the
// face's numbers and living eyes. The yardstick beside it is counting to 10 000, so that the ratio says
// something on any machine.
#include "bench.h"

#include "stage/clip/player.h"
#include "stage/face/eyes.h"
#include "stage/lights/lights.h"

static struct clip_face faces[40];
static struct clip_head heads[40];
static struct clip_lift lifts[40];
static struct clip_lights lights[40];
static struct clip_body bodies[40];
static struct clip_audio sounds[40];
static struct clip_event events[40];
static struct clip_box boxes[160];
static float numbers[25] = {1, 1, 1, 1}, colour[4] = {1, 0.5f, 0, 0}, likely[2] = {0.5f, 0.5f};
static uint32_t ids[2] = {1, 2};
static struct clip_audio_group group = {{ids, 2}, {likely, 2}, {likely, 2}};
static struct clip clip;
static struct player player;
static struct player_out out;
static struct eyes eyes;
static struct light_desk desk;
static struct light_step light_step = {.overridable = true, .pattern = {.count = 3}};
static struct light_show show = {.steps = &light_step, .count = 1};
static uint64_t tick;

static void *begin(void) {
    for (uint32_t i = 0; i < 40; i++) {
        uint32_t ms = i * 99;
        struct clip_floats eye = {numbers, 25}, lamp = {colour, 4};
        faces[i] = (struct clip_face){.trigger_ms = ms,
                                      .scale_x = 1,
                                      .scale_y = 1,
                                      .center_x = (float)(i % 7),
                                      .left = eye,
                                      .right = eye,
                                      .scanline_opacity = 1};
        heads[i] = (struct clip_head){ms, 66, (int8_t)(i % 40), 2};
        lifts[i] = (struct clip_lift){ms, 66, 50, 2};
        lights[i] = (struct clip_lights){
            .trigger_ms = ms, .duration_ms = 33, .front = lamp, .middle = lamp, .back = lamp};
        bodies[i] = (struct clip_body){ms, 66, TEXT("120.5"), 50};
        sounds[i] = (struct clip_audio){.trigger_ms = ms, .groups = {&group, 1}};
        events[i] = (struct clip_event){ms, TEXT("TAPPED_BLOCK")};
        for (uint32_t b = 0; b < 4; b++) {
            static const struct text NAMES[4] = {
                {"SpriteBox_1", 11}, {"SpriteBox_2", 11}, {"SpriteBox_3", 11}, {"SpriteBox_4", 11}};
            boxes[i * 4 + b] = (struct clip_box){
                .trigger_ms = ms, .box = NAMES[b], .asset = TEXT("rain"), .x = (int32_t)i, .alpha = 100};
        }
    }
    clip.name = TEXT("all");
    clip.keys = (struct clip_keys){.lift = {lifts, 40},
                                   .face = {faces, 40},
                                   .head = {heads, 40},
                                   .audio = {sounds, 40},
                                   .lights = {lights, 40},
                                   .event = {events, 40},
                                   .body = {bodies, 40},
                                   .box = {boxes, 160}};
    struct player_config config = player_vector();
    config.lights_ramp = true;
    player_start(&player, &config);
    uint8_t tag;
    player_play(&player, &(struct player_play){.clip = &clip}, &tag, NULL);
    eyes_start(&eyes, &FACE_VECTOR, 1);
    for (int i = 0; i < 3; i++)
        light_step.pattern.lamps[i] = (struct light){{.r = 255}, {.g = 255}, 100, 200, 300, 400, 50 * i};
    light_desk_show(&desk, LIGHT_CHARGING, &show, 0);
    return &player;
}

static void clip_tick(void *user) {
    (void)user;
    player_step(&player, &(struct player_in){.tick = tick, .heading_rad = 1}, &out);
    tick++;
    bench_sink(out.news);
}

static void whole_tick(void *user) {
    struct body_colour lamps[LIGHTS_MAX];
    clip_tick(user);
    eyes_step(&eyes, (uint32_t)tick);
    if (out.face_on) face_layer(&eyes.face, &out.face, FACE_ON_TOP);
    light_desk_step(&desk, tick * 33, lamps);
    bench_sink(lamps[0].r + (uint64_t)eyes.number);
}

static void counting(void *user) {
    (void)user;
    uint64_t n = tick;
    for (int i = 0; i < 10000; i++) {
        n += n >> 3 ^ (uint64_t)i;
        __asm__ volatile("" : "+r"(n));
    }
    bench_sink(n);
}

BENCHES({.name = "a clip's tick, all tracks",
         .a = clip_tick,
         .a_name = "tick",
         .b = counting,
         .b_name = "10 000 counts",
         .setup = begin,
         .no_allocation = true},
        {.name = "clip, eyes and lights",
         .a = whole_tick,
         .a_name = "tick",
         .b = counting,
         .b_name = "10 000 counts",
         .setup = begin,
         .no_allocation = true})
