// A robot that hears for itself: somebody in its world says its name and then a phrase, in a voice, and he
// does it. It is one life whoever helps to listen, and replays without a recogniser.
#include "support/support.h"

#include "base/maths/maths.h"
#include "base/system/file.h"
#include "base/system/log.h"
#include "codec/sound/wav.h"
#include "mind/intent/intent.h"
#include "robot/robot.h"
#include "run/asking.h"
#include "run/play.h"
#include "run/replay.h"
#include "run/run.h"
#include "run/settings/settings.h"
#include "stage/library/library.h"
#include "voice/flite.h"
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

static const char TALK[] =
    "{\"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"person\": {\"name\": \"ann\", \"x_m\": 0.4,"
    " \"y_m\": 0.1, \"height_m\": 0.3}}], \"timeline\": ["
    "{\"at_s\": 7, \"do\": {\"say\": {\"who\": \"ann\", \"voice\": \"rms\", \"words\": \"hey vector\","
    " \"level_db\": 75}}},"
    "{\"at_s\": 10, \"do\": {\"say\": {\"who\": \"ann\", \"voice\": \"rms\", \"words\": \"%s\","
    " \"level_db\": 75}}}]}";

static struct decoder *decoder; // one for all lives
static int begin(void **state) { return (decoder = decoder_new(NULL)) ? 0 : -1; }
static int end(void **state) { return decoder_free(decoder), 0; }

static void need_speech(void) {
    struct fault fault = {0};
    struct buf said = {0};
    bool there = !decoder_check(decoder, &fault) && !flite_say("rms", "hello", &said, &fault);
    buf_free(&said);
    if (!there) print_message("%s\n", fault.said), skip();
}

struct lived {
    uint64_t world, soul;
    uint32_t woken, wanted, over, others, told;
};
static void watch(void *user, struct play *play, int life) {
    struct lived *l = user;
    const struct life_event *events;
    size_t count = robot_events(robot_of(run_soul(play_run(play), 0)), &events);
    for (size_t i = 0; i < count; i++) {
        l->woken += events[i].kind == LIFE_EVENT_KIND_WAKE_WORD;
        if (events[i].kind == LIFE_EVENT_KIND_INTENT) l->wanted = events[i].subject;
        l->over += events[i].kind == LIFE_EVENT_KIND_WAKE_WORD_OVER;
        l->others += events[i].kind == LIFE_EVENT_KIND_INTENT;
    }
    l->told += play_senses(play, 0)->hearings_count;
}

static struct lived live_in(const char *text, const char *words, const char *by, unsigned workers,
                            double seconds, const char *record) {
    char filled[1024], set[40];
    struct lived lived = {0};
    struct fault fault = {0};
    snprintf(filled, sizeof filled, text, words), snprintf(set, sizeof set, "hearing.by=%s", by);
    struct scenario *s = scenario_read(text_of(filled), "talk", NULL, 0, &fault);
    if (!s) fail_msg("%s", fault.said);
    struct play_config config = play_defaults();
    config.workers = workers, config.settings = text_of(set), config.watch = watch, config.user = &lived;
    config.record = record, config.lives = record != NULL, config.decoder = decoder;
    struct play *play = play_new(s, &config, &fault);
    if (!play) fail_msg("%s", fault.said);
    assert_int_equal(play_for(play, (int64_t)(seconds * 1e6)), 0);
    lived.world = world_hash(play_world(play)),
    lived.soul = robot_hash(robot_of(run_soul(play_run(play), 0)));
    assert_int_equal(play_free(play, &fault), 0);
    scenario_free(s);
    return lived;
}

static struct lived live(const char *words, const char *by, unsigned workers, double seconds,
                         const char *record) {
    return live_in(TALK, words, by, workers, seconds, record);
}

static void understands(const struct lived *own) {
    assert_int_equal(own->told, 0); // nobody told it
    assert_int_equal(own->woken, 1);
    assert_string_equal(intent_name(own->wanted), "show_clock");
    assert_int_equal(own->others, 1);
    assert_int_equal(own->over, 1);
}

