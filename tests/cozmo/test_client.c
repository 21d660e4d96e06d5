// The public C API against a robot on the loopback: another thread, a real socket, the real link.
#include "cozmo/robot.h"
#include "support/support.h"

#include "base/system/file.h"
#include "body/firmware/cozmo/firmware_internal.h"
#include "codec/picture/jpeg.h"
#include "codec/picture/monochrome.h"
#include "codec/picture/rle.h"
#include "codec/sound/ulaw.h"
#include "codec/sound/wav.h"
#include "cozmo/client_internal.h"

#include <math.h>
#include <unistd.h>

static void connects_knows_the_robot_and_says_goodbye(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    struct critter_cozmo_identity who = {sizeof who};
    critter_cozmo_get_identity(cozmo, &who);
    assert_int_equal(who.head_serial, 0x02e01234);
    assert_int_equal(who.body_serial, 77);
    assert_int_equal(who.colour, 2);
    assert_int_equal(who.firmware, 2381);
    assert_string_equal(who.build, "RELEASE");
    FINE(critter_cozmo_wait(cozmo, "state", 60000, NULL));
    FINE(critter_cozmo_set_head_angle(cozmo, 0.4f));
    struct critter_cozmo_event event = {sizeof event};
    FINE(critter_cozmo_wait(cozmo, "AcknowledgeAction", 60000, &event));
    char json[64];
    assert_true(critter_cozmo_event_json(&event, json, sizeof json) > 0);
    assert_string_equal(json, "{\"action_id\":1}");
    FINE(critter_cozmo_sleep(cozmo, 100));
    struct critter_cozmo_state how = {sizeof how};
    critter_cozmo_get_state(cozmo, &how);
    assert_true(how.known && fabsf(how.head_rad - 0.4f) < 1e-6f && how.orientation == 0);
    struct { // an older program's: shorter
        size_t size;
        uint32_t time_ms, guard;
    } old = {offsetof(struct critter_cozmo_state, frame_id), 0, 0x12345678};
    critter_cozmo_get_state(cozmo, (struct critter_cozmo_state *)(void *)&old);
    assert_true(old.time_ms > 0 && old.guard == 0x12345678);
    struct critter_cozmo_link_state link = {sizeof link};
    critter_cozmo_get_link(cozmo, &link);
    assert_true(link.rtt_us > 0 && link.frames_in > 3 && !link.discarded);
    critter_cozmo_disconnect(cozmo);
    assert_soon(robot_seen(the_robot).goodbyes == 1);
    assert_in_range(robot_seen(the_robot).enables, 1, 2);
    cozmo = robot_meet((struct critter_cozmo_config){0}); // and again
    critter_cozmo_disconnect(cozmo);
}

static void finding_says_who_is_there_and_nobody(void **state) {
    char why[256];
    struct critter_cozmo_identity who = {sizeof who};
    assert_int_equal(critter_cozmo_find(the_robot->address, 60000, &who, why, sizeof why), 0);
    assert_int_equal(who.firmware, 2381);
    assert_int_equal(who.head_serial, 0x02e01234);
    assert_int_equal(robot_seen(the_robot).enables, 0); // the body stayed off
    assert_int_equal(critter_cozmo_find("127.0.0.1:9", 300, &who, why, sizeof why), CRITTER_ERR_TIMEOUT);
    assert_non_null(strstr(why, "127.0.0.1:9"));
    assert_int_equal(critter_cozmo_find("127.0.0.1:port", 300, &who, why, sizeof why), CRITTER_ERR_FORMAT);
    assert_non_null(strstr(why, "port"));
}

struct counts {
    unsigned all, states, bits, once;
    int last;
};
static void count_all(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    ((struct counts *)user)->all++;
    assert_int_equal(critter_cozmo_sleep(cozmo, 1), CRITTER_ERR_STATE); // a handler may not
}
static void count_bit(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    struct counts *counts = user;
    counts->bits++;
    counts->last = event->value;
}
static void count_once(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    ((struct counts *)user)->once++;
}

static void events_by_handler_by_polling_and_by_waiting(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    FINE(critter_cozmo_wait(cozmo, "state", 60000, NULL));
    struct counts counts = {0};
    int all = critter_cozmo_on(cozmo, NULL, count_all, &counts);
    critter_cozmo_on(cozmo, "wheels_moving", count_bit, &counts);
    critter_cozmo_once(cozmo, "RobotState", count_once, &counts);
    FINE(critter_cozmo_drive_wheels_wait(cozmo, 50, 50, 300));
    for (unsigned i = 0; i < 5000 && counts.bits < 2; i++) FINE(critter_cozmo_sleep(cozmo, 10));
    assert_int_equal(counts.bits, 2); // on, and by itself off
    assert_int_equal(counts.last, 0);
    assert_int_equal(counts.once, 1);
    assert_true(counts.all > 10);
    critter_cozmo_off(cozmo, all);
    unsigned before = counts.all, moved = 0, states = 0;
    struct critter_cozmo_event event = {sizeof event};
    while (!critter_cozmo_poll(cozmo, 0, &event)) {
        moved += !strcmp(event.name, "wheels_moving");
        states += !strcmp(event.name, "state");
    }
    assert_int_equal(moved, 2);
    assert_true(states > 3);
    assert_int_equal(counts.all, before);
    assert_int_equal(critter_cozmo_wait(cozmo, "ButtonPressed", 50, NULL), CRITTER_ERR_TIMEOUT);
    // Picked up and put down: a new world.
    unsigned origins = robot_seen(the_robot).origins;
    FINE(critter_cozmo_set_head_light(cozmo, 1));
    FINE(critter_cozmo_wait(cozmo, "picked_up", 60000, NULL));
    FINE(critter_cozmo_set_head_light(cozmo, 0));
    FINE(critter_cozmo_wait(cozmo, "picked_up", 60000, NULL));
    FINE(critter_cozmo_flush(cozmo, 60000));
    assert_int_equal(robot_seen(the_robot).origins, origins + 1);
    critter_cozmo_disconnect(cozmo);
}

