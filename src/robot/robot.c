#include "robot/robot.h"

#include "act/commander.h"
#include "base/geometry.h"
#include "base/hash.h"
#include "robot/desk.h"
#include "robot/instinct.h"
#include "robot/loud.h"
#include "robot/loud_ask.h"
#include "robot/mouth.h"
#include "robot/portrait.h"
#include "robot/view.h"
#include "stage/eyes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A request that takes longer than a tick.
struct doing {
    bool busy;
    uint32_t ticket;
    uint8_t door;
    uint32_t until; // tick; 0: no end
    uint16_t tag;
};
enum doing_what { DOING_DRIVE, DOING_HEAD, DOING_LIFT, DOING_PORTRAIT, DOING_COUNT };

struct robot {
    struct robot_config config;
    uint32_t tick;
    uint64_t body_us, born_us;
    struct desk desk;
    struct life_event events[EVENTS_MAX];
    uint32_t event_count;
    struct commander commander;
    struct eyes eyes;
    struct instinct instinct;
    struct doing doing[DOING_COUNT];
    struct body_wheels wheels;
    struct body_joint_target head, lift;
    uint16_t last_tag;
    uint32_t status; // of the senses before
    uint8_t attitude;
    struct life_view view; // as far as senses make it
    uint32_t rgb[5];
    struct life_calendar calendar;
    struct errand_ticket portrait;
    struct loud *loud;
    struct loud_desk heard;
    struct mouth mouth;
};

struct robot_config robot_defaults(void) {
    return (struct robot_config){.name = "Critter", .seed = 1, .id = 1};
}

static const struct face_style *face_style_of(const struct body_model *model) {
    return strcmp(model->creature, "cozmo") ? &FACE_VECTOR : &FACE_COZMO;
}

struct robot *robot_new(const struct robot_config *config) {
    struct robot *robot = calloc(1, sizeof *robot);
    if (!robot) return NULL;
    robot->config = *config;
    robot->config.name[sizeof robot->config.name - 1] = 0;
    robot->wheels.mode = BODY_WHEEL_MODE_HOLD;
    robot->head.joint = BODY_MOTOR_HEAD;
    robot->lift.joint = BODY_MOTOR_LIFT;
    eyes_start(&robot->eyes, face_style_of(config->model), config->seed);
    robot->loud =
        loud_new(&(struct loud_config){config->model, config->sounds, config->seed, config->speaker});
    robot->mouth.maker = config->voice, robot->mouth.crew = config->crew, robot->mouth.asker = config->id;
    if (robot->loud) return robot;
    free(robot);
    return NULL;
}

void robot_free(struct robot *robot) {
    if (robot && robot->config.crew) errand_cancel_all(robot->config.crew, robot->config.id);
    if (robot) loud_free(robot->loud);
    free(robot);
}

// ------------------------------------------------------------------------------------------------ events and replies

static void tell(struct robot *robot, enum life_event_kind kind, uint32_t cause, float a, float b) {
    if (robot->event_count == EVENTS_MAX) return;
    robot->events[robot->event_count++] = (struct life_event){
        .time_us = robot->body_us, .kind = (uint16_t)kind, .cause = cause, .numbers = {a, b}};
}

static void reply_done(struct robot *robot, uint32_t ticket, uint8_t door, enum life_verdict verdict,
                       const char *said) {
    struct life_message reply = {.kind = LIFE_DONE};
    reply.done.verdict = (uint8_t)verdict;
    snprintf(reply.done.said, sizeof reply.done.said, "%s", said);
    desk_reply(&robot->desk, ticket, door, &reply);
    tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, ticket, (float)verdict, 0);
}

static void finish(struct robot *robot, enum doing_what what, enum life_verdict verdict, const char *said) {
    struct doing *d = &robot->doing[what];
    if (!d->busy) return;
    d->busy = false;
    reply_done(robot, d->ticket, d->door, verdict, said);
}

static struct doing *begin(struct robot *robot, enum doing_what what, const struct life_envelope *from,
                           float seconds) {
    finish(robot, what, LIFE_VERDICT_INTERRUPTED, "another request took over");
    uint32_t ticks = seconds > 0 ? (uint32_t)(seconds * 1e6f / LIFE_TICK_US) + 1 : 0;
    robot->doing[what] = (struct doing){true, from->ticket, from->door, ticks ? robot->tick + ticks : 0, 0};
    tell(robot, LIFE_EVENT_KIND_REQUEST_BEGUN, from->ticket, 0, 0);
    return &robot->doing[what];
}

