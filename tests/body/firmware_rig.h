// A Cozmo, its world and an engine, joined in memory, in virtual time. Datagrams arrive at once, or are lost
// as the test likes.
#pragma once

#include "support/support.h"

#include "base/maths/chance.h"
#include "body/firmware/cozmo/onair.h"
#include "link/cozmo/engine_link.h"
#include "schema/json.h"

#include <math.h>

enum { RIG_KEPT = 32768, RIG_PORT = 40000 };
static const struct air_peer RIG_ENGINE = {0x7f000001, RIG_PORT};
static const struct air_peer RIG_ROBOT = {0x7f000001, COZMO_PORT};

struct rig_kept { // a message of the robot
    uint8_t id;
    int64_t at_us;
    uint16_t len;
    uint8_t body[AIR_CONTENT_MAX];
};
struct rig {
    struct world *world;
    struct cozmo_onair *cozmo;
    struct engine_link *engine; // NULL: the test speaks for itself
    unsigned version;
    int64_t now_us;
    struct chance dice;
    float loss; // of the engine's datagrams, 0 … 1
    struct rig_kept *kept;
    unsigned count;
    struct cozmo_robot_state state;
    unsigned states;
    uint16_t last_ack;
    unsigned largest, frames; // of the robot's
    bool opened, closed;
    enum air_end end;
    int loudest;
    unsigned sounds;
    uint8_t last[AIR_DATAGRAM_MAX]; // the robot's last datagram
    size_t last_len;
};

static inline void rig_sound(void *user, const int16_t *samples, size_t count) {
    struct rig *rig = user;
    rig->sounds++;
    for (size_t i = 0; i < count; i++)
        if (abs(samples[i]) > rig->loudest) rig->loudest = abs(samples[i]);
}

// {"PickUp": {"what": "cozmo"}}
static inline void rig_verb(struct rig *rig, const char *json) {
    struct fault fault = {0};
    struct arena *arena = arena_new(8 << 10);
    struct json *doc;
    struct world_message verb;
    if (json_parse(text_of(json), NULL, arena, NULL, &doc, &fault) ||
        schema_parse_message(&world_schema, &verb, doc, arena, &fault) || world_do(rig->world, &verb, &fault))
        fail_msg("%s: %s", json, fault.said);
    arena_free(arena);
}

static inline struct rig *rig_new(uint32_t version, float floor_m, const char *const *verbs) {
    struct rig *rig = calloc(1, sizeof *rig);
    rig->kept = calloc(RIG_KEPT, sizeof *rig->kept);
    rig->dice = chance_of(7, chance_stream("rig"), 0);
    struct world_config world = world_defaults();
    world.floor_m = floor_m;
    rig->world = world_new(&world);
    for (; verbs && *verbs; verbs++) rig_verb(rig, *verbs);
    struct cozmo_onair_config config = cozmo_onair_defaults();
    struct fault fault = {0};
    config.firmware.world = rig->world;
    config.firmware.version = rig->version = version;
    config.firmware.sound = rig_sound;
    config.firmware.user = rig;
    rig->cozmo = cozmo_onair_new(&config, &fault);
    if (!rig->cozmo) fail_msg("%s", fault.said);
    struct engine_link_config engine;
    engine_link_defaults(&engine);
    engine.robot = RIG_ROBOT;
    rig->engine = engine_link_new(&engine);
    return rig;
}

static inline void rig_free(struct rig *rig) {
    cozmo_onair_free(rig->cozmo);
    engine_link_free(rig->engine);
    world_free(rig->world);
    free(rig->kept);
    free(rig);
}

static inline void rig_keep(struct rig *rig, const struct air_news *news) {
    if (news->kind == AIR_OPENED) rig->opened = true;
    if (news->kind == AIR_CLOSED) rig->closed = true, rig->end = news->end;
    if (news->kind != AIR_MESSAGE) return;
    if (news->id == 0xf0) {
        rig->states++;
        struct reader in = reader_of(news->body.at, news->body.len);
        assert_int_equal(cozmo_robot_state_decode(&rig->state, &in, rig->version), ERR_NONE);
    }
    if (rig->count == RIG_KEPT) rig->count = 0;
    struct rig_kept *k = &rig->kept[rig->count++];
    *k = (struct rig_kept){.id = news->id, .at_us = rig->now_us, .len = (uint16_t)news->body.len};
    memcpy(k->body, news->body.at, news->body.len);
}

static inline void rig_check_frame(struct rig *rig, struct bytes datagram) {
    struct air_frame frame;
    assert_int_equal(air_frame_read(&frame, datagram), ERR_NONE);
    assert_int_equal(frame.type, COZMO_FRAME_TYPE_ROBOT);
    assert_true(datagram.len <= 1472);
    if (datagram.len > rig->largest) rig->largest = (unsigned)datagram.len;
    rig->frames++;
    rig->last_ack = frame.ack;
    memcpy(rig->last, datagram.at, datagram.len);
    rig->last_len = datagram.len;
}

