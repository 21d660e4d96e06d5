// The chain as a whole, with a script in place of a recogniser: sound in pieces of any size, gaps, noises
// with their direction, modes, and microphones that are broken.
#include "support/support.h"

#include "base/maths/maths.h"
#include "base/system/file.h"
#include "codec/sound/wav.h"
#include "sense/hear/hear.h"
#include "sense/hear/keeper.h"
#include "sense/hear/processing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { HZ = 15625, MOMENT_US = 64 };
static uint32_t seed;
static float noise(void) {
    seed = seed * 1664525 + 1013904223;
    return (float)(int32_t)seed / 2147483648.0f;
}

struct rig {
    struct listener *listener;
    struct hear_order order;
    struct hear_answer last;
    uint64_t moment; // the next one
    uint32_t chunks, noises, commands;
    float noise_rad, noise_sure, noise_over_db;
};
static void start(struct rig *r, struct hear_config hear, const char *line) {
    memset(r, 0, sizeof *r);
    struct listener_config config = {.hear = hear, .model = &vector_model};
    config.recogniser = recogniser_scripted(&line, 1);
    r->listener = listener_new(&config);
    r->order.listener = r->listener, r->order.mode = (uint32_t)hear.mode;
    seed = 4;
}
static void end(struct rig *r) { listener_drop(r->listener); }

// At microphone `ear` in this moment.
typedef float sound_at(uint64_t moment, int ear);
static void hear(struct rig *r, sound_at *sound, uint32_t count, uint32_t piece) {
    while (count) {
        struct hear_answer *a = &r->last;
        size_t len = 0;
        r->order.count = count < piece ? count : piece, r->order.time_us = r->moment * MOMENT_US;
        for (uint32_t i = 0; i < r->order.count; i++)
            for (int e = 0; e < EARS; e++)
                r->order.samples[i * EARS + (uint32_t)e] =
                    (int16_t)m_clamp(sound(r->moment + i, e), -32768, 32767);
        memset(a, 0, sizeof *a);
        assert_int_equal(hear_run(&r->order, sizeof r->order, a, sizeof *a, &len), 0);
        struct hear_answer read;
        assert_true(hear_read(a, len, &read));
        r->chunks += a->chunks, r->commands += a->words_kind == HEARD_COMMAND;
        if (a->began_db > 0) r->noise_over_db = a->began_over_db;
        if (a->began_db > 0)
            r->noises++, r->noise_rad = a->direction_rad, r->noise_sure = (float)a->sure_direction;
        r->moment += r->order.count, count -= r->order.count;
    }
}

static float hiss(uint64_t moment, int ear) { return 15 * noise(); }
static float silence(uint64_t moment, int ear) { return 0; }
static float rails(uint64_t moment, int ear) { return moment & 1 ? 40000 : -40000; }

// A clap a metre to the right, at 1.5 s of each two.
static float clap(uint64_t moment, int ear) {
    struct vec3 from = {-0.04f, -1, 0.07f};
    float at = (float)(moment % (2 * HZ)) - 1.5f * HZ -
               vec3_length(vec3_sub(from, vector_model.ears_m[ear])) / 343 * HZ;
    float sum = 15 * noise();
    if (at < 0 || at > 3000) return sum;
    for (int k = 1; k < 24; k++)
        sum += 250 * m_sin(at * (float)k * 0.11f + (float)(k * k)) * m_exp(-at / 400);
    return sum;
}

// Formants in syllables for a second of each two.
static float talk(uint64_t moment, int ear) {
    float t = (float)(moment % (2 * HZ)) / HZ, sum = 15 * noise();
    if (t > 1) return sum;
    float open = 0.6f + 0.4f * m_sin(M_TAU_F * 4 * t);
    for (int k = 1; k < 12; k++)
        sum += 900 * open / (float)k * m_sin(M_TAU_F * m_fmod(140 * (float)k * t, 1));
    return sum;
}

// A drum 120 times a minute, for the first thirteen seconds.
static float drum(uint64_t moment, int ear) {
    float in = (float)(moment % (HZ / 2)) / HZ, sum = 15 * noise();
    return moment > 13 * HZ || in > 0.2f ? sum : sum + 3000 * m_exp(-in * 25) * m_sin(M_TAU_F * 180 * in);
}

