// What is said to a mind is done: a sign at once, the deed soon after.
#include "alone.h"

#include "mind/intent/intent.h"

static uint32_t told[256];
static char said[2048];
static struct life_message last[512]; // the last request of each kind, by its low bits

static void listen(const struct life_message *m) {
    last[m->kind % 512] = *m;
    size_t len = strlen(said);
    if (m->kind == LIFE_SAY) snprintf(said + len, sizeof said - len, "%s|", m->say.words);
}
static void lives(float seconds) {
    for (uint32_t i = 0; i < (uint32_t)(seconds / 0.033f); i++) {
        tick(true);
        in.wanted_count = 0;
        const struct life_event *event;
        while ((event = mind_told(mind))) told[event->kind % 256]++;
    }
}
static void hears(const char *words, bool to_it) {
    struct mind_noise *n = &in.heard[in.heard_count++];
    *n = (struct mind_noise){.to_it = to_it};
    text_copy(text_of(words), n->words, sizeof n->words);
}
static void begin_deeds(void) {
    open_creature("vector", 11);
    memset(told, 0, sizeof told), memset(said, 0, sizeof said), memset(last, 0, sizeof last);
    on_request = listen;
    in.calendar = (struct life_calendar){.unix_us = 1764601500000000, .zone_s = 0, .known = true}; // 15:05
    in.volume = 3, in.fahrenheit = true;
    strcpy(in.home, "Berlin, Germany");
    in.faces[in.faces_count++] = (struct mind_face){.person = -2, .bearing_rad = 0.4f, .distance_m = 0.5f};
    lives(6);
}
static int close_deeds(void **state) { return close_mind(), 0; }

// Each command: what is played or asked for within two seconds, and something within 300 ms.
static void every_command_is_begun_soon(void **state) {
    static const struct {
        const char *words, *trigger;
        uint16_t request;
        const char *says;
    } ROWS[] = {
        {"hello", "Hello"},
        {"good morning", "GoodMorning"},
        {"goodbye", "GoodBye"},
        {"good robot", "FeedbackGoodRobot"},
        {"bad robot", "FeedbackBadRobot"},
        {"i love you", "FeedbackILoveYou"},
        {"i hate you", "FeedbackMeanWords"},
        {"im sorry", "FeedbackApology"},
        {"yes", "Affirmative"},
        {"no", "Negative"},
        {"happy holidays", "Celebrate"},
        {"happy new year", "Celebrate"},
        {"play a trick", "MagicTrick"},
        {"volume up", "VolumeUp", LIFE_VOLUME},
        {"volume one", "VolumeDown", LIFE_VOLUME},
        {"change your eye color to green", "EyeColorChange", LIFE_EYE_COLOUR},
        {"what time is it", "WhatTimeIsIt", LIFE_SHOW_DIGITS, "It is 3:05 PM."},
        {"set a timer for ninety seconds", "TimerSet", LIFE_SHOW_DIGITS,
         "A timer for 1 minute and 30 seconds."},
        {"set a timer for two days", "DontKnow", LIFE_SAY, "from one second to a day"},
        {"check the timer", "DontKnow", LIFE_SAY, "There is no timer."},
        {"cancel the timer", "DontKnow", LIFE_SAY, "There is no timer."},
        {"how old are you", NULL, LIFE_SAY, "I am brand new."},
        {"whats your name", NULL, LIFE_SAY, "I am Vector."},
        {"whats the weather report", NULL, LIFE_SHOW_WEATHER, "degrees"},
        {"weather in narnia", "DontKnow", LIFE_SAY, "I do not know what the weather is like."},
        {"i have a question, what is 6 times 7", "KnowledgeGraphAnswer", LIFE_SAY, "That is 42."},
        {"i have a question, what do cats dream of", "KnowledgeGraphFail", LIFE_SAY, "I do not know that."},
        {"take a selfie", "TakeAPicture", LIFE_TAKE_PHOTO},
        {"look at me", NULL, LIFE_TURN_IN_PLACE},
        {"come here", "DriveStartHappy", LIFE_TURN_IN_PLACE},
        {"turn left", NULL, LIFE_TURN_IN_PLACE},
        {"turn around", NULL, LIFE_TURN_IN_PLACE},
        {"go forward", NULL, LIFE_DRIVE_STRAIGHT},
        {"back up", NULL, LIFE_DRIVE_STRAIGHT},
        {"lets play blackjack", "BlackJackSwipe", LIFE_SAY, "Let us play."},
        {"give me a fist bump", "FistBumpRequest"},
        {"dance", "DanceGetIn"},
        {"be quiet", "FeedbackShutUp"},
        {"shut up", "FeedbackShutUp"},
        {"sing a song", "VC_NoIntent"},
        {"hit me", "VC_NoIntent"}, // nobody plays
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        begin_deeds();
        uint32_t before[512], plays = asked.plays, moves = asked.moves, played_before;
        for (size_t k = 0; k < 512; k++) before[k] = asked.kinds[k];
        memset(said, 0, sizeof said);
        uint32_t kind = ROWS[i].request, count = asked.kinds[kind % 4096];
        played_before = ROWS[i].trigger ? played(ROWS[i].trigger) : 0;
        hears(ROWS[i].words, true);
        lives(0.3f);
        bool sign = asked.plays > plays || asked.moves > moves ||
                    asked.kinds[LIFE_LOOK_AT] > before[LIFE_LOOK_AT % 512];
        if (!sign) fail_msg("\"%s\": no sign within 300 ms", ROWS[i].words);
        lives(1.7f);
        if (ROWS[i].trigger && played(ROWS[i].trigger) == played_before)
            fail_msg("\"%s\": %s was not played", ROWS[i].words, ROWS[i].trigger);
        if (kind && asked.kinds[kind % 4096] == count)
            fail_msg("\"%s\": request %04x was not made", ROWS[i].words, kind);
        if (ROWS[i].says && !strstr(said, ROWS[i].says)) fail_msg("\"%s\": says \"%s\"", ROWS[i].words, said);
        close_mind();
    }
}

