// The emotions of Cozmo's app, as its files tell them: which there are, how each fades with time, and what happens to them at an event.
//
//     struct moods moods;
//     if (moods_read(document, arena, &moods, fault)) return fault->err;               // mood_config.json
//     float left = value * graph_at(&moods_find(&moods, TEXT("Happy"))->decay, seconds);
//     if (mood_events_read(document, arena, &events, &count, fault)) return fault->err; // emotionevents/*.json
//
// Files are {"decayGraphs": [{"emotionType": "default", "nodes": [{"x": 0, "y": 1}, …]}, …], "defaultRepetitionPenalty": {"nodes": […]}} and
// {"name", "emotionAffectors": [{"emotionType", "value"}, …]}, alone or in {"emotionEvents": […]}. Seven emotions are known; those without
// a graph of their own take the default one. Other keys are left alone. Everything lives in the arena, texts with the document.
#pragma once

#include "base/data/json.h"

enum { GRAPH_NODES_MAX = 256, MOOD_TYPES = 7, MOOD_EVENTS_MAX = 4096 };

// A line through points: left of the first its height, right of the last the last piece goes on. One point is a constant.
struct graph {
    struct graph_node {
        float x, y;
    } * nodes;
    uint32_t count;
};
enum err graph_read(const struct json *object, struct arena *arena, struct graph *out,
                    struct fault *fault); // {"nodes": […]}: at least one, x rising
float graph_at(const struct graph *graph, float x);

extern const char *const MOOD_TYPE_NAMES[MOOD_TYPES]; // WantToPlay, Social …

struct moods {
    struct mood_type {
        struct text name;
        struct graph decay;
        bool own; // else the default
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
// A new list each time, of what is in this document.
enum err mood_events_read(const struct json *document, struct arena *arena, struct mood_event **out,
                          uint32_t *count, struct fault *fault);
