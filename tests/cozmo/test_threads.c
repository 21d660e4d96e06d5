// Two robots, two handles, two threads: nothing is shared. Under ThreadSanitizer (make check-tsan) a race is
// a failure.
#include "cozmo/robot.h"
#include "support/support.h"

#include "base/system/file.h"

#include <critter/face.h>
#include <stdio.h>
#include <unistd.h>

enum { HANDLES = 2 };

struct life {
    struct robot *robot;
    const char *file;
    pthread_t thread;
    char wrong[400]; // what failed, and how: assertions belong to the main thread
    unsigned lines, events;
    float head_rad;
};

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        enum critter_err err_ = (call);                                                                      \
        if (err_ && !life->wrong[0])                                                                         \
            snprintf(life->wrong, sizeof life->wrong, "%s: %s: %s", #call, critter_err_text(err_),           \
                     critter_cozmo_error(cozmo));                                                            \
    } while (0)

static void line(void *user, const char *level, const char *channel, const char *text) {
    ((struct life *)user)->lines += strlen(level) + strlen(channel) + strlen(text) > 0;
}
static void count(void *user, struct critter_cozmo *cozmo, const struct critter_cozmo_event *event) {
    ((struct life *)user)->events++;
}

// Everything that has tables, caches or state behind it.
static void live(struct life *life, struct critter_cozmo *cozmo) {
    uint8_t bits[512];
    size_t size = sizeof bits;
    struct critter_face face = {sizeof face};
    critter_cozmo_on(cozmo, NULL, count, life);
    GOOD(critter_cozmo_set_head_angle(cozmo, life->head_rad));
    GOOD(critter_face_named(&face, "happiness"));
    critter_face_draw(&face, bits);
    GOOD(critter_cozmo_show(cozmo, bits));
    GOOD(critter_cozmo_backpack_show(cozmo, "Idle_09"));
    GOOD(critter_cozmo_play_clip(cozmo, "anim_answer_yes_01", 1));
    GOOD(critter_cozmo_sleep(cozmo, 300));
    GOOD(critter_cozmo_play_trigger(cozmo, "GreetAfterLongTime"));
    GOOD(critter_cozmo_sleep(cozmo, 100));
    critter_cozmo_stop_clip(cozmo);
    GOOD(critter_cozmo_load_clips(cozmo, NULL)); // ours are read once in a program
    GOOD(critter_cozmo_play_file(cozmo, life->file, NULL));
    GOOD(critter_cozmo_live_face(cozmo, 1));
    GOOD(critter_cozmo_expression(cozmo, "anger", 100));
    GOOD(critter_cozmo_objects(cozmo, 1));
    GOOD(critter_cozmo_nv_write_wait(cozmo, 0x184000, "note", 4, 60000));
    GOOD(critter_cozmo_nv_read_wait(cozmo, 0x184000, bits, &size, 60000));
    GOOD(critter_cozmo_set_log(cozmo, "debug,protocol=off"));
    GOOD(critter_cozmo_command(cozmo, "StartMotorCalibration", "{\"head\": true}"));
    GOOD(critter_cozmo_wait(cozmo, "debug", 60000, NULL));
    GOOD(critter_cozmo_flush(cozmo, 60000));
}

static void *live_twice(void *user) {
    struct life *life = user;
    for (unsigned i = 0; i < 2 && !life->wrong[0]; i++) { // sessions come and go beside each other, too
        struct critter_cozmo_config config = {.size = sizeof config,
                                              .address = life->robot->address,
                                              .logger = line,
                                              .logger_user = life,
                                              .log = "info,protocol=debug"};
        struct critter_cozmo *cozmo = critter_cozmo_connect(&config, life->wrong, sizeof life->wrong);
        if (cozmo) live(life, cozmo);
        critter_cozmo_disconnect(cozmo);
    }
    return NULL;
}

static void two_handles_live_on_two_threads(void **state) {
    static struct robot robots[HANDLES];
    static struct life lives[HANDLES];
    static const char NOD[] = "{\"clips\": [{\"Name\": \"nod\", \"keyframes\": {\"HeadAngleKeyFrame\": ["
                              "{\"triggerTime_ms\": 0, \"durationTime_ms\": 100, \"angle_deg\": 20}]}}]}";
    const char *file = temp_path(NULL, "nod.json");
    assert_int_equal(file_write(file, NOD, sizeof NOD - 1, NULL), ERR_NONE);
    for (unsigned i = 0; i < HANDLES; i++) {
        robots[i].skip_chunk = -1;
        robot_start(&robots[i]);
        lives[i] = (struct life){.robot = &robots[i], .file = file, .head_rad = 0.1f + 0.2f * (float)i};
    }
    for (unsigned i = 0; i < HANDLES; i++)
        assert_int_equal(pthread_create(&lives[i].thread, NULL, live_twice, &lives[i]), 0);
    for (unsigned i = 0; i < HANDLES; i++) pthread_join(lives[i].thread, NULL);
    for (unsigned i = 0; i < HANDLES; i++) {
        if (lives[i].wrong[0]) fail_msg("%s", lives[i].wrong);
        assert_true(lives[i].lines > 100 && lives[i].events > 20);
        assert_true(robot_told(&robots[i], COZMO_SET_HEAD_ANGLE).set_head_angle.angle_rad ==
                    lives[i].head_rad);
        assert_soon(robot_seen(&robots[i]).goodbyes == 2);
        robot_stop(&robots[i]);
    }
}

TESTS(cmocka_unit_test(two_handles_live_on_two_threads))
