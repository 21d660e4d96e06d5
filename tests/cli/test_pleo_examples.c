// The examples for Pleo, as their page says: built by the kit, played in their own scenario, and what their
// scripts print.
#include "cli/run.h"

#include "base/hash.h"
#include "base/maths/chance.h"
#include "base/system/file.h"
#include "border/card.h"
#include "codec/picture/jpeg.h"
#include "pleo/os/properties.h"

#include <stdlib.h>
#include <time.h>

#define CRITTER(...) run_child(NULL, (const char *const[]){getenv("CRITTER"), __VA_ARGS__, NULL})

static int go_there(void **state) {
    assert_int_equal(chdir(temp_folder()), 0);
    char from[500];
    snprintf(from, sizeof from, "%s/examples/pleo/.", getenv("SOURCE"));
    return run_child(NULL, (const char *const[]){"/bin/cp", "-r", from, ".", NULL})->code;
}

static struct ran *build_and_play(const char *name, const char *seconds, const char *card) {
    char scenario[60];
    struct ran *ran = CRITTER("pleo", "build", name, "rebuild");
    if (ran->code || strstr(ran->out, "warning")) fail_msg("%s: %s%s", name, ran->out, ran->err);
    snprintf(scenario, sizeof scenario, "%s/try.json", name);
    ran = card ? CRITTER("sim", scenario, "--seconds", seconds, "--text", "--card", card)
               : CRITTER("sim", scenario, "--seconds", seconds, "--text");
    if (ran->code || strstr(ran->out, "ERROR")) fail_msg("%s: %s%s", name, ran->out, ran->err);
    return ran;
}

// Each expectation is looked for after the one before it.
static void prints(const char *name, const struct ran *ran, const char *const *expected) {
    const char *at = ran->out;
    for (; *expected; expected++) {
        const char *found = strstr(at, *expected);
        if (!found) fail_msg("%s: \"%s\" is not in:\n%s", name, *expected, at);
        at = found + strlen(*expected);
    }
}

// Where the remote control's keys turned his neck: a joint has arrived when it is as near as a degree or two.
static void neck_is(const struct ran *ran, char key, int up, int across) {
    char line[20];
    int is_up = 99, is_across = 99;
    snprintf(line, sizeof line, "key %c: neck at ", key);
    const char *at = strstr(ran->out, line);
    if (at) sscanf(at + strlen(line), "%d and %d", &is_up, &is_across);
    if (abs(is_up - up) > 2 || abs(is_across - across) > 2) fail_msg("%s%d and %d", line, is_up, is_across);
}

static void every_example_does_what_its_page_says(void **state) {
    static const struct {
        const char *name, *seconds, *prints[9], *never;
    } TABLE[] = {
        {"feel", "6", {"head: 1\n", "head: 0\n", "back: 1\n", "touch_tap: 10\n", "hit: 6\n"}, "chin"},
        {"nod", "7", {"nodded at 100 percent, 15", "nodded at 200 percent, 7"}, NULL},
        {"remote", "8", {"key 2: ", "key 4: ", "key 5: "}, "key 6"},
        {"needs",
         "13",
         {"is content\n", "hunger 45\n", "hunger 65\n", "eats a leaf", "is content\n"},
         "hunger 75"},
        {"moods", "9", {"mood 2 plays nod\n", "mood 3 plays droop\n"}, "plays answer"},
        {"words", "10", {"hears word 6\n", "hears word 10\n"}, "word 11"},
        {"packets", "2", {"v1 - Critter\n", "s052a\n", "s052a\n", "x\n"}, "hey"},
        {"two",
         "30",
         {" meets ", " meets ", "was stroked 1 times", "hears that ", " misses ", " misses "},
         "2 times"},
    };
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        const struct ran *ran = build_and_play(TABLE[i].name, TABLE[i].seconds, NULL);
        prints(TABLE[i].name, ran, TABLE[i].prints);
        if (!strcmp(TABLE[i].name, "remote"))
            neck_is(ran, '2', 20, 0), neck_is(ran, '4', 20, 20), neck_is(ran, '5', 0, 0);
        if (TABLE[i].never && strstr(ran->out, TABLE[i].never)) fail_msg("%s: %s", TABLE[i].name, ran->out);
    }
}

