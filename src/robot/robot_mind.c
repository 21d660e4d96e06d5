// Between the robot and its mind: what it senses and believes as percepts, what the mind wants as requests
// through the door MIND, what it feels as clips, sounds and eyes go by it.
#include "robot/robot_internal.h"

#include "base/system/log.h"

#include <string.h>

void robot_mind_start(struct robot *robot) {
    const struct robot_config *c = &robot->config;
    struct fault fault = {0};
    char why[300];
    if (!c->library) return; // it can show nothing of what it feels
    if (!c->mind) robot->own_mind = mind_data_open(c->model->creature, NULL, &fault);
    const struct mind_data *data = c->mind ? c->mind : robot->own_mind;
    if (data) robot->mind = mind_new(data, c->seed);
    if (robot->mind) mind_lacks(robot->mind, c->model->lacks), mind_configure(robot->mind, &c->temper);
    if (!robot->mind) log_warn("life", "mind: %s", fault_text(&fault, why, sizeof why));
}

void robot_mind_end(struct robot *robot) {
    mind_free(robot->mind);
    mind_data_close(robot->own_mind);
}

const struct mind_feelings *robot_feelings(const struct robot *robot) {
    return robot->mind ? mind_feelings(robot->mind) : NULL;
}
struct text robot_feature(const struct robot *robot) {
    return robot->mind ? mind_feature(robot->mind) : (struct text){0};
}
struct text robot_deed(const struct robot *robot) {
    return robot->mind ? mind_deed(robot->mind) : (struct text){0};
}

bool robot_mind_view(const struct robot *robot, struct mind_view *out) {
    return robot->mind && (mind_view(robot->mind, out), true);
}
bool robot_mood_view(const struct robot *robot, struct mind_mood_view *out) {
    return robot->mind && (mind_mood_view(robot->mind, out), true);
}
bool robot_mood_past(const struct robot *robot, struct mind_mood_past *out) {
    return robot->mind && (mind_mood_past(robot->mind, out), true);
}

const struct meanings *robot_meanings(const struct robot *robot) {
    const struct mind_data *data = robot->config.mind ? robot->config.mind : robot->own_mind;
    return robot->mind ? mind_data_meanings(data) : NULL;
}

bool robot_asleep(const struct robot *robot) { return robot->mind && mind_feelings(robot->mind)->asleep; }

size_t robot_felt(const struct robot *robot, uint32_t *since, struct mind_felt *out, size_t room) {
    return robot->mind ? mind_felt(robot->mind, since, out, room) : 0;
}

size_t robot_diary(const struct robot *robot, uint32_t *since, struct mind_diary_line *out, size_t room) {
    return robot->mind ? mind_diary(robot->mind, since, out, room) : 0;
}

enum simple_mood robot_mood(const struct robot *robot) {
    return robot->mind ? (enum simple_mood)mind_feelings(robot->mind)->mood : MOOD_DEFAULT;
}

enum err robot_behave(struct robot *robot, struct text behaviour, struct fault *fault) {
    if (!robot->mind) return fault_set(fault, ERR_STATE, "it has no mind");
    return mind_begin(robot->mind, behaviour, fault);
}

void robot_why(const struct robot *robot, char *out, size_t size) {
    struct mind_text to = {out, size, 0};
    out[0] = 0;
    if (robot->mind) mind_why(robot->mind, &to);
}

void robot_keep(const struct robot *robot, struct robot_keep *out) {
    const struct persons *people = &robot->belief->people;
    memset(out, 0, sizeof *out);
    out->owner = robot->owner;
    out->owner.age_s += (uint32_t)((uint64_t)robot->tick * LIFE_TICK_US / 1000000);
    out->volume = robot->volume, out->eye_colour = robot->eye_setting;
    for (uint32_t i = 0; i < people->known_count && i < ROBOT_KEEPS; i++) {
        out->known[i].id = people->known[i].id, out->known[i].face = people->known[i].face;
        text_copy(text_of(robot_person_name(robot, people->known[i].id)), out->known[i].name,
                  sizeof out->known[i].name);
        out->known_count++;
    }
}

