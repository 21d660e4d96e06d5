// Souls of other kinds: one of two lines with messages of its own lives, is recorded and lives again; and
// three robots of one scenario live three lives, each asked by itself.
#include "support/support.h"

#include "base/hash.h"
#include "base/system/file.h"
#include "run/play.h"
#include "run/replay.h"
#include "run/robots.h"
#include "run/souls.h"
#include "run/tape.h"
#include "run/thin.h"

#include <stdio.h>

// ------------------------------------------------------------------------------------ a creature that counts

struct tally_count { // a request: and a reply, how far it has come
    uint32_t by;
};
struct tally_message {
    unsigned kind;
    union {
        struct tally_count count, counted;
    };
};
struct tally_view {
    uint32_t tick, sum;
};
#define NUMBER(of, member, at)                                                                               \
    {                                                                                                        \
        .name = #member, .doc = "", .kind = SCHEMA_UINT, .width = 4, .until = SCHEMA_ALWAYS,                 \
        .offset = offsetof(struct of, at), .memory = 4                                                       \
    }
static const struct schema_field COUNT_FIELDS[] = {NUMBER(tally_count, by, by)};
static const struct schema_field VIEW_FIELDS[] = {NUMBER(tally_view, tick, tick),
                                                  NUMBER(tally_view, sum, sum)};
static const struct schema_struct
    COUNT = {"Count", "", "tally", COUNT_FIELDS, 1, sizeof(struct tally_count), 4, 1, 1},
    COUNTED = {"Counted", "", "tally", COUNT_FIELDS, 1, sizeof(struct tally_count), 4, 1, 1},
    VIEW = {"View", "", "tally", VIEW_FIELDS, 2, sizeof(struct tally_view), 4, 1, 2};
static const struct schema_message MESSAGES[] = {{&COUNT, 7, 0, 1, 0, SCHEMA_ALWAYS, {0}, 4, 4},
                                                 {&COUNTED, 8, 0, 2, 0, SCHEMA_ALWAYS, {0}, 4, 4}};
static const struct schema_protocol TALLY = {.name = "tally",
                                             .oldest = 1,
                                             .newest = 1,
                                             .spaces = {{"message", 2}},
                                             .space_count = 1,
                                             .directions = {"request", "reply"},
                                             .direction_count = 2,
                                             .messages = MESSAGES,
                                             .message_count = 2,
                                             .message_body = offsetof(struct tally_message, count)};
static const struct schema_value KINDS[] = {{"NONE", "", 0}, {"MADE_A_HUNDRED", "", 1}};
static const struct schema_enum EVENTS = {.name = "EventKind", .width = 2, .values = KINDS, .count = 2};
static const struct soul_messages SPEAKS = {&TALLY, 1, sizeof(struct tally_message), &VIEW, &EVENTS};

struct tally {
    struct soul soul;
    uint32_t tick, sum, by, asked, ticket;
    struct life_event event;
    bool told, replies;
};
static struct tally *of(const struct soul *soul) { return (struct tally *)(void *)(uintptr_t)soul; }

// The two lines: it counts as it was told, and drives while it does.
static void step(struct soul *soul, const struct senses_in *in, struct command_out *out) {
    struct tally *t = of(soul);
    border_clear_command(out);
    uint32_t before = t->sum;
    t->sum += t->by;
    out->command.wheels = (struct body_wheels){
        .mode = BODY_WHEEL_MODE_SPEED, .left_mps = 0.01f * (float)t->by, .right_mps = 0.01f * (float)t->by};
    t->told = before / 100 != t->sum / 100;
    t->event = (struct life_event){.time_us = in->senses.time_us, .kind = 1, .numbers = {(float)t->sum}};
    out->command.number = t->tick++;
}
static enum err ask(struct soul *soul, const struct life_envelope *envelope, const void *request) {
    const struct tally_message *m = request;
    of(soul)->by = m->count.by, of(soul)->ticket = envelope->ticket, of(soul)->replies = true;
    return ERR_NONE;
}
static void answer(struct soul *soul, const struct errand_answer *answer) { (void)soul, (void)answer; }
static void calendar(struct soul *soul, const struct life_calendar *calendar) { (void)soul, (void)calendar; }
static size_t events(const struct soul *soul, const struct life_event **events, uint32_t *lost) {
    *lost = 0;
    return *events = &of(soul)->event, of(soul)->told;
}
static bool reply(struct soul *soul, struct life_envelope *to, void *reply) {
    struct tally *t = of(soul);
    *to = (struct life_envelope){t->ticket, LIFE_DOOR_TEST};
    if (t->replies) *(struct tally_message *)reply = (struct tally_message){1, .counted = {t->sum}};
    bool replies = t->replies;
    return t->replies = false, replies;
}
static void view(const struct soul *soul, void *view) {
    *(struct tally_view *)view = (struct tally_view){of(soul)->tick, of(soul)->sum};
}
static uint32_t tick(const struct soul *soul) { return of(soul)->tick; }
static size_t hashes(const struct soul *soul, const char **names, uint64_t *hashes, size_t room) {
    uint32_t state[] = {of(soul)->sum, of(soul)->by};
    if (room) names[0] = "sum", hashes[0] = hash64(0, state, sizeof state);
    return 1;
}
static void leave(struct soul *soul) { free(soul); }
static const struct soul_class TALLIES = {"tally", &SPEAKS, step,   ask,   answer, calendar, events, reply,
                                          view,    tick,    hashes, leave, NULL,   NULL,     NULL};

