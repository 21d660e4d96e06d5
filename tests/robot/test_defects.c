// What fails in its body it shows on its face by itself: one number for each, the higher of two, and no
// longer when it works again.
#include "support/support.h"

#include "base/system/file.h"
#include "run/replay.h"
#include "run/thin.h"
#include "stage/library/library.h"
#include "stage/screen/fault_codes.h"

#include <string.h>

// --------------------------------------------------------------------------------------- by its senses alone

struct lone {
    struct robot *robot;
    struct senses_in in;
    uint64_t time_us;
    uint32_t told, last; // how often it said that something failed or works again; what it said last
    uint16_t wants;
    int16_t ears[4]; // what each microphone hears: 0 nothing at all, 1 a noise
    int no_imu;      // 1: zeros, 2: nothing
    bool no_range, no_touch, no_picture, asleep, hears;
};

static struct lone wake(const struct body_model *model) {
    struct robot_config config = robot_defaults();
    config.model = model, config.library = thin_clips(model->creature);
    struct lone soul = {.robot = robot_new(&config)};
    assert_non_null(soul.robot);
    return soul;
}

static struct frame *heard(const struct lone *s) {
    static int16_t samples[64 * 4];
    static struct frame frame;
    for (int i = 0; i < 64 * 4; i++) samples[i] = (int16_t)(s->ears[i % 4] * (i * 37 % 19 - 9));
    frame = (struct frame){.bytes = (uint8_t *)samples, .used = sizeof samples};
    return &frame;
}

static void sense(struct lone *s, struct body_ack *ack) {
    struct body_senses *b = &s->in.senses;
    uint32_t status = b->status;
    border_clear_senses(&s->in);
    if (s->asleep) return;
    b->time_us = s->time_us, b->status = status, b->attitude = BODY_ATTITUDE_ON_TREADS;
    b->motion_count = 1;
    b->imu_count = s->no_imu < 2 && s->wants & BODY_WANT_IMU;
    b->imu[0] = (struct body_imu){.accel_mps2[2] = s->no_imu ? 0 : 9.81f};
    b->touches_count = 1, b->touches[0].raw = s->no_touch ? 0 : 500;
    b->range_count = !s->no_range && s->wants & BODY_WANT_RANGE;
    b->picture_count = !s->no_picture && s->wants & BODY_WANT_PICTURE;
    if (ack) b->acks[b->acks_count++] = *ack;
    if (!s->hears) return;
    b->sound_count = 1;
    b->sound[0] = (struct body_sound){s->time_us, 16000, 4, 64};
    s->in.sound = heard(s);
}

static void live(struct lone *s, float seconds, struct body_ack *ack) {
    static struct command_out out;
    for (int i = 0; i < (int)(seconds / 0.033f); i++) {
        s->time_us += LIFE_TICK_US;
        sense(s, i ? NULL : ack);
        robot_step(s->robot, &s->in, &out);
        s->wants = out.command.wants;
        border_drop_command(&out);
        const struct life_event *events;
        size_t count = robot_events(s->robot, &events);
        for (size_t k = 0; k < count; k++)
            if (events[k].kind == LIFE_EVENT_KIND_FAILED) s->told++, s->last = (uint32_t)events[k].numbers[0];
    }
}

static void ask(struct lone *s, struct life_message request) {
    struct life_envelope from = {1, LIFE_DOOR_TEST};
    assert_int_equal(robot_ask(s->robot, &from, &request), ERR_NONE);
}

static bool shows_fault(const struct lone *s) {
    struct life_view view;
    robot_view(s->robot, &view);
    return view.screen.shows == LIFE_SHOWING_FAULT;
}

// Begins, comes, goes: told twice, and seen in between.
static void comes_and_goes(struct lone *s, uint32_t code) {
    if (s->last != code || !shows_fault(s)) fail_msg("expected fault %u, it tells %u", code, s->last);
    assert_non_null(fault_code_find(code));
    s->no_imu = 0;
    s->no_range = s->no_touch = s->no_picture = s->asleep = s->hears = false;
    s->in.senses.status = 0;
    live(s, 1, NULL);
    if (s->last || shows_fault(s)) fail_msg("fault %u is shown for ever", code);
    assert_int_equal(s->told, 2);
    robot_free(s->robot);
}

