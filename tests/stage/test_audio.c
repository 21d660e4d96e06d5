#include "support/support.h"

#include "base/chance.h"
#include "base/hash.h"
#include "base/maths.h"
#include "codec/wem.h"
#include "stage/audio.h"
#include "stage/tune.h"

#include <math.h>
#include <stdio.h>

static struct fault fault;

static void fine(enum err err) {
    char line[800];
    if (err) fail_msg("%s: %s", err_name(err), fault_text(&fault, line, sizeof line));
}

// A set from a tune that stands here in the test.
static struct audio_set *set_of(const char *text) {
    const char *path = temp_path(NULL, "tune.json");
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
    fault = (struct fault){0};
    struct arena *arena = arena_new(1 << 20);
    struct tune tune;
    struct buf bank = {0};
    fine(tune_read(path, arena, &tune, &fault));
    fine(tune_bank(&tune, &bank, NULL, NULL, &fault));
    struct audio_set *set = audio_set_new();
    fine(audio_set_bank(set, (struct bytes){bank.at, bank.len}, "Test", NULL, &fault));
    fine(audio_set_ready(set, &fault));
    buf_free(&bank);
    arena_free(arena);
    return set;
}

// Flat in the equaliser and without a limit that is met, so that levels can be measured.
static struct audio_config plain(void) {
    struct audio_config config = audio_defaults("vector");
    config.level = AUDIO_HIGH;
    config.low_cut_hz = 20, config.treble_db = 0, config.ceiling_db = 0;
    return config;
}

enum { LONG = 1 << 20 };
static int16_t heard[LONG];
static size_t heard_count;

static void listen(struct audio *audio, struct ear *ear, uint64_t from, uint64_t ticks) {
    for (uint64_t t = from; t < from + ticks; t++) {
        audio_step(audio, t);
        uint32_t samples = audio_tick_samples(audio);
        assert_true(heard_count + samples <= LONG);
        if (!audio_render(audio, ear, heard + heard_count, AUDIO_TICK_MAX))
            memset(heard + heard_count, 0, samples * sizeof *heard);
        heard_count += samples;
    }
}

// How much of one frequency there is: its amplitude, of 1.
static double tone_in(const int16_t *samples, size_t count, double hertz, double rate) {
    double re = 0, im = 0;
    for (size_t i = 0; i < count; i++) {
        double w = 0.5 - 0.5 * cos(2 * M_PI * (double)i / (double)count),
               a = 2 * M_PI * hertz * (double)i / rate;
        re += w * samples[i] * cos(a), im += w * samples[i] * sin(a);
    }
    return 4 * sqrt(re * re + im * im) / (double)count / 32768;
}

static double loudness(const int16_t *samples, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)samples[i] * samples[i];
    return sqrt(sum / (double)(count ? count : 1)) / 32768;
}

#define TONE(hertz, ms)                                                                                      \
    "{\"coding\":\"pcm\",\"peak_db\":-6,\"layers\":[{\"wave\":\"sine\",\"hertz\":" #hertz ",\"ms\":" #ms     \
    ",\"attack\":3,\"release\":3}]}"
#define LOOP(hertz)                                                                                          \
    "{\"coding\":\"pcm\",\"peak_db\":-6,\"loop\":\"wrap\",\"ms\":500,\"layers\":[{\"wave\":\"sine\","        \
    "\"hertz\":" #hertz ",\"ms\":500,\"attack\":0,\"release\":0}]}"
