#include "support/support.h"

#include "base/maths/geometry.h"
#include "base/system/file.h"
#include "run/replay.h"
#include "run/thin.h"

#include <stdio.h>
#include <unistd.h>

static const struct thin_config PLAIN = {.noise = true, .seed = 7};

static void it_drives_where_it_is_told(void **state) {
    struct thin t;
    assert_true(thin_start(&t, &PLAIN));
    run_for(t.run, 500000);
    thin_ask(&t, 1, (struct life_message){.kind = LIFE_DRIVE, .drive = {0.1f, 0.1f, 0, 2}});
    run_for(t.run, 3000000);
    struct world_truth truth;
    assert_true(world_truth(t.world, body_sim_robot(run_body(t.run, 0)), &truth));
    assert_true(truth.pose.at.x > 0.185f && truth.pose.at.x < 0.215f);
    struct life_view view;
    robot_view(run_robot(t.run, 0), &view);
    assert_true(m_abs(view.x_m - truth.pose.at.x) < 0.002f); // it knows where it is
    assert_int_equal(t.last_verdict, LIFE_VERDICT_DONE);
    thin_end(&t);
}

static void it_blinks_and_answers(void **state) {
    struct thin t;
    assert_true(thin_start(&t, &PLAIN));
    thin_live(&t, NULL, NULL);
    assert_int_equal(t.greetings, 5);
    assert_int_equal(t.portraits, 23);
    assert_true(t.events[LIFE_EVENT_KIND_BLINKED] >= 6 && t.events[LIFE_EVENT_KIND_BLINKED] < 30);
    assert_int_equal(t.events[LIFE_EVENT_KIND_WOKE], 1);
    assert_true(t.events[LIFE_EVENT_KIND_HEAD_IN_PLACE] > 8);
    thin_end(&t);
}

static void bad_values_are_answered(void **state) {
    struct thin t;
    assert_true(thin_start(&t, &PLAIN));
    thin_ask(&t, 1, (struct life_message){.kind = LIFE_DRIVE, .drive = {0.0f / 0.0f, 0, 0, 0}});
    run_for(t.run, 100000);
    assert_int_equal(t.last_verdict, LIFE_VERDICT_BAD_VALUE);
    thin_ask(&t, 2, (struct life_message){.kind = LIFE_LIFT, .lift = {5, 0, 0}});
    run_for(t.run, 100000);
    assert_int_equal(t.last_verdict, LIFE_VERDICT_BAD_VALUE);
    for (int i = 0; i < DESK_MAX; i++) thin_ask(&t, 3, (struct life_message){.kind = LIFE_BLINK});
    struct life_envelope e = {4, LIFE_DOOR_TEST};
    struct life_message m = {.kind = LIFE_BLINK};
    assert_int_equal(run_ask(t.run, 0, &e, &m), ERR_BUSY);
    assert_int_equal(run_ask(t.run, 9, &e, &m), ERR_UNKNOWN);
    thin_end(&t);
}

// --------------------------------------------------------------------------------------------- the same life

enum { ROOMS = ROBOT_ROOMS + 2 };
struct trace {
    uint64_t hashes[900][ROOMS];
};
static void keep(void *user, struct thin *t, uint32_t tick) {
    const char *names[RUN_ROOMS_MAX];
    uint64_t hashes[RUN_ROOMS_MAX] = {0};
    assert_in_range(run_hashes(t->run, names, hashes), 7, ROOMS);
    memcpy(((struct trace *)user)->hashes[tick], hashes, ROOMS * sizeof *hashes);
}

struct checked {
    const struct trace *first;
    int64_t parted; // the first tick that differs; -1: none
    const char *room;
};
static void compare(void *user, struct thin *t, uint32_t tick) {
    struct checked *c = user;
    const char *names[RUN_ROOMS_MAX];
    uint64_t hashes[RUN_ROOMS_MAX] = {0};
    size_t count = run_hashes(t->run, names, hashes);
    for (size_t i = 0; i < count && c->parted < 0; i++)
        if (hashes[i] != c->first->hashes[tick][i]) c->parted = tick, c->room = names[i];
}

static void a_life_is_the_same_with_any_workers_watched_or_not(void **state) {
    static struct trace first;
    struct thin t;
    assert_true(thin_start(&t, &PLAIN));
    thin_live(&t, keep, &first);
    uint64_t portraits = t.portrait_hash;
    thin_end(&t);
    unsigned workers[] = {0, 1, 4};
    for (int i = 0; i < 3; i++)
        for (int look = 0; look < 2; look++) {
            struct thin_config config = PLAIN;
            config.workers = workers[i];
            config.look = look;
            struct checked c = {&first, -1, NULL};
            assert_true(thin_start(&t, &config));
            thin_live(&t, compare, &c);
            if (c.parted >= 0)
                fail_msg("%u workers, %s: another life since tick %lld, first in %s", workers[i],
                         look ? "watched" : "unwatched", (long long)c.parted, c.room);
            assert_true(t.portrait_hash == portraits);
            thin_end(&t);
        }
    // And the gate can close: another seed is another life.
    struct thin_config other = PLAIN;
    other.seed = 8;
    struct checked c = {&first, -1, NULL};
    assert_true(thin_start(&t, &other));
    thin_live(&t, compare, &c);
    assert_true(c.parted >= 0);
    thin_end(&t);
}

