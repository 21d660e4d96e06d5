// What the header promises of its calls: those that wait come back when the thing is done, the others at
// once; a handle lives in any loop; nothing is printed.
#include "cozmo/robot.h"
#include "support/support.h"

#include "base/system/file.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

static struct critter_cozmo_state how_is(struct critter_cozmo *cozmo) {
    struct critter_cozmo_state state = {sizeof state};
    critter_cozmo_get_state(cozmo, &state);
    return state;
}

// ---- Waiting

static void head_and_lift_are_there_when_a_wait_returns(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    the_robot->travel_ms = 300;
    FINE(critter_cozmo_set_head_angle_wait(cozmo, 0.4f, 60000));
    assert_true(fabsf(how_is(cozmo).head_rad - 0.4f) < 0.05f);
    FINE(critter_cozmo_set_head_angle(cozmo, -0.2f)); // begun, and not done
    assert_true(fabsf(how_is(cozmo).head_rad - 0.4f) < 0.05f);
    FINE(critter_cozmo_head_to_wait(cozmo, 2, 3, 4, 0, 60000)); // cut to its end
    assert_true(fabsf(how_is(cozmo).head_rad - 0.776f) < 0.05f);
    FINE(critter_cozmo_set_lift_height_wait(cozmo, 80, 60000));
    assert_true(fabsf(how_is(cozmo).lift_mm - 80) < 3);
    FINE(critter_cozmo_lift_to_wait(cozmo, 40, 0, 0, 0, 60000));
    assert_true(fabsf(how_is(cozmo).lift_mm - 40) < 3);
    the_robot->travel_ms = 2000;
    assert_int_equal(critter_cozmo_set_head_angle_wait(cozmo, 0, 200), CRITTER_ERR_TIMEOUT);
    assert_non_null(strstr(critter_cozmo_error(cozmo), "head"));
    the_robot->travel_ms = 100;
    the_robot->held = true; // by a hand: it stands, but elsewhere
    assert_int_equal(critter_cozmo_set_head_angle_wait(cozmo, 0.5f, 5000), CRITTER_ERR_CANCELLED);
    assert_int_equal(critter_cozmo_set_head_angle_wait(cozmo, NAN, 5000), CRITTER_ERR_ARGUMENT);
    critter_cozmo_disconnect(cozmo);
}

static void a_turn_has_ended_when_its_wait_returns(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    the_robot->travel_ms = 300;
    FINE(critter_cozmo_turn_in_place_wait(cozmo, 1.5f, 2, 0, 60000));
    assert_true(fabsf(how_is(cozmo).angle_rad - 1.5f) < 0.1f);
    assert_false(how_is(cozmo).status & CRITTER_COZMO_WHEELS_MOVING);
    FINE(critter_cozmo_turn_in_place_wait(cozmo, 2.5f, 2, 0, 60000)); // across the back
    assert_true(fabsf(how_is(cozmo).angle_rad - (4 - 2 * (float)M_PI)) < 0.1f);
    FINE(critter_cozmo_turn_in_place_wait(cozmo, 0, 2, 1, 60000)); // to a heading
    assert_true(fabsf(how_is(cozmo).angle_rad) < 0.1f);
    the_robot->held = true;
    assert_int_equal(critter_cozmo_turn_in_place_wait(cozmo, 1, 2, 0, 5000), CRITTER_ERR_CANCELLED);
    critter_cozmo_disconnect(cozmo);
}

