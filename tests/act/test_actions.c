// Actions: queues, compounds, tags, repeats; each request is answered exactly once, with the code of what
// happened.
#include "support/support.h"

#include "act/act.h"
#include "run/thin.h"

#include "base/maths/chance.h"

#include <string.h>

enum { TICKETS = 20000 };
static struct {
    uint8_t answers[TICKETS], door[TICKETS];
    uint32_t result[TICKETS], order[TICKETS], tick[TICKETS], count;
} heard;

static void hear(void *user, struct run *run, size_t life) {
    struct life_envelope to;
    struct life_message reply;
    while (robot_reply(run_robot(run, life), &to, &reply)) {
        if (to.ticket >= TICKETS) continue;
        heard.answers[to.ticket]++;
        heard.result[to.ticket] = reply.kind == LIFE_DONE ? reply.done.result : 0;
        heard.order[to.ticket] = ++heard.count;
        heard.tick[to.ticket] = robot_tick(run_robot(run, life));
    }
}

static struct thin begin(void) {
    static struct thin t;
    struct thin_config config = {.seed = 5, .model = &vector_model, .library = thin_clips("vector")};
    assert_true(thin_start(&t, &config));
    memset(&heard, 0, sizeof heard);
    run_watch(t.run, hear, NULL);
    run_for(t.run, 6000000);
    return t;
}

static enum err put(struct thin *t, struct life_envelope from, struct life_message m) {
    if (!from.door) from.door = LIFE_DOOR_TEST;
    return run_ask(t->run, 0, &from, &m);
}
static struct life_message wait_s(float seconds) {
    return (struct life_message){.kind = LIFE_WAIT, .wait = {seconds}};
}
static struct life_message compound(bool parallel, uint8_t parts) {
    return (struct life_message){.kind = LIFE_COMPOUND, .compound = {parallel, parts}};
}
static struct life_message straight(float m) {
    return (struct life_message){.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {m, 0}};
}
static void s_for(struct thin *t, float seconds) { run_for(t->run, (int64_t)(seconds * 1e6f)); }
static struct vec2 place(struct thin *t) {
    struct world_truth is;
    world_truth(t->world, 1, &is);
    return vec2(is.pose.at.x, is.pose.at.y);
}

static void queues_keep_their_order(void **state) {
    struct thin t = begin();
    put(&t, (struct life_envelope){.ticket = 1, .queue = LIFE_QUEUE_AT_END}, wait_s(1));
    put(&t, (struct life_envelope){.ticket = 2, .queue = LIFE_QUEUE_AT_END}, wait_s(0.5f));
    put(&t, (struct life_envelope){.ticket = 3, .queue = LIFE_QUEUE_NEXT}, wait_s(0.2f)); // before 2
    put(&t, (struct life_envelope){.ticket = 4}, wait_s(0.1f));                           // beside them
    s_for(&t, 2.2f);
    assert_true(heard.order[4] == 1 && heard.order[1] == 2 && heard.order[3] == 3 && heard.order[2] == 4);
    // The present one is cancelled, those that wait stay.
    put(&t, (struct life_envelope){.ticket = 10, .queue = LIFE_QUEUE_AT_END}, wait_s(5));
    put(&t, (struct life_envelope){.ticket = 11, .queue = LIFE_QUEUE_AT_END}, wait_s(0.2f));
    s_for(&t, 0.2f);
    put(&t, (struct life_envelope){.ticket = 12, .queue = LIFE_QUEUE_NOW}, wait_s(0.2f));
    s_for(&t, 0.8f);
    assert_int_equal(heard.result[10], LIFE_RESULT_CANCELLED_WHILE_RUNNING);
    assert_true(heard.order[10] < heard.order[12] && heard.order[12] < heard.order[11]);
    // One that is to go on begins again.
    put(&t, (struct life_envelope){.ticket = 20, .queue = LIFE_QUEUE_AT_END}, wait_s(1));
    s_for(&t, 0.8f);
    put(&t, (struct life_envelope){.ticket = 21, .queue = LIFE_QUEUE_NOW_AND_RESUME}, wait_s(0.2f));
    s_for(&t, 0.7f);
    assert_true(heard.answers[21] == 1 && !heard.answers[20]);
    s_for(&t, 0.8f);
    assert_true(heard.answers[20] == 1 && heard.result[20] == LIFE_RESULT_SUCCESS);
    // And nothing else.
    for (uint32_t i = 30; i < 34; i++)
        put(&t, (struct life_envelope){.ticket = i, .queue = LIFE_QUEUE_AT_END}, wait_s(9));
    s_for(&t, 0.1f);
    put(&t, (struct life_envelope){.ticket = 34, .queue = LIFE_QUEUE_NOW_AND_CLEAR}, wait_s(0.1f));
    s_for(&t, 0.3f);
    for (uint32_t i = 30; i < 34; i++) assert_int_equal(heard.result[i], LIFE_RESULT_INTERRUPTED);
    assert_int_equal(heard.result[34], LIFE_RESULT_SUCCESS);
    thin_end(&t);
}

