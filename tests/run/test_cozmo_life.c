// A soul that lives in a Cozmo behind its radio protocol: the same life whenever it is lived, and to the byte
// when its recording is.
#include "run/thin.h"
#include "support/support.h"

#include "base/system/file.h"
#include "body/cozmo/shared_cozmo.h"
#include "run/play.h"
#include "run/replay.h"

#include <stdio.h>
#include <unistd.h>

struct house_wish {
    struct lossy_link_config lossy;
    struct body *body; // of the last one
};

static unsigned robot_audio_slots;
static void on_sound(void *user, const int16_t *samples, size_t count) {
    int most = 0;
    for (size_t i = 0; i < count; i++) most = abs(samples[i]) > most ? abs(samples[i]) : most;
    robot_audio_slots += most > 100;
}

static struct body *make(void *user, struct world *world, uint32_t robot, struct fault *fault) {
    struct house_wish *wish = user;
    struct shared_cozmo_config config = shared_cozmo_defaults();
    config.robot.firmware.world = world;
    config.robot.firmware.robot = robot;
    config.lossy = wish->lossy;
    config.robot.firmware.sound = on_sound;
    return wish->body = shared_cozmo_new(&config, fault);
}

static void ask(struct play *play, uint32_t ticket, struct life_message request) {
    struct life_envelope from = {ticket, LIFE_DOOR_TEST};
    assert_int_equal(play_ask(play, 0, &from, &request), ERR_NONE);
}

static void hand(struct play *play, struct world_message verb, const char *what) {
    struct fault fault = {0};
    snprintf(verb.pick_up.what, sizeof verb.pick_up.what, "%s", what);
    if (play_do(play, &verb, &fault)) fail_msg("%s", fault.said);
}

static unsigned volume(struct body *body) {
    return cozmo_firmware_stats(cozmo_onair_firmware(shared_cozmo_robot(body)))->volume;
}

struct lived {
    uint64_t hash;
    char recording[512];
    unsigned lit, sessions, volumes[2];
    struct life_view view;
    bool head, lift, drove; // were once where they were asked to be
};

static unsigned lit(struct body *body) {
    const struct rle_picture *p = cozmo_firmware_display(cozmo_onair_firmware(shared_cozmo_robot(body)));
    unsigned n = 0;
    for (int x = 0; x < RLE_COLUMNS; x++) n += (unsigned)__builtin_popcountll(p->column[x]);
    return n;
}

// Clips move its joints, too; that they were once where they were sent is what counts.
static void go_on(struct play *play, struct lived *out, int seconds) {
    for (int i = 0; i < seconds * 20; i++) {
        play_for(play, 50000);
        robot_view(run_robot(play_run(play), 0), &out->view);
        out->head |= m_abs(out->view.head_rad - 0.5f) < 0.04f;
        out->lift |= m_abs(out->view.lift_m - 0.07f) < 0.003f;
        out->drove |= m_hypot(out->view.x_m, out->view.y_m) > 0.03f;
    }
}

