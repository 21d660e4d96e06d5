// What a creature without a mind does by itself: a clip for what it feels, fidgets now and then, sleep after
// a long quiet.
//
//     instinct_read(&instinct, library->about, &fault);
//     struct instinct_wish wish;
//     if (instinct_step(&instinct, &now, &wish)) …play wish.trigger, unless something as urgent plays…
//
// A table in the creature's folder (creature.json, "instincts") and a few counters; when the mind comes, this
// file goes. Texts stay the document's.
//
//     {"reactions": [{"felt": "PICKED_UP", "trigger": "ReactToPickup", "urgency": 5}, …],
//      "idle": {"trigger": "Idle", "least_s": 4, "most_s": 12},
//      "sleep": {"after_s": 240, "fall": "FallAsleep", "sleeping": "Sleeping", "wake": "WakeUp"}}
#pragma once

#include "base/data/json.h"
#include "schema/life.h"
#include "stage/library/groups.h"

enum { INSTINCT_ROWS = 48, INSTINCT_IDLE = 1 };

struct instinct {
    struct {
        enum life_event_kind felt;
        struct text trigger;
        uint8_t urgency;
    } rows[INSTINCT_ROWS];
    uint32_t count;
    struct text idle, fall, sleeping, wake;
    uint32_t idle_least, idle_most, sleep_after; // ticks; 0: never
    uint32_t quiet_since, next_idle;             // ticks
    uint32_t annoyance;                          // ticks until it is forgotten
    bool asleep;
};
struct instinct_now {
    const struct life_event *events;
    uint32_t event_count;
    bool busy;    // somebody asks something of it
    bool playing; // a clip
    bool shows;   // a face that was asked for
    uint32_t tick;
    uint64_t seed;
};
struct instinct_wish {
    struct text trigger;
    uint8_t urgency;
    bool sleeps; // from now on
};

enum err instinct_read(struct instinct *instinct, const struct json *about, struct fault *fault);
// By which its clips are chosen: lively for a while after something happened, drowsy before it sleeps,
// frustrated when it is plagued.
enum simple_mood instinct_mood(const struct instinct *instinct, uint32_t tick);
bool instinct_step(struct instinct *instinct, const struct instinct_now *now, struct instinct_wish *wish);
