// Music by its lists, rules and scenes; buses that are objects of a bank, and sounds that lie beside theirs.
#include "audio_flip.h"
#include "stage/bank_maker.h"

#include "base/hash.h"
#include "base/system/file.h"
#include "codec/sound/wav.h"
#include "stage/sound/sounds.h"

#include <stdlib.h>

enum { SEGMENT_A = 100, SEGMENT_B, SEGMENT_C, TRACK_A, TRACK_B, TRACK_C, LIST, LONG_LIST, CHOICE };
enum { HERTZ_A = 500, HERTZ_B = 1000, HERTZ_C = 2000 };
#define ENTRY_CUE 43573010u
#define EXIT_CUE  1539036744u

// Buses that a bank has as objects: their volumes, states and curves count for all that goes over them,
// and actions reach them.
static void buses_carry_volumes(void **state) {
    enum { SOUND = 40, BUS, TOP, QUIET, SET, MUTE, STOP, PLAY_EVENT = 60 };
    for (uint32_t version = 120; version <= 128; version += 8) {
        maker_begin(version, "Buses");
        uint32_t len = maker_sound(900, 1000, 16384, 3200, 0, 3200, &(struct wem_loop){0, 3199, 0});
        struct buf file = {0};
        struct bank_object *o = maker_object(BANK_SOUND, SOUND);
        o->known = true, o->sound = (struct bank_sound){0x10001, BANK_EMBEDDED, 900, len};
        buf_byte(&file, 0);
        fine(bank_node_write(version, &(struct bank_node){.bus = BUS}, &file));
        o->tail = maker_kept(&file);
        fine(bank_bus_write(version, &(struct bank_node){.parent = TOP, .volume_db = -6}, &file));
        maker_object(BANK_BUS, BUS)->tail = maker_kept(&file);
        struct bank_node top = {.tint_count = 1,
                                .tints = {{fnv1_32_lower("Loudness"), fnv1_32_lower("Low"), QUIET, 0, 0}}};
        fine(bank_bus_write(version, &top, &file));
        maker_object(BANK_BUS, TOP)->tail = maker_kept(&file);
        fine(bank_tint_write(version, &(struct bank_tint){.volume_db = -12}, &file));
        maker_object(BANK_STATE, QUIET)->tail = maker_kept(&file);
        maker_event(0, BANK_PLAY, 3, SOUND);
        static const uint8_t TYPES[] = {BANK_SET_BUS_VOLUME, BANK_MUTE, BANK_STOP};
        for (uint32_t i = 0; i < 3; i++)
            maker_action(SET + i, TYPES[i], (struct bank_action){2, TYPES[i], BUS, 1},
                         (struct bank_deed){.value = -8}, PLAY_EVENT + i);
        maker_end();
        audio_post(audio, 300, AUDIO_ANIMATION, 1, 0);
        pass(15);
        assert_true(fabs(lately(10, 1000) - 0.5 * pow(10, -6 / 20.0)) < 0.01);
        audio_state(audio, fnv1_32_lower("Loudness"), fnv1_32_lower("Low"));
        pass(15);
        assert_true(fabs(lately(10, 1000) - 0.5 * pow(10, -18 / 20.0)) < 0.005);
        audio_post(audio, PLAY_EVENT, AUDIO_ANIMATION, 1, 0);
        pass(15);
        assert_true(fabs(lately(10, 1000) - 0.5 * pow(10, -26 / 20.0)) < 0.003);
        audio_post(audio, PLAY_EVENT + 1, AUDIO_ANIMATION, 1, 0);
        pass(15);
        assert_true(lately(10, 1000) < 1e-4 && audio_voices(audio) == 1);
        audio_post(audio, PLAY_EVENT + 2, AUDIO_ANIMATION, 1, 0);
        pass(5);
        assert_int_equal(audio_voices(audio), 0);
        end(NULL);
    }
}

