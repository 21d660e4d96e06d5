// Every condition by a table: percepts in, held or not.
#include "alone.h"

#include "store/features.h"

#define HOLDS(condition) "{\"conditionType\": \"" condition "}"

// A tree of one node, which plays when its condition holds, and of what it does meanwhile.
#define ANYHOW                                                                                               \
    ", \"behaviorModifiers\": {\"wantsToBeActivatedWhenOffTreads\": true, "                                  \
    "\"wantsToBeActivatedWhenCarryingObject\": true}"
static void open_condition(const char *condition) {
    char node[1200];
    snprintf(node, sizeof node, PLAY("A", "Held", ", \"wantsToBeActivatedCondition\": %s" ANYHOW), condition);
    open_mind(
        (const char *[]){NODE("Root", "DispatcherStrictPriority",
                              ", \"behaviors\": [\"A\", \"W\"], \"interruptActiveBehavior\": true" ANYHOW),
                         node, NODE("W", "ObservingWithoutTurn", ", \"eyesOnly\": true" ANYHOW), NULL});
}
// Whether it held in one of so many ticks. Percepts stay as they are set.
static bool lives(int ticks) {
    uint32_t before = asked.plays;
    for (int i = 0; i < ticks; i++) tick(true);
    return asked.plays > before;
}
static void felt_with(enum life_event_kind kind, float number) {
    in.felt[in.felt_count++] = (struct life_event){.kind = (uint16_t)kind, .numbers = {number}};
}

// What is felt as an event: the event, its number, and another one that ends it or leaves it untrue.
static void events_are_felt(void **state) {
    static const struct {
        const char *condition;
        enum life_event_kind kind;
        float number;
        bool held;
    } ROWS[] = {
        {HOLDS("RobotPoked\""), LIFE_EVENT_KIND_POKED, 0, true},
        {HOLDS("RobotPoked\""), LIFE_EVENT_KIND_TOUCHED, 0, false},
        {HOLDS("RobotShaken\""), LIFE_EVENT_KIND_SHAKEN, 0, true},
        {HOLDS("UnexpectedMovement\""), LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT, 0, true},
        {HOLDS("ObjectMoved\""), LIFE_EVENT_KIND_THING_MOVED, 0, true},
        {HOLDS("ObjectPositionUpdated\""), LIFE_EVENT_KIND_THING_APPEARED, 0, true},
        {HOLDS("ObjectPositionUpdated\""), LIFE_EVENT_KIND_THING_GONE, 0, false},
        {HOLDS("Felt\", \"felt\": \"HELD\""), LIFE_EVENT_KIND_HELD, 0, true},
        {HOLDS("Felt\", \"felt\": \"HELD\""), LIFE_EVENT_KIND_LET_GO, 0, false},
        {HOLDS("SoundHeard\", \"least_db\": 72"), LIFE_EVENT_KIND_LOUD_SOUND, 80, true},
        {HOLDS("SoundHeard\", \"least_db\": 72"), LIFE_EVENT_KIND_LOUD_SOUND, 70, false},
        {HOLDS("UserIsHoldingCube\""), LIFE_EVENT_KIND_CUBE_HELD, 1, true},
        {HOLDS("UserIsHoldingCube\""), LIFE_EVENT_KIND_CUBE_HELD, 0, false},
        {HOLDS("CubeTapped\""), LIFE_EVENT_KIND_CUBE_TAPPED, 1, true},
        {HOLDS("ConnectedToCube\""), LIFE_EVENT_KIND_CUBE_CONNECTED, 1, true},
        {HOLDS("ConnectedToCube\""), LIFE_EVENT_KIND_CUBE_LOST, 1, false},
        {HOLDS("RobotInHabitat\""), LIFE_EVENT_KIND_HABITAT, BELIEF_HABITAT_STATE_INSIDE, true},
        {HOLDS("RobotInHabitat\""), LIFE_EVENT_KIND_HABITAT, BELIEF_HABITAT_STATE_OUTSIDE, false},
        {HOLDS("InCalmMode\""), LIFE_EVENT_KIND_SENSORS_SLEEP, 0, true},
        {HOLDS("InCalmMode\""), LIFE_EVENT_KIND_SENSORS_WAKE, 0, false},
        {HOLDS("EngineErrorCodeReceived\", \"engineErrorCode\": \"ImageQualityTooDark\""),
         LIFE_EVENT_KIND_IMAGE_TOO_DARK, 0, true},
        {HOLDS("EngineErrorCodeReceived\", \"engineErrorCode\": \"ImageQualityTooDark\""),
         LIFE_EVENT_KIND_IMAGE_GOOD, 0, false},
        {HOLDS("TimePowerButtonPressed\""), LIFE_EVENT_KIND_BUTTON_DOWN, 0, true},
        {HOLDS("TimePowerButtonPressed\""), LIFE_EVENT_KIND_BUTTON_UP, 0, false},
        {HOLDS("AnyStimuli\", \"poke\": true"), LIFE_EVENT_KIND_POKED, 0, true},
        {HOLDS("AnyStimuli\", \"sound\": true"), LIFE_EVENT_KIND_POKED, 0, false},
        {HOLDS("ConsoleVar\", \"variable\": \"x\", \"value\": 1"), LIFE_EVENT_KIND_POKED, 0, false},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        open_condition(ROWS[i].condition);
        if (lives(4)) fail_msg("row %zu: %s held before", i, ROWS[i].condition);
        felt_with(ROWS[i].kind, ROWS[i].number);
        if (lives(3) != ROWS[i].held) fail_msg("row %zu: %s", i, ROWS[i].condition);
        close_mind();
    }
}

