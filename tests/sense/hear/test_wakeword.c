// Words that wake it: by recordings, by a script, and as micTriggerConfig.json says.
#include "support/support.h"

#include "base/maths/maths.h"
#include "base/system/file.h"
#include "codec/sound/wav.h"
#include "sense/hear/trigger.h"

#include <stdlib.h>
#include <string.h>

enum { HZ = 16000, LONG = 3 * HZ };
static uint32_t seed;
static float noise(void) {
    seed = seed * 1664525 + 1013904223;
    return (float)(int32_t)seed / 2147483648.0f;
}

// A word is vowels one after the other, each two formants over a buzz.
static const float VOWELS[][2] = {{300, 2300}, {700, 1200}, {350, 800}, {550, 1900}};
static size_t say(const char *vowels, float pitch, float slow, int16_t out[LONG]) {
    size_t count = strlen(vowels), each = (size_t)(0.16f * slow * HZ), from = HZ / 2;
    for (size_t i = 0; i < LONG; i++) out[i] = (int16_t)(12 * noise());
    for (size_t i = 0; i < count * each && from + i < LONG; i++) {
        const float *form = VOWELS[vowels[i / each] - 'a'];
        float t = (float)i / HZ, sum = 0;
        for (int k = 1; (float)k * pitch < 4000; k++) {
            float hz = (float)k * pitch, low = (hz - form[0]) / 120, high = (hz - form[1]) / 180;
            sum += (1 / (1 + low * low) + 0.5f / (1 + high * high)) * m_sin(M_TAU_F * m_fmod(hz * t, 1));
        }
        out[from + i] = (int16_t)(out[from + i] + 1500 * sum);
    }
    return LONG;
}

static struct wakeword *learned(int recordings) {
    static int16_t sound[LONG];
    struct template *t = template_new();
    struct fault fault = {0};
    for (int i = 0; i < recordings; i++) {
        size_t count = say("abdc", 110 + 20 * (float)i, 1 + 0.1f * (float)i, sound);
        if (template_learn(t, sound, count, &fault)) fail_msg("%s", fault.said);
    }
    return wakeword_template(t);
}

// Said higher, slower or quicker it is the same word; others, and parts of it, are not.
static void a_word_is_known_by_recordings_of_it(void **state) {
    static int16_t sound[LONG];
    static const struct {
        const char *vowels;
        float pitch, slow;
        bool is;
    } ROWS[] = {{"abdc", 112, 1, true},    {"abdc", 140, 1.3f, true}, {"abdc", 118, 0.8f, true},
                {"cbabdc", 120, 1, true},  {"dacb", 112, 1, false},   {"cccc", 112, 1, false},
                {"adadad", 120, 1, false}, {"ab", 112, 1, false},     {"", 112, 1, false}};
    seed = 3;
    struct wakeword *w = learned(2);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct wakeword_hit hit;
        size_t count = say(ROWS[i].vowels, ROWS[i].pitch, ROWS[i].slow, sound);
        assert_int_equal(wakeword_feed(w, sound, count, &hit, NULL), 0);
        if (hit.hit != ROWS[i].is)
            fail_msg("%s at %g: %g", ROWS[i].vowels, (double)ROWS[i].pitch, (double)hit.score);
        if (i == 0) assert_true(hit.begin < HZ * 6 / 10 && hit.end > HZ && hit.end < HZ * 13 / 10);
    }
    wakeword_free(w);
}

// Vowels of their own lengths, in hundredths of a second; two equal ones are one long one.
static size_t say_timed(const char *vowels, const uint32_t *hundredths, int16_t out[LONG]) {
    size_t at = HZ / 2;
    for (size_t i = 0; i < LONG; i++) out[i] = (int16_t)(12 * noise());
    for (size_t i = 0; vowels[i]; i++)
        for (size_t k = 0; k < (size_t)hundredths[i] * HZ / 100; k++, at++) {
            const float *form = VOWELS[vowels[i] - 'a'];
            float t = (float)at / HZ, sum = 0;
            for (int n = 1; (float)n * 100 < 4000; n++) {
                float hz = (float)n * 100, low = (hz - form[0]) / 120, high = (hz - form[1]) / 180;
                sum += (1 / (1 + low * low) + 0.5f / (1 + high * high)) * m_sin(M_TAU_F * m_fmod(hz * t, 1));
            }
            out[at] = (int16_t)(out[at] + 1500 * sum);
        }
    return LONG;
}

