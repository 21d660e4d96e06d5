// Whether it notices that it does not move as its treads do: against walls and posts, on a slippery floor, in
// a hand; and that it does not imagine it.
#include "support/support.h"

#include "run/thin.h"
#include "schema/walk.h"
#include "sense/feel/feel.h"
#include "stage/library/library.h"

#include <string.h>

static uint32_t told[4]; // by what it was
static enum life_slip_side side;
static uint32_t clips;

static void hear(void *user, struct run *run, size_t life) {
    const struct life_event *events;
    size_t count = robot_events(run_robot(run, life), &events);
    for (size_t i = 0; i < count; i++) {
        clips += events[i].kind == LIFE_EVENT_KIND_CLIP_STARTED;
        if (events[i].kind != LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT) continue;
        told[(int)events[i].numbers[0]]++;
        side = (enum life_slip_side)events[i].numbers[1];
    }
}

static struct thin *begin(const char *creature) {
    static struct thin t;
    assert_true(thin_start(
        &t, &(struct thin_config){.seed = 3,
                                  .model = strcmp(creature, "cozmo") ? &vector_model : &cozmo_model,
                                  .library = thin_clips(creature)}));
    run_watch(t.run, hear, NULL);
    thin_ask(&t, 1, (struct life_message){.kind = LIFE_STOP}); // and stays where it is
    run_for(t.run, 6000000);                                   // it wakes up
    memset(told, 0, sizeof told);
    return &t;
}

static uint32_t all_told(void) { return told[0] + told[1] + told[2] + told[3]; }

static void drive(struct thin *t, float left_mps, float right_mps, float seconds) {
    thin_ask(t, 1, (struct life_message){.kind = LIFE_DRIVE, .drive = {left_mps, right_mps, seconds, 0}});
    run_for(t->run, (int64_t)(seconds * 1e6f));
}

static struct world_message verb(enum world_kind kind) {
    struct world_message m = {.kind = kind};
    schema_defaults(world_messages[kind].body, &m.table); // all of them lie in one place
    return m;
}

static void deed(struct thin *t, struct world_message what) {
    struct fault fault = {0};
    if (world_do(t->world, &what, &fault)) fault_print(&fault, stderr), fail();
}

static struct world_message wall(const char *name, float x, float y, float length) {
    struct world_message m = verb(WORLD_WALL);
    strcpy(m.wall.name, name);
    m.wall.x_m = x, m.wall.y_m = y, m.wall.heading_deg = 90, m.wall.length_m = length,
    m.wall.thickness_m = 0.01f;
    return m;
}

static void between_walls_it_turns_and_stands(void **state) {
    static const char *const CREATURES[] = {"vector", "cozmo"};
    for (int c = 0; c < 2; c++) {
        struct thin *t = begin(CREATURES[c]);
        drive(t, -0.05f, 0.05f, 1);
        assert_int_equal(all_told(), 0);
        drive(t, 0.05f, -0.05f, 1); // and back
        thin_end(t);
        t = begin(CREATURES[c]);
        deed(t, wall("left", -0.02f, 0.042f, 0.3f));
        deed(t, wall("right", -0.02f, -0.042f, 0.3f));
        drive(t, -0.1f, 0.1f, 2);
        assert_int_equal(told[LIFE_SLIP_TURNED_BUT_STOPPED], 1); // once, however long it tries
        assert_int_equal(side, LIFE_SLIP_SIDE_UNKNOWN);
        drive(t, 0, 0, 1);
        drive(t, 0.1f, -0.1f, 1);
        assert_int_equal(told[LIFE_SLIP_TURNED_BUT_STOPPED], 2);
        assert_int_equal(all_told(), 2);
        thin_end(t);
    }
}

static void a_post_turns_it_and_it_knows_on_which_side(void **state) {
    static const struct {
        float x, y, mps;
        enum life_slip_side side;
    } ROWS[] = {{0.09f, 0.028f, 0.1f, LIFE_SLIP_SIDE_LEFT},
                {0.09f, -0.028f, 0.1f, LIFE_SLIP_SIDE_RIGHT},
                {-0.12f, 0.028f, -0.1f, LIFE_SLIP_SIDE_LEFT},
                {-0.12f, -0.028f, -0.1f, LIFE_SLIP_SIDE_RIGHT}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct thin *t = begin("vector");
        deed(t, wall("post", ROWS[i].x, ROWS[i].y, 0.01f));
        drive(t, ROWS[i].mps, ROWS[i].mps, 2);
        assert_true(told[LIFE_SLIP_ROTATING_WITHOUT_MOTORS] >= 1);
        assert_int_equal(side, ROWS[i].side);
        thin_end(t);
    }
}

