// What plays and what leads it: containers, switches, states, parameters, and the actions of events.
#include "tones.h"

#include "base/hash.h"

// ------------------------------------------------------------------------------------------------ containers

static int which_tone(const int16_t *samples, size_t count) {
    static const double HERTZ[] = {500, 1000, 2000, 4000};
    int best = -1;
    double most = 0.05;
    for (int i = 0; i < 4; i++) {
        double now = tone_in(samples, count, HERTZ[i], 32000);
        if (now > most) most = now, best = i;
    }
    return best;
}

static int play_once(const char *name, uint64_t *tick) {
    heard_count = 0;
    post(name);
    listen(audio, &ear, *tick, 14);
    *tick += 14;
    return which_tone(heard + 1500, 6000);
}

static void the_last_two_are_not_played_again(void **state) {
    uint64_t tick = 1;
    int last[2] = {-1, -1}, seen[4] = {0};
    for (int i = 0; i < 40; i++) {
        int now = play_once("Any", &tick);
        assert_in_range(now, 0, 3);
        assert_true(now != last[0] && now != last[1]);
        last[1] = last[0], last[0] = now;
        seen[now]++;
    }
    for (int i = 0; i < 4; i++) assert_true(seen[i] >= 4);
}

static void weights_count(void **state) {
    uint64_t tick = 1;
    int first = 0;
    for (int i = 0; i < 60; i++) first += play_once("Heavy", &tick) == 0;
    assert_in_range(first, 46, 60); // 54 are expected; chance is counted, so this is always the same
}

static void a_sequence_goes_one_further_each_time(void **state) {
    uint64_t tick = 1;
    for (int i = 0; i < 7; i++) assert_int_equal(play_once("Row", &tick), i % 3);
}

// Each sound is 9600 samples long: the next begins on the very next one.
static void a_run_is_without_a_seam(void **state) {
    post("Run");
    listen(audio, &ear, 1, 50);
    for (int i = 0; i < 4; i++)
        assert_int_equal(which_tone(heard + EAR_AHEAD - 1 + 9600 * i + 800, 8000), i % 2);
    assert_true(loudness(heard + 4 * 9600 + 400, 8000) < 0.001);
    struct audio_notice notice;
    int ended = 0;
    while (audio_notice(audio, &notice)) ended += notice.kind == AUDIO_ENDED;
    assert_int_equal(ended, 1);
}

static void gaps_and_overlaps_are_to_the_sample(void **state) {
    post("Gaps");
    listen(audio, &ear, 1, 40);
    assert_int_equal(which_tone(heard + 1000, 8000), 0);
    assert_true(loudness(heard + 9600 + 200, 6000) < 0.002); // 200 ms: 6400 samples
    assert_int_equal(which_tone(heard + 9600 + 6400 + 800, 8000), 1);
    assert_true(loudness(heard + 9600 + 6400 + EAR_AHEAD + 20, 400) > 0.05);
    begin(NULL);
    post("FastRow");
    listen(audio, &ear, 1, 20);
    assert_true(tone_in(heard + 3600, 5000, 500, 32000) > 0.3 &&
                tone_in(heard + 3600, 5000, 1000, 32000) > 0.3);
    assert_true(tone_in(heard + 200, 2800, 1000, 32000) < 0.02);
}

static void an_endless_run_ends_when_it_is_stopped(void **state) {
    uint32_t play = post("Endless");
    listen(audio, &ear, 1, 300);
    assert_true(loudness(heard + heard_count - 9000, 9000) > 0.1);
    post("StopEndless");
    listen(audio, &ear, 301, 10);
    assert_int_equal(audio_voices(audio), 0);
    struct audio_notice notice;
    bool ended = false;
    while (audio_notice(audio, &notice)) ended |= notice.kind == AUDIO_ENDED && notice.play == play;
    assert_true(ended);
}

// ------------------------------------------------------------------------------------------- what leads what

static void switches_follow_parameters_states_and_hands(void **state) {
    uint64_t tick = 1;
    uint32_t mood = fnv1_32_lower("Mood");
    assert_int_equal(play_once("ByMood", &tick), 1); // 0.5
    audio_parameter(audio, AUDIO_ALL, mood, 0.1f, 0, 4);
    assert_int_equal(play_once("ByMood", &tick), 0);
    audio_parameter(audio, AUDIO_ANIMATION, mood, 0.9f, 0, 4); // one's own counts before everybody's
    assert_int_equal(play_once("ByMood", &tick), 2);
    assert_int_equal(play_once("ByHand", &tick), 0);
    post("Table");
    assert_int_equal(play_once("ByHand", &tick), 3);
    assert_int_equal(play_once("ByState", &tick), 1);
    post("Night");
    assert_int_equal(play_once("ByState", &tick), 2);
}