static inline void rig_exchange(struct rig *rig) {
    uint8_t datagram[AIR_DATAGRAM_MAX];
    struct air_peer to;
    struct air_news news;
    size_t len;
    bool more = true;
    for (int round = 0; more && round < 200; round++) {
        more = false;
        while (rig->engine &&
               (len = engine_link_poll(rig->engine, rig->now_us, &to, datagram, sizeof datagram))) {
            more = true;
            if (!chance_true(&rig->dice, rig->loss))
                cozmo_onair_feed(rig->cozmo, rig->now_us, RIG_ENGINE, (struct bytes){datagram, len});
        }
        while (rig->engine && engine_link_take(rig->engine, &news)) rig_keep(rig, &news);
        while ((len = cozmo_onair_poll(rig->cozmo, rig->now_us, &to, datagram, sizeof datagram))) {
            more = true;
            rig_check_frame(rig, (struct bytes){datagram, len});
            if (!rig->engine) continue;
            engine_link_feed(rig->engine, rig->now_us, RIG_ROBOT, (struct bytes){datagram, len});
            while (engine_link_take(rig->engine, &news)) rig_keep(rig, &news);
        }
    }
}

static inline void rig_run(struct rig *rig, float seconds) {
    for (int64_t until = rig->now_us + (int64_t)(seconds * 1e6f); rig->now_us < until;) {
        rig->now_us += WORLD_STEP_US;
        world_step(rig->world);
        cozmo_onair_step(rig->cozmo, rig->now_us);
        rig_exchange(rig);
    }
}

static inline void rig_send(struct rig *rig, const struct cozmo_message *message) {
    for (int i = 0; i < 400 && !engine_link_room(rig->engine); i++) rig_run(rig, 0.005f);
    assert_int_equal(engine_link_tell(rig->engine, message, rig->version), ERR_NONE);
}
#define SEND(rig, message_kind, ...) rig_send(rig, &(struct cozmo_message){.kind = message_kind, __VA_ARGS__})

// How many messages with that id came since mark; the latest of them.
static inline unsigned rig_heard(const struct rig *rig, uint8_t id, unsigned mark) {
    unsigned n = 0;
    for (unsigned i = mark; i < rig->count; i++) n += rig->kept[i].id == id;
    return n;
}
static inline struct cozmo_message rig_nth(const struct rig *rig, uint8_t id, unsigned mark, unsigned nth) {
    struct cozmo_message out = {0};
    for (unsigned i = mark; i < rig->count; i++) {
        const struct rig_kept *k = &rig->kept[i];
        if (k->id != id || nth--) continue;
        struct air_news news = {.kind = AIR_MESSAGE, .id = id, .body = {k->body, k->len}};
        assert_int_equal(air_decode(&news, COZMO_TO_ENGINE, rig->version, &out), ERR_NONE);
        return out;
    }
    fail_msg("message %02x did not come so often", id);
    return out;
}
static inline struct cozmo_message rig_first(const struct rig *rig, uint8_t id, unsigned mark) {
    return rig_nth(rig, id, mark, 0);
}
static inline struct cozmo_message rig_last(const struct rig *rig, uint8_t id, unsigned mark) {
    unsigned n = rig_heard(rig, id, mark);
    if (!n) fail_msg("message %02x did not come", id);
    return rig_nth(rig, id, mark, n - 1);
}
static inline const struct cozmo_firmware_stats *rig_stats(struct rig *rig) {
    return cozmo_firmware_stats(cozmo_onair_firmware(rig->cozmo));
}

// As a client begins: reset, Enable twice, origin, time, and animations.
static inline void rig_connect(struct rig *rig) {
    engine_link_begin(rig->engine, rig->now_us);
    rig_run(rig, 0.1f);
    assert_true(rig->opened);
    SEND(rig, COZMO_ENABLE);
    SEND(rig, COZMO_ENABLE);
    SEND(rig, COZMO_SET_ORIGIN, .set_origin = {.pose_origin_id = 1, .unknown5 = 0x80000000});
    SEND(rig, COZMO_SYNC_TIME);
    SEND(rig, COZMO_ENABLE_ANIMATION_STATE);
    rig_run(rig, 2.5f);
    assert_true(rig->states > 50);
}
static const char *const RIG_CUBES[] = {
    "{\"Cube\": {\"name\": \"one\", \"type\": 1, \"x_m\": 0.3, \"y_m\": -0.3}}",
    "{\"Cube\": {\"name\": \"two\", \"type\": 2, \"x_m\": 0.4, \"y_m\": -0.4}}", NULL};
