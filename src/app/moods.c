#include "app/moods.h"

const char *const MOOD_TYPE_NAMES[MOOD_TYPES] = {"WantToPlay", "Social", "Confident", "Excited",
                                                 "Happy",      "Calm",   "Brave"};

enum err graph_read(const struct json *object, struct arena *arena, struct graph *out, struct fault *fault) {
    *out = (struct graph){0};
    char found[64];
    const struct json *nodes = json_get(object, "nodes");
    if (!nodes || nodes->kind != JSON_LIST || !nodes->count)
        return json_fault(nodes ? nodes : object, fault, nodes ? ERR_TYPE : ERR_MISSING,
                          "expected \"nodes\", a list of {\"x\": …, \"y\": …}, found %s",
                          json_found(nodes ? nodes : object, found, sizeof found));
    if (nodes->count > GRAPH_NODES_MAX)
        return json_fault(nodes, fault, ERR_LIMIT, "expected at most %d nodes, found %u", GRAPH_NODES_MAX,
                          nodes->count);
    out->nodes = arena_array(arena, struct graph_node, nodes->count);
    if (!out->nodes) return fault_set(fault, ERR_MEMORY, "no memory for a graph");
    for (const struct json *node = nodes->first; node; node = node->next) {
        double x, y;
        enum err err = json_get_number(node, "x", -1e9, 1e9, &x, fault);
        if (!err) err = json_get_number(node, "y", -1e9, 1e9, &y, fault);
        if (err) return err;
        if (out->count && x < (double)out->nodes[out->count - 1].x)
            return json_fault(node, fault, ERR_RANGE, "expected nodes from left to right");
        out->nodes[out->count++] = (struct graph_node){(float)x, (float)y};
    }
    return ERR_NONE;
}

float graph_at(const struct graph *graph, float x) {
    const struct graph_node *n = graph->nodes;
    if (!graph->count) return 0;
    if (graph->count == 1 || x <= n[0].x) return n[0].y;
    uint32_t i = 1; // the piece that ends at node i; after the last node the last one goes on
    while (i + 1 < graph->count && x > n[i].x) i++;
    float width = n[i].x - n[i - 1].x;
    return width > 0 ? n[i - 1].y + (n[i].y - n[i - 1].y) * (x - n[i - 1].x) / width : n[i].y;
}

const struct mood_type *moods_find(const struct moods *moods, struct text name) {
    for (int i = 0; i < MOOD_TYPES; i++)
        if (text_same(moods->types[i].name, name)) return &moods->types[i];
    return NULL;
}

static enum err read_graphs(const struct json *list, struct arena *arena, struct moods *out,
                            struct graph *fallback, struct fault *fault) {
    char found[64];
    if (list->kind != JSON_LIST)
        return json_fault(list, fault, ERR_TYPE, "expected a list of graphs, found %s",
                          json_found(list, found, sizeof found));
    for (const struct json *one = list->first; one; one = one->next) {
        struct text name;
        struct graph graph;
        enum err err = json_get_text(one, "emotionType", &name, fault);
        if (!err) err = graph_read(one, arena, &graph, fault);
        if (err) return err;
        struct mood_type *type = NULL;
        for (int i = 0; i < MOOD_TYPES; i++)
            if (text_same(out->types[i].name, name)) type = &out->types[i];
        if (type)
            type->decay = graph, type->own = true;
        else if (text_is(name, "default"))
            *fallback = graph;
        else
            return json_fault(json_get(one, "emotionType"), fault, ERR_UNKNOWN,
                              "there is no emotion \"%.*s\"", (int)name.len, name.at);
    }
    return ERR_NONE;
}

enum err moods_read(const struct json *document, struct arena *arena, struct moods *out,
                    struct fault *fault) {
    *out = (struct moods){0};
    struct graph fallback = {0};
    for (int i = 0; i < MOOD_TYPES; i++) out->types[i].name = text_of(MOOD_TYPE_NAMES[i]);
    const struct json *graphs = json_get(document, "decayGraphs"),
                      *penalty = json_get(document, "defaultRepetitionPenalty");
    if (!graphs) return json_fault(document, fault, ERR_MISSING, "there is no \"decayGraphs\"");
    if (!penalty) return json_fault(document, fault, ERR_MISSING, "there is no \"defaultRepetitionPenalty\"");
    enum err err = read_graphs(graphs, arena, out, &fallback, fault);
    if (!err) err = graph_read(penalty, arena, &out->repetition, fault);
    for (int i = 0; i < MOOD_TYPES && !err; i++) {
        if (out->types[i].own) continue;
        out->types[i].decay = fallback;
        if (!fallback.count)
            err = json_fault(graphs, fault, ERR_MISSING, "there is no graph for %s, and none for \"default\"",
                             MOOD_TYPE_NAMES[i]);
    }
    return err;
}

static enum err read_event(const struct json *object, struct arena *arena, struct mood_event *out,
                           struct fault *fault) {
    *out = (struct mood_event){.place = object};
    enum err err = json_get_text(object, "name", &out->name, fault);
    if (err) return err;
    char found[64];
    const struct json *list = json_get(object, "emotionAffectors");
    if (!list || list->kind != JSON_LIST)
        return json_fault(list ? list : object, fault, list ? ERR_TYPE : ERR_MISSING,
                          "expected \"emotionAffectors\", a list, found %s",
                          json_found(list ? list : object, found, sizeof found));
    out->effects = arena_array(arena, struct mood_effect, list->count + 1);
    if (!out->effects) return fault_set(fault, ERR_MEMORY, "no memory for an event");
    for (const struct json *one = list->first; one && !err; one = one->next) {
        struct mood_effect *effect = &out->effects[out->count++];
        double value = 0;
        err = json_get_text(one, "emotionType", &effect->type, fault);
        if (!err) err = json_get_number(one, "value", -1e6, 1e6, &value, fault);
        effect->value = (float)value;
    }
    return err;
}

enum err mood_events_read(const struct json *document, struct arena *arena, struct mood_event **out,
                          uint32_t *count, struct fault *fault) {
    const struct json *list = json_get(document, "emotionEvents");
    char found[64];
    *count = 0;
    if (list && list->kind != JSON_LIST)
        return json_fault(list, fault, ERR_TYPE, "expected a list of events, found %s",
                          json_found(list, found, sizeof found));
    uint32_t room = list ? list->count : 1;
    if (room > MOOD_EVENTS_MAX)
        return json_fault(list, fault, ERR_LIMIT, "expected at most %d events, found %u", MOOD_EVENTS_MAX,
                          room);
    *out = arena_array(arena, struct mood_event, room + 1);
    if (!*out) return fault_set(fault, ERR_MEMORY, "no memory for events");
    if (!list) {
        enum err err = read_event(document, arena, *out, fault);
        if (!err) *count = 1;
        return err;
    }
    for (const struct json *one = list->first; one; one = one->next) {
        enum err err = read_event(one, arena, &(*out)[*count], fault);
        if (err) return err;
        ++*count;
    }
    return ERR_NONE;
}