static void parameters_ramp_along_their_curves(void **state) {
    uint32_t id = fnv1_32_lower("Speed");
    for (uint8_t shape = 0; shape < 10; shape++) {
        audio_parameter(audio, AUDIO_ALL, id, 0, 0, 4);
        audio_step(audio, 1000);
        audio_parameter(audio, AUDIO_ALL, id, 100, 990, shape);
        float before = 0;
        for (uint64_t t = 1001; t <= 1030; t++) {
            audio_step(audio, t);
            float now = audio_parameter_now(audio, AUDIO_ALL, id);
            assert_true(now >= before - 1e-3f && now <= 100.001f);
            assert_true(fabsf(now - 100 * audio_curve(shape, (float)(t - 1000) / 30)) < 0.01f);
            before = now;
        }
        assert_true(before == 100);
        assert_true(audio_curve(shape, 0) == 0 && fabsf(audio_curve(shape, 1) - 1) < 1e-6f);
    }
    // A quarter of the way along each.
    static const float QUARTER[] = {0.578125f, 0.382683f, 0.333453f, 0.353553f, 0.25f,
                                    0.146447f, 0.141610f, 0.076120f, 0.015625f, 0};
    for (uint8_t shape = 0; shape < 10; shape++)
        assert_true(fabsf(audio_curve(shape, 0.25f) - QUARTER[shape]) < 1e-4f);
    // Logarithms hurry, exponentials wait, S is even.
    assert_true(audio_curve(0, 0.25f) > audio_curve(2, 0.25f) && audio_curve(2, 0.25f) > 0.25f);
    assert_true(audio_curve(8, 0.25f) < audio_curve(6, 0.25f) && audio_curve(6, 0.25f) < 0.25f);
    assert_true(fabsf(audio_curve(5, 0.5f) - 0.5f) < 1e-6f && fabsf(audio_curve(3, 0.5f) - 0.5f) < 1e-6f);
}

static void curves_move_volume_and_blends(void **state) {
    uint32_t mood = fnv1_32_lower("Mood"), speed = fnv1_32_lower("Speed");
    audio_parameter(audio, AUDIO_ALL, mood, 0.5f, 0, 4); // -20 dB
    post("Curved");
    listen(audio, &ear, 1, 9);
    assert_true(fabs(tone_in(heard + 1000, 8000, 1000, 32000) - 0.05) < 0.003);
    begin(NULL);
    post("Drive");
    audio_parameter(audio, AUDIO_ALL, speed, 25, 0, 4);
    listen(audio, &ear, 1, 15);
    assert_true(fabs(tone_in(heard + 2000, 12000, 600, 32000) - 0.375) < 0.01);
    assert_true(fabs(tone_in(heard + 2000, 12000, 1200, 32000) - 0.125) < 0.01);
}

static void volumes_pitches_and_buses(void **state) {
    post("Quiet");
    listen(audio, &ear, 1, 9);
    assert_true(fabs(tone_in(heard + 1000, 8000, 1000, 32000) - 0.05) < 0.003); // -20 dB
    begin(NULL);
    post("Octave"); // twice as high, and half as long
    listen(audio, &ear, 1, 9);
    assert_true(fabs(tone_in(heard + 500, 4000, 2000, 32000) - 0.5) < 0.02);
    assert_true(tone_in(heard + 500, 4000, 1000, 32000) < 0.01);
    assert_true(loudness(heard + 5000, 4000) < 0.001);
    begin(NULL);
    post("Duck"), post("On");
    listen(audio, &ear, 1, 12);
    assert_true(fabs(tone_in(heard + 3000, 8000, 800, 32000) - 0.5 * pow(10, -0.6)) < 0.01);
    post("Softer");
    listen(audio, &ear, 13, 12);
    assert_true(fabs(tone_in(heard + heard_count - 8000, 8000, 800, 32000) - 0.5 * pow(10, -1.2)) < 0.01);
}

// ------------------------------------------------------------------------------------------------ actions

