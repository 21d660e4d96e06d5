// What a node asks of the robot: small requests, and how they end.
#include "act/needs.h"
#include "base/maths/maths.h"
#include "base/system/log.h"
#include "mind/tree/live.h"

#include <string.h>

// Others' requests that bring no tag get one from 3 000 001 on, a thousand million of them.
#define FIRST_TAG 2000000001u

static uint32_t wish(struct mind *m, const struct life_message *request, uint32_t ticket) {
    if (m->wish_count == MIND_WISHES || act_needs((enum life_kind)request->kind) & m->lacks) return 0;
    struct mind_wish *w = &m->wishes[m->wish_count++];
    w->envelope = (struct life_envelope){
        .ticket = ticket, .door = LIFE_DOOR_MIND, .tag = FIRST_TAG + (ticket & 0x7fffffff)};
    w->message = *request;
    return ticket;
}

static uint32_t new_ticket(struct mind *m) {
    return 1u << 31 | (m->live.last_ticket = m->live.last_ticket % 900000000 + 1);
}

// Whether it leaves its place is told by how they end: sense.c.
static uint32_t wish_move(struct mind *m, const struct life_message *request) {
    static const uint16_t MOVES[] = {LIFE_TURN_IN_PLACE, LIFE_DRIVE_STRAIGHT,   LIFE_GO_TO_POSE,
                                     LIFE_GO_TO_THING,   LIFE_DRIVE_ON_CHARGER, LIFE_PICK_UP,
                                     LIFE_ROLL,          LIFE_LOOK_AROUND};
    uint32_t ticket = wish(m, request, new_ticket(m));
    for (size_t i = 0; ticket && i < sizeof MOVES / sizeof *MOVES; i++)
        if (MOVES[i] == request->kind)
            m->live.moves[m->live.move_count++ % MIND_MOVES] =
                (struct mind_move){ticket, m->live.x_m, m->live.y_m, m->live.heading_rad};
    return ticket;
}

uint32_t mind_ask(struct mind *m, const struct node *n, const struct life_message *request) {
    if (!n) return wish(m, request, new_ticket(m));
    struct node_state *s = node_state(m, n);
    for (int i = 0; i < MIND_ASKS; i++) {
        if (s->asks[i]) continue;
        s->asks[i] = wish_move(m, request), s->kinds[i] = request->kind;
        s->asked_at = m->live.now;
        for (uint32_t k = 0; s->asks[i] && k < m->live.depth; k++) // and whoever led to it
            m->nodes[m->live.stack[k]].asked = true;
        return s->asks[i];
    }
    return 0;
}

void mind_tell(struct mind *m, const struct life_message *request) { wish(m, request, new_ticket(m)); }

bool mind_waits(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    for (int i = 0; i < MIND_ASKS; i++)
        if (s->asks[i]) return true;
    return false;
}

void mind_let_go(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    for (int i = 0; i < MIND_ASKS; i++) {
        if (!s->asks[i]) continue;
        struct life_message cancel = {.kind = LIFE_CANCEL};
        cancel.cancel.tag = FIRST_TAG + (s->asks[i] & 0x7fffffff);
        mind_tell(m, &cancel);
        s->asks[i] = 0;
    }
}

uint32_t mind_play_loop(struct mind *m, const struct node *n, struct text trigger, uint32_t loops) {
    struct life_message r = {.kind = LIFE_PLAY_TRIGGER};
    if (!trigger.len) return 0;
    text_copy(trigger, r.play_trigger.trigger, sizeof r.play_trigger.trigger);
    r.play_trigger.loops = loops, r.play_trigger.lift_safe = true;
    return mind_ask(m, n, &r);
}

uint32_t mind_play(struct mind *m, const struct node *n, struct text trigger) {
    return mind_play_loop(m, n, trigger, 1);
}

uint32_t mind_turn(struct mind *m, const struct node *n, float rad, float radps) {
    struct life_message r = {.kind = LIFE_TURN_IN_PLACE};
    r.turn_in_place = (struct life_turn_in_place){.angle_rad = rad, .speed_radps = radps};
    return mind_ask(m, n, &r);
}

uint32_t mind_drive(struct mind *m, const struct node *n, float mm, float mmps) {
    struct life_message r = {.kind = LIFE_DRIVE_STRAIGHT};
    float most = m->reach_m[mm < 0 ? MIND_REACHES / 2 : 0] * 1000;
    if (most > 0) mm = m_clamp(mm, -most, most);
    r.drive_straight = (struct life_drive_straight){.distance_m = mm / 1000, .speed_mps = mmps / 1000};
    return mind_ask(m, n, &r);
}