// Time is stretched and pressed together, vowel by vowel: it is the same word, and where it begins and ends
// is known. Half of it, and all of it in a moment, is not.
static void a_word_is_the_same_however_its_time_runs(void **state) {
    static const struct {
        const char *vowels;
        uint32_t hundredths[6];
        float from_s, to_s; // where it is said
        float most;         // that it costs; 0: it is another word
    } ROWS[] = {
        {"abdc", {16, 16, 16, 16}, 0.5f, 1.14f, 0.2f},
        {"abdc", {32, 16, 32, 16}, 0.5f, 1.46f, 0.7f},
        {"abdc", {16, 40, 16, 16}, 0.5f, 1.38f, 0.7f},
        {"abdc", {8, 16, 8, 16}, 0.5f, 0.98f, 0.7f},
        {"abdc", {16, 8, 16, 8}, 0.5f, 0.98f, 0.7f},
        {"abdc", {10, 10, 10, 10}, 0.5f, 0.9f, 0.3f},
        {"cabdc", {30, 16, 16, 16, 16}, 0.8f, 1.44f, 1},
        {"abdcb", {16, 16, 16, 16, 30}, 0.5f, 1.14f, 1},
        {"ab", {32, 32}, 0, 0, 0},
        {"dc", {32, 32}, 0, 0, 0},
        {"abdc", {4, 4, 4, 4}, 0, 0, 0},
    };
    static int16_t sound[LONG];
    seed = 5;
    struct template *t = template_new();
    struct fault fault = {0};
    assert_int_equal(template_learn(t, sound, say_timed("abdc", ROWS[0].hundredths, sound), &fault), 0);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct template_found found;
        template_find(t, sound, say_timed(ROWS[i].vowels, ROWS[i].hundredths, sound), &found);
        bool is = ROWS[i].most > 0, fine = is ? found.cost < ROWS[i].most : found.cost > 1.15f;
        if (is && (m_abs((float)found.begin / HZ - ROWS[i].from_s) > 0.03f ||
                   m_abs((float)found.end / HZ - ROWS[i].to_s) > 0.03f))
            fine = false;
        if (!fine)
            fail_msg("row %zu, %s: costs %g, %g to %g s", i, ROWS[i].vowels, (double)found.cost,
                     (double)found.begin / HZ, (double)found.end / HZ);
    }
    template_free(t);
}

static void recordings_that_are_no_word_are_refused(void **state) {
    static int16_t sound[LONG];
    struct template *t = template_new();
    struct fault fault = {0};
    assert_int_equal(template_learn(t, sound, 0, &fault), ERR_RANGE);
    assert_int_equal(template_learn(t, sound, 400, &fault), ERR_RANGE);
    for (int i = 0; i < LONG; i++) sound[i] = (int16_t)(3000 * noise()); // three seconds and more of hiss
    assert_int_equal(template_learn(t, sound, LONG, &fault), 0);
    for (int i = 1; i < TEMPLATE_MOST; i++)
        assert_int_equal(template_learn(t, sound, say("abdc", 120, 1, sound), &fault), 0);
    assert_int_equal(template_learn(t, sound, say("abdc", 120, 1, sound), &fault), ERR_LIMIT);
    template_free(t);
}

static void a_script_hits_when_it_says(void **state) {
    static const uint32_t AT[] = {1, 3};
    struct wakeword *w = wakeword_scripted(AT, 2);
    int16_t sound[160] = {0};
    for (uint32_t i = 0; i < 5; i++) {
        struct wakeword_hit hit;
        assert_int_equal(wakeword_feed(w, sound, 160, &hit, NULL), 0);
        assert_int_equal(hit.hit, i == 1 || i == 3);
    }
    wakeword_free(w);
}

// ------------------------------------------------------------------------------------------------ the file

#define FILE_OF(type, folder, net, files)                                                                    \
    "{\"hey_vector_thf\": [{\"locale\": \"de-DE\", \"defaultModelType\": \"none\", \"modelList\": []}, "     \
    "{\"locale\": \"en-GB\", \"defaultModelType\": \"" type "\", \"modelList\": [{\"modelType\": \"a\", "    \
    "\"dataDirectory\": \"" folder "\", \"netFileName\": \"" net "\", \"defaultSearchFileIndex\": 1, "       \
    "\"searchFileList\": [" files "]}]}], \"alexa_thf\": []}"