// A streamed sound lies beside its bank. Coded as Vorbis it is not decoded; whoever has it as a WAV file
// lays that beside, too. Of one that is only begun in its bank the file beside holds all. What is nowhere
// is a tone of its own, and told.
static void sounds_beside_their_bank_are_found(void **state) {
    static const char VORBIS[] =
        "524946465600000057415645666d742042000000ffff010030750000102700000000000030000000010000"
        "00e8030000d90000000000000000000000200000004001000000000000000000000000000078563412080b"
        "646174610400000001020304";
    enum { STREAMED = 777, BEGUN, NOWHERE };
    maker_begin(BANK_VECTOR, "Beside");
    const char *folder = temp_folder();
    for (uint32_t i = 0; i < 3; i++) {
        struct bank_object *o = maker_object(BANK_SOUND, 10 + i);
        o->known = true,
        o->sound = (struct bank_sound){0x40001, i == 1 ? BANK_PREFETCHED : BANK_STREAMED, STREAMED + i, 5000};
        struct buf node = {0};
        buf_byte(&node, 0);
        fine(bank_node_write(maker.bank.version, &(struct bank_node){0}, &node));
        o->tail = maker_kept(&node);
        maker_event(i, BANK_PLAY, 3, 10 + i);
    }
    int16_t samples[8000];
    for (int i = 0; i < 8000; i++) samples[i] = (int16_t)(16384 * sin(2 * M_PI * 1000 * i / RATE));
    struct buf wem = {0}, wav = {0}, file = {0};
    fine(wem_write(WEM_PCM, RATE, 1, samples, 8000, NULL, false, &wem));
    maker.media[0] = (struct bank_media){BEGUN};
    maker.sounds[0] = (struct bytes){arena_copy(maker.arena, wem.at, 400), 400};
    maker.sound_count = 1;
    fine(file_write(temp_path(folder, "778.wem"), wem.at, wem.len, NULL));
    uint8_t vorbis[sizeof VORBIS / 2];
    for (size_t i = 0; i < sizeof vorbis; i++) {
        const char two[] = {VORBIS[2 * i], VORBIS[2 * i + 1], 0};
        vorbis[i] = (uint8_t)strtoul(two, NULL, 16);
    }
    fine(file_write(temp_path(folder, "777.wem"), vorbis, sizeof vorbis, NULL));
    maker_write(&file);
    fine(file_write(temp_path(folder, "Beside.bnk"), file.at, file.len, NULL));
    for (int with_wav = 0; with_wav < 2; with_wav++) {
        if (with_wav) {
            fine(wav_write(&(struct wav_spec){.rate = RATE, .channels = 1, .bits = 16}, samples, 8000, &wav));
            fine(file_write(temp_path(folder, "777.wav"), wav.at, wav.len, NULL));
        }
        set = audio_set_new();
        fine(audio_set_folder(set, folder, &fault));
        fine(audio_set_ready(set, &fault));
        assert_int_equal(set->missing, with_wav ? 1 : 2);
        assert_int_equal(set->vorbis, !with_wav);
        assert_int_equal(set->broken, 0);
        engine_begin();
        for (uint32_t i = 0; i < 3; i++) {
            struct audio_notice notice;
            bool fell = false;
            audio_post(audio, EVENT + i, AUDIO_ANIMATION, 1, 0);
            heard_count = 0;
            pass(12);
            while (audio_notice(audio, &notice)) fell |= notice.kind == AUDIO_FELL_BACK;
            assert_int_equal(fell, i == 2 || (i == 0 && !with_wav));
            if (fell) // softly, and at a height of its own
                assert_true(tone(64, 5000, 1000) < 0.02 && audio_voices(audio) == 0);
            else // to its end, a quarter of a second
                assert_true(fabs(tone(600, 6000, 1000) - 0.5) < 0.02 && tone(8200, 1000, 1000) < 0.01);
        }
        end(NULL);
    }
    // One whose bytes make no sense is more than missing.
    uint32_t broken;
    fine(sounds_check(folder, &broken, &fault));
    fine(file_write(temp_path(folder, "777.wem"), "RIFF, and that was all", 22, NULL));
    assert_int_equal(remove(temp_path(folder, "777.wav")), 0);
    assert_int_not_equal(sounds_check(folder, &broken, &fault), ERR_NONE);
    assert_int_equal(broken, 1);
    assert_true(text_starts(text_of(fault.file), "sound 777"));
    fault = (struct fault){0};
    buf_free(&wem), buf_free(&wav), buf_free(&file);
    arena_free(maker.arena);
}