uint32_t mind_head(struct mind *m, const struct node *n, float rad, float seconds) {
    struct life_message r = {.kind = LIFE_HEAD};
    float span = m_abs(rad - m->live.head_rad);
    r.head.angle_rad = m_clamp(rad, -0.38f, 0.76f);
    r.head.speed_radps = seconds > 0 ? m_clamp(span / seconds, 0.3f, 6) : 0;
    return mind_ask(m, n, &r);
}

uint32_t mind_lift(struct mind *m, const struct node *n, float mm) {
    struct life_message r = {.kind = LIFE_LIFT};
    r.lift.height_m = mm / 1000;
    return mind_ask(m, n, &r);
}

uint32_t mind_wait(struct mind *m, const struct node *n, float seconds) {
    struct life_message r = {.kind = LIFE_WAIT};
    r.wait.seconds = seconds;
    return mind_ask(m, n, &r);
}

uint32_t mind_request(struct mind *m, const struct node *n, enum life_kind kind) {
    struct life_message r = {.kind = kind};
    switch (kind) {
    case LIFE_DRIVE_ON_CHARGER:
        life_drive_on_charger_defaults(&r.drive_on_charger);
        break;
    case LIFE_DRIVE_OFF_CHARGER:
        life_drive_off_charger_defaults(&r.drive_off_charger);
        break;
    case LIFE_GO_TO_THING:
        life_go_to_thing_defaults(&r.go_to_thing);
        r.go_to_thing.thing = m->live.cube;
        break;
    case LIFE_PICK_UP:
        life_pick_up_defaults(&r.pick_up);
        r.pick_up.thing = m->live.cube;
        break;
    case LIFE_ROLL:
        life_roll_defaults(&r.roll);
        r.roll.thing = m->live.cube;
        break;
    case LIFE_WHEELIE:
        life_wheelie_defaults(&r.wheelie);
        r.wheelie.thing = m->live.cube;
        break;
    default:
        break;
    }
    return mind_ask(m, n, &r);
}

// An eye can turn so far in its face; -1 and 1 are the rims.
void mind_glance(struct mind *m, float bearing_rad, float pitch_rad, float seconds) {
    struct life_message r = {.kind = LIFE_LOOK_AT};
    r.look_at.x = m_clamp(-bearing_rad / 0.6f, -1, 1);
    r.look_at.y = m_clamp((m->live.head_rad - pitch_rad) / 0.6f, -1, 1);
    r.look_at.seconds = seconds;
    mind_tell(m, &r);
}

void mind_post(struct mind *m, struct text name) {
    const struct mood_event *event = moods_event(m->mood.moods, name);
    if (!event) return;
    double before = m->mood.feelings[mood_stir(&m->mood)].value;
    mood_post(&m->mood, event);
    log_debug("mind", "%.2f s: feels %.*s, %s %.3f to %.3f", m->live.now, (int)name.len, name.at,
              simple_mood_name((enum simple_mood)m->mood.simple), before,
              m->mood.feelings[mood_stir(&m->mood)].value);
    mind_trace(m, MIND_TRACE_KIND_FELT, NODE_NONE, (uint32_t)(event - m->mood.moods->events), (float)before,
               (float)m->mood.feelings[mood_stir(&m->mood)].value);
}

// ------------------------------------------------------------------------------------------------ looking

#define NOD_RAD 0.09f // a head that is there already nods

void mind_lead(struct mind *m, const struct node *n, float bearing, float pitch) {
    float by = pitch - m->live.head_rad;
    if (m_abs(by) < NOD_RAD) by = m->live.head_rad > 0.1f ? -NOD_RAD : NOD_RAD;
    mind_glance(m, bearing, pitch, 0.8f);
    mind_head(m, n, m->live.head_rad + by, 0.25f);
}

// when[1]: its beginning; own[6]: how much of it was begun.
bool mind_turn_to(struct mind *m, const struct node *n, float bearing, float pitch) {
    struct node_state *s = node_state(m, n);
    if (s->own[6] < 1) {
        s->own[6] = 1, s->when[1] = m->live.now;
        mind_glance(m, bearing, pitch, 0.8f);
        return true;
    }
    double since = m->live.now - s->when[1];
    if (s->own[6] < 2) {
        if (since < 0.12) return true;
        s->own[6] = 2;
        mind_head(m, n, pitch, 0.25f);
        return true;
    }
    if (s->own[6] < 3) {
        if (since < 0.3) return true;
        s->own[6] = 3;
        bool stays = !mind_on_treads(m) || m->live.status & BODY_STATUS_ON_CHARGER;
        if (!stays && m_abs(bearing) > 0.09f) mind_turn(m, n, bearing, 2.6f);
        return true;
    }
    if (mind_waits(m, n)) return true;
    s->own[6] = 0;
    return false;
}

