// Scores, and the content of our own that is written in them.
#include "support/support.h"

#include "base/hash.h"
#include "base/maths/maths.h"
#include "base/system/file.h"
#include "stage/library/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct score_style VECTOR = {"vector", &FACE_VECTOR, 3, CLIP_VECTOR};
static const struct score_style COZMO = {"cozmo", &FACE_COZMO, 5, CLIP_COZMO};
static struct arena *arena;

static enum err make(const char *text, const struct score_style *style, struct score *out,
                     struct fault *fault) {
    struct json *document;
    if (!arena) arena = arena_new(1 << 20);
    enum err err = json_parse(text_of(text), "s.json", arena, NULL, &document, fault);
    return err ? err : score_read(document, style, arena, out, fault);
}

static const struct clip_keys *only(const char *clip, const struct score_style *style, struct score *score) {
    char text[2000];
    struct fault fault = {0};
    snprintf(text, sizeof text, "{\"clips\": {\"anim_t_01\": %s}}", clip);
    if (make(text, style, score, &fault)) fault_print(&fault, stderr), fail();
    assert_int_equal(score->clips.list.count, 1);
    return &score->clips.list.at[0].keys;
}

// ------------------------------------------------------------------------------------------------ the maker

static void amounts_become_speeds_and_times_whole_steps(void **state) {
    struct score score;
    const struct clip_keys *keys = only(
        "{\"body\": [[10, 400, \"turn\", 36], [500, 500, \"straight\", -20], [1100, 400, \"arc\", 80, 40]]}",
        &VECTOR, &score);
    assert_int_equal(keys->body.count, 3);
    assert_int_equal(keys->body.at[0].trigger_ms, 0);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(keys->body.at[i].trigger_ms % 33, 0);
        assert_int_equal(keys->body.at[i].duration_ms % 33, 0);
    }
    assert_true(m_abs((float)keys->body.at[0].speed * (float)keys->body.at[0].duration_ms / 1000 - 36) <
                0.5f);
    assert_true(m_abs((float)keys->body.at[1].speed * (float)keys->body.at[1].duration_ms / 1000 + 20) <
                0.5f);
    assert_true(text_is(keys->body.at[0].radius, "TURN_IN_PLACE") &&
                text_is(keys->body.at[1].radius, "STRAIGHT") && text_is(keys->body.at[2].radius, "80"));
}

static void a_shake_comes_back_to_where_it_was(void **state) {
    for (int times = 1; times <= 6; times++)
        for (int ms = 600; ms <= 1600; ms += 33) {
            struct score score;
            char text[200];
            snprintf(text, sizeof text, "{\"body\": [[0, %d, \"shake\", 9, %d]]}", ms, times);
            const struct clip_keys *keys = only(text, &VECTOR, &score);
            float sum = 0, most = 0;
            for (size_t i = 0; i < keys->body.count; i++)
                sum += (float)keys->body.at[i].speed * (float)keys->body.at[i].duration_ms / 1000,
                    most = m_max(most, m_abs(sum));
            if (m_abs(sum) > 1) fail_msg("%d times in %d ms: %g degrees off", times, ms, (double)sum);
            assert_true(most > 3 && most < 10);
        }
}

static void a_pop_gathers_goes_too_far_and_settles(void **state) {
    struct score score;
    const struct clip_keys *keys =
        only("{\"head\": [[0, 500, 34, \"pop\"]], \"ends\": {\"head\": 34}}", &VECTOR, &score);
    assert_int_equal(keys->head.count, 3);
    assert_true(keys->head.at[0].angle_deg < 10);
    assert_true(keys->head.at[1].angle_deg > 34);
    assert_int_equal(keys->head.at[2].angle_deg, 34);
    for (size_t i = 1; i < 3; i++)
        assert_int_equal(keys->head.at[i - 1].trigger_ms + keys->head.at[i - 1].duration_ms,
                         keys->head.at[i].trigger_ms);
}

