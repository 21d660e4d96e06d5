// States, each with a node, and what leads from one to the next: HighLevelAI and its like.
//
// A transition that interrupts is asked each beat, one that does not when the state's node may be left
// gently, one that exits when that node has ended. Nothing fires while a way in is played, but what
// interrupts. A machine never ends by itself; interrupted it goes on in the state in which it was, or in its
// replacement.
#include "base/data/graph.h"
#include "base/maths/maths.h"
#include "mind/class/classes.h"
#include "mind/tree/tree_internal.h"

#include <string.h>

enum { STATES_MAX = 48, TRANSITIONS_MAX = 256, FROM_MAX = 16, PAIRS_MAX = 16, STATE_NONE = 255 };
enum transition_kind { INTERRUPTING, GENTLY, EXIT };

struct machine_state {
    struct text name, timer, intent;
    struct node_ref node, get_in;
    float least_stim;
    bool over;
    uint32_t entry; // of the mind's entries: when it began last
};
struct transition {
    uint8_t kind, to, from_count; // from_count 0: from every state
    uint8_t from[FROM_MAX];
    const struct condition *when;
    struct text event;
};
struct state_pair {
    struct text from;
    uint8_t to;
};
struct state_pairs {
    struct state_pair at[PAIRS_MAX];
    uint32_t count;
};
struct state_timer {
    struct text name;
    float begin_s;
};
struct machine {
    const struct json *states, *transitions, *resume, *suggested, *timers; // as they were read
    struct text initial;
    float known_face_s, cube_s, cube_charger_s, face_mm;
    bool ignore_missing;
    struct machine_state *state;
    uint32_t state_count, transition_count, timer_count;
    struct transition *transition;
    struct state_pairs *resumes, *suggests;
    struct state_timer *timer;
};

// ------------------------------------------------------------------------------------------------ reading

static uint8_t state_named(const struct machine *k, struct text name) {
    for (uint32_t i = 0; i < k->state_count; i++)
        if (text_same(k->state[i].name, name)) return (uint8_t)i;
    return STATE_NONE;
}

static enum err name_state(const struct machine *k, const struct json *value, uint8_t *out,
                           struct fault *fault) {
    struct text name;
    enum err err = json_as_text(value, &name, fault);
    if (!err) *out = state_named(k, name);
    return err || *out != STATE_NONE ? err
                                     : json_fault(value, fault, ERR_UNKNOWN, "no state is called \"%.*s\"",
                                                  (int)(name.len < 60 ? name.len : 60), name.at);
}

static enum err list_of(const struct json *value, const char *what, uint32_t most, struct fault *fault) {
    if (value->kind != JSON_LIST) return json_fault(value, fault, ERR_TYPE, "expected a list of %s", what);
    return value->count > most ? json_fault(value, fault, ERR_LIMIT, "more than %u %s", most, what)
                               : ERR_NONE;
}

static enum err refer(struct tree_reading *r, const struct json *value, struct node_ref *out,
                      struct fault *fault) {
    enum err err = json_as_text(value, &out->name, fault);
    out->place = value, out->is = true;
    return err ? err : tree_refer(r, out, fault);
}

static enum err read_state(struct tree_reading *r, const struct json *value, struct machine *k,
                           struct fault *fault) {
    static const char *const KEYS[] = {
        "name",           "behavior",           "getInBehavior", "resetBehaviorTimer",
        "activateIntent", "ensureMinStimValue", "cancelSelf"};
    struct machine_state *s = &k->state[k->state_count];
    double stim = 0;
    int32_t timer;
    enum err err = json_only(value, KEYS, 7, fault);
    if (!err) err = json_get_text(value, "name", &s->name, fault);
    if (!err && state_named(k, s->name) != STATE_NONE)
        err = json_fault(value, fault, ERR_DUPLICATE, "a state is called \"%.*s\" already", (int)s->name.len,
                         s->name.at);
    const struct json *node = json_get(value, "behavior"), *get_in = json_get(value, "getInBehavior"),
                      *reset = json_get(value, "resetBehaviorTimer");
    if (!err && !node) err = json_fault(value, fault, ERR_MISSING, "there is no \"behavior\"");
    if (!err) err = refer(r, node, &s->node, fault);
    if (!err && get_in) err = refer(r, get_in, &s->get_in, fault);
    if (!err && reset) err = json_as_text(reset, &s->timer, fault);
    if (!err && reset) err = tree_timer(r, s->timer, reset, &timer, fault);
    if (!err && json_get(value, "activateIntent"))
        err = json_get_text(value, "activateIntent", &s->intent, fault);
    if (!err && json_get(value, "ensureMinStimValue"))
        err = json_get_number(value, "ensureMinStimValue", 0, 1, &stim, fault);
    if (!err && json_get(value, "cancelSelf")) err = json_get_bool(value, "cancelSelf", &s->over, fault);
    if (!err && r->tree.entry_count == TREE_ENTRIES_MAX)
        err = json_fault(value, fault, ERR_LIMIT, "more than %d entries", TREE_ENTRIES_MAX);
    if (err) return err;
    s->least_stim = (float)stim, s->entry = r->tree.entry_count++;
    k->state_count++;
    return ERR_NONE;
}

