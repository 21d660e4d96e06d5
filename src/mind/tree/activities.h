// What Cozmo does all day, from the files of his app: activities, how each chooses among behaviours, the
// behaviours, and which of them answers a reaction.
//
//     struct activity *list;
//     uint32_t count;
//     if (activities_read(document, arena, &list, &count, fault)) return fault->err;  // one object or a list
//     const struct activity_value *chooser = activity_value(&list[0], "behaviorChooser");
//     if (behavior_read(document, arena, &behavior, fault)) …  // behaviors/**/*.json
//     if (reactions_read(document, arena, &reactions, &count, fault)) …  // reactionTrigger_behavior_map.json
//
// Every activity has activityID, activityType and activityStrategy.type. Its other keys depend on its type
// and stand in one table (ACTIVITY_KEYS). Unknown keys and unknown types are ignored. Known ones must be
// valid; a fault names the place. Texts stay in the document, everything else lives in the arena.
#pragma once

#include "base/data/graph.h"

enum { ACTIVITY_VALUES_MAX = 24, ACTIVITY_LISTS_MAX = 4096, ACTIVITY_DEPTH_MAX = 8 };

// "Selection": chosen from outside. "StrictPriority": in this order. "Scoring": drawn by score, less a
// penalty for each use.
struct chooser {
    struct text type;
    struct chooser_choice {
        struct text behavior;
        float score;
        struct graph penalty; // empty: no penalty
        const struct json *place;
    } * choices;
    uint32_t count;
};

enum activity_kind {
    ACTIVITY_TEXT,
    ACTIVITY_NUMBER,
    ACTIVITY_CHOOSER,
    ACTIVITY_NAMES,      // of behaviours
    ACTIVITY_ACTIVITIES, // one or a list, inline or by name
    ACTIVITY_OBJECTIVES,
};
struct activity_key {
    const char *type, *key; // type NULL: all types; key may contain dots
    enum activity_kind kind;
    bool needed;
};
extern const struct activity_key ACTIVITY_KEYS[]; // ends with a row without a key

struct activity_objective {
    struct text objective, behavior;
    bool ignore_if_locked;
    float probability;
    uint32_t least, most; // the range of a random number of completions
};
struct activity_names {
    struct text *at;
    uint32_t count;
};
struct activity;
struct activity_value {
    const struct activity_key *key;
    struct text text;
    double number;
    struct chooser chooser;
    struct activity_names names; // also of activities given only by name
    struct activity *activities;
    struct activity_objective *objectives;
    uint32_t count; // of activities or objectives
};
struct activity {
    struct text id, type, strategy;
    struct activity_value *values;
    uint32_t count;
    const struct json *place;
};

enum err activities_read(const struct json *document, struct arena *arena, struct activity **out,
                         uint32_t *count, struct fault *fault);
// NULL: the activity lacks this key.
const struct activity_value *activity_value(const struct activity *activity, const char *key);

struct behavior {
    struct text id, class;
    struct activity_names triggers; // animTriggers
    const struct json *document;    // all parameters of its class
};
enum err behavior_read(const struct json *document, struct arena *arena, struct behavior *out,
                       struct fault *fault);

struct reaction {
    struct text trigger, behavior;
    bool resume; // the interrupted behaviour is resumed afterwards
    const struct json *place;
};
enum err reactions_read(const struct json *document, struct arena *arena, struct reaction **out,
                        uint32_t *count, struct fault *fault);