static void the_diary_is_there_the_next_time(void **state) {
    prints("diary", build_and_play("diary", "5", "diary/build"),
           (const char *const[]){"stroked 0 times so far\n", NULL});
    const struct ran *ran =
        CRITTER("sim", "diary/try.json", "--seconds", "1", "--text", "--card", "diary/build");
    prints("diary", ran, (const char *const[]){"stroked 2 times so far\n", NULL});
    struct buf diary = {0};
    assert_int_equal(file_read("diary/build/diary.txt", 1000, &diary, NULL), ERR_NONE);
    buf_byte(&diary, 0);
    assert_string_equal((const char *)diary.at, "202603011600 stroked\n202603011600 stroked\n");
    buf_free(&diary);
}

// What the reference compiler (pawncc 3.3.3951M, built from its public history) makes of the same sources and
// options: our compiler writes its very bytes. An example that is changed is compiled with both of them anew.
static void the_reference_compiler_makes_the_same_bytes(void **state) {
    static const struct {
        const char *project, *script;
        size_t len;
        uint32_t crc;
    } TABLE[] = {
        {"diary", "sensors", 1232, 0xaa5a00fe},  {"feel", "sensors", 420, 0xa4174907},
        {"moods", "sensors", 752, 0x61ffe1c5},   {"needs", "ask", 388, 0xfb5a5049},
        {"needs", "idle", 236, 0xcf5a8729},      {"needs", "main", 892, 0x7a741312},
        {"needs", "sensors", 492, 0xe4c8528b},   {"nod", "sensors", 656, 0xce08c5d1},
        {"packets", "main", 484, 0xf9b2c961},    {"packets", "sensors", 648, 0xf61197ec},
        {"remote", "sensors", 1456, 0xc2a3e46f}, {"two", "sensors", 1320, 0xdec1f977},
        {"words", "sensors", 432, 0xa5aba1a0},   {"fresh", "main", 348, 0x68fc669b},
        {"fresh", "sensors", 592, 0x42d88990},
    };
    assert_int_equal(CRITTER("pleo", "new", "fresh")->code, 0);
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
        char path[100];
        struct buf image = {0};
        if (!i || strcmp(TABLE[i].project, TABLE[i - 1].project) != 0)
            assert_int_equal(CRITTER("pleo", "build", TABLE[i].project)->code, 0);
        snprintf(path, sizeof path, "%s/temp/scripts/%s.amx", TABLE[i].project, TABLE[i].script);
        assert_int_equal(file_read(path, 65536, &image, NULL), ERR_NONE);
        if (image.len != TABLE[i].len || crc32_ieee(0, image.at, image.len) != TABLE[i].crc)
            fail_msg("%s: %zu bytes, 0x%08x", path, image.len, (unsigned)crc32_ieee(0, image.at, image.len));
        buf_free(&image);
    }
}

// His camera: a green thing at his right, low before his nose; its mean; and a picture of it, one at a time.
static const char LOOKS[] =
    "#include <Camera.inc>\n#include <Log.inc>\n#include <Sensor.inc>\n#include <Script.inc>\n"
    "main() { new y, u, v, map, x1, y1, x2, y2;\n"
    "camera_enable(true); camera_track_enable(true); camera_set_color_preset(color_map_green); sleep 1000;\n"
    "camera_request_average(0, 0, 9999, 9999); sleep 500;\n"
    "printf(\"mean %d\\n\", camera_get_average(y, u, v) && y > 20 && y < 200);\n"
    "printf(\"place %d\\n\", sensor_read(SENSOR_TRACKABLE_OBJECT));\n"
    "printf(\"object %d\\n\", camera_get_object(map, x1, y1, x2, y2) && map == 0 && x1 < x2 && y1 < y2);\n"
    "printf(\"takes %d\\n\", camera_take_picture(\"a:me.jpg\"));\n"
    "printf(\"takes %d\\n\", camera_take_picture(\"a:two.jpg\")); sleep 100000; }\n";