static void play_pause_resume_stop_break(void **state) {
    post("On");
    listen(audio, &ear, 1, 40); // 1.3 s of a loop of half a second: no seam is heard
    for (size_t i = 400; i < heard_count; i++) assert_true(abs(heard[i] - heard[i - 1]) < 3000);
    assert_true(fabs(tone_in(heard + 1000, 32000, 800, 32000) - 0.5) < 0.01);
    post("Pause");
    listen(audio, &ear, 41, 10);
    heard_count = 0;
    listen(audio, &ear, 51, 10);
    assert_true(loudness(heard, heard_count) == 0);
    post("Resume");
    heard_count = 0;
    listen(audio, &ear, 61, 10);
    assert_true(loudness(heard + 2000, 8000) > 0.2);
    post("Break"); // to the end of this turn
    listen(audio, &ear, 71, 20);
    assert_int_equal(audio_voices(audio), 0);
}

// A run that is paused stands still as a whole: what comes next does not come meanwhile, neither after a
// sound nor out of a gap, and all of it is heard in its order afterwards.
static void a_paused_run_goes_on_where_it_was(void **state) {
    static const struct {
        const char *run, *pause, *resume;
        uint64_t before; // ticks
        size_t sounds;
    } ROWS[] = {{"Run", "PauseRun", "ResumeRun", 5, 4}, {"Gaps", "PauseGaps", "ResumeGaps", 11, 2}};
    for (size_t row = 0; row < sizeof ROWS / sizeof *ROWS; row++) {
        begin(NULL);
        uint32_t play = post(ROWS[row].run);
        heard_count = 0;
        listen(audio, &ear, 1, ROWS[row].before);
        uint64_t tick = 1 + ROWS[row].before;
        double whole = loudness(heard, heard_count) * loudness(heard, heard_count) * (double)heard_count;
        post(ROWS[row].pause);
        listen(audio, &ear, tick, 3), tick += 3;
        heard_count = 0;
        listen(audio, &ear, tick, 60), tick += 60; // two seconds: longer than all of it
        assert_true(loudness(heard, heard_count) == 0);
        struct audio_notice notice;
        while (audio_notice(audio, &notice)) assert_false(notice.kind == AUDIO_ENDED && notice.play == play);
        post(ROWS[row].resume);
        heard_count = 0;
        listen(audio, &ear, tick, 50);
        whole += loudness(heard, heard_count) * loudness(heard, heard_count) * (double)heard_count;
        if (row == 1) { // 363 of 300 and 200 ms had passed
            assert_true(loudness(heard, 3600) < 0.002);
            assert_true(loudness(heard + 5200, 2000) > 0.1);
        }
        double one = 0.5 * 0.5 / 2 * 9600 * (double)ROWS[row].sounds; // tones of half the height
        print_message("# %s: %.2f of it is heard\n", ROWS[row].run, whole / one);
        assert_true(fabs(whole / one - 1) < 0.12);
        assert_int_equal(audio_voices(audio), 0);
    }
}

// Half a second over and over: after a quarter of a minute there is still no seam, and the height is the
// same.
static void a_loop_without_end_is_without_a_seam(void **state) {
    post("On");
    listen(audio, &ear, 1, 450);
    for (size_t i = 400; i < heard_count; i++)
        if (abs(heard[i] - heard[i - 1]) > 3000) fail_msg("a seam at sample %zu", i);
    for (size_t at = 1000; at + 8000 < heard_count; at += 8000)
        assert_true(fabs(tone_in(heard + at, 8000, 800, 32000) - 0.5) < 0.01);
}

// The nearest bus that is named carries a sound, however many containers without one lie between.
static void a_bus_is_that_of_the_nearest_that_has_one(void **state) {
    static const char TEXT_[] = "{\"bank\":\"Test\",\"version\":128,\"rate\":32000,\"sounds\":{\"a\":" TONE(
        1000,
        300) "},\"groups\":{\"deep\":{\"random\":[\"a\"],\"avoid\":0},\"deeper\":{\"sequence\":[\"deep\"],"
             "\"bus\":\"Music\"},\"outer\":{\"sequence\":[\"deeper\"],\"bus\":\"UI\"}},"
             "\"events\":[[\"A\",\"outer\"]]}";
    struct audio_set *before = set;
    set = set_of(TEXT_);
    for (int i = 0; i < 3; i++) { // 20 dB less on the bus that it is on, and on two that it is not
        struct audio_config config = plain();
        *(i == 0 ? &config.music_db : i == 1 ? &config.ui_db : &config.sfx_db) = -20;
        audio_free(audio);
        audio = audio_new(&config, set), ear = (struct ear){0}, heard_count = 0;
        post("A");
        listen(audio, &ear, 1, 9);
        double wanted = i ? 0.5 : 0.05;
        if (fabs(tone_in(heard + 1000, 8000, 1000, 32000) / wanted - 1) > 0.05) fail_msg("row %d", i);
    }
    engine_end();
    audio_set_free(set);
    set = before;
}

