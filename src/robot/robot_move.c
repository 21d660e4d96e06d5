// Moving: who has which track, speeds until told otherwise, and actions that come to an end.
//
// A track belongs to one at a time: to a clip that was asked for, to a speed that is not nought, or to an action. Whoever comes second is told that
// the track is locked. A newer speed takes over from an older one, a newer angle or height from an older one, and what an instinct plays gives
// way to everything. Reflexes ask nobody.
#include "robot/robot_internal.h"

#include <stdio.h>
#include <string.h>

enum { LOCK_SPEED = 1, LOCK_ACTION = 2 }; // names in which the player's locks are held
enum { PATH_CLEAR = 2, PATH_RUN = 1, PATH_TOLD = 0 };
#define TRAVEL_MORE 2.0f // an action that takes so much longer than it should
#define TRAVEL_S    3.0f // and so much on top will not arrive

uint32_t robot_locked(const struct robot *robot) {
    uint32_t locked = 0;
    for (uint32_t i = 0; i < PLAYER_LOCKS; i++) {
        uint32_t owner = robot->performing.player.locks[i];
        if (owner == LOCK_SPEED || owner == LOCK_ACTION) locked |= 1u << i;
    }
    return locked;
}

static bool lock(struct robot *robot, const struct life_envelope *from, uint32_t track, uint32_t owner) {
    struct performing *p = &robot->performing;
    if (p->player.tag && !p->ticket && p->player.owns & track) player_stop(&p->player, 0);
    struct fault fault = {0};
    if (!player_lock(&p->player, track, owner, &fault)) return true;
    char said[128];
    snprintf(said, sizeof said, "its %s is taken: it can be stopped, or waited for",
             track == PLAYER_BODY ? "wheels' track" : player_track_name((enum player_track)track));
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_TRACKS_LOCKED, said);
    return false;
}

static void unlock(struct robot *robot, uint32_t tracks, uint32_t owner) {
    player_unlock(&robot->performing.player, tracks, owner);
}

static void bad(struct robot *robot, const struct life_envelope *from, const char *said) {
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE, said);
}

// ------------------------------------------------------------------------------------------------ speeds

static void do_drive(struct robot *robot, const struct life_envelope *from, const struct life_drive *r) {
    if (!m_finite(r->left_mps) || !m_finite(r->right_mps) || !m_finite(r->accel_mps2) ||
        !m_finite(r->seconds) || r->seconds < 0)
        return bad(robot, from, "speeds and seconds must be finite numbers");
    bool stands = r->left_mps == 0 && r->right_mps == 0;
    bool others = robot->performing.player.locks[2] && !(robot_locked(robot) & PLAYER_BODY);
    if (stands && (others || robot->doing[DOING_MOTION].busy)) // nought lets go, and it holds nothing
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
    if (!stands && !lock(robot, from, PLAYER_BODY, LOCK_SPEED)) return;
    robot_begin(robot, DOING_DRIVE, from, r->seconds);
    robot->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED,
                                         .left_mps = r->left_mps,
                                         .right_mps = r->right_mps,
                                         .accel_mps2 = r->accel_mps2};
    robot->wheels_wanted = true;
    if (r->seconds > 0) return;
    if (stands) unlock(robot, PLAYER_BODY, LOCK_SPEED);
    robot_finish(robot, DOING_DRIVE, LIFE_VERDICT_DONE, "driving until told otherwise");
}

static void end_drive(struct robot *robot) {
    struct doing *d = &robot->doing[DOING_DRIVE];
    if (!d->busy || !d->until || robot->tick < d->until) return;
    robot->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED};
    unlock(robot, PLAYER_BODY, LOCK_SPEED);
    robot_finish(robot, DOING_DRIVE, LIFE_VERDICT_DONE, "");
}

