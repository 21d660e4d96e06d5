// Time at the page's door: skipped, looked back at, kept and taken from a viewer; and what is refused.
#include "door_rig.h"

#include "base/base64.h"
#include "run/tape.h"

#include <stdlib.h>

static atomic_bool *stops;
static struct house *served;
static void rest(void *user, int64_t us) {
    (void)user, (void)us;
    loop_once(served->loop, 0);
    if (!dashboard_skips(served->page)) atomic_store(stops, true);
}

// A house whose life is kept, and that is served while it hurries.
static struct house open_kept(void) {
    struct house h = open_house();
    dashboard_show(h.page, NULL, 0);
    play_free(h.play, NULL);
    struct play_config config = play_defaults();
    config.seed = 5, config.kept = true;
    config.watch = ticked, config.rest = rest;
    h.play = play_new(h.scenario, &config, NULL);
    dashboard_show(h.page, h.play, 5);
    return h;
}

static void time_is_skipped_and_told(void **state) {
    struct house h = open_kept();
    atomic_bool stop = false;
    served = &h, stops = &stop;
    int fd = watch(&h);
    live(&h, 1000);
    say(&h, fd, "{\"Watch\": {\"mood\": true, \"diary\": true, \"timeline\": true}}");
    say(&h, fd, "{\"Drive\": {\"left_mps\": 0.1, \"right_mps\": 0.1}}");
    say(&h, fd, "{\"Skip\": {\"seconds\": 30}}");
    assert_true(dashboard_skips(h.page));
    assert_null(h.page->robots[0].driver); // who drove has let go
    say(&h, fd, "{\"Poke\": {\"what\": \"vector\"}}");
    say(&h, fd, "{\"Stop\": {}}");
    say(&h, fd, "{\"Skip\": {\"seconds\": 10}}");
    const char *heard = hear(&h, fd, "time is skipped already");
    assert_non_null(strstr(heard, "\"Skipping\""));
    assert_non_null(strstr(heard, "{\"what\":\"Poke\",\"why\":\"time is being skipped"));
    assert_non_null(strstr(heard, "{\"what\":\"Stop\",\"why\":\"time is being skipped"));
    play_live(h.play, &stop);
    assert_true(play_now_us(h.play) >= 31 * 1000000 && play_now_us(h.play) < 32 * 1000000);
    heard = hear(&h, fd, "\"MoodPast\""); // how it felt is told anew
    assert_non_null(strstr(heard, "\"over\":true"));
    assert_non_null(strstr(heard, "\"MoodPast\""));
    assert_null(strstr(heard, "a finger pokes")); // what was refused was not done
    say(&h, fd, "{\"Poke\": {\"what\": \"vector\"}}");
    assert_non_null(strstr(hear(&h, fd, "a finger pokes vector"), "a finger pokes vector"));
    close(fd);
    close_house(&h);
}

static void what_cannot_be_skipped_is_refused(void **state) {
    struct house h = open_kept();
    int fd = watch(&h);
    static const char *const WRONG[][2] = {
        {"{\"Skip\": {\"seconds\": -1}}", "expected 0 to 2678400 seconds"},
        {"{\"Skip\": {\"seconds\": 1e9}}", "expected 0 to 2678400 seconds"},
        {"{\"Skip\": {\"seconds\": \"tonight\"}}", "expected a number"},
        {"{\"Skip\": {\"hours\": 1}}", "hours"},
        {"{\"Relive\": {\"until_us\": 99000000}}", "expected a moment of this life"},
        {"{\"Relive\": {\"until_us\": 0}}", "expected a moment of this life"},
        {"{\"Load\": {\"at\": 0, \"of\": 0, \"piece\": \"\"}}", "expected a recording of 1 to"},
        {"{\"Load\": {\"at\": 0, \"of\": 4000000000, \"piece\": \"aa\"}}", "expected a recording of 1 to"},
        {"{\"Load\": {\"at\": 2, \"of\": 4, \"piece\": \"aa\"}}", "expected the letters from 0"},
        {"{\"Load\": {\"at\": 0, \"of\": 2, \"piece\": \"aaaa\"}}", "expected the letters from 0"},
        {"{\"Load\": {\"at\": 0, \"of\": 4, \"piece\": \"a.b!\"}}", "it is not in base 64"},
        {"{\"Load\": {\"at\": 0, \"of\": 4, \"piece\": \"aaaa\"}}", "not a recording"},
    };
    live(&h, 100);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        say(&h, fd, WRONG[i][0]);
        if (!strstr(hear(&h, fd, "\"Refused\""), WRONG[i][1])) fail_msg("%s is not refused so", WRONG[i][0]);
        assert_false(h.page->restart);
        assert_false(dashboard_skips(h.page));
    }
    say(&h, fd, "{\"Skip\": {\"seconds\": 0}}"); // nothing is skipped: nothing ends
    close(fd);
    close_house(&h);
}

// The letters of a life, in pieces; what came of them.
static bool load(struct house *h, int fd, const struct buf *tape) {
    struct buf letters = {0}, text = {0};
    enum { PIECE = 400 };
    base64_encode(&letters, tape->at, tape->len);
    h->page->restart = false;
    for (size_t at = 0; at < letters.len; at += PIECE) {
        int len = (int)(letters.len - at < PIECE ? letters.len - at : PIECE);
        buf_clear(&text);
        buf_printf(&text, "{\"Load\": {\"at\": %zu, \"of\": %zu, \"piece\": \"%.*s\"}}", at, letters.len, len,
                   (const char *)letters.at + at);
        say(h, fd, (const char *)text.at);
    }
    buf_free(&letters), buf_free(&text);
    return h->page->restart;
}

