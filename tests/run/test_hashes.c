// Two lives that part are told apart at once: every piece of a robot's state that decides what it goes on to
// do is in the hash of its room.
#include "run/thin.h"
#include "support/support.h"

#include "robot/robot_internal.h"

static struct robot *robot;

static int born(void **state) {
    struct robot_config config = robot_defaults();
    config.model = &vector_model;
    config.library = thin_clips("vector");
    robot = robot_new(&config);
    assert_non_null(robot);
    static struct senses_in in;
    static struct command_out out;
    for (int i = 0; i < 30; i++) {
        border_clear_senses(&in);
        robot_step(robot, &in, &out);
        border_drop_command(&out);
    }
    // What there is only while something is said.
    struct mouth *m = &robot->mouth;
    m->asked[0] =
        (struct mouth_asked){.busy = true, .ticket = 4, .order = {.text = "hello", .locale = "en-US"}};
    m->sounding[0] = (struct mouth_sounding){.play = 1, .said = {.word_count = 2, .level_count = 3}};
    m->states[0] = 1, m->tickets[0] = 4, m->state_count = 1;
    return 0;
}
static int gone(void **state) {
    robot->mouth = (struct mouth){0};
    robot_free(robot);
    return 0;
}

// A piece of the state, and the room that must tell that it is another one.
static const struct piece {
    const char *room, *name;
    size_t at, size;
} PIECES[] = {
#define PIECE(room, field)                                                                                   \
    { room, #field, offsetof(struct robot, field), sizeof(((struct robot *)0)->field) }
    PIECE("sense", body_us),
    PIECE("sense", born_us),
    PIECE("sense", status),
    PIECE("sense", attitude),
    PIECE("sense", shaking),
    PIECE("sense", shaken),
    PIECE("sense", fallen),
    PIECE("sense", loud_until),
    PIECE("sense", calendar.unix_us),
    PIECE("sense", calendar.known),
    PIECE("belief", view.x_m),
    PIECE("stage", eyes.number),
    PIECE("stage", eyes.face.x),
    PIECE("stage", eyes.mood.x),
    PIECE("stage", eyes.until),
    PIECE("stage", eyes.asleep),
    PIECE("stage", eyes.blink.next),
    PIECE("stage", eyes.gaze_until),
    PIECE("stage", eyes.focus_until),
    PIECE("stage", eyes.next_dart),
    PIECE("stage", eyes.speaking.weight),
    PIECE("stage", eyes.speaking.words),
    PIECE("stage", eyes.layer_until),
    PIECE("stage", eyes.glitch_until),
    PIECE("stage", eyes.rows),
    PIECE("stage", eye_setting),
    PIECE("stage", eye_own),
    PIECE("stage", eye_hue),
    PIECE("stage", eye_saturation),
    PIECE("stage", contact_until),
    PIECE("stage", contact_rest),
    PIECE("instinct", instinct.quiet_since),
    PIECE("instinct", instinct.next_idle),
    PIECE("instinct", instinct.annoyance),
    PIECE("instinct", instinct.asleep),
    PIECE("clip", performing.number),
    PIECE("clip", performing.ticket),
    PIECE("clip", performing.urgency),
    PIECE("clip", lamps),
    PIECE("screen", screen.number),
    PIECE("screen", backlight),
    PIECE("screen", picture_ticks),
    PIECE("screen", picture_waits),
    PIECE("screen", mirror_kind),
    PIECE("service", service.page),
    PIECE("service", service.asked),
    PIECE("service", service.raised),
    PIECE("service", service.pressed_tick),
    PIECE("service", service.touched_tick),
    PIECE("service", service_shown),
    PIECE("act", last_tag),
    PIECE("act", commander.rank),
    PIECE("act", wheels.left_mps),
    PIECE("act", wheels.mode),
    PIECE("act", wheels_wanted),
    PIECE("act", head.angle_rad),
    PIECE("act", lift.tag),
    PIECE("act", moving.turn.angle_rad),
    PIECE("act", moving.path_steps),
    PIECE("act", doing[0].until),
    PIECE("act", doing[DOING_COUNT - 1].ticket),
    PIECE("act", profile.speed_mps),
    PIECE("act", rgb),
    PIECE("sight", seeing.wants),
    PIECE("sight", seeing.exposure.exposure_ms),
    PIECE("sight", seeing.exposure.gain),
    PIECE("sight", seeing.exposure.since_us),
    PIECE("sight", seeing.balance.red),
    PIECE("sight", seeing.pictures),
    PIECE("sight", seeing.looking),
    PIECE("sight", seeing.brought),
    PIECE("sight", seeing.troubled),
    PIECE("sound", heard.asked[0].play),
    PIECE("sound", heard.stream.ticket),
    PIECE("mouth", mouth.asked[0].ticket),
    PIECE("mouth", mouth.asked[0].offset),
    PIECE("mouth", mouth.asked[0].order.text),
    PIECE("mouth", mouth.asked[0].order.pitch),
    PIECE("mouth", mouth.asked[1].busy),
    PIECE("mouth", mouth.rest_ms),
    PIECE("mouth", mouth.piece),
    PIECE("mouth", mouth.told),
    PIECE("mouth", mouth.lingers),
    PIECE("mouth", mouth.errand.serial),
    PIECE("mouth", mouth.sounding[0].play),
    PIECE("mouth", mouth.sounding[0].next_word),
    PIECE("mouth", mouth.sounding[0].next_start),
    PIECE("mouth", mouth.sounding[0].began),
    PIECE("mouth", mouth.sounding[0].said.frames),
    PIECE("mouth", mouth.sounding[0].said.levels),
    PIECE("mouth", mouth.sounding[0].said.words[1].ms),
    PIECE("mouth", mouth.sounding[0].said.words[1].weight),
    PIECE("mouth", mouth.states),
    PIECE("mouth", mouth.tickets),
    PIECE("temper", temper.stimulation),
    PIECE("temper", temper.happy),
    PIECE("temper", temper.confident),
    PIECE("temper", temper.social),
    PIECE("temper", temper.held_trust),
    PIECE("temper", temper.purr),
    PIECE("temper", temper.held),
    PIECE("temper", temper.touched),
    PIECE("slip_monitor", slip.meant_radps),
    PIECE("slip_monitor", slip.felt_radps),
    PIECE("slip_monitor", slip.ahead_mps),
    PIECE("slip_monitor", slip.ticks),
    PIECE("slip_monitor", slip.candidate),
    PIECE("slip_monitor", slip.told),
    PIECE("slip_monitor", slip.what),
    PIECE("slip_monitor", slip.side),
    PIECE("defects", defects.ever),
    PIECE("defects", defects.seen),
    PIECE("defects", defects.near_end),
    PIECE("defects", defects.silent),
    PIECE("defects", defects.no_motion),
    PIECE("defects", defects.no_range),
    PIECE("defects", defects.no_picture),
    PIECE("defects", defects.no_touch),
    PIECE("defects", defects.deaf),
    PIECE("defects", defects.tested),
    PIECE("defects", defects.battery),
    PIECE("defects", told_fault),
    PIECE("defects", own_fault),
    PIECE("defects", asked_fault),
    PIECE("defects", wanted),
    PIECE("desk", desk.in_count),
};

static void every_piece_is_in_the_hash_of_its_room(void **state) {
    const char *names[ROBOT_ROOMS], *again[ROBOT_ROOMS];
    uint64_t before[ROBOT_ROOMS], after[ROBOT_ROOMS], whole = robot_hash(robot);
    size_t count = robot_hashes(robot, names, before, ROBOT_ROOMS);
    assert_in_range(count, 1, ROBOT_ROOMS);
    for (size_t p = 0; p < sizeof PIECES / sizeof *PIECES; p++) {
        const struct piece *piece = &PIECES[p];
        uint8_t *byte = (uint8_t *)robot + piece->at; // the first one, which is the lowest
        *byte ^= 1;
        if (robot_hash(robot) == whole) fail_msg("%s is in no hash", piece->name);
        assert_int_equal(robot_hashes(robot, again, after, ROBOT_ROOMS), count);
        for (size_t i = 0; i < count; i++)
            if ((before[i] != after[i]) != !strcmp(names[i], piece->room))
                fail_msg("%s, which is %s's: the hash of %s is %s", piece->name, piece->room, names[i],
                         before[i] != after[i] ? "another one" : "the same");
        *byte ^= 1;
    }
    assert_true(robot_hash(robot) == whole);
    robot->tick++;
    assert_true(robot_hash(robot) != whole);
}

static void nothing_that_is_only_told_is_in_it(void **state) {
    uint64_t whole = robot_hash(robot);
    robot->event_count = 3;
    robot->desk.out_count = 1;
    robot->mouth.sounding[1].said.word_count = 7; // nothing sounds there
    robot->mouth.asked[2].ticket = 9;             // nobody asked
    assert_true(robot_hash(robot) == whole);
    robot->event_count = 0, robot->desk.out_count = 0;
}

TESTS(cmocka_unit_test_setup_teardown(every_piece_is_in_the_hash_of_its_room, born, gone),
      cmocka_unit_test_setup_teardown(nothing_that_is_only_told_is_in_it, born, gone))
