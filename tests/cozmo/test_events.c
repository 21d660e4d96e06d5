// Handlers, groups of them, events of one's own, what the robot says, and the six channels of the log.
#include "cozmo/robot.h"
#include "support/support.h"

#include "base/system/file.h"

#include <stdio.h>

static char heard[400]; // who was called, in order
static void hear(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    size_t len = strlen(heard);
    snprintf(heard + len, sizeof heard - len, "%s%s=%d ", (const char *)user, event->name, event->value);
}
#define HEARD(text)                                                                                          \
    do {                                                                                                     \
        assert_string_equal(heard, text);                                                                    \
        heard[0] = 0;                                                                                        \
    } while (0)

static void groups_hear_what_their_session_hears(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    heard[0] = 0;
    struct critter_cozmo_group *a = critter_cozmo_group_new(), *b = critter_cozmo_group_new(),
                               *inside = critter_cozmo_group_new();
    critter_cozmo_on(cozmo, "mine", hear, (void *)(uintptr_t) "own:");
    critter_cozmo_group_on(a, "mine", hear, (void *)(uintptr_t) "a:");
    int more = critter_cozmo_group_on(a, NULL, hear, (void *)(uintptr_t) "every:");
    critter_cozmo_group_once(inside, "mine", hear, (void *)(uintptr_t) "inside:");
    critter_cozmo_group_on(b, "mine", hear, (void *)(uintptr_t) "b:");
    FINE(critter_cozmo_post(cozmo, "mine", 1, NULL, 0));
    HEARD("own:mine=1 "); // they have not joined
    FINE(critter_cozmo_group_join_group(inside, a));
    FINE(critter_cozmo_group_join(a, cozmo));
    FINE(critter_cozmo_group_join(b, cozmo));
    FINE(critter_cozmo_post(cozmo, "mine", 2, NULL, 0));
    HEARD("own:mine=2 a:mine=2 every:mine=2 inside:mine=2 b:mine=2 ");
    critter_cozmo_group_off(a, more);
    FINE(critter_cozmo_post(cozmo, "mine", 3, NULL, 0));
    HEARD("own:mine=3 a:mine=3 b:mine=3 ");                             // once was once
    assert_int_not_equal(critter_cozmo_group_join_group(a, inside), 0); // it would hear itself
    assert_int_not_equal(critter_cozmo_group_join_group(a, a), 0);
    FINE(critter_cozmo_group_join(a, cozmo)); // again: now behind b
    FINE(critter_cozmo_post(cozmo, "mine", 4, NULL, 0));
    HEARD("own:mine=4 b:mine=4 a:mine=4 ");
    critter_cozmo_group_leave(b);
    critter_cozmo_group_clear(a);
    FINE(critter_cozmo_post(cozmo, "mine", 5, NULL, 0));
    HEARD("own:mine=5 ");
    critter_cozmo_group_free(a); // inside is on its own now
    critter_cozmo_group_join(inside, cozmo);
    critter_cozmo_group_free(b);
    critter_cozmo_disconnect(cozmo); // lets go of inside
    critter_cozmo_group_leave(inside);
    critter_cozmo_group_free(inside);
}

struct dance {
    struct critter_cozmo_group *groups[3];
    unsigned turns;
};
static void leave_all(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    struct dance *dance = user;
    dance->turns++;
    for (unsigned i = 0; i < 3; i++) critter_cozmo_group_leave(dance->groups[i]);
}
static void count_turn(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    ((struct dance *)user)->turns++;
}

static void a_handler_may_lead_groups_out(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    struct dance dance = {0};
    for (unsigned i = 0; i < 3; i++) dance.groups[i] = critter_cozmo_group_new();
    critter_cozmo_group_on(dance.groups[0], "go", leave_all, &dance);
    critter_cozmo_group_on(dance.groups[1], "go", count_turn, &dance);
    critter_cozmo_group_on(dance.groups[2], "go", count_turn, &dance);
    for (unsigned i = 0; i < 3; i++) critter_cozmo_group_join(dance.groups[i], cozmo);
    FINE(critter_cozmo_post(cozmo, "go", 0, NULL, 0));
    assert_int_equal(dance.turns, 1); // those that left are not told any more
    FINE(critter_cozmo_post(cozmo, "go", 0, NULL, 0));
    assert_int_equal(dance.turns, 1);
    for (unsigned i = 0; i < 3; i++) critter_cozmo_group_free(dance.groups[i]);
    critter_cozmo_disconnect(cozmo);
}

static unsigned deep, refused;
static void post_again(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    deep++;
    if (critter_cozmo_post(cozmo, "again", 0, NULL, 0)) refused++;
}
static void answer(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    critter_cozmo_post(cozmo, "answer", 42, "yes", 3);
}