static struct buf keep(struct house *h) {
    struct buf tape = {0};
    assert_int_equal(play_keep(h->play, &tape, NULL), ERR_NONE);
    return tape;
}

static void a_life_is_taken_when_it_is_whole_and_names_no_files(void **state) {
    struct house h = open_kept();
    struct dashboard_wish wish;
    int fd = watch(&h);
    say(&h, fd, "{\"Poke\": {\"what\": \"vector\"}}");
    live(&h, 1000);
    struct buf tape = keep(&h);
    assert_true(load(&h, fd, &tape));
    assert_true(dashboard_restart(h.page, &wish));
    assert_int_equal(wish.tape.len, tape.len);
    assert_memory_equal(wish.tape.at, tape.at, tape.len);
    assert_int_equal(wish.until_us, 1000000);
    say(&h, fd, "{\"Relive\": {\"until_us\": 500000}}");
    assert_true(dashboard_restart(h.page, &wish));
    assert_int_equal(wish.until_us, 500000);
    assert_false(wish.watch);
    for (size_t i = 20; i < tape.len; i += tape.len / 12) { // damaged
        tape.at[i] ^= 0x40;
        assert_false(load(&h, fd, &tape));
        assert_non_null(strstr(hear(&h, fd, "\"Refused\""), "\"what\":\"Load\""));
        tape.at[i] ^= 0x40;
    }
    // A page names no files, in a recording neither.
    struct world_message say_it = {.kind = WORLD_SAY,
                                   .say = {.who = "nobody", .words = "x", .wave = "/etc/passwd"}};
    struct tape *kept = tape_new_kept(h.scenario, 5, 0, (struct text){0}, NULL);
    tape_verb(kept, 3, &say_it);
    struct buf forged = {0};
    assert_int_equal(tape_copy(kept, 10, 0, &forged, NULL), ERR_NONE);
    tape_close(kept, 10, NULL);
    assert_false(load(&h, fd, &forged));
    assert_non_null(strstr(hear(&h, fd, "\"Refused\""), "it names the file /etc/passwd"));
    // Nor in its settings; and what they say of keeping sound is not even read.
    static const struct {
        const char *line;
        bool taken;
    } SETTINGS[] = {{"hearing.wake=/etc/passwd\n", false}, {"hearing.keep=/etc/passwd\n", true}};
    for (int i = 0; i < 2; i++) {
        kept = tape_new_kept(h.scenario, 5, 0, text_of(SETTINGS[i].line), NULL);
        buf_clear(&forged);
        assert_int_equal(tape_copy(kept, 10, 0, &forged, NULL), ERR_NONE);
        tape_close(kept, 10, NULL);
        assert_int_equal(load(&h, fd, &forged), SETTINGS[i].taken);
        if (SETTINGS[i].taken) continue;
        assert_non_null(strstr(hear(&h, fd, "\"Refused\""), "it names the file /etc/passwd"));
    }
    buf_free(&tape), buf_free(&forged);
    close(fd);
    close_house(&h);
}

static void a_moment_is_shown_as_it_was_however_long_the_life(void **state) {
    struct house h = open_kept();
    struct timeline *t = &h.page->timeline;
    int fd = watch(&h);
    live(&h, 33);
    t->every_us = 1, t->due_us = 0; // a long life, soon
    struct world_snapshot *was = calloc(1, sizeof *was);
    for (int i = 0; i < 700; i++) {
        live(&h, 33);
        if (i == 330) world_snapshot(play_world(h.play), was);
        if (i % 50 == 0) hear(&h, fd, "\"Frame\"");
    }
    assert_true(t->count < MOMENTS_MAX && t->count > MOMENTS_MAX / 2);
    assert_int_equal(t->every_us, 2);
    for (uint32_t i = 1; i < t->count; i++) assert_true(t->moments[i].time_us > t->moments[i - 1].time_us);
    char ask[80], place[80];
    snprintf(ask, sizeof ask, "{\"Moment\": {\"time_us\": %llu}, \"ticket\": 3}",
             (unsigned long long)was->time_us);
    say(&h, fd, ask);
    const char *heard = hear(&h, fd, "\"ticket\":3}"), *past = strstr(heard, "{\"Past\":");
    assert_non_null(past);
    long long time_us = strtoll(strstr(past, "\"time_us\":") + 10, NULL, 10);
    assert_true(time_us <= (long long)was->time_us && time_us > (long long)was->time_us - 150000);
    snprintf(place, sizeof place, "\"name\":\"vector\"");
    assert_non_null(strstr(past, place));
    assert_non_null(strstr(past, "\"face\":"));
    free(was);
    close(fd);
    close_house(&h);
}

TESTS(cmocka_unit_test(time_is_skipped_and_told), cmocka_unit_test(what_cannot_be_skipped_is_refused),
      cmocka_unit_test(a_life_is_taken_when_it_is_whole_and_names_no_files),
      cmocka_unit_test(a_moment_is_shown_as_it_was_however_long_the_life))
