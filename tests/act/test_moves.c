// Moving: actions with a motion profile, speeds, and the tracks they share with clips.
#include "support/support.h"

#include "act/motion.h"
#include "run/thin.h"
#include "stage/library/library.h"

#include <string.h>

static struct {
    struct life_envelope to[64];
    struct life_message replies[64];
    uint32_t count;
    float fastest_mps, fastest_radps;
} heard;

static void hear(void *user, struct run *run, size_t life) {
    while (robot_reply(run_robot(run, life), &heard.to[heard.count % 64], &heard.replies[heard.count % 64]))
        heard.count++;
    const struct body_senses *s = run_senses(run, life);
    if (!s->motion_count) return;
    const struct body_motion *m = &s->motion[0];
    heard.fastest_mps = m_max(heard.fastest_mps, m_abs(m->left_mps + m->right_mps) / 2);
    heard.fastest_radps = m_max(heard.fastest_radps, m_abs(m->turn_radps));
}

static struct thin begin(const struct body_model *model, bool clips) {
    static struct thin t;
    struct thin_config config = {.seed = 5, .model = model};
    if (clips) config.library = thin_clips(model->creature);
    assert_true(thin_start(&t, &config));
    memset(&heard, 0, sizeof heard);
    run_watch(t.run, hear, NULL);
    run_for(t.run, 6000000);
    return t;
}

static int verdict(uint32_t ticket) { // -1: no answer yet
    for (uint32_t i = 0; i < heard.count && i < 64; i++)
        if (heard.to[i].ticket == ticket)
            return heard.replies[i].kind == LIFE_DONE ? heard.replies[i].done.verdict : LIFE_VERDICT_DONE;
    return -1;
}
static int verdict_within(struct thin *t, uint32_t ticket, float seconds) {
    for (float s = 0; s < seconds && verdict(ticket) < 0; s += 0.1f) run_for(t->run, 100000);
    return verdict(ticket);
}
static struct pose2 truth(const struct thin *t) {
    struct world_truth is;
    world_truth(t->world, 1, &is);
    return (struct pose2){vec2(is.pose.at.x, is.pose.at.y), quat_heading(is.pose.turn)};
}
static struct life_view view(struct thin *t) {
    struct life_view v;
    robot_view(run_robot(t->run, 0), &v);
    return v;
}
static void profile(struct thin *t, uint32_t ticket, struct life_motion_profile p) {
    thin_ask(t, ticket, (struct life_message){.kind = LIFE_MOTION_PROFILE, .motion_profile = p});
    run_for(t->run, 100000);
}
static void straight(struct thin *t, uint32_t ticket, float m) {
    thin_ask(t, ticket, (struct life_message){.kind = LIFE_DRIVE_STRAIGHT, .drive_straight = {m, 0}});
}
static void turn(struct thin *t, uint32_t ticket, float rad) {
    thin_ask(t, ticket,
             (struct life_message){.kind = LIFE_TURN_IN_PLACE, .turn_in_place = {.angle_rad = rad}});
}
static void drive(struct thin *t, uint32_t ticket, float mps, float seconds) {
    thin_ask(t, ticket, (struct life_message){.kind = LIFE_DRIVE, .drive = {mps, mps, 0, seconds}});
}
static void clip(struct thin *t, uint32_t ticket, const char *name, uint32_t loops, uint8_t without) {
    struct life_message m = {.kind = LIFE_PLAY_CLIP, .play_clip = {.loops = loops, .without = without}};
    text_copy(text_of(name), m.play_clip.clip, sizeof m.play_clip.clip);
    thin_ask(t, ticket, m);
}

// ------------------------------------------------------------------------------------------------ profiles

