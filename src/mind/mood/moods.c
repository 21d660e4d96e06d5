#include "mind/mood/moods.h"

#include <string.h>

const struct mood_kind MOODS_VECTOR = {
    .name = "vector",
    .types = {"Happy", "Confident", "Social", "Stimulated", "Trust"},
    .ranges = {{-1, 1}, {-1, 1}, {-1, 1}, {0, 1}, {0, 1}},
    .rules = {{MOOD_LOW_STIM, 3, false, 0.2f},
              {MOOD_FRUSTRATED, 1, true, -0.29f},
              {MOOD_MED_STIM, 3, false, 0.8f},
              {MOOD_HIGH_STIM, -1, false, 0}},
};
// Cozmo's clips know no moods of this kind: chosen, from what comes nearest.
const struct mood_kind MOODS_COZMO = {
    .name = "cozmo",
    .types = {"WantToPlay", "Social", "Confident", "Excited", "Happy", "Calm", "Brave"},
    .ranges = {{-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}},
    .rules = {{MOOD_LOW_STIM, 3, false, 0.1f},
              {MOOD_FRUSTRATED, 2, true, -0.29f},
              {MOOD_MED_STIM, 3, false, 0.6f},
              {MOOD_HIGH_STIM, -1, false, 0}},
};

static enum err list_of(const struct json *value, const char *of, uint32_t most, struct fault *fault) {
    char found[64];
    if (value->kind != JSON_LIST)
        return json_fault(value, fault, ERR_TYPE, "expected a list of %s, found %s", of,
                          json_found(value, found, sizeof found));
    if (value->count > most)
        return json_fault(value, fault, ERR_LIMIT, "expected at most %u %s, found %u", most, of,
                          value->count);
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ emotions

static int number_of(const struct moods *moods, struct text name) { // -1: there is none
    for (uint32_t i = 0; i < moods->type_count; i++)
        if (text_same(moods->types[i].name, name)) return (int)i;
    return -1;
}

const struct mood_type *moods_find(const struct moods *moods, struct text name) {
    int number = number_of(moods, name);
    return number < 0 ? NULL : &moods->types[number];
}

static enum err named(struct moods *moods, const struct json *row, const char *key, struct mood_type **out,
                      struct fault *fault) {
    struct text name;
    enum err err = json_get_text(row, key, &name, fault);
    if (err) return err;
    int number = number_of(moods, name);
    if (number >= 0) return *out = &moods->types[number], ERR_NONE;
    return json_fault(json_get(row, key), fault, ERR_UNKNOWN, "there is no emotion \"%.*s\"", (int)name.len,
                      name.at);
}

static enum err fades(const struct json *row, const struct graph *graph, struct fault *fault) {
    for (uint32_t i = 0; i < graph->count; i++)
        if (graph->nodes[i].x < 0 || graph->nodes[i].y < 0 ||
            (i && graph->nodes[i].y > graph->nodes[i - 1].y))
            return json_fault(json_at(json_get(row, "nodes"), i), fault, ERR_RANGE,
                              "what is left never grows and is never below 0, from 0 seconds on");
    return ERR_NONE;
}

static enum err read_graph(struct moods *moods, const struct json *row, struct arena *arena,
                           struct mood_type *fallback, struct fault *fault) {
    struct text name, kind = TEXT("TimeRatio");
    struct mood_type *type = fallback;
    struct graph graph;
    enum err err = json_get_text(row, "emotionType", &name, fault);
    if (!err && json_get(row, "graphType")) err = json_get_text(row, "graphType", &kind, fault);
    if (!err) err = graph_read(row, arena, &graph, fault);
    if (!err && !text_is(name, "default")) err = named(moods, row, "emotionType", &type, fault);
    if (err) return err;
    bool slope = text_is(kind, "ValueSlope");
    if (!slope && !text_is(kind, "TimeRatio"))
        return json_fault(json_get(row, "graphType"), fault, ERR_UNKNOWN,
                          "expected \"TimeRatio\" or \"ValueSlope\", found \"%.*s\"", (int)kind.len, kind.at);
    if (!slope) err = fades(row, &graph, fault);
    type->decay = graph, type->slope = slope, type->own = true;
    return err;
}

static enum err read_graphs(struct moods *moods, const struct json *list, struct arena *arena,
                            struct fault *fault) {
    struct mood_type fallback = {0};
    enum err err = list_of(list, "graphs", 64, fault);
    for (const struct json *row = list->first; row && !err; row = row->next)
        err = read_graph(moods, row, arena, &fallback, fault);
    for (uint32_t i = 0; i < moods->type_count && !err; i++) {
        if (moods->types[i].own) continue;
        moods->types[i].decay = fallback.decay, moods->types[i].slope = fallback.slope;
        if (!fallback.decay.count)
            err = json_fault(list, fault, ERR_MISSING, "there is no graph for %s, and none for \"default\"",
                             moods->kind->types[i]);
    }
    return err;
}

static enum err read_ranges(struct moods *moods, const struct json *list, struct fault *fault) {
    enum err err = list ? list_of(list, "ranges", 64, fault) : ERR_NONE;
    for (const struct json *row = list ? list->first : NULL; row && !err; row = row->next) {
        struct mood_type *type;
        double low, high;
        err = named(moods, row, "emotionType", &type, fault);
        if (!err) err = json_get_number(row, "min", -1e6, 1e6, &low, fault);
        if (!err) err = json_get_number(row, "max", low, 1e6, &high, fault);
        if (!err) type->low = (float)low, type->high = (float)high;
    }
    return err;
}

static enum err read_rises(struct moods *moods, const struct json *list, struct fault *fault) {
    enum err err = list ? list_of(list, "drives", 64, fault) : ERR_NONE;
    for (const struct json *row = list ? list->first : NULL; row && !err; row = row->next) {
        struct mood_type *type;
        double rise;
        err = named(moods, row, "emotionType", &type, fault);
        if (!err) err = json_get_number(row, "perMinute", -60, 60, &rise, fault);
        if (!err) type->rise = (float)rise;
    }
    return err;
}

static enum err read_audio(struct moods *moods, const struct json *map, struct fault *fault) {
    enum err err = ERR_NONE;
    for (const struct json *row = map && map->kind == JSON_OBJECT ? map->first : NULL; row && !err;
         row = row->next) {
        int number = number_of(moods, row->key);
        if (number < 0)
            return json_fault_key(row, fault, ERR_UNKNOWN, "there is no emotion \"%.*s\"", (int)row->key.len,
                                  row->key.at);
        err = json_as_text(row, &moods->types[number].audio, fault);
    }
    return err;
}

// {"PICKUP_OBJECT_LOW": {"SUCCESS": "PickupSucceeded"}}
static enum err read_results(struct moods *moods, const struct json *map, struct arena *arena,
                             struct fault *fault) {
    if (!map) return ERR_NONE;
    moods->results = arena_array(arena, struct mood_result, MOOD_RESULTS_MAX);
    if (!moods->results) return fault_set(fault, ERR_MEMORY, "no memory for results");
    enum err err = ERR_NONE;
    for (const struct json *action = map->kind == JSON_OBJECT ? map->first : NULL; action && !err;
         action = action->next) {
        if (action->kind != JSON_OBJECT)
            return json_fault(action, fault, ERR_TYPE, "expected {\"SUCCESS\": \"an event\", …}");
        for (const struct json *row = action->first; row && !err; row = row->next) {
            if (moods->result_count == MOOD_RESULTS_MAX)
                return json_fault(row, fault, ERR_LIMIT, "more than %d results", MOOD_RESULTS_MAX);
            struct mood_result *r = &moods->results[moods->result_count++];
            *r = (struct mood_result){action->key, row->key, .number = -1, .place = row};
            err = json_as_text(row, &r->event, fault);
        }
    }
    return err;
}

enum err moods_read(const struct json *document, const struct mood_kind *kind, struct arena *arena,
                    struct moods *out, struct fault *fault) {
    *out = (struct moods){.kind = kind};
    for (; out->type_count < MOOD_TYPES_MAX && kind->types[out->type_count]; out->type_count++) {
        struct mood_type *type = &out->types[out->type_count];
        type->name = text_of(kind->types[out->type_count]);
        type->low = kind->ranges[out->type_count].low, type->high = kind->ranges[out->type_count].high;
    }
    const struct json *graphs = json_get(document, "decayGraphs"),
                      *penalty = json_get(document, "defaultRepetitionPenalty"),
                      *mapper = json_get(document, "eventMapper");
    if (!graphs) return json_fault(document, fault, ERR_MISSING, "there is no \"decayGraphs\"");
    if (!penalty) return json_fault(document, fault, ERR_MISSING, "there is no \"defaultRepetitionPenalty\"");
    enum err err = read_graphs(out, graphs, arena, fault);
    if (!err) err = graph_read(penalty, arena, &out->repetition, fault);
    if (!err) err = read_ranges(out, json_get(document, "valueRanges"), fault);
    if (!err) err = read_rises(out, json_get(document, "rises"), fault);
    if (!err) err = read_audio(out, json_get(document, "audioParameterMap"), fault);
    if (!err) err = read_results(out, json_get(document, "actionResultEmotionEvents"), arena, fault);
    if (!err && json_get(mapper, "emotionEvents")) err = moods_add_events(out, mapper, arena, fault);
    return err;
}

// ------------------------------------------------------------------------------------------------ events

static enum err read_event(const struct json *object, struct arena *arena, struct mood_event *out,
                           struct fault *fault) {
    *out = (struct mood_event){.place = object};
    enum err err = json_get_text(object, "name", &out->name, fault);
    if (err) return err;
    char found[64];
    const struct json *list = json_get(object, "emotionAffectors"),
                      *penalty = json_get(object, "repetitionPenalty");
    if (!list || list->kind != JSON_LIST)
        return json_fault(list ? list : object, fault, list ? ERR_TYPE : ERR_MISSING,
                          "expected \"emotionAffectors\", a list, found %s",
                          json_found(list ? list : object, found, sizeof found));
    out->effects = arena_array(arena, struct mood_effect, list->count + 1);
    if (!out->effects) return fault_set(fault, ERR_MEMORY, "no memory for an event");
    for (const struct json *one = list->first; one && !err; one = one->next) {
        struct mood_effect *effect = &out->effects[out->count++];
        double value = 0;
        effect->number = -1;
        err = json_get_text(one, "emotionType", &effect->type, fault);
        if (!err) err = json_get_number(one, "value", -1e6, 1e6, &value, fault);
        effect->value = (float)value;
    }
    return err || !penalty ? err : graph_read(penalty, arena, &out->penalty, fault);
}

enum err mood_events_read(const struct json *document, struct arena *arena, struct mood_event **out,
                          uint32_t *count, struct fault *fault) {
    const struct json *list = json_get(document, "emotionEvents");
    *count = 0;
    enum err err = list ? list_of(list, "events", MOOD_EVENTS_MAX, fault) : ERR_NONE;
    if (err) return err;
    *out = arena_array(arena, struct mood_event, (list ? list->count : 1) + 1);
    if (!*out) return fault_set(fault, ERR_MEMORY, "no memory for events");
    for (const struct json *one = list ? list->first : document; one; one = list ? one->next : NULL) {
        err = read_event(one, arena, &(*out)[*count], fault);
        if (err) return err;
        ++*count;
    }
    return ERR_NONE;
}

const struct mood_event *moods_event(const struct moods *moods, struct text name) {
    for (uint32_t i = 0; i < moods->event_count; i++)
        if (text_same(moods->events[i].name, name)) return &moods->events[i];
    return NULL;
}

static enum err add_event(struct moods *moods, struct mood_event *event, struct fault *fault) {
    if (moods_event(moods, event->name))
        return json_fault(event->place, fault, ERR_DUPLICATE, "an event is called \"%.*s\" already",
                          (int)event->name.len, event->name.at);
    for (uint32_t i = 0; i < event->count; i++) {
        struct mood_effect *effect = &event->effects[i];
        const struct mood_type *type = moods_find(moods, effect->type);
        if (!type)
            return json_fault(json_at(json_get(event->place, "emotionAffectors"), i), fault, ERR_UNKNOWN,
                              "there is no emotion \"%.*s\"", (int)effect->type.len, effect->type.at);
        effect->number = (int32_t)(type - moods->types);
    }
    moods->events[moods->event_count++] = *event;
    return ERR_NONE;
}

enum err moods_add_events(struct moods *moods, const struct json *document, struct arena *arena,
                          struct fault *fault) {
    struct mood_event *list;
    uint32_t count;
    enum err err = mood_events_read(document, arena, &list, &count, fault);
    if (err) return err;
    if (moods->event_count + count > MOOD_EVENTS_MAX)
        return json_fault(document, fault, ERR_LIMIT, "more than %d events", MOOD_EVENTS_MAX);
    if (moods->event_count + count > moods->event_room) {
        uint32_t room = moods->event_count + count;
        struct mood_event *all = arena_array(arena, struct mood_event, room);
        if (!all) return fault_set(fault, ERR_MEMORY, "no memory for events");
        if (moods->event_count) memcpy(all, moods->events, moods->event_count * sizeof *all);
        moods->events = all, moods->event_room = room;
    }
    for (uint32_t i = 0; i < count && !err; i++) err = add_event(moods, &list[i], fault);
    return err;
}

enum err moods_settle(struct moods *moods, struct fault *fault) {
    for (uint32_t i = 0; i < moods->result_count; i++) {
        struct mood_result *r = &moods->results[i];
        const struct mood_event *event = moods_event(moods, r->event);
        if (!event)
            return json_fault(r->place, fault, ERR_UNKNOWN, "no event is called \"%.*s\"", (int)r->event.len,
                              r->event.at);
        r->number = (int32_t)(event - moods->events);
    }
    return ERR_NONE;
}
