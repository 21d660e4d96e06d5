// Actions: bounded things to do, each a row of a table, and the engine that runs many of them.
//
//     static const struct action_row WAIT = {.name = "wait", .begin = begin, .step = step};
//     // refused, and `result` says why
//     if (!actions_add(&engine, act, &WAIT, &from, &request, &result)) …
//     actions_step(&engine, act, tick);       // each tick: begins, steps and ends them
//     while (actions_told(&engine, &done)) …  // each is told exactly once
//
// Life of an action: it waits in a queue, begins, is stepped until it is no longer RUNNING, ends. There are
// queues beside each other; of each the first item runs. A row names the tracks it needs, and the engine
// locks them or ends the action with TRACKS_LOCKED; with `newest` a newer one takes them from an older one
// of its row. A result of the retry category begins it again, at most `retries` times. Time runs out from
// its beginning, or, with `by_progress`, from the last action_progress.
//
// A compound has parts, which are actions that name its ticket; it runs them one after the other or all at
// once, and they are told when it is over.
//
// Everything is plain and has a bound: ACTIONS_MAX actions, ACTION_BYTES of a request, ACTION_DEPTH
// compounds in each other. Nothing allocates.
#pragma once

#include "schema/life.h"
#include "stage/clip/player.h"

enum {
    ACTIONS_MAX = 48,
    ACTION_QUEUES = 16,
    ACTION_DEPTH = 8,
    ACTION_BYTES = 320,     // of what was asked, as it is encoded
    ACTION_FIRST_LOCK = 16, // smaller owners of tracks are none of ours
    ACTION_PARTS_TICKS = 60 // so long a compound waits for its parts
};
#define ACTION_SECONDS 30.0f
#define ACTION_ENDLESS (-1.0f)

struct act;
struct action;
struct action_row {
    const char *name;
    uint32_t tracks; // PLAYER_…
    float seconds;   // 0: ACTION_SECONDS
    bool by_progress, newest;
    bool own_locks;   // it takes its tracks itself
    bool on_treads;   // only there, and interrupted when it is taken from them
    bool legs;        // an arrival is not its end: act.h, act_follow
    bool off_charger; // not while it stands on its charger
    // They return RUNNING, or how it ended. NULL: nothing is to be done.
    enum life_result (*begin)(struct act *act, struct action *a, const struct life_message *asked);
    enum life_result (*step)(struct act *act, struct action *a);
    void (*end)(struct act *act, struct action *a, enum life_result result);
};

enum action_state { ACTION_FREE, ACTION_WAITS, ACTION_RUNS, ACTION_OVER };

// What a row remembers of an action, as it likes; nought when it begins. Numbers without gaps: all of it is
// hashed.
struct action_own {
    float goal[4], was[4];
    uint32_t phase, since, subject, tag, count, spare[3];
};
struct action {
    const struct action_row *row;
    const char *said; // why it ended so, where the row knows better than the result; lives for ever
    uint32_t id, tag, ticket, part_of; // part_of: another's id; 0: none
    uint32_t began, progress;          // ticks
    uint32_t result;
    uint32_t locks; // tracks that it holds
    uint16_t size;
    uint8_t state, door, queue, retries, tries, depth;
    uint8_t parts, parallel, part_count,
        resumes;                 // of a compound; begins again when what came before it is over
    uint8_t asked[ACTION_BYTES]; // the request, encoded
    struct action_own own;
};

struct action_done {
    const struct action_row *row;
    uint32_t ticket, tag, result; // RUNNING: it has begun
    uint8_t door;
    const char *said;
};

struct actions {
    struct action list[ACTIONS_MAX];
    uint8_t queues[ACTION_QUEUES][ACTIONS_MAX], lengths[ACTION_QUEUES]; // indices
    uint32_t last_id, last_tag, tick;
    struct action_done done[4 * ACTIONS_MAX];
    uint32_t done_count, done_read;
};

// False and *result: BAD_TAG, a part of nothing (NULL_SUBACTION), or no room (ABORT).
bool actions_add(struct actions *all, struct act *act, const struct action_row *row,
                 const struct life_envelope *from, const struct life_message *asked,
                 enum life_result *result);
void actions_step(struct actions *all, struct act *act, uint32_t tick);
bool actions_told(struct actions *all, struct action_done *out);
uint32_t actions_cancel(struct actions *all, struct act *act, uint32_t tag, uint8_t door); // how many
// Ends all that run and need these tracks, or (0) all of them, waiting ones too.
uint32_t actions_interrupt(struct actions *all, struct act *act, uint32_t tracks, const char *said);
void actions_end(struct actions *all, struct act *act, struct action *a, enum life_result result,
                 const char *said);
struct action *actions_find(struct actions *all, uint32_t id); // NULL: it is over
// The one that runs such a row, parts of compounds too; NULL: none.
struct action *actions_running(struct actions *all, const struct action_row *row);
void action_progress(struct actions *all, struct action *a);
uint64_t actions_hash(const struct actions *all);

extern const struct action_row ACTION_COMPOUND;

const char *result_said(enum life_result result); // in a person's words
enum life_verdict result_verdict(enum life_result result);
enum life_result result_of_verdict(enum life_verdict verdict);
static inline bool result_may_pass(enum life_result result) {
    return (uint32_t)result >> 24 == LIFE_RESULT_RETRY >> 24;
}