static void ways_are_driven_as_the_profile_says(void **state) {
    struct thin t = begin(&vector_model, false);
    struct pose2 from = truth(&t);
    straight(&t, 1, 0.3f);
    assert_int_equal(verdict_within(&t, 1, 8), LIFE_VERDICT_DONE);
    assert_true(m_abs(truth(&t).at.x - from.at.x - 0.3f) < 0.006f);
    float usual = heard.fastest_mps;
    heard.fastest_mps = 0;
    straight(&t, 2, -0.2f);
    assert_int_equal(verdict_within(&t, 2, 8), LIFE_VERDICT_DONE);
    assert_true(m_abs(truth(&t).at.x - from.at.x - 0.1f) < 0.008f);
    float back = heard.fastest_mps;
    profile(&t, 3, (struct life_motion_profile){.custom = true, .speed_mps = 0.04f, .turn_radps = 1});
    assert_int_equal(heard.replies[(heard.count - 1) % 64].kind, LIFE_PROFILE);
    struct life_profile is = heard.replies[(heard.count - 1) % 64].profile;
    assert_true(is.custom && is.speed_mps == 0.04f && is.turn_radps == 1 && is.decel_mps2 == 0.5f &&
                is.reverse_mps == 0.08f && is.dock_mps == 0.06f);
    heard.fastest_mps = heard.fastest_radps = 0;
    straight(&t, 4, 0.1f);
    assert_int_equal(verdict_within(&t, 4, 8), LIFE_VERDICT_DONE);
    float slow = heard.fastest_mps;
    turn(&t, 5, M_PI_F / 2);
    assert_int_equal(verdict_within(&t, 5, 8), LIFE_VERDICT_DONE);
    float slow_turn = heard.fastest_radps;
    assert_true(m_abs(angle_between(truth(&t).angle, M_PI_F / 2)) < m_radians(3));
    // Not custom: all of it is as usual again, whatever else it says.
    profile(&t, 6, (struct life_motion_profile){.custom = false, .speed_mps = 0.01f});
    heard.fastest_radps = 0;
    turn(&t, 7, -M_PI_F);
    assert_int_equal(verdict_within(&t, 7, 8), LIFE_VERDICT_DONE);
    print_message("# ahead %.3f, back %.3f, slow %.3f m/s; turning %.2f and %.2f rad/s\n", (double)usual,
                  (double)back, (double)slow, (double)slow_turn, (double)heard.fastest_radps);
    assert_true(usual > 0.09f && usual < 0.115f && back > 0.07f && back < 0.09f);
    assert_true(slow > 0.034f && slow < 0.052f && slow_turn > 0.8f && slow_turn < 1.25f);
    assert_true(heard.fastest_radps > 1.6f && heard.fastest_radps < 2.4f);
    profile(&t, 8, (struct life_motion_profile){.custom = true, .speed_mps = -1});
    assert_int_equal(verdict(8), LIFE_VERDICT_BAD_VALUE);
    profile(&t, 9, (struct life_motion_profile){.custom = true, .speed_mps = 0.0f / 0.0f});
    assert_int_equal(verdict(9), LIFE_VERDICT_BAD_VALUE);
    profile(&t, 10, (struct life_motion_profile){.custom = true, .speed_mps = 1e9f});
    assert_true(heard.replies[(heard.count - 1) % 64].profile.speed_mps == vector_model.wheel_mps_max);
    thin_end(&t);
}

static void it_goes_to_a_pose(void **state) {
    static const struct body_model *const MODELS[] = {&vector_model, &cozmo_model};
    for (int i = 0; i < 2; i++) {
        struct thin t = begin(MODELS[i], false);
        thin_ask(&t, 1, (struct life_message){.kind = LIFE_GO_TO_POSE, .go_to_pose = {0.15f, -0.2f, 1.5f}});
        assert_int_equal(verdict_within(&t, 1, 15), LIFE_VERDICT_DONE);
        struct pose2 is = truth(&t);
        print_message("# %s stands at %.3f %.3f, looks %.2f\n", MODELS[i]->creature, (double)is.at.x,
                      (double)is.at.y, (double)is.angle);
        assert_true(vec2_length(vec2_sub(is.at, vec2(0.15f, -0.2f))) < 0.015f &&
                    m_abs(angle_between(is.angle, 1.5f)) < m_radians(5));
        // Seen from itself: back to where it began, looking where it looked.
        thin_ask(&t, 2, (struct life_message){.kind = LIFE_GO_TO_POSE, .go_to_pose = {0.1f, 0, 3.14f, true}});
        assert_int_equal(verdict_within(&t, 2, 15), LIFE_VERDICT_DONE);
        assert_true(vec2_length(vec2_sub(truth(&t).at, vec2(0.15f, -0.1f))) < 0.02f);
        thin_ask(&t, 3, (struct life_message){.kind = LIFE_GO_TO_POSE, .go_to_pose = {0, 0, 0, true}});
        assert_int_equal(verdict_within(&t, 3, 1), LIFE_VERDICT_DONE); // it is there
        thin_ask(&t, 4, (struct life_message){.kind = LIFE_GO_TO_POSE, .go_to_pose = {1e9f, 0, 0, false}});
        assert_int_equal(verdict_within(&t, 4, 1), LIFE_VERDICT_BAD_VALUE);
        thin_end(&t);
    }
}