static void called_it_shows_it_and_listens(void **state) {
    begin_deeds();
    hears("hey vector", false);
    lives(0.3f);
    assert_true(played("WakeWordDetected") == 1 && told[LIFE_EVENT_KIND_WAKE_WORD] == 1);
    lives(1);
    assert_true(played("ListenLoop") >= 1);
    hears("good robot", false); // within its ten seconds
    lives(2);
    assert_int_equal(played("FeedbackGoodRobot"), 1);
    assert_int_equal(told[LIFE_EVENT_KIND_WAKE_WORD_OVER], 1);
    assert_int_equal(told[LIFE_EVENT_KIND_INTENT_BEGUN], 1);
    hears("hey vector", false);
    lives(12); // and nobody says more
    assert_true(played("VC_NoIntent") == 1 && told[LIFE_EVENT_KIND_WAKE_WORD_OVER] == 2);
    hears("good robot", false); // to somebody else
    lives(2);
    assert_int_equal(played("FeedbackGoodRobot"), 1);
    hears("hey vector, good robot", false); // in one breath
    lives(1.5f);
    assert_int_equal(played("FeedbackGoodRobot"), 2);
}

// A clip, a feeling and a feature: a row of the table.
static void a_simple_answer_has_all_its_row_says(void **state) {
    begin_deeds();
    char text[2048];
    struct mind_text moods = {text, sizeof text, 0};
    hears("i love you", true), lives(0.3f);
    struct text feature = mind_feature(mind);
    if (!text_is(feature, "ReactToLove")) fail_msg("feature %.*s", (int)feature.len, feature.at);
    mind_moods_text(mind, &moods);
    assert_non_null(strstr(text, "RespondToPraise"));
    lives(2);
    assert_int_equal(played("FeedbackILoveYou"), 1);
}

static void settings_change_by_words(void **state) {
    begin_deeds();
    hears("volume up", true), lives(1);
    assert_true(last[LIFE_VOLUME % 512].volume.level == 4 && told[LIFE_EVENT_KIND_VOLUME_SET] == 1);
    in.volume = 5;
    hears("volume up", true), lives(1);
    assert_int_equal(last[LIFE_VOLUME % 512].volume.level, 5);
    in.volume = 1;
    hears("volume down", true), lives(1);
    assert_int_equal(last[LIFE_VOLUME % 512].volume.level, 1); // never mute by words
    hears("volume three", true), lives(1);
    assert_int_equal(last[LIFE_VOLUME % 512].volume.level, 3);
    hears("change your eye color to purple", true), lives(1);
    assert_true(last[LIFE_EYE_COLOUR % 512].eye_colour.colour == 5 &&
                told[LIFE_EVENT_KIND_EYE_COLOUR_SET] == 1);
    for (uint8_t now = 0; now < 7; now++) {
        in.eye_colour = now;
        hears("change your eye color", true), lives(1);
        assert_int_not_equal(last[LIFE_EYE_COLOUR % 512].eye_colour.colour, now);
    }
}

