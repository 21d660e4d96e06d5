// The mix and its ear: silence, levels, rates, streams and speech; nothing clips, nothing allocates, and
// listening changes nothing.
#include "audio_flip.h"
#include "tones.h"

#include "base/hash.h"
#include "base/maths/chance.h"
#include "base/maths/maths.h"
#include "codec/bank/wem.h"

// --------------------------------------------------------------------------------------- the ear and silence

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

// Sixteen loud sounds together are far too much. Nothing may reach the ceiling and stay there, which is what
// clipping is.
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

// The ear by itself, against the worst that can come: jumps, single spikes, noise a thousand times too loud,
// and no numbers at all.
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

// -------------------------------------------------------------------------------------------- watched or not

// Two lives with the same events; in one somebody listens now and then. Their states are equal throughout,
// and whoever listens to a tick hears what a constant listener hears.
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

// At several moments of an engine that has everything to do at once.
static void every_byte_that_decides_is_in_its_hash(void **state) {
    static const char *const EVENTS[] = {"Run",     "Drive", "ByMood",  "Gaps",
                                         "Endless", "Late",  "LateOff", "Softer"};
    static int16_t samples[8000];
    struct buf wem = {0};
    struct wem read;
    fine(wem_write(WEM_ADPCM, 22050, 1, samples, 8000, NULL, 0, &wem));
    fine(wem_read((struct bytes){wem.at, wem.len}, &read, &fault));
    for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++) post(EVENTS[i]);
    post("nobody knows this one"); // a tone
    uint32_t first = audio_speak(audio, &(struct audio_speech){read.data, 22050, 4000, 1, 9, 0, 0});
    audio_speak(audio, &(struct audio_speech){read.data, 22050, 4000, 1, 9, first, 200});
    fine(audio_stream_prepare(audio, 16000, 50, NULL));
    fine(audio_stream_chunk(audio, (const uint8_t *)samples, AUDIO_STREAM_CHUNK_MAX, NULL));
    audio_parameter(audio, AUDIO_ALL, fnv1_32_lower("Speed"), 70, 3000, 5);
    size_t most = audio_flip(audio);
    for (uint64_t t = 1; t < 12; t++) {
        audio_step(audio, t);
        if (t % 5 != 1) continue;
        size_t seen = audio_flip(audio);
        if (seen > most) most = seen;
    }
    assert_true(most > 1500);
    // What lies elsewhere: a sample that is still to be heard, what a container chose, a byte of speech.
    uint64_t before = audio_hash(audio);
    audio->stream.room[audio->stream.came - 1] ^= 1;
    assert_true(audio_hash(audio) != before);
    audio->stream.room[audio->stream.came - 1] ^= 1;
    audio->memories[0].count++;
    assert_true(audio_hash(audio) != before);
    audio->memories[0].count--;
    audio->speeches[1].bytes[3] ^= 1;
    assert_true(audio_hash(audio) != before);
    audio->speeches[1].bytes[3] ^= 1;
    assert_true(audio_hash(audio) == before);
    buf_free(&wem);
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

// ----------------------------------------------------------------------------------------- a client's stream

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

// ------------------------------------------------------------------------------------- speech, knobs, memory

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

TESTS(T(silence_is_zero_to_the_bit), T(a_sound_at_its_own_rate_comes_through), T(the_limiter_never_clips),
      T(no_input_gets_above_the_ceiling), T(softly_what_fits_is_not_touched), T(levels_are_steps),
      T(listening_changes_nothing), T(a_step_never_allocates), T(every_byte_that_decides_is_in_its_hash),
      T(other_rates_keep_their_pitch), T(a_stream_is_played_and_answered),
      T(a_stream_too_far_ahead_overruns_and_a_dry_one_fails), T(speech_is_heard_as_it_was_said),
      T(the_knobs_are_in_order), T(without_memory_it_says_so), T(the_same_everywhere))
