#include "mind/sense.h"

#include "base/maths/geometry.h"
#include "base/maths/maths.h"
#include "base/system/log.h"

#include <string.h>

enum { VAIN = 3 }; // so many moves in vain, and it is held by something
#define STAYS_M   0.012f
#define STAYS_RAD 0.1f
enum { LED_S = 20, TURNED_S = 3, STALLS_S = 60 }; // whoever led it, or bent it, may go on

// ------------------------------------------------------------------------------------------------ its body

// Where it stands when it comes off its charger is where that is.
static void follow_home(struct mind_live *l, const struct mind_percepts *in) {
    if (in->status & BODY_STATUS_ON_CHARGER && !(in->status & (BODY_STATUS_PICKED_UP | BODY_STATUS_HELD)))
        l->home_known = 1, l->home_x_m = in->x_m, l->home_y_m = in->y_m, l->home_rad = in->heading_rad;
}

// The floor that it knows: each few centimetres of its ways count, those of long ago less and less.
#define PLACE_M 0.05f
enum { PLACES_MOST = 60 };
static void follow_floor(struct mind_live *l) {
    float dx = l->x_m - l->counted_x_m, dy = l->y_m - l->counted_y_m;
    if (l->middle_of && m_hypot(dx, dy) < PLACE_M) return;
    if (l->middle_of < PLACES_MOST) l->middle_of++;
    l->counted_x_m = l->x_m, l->counted_y_m = l->y_m;
    l->middle_x_m += (l->x_m - l->middle_x_m) / (float)l->middle_of;
    l->middle_y_m += (l->y_m - l->middle_y_m) / (float)l->middle_of;
}

// Its body, not its face: more than its sensors' noise.
#define MOVED_M   0.0005f
#define MOVED_RAD 0.004f
static void follow_stillness(struct mind_live *l, const struct mind_percepts *in) {
    bool joints = m_abs(in->head_rad - l->head_rad) > MOVED_RAD || m_abs(in->lift_m - l->lift_m) > MOVED_M;
    bool moved = joints || m_abs(in->x_m - l->x_m) > MOVED_M || m_abs(in->y_m - l->y_m) > MOVED_M ||
                 m_abs(in->heading_rad - l->heading_rad) > MOVED_RAD;
    if (moved) l->still_since = l->now;
}

static void follow_status(struct mind *m, const struct mind_percepts *in) {
    struct mind_live *l = &m->live;
    uint32_t flipped = in->status ^ l->status, on = in->status & flipped;
    const uint32_t lifted = BODY_STATUS_HELD | BODY_STATUS_PICKED_UP;
    if (on & BODY_STATUS_TOUCHED) l->touched_since = l->now, l->strokes++;
    if (flipped & ~in->status & BODY_STATUS_TOUCHED) l->touch_ended = l->now;
    if (mind_held(in->status, in->attitude) != mind_held(l->status, l->attitude)) l->held_since = l->now;
    if (flipped & BODY_STATUS_CLIFF) l->cliff_since = l->now;
    if (on & BODY_STATUS_ON_CHARGER) l->charger_since = l->now;
    if (flipped & ~in->status & BODY_STATUS_ON_CHARGER) l->charger_left = l->now;
    if (in->attitude != l->attitude || flipped & (lifted | BODY_STATUS_FALLING)) l->attitude_since = l->now;
    follow_home(l, in);
    bool low = in->status & BODY_STATUS_BATTERY_LOW;
    l->battery = low ? BODY_BATTERY_LEVEL_LOW : BODY_BATTERY_LEVEL_NOMINAL;
    if (!low && in->status & BODY_STATUS_ON_CHARGER && !(in->status & BODY_STATUS_CHARGING))
        l->battery = BODY_BATTERY_LEVEL_FULL;
    follow_stillness(l, in);
    l->status = in->status, l->attitude = in->attitude;
    l->pitch_rad = in->pitch_rad, l->roll_rad = in->roll_rad, l->head_rad = in->head_rad,
    l->lift_m = in->lift_m;
    l->x_m = in->x_m, l->y_m = in->y_m, l->heading_rad = in->heading_rad;
    l->charge = in->charge, l->range_m = in->range_m, l->light = in->light;
    follow_floor(l);
}

