// Every clip of both robots, done by a simulated body: it keeps its speeds, and ends where it began, or where
// its score says.
#include "support/support.h"

#include "base/maths/geometry.h"
#include "run/thin.h"
#include "stage/library/library.h"

#include <stdio.h>
#include <string.h>

static const char *const FAMILIES[] = {"body", "feel", "greet", "idle", "mood", "play", "rest", "talk"};
enum { FAMILIES_COUNT = sizeof FAMILIES / sizeof *FAMILIES };

struct scores {
    struct arena *arena;
    struct json *documents[FAMILIES_COUNT];
};

static void read_scores(struct scores *s) {
    s->arena = arena_new(1 << 20);
    for (int i = 0; i < FAMILIES_COUNT; i++) {
        char path[600];
        struct fault fault = {0};
        snprintf(path, sizeof path, "%s/assets/scores/%s.json", getenv("SOURCE"), FAMILIES[i]);
        if (json_read(path, s->arena, NULL, &s->documents[i], &fault)) fault_print(&fault, stderr), fail();
    }
}

// What a clip's score says of its end; of a clip like another one what that says.
static double end_of(const struct scores *s, const char *clip, const char *what, double otherwise) {
    for (int i = 0; i < FAMILIES_COUNT; i++) {
        const struct json *clips = json_get(s->documents[i], "clips"), *at = json_get(clips, clip);
        for (; at; at = json_get(at, "like") ? json_get(clips, json_get(at, "like")->text.at) : NULL) {
            const struct json *ends = json_get(at, "ends"), *value = json_get(ends, what);
            if (value) return value->number;
            if (ends) return otherwise;
        }
    }
    return otherwise;
}

struct ended {
    bool over;
};
static void hear(void *user, struct run *run, size_t life) {
    struct ended *ended = user;
    const struct life_event *events;
    size_t count = robot_events(run_robot(run, life), &events);
    for (size_t i = 0; i < count; i++) ended->over |= events[i].kind == LIFE_EVENT_KIND_CLIP_ENDED;
}

static unsigned play_all(const char *creature, const struct body_model *model, const struct scores *scores) {
    struct library_config config = {.creature = creature};
    struct fault fault = {0};
    struct library *library = library_open(&config, &fault);
    struct thin t;
    struct ended ended = {false};
    unsigned wrong = 0;
    assert_non_null(library);
    struct thin_config thin = {.noise = false, .seed = 1, .library = library, .model = model};
    assert_true(thin_start(&t, &thin));
    run_watch(t.run, hear, &ended);
    run_for(t.run, 6000000);
    for (uint32_t i = 0; i < library->clip_count; i++) {
        char name[64];
        struct life_message ask = {.kind = LIFE_PLAY_CLIP, .play_clip = {.loops = 1}};
        text_copy(library->clips[i].name, name, sizeof name);
        text_copy(library->clips[i].name, ask.play_clip.clip, sizeof ask.play_clip.clip);
        struct world_truth before, after;
        uint32_t robot = body_sim_robot(run_body(t.run, 0));
        world_truth(t.world, robot, &before);
        ended.over = false;
        thin_ask(&t, i + 1, ask);
        for (uint32_t ms = 0; ms < library->clips[i].length_ms + 2000 && !ended.over; ms += 33)
            run_for(t.run, LIFE_TICK_US);
        if (!ended.over) print_error("%s %s: did not end\n", creature, name), wrong++;
        run_for(t.run, 300000);
        world_truth(t.world, robot, &after);
        struct life_view view;
        robot_view(run_robot(t.run, 0), &view);
        float moved = vec3_length(vec3_sub(after.pose.at, before.pose.at)) * 1000;
        float turned = m_degrees(angle_wrap(quat_heading(after.pose.turn) - quat_heading(before.pose.turn)));
        float head = (float)end_of(scores, name, "head", SCORE_HEAD_REST_DEG);
        float far = m_abs((float)end_of(scores, name, "moved", 0)),
              round = (float)end_of(scores, name, "turned", 0);
        bool has_head = library->clips[i].clip->keys.head.count,
             has_lift = library->clips[i].clip->keys.lift.count;
        if (m_abs(moved - far) > 15)
            print_error("%s %s: moved %.1f mm, not %.0f\n", creature, name, (double)moved, (double)far),
                wrong++;
        if (m_abs(m_degrees(angle_wrap(m_radians(turned - round)))) > 12)
            print_error("%s %s: turned %.1f degrees, not %.0f\n", creature, name, (double)turned,
                        (double)round),
                wrong++;
        if (has_head && m_abs(m_degrees(view.head_rad) - head) > 4)
            print_error("%s %s: head at %.1f, not %.1f\n", creature, name, (double)m_degrees(view.head_rad),
                        (double)head),
                wrong++;
        float lift = (float)end_of(scores, name, "lift", SCORE_LIFT_REST_MM);
        if (has_lift && m_abs(view.lift_m * 1000 - lift) > 5)
            print_error("%s %s: lift at %.1f, not %.1f\n", creature, name, (double)view.lift_m * 1000,
                        (double)lift),
                wrong++;
        if (m_abs(view.left_mps) + m_abs(view.right_mps) > 0.02f)
            print_error("%s %s: still drives\n", creature, name), wrong++;
    }
    thin_end(&t);
    library_free(library);
    return wrong;
}