static enum err read_transition(struct tree_reading *r, const struct json *value,
                                const struct transition *like, struct machine *k, struct fault *fault) {
    static const char *const KEYS[] = {"to", "condition", "emotionEvent"};
    if (k->transition_count == TRANSITIONS_MAX)
        return json_fault(value, fault, ERR_LIMIT, "more than %d transitions", TRANSITIONS_MAX);
    struct transition *t = &k->transition[k->transition_count];
    *t = *like;
    enum err err = json_only(value, KEYS, 3, fault);
    const struct json *to = json_get(value, "to"), *when = json_get(value, "condition");
    if (!err && !to) err = json_fault(value, fault, ERR_MISSING, "there is no \"to\"");
    if (!err) err = name_state(k, to, &t->to, fault);
    if (!err && when) err = tree_read_condition(r, when, &t->when, fault);
    if (!err && json_get(value, "emotionEvent")) err = json_get_text(value, "emotionEvent", &t->event, fault);
    if (!err) k->transition_count++;
    return err;
}

static enum err read_from(const struct json *from, const struct machine *k, struct transition *out,
                          struct fault *fault) {
    struct text all;
    if (from->kind == JSON_TEXT && !json_as_text(from, &all, NULL) && text_is(all, "*")) return ERR_NONE;
    bool list = from->kind == JSON_LIST;
    enum err err = list ? list_of(from, "states", FROM_MAX, fault) : ERR_NONE;
    if (!err && list && !from->count) err = json_fault(from, fault, ERR_RANGE, "expected a state at least");
    for (const struct json *one = list ? from->first : from; one && !err; one = list ? one->next : NULL)
        err = name_state(k, one, &out->from[out->from_count++], fault);
    return err;
}

static enum err read_definition(struct tree_reading *r, const struct json *value, struct machine *k,
                                struct fault *fault) {
    static const char *const KEYS[] = {"interruptingTransitions", "nonInterruptingTransitions",
                                       "exitTransitions", "from"};
    struct transition like = {0};
    enum err err = json_only(value, KEYS, 4, fault);
    const struct json *from = json_get(value, "from");
    if (!err && !from) err = json_fault(value, fault, ERR_MISSING, "there is no \"from\"");
    if (!err) err = read_from(from, k, &like, fault);
    for (uint8_t kind = 0; kind < 3 && !err; kind++) {
        const struct json *list = json_get(value, KEYS[kind]);
        like.kind = kind;
        if (list) err = list_of(list, "transitions", TRANSITIONS_MAX, fault);
        for (const struct json *one = list ? list->first : NULL; one && !err; one = one->next)
            err = read_transition(r, one, &like, k, fault);
    }
    return err;
}

static enum err read_pairs(const struct json *object, const struct machine *k, bool states,
                           struct arena *arena, struct state_pairs **out, struct fault *fault) {
    *out = arena_one(arena, struct state_pairs);
    if (!*out) return fault_set(fault, ERR_MEMORY, "no memory for states");
    if (object && object->kind != JSON_OBJECT)
        return json_fault(object, fault, ERR_TYPE, "expected an object");
    enum err err = ERR_NONE;
    for (const struct json *one = object ? object->first : NULL; one && !err; one = one->next) {
        if ((*out)->count == PAIRS_MAX)
            return json_fault(one, fault, ERR_LIMIT, "more than %d pairs", PAIRS_MAX);
        if (states && state_named(k, one->key) == STATE_NONE)
            return json_fault(one, fault, ERR_UNKNOWN, "no state is called \"%.*s\"", (int)one->key.len,
                              one->key.at);
        struct state_pair *pair = &(*out)->at[(*out)->count++];
        pair->from = one->key;
        err = name_state(k, one, &pair->to, fault);
    }
    return err;
}