static void any_command_by_name(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    FINE(critter_cozmo_command(cozmo, "SetHeadAngle", "{\"angle_rad\": -0.2, \"action_id\": 99}"));
    struct critter_cozmo_event event = {sizeof event};
    FINE(critter_cozmo_wait(cozmo, "AcknowledgeAction", 60000, &event));
    assert_int_equal(((const uint8_t *)event.body)[0], 99);
    assert_int_equal(critter_cozmo_command(cozmo, "Dance", NULL), CRITTER_ERR_UNKNOWN);
    assert_int_equal(critter_cozmo_command(cozmo, "RobotState", NULL),
                     CRITTER_ERR_UNKNOWN); // not for a client to say
    assert_int_not_equal(critter_cozmo_command(cozmo, "SetHeadAngle", "{\"angel_rad\": 1}"), 0);
    assert_non_null(strstr(critter_cozmo_error(cozmo), "angel_rad"));
    assert_int_equal(critter_cozmo_send(cozmo, 0xf0, "x", 1), CRITTER_ERR_ARGUMENT);
    FINE(critter_cozmo_send(cozmo, 0x64, "\x34\x12", 2));
    FINE(critter_cozmo_flush(cozmo, 60000));
    critter_cozmo_disconnect(cozmo);
}

static void steps_can_be_taken_one_by_one(void **state) {
    struct critter_cozmo *cozmo =
        robot_meet((struct critter_cozmo_config){.no_initialise = 1, .no_animations = 1});
    FINE(critter_cozmo_sleep(cozmo, 150));
    assert_int_equal(robot_seen(the_robot).enables, 0);
    assert_int_equal(critter_cozmo_animations(cozmo, 1), CRITTER_ERR_STATE);
    FINE(critter_cozmo_initialise_wait(cozmo, 60000));
    FINE(critter_cozmo_initialise_wait(cozmo, 60000)); // is already
    FINE(critter_cozmo_flush(cozmo, 60000));
    assert_in_range(robot_seen(the_robot).enables, 1, 2);
    assert_int_equal(robot_seen(the_robot).origins, 1);
    FINE(critter_cozmo_wait(cozmo, "state", 60000, NULL));
    uint8_t bits[512] = {0xff};
    assert_int_equal(critter_cozmo_show(cozmo, bits), CRITTER_ERR_STATE);
    FINE(critter_cozmo_animations(cozmo, 1));
    FINE(critter_cozmo_show(cozmo, bits));
    FINE(critter_cozmo_sleep(cozmo, 300));
    FINE(critter_cozmo_flush(cozmo, 60000));
    unsigned pictures = robot_seen(the_robot).pictures, silences = robot_seen(the_robot).silences;
    assert_true(pictures > 0 && silences > 4);
    FINE(critter_cozmo_animations(cozmo, 0)); // and they stand still
    FINE(critter_cozmo_flush(cozmo, 60000));
    silences = robot_seen(the_robot).silences;
    FINE(critter_cozmo_sleep(cozmo, 300));
    assert_int_equal(robot_seen(the_robot).silences, silences);
    FINE(critter_cozmo_animations(cozmo, 1));
    FINE(critter_cozmo_sleep(cozmo, 300));
    FINE(critter_cozmo_flush(cozmo, 60000));
    assert_in_range(robot_seen(the_robot).silences - silences, 5, 25);
    critter_cozmo_disconnect(cozmo);
}

static void a_body_that_does_not_come_up_is_told_in_time(void **state) {
    char why[200];
    the_robot->bodiless = true;
    struct critter_cozmo_config config = {
        .size = sizeof config, .address = the_robot->address, .found_ms = 300};
    int64_t before_us = air_now_us();
    assert_null(critter_cozmo_connect(&config, why, sizeof why));
    assert_true(air_now_us() - before_us >= 300000 && air_now_us() - before_us < 4000000);
    assert_string_equal(why, "the robot answered, but did not say that its body is up");
}

static void what_is_no_number_or_no_config_is_refused(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    robot_turn_head(the_robot, 0.2f);
    assert_int_equal(critter_cozmo_set_head_angle(cozmo, NAN), CRITTER_ERR_ARGUMENT);
    assert_string_equal(critter_cozmo_error(cozmo), "SetHeadAngle: angle_rad is NaN or infinite");
    assert_int_equal(critter_cozmo_drive_wheels(cozmo, 10, -INFINITY, 0), CRITTER_ERR_ARGUMENT);
    assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_ERR_ARGUMENT);
    FINE(critter_cozmo_flush(cozmo, 60000));
    assert_true(robot_seen(the_robot).head_rad > 0.19f && robot_seen(the_robot).head_rad < 0.21f);
    critter_cozmo_disconnect(cozmo);
    char why[200];
    struct critter_cozmo_config unsized = {.address = the_robot->address};
    assert_null(critter_cozmo_connect(&unsized, why, sizeof why));
    assert_string_equal(why, "the size of the critter_cozmo_config is not set");
}

// What it was told to show last: three lamps down the middle, one at each side.
static void backpack_is(struct critter_cozmo *cozmo, uint16_t centre, uint16_t side) {
    FINE(critter_cozmo_flush(cozmo, 60000));
    struct cozmo_light_state_center lamps =
        robot_told(the_robot, COZMO_LIGHT_STATE_CENTER).light_state_center;
    struct cozmo_light_state_side sides = robot_told(the_robot, COZMO_LIGHT_STATE_SIDE).light_state_side;
    for (int i = 0; i < 3; i++) assert_int_equal(lamps.states[i].on_color, centre);
    for (int i = 0; i < 2; i++) assert_int_equal(sides.states[i].on_color, side);
}

