// The guide's first walk, as an owner goes it: a project from the template, one line added, built, the card
// put in, the head touched; and the beep is heard.
#include "cli/run.h"

#include "base/system/file.h"
#include "codec/sound/wav.h"

static struct ran *ran;
#define CRITTER(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), __VA_ARGS__, NULL}))

static const char WORLD[] =
    "{\"robots\": [{\"creature\": \"pleo\", \"soul\": true, \"battery\": 1}], \"timeline\": ["
    "{\"at_s\": 0.5, \"do\": {\"pet\": {\"what\": \"pleo\", \"spot\": 0, \"seconds\": 0.2}}},"
    "{\"at_s\": 1, \"do\": {\"card\": {\"what\": \"pleo\", \"path\": \"hello/build\"}}},"
    "{\"at_s\": 2, \"do\": {\"pet\": {\"what\": \"pleo\", \"spot\": 0, \"seconds\": 1}}},"
    "{\"at_s\": 4, \"do\": {\"card\": {\"what\": \"pleo\", \"in\": false}}},"
    "{\"at_s\": 5, \"do\": {\"pet\": {\"what\": \"pleo\", \"spot\": 0, \"seconds\": 0.2}}}]}";

static int go_there(void **state) { return chdir(temp_folder()); }

static void replace(const char *path, const char *from, const char *to) {
    struct buf file = {0}, out = {0};
    assert_int_equal(file_read(path, 1 << 20, &file, NULL), ERR_NONE);
    const char *text = (const char *)file.at, *at = strstr(text, from);
    assert_non_null(at);
    buf_bytes(&out, text, (size_t)(at - text));
    buf_text(&out, to);
    buf_text(&out, at + strlen(from));
    assert_int_equal(file_write(path, out.at, out.len, NULL), ERR_NONE);
    buf_free(&file), buf_free(&out);
}

// The first and the last second in which something is heard while the card is in.
static void heard(const char *path, double from, double to, double *first, double *last) {
    struct buf file = {0};
    struct wav wav;
    assert_int_equal(file_read(path, 1 << 24, &file, NULL), ERR_NONE);
    assert_int_equal(wav_read((struct bytes){file.at, file.len}, &wav, NULL), ERR_NONE);
    *first = *last = -1;
    for (size_t i = 0; i < wav.frames; i++) {
        int sample = wav_s16(&wav, i, 0);
        double now = (double)i / wav.rate;
        if ((sample < 2000 && sample > -2000) || now < from || now > to) continue;
        *last = now;
        if (*first < 0) *first = *last;
    }
    buf_free(&file);
}

static void begin(void) {
    CRITTER("pleo", "new", "hello");
    assert_int_equal(ran->code, 0);
    replace("hello/sensors.p", "// case SENSOR_HEAD:", "case SENSOR_HEAD:");
    replace("hello/sensors.p", "//   sound_play(snd_beep);", "  sound_play(snd_beep);");
    CRITTER("pleo", "build", "hello");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
    assert_int_equal(file_write("walk.json", WORLD, strlen(WORLD), NULL), ERR_NONE);
}

static void the_head_is_touched_and_the_beep_is_heard(void **state) {
    double first, last;
    begin();
    CRITTER("sim", "walk.json", "--seconds", "6", "--sound", "out.wav", "--record", "day.world");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
    heard("out.wav", 1.04, 4, &first, &last);
    // With a touch and with letting go, and not before; his own application is silent while the card is in.
    if (first < 2.0 || first > 2.06 || last < 3.2 || last > 3.7)
        fail_msg("heard from %g to %g s", first, last);
    CRITTER("replay", "day.world.pleo.life", "--verify");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
    CRITTER("replay", "day.world", "--verify");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
}

static void a_life_is_not_lived_again_with_another_card(void **state) {
    begin();
    CRITTER("sim", "walk.json", "--seconds", "3", "--record", "day.world");
    assert_int_equal(ran->code, 0);
    assert_int_equal(file_write("hello/build/more.txt", "more", 4, NULL), ERR_NONE);
    CRITTER("replay", "day.world.pleo.life", "--verify");
    assert_int_equal(ran->code, 1);
    if (!strstr(ran->err, "not the files that were on the card")) fail_msg("%s", ran->err);
}

static void a_card_is_given_on_the_command_line(void **state) {
    double first, last;
    begin();
    replace("walk.json",
            "{\"at_s\": 1, \"do\": {\"card\": {\"what\": \"pleo\", \"path\": \"hello/build\"}}},", "");
    CRITTER("sim", "walk.json", "--card", "hello/build/hello.urf", "--seconds", "3", "--sound", "out.wav");
    if (ran->code) fail_msg("%s%s", ran->out, ran->err);
    heard("out.wav", 0, 3, &first, &last);
    if (first < 0.5 || first > 0.56) fail_msg("heard from %g s", first);
    CRITTER("sim", "walk.json", "--card", "no/such.urf", "--seconds", "3");
    assert_int_equal(ran->code, 1);
    if (!strstr(ran->err, "no/such.urf")) fail_msg("%s", ran->err);
    CRITTER("sim", "desk", "--card", "hello/build", "--seconds", "1");
    assert_int_equal(ran->code, 1);
    if (!strstr(ran->err, "no Pleo here")) fail_msg("%s", ran->err);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_head_is_touched_and_the_beep_is_heard, go_there),
        cmocka_unit_test_setup(a_life_is_not_lived_again_with_another_card, go_there),
        cmocka_unit_test_setup(a_card_is_given_on_the_command_line, go_there),
    };
    return support_run(argc, argv, tests, NULL, NULL);
}
