// A program in C and a simulated Vector, as two programs: what it asks is done, what happens is heard, and
// what goes wrong has words.
#include "support/fine.h"
#include "support/stranger.h"

#include "vector/sdk_config.h"

#include <critter/vector.h>
#include <math.h>
#include <time.h>

static struct stranger serve;
static char folder[512], config[512], socket_path[560];
static struct critter_vector *vector;
static char why[256];

static void wait_a_little(void *user) { usleep(2000); }
static const char *critter(void) { return getenv("CRITTER"); }

static bool runs(const char *const *words, const char *says) {
    static struct stranger it;
    stranger_start(&it, words);
    stranger_says(&it, NULL, wait_a_little, NULL);
    stranger_end(&it);
    return strstr(it.heard, says);
}

static void start(void) {
    char port[16];
    unsigned number;
    snprintf(folder, sizeof folder, "%s/robot", temp_folder());
    snprintf(config, sizeof config, "%s/programs", temp_folder());
    snprintf(socket_path, sizeof socket_path, "%s/world", temp_folder());
    stranger_start(&serve, (const char *const[]){critter(), "sdk", "serve", "--state", folder, "--listen",
                                                 "127.0.0.1:0", "--socket", socket_path, "--scenario",
                                                 "workbench", "--speed", "40", NULL});
    if (!stranger_says(&serve, "\n", wait_a_little, NULL)) fail_msg("it said: %s", serve.heard);
    assert_int_equal(sscanf(serve.heard, "ready 127.0.0.1:%u", &number), 1);
    snprintf(port, sizeof port, "%u", number);
    assert_true(runs((const char *const[]){critter(), "sdk", "setup", "--state", folder, "--config", config,
                                           "--port", port, NULL},
                     "sdk_config.ini"));
}
static void stop(void) {
    kill(serve.pid, SIGTERM);
    stranger_says(&serve, NULL, wait_a_little, NULL);
    stranger_end(&serve);
}