static void everything_comes_to_rest_by_itself(void **state) {
    struct score score;
    const struct clip_keys *keys =
        only("{\"head\": [[0, 300, 30]], \"lift\": [[0, 300, 80]], \"face\": [[0, 200, \"angry\"]]}", &VECTOR,
             &score);
    assert_int_equal(keys->head.at[keys->head.count - 1].angle_deg, SCORE_HEAD_REST_DEG);
    assert_int_equal(keys->lift.at[keys->lift.count - 1].height_mm, SCORE_LIFT_REST_MM);
    struct face neutral;
    face_neutral(&neutral, &FACE_VECTOR);
    const struct clip_face *last = &keys->face.at[keys->face.count - 1];
    assert_int_equal(last->left.count, EYE_NUMBERS);
    assert_memory_equal(last->left.at, neutral.eyes[0], sizeof neutral.eyes[0]);
}

static void a_mirror_turns_everything_round(void **state) {
    struct score score;
    struct fault fault = {0};
    assert_int_equal(make("{\"clips\": {\"anim_a_01\": {\"face\": [[0, 99, \"curious x=10\", \"snap\"]], "
                          "\"body\": [[0, 330, \"turn\", 30], [400, 330, \"arc\", 50, 20]], "
                          "\"lights\": [[0, 99, [\"000000\", \"000000\", \"000000\", \"ff0000\", "
                          "\"0000ff\"]]], \"ends\": {\"face\": \"as it is\"}}, "
                          "\"anim_a_02\": {\"like\": \"anim_a_01\", \"mirror\": true}}}",
                          &COZMO, &score, &fault),
                     ERR_NONE);
    const struct clip_keys *a = &score.clips.list.at[0].keys, *b = &score.clips.list.at[1].keys;
    assert_int_equal(a->body.at[0].speed, -b->body.at[0].speed);
    assert_true(text_is(a->body.at[1].radius, "50") && text_is(b->body.at[1].radius, "-50"));
    assert_true(a->face.at[1].center_x > 0 && a->face.at[1].center_x == -b->face.at[1].center_x);
    assert_memory_equal(a->face.at[1].left.at + EYE_SCALE_X, b->face.at[1].right.at + EYE_SCALE_X,
                        2 * sizeof(float));
    assert_true(a->lights.at[0].left.at[0] == 1 && b->lights.at[0].right.at[0] == 1 &&
                b->lights.at[0].left.at[2] == 1);
    assert_int_equal(a->face.at[1].left.count, EYE_NUMBERS_COZMO);
}

static void beats_keep_their_time(void **state) {
    struct score score;
    const struct clip_keys *keys = only("{\"bpm\": 130, \"event\": [[0, \"B\"], [1, \"B\"], [2, \"B\"], [3, "
                                        "\"B\"], [31, \"B\"], [64, \"B\"]]}",
                                        &VECTOR, &score);
    static const double BEATS[] = {0, 1, 2, 3, 31, 64};
    for (size_t i = 0; i < 6; i++) // no error adds up
        assert_true(md_abs((double)keys->event.at[i].trigger_ms - BEATS[i] * 60000 / 130) <= 16.6);
}

static void refused(const char *text, const char *said) {
    struct score score;
    struct fault fault = {0};
    char whole[700];
    if (!make(text, &VECTOR, &score, &fault)) fail_msg("taken: %s", text);
    fault_text(&fault, whole, sizeof whole);
    if (!strstr(whole, said)) fail_msg("expected \"%s\" in \"%s\"", said, whole);
    if (!strstr(whole, "s.json:")) fail_msg("no place in \"%s\"", whole);
}

static void mistakes_have_their_place(void **state) {
    refused("{\"clips\": {\"a\": {\"haed\": []}}}", "did you mean \"head\"");
    refused("{\"clips\": {\"a\": {\"head\": [[0, 100]]}}}", "at least 3 values");
    refused("{\"clips\": {\"a\": {\"head\": [[0, 100, 90]]}}}", "-25 to 45");
    refused("{\"clips\": {\"a\": {\"head\": [[0, 400, 20], [100, 100, 0]]}}}",
            "before the one before it is over");
    refused("{\"clips\": {\"a\": {\"head\": [[0, 400, 20, \"bounce\"]]}}}",
            "expected \"pop\", \"wave\" or a number");
    refused("{\"clips\": {\"a\": {\"head\": [[0, 66, 20, \"wave\", 4]]}}}", "do not fit");
    refused("{\"clips\": {\"a\": {\"body\": [[0, 100, \"turn\", 180]]}}}", "at most 300");
    refused("{\"clips\": {\"a\": {\"body\": [[0, 100, \"fly\", 1]]}}}", "found \"fly\"");
    refused("{\"clips\": {\"a\": {\"face\": [[0, 100, \"gloomy\"]]}}}", "found \"gloomy\"");
    refused("{\"clips\": {\"a\": {\"face\": [[0, 100, \"happy zz=3\"]]}}}", "found \"zz=3\"");
    refused("{\"clips\": {\"a\": {\"face\": [[0, 100, \"happy\", \"melt\"]]}}}", "found \"melt\"");
    refused("{\"clips\": {\"a\": {\"lights\": [[0, 100, \"red\"]]}}}", "six hexadecimal digits");
    refused("{\"clips\": {\"a\": {\"lights\": [[0, 100, [\"ff0000\"]]]}}}", "one colour, three or five");
    refused("{\"clips\": {\"a\": {\"like\": \"b\"}, \"b\": {}}}", "no clip before this one");
    refused("{\"clips\": {\"a\": {\"event\": [[5, \"x\"], [5, \"y\"]]}}}", "times must rise");
    refused("{\"clips\": []}", "expected an object");
    refused("{\"tracks\": {}}", "tracks");
}