static const char TUNE[] =
    "{\"bank\":\"Test\",\"version\":128,\"rate\":32000,\n"
    "\"parameters\":{\"Mood\":{\"value\":0.5},\"Speed\":{\"value\":0}},\n"
    "\"switches\":{\"Lively\":{\"parameter\":\"Mood\",\"at\":[[\"low\",0],[\"middle\",0.4],[\"high\",0.8]]}},"
    "\n"
    "\"sounds\":{\"a\":" TONE(500, 300) ",\"b\":" TONE(1000, 300) ",\"c\":" TONE(2000, 300) ",\"d\":" TONE(
        4000,
        300) ",\"on\":" LOOP(800) ",\"slow\":" LOOP(600) ",\"fast\":" LOOP(1200) "},\n"
                                                                                 "\"groups\":{\"any\":{"
                                                                                 "\"random\":[\"a\",\"b\","
                                                                                 "\"c\",\"d\"],\"avoid\":2},"
                                                                                 "\"heavy\":{\"random\":[["
                                                                                 "\"a\",9],[\"b\",1]],"
                                                                                 "\"avoid\":0},\n"
                                                                                 "\"row\":{\"sequence\":["
                                                                                 "\"a\",\"b\",\"c\"]},"
                                                                                 "\"run\":{\"sequence\":["
                                                                                 "\"a\",\"b\"],"
                                                                                 "\"continuous\":true,"
                                                                                 "\"loop\":2},\n"
                                                                                 "\"endless\":{\"sequence\":["
                                                                                 "\"a\",\"b\"],"
                                                                                 "\"continuous\":true,"
                                                                                 "\"loop\":0},\"gaps\":{"
                                                                                 "\"sequence\":[\"a\",\"b\"],"
                                                                                 "\"continuous\":true,\"gap_"
                                                                                 "ms\":200},\n"
                                                                                 "\"fast_row\":{\"sequence\":"
                                                                                 "[\"a\",\"b\"],"
                                                                                 "\"continuous\":true,"
                                                                                 "\"every_ms\":100},\n"
                                                                                 "\"by_mood\":{\"switch\":"
                                                                                 "\"Lively\",\"usual\":"
                                                                                 "\"low\",\"cases\":{\"low\":"
                                                                                 "\"a\",\"middle\":\"b\","
                                                                                 "\"high\":\"c\"}},\n"
                                                                                 "\"by_hand\":{\"switch\":"
                                                                                 "\"Place\",\"usual\":"
                                                                                 "\"floor\",\"cases\":{"
                                                                                 "\"floor\":\"a\",\"table\":"
                                                                                 "\"d\"}},\n"
                                                                                 "\"by_state\":{\"state\":"
                                                                                 "\"Time\",\"usual\":\"day\","
                                                                                 "\"cases\":{\"day\":\"b\","
                                                                                 "\"night\":\"c\"}},\n"
                                                                                 "\"both\":{\"all\":[\"a\","
                                                                                 "\"c\"]},\"quiet\":{"
                                                                                 "\"random\":[\"b\"],"
                                                                                 "\"avoid\":0,\"volume_db\":-"
                                                                                 "20},\"octave\":{\"random\":"
                                                                                 "[\"b\"],\"avoid\":0,"
                                                                                 "\"pitch_cents\":1200},\n"
                                                                                 "\"curved\":{\"random\":["
                                                                                 "\"b\"],\"avoid\":0,"
                                                                                 "\"curves\":[[\"Mood\","
                                                                                 "\"volume\",[[0,-40],[1,0]]]"
                                                                                 "]},\n"
                                                                                 "\"drive\":{\"blend\":[["
                                                                                 "\"slow\",\"Speed\",[[0,1],["
                                                                                 "100,0]]],[\"fast\","
                                                                                 "\"Speed\",[[0,0],[100,1]]]]"
                                                                                 "}},\n"
                                                                                 "\"events\":[[\"A\",\"a\"],["
                                                                                 "\"B\",\"b\"],[\"Any\","
                                                                                 "\"any\"],[\"Heavy\","
                                                                                 "\"heavy\"],[\"Row\","
                                                                                 "\"row\"],[\"Run\",\"run\"],"
                                                                                 "[\"Endless\",\"endless\"],["
                                                                                 "\"Gaps\",\"gaps\"],["
                                                                                 "\"FastRow\",\"fast_row\"],"
                                                                                 "\n"
                                                                                 "[\"ByMood\",\"by_mood\"],["
                                                                                 "\"ByHand\",\"by_hand\"],["
                                                                                 "\"ByState\",\"by_state\"],["
                                                                                 "\"Both\",\"both\"],["
                                                                                 "\"Quiet\",\"quiet\"],["
                                                                                 "\"Octave\",\"octave\"],["
                                                                                 "\"Curved\",\"curved\"],["
                                                                                 "\"Drive\",\"drive\"],\n"
                                                                                 "[\"On\",\"on\"],[\"Off\",{"
                                                                                 "\"stop\":\"on\",\"fade_"
                                                                                 "ms\":100}],[\"Pause\",{"
                                                                                 "\"pause\":\"on\"}],["
                                                                                 "\"Resume\",{\"resume\":"
                                                                                 "\"on\"}],[\"Break\",{"
                                                                                 "\"break\":\"on\"}],["
                                                                                 "\"StopEndless\",{\"stop\":"
                                                                                 "\"endless\"}],\n"
                                                                                 "[\"Night\",{\"set_state\":"
                                                                                 "\"Time\",\"to\":\"night\"}]"
                                                                                 ",[\"Table\",{\"set_"
                                                                                 "switch\":\"Place\",\"to\":"
                                                                                 "\"table\"}],[\"Raise\",{"
                                                                                 "\"set_parameter\":\"Mood\","
                                                                                 "\"value\":1}],\n"
                                                                                 "[\"Late\",{\"play\":\"b\","
                                                                                 "\"delay_ms\":500}],["
                                                                                 "\"LateOff\",{\"stop\":"
                                                                                 "\"on\",\"delay_ms\":330}],["
                                                                                 "\"Softer\",{\"volume\":"
                                                                                 "\"on\",\"value\":-12}],["
                                                                                 "\"Duck\",{\"set_bus\":"
                                                                                 "\"SFX\",\"value\":-12}],["
                                                                                 "\"Fade\",{\"play\":\"on\","
                                                                                 "\"fade_ms\":660}],\n"
                                                                                 "[\"Maybe\",{\"play\":\"a\","
                                                                                 "\"probability\":0.3}]]}";

