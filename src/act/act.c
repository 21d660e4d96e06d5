#include "act/act.h"

#include "act/needs.h"

#include "base/hash.h"

#include <string.h>

#define NOSE_M 0.06f        // nearer than the floor ever answers
enum { SILENT_TICKS = 15 }; // without news its body counts as away

void act_start(struct act *act, const struct act_config *config) {
    memset(act, 0, sizeof *act);
    act->config = *config;
    act->wheels.mode = BODY_WHEEL_MODE_HOLD;
    act->head.joint = BODY_MOTOR_HEAD;
    act->lift.joint = BODY_MOTOR_LIFT;
    act->profile = motion_usual(config->model);
    cubes_start(&act->cubes);
    performing_start(&act->performing, &config->player, config->library, config->memory);
}

void act_now(struct act *act, const struct act_now *now) {
    if (now->body_us != act->now.body_us) act->heard = now->tick;
    act->now = *now;
    bool away = now->status & BODY_STATUS_AWAY || now->tick - act->heard > SILENT_TICKS;
    act->away_since = !away ? 0 : act->away_since ? act->away_since : now->tick;
}

bool act_on_treads(const struct act *act) {
    return !(act->now.status & (BODY_STATUS_PICKED_UP | BODY_STATUS_HELD | BODY_STATUS_FALLING)) &&
           !act->now.fallen;
}

uint16_t act_new_tag(struct act *act) {
    if (++act->last_tag == 0) act->last_tag = 1;
    return act->last_tag;
}

uint32_t act_locked(const struct act *act) {
    uint32_t locked = 0;
    for (uint32_t i = 0; i < PLAYER_LOCKS; i++) {
        uint32_t owner = act->performing.player.locks[i];
        bool clip = act->performing.player.taken >> i & 1;
        if (owner && !clip) locked |= 1u << i;
    }
    return locked;
}

void act_mind_gives_way(struct act *act, uint32_t tracks) {
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct action *a = &act->actions.list[i];
        if (a->state == ACTION_RUNS && a->door == LIFE_DOOR_MIND && a->locks & tracks)
            actions_end(&act->actions, act, a, LIFE_RESULT_INTERRUPTED, "another request took over");
    }
}

bool act_busy(const struct act *act) {
    for (int i = 0; i < ACTIONS_MAX; i++) {
        const struct action *a = &act->actions.list[i];
        if (a->state == ACTION_RUNS && a->door != LIFE_DOOR_MIND && a->row->tracks & PLAYER_BODY) return true;
    }
    return act->wheels_wanted || act->performing.ticket;
}

// ------------------------------------------------------------------------------------------------ asking

// Which requests are actions.
static const struct {
    uint16_t kind;
    const struct action_row *row;
} ROWS[] = {
    {LIFE_DRIVE_STRAIGHT, &ACTION_STRAIGHT},
    {LIFE_TURN_IN_PLACE, &ACTION_TURN},
    {LIFE_GO_TO_POSE, &ACTION_GO},
    {LIFE_HEAD, &ACTION_HEAD},
    {LIFE_LIFT, &ACTION_LIFT},
    {LIFE_PLAY_CLIP, &ACTION_CLIP},
    {LIFE_PLAY_TRIGGER, &ACTION_TRIGGER},
    {LIFE_WAIT, &ACTION_WAIT},
    {LIFE_COMPOUND, &ACTION_COMPOUND},
    {LIFE_DRIVE, &ACTION_DRIVE},
    {LIFE_DRIVE_ON_CHARGER, &ACTION_MOUNT},
    {LIFE_DRIVE_OFF_CHARGER, &ACTION_LEAVE},
    {LIFE_GET_UNSTUCK, &ACTION_UNSTICK},
    {LIFE_LOOK_AT_PERSON, &ACTION_LOOK_PERSON},
    {LIFE_LOOK_AT_THING, &ACTION_LOOK_THING},
    {LIFE_LOOK_AT_SOUND, &ACTION_LOOK_SOUND},
    {LIFE_LOOK_AT_PLACE, &ACTION_LOOK_PLACE},
    {LIFE_LOOK_AROUND, &ACTION_LOOK_AROUND},
    {LIFE_GO_TO_THING, &ACTION_GO_TO_THING},
    {LIFE_DOCK, &ACTION_DOCK},
    {LIFE_PICK_UP, &ACTION_PICK_UP},
    {LIFE_PLACE_HERE, &ACTION_PLACE_HERE},
    {LIFE_PLACE_AT, &ACTION_PLACE_AT},
    {LIFE_PLACE_ON, &ACTION_PLACE_ON},
    {LIFE_ROLL, &ACTION_ROLL},
    {LIFE_WHEELIE, &ACTION_WHEELIE},
};

