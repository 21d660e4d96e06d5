// What a page is told of a Pleo's software: whole on asking, then what changed, and only while somebody
// looks; his card comes and goes by hand.
#include "door_rig.h"
#include "pleo/os_rig.h"

#include "base/system/file.h"

// In a den of ours, with a card that has a drive and tells of each touch of his head.
static struct house open_den(char folder[300]) {
    static const struct rig_app APP = {
        .main = "#include <Drive.inc>\n#include <Property.inc>\nforward public want_eval();\n"
                "public init() { property_set(property_mood, 3); drive_add(\"want\", 0, 60, 100); }\n"
                "public want_eval() return 42;\nmain() {}",
        .sensors = "#include <Sensor>\n#include <Log>\npublic on_sensor(time, sensor_name: sensor, value) "
                   "{ if (sensor == SENSOR_HEAD) printf(\"head %d\\n\", value); return 1; }"};
    struct buf urf = rig_urf(&APP);
    struct house h = open_house_of("pleo-den");
    struct world_message card = {.kind = WORLD_CARD, .card = {.what = "pleo", .in = true}};
    snprintf(folder, 300, "%s", temp_folder());
    assert_int_equal(file_write(temp_path(folder, "game.urf"), urf.at, urf.len, NULL), ERR_NONE);
    buf_free(&urf);
    snprintf(card.card.path, sizeof card.card.path, "%s", folder);
    time_pretend(1000000, 0);
    assert_int_equal(play_do(h.play, &card, NULL), ERR_NONE);
    live(&h, 1000);
    return h;
}
static void pass(struct house *h) { time_pass(33000), live(h, 33), serve(h, 1); }
// Until the answer to what is asked now: all that was sent before has come.
static const char *all_so_far(struct house *h, int fd) {
    say(h, fd, "{\"Hello\": {}, \"ticket\": 99}");
    pass(h);
    return hear(h, fd, "\"ticket\":99");
}
static unsigned times(const char *heard, const char *what) {
    unsigned count = 0;
    while ((heard = strstr(heard, what))) heard++, count++;
    return count;
}

static void it_is_told_whole_and_then_what_changed(void **state) {
    char folder[300];
    struct house h = open_den(folder);
    int looks = watch(&h), other = watch(&h);
    say(&h, looks, "{\"Watch\": {\"lifeos\": true}}");
    const char *heard = hear(&h, looks, "{\"Sensors\"");
    assert_non_null(strstr(heard, "{\"Pose\":{\"time_us\":"));
    assert_non_null(strstr(heard, "\"application\":\"game.urf\",\"drive\":\"want\",\"behaviour\":\"\""));
    assert_non_null(strstr(heard, "\"drives\":[{\"name\":\"want\",\"value\":42,\"wins\":true}]"));
    assert_non_null(strstr(heard, "{\"name\":\"sensors\",\"state\":\"IDLE\",\"failures\":0}"));
    const char *properties = strstr(heard, "{\"Properties\":");
    assert_non_null(properties);
    assert_non_null(strstr(properties, "\"whole\":true,\"list\":["));
    assert_non_null(strstr(properties, "{\"id\":8,\"name\":\"mood\",\"value\":3}"));
    const char *sensors = strstr(heard, "{\"Sensors\":");
    assert_non_null(strstr(sensors, "\"whole\":true,\"list\":[{\"sensor\":0,\"name\":\"hit\",\"value\":0,"));
    assert_non_null(strstr(sensors, "{\"sensor\":6,\"name\":\"head\",\"value\":0,\"times\":0}"));
    for (int i = 0; i < 4; i++) pass(&h); // what changed before is told again to those who know it
    hear(&h, looks, "\"viewers\":2,\"view\"");
    say(&h, looks, "{\"Pet\": {\"what\": \"pleo\", \"spot\": 0, \"seconds\": 5}}");
    say(&h, looks, "{\"Monitor\": {\"line\": \"access use\"}}");
    say(&h, looks, "{\"Monitor\": {\"line\": \"property set mood 0\"}}");
    for (int i = 0; i < 20; i++) pass(&h);
    heard = all_so_far(&h, looks);
    assert_non_null(strstr(heard, "{\"sensor\":6,\"name\":\"head\",\"value\":1,\"times\":1}"));
    assert_non_null(strstr(heard, "\"whole\":false,\"list\":[{\"id\":8,\"name\":\"mood\",\"value\":0}]"));
    assert_null(strstr(heard, "\"name\":\"chin\""));     // nobody touched it
    assert_null(strstr(heard, "{\"Doing\""));            // nothing else began
    assert_int_equal(times(heard, "\"head 1\""), 1);     // a line of the log is told once
    assert_in_range(times(heard, "{\"Sensors\""), 1, 7); // ten times a second at most
    heard = all_so_far(&h, other);
    assert_null(strstr(heard, "{\"Sensors\"")); // who has not asked is not told
    close(looks), close(other);
    close_house(&h);
}

static bool card_in(struct house *h) { return pleo_card(run_soul(play_run(h->play), 0)) != NULL; }

static void his_card_comes_and_goes_by_hand(void **state) {
    char folder[300];
    struct house h = open_den(folder);
    int fd = watch(&h);
    assert_true(card_in(&h));
    say(&h, fd, "{\"Card\": {\"what\": \"pleo\", \"in\": false}}");
    live(&h, 100);
    assert_false(card_in(&h));
    say(&h, fd, "{\"Card\": {\"what\": \"pleo\", \"path\": \"/etc\"}}"); // a page names no files
    assert_non_null(strstr(hear(&h, fd, "\"Refused\""), "a page names no files"));
    live(&h, 100);
    assert_false(card_in(&h));
    say(&h, fd, "{\"Card\": {\"what\": \"pleo\"}}"); // the one that was there
    live(&h, 100);
    assert_true(card_in(&h));
    assert_string_equal(pleo_card(run_soul(play_run(h.play), 0))->path, folder);
    say(&h, fd, "{\"Knobs\": {}}"); // those of robots on treads are not his
    assert_non_null(strstr(hear(&h, fd, "\"Refused\""), "nothing of it can be set"));
    close(fd);
    close_house(&h);
}

TESTS(cmocka_unit_test(it_is_told_whole_and_then_what_changed),
      cmocka_unit_test(his_card_comes_and_goes_by_hand))
