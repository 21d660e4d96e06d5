// Buses that make others softer while something sounds over them: how deep, how fast, how it comes back, in
// both versions of banks.
#include "support/fine.h"

#include "audio_flip.h"
#include "base/hash.h"
#include "base/maths/maths.h"
#include "codec/bank/part.h"
#include "codec/bank/wem.h"
#include "stage/sound/audio.h"

#include <math.h>
#include <string.h>

enum {
    RATE = 32000,
    MUSIC_SOUND = 40,
    VOICE_SOUND,
    MUSIC,
    VOICE,
    TOP,
    ACTION = 200,
    EVENT = 300,
    LOOP = 3200
};
enum { SPOKEN = 33, MUSIC_HERTZ = 1000, VOICE_HERTZ = 3000 };

static struct arena *arena;
static struct bank bank;
static struct audio_set *set;
static struct audio *audio;
static struct ear ear;

static struct bytes kept(struct buf *file) {
    struct bytes at = {arena_copy(arena, file->at, file->len), file->len};
    buf_clear(file);
    return at;
}

static struct bank_object *object(enum bank_kind kind, uint32_t id) {
    struct bank_object *o = &bank.objects.at[bank.objects.count++];
    *o = (struct bank_object){.kind = kind, .id = id};
    return o;
}

static struct bytes tone(int hertz) {
    int16_t samples[LOOP];
    struct buf file = {0};
    for (int i = 0; i < LOOP; i++) samples[i] = (int16_t)(8192 * sin(2 * M_PI * hertz * i / RATE));
    fine(wem_write(WEM_PCM, RATE, 1, samples, LOOP, &(struct wem_loop){0, LOOP - 1, 0}, true, &file));
    struct bytes out = kept(&file);
    buf_free(&file);
    return out;
}

static void sound(uint32_t id, uint32_t media, uint32_t bus, size_t len) {
    struct buf tail = {0};
    struct bank_object *o = object(BANK_SOUND, id);
    o->known = true, o->sound = (struct bank_sound){0x10001, BANK_EMBEDDED, media, (uint32_t)len};
    buf_byte(&tail, 0);
    fine(bank_node_write(bank.version, &(struct bank_node){.bus = bus}, &tail));
    o->tail = kept(&tail);
    buf_free(&tail);
}

static void bus(uint32_t id, const struct bank_node *node) {
    struct buf tail = {0};
    fine(bank_bus_write(bank.version, node, &tail));
    object(BANK_BUS, id)->tail = kept(&tail);
    buf_free(&tail);
}

static void event(uint32_t number, uint8_t type, uint32_t target) {
    struct buf tail = {0};
    fine(bank_deed_write(bank.version, type, &(struct bank_deed){.probability = 100, .shape = 4}, &tail));
    struct bank_object *o = object(BANK_ACTION, ACTION + number);
    o->known = true, o->action = (struct bank_action){3, type, target, 0}, o->tail = kept(&tail);
    o = object(BANK_EVENT, EVENT + number);
    o->known = true, o->event = (struct bank_ids){arena_one(arena, uint32_t), 1};
    *o->event.at = ACTION + number;
    buf_free(&tail);
}

// Music and a voice, both for ever; the bus of the voice has these ducks.
static void begin(uint32_t version, const struct bank_node *voice, float music_floor_db) {
    struct buf file = {0};
    arena = arena_new(1 << 20);
    bank = bank_new(version, "Ducks", "SFX");
    bank.objects.at = arena_array(arena, struct bank_object, 16);
    struct bytes wems[] = {tone(MUSIC_HERTZ), tone(VOICE_HERTZ)};
    struct bank_media media[] = {{900}, {901}};
    sound(MUSIC_SOUND, 900, MUSIC, wems[0].len), sound(VOICE_SOUND, 901, VOICE, wems[1].len);
    bus(MUSIC, &(struct bank_node){.parent = TOP, .duck_most_db = music_floor_db});
    bus(VOICE, voice);
    if (voice->recover_ms == SPOKEN) bus(fnv1_32_lower("VO"), voice);
    bus(TOP, &(struct bank_node){0});
    event(0, BANK_PLAY, MUSIC_SOUND), event(1, BANK_PLAY, VOICE_SOUND), event(2, BANK_STOP, VOICE_SOUND);
    fine(bank_sort(&bank, arena, &fault));
    fine(bank_embed(&bank, arena, media, wems, 2));
    fine(bank_write(&bank, &file, &fault));
    set = audio_set_new();
    fine(audio_set_bank(set, (struct bytes){file.at, file.len}, "Ducks", NULL, &fault));
    fine(audio_set_ready(set, &fault));
    buf_free(&file);
    struct audio_config config = audio_defaults("vector");
    config.level = AUDIO_HIGH, config.low_cut_hz = 20, config.treble_db = 0, config.ceiling_db = 0;
    audio = audio_new(&config, set);
    ear = (struct ear){0};
    audio_post(audio, EVENT, AUDIO_ANIMATION, 1, 0);
}