static struct audio_set *set;
static struct audio *audio;
static struct ear ear;

static int begin(void **state) {
    if (!set) set = set_of(TUNE);
    struct audio_config config = plain();
    audio_free(audio); // of a test that begins anew
    audio = audio_new(&config, set);
    ear = (struct ear){0};
    heard_count = 0;
    return 0;
}
static int end(void **state) {
    audio_free(audio);
    audio = NULL;
    return 0;
}

static uint32_t post(const char *name) { return audio_post_name(audio, name, AUDIO_ANIMATION); }

// ------------------------------------------------------------------------------------------------ the ear and silence

static void silence_is_zero_to_the_bit(void **state) {
    int16_t out[AUDIO_TICK_MAX];
    for (uint64_t t = 1; t < 10; t++) {
        audio_step(audio, t);
        size_t count = audio_render(audio, &ear, out, AUDIO_TICK_MAX);
        for (size_t i = 0; i < count; i++) assert_int_equal(out[i], 0);
    }
    assert_int_equal(audio_render(audio, &ear, out, AUDIO_TICK_MAX), 0); // and then there is nothing at all
    post("A");
    listen(audio, &ear, 10, 40); // 1.3 s: the sound is long over
    assert_true(loudness(heard, 9000) > 0.1);
    for (size_t i = heard_count - 12000; i < heard_count; i++) assert_int_equal(heard[i], 0);
    assert_int_equal(audio_render(audio, &ear, out, AUDIO_TICK_MAX), 0);
}

static void a_sound_at_its_own_rate_comes_through(void **state) {
    post("B");
    listen(audio, &ear, 1, 20);
    // 1 kHz at -6 dB, and nothing else to speak of.
    assert_true(fabs(tone_in(heard + 1000, 8000, 1000, 32000) - 0.5) < 0.01);
    assert_true(tone_in(heard + 1000, 8000, 3000, 32000) < 0.001);
    assert_true(tone_in(heard + 1000, 8000, 2000, 32000) < 0.001);
}

// Sixteen loud sounds together are far too much. Nothing may reach the ceiling and stay there, which is what clipping is.
static void the_limiter_never_clips(void **state) {
    struct audio_config config = audio_defaults("vector");
    config.ceiling_db = -1;
    struct audio *loud = audio_new(&config, set);
    for (int i = 0; i < 24; i++)
        audio_post(loud, fnv1_32_lower(i % 2 ? "On" : i % 3 ? "A" : "Any"), AUDIO_ANIMATION, 4, 0);
    listen(loud, &ear, 1, 60);
    int ceiling = (int)ceil(32767 * pow(10, -1 / 20.0)), top = 0, flat = 0;
    for (size_t i = 2; i < heard_count; i++) {
        int size = abs(heard[i]);
        if (size > top) top = size;
        if (size > ceiling - 2 && heard[i] == heard[i - 1] && heard[i] == heard[i - 2]) flat++;
    }
    assert_true(top <= ceiling);
    assert_true(top > ceiling / 2); // it was really that loud
    assert_int_equal(flat, 0);
    audio_free(loud);
}

