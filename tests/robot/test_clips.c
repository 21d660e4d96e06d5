// A living creature and its clips: asked for by name and by trigger, played for what it feels, the same in
// every life.
#include "support/support.h"

#include "act/performing.h"
#include "base/maths/geometry.h"

#include "run/play.h"
#include "run/replay.h"
#include "run/thin.h"
#include "stage/library/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct library *of(const char *creature) {
    struct library_config config = {.creature = creature};
    struct fault fault = {0};
    struct library *library = library_open(&config, &fault);
    if (!library) fault_print(&fault, stderr), fail();
    return library;
}

// ------------------------------------------------------------------------------------------------ asked for

struct told {
    char started[64], trigger[64];
    uint32_t starts, ends, aborts, loops;
    uint8_t tag;
    uint32_t cause;
};

struct stagehand {
    struct thin thin;
    struct told told;
    struct life_message replies[64];
    struct life_envelope to[64];
    uint32_t reply_count;
};

static void hear(void *user, struct run *run, size_t life) {
    struct stagehand *s = user;
    struct robot *robot = run_robot(run, life);
    const struct life_event *events;
    size_t count = robot_events(robot, &events);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind == LIFE_EVENT_KIND_CLIP_ENDED) s->told.ends++;
        if (events[i].kind == LIFE_EVENT_KIND_CLIP_ABORTED) s->told.aborts++;
        if (events[i].kind != LIFE_EVENT_KIND_CLIP_STARTED) continue;
        struct life_view view;
        robot_view(robot, &view);
        s->told.starts++;
        s->told.tag = (uint8_t)events[i].subject;
        s->told.cause = events[i].cause;
        assert_int_equal(view.clip.tag, events[i].subject);
        snprintf(s->told.started, sizeof s->told.started, "%s", view.clip.name);
        snprintf(s->told.trigger, sizeof s->told.trigger, "%s", view.clip.trigger);
        assert_true(text_is(robot_library(robot)->clips[(int)events[i].numbers[0]].name, view.clip.name));
    }
    while (s->reply_count < 64 && robot_reply(robot, &s->to[s->reply_count], &s->replies[s->reply_count]))
        s->reply_count++;
}

static void begin(struct stagehand *s, const struct library *library) {
    memset(s, 0, sizeof *s);
    assert_true(thin_start(&s->thin, &(struct thin_config){.noise = true, .seed = 3, .library = library}));
    run_watch(s->thin.run, hear, s);
}

static const struct life_done *done_of(const struct stagehand *s, uint32_t ticket) {
    for (uint32_t i = 0; i < s->reply_count; i++)
        if (s->to[i].ticket == ticket && s->replies[i].kind == LIFE_DONE) return &s->replies[i].done;
    return NULL;
}

static struct life_message play_clip(const char *name, uint32_t loops, uint8_t without) {
    struct life_message m = {.kind = LIFE_PLAY_CLIP, .play_clip = {.loops = loops, .without = without}};
    snprintf(m.play_clip.clip, sizeof m.play_clip.clip, "%s", name);
    return m;
}

static struct life_message play_trigger(const char *name, uint32_t loops) {
    struct life_message m = {.kind = LIFE_PLAY_TRIGGER, .play_trigger = {.loops = loops}};
    snprintf(m.play_trigger.trigger, sizeof m.play_trigger.trigger, "%s", name);
    return m;
}

// Whoever is told to stop holds still for a while: its mind leaves it to whoever asked.
static void led(struct stagehand *s) {
    run_for(s->thin.run, 6000000);
    thin_ask(&s->thin, 99, (struct life_message){.kind = LIFE_STOP});
    run_for(s->thin.run, 2000000);
}

