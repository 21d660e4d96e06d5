// The wheels: speeds until told otherwise, and the actions that take it somewhere.
#include "act/act.h"

#include <string.h>

enum { STEPS_CLEAR = 2, STEPS_RUN = 1 };
#define MOVED_M  0.005f // less in so many seconds is no progress
#define TURNED   (2 * M_PI_F / 180)
#define STUCK_S  2.0f
#define NEAR_M   0.010f // of its goal, in its own pose
#define NEAR_RAD (3 * M_PI_F / 180)
#define FAR_M    100.0f
#define ROUNDS   20

// ------------------------------------------------------------------------------------------------ speeds

static bool lock_speed(struct act *act, uint32_t track) {
    performing_give_way(&act->performing, track);
    return !player_lock(&act->performing.player, track, ACT_LOCK_SPEED, NULL);
}

static void unlock_speed(struct act *act, uint32_t track) {
    player_unlock(&act->performing.player, track, ACT_LOCK_SPEED);
}

static void set_wheels(struct act *act, const struct life_drive *r) {
    act->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED,
                                       .left_mps = r->left_mps,
                                       .right_mps = r->right_mps,
                                       .accel_mps2 = r->accel_mps2};
    act->wheels_wanted = true;
}

static enum act_answer said(struct act_reply *reply, enum life_result result, const char *words) {
    *reply =
        (struct act_reply){result_verdict(result), result, words ? words : result_said(result), false, false};
    return ACT_ANSWERED;
}

static enum act_answer hold_drive(struct act *act, const struct life_drive *r, struct act_reply *reply) {
    bool stands = r->left_mps == 0 && r->right_mps == 0;
    uint32_t owner = act->performing.player.locks[2];
    if (stands && owner && owner != ACT_LOCK_SPEED) // nought lets go, and it holds nothing
        return said(reply, LIFE_RESULT_SUCCESS, NULL);
    if (!stands && !lock_speed(act, PLAYER_BODY)) return said(reply, LIFE_RESULT_TRACKS_LOCKED, NULL);
    struct action *timed = actions_running(&act->actions, &ACTION_DRIVE);
    if (timed) actions_end(&act->actions, act, timed, LIFE_RESULT_INTERRUPTED, "another request took over");
    set_wheels(act, r);
    if (stands)
        unlock_speed(act, PLAYER_BODY);
    else
        lock_speed(act, PLAYER_BODY); // the one before let it go
    said(reply, LIFE_RESULT_SUCCESS, "driving until told otherwise");
    reply->begun = true;
    return ACT_ANSWERED;
}

static enum act_answer hold_joint(struct act *act, bool lift, float radps, struct act_reply *reply) {
    uint32_t track = lift ? PLAYER_LIFT : PLAYER_HEAD;
    struct body_joint_target *joint = lift ? &act->lift : &act->head;
    if (radps != 0 && !lock_speed(act, track)) return said(reply, LIFE_RESULT_TRACKS_LOCKED, NULL);
    if (radps == 0 && act->performing.player.locks[lift ? 1 : 0] != ACT_LOCK_SPEED)
        return said(reply, LIFE_RESULT_SUCCESS, NULL);
    *joint = (struct body_joint_target){
        .joint = joint->joint, .mode = BODY_JOINT_MODE_SPEED, .speed_radps = radps};
    if (radps == 0) unlock_speed(act, track);
    return said(reply, LIFE_RESULT_SUCCESS, NULL);
}

enum act_answer act_speed(struct act *act, const struct life_message *m, struct act_reply *reply) {
    if (m->kind == LIFE_DRIVE) return hold_drive(act, &m->drive, reply);
    bool lift = m->kind == LIFE_MOVE_LIFT;
    return hold_joint(act, lift, lift ? m->move_lift.speed_radps : m->move_head.speed_radps, reply);
}

static enum life_result begin_drive(struct act *act, struct action *a, const struct life_message *m) {
    if (!lock_speed(act, PLAYER_BODY)) return LIFE_RESULT_TRACKS_LOCKED;
    set_wheels(act, &m->drive);
    a->own.count = (uint32_t)act_ticks(m_min(m->drive.seconds, 86400)) + 1;
    return LIFE_RESULT_RUNNING;
}