static void a_timer_counts_rings_and_is_stopped(void **state) {
    for (int how = 0; how < 4; how++) {
        begin_deeds();
        hears("set a timer for ten seconds", true), lives(4);
        assert_int_equal(told[LIFE_EVENT_KIND_TIMER_SET], 1);
        hears("check the timer", true), lives(1);
        assert_non_null(strstr(said, "6 seconds left."));
        hears("set a timer for five minutes", true), lives(1);
        assert_non_null(strstr(said, "I am counting already."));
        if (how == 0) hears("cancel the timer", true);
        lives(6);
        if (how == 0) {
            assert_true(told[LIFE_EVENT_KIND_TIMER_ENDED] == 1 && !told[LIFE_EVENT_KIND_TIMER_RINGS]);
            assert_int_equal(played("TimerRinging"), 0);
            close_mind();
            continue;
        }
        assert_true(told[LIFE_EVENT_KIND_TIMER_RINGS] == 1 && played("TimerRinging") >= 1);
        assert_int_equal(told[LIFE_EVENT_KIND_TIMER_ENDED], 0);
        if (how == 1) in.status |= BODY_STATUS_TOUCHED;
        if (how == 2) felt(LIFE_EVENT_KIND_BUTTON_DOWN);
        if (how == 3) hears("stop", false); // it listens while it rings
        lives(0.5f);
        if (told[LIFE_EVENT_KIND_TIMER_ENDED] != 1) fail_msg("way %d does not stop it", how);
        uint32_t rings = played("TimerRinging");
        in.status = 0;
        lives(5);
        assert_int_equal(played("TimerRinging"), rings);
        if (how < 3) close_mind();
    }
}

static void a_long_timer_is_shown_now_and_then(void **state) {
    begin_deeds();
    hears("set a timer for twenty minutes", true), lives(10);
    uint32_t before = asked.kinds[LIFE_SHOW_DIGITS];
    lives(165);
    assert_int_equal(asked.kinds[LIFE_SHOW_DIGITS], before); // three to five minutes apart
    lives(900);
    assert_in_range(asked.kinds[LIFE_SHOW_DIGITS], before + 2, before + 5);
}

// The charger that it cannot see it searches first; why it does all that is that it was told.
static void sent_home_it_searches_and_says_who_wanted_it(void **state) {
    struct mind_view view;
    begin_deeds();
    in.faces_count = 0;
    hears("go to your charger", true), live(1, false);
    for (int i = 0; i < 20; i++) {
        assert_true(mind_view(mind, &view));
        assert_string_equal(view.does, "searches for its charger");
        assert_string_equal(view.because, "somebody told it to");
        live(0.5f, false);
    }
    in.things[in.things_count++] = (struct mind_thing){
        .id = 9, .kind = BELIEF_THING_KIND_CHARGER, .state = BELIEF_THING_STATE_KNOWN, .distance_m = 0.5f};
    uint32_t before = asked.kinds[LIFE_DRIVE_ON_CHARGER];
    lives(6);
    assert_true(asked.kinds[LIFE_DRIVE_ON_CHARGER] > before);
    in.status |= BODY_STATUS_ON_CHARGER;
    lives(30);
    memset(&asked, 0, sizeof asked);
    hears("go to your charger", true), lives(2);
    assert_true(played("OnCharger") >= 1); // it is there
    in.status = 0, in.things_count = 0;
}

static void a_question_is_waited_for(void **state) {
    begin_deeds();
    hears("i have a question", true), lives(2);
    assert_non_null(strstr(said, "Ask me."));
    hears("how many feet are in a mile", false), lives(2);
    assert_non_null(strstr(said, "5280 feet."));
    memset(said, 0, sizeof said);
    hears("i have a question", true), lives(2);
    lives(12); // nobody asks
    assert_non_null(strstr(said, "I do not know that."));
    assert_int_equal(played("KnowledgeGraphFail"), 1);
}

static void it_learns_a_name_and_says_it(void **state) {
    begin_deeds();
    hears("what's my name", true), lives(5);
    assert_non_null(strstr(said, "I do not know you yet."));
    hears("my name is ada", true), lives(8);
    const struct life_know_person *known = &last[LIFE_KNOW_PERSON % 512].know_person;
    assert_true(known->person == -2 && known->known > 0 && strcmp(known->name, "Ada") == 0);
    assert_int_equal(told[LIFE_EVENT_KIND_PERSON_NAMED], 1);
    in.faces[0].person = known->known; // as the robot believes from then on
    lives(1), memset(said, 0, sizeof said);
    hears("who am i", true), lives(4);
    assert_non_null(strstr(said, "You are Ada."));
}

