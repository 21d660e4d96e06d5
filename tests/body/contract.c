#include "body/contract.h"

#include "base/maths/geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TICK = 33000 };

struct soul { // the least a soul can be
    struct contract_body *b;
    int64_t now;
    struct senses_in in;
    struct command_out out;
    uint32_t acks[16]; // heard so far, by kind
    uint16_t last_tag[16];
    struct body_motion motion;
    uint64_t motion_us; // when it was so
    struct body_joint joints[BODY_MOTOR_MAX];
    uint32_t status;
    const char *wrong;
};

static struct soul wake(struct contract_body *b) {
    struct soul s = {.b = b};
    border_clear_senses(&s.in);
    border_clear_command(&s.out);
    return s;
}

static void tick(struct soul *s) {
    s->now += TICK;
    s->b->pass(s->b->user, s->b->body, s->now);
    uint64_t before = s->in.senses.time_us;
    border_clear_senses(&s->in);
    body_collect(s->b->body, s->now, &s->in);
    const struct body_senses *in = &s->in.senses;
    if (in->time_us && in->time_us < before) s->wrong = "body time ran back";
    if (in->motion_count) s->motion = in->motion[0], s->motion_us = in->time_us;
    for (uint32_t i = 0; i < in->joints_count; i++) s->joints[i] = in->joints[i];
    for (uint32_t i = 0; i < in->acks_count; i++) {
        if (in->acks[i].kind >= 16) continue;
        s->acks[in->acks[i].kind]++;
        s->last_tag[in->acks[i].kind] = in->acks[i].tag;
    }
    s->status = in->status;
    border_drop_senses(&s->in);
    if (!in->time_us) s->in.senses.time_us = before;
    body_obey(s->b->body, s->now, &s->out);
    s->out.command.number++;
}

static void ticks(struct soul *s, int count) {
    for (int i = 0; i < count; i++) tick(s);
}

// As many ticks, and as long as it takes until a command is felt: over the air that is a while.
static void ticks_felt(struct soul *s, int count) {
    int64_t lag = s->b->body->traits.lag_us;
    ticks(s, count + (int)((lag + TICK - 1) / TICK));
}

// A body needs a while to wake: its motors may calibrate.
static struct soul awake(struct contract_body *b) {
    struct soul s = wake(b);
    for (int i = 0; i < 400 && !(s.status & BODY_STATUS_HEAD_KNOWN && s.status & BODY_STATUS_LIFT_KNOWN); i++)
        tick(&s);
    ticks(&s, 5);
    return s;
}

static void aim(struct soul *s, uint8_t joint, float angle, uint16_t tag) {
    s->out.command.joints_count = 1;
    s->out.command.joints[0] = (struct body_joint_target){
        .joint = joint, .mode = BODY_JOINT_MODE_ANGLE, .angle_rad = angle, .tag = tag};
}

static void wheels(struct soul *s, float left, float right) {
    s->out.command.wheels =
        (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED, .left_mps = left, .right_mps = right};
}

static bool near(float a, float b, float by) { return fabsf(a - b) <= by; }

const char *contract_time_never_runs_back(struct contract_body *b) {
    struct soul s = wake(b);
    uint64_t first = 0;
    for (int i = 0; i < 60; i++) {
        tick(&s);
        if (!first) first = s.in.senses.time_us;
    }
    if (!first) return "no senses ever arrived";
    if (s.in.senses.time_us <= first) return "body time stood still";
    return s.wrong;
}

const char *contract_a_tick_without_news_is_legal(struct contract_body *b) {
    struct soul s = wake(b);
    // Twice at the same moment: nothing can have arrived in between, and nothing is heard twice.
    tick(&s);
    aim(&s, BODY_MOTOR_HEAD, 0.2f, 7);
    ticks(&s, 60);
    struct senses_in again;
    border_clear_senses(&again);
    if (body_collect(b->body, s.now, &again)) return "a tick without news is an error";
    bool news = again.senses.acks_count || again.senses.imu_count || again.senses.radio_count;
    border_drop_senses(&again);
    return news ? "what arrived was told twice" : NULL;
}

