// The emotions of Cozmo's app, from its files: which there are, how each decays, and how events change them.
//
//     struct moods moods;
//     if (moods_read(document, arena, &moods, fault)) return fault->err;               // mood_config.json
//     float left = value * graph_at(&moods_find(&moods, TEXT("Happy"))->decay, seconds);
//     // emotionevents/*.json
//     if (mood_events_read(document, arena, &events, &count, fault)) return fault->err;
//
// Files are {"decayGraphs": [{"emotionType": "default", "nodes": [{"x": 0, "y": 1}, …]}, …],
// "defaultRepetitionPenalty": {"nodes": […]}} and {"name", "emotionAffectors": [{"emotionType", "value"},
// …]}, alone or in {"emotionEvents": […]}. Seven emotions are known; those without a graph use the default
// one. Other keys are ignored. Everything lives in the arena; texts stay in the document.
#pragma once

#include "base/data/json.h"

enum { GRAPH_NODES_MAX = 256, MOOD_TYPES = 7, MOOD_EVENTS_MAX = 4096 };

// A line through points. Left of the first point it is flat; right of the last point its last piece
// continues. One point is a constant.
struct graph {
    struct graph_node {
        float x, y;
    } * nodes;
    uint32_t count;
};
// {"nodes": […]}: at least one, with rising x.
enum err graph_read(const struct json *object, struct arena *arena, struct graph *out, struct fault *fault);
float graph_at(const struct graph *graph, float x);

extern const char *const MOOD_TYPE_NAMES[MOOD_TYPES]; // WantToPlay, Social …

struct moods {
    struct mood_type {
        struct text name;
        struct graph decay;
        bool own; // false: the default graph
    } types[MOOD_TYPES];
    struct graph repetition;
};
struct mood_event {
    struct text name;
    struct mood_effect {
        struct text type;
        float value;
    } * effects;
    uint32_t count;
    const struct json *place;
};

enum err moods_read(const struct json *document, struct arena *arena, struct moods *out, struct fault *fault);
const struct mood_type *moods_find(const struct moods *moods, struct text name); // NULL: no such emotion
// Makes a new list of the events in this document.
enum err mood_events_read(const struct json *document, struct arena *arena, struct mood_event **out,
                          uint32_t *count, struct fault *fault);
