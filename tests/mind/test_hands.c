// Hands, things and light before it: each class alone, and what our own tree does.
#include "alone.h"

#include <math.h>

#define WAITS NODE("W", "ObservingWithoutTurn", ", \"eyesOnly\": true")
#define FIRST                                                                                                \
    NODE("Root", "DispatcherStrictPriority",                                                                 \
         ", \"interruptActiveBehavior\": true, \"behaviors\": [\"A\", \"W\"]")
#define ON_POKE WANTS("POKED")

static float driven_mm[32], turned_rad[32], lifted_m;
static uint32_t drives, turns;
static void watch(const struct life_message *m) {
    if (m->kind == LIFE_DRIVE_STRAIGHT && drives < 32)
        driven_mm[drives++] = m->drive_straight.distance_m * 1000;
    if (m->kind == LIFE_TURN_IN_PLACE && turns < 32) turned_rad[turns++] = m->turn_in_place.angle_rad;
    if (m->kind == LIFE_LIFT) lifted_m = m->lift.height_m;
}
static void open_watched(const char *node) {
    open_mind((const char *[]){FIRST, node, WAITS, NULL});
    drives = turns = 0, lifted_m = 0, on_request = watch;
    live(0.3f, true);
    felt(LIFE_EVENT_KIND_POKED);
}
static bool has_felt(const char *event) {
    static struct mind_felt list[32];
    uint32_t since = 0;
    size_t count = mind_felt(mind, &since, list, 32);
    for (size_t i = 0; i < count; i++)
        if (text_is(list[i].name, event)) return true;
    return false;
}

// ------------------------------------------------------------------------------------------------ fist bumps

#define FIST(more)                                                                                           \
    NODE("A", "FistBump",                                                                                    \
         ON_POKE ", \"requestAnimTrigger\": \"Offer\", \"successAnimTrigger\": \"Yes\", "                    \
                 "\"leftHangingAnimTrigger\": \"No\"" more)

static void a_bump_is_answered_or_missed(void **state) {
    for (int bumped = 0; bumped < 2; bumped++) {
        open_watched(FIST(""));
        live(4, true); // two seconds for a face
        assert_int_equal(played("Offer"), 1);
        assert_true(fabsf(lifted_m - 0.06f) < 0.002f);
        if (bumped) felt(LIFE_EVENT_KIND_FIST_BUMPED), live(0.2f, true);
        assert_int_equal(played("Yes"), bumped);
        assert_int_equal(has_felt("FistBumpSuccess"), bumped);
        live(8, true);
        assert_int_equal(played("Offer"), bumped ? 1 : 2);
        assert_int_equal(played("No"), !bumped);
        assert_int_equal(has_felt("FistBumpLeftHanging"), !bumped);
        close_mind();
    }
}
static void without_a_face_or_treads_there_is_none(void **state) {
    open_watched(FIST(", \"abortIfNoFaceFound\": true"));
    live(4, true);
    assert_int_equal(played("Offer"), 0);
    close_mind();
    open_watched(FIST(", \"abortIfNoFaceFound\": true"));
    in.faces[0] = (struct mind_face){.person = 2, .bearing_rad = 0.5f, .distance_m = 0.5f},
    in.faces_count = 1;
    live(2, true);
    assert_true(turns >= 1 && fabsf(turned_rad[0] - 0.5f) < 0.05f); // turns there first
    assert_int_equal(played("Offer"), 1);
    in.status = BODY_STATUS_PICKED_UP, in.attitude = BODY_ATTITUDE_IN_AIR;
    live(12, true);
    assert_true(!played("Yes") && !played("No"));
    close_mind();
}

// ------------------------------------------------------------------------------------------------ pouncing

static const char *const POUNCES =
    NODE("A", "PounceWithProx",
         ON_POKE
         ", \"getInAnimTrigger\": \"In\", \"pounceAnimTrigger\": \"Jump\", \"successAnimTrigger\": \"Yes\", "
         "\"failAnimTrigger\": \"No\"");