static void end(void) {
    audio_free(audio);
    audio_set_free(set);
    arena_free(arena);
}

// How loud a tone is in the tick, against what it was written with, in dB.
static double tick_db(uint64_t tick, int hertz) {
    int16_t samples[AUDIO_TICK_MAX];
    double s = 0, c = 0;
    audio_step(audio, tick);
    size_t n = audio_render(audio, &ear, samples, AUDIO_TICK_MAX);
    for (size_t i = 0; i < n; i++) {
        s += samples[i] * sin(2 * M_PI * hertz * (double)i / RATE);
        c += samples[i] * cos(2 * M_PI * hertz * (double)i / RATE);
    }
    return n ? 20 * log10(2 * sqrt(s * s + c * c) / (double)n / 8192 + 1e-9) : -180;
}

static void a_voice_ducks_the_music_and_it_comes_back(void **state) {
    for (uint32_t version = 120; version <= 128; version += 8) {
        struct bank_duck duck = {MUSIC, -12, 330, 660, 4, BANK_BUS_VOLUME};
        begin(version, &(struct bank_node){.parent = TOP, .duck_count = 1, .ducks = &duck, .recover_ms = 495},
              0);
        double db[120];
        for (uint64_t t = 0; t < 120; t++) {
            if (t == 20) audio_post(audio, EVENT + 1, AUDIO_ANIMATION, 1, 0);
            if (t == 50) audio_post(audio, EVENT + 2, AUDIO_ANIMATION, 1, 0);
            db[t] = tick_db(t, MUSIC_HERTZ);
            if (t == 24) audio_flip(audio); // half ducked: every byte that decides is in the hash
        }
        assert_true(fabs(db[15]) < 0.2); // as it was written, before anybody speaks
        for (int t = 22; t < 29; t++) assert_true(db[t] < db[t - 1] - 0.5); // in a third of a second…
        assert_true(db[25] > -9 && db[25] < -4);
        for (int t = 33; t < 50; t++)
            assert_true(fabs(db[t] + 12) < 0.3); // …to its depth, and there it stays
        for (int t = 52; t < 64; t++)
            assert_true(fabs(db[t] + 12) < 0.3); // half a second after the last sound
        for (int t = 69; t < 84; t++) assert_true(db[t] > db[t - 1] + 0.2); // then slowly back
        for (int t = 92; t < 120; t++) assert_true(fabs(db[t]) < 0.2);
        end();
    }
}

static void depth_has_its_floor_and_ducks_add_up(void **state) {
    struct bank_duck two[] = {{MUSIC, -6, 0, 0, 4, BANK_VOLUME}, {MUSIC, -12, 0, 0, 4, BANK_BUS_VOLUME}};
    static const float FLOORS[] = {0, -9, 6};
    static const double WANT[] = {-18, -9, 0}; // a floor above is none of ducking: it never makes louder
    for (int i = 0; i < 3; i++) {
        begin(128, &(struct bank_node){.parent = TOP, .duck_count = 2, .ducks = two}, FLOORS[i]);
        double db = 0;
        for (uint64_t t = 0; t < 20; t++) {
            if (t == 5) audio_post(audio, EVENT + 1, AUDIO_ANIMATION, 1, 0);
            db = tick_db(t, MUSIC_HERTZ);
        }
        assert_true(fabs(db - WANT[i]) < 0.3);
        assert_true(fabs(tick_db(20, VOICE_HERTZ)) < 0.3); // the voice itself is as it was
        end();
    }
}

// A bus that is not there, its own, or another property than loudness: nothing becomes softer, and nothing
// breaks.
static void odd_ducks_do_nothing(void **state) {
    struct bank_duck odd[] = {{4711, -12, 0, 0, 4, BANK_VOLUME},
                              {VOICE, -12, 0, 0, 4, BANK_VOLUME},
                              {MUSIC, -12, 0, 0, 4, BANK_LOW_PASS},
                              {MUSIC_SOUND, -96, 0, 0, 4, BANK_VOLUME},
                              {MUSIC, (float)NAN, -5, -5, 250, BANK_VOLUME}};
    begin(128, &(struct bank_node){.parent = TOP, .duck_count = 5, .ducks = odd, .recover_ms = -1}, 0);
    double db = 0;
    for (uint64_t t = 0; t < 20; t++) {
        if (t == 5) audio_post(audio, EVENT + 1, AUDIO_ANIMATION, 1, 0);
        db = tick_db(t, MUSIC_HERTZ);
    }
    assert_true(fabs(db) < 0.3);
    end();
}

