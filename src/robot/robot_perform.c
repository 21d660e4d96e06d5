// Clips: who plays, and where their tracks go.
#include "robot/robot_internal.h"

#include <stdio.h>
#include <string.h>

void robot_act_start(struct robot *robot, const struct robot_memory *memory) {
    const struct library *library = robot->config.library;
    struct player_config config = library                                 ? library->player
                                  : robot->config.model->light_count == 5 ? player_cozmo()
                                                                          : player_vector();
    config.seed = robot->config.seed;
    act_start(&robot->act, &(struct act_config){.model = robot->config.model,
                                                .library = library,
                                                .player = config,
                                                .memory = memory->clips,
                                                .belief = robot->belief,
                                                .crew = robot->config.crew,
                                                .asker = robot->config.id});
}

// ------------------------------------------------------------------------------------------------ names

void robot_do_list_clips(struct robot *robot, const struct life_envelope *from,
                         const struct life_list_clips *r) {
    const struct library *library = robot->config.library;
    struct life_message reply = {.kind = LIFE_CLIP_LIST};
    struct life_clip_list *list = &reply.clip_list;
    list->triggers = r->triggers;
    list->from = r->from;
    list->all = !library ? 0 : r->triggers ? library->trigger_count : library->clip_count;
    size_t room = sizeof list->names / sizeof *list->names;
    for (uint32_t i = r->from; i < list->all && list->names_count < room; i++)
        text_copy(r->triggers ? library->triggers[i].name : library->clips[i].name,
                  list->names[list->names_count++], sizeof *list->names);
    desk_reply(&robot->desk, from->ticket, from->door, &reply);
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, from->ticket, LIFE_VERDICT_DONE, 0);
}

// ------------------------------------------------------------------------------------------------ a step

static void notice(struct robot *robot) {
    struct performing *p = &robot->act.performing;
    for (uint32_t i = 0; i < p->out.notice_count; i++) {
        const struct player_notice *n = &p->out.notices[i];
        static const enum life_event_kind KINDS[] = {
            [PLAY_STARTED] = LIFE_EVENT_KIND_CLIP_STARTED,
            [PLAY_ENDED] = LIFE_EVENT_KIND_CLIP_ENDED,
            [PLAY_ABORTED] = LIFE_EVENT_KIND_CLIP_ABORTED,
        };
        if (n->kind == PLAY_LOOPED) continue;
        if (n->kind == PLAY_STARTED) eyes_turn_rows(&robot->eyes, robot->tick);
        bool present = n->tag == p->out.tag || n->kind != PLAY_ABORTED;
        const struct clip *clip = library_clip(robot->config.library, n->clip);
        robot_tell_of(robot, KINDS[n->kind], present ? p->ticket : 0, n->tag,
                      (float)library_clip_number(robot->config.library, clip), (float)p->out.loop);
        if (n->kind != PLAY_STARTED) act_hear_clip(&robot->act, n->tag, n->kind == PLAY_ABORTED);
        robot_tell_actions(robot);
    }
    static const char *const KNOWN[] = {"DEVICE_AUDIO_TRIGGER", "ENERGY_DRAINCUBE_END",  "TAPPED_BLOCK",
                                        "CHANGE_EYE_COLOR",     "CUBE_LIGHT_TOGGLE",     "DANCE_BEAT_SYNC",
                                        "DEAL_CARDS_BEGIN",     "FLIP_DOWN_BEGIN",       "LISTENING_BEGIN",
                                        "SWIPE_CARDS_BEGIN",    "TOGGLE_NUMBERS_DISPLAY"};
    for (uint32_t i = 0; i < p->out.event_count; i++) {
        int which = -1;
        for (int k = 0; k < (int)(sizeof KNOWN / sizeof *KNOWN); k++)
            if (text_is(p->out.events[i].id, KNOWN[k])) which = k;
        robot_tell_of(robot, LIFE_EVENT_KIND_CLIP_EVENT, p->ticket, p->out.events[i].tag, (float)which,
                      (float)p->out.events[i].trigger_ms);
    }
}

static void aim(struct robot *robot, struct body_joint_target *joint, struct body_joint_target *idle,
                float angle, float seconds) {
    *joint = (struct body_joint_target){.joint = joint->joint,
                                        .mode = BODY_JOINT_MODE_ANGLE,
                                        .angle_rad = angle,
                                        .duration_s = seconds,
                                        .tag = act_new_tag(&robot->act)};
    idle->mode = BODY_JOINT_MODE_HOLD; // what was asked for before is over
}

