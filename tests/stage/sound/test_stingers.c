// Stingers: a trigger is heard over the music that plays, in time with it, as its stinger says; and nowhere
// else.
#include "audio_flip.h"
#include "stage/bank_maker.h"

#include <stdlib.h>

enum { SONG = 100, STING, SONG_TRACK, STING_TRACK, TRIGGER = 77, OTHER };
enum { MUSIC_HERTZ = 500, STING_HERTZ = 2000, OWN_CUE = 4711 };
enum { PLAY_MUSIC, GIVE_TRIGGER, GIVE_OTHER };

// A tone of so many milliseconds as a segment with one track.
static void segment(uint32_t id, double length_ms, int hertz, const struct bank_stinger *stinger) {
    size_t count = (size_t)(length_ms * RATE / 1000);
    uint32_t len = maker_sound(900 + id, hertz, 8192, count, 0, count, NULL);
    struct bank_music track = {
        .sources = {.at = &(struct bank_sound){0x10001, BANK_EMBEDDED, 900 + id, len}, .count = 1},
        .clips = {.at = &(struct bank_clip){0, 900 + id, 0, 0, 0, length_ms}, .count = 1},
        .subtracks = 1,
        .node = {.parent = id}};
    maker_music(BANK_MUSIC_TRACK, id + 2, &track);
    struct bank_cue cues[] = {{43573010u, 0}, {OWN_CUE + 1, 600}, {OWN_CUE, 1200}, {1539036744u, length_ms}};
    uint32_t tracks[] = {id + 2};
    struct bank_music whole = {.children = {tracks, 1},
                               .tempo = 120,
                               .bar_beats = 4,
                               .beat_note = 4,
                               .meter_own = 1,
                               .grid_ms = 250,
                               .length_ms = length_ms,
                               .stingers = {(struct bank_stinger *)(uintptr_t)stinger, stinger != NULL},
                               .cues = {.at = cues, .count = length_ms > 2000 ? 4 : 0}};
    maker_music(BANK_MUSIC_SEGMENT, id, &whole);
}

static void begin(uint32_t version, uint32_t sync, uint32_t pause_ms) {
    struct bank_stinger stinger = {TRIGGER,  STING, sync, sync == BANK_SYNC_OWN_CUE ? OWN_CUE : 0,
                                   pause_ms, 0};
    maker_begin(version, "Stingers");
    segment(SONG, 3000, MUSIC_HERTZ, &stinger);
    segment(STING, 300, STING_HERTZ, NULL);
    maker_event(PLAY_MUSIC, BANK_PLAY, 3, SONG);
    maker_event(GIVE_TRIGGER, BANK_TRIGGER, 3, TRIGGER);
    maker_event(GIVE_OTHER, BANK_TRIGGER, 2, OTHER);
    tick = 0;
    maker_end();
}

static void give(uint32_t number) { audio_post(audio, EVENT + number, AUDIO_ANIMATION, 1, 0); }

// When the stinger is first heard from there on, in ms; -1: never.
static double first(double from_ms, double to_ms) {
    for (double t = from_ms; t + 10 < to_ms; t += 2)
        if (tone((size_t)(t * RATE / 1000), RATE / 100, STING_HERTZ) > 0.12) return t + 5;
    return -1;
}

