// Sound lived again: whoever listens, with however many workers, and from recordings, with the same sounds
// and none of the voice.
#include "run/sound_rig.h"

#include "base/system/file.h"
#include "border/body_model.h"
#include "run/recorder.h"
#include "run/replay.h"
#include "run/tape.h"
#include "stage/tune/tune.h"

#include <stdlib.h>

static enum err relive(const char *path, const char *resources, struct replay_result *result,
                       struct fault *fault) {
    struct recording_about about;
    struct recording *tape = recording_open(path, &about, fault);
    if (!tape) fail_msg("%s: %s", path, fault->said);
    about.resources = resources;
    enum err err = replay_life(tape, &about, &vector_model, NULL, NULL, NULL, result, fault);
    recording_free(tape);
    return err;
}

static uint64_t live(unsigned workers, bool listen, bool loud, const char *record, struct heard *h) {
    struct scenario *s = scene();
    struct play *play = begin(s, h, workers, loud, record);
    if (listen) hear(play, h);
    s_for(play, 0.5);
    ask(play, sound("Play__Critter__Dance_Loop"));
    s_for(play, 0.7);
    ask(play, sound("Play__Robot_Vic_Sfx__Emote_Happy_Short_Stim"));
    ask(play, say("Hello, it is me. How are you today?", 1.2f));
    struct life_message drive = {.kind = LIFE_DRIVE,
                                 .drive = {.left_mps = 0.05f, .right_mps = 0.05f, .seconds = 1}};
    ask(play, drive);
    ask(play, sound("Play__Critter__Treads_Loop"));
    s_for(play, 2);
    if (listen) robot_unlisten(run_robot(play_run(play), 0), h->tap); // and goes away in the middle
    struct life_message stop = {.kind = LIFE_STOP_SOUNDS, .stop_sounds = {255, 50}};
    ask(play, stop);
    s_for(play, 4);
    uint64_t hash = run_hash(play_run(play));
    over(play, s, h);
    return hash;
}

// Listened to or not, with however many workers: one life. (Whether the body gets its samples is part of the
// life.)
static void listening_never_changes_a_life(void **state) {
    struct heard a = {0}, b = {0}, c = {0}, d = {0}, e = {0};
    uint64_t quiet = live(0, false, false, NULL, &a);
    assert_int_equal(live(0, true, false, NULL, &b), quiet);
    assert_int_equal(live(2, false, false, NULL, &c), quiet);
    assert_int_equal(live(2, true, false, NULL, &d), quiet);
    assert_true(b.loud > 100 && a.loud == 0);
    assert_memory_equal(a.kinds, b.kinds, sizeof a.kinds);
    assert_int_equal(live(0, true, true, NULL, &e), live(2, false, true, NULL, &c));
}

// With what was said in it, and without a voice there to say it again.
static void speech_is_lived_again_from_its_recording(void **state) {
    struct heard h = {0};
    struct fault fault = {0};
    const char *path = temp_path(NULL, "run");
    char life[500];
    live(0, false, false, path, &h);
    assert_int_equal(h.states[3], 0); // it was cut short
    snprintf(life, sizeof life, "%s.vector.life", path);
    struct replay_result result;
    setenv("CRITTER_VOICE", "none", 1);
    if (relive(life, NULL, &result, &fault)) fail_msg("%s", fault.said);
    unsetenv("CRITTER_VOICE");
    assert_true(result.compared > 200);
    assert_false(result.parted);
}

static const char TWO[] = "{\"seed\": 3, \"robots\": [{\"creature\": \"vector\", \"name\": \"anna\"}, "
                          "{\"creature\": \"vector\", \"name\": \"ben\", \"x_m\": 0.6}]}";