static enum err read_timers(const struct json *list, struct machine *k, struct arena *arena,
                            struct fault *fault) {
    enum err err = list ? list_of(list, "timers", PAIRS_MAX, fault) : ERR_NONE;
    if (err || !list) return err;
    k->timer = arena_array(arena, struct state_timer, list->count + 1);
    if (!k->timer) return fault_set(fault, ERR_MEMORY, "no memory for states");
    for (const struct json *one = list->first; one && !err; one = one->next) {
        double begin_s = 0;
        err = json_get_text(one, "name", &k->timer[k->timer_count].name, fault);
        if (!err) err = json_get_number(one, "begin_s", 0, 1e7, &begin_s, fault);
        k->timer[k->timer_count++].begin_s = (float)begin_s;
    }
    return err;
}

// What the keys hold is read once all of them are there: transitions name states.
static enum err read_machine(struct tree_reading *r, struct node *n, struct fault *fault) {
    struct machine *k = n->config;
    if (!k->states) return json_fault(n->place, fault, ERR_MISSING, "there is no \"states\"");
    enum err err = list_of(k->states, "states", STATES_MAX, fault);
    if (!err && k->transitions) err = list_of(k->transitions, "transitions", TRANSITIONS_MAX, fault);
    if (err) return err;
    k->state = arena_array(r->arena, struct machine_state, k->states->count + 1);
    k->transition = arena_array(r->arena, struct transition, TRANSITIONS_MAX);
    if (!k->state || !k->transition) return fault_set(fault, ERR_MEMORY, "no memory for states");
    for (const struct json *one = k->states->first; one && !err; one = one->next)
        err = read_state(r, one, k, fault);
    if (!err && !k->state_count) err = json_fault(k->states, fault, ERR_RANGE, "expected a state at least");
    if (!err) err = read_timers(k->timers, k, r->arena, fault);
    for (const struct json *one = k->transitions ? k->transitions->first : NULL; one && !err; one = one->next)
        err = read_definition(r, one, k, fault);
    if (!err && k->initial.len && state_named(k, k->initial) == STATE_NONE)
        err = json_fault(json_get(n->place, "initialState"), fault, ERR_UNKNOWN,
                         "no state is called \"%.*s\"", (int)k->initial.len, k->initial.at);
    if (!err) err = read_pairs(k->resume, k, true, r->arena, &k->resumes, fault);
    if (!err) err = read_pairs(k->suggested, k, false, r->arena, &k->suggests, fault);
    return err;
}

static const struct knob MACHINE_LIST[] = {
    KNOB_OWN(
        struct machine, states, "states", &KIND_ANY,
        "a list of {name, behavior, getInBehavior, resetBehaviorTimer, activateIntent, ensureMinStimValue, "
        "cancelSelf}"),
    CLASS_TEXT(machine, initial, "initialState", "the first; else that of the list"),
    KNOB_OWN(struct machine, resume, "resumeReplacements", &KIND_ANY, "a state and where to go on instead"),
    KNOB_OWN(struct machine, timers, "stateTimerConditions", &KIND_ANY,
             "a list of {name, begin_s}: a customCondition that holds once a state has run so long"),
    KNOB_OWN(
        struct machine, transitions, "transitionDefinitions", &KIND_ANY,
        "a list of {from, interruptingTransitions, nonInterruptingTransitions, exitTransitions}, each of "
        "{to, condition, emotionEvent}"),
    CLASS_FLAG(machine, ignore_missing, "ignoreMissingTransitions", false, "not used: none are asked for"),
    KNOB_OWN(struct machine, suggested, "postBehaviorSuggestionResumeOverrides", &KIND_ANY,
             "a suggestion and the state in which to go on"),
    CLASS_F32(machine, known_face_s, "socializeKnownFaceCooldown_s", "s", 0, 1e7, 1800,
              "CloseFaceForSocializing rests so long"),
    CLASS_F32(machine, cube_s, "playWithCubeCooldown_s", "s", 0, 1e7, 600,
              "CloseCubeForPlaying rests so long"),
    CLASS_F32(machine, cube_charger_s, "playWithCubeOnChargerCooldown_s", "s", 0, 1e7, 2400,
              "WantsToLeaveChargerForPlay rests so long"),
    CLASS_F32(machine, face_mm, "maxFaceDistanceToSocialize_mm", "mm", 0, 1e5, 1000, "so near")};