static void a_stinger_comes_in_time_over_the_music(void **state) {
    static const struct {
        uint32_t sync;
        double at_ms; // of a trigger 330 ms after the entry
    } ROWS[] = {{BANK_SYNC_NOW, 330},   {BANK_SYNC_GRID, 500}, {BANK_SYNC_BEAT, 500},
                {BANK_SYNC_BAR, 2000},  {BANK_SYNC_CUE, 600},  {BANK_SYNC_OWN_CUE, 1200},
                {BANK_SYNC_EXIT, 3000}, {BANK_SYNC_ENTRY, -1}}; // it has passed
    for (uint32_t version = 120; version <= 128; version += 8)
        for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
            begin(version, ROWS[i].sync, 0);
            give(PLAY_MUSIC);
            pass(10);
            give(GIVE_TRIGGER);
            pass(105);
            double got = first(0, 3700);
            if (ROWS[i].at_ms < 0 ? got >= 0 : fabs(got - ROWS[i].at_ms) > 20)
                fail_msg("sync %u: at %.1f ms", ROWS[i].sync, got);
            for (double t = 100; t < 2900; t += 100) // the music goes on as it was
                assert_true(fabs(tone((size_t)(t * RATE / 1000), RATE / 20, MUSIC_HERTZ) - 0.25) < 0.02);
            if (got >= 0) assert_true(first(ROWS[i].at_ms + 320, 3750) < 0); // once, as long as it is
            assert_int_equal(audio_voices(audio), 0);
            end(NULL);
        }
}

// At the entry of what plays: given in the tick in which the music begins, it is heard with its first sample;
// a tick later it is too late.
static void a_stinger_at_the_entry_comes_with_the_first_sample(void **state) {
    for (int late = 0; late < 2; late++) {
        begin(128, BANK_SYNC_ENTRY, 0);
        give(PLAY_MUSIC);
        if (late) pass(1);
        give(GIVE_TRIGGER);
        pass(30);
        double got = first(0, 900);
        if (late ? got >= 0 : !(got >= 0 && got < 15)) fail_msg("late %d: at %.1f ms", late, got);
        end(NULL);
    }
}

static void it_is_not_heard_again_too_soon(void **state) {
    begin(128, BANK_SYNC_NOW, 1000);
    give(PLAY_MUSIC);
    pass(5);
    for (int i = 0; i < 3; i++) { // at 0.165, 0.66 and 1.485 seconds
        give(GIVE_TRIGGER);
        pass(i ? 25 : 15);
    }
    pass(20);
    assert_true(fabs(first(0, 1000) - 165) < 20);
    assert_true(first(500, 1450) < 0);
    assert_true(fabs(first(1400, 2000) - 1485) < 20);
    end(NULL);
}

// Another trigger, no music, somebody else's music, music that stands still: nothing is heard, not even a
// tone.
static void nothing_comes_of_other_triggers(void **state) {
    begin(128, BANK_SYNC_NOW, 0);
    give(GIVE_TRIGGER);
    pass(5);
    assert_int_equal(audio_voices(audio), 0);
    give(PLAY_MUSIC);
    pass(5);
    give(GIVE_OTHER);
    audio_post(audio, EVENT + GIVE_TRIGGER, AUDIO_BEHAVIOR, 1, 0); // its scope is its own object
    pass(20);
    assert_true(first(0, 900) < 0);
    assert_int_equal(audio_voices(audio), 1);
    end(NULL);
}

// The play is over when both are, and stopping it stops both.
static void it_belongs_to_its_music(void **state) {
    begin(128, BANK_SYNC_NOW, 0);
    uint32_t play = audio_post(audio, EVENT + PLAY_MUSIC, AUDIO_ANIMATION, 1, 0);
    pass(88); // 2.9 seconds
    give(GIVE_TRIGGER);
    pass(4);
    assert_false(ended(play)); // the music is over, the stinger is not
    pass(10);
    assert_true(ended(play));
    play = audio_post(audio, EVENT + PLAY_MUSIC, AUDIO_ANIMATION, 1, 0);
    pass(5);
    give(GIVE_TRIGGER);
    pass(3);
    assert_int_equal(audio_voices(audio), 2);
    audio_stop(audio, play, 0);
    pass(3);
    assert_int_equal(audio_voices(audio), 0);
    end(NULL);
}

// Written as a tune: one second of music, again and again, with stingers that come at the next bar (in two
// seconds: too late for what plays) or beat. Only those that may wait are heard, in what plays next.
#define LASTING(ms, hertz)                                                                                   \
    "{\"coding\": \"pcm\", \"peak_db\": -12, \"layers\": [{\"ms\": " #ms ", \"hertz\": " #hertz              \
    ", \"attack\": 1, \"release\": 1}]}"

