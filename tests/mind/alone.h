// A mind alone: percepts in, requests out, without a robot. Each test program has one at a time.
//
//     open_mind(nodes);                       // of its own; or open_creature("vector"): ours
//     felt(LIFE_EVENT_KIND_POKED), live(1, true);
//     assert_int_equal(played("ReactToPoke"), 1);
//     close_mind();
#pragma once

#include "support/support.h"

#include "base/system/file.h"
#include "mind/mind.h"

#include <string.h>

#define NODE(id, class, more) "{\"behaviorID\": \"" id "\", \"behaviorClass\": \"" class "\"" more "}"

static struct mind_data *data;
static struct mind *mind;
static struct mind_percepts in;
static struct {
    uint32_t plays, moves, kinds[4096]; // kinds: of requests, how often
    char triggers[256][64];
} asked;
static enum life_verdict ends = LIFE_VERDICT_DONE; // how requests end; clips end well
static enum life_result ends_as = LIFE_RESULT_SUCCESS;
static void (*on_request)(const struct life_message *asked); // NULL: nobody looks

static const char *const HEAD_OF = "{\"roots\": {\"normalBaseBehavior\": \"Root\"}, \"nodes\": [";

static inline void open_mind(const char *const *nodes) {
    const char *folder = temp_folder();
    char text[8000];
    size_t len = (size_t)snprintf(text, sizeof text, "%s", HEAD_OF);
    for (int i = 0; nodes[i]; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s", i ? ", " : "", nodes[i]);
    snprintf(text + len, sizeof text - len, "]}");
    struct fault fault = {0};
    assert_int_equal(file_write(temp_path(folder, "vector_tree.json"), text, strlen(text), &fault), ERR_NONE);
    assert_int_equal(file_write(temp_path(folder, "tree.json"), "[]", 2, &fault), ERR_NONE);
    data = mind_data_open("vector", folder, &fault);
    if (!data) fail_msg("%s", fault.said);
    mind = mind_new(data, 7);
    memset(&in, 0, sizeof in), memset(&asked, 0, sizeof asked);
    in.news = true, in.attitude = BODY_ATTITUDE_ON_TREADS, in.light = in.charge = -1;
}
static inline void open_creature(const char *creature, uint64_t seed) {
    struct fault fault = {0};
    data = mind_data_open(creature, NULL, &fault);
    if (!data) fail_msg("%s", fault.said);
    mind = mind_new(data, seed);
    memset(&in, 0, sizeof in), memset(&asked, 0, sizeof asked);
    in.news = true, in.attitude = BODY_ATTITUDE_ON_TREADS, in.light = in.charge = -1;
    ends = LIFE_VERDICT_DONE, on_request = NULL;
}
static inline void close_mind(void) { mind_free(mind), mind_data_close(data); }

// A tick: requests are written down; the clips of the tick before last are over when `done`.
static inline void tick(bool done) {
    in.time_us = (uint64_t)in.tick * 33000;
    mind_step(mind, &in);
    in.tick++, in.felt_count = in.results_count = in.heard_count = 0;
    const struct mind_wish *wish;
    while ((wish = mind_wish(mind))) {
        const struct life_message *m = mind_wish_request(wish);
        assert_int_equal(mind_wish_envelope(wish)->door, LIFE_DOOR_MIND);
        asked.kinds[m->kind % 4096]++;
        if (on_request) on_request(m);
        if (m->kind == LIFE_CANCEL || m->kind == LIFE_LOOK_AT) continue;
        bool plays = m->kind == LIFE_PLAY_TRIGGER;
        if (plays && asked.plays < 256)
            strcpy(asked.triggers[asked.plays++], m->play_trigger.trigger);
        else
            asked.moves++;
        if (done && in.results_count < 32)
            in.results[in.results_count++] =
                (struct mind_result){mind_wish_envelope(wish)->ticket, plays ? LIFE_VERDICT_DONE : ends,
                                     plays ? LIFE_RESULT_SUCCESS : ends_as};
    }
}
static inline void live(float seconds, bool done) {
    for (uint32_t i = 0; i < (uint32_t)(seconds / 0.033f); i++) tick(done);
}
static inline void felt(enum life_event_kind kind) {
    in.felt[in.felt_count++] = (struct life_event){.kind = (uint16_t)kind};
}
static inline uint32_t played(const char *trigger) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < asked.plays; i++) count += !strcmp(asked.triggers[i], trigger);
    return count;
}
#define PLAY(id, trigger, more) NODE(id, "AnimSequence", ", \"animTriggers\": [\"" trigger "\"]" more)
#define MAY                     ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"Felt\", \"felt\": "
#define WANTS(kind)             MAY "\"" kind "\"}"
