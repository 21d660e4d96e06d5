#include "mind/tree/activities.h"

#include <string.h>

const struct activity_key ACTIVITY_KEYS[] = {
    {"BehaviorsOnly", "behaviorChooser", ACTIVITY_CHOOSER, false},
    {"Feeding", "universalChooser.behaviors", ACTIVITY_NAMES, false},
    {"Freeplay", "desiredActivityNames.cubeOnlyActivityName", ACTIVITY_TEXT, true},
    {"Freeplay", "desiredActivityNames.faceOnlyActivityName", ACTIVITY_TEXT, true},
    {"Freeplay", "desiredActivityNames.faceAndCubeActivityName", ACTIVITY_TEXT, true},
    {"Freeplay", "desiredActivityNames.noFaceNoCubeActivityName", ACTIVITY_TEXT, true},
    {"Freeplay", "subActivities", ACTIVITY_ACTIVITIES, false},
    {"Sparked", "requireSpark", ACTIVITY_TEXT, true},
    {"Sparked", "minTimeSecs", ACTIVITY_NUMBER, true},
    {"Sparked", "maxTimeSecs", ACTIVITY_NUMBER, true},
    {"Sparked", "numberOfRepetitions", ACTIVITY_NUMBER, true},
    {"Sparked", "behaviorObjective", ACTIVITY_TEXT, true},
    {"Sparked", "softSparkTrigger", ACTIVITY_TEXT, true},
    {"Sparked", "behaviorChooser", ACTIVITY_CHOOSER, false},
    {"Sparked", "subActivityDelegate", ACTIVITY_ACTIVITIES, false},
    {"Sparked", "sparksSuccessTrigger", ACTIVITY_TEXT, false},
    {"Sparked", "sparksFailTrigger", ACTIVITY_TEXT, false},
    {"Sparked", "driveStartAnimTrigger", ACTIVITY_TEXT, false},
    {"Sparked", "driveLoopAnimTrigger", ACTIVITY_TEXT, false},
    {"Sparked", "driveStopAnimTrigger", ACTIVITY_TEXT, false},
    {"BuildPyramid", "setupChooser", ACTIVITY_CHOOSER, true},
    {"BuildPyramid", "buildChooser", ACTIVITY_CHOOSER, true},
    {"BuildPyramid", "interludeBehaviorChooser", ACTIVITY_CHOOSER, false},
    {"BuildPyramid", "needsActionID", ACTIVITY_TEXT, false},
    {"Socialize", "behaviorChooser", ACTIVITY_CHOOSER, true},
    {"Socialize", "interludeBehaviorChooser", ACTIVITY_CHOOSER, true},
    {"Socialize", "maxNumFindFacesSearchIterations", ACTIVITY_NUMBER, true},
    {"Socialize", "requiredObjectives", ACTIVITY_OBJECTIVES, true},
    {"NeedsExpression", "behaviorChooser", ACTIVITY_CHOOSER, true},
    {NULL, NULL, ACTIVITY_TEXT, false},
};

static enum err list_of(const struct json *value, const char *of, struct fault *fault) {
    char found[64];
    if (value->kind != JSON_LIST)
        return json_fault(value, fault, ERR_TYPE, "expected a list of %s, found %s", of,
                          json_found(value, found, sizeof found));
    if (value->count > ACTIVITY_LISTS_MAX)
        return json_fault(value, fault, ERR_LIMIT, "expected at most %d %s, found %u", ACTIVITY_LISTS_MAX, of,
                          value->count);
    return ERR_NONE;
}

static enum err no_memory(struct fault *fault) { return fault_set(fault, ERR_MEMORY, "no memory"); }

static enum err read_names(const struct json *value, struct arena *arena, struct activity_names *out,
                           struct fault *fault) {
    enum err err = list_of(value, "names", fault);
    if (err) return err;
    out->at = arena_array(arena, struct text, value->count + 1);
    if (!out->at) return no_memory(fault);
    for (const struct json *one = value->first; one && !err; one = one->next)
        err = json_as_text(one, &out->at[out->count++], fault);
    return err;
}

// A choice is a name, or an object with behaviorID and, where scores count, scoring.
static enum err read_choice(const struct json *value, bool scores, struct arena *arena,
                            struct chooser_choice *out, struct fault *fault) {
    out->place = value;
    if (value->kind == JSON_TEXT && !scores) return json_as_text(value, &out->behavior, fault);
    enum err err = json_get_text(value, "behaviorID", &out->behavior, fault);
    const struct json *scoring = json_get(value, "scoring"), *penalty;
    if (err || (!scoring && !scores)) return err;
    if (!scoring) return json_fault(value, fault, ERR_MISSING, "there is no \"scoring\"");
    double score = 0;
    err = json_get_number(scoring, "flatScore", -1e6, 1e6, &score, fault);
    out->score = (float)score;
    penalty = json_get(scoring, "repetitionPenalty");
    return err || !penalty ? err : graph_read(penalty, arena, &out->penalty, fault);
}