// ------------------------------------------------------------------------------------------------ percepts

// From where its body points: how far aside, how far off.
static bool from_here(const struct robot *robot, const struct belief_pose *pose,
                      const struct belief_pose *here, float *bearing, float *far) {
    if (!pose->origin || pose->origin != here->origin) return false;
    float x = pose->at_m[0] - here->at_m[0], y = pose->at_m[1] - here->at_m[1];
    const float *q = here->turn; // w x y z
    float heading = m_atan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
    *far = m_sqrt(x * x + y * y);
    *bearing = angle_wrap(m_atan2(y, x) - heading);
    return true;
}

// A face in the present picture, seen along the head's direction.
static void face_in_picture(const struct robot *robot, const struct vec2 corners[4], float *left,
                            float *above) {
    struct vec2 middle = {0, 0};
    for (int i = 0; i < 4; i++) middle = vec2_add(middle, vec2_scale(corners[i], 0.25f));
    struct vec3 in = lens_unproject(robot->eye.seen.lens, middle);
    if (in.z < 0.01f) return;
    *left = -m_atan2(in.x, in.z), *above = -m_atan2(in.y, in.z);
}

// Chosen: who is nearer than this and straight before it looks at it.
#define CONTACT_M   1.2f
#define CONTACT_RAD 0.35f

static void see_people(const struct robot *robot, const struct belief_pose *here, struct mind_percepts *in) {
    const struct persons *people = &robot->belief->people;
    struct belief_people all;
    persons_view(people, &all);
    for (uint32_t i = 0; i < all.list_count && in->faces_count < 8; i++) {
        const struct belief_person *p = &all.list[i];
        struct mind_face *f = &in->faces[in->faces_count];
        *f = (struct mind_face){.person = p->id, .distance_m = 1};
        f->age_s = (float)(robot->body_us - p->last_us) * 1e-6f;
        bool placed = from_here(robot, &p->pose, here, &f->bearing_rad, &f->distance_m);
        if (placed) f->pitch_rad = m_atan2(p->pose.at_m[2] - 0.05f, f->distance_m);
        bool now = robot->eye.looked && p->last_us == robot->eye.seen.time_us && robot->eye.seen.lens;
        if (!placed && !now) continue;
        if (now) {
            float left = f->bearing_rad, above = 0;
            for (uint32_t k = 0; k < people->count; k++)
                if (people->list[k].id == p->id)
                    face_in_picture(robot, people->list[k].corners, &left, &above);
            f->bearing_rad = left, f->pitch_rad = robot->view.head_rad + above, f->age_s = 0;
            f->contact = f->distance_m < CONTACT_M && m_abs(left) < CONTACT_RAD;
        }
        in->faces_count++;
    }
}

// Somebody, and a hand, in the picture that it looks at.
static void see_spots(const struct robot *robot, struct mind_percepts *in) {
    for (uint32_t i = 0; robot->eye.looked && i < robot->eye.seen.count; i++) {
        in->person |= robot->eye.seen.list[i].kind == OBSERVATION_FACE;
        in->hand |= robot->eye.seen.list[i].kind == OBSERVATION_HAND;
    }
}

static void see_things(const struct robot *robot, const struct belief_pose *here, struct mind_percepts *in) {
    struct belief_things all;
    things_view(&robot->belief->things, &all);
    for (uint32_t i = 0; i < all.list_count && in->things_count < 16; i++) {
        const struct belief_thing *t = &all.list[i];
        struct mind_thing *out = &in->things[in->things_count];
        *out = (struct mind_thing){.id = t->id, .kind = t->kind, .state = t->state, .up = t->up};
        out->age_s = (float)(robot->body_us - t->last_us) * 1e-6f;
        if (from_here(robot, &t->pose, here, &out->bearing_rad, &out->distance_m)) in->things_count++;
    }
}

