// A soul's side of a Cozmo in virtual time: senses kept, commands given, and hands in the world.
#pragma once

#include "support/support.h"

#include "body/cozmo/shared_cozmo.h"
#include "schema/json.h"

#include <math.h>

enum { RIG_TICK = 33000 };

struct den {
    struct world *world;
    struct body *body;
    struct senses_in in;
    struct command_out out;
    int64_t now_us, tick_us;
    // what was felt so far
    struct body_motion motion;
    struct body_joint joints[4];
    struct body_power power;
    float cliff;
    uint32_t acks[16], radios[16], imus, pictures;
    uint16_t last_tag[16];
    struct body_radio radio[16]; // the last of each kind
    struct body_picture picture;
    uint64_t picture_sum;
    struct body_speaker speaker;
    uint32_t states_of_motion; // ticks with motion in them
    uint64_t last_us;
    uint32_t ever; // status bits
    bool ran_back;
    bool blind; // nothing is stepped but the world and the robot's air: the soul's program hangs
};

static inline void den_tick(struct den *d) {
    border_clear_senses(&d->in);
    assert_int_equal(body_collect(d->body, d->now_us, &d->in), ERR_NONE);
    const struct body_senses *s = &d->in.senses;
    assert_true(s->motion_count <= 1 && s->power_count <= 1 && s->path_count <= 1 && s->speaker_count <= 1);
    assert_true(s->joints_count == (s->motion_count ? 4 : 0) && s->cliffs_count == s->motion_count);
    if (s->time_us < d->last_us) d->ran_back = true;
    d->last_us = s->time_us;
    d->ever |= s->status;
    d->states_of_motion += s->motion_count;
    if (s->motion_count) d->motion = s->motion[0];
    for (unsigned i = 0; i < s->joints_count && i < 4; i++) d->joints[i] = s->joints[i];
    if (s->power_count) d->power = s->power[0];
    if (s->cliffs_count) d->cliff = s->cliffs[0];
    if (s->speaker_count) d->speaker = s->speaker[0];
    d->imus += s->imu_count;
    for (unsigned i = 0; i < s->acks_count; i++) {
        d->acks[s->acks[i].kind]++;
        d->last_tag[s->acks[i].kind] = s->acks[i].tag;
    }
    for (unsigned i = 0; i < s->radio_count; i++) {
        d->radios[s->radio[i].kind]++;
        d->radio[s->radio[i].kind] = s->radio[i];
    }
    if (s->picture_count) {
        d->pictures++;
        d->picture = s->picture[0];
        d->picture_sum = 0;
        assert_non_null(d->in.picture);
        for (size_t i = 0; i < d->in.picture->used; i++) d->picture_sum += d->in.picture->bytes[i];
    }
    border_drop_senses(&d->in);
    body_obey(d->body, d->now_us, &d->out);
    border_drop_command(&d->out);
    d->out.command.number++;
    d->out.command.origin_count = d->out.command.cubes_count = d->out.command.path_count = 0;
    d->out.command.face_count = d->out.command.speech_count = 0;
    d->out.command.orders = 0;
}

static inline void den_run(struct den *d, float seconds) {
    for (int64_t until = d->now_us + (int64_t)(seconds * 1e6f); d->now_us < until;) {
        d->now_us += WORLD_STEP_US;
        world_step(d->world);
        if (d->blind) {
            cozmo_onair_step(shared_cozmo_robot(d->body), d->now_us);
            uint8_t room[AIR_DATAGRAM_MAX];
            struct air_peer to;
            while (cozmo_onair_poll(shared_cozmo_robot(d->body), d->now_us, &to, room, sizeof room)) {
            }
            continue;
        }
        body_step(d->body, d->now_us);
        if (d->now_us < d->tick_us) continue;
        d->tick_us += RIG_TICK;
        den_tick(d);
    }
}

static inline uint32_t den_status(const struct den *d) { return d->in.senses.status; }
static inline bool den_away(const struct den *d) { return den_status(d) & BODY_STATUS_AWAY; }

// {"PickUp": {"what": "cozmo"}}
static inline void den_verb(struct den *d, const char *json) {
    struct fault fault = {0};
    struct arena *arena = arena_new(8 << 10);
    struct json *doc;
    struct world_message verb;
    if (json_parse(text_of(json), NULL, arena, NULL, &doc, &fault) ||
        schema_parse_message(&world_schema, &verb, doc, arena, &fault) || world_do(d->world, &verb, &fault))
        fail_msg("%s: %s", json, fault.said);
    arena_free(arena);
}

static inline struct shared_cozmo_config den_config(void) {
    struct shared_cozmo_config config = shared_cozmo_defaults();
    return config;
}

static inline struct den *den_new(struct shared_cozmo_config config, float floor_m,
                                  const char *const *verbs) {
    struct den *d = calloc(1, sizeof *d);
    struct world_config world = world_defaults();
    world.floor_m = floor_m;
    d->world = world_new(&world);
    for (; verbs && *verbs; verbs++) den_verb(d, *verbs);
    config.robot.firmware.world = d->world;
    struct fault fault = {0};
    d->body = shared_cozmo_new(&config, &fault);
    if (!d->body) fail_msg("%s", fault.said);
    border_clear_senses(&d->in);
    border_clear_command(&d->out);
    return d;
}

// And until its head and lift are calibrated.
static inline struct den *den_awake(struct shared_cozmo_config config, float floor_m,
                                    const char *const *verbs) {
    struct den *d = den_new(config, floor_m, verbs);
    for (int i = 0; i < 100 && !(den_status(d) & BODY_STATUS_HEAD_KNOWN); i++) den_run(d, 0.1f);
    den_run(d, 0.5f);
    assert_false(den_away(d));
    return d;
}

static inline void den_free(struct den *d) {
    assert_false(d->ran_back);
    body_free(d->body);
    world_free(d->world);
    free(d);
}

static inline void den_wheels(struct den *d, float left, float right) {
    d->out.command.wheels =
        (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED, .left_mps = left, .right_mps = right};
}

static inline struct world_truth den_truth(struct den *d) {
    struct world_truth truth = {0};
    assert_true(world_truth(d->world, 1, &truth));
    return truth;
}

static inline struct body_cozmo_about den_about(struct den *d) {
    struct body_cozmo_about about;
    body_cozmo_about(shared_cozmo_inside(d->body), &about);
    return about;
}
static const char *const DEN_CUBE[] = {
    "{\"Cube\": {\"name\": \"one\", \"type\": 1, \"x_m\": 0.3, \"y_m\": -0.3}}", NULL};