// After a press of its button nobody has to call it.
static void its_button_calls_it_too(void **state) {
    static const char PRESSED[] =
        "{\"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"person\": {\"name\": \"ann\", \"x_m\": "
        "0.4,"
        " \"y_m\": 0.1, \"height_m\": 0.3}}], \"timeline\": ["
        "{\"at_s\": 8, \"do\": {\"press\": {\"what\": \"vector\"}}},"
        "{\"at_s\": 10, \"do\": {\"say\": {\"who\": \"ann\", \"voice\": \"rms\", \"words\": \"%s\","
        " \"level_db\": 75}}}]}";
    need_speech();
    struct lived own = live_in(PRESSED, "what time is it", "own", 0, 13, NULL);
    understands(&own);
}

// What is no phrase ends the session without one, and what nobody says ends it after nine seconds.
static void what_is_no_phrase_is_no_command(void **state) {
    need_speech();
    struct lived other = live("the seven trees", "own", 1, 16, NULL);
    assert_int_equal(other.woken, 1);
    assert_int_equal(other.over, 1);
    assert_true(!other.wanted || strcmp(intent_name(other.wanted), "unmatched_intent") == 0);
}

static void it_is_called_and_understands_in_one_life_that_replays(void **state) {
    char tape[256], path[300];
    need_speech();
    snprintf(tape, sizeof tape, "%s", temp_path(NULL, "talk.tape"));
    struct lived none = live("what time is it", "own", 0, 13, tape),
                 eight = live("what time is it", "own", 8, 13, NULL);
    understands(&none);
    assert_true(none.world == eight.world && none.soul == eight.soul);
    play_life_path(path, sizeof path, tape, "vector");
    struct fault fault = {0};
    struct recording_about about;
    struct replay_result result;
    struct library_config clips = {.creature = "vector"};
    struct library *library = library_open(&clips, &fault);
    struct recording *life = recording_open(path, &about, &fault);
    assert_non_null(life);
    assert_non_null(strstr(about.settings, "hearing.by=own"));
    assert_int_equal(replay_life(life, &about, &vector_model, library, NULL, NULL, &result, &fault), 0);
    recording_free(life);
    library_free(library);
    assert_true(!result.parted && result.answers > 100 && result.hash == none.soul);
}

static double power(const char *folder, const char *file, unsigned channels, float from_s, float to_s) {
    struct buf bytes = {0};
    struct wav wav;
    struct fault fault = {0};
    double sum = 0;
    if (file_read(temp_path(folder, file), 8 << 20, &bytes, &fault)) fail_msg("%s", fault.said);
    assert_int_equal(wav_read((struct bytes){bytes.at, bytes.len}, &wav, &fault), 0);
    assert_true(wav.rate == 15625 && wav.channels == channels && !wav.cut);
    size_t from = (size_t)(from_s * (float)wav.rate), to = (size_t)(to_s * (float)wav.rate);
    assert_true(to <= wav.frames);
    for (size_t i = from; i < to; i++) sum += (double)wav_s16(&wav, i, 0) * wav_s16(&wav, i, 0);
    buf_free(&bytes);
    return sum;
}

// What it hears is kept where somebody asked for it, raw and processed. Of what it says itself little is left
// in that: its voice is twenty decibels down while it speaks, once it had a few seconds to learn.
static void its_own_voice_is_taken_out_while_it_speaks(void **state) {
    static const char LONG[] =
        "this is a rather long sentence which I say so that my ears can learn how I sound";
    char text[600], settings[200];
    const char *folder = temp_folder();
    struct fault fault = {0};
    need_speech();
    snprintf(text, sizeof text,
             "{\"robots\": [{\"creature\": \"vector\"}], \"requests\": ["
             "{\"at_s\": 1, \"do\": {\"say\": {\"words\": \"%s\"}}}, "
             "{\"at_s\": 9, \"do\": {\"say\": {\"words\": \"%s\"}}}]}",
             LONG, LONG);
    snprintf(settings, sizeof settings, "hearing.by=own\nhearing.mute=false\nhearing.keep=%s", folder);
    struct scenario *s = scenario_read(text_of(text), "speaks", NULL, 0, &fault);
    if (!s) fail_msg("%s", fault.said);
    struct play_config config = play_defaults();
    config.settings = text_of(settings);
    struct play *play = play_new(s, &config, &fault);
    if (!play) fail_msg("%s", fault.said);
    assert_int_equal(play_for(play, 13000000), 0);
    assert_int_equal(play_free(play, &fault), 0);
    scenario_free(s);
    double raw = power(folder, "vector-1-raw.wav", 4, 0.5f, 2.5f),
           clean = power(folder, "vector-1-processed.wav", 1, 0.5f, 2.5f);
    assert_true(raw / (2 * 15625) > 400 * 400); // it speaks
    if (raw < 100 * clean) fail_msg("%g dB", 10 * md_log(raw / clean) / 2.302585);
}

