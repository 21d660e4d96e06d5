// What it makes of noises and music that its ears tell of.
#include "alone.h"

static void noise_from(float rad, float over_db, uint32_t sure) {
    in.felt[in.felt_count++] = (struct life_event){
        .kind = LIFE_EVENT_KIND_LOUD_SOUND, .subject = sure, .numbers = {80, rad, over_db}};
}
static void noise(float over_db, uint32_t sure) { noise_from(1, over_db, sure); }

#define HEARS(more)                                                                                          \
    NODE("Hears", "ReactToSound",                                                                            \
         ", \"animTrigger\": \"Huh\", \"habituation_s\": 0, \"wantsToBeActivatedCondition\": "               \
         "{\"conditionType\": \"SoundHeard\"}" more)
#define ROOT(children) NODE("Root", "DispatcherStrictPriority", ", \"behaviors\": [" children "]")

// Ten times so much is enough; less only when it is sure from where; never is never.
static uint32_t reactions(const char *node, float over_db, uint32_t sure) {
    const char *const nodes[] = {ROOT("\"Hears\""), node, NULL};
    open_mind(nodes);
    live(1, true);
    noise(over_db, sure);
    live(3, true);
    uint32_t count = played("Huh");
    close_mind();
    return count;
}
static void a_noise_is_reacted_to_by_its_thresholds(void **state) {
    static const char *const USUAL = HEARS(", \"micAbsolutePowerThreshold\": 2, "
                                           "\"micMinPowerThreshold\": 1.2, "
                                           "\"micConfidenceThresholdAtMinPower\": 1000"),
                             *const NEVER = HEARS(", \"micAbsolutePowerThreshold\": 999.9, "
                                                  "\"micMinPowerThreshold\": 999.9");
    assert_int_equal(reactions(USUAL, 21, 0), 1);
    assert_int_equal(reactions(USUAL, 19, 0), 0);
    assert_int_equal(reactions(USUAL, 19, 999), 0);
    assert_int_equal(reactions(USUAL, 19, 1000), 1);
    assert_int_equal(reactions(USUAL, 11, 5000), 0);
    assert_int_equal(reactions(NEVER, 90, 5000), 0);
}

// Hours go clockwise from ahead, directions to the left; where it is not sure it came from anywhere.
static void directions_have_their_clips(void **state) {
    static const char *const nodes[] = {
        ROOT("\"Hears\""), HEARS(", \"micDirectionReactionBehavior\": \"Ways\""),
        NODE("Ways", "ReactToMicDirection",
             ", \"reaction_list\": {\"OnSurface\": {\"TwelveOClock\": {\"anim\": \"Ahead\"}, "
             "\"ThreeOClock\": {\"anim\": \"Right\"}, \"SixOClock\": {\"anim\": \"Behind\"}, "
             "\"NineOClock\": {\"anim\": \"Left\"}, \"TenOClock\": {\"enabled\": false}, "
             "\"Ambient\": {\"anim\": \"Where\"}}, \"OnCharger\": {\"ThreeOClock\": {\"anim\": \"Home\"}}}"),
        NULL};
    static const struct {
        float rad;
        uint32_t sure, status;
        const char *clip;
    } ROWS[] = {{0, 5000, 0, "Ahead"},
                {0.2f, 5000, 0, "Ahead"},
                {-1.57f, 5000, 0, "Right"},
                {1.57f, 5000, 0, "Left"},
                {3.1f, 5000, 0, "Behind"},
                {-3.1f, 5000, 0, "Behind"},
                {1, 5000, 0, NULL},
                {2.6f, 5000, 0, NULL},
                {2, 0, 0, "Where"},
                {-1.57f, 5000, BODY_STATUS_ON_CHARGER, "Home"},
                {0, 5000, BODY_STATUS_ON_CHARGER, NULL}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        open_mind(nodes);
        in.status = ROWS[i].status;
        live(1, true);
        noise_from(ROWS[i].rad, 60, ROWS[i].sure);
        live(2, true);
        if (asked.plays != (ROWS[i].clip != NULL) || (ROWS[i].clip && !played(ROWS[i].clip)))
            fail_msg("row %zu: %u clips, %s", i, asked.plays, asked.triggers[0]);
        close_mind();
    }
}

static void plays(float bpm, bool maybe, float seconds) {
    for (int i = 0; i < (int)seconds; i++) {
        in.heard[in.heard_count++] = (struct mind_noise){.tempo_bpm = bpm, .maybe = maybe};
        live(1, true);
    }
}
// A tempo that is not certain moves only who takes it; music that is over moves nobody.
static void music_moves_as_long_as_it_is_sure(void **state) {
    static const char *const nodes[] = {
        ROOT("\"Dance\", \"Nod\""),
        PLAY("Dance", "Dance", ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"BeatDetected\"}"),
        PLAY("Nod", "Nod",
             ", \"wantsToBeActivatedCondition\": {\"conditionType\": \"BeatDetected\", "
             "\"allowPotentialBeat\": true}"),
        NULL};
    open_mind(nodes);
    plays(120, true, 4);
    assert_true(played("Nod") > 0 && !played("Dance"));
    plays(120, false, 4);
    uint32_t danced = played("Dance");
    assert_true(danced > 0);
    live(3, true); // nothing was heard since
    danced = played("Dance");
    uint32_t nodded = played("Nod");
    live(5, true);
    assert_true(played("Dance") == danced && played("Nod") == nodded);
    close_mind();
}

TESTS(cmocka_unit_test(directions_have_their_clips),
      cmocka_unit_test(a_noise_is_reacted_to_by_its_thresholds),
      cmocka_unit_test(music_moves_as_long_as_it_is_sure))
