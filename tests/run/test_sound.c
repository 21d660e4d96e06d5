// Sound as a part of a life: asked for, heard by bodies and by whoever listens, spoken, streamed, recorded and lived again.
#include "support/support.h"

#include "body/replay.h"
#include "border/model.h"
#include "run/play.h"
#include "run/recorder.h"
#include "run/replay.h"
#include "stage/audio_tap.h"

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
    assert_int_equal(h.states[3], 4);
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

TESTS(cmocka_unit_test(a_sound_is_asked_for_and_answered), cmocka_unit_test(speech_has_its_states_and_words),
      cmocka_unit_test(listening_never_changes_a_life),
      cmocka_unit_test(speech_is_lived_again_from_its_recording), cmocka_unit_test(a_program_streams))
