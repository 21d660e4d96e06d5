// Whole sessions of both ends, fed with datagrams of any kind at any time. The input is a script: what comes
// next (a datagram, time that passes, something to say), and its bytes. Whatever it is, polling comes to an
// end, frames are whole, nothing grows.
#include "link/cozmo/engine_link.h"
#include "link/cozmo/robot_link.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct air_peer ROBOT = {0x7f000001, COZMO_PORT};

static void must(bool so) {
    if (!so) abort();
}

static void check(const struct air_news *news) {
    static volatile uint8_t sum; // every byte may be read
    for (size_t i = 0; i < news->body.len; i++) sum = sum ^ news->body.at[i];
    must(news->kind <= AIR_CLOSED);
}

static uint8_t datagram[AIR_DATAGRAM_MAX];

static void said(size_t len, size_t most) {
    struct air_frame frame;
    must(len <= most && !air_frame_read(&frame, (struct bytes){datagram, len}));
    struct air_walk walk = air_walk_of(&frame);
    struct air_packet packet;
    uint16_t last = 0;
    while (air_walk_next(&walk, &packet))
        if (packet.number) last = packet.number;
    if (frame.type == COZMO_FRAME_TYPE_ROBOT || frame.type == COZMO_FRAME_TYPE_ENGINE)
        must(last == frame.last);
}

static void everything(struct robot_link *robot, struct engine_link *engine, int64_t now_us) {
    struct air_news news;
    struct air_peer to;
    size_t len;
    unsigned rounds = 0;
    while (robot_link_take(robot, &news)) check(&news);
    while ((len = robot_link_poll(robot, now_us, &to, datagram, sizeof datagram))) {
        said(len, 1472);
        must(++rounds < 200);
    }
    while (robot_link_take(robot, &news)) check(&news);
    while (engine_link_take(engine, &news)) check(&news);
    while ((len = engine_link_poll(engine, now_us, &to, datagram, sizeof datagram))) {
        said(len, COZMO_MAX_FRAME_SIZE);
        must(++rounds < 400);
    }
    while (engine_link_take(engine, &news)) check(&news);
    must(robot_link_due(robot) == INT64_MAX || robot_link_open(robot));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct robot_link_config robot_config;
    struct engine_link_config engine_config;
    robot_link_defaults(&robot_config);
    engine_link_defaults(&engine_config);
    engine_config.robot = ROBOT;
    struct robot_link *robot = robot_link_new(&robot_config);
    struct engine_link *engine = engine_link_new(&engine_config);
    if (!robot || !engine) abort();
    int64_t now_us = 1000;
    engine_link_begin(engine, now_us);
    struct reader in = reader_of(data, size);
    while (!in.err && reader_left(&in)) {
        uint8_t what = read_u8(&in);
        struct air_peer peer = {0x7f000001, (uint16_t)(40000 + (what >> 6))};
        size_t len = read_u8(&in);
        if (len > reader_left(&in)) len = reader_left(&in);
        switch (what & 7) {
        case 0:
        case 1: {
            struct bytes bytes = read_bytes(&in, len);
            robot_link_feed(robot, now_us, peer, bytes);
            break;
        }
        case 2:
        case 3: {
            struct bytes bytes = read_bytes(&in, len);
            engine_link_feed(engine, now_us, ROBOT, bytes);
            break;
        }
        case 4:
            now_us += (int64_t)len * (what & 32 ? 50000 : 1000);
            break;
        case 5:
            robot_link_send(robot, read_u8(&in), read_bytes(&in, len));
            break;
        case 6:
            engine_link_send(engine, read_u8(&in), read_bytes(&in, len));
            if (what & 32) engine_link_flush(engine);
            break;
        case 7:
            if (what & 32) {
                engine_link_goodbye(engine);
            } else if (what & 16) {
                engine_link_begin(engine, now_us);
            } else {
                robot_link_close(robot);
            }
            break;
        }
        if (!(what & 8)) everything(robot, engine, now_us);
    }
    robot_link_free(robot);
    engine_link_free(engine);
    return 0;
}
