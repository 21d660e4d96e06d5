// What a face costs when somebody looks.
#include "bench.h"

#include "stage/face/eyes.h"
#include "stage/library/library.h"
#include "stage/screen/easel.h"

#include <string.h>

static uint16_t colours[184 * 96];
static uint8_t grey[184 * 96];

static void vector(void *user) {
    struct face face;
    face_named(&face, &FACE_VECTOR, "curious");
    face_colour(&face, &FACE_VECTOR, 1, 0.42f, 1, colours);
    bench_sink(colours[90 * 184 / 2]);
}

static void cozmo(void *user) {
    struct face face;
    face_named(&face, &FACE_COZMO, "curious");
    face_bits(&face, &FACE_COZMO, 0, grey);
    bench_sink(grey[5000]);
}

// A whole watched step: eyes that live, a clip's boxes moving, pictures before and behind the eyes, and what
// changed since the last picture.
static struct library *library;
static struct easel *easel;
static struct screen screen;
static struct eyes eyes;
static struct player player;
static struct player_out out;
static uint16_t before[184 * 96];
static uint32_t tick;

static void step(void *user) {
    struct raster now = raster_over(colours, 184, 96), sent = raster_over(before, 184, 96);
    struct raster_area areas[RASTER_AREAS];
    player_step(&player, &(struct player_in){.tick = tick}, &out);
    if (out.face_on) eyes_perform(&eyes, &out.face, tick);
    eyes_step(&eyes, tick);
    screen_step(&screen, tick, &out, eyes.number);
    easel_draw(easel, &screen, &(struct easel_eyes){&eyes.face, &FACE_VECTOR, eyes.number, 0.42f, 1}, NULL,
               &now);
    bench_sink(raster_changes(&sent, &now, areas));
    memcpy(before, colours, sizeof before);
    tick++;
}

static void unwatched(void *user) {
    player_step(&player, &(struct player_in){.tick = tick}, &out);
    if (out.face_on) eyes_perform(&eyes, &out.face, tick);
    eyes_step(&eyes, tick);
    screen_step(&screen, tick, &out, eyes.number);
    bench_sink(screen.number);
    tick++;
}

static void *begin(void) {
    uint8_t tag;
    if (!library) library = library_open(&(struct library_config){.creature = "vector"}, NULL);
    if (!easel) easel = easel_new(32 << 20);
    screen_start(&screen, &(struct screen_config){&FACE_VECTOR, &library->sprites, &library->layouts});
    screen_weather(&screen, TEXT("rain"), NULL, 0, 0);
    eyes_start(&eyes, &FACE_VECTOR, 1);
    player_start(&player, &library->player);
    player_play(&player,
                &(struct player_play){.clip = library_clip(library, TEXT("anim_feedback_iloveyou_02"))}, &tag,
                NULL);
    for (int i = 0; i < 400; i++) step(NULL); // every picture was seen once
    return NULL;
}

BENCHES({.name = "Vector's face, 184 by 96", .a = vector, .no_allocation = true},
        {.name = "Cozmo's face, 128 by 64", .a = cozmo, .no_allocation = true},
        {.name = "a watched step: clip, eyes, rain, hearts",
         .a = step,
         .a_name = "watched",
         .b = unwatched,
         .b_name = "unwatched",
         .setup = begin,
         .no_allocation = true})