static const char *goes(struct contract_body *b, uint8_t joint, enum body_ack_kind kind) {
    struct soul s = awake(b);
    const struct motor_model *m = &b->body->model->motors[joint];
    float spots[] = {0.2f, 0.8f, 0.5f};
    for (int i = 0; i < 3; i++) {
        float angle = m->low_rad + (m->high_rad - m->low_rad) * spots[i];
        uint32_t before = s.acks[kind];
        aim(&s, joint, angle, (uint16_t)(20 + i));
        ticks_felt(&s, 0);
        for (int t = 0; t < 90 && s.acks[kind] == before; t++) tick(&s);
        if (s.acks[kind] != before + 1) return "it never said that the joint is in place";
        if (s.last_tag[kind] != 20 + i) return "it acknowledged another tag";
        ticks(&s, 10);
        if (!near(s.joints[joint].angle_rad, angle, 0.03f)) return "the joint is not where it was sent";
    }
    return s.wrong;
}

const char *contract_the_head_goes_where_it_is_told(struct contract_body *b) {
    return goes(b, BODY_MOTOR_HEAD, BODY_ACK_KIND_HEAD);
}
const char *contract_the_lift_goes_where_it_is_told(struct contract_body *b) {
    return goes(b, BODY_MOTOR_LIFT, BODY_ACK_KIND_LIFT);
}

const char *contract_targets_out_of_reach_end_at_the_stop(struct contract_body *b) {
    struct soul s = awake(b);
    const struct motor_model *m = &b->body->model->motors[BODY_MOTOR_HEAD];
    aim(&s, BODY_MOTOR_HEAD, 3.0f, 9);
    ticks_felt(&s, 60);
    if (!near(s.joints[BODY_MOTOR_HEAD].angle_rad, m->high_rad, 0.03f))
        return "the head is not at its upper stop";
    aim(&s, BODY_MOTOR_HEAD, -3.0f, 10);
    ticks_felt(&s, 60);
    return near(s.joints[BODY_MOTOR_HEAD].angle_rad, m->low_rad, 0.03f) ? NULL
                                                                        : "the head is not at its lower stop";
}

const char *contract_wheels_keep_their_speed_and_stop(struct contract_body *b) {
    struct soul s = awake(b);
    wheels(&s, 0.06f, 0.06f);
    ticks_felt(&s, 15);
    if (!near(s.motion.left_mps, 0.06f, 0.012f) || !near(s.motion.right_mps, 0.06f, 0.012f))
        return "the wheels do not keep 60 mm/s";
    if (!(s.status & BODY_STATUS_WHEELS_MOVING)) return "wheels that turn are not said to";
    struct body_motion from = s.motion;
    uint64_t since = s.motion_us;
    ticks(&s, 30);
    float way = hypotf(s.motion.x_m - from.x_m, s.motion.y_m - from.y_m);
    float seconds = (float)(s.motion_us - since) * 1e-6f;
    if (seconds < 0.6f) return "its place was not told for long";
    if (!near(way / seconds, 0.06f, 0.006f)) return "at 60 mm/s it does not get 60 mm ahead in a second";
    wheels(&s, 0, 0);
    ticks_felt(&s, 15);
    if (!near(s.motion.left_mps, 0, 0.003f) || !near(s.motion.right_mps, 0, 0.003f))
        return "the wheels do not stop";
    return s.status & BODY_STATUS_WHEELS_MOVING ? "wheels that stand are said to move" : NULL;
}

const char *contract_turning_left_is_positive(struct contract_body *b) {
    struct soul s = awake(b);
    float from = s.motion.heading_rad;
    wheels(&s, -0.03f, 0.03f);
    ticks_felt(&s, 20);
    float turned = angle_wrap(s.motion.heading_rad - from);
    if (turned < 0.3f) return "wheels that turn it left do not raise the heading";
    return NULL;
}