static const struct knobs MACHINE = CLASS_KNOBS(machine, MACHINE_LIST);

// --------------------------------------------------------------------------------------- its own conditions

// How long Exploring rests: longer the older it is, and by what was wanted of it.
static double exploring_rest_s(const struct mind *m) {
    static const struct {
        uint32_t hours, rest_s;
    } BY_AGE[] = {{2, 10}, {24, 20}, {48, 40}, {72, 90}, {120, 120}, {168, 240}};
    double hours = ((double)m->live.owner.age_s + m->live.now) / 3600, base = 300;
    for (size_t i = sizeof BY_AGE / sizeof *BY_AGE; i-- > 0;)
        if (hours < BY_AGE[i].hours) base = BY_AGE[i].rest_s;
    return base + m->live.explore_more_s;
}

static double since_state(const struct mind *m, const struct machine *k, const char *name) {
    uint8_t i = state_named(k, text_of(name));
    return i == STATE_NONE || !m->entries[k->state[i].entry].runs
               ? 1e9
               : m->live.now - m->entries[k->state[i].entry].ended;
}

static bool custom(struct mind *m, const struct node *n, struct text name) {
    const struct machine *k = n->config;
    const struct node_state *s = node_state(m, n);
    double in_state = m->live.now - s->when[0];
    for (uint32_t i = 0; i < k->timer_count; i++)
        if (text_same(k->timer[i].name, name)) return s->active && in_state >= (double)k->timer[i].begin_s;
    bool cube = m->live.cube && m->live.now - m->live.cube_at < 10;
    if (text_is(name, "CloseFaceForSocializing"))
        return m->live.face > 0 && mind_face_near(m, 1) && m->live.face_distance * 1000 <= k->face_mm &&
               since_state(m, k, "Socializing") >= (double)k->known_face_s;
    if (text_is(name, "ChargerLocated")) return m->live.charger != 0;
    if (text_is(name, "CloseCubeForPlaying"))
        return cube && since_state(m, k, "PlayingWithCube") >= (double)k->cube_s;
    if (text_is(name, "WantsToLeaveChargerForPlay"))
        return cube && since_state(m, k, "PlayingWithCube") >= (double)k->cube_charger_s;
    if (text_is(name, "ExploringCooldownMet"))
        return in_state >= 10 && since_state(m, k, "Exploring") >= exploring_rest_s(m);
    return false;
}

// ------------------------------------------------------------------------------------------------ living

// own[0]: its state; own[1]: a way in is played; own[2]: it is to end; when[0]: the state began;
// step: its node was not begun yet.
static const struct node *child_of(const struct mind *m, const struct machine *k,
                                   const struct node_state *s) {
    const struct machine_state *now = &k->state[(uint32_t)s->own[0]];
    return node_of(m, s->own[1] > 0 ? &now->get_in : &now->node);
}

static bool goes_from(const struct transition *t, uint8_t state) {
    bool is = t->from_count == 0;
    for (uint32_t i = 0; i < t->from_count; i++) is |= t->from[i] == state;
    return is;
}

static void leave_state(struct mind *m, const struct node *n) {
    const struct machine *k = n->config;
    m->entries[k->state[(uint32_t)node_state(m, n)->own[0]].entry].ended = m->live.now;
}

static void enter_state(struct mind *m, const struct node *n, uint8_t to) {
    const struct machine *k = n->config;
    const struct machine_state *now = &k->state[to];
    struct node_state *s = node_state(m, n);
    struct entry_state *e = &m->entries[now->entry];
    s->own[0] = to, s->own[1] = now->get_in.is, s->own[2] = now->over, s->when[0] = m->live.now;
    s->step = 1;
    e->began = m->live.now, e->runs++;
    if (now->timer.len) mind_timer_reset(m, now->timer);
    char intent[64];
    text_copy(now->intent, intent, sizeof intent);
    if (now->intent.len && mind_take_intent(m, intent)) m->live.active_node = n->number + 1;
    double stim = m->mood.feelings[mood_stir(&m->mood)].value;
    if ((double)now->least_stim > stim) m->mood.feelings[mood_stir(&m->mood)].value = (double)now->least_stim;
    for (uint32_t i = 0; i < k->transition_count; i++)
        if (goes_from(&k->transition[i], to)) condition_watch(m, k->transition[i].when);
    mind_trace(m, MIND_TRACE_KIND_CHOSE, now->node.number, NODE_NONE, to, 0);
}