static void do_turn_joint(struct robot *robot, const struct life_envelope *from, bool lift, float radps) {
    uint32_t track = lift ? PLAYER_LIFT : PLAYER_HEAD;
    struct body_joint_target *joint = lift ? &robot->lift : &robot->head;
    if (!m_finite(radps)) return bad(robot, from, "the speed must be a finite number");
    if (radps != 0 && !lock(robot, from, track, LOCK_SPEED)) return;
    if (radps == 0 && !(robot->performing.player.locks[lift ? 1 : 0] == LOCK_SPEED))
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
    *joint = (struct body_joint_target){
        .joint = joint->joint, .mode = BODY_JOINT_MODE_SPEED, .speed_radps = radps};
    if (radps == 0) unlock(robot, track, LOCK_SPEED);
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

// ------------------------------------------------------------------------------------------------ joints that arrive

static void aim(struct robot *robot, bool lift, const struct life_envelope *from, float angle, float speed,
                float seconds) {
    struct body_joint_target *joint = lift ? &robot->lift : &robot->head;
    if (!lock(robot, from, lift ? PLAYER_LIFT : PLAYER_HEAD, LOCK_ACTION)) return;
    struct doing *d = robot_begin(robot, lift ? DOING_LIFT : DOING_HEAD, from, 0);
    d->tag = robot_new_tag(robot);
    *joint = (struct body_joint_target){.joint = joint->joint,
                                        .mode = BODY_JOINT_MODE_ANGLE,
                                        .angle_rad = angle,
                                        .speed_radps = speed,
                                        .duration_s = seconds,
                                        .tag = d->tag};
}

static void do_head(struct robot *robot, const struct life_envelope *from, const struct life_head *r) {
    if (!m_finite(r->angle_rad) || !m_finite(r->speed_radps) || !m_finite(r->seconds))
        return bad(robot, from, "the angle must be a finite number");
    aim(robot, false, from, r->angle_rad, r->speed_radps, r->seconds);
}

static void do_lift(struct robot *robot, const struct life_envelope *from, const struct life_lift *r) {
    const struct body_model *m = robot->config.model;
    float sine = (r->height_m - m->lift_pivot_m[2]) / m->lift_arm_m;
    if (!(sine >= -1 && sine <= 1) || !m_finite(r->speed_radps) || !m_finite(r->seconds))
        return bad(robot, from, "the lift does not reach such a height");
    aim(robot, true, from, m_asin(sine), r->speed_radps, r->seconds);
}

// ------------------------------------------------------------------------------------------------ ways

static struct pose2 here(const struct robot *robot) {
    return (struct pose2){{robot->view.x_m, robot->view.y_m}, robot->view.heading_rad};
}

static bool may_travel(struct robot *robot, const struct life_envelope *from) {
    uint32_t in_hand = BODY_STATUS_PICKED_UP | BODY_STATUS_HELD | BODY_STATUS_FALLING;
    if (robot->status & in_hand || robot->fallen) {
        robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_REFUSED,
                         "it does not stand on its treads");
        return false;
    }
    if (robot->doing[DOING_MOTION].busy) {
        robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_TRACKS_LOCKED,
                         "another action moves its wheels");
        return false;
    }
    return lock(robot, from, PLAYER_BODY, LOCK_ACTION);
}

static struct doing *set_out(struct robot *robot, const struct life_envelope *from, float seconds) {
    struct doing *d = robot_begin(robot, DOING_MOTION, from, seconds * TRAVEL_MORE + TRAVEL_S);
    d->tag = robot_new_tag(robot);
    robot->moving = (struct moving){.turn = {.mode = BODY_WHEEL_MODE_HOLD}};
    return d;
}

static void follow(struct robot *robot, const struct life_envelope *from, const struct motion_way *way) {
    if (!way->count) {
        unlock(robot, PLAYER_BODY, LOCK_ACTION);
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "it is there already");
    }
    struct doing *d = set_out(robot, from, way->seconds);
    robot->moving.path_steps = PATH_CLEAR;
    robot->moving.path.tag = d->tag;
    robot->moving.path.append_count = (uint8_t)way->count;
    memcpy(robot->moving.path.append, way->segments, way->count * sizeof *way->segments);
}

static void do_straight(struct robot *robot, const struct life_envelope *from,
                        const struct life_drive_straight *r) {
    if (!m_finite(r->distance_m) || !m_finite(r->speed_mps) || m_abs(r->distance_m) > 100)
        return bad(robot, from, "the distance must be at most 100 m, and the speed a finite number");
    if (!may_travel(robot, from)) return;
    struct motion_way way = motion_straight(&robot->profile, here(robot), r->distance_m, r->speed_mps);
    follow(robot, from, &way);
}