// ------------------------------------------------------------------------------------------------ requests

static uint16_t new_tag(struct robot *robot) {
    if (++robot->last_tag == 0) robot->last_tag = 1;
    return robot->last_tag;
}

static void aim(struct robot *robot, enum doing_what what, const struct life_envelope *from,
                struct body_joint_target *joint, float angle, float speed, float seconds) {
    struct doing *d = begin(robot, what, from, 0);
    d->tag = new_tag(robot);
    *joint = (struct body_joint_target){.joint = joint->joint,
                                        .mode = BODY_JOINT_MODE_ANGLE,
                                        .angle_rad = angle,
                                        .speed_radps = speed,
                                        .duration_s = seconds,
                                        .tag = d->tag};
}

static void do_drive(struct robot *robot, const struct life_envelope *from, const struct life_drive *r) {
    if (!m_finite(r->left_mps) || !m_finite(r->right_mps) || !m_finite(r->accel_mps2) ||
        !m_finite(r->seconds) || r->seconds < 0)
        return reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                          "speeds and seconds must be finite numbers");
    begin(robot, DOING_DRIVE, from, r->seconds);
    robot->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED,
                                         .left_mps = r->left_mps,
                                         .right_mps = r->right_mps,
                                         .accel_mps2 = r->accel_mps2};
    if (r->seconds == 0) finish(robot, DOING_DRIVE, LIFE_VERDICT_DONE, "driving until told otherwise");
}

static void do_stop(struct robot *robot, const struct life_envelope *from) {
    for (int i = 0; i <= DOING_LIFT; i++) finish(robot, i, LIFE_VERDICT_INTERRUPTED, "stopped");
    robot->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED};
    robot->head.mode = robot->lift.mode = BODY_JOINT_MODE_HOLD;
    commander_order(&robot->commander, BODY_ORDER_STOP_ALL);
    reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

static void do_head(struct robot *robot, const struct life_envelope *from, const struct life_head *r) {
    if (!m_finite(r->angle_rad) || !m_finite(r->speed_radps) || !m_finite(r->seconds))
        return reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                          "the angle must be a finite number");
    aim(robot, DOING_HEAD, from, &robot->head, r->angle_rad, r->speed_radps, r->seconds);
}

static void do_lift(struct robot *robot, const struct life_envelope *from, const struct life_lift *r) {
    const struct body_model *m = robot->config.model;
    float sine = (r->height_m - m->lift_pivot_m[2]) / m->lift_arm_m;
    if (!(sine >= -1 && sine <= 1) || !m_finite(r->speed_radps) || !m_finite(r->seconds))
        return reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                          "the lift does not reach such a height");
    aim(robot, DOING_LIFT, from, &robot->lift, m_asin(sine), r->speed_radps, r->seconds);
}