static void driving_ends_with_the_call_or_by_itself(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    FINE(critter_cozmo_wait(cozmo, "state", 60000, NULL));
    FINE(critter_cozmo_drive_wheels_wait(cozmo, 50, 50, 200));
    FINE(critter_cozmo_flush(cozmo, 60000));
    assert_false(robot_seen(the_robot).status & COZMO_ARE_WHEELS_MOVING);
    FINE(critter_cozmo_drive_wheels(cozmo, 50, 50, 200));
    FINE(critter_cozmo_flush(cozmo, 60000));
    assert_true(robot_seen(the_robot).status & COZMO_ARE_WHEELS_MOVING); // the call came back at once
    FINE(critter_cozmo_wait(cozmo, "wheels_moving", 60000, NULL));
    FINE(critter_cozmo_drive_wheels(cozmo, 50, 50, 0));
    FINE(critter_cozmo_stop_wait(cozmo, 60000));
    assert_false(how_is(cozmo).status & CRITTER_COZMO_WHEELS_MOVING);
    critter_cozmo_disconnect(cozmo);
}

// Somebody else's pattern ends first, three times; then ours does.
static void lights_end(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    int turn = ++*(int *)user;
    critter_cozmo_post(cozmo, "lights_completed", turn <= 3 ? 7 : -1, NULL, 0);
}

static void a_wait_is_for_what_its_own_call_began(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    int turns = 0;
    FINE(critter_cozmo_wait(cozmo, "state", 60000, NULL));
    critter_cozmo_on(cozmo, "state", lights_end, &turns);
    FINE(critter_cozmo_backpack_show_wait(cozmo, "Idle_09", 60000));
    assert_true(turns > 3);
    turns = 3; // and any of that name is fine where no call began it
    FINE(critter_cozmo_wait(cozmo, "lights_completed", 60000, NULL));
    critter_cozmo_disconnect(cozmo);
}

static void sound_clips_lights_and_pictures_can_be_waited_for(void **state) {
    static int16_t samples[4464];
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    struct critter_cozmo_image image = {sizeof image};
    FINE(critter_cozmo_play_wait(cozmo, samples, 4464, 22320, 60000)); // six slots of a thirtieth
    assert_int_equal(robot_seen(the_robot).sounds, 6);
    assert_int_equal(critter_cozmo_playing_ms(cozmo), 0);
    FINE(critter_cozmo_play_wait(cozmo, samples, 0, 22320, 60000)); // nothing is done at once
    FINE(critter_cozmo_camera(cozmo, 1, 0));
    FINE(critter_cozmo_get_image_wait(cozmo, &image, 60000));
    assert_int_equal(image.width, 320);
    FINE(critter_cozmo_expression_wait(cozmo, "anger", 50));
    assert_int_equal(critter_cozmo_expression_wait(cozmo, "bewilderedness", 50), CRITTER_ERR_UNKNOWN);
    assert_int_equal(critter_cozmo_play_clip_wait(cozmo, "anim_nobody_made", 1, 50), CRITTER_ERR_UNKNOWN);
    assert_int_equal(critter_cozmo_play_clip_wait(cozmo, "anim_answer_yes_01", 0, 100), CRITTER_ERR_TIMEOUT);
    assert_true(critter_cozmo_clip_plays(cozmo)); // what was begun goes on
    critter_cozmo_stop_clip(cozmo);
    FINE(critter_cozmo_backpack_show_wait(cozmo, NULL, 60000));
    assert_int_equal(critter_cozmo_backpack_show_wait(cozmo, "no such", 50), CRITTER_ERR_UNKNOWN);
    assert_int_equal(critter_cozmo_backpack_show_wait(cozmo, "Idle_09", 50), CRITTER_ERR_TIMEOUT);
    critter_cozmo_disconnect(cozmo);
}

static void objects_are_found_at_once_or_waited_for(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    struct critter_cozmo_object cube = {sizeof cube};
    assert_int_equal(critter_cozmo_object_find(cozmo, 1, &cube), CRITTER_ERR_MISSING);
    assert_int_equal(critter_cozmo_get_object(cozmo, 0, &cube), CRITTER_ERR_ARGUMENT);
    FINE(critter_cozmo_object_find_wait(cozmo, 1, &cube, 60000));
    assert_true(cube.connected && cube.factory_id == 0xabc);
    FINE(critter_cozmo_object_find(cozmo, 1, &cube));
    assert_int_equal(critter_cozmo_object_find_wait(cozmo, 3, &cube, 100), CRITTER_ERR_TIMEOUT);
    critter_cozmo_disconnect(cozmo);
}

