// A mind as it lives: what it knows, what is on its stack, what it asks for. For the files of the room mind;
// whoever only wants a mind includes mind/mind.h.
//
// Numbers that only matter to one class lie in the state of its node, `own` and `when`, nought when it
// begins.
// All of a mind that decides its next beat is plain and hashed; what a tick hands in is looked at and let go.
#pragma once

#include "base/maths/chance.h"
#include "border/body_model.h"
#include "mind/intent/intent.h"
#include "mind/mood/mood.h"
#include "mind/tree/tree.h"
#include "schema/mind.h"
#include "store/features.h"

enum {
    MIND_ASKS = 6,    // requests of one node that are under way
    MIND_WISHES = 12, // requests in one beat
    MIND_TRACES = 64,
    MIND_PERSONS = 16,
    MIND_PLACES = 64,
    MIND_KINDS = 128,  // of events
    MIND_TELLS = 8,    // events of its own in a tick
    MIND_CARDS = 5,    // on a side of the table
    MIND_MOVES = 8,    // of its treads that it asked for
    MIND_REACHES = 16, // directions
    MIND_MOTION_AREAS = 4,
    NODE_NONE = 0xffff // no node
};
#define MIND_BEAT_S     0.06
#define NEVER           (-1e9)
#define MIND_PATIENCE_S 150.0 // so long it waits for an answer

struct node_state {
    double began, ended, quiet; // seconds of its life; quiet: is not asked again before
    double asked_at;            // last
    double when[2];
    float own[8];
    uint32_t asks[MIND_ASKS];  // tickets; 0: none
    uint32_t kinds[MIND_ASKS]; // of those requests
    uint32_t runs, step;
    int32_t child;                           // of a dispatcher: its entry; -1: none
    uint16_t active, asked, failed, unknown; // asked: anything since it began; failed: of the last that ended
    uint32_t drawn;                          // chances, in its life
};
struct entry_state {
    double ready, ended, began;
    uint32_t runs, spare;
};
struct condition_state {
    double armed, since, told; // watched since; holds since; told last
    uint32_t beat, now, was;   // of its last evaluation
    float number;
};

// What it was told about somebody, for as long as it lives.
struct mind_person {
    int32_t id;
    uint32_t greeted;
    double first, last, left, met; // seen first and last, gone since, greeted
    char name[32];
};

// What may be said to it without calling it first.
enum mind_listens { LISTENS_NOT, LISTENS_GAME, LISTENS_QUESTION };

struct mind_game {                           // of cards
    uint8_t deck[52], dealt, open, spare[2]; // open: the dealer's second card can be seen
    uint8_t dealer[MIND_CARDS], player[MIND_CARDS], dealers, players;
};

// A request of its own for its treads, and where it stood then.
struct mind_move {
    uint32_t ticket;
    float x_m, y_m, heading_rad;
};

struct mind_owner {
    char home[128], locale[8];
    uint32_t clock_24, fahrenheit, age_s, volume, eye_colour, photos;
};

// Where it looked for its charger, in its own origin.
struct mind_place {
    double at;
    float x_m, y_m;
    uint32_t is, blocked; // blocked: it could not get there
};