static struct lone well(void) {
    struct lone s = wake(&vector_model);
    live(&s, 10, NULL);
    assert_int_equal(s.told, 0);
    assert_false(shows_fault(&s));
    return s;
}

static void a_sensor_that_says_nothing(void **state) {
    struct lone s;
    for (int how = 1; how <= 2; how++) {
        s = well();
        s.no_imu = how;
        live(&s, 1.5f, NULL);
        assert_int_equal(s.told, 0); // not at once
        live(&s, 1.5f, NULL);
        comes_and_goes(&s, 960);
    }
    s = well();
    s.no_touch = true;
    live(&s, 3, NULL);
    comes_and_goes(&s, 895);
    s = well();
    s.no_range = true;
    live(&s, 3, NULL);
    comes_and_goes(&s, 950);
}

static void a_camera_that_never_came_or_stopped(void **state) {
    struct lone s = well();
    s.no_picture = true; // nobody wants one
    live(&s, 5, NULL);
    assert_int_equal(s.told, 0);
    ask(&s, (struct life_message){.kind = LIFE_SEE, .see = {.on = true}});
    live(&s, 3, NULL);
    comes_and_goes(&s, 980);
    s = well();
    ask(&s, (struct life_message){.kind = LIFE_SEE, .see = {.on = true}});
    live(&s, 3, NULL);
    assert_int_equal(s.told, 0);
    s.no_picture = true;
    live(&s, 3, NULL);
    comes_and_goes(&s, 981);
}

static void a_body_that_says_nothing(void **state) {
    struct lone s = well();
    s.asleep = true;
    live(&s, 3, NULL);
    comes_and_goes(&s, 898);
    s = wake(&vector_model);
    s.asleep = true;
    live(&s, 4, NULL);
    assert_int_equal(s.told, 0); // it may still be waking up
    live(&s, 3, NULL);
    comes_and_goes(&s, 899);
    s = well();
    s.in.senses.status = BODY_STATUS_AWAY; // it is known to be out of reach
    live(&s, 3, NULL);
    comes_and_goes(&s, 898);
}

static void what_the_test_at_power_on_found(void **state) {
    static const uint16_t CODES[] = {891, 890, 893, 892, 894};
    for (uint8_t i = 0; i < 5; i++) {
        struct lone s = well();
        struct body_ack ack = {.kind = BODY_ACK_KIND_DEFECT, .which = i};
        live(&s, 0.1f, &ack);
        live(&s, 5, NULL);
        assert_int_equal(s.last, CODES[i]); // and it stays
        assert_true(shows_fault(&s) && fault_code_find(CODES[i]));
        ack.which = BODY_DEFECT_NONE;
        live(&s, 0.1f, &ack);
        assert_true(s.told == 2 && !s.last && !shows_fault(&s));
        robot_free(s.robot);
    }
}

static void a_battery_about_to_end_it(void **state) {
    struct lone s = well();
    s.in.senses.status = BODY_STATUS_BATTERY_HOT; // it only waits until it is cooler
    live(&s, 3, NULL);
    assert_int_equal(s.told, 0);
    s.in.senses.status = BODY_STATUS_SHUTDOWN_NEAR;
    live(&s, 0.1f, NULL);
    assert_int_equal(s.last, 702);
    s.asleep = true; // and then it is off: no second fault
    live(&s, 10, NULL);
    comes_and_goes(&s, 702);
    s = well();
    s.in.senses.status = BODY_STATUS_SHUTDOWN_NEAR | BODY_STATUS_BATTERY_HOT;
    live(&s, 0.1f, NULL);
    comes_and_goes(&s, 705);
}