static void do_lights(struct robot *robot, const struct life_envelope *from, const struct life_lights *r) {
    memset(robot->rgb, 0, sizeof robot->rgb);
    memcpy(robot->rgb, r->rgb, r->rgb_count * sizeof *r->rgb);
    reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

// How many ticks so many seconds are; 0 stays "no end".
static uint32_t ticks_of(float seconds) {
    return seconds > 0 ? (uint32_t)(m_min(seconds, 3600) * 1e6f / LIFE_TICK_US) + 1 : 0;
}

static void do_express(struct robot *robot, const struct life_envelope *from, const struct life_express *r) {
    if (!m_finite(r->seconds) || eyes_show(&robot->eyes, r->expression, robot->tick, ticks_of(r->seconds)))
        return reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                          "no expression is called so");
    reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

static void do_show_face(struct robot *robot, const struct life_envelope *from,
                         const struct life_show_face *r) {
    struct face face, usual;
    face_neutral(&usual, robot->eyes.style);
    face_from_numbers(&face, r->numbers, FACE_NUMBERS);
    face_mend(&face, &usual, robot->eyes.style);
    eyes_show_face(&robot->eyes, &face, robot->tick, ticks_of(m_finite(r->seconds) ? r->seconds : 3));
    reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

static void do_look(struct robot *robot, const struct life_envelope *from, const struct life_look_at *r) {
    if (!m_finite(r->x) || !m_finite(r->y) || !m_finite(r->seconds))
        return reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                          "where to look must be finite numbers");
    eyes_look(&robot->eyes, r->x, r->y, robot->tick, ticks_of(r->seconds));
    reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

static void do_hello(struct robot *robot, const struct life_envelope *from) {
    struct life_message reply = {.kind = LIFE_GREETING};
    snprintf(reply.greeting.name, sizeof reply.greeting.name, "%s", robot->config.name);
    snprintf(reply.greeting.creature, sizeof reply.greeting.creature, "%s", robot->config.model->creature);
    reply.greeting.born_us = robot->born_us;
    reply.greeting.ticks = robot->tick;
    reply.greeting.battery_v = robot->view.battery_v;
    desk_reply(&robot->desk, from->ticket, from->door, &reply);
    tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, from->ticket, LIFE_VERDICT_DONE, 0);
}

static void do_portrait(struct robot *robot, const struct life_envelope *from) {
    if (robot->doing[DOING_PORTRAIT].busy)
        return reply_done(robot, from->ticket, from->door, LIFE_VERDICT_REFUSED,
                          "still drawing the last one");
    struct portrait_order order = {
        .face = robot->eyes.face, .style = robot->eyes.style, .picture = robot->eyes.number};
    enum err err = ERR_NONE;
    robot->portrait = errand_post(robot->config.crew,
                                  &(struct errand){.run = portrait_draw,
                                                   .input = &order,
                                                   .input_size = sizeof order,
                                                   .answer_size = sizeof(struct portrait),
                                                   .due = robot->tick + PORTRAIT_TICKS,
                                                   .asker = robot->config.id},
                                  &err);
    if (err)
        return reply_done(robot, from->ticket, from->door, LIFE_VERDICT_REFUSED,
                          "too many errands are under way");
    begin(robot, DOING_PORTRAIT, from, 0);
}

static void do_request(struct robot *robot, const struct desk_item *item) {
    const struct life_envelope *from = &item->envelope;
    switch (item->message.kind) {
    case LIFE_DRIVE:
        return do_drive(robot, from, &item->message.drive);
    case LIFE_STOP:
        return do_stop(robot, from);
    case LIFE_HEAD:
        return do_head(robot, from, &item->message.head);
    case LIFE_LIFT:
        return do_lift(robot, from, &item->message.lift);
    case LIFE_LIGHTS:
        return do_lights(robot, from, &item->message.lights);
    case LIFE_BLINK:
        eyes_blink(&robot->eyes, robot->tick);
        return reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
    case LIFE_EXPRESS:
        return do_express(robot, from, &item->message.express);
    case LIFE_SHOW_FACE:
        return do_show_face(robot, from, &item->message.show_face);
    case LIFE_LOOK_AT:
        return do_look(robot, from, &item->message.look_at);
    case LIFE_HELLO:
        return do_hello(robot, from);
    case LIFE_PORTRAIT:
        return do_portrait(robot, from);
    case LIFE_SAY:
        mouth_ask(&robot->mouth, &robot->desk, from, &item->message.say, robot->config.model->creature,
                  (uint32_t)robot->config.seed + robot->tick);
        return;
    default:
        if (loud_ask(robot->loud, &robot->heard, &robot->desk, from, &item->message)) return;
        return reply_done(robot, from->ticket, from->door, LIFE_VERDICT_UNKNOWN, "nobody here answers that");
    }
}

void robot_answer(struct robot *robot, const struct errand_answer *answer) {
    if (mouth_answer(&robot->mouth, robot->loud, &robot->desk, answer)) return;
    struct doing *d = &robot->doing[DOING_PORTRAIT];
    if (!d->busy) return;
    if (answer->err || answer->answer_len != sizeof(struct portrait))
        return finish(robot, DOING_PORTRAIT, LIFE_VERDICT_REFUSED, "the picture could not be drawn");
    struct portrait p;
    memcpy(&p, answer->answer, sizeof p);
    struct life_message reply = {.kind = LIFE_PORTRAIT_DRAWN};
    reply.portrait_drawn = (struct life_portrait_drawn){p.width, p.height, p.hash, p.lit};
    d->busy = false;
    desk_reply(&robot->desk, d->ticket, d->door, &reply);
    tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, d->ticket, LIFE_VERDICT_DONE, 0);
}

enum err robot_ask(struct robot *robot, const struct life_envelope *envelope,
                   const struct life_message *request) {
    return desk_put(&robot->desk, envelope, request) ? ERR_NONE : ERR_BUSY;
}

void robot_calendar(struct robot *robot, const struct life_calendar *calendar) {
    robot->calendar = *calendar;
}