static uint8_t resumes_in(const struct mind *m, const struct machine *k, uint8_t last) {
    const struct text *suggested = mind_suggestion(m);
    for (uint32_t i = 0; suggested && i < k->suggests->count; i++)
        if (text_same(k->suggests->at[i].from, *suggested)) return k->suggests->at[i].to;
    for (uint32_t i = 0; i < k->resumes->count; i++)
        if (text_same(k->resumes->at[i].from, k->state[last].name)) return k->resumes->at[i].to;
    return last;
}

static void begin_machine(struct mind *m, const struct node *n) {
    const struct machine *k = n->config;
    uint8_t at = k->initial.len ? state_named(k, k->initial) : 0;
    double latest = NEVER;
    bool lived = false;
    for (uint8_t i = 0; i < k->state_count; i++) {
        const struct entry_state *e = &m->entries[k->state[i].entry];
        if (e->runs && e->began >= latest) latest = e->began, at = i, lived = true;
    }
    enter_state(m, n, lived ? resumes_in(m, k, at) : at);
}
static void end_machine(struct mind *m, const struct node *n) { leave_state(m, n); }

static bool fires(struct mind *m, const struct node *n, enum transition_kind kind) {
    const struct machine *k = n->config;
    uint8_t now = (uint8_t)node_state(m, n)->own[0];
    for (uint32_t i = 0; i < k->transition_count; i++) {
        const struct transition *t = &k->transition[i];
        if (t->kind != kind || !goes_from(t, now) || !condition_holds(m, t->when)) continue;
        if (kind != EXIT && t->to == now && t->from_count == 0)
            continue; // from everywhere, but not from there
        condition_spent(m, t->when);
        if (t->event.len) mind_post(m, t->event);
        if (mind_above(m, n)) mind_pop_to(m, n, true);
        leave_state(m, n);
        enter_state(m, n, t->to);
        return true;
    }
    return false;
}

static enum going step_machine(struct mind *m, const struct node *n) {
    const struct machine *k = n->config;
    struct node_state *s = node_state(m, n);
    for (uint32_t i = 0; i < k->transition_count; i++) // each keeps its own time, whoever asks it now
        if (goes_from(&k->transition[i], (uint8_t)s->own[0])) condition_holds(m, k->transition[i].when);
    fires(m, n, INTERRUPTING);
    if (s->own[1] > 0 && !mind_above(m, n) && s->step == 0) s->own[1] = 0; // the way in is over
    const struct node *child = child_of(m, k, s);
    bool idle = !mind_above(m, n);
    if (s->own[1] < 1 && (idle ? s->step == 0 : mind_gentle(m, child)) && fires(m, n, GENTLY)) idle = true;
    if (idle && s->step == 0 && s->own[1] < 1) fires(m, n, EXIT);
    if (s->own[2] > 0) return OVER;
    if (mind_above(m, n)) return GOES_ON;
    child = child_of(m, k, s);
    if (!mind_wants(m, child) && s->own[1] > 0) s->own[1] = 0, child = child_of(m, k, s);
    s->step = 0;
    if (mind_wants(m, child)) mind_push(m, child);
    return GOES_ON;
}

#define MACHINE_CLASS(id, called, says)                                                                      \
    const struct mind_class CLASS_##id = {.name = called,                                                    \
                                          .help = says,                                                      \
                                          .knobs = &MACHINE,                                                 \
                                          .dispatches = true,                                                \
                                          .read = read_machine,                                              \
                                          .custom = custom,                                                  \
                                          .begin = begin_machine,                                            \
                                          .step = step_machine,                                              \
                                          .end = end_machine};
MACHINE_CLASS(HIGH_LEVEL, "HighLevelAI",
              "States, each with a node, and what leads from one to another. Its customConditions: "
              "CloseFaceForSocializing, ChargerLocated, CloseCubeForPlaying, WantsToLeaveChargerForPlay, "
              "ExploringCooldownMet.")
MACHINE_CLASS(PR_DEMO, "PRDemo", "The same, for a demonstration.")