static void commands_can_be_told_all_of_it(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    FINE(critter_cozmo_head_to(cozmo, 0.3f, 2, 5, 0.5f));
    FINE(critter_cozmo_lift_to(cozmo, 60, 0, 7, 0));
    FINE(critter_cozmo_drive(cozmo, 10, -20, 30, 40, 0));
    FINE(critter_cozmo_flush(cozmo, 60000));
    struct cozmo_set_head_angle head = robot_told(the_robot, COZMO_SET_HEAD_ANGLE).set_head_angle;
    assert_true(head.angle_rad == 0.3f && head.max_speed_rad_per_sec == 2 && head.accel_rad_per_sec2 == 5 &&
                head.duration_sec == 0.5f);
    struct cozmo_set_lift_height lift = robot_told(the_robot, COZMO_SET_LIFT_HEIGHT).set_lift_height;
    assert_true(lift.height_mm == 60 && lift.max_speed_rad_per_sec == 3 && lift.accel_rad_per_sec2 == 7 &&
                lift.duration_sec == 0);
    struct cozmo_drive_wheels wheels = robot_told(the_robot, COZMO_DRIVE_WHEELS).drive_wheels;
    assert_true(wheels.lwheel_speed_mmps == 10 && wheels.rwheel_speed_mmps == -20 &&
                wheels.lwheel_accel_mmps2 == 30 && wheels.rwheel_accel_mmps2 == 40);
    struct critter_cozmo_light green = critter_cozmo_steady(critter_cozmo_colour(0, 255, 0));
    FINE(critter_cozmo_set_backpack_all(cozmo, green));
    backpack_is(cozmo, 0x3e0, 0x3e0);
    FINE(critter_cozmo_set_backpack_centre(cozmo, green));
    backpack_is(cozmo, 0x3e0, 0);
    FINE(critter_cozmo_set_backpack_off(cozmo));
    backpack_is(cozmo, 0, 0);
    critter_cozmo_disconnect(cozmo);
}

static void paths_and_objects(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    FINE(critter_cozmo_wait(cozmo, "state", 60000, NULL));
    FINE(critter_cozmo_go_to_wait(cozmo, 100, 0, 1, 1, 60000));
    FINE(critter_cozmo_path_line(cozmo, 0, 0, 10, 0, 50));
    assert_int_equal(critter_cozmo_path_execute_wait(cozmo, 9, 2000), CRITTER_ERR_CANCELLED);
    FINE(critter_cozmo_objects(cozmo, 1));
    FINE(critter_cozmo_wait(cozmo, "ObjectAvailable", 60000, NULL));
    FINE(critter_cozmo_object_connect_wait(cozmo, 0xabc, 1, 60000));
    struct critter_cozmo_object cube = {sizeof cube};
    for (unsigned i = 0; i < 5000 && cube.battery != 31; i++) {
        FINE(critter_cozmo_sleep(cozmo, 10));
        FINE(critter_cozmo_get_object(cozmo, 0, &cube));
    }
    assert_int_equal(critter_cozmo_object_count(cozmo), 1);
    FINE(critter_cozmo_get_object(cozmo, 0, &cube));
    assert_true(cube.connected && cube.object_id == 5 && cube.type == 1 && cube.rssi == -40 &&
                cube.battery == 31);
    struct critter_cozmo_light lights[5];
    for (unsigned i = 0; i < 5; i++) lights[i] = critter_cozmo_steady(critter_cozmo_colour(255, 0, 300));
    assert_int_equal(lights[0].on, 0x7c1f);
    FINE(critter_cozmo_object_lights(cozmo, 5, lights, 3));
    FINE(critter_cozmo_set_backpack(cozmo, lights));
    FINE(critter_cozmo_object_connect_wait(cozmo, 0xabc, 0, 60000));
    FINE(critter_cozmo_get_object(cozmo, 0, &cube));
    assert_false(cube.connected);
    critter_cozmo_disconnect(cozmo);
}

static void pictures_come_whole_or_not(void **state) {
    the_robot->skip_chunk = 1;
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    struct critter_cozmo_image image = {sizeof image};
    assert_int_equal(critter_cozmo_get_image(cozmo, &image), CRITTER_ERR_MISSING);
    FINE(critter_cozmo_camera(cozmo, 1, 0));
    struct critter_cozmo_event event = {sizeof event};
    FINE(critter_cozmo_wait(cozmo, "image", 60000, &event));
    FINE(critter_cozmo_get_image(cozmo, &image));
    assert_int_equal(event.value, 2);
    assert_true(image.number == 2 && image.width == 320 && image.height == 240 && image.dropped == 1 &&
                image.time_ms == 777);
    struct pixels picture;
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    assert_int_equal(jpeg_decode((struct bytes){image.jpeg, image.jpeg_size}, &how, &picture, NULL),
                     ERR_NONE);
    assert_true(picture.width == 320 && picture.height == 240);
    pixels_free(&picture);
    critter_cozmo_disconnect(cozmo);
}

static void pieces_may_overtake_each_other(void **state) {
    struct critter_cozmo *c = calloc(1, sizeof *c);
    static const uint8_t data[3][4] = {{0xff, 0xd8, 1, 2}, {3, 4, 5, 6}, {7, 8, 9, 10}};
    static const struct {
        uint32_t image;
        uint8_t piece;
        unsigned images, dropped;
    } COME[] = {
        {5, 2, 0, 0},    {5, 0, 0, 0},   {5, 0, 0, 0} /* twice */,    {5, 1, 1, 0}, {5, 1, 1, 0} /* late */,
        {6, 1, 1, 0},    {7, 0, 1, 1},   {6, 0, 1, 1} /* given up */, {7, 1, 1, 1}, {7, 2, 2, 1},
        {1000, 0, 2, 1}, {1001, 2, 2, 2}};
    for (size_t i = 0; i < sizeof COME / sizeof *COME; i++) {
        struct cozmo_image_chunk chunk = {.image_id = COME[i].image,
                                          .chunk_id = COME[i].piece,
                                          .image_chunk_count = 3,
                                          .image_encoding = COZMO_IMAGE_ENCODING_JPEG_GRAY,
                                          .image_resolution = COZMO_IMAGE_RESOLUTION_QVGA,
                                          .data = {data[COME[i].piece], 4}};
        client_camera(c, &chunk);
        assert_int_equal(c->event_count, COME[i].images);
        assert_int_equal(c->camera.pieces.dropped, COME[i].dropped);
        if (COME[i].images != 1) continue;
        struct critter_cozmo_image image = {sizeof image};
        assert_int_equal(critter_cozmo_get_image(c, &image), 0);
        assert_bytes(image.jpeg, image.jpeg_size, "ffd80102 03040506 0708090a");
        assert_int_equal(image.number, 5);
    }
    buf_free(&c->camera.jpeg);
    free(c);
}

