// Going home: from wherever it stands, whether it knows its charger or not, and what comes of a charger that
// is none.
#include "run/asking.h"

#include "base/maths/chance.h"
#include "robot/robot_internal.h"

#include <stdlib.h>
#include <string.h>

// So many places in the quick test. CRITTER_PLACES=50 tries as many as the aim says.
enum { PLACES = 20 };

static struct {
    bool done;
    struct life_done said;
    uint32_t tries;
} heard;

static void watch(void *user, struct play *play, int life) {
    if (life != 0) return;
    struct robot *robot = run_robot(play_run(play), 0);
    struct life_envelope to;
    struct life_message reply;
    if (actions_running(&robot->act.actions, &ACTION_MOUNT)) heard.tries = robot->act.job.tries + 1;
    while (robot_reply(robot, &to, &reply))
        if (reply.kind == LIFE_DONE && to.ticket == 5) heard.done = true, heard.said = reply.done;
}

static struct play *begin(struct scenario **s, const char *json) {
    struct fault fault = {0};
    *s = scenario_read((struct text){json, strlen(json)}, "t.json", NULL, 0, &fault);
    if (!*s) fail_msg("%s: %s", fault.path, fault.said);
    struct play_config config = play_defaults();
    config.watch = watch;
    config.bare = true;
    struct play *p = play_new(*s, &config, &fault);
    if (!p) fail_msg("%s", fault.said);
    memset(&heard, 0, sizeof heard);
    return p;
}

static void over(struct play *p, struct scenario *s) {
    play_free(p, NULL);
    scenario_free(s);
}

static void go_home(struct play *p, float seconds) {
    heard.done = false;
    ask(p, (struct life_message){.kind = LIFE_DRIVE_ON_CHARGER, .drive_on_charger = {3}});
    for (float s = 0; s < seconds && !heard.done; s += 0.5f) s_for(p, 0.5);
}

static void it_comes_home_from_anywhere(void **state) {
    const char *many = getenv("CRITTER_PLACES");
    uint32_t of = many ? (uint32_t)strtoul(many, NULL, 10) : PLACES, home = 0, tries[4] = {0};
    for (uint32_t i = 0; i < of; i++) {
        struct chance dice = chance_of(7, chance_stream("places"), i);
        struct vec2 at;
        do at = vec2(chance_range(&dice, -1, 1), chance_range(&dice, -1, 1));
        while (vec2_length(at) > 1 || vec2_length(vec2_sub(at, vec2(0.04f, 0))) < 0.15f);
        char json[512];
        snprintf(json, sizeof json,
                 "{\"seed\": %u, \"noise\": true, \"robots\": [{\"creature\": \"vector\", \"x_m\": %.3f, "
                 "\"y_m\": %.3f, \"heading_deg\": %.0f}], \"things\": [{\"charger\": {\"name\": \"home\"}}]}",
                 i + 1, (double)at.x, (double)at.y, (double)chance_range(&dice, 0, 360));
        struct scenario *s;
        struct play *p = begin(&s, json);
        s_for(p, 10);
        go_home(p, 400);
        struct world_truth is;
        assert_true(world_truth(play_world(p), 1, &is));
        bool well = heard.done && heard.said.verdict == LIFE_VERDICT_DONE;
        if (well != is.on_charger) fail_msg("place %u: told %d, in truth %d", i, well, is.on_charger);
        home += well, tries[heard.tries & 3] += well;
        if (!well)
            print_message("# place %u, %.2f %.2f: %s, %s\n", i, (double)at.x, (double)at.y,
                          heard.done ? schema_value_name(&life_result_enum, heard.said.result) : "no answer",
                          heard.said.said);
        over(p, s);
    }
    print_message("# %u of %u came home: %u in one try, %u in two, %u in three\n", home, of, tries[1],
                  tries[2], tries[3]);
    assert_true(home * 100 >= of * 95);
}

static void expect(struct play *p, float seconds, enum life_result result) {
    go_home(p, seconds);
    assert_true(heard.done);
    if (heard.said.result != (uint32_t)result)
        fail_msg("it said %s: %s", schema_value_name(&life_result_enum, heard.said.result), heard.said.said);
}

#define ROBOT "{\"robots\": [{\"creature\": \"vector\", \"name\": \"v\"}], \"things\": ["
static void what_is_no_charger_is_told_by_its_cause(void **state) {
    struct scenario *s;
    // There is none.
    struct play *p = begin(&s, ROBOT "]}");
    s_for(p, 10);
    expect(p, 400, LIFE_RESULT_VISUAL_OBSERVATION_FAILED);
    over(p, s);
    // It gives no power.
    p = begin(&s, ROBOT "{\"charger\": {\"x_m\": 0.4, \"powered\": false}}]}");
    s_for(p, 10);
    expect(p, 300, LIFE_RESULT_CHARGER_UNPLUGGED_ABORT);
    over(p, s);
    // In a hand it does not even begin.
    p = begin(&s, ROBOT "{\"charger\": {\"x_m\": 0.4}}]}");
    s_for(p, 10);
    struct fault fault = {0};
    struct world_message up = {.kind = WORLD_PICK_UP,
                               .pick_up = {.what = "v", .height_m = 0.2f, .seconds = 0.5f}};
    assert_int_equal(play_do(p, &up, &fault), ERR_NONE);
    s_for(p, 2);
    expect(p, 2, LIFE_RESULT_INVALID_OFF_TREADS_STATE);
    over(p, s);
}

static void on_its_charger_it_is_there_and_leaves(void **state) {
    struct scenario *s;
    struct play *p = begin(&s, ROBOT "{\"charger\": {\"x_m\": 0.3, \"name\": \"home\"}}]}");
    s_for(p, 10);
    expect(p, 90, LIFE_RESULT_SUCCESS);
    expect(p, 1, LIFE_RESULT_SUCCESS); // at once
    struct world_truth is;
    world_truth(play_world(p), 1, &is);
    assert_true(is.on_charger);
    heard.done = false;
    ask(p, (struct life_message){.kind = LIFE_DRIVE_OFF_CHARGER, .drive_off_charger = {0.1f}});
    s_for(p, 8);
    assert_true(heard.done && heard.said.result == LIFE_RESULT_SUCCESS);
    world_truth(play_world(p), 1, &is);
    assert_false(is.on_charger);
    assert_true(is.pose.at.x < 0.3f - 0.15f); // off the ramp and on
    over(p, s);
}

TESTS(cmocka_unit_test(it_comes_home_from_anywhere),
      cmocka_unit_test(what_is_no_charger_is_told_by_its_cause),
      cmocka_unit_test(on_its_charger_it_is_there_and_leaves))
