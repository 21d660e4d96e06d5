// Sound as a part of a life: asked for, heard by bodies and by whoever listens, spoken, streamed, recorded and lived again.
#include "support/support.h"

#include "base/file.h"
#include "base/hash.h"
#include "body/replay.h"
#include "border/model.h"
#include "robot/loud.h"
#include "run/play.h"
#include "run/recorder.h"
#include "run/replay.h"
#include "run/sound_told.h"
#include "run/tape.h"
#include "stage/audio_tap.h"
#include "stage/sounds.h"
#include "stage/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct heard {
    uint32_t kinds[64], words, states[8], state_count, verdict, replies, stream, word_text[32];
    float word_s;
    struct audio_tap *tap;
    double loud;
    uint64_t samples;
};

static void watch(void *user, struct play *play, int life) {
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

static struct scenario *scene(void) {
    struct fault fault = {0};
    struct scenario *s = scenario_read(text_of(SCENE), "t.json", NULL, 0, &fault);
    assert_non_null(s);
    return s;
}

static struct play *begin(struct scenario *s, struct heard *h, unsigned workers, bool loud,
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

static void ask(struct play *play, struct life_message message) {
    assert_int_equal(
        play_ask(play, 0, &(struct life_envelope){.ticket = 5, .door = LIFE_DOOR_TEST}, &message), ERR_NONE);
}
static struct life_message sound(const char *event) {
    struct life_message m = {.kind = LIFE_PLAY_SOUND};
    life_play_sound_defaults(&m.play_sound);
    snprintf(m.play_sound.event, sizeof m.play_sound.event, "%s", event);
    return m;
}
static struct life_message say(const char *words, float duration) {
    struct life_message m = {.kind = LIFE_SAY};
    life_say_defaults(&m.say);
    snprintf(m.say.words, sizeof m.say.words, "%s", words);
    m.say.duration = duration;
    return m;
}
static void s_for(struct play *play, double seconds) { play_for(play, (int64_t)(seconds * 1e6)); }

static void a_sound_is_asked_for_and_answered(void **state) {
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    struct robot *robot = run_robot(play_run(play), 0);
    h.tap = audio_tap_new(robot_sound_hz(robot), 500);
    assert_true(robot_listen(robot, h.tap));
    s_for(play, 1);
    assert_true(h.loud == 0);
    ask(play, sound("Play__Critter__Happy_Long"));
    s_for(play, 0.3);
    assert_int_equal(h.replies, 0); // it is not over
    assert_true(h.loud > 10);
    s_for(play, 3);
    assert_int_equal(h.replies, 1);
    assert_int_equal(h.verdict, LIFE_VERDICT_DONE);
    assert_true(h.kinds[LIFE_EVENT_KIND_SOUND_POSTED] >= 1);
    assert_true(h.samples >= 4 * 32000 && audio_tap_lost(h.tap) == 0);
    struct life_message bad = sound("x");
    bad.play_sound.volume = -1;
    ask(play, bad);
    s_for(play, 0.1);
    assert_int_equal(h.verdict, LIFE_VERDICT_BAD_VALUE);
    robot_unlisten(robot, h.tap);
    play_free(play, NULL);
    audio_tap_free(h.tap);
    scenario_free(s);
}

static void speech_has_its_states_and_words(void **state) {
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    static const char TEXT_[] = "One small robot goes for a walk. It finds a cube, looks at it for a while, "
                                "and then it carries the cube all the way home.";
    s_for(play, 0.2);
    ask(play, say(TEXT_, 1));
    s_for(play, 14);
    assert_int_equal(h.state_count, 4);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(h.states[i], i + 1);
    assert_int_equal(h.verdict, LIFE_VERDICT_DONE);
    assert_in_range(h.words, 22, 28);
    for (uint32_t i = 0; i < h.words;
         i++) { // each once, in order, at the beginning of a word, over all the pieces
        if (h.word_text[i] && TEXT_[h.word_text[i] - 1] != 0x20)
            fail_msg("word %u at %u: %s", i, h.word_text[i], TEXT_ + h.word_text[i]);
        assert_true(h.word_text[i] < strlen(TEXT_) && (!h.word_text[i] || TEXT_[h.word_text[i] - 1] == ' '));
        if (i) assert_true(h.word_text[i] > h.word_text[i - 1]);
    }
    assert_true(h.word_s > 4 && h.word_s < 12);
    struct life_message bad = say("hello", 50);
    ask(play, bad);
    ask(play, say(" ", 1));
    s_for(play, 0.2);
    assert_int_equal(h.verdict, LIFE_VERDICT_BAD_VALUE);
    // Two at once: one after the other.
    memset(&h, 0, sizeof h);
    ask(play, say("first", 1));
    ask(play, say("second", 1));
    s_for(play, 6);
    assert_int_equal(h.state_count, 8);
    assert_int_equal(h.states[7], 4);
    assert_int_equal(h.words, 2);
    play_free(play, NULL);
    scenario_free(s);
}

static uint64_t live(unsigned workers, bool listen, bool loud, const char *record, struct heard *h) {
    struct scenario *s = scene();
    struct play *play = begin(s, h, workers, loud, record);
    struct robot *robot = run_robot(play_run(play), 0);
    h->tap = listen ? audio_tap_new(robot_sound_hz(robot), 500) : NULL;
    if (listen) assert_true(robot_listen(robot, h->tap));
    s_for(play, 0.5);
    ask(play, sound("Play__Critter__Dance_Loop"));
    s_for(play, 0.7);
    ask(play, sound("Play__Robot_Vic_Sfx__Emote_Happy_Short_Stim"));
    ask(play, say("Hello, it is me. How are you today?", 1.2f));
    struct life_message drive = {.kind = LIFE_DRIVE,
                                 .drive = {.left_mps = 0.05f, .right_mps = 0.05f, .seconds = 1}};
    ask(play, drive);
    ask(play, sound("Play__Critter__Treads_Loop"));
    s_for(play, 2);
    if (listen) robot_unlisten(robot, h->tap); // and goes away in the middle
    struct life_message stop = {.kind = LIFE_STOP_SOUNDS, .stop_sounds = {255, 50}};
    ask(play, stop);
    s_for(play, 4);
    uint64_t hash = run_hash(play_run(play));
    struct fault fault = {0};
    if (play_free(play, &fault)) fail_msg("%s", fault.said);
    audio_tap_free(h->tap);
    h->tap = NULL;
    scenario_free(s);
    return hash;
}

// Listened to or not, with however many workers: one life. (Whether the body gets its samples is part of the life.)
static void listening_never_changes_a_life(void **state) {
    struct heard a = {0}, b = {0}, c = {0}, d = {0}, e = {0};
    uint64_t quiet = live(0, false, false, NULL, &a);
    assert_int_equal(live(0, true, false, NULL, &b), quiet);
    assert_int_equal(live(2, false, false, NULL, &c), quiet);
    assert_int_equal(live(2, true, false, NULL, &d), quiet);
    assert_true(b.loud > 100 && a.loud == 0);
    assert_memory_equal(a.kinds, b.kinds, sizeof a.kinds);
    assert_int_equal(live(0, true, true, NULL, &e), live(2, false, true, NULL, &c));
}

// With what was said in it, and without a voice there to say it again.
static void speech_is_lived_again_from_its_recording(void **state) {
    struct heard h = {0};
    struct fault fault = {0};
    const char *path = temp_path(NULL, "run");
    char life[500];
    live(0, false, false, path, &h);
    assert_int_equal(h.states[3], 0); // it was cut short
    snprintf(life, sizeof life, "%s.vector.life", path);
    struct recording_about about;
    struct recording *tape = recording_open(life, &about, &fault);
    if (!tape) fail_msg("%s: %s", life, fault.said);
    struct replay_result result;
    setenv("CRITTER_VOICE", "none", 1);
    if (replay_life(tape, &about, &vector_model, NULL, NULL, NULL, &result, &fault))
        fail_msg("%s", fault.said);
    unsetenv("CRITTER_VOICE");
    assert_true(result.compared > 200);
    assert_false(result.parted);
    recording_free(tape);
}

static void a_program_streams(void **state) {
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    struct robot *robot = run_robot(play_run(play), 0);
    h.tap = audio_tap_new(robot_sound_hz(robot), 500);
    robot_listen(robot, h.tap);
    ask(play, (struct life_message){.kind = LIFE_STREAM_PREPARE, .stream_prepare = {16000, 80}});
    for (int i = 0; i < 20; i++) {
        struct life_message chunk = {.kind = LIFE_STREAM_CHUNK};
        chunk.stream_chunk.samples_count = 512;
        for (int k = 0; k < 512; k++)
            chunk.stream_chunk.samples[k] = (uint16_t)(int16_t)lrint(12000 * sin(k * 2 * M_PI / 32));
        ask(play, chunk);
        s_for(play, 0.033);
    }
    ask(play, (struct life_message){.kind = LIFE_STREAM_COMPLETE});
    s_for(play, 1);
    assert_int_equal(h.stream, 1); // played to its end
    assert_true(h.loud > 1000);
    play_free(play, NULL);
    audio_tap_free(h.tap);
    scenario_free(s);
}

// ------------------------------------------------------------------------------------------------ what leads sounds

static float leads(struct audio *audio, const char *name) {
    return audio_parameter_now(audio, AUDIO_PROCEDURAL, fnv1_32_lower(name));
}

// What a body tells of its moving, in a list that a bank's curves may follow.
static void moving_leads_sounds(void **state) {
    struct loud *loud = loud_new(&(struct loud_config){.model = &vector_model, .seed = 1});
    struct audio *audio = loud_audio(loud);
    struct body_senses s = {.motion_count = 1, .joints_count = BODY_MOTOR_HEAD + 1};
    for (uint64_t t = 1; t <= 12;
         t++) { // 0.1 m/s² on the left, half of it on the right; the head at 1 rad/s, the lift rests
        float v = 0.0033f * (float)t;
        s.time_us = t * 33000;
        s.motion[0].left_mps = v, s.motion[0].right_mps = v / 2;
        s.joints[BODY_MOTOR_HEAD].angle_rad = -0.3f + 0.033f * (float)t;
        s.joints[BODY_MOTOR_LIFT].angle_rad = 0.4f;
        struct command_out out = {0};
        loud_feel(loud, &s);
        loud_step(loud, t, 0, &out);
    }
    assert_true(fabsf(leads(audio, "Robot_Vic_Tread_Speed") - 0.0033f * 12 * 0.75f * 1000) < 4);
    assert_true(fabsf(leads(audio, "Robot_Vic_Tread_Accelerate") - 75) < 3); // mm/s²
    assert_true(leads(audio, "Robot_Vic_Tread_Spin_Speed") < -0.2f);         // to the right
    assert_true(fabsf(leads(audio, "Robot_Vic_Head_Speed") - 1) < 0.05f);
    assert_true(fabsf(leads(audio, "Robot_Vic_Head_Accelerate")) < 0.5f);
    assert_true(fabsf(leads(audio, "Robot_Vic_Head_Position") - 0.096f) < 0.05f);
    assert_true(leads(audio, "Robot_Vic_Lift_Speed") == 0);
    assert_true(fabsf(leads(audio, "Robot_Vic_Lift_Position") - 0.4f) < 0.01f);
    s.motion[0].left_mps = s.motion[0].right_mps = 0; // stops
    for (uint64_t t = 13; t < 20; t++) {
        struct command_out out = {0};
        s.time_us = t * 33000;
        loud_feel(loud, &s);
        loud_step(loud, t, 0, &out);
    }
    assert_true(leads(audio, "Robot_Vic_Tread_Speed") == 0 &&
                leads(audio, "Robot_Vic_Tread_Accelerate") == 0);
    loud_free(loud);
}

static void feel(struct temper *t, struct loud *loud, uint64_t *tick, unsigned ticks,
                 enum life_event_kind kind) {
    for (unsigned i = 0; i < ticks; i++) {
        struct life_event event = {.kind = (uint16_t)kind};
        struct command_out out = {0};
        temper_step(t, &event, !i && kind, false);
        loud_temper(loud, t);
        loud_step(loud, ++*tick, 0, &out);
    }
}

static void feelings_lead_sounds(void **state) {
    struct loud *loud = loud_new(&(struct loud_config){.model = &vector_model, .seed = 1});
    struct audio *audio = loud_audio(loud);
    struct temper t = temper_new();
    uint64_t tick = 0;
    feel(&t, loud, &tick, 10, 0);
    assert_true(fabsf(leads(audio, "Robot_Vic_Stimulation") - 0.79f) < 0.03f);
    feel(&t, loud, &tick, 90, LIFE_EVENT_KIND_TOUCHED); // three seconds of stroking
    assert_true(leads(audio, "Robot_Vic_Stimulation") > 0.9f && leads(audio, "Robot_Vic_Purr_Level") > 0.65f);
    assert_true(leads(audio, "Robot_Vic_Happy") > 0.3f && leads(audio, "Robot_Vic_Social") > 0.15f);
    feel(&t, loud, &tick, 90, LIFE_EVENT_KIND_TOUCH_ENDED);
    assert_true(leads(audio, "Robot_Vic_Purr_Level") == 0);
    feel(&t, loud, &tick, 150, LIFE_EVENT_KIND_HELD);
    assert_true(fabsf(leads(audio, "Robot_Vic_Held_Trust") - 0.5f) < 0.05f);
    float happy = leads(audio, "Robot_Vic_Happy");
    feel(&t, loud, &tick, 5, LIFE_EVENT_KIND_SHAKEN);
    assert_true(leads(audio, "Robot_Vic_Held_Trust") < 0.1f &&
                leads(audio, "Robot_Vic_Happy") < happy - 0.2f);
    feel(&t, loud, &tick, 3, LIFE_EVENT_KIND_LET_GO);
    feel(&t, loud, &tick, 5, LIFE_EVENT_KIND_STALLED);
    assert_true(leads(audio, "Robot_Vic_Stimulation") <= 0.51f &&
                leads(audio, "Robot_Vic_Confident") < -0.2f);
    feel(&t, loud, &tick, 20000, 0); // eleven minutes later it is forgotten
    assert_true(leads(audio, "Robot_Vic_Stimulation") < 0.2f);
    assert_true(fabsf(leads(audio, "Robot_Vic_Confident")) < 0.03f &&
                fabsf(leads(audio, "Robot_Vic_Happy")) < 0.03f);
    for (int i = 0; i < 5000; i++) { // nothing leaves its range
        struct life_event any = {.kind = (uint16_t)(i % 40)};
        temper_step(&t, &any, 1, i & 64);
        assert_true(t.stimulation >= 0 && t.stimulation <= 1 && t.happy >= -1 && t.happy <= 1 && t.purr <= 1);
        assert_true(t.held_trust >= 0 && t.held_trust <= 1 && t.confident >= -1 && t.social <= 1);
    }
    loud_free(loud);
}

// ------------------------------------------------------------------------------------------------ streams and what is told

static void prepare(struct play *play, uint32_t hz, uint32_t volume) {
    ask(play, (struct life_message){.kind = LIFE_STREAM_PREPARE, .stream_prepare = {hz, volume}});
}
static void chunk(struct play *play, unsigned samples, double hertz, unsigned rate, unsigned *at) {
    struct life_message m = {.kind = LIFE_STREAM_CHUNK};
    m.stream_chunk.samples_count = samples;
    for (unsigned k = 0; k < samples; k++, ++*at)
        m.stream_chunk.samples[k] = (uint16_t)(int16_t)lrint(16000 * sin(2 * M_PI * hertz * *at / rate));
    ask(play, m);
}

static void streams_are_heard_and_answered(void **state) {
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    struct robot *robot = run_robot(play_run(play), 0);
    struct audio_tap *tap = audio_tap_new(robot_sound_hz(robot), 4000);
    assert_true(robot_listen(robot, tap));
    ask(play, (struct life_message){.kind = LIFE_VOLUME, .volume = {5}});
    unsigned at = 0;
    prepare(play, 8000, 50);
    for (int i = 0; i < 60; i++) { // two seconds of 1 kHz
        chunk(play, 264, 1000, 8000, &at);
        s_for(play, 0.033);
    }
    assert_int_equal(h.stream, 0);
    ask(play, (struct life_message){.kind = LIFE_STREAM_COMPLETE});
    s_for(play, 0.5);
    assert_int_equal(h.stream, 1);
    static int16_t out[128000];
    size_t count = audio_tap_take(tap, out, 128000);
    double re[3] = {0}, im[3] = {0};
    static const double HERTZ[] = {1000, 3000, 7000}; // 7 kHz would be its mirror image
    for (size_t i = 16000; i < 48000; i++)
        for (int n = 0; n < 3; n++)
            re[n] += out[i] * cos(2 * M_PI * HERTZ[n] * (double)i / 32000),
                im[n] += out[i] * sin(2 * M_PI * HERTZ[n] * (double)i / 32000);
    double loud[3];
    for (int n = 0; n < 3; n++) loud[n] = hypot(re[n], im[n]) / 16000;
    print_message("# %zu samples; 1 kHz %.0f, 3 kHz %.1f, 7 kHz %.1f\n", count, loud[0], loud[1], loud[2]);
    assert_true(fabs(loud[0] - 8000) < 500 && loud[1] < 40 && loud[2] < 80); // at half its volume
    // More than there is room for.
    memset(&h, 0, sizeof h);
    prepare(play, 8000, 100);
    for (int i = 0; i < 80 && !h.stream; i++) {
        chunk(play, 512, 1000, 8000, &at);
        if (i % 8 == 7) s_for(play, 0.033);
    }
    s_for(play, 0.1);
    assert_int_equal(h.stream, 2);
    // Never completed.
    memset(&h, 0, sizeof h);
    prepare(play, 16000, 100);
    chunk(play, 512, 1000, 16000, &at);
    s_for(play, 3);
    assert_int_equal(h.stream, 3);
    // Cancelled; and then there is room for another. Two at once there are not, and no such rates and volumes.
    memset(&h, 0, sizeof h);
    prepare(play, 16025, 100);
    s_for(play, 0.1);
    prepare(play, 16000, 100);
    s_for(play, 0.1);
    assert_int_equal(h.verdict, LIFE_VERDICT_REFUSED);
    ask(play, (struct life_message){.kind = LIFE_STREAM_CANCEL});
    s_for(play, 0.1);
    assert_int_equal(h.stream, 4);
    static const uint32_t BAD[][2] = {{7999, 100}, {16026, 100}, {16000, 101}};
    for (int i = 0; i < 3; i++) {
        h.verdict = 0;
        prepare(play, BAD[i][0], BAD[i][1]);
        s_for(play, 0.1);
        assert_int_equal(h.verdict, LIFE_VERDICT_BAD_VALUE);
    }
    robot_unlisten(robot, tap);
    play_free(play, NULL);
    audio_tap_free(tap);
    scenario_free(s);
}

// The request for volume reaches whoever listens: mute is silence, each level 4 dB or more above the one before, and nothing beyond is one.
static void a_volume_is_asked_for(void **state) {
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    struct robot *robot = run_robot(play_run(play), 0);
    struct audio_tap *tap = audio_tap_new(robot_sound_hz(robot), 4000);
    assert_true(robot_listen(robot, tap));
    static int16_t out[128000];
    double loud[6];
    unsigned at = 0;
    for (uint8_t level = 0; level < 6; level++) {
        ask(play, (struct life_message){.kind = LIFE_VOLUME, .volume = {level}});
        prepare(play, 8000, 100);
        for (int i = 0; i < 12; i++) {
            chunk(play, 264, 1000, 8000, &at);
            s_for(play, 0.033);
        }
        ask(play, (struct life_message){.kind = LIFE_STREAM_CANCEL});
        size_t count = audio_tap_take(tap, out, 128000);
        loud[level] = 0;
        for (size_t i = count / 2; i < count * 3 / 4; i++) loud[level] += (double)out[i] * out[i];
        loud[level] = sqrt(loud[level] / ((double)count / 4));
        s_for(play, 0.3);
        audio_tap_take(tap, out, 128000);
    }
    print_message("# volumes: %.0f %.0f %.0f %.0f %.0f %.0f\n", loud[0], loud[1], loud[2], loud[3], loud[4],
                  loud[5]);
    assert_true(loud[0] == 0);
    for (int level = 2; level < 6; level++) assert_true(loud[level] > loud[level - 1] * 1.5);
    assert_true(fabs(loud[1] / loud[5] - pow(10, -18 / 20.0)) < 0.02);
    ask(play, (struct life_message){.kind = LIFE_VOLUME, .volume = {6}});
    s_for(play, 0.1);
    assert_int_equal(h.verdict, LIFE_VERDICT_BAD_VALUE);
    robot_unlisten(robot, tap);
    play_free(play, NULL);
    audio_tap_free(tap);
    scenario_free(s);
}

// ------------------------------------------------------------------------------------------------ recordings

static const char TWO[] = "{\"seed\": 3, \"robots\": [{\"creature\": \"vector\", \"name\": \"anna\"}, "
                          "{\"creature\": \"vector\", \"name\": \"ben\", \"x_m\": 0.6}]}";

static enum err relive(const char *path, const char *resources, struct replay_result *result,
                       struct fault *fault) {
    struct recording_about about;
    struct recording *tape = recording_open(path, &about, fault);
    if (!tape) fail_msg("%s: %s", path, fault->said);
    about.resources = resources;
    enum err err = replay_life(tape, &about, &vector_model, NULL, NULL, NULL, result, fault);
    recording_free(tape);
    return err;
}

// Two robots, one of which is heard by the other; and both recordings, of the world and of a life, know that their bodies were loud.
static void robots_hear_each_other_also_in_recordings(void **state) {
    struct fault fault = {0};
    struct heard h = {0};
    const char *path = temp_path(NULL, "two");
    uint64_t hashes[2];
    long heard[2] = {0};
    for (int loud = 0; loud < 2; loud++) {
        struct scenario *s = scenario_read(text_of(TWO), "t.json", NULL, 0, &fault);
        assert_non_null(s);
        struct play_config config = play_defaults();
        config.bare = config.lives = true, config.loud = loud, config.record = path, config.watch = watch,
        config.user = &h;
        struct play *play = play_new(s, &config, &fault);
        if (!play) fail_msg("%s", fault.said);
        s_for(play, 0.5);
        ask(play, sound("Play__Critter__Happy_Long")); // anna's
        static int16_t block[640 * 4];
        for (int i = 0; i < 60; i++) {
            s_for(play, 0.02);
            uint32_t n = world_overhear(play_world(play), 2, (uint64_t)play_now_us(play) - 20000, block, 640);
            for (uint32_t k = 0; k < n * 4; k++) heard[loud] += labs(block[k]) > 60;
        }
        s_for(play, 1);
        hashes[loud] = world_hash(play_world(play));
        if (play_free(play, &fault)) fail_msg("%s", fault.said);
        scenario_free(s);
    }
    print_message("# loud samples at the other's ears: %ld of a quiet life, %ld of a loud one\n", heard[0],
                  heard[1]);
    assert_true(heard[0] == 0 && heard[1] > 1000);
    assert_true(hashes[0] != hashes[1]);
    struct tape_about about;
    struct tape_reader *reader = tape_open(path, &about, &fault);
    assert_non_null(reader);
    struct tape_result again;
    if (tape_play(reader, &about, NULL, NULL, NULL, &again, &fault)) fail_msg("%s", fault.said);
    assert_false(again.parted);
    assert_int_equal(again.hash, hashes[1]);
    assert_true(again.compared >= 2);
    tape_free(reader);
    char life[500];
    struct replay_result result;
    snprintf(life, sizeof life, "%s.anna.life", path);
    if (relive(life, NULL, &result, &fault)) fail_msg("%s", fault.said);
    assert_true(result.compared > 60 && !result.parted);
}

// A life with somebody's own sounds is lived again with them, and refused without.
static void sounds_of_ones_own_are_asked_for_again(void **state) {
    struct fault fault = {0};
    struct heard h = {0};
    char folder[400], file[500], life[500];
    snprintf(folder, sizeof folder, "%s", temp_path(NULL, "resources"));
    snprintf(file, sizeof file, "%s/sound", folder);
    assert_int_equal(folder_make(file, &fault), 0);
    static const char TUNE[] =
        "{\"bank\":\"Mine\",\"version\":128,\"rate\":16000,\"sounds\":{\"x\":{\"layers\":[{\"wave\":\"sine\","
        "\"ms\":150,\"hertz\":700}]}},\"events\":[[\"Play__Critter__Happy_Long\",\"x\"]]}";
    char source[500];
    snprintf(source, sizeof source, "%s", temp_path(NULL, "mine.json"));
    FILE *f = fopen(source, "w");
    fputs(TUNE, f);
    fclose(f);
    struct arena *arena = arena_new(1 << 20);
    struct tune tune;
    struct buf bank = {0};
    assert_int_equal(tune_read(source, arena, &tune, &fault), 0);
    assert_int_equal(tune_bank(&tune, &bank, NULL, NULL, &fault), 0);
    snprintf(file, sizeof file, "%s/sound/Mine.bnk", folder);
    f = fopen(file, "wb");
    fwrite(bank.at, 1, bank.len, f);
    fclose(f);
    buf_free(&bank);
    arena_free(arena);
    struct scenario *s = scene();
    struct play_config config = play_defaults();
    const char *path = temp_path(NULL, "own");
    config.bare = config.lives = config.loud = true, config.record = path, config.resources = folder;
    config.watch = watch, config.user = &h;
    struct play *play = play_new(s, &config, &fault);
    if (!play) fail_msg("%s", fault.said);
    s_for(play, 0.2);
    ask(play, sound("Play__Critter__Happy_Long"));
    s_for(play, 0.4);
    assert_int_equal(h.replies, 1); // ours is far longer
    if (play_free(play, &fault)) fail_msg("%s", fault.said);
    scenario_free(s);
    struct replay_result result;
    snprintf(life, sizeof life, "%s.vector.life", path);
    if (relive(life, folder, &result, &fault)) fail_msg("%s", fault.said);
    assert_true(result.compared > 10 && !result.parted);
    assert_int_equal(relive(life, NULL, &result, &fault), ERR_VERSION);
    assert_non_null(strstr(fault.said, "sounds"));
}

// In the form of Vector's own pages, with names where they are known.
static void debugging_pages_read_of_sounds(void **state) {
    static const struct {
        struct life_event event;
        const char *said;
    } ROWS[] = {
        {{.kind = LIFE_EVENT_KIND_SOUND_POSTED, .time_us = 2500000, .numbers = {2, 9}},
         "{\"type\":\"PostAudioEvent\",\"eventName\":\"Play__Critter__Happy_Long\",\"gameObjectId\":"
         "\"Behavior\",\"hasCallback\":true,"
         "\"time\":1.5}"},
        {{.kind = LIFE_EVENT_KIND_SOUNDS_STOPPED, .time_us = 1000000, .numbers = {5}},
         "{\"type\":\"StopAllAudioEvents\",\"eventName\":\"\",\"gameObjectId\":\"All\",\"time\":0}"},
        {{.kind = LIFE_EVENT_KIND_SOUND_STATE, .time_us = 1250000, .subject = 77, .numbers = {1, 2}},
         "{\"type\":\"SetState\",\"stateGroupId\":\"77\",\"stateId\":\"65538\",\"time\":0.25}"},
        {{.kind = LIFE_EVENT_KIND_SOUND_SWITCH, .time_us = 1250000, .subject = 78, .numbers = {0, 3, 0}},
         "{\"type\":\"SetSwitchState\",\"gameObjectId\":\"Animation\",\"switchGroupId\":\"78\","
         "\"switchStateId\":\"3\",\"time\":0.25}"},
    };
    for (int i = 0; i < 4; i++) {
        struct life_event event = ROWS[i].event;
        struct buf out = {0};
        struct json_writer w = json_writer_of(&out, 0);
        if (!i) event.subject = fnv1_32_lower("Play__Critter__Happy_Long");
        assert_true(sound_told(&event, "vector", 1000000, &w));
        assert_string_equal((const char *)out.at, ROWS[i].said);
        buf_free(&out);
    }
    struct buf none = {0};
    struct json_writer w = json_writer_of(&none, 0);
    assert_false(sound_told(&(struct life_event){.kind = LIFE_EVENT_KIND_BLINKED}, "vector", 0, &w));
    assert_int_equal(none.len, 0);
    assert_null(sounds_name("vector", 1));
    assert_null(sounds_name("nobody", 1));
    // And in a life: what was asked for comes out, with whose it was.
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    ask(play, sound("Play__Critter__Happy_Long"));
    s_for(play, 0.033 * 2);
    ask(play, (struct life_message){.kind = LIFE_STOP_SOUNDS, .stop_sounds = {255, 50}});
    s_for(play, 0.2);
    assert_int_equal(h.kinds[LIFE_EVENT_KIND_SOUND_POSTED], 1);
    assert_true(h.kinds[LIFE_EVENT_KIND_SOUNDS_STOPPED] >= 1);
    play_free(play, NULL);
    scenario_free(s);
}

TESTS(cmocka_unit_test(a_volume_is_asked_for), cmocka_unit_test(debugging_pages_read_of_sounds),
      cmocka_unit_test(moving_leads_sounds), cmocka_unit_test(feelings_lead_sounds),
      cmocka_unit_test(streams_are_heard_and_answered),
      cmocka_unit_test(robots_hear_each_other_also_in_recordings),
      cmocka_unit_test(sounds_of_ones_own_are_asked_for_again),
      cmocka_unit_test(a_sound_is_asked_for_and_answered), cmocka_unit_test(speech_has_its_states_and_words),
      cmocka_unit_test(listening_never_changes_a_life),
      cmocka_unit_test(speech_is_lived_again_from_its_recording), cmocka_unit_test(a_program_streams))