static void three_times_round_is_three_times_round(void **state) {
    struct thin t = begin(&vector_model, false);
    float turned = 0, before = truth(&t).angle;
    turn(&t, 1, 6 * M_PI_F);
    for (int i = 0; i < 1500 && verdict(1) < 0; i++) {
        run_for(t.run, 20000);
        turned += angle_between(before, truth(&t).angle), before = truth(&t).angle;
    }
    assert_int_equal(verdict(1), LIFE_VERDICT_DONE);
    assert_true(m_abs(turned - 6 * M_PI_F) < m_radians(8));
    thin_end(&t);
}

// ------------------------------------------------------------------------------------------------ tracks

static void one_track_has_one_master(void **state) {
    struct thin t = begin(&vector_model, false);
    straight(&t, 1, 0.3f);
    run_for(t.run, 500000);
    assert_int_equal(verdict(1), -1);
    turn(&t, 2, 1), straight(&t, 3, 0.1f), drive(&t, 4, 0.1f, 1);
    thin_ask(&t, 5, (struct life_message){.kind = LIFE_GO_TO_POSE, .go_to_pose = {0.1f, 0, 0, true}});
    run_for(t.run, 100000);
    for (uint32_t ticket = 2; ticket <= 5; ticket++)
        assert_int_equal(verdict(ticket), LIFE_VERDICT_TRACKS_LOCKED);
    // Other tracks are free meanwhile.
    thin_ask(&t, 6, (struct life_message){.kind = LIFE_HEAD, .head = {0.3f, 0, 0}});
    assert_int_equal(verdict_within(&t, 6, 2), LIFE_VERDICT_DONE);
    assert_int_equal(verdict_within(&t, 1, 8), LIFE_VERDICT_DONE);
    assert_true(m_abs(truth(&t).at.x - 0.3f) < 0.008f); // and nothing disturbed it
    // A speed holds its track until it is nought, and a newer one takes over from it.
    drive(&t, 10, 0.05f, 0);
    run_for(t.run, 200000);
    straight(&t, 11, 0.1f);
    run_for(t.run, 100000);
    assert_int_equal(verdict(11), LIFE_VERDICT_TRACKS_LOCKED);
    drive(&t, 12, -0.05f, 0), drive(&t, 13, 0, 0), straight(&t, 14, -0.05f);
    assert_int_equal(verdict_within(&t, 14, 5), LIFE_VERDICT_DONE);
    assert_int_equal(verdict(12), LIFE_VERDICT_DONE);
    // The same for a head: a speed, an angle, nought.
    thin_ask(&t, 20, (struct life_message){.kind = LIFE_MOVE_HEAD, .move_head = {-1}});
    run_for(t.run, 150000);
    float head = view(&t).head_rad;
    thin_ask(&t, 21, (struct life_message){.kind = LIFE_HEAD, .head = {0.5f, 0, 0}});
    run_for(t.run, 150000);
    assert_int_equal(verdict(21), LIFE_VERDICT_TRACKS_LOCKED);
    assert_true(view(&t).head_rad < head - 0.05f);
    thin_ask(&t, 22, (struct life_message){.kind = LIFE_MOVE_HEAD, .move_head = {0}});
    thin_ask(&t, 23, (struct life_message){.kind = LIFE_HEAD, .head = {0.5f, 0, 0}});
    assert_int_equal(verdict_within(&t, 23, 3), LIFE_VERDICT_DONE);
    thin_ask(&t, 24, (struct life_message){.kind = LIFE_MOVE_LIFT, .move_lift = {1}});
    run_for(t.run, 300000);
    float lift = view(&t).lift_m;
    thin_ask(&t, 25, (struct life_message){.kind = LIFE_MOVE_LIFT, .move_lift = {0}});
    run_for(t.run, 500000);
    assert_true(lift > 0.04f && m_abs(view(&t).lift_m - lift) < 0.006f);
    thin_ask(&t, 26, (struct life_message){.kind = LIFE_MOVE_LIFT, .move_lift = {0.0f / 0.0f}});
    run_for(t.run, 100000);
    assert_int_equal(verdict(26), LIFE_VERDICT_BAD_VALUE);
    thin_end(&t);
}