// At motion near before it at once, or after five seconds; farther away is no prey.
static void it_pounces_at_what_moves(void **state) {
    for (int near = 0; near < 2; near++) {
        open_watched(POUNCES);
        live(1.5f, true);
        assert_true(played("In") == 1 && !played("Jump"));
        in.motion[3] = 0.1f, in.motion_m[0] = near ? 0.15f : 0.4f;
        live(0.3f, true);
        assert_int_equal(played("Jump"), near);
        in.motion[3] = 0;
        live(5, true);
        assert_int_equal(played("Jump"), 1);
        close_mind();
    }
}
static void what_it_caught_is_felt(void **state) {
    static const struct {
        float lift_m, pitch_rad;
        bool caught;
    } ROWS[] = {{0.032f, 0, false}, {0.04f, 0, true}, {0.032f, 0.05f, true}, {0.032f, 0.01f, false}};
    for (size_t i = 0; i < 4; i++) {
        open_watched(POUNCES);
        for (int k = 0; k < 300 && !played("Jump"); k++) tick(true);
        in.lift_m = ROWS[i].lift_m, in.pitch_rad = ROWS[i].pitch_rad;
        live(0.4f, true);
        if (played("Yes") != ROWS[i].caught || played("No") == ROWS[i].caught) fail_msg("row %zu", i);
        close_mind();
    }
}

// ------------------------------------------------------------------------------------------------ shoving

static void shove(const char *odds, float reach_m, bool pushed) {
    char node[400];
    snprintf(node, sizeof node, NODE("A", "BumpObject", ON_POKE ", %s"), odds);
    open_mind((const char *[]){FIRST, node, WAITS, NULL});
    drives = 0, on_request = watch;
    in.range_m = 0.06f, in.reach_m[0] = reach_m;
    live(0.3f, true), felt(LIFE_EVENT_KIND_POKED);
    for (int i = 0; i < 200; i++) {
        if (pushed && drives == 1) felt(LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT);
        tick(true);
    }
    close_mind();
}
// First a poke; then a shove that is polite where floor goes on, or mischief where it ends.
static void a_shove_is_polite_or_mischief(void **state) {
    static const char GOOD[] = "\"pEvil\": 0, \"pBumpWhenNotEvil\": 1",
                      EVIL[] = "\"pEvil\": 1, \"pBumpWhenEvil\": 1";
    shove(GOOD, 0, false);
    assert_true(drives == 4 && fabsf(driven_mm[0] - 68) < 1 && fabsf(driven_mm[2] - 160) < 1);
    assert_true(driven_mm[1] < 0 && driven_mm[3] < 0);
    shove(GOOD, 0.1f, false);
    assert_int_equal(drives, 2); // it would fall
    shove(EVIL, 0, false);
    assert_int_equal(drives, 2); // it would not
    shove(EVIL, 0.2f, false);
    assert_true(drives == 4 && fabsf(driven_mm[2] - 200) < 1); // as far as its own floor goes
    shove(GOOD, 0, true);
    assert_int_equal(drives, 2); // it was pushed back
    shove("\"pEvil\": 0, \"pBumpWhenNotEvil\": 0", 0, false);
    assert_int_equal(drives, 2);
    shove("\"minDist_mm\": 70", 0, false);
    assert_int_equal(drives, 0); // too near
}

// ------------------------------------------------------------------------------------------------ its cube

static void clips_are_aimed_at_a_thing(void **state) {
    for (int known = 0; known < 2; known++) {
        open_mind((const char *[]){
            FIRST,
            NODE("A", "AnimSequenceWithObject",
                 ON_POKE
                 ", \"objectType\": \"cube\", \"animTriggers\": [\"One\", \"Two\"], \"num_loops\": 2"),
            WAITS, NULL});
        turns = 0, on_request = watch;
        if (known)
            in.things[0] = (struct mind_thing){.id = 5,
                                               .kind = BELIEF_THING_KIND_CUBE,
                                               .state = BELIEF_THING_STATE_KNOWN,
                                               .bearing_rad = -0.6f,
                                               .distance_m = 0.3f};
        in.things_count = known;
        live(0.3f, true), felt(LIFE_EVENT_KIND_POKED), live(3, true);
        assert_int_equal(played("One"), known ? 2 : 0);
        assert_int_equal(played("Two"), known ? 2 : 0);
        if (known) assert_true(turns == 1 && fabsf(turned_rad[0] + 0.6f) < 0.05f);
        close_mind();
    }
}