const char *contract_tags_are_acknowledged_once(struct contract_body *b) {
    struct soul s = awake(b);
    uint32_t heard = s.acks[BODY_ACK_KIND_ACTION], done = s.acks[BODY_ACK_KIND_HEAD];
    aim(&s, BODY_MOTOR_HEAD, 0.3f, 77);
    ticks_felt(&s, 90);
    if (s.acks[BODY_ACK_KIND_ACTION] != heard + 1) return "an order was not acknowledged exactly once";
    return s.acks[BODY_ACK_KIND_HEAD] == done + 1 ? NULL : "its end was not told exactly once";
}

const char *contract_the_same_tag_is_no_new_order(struct contract_body *b) {
    struct soul s = awake(b);
    aim(&s, BODY_MOTOR_HEAD, 0.4f, 5);
    ticks_felt(&s, 60);
    s.out.command.joints[0].angle_rad = 0; // told again, with the tag it knows
    ticks_felt(&s, 30);
    return near(s.joints[BODY_MOTOR_HEAD].angle_rad, 0.4f, 0.03f) ? NULL : "an old tag moved the head";
}

const char *contract_unwanted_senses_are_silent(struct contract_body *b) {
    struct soul s = awake(b);
    for (int i = 0; i < 30; i++) {
        tick(&s);
        const struct body_senses *in = &s.in.senses;
        if (in->imu_count || in->picture_count || in->sound_count || in->sights_count || in->hearings_count)
            return "senses came that nobody wanted";
    }
    if (!(b->body->traits.senses & BODY_WANT_IMU)) return NULL;
    s.out.command.wants = BODY_WANT_IMU;
    ticks_felt(&s, 5);
    uint32_t samples = 0;
    for (int i = 0; i < 30; i++) tick(&s), samples += s.in.senses.imu_count;
    return samples ? NULL : "wanted samples of the inertial sensor never came";
}

const char *contract_nonsense_moves_nothing(struct contract_body *b) {
    struct soul s = awake(b);
    struct body_motion from = s.motion;
    wheels(&s, NAN, INFINITY);
    aim(&s, BODY_MOTOR_HEAD, NAN, 3);
    s.out.command.joints[1] = (struct body_joint_target){.joint = 200, .mode = BODY_JOINT_MODE_ANGLE};
    s.out.command.joints_count = 2;
    ticks_felt(&s, 30);
    if (!isfinite(s.motion.x_m) || !isfinite(s.joints[BODY_MOTOR_HEAD].angle_rad))
        return "not-a-number came back";
    return near(s.motion.x_m, from.x_m, 0.002f) ? NULL : "nonsense moved the body";
}

const char *contract_an_origin_moves_the_place(struct contract_body *b) {
    struct soul s = awake(b);
    s.out.command.origin_count = 1;
    s.out.command.origin[0] = (struct body_origin){.origin = 4, .x_m = 1.5f, .y_m = -0.5f, .heading_rad = 1};
    tick(&s);
    s.out.command.origin_count = 0;
    ticks_felt(&s, 10);
    if (s.motion.origin != 4) return "the origin has another number";
    bool there = near(s.motion.x_m, 1.5f, 0.01f) && near(s.motion.y_m, -0.5f, 0.01f) &&
                 near(s.motion.heading_rad, 1, 0.05f);
    return there ? NULL : "the body is not where the new origin puts it";
}

const char *contract_a_fix_mends_the_place(struct contract_body *b) {
    struct soul s = awake(b);
    wheels(&s, 0.06f, 0.06f);
    ticks_felt(&s, 60); // by now it is not quite sure of it
    wheels(&s, 0, 0);
    ticks_felt(&s, 30);
    struct body_motion from = s.motion;
    struct body_fix fix = {.time_us = s.motion_us,
                           .origin = from.origin,
                           .x_m = from.x_m,
                           .y_m = from.y_m + 0.2f,
                           .heading_rad = from.heading_rad,
                           .off_m = 0.001f,
                           .off_rad = 0.01f};
    s.out.command.fix_count = 1;
    s.out.command.fix[0] = fix;
    s.out.command.fix[0].origin += 7; // told in a frame that it does not know
    tick(&s);
    s.out.command.fix[0] = fix;
    s.out.command.fix[0].y_m = NAN;
    tick(&s);
    s.out.command.fix_count = 0;
    ticks_felt(&s, 5);
    if (!near(s.motion.y_m, from.y_m, 0.002f)) return "a fix that says nothing moved the place";
    s.out.command.fix_count = 1;
    s.out.command.fix[0] = fix;
    s.out.command.fix[0].time_us = s.motion_us;
    tick(&s);
    s.out.command.fix_count = 0;
    ticks_felt(&s, 10);
    if (s.motion.origin != from.origin) return "a fix changed the origin";
    bool there = near(s.motion.y_m, fix.y_m, 0.04f) && near(s.motion.x_m, from.x_m, 0.01f);
    return there ? NULL : "the body is not where it was seen";
}