static char warned[8][400];
static uint32_t warnings;
static void keep_warning(void *user, const char *line, size_t len) {
    if (warnings < 8) snprintf(warned[warnings++], sizeof *warned, "%.*s", (int)len, line);
}

// What wakes it is written for each language, and its owner's is taken: at birth, and when it becomes
// another. (Neither can be read here, which is told with the line that was taken.)
static void its_owners_language_says_what_wakes_it(void **state) {
    static const char TWO[] = "{\"hey_vector_thf\": [\n"
                              "{\"locale\": \"en-US\", \"defaultModelType\": \"a\", \"modelList\": ["
                              "{\"modelType\": \"a\", \"dataDirectory\": \".\", \"netFileName\": \"en\","
                              " \"defaultSearchFileIndex\": 1, \"searchFileList\": []}]},\n"
                              "{\"locale\": \"de-DE\", \"defaultModelType\": \"a\", \"modelList\": ["
                              "{\"modelType\": \"a\", \"dataDirectory\": \".\", \"netFileName\": \"de\","
                              " \"defaultSearchFileIndex\": 1, \"searchFileList\": []}]}]}";
    static const struct {
        const char *locale, *told; // NULL: nothing is
    } ROWS[] = {{"", ":2:"}, {"de-DE", ":3:"}, {"de-DE", NULL}, {"en-US", ":2:"}};
    char settings[200];
    struct fault fault = {0};
    const char *path = temp_path(NULL, "wake.json");
    assert_int_equal(file_write_unsynced(path, TWO, strlen(TWO), &fault), 0);
    snprintf(settings, sizeof settings, "hearing.by=own\nhearing.wake=%s", path);
    struct scenario *s =
        scenario_read(text_of("{\"robots\": [{\"creature\": \"vector\"}]}"), "room", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.settings = text_of(settings), config.decoder = decoder;
    assert_int_equal(log_setup("warn,plain", NULL), 0);
    log_to(keep_warning, NULL);
    struct play *play = s ? play_new(s, &config, &fault) : NULL;
    for (size_t i = 0; play && i < sizeof ROWS / sizeof *ROWS; i++) {
        struct life_message owner = {.kind = LIFE_OWNER};
        strcpy(owner.owner.locale, ROWS[i].locale);
        if (i) ask(play, owner), warnings = 0;
        if (i) s_for(play, 0.2);
        bool told = warnings == 1 && ROWS[i].told && strstr(warned[0], ROWS[i].told);
        if (ROWS[i].told ? !told : warnings != 0)
            fail_msg("row %zu: %u warnings, %s", i, warnings, warnings ? warned[0] : "");
    }
    log_to(NULL, NULL), log_setup("off", NULL);
    if (!play) fail_msg("%s", fault.said);
    assert_int_equal(play_free(play, &fault), 0);
    scenario_free(s);
}

// A voice that is not there is told with its place, and those that are.
static void a_voice_has_to_be_one(void **state) {
    struct buf out = {0};
    struct fault fault = {0};
    assert_int_equal(flite_say("homer", "hello", &out, &fault), ERR_UNKNOWN);
    assert_non_null(strstr(fault.said, "slt"));
    assert_int_equal(flite_say("slt", "?!", &out, &fault), ERR_RANGE);
    buf_free(&out);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_button_calls_it_too),
        cmocka_unit_test(what_is_no_phrase_is_no_command),
        cmocka_unit_test(it_is_called_and_understands_in_one_life_that_replays),
        cmocka_unit_test(its_owners_language_says_what_wakes_it),
        cmocka_unit_test(its_own_voice_is_taken_out_while_it_speaks),
        cmocka_unit_test(a_voice_has_to_be_one)};
    return support_run(argc, argv, tests, begin, end);
}
