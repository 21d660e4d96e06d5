// A robot in a world, driven through senses and commands like a soul would, for tests.
#pragma once

#include "body/sim.h"
#include "sense/feel/feel.h"
#include "world/world.h"

#include <stdio.h>
#include <string.h>

enum { RIG_TICK = 33000 };

struct rig {
    struct world *world;
    struct body *body;
    uint32_t robot;
    int64_t now;
    struct senses_in in;
    struct command_out out;
    uint32_t status_ever, status_now; // since rig_forget
    uint8_t attitudes;                // bit for bit, since rig_forget
    struct body_radio radio[64];
    uint32_t radio_count;
    struct body_hearing hearings[16];
    uint32_t hearing_count;
    float range_m;
    bool range_valid;
    uint32_t ranges;
    struct touch touch; // a body hands over what its electrode reads; this says what that is
};

static inline void rig_do(struct rig *r, struct world_message verb) {
    struct fault fault = {0};
    if (world_do(r->world, &verb, &fault)) fault_print(&fault, stderr);
}
#define DO(rig, verb_kind, member, ...)                                                                      \
    do {                                                                                                     \
        struct world_message do_verb = {.kind = verb_kind};                                                  \
        world_##member##_defaults(&do_verb.member);                                                          \
        struct world_##member *v = &do_verb.member;                                                          \
        (void)v;                                                                                             \
        __VA_ARGS__;                                                                                         \
        rig_do(rig, do_verb);                                                                                \
    } while (0)

static inline struct rig rig_new(struct world_config config, const struct body_model *model, float x, float y,
                                 float angle, void (*furnish)(struct rig *)) {
    struct rig r = {.world = world_new(&config)};
    struct fault fault = {0};
    if (furnish) furnish(&r);
    r.body = body_sim_new(r.world, model, (struct pose2){{x, y}, angle}, &fault);
    if (!r.body) fault_print(&fault, stderr);
    r.robot = body_sim_robot(r.body);
    border_clear_senses(&r.in);
    border_clear_command(&r.out);
    r.out.command.wants = BODY_WANT_RADIO | BODY_WANT_RANGE | BODY_WANT_HEARINGS;
    return r;
}

static inline void rig_free(struct rig *r) {
    border_drop_senses(&r->in);
    body_free(r->body);
    world_free(r->world);
}

static inline void rig_tick(struct rig *r) {
    r->now += RIG_TICK;
    while (world_now_us(r->world) + WORLD_STEP_US <= r->now) {
        world_step(r->world);
        body_step(r->body, world_now_us(r->world));
    }
    border_drop_senses(&r->in);
    border_clear_senses(&r->in);
    body_collect(r->body, r->now, &r->in);
    struct body_senses *s = &r->in.senses;
    const struct touch_config config = feel_defaults().touch;
    touch_step(&r->touch, &config, s);
    if (r->touch.touched) s->status |= BODY_STATUS_TOUCHED;
    r->status_now = s->status, r->status_ever |= s->status, r->attitudes |= (uint8_t)(1u << s->attitude);
    for (uint32_t i = 0; i < s->radio_count && r->radio_count < 64; i++)
        r->radio[r->radio_count++] = s->radio[i];
    for (uint32_t i = 0; i < s->hearings_count && r->hearing_count < 16; i++)
        r->hearings[r->hearing_count++] = s->hearings[i];
    if (s->range_count) r->range_m = s->range[0].distance_m, r->range_valid = s->range[0].valid, r->ranges++;
    body_obey(r->body, r->now, &r->out);
    r->out.command.number++;
    r->out.command.orders = 0;
    r->out.command.cubes_count = 0;
}

static inline void rig_run(struct rig *r, float seconds) {
    for (float t = 0; t < seconds; t += RIG_TICK * 1e-6f) rig_tick(r);
}
// Until what the oracle sees from now on is told: a picture later.
static inline void rig_look(struct rig *r) {
    for (int looks = 0, ticks = 0; looks < 2 && ticks < 12; ticks++)
        rig_tick(r), looks += r->in.senses.look_count;
}
static inline void rig_forget(struct rig *r) {
    r->status_ever = 0, r->attitudes = 0, r->radio_count = r->hearing_count = 0, r->ranges = 0;
}
static inline void rig_wheels(struct rig *r, float left, float right) {
    r->out.command.wheels =
        (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED, .left_mps = left, .right_mps = right};
}
static inline void rig_joint(struct rig *r, uint8_t joint, float rad, float speed, uint16_t tag) {
    r->out.command.joints_count = 1;
    r->out.command.joints[0] = (struct body_joint_target){
        .joint = joint, .mode = BODY_JOINT_MODE_ANGLE, .angle_rad = rad, .speed_radps = speed, .tag = tag};
}
// Drives up to the cube that stands a hand ahead of a Vector, and lifts it.
static inline void rig_lift_cube(struct rig *r, float speed_radps, float seconds) {
    const struct motor_model *lift = &vector_model.motors[BODY_MOTOR_LIFT];
    rig_joint(r, BODY_MOTOR_LIFT, lift->low_rad, 0, 1);
    rig_run(r, 1);
    rig_wheels(r, 0.04f, 0.04f);
    rig_run(r, 2);
    rig_wheels(r, 0, 0);
    rig_joint(r, BODY_MOTOR_LIFT, lift->high_rad, speed_radps, 2);
    rig_run(r, seconds);
}
static inline struct world_truth rig_truth(const struct rig *r) {
    struct world_truth t = {0};
    world_truth(r->world, r->robot, &t);
    return t;
}
static inline struct pose rig_where(const struct rig *r, const char *name) {
    struct pose pose = pose_none();
    if (!world_where(r->world, name, &pose)) fprintf(stderr, "# nothing is called %s\n", name);
    return pose;
}
static inline uint32_t rig_count_radio(const struct rig *r, enum body_radio_kind kind) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->radio_count; i++) n += r->radio[i].kind == kind;
    return n;
}