static enum life_result step_drive(struct act *act, struct action *a) {
    return act->now.tick - a->began < a->own.count ? LIFE_RESULT_RUNNING : LIFE_RESULT_SUCCESS;
}

static void end_drive(struct act *act, struct action *a, enum life_result result) {
    act->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED};
    unlock_speed(act, PLAYER_BODY);
}

const struct action_row ACTION_DRIVE = {.name = "drive",
                                        .tracks = PLAYER_BODY,
                                        .seconds = ACTION_ENDLESS,
                                        .newest = true,
                                        .own_locks = true,
                                        .begin = begin_drive,
                                        .step = step_drive,
                                        .end = end_drive};

// ------------------------------------------------------------------------------------------------ ways

static void set_out(struct act *act, struct action *a, struct pose2 goal) {
    a->own.tag = act_new_tag(act);
    a->own.goal[0] = goal.at.x, a->own.goal[1] = goal.at.y, a->own.goal[2] = goal.angle;
    a->own.was[0] = act->now.at.at.x, a->own.was[1] = act->now.at.at.y, a->own.was[2] = act->now.at.angle;
    act->way = (struct act_way){.turn = {.mode = BODY_WHEEL_MODE_HOLD}};
}

enum life_result act_follow(struct act *act, struct action *a, const struct nav_route *route) {
    set_out(act, a, route->end);
    if (!route->count) return a->said = "it is there already", LIFE_RESULT_SUCCESS;
    act->way.steps = STEPS_CLEAR;
    act->way.path.tag = (uint16_t)a->own.tag;
    act->way.path.append_count = (uint8_t)route->count;
    memcpy(act->way.path.append, route->segments, route->count * sizeof *route->segments);
    return LIFE_RESULT_RUNNING;
}

void act_leg(struct act *act, struct action *a, const struct nav_route *route) {
    a->own.phase = WAY_UNDER_WAY;
    action_progress(&act->actions, a);
    if (act_follow(act, a, route) != LIFE_RESULT_SUCCESS) return;
    a->said = NULL;
    a->own.phase = WAY_ARRIVED, a->own.since = act->now.tick;
}

void act_roll(struct act *act, float left_mps, float right_mps) {
    act->way = (struct act_way){
        .turn = {.mode = BODY_WHEEL_MODE_SPEED, .left_mps = left_mps, .right_mps = right_mps}};
}

void act_halt(struct act *act) {
    struct body_wheels stand = {.mode = BODY_WHEEL_MODE_SPEED};
    commander_wheels(&act->commander, RANK_ACTION, &stand);
    act->way = (struct act_way){.turn = {.mode = BODY_WHEEL_MODE_HOLD}};
}

static enum life_result begin_straight(struct act *act, struct action *a, const struct life_message *m) {
    struct nav_route route = route_straight(&act->profile.speeds, act->now.at, m->drive_straight.distance_m,
                                            m->drive_straight.speed_mps);
    return act_follow(act, a, &route);
}

static enum life_result begin_turn(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_turn_in_place *r = &m->turn_in_place;
    const struct nav_speeds *p = &act->profile.speeds;
    struct pose2 goal = act->now.at;
    goal.angle = angle_wrap(r->absolute ? r->angle_rad : goal.angle + r->angle_rad);
    set_out(act, a, goal);
    act->way.turn =
        (struct body_wheels){.mode = BODY_WHEEL_MODE_TURN,
                             .angle_rad = r->angle_rad,
                             .turn_radps = r->speed_radps != 0 ? m_abs(r->speed_radps) : p->turn_radps,
                             .turn_radps2 = r->accel_radps2 > 0 ? r->accel_radps2 : p->turn_accel_radps2,
                             .turn_decel_radps2 = r->accel_radps2 > 0 ? 0 : p->turn_decel_radps2,
                             .relative = !r->absolute,
                             .tag = (uint16_t)a->own.tag};
    return LIFE_RESULT_RUNNING;
}

static enum life_result begin_go(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_go_to_pose *r = &m->go_to_pose;
    struct pose2 to = {{r->x_m, r->y_m}, angle_wrap(r->heading_rad)};
    if (r->relative) to = pose2_times(act->now.at, to);
    return travel_begin(act, a, &to, 1);
}

