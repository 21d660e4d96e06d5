// Each line of character holds of one who lives and fails of one who does not: moments made up, no robot.
#include "support/support.h"

#include "base/hash.h"
#include "mind/mood/mood.h"
#include "run/check/character.h"
#include "schema/body.h"
#include "stage/face/face.h"

#include <string.h>

static struct life_view view;
static struct mind_feelings feelings;
static struct life_event events[8];
static struct moment now;
static struct character *character;
static uint32_t tick;

static void begin(void) {
    memset(&view, 0, sizeof view), memset(&feelings, 0, sizeof feelings);
    now = (struct moment){.view = &view, .feelings = &feelings, .events = events, .day_s = 10 * 3600};
    now.charge = 1, now.powered = true, now.feature = TEXT("Observing"), now.deed = TEXT("Look");
    feelings.mood = MOOD_MED_STIM, tick = 0;
    character = character_new("somebody");
    assert_non_null(character);
}
static void happens(enum life_event_kind kind) {
    events[now.event_count++] = (struct life_event){.kind = (uint16_t)kind};
}
static void step(void) {
    now.now = ++tick * 0.033;
    character_note(character, &now);
    now.event_count = 0;
}
static void plays(const char *clip) {
    view.clip.tag = (uint8_t)(view.clip.tag % 200 + 1);
    strcpy(view.clip.name, clip);
}
static struct character_line line(const char *what) {
    struct character_line is;
    for (uint32_t i = 0; i < CHARACTER_LINES; i++) {
        character_line(character, i, &is);
        if (strstr(is.what, what)) return is;
    }
    fail_msg("no line says \"%s\"", what);
    return is;
}
// Somebody: moves every second or so, blinks unevenly, plays another clip every five.
static void lives(float seconds) {
    for (uint32_t i = 0; i < (uint32_t)(seconds / 0.033f); i++) {
        uint32_t n = tick, played = n / 150, which = (uint32_t)(hash64(0, &played, sizeof played) % 30);
        float wide = 0.012f + 0.001f * (float)(hash64(1, &played, sizeof played) % 97);
        char clip[16];
        snprintf(clip, sizeof clip, "clip_%u",
                 (unsigned)(played % 2 * 30 + which)); // never one twice running
        if (!feelings.asleep && n % 150 == 0) plays(clip);
        if (n % 30 < 10) view.head_rad += n / 30 % 2 ? wide : -wide, view.face.number++;
        if (!feelings.asleep && (n % 400 == 20 || n % 400 == 80 || n % 400 == 330))
            happens(LIFE_EVENT_KIND_BLINKED);
        if (n % 300 == 90) view.face.numbers[5 + EYE_X] = view.face.numbers[5 + EYE_X] > 0 ? -4 : 4;
        if (n % 300 == 100) view.left_mps = view.right_mps = 0.1f;
        if (n % 300 == 130) view.left_mps = view.right_mps = 0;
        if (view.left_mps > 0) view.x_m += n / 300 % 2 ? 0.003f : -0.003f;
        feelings.gaze = !feelings.asleep && n % 200 < 90;
        step();
    }
}
// The doll: one clip every five seconds that moves its head alike, and nothing else.
static void is_a_doll(float seconds) {
    for (uint32_t i = 0; i < (uint32_t)(seconds / 0.033f); i++) {
        uint32_t n = tick % 182;
        if (n == 0) plays("doll"), view.head_rad = 0;
        if (n < 10) view.head_rad = 0.01f * (float)n, view.face.number++;
        step();
    }
}
static void all_hold(void) {
    struct character_line is;
    for (uint32_t i = 0; i < CHARACTER_LINES; i++) {
        character_line(character, i, &is);
        if (!is.holds) print_error("%s: %g\n", is.what, is.is);
    }
    for (uint32_t i = 0; i < CHARACTER_LINES; i++) character_line(character, i, &is), assert_true(is.holds);
}

static void one_who_lives_holds(void **state) {
    begin();
    for (int i = 0; i < 20; i++) {
        lives(179);
        happens(LIFE_EVENT_KIND_TOUCHED), step();
        view.face.numbers[5 + EYE_UPPER_LID_Y] = 0.4f, step();
        view.face.numbers[5 + EYE_UPPER_LID_Y] = 0;
    }
    now.day_s = 23 * 3600, feelings.asleep = true;
    lives(600);
    all_hold();
    assert_true(line("first sign, half").cases == 20 && line("evenness").cases > 100 &&
                line("eyes, longest").cases);
    character_free(character);
}

static void fails(const char *what) {
    struct character_line is = line(what);
    if (is.holds) fail_msg("\"%s\" holds: %g", what, is.is);
}