static void sound_and_face_go_as_fast_as_they_are_played(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    enum { RATE = 48000, SECONDS = 1 };
    static int16_t tone[RATE * SECONDS];
    for (unsigned i = 0; i < RATE * SECONDS; i++)
        tone[i] = (int16_t)lrintf(9000 * sinf(6.2831853f * 1000 * (float)i / RATE));
    uint8_t grey[100 * 100];
    for (unsigned i = 0; i < sizeof grey; i++) grey[i] = i % 100 > 50 ? 255 : 0;
    FINE(critter_cozmo_show_grey(cozmo, grey, 100, 100));
    FINE(critter_cozmo_play(cozmo, tone, RATE * SECONDS, RATE));
    int64_t begun = loop_now_us();
    FINE(critter_cozmo_wait(cozmo, "audio_completed", 60000, NULL));
    assert_in_range((loop_now_us() - begun) / 1000, 650, 20000); // a second, less what waits in the robot
    FINE(critter_cozmo_flush(cozmo, 60000));
    assert_int_equal(robot_seen(the_robot).sounds, 30);
    assert_in_range(robot_seen(the_robot).pictures, 1, 10);
    struct critter_cozmo_state how = {sizeof how};
    critter_cozmo_get_state(cozmo, &how);
    assert_int_equal(how.animation_drops, 0);
    critter_cozmo_disconnect(cozmo);
    robot_still(the_robot);
    assert_int_equal(robot_seen(the_robot).dropped, 0);
    assert_in_range(robot_seen(the_robot).most_bytes, 1000, ROBOT_MEMORY);
    // The tone is still a tone of 1000 Hz: its zero crossings in the middle.
    unsigned crossings = 0;
    assert_in_range(the_robot->heard.len, ULAW_RATE - 10, ULAW_RATE + ULAW_FRAME);
    int16_t last = 0;
    for (size_t i = 2000; i < 2000 + ULAW_RATE / 2; i++) {
        int16_t sample = ulaw_sample(ULAW_LIBRARY, the_robot->heard.at[i]);
        crossings += (sample < 0) != (last < 0);
        last = sample;
        assert_in_range(sample + 9600, 0, 19200);
    }
    assert_in_range(crossings, 998, 1002);
    struct rle_picture picture = {0};
    assert_int_equal(rle_decode((struct bytes){the_robot->picture, the_robot->picture_size}, &picture, NULL),
                     ERR_NONE);
    assert_false(rle_get(&picture, 40, 32) || rle_get(&picture, 40, 33));
    assert_true(rle_get(&picture, 80, 32) || rle_get(&picture, 80, 33));
    assert_false(rle_get(&picture, 120, 32) || rle_get(&picture, 120, 33)); // beside it
}

static void files_are_played_and_shown_or_refused(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    const char *path = temp_path(NULL, "a.wav");
    struct buf wav = {0};
    int16_t samples[4410] = {0};
    wav_write(&(struct wav_spec){22050, 2, 16}, samples, 2205, &wav);
    assert_int_equal(file_write(path, wav.at, wav.len, NULL), ERR_NONE);
    FINE(critter_cozmo_play_wav(cozmo, path));
    assert_in_range(critter_cozmo_playing_ms(cozmo), 95, 105);
    critter_cozmo_play_nothing(cozmo);
    assert_int_equal(critter_cozmo_playing_ms(cozmo), 0);
    assert_int_equal(critter_cozmo_show_file(cozmo, path), CRITTER_ERR_FORMAT);
    FINE(critter_cozmo_show_picture(cozmo, "#..\n.##\n", 8)); // a drawing, point by point
    FINE(critter_cozmo_sleep(cozmo, 300));
    struct rle_picture drawn;
    assert_int_equal(monochrome_from_text(TEXT("#..\n.##\n"), &drawn, NULL), ERR_NONE);
    uint8_t code[RLE_CODE_MAX];
    struct writer out = writer_of(code, sizeof code);
    assert_int_equal(rle_encode(&drawn, RLE_ROWS_32, &out), ERR_NONE);
    pthread_mutex_lock(&the_robot->lock);
    bool same =
        the_robot->picture_size == writer_len(&out) && !memcmp(the_robot->picture, code, writer_len(&out));
    pthread_mutex_unlock(&the_robot->lock);
    assert_true(same);
    assert_int_equal(critter_cozmo_show_picture(cozmo, "P1\n200 1\n", 9), CRITTER_ERR_ARGUMENT);
    assert_int_equal(critter_cozmo_play_wav(cozmo, "/no/such.wav"), CRITTER_ERR_MISSING);
    assert_non_null(strstr(critter_cozmo_error(cozmo), "cannot"));
    uint8_t noise[512];
    for (unsigned i = 0; i < 512; i++) noise[i] = i / 16 % 2 ? 0x55 : 0xaa;
    assert_int_equal(critter_cozmo_show(cozmo, noise), CRITTER_ERR_LIMIT);
    FINE(critter_cozmo_show_nothing(cozmo));
    buf_free(&wav);
    critter_cozmo_disconnect(cozmo);
    cozmo = robot_meet((struct critter_cozmo_config){.no_animations = 1});
    assert_int_equal(critter_cozmo_play(cozmo, samples, 10, 22050), CRITTER_ERR_STATE);
    assert_int_equal(critter_cozmo_play_clip(cozmo, "anim_answer_yes_01", 1), CRITTER_ERR_STATE);
    critter_cozmo_disconnect(cozmo);
}