static void a_clip_moves_all_of_it_and_ends_where_it_began(void **state) {
    struct library *library = of("vector");
    struct stagehand s;
    begin(&s, library);
    led(&s); // awake and calibrated
    memset(&s.told, 0, sizeof s.told);
    thin_ask(&s.thin, 5, play_clip("anim_poked_giggle", 1, 0));
    struct life_view before, view;
    robot_view(run_robot(s.thin.run, 0), &before);
    float head_most = -9, lift_most = 0, moved = 0;
    uint32_t faces = 0, face = before.face.number, lit = 0;
    for (int i = 0; i < 90 && !s.told.ends; i++) {
        run_for(s.thin.run, LIFE_TICK_US);
        robot_view(run_robot(s.thin.run, 0), &view);
        head_most = m_max(head_most, view.head_rad), lift_most = m_max(lift_most, view.lift_m);
        moved = m_max(moved, m_abs(view.x_m - before.x_m));
        faces += view.face.number != face, face = view.face.number;
        lit += (view.lights[0] >> 16) > 60;
    }
    assert_string_equal(s.told.started, "anim_poked_giggle");
    assert_int_equal(s.told.cause, 5);
    assert_int_equal(s.told.ends, 1);
    assert_int_equal(done_of(&s, 5)->verdict, LIFE_VERDICT_DONE);
    assert_true(head_most > m_radians(17) && lift_most > 0.038f && moved > 0.004f);
    assert_in_range(faces, 25, 90);
    assert_in_range(lit, 10, 60);
    run_for(s.thin.run, 500000);
    robot_view(run_robot(s.thin.run, 0), &view);
    assert_true(m_abs(view.x_m - before.x_m) < 0.006f &&
                m_abs(view.heading_rad - before.heading_rad) < 0.12f);
    assert_true(m_abs(view.head_rad - m_radians(10)) < m_radians(3));
    assert_int_equal(view.clip.tag, 0);
    thin_end(&s.thin);
    library_free(library);
}

static void what_is_left_out_does_not_move(void **state) {
    struct library *library = of("vector");
    struct stagehand s;
    begin(&s, library);
    led(&s);
    struct life_view before, view;
    robot_view(run_robot(s.thin.run, 0), &before);
    thin_ask(&s.thin, 5,
             play_clip("anim_poked_giggle", 2, LIFE_TRACK_LIFT | LIFE_TRACK_BODY | LIFE_TRACK_HEAD));
    for (int i = 0; i < 60; i++) {
        run_for(s.thin.run, LIFE_TICK_US);
        robot_view(run_robot(s.thin.run, 0), &view);
        assert_true(m_abs(view.lift_m - before.lift_m) < 0.001f && m_abs(view.x_m - before.x_m) < 0.001f &&
                    m_abs(view.head_rad - before.head_rad) < 0.02f);
    }
    thin_end(&s.thin);
    library_free(library);
}

static void newer_wins_stop_stops_and_mistakes_are_told(void **state) {
    struct library *library = of("cozmo");
    struct stagehand s;
    begin(&s, library);
    led(&s);
    memset(&s.told, 0, sizeof s.told);
    thin_ask(&s.thin, 1, play_clip("anim_bored_event_03", 0, 0));
    run_for(s.thin.run, 7000000); // round and round
    assert_int_equal(s.told.ends, 0);
    assert_null(done_of(&s, 1));
    thin_ask(&s.thin, 2, play_trigger("ReactToCliff", 1));
    run_for(s.thin.run, 200000);
    assert_int_equal(s.told.aborts, 1);
    assert_int_equal(done_of(&s, 1)->verdict, LIFE_VERDICT_INTERRUPTED);
    assert_string_equal(s.told.trigger, "ReactToCliff");
    thin_ask(&s.thin, 3, (struct life_message){.kind = LIFE_STOP_CLIP});
    run_for(s.thin.run, 100000);
    assert_int_equal(done_of(&s, 2)->verdict, LIFE_VERDICT_CANCELLED);
    assert_int_equal(done_of(&s, 3)->verdict, LIFE_VERDICT_DONE);
    thin_ask(&s.thin, 4, play_clip("anim_nonesuch_01", 1, 0));
    thin_ask(&s.thin, 5, play_trigger("Nonesuch", 1));
    thin_ask(&s.thin, 6, (struct life_message){.kind = LIFE_STOP_CLIP, .stop_clip = {.tag = 77}});
    run_for(s.thin.run, 100000);
    assert_int_equal(done_of(&s, 4)->verdict, LIFE_VERDICT_BAD_VALUE);
    assert_non_null(strstr(done_of(&s, 4)->said, "anim_nonesuch_01"));
    assert_int_equal(done_of(&s, 5)->verdict, LIFE_VERDICT_BAD_VALUE);
    assert_int_equal(done_of(&s, 6)->verdict, LIFE_VERDICT_REFUSED);
    struct life_view view;
    robot_view(run_robot(s.thin.run, 0), &view);
    assert_true(m_abs(view.left_mps) < 0.003f && m_abs(view.right_mps) < 0.003f);
    thin_end(&s.thin);
    library_free(library);
}

