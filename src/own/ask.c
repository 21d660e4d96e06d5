// Requests, events, views.
#include "own/own.h"

#include "act/needs.h"
#include "base/maths/maths.h"
#include "mind/mind.h"
#include "schema/json.h"
#include "stage/face/face.h"
#include "stage/library/library.h"

#include <string.h>

enum { ASK_BYTES_MAX = 64 << 10, SMALLEST = 32 };

// ---------------------------------------------------------------------------------------------- requests

enum err own_request(struct critter_robot *r, const struct life_message *request, struct fault *fault) {
    struct life_envelope envelope = {.ticket = r->ticket + 1, .door = LIFE_DOOR_COMMAND_LINE};
    const char *lacks = act_lacks(&r->body.model, (enum life_kind)request->kind);
    if (lacks) return fault_set(fault, ERR_UNSUPPORTED, "%s", lacks);
    enum err err = robot_ask(r->robot, &envelope, request);
    if (err) return fault_set(fault, err, "too many requests wait for the next tick");
    r->ticket++;
    return ERR_NONE;
}

static enum critter_err ask(struct critter_robot *r, const struct life_message *request) {
    struct fault fault = {0};
    if (!r) return CRITTER_ERR_ARGUMENT;
    if (!own_enter(r)) return CRITTER_ERR_STATE;
    own_request(r, request, &fault);
    return own_leave(r, &fault);
}

// ERR_LIMIT for a text without room for it: `what` names it.
static enum critter_err ask_with(struct critter_robot *r, struct life_message *request, const char *text,
                                 char *to, size_t room, const char *what) {
    struct fault fault = {0};
    if (!r || !text) return CRITTER_ERR_ARGUMENT;
    if (!own_enter(r)) return CRITTER_ERR_STATE;
    if (!text[0])
        fault_set(&fault, ERR_RANGE, "%s: expected some", what);
    else if (!utf8_valid(text_of(text)))
        fault_set(&fault, ERR_SYNTAX, "%s: expected UTF-8", what);
    else if (strlen(text) >= room)
        fault_set(&fault, ERR_LIMIT, "%s: expected at most %zu bytes", what, room - 1);
    else {
        text_copy(text_of(text), to, room);
        own_request(r, request, &fault);
    }
    return own_leave(r, &fault);
}

static enum critter_err ask_numbers(struct critter_robot *r, const struct life_message *request,
                                    const float *numbers, size_t count) {
    struct fault fault = {0};
    if (!r) return CRITTER_ERR_ARGUMENT;
    if (!own_enter(r)) return CRITTER_ERR_STATE;
    for (size_t i = 0; i < count; i++)
        if (!m_finite(numbers[i])) fault_set(&fault, ERR_RANGE, "expected finite numbers");
    if (!fault.err) own_request(r, request, &fault);
    return own_leave(r, &fault);
}

static struct life_message message(enum life_kind kind) {
    struct life_message m;
    memset(&m, 0, sizeof m);
    m.kind = kind;
    return m;
}

enum critter_err critter_robot_say(struct critter_robot *robot, const char *words) {
    struct life_message m = message(LIFE_SAY);
    life_say_defaults(&m.say);
    return ask_with(robot, &m, words, m.say.words, sizeof m.say.words, "words");
}

enum critter_err critter_robot_tell(struct critter_robot *robot, const char *words) {
    struct life_message m = message(LIFE_HEAR);
    return ask_with(robot, &m, words, m.hear.words, sizeof m.hear.words, "words");
}