// A picture with too much in it for a frame is shown as large as it fits, an eighth smaller each time, in the
// middle. Which sizes fit is asked of the code of the display.
static void too_much_for_a_frame_is_shown_smaller(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    static uint8_t grey[128 * 64];
    for (unsigned i = 0; i < sizeof grey; i++) grey[i] = (uint8_t)(i * i % 251 * i % 253);
    FINE(critter_cozmo_show_grey(cozmo, grey, 128, 64));
    FINE(critter_cozmo_sleep(cozmo, 300));
    struct rle_picture shown = {0};
    pthread_mutex_lock(&the_robot->lock);
    enum err err = rle_decode((struct bytes){the_robot->picture, the_robot->picture_size}, &shown, NULL);
    pthread_mutex_unlock(&the_robot->lock);
    assert_int_equal(err, ERR_NONE);
    unsigned first = RLE_COLUMNS, last = 0;
    for (unsigned x = 0; x < RLE_COLUMNS; x++)
        for (unsigned y = 0; y < RLE_ROWS; y++)
            if (rle_get(&shown, x, y)) first = x < first ? x : first, last = x;
    print_message("# %u columns, from %u on\n", last + 1 - first, first);
    assert_int_equal((last + 1 - first) % 16, 0);
    assert_in_range(last + 1 - first, 32, 112);
    assert_int_equal(first, RLE_COLUMNS - 1 - last);
    critter_cozmo_disconnect(cozmo);
}

static void clips_have_names_and_the_slots_to_themselves(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    unsigned clips = 0, triggers = 0;
    while (critter_cozmo_clip_name(cozmo, clips)) clips++;
    while (critter_cozmo_trigger_name(cozmo, triggers)) triggers++;
    assert_true(clips > 200 && triggers > 100);
    assert_int_equal(critter_cozmo_play_clip(cozmo, "anim_nobody_made", 1), CRITTER_ERR_UNKNOWN);
    assert_non_null(strstr(critter_cozmo_error(cozmo), "anim_nobody_made"));
    assert_int_equal(critter_cozmo_play_trigger(cozmo, "NeverHappens"), CRITTER_ERR_UNKNOWN);
    assert_int_equal(critter_cozmo_play_clip(cozmo, "anim_answer_yes_01", -1), CRITTER_ERR_ARGUMENT);
    assert_int_equal(critter_cozmo_load_clips(cozmo, "/no/such/folder"), CRITTER_ERR_MISSING);
    assert_int_equal(critter_cozmo_play_file(cozmo, "/no/such.bin", NULL), CRITTER_ERR_MISSING);
    assert_int_equal(critter_cozmo_expression(cozmo, "bewilderedness", 0), CRITTER_ERR_UNKNOWN);
    FINE(critter_cozmo_expression(cozmo, "happiness", 500));
    FINE(critter_cozmo_sleep(cozmo, 500));
    unsigned faces = robot_seen(the_robot).pictures;
    assert_in_range(faces, 3, 17); // it moves, and says so only then
    assert_int_equal(critter_cozmo_clip_plays(cozmo), 0);
    FINE(critter_cozmo_play_clip(cozmo, "anim_answer_yes_01", 1));
    int id = critter_cozmo_clip_plays(cozmo);
    assert_in_range(id, 1, 254);
    assert_int_equal(critter_cozmo_play_file(cozmo, "/no/such.bin", NULL), CRITTER_ERR_BUSY);
    FINE(critter_cozmo_play_trigger(cozmo, "GreetAfterLongTime")); // instead
    assert_int_not_equal(critter_cozmo_clip_plays(cozmo), id);
    for (unsigned i = 0; i < 60 && critter_cozmo_clip_plays(cozmo); i++) FINE(critter_cozmo_sleep(cozmo, 50));
    critter_cozmo_stop_clip(cozmo);
    for (unsigned i = 0; i < 60 && critter_cozmo_clip_plays(cozmo); i++) FINE(critter_cozmo_sleep(cozmo, 50));
    assert_int_equal(critter_cozmo_clip_plays(cozmo), 0);
    uint8_t bits[512] = {0xff};
    FINE(critter_cozmo_show(cozmo, bits)); // and the live face is gone
    FINE(critter_cozmo_sleep(cozmo, 400));
    faces = robot_seen(the_robot).pictures;
    FINE(critter_cozmo_sleep(cozmo, 600));
    assert_in_range(robot_seen(the_robot).pictures - faces, 0, 1);
    critter_cozmo_disconnect(cozmo);
    robot_still(the_robot);
    assert_true(the_robot->seen.sounds > 5);
    assert_int_equal(the_robot->seen.dropped, 0);
}

static void lights_go_through_their_steps(void **state) {
    static const char FILE_OF_CUBES[] =
        "{\"count\": [{\"duration_ms\": 150, \"pattern\": {\"onColors\": "
        "[[255,0,0,255],[0,0,0,255],[0,0,0,255],[0,0,0,255]],"
        "\"offColors\": [[0,0,0,255],[0,0,0,255],[0,0,0,255],[0,0,0,255]], \"onPeriod_ms\": "
        "[500,500,500,500],"
        "\"offPeriod_ms\": [500,500,500,500], \"transitionOnPeriod_ms\": [0,0,0,0], "
        "\"transitionOffPeriod_ms\": [0,0,0,0],"
        "\"offset\": [0,0,0,0], \"rotationPeriod_ms\": 1000}},"
        "{\"duration_ms\": 100, \"pattern\": {\"onColors\": "
        "[[0,0,255,255],[0,0,0,255],[0,0,0,255],[0,0,0,255]],"
        "\"offColors\": [[0,0,255,255],[0,0,0,255],[0,0,0,255],[0,0,0,255]], \"onPeriod_ms\": [0,0,0,0],"
        "\"offPeriod_ms\": [0,0,0,0], \"transitionOnPeriod_ms\": [0,0,0,0], \"transitionOffPeriod_ms\": "
        "[0,0,0,0],"
        "\"offset\": [0,0,0,0]}}]}";
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    const char *path = temp_path(NULL, "cubes.json");
    assert_int_equal(file_write(path, FILE_OF_CUBES, sizeof FILE_OF_CUBES - 1, NULL), ERR_NONE);
    assert_int_equal(critter_cozmo_object_show(cozmo, 5, "count"), CRITTER_ERR_UNKNOWN);
    FINE(critter_cozmo_load_lights(cozmo, path));
    assert_int_equal(critter_cozmo_load_lights(cozmo, "/no/such.json"), CRITTER_ERR_MISSING);
    assert_true(client_lights_due(cozmo) == INT64_MAX);
    int64_t shown_us = loop_now_us();
    FINE(critter_cozmo_object_show(cozmo, 5, "count"));
    int64_t due_us = client_lights_due(cozmo); // the second step, after 150 ms
    assert_true(due_us >= shown_us + 149000 && due_us <= loop_now_us() + 150000);
    FINE(critter_cozmo_flush(cozmo, 60000));
    struct robot_seen seen = robot_seen(the_robot);
    assert_int_equal(seen.cubes, 1);
    assert_int_equal(seen.cube_on & 0x7fff, 0x7c00);
    assert_int_equal(seen.cube_frames, 15);
    assert_int_equal(seen.cube_rotation, 30);
    struct critter_cozmo_event event = {sizeof event};
    FINE(critter_cozmo_wait(cozmo, "lights_completed", 60000, &event));
    assert_int_equal(event.value, 5);
    FINE(critter_cozmo_flush(cozmo, 60000));
    seen = robot_seen(the_robot);
    assert_int_equal(seen.cubes, 3); // the second step, and dark
    assert_int_equal(seen.cube_on & 0x7fff, 0);
    FINE(critter_cozmo_backpack_show(cozmo, "Idle_09"));
    FINE(critter_cozmo_flush(cozmo, 60000));
    assert_int_equal(robot_seen(the_robot).backpacks, 1);
    assert_int_not_equal(robot_seen(the_robot).back_on & 0x7fff, 0);
    FINE(critter_cozmo_backpack_show(cozmo, NULL));
    FINE(critter_cozmo_flush(cozmo, 60000));
    assert_int_equal(robot_seen(the_robot).back_on & 0x7fff, 0);
    critter_cozmo_disconnect(cozmo);
}

