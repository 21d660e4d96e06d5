// `critter say` as a person runs it: sound, words, the face that goes with them, and every way to ask
// wrongly.
#include "cli/run.h"

#include "base/system/file.h"
#include "codec/picture/png.h"
#include "codec/sound/wav.h"

static struct ran *ran;
static char wav[1024], png[1024], strip[1024];

#define SAY(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "say", __VA_ARGS__, NULL}))

static int find_files(void **state) {
    const char *folder = temp_folder();
    snprintf(wav, sizeof wav, "%s/say.wav", folder);
    snprintf(png, sizeof png, "%s/say.png", folder);
    snprintf(strip, sizeof strip, "%s/strip.png", folder);
    return 0;
}

static struct bytes whole(const char *path) {
    static struct buf bytes;
    buf_clear(&bytes);
    assert_int_equal(file_read(path, 64 << 20, &bytes, NULL), ERR_NONE);
    return (struct bytes){bytes.at, bytes.len};
}

// That a file was written, and nothing else.
static void assert_only_written(void) {
    assert_ptr_equal(strstr(ran->err, "wrote "), ran->err);
    assert_int_equal(strcspn(ran->err, "\n") + 1, strlen(ran->err));
}

static void every_language_and_mood(void **state) {
    static const char *const ALL[][3] = {
        {"en-US", "neutral", "Hello there"},           {"en-GB", "happy", "Hello there"},
        {"en-AU", "excited", "Hello there"},           {"de-DE", "sad", "Da bist du ja wieder"},
        {"fr-FR", "angry", "Bonjour mon ami"},         {"ja-JP", "sleepy", "こんにちは"},
        {"en-US", "scared", "What is that over there"}};
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
        SAY("-l", ALL[i][0], "-m", ALL[i][1], ALL[i][2], "-o", wav);
        assert_int_equal(ran->code, 0);
        assert_only_written();
        assert_true(whole(wav).len > 22050 * 2 * 3 / 10);
    }
}

static void the_face_is_drawn_moving_and_side_by_side(void **state) {
    struct pixels picture;
    for (int cozmo = 0; cozmo < 2; cozmo++) {
        SAY("-r", cozmo ? "cozmo" : "vector", "--helper", "none", "Hello, it is me. Shall we?", "-f", png,
            "--strip", strip, "--scale", "2", "-o", wav);
        assert_int_equal(ran->code, 0);
        assert_int_equal(png_decode(whole(strip), 3, &picture, NULL), ERR_NONE);
        assert_int_equal(picture.width, 8 * (cozmo ? 132 : 188) * 2);
        pixels_free(&picture);
        struct bytes moving = whole(png);
        const uint8_t *frames = memmem(moving.at, moving.len, "acTL", 4);
        assert_non_null(frames);
        assert_in_range(frames[6] << 8 | frames[7], 60, 120); // 33 ms each
        assert_int_equal(png_decode(moving, 3, &picture, NULL), ERR_NONE);
        assert_int_equal(picture.width, cozmo ? 256 : 368);
        assert_int_equal(picture.height, cozmo ? 128 : 192);
        pixels_free(&picture);
    }
    unlink(wav);
    SAY("--strip", "-", "only a face"); // no sound is asked for
    assert_int_equal(ran->code, 0);
    assert_memory_equal(ran->out, "\x89PNG", 4);
    assert_false(file_exists(wav));
}

static void words_have_their_lines(void **state) {
    SAY("--words", "-", "-o", wav, "one two three");
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "      0 one\n"));
    assert_non_null(strstr(ran->out, " three\n"));
    assert_null(strstr(ran->out, "seconds")); // only words are there
}

static void what_is_odd_is_told(void **state) {
    SAY("-l", "xx-YY", "hello", "-o", wav);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->err, "no voice speaks xx-YY"));
    SAY("-l", "ja-JP", "漢字 漢字", "-o", wav);
    assert_int_equal(ran->code, 0);
    const char *told = strstr(ran->err, "espeak-ng spells Chinese signs");
    assert_true(told && !strstr(told + 1, "espeak-ng spells")); // once
    SAY("-l", "ja-JP", "こんにちは", "-o", wav);
    assert_only_written();
    SAY("--helper", "/nonexistent/voice", "hello", "-o", wav);
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->err, "tones replace the words"));
}

static void what_is_wrong_is_refused(void **state) {
    static const struct {
        int code;
        const char *line[6], *said;
    } ALL[] = {
        {2, {"hello"}, "--output is needed"},
        {2, {"-o", wav}, "TEXT"},
        {1, {"", "-o", wav}, "nothing to say"},
        {1, {"\xff\xfe", "-o", wav}, "UTF-8"},
        {2, {"-m", "silly", "hello", "-o", wav}, "expected one of neutral, happy"},
        {2, {"-r", "pleo", "hello", "-o", wav}, "expected vector or cozmo"},
        {2, {"-d", "30", "hello", "-o", wav}, "0.05 to 20"},
        {2, {"-p", "nan", "hello", "-o", wav}, "-p: expected a number"},
        {2, {"-w", "-", "hello", "-o", "-"}, "cannot go to stdout together"},
        {2, {"--scale", "9", "hello", "-o", wav}, "1 to 8"},
        {1, {"hello", "-o", "/nonexistent/x.wav"}, "/nonexistent/x.wav"},
        {1, {"hello", "--strip", "/nonexistent/x.png"}, "/nonexistent/x.png"},
        {1, {"-c", "/nonexistent/tts.json", "hello", "-o", wav}, "/nonexistent/tts.json"},
    };
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
        unlink(wav);
        SAY(ALL[i].line[0], ALL[i].line[1], ALL[i].line[2], ALL[i].line[3], ALL[i].line[4], ALL[i].line[5]);
        if (ran->code != ALL[i].code || !strstr(ran->err, ALL[i].said))
            fail_msg("%zu: exit code %d, said: %s", i, ran->code, ran->err);
        assert_false(file_exists(wav)); // nothing half-written
    }
}

TESTS(cmocka_unit_test_setup(every_language_and_mood, find_files),
      cmocka_unit_test(the_face_is_drawn_moving_and_side_by_side), cmocka_unit_test(words_have_their_lines),
      cmocka_unit_test(what_is_odd_is_told), cmocka_unit_test(what_is_wrong_is_refused))