enum critter_err critter_robot_play(struct critter_robot *robot, const char *name) {
    struct fault fault = {0};
    struct life_message m;
    if (!robot || !name) return CRITTER_ERR_ARGUMENT;
    if (library_clip(robot->library, text_of(name))) {
        m = message(LIFE_PLAY_CLIP);
        life_play_clip_defaults(&m.play_clip);
        return ask_with(robot, &m, name, m.play_clip.clip, sizeof m.play_clip.clip, "name");
    }
    if (library_trigger(robot->library, text_of(name))) {
        m = message(LIFE_PLAY_TRIGGER);
        life_play_trigger_defaults(&m.play_trigger);
        return ask_with(robot, &m, name, m.play_trigger.trigger, sizeof m.play_trigger.trigger, "name");
    }
    if (!own_enter(robot)) return CRITTER_ERR_STATE;
    const char *near = library_nearest(robot->library, name);
    fault_set(&fault, ERR_UNKNOWN, "no clip or trigger is called \"%.60s\"%s%s%s", name,
              near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
    return own_leave(robot, &fault);
}

enum critter_err critter_robot_express(struct critter_robot *robot, const char *expression, float seconds) {
    struct life_message m = message(LIFE_EXPRESS);
    struct fault fault = {0};
    struct face face;
    if (!robot || !expression || !m_finite(seconds) || seconds < 0) return CRITTER_ERR_ARGUMENT;
    if (!face_named(&face, &FACE_VECTOR, expression)) {
        m.express.seconds = seconds;
        return ask_with(robot, &m, expression, m.express.expression, sizeof m.express.expression,
                        "expression");
    }
    if (!own_enter(robot)) return CRITTER_ERR_STATE;
    fault_set(&fault, ERR_UNKNOWN, "no expression is called \"%.40s\"", expression);
    return own_leave(robot, &fault);
}

enum critter_err critter_robot_drive(struct critter_robot *robot, float left_mps, float right_mps,
                                     float seconds) {
    struct life_message m = message(LIFE_DRIVE);
    m.drive = (struct life_drive){.left_mps = left_mps, .right_mps = right_mps, .seconds = seconds};
    return ask_numbers(robot, &m, (float[]){left_mps, right_mps, seconds}, 3);
}

enum critter_err critter_robot_turn(struct critter_robot *robot, float angle_rad) {
    struct life_message m = message(LIFE_TURN_IN_PLACE);
    m.turn_in_place.angle_rad = angle_rad;
    return ask_numbers(robot, &m, &angle_rad, 1);
}

enum critter_err critter_robot_go_to(struct critter_robot *robot, float x_m, float y_m, float heading_rad) {
    struct life_message m = message(LIFE_GO_TO_POSE);
    m.go_to_pose = (struct life_go_to_pose){.x_m = x_m, .y_m = y_m, .heading_rad = heading_rad};
    return ask_numbers(robot, &m, (float[]){x_m, y_m, heading_rad}, 3);
}

enum critter_err critter_robot_look_at(struct critter_robot *robot, float x_m, float y_m, float z_m) {
    struct life_message m = message(LIFE_LOOK_AT_PLACE);
    life_look_at_place_defaults(&m.look_at_place);
    m.look_at_place.x_m = x_m, m.look_at_place.y_m = y_m, m.look_at_place.z_m = z_m;
    return ask_numbers(robot, &m, (float[]){x_m, y_m, z_m}, 3);
}

enum critter_err critter_robot_stop(struct critter_robot *robot) {
    struct life_message m = message(LIFE_STOP);
    return ask(robot, &m);
}

enum critter_err critter_robot_behave(struct critter_robot *robot, const char *behaviour) {
    struct fault fault = {0};
    if (!robot || !behaviour) return CRITTER_ERR_ARGUMENT;
    if (!own_enter(robot)) return CRITTER_ERR_STATE;
    robot_behave(robot->robot, text_of(behaviour), &fault);
    return own_leave(robot, &fault);
}

enum critter_err critter_robot_ask(struct critter_robot *robot, const char *json) {
    struct json_limits limits = {ASK_BYTES_MAX, 20000, 8};
    struct life_message m = {0};
    struct fault fault = {0};
    struct json *document;
    if (!robot || !json) return CRITTER_ERR_ARGUMENT;
    if (!own_enter(robot)) return CRITTER_ERR_STATE;
    struct arena *arena = arena_new(16 << 10);
    if (!arena) fault_set(&fault, ERR_MEMORY, "no memory for a request");
    if (!fault.err && !json_parse(text_of(json), "request", arena, &limits, &document, &fault) &&
        !schema_parse_message(&life_schema, &m, document, arena, &fault)) {
        if (m.kind >= LIFE_DONE)
            fault_set(&fault, ERR_TYPE, "expected a request, found a reply");
        else
            own_request(robot, &m, &fault);
    }
    arena_free(arena);
    return own_leave(robot, &fault);
}

uint32_t critter_robot_ticket(const struct critter_robot *robot) { return robot ? robot->ticket : 0; }

// ------------------------------------------------------------------------------------------------ events

static bool next_event(struct critter_robot *r, struct critter_robot_event *to) {
    const struct life_event *events;
    size_t count = robot_events(r->robot, &events);
    while (r->event < count && events[r->event].kind == LIFE_EVENT_KIND_REQUEST_ENDED)
        r->event++; // next_reply
    if (r->event >= count) return false;
    const struct life_event *e = &events[r->event++];
    const struct soul *soul = robot_soul(r->robot);
    const char *name = life_event_kind_name(e->kind);
    soul->class->name(soul, e, r->detail);
    *to = (struct critter_robot_event){sizeof *to,
                                       name ? name : "",
                                       r->detail,
                                       e->time_us,
                                       e->cause,
                                       e->subject,
                                       {e->numbers[0], e->numbers[1], e->numbers[2]}};
    return true;
}

// What ends a request is its reply: it has more to say than the event of the same name.
static bool next_reply(struct critter_robot *r, struct critter_robot_event *to) {
    struct life_envelope about;
    struct life_message m;
    do {
        if (!robot_reply(r->robot, &about, &m)) return false;
    } while (!about.ticket); // of what it was handed at its birth
    r->detail[0] = 0;
    *to = (struct critter_robot_event){sizeof *to, "REQUEST_ENDED", r->detail, r->life_us, about.ticket, 0,
                                       {0}};
    if (m.kind == LIFE_DONE) {
        to->numbers[0] = m.done.verdict, to->numbers[1] = (float)((uint32_t)m.done.result >> 24);
        text_copy(text_of(m.done.said), r->detail, sizeof r->detail);
        return true;
    }
    struct buf json = {0};
    struct json_writer w = json_writer_of(&json, 0);
    schema_print_message(&life_schema, &m, &w, LIFE_VERSION);
    if (!json.err) text_copy((struct text){(const char *)json.at, json.len}, r->detail, sizeof r->detail);
    buf_free(&json);
    return true;
}

int critter_robot_next_event(struct critter_robot *robot, struct critter_robot_event *event) {
    struct critter_robot_event e;
    if (!robot || !event || event->size < SMALLEST || !own_enter(robot)) return 0;
    bool there = next_event(robot, &e) || next_reply(robot, &e);
    size_t size = event->size;
    if (there) memcpy(event, &e, size < sizeof e ? size : sizeof e);
    event->size = size;
    atomic_flag_clear(&robot->busy);
    return there;
}

enum critter_err critter_robot_get_view(const struct critter_robot *robot, struct critter_robot_view *to) {
    if (!robot || !to || to->size != sizeof *to) return CRITTER_ERR_ARGUMENT;
    const struct mind_feelings *feels = robot_feelings(robot->robot);
    struct life_view view;
    memset(&view, 0, sizeof view);
    robot_view(robot->robot, &view);
    memset(to, 0, sizeof *to);
    to->size = sizeof *to;
    to->tick = view.tick, to->status = view.status;
    to->x_m = view.x_m, to->y_m = view.y_m, to->heading_rad = view.heading_rad;
    to->head_rad = view.head_rad, to->lift_m = view.lift_m, to->battery_v = view.battery_v;
    if (feels) {
        to->asleep = feels->asleep;
        to->stimulation = feels->stimulation, to->happy = feels->happy;
        to->confident = feels->confident, to->social = feels->social;
        text_copy(text_of(feels->face), to->expression, sizeof to->expression);
    }
    text_copy(robot_deed(robot->robot), to->behaviour, sizeof to->behaviour);
    if (view.clip.tag) text_copy(text_of(view.clip.name), to->clip, sizeof to->clip);
    memcpy(to->numbers, view.face.numbers, sizeof to->numbers);
    return CRITTER_OK;
}

const char *critter_robot_why(struct critter_robot *robot) {
    if (!own_enter(robot)) return "";
    robot_why(robot->robot, robot->why, sizeof robot->why);
    atomic_flag_clear(&robot->busy);
    return robot->why;
}