// A pattern moves a lamp's clock on by its offset, the robot's field holds it back: what the pattern shows is
// what the robot's own programs show, lamp by lamp, in every thirtieth of a second.
static void a_pattern_looks_on_the_robot_as_it_is_meant(void **state) {
    static const char LIGHTS[] = "{\"chase\": [{\"duration_ms\": 0, \"pattern\": {\"onColors\": "
                                 "[[255,0,0,255],[255,0,0,255],[255,0,0,255],[255,0,0,255]],"
                                 "\"offColors\": [[0,0,0,255],[0,0,0,255],[0,0,0,255],[0,0,0,255]], "
                                 "\"onPeriod_ms\": [200,200,200,200],"
                                 "\"offPeriod_ms\": [600,600,600,600], \"transitionOnPeriod_ms\": [0,0,0,0], "
                                 "\"transitionOffPeriod_ms\": [0,0,0,0], \"offset\": [0,200,400,-100]}}]}";
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    const char *path = temp_path(NULL, "chase.json");
    assert_int_equal(file_write(path, LIGHTS, sizeof LIGHTS - 1, NULL), ERR_NONE);
    FINE(critter_cozmo_load_lights(cozmo, path));
    FINE(critter_cozmo_object_show(cozmo, 5, "chase"));
    FINE(critter_cozmo_flush(cozmo, 60000));
    static const int AHEAD_MS[] = {0, 200, 400, -100};
    struct cozmo_cube_lights told = robot_told(the_robot, COZMO_CUBE_LIGHTS).cube_lights;
    for (int lamp = 0; lamp < 4; lamp++)
        for (int ms = 50; ms < 1600; ms += 100) {
            bool lit = fw_light_at(&told.states[lamp], ms).r > 0,
                 meant = (ms + AHEAD_MS[lamp] + 800) % 800 < 200;
            if (lit != meant)
                fail_msg("lamp %d at %d ms: %d, offset %d", lamp, ms, lit, told.states[lamp].offset);
        }
    critter_cozmo_disconnect(cozmo);
}

static void storage_there_and_back(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){0});
    static uint8_t entry[5000], back[6000];
    for (unsigned i = 0; i < sizeof entry; i++) entry[i] = (uint8_t)(i * 7 ^ i >> 8);
    size_t size = sizeof back;
    assert_int_equal(critter_cozmo_nv_read_wait(cozmo, 0x184000, back, &size, 10000), CRITTER_ERR_MISSING);
    FINE(critter_cozmo_nv_write_wait(cozmo, 0x184000, entry, sizeof entry, 60000));
    size = sizeof back;
    FINE(critter_cozmo_nv_read_wait(cozmo, 0x184000, back, &size, 60000));
    assert_int_equal(size, sizeof entry);
    assert_memory_equal(back, entry, sizeof entry);
    static const uint8_t much[65537];
    assert_int_equal(critter_cozmo_nv_write_wait(cozmo, 0x184000, much, sizeof much, 60000),
                     CRITTER_ERR_LIMIT);
    assert_string_equal(critter_cozmo_error(cozmo), "entry 0x184000 has room for 65536 bytes, not for 65537");
    size = sizeof back;
    FINE(critter_cozmo_nv_read_wait(cozmo, 0x184000, back, &size, 60000)); // what was there still is
    assert_memory_equal(back, entry, sizeof entry);
    size = 10;
    assert_int_equal(critter_cozmo_nv_read_wait(cozmo, 0x184000, back, &size, 10000), CRITTER_ERR_LIMIT);
    const char *folder = temp_path(NULL, "backup");
    FINE(critter_cozmo_nv_backup_wait(cozmo, folder, 120000));
    FINE(critter_cozmo_nv_write_wait(cozmo, 0x184000, "x", 1, 60000));
    FINE(critter_cozmo_nv_restore_wait(cozmo, folder, 120000));
    size = sizeof back;
    FINE(critter_cozmo_nv_read_wait(cozmo, 0x184000, back, &size, 60000));
    assert_int_equal(size, sizeof entry);
    assert_memory_equal(back, entry, sizeof entry);
    assert_int_equal(critter_cozmo_nv_restore_wait(cozmo, temp_folder(), 120000), CRITTER_ERR_MISSING);
    critter_cozmo_disconnect(cozmo);
}

static size_t last_done;
static int progress(void *user, size_t done, size_t all) {
    size_t enough = user ? *(size_t *)user : all + 1;
    assert_true(done >= last_done && done <= all);
    last_done = done;
    return done >= enough;
}