static void compounds_are_one(void **state) {
    struct thin t = begin();
    struct vec2 from = place(&t);
    put(&t, (struct life_envelope){.ticket = 1, .tag = 7}, compound(false, 3));
    put(&t, (struct life_envelope){.ticket = 2, .part_of = 1}, straight(0.1f));
    put(&t, (struct life_envelope){.ticket = 3, .part_of = 1},
        (struct life_message){.kind = LIFE_HEAD, .head = {0.3f, 0, 0}});
    put(&t, (struct life_envelope){.ticket = 4, .part_of = 1}, straight(-0.1f));
    s_for(&t, 8);
    for (uint32_t i = 1; i <= 4; i++)
        assert_true(heard.answers[i] == 1 && heard.result[i] == LIFE_RESULT_SUCCESS);
    assert_true(vec2_length(vec2_sub(place(&t), from)) < 0.01f);
    // All at once: two that need the same track do not get on, and the third ends with them.
    put(&t, (struct life_envelope){.ticket = 10}, compound(true, 3));
    put(&t, (struct life_envelope){.ticket = 11, .part_of = 10}, wait_s(5));
    put(&t, (struct life_envelope){.ticket = 12, .part_of = 10}, straight(0.05f));
    put(&t, (struct life_envelope){.ticket = 13, .part_of = 10}, straight(0.05f));
    s_for(&t, 1);
    assert_int_equal(heard.result[10], LIFE_RESULT_TRACKS_LOCKED);
    assert_int_equal(heard.result[13], LIFE_RESULT_TRACKS_LOCKED);
    assert_int_equal(heard.result[11], LIFE_RESULT_CANCELLED_WHILE_RUNNING);
    assert_int_equal(heard.result[12], LIFE_RESULT_CANCELLED_WHILE_RUNNING);
    s_for(&t, 1);
    // Whatever can be asked can be a part, and says whether it worked.
    put(&t, (struct life_envelope){.ticket = 20}, compound(false, 2));
    put(&t, (struct life_envelope){.ticket = 21, .part_of = 20},
        (struct life_message){.kind = LIFE_VOLUME, .volume = {2}});
    put(&t, (struct life_envelope){.ticket = 22, .part_of = 20},
        (struct life_message){.kind = LIFE_VOLUME, .volume = {99}});
    s_for(&t, 0.5f);
    assert_int_equal(heard.result[21], LIFE_RESULT_SUCCESS);
    assert_int_equal(heard.result[20], LIFE_RESULT_ABORT);
    // Cancelled as a whole, by its tag.
    put(&t, (struct life_envelope){.ticket = 30, .tag = 77}, compound(false, 2));
    put(&t, (struct life_envelope){.ticket = 31, .part_of = 30}, wait_s(5));
    put(&t, (struct life_envelope){.ticket = 32, .part_of = 30}, wait_s(5));
    s_for(&t, 0.3f);
    put(&t, (struct life_envelope){.ticket = 33}, (struct life_message){.kind = LIFE_CANCEL, .cancel = {77}});
    put(&t, (struct life_envelope){.ticket = 34},
        (struct life_message){.kind = LIFE_CANCEL, .cancel = {77}}); // twice
    s_for(&t, 0.2f);
    assert_int_equal(heard.result[30], LIFE_RESULT_CANCELLED_WHILE_RUNNING);
    assert_int_equal(heard.result[31], LIFE_RESULT_CANCELLED_WHILE_RUNNING);
    assert_int_equal(heard.result[32], LIFE_RESULT_NOT_STARTED);
    assert_true(heard.result[33] == LIFE_RESULT_SUCCESS && heard.result[34] == LIFE_RESULT_ABORT);
    // Parts that never come, and parts of nothing.
    put(&t, (struct life_envelope){.ticket = 40}, compound(false, 2));
    put(&t, (struct life_envelope){.ticket = 41, .part_of = 40}, wait_s(0.1f));
    put(&t, (struct life_envelope){.ticket = 42, .part_of = 999}, wait_s(0.1f));
    put(&t, (struct life_envelope){.ticket = 43}, compound(false, 0));
    s_for(&t, 3);
    assert_int_equal(heard.result[40], LIFE_RESULT_NULL_SUBACTION);
    assert_int_equal(heard.result[41], LIFE_RESULT_NOT_STARTED);
    assert_int_equal(heard.result[42], LIFE_RESULT_NULL_SUBACTION);
    assert_int_equal(heard.result[43], LIFE_RESULT_NULL_SUBACTION);
    thin_end(&t);
}