static void hear(const struct robot *robot, const struct senses_in *senses, struct mind_percepts *in) {
    const struct hearing *own = &robot->hearing;
    if (own->called) {
        struct mind_noise *out = &in->heard[in->heard_count++];
        *out = (struct mind_noise){.level_db = own->noise_db, .direction_rad = own->from_rad};
        text_copy(text_of(robot_hearing_name(robot)), out->words, sizeof out->words);
    }
    if (own->tempo_bpm > 0)
        in->heard[in->heard_count++] =
            (struct mind_noise){.tempo_bpm = own->tempo_bpm, .maybe = own->tempo_maybe};
    if (robot_hearing_own(robot)) return;
    for (uint32_t i = 0; i < senses->senses.hearings_count && in->heard_count < 4; i++) {
        const struct body_hearing *h = &senses->senses.hearings[i];
        struct mind_noise *out = &in->heard[in->heard_count++];
        *out = (struct mind_noise){h->level_db, h->direction_rad, h->tempo_bpm, false, false, ""};
        memcpy(out->words, h->words, sizeof out->words);
    }
}

static void take_told(struct robot *robot, struct mind_percepts *in) {
    struct told *t = &robot->told;
    for (uint32_t i = 0; i < t->word_count; i++) {
        struct mind_noise *out = &in->heard[in->heard_count++]; // there is room for both
        *out = (struct mind_noise){.to_it = true};
        memcpy(out->words, t->words[i], sizeof out->words);
    }
    memcpy(in->wanted, t->wanted, t->wanted_count * sizeof *in->wanted);
    in->wanted_count = (uint8_t)t->wanted_count;
    t->word_count = t->wanted_count = 0;
    const struct life_owner *o = &robot->owner;
    memcpy(in->home, o->home, sizeof in->home), memcpy(in->locale, o->locale, sizeof in->locale);
    in->clock_24 = o->clock_24, in->fahrenheit = o->fahrenheit, in->age_s = o->age_s;
    in->volume = robot->volume, in->eye_colour = robot->eye_setting, in->photos = robot->photos;
    in->controlled = control_keeps_out(&robot->act.control, LIFE_DOOR_MIND);
    in->features_on = o->features_on, in->features_off = o->features_off;
    in->button_calls = !o->button_alexa && !robot->service_shown;
}

void robot_hear_results(struct robot *robot) {
    struct life_message reply;
    uint32_t ticket;
    while (robot->result_count < 32 && desk_take_inside(&robot->desk, LIFE_DOOR_MIND, &ticket, &reply)) {
        struct mind_result *r = &robot->results[robot->result_count++];
        r->ticket = ticket;
        r->verdict = reply.kind == LIFE_DONE ? reply.done.verdict : LIFE_VERDICT_DONE;
        r->result = reply.kind == LIFE_DONE ? reply.done.result : LIFE_RESULT_SUCCESS;
    }
}

static void take_results(struct robot *robot, struct mind_percepts *in) {
    memcpy(in->results, robot->results, robot->result_count * sizeof *in->results);
    in->results_count = (uint8_t)robot->result_count;
    memset(robot->results, 0, sizeof robot->results);
    robot->result_count = 0;
}

// Of the rims of its picture and of the floor: what moves there, and where it stands.
static void see_motion(const struct robot *robot, struct mind_percepts *in) {
    static const enum motion_region REGIONS[] = {MOTION_LEFT, MOTION_RIGHT, MOTION_TOP};
    struct robot_motion seen;
    if (!robot_motion(robot, &seen)) return;
    for (int i = 0; i < 3; i++) in->motion[i] = seen.share[REGIONS[i]];
    in->motion[3] = seen.ground_share, in->motion_m[0] = seen.ground_x_m, in->motion_m[1] = seen.ground_y_m;
}