// What wakes it, or at least is no quiet.
static const uint16_t STIRS[] = {
    LIFE_EVENT_KIND_PICKED_UP,      LIFE_EVENT_KIND_PUT_DOWN,    LIFE_EVENT_KIND_FALLING,
    LIFE_EVENT_KIND_CLIFF,          LIFE_EVENT_KIND_TOUCHED,     LIFE_EVENT_KIND_POKED,
    LIFE_EVENT_KIND_HELD,           LIFE_EVENT_KIND_SHAKEN,      LIFE_EVENT_KIND_FALLEN_OVER,
    LIFE_EVENT_KIND_LOUD_SOUND,     LIFE_EVENT_KIND_BUTTON_DOWN, LIFE_EVENT_KIND_FIST_BUMPED,
    LIFE_EVENT_KIND_PERSON_APPEARED};

static void stall(struct mind_live *l) {
    if (!l->stalls || l->now - l->stall_at > STALLS_S) l->stalls = 0, l->stuck_since = l->now;
    l->stalls++, l->stall_at = l->now;
}

static void follow_events(struct mind *m, const struct mind_percepts *in) {
    struct mind_live *l = &m->live;
    for (uint32_t i = 0; i < in->felt_count; i++) {
        const struct life_event *e = &in->felt[i];
        if (e->kind >= MIND_KINDS) continue;
        l->felt_at[e->kind] = l->now;
        l->felt_a[e->kind] = e->numbers[0], l->felt_b[e->kind] = e->numbers[1];
        for (size_t k = 0; k < sizeof STIRS / sizeof *STIRS; k++)
            if (STIRS[k] == e->kind) l->quiet_since = l->now;
        if (e->kind == LIFE_EVENT_KIND_STALLED && mind_on_treads(m)) stall(l);
        if (e->kind == LIFE_EVENT_KIND_SHAKEN) l->quiet_until = NEVER;
        if (e->kind == LIFE_EVENT_KIND_PICKED_UP || e->kind == LIFE_EVENT_KIND_ON_CHARGER) l->stalls = 0;
        if (e->kind == LIFE_EVENT_KIND_LOUD_SOUND)
            l->noise_at = l->now, l->noise_db = e->numbers[0], l->noise_rad = e->numbers[1],
            l->noise_over_db = e->numbers[2], l->noise_sure = (float)e->subject;
        if (e->kind == LIFE_EVENT_KIND_JOINT_TURNED && l->led_until < l->now + TURNED_S)
            l->led_until = l->now + TURNED_S; // a hand does it: let go
        if (e->kind == LIFE_EVENT_KIND_ORIGIN_BEGAN || e->kind == LIFE_EVENT_KIND_ORIGINS_JOINED)
            l->home_known = 0, l->middle_of = 0, l->put_x_m = l->x_m, l->put_y_m = l->y_m,
            memset(l->searched, 0, sizeof l->searched);
        if (e->kind == LIFE_EVENT_KIND_LIGHT_CHANGED) l->light_verdict = (uint32_t)e->numbers[0];
        if (e->kind == LIFE_EVENT_KIND_THING_MOVED && e->subject == l->cube) l->cube_moved = l->now;
    }
}

// Something in its body, an edge as a rule, ends move after move where it began: it is stuck, though nothing
// holds its treads.
static void follow_move(struct mind *m, const struct mind_result *r) {
    struct mind_live *l = &m->live;
    struct mind_move *move = NULL;
    for (uint32_t i = 0; i < MIND_MOVES; i++)
        if (l->moves[i].ticket == r->ticket) move = &l->moves[i];
    if (!move) return;
    bool stayed = m_hypot(l->x_m - move->x_m, l->y_m - move->y_m) < STAYS_M &&
                  m_abs(angle_between(l->heading_rad, move->heading_rad)) < STAYS_RAD;
    move->ticket = 0;
    bool vain = r->verdict == LIFE_VERDICT_INTERRUPTED && stayed && !l->asked && mind_on_treads(m);
    l->vain = vain ? l->vain + 1 : stayed ? l->vain : 0;
    if (l->vain >= VAIN) stall(l);
}