static enum err read_chooser(const struct json *value, struct arena *arena, struct chooser *out,
                             struct fault *fault) {
    enum err err = json_get_text(value, "type", &out->type, fault);
    const struct json *list = json_get(value, "behaviors");
    if (err || !list) return err;
    err = list_of(list, "behaviours", fault);
    if (err) return err;
    out->choices = arena_array(arena, struct chooser_choice, list->count + 1);
    if (!out->choices) return no_memory(fault);
    bool scores = text_is(out->type, "Scoring");
    for (const struct json *one = list->first; one && !err; one = one->next)
        err = read_choice(one, scores, arena, &out->choices[out->count++], fault);
    return err;
}

static enum err read_objective(const struct json *value, struct activity_objective *out,
                               struct fault *fault) {
    int64_t least = 0, most = 0;
    double probability = 0;
    enum err err = json_get_text(value, "objective", &out->objective, fault);
    if (!err) err = json_get_text(value, "behaviorID", &out->behavior, fault);
    if (!err) err = json_get_bool(value, "ignoreIfLocked", &out->ignore_if_locked, fault);
    if (!err) err = json_get_number(value, "probabilityToRequireObjective", 0, 1, &probability, fault);
    if (!err && json_get(value, "randomCompletionsNeededMin"))
        err = json_get_int(value, "randomCompletionsNeededMin", 0, 1000000, &least, fault);
    if (!err && json_get(value, "randomCompletionsNeededMax"))
        err = json_get_int(value, "randomCompletionsNeededMax", 0, 1000000, &most, fault);
    out->probability = (float)probability;
    out->least = (uint32_t)least, out->most = (uint32_t)most;
    return err;
}

static enum err read_objectives(const struct json *value, struct arena *arena, struct activity_value *out,
                                struct fault *fault) {
    enum err err = list_of(value, "objectives", fault);
    if (err) return err;
    out->objectives = arena_array(arena, struct activity_objective, value->count + 1);
    if (!out->objectives) return no_memory(fault);
    for (const struct json *one = value->first; one && !err; one = one->next)
        err = read_objective(one, &out->objectives[out->count++], fault);
    return err;
}

static enum err read_activity(const struct json *object, unsigned depth, struct arena *arena,
                              struct activity *out, struct fault *fault);

// In place, or by name.
static enum err read_activities(const struct json *value, unsigned depth, struct arena *arena,
                                struct activity_value *out, struct fault *fault) {
    bool list = value->kind == JSON_LIST;
    enum err err = list ? list_of(value, "activities", fault) : ERR_NONE;
    if (err) return err;
    uint32_t room = list ? value->count : 1;
    out->activities = arena_array(arena, struct activity, room + 1);
    out->names.at = arena_array(arena, struct text, room + 1);
    if (!out->activities || !out->names.at) return no_memory(fault);
    for (const struct json *one = list ? value->first : value; one && !err; one = list ? one->next : NULL)
        if (one->kind == JSON_TEXT)
            err = json_as_text(one, &out->names.at[out->names.count++], fault);
        else
            err = read_activity(one, depth + 1, arena, &out->activities[out->count++], fault);
    return err;
}

static enum err read_value(const struct json *value, const struct activity_key *key, unsigned depth,
                           struct arena *arena, struct activity_value *out, struct fault *fault) {
    *out = (struct activity_value){.key = key};
    switch (key->kind) {
    case ACTIVITY_TEXT:
        return json_as_text(value, &out->text, fault);
    case ACTIVITY_NUMBER:
        return json_as_number(value, -1e9, 1e9, &out->number, fault);
    case ACTIVITY_CHOOSER:
        return read_chooser(value, arena, &out->chooser, fault);
    case ACTIVITY_NAMES:
        return read_names(value, arena, &out->names, fault);
    case ACTIVITY_OBJECTIVES:
        return read_objectives(value, arena, out, fault);
    default:
        return read_activities(value, depth, arena, out, fault);
    }
}

// The member that a key with dots names; *parent is where it stands or is missing.
static const struct json *member(const struct json *object, const char *key, const struct json **parent) {
    const char *dot = strchr(key, '.');
    *parent = object;
    if (!dot) return json_get(object, key);
    char first[64];
    if ((size_t)(dot - key) >= sizeof first) return NULL;
    memcpy(first, key, (size_t)(dot - key));
    first[dot - key] = 0;
    const struct json *inner = json_get(object, first);
    return inner ? member(inner, dot + 1, parent) : NULL;
}

