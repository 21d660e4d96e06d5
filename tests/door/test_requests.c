// What a page asks for beside the robots themselves: previews, files, and what is told of it.
#include "door_rig.h"

// The words that were told since the last time, of which robot each was.
static const struct live_told *told(const struct house *h, const char *sentence) {
    uint32_t from = h->page->past_count > PAST_MAX ? h->page->past_count - PAST_MAX : 0;
    for (uint32_t i = from; i < h->page->past_count; i++)
        if (strstr(h->page->past[i % PAST_MAX].sentence, sentence)) return &h->page->past[i % PAST_MAX];
    return NULL;
}

static void what_was_asked_for_is_told(void **state) {
    struct house h = open_house_of("two-robots");
    int fd = watch(&h);
    live(&h, 1500);
    say(&h, fd, "{\"Express\": {\"expression\": \"angry\", \"seconds\": 9}, \"robot\": 2}");
    say(&h, fd, "{\"Say\": {\"words\": \"good morning\"}, \"robot\": 2}");
    for (int i = 0; i < 12; i++)
        say(&h, fd, "{\"Drive\": {\"left_mps\": 0.1, \"right_mps\": 0.1}, \"robot\": 2}"), live(&h, 66);
    say(&h, fd, "{\"Stop\": {}, \"robot\": 2}");
    live(&h, 1500);
    static const char *const TOLD[] = {"looks angry", "is driven from the page", "stands again",
                                       "says: good morning"};
    for (size_t i = 0; i < sizeof TOLD / sizeof *TOLD; i++) {
        const struct live_told *it = told(&h, TOLD[i]);
        if (!it || it->robot != 2) fail_msg("\"%s\" is not told of robot 2", TOLD[i]);
    }
    uint32_t before = h.page->past_count;
    for (int i = 0; i < 9; i++) say(&h, fd, "{\"Stop\": {}, \"robot\": 2}");
    assert_true(h.page->past_count <= before + 2); // once, not each time; the robot may live on meanwhile
    close(fd);
    close_house(&h);
}

static void there_is_one_clock(void **state) {
    struct house h = open_house();
    int fd = watch(&h);
    live(&h, 2000);
    say(&h, fd, "{\"world.PickUp\": {\"what\": \"vector\"}}");
    live(&h, 2500);
    const struct live_told *felt = told(&h, "was picked up"), *hand = told(&h, "a hand picks");
    assert_non_null(felt);
    assert_non_null(hand);
    assert_true(felt->time_us >= hand->time_us && felt->time_us < hand->time_us + 2500000);
    close(fd);
    close_house(&h);
}

static void a_clip_is_shown_before_it_is_played(void **state) {
    struct house h = open_house();
    int fd = watch(&h);
    live(&h, 200);
    uint64_t before = run_hash(play_run(h.play));
    say(&h, fd, "{\"Preview\": {\"name\": \"anim_greet_hello_01\"}}");
    hear(&h, fd, "\"ClipPreview\"");
    say(&h, fd, "{\"Preview\": {\"name\": \"ReactToPetting\"}}");
    const char *heard = hear(&h, fd, "\"ClipPreview\"");
    assert_non_null(strstr(heard, "\"asked\":\"ReactToPetting\""));
    assert_non_null(strstr(heard, "\"clip\":\"anim_petting"));
    assert_int_equal(run_hash(play_run(h.play)), before); // it notices nothing
    say(&h, fd, "{\"Preview\": {\"name\": \"nothing\"}}");
    assert_non_null(strstr(hear(&h, fd, "\"Refused\""), "no clip or trigger"));
    close(fd);
    close_house(&h);
}

static void what_does_not_play_is_stopped_without_a_word(void **state) {
    struct house h = open_house();
    int fd = watch(&h);
    live(&h, 200);
    say(&h, fd, "{\"StopClip\": {}}");
    live(&h, 200);
    say(&h, fd, "{\"StopClip\": {}}");
    live(&h, 200);
    say(&h, fd, "{\"StopClip\": {\"tag\": 77}}");
    live(&h, 200);
    const char *heard = hear(&h, fd, "\"Refused\""), *first = strstr(heard, "\"Refused\"");
    assert_non_null(strstr(first, "no such clip plays"));
    assert_null(strstr(first + 9, "\"Refused\"")); // only the one that was meant by its tag
    close(fd);
    close_house(&h);
}