static unsigned refused;
static void try_to_wait(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    char note[8];
    size_t size = sizeof note;
    struct critter_cozmo_object cube = {sizeof cube};
    struct critter_cozmo_image image = {sizeof image};
    const enum critter_err said[] = {
        critter_cozmo_initialise_wait(cozmo, 100),
        critter_cozmo_step(cozmo),
        critter_cozmo_poll(cozmo, 0, NULL),
        critter_cozmo_wait(cozmo, "state", 100, NULL),
        critter_cozmo_sleep(cozmo, 10),
        critter_cozmo_flush(cozmo, 100),
        critter_cozmo_drive_wheels_wait(cozmo, 10, 10, 10),
        critter_cozmo_drive_wait(cozmo, 10, 10, 0, 0, 10),
        critter_cozmo_turn_in_place_wait(cozmo, 1, 1, 0, 100),
        critter_cozmo_stop_wait(cozmo, 100),
        critter_cozmo_set_head_angle_wait(cozmo, 0.3f, 100),
        critter_cozmo_head_to_wait(cozmo, 0.3f, 0, 0, 0, 100),
        critter_cozmo_set_lift_height_wait(cozmo, 50, 100),
        critter_cozmo_lift_to_wait(cozmo, 50, 0, 0, 0, 100),
        critter_cozmo_path_execute_wait(cozmo, 1, 100),
        critter_cozmo_go_to_wait(cozmo, 10, 0, 0, 1, 100),
        critter_cozmo_backpack_show_wait(cozmo, "Idle_09", 100),
        critter_cozmo_object_show_wait(cozmo, 5, "Idle_09", 100),
        critter_cozmo_object_connect_wait(cozmo, 0xabc, 1, 100),
        critter_cozmo_object_find_wait(cozmo, 1, &cube, 100),
        critter_cozmo_get_image_wait(cozmo, &image, 100),
        critter_cozmo_expression_wait(cozmo, "anger", 10),
        critter_cozmo_play_wait(cozmo, (const int16_t[1]){0}, 1, 22320, 100),
        critter_cozmo_play_wav_wait(cozmo, "/no/such.wav", 100),
        critter_cozmo_play_clip_wait(cozmo, "anim_answer_yes_01", 1, 100),
        critter_cozmo_play_trigger_wait(cozmo, "GreetAfterLongTime", 100),
        critter_cozmo_play_file_wait(cozmo, "/no/such.bin", NULL, 100),
        critter_cozmo_nv_read_wait(cozmo, 0x180000, note, &size, 100),
        critter_cozmo_nv_write_wait(cozmo, 0x180000, note, 1, 100),
        critter_cozmo_nv_erase_wait(cozmo, 0x180000, 100),
        critter_cozmo_update_wait(cozmo, "/no/such.safe", NULL, NULL),
    };
    critter_cozmo_disconnect(cozmo); // does nothing here
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (said[i] != CRITTER_ERR_STATE) fail_msg("call %zu: %s", i, critter_err_text(said[i]));
    refused = sizeof said / sizeof *said;
}

static void a_handler_may_wait_for_nothing_and_begins_nothing_so(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    FINE(critter_cozmo_flush(cozmo, 60000));
    uint64_t before = robot_seen(the_robot).heard;
    critter_cozmo_on(cozmo, "go", try_to_wait, NULL);
    FINE(critter_cozmo_post(cozmo, "go", 0, NULL, 0));
    assert_int_equal(refused, 31);
    FINE(critter_cozmo_flush(cozmo, 60000));
    assert_int_equal(robot_seen(the_robot).heard, before); // what cannot be waited for was not begun either
    critter_cozmo_disconnect(cozmo);
}

// ---- A loop of the program's own