static uint8_t safe[1024 * 21 + 77];
static const char *safe_file(void) {
    snprintf((char *)safe, sizeof safe,
             "{\"version\": 2400, \"wifiSig\": \"a\", \"rtipSig\": \"b\", \"bodySig\": \"c\"}");
    for (unsigned i = 1024; i < sizeof safe; i++) safe[i] = (uint8_t)(i * 13 ^ i >> 7);
    const char *path = temp_path(NULL, "cozmo.safe");
    assert_int_equal(file_write(path, safe, sizeof safe, NULL), ERR_NONE);
    last_done = 0;
    return path;
}

static void firmware_goes_over_whole(void **state) {
    const char *path = safe_file();
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){.no_initialise = 1});
    FINE(critter_cozmo_update_wait(cozmo, path, progress, NULL));
    assert_int_equal(last_done, sizeof safe);
    critter_cozmo_disconnect(cozmo);
    robot_still(the_robot);
    assert_int_equal(the_robot->firmware.len, 1024 * 22);
    assert_memory_equal(the_robot->firmware.at, safe, sizeof safe);
    assert_int_equal(the_robot->too_early, 0); // no piece before the one before the last was confirmed
}

// It erases its flash before it confirms the first piece, and that takes its time; the others come quickly.
static void a_robot_that_erases_its_flash_is_waited_for(void **state) {
    const char *path = safe_file(); // with an odd number of pieces now: the last of them is confirmed, too
    assert_int_equal(file_write(path, safe, sizeof safe - 1024, NULL), ERR_NONE);
    the_robot->first_ms = 1200;
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){.no_initialise = 1});
    FINE(critter_cozmo_update_wait(cozmo, path, progress, NULL));
    critter_cozmo_disconnect(cozmo);
    robot_still(the_robot);
    assert_int_equal(the_robot->too_early, 0);
}

static void firmware_that_is_refused_says_so(void **state) {
    const char *path = safe_file();
    the_robot->refuse_piece = 8;
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){.no_initialise = 1});
    assert_int_equal(critter_cozmo_update_wait(cozmo, path, progress, NULL), CRITTER_ERR_REFUSED);
    assert_non_null(strstr(critter_cozmo_error(cozmo), "status 3"));
    critter_cozmo_disconnect(cozmo);
}

static void firmware_that_is_no_good_in_the_end_says_so(void **state) {
    const char *path = safe_file();
    the_robot->refuse_piece = 0xffff; // of the last word
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){.no_initialise = 1});
    assert_int_equal(critter_cozmo_update_wait(cozmo, path, NULL, NULL), CRITTER_ERR_REFUSED);
    assert_string_equal(critter_cozmo_error(cozmo), "the robot refuses the update: status 3");
    critter_cozmo_disconnect(cozmo);
}

static void firmware_can_be_broken_off(void **state) {
    const char *path = safe_file();
    size_t enough = 5000;
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){.no_initialise = 1});
    assert_int_equal(critter_cozmo_update_wait(cozmo, path, progress, &enough), CRITTER_ERR_CANCELLED);
    assert_int_equal(last_done, 5120);
    assert_string_equal(critter_cozmo_error(cozmo),
                        "broken off after 5120 of 21581 bytes: send the file again");
    FINE(critter_cozmo_update_wait(cozmo, path, NULL, NULL)); // and that works
    critter_cozmo_disconnect(cozmo);
}

static int patience(void *user, size_t done, size_t all) {
    assert_true(done <= all);
    return ++*(int *)user == 4;
}

static void a_robot_that_does_not_confirm_can_be_left(void **state) {
    const char *path = safe_file();
    int asked = 0;
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){.no_initialise = 1});
    the_robot->mute = true;
    assert_int_equal(critter_cozmo_update_wait(cozmo, path, patience, &asked), CRITTER_ERR_CANCELLED);
    assert_int_equal(critter_cozmo_error_code(cozmo), CRITTER_ERR_CANCELLED);
    assert_true(critter_cozmo_connected(cozmo)); // asked long before the session would have been over
    critter_cozmo_disconnect(cozmo);
}

static void firmware_is_known_by_its_signature(void **state) {
    const char *path = safe_file();
    char json[1024], why[256];
    assert_int_equal(critter_cozmo_firmware_signature(path, json, sizeof json, why, sizeof why), 0);
    assert_string_equal(json, (char *)safe);
    memcpy(safe, "{\"version\": 2400, \"wifiSig\": \"a\", \"rtipSig\": \"b\"}", 50);
    memset(safe + 50, 0, 900);
    assert_int_equal(file_write(path, safe, sizeof safe, NULL), ERR_NONE);
    assert_int_equal(critter_cozmo_firmware_signature(path, json, sizeof json, why, sizeof why),
                     CRITTER_ERR_MISSING);
    assert_non_null(strstr(why, "bodySig"));
    assert_int_equal(file_write(path, safe, 100, NULL), ERR_NONE);
    assert_int_equal(critter_cozmo_firmware_signature(path, json, sizeof json, why, sizeof why),
                     CRITTER_ERR_FORMAT);
}

static void a_robot_that_falls_silent_is_an_event(void **state) {
    struct critter_cozmo *cozmo = robot_meet((struct critter_cozmo_config){.silence_ms = 700});
    the_robot->mute = true;
    struct critter_cozmo_event event = {sizeof event};
    FINE(critter_cozmo_wait(cozmo, "lost", 60000, &event));
    assert_false(critter_cozmo_connected(cozmo));
    assert_int_equal(critter_cozmo_stop(cozmo), CRITTER_ERR_LOST);
    assert_non_null(strstr(critter_cozmo_error(cozmo), "heard"));
    while (!critter_cozmo_poll(cozmo, 0, NULL)) continue;
    assert_int_equal(critter_cozmo_poll(cozmo, 0, NULL), CRITTER_ERR_LOST);
    critter_cozmo_disconnect(cozmo);
}

