// A Pleo or two in a world, felt through their raw sensors, for tests.
#pragma once

#include "support/support.h"

#include "brainstem/raw.h"
#include "rig.h"

struct den {
    struct world *world;
    uint32_t robots;
    struct raw raw[2];
    struct body_pins pins[2];
    int most[2][RAW_COUNT], least[2][RAW_COUNT]; // since den_forget
    uint32_t keys, beacons;                      // of the first
    uint16_t key;
    struct body_infrared beacon;
};

static inline void den_forget(struct den *d) {
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < RAW_COUNT; i++) d->most[r][i] = d->least[r][i] = d->raw[r].values[i];
    d->keys = d->beacons = 0;
}

static inline void den_step(struct den *d) {
    world_step(d->world);
    for (uint32_t r = 0; r < d->robots; r++) {
        world_pins(d->world, r + 1, &d->pins[r]);
        raw_step(&d->raw[r], &d->pins[r], WORLD_STEP_US * 1e-6f);
        for (int i = 0; i < RAW_COUNT; i++) {
            const struct raw_row *row = raw_row((unsigned)i);
            int value = d->raw[r].values[i];
            if (row && (value < row->low || value > row->high)) fail_msg("%s is %d", row->name, value);
            if (value > d->most[r][i]) d->most[r][i] = value;
            if (value < d->least[r][i]) d->least[r][i] = value;
        }
    }
    d->keys += d->raw[0].key_count;
    d->beacons += d->raw[0].beacon_count;
    if (d->raw[0].key_count) d->key = d->raw[0].keys[0];
    if (d->raw[0].beacon_count) d->beacon = d->raw[0].beacons[0];
}

static inline void den_run(struct den *d, float seconds) {
    for (int i = 0; i < (int)(seconds * 200 + 0.5f); i++) den_step(d);
}

static inline void den_begin(struct den *d, bool noise, float apart_m, float facing_rad) {
    memset(d, 0, sizeof *d);
    struct world_config config = world_defaults();
    config.noise = noise;
    d->world = world_new(&config);
    d->robots = apart_m > 0 ? 2 : 1;
    struct fault fault = {0};
    for (uint32_t r = 0; r < d->robots; r++) {
        struct pose2 at = {{r ? apart_m : 0, 0}, r ? facing_rad : 0};
        if (!world_add_robot(d->world, &pleo_model, at, &fault)) fault_print(&fault, stderr), fail();
        raw_init(&d->raw[r], &pleo_model);
    }
    den_run(d, 1);
    den_forget(d);
}

static inline void den_do(struct den *d, struct world_message verb) {
    struct fault fault = {0};
    if (world_do(d->world, &verb, &fault)) fault_print(&fault, stderr), fail();
}
#define TO(den, verb_kind, member, ...)                                                                      \
    do {                                                                                                     \
        struct world_message verb_ = {.kind = verb_kind};                                                    \
        world_##member##_defaults(&verb_.member);                                                            \
        struct world_##member *v = &verb_.member;                                                            \
        (void)v;                                                                                             \
        __VA_ARGS__;                                                                                         \
        den_do(den, verb_);                                                                                  \
    } while (0)

static inline int now(const struct den *d, enum raw_id id) { return d->raw[0].values[id]; }
static inline float angle(const struct den *d, uint32_t joint) {
    return world_memory(d->world)->robots[0].motors[joint].angle;
}
static inline const struct world_robot_state *first(const struct den *d) {
    return &world_memory(d->world)->robots[0];
}

// Drives a joint to an angle as a mind would, on the pins alone.
static inline void aim(struct den *d, uint32_t joint, float degrees, float seconds) {
    float goal = m_radians(degrees);
    for (int i = 0; i < (int)(seconds * 200); i++) {
        struct body_drive drive = {.duty_count = 14};
        float read = (float)d->pins[0].motors[joint].count / pleo_model.motors[joint].counts_per_rad;
        drive.duty[joint] = (int16_t)(m_clamp((goal - read) * 12, -1, 1) * 32000);
        world_drive(d->world, 1, &drive);
        den_step(d);
    }
    world_drive(d->world, 1, &(struct body_drive){0});
}
