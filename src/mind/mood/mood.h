// How a robot feels now: its emotions as they fade and as events move them.
//
//     mood_start(&mood, &moods, fault);
//     mood_step(&mood, 0.06);                                  // each beat, before anything decides by it
//     mood_post(&mood, moods_event(&moods, TEXT("CliffReact")));     // acts at once
//     enum simple_mood simple = mood_simple(&mood);            // by which clips are chosen
//
// A TimeRatio emotion keeps the share g(t)/g(t before) of itself, t being the time since it was last moved
// much; a ValueSlope one loses g(value) a minute, whichever its sign. An event counts less when the same one
// came a short while ago (its penalty graph at the seconds since, or the default one); any arrival restarts
// that clock. An emotion fades anew when it was moved by more than 0.05 away from nought, or across it: small
// pushes do not prolong it. An emotion may be held for a test: then it neither fades nor moves.
//
// Plain, nothing allocates. The moods must outlive it; at most MOOD_EVENTS_LIVE events can be told apart.
#pragma once

#include "mind/mood/moods.h"

enum { MOOD_EVENTS_LIVE = 160, MOOD_HISTORY = 64, MOOD_SAMPLES = 192, MOOD_SAMPLE_S = 20 };

struct mood_feeling {
    double value, velocity, acceleration; // emotion units, per second, per second squared
    double since;                         // seconds since it was last moved much
    uint32_t held, spare;
};
struct mood {
    const struct moods *moods;
    struct mood_feeling feelings[MOOD_TYPES_MAX];
    double arrived[MOOD_EVENTS_LIVE]; // seconds; below 0: never
    double clock, simple_since, sampled;
    uint32_t simple, simple_before; // enum simple_mood
    uint32_t posted;                // events so far
    uint32_t sample_count;
    struct mood_posted { // the last ones, a ring
        double at;
        int32_t event;
        float before, after; // of what stirs it most (mood_stir)
    } history[MOOD_HISTORY];
    float samples[MOOD_SAMPLES][MOOD_TYPES_MAX]; // a ring, one each MOOD_SAMPLE_S
};

// ERR_LIMIT: more events than can be told apart.
enum err mood_start(struct mood *mood, const struct moods *moods, struct fault *fault);
void mood_step(struct mood *mood, double seconds);
void mood_post(struct mood *mood, const struct mood_event *event); // NULL: nothing
double mood_value(const struct mood *mood, const char *emotion);   // 0: it has none of that name
void mood_hold(struct mood *mood, uint32_t type, bool held, double value);
enum simple_mood mood_simple(const struct mood *mood);
// What stirs it: its first simple mood hangs on that emotion.
uint32_t mood_stir(const struct mood *mood);
// What comes of an action's end; NULL: nothing.
const struct mood_event *mood_of_result(const struct moods *moods, const char *action, const char *category);