static const struct action_row *row_of(const struct life_message *request) {
    const struct life_drive *d = &request->drive;
    bool held = d->seconds == 0 || (d->left_mps == 0 && d->right_mps == 0); // a speed, until told otherwise
    if (request->kind == LIFE_DRIVE && held) return NULL;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (ROWS[i].kind == request->kind) return ROWS[i].row;
    return NULL;
}

static enum act_answer answer(struct act_reply *reply, enum life_result result, const char *said) {
    *reply = (struct act_reply){
        .verdict = result_verdict(result), .result = result, .said = said ? said : result_said(result)};
    return ACT_ANSWERED;
}

static enum act_answer bad(struct act_reply *reply, enum life_result result, const char *said) {
    answer(reply, result, said);
    reply->verdict = LIFE_VERDICT_BAD_VALUE;
    return ACT_ANSWERED;
}

static enum act_answer cancel(struct act *act, const struct life_envelope *from, uint32_t tag,
                              struct act_reply *reply) {
    bool any = actions_cancel(&act->actions, act, tag, from->door);
    return answer(reply, any ? LIFE_RESULT_SUCCESS : LIFE_RESULT_ABORT,
                  any ? NULL : "no action has this tag");
}

static enum act_answer set_profile(struct act *act, const struct life_motion_profile *r,
                                   struct act_reply *reply) {
    struct fault fault = {0};
    if (motion_profile_read(&act->profile, r, act->config.model, &fault))
        return bad(reply, LIFE_RESULT_ABORT, "what a profile says must be numbers that are not below 0");
    answer(reply, LIFE_RESULT_SUCCESS, NULL);
    reply->profile = true;
    return ACT_ANSWERED;
}

// Whoever loses the lead stops what he does.
static enum act_answer take_control(struct act *act, const struct life_envelope *from, uint8_t level,
                                    struct act_reply *reply) {
    if (!control_ask(&act->control, from->door, level))
        return answer(reply, LIFE_RESULT_INTERRUPTED, "somebody stronger leads");
    for (int i = 0; i < ACTIONS_MAX; i++) {
        struct action *a = &act->actions.list[i];
        if (a->state == ACTION_FREE || a->state == ACTION_OVER || !control_keeps_out(&act->control, a->door))
            continue;
        actions_end(&act->actions, act, a, LIFE_RESULT_INTERRUPTED, "somebody stronger leads");
    }
    return answer(reply, LIFE_RESULT_SUCCESS, NULL);
}

static enum act_answer ask_cubes(struct act *act, const struct life_envelope *from,
                                 const struct life_message *m, struct act_reply *reply) {
    struct cubes *c = &act->cubes;
    uint32_t tick = act->now.tick;
    switch (m->kind) {
    case LIFE_SCAN_CUBES:
        if (!m_finite(m->scan_cubes.seconds))
            return bad(reply, LIFE_RESULT_ABORT, "seconds must be a finite number");
        if (cubes_scan(c, from->door, from->ticket, m->scan_cubes.seconds, tick)) return ACT_TAKEN;
        return answer(reply, LIFE_RESULT_ABORT, "it scans already");
    case LIFE_WANT_CUBE:
        if (m->want_cube.level > LIFE_CUBE_LEVEL_INTERACTABLE || !m_finite(m->want_cube.seconds))
            return bad(reply, LIFE_RESULT_ABORT, "levels are 0 to 2, and seconds a finite number");
        if (cubes_want(c, from->door, from->ticket, m->want_cube.level, m->want_cube.seconds, tick))
            return ACT_TAKEN;
        return answer(reply, LIFE_RESULT_ABORT, "too many want a cube");
    case LIFE_DROP_CUBE:
        cubes_drop(c, tick);
        return answer(reply, LIFE_RESULT_SUCCESS, NULL);
    case LIFE_PREFER_CUBE:
        c->preferred = m->prefer_cube.device;
        return answer(reply, LIFE_RESULT_SUCCESS, NULL);
    case LIFE_LIGHT_CUBE:
        return cubes_light(c, &m->light_cube) ? answer(reply, LIFE_RESULT_SUCCESS, NULL)
                                              : answer(reply, LIFE_RESULT_ABORT, "no cube is connected");
    default:
        return cubes_flash(c, tick) ? answer(reply, LIFE_RESULT_SUCCESS, NULL)
                                    : answer(reply, LIFE_RESULT_ABORT, "no cube is connected");
    }
}