// One of an app and one of a voice service, and both while a program leads.
static void intents_come_from_elsewhere(void **state) {
    begin_deeds();
    struct mind_wanted app = {
        .source = LIFE_INTENT_SOURCE_APP, .name = "intent_clock_settimer", .values_count = 1};
    strcpy(app.values[0].key, "time_in_seconds"), strcpy(app.values[0].value, "90");
    in.wanted[0] = app, in.wanted_count = 1;
    lives(1);
    assert_true(told[LIFE_EVENT_KIND_TIMER_SET] == 1 && told[LIFE_EVENT_KIND_INTENT_BEGUN] == 1);
    struct mind_wanted cloud = {.source = LIFE_INTENT_SOURCE_CLOUD, .name = "intent_imperative_praise"};
    in.wanted[0] = cloud, in.wanted_count = 1;
    lives(2);
    assert_int_equal(played("FeedbackGoodRobot"), 1);
    strcpy(cloud.name, "intent_nobody_knows");
    in.wanted[0] = cloud, in.wanted_count = 1;
    lives(2);
    assert_int_equal(played("VC_NoIntent"), 1);
    in.controlled = true;
    strcpy(cloud.name, "intent_imperative_love");
    in.wanted[0] = cloud, in.wanted_count = 1;
    lives(2);
    assert_true(played("FeedbackILoveYou") == 0 && told[LIFE_EVENT_KIND_INTENT] == 4);
    assert_string_equal(intent_name(mind_last_intent(mind)->number), "imperative_love");
}

static uint32_t roams(void) {
    return asked.kinds[LIFE_DRIVE_STRAIGHT % 4096] + asked.kinds[LIFE_TURN_IN_PLACE % 4096] +
           asked.kinds[LIFE_SAY % 4096];
}
static bool hushed(void) { return mind_feelings(mind)->hushed; }
static void be_quiet(const char *words) {
    begin_deeds();
    assert_false(hushed());
    hears(words, true), lives(4);
    assert_true(hushed());
    assert_int_equal(played("FeedbackShutUp"), 1);
    memset(&asked, 0, sizeof asked);
}

static void told_to_be_quiet_it_is_until_its_time_is_over(void **state) {
    be_quiet("be quiet");
    lives(60);
    assert_int_equal(roams(), 0);
    assert_true(text_is(mind_deed(mind), "KeepQuiet"));
    in.status = BODY_STATUS_TOUCHED, felt(LIFE_EVENT_KIND_TOUCHED), lives(2);
    assert_true(played("ReactToPetting") == 1 && hushed()); // it enjoys that without a sound
    in.status = 0, lives(1700);
    assert_true(hushed() && roams() == 0);
    lives(200);
    assert_true(!hushed() && asked.plays > 1);
    close_mind();
    be_quiet("shut up");
    lives(3560);
    assert_true(hushed());
    lives(60);
    assert_false(hushed());
}

static void its_name_a_wish_and_shaking_end_its_silence(void **state) {
    for (int way = 0; way < 3; way++) {
        be_quiet("quiet down");
        if (way == 0) hears("hey vector", false);
        if (way == 1) hears("good robot", true);
        if (way == 2) felt(LIFE_EVENT_KIND_SHAKEN);
        lives(1);
        assert_false(hushed());
        close_mind();
    }
    be_quiet("be quiet");
    lives(5), hears("be quiet", true), lives(2); // asked for anew
    assert_true(hushed());
}

static void a_timer_rings_aloud_while_it_is_quiet(void **state) {
    begin_deeds();
    hears("set a timer for ten seconds", true), lives(2);
    hears("be quiet", true), lives(4);
    assert_true(hushed());
    lives(6);
    assert_true(played("TimerRinging") >= 1 && !hushed());
    hears("stop", true), lives(3);
    assert_int_equal(told[LIFE_EVENT_KIND_TIMER_ENDED], 1);
}

TESTS(cmocka_unit_test(every_command_is_begun_soon),
      cmocka_unit_test_teardown(told_to_be_quiet_it_is_until_its_time_is_over, close_deeds),
      cmocka_unit_test_teardown(its_name_a_wish_and_shaking_end_its_silence, close_deeds),
      cmocka_unit_test_teardown(a_timer_rings_aloud_while_it_is_quiet, close_deeds),
      cmocka_unit_test_teardown(called_it_shows_it_and_listens, close_deeds),
      cmocka_unit_test_teardown(a_simple_answer_has_all_its_row_says, close_deeds),
      cmocka_unit_test_teardown(settings_change_by_words, close_deeds),
      cmocka_unit_test_teardown(a_timer_counts_rings_and_is_stopped, close_deeds),
      cmocka_unit_test_teardown(a_long_timer_is_shown_now_and_then, close_deeds),
      cmocka_unit_test_teardown(sent_home_it_searches_and_says_who_wanted_it, close_deeds),
      cmocka_unit_test_teardown(a_question_is_waited_for, close_deeds),
      cmocka_unit_test_teardown(it_learns_a_name_and_says_it, close_deeds),
      cmocka_unit_test_teardown(intents_come_from_elsewhere, close_deeds))