static void programs_post_events_of_their_own(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    critter_cozmo_on(cozmo, "again", post_again, NULL);
    FINE(critter_cozmo_post(cozmo, "again", 0, NULL, 0)); // for ever, it thinks
    assert_int_equal(deep, 16);
    assert_int_equal(refused, 1);
    // A packet's handler posts; who waits for that one is woken, and polling finds it.
    critter_cozmo_once(cozmo, "RobotState", answer, NULL);
    struct critter_cozmo_event event = {sizeof event};
    FINE(critter_cozmo_wait(cozmo, "answer", 60000, &event));
    assert_int_equal(event.value, 42);
    assert_int_equal(event.id, -1);
    assert_memory_equal(event.body, "yes", 3);
    unsigned found = 0;
    while (!critter_cozmo_poll(cozmo, 0, &event)) found += !strcmp(event.name, "answer");
    assert_int_equal(found, 1);
    // Packets can be waited for, and handled once.
    heard[0] = 0;
    critter_cozmo_once(cozmo, "AcknowledgeAction", hear, (void *)(uintptr_t) "once:");
    FINE(critter_cozmo_set_head_angle(cozmo, 0.1f));
    FINE(critter_cozmo_wait(cozmo, "AcknowledgeAction", 60000, &event));
    assert_int_equal(event.id, 0xc4);
    FINE(critter_cozmo_set_head_angle(cozmo, 0.2f));
    FINE(critter_cozmo_wait(cozmo, "AcknowledgeAction", 60000, &event));
    HEARD("once:AcknowledgeAction=0 ");
    assert_int_not_equal(critter_cozmo_post(cozmo, "", 0, NULL, 0), 0);
    char name[60];
    memset(name, 'x', sizeof name - 1), name[sizeof name - 1] = 0;
    assert_int_not_equal(critter_cozmo_post(cozmo, name, 0, NULL, 0), 0);
    assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_ERR_ARGUMENT);
    static char much[5000];
    assert_int_not_equal(critter_cozmo_post(cozmo, "much", 0, much, sizeof much), 0);
    critter_cozmo_disconnect(cozmo);
}

static void errors_have_numbers(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_OK);
    assert_int_not_equal(critter_cozmo_wait(cozmo, "ButtonPressed", 20, NULL), 0);
    assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_ERR_TIMEOUT);
    uint8_t room[8];
    size_t size = sizeof room;
    assert_int_not_equal(critter_cozmo_nv_read_wait(cozmo, 0x194000, room, &size, 10000), 0);
    assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_ERR_MISSING);
    assert_int_not_equal(critter_cozmo_set_volume(cozmo, -1), 0);
    assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_ERR_ARGUMENT);
    assert_int_not_equal(critter_cozmo_play_wav(cozmo, "/no/such/file.wav"), 0);
    assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_ERR_MISSING);
    assert_int_not_equal(critter_cozmo_path_execute_wait(cozmo, 9, 2000),
                         0); // this robot's path 9 is interrupted
    assert_int_not_equal(critter_cozmo_error_code(cozmo), CRITTER_OK);
    critter_cozmo_disconnect(cozmo);
    cozmo = robot_meet((struct critter_cozmo_config){.no_animations = 1, .silence_ms = 300});
    assert_int_not_equal(critter_cozmo_show_nothing(cozmo), 0);
    assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_ERR_STATE);
    the_robot->mute = true;
    FINE(critter_cozmo_wait(cozmo, "lost", 60000, NULL));
    assert_int_not_equal(critter_cozmo_stop(cozmo), 0);
    assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_ERR_LOST);
    critter_cozmo_disconnect(cozmo);
}

// The log

static struct buf lines;
static void keep(void *user, const char *level, const char *channel, const char *text) {
    assert_ptr_equal(user, &lines);
    assert_null(strchr(text, '\n')); // a line is a line
    buf_printf(&lines, "%s %s: %s\n", channel, level, text);
}
static bool said(const char *part) { return lines.len && strstr((const char *)lines.at, part); }
#define SAID(part)                                                                                           \
    if (!said(part)) fail_msg("\"%s\" is not in: %s", part, (const char *)lines.at)

