#include "support/support.h"

#include "voice/strings.h"
#include "voice/tts_config.h"

#include <stdio.h>

static struct fault fault;
static struct arena *arena;

static void fine(enum err err) {
    char line[800];
    if (err) fail_msg("%s: %s", err_name(err), fault_text(&fault, line, sizeof line));
}
static struct json *parse(const char *text) {
    struct json *document;
    if (!arena) arena = arena_new(16 << 10);
    fault = (struct fault){0};
    fine(json_parse(text_of(text), "test", arena, NULL, &document, &fault));
    return document;
}

static void sentences_are_found_and_filled(void **state) {
    struct strings *s = strings_new("en-US");
    fine(strings_add(s,
                     parse("{\"smartling\": {\"translate_mode\": \"custom\", \"variants_enabled\": true},"
                           " \"Timer.Set\": {\"translation\": \"{0} and {1}, {0}!\"}, \"A\": "
                           "{\"translation\": \"x\", \"more\": 1}}"),
                     &fault));
    assert_int_equal(strings_count(s), 2); // the tool's own key is none
    assert_null(strings_find(s, "smartling"));
    struct buf out = {0};
    fine(strings_fill(text_of(strings_find(s, "Timer.Set")), (struct text[]){TEXT("one"), TEXT("two")}, 2,
                      &out, &fault));
    assert_string_equal(out.at, "one and two, one!");
    assert_int_equal(strings_fill(TEXT("{2}"), (struct text[]){TEXT("one")}, 1, &out, &fault), ERR_RANGE);
    buf_clear(&out);
    fine(strings_fill(TEXT("{x} {} { {12345} {0"), NULL, 0, &out, &fault)); // none of these is a gap
    assert_string_equal(out.at, "{x} {} { {12345} {0");
    fine(strings_add(s, parse("{\"A\": {\"translation\": \"y\"}}"), &fault)); // what comes later counts
    assert_string_equal(strings_find(s, "A"), "y");
    assert_int_equal(strings_add(s, parse("{\"B\": \"bare\"}"), &fault), ERR_TYPE);
    assert_int_equal(strings_add(s, parse("[1]"), &fault), ERR_TYPE);
    buf_free(&out);
    strings_free(s);
}

// Ours: every language has every sentence, with the same gaps.
static void our_own_are_whole(void **state) {
    static const char *const LOCALES[] = {"en-US", "en-GB", "en-AU", "de-DE", "fr-FR", "ja-JP"};
    char folder[400], path[500];
    snprintf(folder, sizeof folder, "%s/assets/strings", getenv("SOURCE"));
    struct strings *english = strings_new("en-US");
    fine(strings_folder(english, folder, &fault));
    assert_true(strings_count(english) > 30);
    for (int l = 0; l < 6; l++) {
        struct strings *s = strings_new(LOCALES[l]);
        fine(strings_folder(s, folder, &fault));
        assert_int_equal(strings_count(s), strings_count(english));
        int different = 0;
        for (size_t i = 0; i < strings_count(s); i++) {
            const char *a, *b, *key = strings_at(s, i, &a);
            assert_string_equal(key, strings_at(english, i, &b));
            assert_true(!strstr(a, "{0}") == !strstr(b, "{0}"));
            different += strcmp(a, b) != 0;
        }
        assert_true(l < 3 ? different < 3 : different > 30);
        snprintf(path, sizeof path, "%s/condition_to_tts.json", folder);
        struct json *document;
        if (!arena) arena = arena_new(16 << 10);
        fine(json_read(path, arena, NULL, &document, &fault));
        fine(strings_conditions(s, document, &fault));
        assert_string_equal(strings_condition(s, "Rain"), strings_find(s, "BehaviorDisplayWeather.Rain"));
        assert_null(strings_condition(s, "Frogs"));
        strings_free(s);
    }
    strings_free(english);
    struct strings *none = strings_new("en-US");
    assert_int_equal(strings_folder(none, temp_folder(), &fault), ERR_MISSING);
    fine(strings_conditions(none, parse("[{\"Condition\": \"Rain\", \"Say\": \"it rains\"}]"),
                            &fault)); // the older form says the words
    assert_string_equal(strings_condition(none, "Rain"), "it rains");
    strings_free(none);
}

static void the_speech_configuration_is_applied(void **state) {
    struct tts_config config;
    fine(tts_config_read(
        parse("{\"osx\": {\"en\": {\"speed\": 1}}, \"vicos\": {\"en\": {\"voice\": "
              "\"co-USEnglish-Bendnn-22khz\", \"speed\": 90, \"pitch\": 500, \"speedTraits\": ["
              "{\"textLengthMin\": 0, \"textLengthMax\": 5, \"rangeMin\": 120, \"rangeMax\": 130}]}, \"de\": "
              "{\"shaping\": 80}}}"),
        &config, &fault));
    assert_int_equal(config.count, 2);
    struct speech_order order = speech_order_of("en-US", "a longer text");
    tts_config_apply(&config, &order);
    assert_true(order.speed == 90 && order.config_pitch == 160 &&
                order.shaping == 100); // the pitch is brought into range
    bool differs = false;
    float before = 0;
    for (uint32_t seed = 1; seed < 20; seed++) {
        order = speech_order_of("en-US", "short");
        order.seed = seed;
        tts_config_apply(&config, &order);
        assert_true(order.speed >= 120 && order.speed <= 130);
        differs |= before > 0 && order.speed != before;
        before = order.speed;
    }
    assert_true(differs);
    order = speech_order_of("de-DE", "x");
    tts_config_apply(&config, &order);
    assert_true(order.shaping == 80 && order.speed == 100);
    assert_string_equal(tts_config_find(&config, "fr-FR")->name, "en"); // unknown: English
    assert_int_equal(tts_config_read(parse("{}"), &config, &fault), ERR_TYPE);
    assert_int_equal(tts_config_read(parse("{\"vicos\": {\"en\": {\"speedTraits\": [{\"textLengthMin\": 9, "
                                           "\"textLengthMax\": 3, \"rangeMin\": 1, \"rangeMax\": 2}]}}}"),
                                     &config, &fault),
                     ERR_RANGE);
    char path[500];
    struct json *document;
    snprintf(path, sizeof path, "%s/assets/strings/tts_config.json", getenv("SOURCE"));
    fine(json_read(path, arena, NULL, &document, &fault));
    fine(tts_config_read(document, &config, &fault));
    assert_int_equal(config.count, 4);
}

TESTS(cmocka_unit_test(sentences_are_found_and_filled), cmocka_unit_test(our_own_are_whole),
      cmocka_unit_test(the_speech_configuration_is_applied))
