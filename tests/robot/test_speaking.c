// The face of a life that speaks: in step with its words, the same whoever watches, and over when the saying
// is over or is cut short.
#include "run/asking.h"
#include "run/thin.h"

#include "base/maths/maths.h"
#include "border/body_model.h"
#include "run/play.h"
#include "run/scenario.h"
#include "stage/face/eyes.h"

#include <stdlib.h>
#include <string.h>

enum { TICKS = 400, FACE_Y = 1, LEFT = 5, HEIGHT = LEFT + EYE_SCALE_Y, LID = LEFT + EYE_UPPER_LID_Y };

struct seen {
    float numbers[TICKS][FACE_NUMBERS];
    bool word[TICKS];
    uint32_t ticks, words, verdicts[8], replies, states[16], state_count, blinks;
};
static struct seen spoke, silent;

static void watch(void *user, struct play *play, int life) {
    struct seen *seen = user;
    if (life < 0 || seen->ticks == TICKS) return;
    struct robot *robot = run_robot(play_run(play), (size_t)life);
    const struct life_event *events;
    static struct life_view view;
    robot_view(robot, &view);
    memcpy(seen->numbers[seen->ticks], view.face.numbers, sizeof seen->numbers[0]);
    size_t count = robot_events(robot, &events);
    for (size_t i = 0; i < count; i++) {
        bool word = events[i].kind == LIFE_EVENT_KIND_WORD;
        seen->word[seen->ticks] |= word;
        seen->words += word;
        seen->blinks += events[i].kind == LIFE_EVENT_KIND_BLINKED;
        if (events[i].kind == LIFE_EVENT_KIND_SAY_STATE && seen->state_count < 16)
            seen->states[seen->state_count++] = (uint32_t)events[i].numbers[0];
    }
    struct life_envelope to;
    struct life_message reply;
    while (robot_reply(robot, &to, &reply))
        if (reply.kind == LIFE_DONE && seen->replies < 8)
            seen->verdicts[seen->replies++] = reply.done.verdict;
    seen->ticks++;
}

static struct play *begin(const char *creature, struct seen *seen, unsigned workers,
                          struct scenario **scene) {
    char text[100];
    struct fault fault = {0};
    snprintf(text, sizeof text, "{\"seed\": 3, \"robots\": [{\"creature\": \"%s\"}]}", creature);
    *scene = scenario_read(text_of(text), "t.json", NULL, 0, &fault);
    assert_non_null(*scene);
    struct play_config config = play_defaults();
    config.bare = true; // no clips, which would move the face too
    config.workers = workers;
    config.watch = watch, config.user = seen;
    *seen = (struct seen){0};
    struct play *play = play_new(*scene, &config, &fault);
    if (!play) fail_msg("%s", fault.said);
    return play;
}

// One life that says it, and its twin that says nothing.
static void live(const char *creature, const char *words, float duration) {
    for (int says = 0; says < 2; says++) {
        struct scenario *scene;
        struct play *play = begin(creature, says ? &spoke : &silent, 0, &scene);
        s_for(play, 0.5);
        if (says) ask(play, say(words, duration));
        s_for(play, 12);
        play_free(play, NULL);
        scenario_free(scene);
    }
}
static float jump(uint32_t tick) { return silent.numbers[tick][FACE_Y] - spoke.numbers[tick][FACE_Y]; }
static bool same(uint32_t tick) {
    return !memcmp(spoke.numbers[tick], silent.numbers[tick], sizeof spoke.numbers[0]);
}

// Without a full stop nothing but the layer is different, so that a jump is a word's. Each is seen in the
// tick in which its word begins, or the next.
static void check_words(const char *creature) {
    live(creature, "seven small robots carry twenty yellow cubes across the wide table", 1);
    uint32_t told = 0, seen = 0, jumps = 0, strays = 0, first = 0, last = 0;
    assert_int_equal(spoke.verdicts[0], LIFE_VERDICT_DONE);
    for (uint32_t t = 2; t + 2 < TICKS; t++) {
        bool rises = jump(t) > jump(t - 1) + 0.15f && jump(t - 1) <= jump(t - 2) + 0.15f; // it begins to
        if (spoke.word[t]) {
            told++, last = t;
            if (!first) first = t;
            seen += jump(t) > jump(t - 1) + 0.1f || jump(t + 1) > jump(t) + 0.1f;
        }
        jumps += rises;
        strays += rises && !spoke.word[t] && !spoke.word[t - 1] && !spoke.word[t + 1];
    }
    if (told < 9 || seen + 1 < told || strays || jumps < told / 2)
        fail_msg("%s: %u words, %u of them seen; %u jumps, %u of them of no word", creature, told, seen,
                 jumps, strays);
    for (uint32_t t = 0; t < first - 3; t++)
        assert_true(same(t) || t + 25 > first); // it draws breath at most
    uint32_t over = 0;
    for (uint32_t t = last; t < TICKS && !over; t++)
        if (same(t)) over = t;
    assert_in_range(over, last + 3, last + 45);
    for (uint32_t t = over; t < TICKS; t++) assert_true(same(t));
}

static void the_face_is_in_step_with_the_words(void **state) {
    check_words("vector");
    check_words("cozmo");
}

static void so_it_is_with_tones(void **state) {
    setenv("CRITTER_VOICE", "none", 1);
    check_words("vector");
    check_words("cozmo");
    unsetenv("CRITTER_VOICE");
}