// Segments of half a second at 120 beats a minute; the recordings are longer at both ends than what is
// heard of them.
static void segment(unsigned n) {
    static const unsigned HERTZ[] = {HERTZ_A, HERTZ_B, HERTZ_C};
    uint32_t len = maker_sound(900 + n, HERTZ[n], 16384, RATE, RATE / 10, RATE * 9 / 10, NULL);
    struct bank_music track = {
        .sources = {.at = &(struct bank_sound){0x10001, BANK_EMBEDDED, 900 + n, len}, .count = 1},
        .clips = {.at = &(struct bank_clip){0, 900 + n, 0, 100, -100, 1000}, .count = 1},
        .subtracks = 1,
        .node = {.parent = SEGMENT_A + n}};
    maker_music(BANK_MUSIC_TRACK, TRACK_A + n, &track);
    struct bank_cue cues[] = {{ENTRY_CUE, 100}, {EXIT_CUE, 600}};
    uint32_t tracks[] = {TRACK_A + n};
    struct bank_music whole = {.children = {tracks, 1},
                               .tempo = 120,
                               .bar_beats = 4,
                               .beat_note = 4,
                               .meter_own = 1,
                               .grid_ms = 250,
                               .length_ms = 900,
                               .cues = {.at = cues, .count = 2},
                               .node = {.parent = LIST}};
    maker_music(BANK_MUSIC_SEGMENT, SEGMENT_A + n, &whole);
}

static void make_music(uint32_t version, uint32_t sync) {
    maker_begin(version, "Music");
    for (unsigned n = 0; n < 3; n++) segment(n);
    uint32_t segments[] = {SEGMENT_A, SEGMENT_B, SEGMENT_C}, any[] = {BANK_ANY},
             lists[] = {LIST, LONG_LIST, SEGMENT_C}, groups[] = {fnv1_32_lower("Scene")};
    static const uint8_t BY_STATE[] = {1};
    // A once, then B twice; between segments what rings on is cut.
    struct bank_rule hard = {.from = {any, 1}, .to = {any, 1}, .sync = BANK_SYNC_EXIT};
    struct bank_entry row[] = {{0, 1, 2, BANK_ROW, 1, 0, 0, 50000, 0, 0, 0},
                               {SEGMENT_A, 2, 0, BANK_SEGMENT, 1, 0, 0, 50000, 0, 0, 0},
                               {SEGMENT_B, 3, 0, BANK_SEGMENT, 2, 0, 0, 50000, 0, 0, 0}};
    struct bank_music list = {.children = {segments, 2},
                              .tempo = 120,
                              .bar_beats = 4,
                              .beat_note = 4,
                              .rules = {.at = &hard, .count = 1},
                              .entries = {.at = row, .count = 3}};
    maker_music(BANK_MUSIC_PLAYLIST, LIST, &list);
    row[0].loop = 0, row[0].kind = BANK_DRAW; // for ever, each of both before any comes again
    list.rules.at = NULL, list.rules.count = 0;
    maker_music(BANK_MUSIC_PLAYLIST, LONG_LIST, &list);
    struct bank_rule change = {.from = {any, 1}, .to = {any, 1}, .sync = sync, .out_ms = 33, .in_ms = 0};
    struct bank_branch branches[] = {
        {0, 1 | 2 << 16, 50, 100}, {fnv1_32_lower("fight"), SEGMENT_C, 50, 100}, {0, LONG_LIST, 50, 100}};
    struct bank_music choice = {.children = {lists, 3},
                                .tempo = 120,
                                .bar_beats = 4,
                                .beat_note = 4,
                                .goes_on = 1,
                                .rules = {.at = &change, .count = 1},
                                .groups = {groups, 1},
                                .group_kinds = BY_STATE,
                                .branches = {.at = branches, .count = 3}};
    maker_music(BANK_MUSIC_SWITCH, CHOICE, &choice);
    static const uint32_t PLAYED[] = {LIST, LONG_LIST, CHOICE, SEGMENT_A};
    for (uint32_t i = 0; i < 4; i++) maker_event(i, BANK_PLAY, 3, PLAYED[i]);
    maker_end();
    for (size_t i = 0; i < set->item_count; i++) {
        enum bank_kind kind = set->items[i].object->kind;
        assert_true(!!set->items[i].music == (kind >= BANK_MUSIC_SEGMENT && kind <= BANK_MUSIC_PLAYLIST));
    }
}

static size_t ms(double t) { return (size_t)(t * RATE / 1000); }