struct mind_live {
    double now, due, slept; // seconds of its life; asleep since
    uint32_t tick, beat, last_ticket, depth;
    uint16_t stack[TREE_DEPTH_MAX];
    // what was felt, by kind of event
    double felt_at[MIND_KINDS];
    float felt_a[MIND_KINDS], felt_b[MIND_KINDS];
    double timers[TREE_TIMERS_MAX];
    // its body
    double stuck_since, stall_at, touched_since, touch_ended, held_since, off_treads_since, on_treads_since,
        cliff_since, charger_since, charger_left, attitude_since, moved, still_since, shaken_at, dark_since,
        low_since, edges_since, edges_rest; // edges: of this series, one soon after another
    uint32_t status, attitude, news, asked, shown, battery, strokes, drawn;
    float pitch_rad, roll_rad, head_rad, lift_m, x_m, y_m, heading_rad, range_m, light;
    float charge; // how full its battery is, 0 to 1, as its body is read; below 0: nobody knows
    // where it left its charger, which way it drove off, where it looked for it, where it was put down
    float home_x_m, home_y_m, home_rad, goal_x_m, goal_y_m, put_x_m, put_y_m;
    // the middle of where it was since it was put down, and where it was counted last
    float middle_x_m, middle_y_m, counted_x_m, counted_y_m;
    uint32_t middle_of, spare_middle;            // so many places
    uint32_t home_known, searched_count, stalls; // stalls: of the last minute, since it last came free
    struct mind_place searched[MIND_PLACES];
    struct mind_move moves[MIND_MOVES];
    uint32_t move_count, vain; // vain: how many moves running were cut short where they began
    // who and what is there
    struct mind_person persons[MIND_PERSONS];
    uint32_t person_count;
    int32_t face; // the best one; 0: none yet
    float face_bearing, face_pitch, face_distance, face_turned;
    double face_at, face_since, contact_at, contact_until, contact_rest;
    uint32_t cube, charger, cube_held, noises;
    float cube_home_m; // from its charger to the cube that stands nearest to it
    float cube_bearing, cube_distance, charger_bearing, charger_distance;
    double cube_at, cube_moved, charger_at;
    double noise_at, noise_done, word_at, tempo_at, tempo_maybe_at, quiet_since;
    float noise_rad, noise_db, noise_over_db, noise_sure, tempo_bpm;
    // what was said to it
    double intent_at, wake_at, unclaimed_at, silence_at, listens_until;
    struct intent pending, active;                        // number 0: none
    uint32_t active_node, wake, unclaimed, listens, told; // of the active one + 1; told: what came, so far
    uint32_t called;                                      // by its name, and it hears what comes after that
    struct intent last;                                   // that came, for programs
    // what it does for others
    double timer_at, timer_reminded, quiet_until;     // timer: when it rings; NEVER: none
    uint32_t timer_s, timer_rings, controlled, aloud; // aloud: while it is quiet, this may be heard
    struct mind_game game;
    struct mind_owner owner;
    int64_t unix_us, zone_us;
    // what it makes out before it, and what was set
    double motion_at, salient_at[2], pet_at, set_at[2]; // salient: a person, a hand; set: eye colour, volume
    float motion[MIND_MOTION_AREAS], motion_x_m, motion_y_m;
    uint32_t pet, pet_looks, light_verdict, alexa, maintenance; // light: 1 dark, 2 light, 0 nobody knows
    // what it is
    double led_until, debt_s, bored_at, purr, trust, unix_s;
    uint32_t asleep, zone_known, hour_minute, initiative;
    uint32_t feature;                   // node that names the present one + 1
    uint32_t cube_wanted, spare_wanted; // its link, as it was asked for: CubeLevel
    uint32_t suggested, suggested_beat; // by which node that ended, +1; when
    double fast_forward;                // rests pass so much faster
    double explore_more_s;              // by what was wanted of it
    uint32_t answers;                   // the intent that a simple answer is given to
    uint32_t trace_count;
    uint64_t seed;
};

struct simple_response;

struct mind_trace_row {
    double at;
    uint16_t kind, node, other, condition;
    float a, b;
};

struct mind_wish {
    struct life_envelope envelope;
    struct life_message message;
};

// What it did, for whoever asks: no part of what it decides by.
enum { DIARY_LINES = 512, DIARY_DEEDS = 16 };
struct diary_line {
    double at;        // seconds of its life
    int64_t local_us; // 0: it knew no calendar
    struct text does, because;
};
struct diary {
    struct diary_line lines[DIARY_LINES]; // a ring
    struct diary_deed {
        struct diary_line line;
        uint32_t beats;
    } deeds[DIARY_DEEDS]; // of this minute
    uint32_t count, deed_count;
    double minute;
};

struct mind {
    const struct mind_data *data; // shared
    const struct tree *tree;
    const struct node *root;
    struct node_state *nodes;
    struct entry_state *entries;
    struct condition_state *conditions;
    struct mood mood;
    struct mind_live live;
    struct mind_feelings feelings;
    struct mind_trace_row traces[MIND_TRACES]; // a ring, for those who look
    struct diary diary;
    struct mind_wish wishes[MIND_WISHES];
    uint32_t wish_count, wish_read;
    struct life_event tells[MIND_TELLS];
    uint32_t tell_count, tell_read;
    struct feature_switches switches;
    bool vector;                 // its creature
    uint32_t forced;             // the node that somebody began, +1: nothing below it is asked; 0: none
    uint32_t begins;             // the node that somebody wants to begin with the next beat, +1; 0: none
    uint32_t lacks;              // parts that its body does not have, BODY_HAS(…)
    float reach_m[MIND_REACHES]; // of this tick: so far it may drive, ahead and round to the left
};

// ---- the stack ----
static inline struct node_state *node_state(struct mind *m, const struct node *n) {
    return &m->nodes[n->number];
}
static inline const struct node *node_of(const struct mind *m, const struct node_ref *ref) {
    return ref->is ? &m->tree->nodes[ref->number] : NULL;
}
static inline double node_age(struct mind *m, const struct node *n) {
    return m->live.now - node_state(m, n)->began;
}
bool mind_wants(struct mind *m, const struct node *n); // whether it could begin
bool mind_active(const struct mind *m, const struct node *n);
bool mind_above(const struct mind *m, const struct node *n); // something stands on top of it
const struct text *mind_suggestion(const struct mind *m);    // of the last beats; NULL: none
const struct node *mind_top(const struct mind *m);
bool mind_push(struct mind *m, const struct node *n);
void mind_pop_to(struct mind *m, const struct node *n, bool cut); // what stands above it ends, top first
bool mind_gentle(struct mind *m, const struct node *n);
void mind_stack_beat(struct mind *m);
struct text mind_because(const struct mind *m); // why it does what it does, in human words
void mind_keep_diary(struct mind *m);
void mind_trace(struct mind *m, enum mind_trace_kind kind, uint32_t node, uint32_t other, float a, float b);

