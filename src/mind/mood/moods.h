// What a robot can feel, from its files: its emotions, how each fades, what events do to them, and which mood
// comes of it. One reader for Vector's files, for those of Cozmo's app, and for our own.
//
//     struct moods moods;
//     if (moods_read(document, &MOODS_VECTOR, arena, &moods, fault)) return fault->err;   // mood_config.json
//     if (moods_add_events(&moods, document, arena, fault)) …                    // emotionevents/*.json
//     const struct mood_event *event = moods_event(&moods, TEXT("CliffReact"));
//
// Which emotions there are is the creature's (struct mood_kind), and their files may name no other:
//
//     {"decayGraphs": [{"emotionType": "Happy" or "default", "graphType": "TimeRatio" or "ValueSlope",
//                       "nodes": [{"x": 0, "y": 1}, …]}, …],
//      "defaultRepetitionPenalty": {"nodes": […]},
//      "valueRanges": [{"emotionType", "min", "max"}],
//      "eventMapper": {"emotionEvents": […]},
//      "actionResultEmotionEvents": {"PICKUP_OBJECT_LOW": {"SUCCESS": "PickupSucceeded"}, …},
//      "audioParameterMap": {"Happy": "Robot_Vic_Happy"},
//      "rises": [{"emotionType", "perMinute"}]}                                    our own: a drive
//     {"emotionEvents": [{"name", "emotionAffectors": [{"emotionType", "value"}, …],
//                         "repetitionPenalty": {"nodes"}}, …]}, or one such event alone
//
// Other keys are ignored, as Cozmo's files need. A TimeRatio graph tells what is left after so many seconds:
// it never rises and is never below 0. A ValueSlope tells how much goes in a minute at such a value.
// Everything lives in the arena; texts stay in their documents.
#pragma once

#include "base/data/graph.h"
#include "stage/library/groups.h"

enum { MOOD_TYPES_MAX = 12, MOOD_EVENTS_MAX = 4096, MOOD_RULES_MAX = 6, MOOD_RESULTS_MAX = 128 };

// Which mood its emotions make: of the first row that holds.
struct mood_rule {
    enum simple_mood mood;
    int8_t type; // -1: always
    bool below;  // below the bound; otherwise at most
    float bound;
};
struct mood_kind {
    const char *name;
    const char *types[MOOD_TYPES_MAX];
    struct {
        float low, high;
    } ranges[MOOD_TYPES_MAX];
    struct mood_rule rules[MOOD_RULES_MAX]; // the last one holds always
};
extern const struct mood_kind MOODS_VECTOR, MOODS_COZMO;

struct moods {
    const struct mood_kind *kind;
    struct mood_type {
        struct text name;
        struct graph decay;
        bool own;   // false: the default graph
        bool slope; // ValueSlope
        float low, high;
        float rise; // in a minute, by itself
        struct text audio;
    } types[MOOD_TYPES_MAX];
    uint32_t type_count;
    struct graph repetition;
    struct mood_event *events;
    uint32_t event_count, event_room;
    struct mood_result {
        struct text action, category, event; // event: its name
        int32_t number;                      // of the event; -1: there is none of that name
        const struct json *place;
    } * results;
    uint32_t result_count;
};
struct mood_event {
    struct text name;
    struct mood_effect {
        struct text type;
        int32_t number; // of the emotion; -1: the robot has none of that name
        float value;
    } * effects;
    uint32_t count;
    struct graph penalty; // empty: the default one
    const struct json *place;
};

enum err moods_read(const struct json *document, const struct mood_kind *kind, struct arena *arena,
                    struct moods *out, struct fault *fault);
// Adds those of a document. ERR_DUPLICATE: one of that name is there already. ERR_UNKNOWN: it moves an
// emotion that there is not.
enum err moods_add_events(struct moods *moods, const struct json *document, struct arena *arena,
                          struct fault *fault);
// After the last events: every result of an action leads to one.
enum err moods_settle(struct moods *moods, struct fault *fault);
const struct mood_type *moods_find(const struct moods *moods, struct text name);   // NULL: no such emotion
const struct mood_event *moods_event(const struct moods *moods, struct text name); // NULL: no such event
// Makes a new list of the events in a document, whatever they move: for listing.
enum err mood_events_read(const struct json *document, struct arena *arena, struct mood_event **out,
                          uint32_t *count, struct fault *fault);