static void what_he_sees_is_told_and_kept(void **state) {
    static const char ROOM[] = "{\"robots\": [{\"creature\": \"pleo\", \"soul\": true}], \"things\": "
                               "[{\"tag\": {\"name\": \"leaf\", "
                               "\"tag\": 18, \"x_m\": 0.6, \"y_m\": -0.1, \"length_m\": 0.1, \"width_m\": "
                               "0.12, \"height_m\": 0.2}}]}";
    assert_int_equal(CRITTER("pleo", "new", "looks")->code, 0);
    assert_int_equal(file_write("looks/main.p", LOOKS, sizeof LOOKS - 1, NULL), ERR_NONE);
    assert_int_equal(file_write("room.json", ROOM, sizeof ROOM - 1, NULL), ERR_NONE);
    struct ran *ran = CRITTER("pleo", "build", "looks");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
    ran = CRITTER("sim", "room.json", "--seconds", "3", "--text", "--card", "looks/build");
    prints("looks", ran,
           (const char *const[]){"mean 1\n", "place 9\n", "object 1\n", "takes 1\n", "takes 0\n",
                                 "a:me.jpg is a picture now", NULL});
    struct buf jpeg = {0};
    struct jpeg_reading how;
    struct pixels picture = {0};
    struct fault fault = {0};
    jpeg_reading_defaults(&how);
    assert_int_equal(file_read("looks/build/me.jpg", 1 << 20, &jpeg, NULL), ERR_NONE);
    if (jpeg_decode((struct bytes){jpeg.at, jpeg.len}, &how, &picture, &fault)) fail_msg("%s", fault.said);
    const uint8_t *leaf = pixels_at(&picture, picture.width * 13 / 16, picture.height * 13 / 16);
    assert_true(picture.channels == 3 && leaf[1] > leaf[0] * 5 / 4 &&
                leaf[1] > leaf[2] * 5 / 4); // it is green
    assert_false(file_exists("looks/build/two.jpg"));
    pixels_free(&picture);
    buf_free(&jpeg);
}

// He saves his properties at every turn, and goes on from them when he wakes. CRITTER_KILLS: how often.
enum { AGE = 4 }; // published
static const char KEEPS[] = "#include <Property.inc>\n#include <Script.inc>\n#include <File.inc>\n"
                            "public init() if (file_exists(\"a:kept\")) property_load(\"a:kept\");\n"
                            "main() { property_set(property_age, get(property_age) + 1); "
                            "property_save(\"a:kept\"); }\n";

static void killed_at_any_moment_what_he_keeps_is_whole(void **state) {
    unsigned kills = getenv("CRITTER_KILLS") ? (unsigned)atoi(getenv("CRITTER_KILLS")) : 8, written = 0;
    struct chance dice = chance_of(7, chance_stream("kills"), 0);
    static const char DEN[] = "{\"robots\": [{\"creature\": \"pleo\", \"soul\": true}]}";
    assert_int_equal(CRITTER("pleo", "new", "keeps")->code, 0);
    assert_int_equal(file_write("keeps/main.p", KEEPS, sizeof KEEPS - 1, NULL), ERR_NONE);
    assert_int_equal(file_write("den.json", DEN, sizeof DEN - 1, NULL), ERR_NONE);
    struct ran *ran = CRITTER("pleo", "build", "keeps");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
    int32_t age = 0;
    for (unsigned i = 0; i < kills; i++) {
        const char *const words[] = {getenv("CRITTER"), "sim",    "den.json",    "--seconds", "100000",
                                     "--quiet",         "--card", "keeps/build", NULL};
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (!pid) {
            end_with_test();
            execv(words[0], (char *const *)(uintptr_t)words);
            _exit(127);
        }
        bool first = !written; // the first time until there is something
        if (first) assert_soon(file_exists("keeps/build/kept"));
        nanosleep(&(struct timespec){.tv_nsec = 1000000 + chance_below(&dice, 60000000)}, NULL);
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
        struct buf kept = {0};
        struct properties properties = {0};
        struct fault fault = {0};
        assert_int_equal(file_read("keeps/build/kept", 65536, &kept, NULL), ERR_NONE);
        if (properties_read(&properties, (const char *)kept.at, kept.len, &fault))
            fail_msg("after %u kills: %s", i + 1, fault.said);
        buf_free(&kept);
        int32_t now = 0;
        for (uint32_t k = 0; k < properties.count; k++)
            if (properties.ids[k] == AGE) now = properties.values[k];
        assert_true(now >= age && now > 0); // nothing that was kept is lost
        written += now > age;
        age = now;
    }
    assert_true(written > 0);
    print_message("# killed %u times, he had gone on %u times, to %d\n", kills, written, age);
    struct card *card = card_open("keeps/build", NULL);
    assert_non_null(card); // and no litter: the application and what he keeps
    assert_true(card->count <= 3);
    card_free(card);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example_does_what_its_page_says),
        cmocka_unit_test(the_diary_is_there_the_next_time),
        cmocka_unit_test(the_reference_compiler_makes_the_same_bytes),
        cmocka_unit_test(what_he_sees_is_told_and_kept),
        cmocka_unit_test(killed_at_any_moment_what_he_keeps_is_whole),
    };
    return support_run(argc, argv, tests, go_there, NULL);
}