// Where each of the three is heard, in pieces of 100 ms from `from` on: "A", "B", "C", or "." for nothing.
static void line(size_t from, char *out, unsigned pieces) {
    static const double HERTZ[] = {HERTZ_A, HERTZ_B, HERTZ_C};
    for (unsigned i = 0; i < pieces; i++) {
        out[i] = '.';
        for (int n = 0; n < 3; n++)
            if (tone(from + ms(100) * i, ms(100), HERTZ[n]) > 0.2) out[i] = (char)('A' + n);
    }
    out[pieces] = 0;
}

// The same, as a person writes it.
static void music_is_written_in_words(void **state) {
    static const char SONG[] =
        "{\"bank\":\"Song\",\"version\":%u,\"rate\":32000,\"sounds\":{\"a\":" TONE(500, 500) ",\"b\":" TONE(
            1000, 500) ",\"c\":" TONE(2000, 700) "},\"groups\":{\"song\":{\"music\":[\"a\",[\"b\",2]]},"
                                                 "\"wild\":{\"music\":[\"c\"],\"bpm\":120,\"beats\":1,"
                                                 "\"loop\":0,\"bus\":\"Music\"},\"score\":{\"scene\":"
                                                 "\"Place\",\"cases\":{\"calm\":\"song\",\"fight\":\"wild\"},"
                                                 "\"usual\":\"calm\",\"change\":\"exit\"}},"
                                                 "\"events\":[[\"Song\",\"song\"],[\"Score\",\"score\"],["
                                                 "\"Stop\",{\"stop\":\"score\"}]]}";
    for (unsigned version = 120; version <= 128; version += 8) {
        char text[2000], got[40];
        snprintf(text, sizeof text, SONG, version);
        tune(text);
        unsigned segments = 0;
        for (size_t i = 0; i < set->item_count; i++) { // four quarters a bar, 120 of them a minute
            if (set->items[i].object->kind != BANK_MUSIC_SEGMENT) continue;
            const struct bank_music *m = set->items[i].music;
            assert_true(m->bar_beats == 4 && m->beat_note == 4 && m->tempo == 120 && m->grid_ms == 500);
            segments++;
        }
        assert_int_equal(segments, 3);
        tick = 0;
        post("Song");
        pass(60);
        line(64, got, 16);
        assert_string_equal(got, "AAAAABBBBBBBBBB.");
        audio_state(audio, fnv1_32_lower("Place"), fnv1_32_lower("fight"));
        heard_count = 0, tick = 60;
        uint32_t play = post("Score");
        pass(36);
        line(200, got, 8);
        assert_string_equal(got, "CCCCCCCC");
        assert_int_equal(audio_voices(audio), 2); // half a second long, and ringing on into the next
        audio_state(audio, fnv1_32_lower("Place"), 0);
        pass(100); // at the next exit; then the song, to its end
        assert_true(ended(play));
        end(NULL);
    }
}

static void mistakes_have_their_place(void **state) {
    static const struct {
        const char *groups, *events, *said;
    } ROWS[] = {
        {"{\"g\":{\"music\":[]}}", "[]", "expected a list of 1 to 64 sounds"},
        {"{\"g\":{\"music\":[\"x\"]}}", "[]", "no sound or group is called \"x\""},
        {"{\"r\":{\"random\":[\"a\"]},\"g\":{\"music\":[\"r\"]}}", "[]", "music is made of those"},
        {"{\"g\":{\"music\":[\"a\"],\"bpm\":5}}", "[]", "20"},
        {"{\"g\":{\"scene\":\"S\",\"cases\":{\"q\":\"a\"},\"usual\":\"q\"}}", "[]",
         "expected a group of music"},
        {"{\"m\":{\"music\":[\"a\"]},\"g\":{\"scene\":\"S\",\"cases\":{\"q\":\"m\"},\"usual\":\"z\"}}", "[]",
         "no case is called so"},
        {"{\"m\":{\"music\":[\"a\"]},\"g\":{\"scene\":\"S\",\"cases\":{\"q\":\"m\"},\"usual\":\"q\","
         "\"change\":\"soon\"}}",
         "[]", "expected now, beat, bar or exit"},
        {"{\"g\":{\"random\":[\"a\"],\"states\":[[\"S\",\"x\"]]}}", "[]", "expected [group, state, dB]"},
        {"{\"g\":{\"switch\":\"S\",\"cases\":{\"q\":\"a\"},\"usual\":\"q\",\"follow\":true,\"fade_ms\":3}}",
         "[]", "expected [out, in]"},
        {"{}", "[[\"E\",{\"seek\":\"a\",\"percent\":200}]]", "100"},
        {"{}", "[[\"E\",{\"stop_all\":\"\",\"except\":[\"nix\"]}]]", "no sound or group is called \"nix\""},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const char *path = temp_path(NULL, "tune.json");
        FILE *file = fopen(path, "w");
        fprintf(file,
                "{\"bank\":\"T\",\"version\":128,\"rate\":16000,\"sounds\":{\"a\":" TONE(
                    500, 50) "},\n\"groups\":%s,\n\"events\":%s}",
                ROWS[i].groups, ROWS[i].events);
        fclose(file);
        struct arena *arena = arena_new(1 << 20);
        struct tune read;
        struct buf bank = {0};
        struct fault said = {0};
        fine(tune_read(path, arena, &read, &said));
        if (!tune_bank(&read, &bank, NULL, NULL, &said)) fail_msg("%s was taken", ROWS[i].groups);
        if (!strstr(said.said, ROWS[i].said)) fail_msg("%s: %s", ROWS[i].groups, said.said);
        assert_true(said.line >= 2);
        buf_free(&bank);
        arena_free(arena);
    }
}