static struct lived live(struct lossy_link_config lossy, unsigned workers, int64_t dark_us) {
    struct lived out = {0};
    struct fault fault = {0};
    struct scenario *scenario = scenario_open("tabletop", NULL, 0, &fault);
    assert_non_null(scenario);
    struct house_wish wish = {.lossy = lossy};
    struct play_config config = play_defaults();
    char tape[400];
    snprintf(tape, sizeof tape, "%s", temp_path(NULL, "day"));
    config.record = tape;
    config.creature = "cozmo";
    config.workers = workers;
    config.body = make;
    config.body_user = &wish;
    struct play *play = play_new(scenario, &config, &fault);
    if (!play) fail_msg("%s", fault.said);
    play_for(play, 3000000);
    out.volumes[0] = volume(wish.body);
    ask(play, 1, (struct life_message){.kind = LIFE_DRIVE, .drive = {0.04f, 0.02f, 0, 2}});
    ask(play, 2, (struct life_message){.kind = LIFE_HEAD, .head = {0.5f, 0, 0}});
    go_on(play, &out, 3);
    if (dark_us) shared_cozmo_dark(wish.body, play_now_us(play) + dark_us);
    ask(play, 3, (struct life_message){.kind = LIFE_LIFT, .lift = {0.07f, 0, 0}});
    ask(play, 4, (struct life_message){.kind = LIFE_PORTRAIT});
    ask(play, 5, (struct life_message){.kind = LIFE_VOLUME, .volume = {1}});
    go_on(play, &out, 10);
    const char *name = scenario->robots[0].name;
    hand(play, (struct world_message){.kind = WORLD_PICK_UP}, name);
    play_for(play, 2000000);
    hand(play, (struct world_message){.kind = WORLD_PUT_DOWN}, name);
    play_for(play, 12000000);
    robot_view(run_robot(play_run(play), 0), &out.view);
    out.hash = robot_hash(run_robot(play_run(play), 0));
    out.lit = lit(wish.body);
    out.volumes[1] = volume(wish.body);
    struct body_cozmo_about about;
    body_cozmo_about(shared_cozmo_inside(wish.body), &about);
    out.sessions = (unsigned)about.sessions;
    assert_int_equal(play_free(play, &fault), ERR_NONE);
    assert_false(file_exists(tape)); // no world is recorded: what this body met stands in no seed
    snprintf(out.recording, sizeof out.recording, "%s.%s.life", tape, name);
    scenario_free(scenario);
    return out;
}

static struct replay_result relive(const char *path) {
    struct fault fault = {0};
    struct recording_about about;
    struct recording *tape = recording_open(path, &about, &fault);
    if (!tape) fail_msg("%s", fault.said);
    struct replay_result result;
    assert_int_equal(
        replay_life(tape, &about, &cozmo_model, thin_clips("cozmo"), NULL, NULL, &result, &fault), ERR_NONE);
    recording_free(tape);
    return result;
}

static void it_is_the_same_life_on_replay_and_with_workers(void **state) {
    struct lossy_link_config bad = {.delay_us = 30000, .jitter_us = 30000, .loss = 0.05f, .seed = 5};
    robot_audio_slots = 0;
    struct lived lived = live(bad, 0, 0);
    assert_true(robot_audio_slots >
                5); // what it lets be heard comes out of the robot, and is no part of its life
    assert_int_equal(lived.sessions, 1);
    assert_true(lived.lit > 100);                    // eyes
    assert_in_range(lived.volumes[0], 41300, 41400); // 4 dB below all: what a soul begins with
    assert_in_range(lived.volumes[1], 8240, 8260);   // low is 18 below
    assert_true(lived.head && lived.lift);
    assert_true(lived.drove);
    assert_true(m_hypot(lived.view.x_m, lived.view.y_m) < 0.03f); // a hand has carried it: it counts anew
    struct replay_result again = relive(lived.recording);
    assert_false(again.parted || again.torn);
    assert_int_equal(again.compared, again.ticks);
    assert_true(again.ticks > 900);
    assert_int_equal(again.requests, 5);
    assert_true(again.answers > 300); // a portrait's, and what its own eyes found in its pictures
    assert_true(again.hash == lived.hash);
    // Workers make no other life.
    struct lived four = live(bad, 4, 0);
    assert_true(four.hash == lived.hash);
    struct buf a = {0}, b = {0};
    assert_int_equal(file_read(lived.recording, 64 << 20, &a, NULL), ERR_NONE);
    assert_int_equal(file_read(four.recording, 64 << 20, &b, NULL), ERR_NONE);
    assert_int_equal(a.len, b.len);
    assert_memory_equal(a.at, b.at, a.len);
    buf_free(&a), buf_free(&b);
}

static void a_life_with_its_body_away_is_one_too(void **state) {
    struct lossy_link_config air = {.delay_us = 20000, .seed = 6};
    struct lived lived = live(air, 0, 8000000);
    assert_int_equal(lived.sessions, 2);
    assert_true(lived.lift); // asked for while it was away
    struct replay_result again = relive(lived.recording);
    assert_false(again.parted || again.torn);
    assert_true(again.hash == lived.hash);
}

TESTS(cmocka_unit_test(it_is_the_same_life_on_replay_and_with_workers),
      cmocka_unit_test(a_life_with_its_body_away_is_one_too))