// What its own action came to moves it, as its moods' actionResultEmotionEvents say. What was cut short came
// to nothing.
static void feel_result(struct mind *m, uint32_t kind, const struct mind_result *r) {
    static const struct {
        uint16_t kind;
        const char *action;
    } ACTIONS[] = {{LIFE_PICK_UP, "PICKUP_OBJECT"},
                   {LIFE_PICK_UP, "PICKUP_OBJECT_LOW"},
                   {LIFE_ROLL, "ROLL_OBJECT"},
                   {LIFE_ROLL, "ROLL_OBJECT_LOW"},
                   {LIFE_WHEELIE, "POP_A_WHEELIE"},
                   {LIFE_DRIVE_ON_CHARGER, "MOUNT_CHARGER"},
                   {LIFE_DRIVE_STRAIGHT, "DRIVE_STRAIGHT"},
                   {LIFE_GO_TO_POSE, "DRIVE_TO_POSE"},
                   {LIFE_GO_TO_THING, "DRIVE_TO_OBJECT"},
                   {LIFE_TURN_IN_PLACE, "TURN_IN_PLACE"},
                   {LIFE_PLACE_HERE, "PLACE_OBJECT_LOW"},
                   {LIFE_PLAY_TRIGGER, "PLAY_ANIMATION"},
                   {LIFE_LOOK_AROUND, "SEARCH_FOR_NEARBY_OBJECT"}};
    static const char *const CATEGORIES[] = {"SUCCESS", NULL, NULL, "ABORT", "RETRY"};
    uint32_t category = r->result >> 24;
    bool over = r->verdict == LIFE_VERDICT_DONE || (r->verdict == LIFE_VERDICT_REFUSED && category);
    if (!over || category > 4 || !CATEGORIES[category]) return;
    for (size_t i = 0; i < sizeof ACTIONS / sizeof *ACTIONS; i++) {
        const struct mood_event *event =
            ACTIONS[i].kind == kind ? mood_of_result(m->mood.moods, ACTIONS[i].action, CATEGORIES[category])
                                    : NULL;
        if (event) return mind_post(m, event->name);
    }
}

static void follow_results(struct mind *m, const struct mind_percepts *in) {
    for (uint32_t r = 0; r < in->results_count; r++) follow_move(m, &in->results[r]);
    for (uint32_t r = 0; r < in->results_count; r++)
        for (uint32_t i = 0; i < m->live.depth; i++) {
            struct node_state *s = &m->nodes[m->live.stack[i]];
            for (int k = 0; k < MIND_ASKS; k++) {
                if (!s->asks[k] || s->asks[k] != in->results[r].ticket) continue;
                s->asks[k] = 0;
                feel_result(m, s->kinds[k], &in->results[r]);
                if (in->results[r].verdict != LIFE_VERDICT_DONE)
                    log_debug(
                        "mind", "%.2f s: what %.*s asked for ended as %s, %s", m->live.now,
                        (int)m->tree->nodes[m->live.stack[i]].id.len, m->tree->nodes[m->live.stack[i]].id.at,
                        life_verdict_name(in->results[r].verdict), life_result_name(in->results[r].result));
                if (in->results[r].verdict != LIFE_VERDICT_DONE) s->failed = true;
                if (in->results[r].verdict == LIFE_VERDICT_UNKNOWN) s->unknown = true;
            }
        }
}

// ---------------------------------------------------------------------------------------------- who is there

static struct mind_person *person(struct mind_live *l, int32_t id) {
    struct mind_person *oldest = &l->persons[0];
    for (uint32_t i = 0; i < l->person_count; i++) {
        if (l->persons[i].id == id) {
            bool named_before = l->persons[i].last <= NEVER;
            if (named_before) l->persons[i].first = l->persons[i].last = l->now;
            if (named_before) l->persons[i].left = l->persons[i].met = l->now - 1800;
            return &l->persons[i];
        }
        if (l->persons[i].last < oldest->last) oldest = &l->persons[i];
    }
    if (l->person_count < MIND_PERSONS) oldest = &l->persons[l->person_count++];
    // Nobody knows how long they were away before the first time: half an hour is taken.
    memset(oldest, 0, sizeof *oldest); // its gaps are hashed, too
    oldest->id = id, oldest->first = oldest->last = l->now, oldest->left = oldest->met = l->now - 1800;
    return oldest;
}

enum { GONE_S = 30 };