// What the robot says goes over the bus VO, where a bank has it.
static void speech_ducks_the_music_too(void **state) {
    struct bank_duck duck = {MUSIC, -12, 0, 0, 4, BANK_BUS_VOLUME};
    static int16_t samples[16000];
    struct buf spoken = {0};
    struct adpcm coder = {0};
    uint8_t block[ADPCM_WEM_BLOCK];
    for (int spoke = 0; spoke < 2; spoke++) {
        begin(128,
              &(struct bank_node){
                  .parent = TOP, .duck_count = 1, .ducks = &duck, .recover_ms = spoke ? SPOKEN : 0},
              0);
        buf_clear(&spoken);
        for (size_t i = 0; i < 16000; i += ADPCM_WEM_SAMPLES) {
            struct writer to = writer_of(block, sizeof block);
            adpcm_encode_block(ADPCM_WEM, &coder, samples + i, 16000 - i, 1, ADPCM_WEM_BLOCK, &to);
            buf_bytes(&spoken, block, sizeof block);
        }
        double db[60];
        for (uint64_t t = 0; t < 60; t++) {
            if (t == 5)
                assert_true(audio_speak(
                    audio, &(struct audio_speech){{spoken.at, spoken.len}, 16000, 16000, 1, 0, 0, 0}));
            db[t] = tick_db(t, MUSIC_HERTZ);
        }
        for (int t = 10; t < 34; t++) assert_true(fabs(db[t] - (spoke ? -12 : 0)) < 0.3); // for its second
        for (int t = 42; t < 60; t++) assert_true(fabs(db[t]) < 0.3);
        end();
    }
    buf_free(&spoken);
}

// Written and read again, in both versions; more than are kept are stepped over, more than there can be are
// not believed.
static void ducks_come_back_from_a_bank(void **state) {
    for (uint32_t version = 120; version <= 128; version += 8) {
        struct bank_duck ducks[BANK_DUCKS_MAX];
        for (uint32_t i = 0; i < BANK_DUCKS_MAX; i++)
            ducks[i] = (struct bank_duck){i + 1,           -(float)i,         (int32_t)i * 10,
                                          (int32_t)i * 20, (uint8_t)(i % 10), (uint8_t)(i % 7)};
        struct bank_node node = {.parent = 7,
                                 .ducks = ducks,
                                 .duck_count = BANK_DUCKS_MAX,
                                 .recover_ms = 1234,
                                 .duck_most_db = -30},
                         back;
        struct buf out = {0};
        arena = arena_new(1 << 16);
        fine(bank_bus_write(version, &node, &out));
        struct bank one = {.version = version};
        struct bank_object o = {.kind = BANK_BUS, .id = 1, .tail = {out.at, out.len}};
        assert_true(bank_bus(&one, &o, arena, &back));
        assert_int_equal(back.duck_count, BANK_DUCKS_MAX);
        for (uint32_t i = 0; i < BANK_DUCKS_MAX; i++) {
            const struct bank_duck *a = &ducks[i], *b = &back.ducks[i];
            assert_true(a->bus == b->bus && a->volume_db == b->volume_db && a->out_ms == b->out_ms);
            assert_true(a->in_ms == b->in_ms && a->shape == b->shape && a->property == b->property);
        }
        assert_true(back.recover_ms == 1234 && back.duck_most_db == -30);
        struct bank_duck wild = {1, -3e38f, 0, 0, 4, BANK_VOLUME}; // two of them would add up to no number
        struct buf odd = {0};
        fine(bank_bus_write(
            version, &(struct bank_node){.ducks = &wild, .duck_count = 1, .duck_most_db = 3e38f}, &odd));
        assert_true(
            bank_bus(&one, &(struct bank_object){.kind = BANK_BUS, .tail = {odd.at, odd.len}}, arena, &back));
        assert_true(back.ducks[0].volume_db == 0 && back.duck_most_db == 0);
        buf_free(&odd);
        for (size_t len = 0; len < out.len; len++) {
            o.tail.len = len;
            assert_false(bank_bus(&one, &o, arena, &back));
        }
        node.duck_count++;
        assert_int_equal(bank_bus_write(version, &node, &out), ERR_RANGE);
        buf_free(&out);
        arena_free(arena);
    }
}

TESTS(cmocka_unit_test(a_voice_ducks_the_music_and_it_comes_back),
      cmocka_unit_test(depth_has_its_floor_and_ducks_add_up), cmocka_unit_test(odd_ducks_do_nothing),
      cmocka_unit_test(speech_ducks_the_music_too), cmocka_unit_test(ducks_come_back_from_a_bank))
