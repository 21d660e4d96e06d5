// Head and lift: to an angle, to a height.
#include "act/act.h"

#define NEAR_RAD 0.06f
#define STUCK_S  4.0f // of no movement, once it knows where they are
#define MOVED    0.01f
#define SETTLE_S 0.5f

static bool is_lift(const struct action *a) { return a->row == &ACTION_LIFT; }

static float angle_of(const struct act *act, bool lift) {
    return lift ? body_lift_rad(act->config.model, act->now.lift_m) : act->now.head_rad;
}

static enum life_result aim(struct act *act, struct action *a, float angle, float speed, float seconds) {
    struct body_joint_target *joint = is_lift(a) ? &act->lift : &act->head;
    const struct motor_model *motor = &act->config.model->motors[joint->joint];
    a->own.tag = act_new_tag(act);
    a->own.goal[0] = m_clamp(angle, motor->low_rad, motor->high_rad);
    a->own.was[0] = angle_of(act, is_lift(a));
    *joint = (struct body_joint_target){.joint = joint->joint,
                                        .mode = BODY_JOINT_MODE_ANGLE,
                                        .angle_rad = angle,
                                        .speed_radps = speed,
                                        .duration_s = seconds,
                                        .tag = (uint16_t)a->own.tag};
    a->own.goal[1] = m_max(seconds, 0);
    return LIFE_RESULT_RUNNING;
}

// Wishes of actions that hold the track themselves.
void act_aim(struct act *act, uint8_t which, float angle_rad) {
    struct body_joint_target *joint = which == BODY_MOTOR_LIFT ? &act->lift : &act->head;
    *joint = (struct body_joint_target){
        .joint = which, .mode = BODY_JOINT_MODE_ANGLE, .angle_rad = angle_rad, .tag = act_new_tag(act)};
}

bool act_aimed(const struct act *act, uint8_t which) {
    bool lift = which == BODY_MOTOR_LIFT;
    return m_abs(angle_of(act, lift) - (lift ? act->lift : act->head).angle_rad) <= NEAR_RAD;
}

static enum life_result begin_head(struct act *act, struct action *a, const struct life_message *m) {
    return aim(act, a, m->head.angle_rad, m->head.speed_radps, m->head.seconds);
}

static enum life_result begin_lift(struct act *act, struct action *a, const struct life_message *m) {
    const struct body_model *model = act->config.model;
    float angle = m_asin((m->lift.height_m - model->lift_pivot_m[2]) / model->lift_arm_m);
    return aim(act, a, angle, m->lift.speed_radps, m->lift.seconds);
}

static bool is_there(const struct act *act, const struct action *a) {
    return m_abs(angle_of(act, is_lift(a)) - a->own.goal[0]) <= NEAR_RAD;
}

static enum life_result step(struct act *act, struct action *a) {
    uint32_t known = is_lift(a) ? BODY_STATUS_LIFT_KNOWN : BODY_STATUS_HEAD_KNOWN;
    float now = angle_of(act, is_lift(a));
    if (a->own.phase) {
        if (is_there(act, a)) return LIFE_RESULT_SUCCESS;
        bool waits = (float)(act->now.tick - a->own.since) < act_ticks(SETTLE_S);
        return waits ? LIFE_RESULT_RUNNING : LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS;
    }
    bool slow = a->own.goal[1] > STUCK_S; // it was asked to take its time
    if (m_abs(now - a->own.was[0]) > MOVED || !(act->now.status & known) || slow || act->away_since)
        a->own.was[0] = now, action_progress(&act->actions, a);
    return (float)(act->now.tick - a->progress) > act_ticks(STUCK_S)
               ? LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS
               : LIFE_RESULT_RUNNING;
}

// What was cut off goes on to where it was sent. What something stopped, a finger perhaps, lets go instead,
// and does not snap on when that is gone; only what it carries it does not drop.
static void end(struct act *act, struct action *a, enum life_result result) {
    if (result == LIFE_RESULT_SUCCESS) return;
    struct body_joint_target *joint = is_lift(a) ? &act->lift : &act->head;
    bool lets_go = result == LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS &&
                   !(is_lift(a) && act->now.status & BODY_STATUS_CARRYING);
    if (joint->tag == a->own.tag)
        *joint = (struct body_joint_target){.joint = joint->joint,
                                            .mode = lets_go ? BODY_JOINT_MODE_FREE : BODY_JOINT_MODE_HOLD};
}

void act_hear_joint(struct act *act, struct action *a) {
    a->own.phase = 1, a->own.since = act->now.tick;
    if (is_there(act, a)) actions_end(&act->actions, act, a, LIFE_RESULT_SUCCESS, NULL);
}

const struct action_row ACTION_HEAD = {.name = "head to angle",
                                       .tracks = PLAYER_HEAD,
                                       .seconds = 600,
                                       .newest = true,
                                       .begin = begin_head,
                                       .step = step,
                                       .end = end};
const struct action_row ACTION_LIFT = {.name = "lift to height",
                                       .tracks = PLAYER_LIFT,
                                       .seconds = 600,
                                       .newest = true,
                                       .begin = begin_lift,
                                       .step = step,
                                       .end = end};
