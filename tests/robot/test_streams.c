// Sound that a program sends: streamed in pieces, heard in time, to its end, cut off, and at the volume that
// was asked for.
#include "run/sound_rig.h"

#include <stdlib.h>
#include <string.h>

static void prepare(struct play *play, uint32_t hz, uint32_t volume) {
    ask(play, (struct life_message){.kind = LIFE_STREAM_PREPARE, .stream_prepare = {hz, volume}});
}

static void chunk(struct play *play, unsigned samples, double hertz, unsigned rate, unsigned *at) {
    struct life_message m = {.kind = LIFE_STREAM_CHUNK};
    m.stream_chunk.samples_count = samples;
    for (unsigned k = 0; k < samples; k++, ++*at)
        m.stream_chunk.samples[k] = (uint16_t)(int16_t)lrint(16000 * sin(2 * M_PI * hertz * *at / rate));
    ask(play, m);
}

static void a_program_streams(void **state) {
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    hear(play, &h);
    ask(play, (struct life_message){.kind = LIFE_STREAM_PREPARE, .stream_prepare = {16000, 80}});
    for (int i = 0; i < 20; i++) {
        struct life_message chunk = {.kind = LIFE_STREAM_CHUNK};
        chunk.stream_chunk.samples_count = 512;
        for (int k = 0; k < 512; k++)
            chunk.stream_chunk.samples[k] = (uint16_t)(int16_t)lrint(12000 * sin(k * 2 * M_PI / 32));
        ask(play, chunk);
        s_for(play, 0.033);
    }
    ask(play, (struct life_message){.kind = LIFE_STREAM_COMPLETE});
    s_for(play, 1);
    assert_int_equal(h.stream, 1); // played to its end
    assert_true(h.loud > 1000);
    over(play, s, &h);
}

// A tone of 1 kHz, a piece a tick.
static void stream(struct play *play, int ticks, unsigned *at) {
    for (int i = 0; i < ticks; i++) {
        chunk(play, 264, 1000, 8000, at);
        s_for(play, 0.033);
    }
}

// Four seconds of what it lets be heard, to be looked at sample by sample.
static struct audio_tap *tap_of(struct play *play) {
    struct robot *robot = run_robot(play_run(play), 0);
    struct audio_tap *tap = audio_tap_new(robot_sound_hz(robot), 4000);
    assert_true(robot_listen(robot, tap));
    return tap;
}

static void streams_are_heard_and_answered(void **state) {
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    struct audio_tap *tap = tap_of(play);
    ask(play, (struct life_message){.kind = LIFE_VOLUME, .volume = {5}});
    unsigned at = 0;
    prepare(play, 8000, 50);
    stream(play, 60, &at); // two seconds
    assert_int_equal(h.stream, 0);
    ask(play, (struct life_message){.kind = LIFE_STREAM_COMPLETE});
    s_for(play, 0.5);
    assert_int_equal(h.stream, 1);
    static int16_t out[128000];
    size_t count = audio_tap_take(tap, out, 128000);
    double re[3] = {0}, im[3] = {0};
    static const double HERTZ[] = {1000, 3000, 7000}; // 7 kHz would be its mirror image
    for (size_t i = 16000; i < 48000; i++)
        for (int n = 0; n < 3; n++)
            re[n] += out[i] * cos(2 * M_PI * HERTZ[n] * (double)i / 32000),
                im[n] += out[i] * sin(2 * M_PI * HERTZ[n] * (double)i / 32000);
    double loud[3];
    for (int n = 0; n < 3; n++) loud[n] = hypot(re[n], im[n]) / 16000;
    print_message("# %zu samples; 1 kHz %.0f, 3 kHz %.1f, 7 kHz %.1f\n", count, loud[0], loud[1], loud[2]);
    assert_true(fabs(loud[0] - 8000) < 500 && loud[1] < 40 && loud[2] < 80); // at half its volume
    // More than there is room for.
    memset(&h, 0, sizeof h);
    prepare(play, 8000, 100);
    for (int i = 0; i < 80 && !h.stream; i++) {
        chunk(play, 512, 1000, 8000, &at);
        if (i % 8 == 7) s_for(play, 0.033);
    }
    s_for(play, 0.1);
    assert_int_equal(h.stream, 2);
    // Never completed.
    memset(&h, 0, sizeof h);
    prepare(play, 16000, 100);
    chunk(play, 512, 1000, 16000, &at);
    s_for(play, 3);
    assert_int_equal(h.stream, 3);
    // Cancelled; and then there is room for another. Two at once there are not, and no such rates and
    // volumes.
    memset(&h, 0, sizeof h);
    prepare(play, 16025, 100);
    s_for(play, 0.1);
    prepare(play, 16000, 100);
    s_for(play, 0.1);
    assert_int_equal(h.verdict, LIFE_VERDICT_REFUSED);
    ask(play, (struct life_message){.kind = LIFE_STREAM_CANCEL});
    s_for(play, 0.1);
    assert_int_equal(h.stream, 4);
    static const uint32_t BAD[][2] = {{7999, 100}, {16026, 100}, {16000, 101}};
    for (int i = 0; i < 3; i++) {
        h.verdict = 0;
        prepare(play, BAD[i][0], BAD[i][1]);
        s_for(play, 0.1);
        assert_int_equal(h.verdict, LIFE_VERDICT_BAD_VALUE);
    }
    robot_unlisten(run_robot(play_run(play), 0), tap);
    audio_tap_free(tap);
    over(play, s, &h);
}

// The request for volume reaches whoever listens: mute is silence, each level 4 dB or more above the one
// before, and nothing beyond is one.
static void a_volume_is_asked_for(void **state) {
    struct heard h = {0};
    struct scenario *s = scene();
    struct play *play = begin(s, &h, 0, false, NULL);
    struct audio_tap *tap = tap_of(play);
    static int16_t out[128000];
    double loud[6];
    unsigned at = 0;
    for (uint8_t level = 0; level < 6; level++) {
        ask(play, (struct life_message){.kind = LIFE_VOLUME, .volume = {level}});
        prepare(play, 8000, 100);
        stream(play, 12, &at);
        ask(play, (struct life_message){.kind = LIFE_STREAM_CANCEL});
        size_t count = audio_tap_take(tap, out, 128000);
        loud[level] = 0;
        for (size_t i = count / 2; i < count * 3 / 4; i++) loud[level] += (double)out[i] * out[i];
        loud[level] = sqrt(loud[level] / ((double)count / 4));
        s_for(play, 0.3);
        audio_tap_take(tap, out, 128000);
    }
    print_message("# volumes: %.0f %.0f %.0f %.0f %.0f %.0f\n", loud[0], loud[1], loud[2], loud[3], loud[4],
                  loud[5]);
    assert_true(loud[0] == 0);
    for (int level = 2; level < 6; level++) assert_true(loud[level] > loud[level - 1] * 1.5);
    assert_true(fabs(loud[1] / loud[5] - pow(10, -18 / 20.0)) < 0.02);
    ask(play, (struct life_message){.kind = LIFE_VOLUME, .volume = {6}});
    s_for(play, 0.1);
    assert_int_equal(h.verdict, LIFE_VERDICT_BAD_VALUE);
    robot_unlisten(run_robot(play_run(play), 0), tap);
    audio_tap_free(tap);
    over(play, s, &h);
}

TESTS(cmocka_unit_test(a_program_streams), cmocka_unit_test(streams_are_heard_and_answered),
      cmocka_unit_test(a_volume_is_asked_for))