static void every_clip_ends_where_it_says(void **state) {
    struct scores scores;
    read_scores(&scores);
    assert_int_equal(play_all("vector", &vector_model, &scores) + play_all("cozmo", &cozmo_model, &scores),
                     0);
    arena_free(scores.arena);
}

// ------------------------------------------------------------------------------------------------ music

// Where its lift turns up or down, while it dances for so long.
static uint32_t lift_turns(struct thin *t, float seconds, uint64_t *turns_us, uint32_t room) {
    enum { BY_UM = 2000 };
    struct life_view view;
    uint64_t at = 0;
    uint32_t count = 0;
    float reference = 0;
    bool up = true;
    for (uint32_t i = 0; i < (uint32_t)(seconds * 1e6f / LIFE_TICK_US) && count < room; i++) {
        run_for(t->run, LIFE_TICK_US);
        robot_view(run_robot(t->run, 0), &view);
        float by = (view.lift_m - reference) * 1e6f * (up ? 1 : -1);
        if (by >= 0) reference = view.lift_m, at = world_now_us(t->world);
        if (by < -BY_UM) turns_us[count++] = at, up = !up, reference = view.lift_m;
    }
    return count;
}

// A dance of another tempo keeps the music's: within eight beats its extremes are on them.
static void dancing_it_keeps_the_beat(void **state) {
    static const struct {
        float bpm;
        const char *clip;
    } ROWS[] = {{80, "anim_dance_sway_110"}, {100, "anim_dance_sway_110"}, {80, "anim_dance_sway_090"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct thin t;
        struct thin_config thin = {
            .noise = false, .seed = 1, .library = thin_clips("vector"), .model = &vector_model};
        assert_true(thin_start(&t, &thin));
        run_for(t.run, 6000000);
        struct world_message music = {.kind = WORLD_SOUND};
        world_sound_defaults(&music.sound);
        music.sound.kind = WORLD_SOUND_KIND_MUSIC, music.sound.tempo_bpm = ROWS[i].bpm;
        music.sound.x_m = 0.5f, music.sound.seconds = 60, music.sound.level_db = 70;
        uint64_t since = world_now_us(t.world), turns[64];
        assert_int_equal(world_do(t.world, &music, NULL), ERR_NONE);
        run_for(t.run, 5000000);
        struct life_message ask = {.kind = LIFE_PLAY_CLIP, .play_clip = {.loops = 3}};
        strcpy(ask.play_clip.clip, ROWS[i].clip);
        thin_ask(&t, 1, ask);
        run_for(t.run, (uint64_t)(8 * 60e6f / ROWS[i].bpm));
        uint32_t count = lift_turns(&t, 8 * 60 / ROWS[i].bpm, turns, 64);
        assert_in_range(count, 7, 9);
        float period = 60e6f / ROWS[i].bpm;
        float sum = 0, squares = 0;
        for (uint32_t k = 0; k < count; k++) {
            float off_ms = (m_fmod((float)(turns[k] - since) + period / 2, period) - period / 2) / 1000;
            sum += off_ms, squares += off_ms * off_ms;
        }
        float mean = sum / (float)count, spread = m_sqrt(m_max(squares / (float)count - mean * mean, 0));
        if (m_abs(mean) > 50 || spread > 50)
            fail_msg("%s at %.0f: extremes are off by %.0f +- %.0f ms", ROWS[i].clip, (double)ROWS[i].bpm,
                     (double)mean, (double)spread);
        thin_end(&t);
    }
}

TESTS(cmocka_unit_test(dancing_it_keeps_the_beat), cmocka_unit_test(every_clip_ends_where_it_says))