// ----------------------------------------------------------------------------------------------- step tables

static const void *at(const struct node *n, uint16_t offset) { return (const char *)n->config + offset; }
static float float_at(const struct node *n, uint16_t offset) { return *(const float *)at(n, offset); }

// False: the row has nothing (more) to do.
static bool begin_row(struct mind *m, const struct node *n, const struct step *row) {
    struct node_state *s = node_state(m, n);
    switch (row->kind) {
    case STEP_PLAY:
        return mind_play(m, n, *(const struct text *)at(n, row->at));
    case STEP_PLAYS: {
        const struct names *names = at(n, row->at);
        if (s->own[5] >= (float)names->count) return s->own[5] = 0, false;
        mind_play(m, n, names->at[(uint32_t)s->own[5]]);
        return s->own[5] += 1, true;
    }
    case STEP_WAIT:
        return mind_wait(m, n, float_at(n, row->at));
    case STEP_TURN:
        return mind_turn(m, n, m_radians(float_at(n, row->at)), 0);
    case STEP_DRIVE: // its charger is light: what runs into it pushes it, off the table if need be
        if (mind_meets_home(m, float_at(n, row->at) < 0 ? M_PI_F : 0, m_abs(float_at(n, row->at)) / 1000))
            return 0;
        return mind_drive(m, n, float_at(n, row->at), float_at(n, row->speed));
    case STEP_HEAD:
        return mind_head(m, n, m_radians(float_at(n, row->at)), 0.3f);
    case STEP_LIFT:
        return mind_lift(m, n, float_at(n, row->at));
    case STEP_FACE:
        return (mind_face_near(m, 60) || s->own[6] > 0) &&
               mind_turn_to(m, n, m->live.face_bearing, m->live.face_pitch);
    case STEP_REQUEST:
        return mind_request(m, n, (enum life_kind)row->request);
    case STEP_FEEL:
        mind_post(m, *(const struct text *)at(n, row->at));
        return false;
    default:
        return false;
    }
}

enum going mind_steps(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    for (int rows = 0; rows < 16; rows++) {
        if (mind_waits(m, n) && s->own[6] == 0) return GOES_ON; // NOLINT
        const struct step *row = &n->class->steps[s->step];
        if (s->own[4] > 0 && s->failed && row->needed) return OVER;
        bool again = row->kind == STEP_PLAYS || row->kind == STEP_FACE;
        if (s->own[4] > 0 && !again) { // its request is over
            s->own[4] = 0, s->step++;
            continue;
        }
        if (row->kind == STEP_END) return OVER;
        s->failed = false;
        if (begin_row(m, n, row)) return s->own[4] = 1, GOES_ON;
        s->own[4] = 0, s->step++;
    }
    return GOES_ON;
}

// ----------------------------------------------------------------------------------------- chance and timers

struct chance mind_dice(struct mind *m, const struct node *n, const char *stream) {
    struct chance dice = chance_of(m->live.seed, chance_stream(stream) ^ (n ? n->stream : 0), m->live.tick);
    dice.n = n ? node_state(m, n)->drawn++ : m->live.drawn++;
    return dice;
}

float mind_between(struct mind *m, const struct node *n, float low, float high) {
    struct chance dice = mind_dice(m, n, "between");
    return chance_range(&dice, low, high);
}

static int timer_of(const struct mind *m, struct text name) {
    for (uint32_t i = 0; i < m->tree->timer_count; i++)
        if (text_same(m->tree->timers[i], name)) return (int)i;
    return -1;
}

void mind_timer_reset(struct mind *m, struct text name) {
    int timer = timer_of(m, name);
    if (timer >= 0) m->live.timers[timer] = m->live.now;
}

double mind_timer_age(const struct mind *m, struct text name) {
    int timer = timer_of(m, name);
    return timer < 0 || m->live.timers[timer] <= NEVER ? -1 : m->live.now - m->live.timers[timer];
}

bool mind_on_treads(const struct mind *m) {
    uint32_t off = BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING | BODY_STATUS_HELD;
    return !(m->live.status & off) && m->live.attitude == BODY_ATTITUDE_ON_TREADS;
}

bool mind_lies(uint32_t attitude) {
    return attitude >= BODY_ATTITUDE_ON_LEFT_SIDE && attitude <= BODY_ATTITUDE_ON_BACK;
}

bool mind_held(uint32_t status, uint32_t attitude) {
    return status & (BODY_STATUS_HELD | BODY_STATUS_PICKED_UP) && !mind_lies(attitude);
}

bool mind_face_near(const struct mind *m, float within_s) {
    return m->live.face && m->live.now - m->live.face_at <= (double)within_s;
}
