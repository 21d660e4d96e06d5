// What a robot is asked, and what it answers.
#include "robot/robot_internal.h"

#include <stdio.h>
#include <string.h>

void robot_reply_result(struct robot *robot, uint32_t ticket, uint8_t door, enum life_verdict verdict,
                        enum life_result result, const char *said) {
    desk_done(&robot->desk, ticket, door, verdict, result, said);
    uint32_t before = robot->event_count;
    if (door == LIFE_DOOR_ACTION || door == LIFE_DOOR_MIND) return;
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, ticket, (float)verdict, (float)((uint32_t)result >> 24));
    if (robot->event_count > before) robot->events[before].numbers[2] = (float)((uint32_t)result & 0xffffff);
}

void robot_reply_done(struct robot *robot, uint32_t ticket, uint8_t door, enum life_verdict verdict,
                      const char *said) {
    robot_reply_result(robot, ticket, door, verdict, result_of_verdict(verdict), said);
}

void robot_finish(struct robot *robot, enum doing_what what, enum life_verdict verdict, const char *said) {
    struct doing *d = &robot->doing[what];
    if (!d->busy) return;
    d->busy = false;
    robot_reply_done(robot, d->ticket, d->door, verdict, said);
}

struct doing *robot_begin(struct robot *robot, enum doing_what what, const struct life_envelope *from,
                          float seconds) {
    robot_finish(robot, what, LIFE_VERDICT_INTERRUPTED, "another request took over");
    uint32_t ticks = seconds > 0 ? (uint32_t)(seconds * 1e6f / LIFE_TICK_US) + 1 : 0;
    robot->doing[what] = (struct doing){true, from->ticket, from->door, ticks ? robot->tick + ticks : 0};
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_BEGUN, from->ticket, 0, 0);
    return &robot->doing[what];
}