// What its body and its surroundings are like: percepts are set, and it holds or not.
static void set_nothing(void) {}
static void set_touched(void) { in.status = BODY_STATUS_TOUCHED; }
static void set_charger(void) { in.status = BODY_STATUS_ON_CHARGER; }
static void set_full(void) { in.status = BODY_STATUS_ON_CHARGER, in.charge = 1; }
static void set_low(void) { in.status = BODY_STATUS_BATTERY_LOW, in.charge = 0.1f; }
static void set_hot(void) { in.status = BODY_STATUS_BATTERY_HOT; }
static void set_up(void) { in.status = BODY_STATUS_PICKED_UP, in.attitude = BODY_ATTITUDE_IN_AIR; }
static void set_held(void) { in.status = BODY_STATUS_HELD; }
static void set_carries(void) { in.status = BODY_STATUS_CARRYING; }
static void set_cliff(void) { in.status = BODY_STATUS_CLIFF; }
static void set_back(void) { in.attitude = BODY_ATTITUDE_ON_BACK; }
static void set_falls(void) { in.status = BODY_STATUS_FALLING; }
static void set_near(void) { in.range_m = 0.03f; }
static void set_far(void) { in.range_m = 0.3f; }
static void set_pitch(void) { in.pitch_rad = 0.3f; }
static void set_roll(void) { in.roll_rad = -0.3f; }
static void set_face(void) {
    in.faces[0] = (struct mind_face){.person = 3, .distance_m = 0.5f, .contact = true, .name = "Ada"};
    in.faces_count = 1;
}
static void set_stranger(void) {
    in.faces[0] = (struct mind_face){.person = -3, .distance_m = 2};
    in.faces_count = 1;
}
static void set_thing(enum belief_thing_kind kind) {
    in.things[0] =
        (struct mind_thing){.id = 4, .kind = kind, .state = BELIEF_THING_STATE_KNOWN, .distance_m = 0.4f};
    in.things_count = 1;
}
static void set_cube(void) { set_thing(BELIEF_THING_KIND_CUBE); }
static void set_home(void) { set_thing(BELIEF_THING_KIND_CHARGER); }
static void set_left(void) { in.motion[0] = 0.5f; }
static void set_little(void) { in.motion[1] = 0.1f; }
static void set_floor(void) { in.motion[3] = 0.3f; }
static void set_person(void) { in.person = true; }
static void set_hand(void) { in.hand = true; }
static void set_pet(void) { in.pet = 1; }
static void set_alexa(void) { in.alexa = true; }
static void set_maintenance(void) { in.maintenance = true; }
static void set_beat(void) { in.heard[0] = (struct mind_noise){.tempo_bpm = 120}, in.heard_count = 1; }
static void set_time(int64_t hour) {
    in.calendar = (struct life_calendar){.unix_us = hour * 3600000000, .known = true};
}
static void set_night(void) { set_time(23); }
static void set_noon(void) { set_time(12); }
static void set_colour(void) { in.eye_colour = 3; }
static void set_switch(void) {
    struct feature_switches switches = {0};
    feature_switch(&switches, feature_named(TEXT("GazeDirection")), FEATURE_ON);
    in.features_on = switches.on, in.features_off = switches.off;
}

