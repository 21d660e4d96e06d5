// A robot without clips in an empty world, and an ear for what it lets be heard and tells of it.
//
//     struct heard h = {0};
//     struct scenario *s = scene();
//     struct play *play = begin(s, &h, 0, false, NULL);
//     hear(play, &h);                                        // h.loud, h.samples
//     ask(play, sound("Play__Critter__Happy_Long")), s_for(play, 1);
//     over(play, s, &h);
#pragma once

#include "run/asking.h"

#include "robot/robot.h"
#include "run/run.h"
#include "run/scenario.h"
#include "stage/sound/audio_tap.h"

#include <math.h>

struct heard {
    uint32_t kinds[64], words, states[8], state_count, verdict, replies, stream, word_text[32];
    float word_s;
    struct audio_tap *tap;
    double loud;
    uint64_t samples;
};

static inline void watch(void *user, struct play *play, int life) {
    struct heard *h = user;
    if (life < 0) return;
    struct robot *robot = run_robot(play_run(play), (size_t)life);
    const struct life_event *events;
    size_t count = robot_events(robot, &events);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind < 64) h->kinds[events[i].kind]++;
        if (events[i].kind == LIFE_EVENT_KIND_SAY_STATE && h->state_count < 8)
            h->states[h->state_count++] = (uint32_t)events[i].numbers[0];
        if (events[i].kind == LIFE_EVENT_KIND_WORD && h->words < 32)
            h->word_text[h->words++] = (uint32_t)events[i].numbers[0];
        if (events[i].kind == LIFE_EVENT_KIND_WORD) h->word_s += events[i].numbers[2];
    }
    struct life_envelope to;
    struct life_message reply;
    while (robot_reply(robot, &to, &reply)) {
        h->replies++;
        if (reply.kind == LIFE_DONE) h->verdict = reply.done.verdict;
        if (reply.kind == LIFE_STREAM_OVER) h->stream = reply.stream_over.how + 1u;
    }
    int16_t samples[4096];
    for (size_t got; h->tap && (got = audio_tap_take(h->tap, samples, 4096));)
        for (size_t i = 0; i < got; i++, h->samples++) h->loud += fabs((double)samples[i]) / 32768;
}

static const char SCENE[] = "{\"seed\": 3, \"robots\": [{\"creature\": \"vector\"}]}";

static inline struct scenario *scene(void) {
    struct fault fault = {0};
    struct scenario *s = scenario_read(text_of(SCENE), "t.json", NULL, 0, &fault);
    assert_non_null(s);
    return s;
}

static inline struct play *begin(struct scenario *s, struct heard *h, unsigned workers, bool loud,
                                 const char *record) {
    struct fault fault = {0};
    struct play_config config = play_defaults();
    config.bare = true; // no clips: only what is asked for
    config.workers = workers, config.loud = loud, config.record = record;
    config.watch = watch, config.user = h;
    struct play *play = play_new(s, &config, &fault);
    if (!play) fail_msg("%s", fault.said);
    return play;
}

static inline struct life_message sound(const char *event) {
    struct life_message m = {.kind = LIFE_PLAY_SOUND};
    life_play_sound_defaults(&m.play_sound);
    snprintf(m.play_sound.event, sizeof m.play_sound.event, "%s", event);
    return m;
}

static inline void hear(struct play *play, struct heard *h) {
    struct robot *robot = run_robot(play_run(play), 0);
    h->tap = audio_tap_new(robot_sound_hz(robot), 500);
    assert_true(robot_listen(robot, h->tap));
}

static inline void over(struct play *play, struct scenario *s, struct heard *h) {
    struct fault fault = {0};
    if (h->tap) robot_unlisten(run_robot(play_run(play), 0), h->tap);
    if (play_free(play, &fault)) fail_msg("%s", fault.said);
    audio_tap_free(h->tap);
    h->tap = NULL;
    scenario_free(s);
}