// Two robots, one of which is heard by the other; and both recordings, of the world and of a life, know that
// their bodies were loud.
static void robots_hear_each_other_also_in_recordings(void **state) {
    struct fault fault = {0};
    struct heard h = {0};
    const char *path = temp_path(NULL, "two");
    uint64_t hashes[2];
    long heard[2] = {0};
    for (int loud = 0; loud < 2; loud++) {
        struct scenario *s = scenario_read(text_of(TWO), "t.json", NULL, 0, &fault);
        assert_non_null(s);
        struct play_config config = play_defaults();
        config.bare = config.lives = true, config.loud = loud, config.record = path, config.watch = watch,
        config.user = &h;
        struct play *play = play_new(s, &config, &fault);
        if (!play) fail_msg("%s", fault.said);
        s_for(play, 0.5);
        ask(play, sound("Play__Critter__Happy_Long")); // anna's
        static int16_t block[640 * 4];
        for (int i = 0; i < 60; i++) {
            s_for(play, 0.02);
            uint32_t n = world_overhear(play_world(play), 2, (uint64_t)play_now_us(play) - 20000, block, 640);
            for (uint32_t k = 0; k < n * 4; k++) heard[loud] += labs(block[k]) > 60;
        }
        s_for(play, 1);
        hashes[loud] = world_hash(play_world(play));
        if (play_free(play, &fault)) fail_msg("%s", fault.said);
        scenario_free(s);
    }
    print_message("# loud samples at the other's ears: %ld of a quiet life, %ld of a loud one\n", heard[0],
                  heard[1]);
    assert_true(heard[0] == 0 && heard[1] > 1000);
    assert_true(hashes[0] != hashes[1]);
    struct tape_about about;
    struct tape_reader *reader = tape_open(path, &about, &fault);
    assert_non_null(reader);
    struct tape_result again;
    if (tape_play(reader, &about, NULL, NULL, NULL, &again, &fault)) fail_msg("%s", fault.said);
    assert_false(again.parted);
    assert_int_equal(again.hash, hashes[1]);
    assert_true(again.compared >= 2);
    tape_free(reader);
    char life[500];
    struct replay_result result;
    snprintf(life, sizeof life, "%s.anna.life", path);
    if (relive(life, NULL, &result, &fault)) fail_msg("%s", fault.said);
    assert_true(result.compared > 60 && !result.parted);
}

// A life with somebody's own sounds is lived again with them, and refused without.
static void sounds_of_ones_own_are_asked_for_again(void **state) {
    struct fault fault = {0};
    struct heard h = {0};
    char folder[400], file[500], life[500];
    snprintf(folder, sizeof folder, "%s", temp_path(NULL, "resources"));
    snprintf(file, sizeof file, "%s/sound", folder);
    assert_int_equal(folder_make(file, &fault), 0);
    static const char TUNE[] =
        "{\"bank\":\"Mine\",\"version\":128,\"rate\":16000,\"sounds\":{\"x\":{\"layers\":[{\"wave\":\"sine\","
        "\"ms\":150,\"hertz\":700}]}},\"events\":[[\"Play__Critter__Happy_Long\",\"x\"]]}";
    char source[500];
    snprintf(source, sizeof source, "%s", temp_path(NULL, "mine.json"));
    FILE *f = fopen(source, "w");
    fputs(TUNE, f);
    fclose(f);
    struct arena *arena = arena_new(1 << 20);
    struct tune tune;
    struct buf bank = {0};
    assert_int_equal(tune_read(source, arena, &tune, &fault), 0);
    assert_int_equal(tune_bank(&tune, &bank, NULL, NULL, &fault), 0);
    snprintf(file, sizeof file, "%s/sound/Mine.bnk", folder);
    f = fopen(file, "wb");
    fwrite(bank.at, 1, bank.len, f);
    fclose(f);
    buf_free(&bank);
    arena_free(arena);
    struct scenario *s = scene();
    struct play_config config = play_defaults();
    const char *path = temp_path(NULL, "own");
    config.bare = config.lives = config.loud = true, config.record = path, config.resources = folder;
    config.watch = watch, config.user = &h;
    struct play *play = play_new(s, &config, &fault);
    if (!play) fail_msg("%s", fault.said);
    s_for(play, 0.2);
    ask(play, sound("Play__Critter__Happy_Long"));
    s_for(play, 0.4);
    assert_int_equal(h.replies, 1); // ours is far longer
    if (play_free(play, &fault)) fail_msg("%s", fault.said);
    scenario_free(s);
    struct replay_result result;
    snprintf(life, sizeof life, "%s.vector.life", path);
    if (relive(life, folder, &result, &fault)) fail_msg("%s", fault.said);
    assert_true(result.compared > 10 && !result.parted);
    assert_int_equal(relive(life, NULL, &result, &fault), ERR_VERSION);
    assert_non_null(strstr(fault.said, "sounds"));
}

TESTS(cmocka_unit_test(robots_hear_each_other_also_in_recordings),
      cmocka_unit_test(sounds_of_ones_own_are_asked_for_again),
      cmocka_unit_test(listening_never_changes_a_life),
      cmocka_unit_test(speech_is_lived_again_from_its_recording))