static uint32_t wanted[8], wants;
static void watch_cube(const struct life_message *m) {
    if (m->kind == LIFE_WANT_CUBE && wants < 8) wanted[wants++] = m->want_cube.level;
}
#define CUBE(more) ", \"behaviorModifiers\": {" more "}"
// Its link is asked for while somebody on the stack needs it, and let go; one that requires it waits for it.
static void a_node_says_whether_it_needs_the_cube(void **state) {
    open_mind((const char *[]){
        FIRST, PLAY("A", "One", ON_POKE CUBE("\"cubeConnectionRequirements\": \"OptionalActive\"")), WAITS,
        NULL});
    wants = 0, on_request = watch_cube;
    live(1, true);
    assert_int_equal(wants, 0);
    felt(LIFE_EVENT_KIND_POKED), live(1, true);
    assert_true(wants == 2 && wanted[0] == LIFE_CUBE_LEVEL_INTERACTABLE && wanted[1] == LIFE_CUBE_LEVEL_NONE);
    close_mind();
    open_mind((const char *[]){
        FIRST, PLAY("A", "One", ON_POKE CUBE("\"cubeConnectionRequirements\": \"RequiredLazy\"")),
        NODE("W", "ObservingWithoutTurn", ", \"eyesOnly\": true" CUBE("\"connectToCubeInBackground\": true")),
        NULL});
    wants = 0, on_request = watch_cube;
    live(0.3f, true);
    assert_true(wants == 1 && wanted[0] == LIFE_CUBE_LEVEL_BACKGROUND);
    felt(LIFE_EVENT_KIND_POKED), live(2, true);
    assert_int_equal(played("One"), 0);
    felt(LIFE_EVENT_KIND_CUBE_CONNECTED), live(0.2f, true), felt(LIFE_EVENT_KIND_POKED), live(1, true);
    assert_int_equal(played("One"), 1);
    felt(LIFE_EVENT_KIND_CUBE_LOST), live(0.2f, true), felt(LIFE_EVENT_KIND_POKED), live(1, true);
    assert_int_equal(played("One"), 1);
    close_mind();
}

// ---------------------------------------------------------------------------------------------- our own tree

static char words[512];
static void watch_words(const struct life_message *m) {
    if (m->kind == LIFE_SAY) snprintf(words, sizeof words, "%s", m->say.words);
}
static void after_long_it_greets_by_name(void **state) {
    static const struct {
        const char *name;
        float hours;
        const char *clip, *said;
    } ROWS[] = {{"Ada", 5, "GreetAfterLongTime", "Ada"}, {"Ada", 0.5f, "GreetAfterShortTime", ""}};
    for (size_t i = 0; i < 2; i++) {
        open_creature("vector", 5);
        mind_introduce(mind, 3, ROWS[i].name);
        in.faces[0] = (struct mind_face){.person = 3, .distance_m = 0.8f, .bearing_rad = 0.3f},
        in.faces_count = 1;
        live(20, true);
        in.faces_count = 0, live(2, true);
        in.tick += (uint32_t)(ROWS[i].hours * 3600 / 0.033f); // it was away
        live(1, true);
        words[0] = 0, on_request = watch_words;
        uint32_t before = played(ROWS[i].clip);
        in.faces[0] = (struct mind_face){.person = 3, .distance_m = 0.8f, .bearing_rad = 0.3f},
        in.faces_count = 1;
        live(5, true);
        assert_int_equal(played(ROWS[i].clip), before + 1);
        assert_string_equal(words, ROWS[i].said);
        close_mind();
    }
}