// Told in two ticks, and then nobody else's wheels meanwhile.
static void wish_way(struct act *act) {
    struct act_way *w = &act->way;
    // While it is not known yet where to go, it stands, whatever a clip was turning.
    bool turned = act->commander.before[TRACK_WHEELS] == RANK_CLIP;
    struct body_wheels still = {.mode = turned ? BODY_WHEEL_MODE_SPEED : BODY_WHEEL_MODE_HOLD};
    if (w->turn.mode != BODY_WHEEL_MODE_HOLD || !w->steps) {
        commander_wheels(&act->commander, RANK_ACTION,
                         w->turn.mode != BODY_WHEEL_MODE_HOLD ? &w->turn : &still);
        return;
    }
    w->path.op = w->steps == STEPS_CLEAR ? BODY_PATH_OP_CLEAR : BODY_PATH_OP_RUN;
    if (commander_path(&act->commander, RANK_ACTION, &w->path)) w->steps--;
    if (w->path.op == BODY_PATH_OP_CLEAR) w->path.append_count = 0;
}

static bool has_moved(const struct act *act, struct action *a) {
    struct pose2 at = act->now.at;
    if (vec2_length(vec2_sub(at.at, vec2(a->own.was[0], a->own.was[1]))) < MOVED_M &&
        m_abs(angle_between(a->own.was[2], at.angle)) < TURNED)
        return false;
    a->own.was[0] = at.at.x, a->own.was[1] = at.at.y, a->own.was[2] = at.angle;
    return true;
}

bool act_near(struct pose2 at, struct pose2 goal) {
    return vec2_length(vec2_sub(at.at, goal.at)) <= NEAR_M &&
           m_abs(angle_between(at.angle, goal.angle)) <= NEAR_RAD;
}

static bool is_there(const struct act *act, const struct action *a) {
    struct pose2 at = act->now.at;
    bool turns = a->row == &ACTION_TURN; // on the spot: where it stands is not asked
    return (turns || vec2_length(vec2_sub(at.at, vec2(a->own.goal[0], a->own.goal[1]))) <= NEAR_M) &&
           m_abs(angle_between(at.angle, a->own.goal[2])) <= NEAR_RAD;
}

// What docks or mounts comes up against things, and is stopped by them: a hold that is lost on the way tells
// nothing there.
static bool minds_hold(const struct act *act, const struct action *a) {
    bool goes = a->row == &ACTION_STRAIGHT || a->row == &ACTION_TURN || a->row == &ACTION_GO;
    return goes || !act->now.lost;
}

enum life_result act_step_way(struct act *act, struct action *a) {
    if (a->own.phase == WAY_STOPPED) {
        a->said = act->now.status & BODY_STATUS_CLIFF ? "it stopped at an edge" : "it stopped on its way";
        return LIFE_RESULT_INTERRUPTED;
    }
    if (minds_hold(act, a) && (act->now.slips || (a->own.phase == WAY_ARRIVED && act->now.slipped)))
        return a->said = "its treads slip, and it stays where it was",
               LIFE_RESULT_FOLLOWING_PATH_BUT_NOT_TRAVERSING;
    if (a->own.phase == WAY_ARRIVED) {
        if (is_there(act, a) && !act->now.parts) return LIFE_RESULT_SUCCESS;
        bool waits = (float)(act->now.tick - a->own.since) < act_ticks(WAY_SETTLE_S);
        return waits ? LIFE_RESULT_RUNNING : LIFE_RESULT_FAILED_TRAVERSING_PATH;
    }
    if (has_moved(act, a) || act->away_since) action_progress(&act->actions, a);
    bool stuck = (float)(act->now.tick - a->progress) > act_ticks(STUCK_S);
    return stuck ? LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS : LIFE_RESULT_RUNNING;
}

void act_stop_way(struct act *act) {
    struct body_path_order stop = {.op = BODY_PATH_OP_STOP, .tag = act->way.path.tag};
    commander_path(&act->commander, RANK_ACTION, &stop);
    act->way = (struct act_way){.turn = {.mode = BODY_WHEEL_MODE_HOLD}};
}