static void a_deaf_microphone_among_others(void **state) {
    for (int deaf = 0; deaf < 4; deaf++) {
        struct lone s = well();
        s.hears = true;
        for (int i = 0; i < 4; i++) s.ears[i] = 0;
        live(&s, 4, NULL);
        assert_int_equal(s.told, 0); // silence is no fault
        for (int i = 0; i < 4; i++) s.ears[i] = i != deaf;
        live(&s, 4, NULL);
        assert_int_equal(s.last, 870 + deaf);
        s.ears[deaf] = 1;
        live(&s, 0.1f, NULL);
        assert_int_equal(s.told, 2);
        robot_free(s.robot);
    }
}

static void the_higher_of_two_is_seen_and_a_person_can_take_it_away(void **state) {
    struct lone s = well();
    s.no_touch = true;
    live(&s, 3, NULL);
    assert_int_equal(s.last, 895);
    s.no_imu = 2;
    live(&s, 3, NULL);
    assert_int_equal(s.last, 960);
    s.no_imu = 0;
    live(&s, 1, NULL);
    assert_int_equal(s.last, 895);
    assert_true(shows_fault(&s));
    ask(&s, (struct life_message){.kind = LIFE_SHOW_FAULT, .show_fault = {0}});
    live(&s, 3, NULL);
    assert_false(shows_fault(&s)); // seen, and put away
    s.no_imu = 2;
    live(&s, 3, NULL);
    assert_true(shows_fault(&s) && s.last == 960); // another one
    ask(&s, (struct life_message){.kind = LIFE_SHOW_FAULT, .show_fault = {5}});
    s.no_imu = 0, s.no_touch = false;
    live(&s, 1, NULL);
    assert_true(shows_fault(&s)); // what was asked for stays when its own is gone
    ask(&s, (struct life_message){.kind = LIFE_SHOW_FAULT, .show_fault = {0}});
    live(&s, 0.1f, NULL);
    assert_false(shows_fault(&s));
    ask(&s, (struct life_message){.kind = LIFE_SHOW_FAULT,
                                  .show_fault = {1000}}); // refused, and not shown either
    live(&s, 0.1f, NULL);
    assert_false(shows_fault(&s));
    robot_free(s.robot);
}

static void a_cozmo_has_no_such_numbers(void **state) {
    struct lone s = wake(&cozmo_model);
    live(&s, 3, NULL);
    s.no_imu = 2, s.asleep = true;
    live(&s, 10, NULL);
    assert_int_equal(s.told, 0);
    assert_false(shows_fault(&s));
    robot_free(s.robot);
}

// ------------------------------------------------------------------------------------- by a body that breaks

static uint32_t last_code;

static void hear_again(void *user, struct soul *soul, uint32_t tick) {
    const struct life_event *events;
    uint32_t lost;
    size_t count = soul_events(soul, &events, &lost);
    for (size_t i = 0; i < count; i++)
        if (events[i].kind == LIFE_EVENT_KIND_FAILED) last_code = (uint32_t)events[i].numbers[0];
}
static void hear(void *user, struct run *run, size_t life) { hear_again(user, run_soul(run, life), 0); }