// ---------------------------------------------------------------------------------- recorded and lived again

static void record(char *path, uint64_t *hash, uint32_t *ticks) {
    const char *tmp = getenv("TMPDIR");
    snprintf(path, 256, "%s/critter-life-%d", tmp ? tmp : "/tmp", (int)getpid());
    struct thin_config config = PLAIN;
    config.workers = 2;
    config.record = path;
    struct thin t;
    assert_true(thin_start(&t, &config));
    thin_live(&t, NULL, NULL);
    *hash = robot_hash(run_robot(t.run, 0));
    *ticks = robot_tick(run_robot(t.run, 0));
    thin_end(&t);
}

static enum err relive(const void *bytes, size_t len, struct replay_result *result, struct fault *fault) {
    struct recording_about about;
    struct recording *tape = recording_over(bytes, len, &about, fault);
    if (!tape) return fault->err;
    enum err err = replay_life(tape, &about, &vector_model, NULL, NULL, NULL, result, fault);
    recording_free(tape);
    return err;
}

static void a_recording_is_the_same_life_again(void **state) {
    char path[256];
    uint64_t hash;
    uint32_t ticks;
    record(path, &hash, &ticks);
    struct buf file = {0};
    assert_int_equal(file_read(path, 1 << 26, &file, NULL), ERR_NONE);
    unlink(path);
    print_message("# a recording of half a minute: %zu bytes\n", file.len);

    struct replay_result result;
    struct fault fault = {0};
    assert_int_equal(relive(file.at, file.len, &result, &fault), ERR_NONE);
    assert_int_equal(result.ticks, ticks);
    assert_int_equal(result.compared, ticks);
    assert_int_equal(result.answers, 23);
    assert_false(result.parted);
    assert_false(result.torn);
    assert_true(result.hash == hash);

    // Cut anywhere it ends at the last whole chunk, with as much of the life as that holds, or says that it
    // is no recording.
    for (size_t len = 0; len < file.len; len += file.len / 97 + 1) {
        struct fault cut = {0};
        enum err err = relive(file.at, len, &result, &cut);
        if (!err) assert_false(result.parted);
        if (err) assert_true(cut.said[0]);
        assert_true(result.ticks <= ticks);
    }
    // One bit turned over is noticed, wherever it is.
    for (size_t at = 20; at < file.len; at += file.len / 89 + 1) {
        file.at[at] ^= 4;
        struct fault bad = {0};
        struct replay_result after = {0};
        enum err err = relive(file.at, file.len, &after, &bad);
        assert_true(err || after.torn || after.ticks < ticks);
        file.at[at] ^= 4;
    }
    buf_free(&file);
}

// ----------------------------------------------------------------------- live, paced by an air clock we hold

struct air {
    int64_t now;
    atomic_bool stop;
    int64_t end;
    int64_t hiccup_at, hiccup_us;
};
static int64_t air_us(void *user) {
    struct air *air = user;
    if (air->now >= air->end) atomic_store(&air->stop, true);
    return air->now;
}
static void rest(void *user, int64_t us) {
    struct air *air = user;
    air->now += us;
    if (air->hiccup_us && air->now > air->hiccup_at) air->now += air->hiccup_us, air->hiccup_us = 0;
}

static int64_t live_for(float speed, int64_t hiccup_us) {
    struct air air = {.end = 10000000, .hiccup_at = 5000000, .hiccup_us = hiccup_us};
    struct world_config world_config = world_defaults();
    struct world *world = world_new(&world_config);
    struct run_config config = run_defaults();
    config.world = world;
    config.live = true;
    config.speed = speed;
    config.air_us = air_us;
    config.rest = rest;
    config.user = &air;
    struct run *run = run_new(&config, NULL);
    struct robot_config robot = robot_defaults();
    robot.model = &vector_model;
    robot.crew = run_crew(run);
    run_add(run, body_sim_new(world, &vector_model, (struct pose2){0}, NULL), robot_soul(robot_new(&robot)),
            NULL, NULL);
    run_live(run, &air.stop);
    int64_t lived = run_now_us(run);
    run_free(run);
    world_free(world);
    return lived;
}

static void live_time_keeps_the_pace_it_is_given(void **state) {
    assert_in_range(live_for(1, 0), 9980000, 10020000);
    assert_in_range(live_for(3, 0), 29900000, 30100000);
    assert_in_range(live_for(0.5f, 0), 4980000, 5020000);
    // After a hiccup of three seconds it does not race to catch up.
    assert_in_range(live_for(1, 3000000), 6900000, 7300000);
}

TESTS(cmocka_unit_test(it_drives_where_it_is_told), cmocka_unit_test(it_blinks_and_answers),
      cmocka_unit_test(bad_values_are_answered),
      cmocka_unit_test(a_life_is_the_same_with_any_workers_watched_or_not),
      cmocka_unit_test(a_recording_is_the_same_life_again),
      cmocka_unit_test(live_time_keeps_the_pace_it_is_given))