// Each beat is told once; a tempo first as a possible and then as a certain one; and when beats stay away for
// four seconds it is told no more.
static void music_is_told_until_it_ends(void **state) {
    struct rig *r = malloc(sizeof *r);
    uint32_t beats = 0, maybe = 0, sure = 0, after = 0;
    float tempo = 0;
    start(r, hear_defaults(), "");
    for (int i = 0; i < 40 * 19; i++) {
        hear(r, drum, HZ / 40, 640);
        const struct hear_answer *a = &r->last;
        float s = (float)r->moment / HZ;
        beats += a->beats, maybe += a->tempo_bpm > 0 && a->tempo_maybe,
            sure += a->tempo_bpm > 0 && !a->tempo_maybe;
        if (a->tempo_bpm > 0) tempo = a->tempo_bpm;
        after += s > 17.2f && a->tempo_bpm > 0;
        if (s > 12 && s < 13 && (a->tempo_bpm <= 0 || a->tempo_maybe))
            fail_msg("%g s: it is not sure", (double)s);
    }
    assert_in_range(beats, 24, 26);
    assert_true(maybe > 0 && sure > 0 && !after);
    assert_true(m_abs(tempo - 120) < 4);
    end(r);
    free(r);
}

static void pieces_of_any_size_are_chunks_and_gaps_are_silence(void **state) {
    static const uint32_t PIECES[] = {1, 33, 80, 160, 517, 640};
    struct rig *r = malloc(sizeof *r);
    for (size_t i = 0; i < sizeof PIECES / sizeof *PIECES; i++) {
        start(r, hear_defaults(), "");
        hear(r, hiss, 16000, PIECES[i]);
        assert_int_equal(r->chunks, 100);
        assert_int_equal(r->last.time_us, 16000 * MOMENT_US);
        r->moment += 80; // a frame that got lost is silence: the next chunk is whole after half a chunk
        hear(r, hiss, 80, PIECES[i]);
        assert_int_equal(r->chunks, 101);
        r->moment += 100;
        hear(r, hiss, 220, PIECES[i]); // another lost one and two, and three quarters of the next
        assert_int_equal(r->chunks, 102);
        r->moment += 100000; // what was begun is filled up with silence; after a long gap it begins anew
        hear(r, hiss, 160, PIECES[i]);
        assert_int_equal(r->chunks, 104);
        end(r);
    }
    free(r);
}

static void a_noise_is_told_with_its_direction(void **state) {
    struct rig *r = malloc(sizeof *r);
    start(r, hear_defaults(), "");
    hear(r, clap, 4 * HZ, 517);
    assert_int_equal(r->noises, 2);
    assert_true(m_abs(r->noise_rad + M_PI_F / 2) < m_radians(15));
    if (r->noise_over_db < 15 || r->noise_over_db > 60)
        fail_msg("%g dB over the quiet", (double)r->noise_over_db);
    assert_true(r->noise_sure > 400 && r->noise_sure <= DIRECTION_SURE);
    end(r);
    struct hear_config off = hear_defaults();
    struct fault fault = {0};
    assert_int_equal(knobs_set(&HEARING_KNOBS, &off, "mode", "off", &fault), 0);
    start(r, off, "");
    hear(r, clap, 4 * HZ, 517);
    assert_int_equal(r->noises, 0);
    end(r);
    assert_int_equal(knobs_set(&HEARING_KNOBS, &off, "mode", "loud", &fault), ERR_UNKNOWN);
    free(r);
}

