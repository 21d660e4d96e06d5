#include "cli/clip/world.h"

#include "base/maths/geometry.h"
#include "cli/clip/ear.h"
#include "robot/robot.h"
#include "run/play.h"
#include "stage/sound/audio_tap.h"

#include <stdio.h>
#include <string.h>

enum { WAKE_US = 5000000, LONGEST_US = 600000000 };

struct watching {
    const char *wav;
    uint32_t ticket;
    bool begun, over;
    enum life_verdict verdict;
    struct world_truth first, last;
    int64_t from_us;
    struct audio_tap *tap; // NULL: nobody listens
    struct buf heard;
};

static void listen(struct watching *w, struct robot *robot) {
    int16_t samples[AUDIO_TICK_MAX];
    if (!w->tap) {
        w->tap = audio_tap_new(robot_sound_hz(robot), 200);
        if (w->tap && !robot_listen(robot, w->tap)) audio_tap_free(w->tap), w->tap = NULL;
    }
    for (size_t count; w->tap && (count = audio_tap_take(w->tap, samples, AUDIO_TICK_MAX));)
        buf_bytes(&w->heard, samples, count * sizeof *samples);
}

static float degrees(const struct world_truth *t) { return m_degrees(quat_heading(t->pose.turn)); }

static void watch(void *user, struct play *play, int life) {
    struct watching *w = user;
    struct robot *robot = robot_of(run_soul(play_run(play), 0));
    struct life_envelope to;
    struct life_message reply;
    if (life) return;
    while (robot_reply(robot, &to, &reply))
        if (to.ticket == w->ticket && reply.kind == LIFE_DONE)
            w->over = true, w->verdict = reply.done.verdict;
    struct life_view view;
    robot_view(robot, &view);
    if (!w->ticket || !world_truth(play_world(play), 1, &w->last)) return;
    if (w->wav) listen(w, robot);
    if (!w->begun) w->first = w->last, w->from_us = play_now_us(play);
    w->begun = true;
    printf("%7.3f s  head %6.1f  lift %5.1f mm  at %7.1f, %7.1f mm  heading %7.1f  %s\n",
           (double)(play_now_us(play) - w->from_us) * 1e-6, (double)m_degrees(view.head_rad),
           (double)view.lift_m * 1000, (double)(w->last.pose.at.x - w->first.pose.at.x) * 1000,
           (double)(w->last.pose.at.y - w->first.pose.at.y) * 1000,
           (double)(degrees(&w->last) - degrees(&w->first)), view.clip.name);
}

enum err clip_play_in_world(const struct library *library, const struct clip *clip, uint32_t loops,
                            uint64_t seed, const char *resources, const char *wav, struct fault *fault) {
    char text[200];
    snprintf(text, sizeof text, "{\"robots\": [{\"name\": \"it\", \"creature\": \"%s\", \"battery\": 0.9}]}",
             library->creature);
    struct watching w = {.wav = wav};
    struct scenario *scenario = scenario_read(text_of(text), "world", NULL, 0, fault);
    struct play_config config = play_defaults();
    config.seed = seed;
    config.resources = resources;
    config.watch = watch;
    config.user = &w;
    struct play *play = scenario ? play_new(scenario, &config, fault) : NULL;
    if (!play) {
        scenario_free(scenario);
        return fault && fault->err ? fault->err : ERR_MEMORY;
    }
    play_for(play, WAKE_US); // until it knows where its head and its lift are
    struct life_message ask = {.kind = LIFE_PLAY_CLIP, .play_clip = {.loops = loops}};
    text_copy(clip->name, ask.play_clip.clip, sizeof ask.play_clip.clip);
    struct life_envelope from = {w.ticket = 1, LIFE_DOOR_COMMAND_LINE};
    play_ask(play, 0, &from, &ask);
    for (int64_t us = 0; us < LONGEST_US && !w.over; us += LIFE_TICK_US) play_for(play, LIFE_TICK_US);
    play_for(play, LIFE_TICK_US * (wav ? 45 : 10)); // until it stands still, and is quiet
    printf("%.*s: moved %.1f mm, turned %.1f degrees\n", (int)clip->name.len, clip->name.at,
           (double)vec3_length(vec3_sub(w.last.pose.at, w.first.pose.at)) * 1000,
           (double)(degrees(&w.last) - degrees(&w.first)));
    enum err err = w.verdict == LIFE_VERDICT_DONE
                       ? ERR_NONE
                       : fault_set(fault, ERR_STATE, "the clip was not played to its end");
    if (!err && wav)
        err = wav_put(&w.heard, robot_sound_hz(robot_of(run_soul(play_run(play), 0))), wav, fault);
    if (w.tap) robot_unlisten(robot_of(run_soul(play_run(play), 0)), w.tap);
    audio_tap_free(w.tap);
    buf_free(&w.heard);
    play_free(play, NULL);
    scenario_free(scenario);
    return err;
}
