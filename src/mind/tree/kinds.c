// How the keys of nodes are read that are more than a number.
#include "mind/tree/tree_internal.h"

enum { LIST_MAX = 512 };

static enum err list_of(const struct json *value, const char *of, struct fault *fault) {
    char found[64];
    if (value->kind != JSON_LIST)
        return json_fault(value, fault, ERR_TYPE, "expected %s, found %s", of,
                          json_found(value, found, sizeof found));
    if (value->count > LIST_MAX)
        return json_fault(value, fault, ERR_LIMIT, "expected at most %d, found %u", LIST_MAX, value->count);
    return ERR_NONE;
}

static enum err read_text(const struct json *value, const struct knob_reading *in, void *to,
                          struct fault *fault) {
    return json_as_text(value, to, fault);
}

// A list, or one alone.
static enum err read_names(const struct json *value, const struct knob_reading *in, void *to,
                           struct fault *fault) {
    struct names *out = to;
    bool list = value->kind == JSON_LIST;
    enum err err = list ? list_of(value, "a list of names", fault) : ERR_NONE;
    if (err) return err;
    out->at = arena_array(in->arena, struct text, (list ? value->count : 1) + 1);
    if (!out->at) return fault_set(fault, ERR_MEMORY, "no memory for names");
    for (const struct json *one = list ? value->first : value; one && !err; one = list ? one->next : NULL)
        err = json_as_text(one, &out->at[out->count++], fault);
    return err;
}

static enum err read_timer(const struct json *value, const struct knob_reading *in, void *to,
                           struct fault *fault) {
    int32_t number;
    enum err err = json_as_text(value, to, fault);
    return err ? err : tree_timer(in->user, *(struct text *)to, value, &number, fault);
}

static enum err read_timers(const struct json *value, const struct knob_reading *in, void *to,
                            struct fault *fault) {
    struct names *out = to;
    int32_t number;
    enum err err = read_names(value, in, to, fault);
    for (uint32_t i = 0; i < out->count && !err; i++)
        err = tree_timer(in->user, out->at[i], value, &number, fault);
    return err;
}

// [{"type": "imperative_come"}, …]
static enum err read_intents(const struct json *value, const struct knob_reading *in, void *to,
                             struct fault *fault) {
    struct names *out = to;
    enum err err = list_of(value, "a list of {\"type\": an intent}", fault);
    if (err) return err;
    out->at = arena_array(in->arena, struct text, value->count + 1);
    if (!out->at) return fault_set(fault, ERR_MEMORY, "no memory for intents");
    for (const struct json *one = value->first; one && !err; one = one->next)
        err = one->kind == JSON_TEXT ? json_as_text(one, &out->at[out->count++], fault)
                                     : json_get_text(one, "type", &out->at[out->count++], fault);
    return err;
}

static enum err read_node(const struct json *value, const struct knob_reading *in, void *to,
                          struct fault *fault) {
    struct node_ref *out = to;
    enum err err = json_as_text(value, &out->name, fault);
    out->place = value, out->is = true;
    return err ? err : tree_refer(in->user, out, fault);
}

static enum err read_graph(const struct json *value, const struct knob_reading *in, void *to,
                           struct fault *fault) {
    return graph_read(value, in->arena, to, fault);
}

static enum err read_condition(const struct json *value, const struct knob_reading *in, void *to,
                               struct fault *fault) {
    return tree_read_condition(in->user, value, to, fault);
}

static enum err read_any(const struct json *value, const struct knob_reading *in, void *to,
                         struct fault *fault) {
    *(const struct json **)to = value;
    return ERR_NONE;
}

static enum err read_custom(const struct json *value, const struct knob_reading *in, void *to,
                            struct fault *fault) {
    struct custom *out = to;
    const struct tree_reading *r = in->user;
    out->of = r->current;
    return json_as_text(value, &out->name, fault);
}

