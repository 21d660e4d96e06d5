// How a robot lives, in numbers: that of a doll are bad, and measuring changes nothing.
#include "support/support.h"

#include "run/check/living.h"
#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct living *living;
static void watch(void *user, struct play *play, int life) {
    if (living) living_look(living, play, life);
}

// Lives so long; out, or NULL: its figures as JSON. The world's hash.
static uint64_t live(const char *scenario, const char *mind, double seconds, struct buf *out) {
    struct fault fault = {0};
    struct scenario *s = scenario_open(scenario, NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.seed = 3, config.watch = watch, config.mind = mind;
    struct play *p = s ? play_new(s, &config, &fault) : NULL;
    if (!p) fault_print(&fault, stderr), fail();
    living = out ? living_new(p) : NULL;
    play_for(p, (int64_t)(seconds * 1e6));
    uint64_t hash = world_hash(play_world(p));
    if (out) {
        struct json_writer w = json_writer_of(out, 0);
        living_write(living, &w);
        assert_int_equal(out->err, 0);
    }
    living_free(living);
    assert_int_equal(play_free(p, &fault), ERR_NONE);
    scenario_free(s);
    return hash;
}

static uint32_t failures(const struct json *robot, const char *family) {
    uint32_t count = 0, lines = 0;
    for (const struct json *l = json_get(robot, "lines")->first; l; l = l->next) {
        struct text is;
        bool holds;
        assert_int_equal(json_get_text(l, "family", &is, NULL), ERR_NONE);
        assert_int_equal(json_get_bool(l, "holds", &holds, NULL), ERR_NONE);
        if (!text_is(is, family)) continue;
        lines++, count += !holds;
    }
    assert_true(lines > 0);
    return count;
}

static const char *const FAMILIES[] = {"never the same", "alive", "answers", "means it"};

static void a_doll_fails_every_family(void **state) {
    struct buf out = {0};
    struct json *doc;
    struct arena *arena = arena_new(64 << 10);
    char doll_s[512];
    snprintf(doll_s, sizeof doll_s, "%s/tests/run/doll", getenv("SOURCE"));
    live("desk", doll_s, 400, &out);
    assert_int_equal(
        json_parse((struct text){(const char *)out.at, out.len}, "life", arena, NULL, &doc, NULL), 0);
    const struct json *doll = json_at(json_get(doc, "robots"), 0);
    for (int i = 0; i < 4; i++)
        if (!failures(doll, FAMILIES[i])) fail_msg("the doll is praised: %s", FAMILIES[i]);
    arena_free(arena);
    buf_free(&out);
}

static void a_robot_is_no_doll(void **state) {
    struct buf out = {0};
    struct json *doc;
    struct arena *arena = arena_new(64 << 10);
    live("desk", NULL, 900, &out);
    assert_int_equal(
        json_parse((struct text){(const char *)out.at, out.len}, "life", arena, NULL, &doc, NULL), 0);
    const struct json *robot = json_at(json_get(doc, "robots"), 0);
    assert_int_equal(failures(robot, "answers"), 0);
    assert_int_equal(failures(robot, "whole"), 0);
    assert_true(failures(robot, "never the same") < 2 && failures(robot, "alive") < 2);
    assert_true(json_get(robot, "features")->count > 3 && json_get(robot, "clips")->count > 20);
    arena_free(arena);
    buf_free(&out);
}

static void looking_on_changes_nothing(void **state) {
    struct buf out = {0};
    uint64_t hash = live("desk", NULL, 100, &out);
    assert_true(out.len > 500 && live("desk", NULL, 100, NULL) == hash);
    buf_free(&out);
}

static void a_page_and_a_table_say_the_same(void **state) {
    struct fault fault = {0};
    struct scenario *s = scenario_open("desk", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.watch = watch;
    struct play *p = play_new(s, &config, &fault);
    assert_non_null(p);
    living = living_new(p);
    play_for(p, 30000000);
    struct buf page = {0};
    living_page(living, &page);
    assert_true(page.len > 500 && !page.err);
    buf_byte(&page, 0);
    assert_non_null(strstr((const char *)page.at, "<polyline"));
    assert_non_null(strstr((const char *)page.at, "drives led by eyes or head"));
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    living_print(living, to);
    assert_int_equal(fclose(to), 0);
    assert_non_null(strstr(text, "drives led by eyes or head"));
    free(text);
    buf_free(&page);
    living_free(living);
    play_free(p, &fault);
    scenario_free(s);
}

TESTS(cmocka_unit_test(a_doll_fails_every_family), cmocka_unit_test(a_robot_is_no_doll),
      cmocka_unit_test(looking_on_changes_nothing), cmocka_unit_test(a_page_and_a_table_say_the_same))