// Eyes meet for two to five seconds, then it looks elsewhere for a moment.
static void eye_contact_comes_in_bouts(void **state) {
    open_creature("vector", 5);
    in.faces[0] = (struct mind_face){.person = 3, .distance_m = 0.6f, .contact = true}, in.faces_count = 1;
    int since = 0, bouts = 0;
    bool was = false;
    for (int i = 0; i < 3600; i++) {
        tick(true);
        bool is = mind_feelings(mind)->gaze;
        float seconds = (float)(i - since) * 0.033f;
        if (is == was) continue;
        if (since && was) assert_true(seconds > 1.8f && seconds < 5.3f), bouts++;
        if (since && !was) assert_true(seconds < 2.3f);
        was = is, since = i;
    }
    assert_in_range(bouts, 15, 50);
    in.faces_count = 0, live(1, true);
    assert_false(mind_feelings(mind)->gaze);
    close_mind();
}

static void it_knows_its_charger_from_the_floor(void **state) {
    static const char *const FEATURES[] = {"Observing", "ObservingOnCharger"};
    for (int on = 0; on < 2; on++) {
        uint32_t seen = 0;
        open_creature("vector", 9);
        in.status = on ? BODY_STATUS_ON_CHARGER | BODY_STATUS_CHARGING : 0, in.charge = 0.5f;
        on_request = watch, drives = 0;
        for (int i = 0; i < 1200; i++) tick(true), seen += text_is(mind_feature(mind), FEATURES[on]);
        assert_true(seen > 100);
        if (on) assert_int_equal(drives, 0);
        close_mind();
    }
}

static void what_happens_to_it_is_shown(void **state) {
    static const struct {
        const char *what, *clip;
        enum life_event_kind felt;
        uint32_t status;
        uint8_t attitude;
        float seconds, pitch_rad;
        bool lands;
    } ROWS[] = {
        {"shaken in a hand", "ReactToShaken", LIFE_EVENT_KIND_SHAKEN, BODY_STATUS_HELD, BODY_ATTITUDE_IN_AIR,
         0.2f},
        {"shaken and put down", "DizzyReaction", LIFE_EVENT_KIND_SHAKEN, 0, BODY_ATTITUDE_ON_TREADS, 2},
        {"on a palm", "HeldOnPalm", LIFE_EVENT_KIND_NONE, BODY_STATUS_HELD, BODY_ATTITUDE_ON_TREADS, 9},
        {"taken up", "ReactToPickup", LIFE_EVENT_KIND_PICKED_UP, BODY_STATUS_PICKED_UP, BODY_ATTITUDE_IN_AIR,
         0.2f},
        {"in the air", "ObservingIdle", LIFE_EVENT_KIND_NONE, BODY_STATUS_PICKED_UP, BODY_ATTITUDE_IN_AIR, 6},
        {"on its back", "FailedToRightFromFace", LIFE_EVENT_KIND_NONE, 0, BODY_ATTITUDE_ON_BACK, 12},
        {"on its side", "FailedToRightFromFace", LIFE_EVENT_KIND_NONE, 0, BODY_ATTITUDE_ON_LEFT_SIDE, 12},
        {"fallen over", "ReactToFallenOver", LIFE_EVENT_KIND_FALLEN_OVER, 0, BODY_ATTITUDE_ON_FACE, 0.3f},
        {"an edge", "ReactToCliff", LIFE_EVENT_KIND_CLIFF, BODY_STATUS_CLIFF, BODY_ATTITUDE_ON_TREADS, 0.2f},
        {"pushed", "Surprised", LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT, 0, BODY_ATTITUDE_ON_TREADS, 0.3f},
        {"a slope", "Scared", LIFE_EVENT_KIND_NONE, 0, BODY_ATTITUDE_ON_TREADS, 0.6f, 0.3f, true},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        open_creature("vector", 3 + i);
        live(4, true);
        if (ROWS[i].lands)
            in.status = BODY_STATUS_PICKED_UP, in.attitude = BODY_ATTITUDE_IN_AIR, live(1, true);
        uint32_t before = played(ROWS[i].clip);
        in.status = ROWS[i].status, in.attitude = ROWS[i].attitude, in.pitch_rad = ROWS[i].pitch_rad;
        if (ROWS[i].felt) felt(ROWS[i].felt);
        live(ROWS[i].seconds, true);
        if (played(ROWS[i].clip) == before) fail_msg("%s: %s was not played", ROWS[i].what, ROWS[i].clip);
        close_mind();
    }
}

