// Who leads: the control lock between the mind and programs, and what it does to what they asked for.
#include "run/asking.h"

#include "robot/robot_internal.h"

#include <string.h>

static struct {
    struct life_message replies[32];
    struct life_envelope to[32];
    uint32_t count, granted[16], lost[16];
    bool edge; // it minded edges in the last tick
} heard;

static void watch(void *user, struct play *play, int life) {
    if (life != 0) return;
    struct robot *robot = run_robot(play_run(play), 0);
    while (robot_reply(robot, &heard.to[heard.count % 32], &heard.replies[heard.count % 32])) heard.count++;
    const struct life_event *events;
    size_t count = robot_events(robot, &events);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind == LIFE_EVENT_KIND_CONTROL_GRANTED) heard.granted[events[i].subject % 16]++;
        if (events[i].kind == LIFE_EVENT_KIND_CONTROL_LOST) heard.lost[events[i].subject % 16]++;
    }
    heard.edge = robot->act.commander.orders & BODY_ORDER_STOP_ON_CLIFF;
}

static struct play *begin(struct scenario **s) {
    static const char JSON[] = "{\"robots\": [{\"creature\": \"vector\"}]}";
    struct fault fault = {0};
    *s = scenario_read((struct text){JSON, strlen(JSON)}, "t.json", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.watch = watch;
    config.bare = true;
    struct play *p = *s ? play_new(*s, &config, &fault) : NULL;
    if (!p) fail_msg("%s", fault.said);
    memset(&heard, 0, sizeof heard);
    s_for(p, 5);
    return p;
}

static void over(struct play *p, struct scenario *s) {
    play_free(p, NULL);
    scenario_free(s);
}

static void ask_as(struct play *p, uint32_t ticket, uint8_t door, struct life_message m) {
    assert_int_equal(play_ask(p, 0, &(struct life_envelope){.ticket = ticket, .door = door}, &m), ERR_NONE);
    s_for(p, 0.1);
}
static void lead(struct play *p, uint32_t ticket, uint8_t door, uint8_t level) {
    ask_as(p, ticket, door, (struct life_message){.kind = LIFE_CONTROL, .control = {level}});
}
static void drive(struct play *p, uint32_t ticket, uint8_t door) {
    ask_as(p, ticket, door,
           (struct life_message){.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {0.4f, 0.05f}});
}
static uint32_t result(uint32_t ticket) {
    for (uint32_t i = 0; i < heard.count && i < 32; i++)
        if (heard.to[i].ticket == ticket) return heard.replies[i].done.result;
    return LIFE_RESULT_RUNNING;
}

static void the_stronger_one_leads(void **state) {
    struct scenario *s;
    struct play *p = begin(&s);
    drive(p, 1, LIFE_DOOR_MIND);
    assert_int_equal(result(1), LIFE_RESULT_RUNNING);
    // A program takes the lead: what the mind does ends, and what it asks for is refused.
    lead(p, 2, LIFE_DOOR_SDK, LIFE_CONTROL_LEVEL_DEFAULT);
    assert_int_equal(result(2), LIFE_RESULT_SUCCESS);
    assert_int_equal(result(1), LIFE_RESULT_INTERRUPTED);
    assert_int_equal(heard.granted[LIFE_DOOR_SDK], 1);
    drive(p, 3, LIFE_DOOR_MIND);
    assert_int_equal(result(3), LIFE_RESULT_INTERRUPTED);
    drive(p, 4, LIFE_DOOR_SDK);
    assert_int_equal(result(4), LIFE_RESULT_RUNNING);
    // A weaker wish does not get it; a stronger one does, and gives it back.
    lead(p, 5, LIFE_DOOR_MIND, LIFE_CONTROL_LEVEL_RESERVE);
    assert_int_equal(result(5), LIFE_RESULT_INTERRUPTED);
    lead(p, 6, LIFE_DOOR_MIND, LIFE_CONTROL_LEVEL_OVERRIDE);
    assert_int_equal(result(4), LIFE_RESULT_INTERRUPTED);
    assert_int_equal(heard.lost[LIFE_DOOR_SDK], 1);
    lead(p, 7, LIFE_DOOR_MIND, LIFE_CONTROL_LEVEL_NONE);
    assert_int_equal(heard.granted[LIFE_DOOR_SDK], 2);
    assert_int_equal(heard.lost[LIFE_DOOR_MIND], 1);
    // A person at a page acts whoever leads.
    drive(p, 8, LIFE_DOOR_PAGE);
    assert_int_equal(result(8), LIFE_RESULT_RUNNING);
    lead(p, 9, LIFE_DOOR_SDK, LIFE_CONTROL_LEVEL_NONE);
    assert_int_equal(heard.lost[LIFE_DOOR_SDK], 2);
    over(p, s);
}

static void only_an_override_drives_over_edges(void **state) {
    struct scenario *s;
    struct play *p = begin(&s);
    assert_true(heard.edge);
    lead(p, 1, LIFE_DOOR_SDK, LIFE_CONTROL_LEVEL_DEFAULT);
    assert_true(heard.edge);
    lead(p, 2, LIFE_DOOR_SDK, LIFE_CONTROL_LEVEL_OVERRIDE);
    assert_false(heard.edge);
    lead(p, 3, LIFE_DOOR_SDK, LIFE_CONTROL_LEVEL_NONE);
    assert_true(heard.edge);
    over(p, s);
}

TESTS(cmocka_unit_test(the_stronger_one_leads), cmocka_unit_test(only_an_override_drives_over_edges))
