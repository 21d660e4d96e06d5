// Words become intents: every phrase of the documents, what stands in them, and what is no phrase.
#include "support/support.h"

#include "mind/intent/meaning.h"
#include "mind/mind.h"
#include "schema/life.h"

#include <string.h>

static struct mind_data *data;
static const struct meanings *meanings;
static int open_data(void **state) {
    struct fault fault = {0};
    data = mind_data_open("vector", NULL, &fault);
    if (!data) fail_msg("%s", fault.said);
    meanings = mind_data_meanings(data);
    return 0;
}
static int close_data(void **state) { return mind_data_close(data), 0; }

static const struct meaning *mean(const char *words, bool to_it) {
    static struct meaning said;
    struct meaning_about about = {.now = {1764547200, 0, true}, // 1 December 2025, 0:00
                                  .home = text_of("Berlin, Germany"),
                                  .to_it = to_it};
    meaning_of(meanings, text_of(words), &about, &said);
    return &said;
}

static void means(const char *words, const char *intent, const char *key, const char *value) {
    const struct meaning *said = mean(words, true);
    const char *is = intent_name(said->intent.number);
    if (!is || strcmp(is, intent) != 0) fail_msg("\"%s\": %s, not %s", words, is ? is : "nothing", intent);
    struct text got = key ? intent_text(&said->intent, key) : TEXT("");
    if (key && !text_is(got, value)) fail_msg("\"%s\": %s is \"%s\", not \"%s\"", words, key, got.at, value);
}