static void all_names_can_be_asked_for(void **state) {
    struct library *library = of("cozmo");
    struct stagehand s;
    begin(&s, library);
    for (int triggers = 0; triggers < 2; triggers++) {
        uint32_t from = 0, all = 1;
        while (from < all) {
            s.reply_count = 0;
            thin_ask(&s.thin, 1,
                     (struct life_message){.kind = LIFE_LIST_CLIPS, .list_clips = {triggers, from}});
            run_for(s.thin.run, LIFE_TICK_US);
            assert_int_equal(s.replies[0].kind, LIFE_CLIP_LIST);
            const struct life_clip_list *list = &s.replies[0].clip_list;
            assert_int_equal(list->from, from);
            all = list->all;
            assert_true(list->names_count > 0);
            for (uint32_t i = 0; i < list->names_count; i++, from++)
                assert_true(text_is(triggers ? library->triggers[from].name : library->clips[from].name,
                                    list->names[i]));
        }
        assert_int_equal(from, triggers ? library->trigger_count : library->clip_count);
    }
    thin_end(&s.thin);
    library_free(library);
}

static void without_a_library_it_lives_all_the_same(void **state) {
    struct stagehand s;
    begin(&s, NULL);
    thin_ask(&s.thin, 1, play_clip("anim_poked_giggle", 1, 0));
    run_for(s.thin.run, 1000000);
    assert_int_equal(done_of(&s, 1)->verdict, LIFE_VERDICT_BAD_VALUE);
    assert_int_equal(s.told.starts, 0);
    thin_end(&s.thin);
}

// ------------------------------------------------------------------------------------------------ felt

static const char *const TABLE =
    "{\"things\": [{\"table\": {\"length_m\": 1.2, \"width_m\": 0.8}}%s], \"floor\": "
    "{\"height_m\": -0.7}, \"robots\": [{\"name\": \"it\", \"creature\": \"%s\"%s}], "
    "\"timeline\": [%s]}";

struct wanted {
    const char *trigger;
    bool came;
};
static void look_for(void *user, struct play *play, int life) {
    struct wanted *wanted = user;
    struct life_view view;
    if (life) return;
    robot_view(run_robot(play_run(play), 0), &view);
    wanted->came |= !strcmp(view.clip.trigger, wanted->trigger);
}