static void do_turn(struct robot *robot, const struct life_envelope *from,
                    const struct life_turn_in_place *r) {
    if (!m_finite(r->angle_rad) || !m_finite(r->speed_radps) || !m_finite(r->accel_radps2) ||
        m_abs(r->angle_rad) > 20 * M_TAU_F)
        return bad(robot, from,
                   "the angle must be at most twenty times round, and the speed a finite number");
    if (!may_travel(robot, from)) return;
    const struct motion_profile *p = &robot->profile;
    float speed = r->speed_radps != 0 ? m_abs(r->speed_radps) : p->turn_radps;
    float way = r->absolute ? angle_between(robot->view.heading_rad, r->angle_rad) : r->angle_rad;
    struct doing *d = set_out(robot, from, motion_turn_seconds(p, way, speed));
    robot->moving.turn =
        (struct body_wheels){.mode = BODY_WHEEL_MODE_TURN,
                             .angle_rad = r->angle_rad,
                             .turn_radps = speed,
                             .turn_radps2 = r->accel_radps2 > 0 ? r->accel_radps2 : p->turn_accel_radps2,
                             .turn_decel_radps2 = r->accel_radps2 > 0 ? 0 : p->turn_decel_radps2,
                             .relative = !r->absolute,
                             .tag = d->tag};
}

static void do_go(struct robot *robot, const struct life_envelope *from, const struct life_go_to_pose *r) {
    if (!m_finite(r->x_m) || !m_finite(r->y_m) || !m_finite(r->heading_rad) || m_abs(r->x_m) > 100 ||
        m_abs(r->y_m) > 100)
        return bad(robot, from, "the place must be at most 100 m away");
    if (!may_travel(robot, from)) return;
    struct pose2 is = here(robot), to = {{r->x_m, r->y_m}, angle_wrap(r->heading_rad)};
    if (r->relative)
        to = (struct pose2){vec2_add(is.at, vec2_turn(to.at, is.angle)), angle_wrap(is.angle + to.angle)};
    struct motion_way way = motion_go(&robot->profile, is, to);
    follow(robot, from, &way);
}

static void do_profile(struct robot *robot, const struct life_envelope *from,
                       const struct life_motion_profile *r) {
    struct fault fault = {0};
    if (motion_profile_read(&robot->profile, r, robot->config.model, &fault))
        return bad(robot, from, fault.said);
    const struct motion_profile *p = &robot->profile;
    struct life_message reply = {.kind = LIFE_PROFILE};
    reply.profile =
        (struct life_profile){p->custom,          p->speed_mps,         p->accel_mps2,        p->decel_mps2,
                              p->turn_radps,      p->turn_accel_radps2, p->turn_decel_radps2, p->dock_mps,
                              p->dock_accel_mps2, p->dock_decel_mps2,   p->reverse_mps};
    desk_reply(&robot->desk, from->ticket, from->door, &reply);
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, from->ticket, LIFE_VERDICT_DONE, 0);
}

// The way is over; one that was cut off is taken back from the body.
static void arrive(struct robot *robot, enum life_verdict verdict, const char *said) {
    if (!robot->doing[DOING_MOTION].busy) return;
    struct moving *m = &robot->moving;
    if (verdict != LIFE_VERDICT_DONE && m->turn.mode == BODY_WHEEL_MODE_HOLD) {
        struct body_path_order stop = {.op = BODY_PATH_OP_STOP, .tag = m->path.tag};
        commander_path(&robot->commander, RANK_ACTION, &stop);
    } else if (verdict != LIFE_VERDICT_DONE) {
        struct body_wheels stand = {.mode = BODY_WHEEL_MODE_SPEED};
        commander_wheels(&robot->commander, RANK_ACTION, &stand);
    }
    m->path_steps = PATH_TOLD;
    unlock(robot, PLAYER_BODY, LOCK_ACTION);
    robot_finish(robot, DOING_MOTION, verdict, said);
}

static void mind_the_way(struct robot *robot) {
    struct doing *d = &robot->doing[DOING_MOTION];
    struct moving *m = &robot->moving;
    if (!d->busy) return;
    if (robot->status & (BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING))
        return arrive(robot, LIFE_VERDICT_INTERRUPTED, "it was picked up");
    if (robot->tick >= d->until) return arrive(robot, LIFE_VERDICT_REFUSED, "it made no progress");
    if (m->turn.mode == BODY_WHEEL_MODE_TURN) {
        commander_wheels(&robot->commander, RANK_ACTION, &m->turn);
        return;
    }
    struct body_wheels still = {.mode = BODY_WHEEL_MODE_HOLD}; // nobody else's meanwhile
    if (m->path_steps == PATH_TOLD) {
        commander_wheels(&robot->commander, RANK_ACTION, &still);
        return;
    }
    m->path.op = m->path_steps == PATH_CLEAR ? BODY_PATH_OP_CLEAR : BODY_PATH_OP_RUN;
    if (commander_path(&robot->commander, RANK_ACTION, &m->path)) m->path_steps--;
    if (m->path.op == BODY_PATH_OP_CLEAR) m->path.append_count = 0;
}