static void every_documented_phrase_is_its_intent(void **state) {
    static const struct {
        const char *words, *intent, *key, *value;
    } ROWS[] = {
        {"Back up", "movement_backward"},
        {"Bad robot", "imperative_scold"},
        {"Be quiet", "imperative_quiet"},
        {"Cancel the timer", "global_stop", "what_to_stop", "timer"},
        {"Change your eye color to blue", "imperative_eyecolor_specific", "eye_color", "COLOR_BLUE"},
        {"Set your eye color to green", "imperative_eyecolor_specific", "eye_color", "COLOR_GREEN"},
        {"Change your eye color to lime", "imperative_eyecolor_specific", "eye_color", "COLOR_LIME"},
        {"Set your eye colour to orange", "imperative_eyecolor_specific", "eye_color", "COLOR_ORANGE"},
        {"Change your eye color to purple", "imperative_eyecolor_specific", "eye_color", "COLOR_PURPLE"},
        {"Set your eye color to sapphire", "imperative_eyecolor_specific", "eye_color", "COLOR_BLUE"},
        {"Change your eye color to teal", "imperative_eyecolor_specific", "eye_color", "COLOR_TEAL"},
        {"Set your eye color to yellow", "imperative_eyecolor_specific", "eye_color", "COLOR_YELLOW"},
        {"Change eye colour", "imperative_eyecolor"},
        {"Change your eye colour to pink", "imperative_eyecolor"},
        {"Check the timer", "check_timer"},
        {"Come here", "imperative_come"},
        {"Dance.", "imperative_dance"},
        {"Do a wheelstand", "play_popawheelie"},
        {"Fetch your cube", "imperative_fetchcube"},
        {"Find your cube", "imperative_findcube"},
        {"Fist Bump", "play_fistbump"},
        {"Give me a Fist Bump", "play_fistbump"},
        {"Go backward", "movement_backward"},
        {"Go explore", "explore_start"},
        {"Go forward.", "movement_forward"},
        {"Go left", "movement_turnleft"},
        {"Go right", "movement_turnright"},
        {"Go to sleep", "system_sleep"},
        {"Go to your charger", "system_charger"},
        {"Good afternoon", "greeting_hello"},
        {"Goodbye", "greeting_goodbye"},
        {"Good evening", "greeting_hello"},
        {"Good night", "greeting_goodnight"},
        {"Good morning", "greeting_goodmorning"},
        {"Good robot", "imperative_praise"},
        {"Happy Holidays", "seasonal_happyholidays"},
        {"Happy New Year", "seasonal_happynewyear"},
        {"Hello", "greeting_hello"},
        {"He's behind you", "movement_turnaround"},
        {"How old are you", "character_age"},
        {"I hate you.", "imperative_abuse"},
        {"I have a question", "knowledge_question"},
        {"I love you.", "imperative_love"},
        {"I'm sorry.", "imperative_apology"},
        {"I\xe2\x80\x99m sorry.", "imperative_apology"},
        {"Let's play Blackjack", "play_blackjack"},
        {"Listen to music", "imperative_dance"},
        {"Look at me", "imperative_lookatme"},
        {"Look behind you", "movement_turnaround"},
        {"My name is Ada", "meet_victor", "username", "Ada"},
        {"No", "imperative_negative"},
        {"Pick up your cube.", "play_pickupcube"},
        {"Play a game", "play_anygame"},
        {"Play a trick", "play_anytrick"},
        {"Play Blackjack", "play_blackjack"},
        {"Pop a wheelie.", "play_popawheelie"},
        {"Roll your Cube", "play_rollcube"},
        {"Quiet down", "imperative_quiet"},
        {"Run", "unmatched_intent"},
        {"Set a timer for ten minutes", "set_timer", "time_s", "600"},
        {"Shut up", "imperative_shutup"},
        {"Start Exploring", "explore_start"},
        {"Stop Exploring", "global_stop", "what_to_stop", "explore"},
        {"Stop the timer", "global_stop", "what_to_stop", "timer"},
        {"Take a picture of me", "take_a_photo", "empty_or_selfie", "photo_selfie"},
        {"Take a picture of us", "take_a_photo", "empty_or_selfie", "photo_selfie"},
        {"Take a picture", "take_a_photo", "empty_or_selfie", ""},
        {"Take a selfie", "take_a_photo", "empty_or_selfie", "photo_selfie"},
        {"Turn around", "movement_turnaround"},
        {"Turn left", "movement_turnleft"},
        {"Turn off", "imperative_quiet"},
        {"Turn right", "movement_turnright"},
        {"Volume 2.", "imperative_volumelevel", "volume_level", "VOLUME_2"},
        {"Volume four", "imperative_volumelevel", "volume_level", "VOLUME_4"},
        {"Volume down", "imperative_volumedown"},
        {"Volume up.", "imperative_volumeup"},
        {"Volume maximum", "imperative_volumelevel", "volume_level", "VOLUME_5"},
        {"What's my name?", "names_ask"},
        {"What's the weather in London?", "weather_response", "speakableLocationString",
         "London, United Kingdom"},
        {"What's the weather report?", "weather_response", "speakableLocationString", "Berlin, Germany"},
        {"What time is it?", "show_clock"},
        {"Yes", "imperative_affirmative"},
        // Without a phrase in the documents.
        {"hit me", "blackjack_hit"},
        {"play again", "blackjack_playagain"},
        {"stand", "blackjack_stand"},
        {"remove the timer", "global_delete", "what_to_stop", "timer"},
        {"how are you?", "status_feeling"},
        {"wake up", "system_wake"},
        {"what's your name", "names_mine"},
        // Their features are off.
        {"look over there", "unmatched_intent"},
        {"record a message for Ben", "unmatched_intent"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char called[128];
        means(ROWS[i].words, ROWS[i].intent, ROWS[i].key, ROWS[i].value);
        snprintf(called, sizeof called, "Hey Vector, %s please", ROWS[i].words);
        means(called, ROWS[i].intent, ROWS[i].key, ROWS[i].value);
        assert_true(mean(called, false)->called);
    }
}

static void numbers_and_lengths_of_time_are_read(void **state) {
    static const struct {
        const char *said, *seconds;
    } ROWS[] = {{"5 minutes", "300"},
                {"five minutes", "300"},
                {"twenty one minutes", "1260"},
                {"twenty-one minutes", "1260"},
                {"half an hour", "1800"},
                {"an hour", "3600"},
                {"a minute", "60"},
                {"an hour and a half", "5400"},
                {"one and a half hours", "5400"},
                {"two and a half minutes", "150"},
                {"one hour and thirty minutes", "5400"},
                {"1 hour 20 minutes 5 seconds", "4805"},
                {"90 seconds", "90"},
                {"90s", "90"},
                {"1h 30min", "5400"},
                {"1.5 hours", "5400"},
                {"one hundred and twenty seconds", "120"},
                {"two thousand five hundred seconds", "2500"},
                {"2,500 seconds", "2500"},
                {"a hundred seconds", "100"},
                {"one day", "86400"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char words[128];
        snprintf(words, sizeof words, "set a timer for %s", ROWS[i].said);
        means(words, "set_timer", "time_s", ROWS[i].seconds);
    }
    means("set a timer for twenty", "unmatched_intent", NULL, NULL);
    means("set a timer for a potato", "unmatched_intent", NULL, NULL);
    const struct intent_slot *slot =
        intent_slot(&mean("set a timer for ten minutes", true)->intent, "time_s");
    assert_true(slot && slot->is_number && slot->number == 600); // NOLINT: a whole number
}

static void a_name_calls_and_a_stranger_s_talk_does_not(void **state) {
    static const struct {
        const char *words, *intent;
        bool called;
    } ROWS[] = {{"Hey Vector, good robot!", "imperative_praise", true},
                {"good robot, Cozmo", "imperative_praise", true},
                {"GOOD   ROBOT", "imperative_praise", false},
                {"hey vector", NULL, true},
                {"hi vector", "greeting_hello", true},
                {"Vector, could you please come here?", "imperative_come", true},
                {"hey cozmo sing a song", "unmatched_intent", true},
                {"sing a song", NULL, false},
                {"good robots", NULL, false},
                {"what is two plus two", NULL, false},
                {"vector, what is two plus two", "knowledge_response", true},
                {"", NULL, false},
                {"...", NULL, false},
                {"go", NULL, false}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const struct meaning *said = mean(ROWS[i].words, false);
        const char *intent = intent_name(said->intent.number);
        if (said->called != ROWS[i].called || (!intent != !ROWS[i].intent) ||
            (intent && strcmp(intent, ROWS[i].intent) != 0))
            fail_msg("\"%s\": %s, %s", ROWS[i].words, said->called ? "called" : "not called",
                     intent ? intent : "none");
    }
}

static void questions_are_answered(void **state) {
    static const struct {
        const char *words, *answer;
    } ROWS[] = {{"I have a question, what is the square root of 144", "That is 12."},
                {"what is 12 times 7 plus 1", "That is 85."},
                {"what is 2 + 3 * 4", "That is 14."},
                {"what is 7 divided by 2", "That is 3.5."},
                {"what is 5 minus 8", "That is -3."},
                {"what is 17 percent of 300", "That is 51."},
                {"how many feet are in a mile", "5280 feet."},
                {"how many minutes are there in two and a half hours", "150 minutes."},
                {"convert 100 degrees fahrenheit to celsius", "37.7778 celsius."},
                {"what time is it in tokyo", "In Tokyo it is 9:00 AM."},
                {"what time is it in new york", "In New York it is 7:00 PM."},
                {"what is the capital of france", "Paris."}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        means(ROWS[i].words, "knowledge_response", "answer", ROWS[i].answer);
    means("I have a question what do cats dream of", "knowledge_unknown", "query_text",
          "what do cats dream of");
    means("what is 1 divided by 0", "unmatched_intent", NULL, NULL);
    means("how many feet are in a kilogram", "unmatched_intent", NULL, NULL);
}

static void weather_is_the_same_for_whoever_asks(void **state) {
    struct intent first = mean("whats the weather like in tokyo", true)->intent;
    struct intent again = mean("Hey Vector, how is the weather in Tokyo", true)->intent;
    assert_memory_equal(first.slots, again.slots, sizeof first.slots);
    assert_true(intent_text(&first, "condition").len && intent_text(&first, "temperature").len);
    means("weather in tokyo", "weather_response", "temperatureUnit", "C");
    means("weather in tokyo", "weather_response", "localDateTime", "2025-12-01T00:00:00Z");
    means("whats the weather like in tokyo tomorrow", "weather_response", "isForecast", "true");
    means("weather in narnia", "weather_response", "condition", "");
    means("weather in narnia", "weather_response", "speakableLocationString", "Narnia");
}

// Winter is cold and summer warm, on both halves of the world.
static void the_climate_is_that_of_the_place(void **state) {
    static const struct {
        const char *place;
        int64_t cold, warm;
    } ROWS[] = {{"Berlin, Germany", 1768474800, 1784113200}, {"Sydney, Australia", 1784113200, 1768474800}};
    for (size_t i = 0; i < 2; i++) {
        double sums[2] = {0, 0};
        for (int day = 0; day < 30; day++)
            for (int warm = 0; warm < 2; warm++) {
                struct intent wanted = {0};
                struct answer_time at = {(warm ? ROWS[i].warm : ROWS[i].cold) + day * 86400, 0, true};
                double degrees;
                answers_weather(&meanings->answers, &at, text_of(ROWS[i].place), false, &wanted);
                assert_int_equal(text_to_f64(intent_text(&wanted, "temperature"), &degrees), ERR_NONE);
                sums[warm] += degrees / 30;
            }
        if (!(sums[1] - sums[0] > 7)) fail_msg("%s: %.1f and %.1f", ROWS[i].place, sums[0], sums[1]);
    }
}

static const struct feature_switches AS_BUILT;
static void apps_are_understood_and_strangers_dropped(void **state) {
    struct intent wanted = {.source = LIFE_INTENT_SOURCE_APP};
    intent_put(&wanted, TEXT("time_in_seconds"), TEXT("7"));
    intent_put(&wanted, TEXT("colour"), TEXT("red"));
    assert_true(intent_map_app(&meanings->map, &AS_BUILT, TEXT("intent_clock_settimer"), &wanted));
    assert_string_equal(intent_name(wanted.number), "set_timer");
    assert_true(wanted.count == 1 && intent_slot(&wanted, "time_s")->number == 7); // NOLINT: a whole number
    struct intent other = {0};
    assert_false(intent_map_app(&meanings->map, &AS_BUILT, TEXT("intent_fly"), &other));
    assert_false(intent_map_app(&meanings->map, &AS_BUILT, TEXT(""), &other));
    assert_false(intent_map_app(&meanings->map, &AS_BUILT, TEXT("intent_imperative_lookoverthere"),
                                &other)); // it is off
    struct feature_switches switches = {0};
    feature_switch(&switches, feature_named(TEXT("GazeDirection")), FEATURE_ON);
    assert_true(intent_map_app(&meanings->map, &switches, TEXT("intent_imperative_lookoverthere"), &other));
    feature_switch(&switches, feature_named(TEXT("GazeDirection")), FEATURE_OFF);
    assert_false(intent_map_app(&meanings->map, &switches, TEXT("intent_imperative_lookoverthere"), &other));
    other = (struct intent){0};
    intent_put(&other, TEXT("timer_duration"), TEXT("soon"));
    intent_map_cloud(&meanings->map, &AS_BUILT, TEXT("intent_clock_settimer_extend"), &other);
    assert_string_equal(intent_name(other.number), "unmatched_intent");
    struct intent kept = {0};
    intent_put(&kept, TEXT("mood"), TEXT("fine"));
    intent_map_cloud(&meanings->map, &AS_BUILT, TEXT("intent_status_feeling"), &kept);
    assert_true(text_is(intent_text(&kept, "mood"), "fine")); // a cloud's own keys stay
}

static void intents_are_told_as_json(void **state) {
    struct intent intent = {.number = intent_number(TEXT("meet_victor"))};
    char json[INTENT_JSON], small[24];
    intent_put(&intent, TEXT("username"), TEXT("A\"b\\\n"));
    intent_put(&intent, TEXT("n"), TEXT("1.5"));
    assert_int_equal(intent_numeric(&intent, "n"), ERR_NONE);
    intent_json(&intent, json, sizeof json);
    assert_string_equal(json, "{\"type\":\"meet_victor\",\"username\":\"A\\\"b\\\\\\u000a\",\"n\":1.5}");
    assert_int_equal(intent_json(&intent, small, sizeof small), sizeof small - 1);
    intent_put(&intent, TEXT("username"), TEXT("C"));
    assert_true(intent.count == 2 && text_is(intent_text(&intent, "username"), "C"));
    intent_drop(&intent, "username");
    assert_true(intent.count == 1 && !intent_slot(&intent, "username") && intent_slot(&intent, "n"));
    for (int i = 0; i < 9; i++) {
        char key[2] = {(char)('a' + i), 0};
        intent_put(&intent, text_of(key), TEXT("x"));
    }
    assert_int_equal(intent.count, INTENT_SLOTS);
}

// Long ones, and tables that would take for ever: an answer, in a bounded number of steps.
static void whatever_is_said_ends(void **state) {
    static char much[10001];
    static const char *const PIECES[] = {
        "a", "a ", "hey vector ", "set a timer for an hour and ", "\xe2\x80\x99", "9"};
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++) {
        size_t len = strlen(PIECES[i]);
        for (size_t at = 0; at + len < sizeof much; at += len) memcpy(much + at, PIECES[i], len);
        const struct meaning *said = mean(much, true);
        const char *intent = intent_name(said->intent.number);
        if (intent && strcmp(intent, "unmatched_intent") != 0) fail_msg("%s…: %s", PIECES[i], intent);
        memset(much, 0, sizeof much);
    }
    const char *hostile =
        "{\"phrases\": [{\"cloud_intent\": \"x\", \"says\": [\"{a:words} {b:words} {c:words} end\"]}]}";
    struct arena *arena = arena_new(64 << 10);
    struct json *document;
    struct phrases table;
    struct phrase_found found;
    struct intent wanted = {0};
    assert_int_equal(json_parse(text_of(hostile), "table", arena, NULL, &document, NULL), ERR_NONE);
    assert_int_equal(phrases_read(document, arena, &table, NULL), ERR_NONE);
    for (int i = 0; i < 45; i++) memcpy(much + 2 * i, "a ", 2);
    phrases_match(&table, text_of(much), &found, &wanted);
    assert_int_equal(found.cloud.len, 0);
    arena_free(arena);
}

static void what_is_wrong_in_a_table_is_told_with_its_place(void **state) {
#define SAYS(line) "{\"phrases\": [{\"cloud_intent\": \"x\", \"says\": [\"" line "\"]}]}"
    static const struct {
        int table; // 0 phrases, 1 map, 2 answers
        const char *text, *said;
    } ROWS[] = {
        {0, "[]", "expected a table of phrases"},
        {0, "{\"phrase\": []}", "did you mean \"phrases\""},
        {0, "{}", "\"phrases\""},
        {0, SAYS("go (there"), "brackets that do not close"},
        {0, SAYS("go ((there))"), "brackets that do not close"},
        {0, SAYS("go {there"), "a { without its }"},
        {0, SAYS("go {there:city}"), "{key:kind}"},
        {0, SAYS("{a:name} {b:name} {c:name} {d:name}"), "at most 3 values"},
        {0, SAYS("(go)"), "a word that is not left out"},
        {0, SAYS("(a) (b) (c) (d) (e) (f) g"), "at most 5"},
        {0, SAYS("a b c d e f g h i j k l m n o p q r s t u"), "at most 20 words"},
        {0, "{\"phrases\": [{\"cloud_intent\": \"x\", \"says\": []}]}", "a list of phrases"},
        {1, "{\"user_intent_map\": [{\"cloud_intent\": \"x\", \"user_intent\": \"set_timr\"}]}",
         "did you mean \"set_timer\""},
        {1, "{\"user_intent_map\": [{\"cloud\": \"x\", \"user_intent\": \"set_timer\"}]}", "cloud"},
        {1, "{}", "user_intent_map"},
        {1,
         "{\"user_intent_map\": [], \"simple_voice_responses\": [{\"cloud_intent\": \"y\", \"response\": "
         "{}}]}",
         "no intent \"y\""},
        {2, "{\"units\": [[\"m\", \"foot\", \"feet\"]], \"places\": [], \"questions\": {\"phrases\": []}}",
         "more values"},
        {2,
         "{\"units\": [[\"m\", \"foot\", \"feet\", -1]], \"places\": [], \"questions\": {\"phrases\": []}}",
         "above 0"},
        {2,
         "{\"units\": [], \"places\": [[\"X\", \"\", 99, \"\", 1, 1, 1, 1]], \"questions\": {\"phrases\": "
         "[]}}",
         "no place"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct arena *arena = arena_new(64 << 10);
        struct json *document;
        struct fault fault = {0};
        struct meanings m;
        assert_int_equal(json_parse(text_of(ROWS[i].text), "table", arena, NULL, &document, &fault),
                         ERR_NONE);
        enum err err = ROWS[i].table == 0   ? phrases_read(document, arena, &m.phrases, &fault)
                       : ROWS[i].table == 1 ? intent_map_read(document, arena, &m.map, &fault)
                                            : answers_read(document, arena, &m.answers, &fault);
        if (!err || !fault.line || !strstr(fault.said, ROWS[i].said))
            fail_msg("row %zu: %s: %s", i, err_name(err), fault.said);
        arena_free(arena);
    }
}

// Whatever a phrase or an answer names is there.
static void the_tables_agree(void **state) {
    for (uint32_t i = 0; i < meanings->phrases.row_count; i++) {
        struct intent wanted = {0};
        const struct phrase_row *row = &meanings->phrases.rows[i];
        bool known = false;
        for (uint32_t k = 0; k < meanings->map.row_count; k++)
            known |= text_same(meanings->map.rows[k].cloud, row->cloud);
        if (!known) fail_msg("line %u: the map has no %.*s", row->line, (int)row->cloud.len, row->cloud.at);
        intent_map_cloud(&meanings->map, &AS_BUILT, row->cloud, &wanted);
        assert_int_not_equal(wanted.number, 0);
    }
    for (uint32_t i = 1; intent_name(i); i++)
        if (intent_number(text_of(intent_name(i))) != i) fail_msg("%s is there twice", intent_name(i));
}

TESTS(cmocka_unit_test_setup_teardown(every_documented_phrase_is_its_intent, open_data, close_data),
      cmocka_unit_test_setup_teardown(numbers_and_lengths_of_time_are_read, open_data, close_data),
      cmocka_unit_test_setup_teardown(a_name_calls_and_a_stranger_s_talk_does_not, open_data, close_data),
      cmocka_unit_test_setup_teardown(questions_are_answered, open_data, close_data),
      cmocka_unit_test_setup_teardown(weather_is_the_same_for_whoever_asks, open_data, close_data),
      cmocka_unit_test_setup_teardown(the_climate_is_that_of_the_place, open_data, close_data),
      cmocka_unit_test_setup_teardown(apps_are_understood_and_strangers_dropped, open_data, close_data),
      cmocka_unit_test(intents_are_told_as_json),
      cmocka_unit_test_setup_teardown(whatever_is_said_ends, open_data, close_data),
      cmocka_unit_test(what_is_wrong_in_a_table_is_told_with_its_place),
      cmocka_unit_test_setup_teardown(the_tables_agree, open_data, close_data))