static const struct situation {
    const char *condition;
    void (*set)(void);
    bool held;
} SITUATIONS[] = {
    {HOLDS("TrueCondition\""), set_nothing, true},
    {HOLDS("Compound\", \"not\": {\"conditionType\": \"TrueCondition\"}"), set_nothing, false},
    {HOLDS("Compound\", \"or\": [{\"conditionType\": \"RobotTouched\"}, {\"conditionType\": \"OnCharger\"}]"),
     set_charger, true},
    {HOLDS(
         "Compound\", \"and\": [{\"conditionType\": \"RobotTouched\"}, {\"conditionType\": \"OnCharger\"}]"),
     set_charger, false},
    {HOLDS("BecameTrueThisTick\", \"subCondition\": {\"conditionType\": \"RobotTouched\"}"), set_touched,
     true},
    {HOLDS("BecameTrueThisTick\", \"subCondition\": {\"conditionType\": \"RobotTouched\"}"), set_held, false},
    {HOLDS(
         "TimedDedup\", \"dedupInterval_ms\": 100, \"subCondition\": {\"conditionType\": \"RobotTouched\"}"),
     set_touched, true},
    {HOLDS("TimerInRange\", \"begin_s\": 50"), set_nothing, false},
    {HOLDS("Lasts\", \"seconds\": 0.5, \"subCondition\": {\"conditionType\": \"RobotTouched\"}"), set_touched,
     true},
    {HOLDS("Lasts\", \"seconds\": 5, \"subCondition\": {\"conditionType\": \"RobotTouched\"}"), set_touched,
     false},
    {HOLDS("Chance\", \"probability\": 1"), set_nothing, true},
    {HOLDS("Chance\", \"probability\": 0"), set_nothing, false},
    {HOLDS("RobotTouched\""), set_touched, true},
    {HOLDS("RobotTouched\", \"minTouchTime\": 3"), set_touched, false},
    {HOLDS("OnCharger\""), set_charger, true},
    {HOLDS("OnCharger\""), set_held, false},
    {HOLDS("OnChargerPlatform\""), set_charger, true},
    {HOLDS("OnChargerFor\", \"seconds\": 0.5"), set_charger, true},
    {HOLDS("OffChargerFor\", \"seconds\": 60"), set_nothing, false},
    {HOLDS("BatteryLevel\", \"targetBatteryLevel\": \"Low\""), set_low, true},
    {HOLDS("BatteryLevel\", \"targetBatteryLevel\": \"Full\""), set_full, true},
    {HOLDS("BatteryLevel\", \"targetBatteryLevel\": \"Full\""), set_low, false},
    {HOLDS("BatteryLevel\", \"targetBatteryLevel\": \"Nominal\""), set_nothing, true},
    {HOLDS("ChargeBelow\", \"share\": 0.25"), set_low, true},
    {HOLDS("ChargeBelow\", \"share\": 0.25"), set_nothing, false},
    {HOLDS("TooHotToCharge\""), set_hot, true},
    {HOLDS("HighTemperature\""), set_hot, true},
    {HOLDS("HighTemperature\""), set_low, false},
    {HOLDS("RobotPickedUp\""), set_up, true},
    {HOLDS("RobotPickedUp\""), set_held, false},
    {HOLDS("BeingHeld\", \"shouldBeHeld\": true"), set_held, true},
    {HOLDS("BeingHeld\", \"shouldBeHeld\": false"), set_held, false},
    {HOLDS("BeingHeld\", \"shouldBeHeld\": true, \"minTimeSinceChange_ms\": 9000"), set_held, false},
    {HOLDS("RobotHeldInPalm\", \"shouldBeHeldInPalm\": true"), set_held, true},
    {HOLDS("RobotHeldInPalm\", \"shouldBeHeldInPalm\": true"), set_up, false},
    {HOLDS("CarryingCube\""), set_carries, true},
    {HOLDS("CarryingCube\""), set_cube, false},
    {HOLDS("CliffDetected\""), set_cliff, true},
    {HOLDS("CliffDetected\", \"minDuration_ms\": 9000"), set_cliff, false},
    {HOLDS("CliffDetected\", \"shouldDetectNoCliffs\": true"), set_cliff, false},
    {HOLDS("OffTreadsState\", \"targetState\": \"OnTreads\""), set_nothing, true},
    {HOLDS("OffTreadsState\", \"targetState\": \"OnTreads\""), set_held, false},
    {HOLDS("OffTreadsState\", \"targetState\": \"InAir\""), set_held, true},
    {HOLDS("OffTreadsState\", \"targetState\": \"OnBack\""), set_back, true},
    {HOLDS("OffTreadsState\", \"targetState\": \"OnFace\""), set_back, false},
    {HOLDS("OffTreadsState\", \"targetState\": \"Falling\""), set_falls, true},
    {HOLDS("ProxInRange\", \"minProxDist_mm\": 20, \"maxProxDist_mm\": 60"), set_near, true},
    {HOLDS("ProxInRange\", \"minProxDist_mm\": 20, \"maxProxDist_mm\": 60"), set_far, false},
    {HOLDS("ProxInRange\", \"invalidSensorReturn\": true"), set_nothing, true},
    {HOLDS("ObstacleDetected\""), set_near, true},
    {HOLDS("ObstacleDetected\""), set_far, false},
    {HOLDS("RobotPitchInRange\", \"minPitchThreshold_deg\": 10, \"maxPitchThreshold_deg\": 20"), set_pitch,
     true},
    {HOLDS("RobotPitchInRange\", \"minPitchThreshold_deg\": 10, \"maxPitchThreshold_deg\": 20"), set_roll,
     false},
    {HOLDS("RobotRollInRange\", \"minRollThreshold_deg\": -20, \"maxRollThreshold_deg\": -10"), set_roll,
     true},
    {HOLDS("RobotRollInRange\", \"minRollThreshold_deg\": -20, \"maxRollThreshold_deg\": -10"), set_pitch,
     false},
    {HOLDS("FaceKnown\", \"maxFaceAge_s\": 1, \"mustBeNamed\": true"), set_face, true},
    {HOLDS("FaceKnown\", \"maxFaceAge_s\": 1, \"mustBeNamed\": true"), set_stranger, false},
    {HOLDS("FaceKnown\", \"maxFaceDist_mm\": 1000"), set_stranger, false},
    {HOLDS("EyeContact\""), set_face, true},
    {HOLDS("EyeContact\""), set_stranger, false},
    {HOLDS("FacePositionUpdated\""), set_face, true},
    {HOLDS("FacePositionUpdated\""), set_cube, false},
    {HOLDS("FaceUnmet\", \"least_s\": 600"), set_face, true},
    {HOLDS("ObjectKnown\", \"objectTypes\": [\"cube\"]"), set_cube, true},
    {HOLDS("ObjectKnown\", \"objectTypes\": [\"cube\"], \"maxDist_mm\": 300"), set_cube, false},
    {HOLDS("ObjectKnown\", \"objectTypes\": [\"charger\"]"), set_home, true},
    {HOLDS("ObjectKnown\", \"objectTypes\": [\"charger\"]"), set_cube, false},
    {HOLDS("ObjectInitialDetection\", \"objectTypes\": [\"cube\"]"), set_cube, true},
    {HOLDS("ObjectInitialDetection\", \"objectTypes\": [\"charger\"]"), set_cube, false},
    {HOLDS("MotionDetected\", \"motionArea\": \"Left\", \"motionLevel\": \"High\""), set_left, true},
    {HOLDS("MotionDetected\", \"motionArea\": \"Right\", \"motionLevel\": \"Any\""), set_left, false},
    {HOLDS("MotionDetected\", \"motionArea\": \"Right\", \"motionLevel\": \"Any\""), set_little, true},
    {HOLDS("MotionDetected\", \"motionArea\": \"Right\", \"motionLevel\": \"Low\""), set_little, false},
    {HOLDS("MotionDetected\", \"motionArea\": \"Ground\", \"motionLevel\": \"Low\""), set_floor, true},
    {HOLDS("MotionDetected\", \"motionArea\": \"Ground\", \"motionLevel\": \"High\""), set_floor, false},
    {HOLDS("MotionDetected\""), set_floor, true},
    {HOLDS("SalientPointDetected\", \"targetSalientPoint\": \"Person\""), set_person, true},
    {HOLDS("SalientPointDetected\", \"targetSalientPoint\": \"Hand\""), set_person, false},
    {HOLDS("SalientPointDetected\", \"targetSalientPoint\": \"Hand\""), set_hand, true},
    {HOLDS("PetInitialDetection\""), set_pet, true},
    {HOLDS("PetInitialDetection\""), set_person, false},
    {HOLDS("BeatDetected\""), set_beat, true},
    {HOLDS("BeatDetected\""), set_nothing, false},
    {HOLDS("IsNightTime\""), set_night, true},
    {HOLDS("IsNightTime\""), set_noon, false},
    {HOLDS("FeatureGate\", \"feature\": \"Dancing\""), set_nothing, true},
    {HOLDS("FeatureGate\", \"feature\": \"GazeDirection\""), set_nothing, false},
    {HOLDS("FeatureGate\", \"feature\": \"GazeDirection\""), set_switch, true},
    {HOLDS("FeatureGate\", \"feature\": \"Nonesuch\", \"expected\": false"), set_nothing, true},
    {HOLDS("AlexaInteractionActive\""), set_alexa, true},
    {HOLDS("AlexaInteractionActive\""), set_nothing, false},
    {HOLDS("IsMaintenanceReboot\""), set_maintenance, true},
    {HOLDS("IsMaintenanceReboot\""), set_nothing, false},
    {HOLDS("SettingsUpdatePending\", \"setting\": \"eye_color\""), set_colour, true},
    {HOLDS("SettingsUpdatePending\", \"setting\": \"master_volume\""), set_colour, false},
    {HOLDS("Emotion\", \"emotion\": \"Trust\", \"value\": 0"), set_nothing, true},
    {HOLDS("Emotion\", \"emotion\": \"Trust\", \"min\": 0.1"), set_nothing, false},
    {HOLDS("SimpleMood\", \"mood\": \"Frustrated\""), set_nothing, false},
    {HOLDS("Sleepy\", \"above_min\": 10"), set_nothing, false},
    {HOLDS("QuietFor\", \"seconds\": 0.5"), set_nothing, true},
    {HOLDS("QuietFor\", \"seconds\": 500"), set_nothing, false},
    {HOLDS("Initiative\", \"least\": 50"), set_nothing, true},
};