static void a_page_comes_packed_to_who_can_unpack_it(void **state) {
    struct house h = open_house();
    size_t plain = 0, packed = 0;
    const char *head = get(&h, "/scene.js HTTP/1.1\r\nHost: localhost");
    assert_null(strstr(head, "Content-Encoding"));
    sscanf(strstr(head, "Content-Length: "), "Content-Length: %zu", &plain);
    head = get(&h, "/scene.js HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br, gzip");
    assert_non_null(strstr(head, "Content-Encoding: gzip"));
    sscanf(strstr(head, "Content-Length: "), "Content-Length: %zu", &packed);
    assert_true(packed > 1000 && packed < plain / 2);
    close_house(&h);
}

static void a_world_is_saved_and_opened_again(void **state) {
    struct house h = open_house();
    int fd = watch(&h);
    live(&h, 300);
    say(&h, fd, "{\"Save\": {}}");
    const char *heard = hear(&h, fd, "\"timeline");
    const char *text = strstr(heard, "{\"Scenario\"");
    assert_non_null(text);
    assert_non_null(strstr(text, "my-tabletop.json"));
    // One with a mistake is refused with its place, and nothing ends.
    say(&h, fd, "{\"Open\": {\"name\": \"mine.json\", \"text\": \"{\\\"robots\\\": [{}]}\"}}");
    assert_non_null(strstr(hear(&h, fd, "\"Refused\""), "mine.json:1:"));
    struct dashboard_wish wish;
    assert_false(dashboard_restart(h.page, &wish));
    say(&h, fd, "{\"Open\": {\"name\": \"mine.json\", \"text\": \"{\\\"robots\\\": []}\"}}");
    assert_non_null(strstr(hear(&h, fd, "nobody lives"), "nobody lives"));
    assert_false(dashboard_restart(h.page, &wish));
    // Nor one that names files: they are not even looked for.
    static const char *const NAMING[] = {
        "{'robots': [{'creature': 'pleo', 'card': '/etc/passwd'}]}",
        "{'robots': [{'creature': 'cozmo'}], 'timeline': [{'at_s': 1, 'do': {'sound': {'wave': "
        "'/etc/passwd'}}}]}",
        "{'robots': [{'creature': 'cozmo'}], 'timeline': [{'at_s': 1, 'do': {'say': {'who': 'x', 'wave': "
        "'/etc/passwd'}}}]}",
        "{'robots': [{'creature': 'cozmo'}], 'timeline': [{'at_s': 1, 'do': {'card': {'what': 'x', 'path': "
        "'/etc/passwd'}}}]}",
        "{'robots': [{'creature': 'cozmo'}], 'knobs': {'hearing': {'wake': '/etc/passwd'}}}",
    };
    for (size_t i = 0; i < sizeof NAMING / sizeof *NAMING; i++) {
        char ask[300] = "{\"Open\": {\"name\": \"mine.json\", \"text\": \"";
        size_t len = strlen(ask);
        for (const char *at = NAMING[i]; *at; at++)
            len += (size_t)sprintf(ask + len, *at == '\'' ? "\\\"" : "%c", *at);
        memcpy(ask + len, "\"}}", 4);
        say(&h, fd, ask);
        heard = hear(&h, fd, "\"Refused\"");
        if (!strstr(heard, "names the file /etc/passwd")) fail_msg("%s: %s", NAMING[i], heard);
        assert_false(dashboard_restart(h.page, &wish));
    }
    say(&h, fd,
        "{\"Open\": {\"name\": \"mine.json\", \"text\": \"{\\\"robots\\\": [{\\\"creature\\\": "
        "\\\"cozmo\\\"}]}\"}}");
    for (int i = 0; i < 50; i++) serve(&h, 1);
    assert_true(dashboard_restart(h.page, &wish));
    assert_string_equal(wish.scenario, "mine.json");
    assert_non_null(strstr(wish.text, "cozmo"));
    close(fd);
    close_house(&h);
}

TESTS(cmocka_unit_test(what_was_asked_for_is_told), cmocka_unit_test(there_is_one_clock),
      cmocka_unit_test(a_clip_is_shown_before_it_is_played),
      cmocka_unit_test(what_does_not_play_is_stopped_without_a_word),
      cmocka_unit_test(a_page_comes_packed_to_who_can_unpack_it),
      cmocka_unit_test(a_world_is_saved_and_opened_again))
