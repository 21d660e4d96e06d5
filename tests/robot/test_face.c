// The face of a living creature: its colour, whom it looks at, what is laid over it; and that a looker
// changes nothing.
#include "support/support.h"

#include "base/maths/maths.h"
#include "run/play.h"
#include "run/thin.h"
#include "stage/clip/player.h"
#include "stage/library/library.h"

#include <stdio.h>
#include <string.h>

static struct thin thin;
static struct life_view view;
static enum life_verdict verdict;

static void hear(void *user, struct run *run, size_t life) {
    struct life_envelope to;
    struct life_message reply;
    while (robot_reply(run_robot(run, life), &to, &reply))
        if (reply.kind == LIFE_DONE) verdict = (enum life_verdict)reply.done.verdict;
    (void)user;
}

static void begin(const char *creature) {
    const struct body_model *model = body_model_find(creature);
    assert_true(thin_start(
        &thin,
        &(struct thin_config){.noise = true, .seed = 3, .model = model, .library = thin_clips(creature)}));
    run_watch(thin.run, hear, NULL);
    run_for(thin.run, 1000000);
}

static void ask(struct life_message request, enum life_verdict expected) {
    verdict = LIFE_VERDICT_CANCELLED;
    thin_ask(&thin, 1, request);
    run_for(thin.run, LIFE_TICK_US);
    assert_int_equal(verdict, expected);
    robot_view(run_robot(thin.run, 0), &view);
}

static void a_setting_colours_the_eyes_and_a_program_overrides_it(void **state) {
    begin("vector");
    robot_view(run_robot(thin.run, 0), &view);
    assert_true(view.face.hue == EYE_COLOURS[0].hue && view.face.saturation == 1);
    ask((struct life_message){.kind = LIFE_EYE_COLOUR, .eye_colour = {5}}, LIFE_VERDICT_DONE);
    assert_true(view.face.hue == EYE_COLOURS[5].hue && view.face.saturation == EYE_COLOURS[5].saturation);
    ask((struct life_message){.kind = LIFE_EYE_HUE, .eye_hue = {0.6f, 0.25f, false}}, LIFE_VERDICT_DONE);
    assert_true(view.face.hue == 0.6f && view.face.saturation == 0.25f);
    ask((struct life_message){.kind = LIFE_EYE_COLOUR, .eye_colour = {2}}, LIFE_VERDICT_DONE);
    assert_true(view.face.hue == 0.6f); // the program's own stays on top
    ask((struct life_message){.kind = LIFE_EYE_HUE, .eye_hue = {.back = true}}, LIFE_VERDICT_DONE);
    assert_true(view.face.hue == EYE_COLOURS[2].hue);
    ask((struct life_message){.kind = LIFE_EYE_COLOUR, .eye_colour = {7}}, LIFE_VERDICT_BAD_VALUE);
    ask((struct life_message){.kind = LIFE_EYE_HUE, .eye_hue = {1.5f, 1, false}}, LIFE_VERDICT_BAD_VALUE);
    ask((struct life_message){.kind = LIFE_EYE_HUE, .eye_hue = {__builtin_nanf(""), 1, false}},
        LIFE_VERDICT_BAD_VALUE);
    assert_true(view.face.hue == EYE_COLOURS[2].hue);
    thin_end(&thin);
}