static void talk(const char *setup_words) {
    buf_clear(&lines);
    struct critter_cozmo *cozmo =
        robot_meet((struct critter_cozmo_config){.logger = keep, .logger_user = &lines, .log = setup_words});
    const char *texts = temp_path(NULL, "texts.json");
    static const char TEXTS[] = "{\"nameTable\": {\"3\": \"HAL.Revision\"}, // the app's look like this\n"
                                " \"formatTable\": {\"632\": [\"Hardware 1.%d\", 1]}}";
    assert_int_equal(file_write(texts, TEXTS, sizeof TEXTS - 1, NULL), ERR_NONE);
    FINE(critter_cozmo_load_texts(cozmo, texts));
    assert_int_not_equal(critter_cozmo_load_texts(cozmo, "/no/such/texts.json"), 0);
    FINE(critter_cozmo_drive_wheels(cozmo, 20, 20, 0));
    FINE(critter_cozmo_command(cozmo, "StartMotorCalibration", "{\"head\": true}"));
    struct critter_cozmo_event event = {sizeof event};
    FINE(critter_cozmo_wait(cozmo, "debug", 60000, &event));
    assert_int_equal(event.value, 4);
    assert_int_equal(event.body_size, 26);
    assert_memory_equal(event.body, "HAL.Revision: Hardware 1.5", 26);
    FINE(critter_cozmo_set_head_light(cozmo, 1)); // this robot's hand lifts it
    FINE(critter_cozmo_wait(cozmo, "picked_up", 60000, NULL));
    FINE(critter_cozmo_set_head_light(cozmo, 0));
    FINE(critter_cozmo_flush(cozmo, 60000));
    critter_cozmo_disconnect(cozmo);
    buf_byte(&lines, 0);
}

static void each_channel_has_its_level(void **state) {
    talk("warn");
    SAID("HAL.Revision: Hardware 1.5");
    assert_false(said("DriveWheels") || said("picked_up"));
    talk("off,protocol=debug");
    SAID("-> 32 DriveWheels {\"lwheel_speed_mmps\":20");
    SAID("<- f0 RobotState");
    assert_false(said("Hardware 1.5\n") || said("picked_up 1"));
    talk("off,protocol=debug,only=motors");
    SAID("DriveWheels");
    assert_false(said("SetHeadLight") || said("RobotState"));
    talk("off,protocol=debug,except=motors");
    SAID("SetHeadLight");
    assert_false(said("DriveWheels"));
    talk("off,reaction=info");
    SAID("picked_up 1");
    assert_false(said("found"));
    talk("info,robot=off");
    SAID("found 1");
    assert_false(said("Hardware 1.5"));
    static const char *const WRONG[][2] = {{"loud", "loud"},
                                           {"robot=loud", "loud"},
                                           {"wifi=debug", "wifi"},
                                           {"protocol=debug,only=dancing", "dancing"}};
    struct critter_cozmo *cozmo =
        robot_meet((struct critter_cozmo_config){.logger = keep, .logger_user = &lines, .log = "off"});
    FINE(critter_cozmo_set_log(cozmo, "off,protocol=debug"));
    char why[300];
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        assert_int_equal(critter_cozmo_set_log(cozmo, WRONG[i][0]), CRITTER_ERR_UNKNOWN);
        if (!strstr(critter_cozmo_error(cozmo), WRONG[i][1])) fail_msg("%s", critter_cozmo_error(cozmo));
        struct critter_cozmo_config wrong = {
            .size = sizeof wrong, .address = the_robot->address, .log = WRONG[i][0]};
        assert_null(critter_cozmo_connect(&wrong, why, sizeof why));
        if (!strstr(why, WRONG[i][1])) fail_msg("%s", why);
    }
    buf_clear(&lines); // and all stayed as it was
    FINE(critter_cozmo_set_head_angle(cozmo, 0.1f));
    buf_byte(&lines, 0);
    SAID("protocol debug: -> 37 SetHeadAngle");
    critter_cozmo_disconnect(cozmo);
    buf_free(&lines);
}

static void the_environment_sets_a_log_that_no_config_sets(void **state) {
    setenv("CRITTER_COZMO_LOG", "off,reaction=info,general=info", 1);
    talk(NULL);
    SAID("general info: found 1");
    SAID("reaction info: picked_up 1");
    assert_false(said("Hardware 1.5"));
    talk("off"); // what a config says goes before
    assert_int_equal(lines.len, 1);
    setenv("CRITTER_COZMO_LOG", "loud", 1);
    char why[300];
    assert_null(critter_cozmo_meet(the_robot->address, why, sizeof why));
    assert_non_null(strstr(why, "CRITTER_COZMO_LOG"));
    unsetenv("CRITTER_COZMO_LOG");
    buf_free(&lines);
}

TESTS(WITH_ROBOT(the_environment_sets_a_log_that_no_config_sets),
      WITH_ROBOT(groups_hear_what_their_session_hears), WITH_ROBOT(a_handler_may_lead_groups_out),
      WITH_ROBOT(programs_post_events_of_their_own), WITH_ROBOT(errors_have_numbers),
      WITH_ROBOT(each_channel_has_its_level))