static void music_goes_by_its_list(void **state) {
    for (unsigned version = 120; version <= 128; version += 8) {
        make_music(version, BANK_SYNC_NOW);
        uint32_t play = audio_post(audio, EVENT, AUDIO_ANIMATION, 1, 0);
        tick = 0;
        pass(80);
        char got[40];
        line(64, got, 24); // 64: the ear's delay
        // Half a second each; the last one rings on to the end of its recording, 300 ms behind its exit.
        assert_string_equal(got, "AAAAABBBBBBBBBBBBB......");
        assert_true(ended(play));
        // Exit and entry meet to the sample: half a second is 16000 samples.
        assert_true(tone(ms(500) - ms(20), ms(15), HERTZ_A) > 0.3);
        assert_true(tone(ms(500) + 64 + 400, ms(20), HERTZ_B) > 0.3);
        end(NULL);
    }
}

static void endless_lists_go_on_until_stopped(void **state) {
    make_music(128, BANK_SYNC_NOW);
    audio_post(audio, EVENT + 1, AUDIO_ANIMATION, 1, 7);
    tick = 0;
    pass(900);
    char got[300];
    line(64, got, 285);
    assert_null(strchr(got, 'C'));
    unsigned a = 0, b = 0;
    for (const char *at = got; *at; at++) a += *at == 'A', b += *at == 'B';
    assert_true(a > 25 && b > 50); // B's entry is two turns
    // Each of both before any comes again. A segment is five pieces; what rings on covers the first three.
    for (unsigned round = 0; round < 19; round++) {
        for (unsigned i = a = b = 0; i < 3; i++)
            a += got[round * 15 + i * 5 + 4] == 'A', b += got[round * 15 + i * 5 + 4] == 'B';
        if (a != 1 || b != 2) fail_msg("round %u: %s", round, got);
    }
    audio_stop_loops(audio, 7);
    pass(10);
    assert_int_equal(audio_voices(audio), 0);
}

static void music_changes_with_its_state(void **state) {
    uint32_t scene = fnv1_32_lower("Scene");
    static const struct {
        uint32_t sync;
        double at_ms; // when the other is heard, of a change 330 ms after the entry
    } ROWS[] = {{BANK_SYNC_NOW, 330},
                {BANK_SYNC_GRID, 500},
                {BANK_SYNC_BEAT, 500},
                {BANK_SYNC_EXIT, 500},
                {BANK_SYNC_BAR, 2000}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        make_music(128, ROWS[i].sync);
        audio_post(audio, EVENT + 2, AUDIO_ANIMATION, 1, 0);
        tick = 0;
        pass(10);
        audio_state(audio, scene, fnv1_32_lower("fight"));
        if (i == 4) { // at the bar: the change waits, and every byte that decides is in the hash
            pass(1);
            assert_true(audio->songs[0].waits && audio->songs[0].rule);
            assert_true(audio_flip(audio) > 400);
        }
        pass(i == 4 ? 69 : 70);
        size_t at = 0; // the first moment at which C is heard
        for (size_t from = 0; from + 320 < heard_count && !at; from += 32)
            if (tone(from, 320, HERTZ_C) > 0.25) at = from + 160;
        // A bar that is longer than its segment counts from the segment that plays then: at the latest its
        // exit.
        double wish = ROWS[i].sync == BANK_SYNC_BAR ? 500 : ROWS[i].at_ms;
        double got = (double)at * 1000 / RATE;
        if (fabs(got - wish) > 40 && ROWS[i].sync != BANK_SYNC_BAR)
            fail_msg("sync %u: at %.1f ms", ROWS[i].sync, got);
        if (ROWS[i].sync == BANK_SYNC_BAR) assert_true(got > 490);
        end(NULL);
    }
}