static void a_tread_without_grip_turns_it_less(void **state) {
    struct thin *t = begin("vector");
    struct world_message m = verb(WORLD_DEFECT);
    strcpy(m.defect.what, "vector");
    m.defect.kind = WORLD_DEFECT_KIND_TREAD_SLIPS, m.defect.which = 1, m.defect.on = true,
    m.defect.amount = 1;
    deed(t, m);
    drive(t, -0.08f, 0.08f, 2);
    assert_true(told[LIFE_SLIP_TURNED_IN_SAME_DIRECTION] + told[LIFE_SLIP_TURNED_BUT_STOPPED] >= 1);
    thin_end(t);
}

// Half a minute of driving, lifting and turning, and every clip that drives: nothing to tell.
static void in_an_ordinary_life_nothing_is_told(void **state) {
    struct thin *t = begin("vector");
    thin_live(t, NULL, NULL);
    const struct library *library = thin_clips("vector");
    uint32_t drove = 0;
    for (uint32_t i = 0; i < library->clip_count; i++) {
        if (!(clip_tracks(library->clips[i].clip) & PLAYER_BODY)) continue;
        struct life_message play = {.kind = LIFE_PLAY_CLIP, .play_clip = {.loops = 1}};
        text_copy(library->clips[i].clip->name, play.play_clip.clip, sizeof play.play_clip.clip);
        thin_ask(t, 1000 + i, play);
        clips = 0;
        run_for(t->run, 3500000);
        if (!clips || all_told())
            fail_msg("%s: %u began, %u were told", play.play_clip.clip, clips, all_told());
        drove++;
    }
    assert_true(drove > 30);
    assert_int_equal(all_told(), 0);
    // In a hand its treads turn as they like, and the hand turns it.
    struct world_message up = verb(WORLD_PICK_UP), shake = verb(WORLD_SHAKE);
    strcpy(up.pick_up.what, "vector"), strcpy(shake.shake.what, "vector");
    deed(t, up);
    run_for(t->run, 1000000);
    deed(t, shake);
    drive(t, -0.1f, 0.1f, 2);
    assert_int_equal(all_told(), 0);
    thin_end(t);
}

// Each of them by its numbers alone, so that none can hide behind another.
static void every_kind_by_its_numbers(void **state) {
    static const struct {
        float left, right, felt;
        int what; // -1: nothing
    } ROWS[] = {{-0.05f, 0.05f, 2.1f, -1}, {-0.05f, 0.05f, 0.1f, 0},  {-0.05f, 0.05f, 0.7f, 1},
                {-0.05f, 0.05f, 4.0f, 1},  {-0.05f, 0.05f, -1.0f, 2}, {0, 0, 1.0f, 3},
                {0, 0, 0.4f, -1},          {0.1f, 0.1f, -1.0f, 3},    {0.05f, -0.05f, -2.1f, -1},
                {0.05f, -0.05f, 1.0f, 2},  {0.002f, -0.002f, 0, -1}};
    const struct slip_config config = feel_defaults().slip;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        for (int ticks = 1; ticks <= 30; ticks += 29) {
            struct slip_monitor a = {0};
            struct body_senses s = {.attitude = BODY_ATTITUDE_ON_TREADS, .motion_count = 1, .imu_count = 1};
            uint32_t count = 0;
            s.motion[0].left_mps = ROWS[i].left, s.motion[0].right_mps = ROWS[i].right;
            s.imu[0].gyro_radps[2] = ROWS[i].felt;
            for (int k = 0; k < ticks; k++) count += slip_monitor_step(&a, &config, &s, &vector_model);
            assert_int_equal(count, ticks > 1 && ROWS[i].what >= 0); // not for a moment, and once
            if (count) assert_int_equal(a.what, ROWS[i].what);
            s.imu_count = 0; // no gyro, no opinion
            a = (struct slip_monitor){0};
            for (int k = 0; k < ticks; k++) assert_false(slip_monitor_step(&a, &config, &s, &vector_model));
        }
}

TESTS(cmocka_unit_test(between_walls_it_turns_and_stands),
      cmocka_unit_test(a_post_turns_it_and_it_knows_on_which_side),
      cmocka_unit_test(a_tread_without_grip_turns_it_less),
      cmocka_unit_test(in_an_ordinary_life_nothing_is_told), cmocka_unit_test(every_kind_by_its_numbers))