static void a_clip_and_a_request_refuse_each_other(void **state) {
    struct thin t = begin(&vector_model, true);
    clip(&t, 1, "anim_poked_giggle", 0, 0); // head, lift and wheels, until it is stopped
    run_for(t.run, 200000);
    drive(&t, 2, 0.1f, 1), straight(&t, 3, 0.1f), drive(&t, 4, 0, 0);
    thin_ask(&t, 5, (struct life_message){.kind = LIFE_HEAD, .head = {0.3f, 0, 0}});
    thin_ask(&t, 6, (struct life_message){.kind = LIFE_LIFT, .lift = {0.06f, 0, 0}});
    thin_ask(&t, 7, (struct life_message){.kind = LIFE_MOVE_HEAD, .move_head = {1}});
    run_for(t.run, 200000);
    for (uint32_t ticket = 2; ticket <= 7; ticket++)
        assert_int_equal(verdict(ticket), ticket == 4 ? LIFE_VERDICT_DONE : LIFE_VERDICT_TRACKS_LOCKED);
    assert_true(view(&t).clip.tag); // it goes on
    thin_ask(&t, 8, (struct life_message){.kind = LIFE_STOP_CLIP});
    drive(&t, 9, 0.05f, 2);
    run_for(t.run, 300000);
    assert_int_equal(verdict(9), -1); // now it drives
    // The other way round: the clip is refused, and one that leaves out the wheels is not.
    clip(&t, 10, "anim_poked_giggle", 1, 0);
    run_for(t.run, 100000);
    assert_int_equal(verdict(10), LIFE_VERDICT_TRACKS_LOCKED);
    float before = truth(&t).at.x;
    clip(&t, 11, "anim_poked_giggle", 1, LIFE_TRACK_BODY);
    run_for(t.run, 1000000);
    assert_true(view(&t).clip.tag && m_abs(truth(&t).at.x - before - 0.05f) < 0.01f);
    assert_int_equal(verdict_within(&t, 11, 5), LIFE_VERDICT_DONE);
    assert_int_equal(verdict_within(&t, 9, 5), LIFE_VERDICT_DONE);
    // An action on its way refuses it as well, and a stop sets all of it free.
    straight(&t, 12, 0.3f);
    run_for(t.run, 200000);
    clip(&t, 13, "anim_poked_giggle", 1, 0);
    run_for(t.run, 100000);
    assert_int_equal(verdict(13), LIFE_VERDICT_TRACKS_LOCKED);
    thin_ask(&t, 14, (struct life_message){.kind = LIFE_STOP});
    clip(&t, 15, "anim_poked_giggle", 1, 0);
    run_for(t.run, 200000);
    assert_int_equal(verdict(12), LIFE_VERDICT_INTERRUPTED);
    assert_true(view(&t).clip.tag);
    thin_end(&t);
}

