// Music: what a mind makes of it alone; tests/robot/test_clips_world.c sees its beats.
#include "alone.h"

#include "border/body_model.h"

static void plays_music(float bpm, float seconds) {
    for (float t = 0; t < seconds; t += 0.5f) {
        if (bpm > 0) in.heard[in.heard_count++] = (struct mind_noise){.tempo_bpm = bpm};
        live(0.5f, true);
    }
}
// How often, for so long; here a clip is over at once, and there are many.
static uint32_t ways_out(float bpm, float seconds) {
    uint32_t outs = 0;
    for (float t = 0; t < seconds; t += 0.5f) {
        memset(&asked, 0, sizeof asked);
        plays_music(bpm, 0.5f);
        outs += played("DanceGetOut");
    }
    return outs;
}
static void open_idle(void) {
    open_creature("vector", 5);
    live(8, true);
    memset(&asked, 0, sizeof asked);
}

// Its clips are a little faster than the music, for they wait; a tempo that is too fast is danced at half of
// it.
static void it_listens_and_dances_at_the_tempo(void **state) {
    static const struct {
        float bpm;
        const char *trigger;
    } ROWS[] = {{64, "DanceBeat90"},   {90, "DanceBeat110"},  {100, "DanceBeat110"},
                {116, "DanceBeat130"}, {130, "DanceBeat150"}, {160, "DanceBeat90"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        open_idle();
        plays_music(ROWS[i].bpm, 3);
        assert_true(played("DanceGetIn") == 1 && !played(ROWS[i].trigger)); // it listens first
        plays_music(ROWS[i].bpm, 5);
        assert_true(played(ROWS[i].trigger) > 0);
        for (uint32_t k = 0; k < asked.plays; k++)
            if (!strncmp(asked.triggers[k], "DanceBeat", 9))
                assert_string_equal(asked.triggers[k], ROWS[i].trigger);
        assert_int_equal(played("DanceGetOut"), 0);
        plays_music(0, 3);
        assert_int_equal(played("DanceGetOut"), 1); // the music is over
        close_mind();
    }
}

static void it_ends_by_itself_and_rests(void **state) {
    open_idle();
    assert_int_equal(ways_out(120, 40), 1); // 40 beats at most: 20 s
    assert_in_range(ways_out(120, 120), 1, 4);
    close_mind();
}

static void a_tempo_that_changes_is_found_again(void **state) {
    open_idle();
    plays_music(100, 12);
    uint32_t before = played("DanceBeat110");
    assert_true(before > 0);
    plays_music(116, 2);
    before = played("DanceBeat110");
    plays_music(116, 3);
    assert_int_equal(played("DanceBeat110"), before);
    assert_true(played("DanceBeat130") > 0);
    close_mind();
}

static void it_dances_where_its_battery_lets_it(void **state) {
    for (int low = 0; low < 2; low++) {
        open_creature("vector", 5);
        in.status = BODY_STATUS_ON_CHARGER | (low ? BODY_STATUS_BATTERY_LOW : 0);
        live(8, true);
        memset(&asked, 0, sizeof asked);
        plays_music(100, 6);
        assert_int_equal(asked.kinds[LIFE_DRIVE_OFF_CHARGER % 4096], !low);
        if (!low) in.status = 0;
        plays_music(100, 8);
        assert_true(played("DanceBeat110") > 0);
        close_mind();
    }
}

static void being_stroked_is_dearer_to_it(void **state) {
    open_idle();
    in.status = BODY_STATUS_TOUCHED;
    plays_music(100, 6);
    assert_true(!played("DanceGetIn") && !played("DanceBeat110"));
    in.status = 0;
    plays_music(100, 14);
    assert_true(played("DanceBeat110") > 0);
    close_mind();
}

// Whoever asks for a dance gets one, with or without music, on any creature.
static void told_to_it_dances(void **state) {
    static const char *const WHO[] = {"vector", "cozmo"};
    for (int i = 0; i < 2; i++) {
        open_creature(WHO[i], 5);
        if (i) mind_lacks(mind, BODY_HAS(MICROPHONES) | BODY_HAS(CAMERA));
        live(8, true);
        memset(&asked, 0, sizeof asked);
        struct mind_noise *n = &in.heard[in.heard_count++];
        *n = (struct mind_noise){.to_it = true};
        strcpy(n->words, "dance");
        live(12, true);
        assert_true(played("DanceBeat110") > 0);
        assert_int_equal(ways_out(0, 30), 1);
        close_mind();
    }
}

static void refused(const char *sessions, const char *because) {
    struct fault fault = {0};
    char text[600], why[300];
    const char *folder = temp_folder();
    snprintf(text, sizeof text,
             "{\"roots\": {\"normalBaseBehavior\": \"Root\"}, \"nodes\": [" NODE(
                 "Root", "DanceToTheBeat", ", \"danceSessions\": %s") "]}",
             sessions);
    assert_int_equal(file_write(temp_path(folder, "vector_tree.json"), text, strlen(text), &fault), ERR_NONE);
    assert_int_equal(file_write(temp_path(folder, "tree.json"), "[]", 2, &fault), ERR_NONE);
    assert_null(mind_data_open("vector", folder, &fault));
    if (!strstr(fault_text(&fault, why, sizeof why), because)) fail_msg("%s: %s", sessions, why);
}
static void a_dance_that_cannot_be_is_told_with_its_place(void **state) {
    refused("1", "expected a list of sessions");
    refused("[{}]", "dancePhrases");
    refused("[{\"dancePhrases\": [{}]}]", "danceSessions[0].dancePhrases[0]");
    refused("[{\"dancePhrases\": [{\"anims\": []}]}]", "a list of triggers");
    refused("[{\"dancePhrases\": [{\"anims\": [\"A\"], \"minBeats\": 0}]}]", "minBeats");
    refused("[{\"dancePhrases\": [{\"anims\": [\"A\"], \"minBeats\": 9, \"maxBeats\": 3}]}]", "maxBeats");
    refused(
        "[{\"dancePhrases\": [{\"anims\": [\"A\"], \"minBeats\": 5, \"maxBeats\": 7, \"multipleOf\": 4}]}]",
        "no multiple of 4");
    refused("[{\"dancePhrases\": [{\"anims\": [\"A\"], \"beats\": 3}]}]", "beats");
}

TESTS(cmocka_unit_test(it_listens_and_dances_at_the_tempo), cmocka_unit_test(it_ends_by_itself_and_rests),
      cmocka_unit_test(a_tempo_that_changes_is_found_again),
      cmocka_unit_test(it_dances_where_its_battery_lets_it), cmocka_unit_test(being_stroked_is_dearer_to_it),
      cmocka_unit_test(told_to_it_dances), cmocka_unit_test(a_dance_that_cannot_be_is_told_with_its_place))