// A pause within a saying: nothing is left of the word before, lids have come down; then the next one.
static void silence_between_words_settles(void **state) {
    setenv("CRITTER_VOICE", "none", 1); // whose pauses are silent
    live("vector", "wait, now", 2.5f);
    unsetenv("CRITTER_VOICE");
    uint32_t words[2] = {0}, count = 0, still = 0;
    for (uint32_t t = 0; t < TICKS; t++)
        if (spoke.word[t] && count < 2) words[count++] = t;
    assert_int_equal(count, 2);
    for (uint32_t t = words[0]; t < words[1]; t++)
        still += jump(t) < 0.01f && spoke.numbers[t][HEIGHT] == silent.numbers[t][HEIGHT] &&
                 spoke.numbers[t][LID] > silent.numbers[t][LID] + 0.05f;
    assert_in_range(still, 4, 20);
    assert_true(jump(words[1] + 1) > 0.5f);
}

static void what_is_cut_short_ends_the_layer(void **state) {
    struct scenario *scene;
    struct play *play = begin("vector", &silent, 0, &scene);
    s_for(play, 12);
    play_free(play, NULL);
    scenario_free(scene);
    for (int place = 3; place <= 255; place += 252) {
        play = begin("vector", &spoke, 0, &scene);
        s_for(play, 0.5);
        ask(play,
            say("seven small robots carry twenty yellow cubes across the wide table. Then they carry them "
                "all the way back.",
                1));
        ask(play, say("and this one waits", 1));
        s_for(play, 2);
        uint32_t words = spoke.words, at = spoke.ticks;
        assert_in_range(words, 2, 10);
        assert_false(same(at - 1));
        ask(play, (struct life_message){.kind = LIFE_STOP_SOUNDS, .stop_sounds = {(uint8_t)place, 50}});
        s_for(play, 4);
        assert_int_equal(spoke.words, words); // not a word more
        for (uint32_t t = at + 6; t < spoke.ticks; t++) assert_true(same(t));
        assert_int_equal(spoke.replies, 3);
        assert_int_equal(spoke.verdicts[0], LIFE_VERDICT_CANCELLED);
        assert_int_equal(spoke.verdicts[1], LIFE_VERDICT_CANCELLED);
        assert_int_equal(spoke.verdicts[2], LIFE_VERDICT_DONE); // of stopping
        assert_int_equal(spoke.states[spoke.state_count - 1], 0);
        ask(play, say("now", 1)); // and it can speak again
        s_for(play, 3);
        assert_int_equal(spoke.words, words + 1);
        assert_int_equal(spoke.verdicts[3], LIFE_VERDICT_DONE);
        play_free(play, NULL);
        scenario_free(scene);
    }
    // Other sounds may be stopped without it.
    play = begin("vector", &spoke, 0, &scene);
    ask(play, say("here I am", 1));
    s_for(play, 1);
    ask(play, (struct life_message){.kind = LIFE_STOP_SOUNDS, .stop_sounds = {2, 50}});
    s_for(play, 3);
    assert_int_equal(spoke.verdicts[1], LIFE_VERDICT_DONE);
    play_free(play, NULL);
    scenario_free(scene);
}

static void sentences_end_with_blinks_now_and_then(void **state) {
    live("vector", "Here. There. Good. Bad. Up. Down. In. Out. Now. Then.", 1.6f);
    assert_true(spoke.blinks >= silent.blinks + 2);
}

static void it_is_the_same_life_with_any_workers(void **state) {
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) {
        struct scenario *scene;
        struct play *play = begin("cozmo", &spoke, i ? 2 : 0, &scene);
        ask(play, say("Hello! Is it you? Yes, it is.", 1));
        s_for(play, 2);
        hash[i] = run_hash(play_run(play));
        play_free(play, NULL);
        scenario_free(scene);
    }
    assert_int_equal(hash[0], hash[1]);
}

// Whichever door asks; what its own mind says can be seen, and it goes on.
static void a_body_without_a_speaker_is_not_asked_to_be_heard(void **state) {
    static const struct life_message HEARD[] = {
        {.kind = LIFE_SAY, .say = {.words = "hello", .duration = 1}},
        {.kind = LIFE_PLAY_SOUND, .play_sound = {.event = "Play__Robot_Vic_Sfx__Camera_Flash", .volume = 1}},
        {.kind = LIFE_STREAM_PREPARE, .stream_prepare = {.rate_hz = 16000, .volume = 50}},
        {.kind = LIFE_BLINK}};
    struct body_model mute = vector_model;
    struct thin t;
    mute.lacks = BODY_HAS(SPEAKER);
    assert_true(
        thin_start(&t, &(struct thin_config){.seed = 3, .model = &mute, .library = thin_clips("vector")}));
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t before = t.replies;
        thin_ask(&t, i + 1, HEARD[i]);
        for (int k = 0; k < 100 && t.replies == before; k++) run_for(t.run, 33000);
        assert_int_equal(t.last_verdict, i < 3 ? LIFE_VERDICT_REFUSED : LIFE_VERDICT_DONE);
    }
    const struct life_envelope own = {.ticket = 9, .door = LIFE_DOOR_MIND};
    assert_int_equal(robot_ask(run_robot(t.run, 0), &own, &HEARD[0]), ERR_NONE);
    uint32_t said = t.events[LIFE_EVENT_KIND_SAY_STATE % 64];
    for (int k = 0; k < 100; k++) run_for(t.run, 33000);
    assert_true(t.events[LIFE_EVENT_KIND_SAY_STATE % 64] > said);
    thin_end(&t);
}

TESTS(cmocka_unit_test(a_body_without_a_speaker_is_not_asked_to_be_heard),
      cmocka_unit_test(the_face_is_in_step_with_the_words), cmocka_unit_test(so_it_is_with_tones),
      cmocka_unit_test(silence_between_words_settles), cmocka_unit_test(what_is_cut_short_ends_the_layer),
      cmocka_unit_test(sentences_end_with_blinks_now_and_then),
      cmocka_unit_test(it_is_the_same_life_with_any_workers))