static void a_doll_fails(void **state) {
    static const char *const LINES[] = {"three times running",
                                        "chain of four",
                                        "evenness",
                                        "different clips",
                                        "just as the last",
                                        "face, body, sound",
                                        "of body or sound",
                                        "blinks awake",
                                        "unevenness of blink",
                                        "first sign, half of",
                                        "first sign, 95",
                                        "no sign at all",
                                        "into somebody's eyes, longest",
                                        "led by eyes",
                                        "awake on its charger"};
    begin();
    feelings.gaze = true, view.status = BODY_STATUS_ON_CHARGER;
    for (int i = 0; i < 120; i++) {
        is_a_doll(62);
        happens(LIFE_EVENT_KIND_POKED), is_a_doll(3);
        view.left_mps = view.right_mps = 0.1f;
        for (int k = 0; k < 3; k++) view.head_rad = 0.1f, step();
        view.left_mps = view.right_mps = 0;
    }
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) fails(LINES[i]);
    character_free(character);
}

static void sleep_moods_and_mishaps_are_seen(void **state) {
    begin();
    lives(10), feelings.asleep = true;
    for (int i = 0; i < 40; i++) lives(0.3f), happens(LIFE_EVENT_KIND_BLINKED), step();
    for (int i = 0; i < 500; i++) step();
    fails("asleep without change"), fails("blinks asleep"), fails("awake of 8 to 22");
    feelings.asleep = false, feelings.mood = MOOD_FRUSTRATED, now.day_s = 23 * 3600;
    lives(310);
    fails("frustrated, longest"), fails("asleep of the night");
    for (int i = 0; i < 12; i++) now.feature = i % 2 ? TEXT("One") : TEXT("Two"), lives(1);
    fails("six changes");
    happens(LIFE_EVENT_KIND_LANDED), step();
    fails("falls");
    character_free(character);
}

// Sleep there is no idling; a minute awake before and after it is two.
static void who_sleeps_on_its_charger_does_not_idle_there(void **state) {
    begin();
    view.status = BODY_STATUS_ON_CHARGER;
    lives(60), feelings.asleep = true;
    for (int i = 0; i < 7200 * 30; i++) step();
    feelings.asleep = false, lives(60);
    struct character_line is = line("awake on its charger");
    assert_true(is.holds && is.is > 1.9 && is.is < 2.1);
    character_free(character);
}

// Stuck is from the first stall until it comes away or asks; a stall that it leaves at once is none.
static void stuck_is_told_from_asking(void **state) {
    for (int asks = 0; asks < 2; asks++) {
        begin();
        happens(LIFE_EVENT_KIND_STALLED), step();
        for (int i = 0; i < 4000; i++) {
            now.feature = asks && i > 2000 ? TEXT("AskForHelp") : TEXT("Stuck");
            step();
        }
        assert_int_equal(line("stuck without").holds, asks);
        character_free(character);
    }
    begin();
    happens(LIFE_EVENT_KIND_STALLED), step();
    for (int i = 0; i < 6000; i++) view.x_m += 0.001f, step();
    assert_true(line("stuck without").holds);
    character_free(character);
}

// Nothing of a dead one counts but its time.
static void a_dead_one_is_neither_awake_nor_still(void **state) {
    for (int fallen = 0; fallen < 2; fallen++) {
        begin();
        lives(300);
        double blinks = line("blinks awake").is, awake = line("awake of 8").cases;
        now.powered = fallen, now.fallen = fallen;
        for (int i = 0; i < 60000; i++) step();
        assert_true(line("blinks awake").is == blinks && line("awake of 8").cases == awake);
        assert_true(line("face, body, sound").holds && line("of body or sound").holds);
        assert_true(line("dead: ").is > 1900 && !line("dead: ").holds);
        assert_int_equal(line("empty off").holds, fallen);
        now.powered = true, now.fallen = false;
        lives(60); // carried home: it lives on
        assert_true(line("face, body, sound").holds && line("dead: ").is < 2000);
        character_free(character);
    }
}

static void days_are_compared_by_triples(void **state) {
    static const char *const DEEDS[] = {"A", "B", "C", "D", "E", "F", "G"};
    struct character *of[3];
    for (int k = 0; k < 3; k++) {
        begin();
        for (int i = 0; i < 300; i++) now.deed = text_of(DEEDS[k == 2 ? (i * i + i / 7) % 7 : i % 7]), step();
        of[k] = character;
    }
    assert_true(character_alike(of[0], of[1]) == 1 && character_alike(of[0], of[2]) < 0.5);
    for (int k = 0; k < 3; k++) character_free(of[k]);
}

TESTS(cmocka_unit_test(one_who_lives_holds), cmocka_unit_test(a_doll_fails),
      cmocka_unit_test(who_sleeps_on_its_charger_does_not_idle_there),
      cmocka_unit_test(sleep_moods_and_mishaps_are_seen), cmocka_unit_test(stuck_is_told_from_asking),
      cmocka_unit_test(a_dead_one_is_neither_awake_nor_still), cmocka_unit_test(days_are_compared_by_triples))