static void a_simulated_body_breaks(void **state) {
    static const struct {
        enum world_defect_kind kind;
        uint8_t which;
        uint32_t code;
        bool at_once; // also when it breaks in the middle of its life
    } ROWS[] = {{WORLD_DEFECT_KIND_CLIFF_DEAD, BODY_CLIFF_FRONT_LEFT, 891, false},
                {WORLD_DEFECT_KIND_CLIFF_DEAD, BODY_CLIFF_FRONT_RIGHT, 890, false},
                {WORLD_DEFECT_KIND_CLIFF_DEAD, BODY_CLIFF_BACK_LEFT, 893, false},
                {WORLD_DEFECT_KIND_CLIFF_DEAD, BODY_CLIFF_BACK_RIGHT, 892, false},
                {WORLD_DEFECT_KIND_RANGE_DEAD, 0, 950,
                 true}, // silent, which counts for more than what the test found

                {WORLD_DEFECT_KIND_TOUCH_DEAD, 0, 895, true},
                {WORLD_DEFECT_KIND_IMU_DEAD, 0, 960, true}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        for (int late = 0; late < 2; late++) {
            struct thin t;
            assert_true(thin_start(&t, &(struct thin_config){.seed = 2, .library = thin_clips("vector")}));
            run_watch(t.run, hear, NULL);
            last_code = 0;
            if (late) run_for(t.run, 8000000);
            assert_int_equal(last_code, 0);
            struct world_message m = {
                .kind = WORLD_DEFECT,
                .defect = {.what = "vector", .kind = ROWS[i].kind, .which = ROWS[i].which, .on = true}};
            assert_int_equal(world_do(t.world, &m, NULL), ERR_NONE);
            run_for(t.run, 8000000);
            assert_int_equal(last_code, late && !ROWS[i].at_once ? 0 : ROWS[i].code);
            thin_end(&t);
        }
}

// A robot does not listen by itself yet. From its second tick on, this one does.
static const struct soul_class *deaf_to_all;
static struct soul_class listening;
static void step_and_listen(struct soul *soul, const struct senses_in *in, struct command_out *out) {
    bool listens = soul_tick(soul) > 1;
    deaf_to_all->step(soul, in, out);
    if (listens) out->command.wants |= BODY_WANT_SOUND;
}
static void let_listen(struct soul *soul) {
    if (soul->class == &listening) return;
    deaf_to_all = soul->class, listening = *deaf_to_all, listening.step = step_and_listen;
    soul->class = &listening;
}
static void listen_again(void *user, struct soul *soul, uint32_t tick) {
    let_listen(soul);
    hear_again(user, soul, tick);
}

static void relive(const char *path, struct replay_result *result) {
    struct buf file = {0};
    struct fault fault = {0};
    struct recording_about about;
    assert_int_equal(file_read(path, 64 << 20, &file, &fault), ERR_NONE);
    struct recording *tape = recording_over(file.at, file.len, &about, &fault);
    if (!tape ||
        replay_life(tape, &about, &vector_model, thin_clips("vector"), listen_again, NULL, result, &fault))
        fault_print(&fault, stderr), fail();
    recording_free(tape);
    buf_free(&file);
}

// A recording without pictures and sound for onlookers holds what the soul heard all the same: it is the same
// life again.
static void a_deaf_microphone_is_found_in_a_recording_too(void **state) {
    const char *path = temp_path(NULL, "deaf.life");
    struct thin t;
    struct replay_result again;
    assert_true(
        thin_start(&t, &(struct thin_config){.seed = 2, .library = thin_clips("vector"), .record = path}));
    let_listen(run_soul(t.run, 0));
    run_watch(t.run, hear, NULL);
    last_code = 0;
    struct world_message deaf = {
        .kind = WORLD_DEFECT,
        .defect = {.what = "vector", .kind = WORLD_DEFECT_KIND_MICROPHONE_DEAD, .which = 2, .on = true}};
    struct world_message tone = {.kind = WORLD_SOUND};
    world_sound_defaults(&tone.sound);
    strcpy(tone.sound.name, "radio");
    tone.sound.x_m = 1, tone.sound.level_db = 80, tone.sound.seconds = 0;
    assert_int_equal(world_do(t.world, &deaf, NULL), ERR_NONE);
    assert_int_equal(world_do(t.world, &tone, NULL), ERR_NONE);
    run_for(t.run, 8000000);
    assert_int_equal(last_code, 872);
    thin_end(&t);
    last_code = 0;
    relive(path, &again);
    assert_true(again.compared > 200 && !again.torn);
    if (again.parted) fail_msg("another life since tick %u", again.parted_tick);
    assert_int_equal(last_code, 872); // told once more
}

TESTS(cmocka_unit_test(a_sensor_that_says_nothing), cmocka_unit_test(a_camera_that_never_came_or_stopped),
      cmocka_unit_test(a_body_that_says_nothing), cmocka_unit_test(what_the_test_at_power_on_found),
      cmocka_unit_test(a_battery_about_to_end_it), cmocka_unit_test(a_deaf_microphone_among_others),
      cmocka_unit_test(the_higher_of_two_is_seen_and_a_person_can_take_it_away),
      cmocka_unit_test(a_cozmo_has_no_such_numbers), cmocka_unit_test(a_simulated_body_breaks),
      cmocka_unit_test(a_deaf_microphone_is_found_in_a_recording_too))