static enum err read_modifiers(const struct json *value, const struct knob_reading *in, void *to,
                               struct fault *fault) {
    struct node_modifiers *out = to;
    static const char *const NAMES[] = {
        "wantsToBeActivatedWhenCarryingObject", "wantsToBeActivatedWhenOffTreads",
        "wantsToBeActivatedWhenOnCharger",      "connectToCubeInBackground",
        "ensuresCubeConnectionAtDelegation",    "cubeConnectionRequirements"};
    enum err err = json_only(value, NAMES, 6, fault);
    static const char *const NEEDS[] = {"None", "OptionalLazy", "OptionalActive", "RequiredLazy",
                                        "RequiredManaged"};
    bool *const TO[] = {&out->carrying, &out->off_treads, &out->on_charger, &out->cube_behind,
                        &out->cube_now};
    for (int i = 0; i < 5 && !err; i++)
        if (json_get(value, NAMES[i])) err = json_get_bool(value, NAMES[i], TO[i], fault);
    const struct json *need = json_get(value, NAMES[5]);
    struct text name;
    if (err || !need || (err = json_as_text(need, &name, fault))) return err;
    for (int32_t i = 0; i < 5; i++)
        if (text_is(name, NEEDS[i])) return out->cube = i, ERR_NONE;
    return json_fault(need, fault, ERR_UNKNOWN,
                      "expected None, OptionalLazy, OptionalActive, RequiredLazy or RequiredManaged");
}

const struct knob_kind KIND_TEXT = {"a name", read_text}, KIND_NAMES = {"a list of names", read_names},
                       KIND_NODE = {"a node's name", read_node}, KIND_GRAPH = {"a graph", read_graph},
                       KIND_CONDITION = {"a condition", read_condition},
                       KIND_INTENTS = {"a list of intents", read_intents},
                       KIND_TIMER = {"a timer's name", read_timer},
                       KIND_TIMERS = {"a list of timers", read_timers},
                       KIND_MODIFIERS = {"an object of flags", read_modifiers},
                       KIND_ANY = {"anything", read_any}, KIND_CUSTOM = {"a name", read_custom};

// ------------------------------------------------------------------------------------------------ entries

struct scoring {
    float flat;
    struct graph repetition, activated;
    const struct json *scorers;
};
static const struct knob SCORING_LIST[] = {
    KNOB_NAMED(struct scoring, flat, "flatScore", KNOB_TYPE_F32, "", -1e6, 1e6, 0, "the same always"),
    KNOB_OWN(struct scoring, repetition, "repetitionPenalty", &KIND_GRAPH, "by seconds since its last end"),
    KNOB_OWN(struct scoring, activated, "activatedPenalty", &KIND_GRAPH, "by seconds since its start"),
    KNOB_OWN(struct scoring, scorers, "emotionScorers", &KIND_ANY, "the mean of graphs of emotions"),
};
static const struct knobs SCORING = {"scoring", SCORING_LIST, 4, sizeof(struct scoring)};

static enum err read_scorers(const struct json *list, struct arena *arena, struct entry *out,
                             struct fault *fault) {
    enum err err = list_of(list, "a list of {\"emotionType\", \"graph\"}", fault);
    if (err) return err;
    out->scorers = arena_array(arena, struct entry_scorer, list->count + 1);
    if (!out->scorers) return fault_set(fault, ERR_MEMORY, "no memory for scores");
    for (const struct json *one = list->first; one && !err; one = one->next) {
        struct entry_scorer *s = &out->scorers[out->scorer_count++];
        err = json_get_text(one, "emotionType", &s->emotion, fault);
        const struct json *graph = json_get(one, "graph");
        if (!err && !graph) err = json_fault(one, fault, ERR_MISSING, "there is no \"graph\"");
        if (!err) err = graph_read(graph, arena, &s->graph, fault);
    }
    return err;
}

static enum err read_scoring(const struct json *value, const struct knob_reading *in, struct entry *out,
                             struct fault *fault) {
    struct scoring scoring = {0};
    const struct knob_set set = {&SCORING, &scoring};
    enum err err = knobs_read_together(&set, 1, value, in, fault);
    out->scored = true;
    out->flat_score = scoring.flat, out->repetition = scoring.repetition;
    out->activated = scoring.activated;
    if (!err && scoring.scorers) err = read_scorers(scoring.scorers, in->arena, out, fault);
    return err;
}