// The ear by itself, against the worst that can come: jumps, single spikes, noise a thousand times too loud, and no numbers at all.
static void no_input_gets_above_the_ceiling(void **state) {
    struct audio_config config = audio_defaults("vector");
    struct ear e = {0};
    ear_tune(&e, &config);
    struct chance dice = chance_of(1, 2, 3);
    int ceiling = (int)ceil(32767 * pow(10, -1 / 20.0));
    for (int turn = 0; turn < 300; turn++) {
        float in[512];
        int16_t out[512];
        for (int i = 0; i < 512; i++) {
            in[i] = turn % 5 == 0   ? (i % 97 ? 0 : 50)
                    : turn % 5 == 1 ? (i / 100 % 2 ? 3.0f : -3.0f)
                    : turn % 5 == 2 ? chance_range(&dice, -1000, 1000)
                    : turn % 5 == 3 ? 0
                                    : 1.2f * m_sin((float)i * 0.4f);
            if (turn == 77 && i == 9) in[i] = M_NAN;
            if (turn == 78 && i == 9) in[i] = HUGE_VALF;
        }
        ear_hear(&e, in, out, 512);
        for (int i = 0; i < 512; i++) assert_true(abs(out[i]) <= ceiling);
    }
    float zero[8192] = {0};
    int16_t out[8192];
    for (int i = 0; i < 8; i++) ear_hear(&e, zero, out, 8192);
    assert_int_equal(out[8191], 0); // it recovers
}

static void softly_what_fits_is_not_touched(void **state) {
    struct audio_config config = plain();
    struct ear e = {0};
    ear_tune(&e, &config);
    float in[4096];
    int16_t out[4096];
    for (int i = 0; i < 4096; i++) in[i] = 0.7f * m_sin(M_TAU_F * (float)(i % 32) / 32);
    ear_hear(&e, in, out, 4096);
    for (int i = 2000; i < 4096; i++) // only late, by as much as it looks ahead
        assert_true(fabs((double)out[i] - 32767 * (double)in[i - EAR_AHEAD + 1]) < 900);
}

static void levels_are_steps(void **state) {
    double before = 2;
    for (int level = AUDIO_HIGH; level >= AUDIO_MUTE; level--) {
        struct audio_config config = plain();
        config.level = level;
        struct audio *one = audio_new(&config, set);
        struct ear e = {0};
        audio_post_name(one, "B", AUDIO_ANIMATION);
        heard_count = 0;
        listen(one, &e, 1, 9);
        double now = loudness(heard, heard_count);
        assert_true(level == AUDIO_MUTE ? now == 0 : now < before * 0.75 && now > 0.02);
        before = now;
        audio_free(one);
    }
}

// ------------------------------------------------------------------------------------------------ watched or not

// Two lives with the same events; in one somebody listens now and then. Their states are equal throughout, and whoever listens to a tick
// hears what a constant listener hears.
static void listening_changes_nothing(void **state) {
    static const char *const EVENTS[] = {"Any",  "Run", "Drive",   "On",      "ByMood",
                                         "Gaps", "Off", "Endless", "FastRow", "StopEndless"};
    struct audio_config config = plain();
    struct audio *quiet = audio_new(&config, set);
    struct ear now_and_then = {0};
    int16_t one[AUDIO_TICK_MAX], other[AUDIO_TICK_MAX];
    for (uint64_t t = 1; t < 400; t++) {
        if (t % 23 == 1) {
            const char *name = EVENTS[t / 23 % 10];
            audio_post(audio, fnv1_32_lower(name), AUDIO_ANIMATION, 0.05f, 0);
            audio_post(quiet, fnv1_32_lower(name), AUDIO_ANIMATION, 0.05f, 0);
        }
        audio_parameter(audio, AUDIO_ALL, fnv1_32_lower("Speed"), (float)(t % 100), 300, 5);
        audio_parameter(quiet, AUDIO_ALL, fnv1_32_lower("Speed"), (float)(t % 100), 300, 5);
        audio_step(audio, t);
        audio_step(quiet, t);
        assert_int_equal(audio_hash(audio), audio_hash(quiet));
        size_t count = audio_render(audio, &ear, one, AUDIO_TICK_MAX);
        if (t % 40 < 20) continue;
        size_t there = audio_render(quiet, &now_and_then, other, AUDIO_TICK_MAX);
        if (t % 40 < 35) continue; // the ears' own filters have come together by then
        assert_int_equal(there, count);
        for (size_t i = 0; i < count; i++) assert_true(abs(one[i] - other[i]) <= 1);
    }
    audio_free(quiet);
}

static void a_step_never_allocates(void **state) {
    int16_t out[AUDIO_TICK_MAX];
    unsigned before = alloc_count();
    for (uint64_t t = 1; t < 300; t++) {
        if (t % 3 == 0) post("Any");
        if (t % 50 == 0) post("Endless"), post("nobody knows this one");
        audio_step(audio, t);
        audio_render(audio, &ear, out, AUDIO_TICK_MAX);
    }
    assert_int_equal(alloc_count(), before);
}

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