static void situations_are_told_apart(void **state) {
    for (size_t i = 0; i < sizeof SITUATIONS / sizeof *SITUATIONS; i++) {
        const struct situation *s = &SITUATIONS[i];
        open_condition(s->condition);
        lives(2);
        bool is = false;
        for (int k = 0; k < 30; k++) s->set(), is |= lives(1);
        if (is != s->held) fail_msg("row %zu: %s", i, s->condition);
        close_mind();
    }
}

// What is so is told once, and of three things that come in turn the last.
static void what_became_so_is_told_once(void **state) {
    open_condition(HOLDS("BecameTrueThisTick\", \"subCondition\": {\"conditionType\": \"RobotTouched\"}"));
    lives(2), set_touched();
    assert_true(lives(3));
    assert_false(lives(60));
    close_mind();
    open_condition(HOLDS("EngineErrorCodeReceived\", \"engineErrorCode\": \"ImageQualityTooDark\""));
    lives(2), felt_with(LIFE_EVENT_KIND_IMAGE_TOO_DARK, 0);
    assert_true(lives(3));
    felt_with(LIFE_EVENT_KIND_IMAGE_GOOD, 0), lives(8);
    assert_false(lives(20));
    close_mind();
}

// Both sensors of one side, and half a second of that.
static void a_tread_over_an_edge_is_told_from_its_nose(void **state) {
    enum { LEFT = 1 << BODY_CLIFF_FRONT_LEFT | 1 << BODY_CLIFF_BACK_LEFT };
    enum { FRONT = 1 << BODY_CLIFF_FRONT_LEFT | 1 << BODY_CLIFF_FRONT_RIGHT };
    for (int side = 0; side < 2; side++) {
        open_condition(HOLDS("StuckOnEdge\""));
        lives(2);
        in.status = BODY_STATUS_CLIFF, felt_with(LIFE_EVENT_KIND_CLIFF, side ? LEFT : FRONT);
        assert_false(lives(14));
        assert_int_equal(lives(4), side);
        close_mind();
    }
}

