// A robot that carries something keeps its lift where it is: when it is asked to (lift_safe), and always in
// what it does by itself.
#include "support/support.h"

#include "run/thin.h"
#include "stage/library/library.h"

#include <stdio.h>
#include <string.h>

enum { TICKS = 200 };

static struct senses_in in;
static struct command_out out;

struct lived {
    uint32_t clips, lift_moves, head_moves, tag;
    bool clip_has_lift;
    uint8_t verdict;
};

static void look(struct robot *robot, struct lived *lived) {
    static struct life_view view;
    robot_view(robot, &view);
    for (uint32_t j = 0; j < out.command.joints_count; j++) {
        lived->lift_moves += out.command.joints[j].joint == BODY_MOTOR_LIFT;
        lived->head_moves += out.command.joints[j].joint == BODY_MOTOR_HEAD;
    }
    if (!view.clip.tag) return;
    const struct clip *clip = library_clip(robot_library(robot), text_of(view.clip.name));
    lived->clip_has_lift |= clip && clip->keys.lift.count;
    lived->clips += view.clip.tag != lived->tag;
    lived->tag = view.clip.tag;
}

// Steps with nothing but a status; the first ones before anything is asked, so that the waking is over.
static struct lived live(const char *creature, bool carries, const struct life_message *request,
                         uint32_t felt) {
    bool cozmo = !strcmp(creature, "cozmo");
    struct robot_config config = robot_defaults();
    config.model = cozmo ? &cozmo_model : &vector_model;
    config.library = thin_clips(creature);
    struct robot *robot = robot_new(&config);
    struct lived lived = {0};
    assert_non_null(robot);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        border_clear_senses(&in);
        in.senses.time_us = (uint64_t)(tick + 1) * LIFE_TICK_US;
        in.senses.number = tick;
        in.senses.status = carries ? BODY_STATUS_CARRYING : 0;
        if (tick == 5) in.senses.status |= felt;
        struct life_envelope from = {.ticket = 7, .door = LIFE_DOOR_TEST}, to;
        struct life_message reply;
        if (tick == 5 && request) assert_int_equal(robot_ask(robot, &from, request), ERR_NONE);
        robot_step(robot, &in, &out);
        if (tick >= 5) look(robot, &lived);
        while (robot_reply(robot, &to, &reply))
            if (reply.kind == LIFE_DONE) lived.verdict = reply.done.verdict;
        border_drop_command(&out);
    }
    robot_free(robot);
    return lived;
}

// All clips of the trigger move the lift, so that whichever is chosen shows it.
static const char *with_lift(const struct library *library) {
    static char name[64];
    for (uint32_t i = 0; i < library->trigger_count; i++) {
        const struct clip_group *group = library->triggers[i].group;
        bool all = group->count;
        for (uint32_t k = 0; k < group->count; k++) {
            const struct clip *clip = library_clip(library, group->items[k].clip);
            all &= clip && clip->keys.lift.count && clip->keys.head.count && clip_length_ms(clip) < 5000;
        }
        if (all) return text_copy(library->triggers[i].name, name, sizeof name), name;
    }
    fail_msg("no trigger moves the lift");
    return NULL;
}

static void a_lift_that_carries_is_left_alone_when_asked_to(void **state) {
    static const char *const CREATURES[] = {"vector", "cozmo"};
    for (int c = 0; c < 2; c++) {
        struct life_message request = {.kind = LIFE_PLAY_TRIGGER, .play_trigger = {.loops = 1}};
        const char *trigger = with_lift(thin_clips(CREATURES[c]));
        snprintf(request.play_trigger.trigger, sizeof request.play_trigger.trigger, "%s", trigger);
        for (int carries = 0; carries < 2; carries++)
            for (int safe = 0; safe < 2; safe++) {
                request.play_trigger.lift_safe = safe;
                struct lived lived = live(CREATURES[c], carries, &request, 0);
                assert_true(lived.clips >= 1 && lived.clip_has_lift && lived.head_moves);
                assert_int_equal(lived.verdict, LIFE_VERDICT_DONE);
                bool moved = lived.lift_moves;
                if (moved != !(carries && safe))
                    fail_msg("%s, %s: carries %d, lift_safe %d, its lift was told to move %u times",
                             CREATURES[c], trigger, carries, safe, lived.lift_moves);
            }
    }
}

// Startled while it carries something it does not drop it; the rest of the clip is played.
static void what_it_does_by_itself_drops_nothing(void **state) {
    uint32_t free = 0;
    for (uint32_t felt = BODY_STATUS_POKED, i = 0; i < 2; i++, felt = BODY_STATUS_PICKED_UP) {
        struct lived empty = live("vector", false, NULL, felt), carrying = live("vector", true, NULL, felt);
        assert_true(empty.clips >= 1 && carrying.clips >= 1);
        assert_int_equal(carrying.lift_moves, 0);
        assert_true(carrying.head_moves);
        free += empty.lift_moves;
    }
    assert_true(free); // which shows that there was something to leave out
}

TESTS(cmocka_unit_test(a_lift_that_carries_is_left_alone_when_asked_to),
      cmocka_unit_test(what_it_does_by_itself_drops_nothing))