static void perceive(struct robot *robot, const struct senses_in *senses, struct mind_percepts *in) {
    const struct life_view *view = &robot->view;
    struct belief_place place;
    memset(in, 0, sizeof *in);
    belief_view(robot->belief, &place);
    in->time_us = (uint64_t)robot->tick * LIFE_TICK_US, in->tick = robot->tick;
    in->status = view->status | (robot->act.now.status & BODY_STATUS_CARRYING),
    in->attitude = (uint8_t)robot->feel.attitude, in->news = senses->senses.time_us != 0;
    in->asked = act_busy(&robot->act) || robot->asked, in->shown = robot->eyes.until != 0;
    in->pitch_rad = view->pitch_rad, in->head_rad = view->head_rad, in->lift_m = view->lift_m;
    in->x_m = view->x_m, in->y_m = view->y_m, in->heading_rad = view->heading_rad;
    in->charge = robot->feel.energy.known ? robot->feel.energy.charge : -1;
    in->range_m = robot->range_m, in->light = -1;
    const struct footing *footing = &robot->belief->footing;
    const uint32_t ways = sizeof in->reach_m / sizeof *in->reach_m;
    for (uint32_t i = 0; footing->needed && i < ways; i++)
        in->reach_m[i] = m_max(
            footing_reach(footing, robot->act.now.at, view->heading_rad + M_TAU_F * (float)i / (float)ways),
            0.001f);
    see_people(robot, &place.pose, in);
    see_things(robot, &place.pose, in);
    see_spots(robot, in);
    see_motion(robot, in);
    if (senses->senses.motion_count) in->roll_rad = senses->senses.motion[0].roll_rad;
    hear(robot, senses, in);
    for (uint32_t i = 0; i < robot->event_count && i < 64; i++) in->felt[in->felt_count++] = robot->events[i];
    take_results(robot, in);
    take_told(robot, in);
    in->calendar = robot->calendar;
    if (robot->owner.zone_known) in->calendar.zone_s = robot->owner.zone_s;
    in->calendar.unix_us = robot_unix_us(robot);
}

// As coarse as people look: what trembles is no news.
static float coarse(float value, float step) { return m_round(value / step) * step; }

bool robot_perceived(const struct robot *robot, struct mind_perceived_view *out) {
    struct mind_percepts in;
    struct belief_place place;
    if (!robot->mind) return false;
    memset(&in, 0, sizeof in);
    memset(out, 0, sizeof *out); // it is compared as bytes
    belief_view(robot->belief, &place);
    see_people(robot, &place.pose, &in);
    see_things(robot, &place.pose, &in);
    out->attitude = (uint8_t)robot->feel.attitude;
    out->charge = robot->feel.energy.known ? coarse(robot->feel.energy.charge, 0.01f) : -1;
    out->range_m = coarse(robot->range_m, 0.01f);
    out->asked = act_busy(&robot->act) || robot->asked, out->shown = robot->eyes.until != 0;
    for (uint32_t i = 0; i < in.faces_count; i++) {
        const struct mind_face *f = &in.faces[i];
        struct mind_face *to = &out->faces[out->faces_count++];
        to->person = f->person, to->contact = f->contact, to->age_s = m_floor(f->age_s);
        to->bearing_rad = coarse(f->bearing_rad, 0.02f), to->pitch_rad = coarse(f->pitch_rad, 0.02f);
        to->distance_m = coarse(f->distance_m, 0.01f);
        text_copy(text_of(robot_person_name(robot, f->person)), to->name, sizeof to->name);
    }
    for (uint32_t i = 0; i < in.things_count; i++) {
        const struct mind_thing *t = &in.things[i];
        struct mind_thing *to = &out->things[out->things_count++];
        to->id = t->id, to->kind = t->kind, to->state = t->state, to->up = t->up;
        to->bearing_rad = coarse(t->bearing_rad, 0.02f), to->distance_m = coarse(t->distance_m, 0.01f);
        to->age_s = m_floor(t->age_s);
    }
    return true;
}

