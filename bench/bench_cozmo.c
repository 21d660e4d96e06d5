// Simulated Cozmos: what one costs, and how many times faster than real time fifty of them run, each with an
// engine that animates it.
#include "bench.h"

#include "base/system/clock.h"
#include "body/firmware/cozmo/onair.h"
#include "link/cozmo/engine_link.h"

#include <stdio.h>
#include <stdlib.h>

enum { MANY = 50 };
static const struct air_peer ENGINE = {0x7f000001, 40000}, ROBOT = {0x7f000001, COZMO_PORT};

struct one {
    struct world *world;
    struct cozmo_onair *cozmo;
    struct engine_link *engine;
    int64_t now_us, slot_us;
    bool camera;
};

static void exchange(struct one *o) {
    uint8_t datagram[AIR_DATAGRAM_MAX];
    struct air_peer to;
    struct air_news news;
    size_t len;
    while ((len = engine_link_poll(o->engine, o->now_us, &to, datagram, sizeof datagram)))
        cozmo_onair_feed(o->cozmo, o->now_us, ENGINE, (struct bytes){datagram, len});
    while ((len = cozmo_onair_poll(o->cozmo, o->now_us, &to, datagram, sizeof datagram))) {
        engine_link_feed(o->engine, o->now_us, ROBOT, (struct bytes){datagram, len});
        while (engine_link_take(o->engine, &news)) bench_sink(news.id);
    }
    while (engine_link_take(o->engine, &news)) bench_sink(news.id);
}

static void tell(struct one *o, struct cozmo_message m) {
    engine_link_tell(o->engine, &m, COZMO_FIRMWARE_NEWEST);
}

static void step(void *user) {
    struct one *o = user;
    o->now_us += WORLD_STEP_US;
    if (o->now_us >= o->slot_us) { // as the public client: a slot and a picture thirty times a second
        static const uint8_t face[] = {0x3f, 0x3f};
        o->slot_us += 33333;
        tell(o, (struct cozmo_message){.kind = COZMO_OUTPUT_SILENCE});
        tell(o, (struct cozmo_message){.kind = COZMO_DISPLAY_IMAGE, .display_image = {{face, sizeof face}}});
    }
    world_step(o->world);
    cozmo_onair_step(o->cozmo, o->now_us);
    exchange(o);
}

// A second of its life: fifteen pictures, if it looks.
static void second(void *user) {
    for (int i = 0; i < 200; i++) step(user);
}

static struct one *begin(bool camera) {
    struct one *o = calloc(1, sizeof *o);
    struct world_config world = world_defaults();
    o->world = world_new(&world);
    struct cozmo_onair_config config = cozmo_onair_defaults();
    config.firmware.world = o->world;
    o->cozmo = cozmo_onair_new(&config, NULL);
    struct engine_link_config engine;
    engine_link_defaults(&engine);
    engine.robot = ROBOT;
    o->engine = engine_link_new(&engine);
    engine_link_begin(o->engine, 0);
    exchange(o);
    tell(o, (struct cozmo_message){.kind = COZMO_ENABLE});
    tell(o, (struct cozmo_message){.kind = COZMO_ENABLE});
    tell(o, (struct cozmo_message){.kind = COZMO_SYNC_TIME});
    tell(o, (struct cozmo_message){.kind = COZMO_ENABLE_ANIMATION_STATE});
    if (camera) tell(o, (struct cozmo_message){.kind = COZMO_ENABLE_CAMERA, .enable_camera = {1, 4}});
    tell(o, (struct cozmo_message){.kind = COZMO_DRIVE_WHEELS, .drive_wheels = {30, 40, 0, 0}});
    for (int i = 0; i < 400; i++) step(o);
    return o;
}

static void gone(void *user) {
    struct one *o = user;
    cozmo_onair_free(o->cozmo);
    engine_link_free(o->engine);
    world_free(o->world);
    free(o);
}

static void *driving(void) { return begin(false); }
static void *looking(void) { return begin(true); }

static void *crowd(void) {
    struct one **many = calloc(MANY, sizeof *many);
    for (int i = 0; i < MANY; i++) many[i] = begin(false);
    return many;
}
static void crowd_gone(void *user) {
    struct one **many = user;
    for (int i = 0; i < MANY; i++) gone(many[i]);
    free(many);
}
static void crowd_step(void *user) {
    struct one **many = user;
    for (int i = 0; i < MANY; i++) step(many[i]);
}
// Five milliseconds of time: what a step may take to keep up with the world. One part of it is their share of
// a core.
static void five_ms(void *user) {
    (void)user;
    int64_t until = air_now_us() + 5000;
    while (air_now_us() < until) continue;
}

BENCHES(
    {.name = "a Cozmo driving, 1 s", .a = second, .setup = driving, .teardown = gone, .no_allocation = true},
    {.name = "a Cozmo looking, 1 s", .a = second, .setup = looking, .teardown = gone, .no_allocation = true},
    {.name = "50 Cozmos against real time",
     .a = crowd_step,
     .a_name = "50 Cozmos, 5 ms",
     .b = five_ms,
     .b_name = "5 ms of time",
     .setup = crowd,
     .teardown = crowd_gone})