static void follow_faces(struct mind *m, const struct mind_percepts *in) {
    struct mind_live *l = &m->live;
    const struct mind_face *best = NULL;
    for (uint32_t i = 0; i < in->faces_count; i++) {
        const struct mind_face *f = &in->faces[i];
        if (f->age_s > 0.2f || !f->person) continue;
        struct mind_person *p = person(l, f->person);
        if (l->now - p->last > GONE_S) p->left = p->last, p->first = l->now;
        p->last = l->now;
        if (f->contact) l->contact_at = l->now, l->quiet_since = l->now;
        bool better =
            !best || (f->person == l->face) > (best->person == l->face) ||
            ((f->person == l->face) == (best->person == l->face) && f->distance_m < best->distance_m);
        if (better) best = f;
    }
    bool fresh = l->face && l->now - l->face_at < 1.5;
    if (best && (best->person == l->face || !fresh)) {
        if (best->person != l->face || !fresh) l->face_since = l->now;
        l->face = best->person, l->face_at = l->now;
        l->face_bearing = best->bearing_rad, l->face_pitch = best->pitch_rad;
        l->face_distance = best->distance_m;
        return;
    }
    for (uint32_t i = 0; i < in->faces_count; i++) // remembered: it turned meanwhile
        if (in->faces[i].person == l->face)
            l->face_bearing = in->faces[i].bearing_rad, l->face_distance = in->faces[i].distance_m;
}

static struct vec2 place_of(const struct mind_thing *t) {
    return vec2(t->distance_m * m_cos(t->bearing_rad), t->distance_m * m_sin(t->bearing_rad));
}

// A cube on its charger's doorstep.
static float nearest_to_home(const struct mind_percepts *in) {
    float near = 1e6f;
    for (uint32_t i = 0; i < in->things_count; i++)
        for (uint32_t k = 0; k < in->things_count; k++) {
            const struct mind_thing *cube = &in->things[i], *home = &in->things[k];
            bool both = cube->kind == BELIEF_THING_KIND_CUBE && home->kind == BELIEF_THING_KIND_CHARGER &&
                        cube->state != BELIEF_THING_STATE_NOWHERE &&
                        home->state != BELIEF_THING_STATE_NOWHERE;
            if (both) near = m_min(near, vec2_length(vec2_sub(place_of(cube), place_of(home))));
        }
    return near;
}

static void follow_things(struct mind *m, const struct mind_percepts *in) {
    struct mind_live *l = &m->live;
    l->cube = l->charger = 0;
    l->cube_home_m = nearest_to_home(in);
    for (uint32_t i = 0; i < in->things_count; i++) {
        const struct mind_thing *t = &in->things[i];
        if (t->state == BELIEF_THING_STATE_NOWHERE) continue;
        if (t->kind == BELIEF_THING_KIND_CUBE && (!l->cube || t->distance_m < l->cube_distance))
            l->cube = t->id, l->cube_bearing = t->bearing_rad, l->cube_distance = t->distance_m,
            l->cube_at = l->now - (double)t->age_s;
        if (t->kind == BELIEF_THING_KIND_CHARGER)
            l->charger = t->id, l->charger_bearing = t->bearing_rad, l->charger_distance = t->distance_m,
            l->charger_at = l->now - (double)t->age_s;
    }
}

enum { PET_AWAY_S = 10 };
static void follow_sight(struct mind_live *l, const struct mind_percepts *in) {
    bool moves = false;
    for (int i = 0; i < MIND_MOTION_AREAS; i++) moves |= in->motion[i] > 0;
    if (moves) {
        memcpy(l->motion, in->motion, sizeof l->motion);
        l->motion_at = l->now, l->motion_x_m = in->motion_m[0], l->motion_y_m = in->motion_m[1];
    }
    if (in->person) l->salient_at[0] = l->now;
    if (in->hand) l->salient_at[1] = l->now;
    if (l->now - l->pet_at > PET_AWAY_S) l->pet_looks = l->pet = 0;
    if (in->pet) l->pet = in->pet, l->pet_at = l->now, l->pet_looks += l->pet_looks < 100;
    l->alexa = in->alexa, l->maintenance = in->maintenance;
}

static void follow_owner(struct mind *m, const struct mind_percepts *in) {
    struct mind_owner *o = &m->live.owner;
    if (m->live.beat && o->eye_colour != in->eye_colour) m->live.set_at[0] = m->live.now;
    if (m->live.beat && o->volume != in->volume) m->live.set_at[1] = m->live.now;
    if (strcmp(o->home, in->home) != 0) memcpy(o->home, in->home, sizeof o->home);
    if (strcmp(o->locale, in->locale) != 0) memcpy(o->locale, in->locale, sizeof o->locale);
    o->clock_24 = in->clock_24, o->fahrenheit = in->fahrenheit, o->age_s = in->age_s;
    o->volume = in->volume, o->eye_colour = in->eye_colour, o->photos = in->photos;
    m->live.controlled = in->controlled;
    m->switches = (struct feature_switches){in->features_on, in->features_off};
}