// ------------------------------------------------------------------------------------------- our own content

static struct library *of(const char *creature) {
    struct library_config config = {.creature = creature};
    struct fault fault = {0};
    struct library *library = library_open(&config, &fault);
    if (!library) fault_print(&fault, stderr), fail();
    return library;
}

static void check_body(const struct library *l, const char *name, const struct clip *clip) {
    for (size_t i = 0; i < clip->keys.body.count; i++) {
        const struct clip_body *key = &clip->keys.body.at[i];
        enum clip_motion motion;
        int radius;
        assert_int_equal(clip_radius(key->radius, &motion, &radius), ERR_NONE);
        int most = motion == CLIP_ON_THE_SPOT ? 300 : 220;
        if (key->speed > most || key->speed < -most)
            fail_msg("%s %s: drives at %d", l->creature, name, key->speed);
        // The outer wheel of an arc is faster than its middle.
        if (motion == CLIP_ARC && m_abs((float)key->speed) * (1 + 23.0f / m_abs((float)radius)) > 220)
            fail_msg("%s %s: a wheel of an arc is too fast", l->creature, name);
        if (i && key[-1].trigger_ms + key[-1].duration_ms > key->trigger_ms)
            fail_msg("%s %s: drives overlap at %u ms", l->creature, name, key->trigger_ms);
    }
}

// Joints of the real robots turn at about 10 rad/s at most; a clip asks for less than that.
static void check_joints(const struct library *l, const char *name, const struct clip *clip) {
    float low = l->player.head_low_deg, high = l->player.head_high_deg;
    for (size_t i = 0; i < clip->keys.head.count; i++) {
        const struct clip_head *key = &clip->keys.head.at[i];
        if ((float)key->angle_deg < low || (float)key->angle_deg > high)
            fail_msg("%s %s: head to %d degrees", l->creature, name, key->angle_deg);
        int from = i ? key[-1].angle_deg : SCORE_HEAD_REST_DEG;
        float speed = m_abs((float)(key->angle_deg - from)) * 1000 / (float)key->duration_ms;
        if (i && speed > 400)
            fail_msg("%s %s: head at %.0f degrees a second at %u ms", l->creature, name, (double)speed,
                     key->trigger_ms);
    }
    for (size_t i = 0; i < clip->keys.lift.count; i++) {
        const struct clip_lift *key = &clip->keys.lift.at[i];
        if (key->height_mm < 32 || key->height_mm > 92)
            fail_msg("%s %s: lift to %d mm", l->creature, name, key->height_mm);
        int from = i ? key[-1].height_mm : SCORE_LIFT_REST_MM;
        float speed = m_abs((float)(key->height_mm - from)) * 1000 / (float)key->duration_ms;
        if (speed > 520)
            fail_msg("%s %s: lift at %.0f mm a second at %u ms", l->creature, name, (double)speed,
                     key->trigger_ms);
    }
}