// ------------------------------------------------------------------------------------------------ what leads what

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

// ------------------------------------------------------------------------------------------------ rates

// The same 1 kHz at Cozmo's rate, and one at a strange rate: no other tone may come of it.
static void other_rates_keep_their_pitch(void **state) {
    struct audio_config config = audio_defaults("cozmo");
    config.level = AUDIO_HIGH, config.treble_db = 0, config.low_cut_hz = 20;
    assert_int_equal(config.rate_hz, 22320);
    struct audio *cozmo = audio_new(&config, set);
    audio_post_name(cozmo, "B", AUDIO_ANIMATION);
    uint64_t total = 0;
    for (uint64_t t = 1; t <= 1000; t++) {
        audio_step(cozmo, t);
        total += audio_tick_samples(cozmo);
        if (t <= 9) heard_count += audio_render(cozmo, &ear, heard + heard_count, AUDIO_TICK_MAX);
    }
    assert_int_equal(total, 736560); // 33 s: no sample is lost between ticks
    assert_true(fabs(tone_in(heard + 1000, 5000, 1000, 22320) - 0.5) < 0.01);
    for (double hertz = 1500; hertz < 11000; hertz += 250)
        assert_true(tone_in(heard + 1000, 5000, hertz, 22320) < 0.002);
    audio_free(cozmo);
}

// ------------------------------------------------------------------------------------------------ a client's stream

static void a_stream_is_played_and_answered(void **state) {
    struct audio_notice notice;
    assert_int_equal(audio_stream_prepare(audio, 7999, 50, &fault), ERR_RANGE);
    assert_int_equal(audio_stream_prepare(audio, 16026, 50, NULL), ERR_RANGE);
    assert_int_equal(audio_stream_prepare(audio, 16000, 101, NULL), ERR_RANGE);
    assert_int_equal(audio_stream_chunk(audio, (const uint8_t *)"ab", 2, NULL), ERR_STATE);
    fine(audio_stream_prepare(audio, 16000, 50, NULL));
    assert_int_equal(audio_stream_prepare(audio, 16000, 50, NULL), ERR_BUSY);
    assert_int_equal(audio_stream_chunk(audio, (const uint8_t *)"abc", 3, NULL), ERR_RANGE);
    uint8_t chunk[1024];
    int sent = 0;
    for (uint64_t t = 1; t < 80; t++) {
        for (int i = 0; i < 512 && t <= 31; i++, sent++) {
            int16_t s = (int16_t)lrint(16000 * sin(2 * M_PI * 1000 * sent / 16000.0));
            chunk[2 * i] = (uint8_t)s, chunk[2 * i + 1] = (uint8_t)(s >> 8);
        }
        if (t <= 31) fine(audio_stream_chunk(audio, chunk, sizeof chunk, &fault));
        if (t == 31) fine(audio_stream_complete(audio, &fault));
        listen(audio, &ear, t, 1);
    }
    // 15872 samples at 16000 are 31744 at 32000, at half the volume.
    assert_true(fabs(tone_in(heard + 2000, 24000, 1000, 32000) - 16000 / 32768.0 / 2) < 0.01);
    assert_true(loudness(heard + 33000, 8000) < 0.001);
    int done = 0;
    while (audio_notice(audio, &notice))
        done += notice.kind == AUDIO_STREAM_DONE && notice.event == 15872 && notice.value >= 15871;
    assert_int_equal(done, 1);
}

static void a_stream_too_far_ahead_overruns_and_a_dry_one_fails(void **state) {
    struct audio_notice notice;
    uint8_t chunk[1024] = {0};
    fine(audio_stream_prepare(audio, 8000, 100, NULL));
    enum err err = ERR_NONE;
    int sent = 0;
    for (; sent < 200 && !err; sent++) err = audio_stream_chunk(audio, chunk, 1024, &fault);
    assert_int_equal(err, ERR_LIMIT);
    assert_in_range(sent, 40, 70);
    assert_true(audio_notice(audio, &notice) && notice.kind == AUDIO_STREAM_OVERRUN && notice.value == 0);
    fine(audio_stream_prepare(audio, 8000, 100, NULL)); // free again
    fine(audio_stream_chunk(audio, chunk, 1024, NULL));
    listen(audio, &ear, 1, 80);
    int failed = 0;
    while (audio_notice(audio, &notice)) failed += notice.kind == AUDIO_STREAM_FAILED;
    assert_int_equal(failed, 1);
}