// What arrived ends the request that sent it there.
void robot_hear_acks(struct robot *robot, const struct body_senses *s) {
    for (uint32_t i = 0; i < s->acks_count; i++) {
        const struct body_ack *a = &s->acks[i];
        bool mine = robot->doing[DOING_MOTION].busy && a->tag == robot->doing[DOING_MOTION].tag;
        if (mine && (a->kind == BODY_ACK_KIND_PATH_DONE || a->kind == BODY_ACK_KIND_TURN))
            arrive(robot, LIFE_VERDICT_DONE, "");
        if (mine && a->kind == BODY_ACK_KIND_PATH_STOPPED)
            arrive(robot, LIFE_VERDICT_INTERRUPTED, "it stopped on its way");
        bool head = a->kind == BODY_ACK_KIND_HEAD;
        if (!head && a->kind != BODY_ACK_KIND_LIFT) continue;
        enum doing_what what = head ? DOING_HEAD : DOING_LIFT;
        if (!robot->doing[what].busy || robot->doing[what].tag != a->tag) continue;
        robot_tell(robot, head ? LIFE_EVENT_KIND_HEAD_IN_PLACE : LIFE_EVENT_KIND_LIFT_IN_PLACE,
                   robot->doing[what].ticket, 0, 0);
        unlock(robot, head ? PLAYER_HEAD : PLAYER_LIFT, LOCK_ACTION);
        robot_finish(robot, what, LIFE_VERDICT_DONE, "");
    }
}

// ------------------------------------------------------------------------------------------------ all of them

static void do_stop(struct robot *robot, const struct life_envelope *from) {
    for (int i = 0; i <= DOING_LIFT; i++) robot_finish(robot, i, LIFE_VERDICT_INTERRUPTED, "stopped");
    robot->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED};
    robot->wheels_wanted = true;
    robot->head.mode = robot->lift.mode = BODY_JOINT_MODE_HOLD;
    robot->moving = (struct moving){0};
    uint32_t moves = PLAYER_BODY | PLAYER_HEAD | PLAYER_LIFT;
    unlock(robot, moves, LOCK_SPEED), unlock(robot, moves, LOCK_ACTION);
    if (robot->performing.player.tag) player_stop(&robot->performing.player, 0);
    commander_order(&robot->commander, BODY_ORDER_STOP_ALL);
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

bool robot_do_move(struct robot *robot, const struct life_envelope *from, const struct life_message *m) {
    switch (m->kind) {
    case LIFE_DRIVE:
        return do_drive(robot, from, &m->drive), true;
    case LIFE_STOP:
        return do_stop(robot, from), true;
    case LIFE_HEAD:
        return do_head(robot, from, &m->head), true;
    case LIFE_LIFT:
        return do_lift(robot, from, &m->lift), true;
    case LIFE_MOVE_HEAD:
        return do_turn_joint(robot, from, false, m->move_head.speed_radps), true;
    case LIFE_MOVE_LIFT:
        return do_turn_joint(robot, from, true, m->move_lift.speed_radps), true;
    case LIFE_DRIVE_STRAIGHT:
        return do_straight(robot, from, &m->drive_straight), true;
    case LIFE_TURN_IN_PLACE:
        return do_turn(robot, from, &m->turn_in_place), true;
    case LIFE_GO_TO_POSE:
        return do_go(robot, from, &m->go_to_pose), true;
    case LIFE_MOTION_PROFILE:
        return do_profile(robot, from, &m->motion_profile), true;
    default:
        return false;
    }
}

static void wish_joint(struct robot *robot, const struct body_joint_target *joint, bool action) {
    bool turns = joint->mode == BODY_JOINT_MODE_SPEED && joint->speed_radps != 0;
    commander_joint(&robot->commander, action || turns ? RANK_ACTION : RANK_IDLE, joint);
}

// An action's wishes rank above a clip's. One that is over leaves its joint to whoever comes; wheels are told once more to stand still.
void robot_move(struct robot *robot) {
    end_drive(robot);
    mind_the_way(robot);
    bool drives =
        robot->doing[DOING_DRIVE].busy || robot->wheels.left_mps != 0 || robot->wheels.right_mps != 0;
    if (robot->wheels_wanted && !robot->doing[DOING_MOTION].busy)
        commander_wheels(&robot->commander, RANK_ACTION, &robot->wheels);
    if (!drives) robot->wheels_wanted = false;
    wish_joint(robot, &robot->head, robot->doing[DOING_HEAD].busy);
    wish_joint(robot, &robot->lift, robot->doing[DOING_LIFT].busy);
}