// ---- conditions ----
bool condition_holds(struct mind *m, const struct condition *c); // NULL: yes
void condition_watch(struct mind *m, const struct condition *c); // from now on
void condition_spent(struct mind *m, const struct condition *c); // what was felt until now was answered
static inline struct condition_state *condition_state(struct mind *m, const struct condition *c) {
    return &m->conditions[c->number];
}

// ---- asking for things ----
// The request's ticket, which the node waits for; 0: too many are under way.
uint32_t mind_ask(struct mind *m, const struct node *n, const struct life_message *request);
void mind_tell(struct mind *m, const struct life_message *request); // nobody waits for it
bool mind_waits(struct mind *m, const struct node *n);
void mind_let_go(struct mind *m, const struct node *n); // what it asked for is cancelled
uint32_t mind_play(struct mind *m, const struct node *n, struct text trigger);
uint32_t mind_play_loop(struct mind *m, const struct node *n, struct text trigger, uint32_t loops);
uint32_t mind_turn(struct mind *m, const struct node *n, float rad, float radps);
uint32_t mind_drive(struct mind *m, const struct node *n, float mm, float mmps);
uint32_t mind_head(struct mind *m, const struct node *n, float rad, float seconds);
uint32_t mind_lift(struct mind *m, const struct node *n, float mm);
uint32_t mind_wait(struct mind *m, const struct node *n, float seconds);
uint32_t mind_request(struct mind *m, const struct node *n, enum life_kind kind);
void mind_glance(struct mind *m, float bearing_rad, float pitch_rad, float seconds); // eyes only
// Eyes and then head to where it will go next, so that one sees it coming; the node waits for its head.
void mind_lead(struct mind *m, const struct node *n, float bearing_rad, float pitch_rad);
void mind_post(struct mind *m, struct text event); // an emotion event; unknown ones are nothing
// Eyes, head, body, one after the other. False: it is done.
bool mind_turn_to(struct mind *m, const struct node *n, float bearing_rad, float pitch_rad);
// Rows of a step table. OVER at their end.
enum going mind_steps(struct mind *m, const struct node *n);

struct chance mind_dice(struct mind *m, const struct node *n, const char *stream);
float mind_between(struct mind *m, const struct node *n, float low, float high);
void mind_timer_reset(struct mind *m, struct text name);
double mind_timer_age(const struct mind *m, struct text name); // below 0: never reset
bool mind_intent_pending(const struct mind *m, const struct names *names);
bool mind_intent_active(const struct mind *m, const struct names *names);
bool mind_take_intent(struct mind *m, const char *name); // it was pending, and is this node's from now on
const struct simple_response *mind_response(const struct mind *m,
                                            uint32_t user); // NULL: it has no simple one
void mind_event(struct mind *m, enum life_event_kind kind, uint32_t subject, float a, float b);
// A sentence by its key, "{0}" and "{1}" filled; both may be NULL. 0: there is none, or too many are under
// way.
uint32_t mind_say(struct mind *m, const struct node *n, const char *key, const char *first,
                  const char *second);
uint32_t mind_say_words(struct mind *m, const struct node *n, const char *words);
const char *mind_sentence(const struct mind *m, const char *key);
const char *mind_person_name(const struct mind *m, int32_t person); // "": nobody told
void mind_name_person(struct mind *m, int32_t person, const char *name);
bool mind_on_treads(const struct mind *m);
// By its body's status and attitude: who is lifted up is held. Who lies on a side, with nothing below the
// treads and struggling to get up, feels much the same and is not.
bool mind_held(uint32_t status, uint32_t attitude);
bool mind_lies(uint32_t attitude);
// Whether so far on, that way, it would come up against its charger; 0: ahead.
bool mind_meets_home(const struct mind *m, float heading_rad, float far_m);
bool mind_face_near(const struct mind *m, float within_s);

// ---- dispatchers ----
// Until when a child of one rests after its last end; NEVER: it does not.
bool dispatcher_linked(const struct node *n); // its children are in scope with it
double dispatcher_rests_until(const struct mind *m, const struct node *n, const struct node *child);
extern const struct mind_class CLASS_PASS_THROUGH, CLASS_QUEUE, CLASS_QUIET_MODE, CLASS_STRICT,
    CLASS_STRICT_REST, CLASS_RANDOM, CLASS_SCORING, CLASS_RERUN;