static void tags_are_the_askers_own(void **state) {
    struct thin t = begin();
    put(&t, (struct life_envelope){.ticket = 1, .tag = 1000001}, wait_s(0.1f));
    put(&t, (struct life_envelope){.ticket = 2, .tag = 2000001}, wait_s(0.1f));
    put(&t, (struct life_envelope){.ticket = 3, .tag = 2000001, .door = LIFE_DOOR_SDK}, wait_s(0.1f));
    put(&t, (struct life_envelope){.ticket = 4, .tag = 5, .door = LIFE_DOOR_SDK}, wait_s(0.1f));
    s_for(&t, 0.5f);
    static const uint32_t WANTED[] = {0, LIFE_RESULT_BAD_TAG, LIFE_RESULT_BAD_TAG, 0, LIFE_RESULT_BAD_TAG};
    for (uint32_t i = 1; i <= 4; i++) assert_true(heard.answers[i] == 1 && heard.result[i] == WANTED[i]);
    assert_int_equal(put(&t, (struct life_envelope){.ticket = 6, .door = LIFE_DOOR_ACTION}, wait_s(1)),
                     ERR_RANGE);
    thin_end(&t);
}

static void defect(struct thin *t, uint8_t kind, uint8_t which) {
    struct world_message m = {.kind = WORLD_DEFECT};
    world_defect_defaults(&m.defect);
    snprintf(m.defect.what, sizeof m.defect.what, "vector");
    m.defect.kind = kind, m.defect.which = which;
    struct fault fault = {0};
    if (world_do(t->world, &m, &fault)) fail_msg("%s", fault.said);
}

// What happens to it is what its code says.
static void codes_tell_what_happened(void **state) {
    struct thin t = begin();
    put(&t, (struct life_envelope){.ticket = 1}, straight(0.3f));
    s_for(&t, 0.3f);
    put(&t, (struct life_envelope){.ticket = 2}, straight(0.1f));
    s_for(&t, 0.2f);
    assert_int_equal(heard.result[2], LIFE_RESULT_TRACKS_LOCKED);
    struct fault fault = {0};
    struct world_message up = {.kind = WORLD_PICK_UP, .pick_up = {.height_m = 0.2f, .seconds = 0.5f}};
    snprintf(up.pick_up.what, sizeof up.pick_up.what, "vector");
    if (world_do(t.world, &up, &fault)) fail_msg("%s", fault.said);
    s_for(&t, 1);
    assert_int_equal(heard.result[1], LIFE_RESULT_INTERRUPTED);
    put(&t, (struct life_envelope){.ticket = 3, .retries = 3}, straight(0.1f));
    s_for(&t, 0.3f);
    assert_int_equal(heard.result[3], LIFE_RESULT_INVALID_OFF_TREADS_STATE);
    struct world_message down = {.kind = WORLD_PUT_DOWN, .put_down = {.here = true, .seconds = 0.5f}};
    snprintf(down.put_down.what, sizeof down.put_down.what, "vector");
    if (world_do(t.world, &down, &fault)) fail_msg("%s", fault.said);
    s_for(&t, 2);
    put(&t, (struct life_envelope){.ticket = 4},
        (struct life_message){.kind = LIFE_GO_TO_POSE, .go_to_pose = {0.0f / 0.0f, 0, 0}});
    put(&t, (struct life_envelope){.ticket = 5},
        (struct life_message){.kind = LIFE_PLAY_CLIP, .play_clip = {"nonesuch", 1}});
    s_for(&t, 0.3f);
    assert_int_equal(heard.result[4], LIFE_RESULT_BAD_POSE);
    assert_int_equal(heard.result[5], LIFE_RESULT_NO_ANIM_NAME);
    // A lift that is held: it is tried twice more, and given up. Treads that only slip turn nothing.
    defect(&t, WORLD_DEFECT_KIND_LIFT_BLOCKED, 0);
    put(&t, (struct life_envelope){.ticket = 6, .retries = 2},
        (struct life_message){.kind = LIFE_LIFT, .lift = {0.09f, 0, 0}});
    s_for(&t, 8);
    assert_int_equal(heard.answers[6], 0);
    s_for(&t, 8);
    assert_int_equal(heard.answers[6], 1);
    assert_int_equal(heard.result[6], LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS);
    defect(&t, WORLD_DEFECT_KIND_TREAD_SLIPS, 0), defect(&t, WORLD_DEFECT_KIND_TREAD_SLIPS, 1);
    put(&t, (struct life_envelope){.ticket = 7},
        (struct life_message){.kind = LIFE_TURN_IN_PLACE, .turn_in_place = {.angle_rad = 2}});
    s_for(&t, 10);
    assert_int_equal(heard.answers[7], 1);
    assert_true(heard.result[7] != LIFE_RESULT_SUCCESS);
    thin_end(&t);
}