// One that was cut off is taken back from the body.
void act_end_way(struct act *act, struct action *a, enum life_result result) {
    if (result != LIFE_RESULT_SUCCESS && act->way.turn.mode == BODY_WHEEL_MODE_HOLD) {
        act_stop_way(act);
    } else if (result != LIFE_RESULT_SUCCESS) {
        struct body_wheels stand = {.mode = BODY_WHEEL_MODE_SPEED};
        commander_wheels(&act->commander, RANK_ACTION, &stand);
    }
    act->way = (struct act_way){.turn = {.mode = BODY_WHEEL_MODE_HOLD}};
}

void act_hear_way(struct act *act, struct action *a, const struct body_ack *ack) {
    if (ack->kind == BODY_ACK_KIND_PATH_STOPPED && a->row->legs) {
        a->own.phase = WAY_STOPPED;
        return;
    }
    if (ack->kind == BODY_ACK_KIND_PATH_STOPPED) {
        bool cliff = act->now.status & BODY_STATUS_CLIFF;
        actions_end(&act->actions, act, a, LIFE_RESULT_INTERRUPTED,
                    cliff ? "it stopped at an edge" : "it stopped on its way");
        return;
    }
    if (ack->kind != BODY_ACK_KIND_PATH_DONE && ack->kind != BODY_ACK_KIND_TURN) return;
    a->own.phase = WAY_ARRIVED, a->own.since = act->now.tick;
    if (!a->row->legs && !act->now.slipped && !act->now.parts && is_there(act, a))
        actions_end(&act->actions, act, a, LIFE_RESULT_SUCCESS, NULL);
}

// Where nothing gives way its wheels turn on, and its own pose with them: what they say is no success.
static enum life_result step_straight(struct act *act, struct action *a) {
    return act->now.in_vain ? LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS : act_step_way(act, a);
}

#define WAY(words, sets_out, steps)                                                                          \
    {                                                                                                        \
        .name = words, .tracks = PLAYER_BODY, .by_progress = true, .on_treads = true, .off_charger = true,   \
        .begin = sets_out, .step = steps, .end = act_end_way                                                 \
    }
const struct action_row ACTION_STRAIGHT = WAY("drive straight", begin_straight, step_straight),
                        ACTION_TURN = WAY("turn in place", begin_turn, act_step_way);
const struct action_row ACTION_GO = {.name = "drive to pose",
                                     .tracks = PLAYER_BODY,
                                     .by_progress = true,
                                     .on_treads = true,
                                     .off_charger = true,
                                     .legs = true,
                                     .begin = begin_go,
                                     .step = travel_step,
                                     .end = travel_end};

// A speed that is nought is told once more, and then the wheels are whoever's comes.
void act_wheels_step(struct act *act) {
    bool way = false;
    for (int i = 0; i < ACTIONS_MAX; i++) {
        const struct action *a = &act->actions.list[i];
        way |= a->state == ACTION_RUNS && a->locks & PLAYER_BODY;
    }
    if (way) {
        wish_way(act);
        return;
    }
    bool drives = actions_running(&act->actions, &ACTION_DRIVE) || act->wheels.left_mps != 0 ||
                  act->wheels.right_mps != 0;
    if (act->wheels_wanted) commander_wheels(&act->commander, RANK_ACTION, &act->wheels);
    if (!drives) act->wheels_wanted = false;
}

// ---------------------------------------------------------------------------------------- what may be asked

