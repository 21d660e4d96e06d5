// Between the robot and what it does: requests become actions, and what came of them becomes replies and
// events.
#include "robot/robot_internal.h"

#include <string.h>

void robot_act_now(struct robot *robot) {
    const struct life_view *view = &robot->view;
    act_now(&robot->act,
            &(struct act_now){.tick = robot->tick,
                              .body_us = robot->body_us,
                              .status = robot->feel.status | (robot->act.carried ? BODY_STATUS_CARRYING : 0),
                              .fallen = robot->feel.fallen,
                              .in_vain = robot->feel.push.in_vain,
                              .slips = robot->feel.traction.slips && !robot->feel.push.since_us,
                              .slipped = robot->feel.traction.since_us != 0,
                              .lost = robot->feel.traction.lost_mps != 0,
                              .parts = robot->feel.traction.apart_us != 0,
                              .at = {{view->x_m, view->y_m}, view->heading_rad},
                              .pitch_rad = view->pitch_rad,
                              .head_rad = view->head_rad,
                              .lift_m = view->lift_m,
                              .mood = robot_mood(robot),
                              .shown = robot->eyes.until != 0,
                              .music = robot_hears_music(robot)});
}

static void tell_done(struct robot *robot, const struct action_done *done) {
    bool mind = done->door == LIFE_DOOR_MIND; // its requests are nobody else's
    if (done->result == LIFE_RESULT_RUNNING && mind) return;
    if (done->result == LIFE_RESULT_RUNNING)
        return robot_tell(robot, LIFE_EVENT_KIND_REQUEST_BEGUN, done->ticket, 0, 0);
    bool well = done->result == LIFE_RESULT_SUCCESS;
    if (well && done->row == &ACTION_HEAD)
        robot_tell(robot, LIFE_EVENT_KIND_HEAD_IN_PLACE, mind ? 0 : done->ticket, 0, 0);
    if (well && done->row == &ACTION_LIFT)
        robot_tell(robot, LIFE_EVENT_KIND_LIFT_IN_PLACE, mind ? 0 : done->ticket, 0, 0);
    robot_reply_result(robot, done->ticket, done->door, result_verdict(done->result), done->result,
                       done->said);
}

void robot_tell_actions(struct robot *robot) {
    struct action_done done;
    while (actions_told(&robot->act.actions, &done)) tell_done(robot, &done);
}

static void reply_profile(struct robot *robot, const struct life_envelope *from) {
    const struct motion_profile *p = &robot->act.profile;
    const struct nav_speeds *s = &p->speeds;
    struct life_message reply = {.kind = LIFE_PROFILE};
    reply.profile =
        (struct life_profile){p->custom,          s->speed_mps,         s->accel_mps2,        s->decel_mps2,
                              s->turn_radps,      s->turn_accel_radps2, s->turn_decel_radps2, p->dock_mps,
                              p->dock_accel_mps2, p->dock_decel_mps2,   s->reverse_mps};
    desk_reply(&robot->desk, from->ticket, from->door, &reply);
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, from->ticket, LIFE_VERDICT_DONE, 0);
}

uint32_t robot_cube(const struct robot *robot) {
    const struct cubes *c = &robot->act.cubes;
    uint32_t id = 0, count = 0;
    for (uint32_t i = 0; c->device && i < robot->belief->things.count; i++) {
        const struct thing *t = &robot->belief->things.list[i];
        bool is = t->kind == BELIEF_THING_KIND_CUBE && t->model == (c->type ? c->type : 0);
        if (is) id = t->id, count++;
    }
    return count == 1 ? id : 0;
}

static void answer_cube(struct robot *robot, const struct cubes_told *told) {
    const struct cubes *c = &robot->act.cubes;
    struct life_message reply = {.kind = told->scan ? LIFE_CUBES_HEARD : LIFE_CUBE_LINK};
    if (told->scan) {
        reply.cubes_heard.preferred = c->preferred;
        reply.cubes_heard.list_count = (uint8_t)c->heard_count;
        for (uint32_t i = 0; i < c->heard_count; i++)
            reply.cubes_heard.list[i] = (struct life_cube_heard){
                c->heard[i].device, (uint8_t)c->heard[i].type, (int8_t)c->heard[i].rssi};
    } else {
        reply.cube_link =
            (struct life_cube_link){told->device != 0, told->device, told->device ? robot_cube(robot) : 0};
    }
    desk_reply(&robot->desk, told->ticket, (uint8_t)told->door, &reply);
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, told->ticket, LIFE_VERDICT_DONE, 0);
}

enum life_door robot_leader(const struct robot *robot, enum life_control_level *level) {
    *level = (enum life_control_level)robot->act.control.level;
    return (enum life_door)robot->act.control.door;
}

// What its cube said, and who leads now.
static void tell_others(struct robot *robot) {
    struct cubes_told told;
    while (cubes_told(&robot->act.cubes, &told)) {
        if (told.kind == LIFE_EVENT_KIND_CUBE_CONNECTED)
            things_meet(&robot->belief->things, BELIEF_THING_KIND_CUBE, (uint8_t)robot->act.cubes.type,
                        robot->body_us);
        uint32_t thing = told.device == robot->act.cubes.device ? robot_cube(robot) : 0;
        if (!told.kind) {
            answer_cube(robot, &told);
            continue;
        }
        if (told.kind == LIFE_EVENT_KIND_CUBE_MOVED && thing && thing != robot->act.carried)
            things_felt(&robot->belief->things, thing, robot->body_us);
        robot_tell_of(robot, (enum life_event_kind)told.kind, 0, told.device, told.number, 0);
    }
    struct control_event led;
    while (control_told(&robot->act.control, &led))
        robot_tell_of(robot, (enum life_event_kind)led.kind, 0, led.door, (float)led.level, 0);
}

bool robot_do_act(struct robot *robot, const struct life_envelope *from, const struct life_message *request) {
    struct act_reply reply;
    enum act_answer answer = act_ask(&robot->act, from, request, &reply);
    robot_tell_actions(robot);
    if (answer == ACT_ANSWERED && reply.begun)
        robot_tell(robot, LIFE_EVENT_KIND_REQUEST_BEGUN, from->ticket, 0, 0);
    if (answer == ACT_ANSWERED && reply.profile)
        reply_profile(robot, from);
    else if (answer == ACT_ANSWERED)
        robot_reply_result(robot, from->ticket, from->door, reply.verdict, reply.result, reply.said);
    return answer != ACT_NOT_MINE;
}

// What waited for its turn is carried out like any request, in the name of its action.
static void run_errands(struct robot *robot) {
    static const struct life_envelope INSIDE = {.door = LIFE_DOOR_ACTION};
    struct desk_item item = {.envelope = INSIDE};
    while (act_errand(&robot->act, &item.envelope.ticket, &item.message)) robot_do(robot, &item);
}

void robot_hear_errands(struct robot *robot) {
    struct life_message reply;
    uint32_t id;
    while (desk_take_inside(&robot->desk, LIFE_DOOR_ACTION, &id, &reply))
        act_errand_done(&robot->act, id,
                        reply.kind == LIFE_DONE ? (enum life_verdict)reply.done.verdict : LIFE_VERDICT_DONE);
}

void robot_act(struct robot *robot) {
    robot_hear_errands(robot);
    act_step(&robot->act);
    run_errands(robot);
    robot_tell_actions(robot);
    tell_others(robot);
}