static void music_never_allocates_and_listening_changes_nothing(void **state) {
    make_music(128, BANK_SYNC_NOW);
    struct audio_config config = plain();
    struct audio *unheard = audio_new(&config, set);
    uint32_t scene = fnv1_32_lower("Scene");
    for (uint64_t t = 1; t < 300; t++) {
        if (t == 3)
            audio_post(audio, EVENT + 2, AUDIO_ANIMATION, 1, 0),
                audio_post(unheard, EVENT + 2, AUDIO_ANIMATION, 1, 0);
        if (t % 40 == 0) {
            uint32_t to = t % 80 ? fnv1_32_lower("fight") : 1;
            audio_state(audio, scene, to), audio_state(unheard, scene, to);
        }
        size_t before = alloc_count();
        audio_step(audio, t);
        audio_step(unheard, t);
        assert_int_equal(alloc_count(), before);
        audio_render(audio, &ear, heard, AUDIO_TICK_MAX);
        assert_int_equal(audio_hash(audio), audio_hash(unheard));
        assert_true(audio_voices(audio) < 6);
    }
    audio_free(unheard);
}

static int nothing(void **state) { return 0; }
#define T(name, first) cmocka_unit_test_setup_teardown(name, first, end)
// The same written as a tune: speech over one bus makes the other softer, and it comes back.
static void a_tune_has_buses_that_duck(void **state) {
    for (int version = 120; version <= 128; version += 8) {
        char text[2000];
        snprintf(
            text, sizeof text,
            "{\"bank\": \"Test\", \"version\": %d, \"rate\": 32000, \"sounds\": {\"low\": {\"loop\": "
            "\"wrap\", "
            "\"bus\": \"Quiet\", \"coding\": \"pcm\", \"peak_db\": -12, \"layers\": [{\"ms\": 1000, "
            "\"hertz\": "
            "500, \"attack\": 0, \"release\": 0}]}, \"high\": {\"bus\": \"Loud\", \"coding\": \"pcm\", "
            "\"peak_db\": -12, \"layers\": [{\"ms\": 1000, \"hertz\": 2000, \"attack\": 1, \"release\": "
            "1}]}}, "
            "\"buses\": {\"Whole\": {\"volume_db\": -6}, \"Quiet\": {\"into\": \"Whole\", \"floor_db\": "
            "-20}, "
            "\"Loud\": {\"into\": \"whole\", \"ducks\": [[\"Quiet\", -40, 0, 330]], \"recover_ms\": 330}}, "
            "\"events\": [[\"Low\", \"low\"], [\"High\", \"high\"]]}",
            version);
        tick = 0;
        tune(text);
        post("Low");
        pass(15);
        double before = lately(10, 500);
        assert_true(fabs(before - 0.25 * 0.501) < 0.02); // 12 dB and the 6 of the topmost bus
        post("High");
        pass(25);
        double ducked = lately(10, 500);
        if (fabs(ducked / before - 0.1) > 0.01) fail_msg("version %d: %.3f of it", version, ducked / before);
        pass(12); // the high one is over, its rest is not
        assert_true(fabs(lately(3, 500) / before - 0.1) < 0.01);
        pass(25);
        assert_true(fabs(lately(5, 500) / before - 1) < 0.02);
        end(NULL);
    }
}

TESTS(cmocka_unit_test(a_tune_has_buses_that_duck), T(buses_carry_volumes, nothing),
      T(sounds_beside_their_bank_are_found, nothing), T(music_is_written_in_words, nothing),
      T(mistakes_have_their_place, nothing), T(music_goes_by_its_list, nothing),
      T(endless_lists_go_on_until_stopped, nothing), T(music_changes_with_its_state, nothing),
      T(music_never_allocates_and_listening_changes_nothing, nothing))