// At least a tenth of each eye's middle stays on the display, whatever it does.
static void check_face(const struct library *l, const char *name, const struct clip *clip) {
    const struct face_style *style = l->player.style;
    for (size_t i = 0; i < clip->keys.face.count; i++) {
        const struct clip_face *key = &clip->keys.face.at[i];
        assert_int_equal(key->left.count, l->dialect == CLIP_VECTOR ? 25 : 19);
        float x[2] = {style->left_x + key->left.at[EYE_X] + key->center_x,
                      style->right_x + key->right.at[EYE_X] + key->center_x};
        float y = style->eye_y + key->left.at[EYE_Y] + key->center_y;
        if (x[0] < 8 || x[1] > (float)style->width - 8 || y < 8 || y > (float)style->height - 8)
            fail_msg("%s %s: an eye leaves the display at %u ms", l->creature, name, key->trigger_ms);
    }
    if (clip->keys.face.count) assert_int_equal(clip->keys.face.at[0].trigger_ms, 0);
}

static void every_clip_keeps_within_its_body(void **state) {
    for (int c = 0; c < 2; c++) {
        struct library *library = of(c ? "cozmo" : "vector");
        for (uint32_t i = 0; i < library->clip_count; i++) {
            char name[64];
            const struct clip *clip = library->clips[i].clip;
            text_copy(clip->name, name, sizeof name);
            assert_true(text_starts(clip->name, "anim_"));
            assert_in_range(library->clips[i].length_ms, 300, 12000);
            check_body(library, name, clip);
            check_joints(library, name, clip);
            check_face(library, name, clip);
        }
        library_free(library);
    }
}

static void there_is_enough_of_everything(void **state) {
    for (int c = 0; c < 2; c++) {
        struct library *library = of(c ? "cozmo" : "vector");
        size_t tracks[CLIP_TRACKS] = {0};
        assert_in_range(library->clip_count, 60, 1000);
        for (uint32_t i = 0; i < library->clip_count; i++)
            for (int t = 0; t < CLIP_TRACKS; t++)
                tracks[t] += clip_track_count(library->clips[i].clip, (enum clip_track)t) > 0;
        for (int t = 0; t < CLIP_TRACKS; t++)
            if (t != CLIP_SPRITES && t != CLIP_BOX) assert_in_range(tracks[t], 8, 1000);
        assert_true(tracks[CLIP_SPRITES] > 0 && (c || tracks[CLIP_BOX] > 0)); // boxes are Vector's
        assert_true(library->our_cube.count > 20 && library->our_backpack.count > 12 &&
                    library->spinner.count == 5);
        print_message("# %s: %u clips, %u groups, %u triggers\n", library->creature, library->clip_count,
                      library->groups.count, library->trigger_count);
        library_free(library);
    }
}

static const char *const VECTOR_CLIPS[] = {"anim_pounce_success_02",
                                           "anim_turn_left_01",
                                           "anim_blackjack_victorwin_01",
                                           "anim_feedback_shutup_01",
                                           "anim_knowledgegraph_success_01",
                                           "anim_wakeword_groggyeyes_listenloop_01",
                                           "anim_fistbump_success_01",
                                           "anim_reacttoface_unidentified_01",
                                           "anim_rtpickup_loop_10",
                                           "anim_volume_stage_05",
                                           "anim_getin_tts_01",
                                           "anim_tts_loop_02",
                                           "anim_knowledgegraph_searching_01",
                                           "anim_knowledgegraph_searching_getout_01",
                                           "anim_knowledgegraph_answer_01",
                                           "anim_photo_shutter_01",
                                           "anim_feedback_meanwords_01",
                                           "anim_feedback_iloveyou_02",
                                           "anim_pounce_success_03",
                                           "anim_observing_self_absorbed_01",
                                           "anim_onboarding_reacttoface_happy_01",
                                           "anim_meetvictor_lookface_timeout_01",
                                           "anim_explorer_scan_short_04"};
static const char *const COZMO_CLIPS[] = {"anim_launch_wakeup_01",
                                          "anim_bored_01",
                                          "anim_bored_event_02",
                                          "anim_bored_event_03",
                                          "anim_poked_giggle",
                                          "anim_pounce_success_02",
                                          "anim_reacttoface_unidentified_02",
                                          "anim_speedtap_wingame_intensity02_01",
                                          "anim_petdetection_cat_01",
                                          "anim_petdetection_dog_03",
                                          "anim_upgrade_reaction_lift_01"};