static struct soul *born(void *user, struct crew *crew, struct fault *fault) {
    (void)user, (void)crew, (void)fault;
    struct tally *t = calloc(1, sizeof *t);
    t->soul = (struct soul){&TALLIES, &vector_model, 9};
    t->by = 1;
    return &t->soul;
}

static uint32_t hundreds, last_reply;
static void watch(void *user, struct run *run, size_t life) {
    const struct life_event *events;
    struct life_envelope to;
    union soul_message reply;
    uint32_t lost;
    if (life != 1) return;
    hundreds += (uint32_t)soul_events(run_soul(run, life), &events, &lost);
    while (soul_reply(run_soul(run, life), &to, &reply))
        last_reply = ((const struct tally_message *)&reply)->counted.by;
}

// Its life and, beside it, that of a robot in the same world; returns where the first is written down.
static const char *live(uint64_t *hash) {
    const char *path = temp_path(NULL, "tally.life");
    struct fault fault = {0};
    struct thin t;
    assert_true(thin_start(&t, &(struct thin_config){.seed = 5}));
    struct recording_about about = {.creature = "tally", .name = "it", .messages = &SPEAKS};
    struct recorder *recorder = recorder_new(path, &about, &fault);
    struct soul *soul = born(NULL, NULL, NULL);
    struct body *body = body_sim_new(t.world, &vector_model, (struct pose2){.at = {1, 0}}, &fault);
    assert_int_equal(run_add(t.run, body, soul, recorder, &fault), ERR_NONE);
    run_watch(t.run, watch, NULL);
    hundreds = last_reply = 0;
    run_for(t.run, 5000000);
    struct tally_message count = {0, .count = {3}};
    assert_int_equal(run_ask(t.run, 1, &(struct life_envelope){4, LIFE_DOOR_TEST}, &count), ERR_NONE);
    run_for(t.run, 10000000);
    struct world_truth truth;
    assert_true(world_truth(t.world, 2, &truth) && truth.pose.at.x > 1.2f); // its body does what it wants
    struct life_view none;
    assert_false(soul_life_view(soul, &none));
    assert_null(run_robot(t.run, 1));
    *hash = soul_hash(soul);
    thin_end(&t);
    assert_int_equal(recorder_close(recorder, &fault), ERR_NONE);
    return path;
}

static void one_of_two_lines_lives_and_lives_again(void **state) {
    uint64_t hash;
    const char *path = live(&hash);
    assert_in_range(hundreds, 9, 11); // 150 ticks by one and 300 by three
    assert_in_range(last_reply, 150, 156);
    struct fault fault = {0};
    struct recording_about about;
    struct replay_result result;
    struct recording *tape = recording_open(path, &about, &fault);
    assert_non_null(tape);
    assert_string_equal(about.creature, "tally");
    assert_int_equal(replay_soul(tape, &vector_model, born, NULL, NULL, NULL, &result, &fault), ERR_NONE);
    assert_false(result.parted || result.torn);
    assert_int_equal(result.requests, 1);
    assert_in_range(result.marks, 2, 3);
    assert_in_range(result.ticks, 450, 456);
    assert_true(result.hash == hash);
    recording_free(tape);
}

static void its_marks_can_be_hopped_to(void **state) {
    uint64_t hash;
    struct recording_about about;
    struct entry *e = calloc(1, sizeof *e);
    struct recording *tape = recording_open(live(&hash), &about, NULL);
    recording_speaks(tape, &SPEAKS);
    assert_true(recording_seek(tape, 400));
    assert_int_equal(recording_next(tape, e, NULL), ERR_NONE);
    assert_int_equal(e->kind, ENTRY_VIEW);
    assert_int_equal(((const struct tally_view *)&e->view)->tick, 304);
    recording_free(tape);
    // A reader that takes it for a robot's is told so by what it reads, and reads no further.
    tape = recording_open(live(&hash), &about, NULL);
    enum err err;
    while (!(err = recording_next(tape, e, NULL)))
        ;
    assert_int_not_equal(err, ERR_CLOSED);
    recording_free(tape);
    free(e);
}