// ------------------------------------------------------------------------------------------------ the tick

// What a changed status bit is called, when it comes and when it goes.
static const struct {
    uint32_t bit;
    enum life_event_kind comes, goes;
} CHANGES[] = {
    {BODY_STATUS_PICKED_UP, LIFE_EVENT_KIND_PICKED_UP, LIFE_EVENT_KIND_PUT_DOWN},
    {BODY_STATUS_FALLING, LIFE_EVENT_KIND_FALLING, LIFE_EVENT_KIND_LANDED},
    {BODY_STATUS_CLIFF, LIFE_EVENT_KIND_CLIFF, LIFE_EVENT_KIND_CLIFF_GONE},
    {BODY_STATUS_BUTTON, LIFE_EVENT_KIND_BUTTON_DOWN, LIFE_EVENT_KIND_BUTTON_UP},
    {BODY_STATUS_TOUCHED, LIFE_EVENT_KIND_TOUCHED, LIFE_EVENT_KIND_TOUCH_ENDED},
    {BODY_STATUS_ON_CHARGER, LIFE_EVENT_KIND_ON_CHARGER, LIFE_EVENT_KIND_OFF_CHARGER},
    {BODY_STATUS_HELD, LIFE_EVENT_KIND_HELD, LIFE_EVENT_KIND_LET_GO},
    {BODY_STATUS_BATTERY_LOW, LIFE_EVENT_KIND_BATTERY_LOW, LIFE_EVENT_KIND_NONE},
    {BODY_STATUS_MOTORS_STALLED, LIFE_EVENT_KIND_STALLED, LIFE_EVENT_KIND_NONE},
};

// Once it knows where its head is, it looks up at whoever is there.
static void look_up(struct robot *robot) {
    robot->head = (struct body_joint_target){.joint = BODY_MOTOR_HEAD,
                                             .mode = BODY_JOINT_MODE_ANGLE,
                                             .angle_rad = 0.2f,
                                             .speed_radps = 2,
                                             .accel_radps2 = 10,
                                             .tag = new_tag(robot)};
}

static void feel(struct robot *robot, const struct body_senses *s) {
    if (s->time_us) robot->body_us = s->time_us;
    if (!robot->tick) {
        robot->born_us = robot->body_us;
        tell(robot, LIFE_EVENT_KIND_WOKE, 0, 0, 0);
    }
    if (!s->time_us) return; // a tick without news
    if (s->status & ~robot->status & BODY_STATUS_HEAD_KNOWN && robot->head.mode == BODY_JOINT_MODE_HOLD)
        look_up(robot);
    for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++) {
        bool now = s->status & CHANGES[i].bit, before = robot->status & CHANGES[i].bit;
        enum life_event_kind kind = now ? CHANGES[i].comes : CHANGES[i].goes;
        if (now != before && kind) tell(robot, kind, 0, 0, 0);
    }
    if (s->status & BODY_STATUS_POKED) tell(robot, LIFE_EVENT_KIND_POKED, 0, 0, 0);
    if (s->attitude != robot->attitude)
        tell(robot, LIFE_EVENT_KIND_ATTITUDE, 0, robot->attitude, s->attitude);
    robot->status = s->status;
    robot->attitude = s->attitude;
    view_follow(&robot->view, s, robot->config.model);
}

// A joint that arrived ends the request that sent it there.
static void hear_acks(struct robot *robot, const struct body_senses *s) {
    for (uint32_t i = 0; i < s->acks_count; i++) {
        const struct body_ack *a = &s->acks[i];
        bool head = a->kind == BODY_ACK_KIND_HEAD;
        if (!head && a->kind != BODY_ACK_KIND_LIFT) continue;
        enum doing_what what = head ? DOING_HEAD : DOING_LIFT;
        if (!robot->doing[what].busy || robot->doing[what].tag != a->tag) continue;
        tell(robot, head ? LIFE_EVENT_KIND_HEAD_IN_PLACE : LIFE_EVENT_KIND_LIFT_IN_PLACE,
             robot->doing[what].ticket, 0, 0);
        finish(robot, what, LIFE_VERDICT_DONE, "");
    }
}

static void end_drive(struct robot *robot) {
    struct doing *d = &robot->doing[DOING_DRIVE];
    if (!d->busy || !d->until || robot->tick < d->until) return;
    robot->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED};
    finish(robot, DOING_DRIVE, LIFE_VERDICT_DONE, "");
}