static void a_slope_is_felt_when_it_is_put_down(void **state) {
    for (int level = 0; level < 2; level++) {
        open_condition(HOLDS("RobotPlacedOnSlope\""));
        set_up(), lives(10);
        in.status = 0, in.attitude = BODY_ATTITUDE_ON_TREADS, in.pitch_rad = level ? 0.1f : 0.25f;
        assert_int_equal(lives(10), !level);
        lives(30);
        assert_false(lives(10)); // a second later it stands there
        close_mind();
    }
}

// Dark for a second, then light for half of one: it holds for a while.
static void light_that_goes_on_is_told_once_it_lasts(void **state) {
    open_condition(
        HOLDS("IlluminationDetected\", \"preTriggerStates\": [\"Darkened\"], \"preConfirmationTime\": 1, "
              "\"postTriggerStates\": [\"Illuminated\"], \"postConfirmationTime\": 0.5, "
              "\"matchHoldTime\": 0.5"));
    felt_with(LIFE_EVENT_KIND_LIGHT_CHANGED, 2);
    assert_false(lives(60)); // it was light all along
    felt_with(LIFE_EVENT_KIND_LIGHT_CHANGED, 1);
    assert_false(lives(10)); // too short
    felt_with(LIFE_EVENT_KIND_LIGHT_CHANGED, 2);
    assert_false(lives(60));
    felt_with(LIFE_EVENT_KIND_LIGHT_CHANGED, 1);
    assert_false(lives(60));
    felt_with(LIFE_EVENT_KIND_LIGHT_CHANGED, 2);
    assert_false(lives(10));
    assert_true(lives(12));
    lives(20);
    assert_false(lives(60));
    close_mind();
}

// Once for each loss, or once at all.
static void a_thing_is_new_once(void **state) {
    for (int once = 0; once < 2; once++) {
        open_condition(
            once ? HOLDS("ObjectInitialDetection\", \"objectTypes\": [\"cube\"], \"firstTimeOnly\": true")
                 : HOLDS("ObjectInitialDetection\", \"objectTypes\": [\"cube\"]"));
        lives(2), set_cube();
        assert_true(lives(3));
        assert_false(lives(90));
        in.things_count = 0, lives(4), set_cube();
        assert_int_equal(lives(4), !once);
        close_mind();
    }
}

TESTS(cmocka_unit_test(events_are_felt), cmocka_unit_test(situations_are_told_apart),
      cmocka_unit_test(what_became_so_is_told_once),
      cmocka_unit_test(a_tread_over_an_edge_is_told_from_its_nose),
      cmocka_unit_test(a_slope_is_felt_when_it_is_put_down),
      cmocka_unit_test(light_that_goes_on_is_told_once_it_lasts), cmocka_unit_test(a_thing_is_new_once))