static void what_cannot_be_carried_is_refused(void **state) {
    static struct soul_messages large = {&TALLY, 1, SOUL_MESSAGE_MAX + 1, &VIEW, &EVENTS};
    static struct soul_class wordy;
    wordy = TALLIES, wordy.messages = &large;
    struct fault fault = {0};
    struct thin t;
    assert_true(thin_start(&t, &(struct thin_config){.seed = 5}));
    struct soul *soul = born(NULL, NULL, NULL);
    soul->class = &wordy;
    assert_int_equal(run_add(t.run, run_body(t.run, 0), soul, NULL, &fault), ERR_LIMIT);
    soul->class = &TALLIES, soul->id = run_soul(t.run, 0)->id;
    assert_int_equal(run_add(t.run, run_body(t.run, 0), soul, NULL, &fault), ERR_STATE);
    soul_free(soul);
    thin_end(&t);
}

// ----------------------------------------------------------------------------------------------- three lives

static const char THREE[] = "{\"seed\": 4, \"robots\": [{\"name\": \"ada\", \"creature\": \"vector\"},"
                            "{\"name\": \"none\", \"creature\": \"vector\", \"soul\": false, \"x_m\": -0.5},"
                            "{\"name\": \"bo\", \"creature\": \"cozmo\", \"x_m\": 0.5},"
                            "{\"name\": \"cy\", \"creature\": \"vector\", \"y_m\": 0.5}]}";

static void drive(struct play *play, int life, float mps) {
    struct life_message m = {.kind = LIFE_DRIVE, .drive = {mps, mps, 0, 1}};
    assert_int_equal(play_ask(play, (size_t)life, &(struct life_envelope){1, LIFE_DOOR_TEST}, &m), ERR_NONE);
}

static void three_robots_of_a_scenario_live_three_lives(void **state) {
    const char *folder = temp_folder(), *world = temp_path(folder, "three.world");
    struct fault fault = {0};
    struct scenario *s = scenario_read(text_of(THREE), "three.json", NULL, 0, &fault);
    assert_non_null(s);
    struct play_config config = play_defaults();
    config.record = world;
    struct play *play = play_new(s, &config, &fault);
    if (!play) fail_msg("%s", fault.said);
    assert_int_equal(play_life(play, 1), -1);
    assert_null(run_soul(play_run(play), 3));
    play_for(play, 500000);
    int ada = play_life(play, 0), bo = play_life(play, 2), cy = play_life(play, 3);
    struct world_truth before[4], after[4];
    for (uint32_t i = 0; i < 4; i++) world_truth(play_world(play), i + 1, &before[i]);
    drive(play, bo, 0.05f), drive(play, cy, -0.05f); // each what it alone was asked for
    play_for(play, 1500000);
    for (uint32_t i = 0; i < 4; i++) world_truth(play_world(play), i + 1, &after[i]);
    assert_true(after[2].pose.at.x - before[2].pose.at.x > 0.03f);
    assert_true(after[3].pose.at.x - before[3].pose.at.x < -0.03f);
    assert_true(m_abs(after[0].pose.at.x - before[0].pose.at.x) < 0.005f);
    assert_true(m_abs(after[1].pose.at.x - before[1].pose.at.x) < 0.001f);
    int lives[3] = {ada, bo, cy};
    uint64_t hashes[3], whole = world_hash(play_world(play));
    for (int i = 0; i < 3; i++) hashes[i] = soul_hash(run_soul(play_run(play), (size_t)lives[i]));
    assert_true(hashes[0] != hashes[2]);
    assert_int_equal(play_free(play, &fault), ERR_NONE);
    scenario_free(s);

    static const char *const NAMES[] = {"ada", "bo", "cy"};
    for (int i = 0; i < 3; i++) { // each can be lived again by itself
        char name[64];
        struct recording_about about;
        struct replay_result result;
        snprintf(name, sizeof name, "three.world.%s.life", NAMES[i]);
        struct recording *tape = recording_open(temp_path(folder, name), &about, &fault);
        assert_non_null(tape);
        assert_string_equal(about.name, NAMES[i]);
        assert_int_equal(replay_life(tape, &about, body_model_find(about.creature),
                                     thin_clips(about.creature), NULL, NULL, &result, &fault),
                         ERR_NONE);
        assert_false(result.parted);
        assert_int_equal(result.requests, i ? 1 : 0);
        assert_true(result.hash == hashes[i]);
        recording_free(tape);
    }
    struct tape_about about; // and all of them together
    struct tape_result played;
    struct tape_reader *reader = tape_open(world, &about, &fault);
    assert_int_equal(tape_play(reader, &about, NULL, NULL, NULL, &played, &fault), ERR_NONE);
    assert_int_equal(played.requests, 2);
    assert_false(played.parted);
    assert_true(played.hash == whole);
    tape_free(reader);
}

TESTS(cmocka_unit_test(one_of_two_lines_lives_and_lives_again), cmocka_unit_test(its_marks_can_be_hopped_to),
      cmocka_unit_test(what_cannot_be_carried_is_refused),
      cmocka_unit_test(three_robots_of_a_scenario_live_three_lives))