static enum err read_keys(const struct json *object, unsigned depth, struct arena *arena,
                          struct activity *out, struct fault *fault) {
    for (const struct activity_key *key = ACTIVITY_KEYS; key->key; key++) {
        if (!text_is(out->type, key->type)) continue;
        const struct json *parent, *value = member(object, key->key, &parent);
        if (value && value->kind == JSON_NULL && !key->needed) continue;
        if (!value && !key->needed) continue;
        if (!value)
            return json_fault(parent, fault, ERR_MISSING, "an activity of type %s has %s", key->type,
                              key->key);
        if (!out->values) out->values = arena_array(arena, struct activity_value, ACTIVITY_VALUES_MAX);
        if (!out->values) return no_memory(fault);
        enum err err = read_value(value, key, depth, arena, &out->values[out->count], fault);
        if (err) return err;
        out->count++;
    }
    return ERR_NONE;
}

static enum err read_activity(const struct json *object, unsigned depth, struct arena *arena,
                              struct activity *out, struct fault *fault) {
    *out = (struct activity){.place = object};
    if (depth > ACTIVITY_DEPTH_MAX)
        return json_fault(object, fault, ERR_LIMIT, "activities within activities, more than %d deep",
                          ACTIVITY_DEPTH_MAX);
    enum err err = json_get_text(object, "activityID", &out->id, fault);
    if (!err) err = json_get_text(object, "activityType", &out->type, fault);
    if (err) return err;
    const struct json *strategy = json_get(object, "activityStrategy");
    if (!strategy) return json_fault(object, fault, ERR_MISSING, "there is no \"activityStrategy\"");
    err = json_get_text(strategy, "type", &out->strategy, fault);
    return err ? err : read_keys(object, depth, arena, out, fault);
}

enum err activities_read(const struct json *document, struct arena *arena, struct activity **out,
                         uint32_t *count, struct fault *fault) {
    bool list = document->kind == JSON_LIST;
    *count = 0;
    enum err err = list ? list_of(document, "activities", fault) : ERR_NONE;
    if (err) return err;
    *out = arena_array(arena, struct activity, (list ? document->count : 1) + 1);
    if (!*out) return no_memory(fault);
    if (!list) {
        err = read_activity(document, 0, arena, *out, fault);
        if (!err) *count = 1;
        return err;
    }
    for (const struct json *one = document->first; one; one = one->next) {
        err = read_activity(one, 0, arena, &(*out)[*count], fault);
        if (err) return err;
        ++*count;
    }
    return ERR_NONE;
}

const struct activity_value *activity_value(const struct activity *activity, const char *key) {
    for (uint32_t i = 0; i < activity->count; i++)
        if (!strcmp(activity->values[i].key->key, key)) return &activity->values[i];
    return NULL;
}

enum err behavior_read(const struct json *document, struct arena *arena, struct behavior *out,
                       struct fault *fault) {
    *out = (struct behavior){.document = document};
    enum err err = json_get_text(document, "behaviorID", &out->id, fault);
    if (!err) err = json_get_text(document, "behaviorClass", &out->class, fault);
    const struct json *triggers = json_get(document, "animTriggers");
    return err || !triggers ? err : read_names(triggers, arena, &out->triggers, fault);
}

static enum err read_reaction(const struct json *one, struct reaction *out, struct fault *fault) {
    out->place = one;
    enum err err = json_get_text(one, "reactionTrigger", &out->trigger, fault);
    if (!err) err = json_get_text(one, "behaviorID", &out->behavior, fault);
    const struct json *parameters = json_get(one, "genericStrategyParams");
    if (err || !parameters || !json_get(parameters, "shouldResumeLast")) return err;
    return json_get_bool(parameters, "shouldResumeLast", &out->resume, fault);
}

enum err reactions_read(const struct json *document, struct arena *arena, struct reaction **out,
                        uint32_t *count, struct fault *fault) {
    const struct json *list = json_get(document, "reactionTriggerBehaviorMap");
    *count = 0;
    if (!list) return json_fault(document, fault, ERR_MISSING, "there is no \"reactionTriggerBehaviorMap\"");
    enum err err = list_of(list, "reactions", fault);
    if (err) return err;
    *out = arena_array(arena, struct reaction, list->count + 1);
    if (!*out) return no_memory(fault);
    for (const struct json *one = list->first; one && !err; one = one->next) {
        err = read_reaction(one, &(*out)[*count], fault);
        if (!err) ++*count;
    }
    return err;
}