static enum life_result wrong_with(const struct life_message *request) {
    bool clip = request->kind == LIFE_PLAY_CLIP || request->kind == LIFE_PLAY_TRIGGER;
    return clip                               ? LIFE_RESULT_NO_ANIM_NAME
           : request->kind == LIFE_GO_TO_POSE ? LIFE_RESULT_BAD_POSE
           : request->kind == LIFE_COMPOUND   ? LIFE_RESULT_NULL_SUBACTION
                                              : LIFE_RESULT_ABORT;
}

static bool waits(const struct life_envelope *from) {
    return from->part_of || from->queue != LIFE_QUEUE_IN_PARALLEL;
}

enum act_answer act_ask(struct act *act, const struct life_envelope *from, const struct life_message *request,
                        struct act_reply *reply) {
    const struct action_row *row = row_of(request);
    const char *lacks = act_lacks(act->config.model, (enum life_kind)request->kind);
    uint32_t missing = act_needs((enum life_kind)request->kind) & act->config.model->lacks;
    // What a mute body's own mind says is seen in its face.
    if (lacks && (missing || from->door != LIFE_DOOR_MIND)) return answer(reply, LIFE_RESULT_ABORT, lacks);
    const char *wrong = act_check(act, request);
    if (wrong) return bad(reply, wrong_with(request), wrong);
    if (!row && waits(from)) row = &ACTION_ERRAND;
    bool speed =
        request->kind == LIFE_DRIVE || request->kind == LIFE_MOVE_HEAD || request->kind == LIFE_MOVE_LIFT;
    if ((row || speed) && control_keeps_out(&act->control, from->door))
        return answer(reply, LIFE_RESULT_INTERRUPTED, "somebody stronger leads");
    if (row) {
        enum life_result result;
        if (actions_add(&act->actions, act, row, from, request, &result)) return ACT_TAKEN;
        return answer(reply, result, result == LIFE_RESULT_ABORT ? "too many actions are under way" : NULL);
    }
    switch (request->kind) {
    case LIFE_STOP:
        act_stop(act);
        return answer(reply, LIFE_RESULT_SUCCESS, NULL);
    case LIFE_STOP_CLIP:
        // Whoever wants silence has it when nothing plays.
        return act_stop_clip(act, request->stop_clip.tag) || !request->stop_clip.tag
                   ? answer(reply, LIFE_RESULT_SUCCESS, NULL)
                   : answer(reply, LIFE_RESULT_ABORT, "no such clip plays");
    case LIFE_CANCEL:
        return cancel(act, from, request->cancel.tag, reply);
    case LIFE_MOTION_PROFILE:
        return set_profile(act, &request->motion_profile, reply);
    case LIFE_CONTROL:
        return take_control(act, from, request->control.level, reply);
    case LIFE_SCAN_CUBES:
    case LIFE_WANT_CUBE:
    case LIFE_DROP_CUBE:
    case LIFE_PREFER_CUBE:
    case LIFE_LIGHT_CUBE:
    case LIFE_FLASH_CUBE:
        return ask_cubes(act, from, request, reply);
    case LIFE_DRIVE:
    case LIFE_MOVE_HEAD:
    case LIFE_MOVE_LIFT:
        act_mind_gives_way(act, request->kind == LIFE_DRIVE       ? PLAYER_BODY
                                : request->kind == LIFE_MOVE_HEAD ? PLAYER_HEAD
                                                                  : PLAYER_LIFT);
        return act_speed(act, request, reply);
    default:
        return ACT_NOT_MINE;
    }
}

void act_stop(struct act *act) {
    uint32_t moves = PLAYER_BODY | PLAYER_HEAD | PLAYER_LIFT;
    actions_interrupt(&act->actions, act, moves, "stopped");
    act->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED};
    act->wheels_wanted = true;
    act->head.mode = act->lift.mode = BODY_JOINT_MODE_HOLD;
    act->way = (struct act_way){0};
    player_unlock(&act->performing.player, moves, ACT_LOCK_SPEED);
    if (act->performing.player.tag) player_stop(&act->performing.player, 0);
    commander_order(&act->commander, BODY_ORDER_STOP_ALL);
}

enum life_result act_enter(struct act *act, struct action *a, uint32_t step) {
    act->job.step = step;
    act->job.since = act->now.tick;
    action_progress(&act->actions, a);
    return LIFE_RESULT_RUNNING;
}