// As a program's loop does it, until `name` comes.
static void loop_until(struct critter_cozmo *cozmo, const char *name, int most_ms) {
    struct critter_cozmo_event event = {sizeof event};
    int64_t limit_us = air_now_us() + 1000 * (int64_t)most_ms;
    while (air_now_us() < limit_us) {
        struct pollfd in = {critter_cozmo_fd(cozmo), POLLIN, 0};
        int due_ms = critter_cozmo_due_ms(cozmo);
        assert_true(due_ms >= 0);
        poll(&in, 1, due_ms);
        enum critter_err err = critter_cozmo_step(cozmo);
        while (!critter_cozmo_poll(cozmo, 0, &event))
            if (!strcmp(event.name, name)) return;
        if (err) fail_msg("%s", critter_cozmo_error(cozmo));
    }
    fail_msg("no %s", name);
}

static struct critter_cozmo *begin(struct critter_cozmo_config config) {
    char why[256];
    config.size = sizeof config;
    config.address = the_robot->address;
    struct critter_cozmo *cozmo = critter_cozmo_connect_begin(&config, why, sizeof why);
    if (!cozmo) fail_msg("%s", why);
    return cozmo;
}

static void a_handle_lives_in_a_loop_of_the_programs_own(void **state) {
    struct critter_cozmo *cozmo = begin((struct critter_cozmo_config){0});
    int fd = critter_cozmo_fd(cozmo);
    assert_false(critter_cozmo_connected(cozmo));
    assert_int_equal(critter_cozmo_set_head_angle(cozmo, 0.1f), CRITTER_ERR_STATE);
    loop_until(cozmo, "ready", 5000);
    assert_true(critter_cozmo_connected(cozmo));
    FINE(critter_cozmo_set_head_angle(cozmo, 0.3f));
    loop_until(cozmo, "AcknowledgeAction", 5000);
    FINE(critter_cozmo_drive_wheels(cozmo, 30, 30, 100));
    loop_until(cozmo, "wheels_moving", 5000);
    loop_until(cozmo, "wheels_moving", 5000); // stopped by the handle, inside a step
    assert_false(robot_seen(the_robot).status & COZMO_ARE_WHEELS_MOVING);
    static int16_t samples[22320 / 5];
    FINE(critter_cozmo_play(cozmo, samples, 22320 / 5, 22320));
    loop_until(cozmo, "audio_completed", 5000);
    assert_int_equal(robot_seen(the_robot).sounds, 6);
    loop_until(cozmo, "state", 1000);
    assert_int_equal(critter_cozmo_fd(cozmo), fd);
    critter_cozmo_disconnect(cozmo);
}

// The air is gone: 62 commands are under way, and the next waits for nobody.
static void nothing_waits_for_room_in_such_a_loop(void **state) {
    struct critter_cozmo *cozmo = begin((struct critter_cozmo_config){0});
    loop_until(cozmo, "ready", 5000);
    the_robot->mute = true;
    enum critter_err err = CRITTER_OK;
    unsigned sent = 0;
    int64_t before_us = air_now_us();
    for (; !err && sent < 100; sent++) err = critter_cozmo_set_volume(cozmo, (int)sent);
    assert_int_equal(err, CRITTER_ERR_BUSY);
    assert_in_range(sent, 10, 63);
    assert_true(air_now_us() - before_us < 900000); // a waiting one takes a second for the first that fails
    critter_cozmo_disconnect(cozmo);
}

static unsigned lost;
static void count_lost(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    lost++;
}