struct entry_knobs {
    struct entry e;
    const struct json *scoring;
};
static const struct knob ENTRY_LIST[] = {
    KNOB_OWN(struct entry_knobs, e.node.name, "behavior", &KIND_TEXT, "the node"),
    KNOB_NAMED(struct entry_knobs, e.cooldown_s, "cooldown_s", KNOB_TYPE_F32, "s", -1, 1e7, 0,
               "rest after its end; -1: it runs once"),
    KNOB_NAMED(struct entry_knobs, e.weight, "weight", KNOB_TYPE_F32, "", -1e6, 1e6, 1,
               "how likely it is drawn; 0 or less: never"),
    KNOB_NAMED(struct entry_knobs, e.cooldown_random_factor, "cooldown_random_factor", KNOB_TYPE_F32, "", 0,
               1, 0, "the rest is longer or shorter by up to this share"),
    KNOB_NAMED(struct entry_knobs, e.ignoreFastForward, "ignoreFastForward", KNOB_TYPE_BOOL, "", 0, 1, 0,
               "its rest is not scaled in fast motion"),
    KNOB_OWN(struct entry_knobs, e.linkedBehaviorTimer, "linkedBehaviorTimer", &KIND_TEXT,
             "rests while this timer is young; its end resets it"),
    KNOB_NAMED(struct entry_knobs, e.resetLinkedTimerOnDispatcherActivation,
               "resetLinkedTimerOnDispatcherActivation", KNOB_TYPE_BOOL, "", 0, 1, 0,
               "the dispatcher's start resets it, too"),
    KNOB_NAMED(struct entry_knobs, e.audioAllowed, "audioAllowed", KNOB_TYPE_BOOL, "", 0, 1, 0,
               "it may be heard even while the robot is quiet"),
    KNOB_OWN(struct entry_knobs, scoring, "scoring", &KIND_ANY, "how a scoring dispatcher ranks it"),
};
static const struct knobs ENTRY = {"entry", ENTRY_LIST, sizeof ENTRY_LIST / sizeof *ENTRY_LIST,
                                   sizeof(struct entry_knobs)};

static enum err read_entry(const struct json *value, const struct knob_reading *in, struct entry *out,
                           struct fault *fault) {
    struct entry_knobs *e = arena_one(in->arena, struct entry_knobs);
    if (!e) return fault_set(fault, ERR_MEMORY, "no memory for an entry");
    const struct knob_set set = {&ENTRY, e};
    knobs_defaults(&ENTRY, e);
    enum err err;
    if (value->kind == JSON_TEXT)
        err = json_as_text(value, &e->e.node.name, fault);
    else
        err = knobs_read_together(&set, 1, value, in, fault);
    e->e.node.is = e->e.node.name.len, e->e.node.place = value;
    if (!err && !e->e.node.is) err = json_fault(value, fault, ERR_MISSING, "there is no \"behavior\"");
    if (!err && e->scoring) err = read_scoring(e->scoring, in, &e->e, fault);
    struct tree_reading *reading = in->user;
    if (!err && reading->tree.entry_count == TREE_ENTRIES_MAX)
        err = json_fault(value, fault, ERR_LIMIT, "more than %d entries", TREE_ENTRIES_MAX);
    if (err) return err;
    e->e.number = reading->tree.entry_count++;
    *out = e->e;
    out->timer = -1;
    if (out->linkedBehaviorTimer.len)
        err = tree_timer(reading, out->linkedBehaviorTimer, value, &out->timer, fault);
    return err ? err : tree_refer(reading, &out->node, fault); // where it stays
}

static enum err read_entries(const struct json *value, const struct knob_reading *in, void *to,
                             struct fault *fault) {
    struct entries *out = to;
    bool list = value->kind == JSON_LIST;
    enum err err = list ? list_of(value, "a list of nodes", fault) : ERR_NONE;
    if (err) return err;
    out->at = arena_array(in->arena, struct entry, (list ? value->count : 1) + 1);
    if (!out->at) return fault_set(fault, ERR_MEMORY, "no memory for entries");
    for (const struct json *one = list ? value->first : value; one && !err; one = list ? one->next : NULL)
        err = read_entry(one, in, &out->at[out->count++], fault);
    return err;
}

const struct knob_kind KIND_ENTRIES = {"a list of nodes", read_entries};