static void layers_glitches_and_focus_are_asked_for(void **state) {
    begin("vector");
    struct face layer;
    face_zero(&layer);
    layer.scale_y = 0.5f;
    struct life_message lay = {.kind = LIFE_FACE_LAYER,
                               .face_layer = {.how = LIFE_FACE_MIX_ON_TOP, .seconds = 1}};
    face_to_numbers(&layer, lay.face_layer.numbers);
    ask(lay, LIFE_VERDICT_DONE);
    assert_true(m_abs(view.face.numbers[3] - 0.5f) < 0.2f);
    run_for(thin.run, 1200000);
    robot_view(run_robot(thin.run, 0), &view);
    assert_true(view.face.numbers[3] > 0.7f);
    lay.face_layer.how = 9;
    ask(lay, LIFE_VERDICT_BAD_VALUE);
    lay.face_layer.how = LIFE_FACE_MIX_REPLACE, lay.face_layer.numbers[50] = __builtin_inff();
    ask(lay, LIFE_VERDICT_BAD_VALUE);
    ask((struct life_message){.kind = LIFE_GLITCH, .glitch = {LIFE_GLITCH_SHAPE_S, 16, 0.5f}},
        LIFE_VERDICT_DONE);
    assert_int_equal(view.face.glitch, LIFE_GLITCH_SHAPE_S);
    assert_true(m_abs(view.face.glitch_px) > 3 && m_abs(view.face.glitch_px) <= 16);
    run_for(thin.run, 700000);
    robot_view(run_robot(thin.run, 0), &view);
    assert_int_equal(view.face.glitch, LIFE_GLITCH_SHAPE_NONE);
    ask((struct life_message){.kind = LIFE_GLITCH, .glitch = {9, 16, 0.5f}}, LIFE_VERDICT_BAD_VALUE);
    ask((struct life_message){.kind = LIFE_FOCUS, .focus = {2}}, LIFE_VERDICT_DONE);
    ask((struct life_message){.kind = LIFE_FOCUS, .focus = {__builtin_nanf("")}}, LIFE_VERDICT_BAD_VALUE);
    thin_end(&thin);
}

// Every clip lights the other rows of Cozmo's display.
static void rows_take_turns(void **state) {
    begin("cozmo");
    uint32_t starts = 0, turns = 0, last = 0;
    robot_view(run_robot(thin.run, 0), &view);
    uint8_t rows = view.face.rows;
    for (uint32_t tick = 0; tick < 3000; tick++) {
        run_for(thin.run, LIFE_TICK_US);
        robot_view(run_robot(thin.run, 0), &view);
        const struct player_out *out = robot_stage(run_robot(thin.run, 0));
        for (uint32_t i = 0; i < out->notice_count; i++) starts += out->notices[i].kind == PLAY_STARTED;
        if (view.face.rows == rows) continue;
        assert_true(view.face.rows <= 1 && tick - last <= 910);
        rows = view.face.rows, last = tick, turns++;
    }
    assert_true(starts > 3 && turns >= starts);
    thin_end(&thin);
}

struct met {
    float y; // where she sits
    uint32_t faced, ticks;
};
static void watch(void *user, struct play *play, int life) {
    struct met *met = user;
    if (life) return;
    robot_view(run_robot(play_run(play), 0), &view);
    float bearing = m_atan2(met->y - view.y_m, 0.8f - view.x_m);
    met->ticks++;
    met->faced += m_abs(angle_wrap(bearing - view.heading_rad)) < 0.2f;
}

static struct met meet(const char *person, float y) {
    char text[600];
    struct fault fault = {0};
    struct met met = {.y = y};
    snprintf(text, sizeof text,
             "{\"robots\": [{\"name\": \"it\", \"creature\": \"vector\"}], \"things\": [%s]}", person);
    struct scenario *scenario = scenario_read(text_of(text), "t.json", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.watch = watch, config.user = &met;
    struct play *play = scenario ? play_new(scenario, &config, &fault) : NULL;
    if (!play) fault_print(&fault, stderr), fail();
    play_for(play, 40000000);
    play_free(play, NULL);
    scenario_free(scenario);
    return met;
}

// Somebody sits on its left or its right: it turns there, and keeps company for a while.
static void somebody_s_eyes_are_met(void **state) {
    struct met left = meet("{\"person\": {\"name\": \"Ada\", \"x_m\": 0.8, \"y_m\": 0.28, \"heading_deg\": "
                           "199, \"height_m\": 0.3}}",
                           0.28f);
    struct met right = meet("{\"person\": {\"name\": \"Ada\", \"x_m\": 0.8, \"y_m\": -0.28, \"heading_deg\": "
                            "161, \"height_m\": 0.3}}",
                            -0.28f);
    print_message("# faced %u and %u of %u ticks\n", left.faced, right.faced, left.ticks);
    assert_true(left.faced * 4 > left.ticks && right.faced * 4 > right.ticks);
}

TESTS(cmocka_unit_test(a_setting_colours_the_eyes_and_a_program_overrides_it),
      cmocka_unit_test(layers_glitches_and_focus_are_asked_for), cmocka_unit_test(rows_take_turns),
      cmocka_unit_test(somebody_s_eyes_are_met))