// Before something new it stops, and looks at it.
static void exploring_it_stops_before_things(void **state) {
    open_watched(NODE("A", "Exploring",
                      ON_POKE ", \"allowNoCharger\": true, \"objectAnimTrigger\": \"Look\", \"legs\": 2"));
    for (int i = 0; i < 300 && !drives; i++) tick(true);
    assert_int_equal(drives, 1);
    assert_int_equal(played("Look"), 0);
    close_mind();
    open_watched(NODE("A", "Exploring",
                      ON_POKE ", \"allowNoCharger\": true, \"objectAnimTrigger\": \"Look\", \"legs\": 2"));
    ends = LIFE_VERDICT_DONE;
    for (int i = 0; i < 300 && !drives; i++) tick(true);
    in.results_count = 0; // it drives still
    uint32_t cancelled = asked.kinds[LIFE_CANCEL];
    in.range_m = 0.06f, live(0.2f, true);
    assert_int_equal(played("Look"), 1);
    assert_int_equal(asked.kinds[LIFE_CANCEL], cancelled + 1);
    assert_true(has_felt("ExploringExamineObstacle"));
    close_mind();
}

// Looking for somebody it ends with the first face.
static void a_search_ends_with_a_face(void **state) {
    for (int there = 0; there < 2; there++) {
        open_watched(NODE("A", "LookAroundInPlace", ON_POKE ", \"stopOnFace\": true, \"scans\": 6"));
        live(0.8f, true);
        in.faces[0] = (struct mind_face){.person = 2, .distance_m = 0.5f}, in.faces_count = there;
        uint32_t before = turns;
        live(8, true);
        assert_true(there ? turns <= before + 1 : turns >= before + 2);
        close_mind();
    }
}

// While a program drives it, or shows something on its face, it wants nothing of its own.
static void it_stands_by_while_somebody_leads(void **state) {
    open_creature("vector", 6);
    live(5, true);
    in.asked = true, live(1, true);
    assert_true(text_is(mind_deed(mind), "Led"));
    uint32_t plays = asked.plays, moves = asked.moves;
    live(20, true);
    assert_true(asked.plays == plays && asked.moves == moves);
    in.asked = false, live(26, true); // it may go on
    assert_false(text_is(mind_deed(mind), "Led"));
    assert_true(asked.moves > moves);
    close_mind();
}

static void light(float verdict) {
    in.felt[in.felt_count++] =
        (struct life_event){.kind = LIFE_EVENT_KIND_LIGHT_CHANGED, .numbers = {verdict}};
}
static void darkness_and_light_are_minded(void **state) {
    open_creature("vector", 4);
    light(2), live(10, true);
    light(1), live(8, true);
    assert_int_equal(played("ReactToDarkness"), 0);
    live(14, true); // ten seconds of dark, and two looks
    assert_int_equal(played("ReactToDarkness"), 1);
    uint32_t before = played("Surprised");
    light(2), live(2, true);
    assert_int_equal(played("Surprised"), before + 1);
    close_mind();
}

TESTS(cmocka_unit_test(a_bump_is_answered_or_missed),
      cmocka_unit_test(without_a_face_or_treads_there_is_none), cmocka_unit_test(it_pounces_at_what_moves),
      cmocka_unit_test(what_it_caught_is_felt), cmocka_unit_test(a_shove_is_polite_or_mischief),
      cmocka_unit_test(clips_are_aimed_at_a_thing), cmocka_unit_test(a_node_says_whether_it_needs_the_cube),
      cmocka_unit_test(after_long_it_greets_by_name), cmocka_unit_test(eye_contact_comes_in_bouts),
      cmocka_unit_test(it_knows_its_charger_from_the_floor), cmocka_unit_test(what_happens_to_it_is_shown),
      cmocka_unit_test(darkness_and_light_are_minded), cmocka_unit_test(exploring_it_stops_before_things),
      cmocka_unit_test(a_search_ends_with_a_face), cmocka_unit_test(it_stands_by_while_somebody_leads))