static const char *const COZMO_TRIGGERS[] = {"ReactToCliff",
                                             "ReactToPokeStartled",
                                             "MajorWin",
                                             "MajorFail",
                                             "OnSpeedtapTap",
                                             "OnSpeedtapIdle",
                                             "OnSpeedtapFakeout",
                                             "OnSpeedtapHandPlayerWin",
                                             "OnSpeedtapHandCozmoWin",
                                             "OnSpeedtapGamePlayerWinHighIntensity",
                                             "OnSpeedtapGameCozmoWinHighIntensity",
                                             "CubePounceLoseSession",
                                             "CubePouncePounceNormal",
                                             "NamedFaceInitialGreeting",
                                             "BlockReact",
                                             "ReactToBlockPickupSuccess",
                                             "KnockOverFailure",
                                             "HikingInterestingEdgeThought",
                                             "FailedToRightFromFace",
                                             "BuildPyramidSuccess"};
static const char *const LIGHTS[] = {"Charging",
                                     "BadCharger",
                                     "Idle_09",
                                     "Off",
                                     "Offline",
                                     "Offline_Off",
                                     "Streaming",
                                     "Muted",
                                     "LowBattery",
                                     "WorkingOnIt",
                                     "DanceToTheBeat",
                                     "MeetVictor",
                                     "AlexaNotification",
                                     "SpinnerBlueCelebration",
                                     "SpinnerGreenHoldTarget",
                                     "SpinnerPurpleSelectTarget",
                                     "SpinnerRedCelebration",
                                     "SpinnerYellowHoldTarget"};

#define EACH(list, i) for (size_t i = 0; i < sizeof list / sizeof *list; i++)

static void names_that_programs_know_are_there(void **state) {
    struct library *vector = of("vector"), *cozmo = of("cozmo");
    EACH(VECTOR_CLIPS, i)
    if (!library_clip(vector, text_of(VECTOR_CLIPS[i]))) fail_msg("no %s", VECTOR_CLIPS[i]);
    EACH(COZMO_CLIPS, i) if (!library_clip(cozmo, text_of(COZMO_CLIPS[i]))) fail_msg("no %s", COZMO_CLIPS[i]);
    EACH(COZMO_TRIGGERS, i)
    if (!library_trigger(cozmo, text_of(COZMO_TRIGGERS[i]))) fail_msg("no %s", COZMO_TRIGGERS[i]);
    EACH(LIGHTS, i) {
        if (!library_backpack(vector, LIGHTS[i]) || !library_backpack(cozmo, LIGHTS[i]))
            fail_msg("no lights %s", LIGHTS[i]);
        assert_int_equal(library_backpack(vector, LIGHTS[i])->steps[0].pattern.count, 3);
        assert_int_equal(library_backpack(cozmo, LIGHTS[i])->steps[0].pattern.count, 5);
    }
    assert_non_null(library_trigger(vector, TEXT("GreetAfterLongTime")));
    library_free(vector);
    library_free(cozmo);
}

static void every_trigger_reaches_a_clip(void **state) {
    for (int c = 0; c < 2; c++) {
        struct library *library = of(c ? "cozmo" : "vector");
        struct group_memory memory;
        struct arena *own = arena_new(1 << 16);
        assert_int_equal(group_memory_make(&library->groups, own, &memory), ERR_NONE);
        for (uint32_t i = 0; i < library->trigger_count; i++)
            for (uint64_t tick = 0; tick < 20; tick++) {
                struct group_asking asking = {.mood = (enum simple_mood)(tick % MOOD_COUNT),
                                              .head_deg = 10,
                                              .now_ms = tick * 33,
                                              .seed = 1,
                                              .tick = tick,
                                              .cozmo = c};
                const struct group_item *item;
                assert_int_equal(group_pick(library->triggers[i].group, &asking, &memory, &item), ERR_NONE);
                assert_non_null(library_clip_of(library, item));
            }
        arena_free(own);
        library_free(library);
    }
}

// Of any two clips no two put out the same; of the fidgets not even the first half second of the face.
static void no_two_are_the_same(void **state) {
    for (int c = 0; c < 2; c++) {
        struct library *library = of(c ? "cozmo" : "vector");
        uint64_t *hashes = calloc(library->clip_count, sizeof *hashes);
        for (uint32_t i = 0; i < library->clip_count; i++) {
            static struct player player;
            static struct player_out out;
            struct buf trace = {0};
            uint8_t tag;
            player_start(&player, &library->player);
            struct player_play play = {.clip = library->clips[i].clip, .loops = 1, .client = true};
            assert_int_equal(player_play(&player, &play, &tag, NULL), ERR_NONE);
            for (uint64_t tick = 0; player.tag; tick++) {
                player_step(&player, &(struct player_in){.tick = tick}, &out);
                out.notice_count = 0; // they hold the name
                player_trace(&out, library->player.lights, &trace);
            }
            hashes[i] = hash64(0, trace.at, trace.len);
            buf_free(&trace);
            for (uint32_t k = 0; k < i; k++)
                if (hashes[k] == hashes[i])
                    fail_msg("%s and %s are the same", library->clips[k].name.at, library->clips[i].name.at);
        }
        free(hashes);
        library_free(library);
    }
}