const char *act_check(struct act *act, const struct life_message *m) {
    const struct body_model *model = act->config.model;
    switch (m->kind) {
    case LIFE_DRIVE: {
        const struct life_drive *r = &m->drive;
        bool fine = m_finite(r->left_mps) && m_finite(r->right_mps) && m_finite(r->accel_mps2) &&
                    r->seconds >= 0 && m_finite(r->seconds);
        return fine ? NULL : "speeds and seconds must be finite numbers";
    }
    case LIFE_DRIVE_STRAIGHT: {
        const struct life_drive_straight *r = &m->drive_straight;
        bool fine = m_finite(r->speed_mps) && m_abs(r->distance_m) <= FAR_M;
        return fine ? NULL : "the distance must be at most 100 m, and the speed a finite number";
    }
    case LIFE_TURN_IN_PLACE: {
        const struct life_turn_in_place *r = &m->turn_in_place;
        bool fine =
            m_finite(r->speed_radps) && m_finite(r->accel_radps2) && m_abs(r->angle_rad) <= ROUNDS * M_TAU_F;
        return fine ? NULL : "the angle must be at most twenty times round, and the speed a finite number";
    }
    case LIFE_GO_TO_POSE: {
        const struct life_go_to_pose *r = &m->go_to_pose;
        bool fine = m_abs(r->x_m) <= FAR_M && m_abs(r->y_m) <= FAR_M && m_finite(r->heading_rad);
        return fine ? NULL : "the place must be at most 100 m away";
    }
    case LIFE_HEAD:
        return m_finite(m->head.angle_rad) && m_finite(m->head.speed_radps) && m_finite(m->head.seconds)
                   ? NULL
                   : "the angle must be a finite number";
    case LIFE_LIFT: {
        float sine = (m->lift.height_m - model->lift_pivot_m[2]) / model->lift_arm_m;
        return sine >= -1 && sine <= 1 && m_finite(m->lift.speed_radps) && m_finite(m->lift.seconds)
                   ? NULL
                   : "the lift does not reach such a height";
    }
    case LIFE_MOVE_HEAD:
        return m_finite(m->move_head.speed_radps) ? NULL : "the speed must be a finite number";
    case LIFE_MOVE_LIFT:
        return m_finite(m->move_lift.speed_radps) ? NULL : "the speed must be a finite number";
    case LIFE_WAIT:
        return m->wait.seconds >= 0 && m->wait.seconds <= 86400 ? NULL : "it waits for 0 to 86400 seconds";
    case LIFE_COMPOUND:
        return m->compound.parts > 0 && m->compound.parts < ACTIONS_MAX ? NULL
                                                                        : "a compound has 1 to 47 parts";
    case LIFE_LOOK_AT_PERSON:
        return m_finite(m->look_at_person.most_rad) ? NULL : "the angle must be a finite number";
    case LIFE_LOOK_AT_THING:
        return m_finite(m->look_at_thing.most_rad) ? NULL : "the angle must be a finite number";
    case LIFE_LOOK_AT_SOUND:
        return m_finite(m->look_at_sound.most_rad) ? NULL : "the angle must be a finite number";
    case LIFE_LOOK_AT_PLACE: {
        const struct life_look_at_place *r = &m->look_at_place;
        bool fine = m_abs(r->x_m) <= FAR_M && m_abs(r->y_m) <= FAR_M && m_abs(r->z_m) <= FAR_M;
        return fine && m_finite(r->most_rad) ? NULL : "the place must be at most 100 m away";
    }
    case LIFE_GO_TO_THING:
        return m->go_to_thing.distance_m >= 0 && m->go_to_thing.distance_m <= 2 &&
                       m_finite(m->go_to_thing.angle_rad)
                   ? NULL
                   : "the distance must be 0 to 2 m, and the angle a finite number";
    case LIFE_DOCK:
        return m->dock.distance_m >= 0 && m->dock.distance_m <= 2 && m_finite(m->dock.angle_rad)
                   ? NULL
                   : "the distance must be 0 to 2 m, and the angle a finite number";
    case LIFE_PICK_UP:
        return m_finite(m->pick_up.angle_rad) ? NULL : "the angle must be a finite number";
    case LIFE_PLACE_ON:
        return m_finite(m->place_on.angle_rad) ? NULL : "the angle must be a finite number";
    case LIFE_WHEELIE:
        return m_finite(m->wheelie.angle_rad) ? NULL : "the angle must be a finite number";
    case LIFE_ROLL:
        return m_finite(m->roll.angle_rad) ? NULL : "the angle must be a finite number";
    case LIFE_PLACE_AT: {
        const struct life_place_at *r = &m->place_at;
        bool fine = m_abs(r->x_m) <= FAR_M && m_abs(r->y_m) <= FAR_M && m_finite(r->heading_rad);
        return fine ? NULL : "the place must be at most 100 m away";
    }
    case LIFE_DRIVE_OFF_CHARGER:
        return m_finite(m->drive_off_charger.distance_m) ? NULL : "the distance must be a finite number";
    case LIFE_PLAY_CLIP:
        return act_check_clip(act, m->play_clip.clip, false);
    case LIFE_PLAY_TRIGGER:
        return act_check_clip(act, m->play_trigger.trigger, true);
    default:
        return NULL;
    }
}