static void a_begun_session_that_fails_says_so(void **state) {
    char why[256];
    struct critter_cozmo_config config = {sizeof config, "127.0.0.1:9"};
    config.found_ms = 200;
    the_robot->bodiless = true;
    for (int bodiless = 0; bodiless < 2; bodiless++) {
        lost = 0;
        if (bodiless) config.address = the_robot->address;
        struct critter_cozmo *cozmo = critter_cozmo_connect_begin(&config, why, sizeof why);
        assert_non_null(cozmo);
        critter_cozmo_on(cozmo, "lost", count_lost, NULL);
        enum critter_err err = CRITTER_OK;
        for (unsigned i = 0; i < 500 && !err; i++) {
            struct pollfd in = {critter_cozmo_fd(cozmo), POLLIN, 0};
            poll(&in, 1, critter_cozmo_due_ms(cozmo));
            err = critter_cozmo_step(cozmo);
        }
        assert_int_equal(err, CRITTER_ERR_LOST);
        assert_int_equal(lost, 1);
        assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_ERR_TIMEOUT);
        assert_non_null(strstr(critter_cozmo_error(cozmo), bodiless ? "its body is up" : "127.0.0.1:9"));
        assert_int_equal(critter_cozmo_due_ms(cozmo), -1);
        assert_int_equal(critter_cozmo_step(cozmo), CRITTER_ERR_LOST);
        assert_int_equal(critter_cozmo_stop(cozmo), CRITTER_ERR_LOST);
        critter_cozmo_disconnect(cozmo);
    }
}

// ---- Nothing is printed

// What the library does for a program, with everything that goes wrong in it; the program itself says
// nothing.
static void all_kinds_of_failures(void) {
    char why[256];
    struct critter_cozmo_identity who = {sizeof who};
    critter_cozmo_find("127.0.0.1:9", 100, &who, why, sizeof why);
    critter_cozmo_meet("127.0.0.1:x", why, sizeof why);
    the_robot->version = 2214; // old: worth a warning
    struct critter_cozmo *cozmo = critter_cozmo_meet(the_robot->address, why, sizeof why);
    if (!cozmo) _exit(1);
    critter_cozmo_command(cozmo, "StartMotorCalibration", "{\"head\": true}"); // it talks about itself
    critter_cozmo_wait(cozmo, "debug", 2000, NULL);
    critter_cozmo_command(cozmo, "SetHeadAngle", "{");
    critter_cozmo_play_wav(cozmo, "/no/such.wav");
    critter_cozmo_load_clips(cozmo, temp_folder()); // neither clips nor sounds are there
    critter_cozmo_play_clip(cozmo, "anim_answer_yes_01", 1);
    critter_cozmo_sleep(cozmo, 100);
    critter_cozmo_set_log(cozmo, "debug"); // and nobody takes it
    critter_cozmo_set_head_angle(cozmo, NAN);
    the_robot->mute = true;
    critter_cozmo_nv_read_wait(cozmo, 0x180000, why, &(size_t){sizeof why}, 100);
    critter_cozmo_disconnect(cozmo);
}

static void the_library_prints_nothing(void **state) {
    const char *path = temp_path(NULL, "printed");
    int to = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600), out = dup(1), err = dup(2);
    fflush(NULL);
    dup2(to, 1), dup2(to, 2);
    all_kinds_of_failures();
    fflush(NULL);
    dup2(out, 1), dup2(err, 2);
    off_t printed = lseek(to, 0, SEEK_END);
    char said[2000] = "";
    if (pread(to, said, sizeof said - 1, 0) < 0) said[0] = 0;
    close(to), close(out), close(err);
    if (printed) fail_msg("it printed: %s", said);
}

TESTS(WITH_ROBOT(head_and_lift_are_there_when_a_wait_returns),
      WITH_ROBOT(a_turn_has_ended_when_its_wait_returns), WITH_ROBOT(driving_ends_with_the_call_or_by_itself),
      WITH_ROBOT(a_wait_is_for_what_its_own_call_began),
      WITH_ROBOT(sound_clips_lights_and_pictures_can_be_waited_for),
      WITH_ROBOT(objects_are_found_at_once_or_waited_for),
      WITH_ROBOT(a_handler_may_wait_for_nothing_and_begins_nothing_so),
      WITH_ROBOT(a_handle_lives_in_a_loop_of_the_programs_own),
      WITH_ROBOT(nothing_waits_for_room_in_such_a_loop), WITH_ROBOT(a_begun_session_that_fails_says_so),
      WITH_ROBOT(the_library_prints_nothing))