// ------------------------------------------------------------------------------------------------ as files

static void run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void run(const char *format, ...) {
    char command[1500];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    if (system(command)) fail_msg("failed: %s", command);
}

// It writes numbers with seven digits, so they are compared within that.
static void assert_nearly_same(const struct clips *a, const struct clips *b) {
    assert_int_equal(a->list.count, b->list.count);
    for (size_t i = 0; i < a->list.count; i++) {
        const struct clip *x = &a->list.at[i], *y = &b->list.at[i];
        assert_true(text_same(x->name, y->name));
        assert_int_equal(clip_length_ms(x), clip_length_ms(y));
        for (int t = 0; t < CLIP_TRACKS; t++)
            assert_int_equal(clip_track_count(x, (enum clip_track)t),
                             clip_track_count(y, (enum clip_track)t));
        for (size_t k = 0; k < x->keys.face.count; k++) {
            const struct clip_face *p = &x->keys.face.at[k], *q = &y->keys.face.at[k];
            assert_int_equal(p->trigger_ms, q->trigger_ms);
            assert_int_equal(p->left.count, q->left.count);
            for (size_t n = 0; n < p->left.count; n++)
                assert_true(m_abs(p->left.at[n] - q->left.at[n]) < 1e-5f * (1 + m_abs(q->left.at[n])));
        }
        for (size_t k = 0; k < x->keys.body.count; k++) {
            assert_true(text_same(x->keys.body.at[k].radius, y->keys.body.at[k].radius));
            assert_int_equal(x->keys.body.at[k].speed, y->keys.body.at[k].speed);
        }
        for (size_t k = 0; k < x->keys.head.count; k++)
            assert_int_equal(x->keys.head.at[k].angle_deg, y->keys.head.at[k].angle_deg);
    }
}

static void files_are_as_the_robots_have_them(void **state) {
    const char *folder = temp_folder(), *source = getenv("SOURCE");
    bool compiler = !system("flatc --version >/dev/null 2>&1");
    run("'%s' clip make -o '%s' > /dev/null", getenv("CRITTER"), folder);
    for (int c = 0; c < 2; c++) {
        const char *creature = c ? "cozmo" : "vector";
        struct library *library = of(creature);
        uint32_t count = 0;
        for (size_t f = 0;; f++) {
            struct arena *own = arena_new(1 << 18);
            struct clips back = {0};
            struct score score;
            struct buf bytes = {0}, again = {0};
            struct fault fault = {0};
            char path[700], family[80];
            if (library_score(library->about, f, own, &score, &fault) == ERR_MISSING) {
                arena_free(own);
                break;
            }
            text_copy(json_at(json_get(library->about, "scores"), f)->text, family, sizeof family);
            *strrchr(family, '.') = 0;
            snprintf(path, sizeof path, "%s/%s/assets/animations/%s.bin", folder, creature,
                     path_name(family));
            if (file_read(path, 1 << 24, &bytes, &fault)) fault_print(&fault, stderr), fail();
            struct clip_reading how = {.dialect = CLIP_AUTO, .prefer = library->dialect, .file = path};
            if (clips_read_bin((struct bytes){bytes.at, bytes.len}, &how, own, &back, &fault))
                fault_print(&fault, stderr), fail();
            assert_int_equal(back.dialect, library->dialect);
            assert_int_equal(back.list.count, score.clips.list.count);
            assert_int_equal(clips_write_bin(&back, &again, &fault), ERR_NONE);
            assert_int_equal(again.len, bytes.len);
            assert_memory_equal(again.at, bytes.at, bytes.len);
            count += (uint32_t)back.list.count;
            if (compiler) { // it reads the file by its schema, and what it read is the same
                run("flatc --no-warnings --json --strict-json --raw-binary -o '%s' "
                    "'%s/tests/codec/clips/%s.fbs' -- '%s'",
                    folder, source, creature, path);
                snprintf(path, sizeof path, "%s/%s.json", folder, path_name(family));
                struct json *document;
                struct clips theirs;
                struct json_limits limits = json_limits_default();
                limits.bytes = 64 << 20, limits.values = 4000000;
                if (json_read(path, own, &limits, &document, &fault)) fault_print(&fault, stderr), fail();
                how.dialect = library->dialect;
                if (clips_read_json(document, &how, own, &theirs, &fault))
                    fault_print(&fault, stderr), fail();
                assert_nearly_same(&theirs, &back);
            }
            buf_free(&bytes);
            buf_free(&again);
            arena_free(own);
        }
        assert_int_equal(count, library->clip_count);
        library_free(library);
    }
}