static void felt(const char *creature, const char *things, const char *where, const char *timeline,
                 const char *trigger, double seconds) {
    char text[1200];
    struct fault fault = {0};
    struct wanted wanted = {trigger, false};
    snprintf(text, sizeof text, TABLE, things, creature, where, timeline);
    struct scenario *scenario = scenario_read(text_of(text), "t.json", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.watch = look_for, config.user = &wanted;
    struct play *play = scenario ? play_new(scenario, &config, &fault) : NULL;
    if (!play) fault_print(&fault, stderr), fail();
    play_for(play, (int64_t)(seconds * 1e6));
    if (!wanted.came) fail_msg("%s: no %s within %.0f s", creature, trigger, seconds);
    if (play_trouble(play)->err) fault_print(play_trouble(play), stderr), fail();
    play_free(play, NULL);
    scenario_free(scenario);
}

static void what_is_felt_is_answered(void **state) {
    static const struct {
        const char *things, *where, *timeline, *trigger;
        double seconds;
        bool vector_only;
    } CASES[] = {
        {"", "", "", "WakeUp", 2, false},
        {"", "", "", "Idle", 150, false},
        {"", "", "{\"at_s\": 8, \"do\": {\"pick_up\": {\"what\": \"it\"}}}", "ReactToPickup", 11, false},
        {"", "",
         "{\"at_s\": 8, \"do\": {\"pick_up\": {\"what\": \"it\"}}}, {\"at_s\": 13, \"do\": {\"put_down\": "
         "{\"what\": \"it\"}}}",
         "ReactToPutDown", 17, false},
        {"", "", "{\"at_s\": 8, \"do\": {\"pet\": {\"what\": \"it\", \"seconds\": 3}}}", "ReactToPetting", 10,
         true},
        {"", "", "{\"at_s\": 8, \"do\": {\"pet\": {\"what\": \"it\", \"seconds\": 2}}}", "PettingEnded", 14,
         true},
        {"", "", "{\"at_s\": 8, \"do\": {\"poke\": {\"what\": \"it\"}}}", "ReactToPoke", 10, false},
        {"", "",
         "{\"at_s\": 8, \"do\": {\"pick_up\": {\"what\": \"it\"}}}, {\"at_s\": 11, \"do\": {\"shake\": "
         "{\"what\": \"it\", \"seconds\": 3}}}",
         "ReactToShaken", 15, false},
        {"", "", "{\"at_s\": 8, \"do\": {\"tip\": {\"what\": \"it\"}}}", "ReactToFallenOver", 12, false},
        {"", "",
         "{\"at_s\": 8, \"do\": {\"sound\": {\"kind\": \"CLAP\", \"x_m\": 0.4, \"y_m\": 0.2, \"z_m\": 0.2, "
         "\"level_db\": 80, \"seconds\": 0.2}}}",
         "ReactToLoudSound", 10, false},
        {"", ", \"x_m\": 0.45",
         "{\"at_s\": 8, \"drive\": {\"robot\": \"it\", \"left_mps\": 0.08, \"right_mps\": 0.08, \"seconds\": "
         "3}}",
         "ReactToCliff", 14, false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        for (int c = 0; c < 2; c++)
            if (!c || !CASES[i].vector_only)
                felt(c ? "cozmo" : "vector", CASES[i].things, CASES[i].where, CASES[i].timeline,
                     CASES[i].trigger, CASES[i].seconds);
}

// --------------------------------------------------------------------------------------------- the same life

enum { ROOMS = 16, TICKS = 900 };
struct trace {
    uint64_t hashes[TICKS][ROOMS];
    int64_t parted;
};
static void ask_for_clips(struct thin *t, uint32_t tick) {
    static const char *const NAMES[] = {"anim_poked_giggle", "anim_explorer_scan_short_04",
                                        "anim_loudsound_01"};
    if (tick % 160 == 80) thin_ask(t, tick, play_clip(NAMES[tick / 160 % 3], 1, 0));
    if (tick % 210 == 150) thin_ask(t, tick, play_trigger("Idle", 1));
}
static void keep(void *user, struct thin *t, uint32_t tick) {
    const char *names[RUN_ROOMS_MAX];
    uint64_t hashes[RUN_ROOMS_MAX] = {0};
    ask_for_clips(t, tick);
    run_hashes(t->run, names, hashes);
    memcpy(((struct trace *)user)->hashes[tick], hashes, ROOMS * sizeof *hashes);
}
static void compare(void *user, struct thin *t, uint32_t tick) {
    struct trace *first = user;
    const char *names[RUN_ROOMS_MAX];
    uint64_t hashes[RUN_ROOMS_MAX] = {0};
    ask_for_clips(t, tick);
    size_t count = run_hashes(t->run, names, hashes);
    for (size_t i = 0; i < count && i < ROOMS && first->parted < 0; i++)
        if (hashes[i] != first->hashes[tick][i]) first->parted = tick;
}

static void a_life_with_clips_is_the_same_again(void **state) {
    static struct trace first;
    struct library *library = of("vector");
    struct thin t;
    struct thin_config config = {.noise = true, .seed = 7, .library = library};
    first.parted = -1;
    assert_true(thin_start(&t, &config));
    thin_live(&t, keep, &first);
    thin_end(&t);
    for (int look = 0; look < 2; look++)
        for (unsigned workers = 0; workers < 5; workers += 2) {
            config.look = look, config.workers = workers;
            assert_true(thin_start(&t, &config));
            thin_live(&t, compare, &first);
            if (first.parted >= 0)
                fail_msg("%u workers: another life since tick %d", workers, (int)first.parted);
            thin_end(&t);
        }
    library_free(library);
}

static void a_recorded_life_with_clips_is_lived_again(void **state) {
    struct library *library = of("vector");
    const char *path = temp_path(NULL, "day.life");
    struct thin_config config = {.noise = true, .seed = 9, .library = library, .record = path};
    static struct trace ignored;
    struct thin t;
    assert_true(thin_start(&t, &config));
    thin_live(&t, keep, &ignored);
    uint64_t hash = robot_hash(run_robot(t.run, 0));
    thin_end(&t);
    struct fault fault = {0};
    struct recording_about about;
    struct replay_result result;
    struct recording *tape = recording_open(path, &about, &fault);
    assert_non_null(tape);
    assert_int_equal(replay_life(tape, &about, &vector_model, NULL, NULL, NULL, &result, &fault),
                     ERR_VERSION);
    recording_free(tape);
    fault = (struct fault){0};
    tape = recording_open(path, &about, &fault);
    assert_int_equal(replay_life(tape, &about, &vector_model, library, NULL, NULL, &result, &fault),
                     ERR_NONE);
    assert_false(result.parted);
    assert_true(result.hash == hash);
    recording_free(tape);
    library_free(library);
}

static void a_tick_with_clips_allocates_nothing(void **state) {
    struct library *library = of("vector");
    struct stagehand s;
    begin(&s, library);
    run_watch(s.thin.run, NULL, NULL);
    run_for(s.thin.run, 3000000);
    struct robot *robot = run_robot(s.thin.run, 0);
    static struct senses_in in;
    static struct command_out out;
    border_clear_senses(&in);
    unsigned before = alloc_count();
    for (uint32_t i = 0; i < 20000; i++) {
        in.senses.time_us = 4000000 + (uint64_t)i * 33000;
        in.senses.status = i % 90 == 40 ? BODY_STATUS_PICKED_UP : 0;
        if (i % 71 == 0) {
            struct life_envelope e = {i, LIFE_DOOR_TEST};
            struct life_message m = {.kind = LIFE_PLAY_CLIP, .play_clip = {.loops = 1}};
            text_copy(library->clips[i / 71 % library->clip_count].name, m.play_clip.clip,
                      sizeof m.play_clip.clip);
            robot_ask(robot, &e, &m);
        }
        robot_step(robot, &in, &out);
    }
    assert_int_equal(alloc_count() - before, 0);
    thin_end(&s.thin);
    library_free(library);
}

// Chance may draw it; whoever watches would take it for a loop.
static void no_clip_comes_three_times_running(void **state) {
    struct library *library = of("vector");
    struct arena *arena = arena_new(1 << 16);
    struct performing p = {0};
    struct group_memory memory;
    struct player_config config = library->player;
    assert_int_equal(group_memory_make(&library->groups, arena, &memory), ERR_NONE);
    performing_start(&p, &config, library, memory);
    const struct library_trigger *trigger = library_trigger(library, TEXT("Idle"));
    const struct clip *before[2] = {NULL, NULL};
    uint32_t twice = 0;
    for (uint32_t i = 1; i < 4000; i++) {
        const struct clip *clip = performing_choose(&p, trigger, MOOD_MED_STIM, 0, (uint64_t)i * 3600000, i);
        assert_non_null(clip);
        assert_false(clip == before[0] && clip == before[1]);
        twice += clip == before[0];
        before[1] = before[0], before[0] = clip;
    }
    assert_true(twice > 50); // none rests
    arena_free(arena);
    library_free(library);
}

TESTS(cmocka_unit_test(no_clip_comes_three_times_running),
      cmocka_unit_test(a_clip_moves_all_of_it_and_ends_where_it_began),
      cmocka_unit_test(what_is_left_out_does_not_move),
      cmocka_unit_test(newer_wins_stop_stops_and_mistakes_are_told),
      cmocka_unit_test(all_names_can_be_asked_for), cmocka_unit_test(without_a_library_it_lives_all_the_same),
      cmocka_unit_test(what_is_felt_is_answered), cmocka_unit_test(a_life_with_clips_is_the_same_again),
      cmocka_unit_test(a_recorded_life_with_clips_is_lived_again),
      cmocka_unit_test(a_tick_with_clips_allocates_nothing))