void robot_acting(const struct robot *robot, struct mind_acting_view *out) {
    const struct commander *c = &robot->act.commander;
    memset(out, 0, sizeof *out); // it is compared as bytes
    out->wheels = (enum mind_rank)c->rank[TRACK_WHEELS], out->head = (enum mind_rank)c->rank[TRACK_HEAD];
    out->lift = (enum mind_rank)c->rank[TRACK_LIFT], out->lights = (enum mind_rank)c->rank[TRACK_LIGHTS];
    out->locked = act_locked(&robot->act) & PLAYER_ALL;
    const uint32_t room = sizeof out->actions / sizeof *out->actions;
    for (int i = 0; i < ACTIONS_MAX && out->actions_count < room; i++) {
        const struct action *a = &robot->act.actions.list[i];
        if (a->state != ACTION_WAITS && a->state != ACTION_RUNS) continue;
        struct mind_action_view *to = &out->actions[out->actions_count++];
        text_copy(text_of(a->row ? a->row->name : "all of them"), to->name, sizeof to->name);
        to->door = (enum life_door)a->door, to->tracks = a->locks & PLAYER_ALL;
        to->waits = a->state == ACTION_WAITS, to->tries = a->tries;
        to->since_us = to->waits ? 0 : (uint64_t)a->began * LIFE_TICK_US;
    }
}

// ------------------------------------------------------------------------------------------------ a tick

enum { GAZE_TICKS = 12 };

static void follow_feelings(struct robot *robot, const char *before) {
    const struct mind_feelings *f = mind_feelings(robot->mind);
    if (strcmp(before, f->face) != 0) eyes_set_mood(&robot->eyes, f->face, robot->tick);
    bool elsewhere = robot->eyes.gaze_until > robot->tick + GAZE_TICKS; // it was asked to look somewhere
    if (f->gaze && !elsewhere)
        eyes_contact(&robot->eyes, f->gaze_yaw_rad, f->gaze_pitch_rad, robot->tick, GAZE_TICKS);
}

void robot_think(struct robot *robot, const struct senses_in *senses) {
    if (!robot->mind || robot->view.status & BODY_STATUS_AWAY) return; // it waits for its body
    struct mind_percepts in;
    char before[sizeof mind_feelings(robot->mind)->face];
    memcpy(before, mind_feelings(robot->mind)->face, sizeof before);
    perceive(robot, senses, &in);
    mind_step(robot->mind, &in);
    const struct mind_wish *wish;
    while ((wish = mind_wish(robot->mind))) {
        struct desk_item item = {*mind_wish_envelope(wish), *mind_wish_request(wish)};
        robot_do(robot, &item);
    }
    const struct life_event *told;
    while ((told = mind_told(robot->mind))) {
        robot_tell_of(robot, (enum life_event_kind)told->kind, 0, told->subject, told->numbers[0],
                      told->numbers[1]);
        if (told->kind == LIFE_EVENT_KIND_WAKE_WORD) robot_hearing_called(robot);
    }
    follow_feelings(robot, before);
}

// ------------------------------------------------------------------------------------------------ looking in

void robot_mind_tell(struct robot *robot, const struct life_envelope *from,
                     const struct life_message *asked) {
    struct life_message reply = {.kind = LIFE_MIND_TOLD};
    struct mind_text to = {reply.mind_told.said, sizeof reply.mind_told.said, 0};
    if (!robot->mind)
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_REFUSED, "it has no mind");
    if (asked->kind == LIFE_WHY)
        mind_why(robot->mind, &to);
    else if (asked->kind == LIFE_DIARY)
        mind_diary_text(robot->mind, asked->diary.skip, &to);
    else if (asked->kind == LIFE_MIND_ACTS)
        robot_acts_text(robot, &to);
    else if (asked->kind == LIFE_MIND_SENSES)
        robot_senses_text(robot, &to);
    else if (asked->kind == LIFE_MIND_STACK)
        mind_stack_text(robot->mind, &to);
    else
        mind_moods_text(robot->mind, &to);
    desk_reply(&robot->desk, from->ticket, from->door, &reply);
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, from->ticket, LIFE_VERDICT_DONE, 0);
}

void robot_mind_force(struct robot *robot, const struct life_envelope *from, struct text node) {
    struct fault fault = {0};
    enum err err = robot_behave(robot, node, &fault);
    enum life_verdict verdict = !err                 ? LIFE_VERDICT_DONE
                                : err == ERR_UNKNOWN ? LIFE_VERDICT_BAD_VALUE
                                                     : LIFE_VERDICT_REFUSED;
    robot_reply_done(robot, from->ticket, from->door, verdict, fault.said);
}