// No clip asks for a sound that our own bank does not have.
static void every_sound_is_in_our_banks(void **state) {
    for (int c = 0; c < 2; c++) {
        const char *creature = c ? "cozmo" : "vector", *program = getenv("CRITTER");
        struct buf list = {0};
        char names[1024]; // of the bank that was built with the program
        snprintf(names, sizeof names, "%.*s/../../assets/%s-sound/names.txt",
                 (int)(strrchr(program, '/') - program), program, creature);
        assert_int_equal(file_read(names, 1 << 20, &list, NULL), ERR_NONE);
        struct library *library = of(creature);
        size_t sounds = 0;
        for (uint32_t i = 0; i < library->clip_count; i++)
            for (size_t k = 0; k < library->clips[i].clip->keys.audio.count; k++) {
                const struct clip_audio *key = &library->clips[i].clip->keys.audio.at[k];
                size_t count = c ? key->events.count : key->groups.at[0].events.count;
                for (size_t e = 0; e < count; e++, sounds++) {
                    uint32_t id = c ? (uint32_t)key->events.at[e] : key->groups.at[0].events.at[e];
                    struct text rest = {(const char *)list.at, list.len}, line;
                    bool found = false;
                    while (!found && text_split(&rest, '\n', &line)) found = score_sound_id(line) == id;
                    if (!found)
                        fail_msg("%s: a sound of %s is in no bank", creature, library->clips[i].name.at);
                }
            }
        assert_in_range(sounds, 200, 5000);
        library_free(library);
        buf_free(&list);
    }
}

static void the_lists_of_triggers_are_true(void **state) {
    for (int c = 0; c < 2; c++) {
        const char *creature = c ? "cozmo" : "vector", *made = temp_path(NULL, "triggers.md");
        char path[600];
        struct buf now = {0}, kept = {0};
        run("'%s' clip triggers --robot %s --markdown > '%s'", getenv("CRITTER"), creature, made);
        snprintf(path, sizeof path, "%s/assets/%s/triggers.md", getenv("SOURCE"), creature);
        assert_int_equal(file_read(made, 1 << 20, &now, NULL), ERR_NONE);
        assert_int_equal(file_read(path, 1 << 20, &kept, NULL), ERR_NONE);
        if (now.len != kept.len || memcmp(now.at, kept.at, now.len))
            fail_msg("%s is old: critter clip triggers --robot %s --markdown makes it anew", path, creature);
        buf_free(&now);
        buf_free(&kept);
    }
}

TESTS(cmocka_unit_test(amounts_become_speeds_and_times_whole_steps),
      cmocka_unit_test(a_shake_comes_back_to_where_it_was),
      cmocka_unit_test(a_pop_gathers_goes_too_far_and_settles),
      cmocka_unit_test(everything_comes_to_rest_by_itself), cmocka_unit_test(a_mirror_turns_everything_round),
      cmocka_unit_test(beats_keep_their_time), cmocka_unit_test(mistakes_have_their_place),
      cmocka_unit_test(every_clip_keeps_within_its_body), cmocka_unit_test(there_is_enough_of_everything),
      cmocka_unit_test(names_that_programs_know_are_there), cmocka_unit_test(every_trigger_reaches_a_clip),
      cmocka_unit_test(no_two_are_the_same), cmocka_unit_test(files_are_as_the_robots_have_them),
      cmocka_unit_test(every_sound_is_in_our_banks), cmocka_unit_test(the_lists_of_triggers_are_true))