bool act_lasted(const struct act *act, float seconds) {
    return (float)(act->now.tick - act->job.since) > act_ticks(seconds);
}

// ------------------------------------------------------------------------------------------------ hearing

// What arrived ends the request that sent it there.
void act_hear(struct act *act, const struct body_senses *s) {
    cubes_hear(&act->cubes, s, act->now.tick, act->carried);
    for (uint32_t i = 0; i < s->hearings_count; i++) {
        act->sound_tick = act->now.tick ? act->now.tick : 1;
        act->sound_rad = angle_wrap(act->now.at.angle + s->hearings[i].direction_rad);
    }
    if (s->motion_count) act->left_mps = s->motion[0].left_mps, act->right_mps = s->motion[0].right_mps;
    for (uint32_t i = 0; i < 4 && i < s->cliffs_count; i++) act->cliffs[i] = s->cliffs[i];
    if (s->range_count) {
        const struct body_range *r = &s->range[0];
        act->nose = r->valid && !r->lift_in_view && r->distance_m > 0 && r->distance_m < NOSE_M;
    }
    if (s->path_count && s->path[0].segment < ROUTE_SEGMENTS) act->segment = s->path[0].segment;
    for (uint32_t k = 0; k < s->acks_count; k++)
        for (int i = 0; i < ACTIONS_MAX; i++) {
            struct action *a = &act->actions.list[i];
            const struct body_ack *ack = &s->acks[k];
            if (a->state != ACTION_RUNS || !a->own.tag || ack->tag != a->own.tag) continue;
            bool joint = ack->kind == BODY_ACK_KIND_HEAD || ack->kind == BODY_ACK_KIND_LIFT;
            if (joint && (a->row == &ACTION_HEAD || a->row == &ACTION_LIFT))
                act_hear_joint(act, a);
            else if (!joint && a->locks & PLAYER_BODY)
                act_hear_way(act, a, ack);
        }
}

// ------------------------------------------------------------------------------------------------ a step

// An action's wishes rank above a clip's. One that is over leaves its joint to whoever comes.
static void wish_joint(struct act *act, const struct body_joint_target *joint, uint32_t track) {
    bool turns = joint->mode == BODY_JOINT_MODE_SPEED && joint->speed_radps != 0, action = false;
    for (int i = 0; i < ACTIONS_MAX; i++)
        action |= act->actions.list[i].state == ACTION_RUNS && act->actions.list[i].locks & track;
    commander_joint(&act->commander, action || turns ? RANK_ACTION : RANK_IDLE, joint);
}

void act_step(struct act *act) {
    act_carry(act);
    cubes_step(&act->cubes, act->now.tick);
    actions_step(&act->actions, act, act->now.tick);
    act_wheels_step(act);
    wish_joint(act, &act->head, PLAYER_HEAD);
    wish_joint(act, &act->lift, PLAYER_LIFT);
    act_guard(act);
}

// --- Telling lives apart -----------------------------------------------------------------------------------

static uint64_t of_path(uint64_t h, const struct body_path_order *path) {
    uint8_t bytes[sizeof(struct body_path_order)];
    struct writer w = writer_of(bytes, sizeof bytes);
    body_path_order_encode(path, &w, 1);
    return hash64(h, bytes, writer_len(&w));
}

uint64_t act_hash(const struct act *act) {
    uint64_t h = actions_hash(&act->actions);
    h = wheels_hash(wheels_hash(h, &act->wheels), &act->way.turn);
    h = joint_hash(joint_hash(h, &act->head), &act->lift);
    uint32_t numbers[] = {act->wheels_wanted, act->way.steps, act->last_tag,
                          act->away_since,    act->heard,     act->profile.custom};
    h = hash64(h, numbers, sizeof numbers);
    h = of_path(h, &act->way.path);
    h = of_path(hash64(h, (uint64_t[]){travel_hash(&act->travel), act->segment, act->nose}, 24),
                &act->travel.way);
    h = hash64(hash64(h, &act->job, sizeof act->job), act->cliffs, sizeof act->cliffs);
    h = hash64(h, &act->control, sizeof act->control);
    uint64_t rest[] = {cubes_hash(&act->cubes), act->carried, act->sound_tick};
    h = hash64(hash64(h, rest, sizeof rest), &act->sound_rad, sizeof act->sound_rad);
    h = hash64(h, (float[]){act->left_mps, act->right_mps}, 2 * sizeof(float));
    h = hash64(h, &act->profile.speeds, sizeof act->profile.speeds);
    return hash64(h, &act->profile.dock_mps, 3 * sizeof(float));
}
