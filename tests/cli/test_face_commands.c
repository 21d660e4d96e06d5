// The commands of the group face that have to do with screens, run as a person runs them.
#include "cli/run.h"

#include "base/system/file.h"
#include "codec/picture/png.h"

static struct ran *ran;
static char png[1024], raw[1024], other[1024];

#define FACE(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "face", __VA_ARGS__, NULL}))

static int find_files(void **state) {
    const char *folder = temp_folder();
    snprintf(png, sizeof png, "%s/screen.png", folder);
    snprintf(raw, sizeof raw, "%s/screen.raw", folder);
    snprintf(other, sizeof other, "%s/other.raw", folder);
    return 0;
}

static struct bytes whole(const char *path) {
    static struct buf bytes[2];
    static int turn;
    struct buf *b = &bytes[turn++ % 2];
    buf_clear(b);
    assert_int_equal(file_read(path, 64 << 20, b, NULL), ERR_NONE);
    return (struct bytes){b->at, b->len};
}

static void screens_and_pictures_are_listed(void **state) {
    FACE("screens");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "weather  thunderstorm\n"));
    assert_non_null(strstr(ran->out, "trigger  TemperatureNegDoubleDig -> temperature_negative_double\n"));
    FACE("screens", "--pictures", "-r", "cozmo");
    assert_non_null(strstr(ran->out, "face_asleep                        75  loop   ours\n"));
    FACE("faults", "915");
    assert_string_equal(ran->out, "915  mind does not answer (it starts again by itself)\n");
    FACE("faults", "7");
    assert_int_equal(ran->code, 1);
    FACE("faults", "seven");
    assert_int_equal(ran->code, 2);
}

static void a_screen_is_a_picture_or_raw_pixels(void **state) {
    struct pixels picture;
    FACE("screen", "snow", "--temperature", "-12", "--scale", "2", "-o", png);
    assert_int_equal(ran->code, 0);
    assert_int_equal(png_decode(whole(png), 3, &picture, NULL), ERR_NONE);
    assert_int_equal(picture.width, 368);
    assert_int_equal(picture.height, 192);
    pixels_free(&picture);
    FACE("screen", "rain", "--seconds", "1", "--scale", "1", "-o", png);
    struct bytes moving = whole(png);
    assert_non_null(memmem(moving.at, moving.len, "acTL\0\0\0\x1e", 8)); // thirty pictures
    FACE("screen", "boot", "--at", "1.2", "-o", raw);
    FACE("screen", "boot", "--at", "1.2", "--high-first", "-o", other);
    struct bytes low = whole(raw), high = whole(other);
    assert_int_equal(low.len, 184 * 96 * 2);
    assert_int_equal(high.len, low.len);
    unsigned lit = 0;
    for (size_t i = 0; i < low.len; i += 2) {
        assert_int_equal(low.at[i], high.at[i + 1]);
        assert_int_equal(low.at[i + 1], high.at[i]);
        lit += low.at[i] | low.at[i + 1] ? 1 : 0;
    }
    assert_true(lit > 300);
    FACE("screen", "boot", "--seconds", "0.5", "-o", raw); // a movie as robots have it
    assert_int_equal(whole(raw).len, 15 * 184 * 96 * 2);
    FACE("screen", "fault", "702", "-r", "cozmo", "-o", raw);
    assert_int_equal(whole(raw).len, 128 * 64 * 2);
    FACE("screen", png, "-o", raw); // a file of one's own
    assert_int_equal(ran->code, 0);
}

static size_t count(const char *in, const char *what) {
    size_t found = 0;
    for (const char *at = in; (at = strstr(at, what)); at += strlen(what)) found++;
    return found;
}

static void a_terminal_gets_what_changed(void **state) {
    static char said[1 << 20];
    char command[1500];
    size_t once = 0;
    for (int turn = 0; turn < 2; turn++) { // nothing moves in a text: three times as long is no more
        snprintf(command, sizeof command, "'%s' face screen text hi --terminal --seconds %s > '%s'",
                 getenv("CRITTER"), turn ? "0.3" : "0.1", other);
        assert_int_equal(system(command), 0);
        struct bytes got = whole(other);
        assert_true(got.len < sizeof said);
        memcpy(said, got.at, got.len);
        said[got.len] = 0;
        if (turn) assert_int_equal(count(said, "\xe2\x96\x80"), once);
        once = count(said, "\xe2\x96\x80");
        assert_int_equal(once, 184 * 48);
        assert_non_null(strstr(said, "\x1b[?25h")); // the cursor is back
    }
}