static void fades_and_delays(void **state) {
    post("Fade");
    listen(audio, &ear, 1, 24);
    assert_true(loudness(heard, 1000) < 0.03);
    assert_true(fabs(loudness(heard + 10560 - 200, 400) - 0.5 * 0.5 / sqrt(2)) < 0.03); // half way
    assert_true(fabs(loudness(heard + 23000, 2000) - 0.5 / sqrt(2)) < 0.01);
    for (size_t i = 1; i < heard_count; i++) assert_true(abs(heard[i] - heard[i - 1]) < 3000);
    begin(NULL);
    post("Late"); // 500 ms: 16000 samples
    listen(audio, &ear, 1, 30);
    assert_true(loudness(heard, 16000) == 0);
    assert_true(loudness(heard + 16000 + EAR_AHEAD, 400) > 0.05);
    begin(NULL);
    post("On"), post("LateOff");
    listen(audio, &ear, 1, 30);
    assert_true(loudness(heard + 8000, 2000) > 0.3);
    assert_int_equal(audio_voices(audio), 0);
}

static void loops_of_a_clip_end_with_it(void **state) {
    audio_post(audio, fnv1_32_lower("On"), AUDIO_ANIMATION, 1, 7);
    audio_post(audio, fnv1_32_lower("Endless"), AUDIO_ANIMATION, 1, 7);
    audio_post(audio, fnv1_32_lower("On"), AUDIO_ANIMATION, 1, 8);
    listen(audio, &ear, 1, 5);
    audio_stop_loops(audio, 7);
    listen(audio, &ear, 6, 20); // what does not loop by itself may play to its end
    assert_int_equal(audio_voices(audio), 1);
}

static void what_cannot_be_followed_is_a_tone(void **state) {
    struct audio_notice notice;
    audio_post(audio, 12345, AUDIO_ANIMATION, 1, 3);
    listen(audio, &ear, 1, 10);
    int fell = 0, ended = 0;
    while (audio_notice(audio, &notice)) {
        fell += notice.kind == AUDIO_FELL_BACK && notice.event == 12345 && notice.tag == 3;
        ended += notice.kind == AUDIO_ENDED;
    }
    assert_int_equal(fell, 1);
    assert_int_equal(ended, 1);
    double hertz = 440 * pow(2, 12345 % 13 / 12.0);
    assert_true(tone_in(heard + 500, 4800, hertz, 32000) > 0.1);
    struct audio_config config = plain(); // and without any bank
    struct audio *bare = audio_new(&config, NULL);
    assert_true(audio_post_name(bare, "Anything", AUDIO_ANIMATION));
    heard_count = 0;
    listen(bare, &ear, 1, 10);
    assert_true(loudness(heard, 5000) > 0.05);
    audio_free(bare);
}

static void too_many_voices_take_the_softest_place(void **state) {
    for (int i = 0; i < 31; i++)
        audio_post(audio, fnv1_32_lower("On"), AUDIO_ANIMATION, i == 5 ? 0.001f : 0.002f, 0);
    listen(audio, &ear, 1, 3);
    audio_post(audio, fnv1_32_lower("Both"), AUDIO_ANIMATION, 1, 0);
    listen(audio, &ear, 4, 3);
    assert_int_equal(audio_voices(audio), AUDIO_VOICES);
    heard_count = 0;
    listen(audio, &ear, 7, 4);
    assert_true(tone_in(heard, heard_count, 500, 32000) > 0.4 &&
                tone_in(heard, heard_count, 2000, 32000) > 0.4);
}

TESTS(T(a_loop_without_end_is_without_a_seam), T(a_bus_is_that_of_the_nearest_that_has_one),
      T(the_last_two_are_not_played_again), T(weights_count), T(a_sequence_goes_one_further_each_time),
      T(a_run_is_without_a_seam), T(gaps_and_overlaps_are_to_the_sample),
      T(an_endless_run_ends_when_it_is_stopped), T(switches_follow_parameters_states_and_hands),
      T(parameters_ramp_along_their_curves), T(curves_move_volume_and_blends), T(volumes_pitches_and_buses),
      T(play_pause_resume_stop_break), T(a_paused_run_goes_on_where_it_was), T(fades_and_delays),
      T(loops_of_a_clip_end_with_it), T(what_cannot_be_followed_is_a_tone),
      T(too_many_voices_take_the_softest_place))