// What its mind plays gives way at once.
static void its_mind_gives_way(void **state) {
    struct thin t = begin(&vector_model, true);
    struct world_message poke = {.kind = WORLD_POKE};
    strcpy(poke.poke.what, "vector");
    poke.poke.strength = 1;
    assert_int_equal(world_do(t.world, &poke, NULL), 0);
    for (int i = 0; i < 60 && strcmp(view(&t).clip.trigger, "ReactToPoke") != 0; i++) run_for(t.run, 33000);
    assert_string_equal(view(&t).clip.trigger, "ReactToPoke");
    straight(&t, 1, 0.1f);
    run_for(t.run, 100000);
    assert_int_equal(view(&t).clip.tag, 0);
    assert_int_equal(verdict_within(&t, 1, 5), LIFE_VERDICT_DONE);
    thin_end(&t);
}

// ---------------------------------------------------------------------------------------- what comes between

static void what_comes_between_is_told(void **state) {
    struct thin t = begin(&vector_model, false);
    struct world_message lift = {.kind = WORLD_PICK_UP, .pick_up = {.height_m = 0.2f, .seconds = 0.5f}};
    strcpy(lift.pick_up.what, "vector");
    straight(&t, 1, 0.5f);
    run_for(t.run, 500000);
    assert_int_equal(world_do(t.world, &lift, NULL), 0);
    assert_int_equal(verdict_within(&t, 1, 3), LIFE_VERDICT_INTERRUPTED);
    turn(&t, 2, 1); // in the hand it goes nowhere
    run_for(t.run, 200000);
    assert_int_equal(verdict(2), LIFE_VERDICT_REFUSED);
    struct world_message down = {.kind = WORLD_PUT_DOWN, .put_down = {.here = true, .seconds = 0.5f}};
    strcpy(down.put_down.what, "vector");
    assert_int_equal(world_do(t.world, &down, NULL), 0);
    run_for(t.run, 3000000);
    // Treads that are stuck: it does not try for ever.
    struct world_message stuck = {.kind = WORLD_DEFECT,
                                  .defect = {.kind = WORLD_DEFECT_KIND_JOINT_STUCK, .amount = 1, .on = true}};
    strcpy(stuck.defect.what, "vector");
    for (stuck.defect.which = 0; stuck.defect.which < 2; stuck.defect.which++)
        assert_int_equal(world_do(t.world, &stuck, NULL), 0);
    straight(&t, 3, 0.3f);
    assert_int_equal(verdict_within(&t, 3, 20), LIFE_VERDICT_REFUSED);
    stuck.defect.on = false;
    for (stuck.defect.which = 0; stuck.defect.which < 2; stuck.defect.which++)
        assert_int_equal(world_do(t.world, &stuck, NULL), 0);
    run_for(t.run, 500000);
    assert_true(!(run_senses(t.run, 0)->status & BODY_STATUS_PATHING)); // and lets go of the way
    straight(&t, 4, -0.05f);
    assert_int_equal(verdict_within(&t, 4, 5), LIFE_VERDICT_DONE);
    thin_end(&t);
}

// Sums done by hand. With 2 up and 4 down, a way of 0.5 is too short for 10 a second: it peaks at the root of
// 4/3.
static void how_long_a_turn_takes(void **state) {
    struct nav_speeds p = {.turn_accel_radps2 = 2, .turn_decel_radps2 = 4};
    assert_float_equal(route_turn_seconds(&p, 0.5f, 10), 0.8660254f, 1e-4f);
    assert_float_equal(route_turn_seconds(&p, -10, 2), 5.75f, 1e-4f); // 1 up, 4.25 on, 0.5 down
    assert_float_equal(route_turn_seconds(&p, 10, -2), 5.75f, 1e-4f);
    assert_float_equal(route_turn_seconds(&p, 0, 2), 0, 1e-6f);
}

TESTS(cmocka_unit_test(how_long_a_turn_takes), cmocka_unit_test(ways_are_driven_as_the_profile_says),
      cmocka_unit_test(it_goes_to_a_pose), cmocka_unit_test(three_times_round_is_three_times_round),
      cmocka_unit_test(one_track_has_one_master), cmocka_unit_test(a_clip_and_a_request_refuse_each_other),
      cmocka_unit_test(its_mind_gives_way), cmocka_unit_test(what_comes_between_is_told))