static struct critter_vector *met(enum critter_vector_control control) {
    struct critter_vector_config with = {.size = sizeof with, .folder = config, .control = control};
    return critter_vector_connect(&with, why, sizeof why);
}
#define DOES(call)                                                                                           \
    do {                                                                                                     \
        if (call) fail_msg(#call ": %s", critter_vector_error(vector));                                      \
    } while (0)

static unsigned faces, states, losses, ended;
static enum critter_err inside;
static void on_event(void *user, struct critter_vector *v, const char *name, const char *json) {
    assert_ptr_equal(user, &faces);
    if (!strcmp(name, "robot_observed_face") && strstr(json, "\"face_id\":")) faces++;
    if (!strcmp(name, "robot_state")) states++;
    if (!strcmp(name, "control_lost")) losses++;
    if (!strcmp(name, "call_ended") && !strcmp(json, "{\"call\":\"SetHeadAngle\",\"error\":\"\"}")) ended++;
    inside = critter_vector_say_wait(v, "no", 20000); // a handler may not wait
}

static void a_program_drives_and_feels(void **state) {
    start();
    vector = met(CRITTER_VECTOR_DEFAULT);
    if (!vector) fail_msg("%s", why);
    assert_true(critter_vector_has_control(vector));
    assert_memory_equal(critter_vector_name(vector), "Vector-", 7);
    DOES(critter_vector_on(vector, NULL, on_event, &faces));
    DOES(critter_vector_set_head_angle_wait(vector, 0.6f, 20000));
    DOES(critter_vector_wait(vector, 500));
    struct critter_vector_state before = {sizeof before}, after = {sizeof after};
    DOES(critter_vector_get_state(vector, &before));
    assert_float_equal(before.head_rad, 0.6f, 0.1f);
    DOES(critter_vector_drive_straight_wait(vector, 80, 100, 20000));
    DOES(critter_vector_turn_in_place_wait(vector, 1.5708f, 2, 20000));
    DOES(critter_vector_wait(vector, 200));
    DOES(critter_vector_get_state(vector, &after));
    assert_float_equal(hypotf(after.x_mm - before.x_mm, after.y_mm - before.y_mm), 80, 12);
    assert_float_equal(after.heading_rad - before.heading_rad, 1.57f, 0.15f);
    assert_true(states > 10 && inside == CRITTER_ERR_STATE);
    float volts = 0;
    int level = 0;
    DOES(critter_vector_battery_wait(vector, &volts, &level, NULL, 20000));
    assert_true(volts > 3.4f && volts < 4.3f && level >= 1);
    const uint8_t *jpeg;
    size_t size;
    DOES(critter_vector_picture_wait(vector, &jpeg, &size, 20000));
    assert_true(size > 1000 && jpeg[0] == 0xff && jpeg[1] == 0xd8);
    DOES(critter_vector_say_wait(vector, "hello", 20000));
    DOES(critter_vector_play_trigger_wait(vector, "ReactToCliff", 1, 20000));
    static uint16_t pixels[184 * 96];
    DOES(critter_vector_show_picture_wait(vector, pixels, 200, 20000));
    DOES(critter_vector_set_eye_color_wait(vector, 0.5f, 1, 20000));
    DOES(critter_vector_set_lift_height_wait(vector, 60, 20000));
    ended = 0; // begun, and told when it is over
    DOES(critter_vector_set_head_angle(vector, 0));
    for (int i = 0; i < 600 && !ended; i++) DOES(critter_vector_wait(vector, 100));
    assert_int_equal(ended, 1);
    const char *json = critter_vector_call_wait(vector, "VersionState", "{}", 20000);
    assert_true(json && strstr(json, "os_version"));
    critter_vector_disconnect(vector);
    stop();
}

static void what_goes_wrong_has_words(void **state) {
    start();
    struct critter_vector_config nobody = {.size = sizeof nobody, .folder = config, .robot = "00ffffff"};
    assert_null(critter_vector_connect(&nobody, why, sizeof why));
    assert_non_null(strstr(why, "00ffffff"));
    nobody.robot = NULL, nobody.folder = "/nowhere";
    assert_null(critter_vector_connect(&nobody, why, sizeof why));
    assert_non_null(strstr(why, "/nowhere"));
    vector = met(CRITTER_VECTOR_NONE);
    if (!vector) fail_msg("%s", why);
    assert_false(critter_vector_has_control(vector));
    assert_int_not_equal(critter_vector_drive_straight_wait(vector, 50, 50, 20000), CRITTER_OK);
    assert_string_equal(critter_vector_error(vector), "NOT_STARTED");
    DOES(critter_vector_take_control_wait(vector, CRITTER_VECTOR_OVERRIDE, 20000));
    assert_int_equal(critter_vector_play_animation_wait(vector, "anim_that_nobody_has", 1, 20000),
                     CRITTER_ERR_REFUSED);
    assert_int_equal(critter_vector_drive_straight_wait(vector, NAN, 50, 20000), CRITTER_ERR_REFUSED);
    assert_null(critter_vector_call_wait(vector, "BatteryState", "{", 20000));
    assert_null(critter_vector_call_wait(vector, "NoSuchCall", "{}", 20000));
    assert_non_null(strstr(critter_vector_error(vector), "NoSuchCall"));
    assert_null(critter_vector_call_wait(vector, "EventStream", "{}", 20000)); // it has many replies
    DOES(critter_vector_on(vector, "control_lost", on_event, &faces));
    losses = 0;
    DOES(critter_vector_release_control_wait(vector, 20000));
    assert_true(!critter_vector_has_control(vector) && losses == 1);
    stop(); // the robot goes
    assert_int_equal(critter_vector_wait(vector, 60000), CRITTER_ERR_LOST);
    assert_null(critter_vector_call_wait(vector, "BatteryState", "{}", 20000));
    assert_true(*critter_vector_error(vector));
    critter_vector_disconnect(vector);
    critter_vector_disconnect(NULL);
}

static void a_robot_that_was_killed_is_the_same_again(void **state) {
    struct stranger second;
    start();
    vector = met(CRITTER_VECTOR_DEFAULT);
    if (!vector) fail_msg("%s", why);
    char name[64], port[16];
    unsigned number;
    snprintf(name, sizeof name, "%s", critter_vector_name(vector));
    assert_non_null(critter_vector_call_wait(vector, "UpdateSettings",
                                             "{\"settings\":{\"eye_color\":3,\"master_volume\":2}}", 60000));
    assert_true(
        runs((const char *const[]){critter(), "tell", "--socket", socket_path, "TakePhoto", NULL}, "DONE"));
    DOES(critter_vector_wait(vector, 300));
    // Nobody else may have the folder meanwhile.
    stranger_start(&second, (const char *const[]){critter(), "sdk", "serve", "--state", folder, "--listen",
                                                  "127.0.0.1:0", "--socket", "none", NULL});
    assert_false(stranger_says(&second, "ready", wait_a_little, NULL));
    assert_non_null(strstr(second.heard, folder));
    stranger_end(&second);
    DOES(critter_vector_drive_straight(vector, 300, 50)); // while it drives
    assert_int_equal(sscanf(serve.heard, "ready 127.0.0.1:%u", &number), 1);
    kill(serve.pid, SIGKILL);
    stranger_says(&serve, NULL, wait_a_little, NULL);
    stranger_end(&serve);
    assert_int_equal(critter_vector_wait(vector, 60000), CRITTER_ERR_LOST);
    critter_vector_disconnect(vector);
    snprintf(port, sizeof port, "127.0.0.1:%u", number);
    for (int tries = 60;; tries--) { // who has taken the port in between gives it back
        stranger_start(&serve,
                       (const char *const[]){critter(), "sdk", "serve", "--state", folder, "--listen", port,
                                             "--socket", socket_path, "--scenario", "workbench", NULL});
        if (stranger_says(&serve, "ready", wait_a_little, NULL)) break;
        if (!tries || !strstr(serve.heard, "another program")) fail_msg("it said: %s", serve.heard);
        stranger_end(&serve);
        usleep(500000);
    }
    vector = met(CRITTER_VECTOR_DEFAULT); // by the same token and certificate
    if (!vector) fail_msg("%s", why);
    assert_string_equal(critter_vector_name(vector), name);
    const char *json = critter_vector_call_wait(vector, "PullJdocs", "{\"jdoc_types\":[0]}", 60000);
    assert_true(json && strstr(json, "\\\"eye_color\\\":3") && strstr(json, "\\\"master_volume\\\":2"));
    json = critter_vector_call_wait(vector, "Photo", "{\"photo_id\":1}", 60000);
    assert_true(json && strstr(json, "\"success\":true,\"image\":\"/9j/"));
    critter_vector_disconnect(vector);
    stop();
}

static void the_example_runs(void **state) {
    start();
    char home[520];
    snprintf(home, sizeof home, "%s/.anki_vector", temp_folder());
    assert_int_equal(rename(config, home), 0);
    setenv("HOME", temp_folder(), 1);
    // The certificate's path stands in the file: it moved, so it is said anew.
    unsigned port;
    char number[16];
    assert_int_equal(sscanf(serve.heard, "ready 127.0.0.1:%u", &port), 1);
    snprintf(number, sizeof number, "%u", port);
    assert_true(
        runs((const char *const[]){critter(), "sdk", "setup", "--state", folder, "--port", number, NULL},
             "sdk_config.ini"));
    assert_true(runs((const char *const[]){getenv("EXAMPLE"), NULL}, " V\n"));
    stop();
}

TESTS(cmocka_unit_test(a_program_drives_and_feels), cmocka_unit_test(what_goes_wrong_has_words),
      cmocka_unit_test(a_robot_that_was_killed_is_the_same_again), cmocka_unit_test(the_example_runs))