static void do_lights(struct robot *robot, const struct life_envelope *from, const struct life_lights *r) {
    memset(robot->rgb, 0, sizeof robot->rgb);
    memcpy(robot->rgb, r->rgb, r->rgb_count * sizeof *r->rgb);
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

// How many ticks so many seconds are; 0 stays "no end".
static uint32_t ticks_of(float seconds) {
    return seconds > 0 ? (uint32_t)(m_min(seconds, 3600) * 1e6f / LIFE_TICK_US) + 1 : 0;
}

// A face that is asked for is to be seen: what its mind plays gives way.
static void make_way(struct robot *robot) {
    if (robot->act.performing.player.tag && !robot->act.performing.ticket)
        player_stop(&robot->act.performing.player, 0);
}

static void do_express(struct robot *robot, const struct life_envelope *from, const struct life_express *r) {
    if (!m_finite(r->seconds) || eyes_show(&robot->eyes, r->expression, robot->tick, ticks_of(r->seconds)))
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                                "no expression is called so");
    make_way(robot);
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

static void do_show_face(struct robot *robot, const struct life_envelope *from,
                         const struct life_show_face *r) {
    struct face face, usual;
    face_neutral(&usual, robot->eyes.style);
    face_from_numbers(&face, r->numbers, FACE_NUMBERS);
    face_mend(&face, &usual, robot->eyes.style);
    make_way(robot);
    eyes_show_face(&robot->eyes, &face, robot->tick, ticks_of(m_finite(r->seconds) ? r->seconds : 3));
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

static void do_look(struct robot *robot, const struct life_envelope *from, const struct life_look_at *r) {
    if (!m_finite(r->x) || !m_finite(r->y) || !m_finite(r->seconds))
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                                "where to look must be finite numbers");
    eyes_look(&robot->eyes, r->x, r->y, robot->tick, ticks_of(r->seconds));
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

static void bad_value(struct robot *robot, const struct life_envelope *from, const char *said) {
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE, said);
}

static void done(struct robot *robot, const struct life_envelope *from) {
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

static void do_eye_colour(struct robot *robot, const struct life_envelope *from,
                          const struct life_eye_colour *r) {
    if (r->colour >= EYE_COLOUR_COUNT) return bad_value(robot, from, "eyes have the colours 0 to 6");
    robot->eye_setting = r->colour;
    done(robot, from);
}

static void do_eye_hue(struct robot *robot, const struct life_envelope *from, const struct life_eye_hue *r) {
    if (!r->back && !(r->hue >= 0 && r->hue <= 1 && r->saturation >= 0 && r->saturation <= 1))
        return bad_value(robot, from, "hue and saturation are 0 to 1");
    robot->eye_own = !r->back;
    robot->eye_hue = r->hue;
    robot->eye_saturation = r->saturation;
    done(robot, from);
}

static void do_focus(struct robot *robot, const struct life_envelope *from, const struct life_focus *r) {
    if (!m_finite(r->seconds)) return bad_value(robot, from, "seconds must be a finite number");
    eyes_focus(&robot->eyes, robot->tick, ticks_of(r->seconds));
    done(robot, from);
}

static void do_face_layer(struct robot *robot, const struct life_envelope *from,
                          const struct life_face_layer *r) {
    _Static_assert(LIFE_FACE_MIX_ON_TOP == (int)FACE_ON_TOP && LIFE_FACE_MIX_ADD == (int)FACE_ADD &&
                       LIFE_FACE_MIX_MULTIPLY == (int)FACE_MULTIPLY &&
                       LIFE_FACE_MIX_AVERAGE == (int)FACE_AVERAGE &&
                       LIFE_FACE_MIX_REPLACE == (int)FACE_REPLACE,
                   "layers are mixed by the same numbers");
    bool fine = r->how <= LIFE_FACE_MIX_REPLACE && m_finite(r->seconds);
    for (int i = 0; i < FACE_NUMBERS; i++) fine = fine && m_finite(r->numbers[i]);
    if (!fine) return bad_value(robot, from, "expected a known way to mix, and finite numbers");
    struct face layer;
    face_from_numbers(&layer, r->numbers, FACE_NUMBERS);
    eyes_lay(&robot->eyes, &layer, (enum face_mix)r->how, robot->tick, ticks_of(r->seconds));
    done(robot, from);
}

static void do_glitch(struct robot *robot, const struct life_envelope *from, const struct life_glitch *r) {
    _Static_assert(LIFE_GLITCH_SHAPE_SKEW == (int)FACE_GLITCH_SKEW &&
                       LIFE_GLITCH_SHAPE_TRIANGLE == (int)FACE_GLITCH_TRIANGLE &&
                       LIFE_GLITCH_SHAPE_S == (int)FACE_GLITCH_S,
                   "glitches have the same numbers");
    if (r->shape > LIFE_GLITCH_SHAPE_S || !(m_abs(r->pixels) <= 200) || !m_finite(r->seconds))
        return bad_value(robot, from, "expected a known shape, and at most 200 pixels");
    eyes_glitch(&robot->eyes, (enum face_glitch)r->shape, r->pixels, robot->tick, ticks_of(r->seconds));
    done(robot, from);
}

static void do_hello(struct robot *robot, const struct life_envelope *from) {
    struct life_message reply = {.kind = LIFE_GREETING};
    snprintf(reply.greeting.name, sizeof reply.greeting.name, "%s", robot->config.name);
    snprintf(reply.greeting.creature, sizeof reply.greeting.creature, "%s", robot->config.model->creature);
    reply.greeting.born_us = robot->born_us;
    reply.greeting.ticks = robot->tick;
    reply.greeting.battery_v = robot->view.battery_v;
    desk_reply(&robot->desk, from->ticket, from->door, &reply);
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, from->ticket, LIFE_VERDICT_DONE, 0);
}

static void do_portrait(struct robot *robot, const struct life_envelope *from) {
    if (robot->doing[DOING_PORTRAIT].busy)
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_REFUSED,
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
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_REFUSED,
                                "too many errands are under way");
    robot_begin(robot, DOING_PORTRAIT, from, 0);
}