// A clap at 1.5 s, by microphones of another rate; the first `channels` of them.
static void clap_at(struct rig *r, uint32_t hz, uint32_t channels) {
    static int16_t samples[4 * 96000 * 2];
    uint32_t count = 2 * hz;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t e = 0; e < channels; e++) {
            struct vec3 from = {-0.04f, -1, 0.07f};
            float away = vec3_length(vec3_sub(from, vector_model.ears_m[e])) / 343 * HZ;
            float at = (float)i * HZ / (float)hz - 1.5f * HZ - away, sum = 15 * noise();
            for (int k = 1; k < 24 && at >= 0 && at < 3000; k++)
                sum += 250 * m_sin(at * (float)k * 0.11f + (float)(k * k)) * m_exp(-at / 400);
            samples[i * channels + e] = (int16_t)sum;
        }
    r->order.rate_hz = hz, r->order.channels = channels;
    for (uint32_t at = 0; at < count; at += r->order.count) {
        uint32_t piece = hz / 30;
        size_t len = 0;
        struct hear_answer *a = &r->last;
        r->order.count = count - at < piece ? count - at : piece;
        r->order.time_us = (uint64_t)at * 1000000 / hz;
        memcpy(r->order.samples, samples + (size_t)at * channels,
               r->order.count * channels * sizeof *samples);
        memset(a, 0, sizeof *a);
        assert_int_equal(hear_run(&r->order, sizeof r->order, a, sizeof *a, &len), 0);
        r->chunks += a->chunks;
        if (a->began_db > 0)
            r->noises++, r->noise_rad = a->direction_rad, r->noise_sure = (float)a->sure_direction,
                         r->noise_over_db = (float)a->time_us;
    }
}

// Whatever its rate, it is the same clap at the same moment from the same side; fewer than four microphones
// hear it and tell no side.
static void microphones_of_other_rates_hear_the_same(void **state) {
    static const struct {
        uint32_t hz, channels;
    } ROWS[] = {{15625, 4}, {8000, 4}, {16000, 4}, {48000, 4}, {48000, 1}, {44100, 2}};
    struct rig *r = malloc(sizeof *r);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        start(r, hear_defaults(), "");
        clap_at(r, ROWS[i].hz, ROWS[i].channels);
        if (r->noises != 1 || r->chunks < 193 || r->chunks > 195)
            fail_msg("%u Hz: %u noises in %u chunks", ROWS[i].hz, r->noises, r->chunks);
        assert_true(r->noise_over_db > 1.5e6f && r->noise_over_db < 1.7e6f);
        bool four = ROWS[i].channels == EARS;
        if (four ? m_abs(r->noise_rad + M_PI_F / 2) > m_radians(15) || r->noise_sure < 400
                 : r->noise_sure > 0)
            fail_msg("%u Hz of %u: from %g, %g", ROWS[i].hz, ROWS[i].channels, (double)r->noise_rad,
                     (double)r->noise_sure);
        end(r);
    }
    static const uint32_t WRONG[][2] = {{3999, 1}, {192001, 1}, {16000, 5}};
    start(r, hear_defaults(), "");
    for (int i = 0; i < 3; i++) {
        size_t len;
        r->order.count = 10, r->order.rate_hz = WRONG[i][0], r->order.channels = WRONG[i][1];
        assert_int_equal(hear_run(&r->order, sizeof r->order, &r->last, sizeof r->last, &len), ERR_RANGE);
    }
    end(r);
    free(r);
}

// In each mode but "off" a script's words come at the end of what is said.
static void words_come_in_every_mode(void **state) {
    struct rig *r = malloc(sizeof *r);
    for (int mode = PROCESSING_UNKNOWN; mode < PROCESSING_MODES; mode++) {
        struct hear_config config = hear_defaults();
        config.mode = mode;
        start(r, config, "come here");
        r->order.open = 1;
        hear(r, hiss, HZ, 517), r->moment = 2 * HZ, hear(r, talk, 2 * HZ, 517);
        assert_int_equal(r->commands, mode != PROCESSING_OFF);
        end(r);
    }
    free(r);
}