const char *contract_stop_all_stops_all(struct contract_body *b) {
    struct soul s = awake(b);
    wheels(&s, 0.1f, 0.1f);
    ticks_felt(&s, 15);
    if (!near(s.motion.left_mps, 0.1f, 0.02f)) return "it does not move to begin with";
    s.out.command.wheels.mode = BODY_WHEEL_MODE_HOLD;
    s.out.command.orders = BODY_ORDER_STOP_ALL;
    tick(&s);
    s.out.command.orders = 0;
    ticks_felt(&s, 15);
    return near(s.motion.left_mps, 0, 0.003f) && near(s.motion.right_mps, 0, 0.003f) ? NULL
                                                                                     : "it goes on moving";
}

// Whatever is wanted: a sense that a body says it lacks never comes, and one that it has may.
const char *contract_what_it_lacks_never_comes(struct contract_body *b) {
    struct soul s = awake(b);
    const struct body_traits *t = &b->body->traits;
    s.out.command.wants = 0xffff;
    for (int i = 0; i < 45; i++) {
        tick(&s);
        const struct body_senses *in = &s.in.senses;
        uint16_t came =
            (uint16_t)((in->imu_count ? BODY_WANT_IMU : 0) | (in->range_count ? BODY_WANT_RANGE : 0) |
                       (in->picture_count ? BODY_WANT_PICTURE : 0) | (in->sound_count ? BODY_WANT_SOUND : 0) |
                       (in->sights_count ? BODY_WANT_SIGHTS : 0) |
                       (in->hearings_count ? BODY_WANT_HEARINGS : 0) |
                       (in->radio_count ? BODY_WANT_RADIO : 0));
        if (came & ~t->senses) return "a sense came that it says it lacks";
        if (in->picture_count && in->picture[0].time_us > in->time_us) return "a picture is of tomorrow";
    }
    if (t->lag_us < 0 || t->lag_us > 2000000) return "nobody can wait so long for what came of a command";
    return NULL;
}

#define ROW(name)                                                                                            \
    { #name, contract_##name }
const struct contract contracts[] = {
    ROW(time_never_runs_back),
    ROW(a_tick_without_news_is_legal),
    ROW(the_head_goes_where_it_is_told),
    ROW(the_lift_goes_where_it_is_told),
    ROW(targets_out_of_reach_end_at_the_stop),
    ROW(wheels_keep_their_speed_and_stop),
    ROW(turning_left_is_positive),
    ROW(tags_are_acknowledged_once),
    ROW(the_same_tag_is_no_new_order),
    ROW(unwanted_senses_are_silent),
    ROW(nonsense_moves_nothing),
    ROW(an_origin_moves_the_place),
    ROW(a_fix_mends_the_place),
    ROW(stop_all_stops_all),
    ROW(what_it_lacks_never_comes),
};
const size_t contract_count = sizeof contracts / sizeof *contracts;

unsigned contract_run(const char *maker, struct contract_body (*make)(void)) {
    unsigned broken = 0;
    for (size_t i = 0; i < contract_count; i++) {
        struct contract_body b = make();
        const char *wrong = b.body ? contracts[i].holds(&b) : "there is no body";
        body_free(b.body);
        if (b.end) b.end(b.user);
        if (!wrong) continue;
        fprintf(stderr, "# %s: %s: %s\n", maker, contracts[i].name, wrong);
        broken++;
    }
    return broken;
}
