// A sound card that is a file: what ALSA is given is what a robot lets be heard. In a build without ALSA
// it says so, and the rest is skipped.
#include "cli/run.h"

#include "base/system/file.h"
#include "codec/sound/wav.h"

#include <math.h>
#include <stdlib.h>

static struct ran *ran;
#define RUN(...) (ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), __VA_ARGS__, NULL}))

static void a_card_plays_what_a_file_holds(void **state) {
    char config[400], card[400], file[400], text[1200];
    const char *folder = temp_folder();
    path_join(config, sizeof config, folder, "asoundrc");
    path_join(card, sizeof card, folder, "card.wav");
    path_join(file, sizeof file, folder, "file.wav");
    snprintf(
        text, sizeof text,
        "pcm.nowhere { type null }\npcm.out { type file slave.pcm \"nowhere\" file \"%s\" format \"wav\" }\n",
        card);
    assert_int_equal(file_write(config, text, strlen(text), NULL), 0);
    setenv("ALSA_CONFIG_PATH", config, 1);
    RUN("sim", "tabletop", "--seconds", "12", "--quiet", "--sound", "alsa:out");
#ifndef CRITTER_ALSA
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "-Dalsa=enabled"));
    print_message("# the rest is skipped: no ALSA in this build\n");
#else
    assert_int_equal(ran->code, 0);
    RUN("sim", "tabletop", "--seconds", "12", "--quiet", "--sound", file);
    assert_int_equal(ran->code, 0);
    struct buf played = {0}, kept = {0};
    struct wav one, other;
    struct fault fault = {0};
    assert_int_equal(file_read(card, 1 << 24, &played, &fault), 0);
    assert_int_equal(file_read(file, 1 << 24, &kept, &fault), 0);
    assert_int_equal(wav_read((struct bytes){played.at, played.len}, &one, &fault), 0);
    assert_int_equal(wav_read((struct bytes){kept.at, kept.len}, &other, &fault), 0);
    assert_int_equal(one.rate, 32000);
    assert_int_equal(one.channels, 1);
    assert_in_range(one.frames, 12 * 32000, 12 * 32000 + 1056);
    assert_int_equal(one.frames, other.frames);
    double loud = 0;
    for (size_t i = 0; i < one.frames; i++) {
        assert_int_equal(wav_s16(&one, i, 0), wav_s16(&other, i, 0));
        loud += fabs((double)wav_s16(&one, i, 0));
    }
    assert_true(loud / (double)one.frames > 5); // it is not silent
    buf_free(&played), buf_free(&kept);
    RUN("sim", "tabletop", "--seconds", "1", "--quiet", "--sound", "alsa:nobody");
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "the sound card \"nobody\""));
#endif
}

TESTS(cmocka_unit_test(a_card_plays_what_a_file_holds))