// The engine by itself: rows that never come to an end of their own.
static bool progresses;
static enum life_result never(struct act *act, struct action *a) {
    if (progresses) action_progress(&act->actions, a);
    return LIFE_RESULT_RUNNING;
}
static float seconds_until_over(const struct action_row *row, enum life_result expected) {
    struct act *act = calloc(1, sizeof *act);
    struct life_envelope from = {.ticket = 1, .door = LIFE_DOOR_TEST};
    struct life_message asked = wait_s(1);
    struct action_done done;
    enum life_result result;
    assert_true(actions_add(&act->actions, act, row, &from, &asked, &result));
    assert_true(actions_told(&act->actions, &done) && done.result == LIFE_RESULT_RUNNING);
    uint32_t tick = 0;
    while (tick < 4000 && !actions_told(&act->actions, &done)) actions_step(&act->actions, act, ++tick);
    if (tick < 4000) assert_int_equal(done.result, expected);
    free(act);
    return (float)tick * LIFE_TICK_US * 1e-6f;
}
static void time_runs_out(void **state) {
    static const struct action_row USUAL = {.name = "usual", .step = never},
                                   SHORT = {.name = "short", .step = never, .seconds = 2},
                                   ENDLESS = {.name = "endless", .step = never, .seconds = ACTION_ENDLESS},
                                   LONG = {.name = "long", .step = never, .seconds = 2, .by_progress = true};
    progresses = false;
    assert_float_equal(seconds_until_over(&USUAL, LIFE_RESULT_TIMEOUT), 30, 0.1f);
    assert_float_equal(seconds_until_over(&SHORT, LIFE_RESULT_TIMEOUT), 2, 0.1f);
    assert_float_equal(seconds_until_over(&LONG, LIFE_RESULT_TIMEOUT), 2, 0.1f);
    assert_true(seconds_until_over(&ENDLESS, LIFE_RESULT_TIMEOUT) > 100);
    progresses = true; // it comes on, and only some are waited for because of that
    assert_float_equal(seconds_until_over(&SHORT, LIFE_RESULT_TIMEOUT), 2, 0.1f);
    assert_true(seconds_until_over(&LONG, LIFE_RESULT_TIMEOUT) > 100);
}

// Whoever floods is answered, each once, and what is there goes on.
static void ten_thousand_requests(void **state) {
    struct thin t = begin();
    struct chance dice = chance_of(3, chance_stream("flood"), 0);
    uint32_t ticket = 1, asked = 0, busy = 0;
    while (ticket < 12000) {
        for (int i = 0; i < 1000 && ticket < 12000; i++, ticket++) {
            struct life_envelope from = {
                .ticket = ticket, .queue = (uint8_t)chance_below(&dice, 7), .retries = 255};
            if (chance_below(&dice, 4) == 0) from.part_of = ticket - 1 - chance_below(&dice, 3);
            struct life_message m = wait_s(chance_unit(&dice));
            uint32_t what = chance_below(&dice, 6);
            if (what == 0) m = compound(chance_below(&dice, 2), (uint8_t)chance_below(&dice, 6));
            if (what == 1) m = straight(0.01f);
            if (what == 2)
                m = (struct life_message){.kind = LIFE_CANCEL,
                                          .cancel = {chance_below(&dice, 3) ? ticket : 0}};
            if (what == 3) m = (struct life_message){.kind = LIFE_HELLO};
            enum err err = put(&t, from, m);
            asked += !err, busy += err == ERR_BUSY;
            if (err) heard.answers[ticket] = 1; // refused at the desk
        }
        s_for(&t, 0.1f);
    }
    // A hundred compounds in each other.
    for (uint32_t i = 0; i < 100; i++, ticket++)
        if (put(&t, (struct life_envelope){.ticket = ticket, .part_of = i ? ticket - 1 : 0},
                compound(false, 1)))
            heard.answers[ticket] = 1;
    s_for(&t, 60);
    uint32_t wrong = 0;
    for (uint32_t i = 1; i < ticket; i++) wrong += heard.answers[i] != 1;
    print_message("# %u asked, %u refused at the desk, %u not answered once\n", asked, busy, wrong);
    assert_int_equal(wrong, 0);
    // Its mind may be driving: then the first try begins while it still rolls.
    put(&t, (struct life_envelope){.ticket = 15000, .retries = 2}, straight(0.05f));
    s_for(&t, 6);
    assert_int_equal(heard.result[15000], LIFE_RESULT_SUCCESS);
    assert_int_equal(heard.answers[15000], 1);
    thin_end(&t);
}

TESTS(cmocka_unit_test(queues_keep_their_order), cmocka_unit_test(compounds_are_one),
      cmocka_unit_test(tags_are_the_askers_own), cmocka_unit_test(codes_tell_what_happened),
      cmocka_unit_test(time_runs_out), cmocka_unit_test(ten_thousand_requests))