#define ONE_FILE(name) "{\"searchFileIndex\": 1, \"searchFileList\": \"" name "\"}"

static enum err read_as(const char *folder, const char *text, const char *locale, struct wakeword **out,
                        struct fault *fault) {
    const char *path = temp_path(folder, "micTriggerConfig.json");
    *fault = (struct fault){0};
    assert_int_equal(file_write_unsynced(path, text, strlen(text), fault), 0);
    return trigger_read(path, locale, NULL, out, fault);
}

static void its_file_says_what_wakes_it(void **state) {
    static int16_t sound[LONG];
    const char *folder = temp_folder();
    struct buf wav = {0};
    struct fault fault = {0};
    struct wakeword *w;
    struct wakeword_hit hit;
    seed = 8;
    size_t count = say("abdc", 110, 1, sound);
    assert_int_equal(wav_write(&(struct wav_spec){HZ, 1, 16}, sound, count, &wav), 0);
    assert_int_equal(folder_make(temp_path(folder, "own"), &fault), 0);
    assert_int_equal(file_write_unsynced(temp_path(folder, "own/one.wav"), wav.at, wav.len, &fault), 0);
    assert_int_equal(file_write_unsynced(temp_path(folder, "own/it.phrase"), "hey you\n", 8, &fault), 0);
    assert_int_equal(file_write_unsynced(temp_path(folder, "own/bad.phrase"), "Hey 2\n", 6, &fault), 0);
    buf_free(&wav);
    if (read_as(folder, FILE_OF("a", "own", "NA", ONE_FILE("one.wav") ", " ONE_FILE("NA")), "en-US", &w,
                &fault))
        fail_msg("%s", fault.said);
    count = say("abdc", 118, 1.1f, sound);
    assert_int_equal(wakeword_feed(w, sound, count, &hit, NULL), 0);
    assert_true(hit.hit);
    wakeword_free(w);
    assert_int_equal(read_as(folder, FILE_OF("a", "own", "it.phrase", ""), "en-GB", &w, &fault), 0);
    wakeword_free(w);
    static const struct {
        const char *text, *locale, *said;
        enum err err;
    } ROWS[] = {
        {FILE_OF("a", "own", "it.phrase", ""), "de-DE", "defaultModelType", ERR_MISSING},
        {FILE_OF("b", "own", "it.phrase", ""), "en-US", "defaultModelType", ERR_MISSING},
        {FILE_OF("a", "own", "bad.phrase", ""), "en-US", "small letters", ERR_SYNTAX},
        {FILE_OF("a", "own", "net.raw", ""), "en-US", "makers", ERR_UNSUPPORTED},
        {FILE_OF("a", "own", "NA", ""), "en-US", "recordings", ERR_MISSING},
        {FILE_OF("a", "own", "NA", ONE_FILE("two.wav")), "en-US", "two.wav", ERR_MISSING},
        {FILE_OF("a", "..", "it.phrase", ""), "en-US", "beside", ERR_RANGE},
        {FILE_OF("a", "own", "../it.phrase", ""), "en-US", "beside", ERR_RANGE},
        {"{\"hey_vector\": []}", "en-US", "hey_vector_thf", ERR_UNKNOWN},
        {"{}", "en-US", "expected a locale", ERR_MISSING},
        {"[", "en-US", "expected a value", ERR_SHORT},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        enum err err = read_as(folder, ROWS[i].text, ROWS[i].locale, &w, &fault);
        char why[400];
        fault_text(&fault, why, sizeof why);
        if (err != ROWS[i].err || !strstr(why, ROWS[i].said) || w)
            fail_msg("%zu: %s: %s", i, err_name(err), why);
    }
}

TESTS(cmocka_unit_test(a_word_is_known_by_recordings_of_it),
      cmocka_unit_test(a_word_is_the_same_however_its_time_runs),
      cmocka_unit_test(recordings_that_are_no_word_are_refused), cmocka_unit_test(a_script_hits_when_it_says),
      cmocka_unit_test(its_file_says_what_wakes_it))