// ------------------------------------------------------------------------------------------------ speech, knobs, memory

static void speech_is_heard_as_it_was_said(void **state) {
    static int16_t samples[22050];
    for (int i = 0; i < 22050; i++) samples[i] = (int16_t)lrint(16000 * sin(2 * M_PI * 700 * i / 22050.0));
    struct buf wem = {0};
    struct wem read;
    fine(wem_write(WEM_ADPCM, 22050, 1, samples, 22050, NULL, 0, &wem));
    fine(wem_read((struct bytes){wem.at, wem.len}, &read, &fault));
    uint32_t play = audio_speak(audio, &(struct audio_speech){read.data, 22050, 22050, 1, 9, 0, 0});
    assert_true(play);
    listen(audio, &ear, 1, 35);
    assert_true(fabs(tone_in(heard + 2000, 28000, 700, 32000) - 16000 / 32768.0) < 0.02);
    assert_true(loudness(heard + 32200, 400) < 0.02);
    struct audio_notice notice;
    int ended = 0;
    while (audio_notice(audio, &notice))
        ended += notice.kind == AUDIO_ENDED && notice.play == play && notice.tag == 9;
    assert_int_equal(ended, 1);
    // Two pieces follow each other with a rest between; a third has no place.
    uint32_t first = audio_speak(audio, &(struct audio_speech){read.data, 22050, 2205, 1, 0, 0, 0});
    uint32_t second = audio_speak(audio, &(struct audio_speech){read.data, 22050, 2205, 1, 0, first, 200});
    assert_true(first && second);
    assert_int_equal(audio_speak(audio, &(struct audio_speech){read.data, 22050, 2205, 1, 0, 0, 0}), 0);
    heard_count = 0;
    listen(audio, &ear, 36, 30);
    assert_true(loudness(heard + 500, 2500) > 0.2);
    assert_true(loudness(heard + 4500, 4000) < 0.001); // 100 ms of sound, 200 of rest, in ticks of 33
    assert_true(loudness(heard + 11000, 1500) > 0.2);
    struct bytes huge = {read.data.at, AUDIO_SPEECH_BYTES + 1};
    assert_int_equal(audio_speak(audio, &(struct audio_speech){huge, 22050, 1, 1, 0, 0, 0}), 0);
    buf_free(&wem);
}

static void the_knobs_are_in_order(void **state) { fine(knobs_check(&AUDIO_KNOBS, &fault)); }

static void one(void *user) {
    struct audio_config config = plain();
    struct audio *a = audio_new(&config, set);
    assert_true(a || alloc_broke());
    audio_free(a);
}
static void without_memory_it_says_so(void **state) { assert_true(break_every_alloc(one, NULL) > 3); }

// The same score gives the same bank, and the same events the same samples, whoever computes them.
// A number that was written down once: gcc, clang, with and without optimisation.
static void the_same_everywhere(void **state) {
    post("Any"), post("Drive"), post("Octave");
    listen(audio, &ear, 1, 30);
    assert_int_equal(hash64(0, heard, heard_count * sizeof *heard), 0x59d6a5fd9f79b67a);
}

#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(T(silence_is_zero_to_the_bit), T(a_sound_at_its_own_rate_comes_through), T(the_limiter_never_clips),
      T(no_input_gets_above_the_ceiling), T(softly_what_fits_is_not_touched), T(levels_are_steps),
      T(listening_changes_nothing), T(a_step_never_allocates), T(the_last_two_are_not_played_again),
      T(weights_count), T(a_sequence_goes_one_further_each_time), T(a_run_is_without_a_seam),
      T(gaps_and_overlaps_are_to_the_sample), T(an_endless_run_ends_when_it_is_stopped),
      T(switches_follow_parameters_states_and_hands), T(parameters_ramp_along_their_curves),
      T(curves_move_volume_and_blends), T(volumes_pitches_and_buses), T(play_pause_resume_stop_break),
      T(fades_and_delays), T(loops_of_a_clip_end_with_it), T(what_cannot_be_followed_is_a_tone),
      T(too_many_voices_take_the_softest_place), T(other_rates_keep_their_pitch),
      T(a_stream_is_played_and_answered), T(a_stream_too_far_ahead_overruns_and_a_dry_one_fails),
      T(speech_is_heard_as_it_was_said), T(the_knobs_are_in_order), T(without_memory_it_says_so),
      T(the_same_everywhere))