static void move(struct robot *robot) {
    struct performing *p = &robot->act.performing;
    const struct body_model *m = robot->config.model;
    if (p->out.news & PLAYER_HEAD && !actions_running(&robot->act.actions, &ACTION_HEAD))
        aim(robot, &p->head, &robot->act.head, p->out.head.angle_rad, p->out.head.duration_s);
    if (p->out.news & PLAYER_LIFT && !actions_running(&robot->act.actions, &ACTION_LIFT)) {
        float sine = (p->out.lift.height_mm / 1000 - m->lift_pivot_m[2]) / m->lift_arm_m;
        aim(robot, &p->lift, &robot->act.lift, m_asin(m_clamp(sine, -1, 1)), p->out.lift.duration_s);
    }
    bool told = p->out.news & PLAYER_BODY;
    if (told) {
        float left, right;
        player_wheels(&p->out.body, m->track_m * 1000, &left, &right);
        p->wheels = (struct body_wheels){
            .mode = BODY_WHEEL_MODE_SPEED, .left_mps = left / 1000, .right_mps = right / 1000};
        p->drives = p->out.body.kind != DRIVE_STOP;
    }
    if (told || p->drives) commander_wheels(&robot->act.commander, RANK_CLIP, &p->wheels);
    if (p->head.mode) commander_joint(&robot->act.commander, RANK_CLIP, &p->head);
    if (p->lift.mode) commander_joint(&robot->act.commander, RANK_CLIP, &p->lift);
}

// Of the clip that waits at one: what it does until then has its extreme there.
static uint64_t to_next_beat_us(const struct player *player) {
    const struct clip_event *all = player->play.clip->keys.event.at;
    size_t count = player->play.clip->keys.event.count, next = player->next[CLIP_EVENT];
    if (!next || count < 2) return 0;
    size_t from = next < count ? next - 1 : count - 2; // the last one lasts as long as the one before it
    return (uint64_t)(all[from + 1].trigger_ms - all[from].trigger_ms) * 1000;
}

void robot_perform(struct robot *robot) {
    struct performing *p = &robot->act.performing;
    if (!robot->config.library) return;
    if (p->player.held && robot_on_beat(robot, to_next_beat_us(&p->player))) player_release(&p->player, 0);
    player_step(&p->player, &(struct player_in){.tick = robot->tick, .heading_rad = robot->view.heading_rad},
                &p->out);
    notice(robot);
    move(robot);
    if (p->out.face_on) eyes_perform(&robot->eyes, &p->out.face, robot->tick);
    if (p->player.tag) return;
    p->number = -1;
    p->ticket = 0;
    p->drives = false;
    p->head.mode = p->lift.mode = BODY_JOINT_MODE_HOLD;
}

// ------------------------------------------------------------------------------------------------ lights

static void show_when(struct robot *robot, bool yes, enum light_layer layer, const char *pattern,
                      uint64_t now_ms) {
    const struct library *library = robot->config.library;
    const struct light_show *show = yes && library ? library_backpack(library, pattern) : NULL;
    light_desk_show(&robot->act.performing.lights, layer, show, now_ms);
}

void robot_light_up(struct robot *robot) {
    struct light_desk *desk = &robot->act.performing.lights;
    uint64_t now_ms = (uint64_t)robot->tick * LIFE_TICK_US / 1000;
    struct body_colour asked[LIGHTS_MAX] = {0};
    uint32_t count = robot->config.model->light_count, any = 0;
    if (count > LIGHTS_MAX) count = LIGHTS_MAX;
    for (uint32_t i = 0; i < count; i++) {
        asked[i] = (struct body_colour){(uint8_t)(robot->rgb[i] >> 16), (uint8_t)(robot->rgb[i] >> 8),
                                        (uint8_t)robot->rgb[i], 0};
        any |= robot->rgb[i];
    }
    if (any)
        light_desk_fix(desk, LIGHT_BEHAVIOR, asked);
    else
        light_desk_show(desk, LIGHT_BEHAVIOR, NULL, now_ms);
    if (robot->act.performing.out.lights_on)
        light_desk_fix(desk, LIGHT_CLIP, robot->act.performing.out.lights);
    else
        light_desk_show(desk, LIGHT_CLIP, NULL, now_ms);
    show_when(robot, robot->feel.status & BODY_STATUS_CHARGING, LIGHT_CHARGING, "Charging", now_ms);
    show_when(robot,
              robot->feel.status & BODY_STATUS_BATTERY_LOW && !(robot->feel.status & BODY_STATUS_ON_CHARGER),
              LIGHT_LOW_BATTERY, "LowBattery", now_ms);
    show_when(robot, robot->mind && mind_listens(robot->mind), LIGHT_LISTENING, "Streaming", now_ms);
    light_desk_step(desk, now_ms, robot->lamps);
    commander_lights(&robot->act.commander, RANK_ACTION, robot->lamps, count);
}

// ------------------------------------------------------------------------------------------------ looking

void robot_view_clip(const struct robot *robot, struct life_clip_view *out) {
    const struct performing *p = &robot->act.performing;
    *out = (struct life_clip_view){.tag = p->player.tag};
    if (!p->player.tag || p->number < 0) return;
    text_copy(robot->config.library->clips[p->number].name, out->name, sizeof out->name);
    text_copy(p->trigger, out->trigger, sizeof out->trigger);
    out->at_ms = p->player.ms;
    out->length_ms = p->length_ms;
    out->loop = p->player.loop;
}