// Ended while it draws: plain letters and the cursor come back.
static void a_terminal_is_left_as_it_was(void **state) {
    char command[3500];
    snprintf(command, sizeof command,
             "'%s' face screen snow --terminal --seconds 60 > '%s' & p=$!; while ! [ -s '%s' ]; do sleep "
             "0.02; done; "
             "kill -TERM $p; wait $p 2>/dev/null",
             getenv("CRITTER"), other, other);
    unlink(other);
    assert_true(system(command) != 0);
    struct bytes got = whole(other);
    assert_true(got.len > 11);
    assert_memory_equal(got.at + got.len - 11, "\x1b[0m\x1b[?25h\n", 11);
}

static void mistakes_are_answered(void **state) {
    static const char *const WRONG[][4] = {
        {"draw", "happy", "--style", "pleo"},   {"draw", "happy", "--glitch", "x:1"},
        {"draw", "happy", "--glitch", "s:185"}, {"screen", "rain", "snow", "-o"},
        {"screen", "fault", "915", "916"},      {"screen", "text", "", "-t"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        FACE(WRONG[i][0], WRONG[i][1], WRONG[i][2], WRONG[i][3], i == 3 ? png : "--scale",
             i == 3 ? NULL : "1");
        if (ran->code != 2) fail_msg("%s %s %s: %d", WRONG[i][0], WRONG[i][1], WRONG[i][2], ran->code);
    }
    FACE("screen");
    assert_int_equal(ran->code, 2);
    FACE("screen", "raim");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "did you mean \"rain\"?"));
    FACE("screen", "fault", "1000");
    assert_int_equal(ran->code, 1);
    FACE("screen", "cards", "11_hearts");
    assert_non_null(strstr(ran->err, "10_hearts,king_spades,back"));
    FACE("screen", "/nowhere.png");
    assert_non_null(strstr(ran->err, "/nowhere.png"));
    FACE("screen", "rain", "--resources", "/nowhere");
    assert_int_equal(ran->code, 1);
    FACE("screen", "rain", "-r", "pleo");
    assert_int_equal(ran->code, 2);
    FACE("screen", "rain", "-o", "/nowhere/there.png");
    assert_int_equal(ran->code, 1);
}

// The pictures on the pages are what the program draws today, to the pixel.
static void the_pages_show_what_is_drawn_today(void **state) {
    static const char *const PAGES[][9] = {
        {"faces-vector.png", "face", "sheet"},
        {"faces-cozmo.png", "face", "sheet", "--style", "cozmo", "--columns", "7"},
        {"screens-vector.png", "face", "screens", "--columns", "5"},
        {"screens-cozmo.png", "face", "screens", "-r", "cozmo", "--columns", "7"},
        {"clip-cozmo.png", "clip", "play", "anim_poked_giggle", "-r", "cozmo", "-t", "/dev/null"},
        {"speaking-vector.png", "say", "--helper", "none", "Is it you? It is YOU! Shall we play?"},
        {"clip-vector.png", "clip", "play", "anim_mood_angry_01", "-r", "vector", "-t", "/dev/null"}};
    for (size_t i = 0; i < sizeof PAGES / sizeof *PAGES; i++) {
        const char *argv[16] = {getenv("CRITTER")};
        int argc = 1;
        char page[1024];
        struct pixels drawn, shown;
        for (int k = 1; k < 9 && PAGES[i][k]; k++) argv[argc++] = PAGES[i][k];
        argv[argc++] = strcmp(PAGES[i][1], "face") ? "--strip" : "--output";
        argv[argc++] = png;
        ran = run_child(NULL, argv);
        assert_int_equal(ran->code, 0);
        snprintf(page, sizeof page, "%s/docs/pictures/%s", getenv("SOURCE"), PAGES[i][0]);
        assert_int_equal(png_decode(whole(png), 3, &drawn, NULL), ERR_NONE);
        assert_int_equal(png_decode(whole(page), 3, &shown, NULL), ERR_NONE);
        bool same = drawn.width == shown.width && drawn.height == shown.height;
        for (unsigned y = 0; same && y < drawn.height; y++)
            same = !memcmp(pixels_at(&drawn, 0, y), pixels_at(&shown, 0, y), (size_t)drawn.width * 3);
        if (!same) fail_msg("%s is not what is drawn today: critter %s %s", page, argv[1], argv[2]);
        pixels_free(&drawn);
        pixels_free(&shown);
    }
}

TESTS(cmocka_unit_test_setup(screens_and_pictures_are_listed, find_files),
      cmocka_unit_test(a_screen_is_a_picture_or_raw_pixels), cmocka_unit_test(a_terminal_gets_what_changed),
      cmocka_unit_test(the_pages_show_what_is_drawn_today), cmocka_unit_test(a_terminal_is_left_as_it_was),
      cmocka_unit_test(mistakes_are_answered))