static void song(uint32_t version, int loop) {
    char text[2000];
    snprintf(
        text, sizeof text,
        "{\"bank\": \"Test\", \"version\": %u, \"rate\": 32000, \"sounds\": {\"a\": " LASTING(
            1000,
            500) ", \"s\": " LASTING(200,
                                     2000) "}, \"groups\": {\"song\": {\"music\": [\"a\"], \"bpm\": 120, "
                                           "\"beats\": 2, \"loop\": %d, \"stingers\": [[\"Late\", \"s\", "
                                           "\"bar\"], [\"Next\", \"s\", \"bar\", "
                                           "{\"next\": true, \"pause_ms\": 3000}], [\"Beat\", \"s\", "
                                           "\"beat\"]]}}, \"events\": [[\"Song\", "
                                           "\"song\"], [\"Late\", {\"trigger\": \"Late\"}], [\"Next\", "
                                           "{\"trigger\": \"Next\"}], [\"Beat\", "
                                           "{\"trigger\": \"Beat\"}]]}",
        version, loop);
    tick = 0;
    tune(text);
    post("Song");
    pass(10);
}

static void one_that_is_too_late_waits_for_the_next_segment_or_is_not_heard(void **state) {
    static const struct {
        const char *event;
        double at_ms; // given 330 ms after the entry; -1: never
    } ROWS[] = {{"Beat", 500}, {"Late", -1}, {"Next", 1000}};
    for (uint32_t version = 120; version <= 128; version += 8)
        for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
            song(version, 0);
            post(ROWS[i].event);
            pass(100);
            double got = first(0, 3500);
            if (ROWS[i].at_ms < 0 ? got >= 0 : fabs(got - ROWS[i].at_ms) > 12)
                fail_msg("%s in version %u: at %.1f ms", ROWS[i].event, version, got);
            if (got >= 0) assert_true(first(ROWS[i].at_ms + 220, 3500) < 0); // once
            end(NULL);
        }
    song(128, 0); // its pause begins where it was heard: given again at 0.66 and 3.7 it is not, at 4.1 it is
    post("Next"), pass(10), post("Next");
    pass(92), post("Next");
    pass(12), post("Next");
    pass(40);
    assert_true(fabs(first(0, 3500) - 1000) < 12);
    assert_true(first(1220, 4900) < 0);
    assert_true(fabs(first(4900, 5400) - 5000) < 12);
    end(NULL);
    song(128, 1); // nothing comes next, and nothing is left of it
    post("Next");
    pass(60);
    assert_true(first(0, 2300) < 0);
    assert_int_equal(audio_voices(audio), 0);
    post("Song"), pass(60);
    assert_true(first(2300, 4200) < 0);
    end(NULL);
}

// Music plays, one stinger has been heard and another waits for its time.
static void every_byte_that_decides_is_in_its_hash(void **state) {
    begin(128, BANK_SYNC_GRID, 1000);
    give(PLAY_MUSIC);
    pass(10);
    assert_true(audio_flip(audio) > 400);
    give(GIVE_TRIGGER);
    pass(6);
    assert_true(audio_flip(audio) > 600);
    end(NULL);
    begin(128, BANK_SYNC_ENTRY, 0); // too late for this segment
    give(PLAY_MUSIC);
    pass(3);
    give(GIVE_TRIGGER);
    pass(1);
    audio_flip(audio);
    end(NULL);
}

TESTS(cmocka_unit_test(a_stinger_comes_in_time_over_the_music),
      cmocka_unit_test(a_stinger_at_the_entry_comes_with_the_first_sample),
      cmocka_unit_test(it_is_not_heard_again_too_soon),
      cmocka_unit_test(every_byte_that_decides_is_in_its_hash),
      cmocka_unit_test(nothing_comes_of_other_triggers), cmocka_unit_test(it_belongs_to_its_music),
      cmocka_unit_test(one_that_is_too_late_waits_for_the_next_segment_or_is_not_heard))