static void light_up(struct robot *robot) {
    struct body_colour colours[BODY_LIGHT_MAX] = {0};
    uint32_t count = robot->config.model->light_count;
    for (uint32_t i = 0; i < count; i++)
        colours[i] = (struct body_colour){(uint8_t)(robot->rgb[i] >> 16), (uint8_t)(robot->rgb[i] >> 8),
                                          (uint8_t)robot->rgb[i], 0};
    commander_lights(&robot->commander, RANK_ACTION, colours, count);
}

void robot_step(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    robot->event_count = 0;
    commander_begin(&robot->commander);
    feel(robot, &in->senses);
    hear_acks(robot, &in->senses);
    struct desk_item *item;
    while ((item = desk_take(&robot->desk))) do_request(robot, item);
    end_drive(robot);

    instinct_step(&robot->instinct, &robot->eyes, robot->events, robot->event_count,
                  robot->doing[DOING_DRIVE].busy, robot->tick);
    eyes_step(&robot->eyes, robot->tick);
    if (blink_began(&robot->eyes.blink)) tell(robot, LIFE_EVENT_KIND_BLINKED, 0, 0, 0);

    commander_wheels(&robot->commander, RANK_ACTION, &robot->wheels);
    commander_joint(&robot->commander, RANK_ACTION, &robot->head);
    commander_joint(&robot->commander, RANK_ACTION, &robot->lift);
    light_up(robot);
    commander_order(&robot->commander, BODY_ORDER_STOP_ON_CLIFF);
    border_clear_command(out);
    commander_end(&robot->commander, &out->command);
    loud_feel(robot->loud, &in->senses);
    loud_step(robot->loud, robot->tick, out->command.wants, out);
    robot->event_count += loud_tell(robot->loud, &robot->heard, &robot->mouth, &robot->desk, robot->body_us,
                                    robot->events + robot->event_count, EVENTS_MAX - robot->event_count);
    robot->event_count += mouth_step(&robot->mouth, &robot->desk, robot->tick, robot->body_us,
                                     robot->events + robot->event_count, EVENTS_MAX - robot->event_count);
    out->command.number = robot->tick++;
}

size_t robot_events(const struct robot *robot, const struct life_event **events) {
    *events = robot->events;
    return robot->event_count;
}

bool robot_reply(struct robot *robot, struct life_envelope *to, struct life_message *reply) {
    return desk_fetch(&robot->desk, to, reply);
}

void robot_view(const struct robot *robot, struct life_view *view) {
    *view = robot->view;
    view->tick = robot->tick;
    view->face.number = robot->eyes.number;
    face_to_numbers(&robot->eyes.face, view->face.numbers);
    memcpy(view->lights, robot->rgb, sizeof view->lights);
}

bool robot_listen(struct robot *robot, struct audio_tap *tap) {
    return audio_tap_rate(tap) == robot_sound_hz(robot) && loud_listen(robot->loud, tap);
}
void robot_unlisten(struct robot *robot, struct audio_tap *tap) { loud_unlisten(robot->loud, tap); }
uint32_t robot_sound_hz(const struct robot *robot) { return audio_rate(loud_audio(robot->loud)); }

uint32_t robot_tick(const struct robot *robot) { return robot->tick; }
uint64_t robot_id(const struct robot *robot) { return robot->config.id; }

size_t robot_hashes(const struct robot *robot, const char **names, uint64_t *hashes, size_t room) {
    struct {
        const char *name;
        uint64_t hash;
    } rooms[] = {
        {"sense", hash64(robot->body_us, &robot->status, sizeof robot->status)},
        {"belief", hash64(0, &robot->view, sizeof robot->view)},
        {"stage",
         hash64(robot->eyes.number, &robot->eyes.face, sizeof robot->eyes.face) + robot->eyes.blink.next},
        {"act", hash64(robot->last_tag, robot->commander.rank, sizeof robot->commander.rank)},
        {"sound", audio_hash(loud_audio(robot->loud))},
        {"desk", robot->desk.in_count}, // replies that lie there decide nothing
    };
    size_t count = sizeof rooms / sizeof *rooms;
    for (size_t i = 0; i < count && i < room; i++) names[i] = rooms[i].name, hashes[i] = rooms[i].hash;
    return count;
}

uint64_t robot_hash(const struct robot *robot) {
    const char *names[16];
    uint64_t hashes[16], h = robot->tick;
    size_t count = robot_hashes(robot, names, hashes, 16);
    return hash64(h, hashes, count * sizeof *hashes);
}