// Dead, clipped, silent: a number is a number, and it goes on hearing.
static float half_dead(uint64_t moment, int ear) { return ear < 2 ? 0 : talk(moment, ear); }
static void broken_microphones_end_nothing(void **state) {
    static sound_at *const SOUNDS[] = {silence, rails, half_dead, rails, silence};
    struct rig *r = malloc(sizeof *r);
    start(r, hear_defaults(), "come here");
    for (size_t i = 0; i < sizeof SOUNDS / sizeof *SOUNDS; i++) hear(r, SOUNDS[i], HZ, 640);
    r->order.open = 1;
    r->moment = 200 * HZ;
    hear(r, hiss, 8 * HZ, 640);
    r->commands = 0, r->moment = 210 * HZ;
    hear(r, half_dead, 2 * HZ, 640);
    assert_true(r->commands <= 1 && m_finite(r->last.level_db) && m_finite(r->last.floor_db));
    r->order.count = HEAR_SAMPLES / EARS + 1;
    size_t len;
    assert_int_equal(hear_run(&r->order, sizeof r->order, &r->last, sizeof r->last, &len), ERR_LIMIT);
    r->order.count = 1, r->order.mode = PROCESSING_MODES;
    assert_int_equal(hear_run(&r->order, sizeof r->order, &r->last, sizeof r->last, &len), ERR_LIMIT);
    r->order.mode = 0, r->order.played = HEAR_PLAYED + 1;
    assert_int_equal(hear_run(&r->order, sizeof r->order, &r->last, sizeof r->last, &len), ERR_LIMIT);
    end(r);
    free(r);
}

// Without a folder nothing is kept. In one, ten files of each, of which the first is then written anew; when
// the disk is full that is told once and no file is torn.
static void what_it_hears_is_kept_only_where_it_may_be(void **state) {
    enum { CHUNKS_A_FILE = KEEPER_SECONDS * HZ / EARS_CHUNK };
    static int16_t chunk[EARS][EARS_CHUNK], processed[EARS_CHUNK];
    const char *folder = temp_path(NULL, "ears");
    char name[32];
    struct fault fault = {0};
    struct buf bytes = {0};
    struct wav wav;
    struct stat about;
    assert_null(keeper_new("", "ada"));
    assert_int_equal(keeper_chunk(NULL, (const int16_t(*)[EARS_CHUNK])chunk, processed), 0);
    struct keeper *k = keeper_new(folder, "ada");
    assert_false(folder_exists(folder));
    for (int i = 0; i < (KEEPER_FILES + 1) * CHUNKS_A_FILE; i++) {
        processed[0] = (int16_t)(i / CHUNKS_A_FILE), chunk[3][0] = (int16_t)(-i / CHUNKS_A_FILE);
        assert_int_equal(keeper_chunk(k, (const int16_t(*)[EARS_CHUNK])chunk, processed), 0);
    }
    for (int i = 0; i <= KEEPER_FILES; i++)
        for (int raw = 0; raw < 2; raw++) {
            snprintf(name, sizeof name, "ada-%d-%s.wav", i, raw ? "raw" : "processed");
            assert_true(file_exists(temp_path(folder, name)) == (i < KEEPER_FILES));
            if (i == KEEPER_FILES) continue;
            buf_clear(&bytes);
            assert_int_equal(file_read(temp_path(folder, name), 8 << 20, &bytes, &fault), 0);
            assert_int_equal(wav_read((struct bytes){bytes.at, bytes.len}, &wav, &fault), 0);
            assert_true(wav.channels == (raw ? 4 : 1) && wav.frames == CHUNKS_A_FILE * EARS_CHUNK);
            int16_t is = wav_s16(&wav, 0, raw ? 3 : 0), number = (int16_t)(i ? i : KEEPER_FILES);
            assert_int_equal(is, raw ? -number : number);
            assert_int_equal(stat(temp_path(folder, name), &about), 0);
            assert_int_equal(about.st_mode & 077, 0);
        }
    keeper_free(k);
    k = keeper_new(temp_path(folder, "ada-0-raw.wav/in"), "ada"); // no folder can be there
    file_break_after(2);
    int told = 0;
    for (int i = 0; i < 3 * CHUNKS_A_FILE; i++)
        told += keeper_chunk(k, (const int16_t(*)[EARS_CHUNK])chunk, processed) != 0;
    file_break_after(0);
    assert_int_equal(told, 1);
    keeper_free(k);
    buf_free(&bytes);
}

TESTS(cmocka_unit_test(what_it_hears_is_kept_only_where_it_may_be),
      cmocka_unit_test(pieces_of_any_size_are_chunks_and_gaps_are_silence),
      cmocka_unit_test(music_is_told_until_it_ends), cmocka_unit_test(a_noise_is_told_with_its_direction),
      cmocka_unit_test(microphones_of_other_rates_hear_the_same), cmocka_unit_test(words_come_in_every_mode),
      cmocka_unit_test(broken_microphones_end_nothing))
