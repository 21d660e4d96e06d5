// What its senses say, as events of the robot, and what follows at once.
#include "robot/robot_internal.h"

// Once it knows where its head is, it looks up at whoever is there.
static void look_up(struct robot *robot) {
    robot->act.head = (struct body_joint_target){.joint = BODY_MOTOR_HEAD,
                                                 .mode = BODY_JOINT_MODE_ANGLE,
                                                 .angle_rad = 0.2f,
                                                 .speed_radps = 2,
                                                 .accel_radps2 = 10,
                                                 .tag = act_new_tag(&robot->act)};
}

// A hand moves a joint: its motor lets go, and holds it again where the hand has left it.
static void give_way(struct robot *robot, const struct body_senses *s) {
    struct performing *p = &robot->act.performing;
    struct body_joint_target *const targets[] = {&robot->act.head, &robot->act.lift};
    struct body_joint_target *const clips[] = {&p->head, &p->lift};
    for (int i = 0; i < 2; i++) {
        struct body_joint_target *t = targets[i];
        if (robot->feel.hands.told >> t->joint & 1) {
            *t = (struct body_joint_target){.joint = t->joint, .mode = BODY_JOINT_MODE_FREE};
            clips[i]->mode = BODY_JOINT_MODE_HOLD; // a clip that is over has no say
        }
        if (robot->feel.hands.rests >> t->joint & 1 && t->mode == BODY_JOINT_MODE_FREE)
            *t = (struct body_joint_target){.joint = t->joint,
                                            .mode = BODY_JOINT_MODE_ANGLE,
                                            .angle_rad = s->joints[t->joint].angle_rad,
                                            .tag = act_new_tag(&robot->act)};
    }
}

// Joints that a clip or a request moves: those no hand is blamed for.
static uint32_t meant(const struct robot *robot) {
    enum rank least = robot->act.performing.player.tag ? RANK_CLIP : RANK_ACTION;
    const enum rank *rank = robot->act.commander.before;
    return (rank[TRACK_HEAD] >= least ? 1u << BODY_MOTOR_HEAD : 0) |
           (rank[TRACK_LIFT] >= least ? 1u << BODY_MOTOR_LIFT : 0);
}

static bool rests(const struct robot *robot) {
    bool still = robot_asleep(robot) || robot->feel.status & BODY_STATUS_CHARGING;
    return still && !act_busy(&robot->act) && !robot->act.performing.player.tag && !robot->eye.wants;
}

// Noises, not words nor music: once, and then not again for two seconds.
enum { LOUD_REST_TICKS = 60 };
#define LOUD_DB  72.0f
#define QUIET_DB 30.0f // of a room, for whom an oracle hears: it knows for sure from where

static void startle(struct robot *robot, float level_db, float direction_rad, float over_db, uint32_t sure) {
    if (level_db < LOUD_DB || robot->tick < robot->loud_until) return;
    uint32_t before = robot->event_count;
    robot->loud_until = robot->tick + LOUD_REST_TICKS;
    robot_tell_of(robot, LIFE_EVENT_KIND_LOUD_SOUND, 0, sure, level_db, direction_rad);
    if (robot->event_count > before) robot->events[before].numbers[2] = over_db;
}

static void hear(struct robot *robot, const struct body_senses *s) {
    const struct hearing *own = &robot->hearing;
    if (robot_hearing_own(robot)) {
        if (own->noise) startle(robot, own->noise_db, own->from_rad, own->noise_over_db, own->from_sure);
        return;
    }
    for (uint32_t i = 0; i < s->hearings_count; i++) {
        const struct body_hearing *h = &s->hearings[i];
        if (h->tempo_bpm > 0) robot_hear_beat(robot, h->time_us, h->tempo_bpm);
        if (!h->words[0] && !(h->tempo_bpm > 0))
            startle(robot, h->level_db, h->direction_rad, h->level_db - QUIET_DB, DIRECTION_SURE);
    }
}

void robot_feel(struct robot *robot, const struct body_senses *s) {
    uint32_t before = robot->feel.status;
    if (s->time_us) robot->body_us = s->time_us;
    if (!robot->tick) robot->born_us = robot->body_us;
    feel_step(&robot->feel, s, &(struct feel_around){.meant = meant(robot), .rests = rests(robot)});
    for (uint32_t i = 0; i < robot->feel.event_count; i++) {
        const struct feel_event *e = &robot->feel.events[i];
        robot_tell(robot, e->kind, 0, e->a, e->b);
    }
    view_follow(&robot->view, s, robot->config.model);
    feel_view(&robot->feel, &robot->view);
    if (!robot->feel.heard) return;
    if (s->status & ~before & BODY_STATUS_HEAD_KNOWN && robot->act.head.mode == BODY_JOINT_MODE_HOLD)
        look_up(robot);
    give_way(robot, s);
    hear(robot, s);
}