void mind_sense(struct mind *m, const struct mind_percepts *in) {
    struct mind_live *l = &m->live;
    l->now = (double)in->time_us / 1e6;
    l->tick = in->tick;
    if (in->news) follow_status(m, in);
    l->asked = in->asked, l->shown = in->shown;
    if (in->asked || in->shown) l->led_until = l->now + LED_S;
    if (in->asked) l->quiet_since = l->now;
    follow_events(m, in);
    follow_results(m, in);
    follow_faces(m, in);
    follow_things(m, in);
    l->zone_known = in->calendar.known;
    l->unix_us = in->calendar.known ? in->calendar.unix_us : 0;
    l->zone_us = in->calendar.known ? (int64_t)in->calendar.zone_s * 1000000 : 0;
    follow_sight(l, in);
    follow_owner(m, in);
    mind_hear(m, in);
    if (!in->calendar.known) return;
    int64_t local = in->calendar.unix_us / 1000000 + in->calendar.zone_s;
    l->hour_minute = (uint32_t)(((local % 86400) + 86400) % 86400 / 60);
}

// --------------------------------------------------------------------------------------------- what it shows

// Whoever is there is looked in the eyes, two to five seconds; then it looks elsewhere for a moment.
static void gaze(struct mind *m) {
    struct mind_live *l = &m->live;
    bool there = l->face && l->now - l->face_at < 0.4 && !l->asleep;
    if (there && l->now >= l->contact_rest && l->now >= l->contact_until) {
        bool met = l->contact_until > 0 && l->now - l->contact_until < 1;
        double rest = met ? (double)mind_between(m, NULL, 0.5f, 2) : 0;
        l->contact_rest = l->now + rest;
        l->contact_until = l->contact_rest + (double)mind_between(m, NULL, 2, 5);
    }
    m->feelings.gaze = there && l->now >= l->contact_rest && l->now < l->contact_until;
    m->feelings.gaze_yaw_rad = l->face_bearing;
    m->feelings.gaze_pitch_rad = l->face_pitch - l->head_rad;
}

static const char *resting_face(const struct mind *m) {
    double happy = mood_value(&m->mood, "Happy");
    if (m->live.asleep) return "asleep";
    if (m->mood.simple == MOOD_FRUSTRATED) return "annoyed";
    if (m->live.debt_s > 40 * 60) return "tired";
    if (happy < -0.4) return "sad";
    if (happy > 0.4) return "happy";
    if (m->mood.simple == MOOD_HIGH_STIM) return "interested";
    return "neutral";
}

void mind_feel_body(struct mind *m, double seconds) {
    struct mind_live *l = &m->live;
    bool held = mind_held(l->status, l->attitude), touched = l->status & BODY_STATUS_TOUCHED;
    double initiative = (double)l->initiative / 100;
    l->debt_s += (l->asleep ? -60 : 300 - 270 * initiative) * seconds / 60;
    l->debt_s = l->debt_s < 0 ? 0 : l->debt_s > 72000 ? 72000 : l->debt_s;
    l->purr += (touched ? 0.25 : -0.5) * seconds;
    l->purr = l->purr < 0 ? 0 : l->purr > 1 ? 1 : l->purr;
    if (l->felt_at[LIFE_EVENT_KIND_SHAKEN] == l->now) l->trust -= 0.5; // NOLINT: of this very beat
    l->trust += (held ? 0.1 : -l->trust * 0.023) * seconds;
    l->trust = l->trust < 0 ? 0 : l->trust > 1 ? 1 : l->trust;
    struct mind_feelings *f = &m->feelings;
    f->mood = (uint8_t)m->mood.simple;
    f->asleep = l->asleep;
    f->stimulation = m_clamp((float)m->mood.feelings[mood_stir(&m->mood)].value, 0, 1);
    f->happy = (float)mood_value(&m->mood, "Happy");
    f->confident = (float)mood_value(&m->mood, "Confident");
    f->social = (float)mood_value(&m->mood, "Social");
    f->hushed = l->now < l->quiet_until && !l->timer_rings && !l->aloud;
    f->held_trust = (float)l->trust, f->purr = (float)l->purr;
    const char *face = resting_face(m);
    if (strcmp(f->face, face) != 0) memset(f->face, 0, sizeof f->face), strcpy(f->face, face);
    gaze(m);
}