static void states_are_mirrored_newest_first(void **state) {
    struct critter_cozmo *c = calloc(1, sizeof *c);
    static const struct {
        float x, y, z;
        int lies;
    } LIES[] = {{0, 0, 9800, 0},  {9800, 0, 100, 1},   {-9800, 500, 0, 2},
                {0, -9800, 0, 3}, {300, 9800, 0, 4},   {0, 0, 500, 4} /* falling: as before */,
                {20000, 0, 0, 4}, {100, 100, 9700, 0}, {200, 0, -9800, 5}};
    struct cozmo_robot_state said = {.timestamp = 1000};
    for (size_t i = 0; i < sizeof LIES / sizeof *LIES; i++) {
        said.accel_x = LIES[i].x, said.accel_y = LIES[i].y, said.accel_z = LIES[i].z;
        said.timestamp += 30;
        client_state(c, &said);
        assert_int_equal(c->state.orientation, LIES[i].lies);
    }
    c->event_count = 0;
    said.status = COZMO_IS_MOVING | COZMO_IS_CHARGER_OOS;
    said.timestamp -= 30; // overtaken on the air
    client_state(c, &said);
    assert_int_equal(c->event_count, 0);
    said.timestamp += 60;
    client_state(c, &said);
    assert_int_equal(c->event_count, 3); // two bits and the state
    assert_string_equal(c->events[c->event_first].name, "moving");
    assert_string_equal(c->events[(c->event_first + 1) % CLIENT_EVENTS].name, "charger_oos");
    said.timestamp = 90000;
    client_state(c, &said);
    said.timestamp = 5; // so far back that the clock was set anew: no old state
    client_state(c, &said);
    assert_int_equal(c->state.time_ms, 5);
    for (unsigned bit = 0; bit < 17; bit++) assert_non_null(client_bit_name(bit));
    assert_null(client_bit_name(17));
    free(c);
}

static void the_log(void *user, const char *level, const char *channel, const char *text) {
    assert_string_equal(channel, "general");
    assert_string_equal(level, "warn");
    buf_bytes(user, text, strlen(text));
    buf_text(user, ".");
}

static void an_older_robot_is_spoken_to_in_its_own_layouts(void **state) {
    struct buf log = {0};
    the_robot->version = 2214; // messages were shorter, one was longer
    struct critter_cozmo *cozmo =
        robot_meet((struct critter_cozmo_config){.logger = the_log, .logger_user = &log});
    assert_true(log.len && strstr((char *)log.at, "2214"));
    FINE(critter_cozmo_wait(cozmo, "AnimationState", 60000, NULL));
    FINE(critter_cozmo_set_head_angle(cozmo, 0.3f));
    FINE(critter_cozmo_wait(cozmo, "AcknowledgeAction", 60000, NULL));
    struct critter_cozmo_state how = {sizeof how};
    critter_cozmo_get_state(cozmo, &how);
    assert_in_range(how.animation_bytes, 5000, 6000); // so those 14 bytes were understood
    critter_cozmo_disconnect(cozmo);
    buf_free(&log);
}

static void helpers_compute_what_the_client_library_does(void **state) {
    // Known answers of pycozmo 0.8.0.
    static const float LIFT[][3] = {{32, 0, -0.198266101f},
                                    {45, 0.216666667f, 0},
                                    {60, 0.466666667f, 0.229276203f},
                                    {78.5f, 0.775f, 0.532368822f},
                                    {92, 1, 0.792515024f}};
    for (size_t i = 0; i < sizeof LIFT / sizeof *LIFT; i++) {
        assert_true(fabsf(critter_cozmo_lift_ratio(LIFT[i][0]) - LIFT[i][1]) < 1e-6f);
        assert_true(fabsf(critter_cozmo_lift_angle(LIFT[i][0]) - LIFT[i][2]) < 1e-6f);
    }
    static const float POSE[][9] = {{10, 20, 0.5f, 30, -5, 0.25f, 38.724605f, 29.994853f, 0.75f},
                                    {-100, 0, -2, 0, 50, 3, -54.535129f, -20.807342f, 1},
                                    {0, 0, 3, 10, 0, 0.5f, -9.899925f, 1.4112f, -2.783185f}};
    for (size_t i = 0; i < sizeof POSE / sizeof *POSE; i++) {
        float out[3];
        critter_cozmo_from_here(POSE[i], POSE[i] + 3, out);
        for (unsigned k = 0; k < 3; k++) assert_true(fabsf(out[k] - POSE[i][6 + k]) < 2e-5f);
    }
}

TESTS(WITH_ROBOT(connects_knows_the_robot_and_says_goodbye), WITH_ROBOT(finding_says_who_is_there_and_nobody),
      WITH_ROBOT(events_by_handler_by_polling_and_by_waiting), WITH_ROBOT(any_command_by_name),
      WITH_ROBOT(steps_can_be_taken_one_by_one), WITH_ROBOT(commands_can_be_told_all_of_it),
      WITH_ROBOT(what_is_no_number_or_no_config_is_refused),
      WITH_ROBOT(a_body_that_does_not_come_up_is_told_in_time), WITH_ROBOT(paths_and_objects),
      WITH_ROBOT(pictures_come_whole_or_not), cmocka_unit_test(pieces_may_overtake_each_other),
      WITH_ROBOT(sound_and_face_go_as_fast_as_they_are_played),
      WITH_ROBOT(files_are_played_and_shown_or_refused), WITH_ROBOT(too_much_for_a_frame_is_shown_smaller),
      WITH_ROBOT(clips_have_names_and_the_slots_to_themselves), WITH_ROBOT(lights_go_through_their_steps),
      WITH_ROBOT(a_pattern_looks_on_the_robot_as_it_is_meant), WITH_ROBOT(storage_there_and_back),
      WITH_ROBOT(firmware_goes_over_whole), WITH_ROBOT(a_robot_that_erases_its_flash_is_waited_for),
      WITH_ROBOT(firmware_that_is_refused_says_so), WITH_ROBOT(firmware_can_be_broken_off),
      WITH_ROBOT(firmware_that_is_no_good_in_the_end_says_so),
      WITH_ROBOT(a_robot_that_does_not_confirm_can_be_left),
      cmocka_unit_test(firmware_is_known_by_its_signature), WITH_ROBOT(a_robot_that_falls_silent_is_an_event),
      WITH_ROBOT(an_older_robot_is_spoken_to_in_its_own_layouts),
      cmocka_unit_test(states_are_mirrored_newest_first),
      cmocka_unit_test(helpers_compute_what_the_client_library_does))