void robot_do(struct robot *robot, const struct desk_item *item) {
    const struct life_envelope *from = &item->envelope;
    bool acts = robot_do_act(robot, from, &item->message);
    if (acts && from->door != LIFE_DOOR_MIND) robot->asked = true;
    if (acts || robot_do_see(robot, from, &item->message) || robot_do_things(robot, from, &item->message) ||
        robot_do_know(robot, from, &item->message) || robot_do_mind(robot, from, &item->message))
        return;
    switch (item->message.kind) {
    case LIFE_LIGHTS:
        return do_lights(robot, from, &item->message.lights);
    case LIFE_BLINK:
        eyes_blink(&robot->eyes, robot->tick);
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
    case LIFE_EXPRESS:
        return do_express(robot, from, &item->message.express);
    case LIFE_SHOW_FACE:
        return do_show_face(robot, from, &item->message.show_face);
    case LIFE_LOOK_AT:
        return do_look(robot, from, &item->message.look_at);
    case LIFE_EYE_COLOUR:
        return do_eye_colour(robot, from, &item->message.eye_colour);
    case LIFE_EYE_HUE:
        return do_eye_hue(robot, from, &item->message.eye_hue);
    case LIFE_FOCUS:
        return do_focus(robot, from, &item->message.focus);
    case LIFE_FACE_LAYER:
        return do_face_layer(robot, from, &item->message.face_layer);
    case LIFE_GLITCH:
        return do_glitch(robot, from, &item->message.glitch);
    case LIFE_LIST_CLIPS:
        return robot_do_list_clips(robot, from, &item->message.list_clips);
    case LIFE_WHY:
    case LIFE_MIND_STACK:
    case LIFE_MIND_MOODS:
    case LIFE_MIND_ACTS:
    case LIFE_MIND_SENSES:
    case LIFE_DIARY:
        return robot_mind_tell(robot, from, &item->message);
    case LIFE_FORCE:
        return robot_mind_force(robot, from, text_of(item->message.force.node));
    case LIFE_HELLO:
        return do_hello(robot, from);
    case LIFE_PORTRAIT:
        return do_portrait(robot, from);
    case LIFE_SAY:
        mouth_ask(&robot->mouth, &robot->desk, from, &item->message.say, robot->config.model->creature,
                  (uint32_t)robot->config.seed + robot->tick);
        return;
    case LIFE_STOP_SOUNDS: // what is left of a saying is not said either
        if (item->message.stop_sounds.place == AUDIO_SPEECH ||
            item->message.stop_sounds.place >= AUDIO_OBJECTS)
            mouth_stop(&robot->mouth, &robot->desk);
        audio_requests_ask(robot->audio, &robot->heard, &robot->desk, from, &item->message);
        return;
    case LIFE_VOLUME:
        if (item->message.volume.level < AUDIO_LEVELS) robot->volume = item->message.volume.level;
        audio_requests_ask(robot->audio, &robot->heard, &robot->desk, from, &item->message);
        return;
    default:
        if (robot_do_screen(robot, from, &item->message)) return;
        if (audio_requests_ask(robot->audio, &robot->heard, &robot->desk, from, &item->message)) return;
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_UNKNOWN,
                                "nobody here answers that");
    }
}

static void hear_answer(struct robot *robot, const struct errand_answer *answer) {
    if (eye_answer(&robot->eye, answer) || robot_sight_answer(robot, answer)) return;
    if (robot_hearing_answer(robot, answer)) return;
    if (travel_hear(&robot->act, answer)) return;
    if (mouth_answer(&robot->mouth, robot->audio, &robot->desk, answer)) return;
    struct doing *d = &robot->doing[DOING_PORTRAIT];
    if (!d->busy) return;
    if (answer->err || answer->answer_len != sizeof(struct portrait))
        return robot_finish(robot, DOING_PORTRAIT, LIFE_VERDICT_REFUSED, "the picture could not be drawn");
    struct portrait p;
    memcpy(&p, answer->answer, sizeof p);
    struct life_message reply = {.kind = LIFE_PORTRAIT_DRAWN};
    reply.portrait_drawn = (struct life_portrait_drawn){p.width, p.height, p.hash, p.lit};
    d->busy = false;
    desk_reply(&robot->desk, d->ticket, d->door, &reply);
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, d->ticket, LIFE_VERDICT_DONE, 0);
}

void robot_answer(struct robot *robot, const struct errand_answer *answer) {
    robot_begin_events(robot);
    hear_answer(robot, answer);
    robot_hear_errands(robot);
    robot_hear_results(robot);
}
