// The sounds that come with the project: made here from their descriptions, and looked at as a listener's ear
// would: none clicks, clips or is silent, and every known event has one.
#include "support/fine.h"

#include "base/hash.h"
#include "base/system/file.h"
#include "stage/sound/audio.h"
#include "stage/tune/tune.h"

#include <math.h>
#include <stdio.h>

static uint32_t looked_at;

// A change from one sample to the next that is far above all others around it is a click.
static void look(const char *name, const int16_t *s, size_t count, uint32_t rate, bool loops) {
    double mean = 0, power = 0, low = 0, below = 0, step = 2 * M_PI * 90 / rate;
    int peak = 0, flat = 0, most = 0;
    for (size_t i = 0; i < count; i++) {
        mean += s[i], power += (double)s[i] * s[i];
        low += (s[i] - low) * step, below += low * low;
        if (abs(s[i]) > peak) peak = abs(s[i]);
        if (i > 2 && s[i] == s[i - 1] && s[i] == s[i - 2] && abs(s[i]) > 30000) flat++;
        if (i && abs(s[i] - s[i - 1]) > most) most = abs(s[i] - s[i - 1]);
    }
    double loud = sqrt(power / (double)count) / 32768;
    looked_at++;
    if (peak > 29300 || flat) fail_msg("%s: clips (peak %d)", name, peak);
    if (loud < 0.004) fail_msg("%s: is hardly heard (%g)", name, loud);
    if (fabs(mean / (double)count) > 40) fail_msg("%s: has an offset of %g", name, mean / (double)count);
    if (below / power > 0.35)
        fail_msg("%s: %g of it lies where a small speaker has nothing", name, below / power);
    if (!loops && (abs(s[0]) > 200 || abs(s[count - 1]) > 200))
        fail_msg("%s: begins at %d and ends at %d", name, s[0], s[count - 1]);
    if (loops && abs(s[0] - s[count - 1]) > most + 300)
        fail_msg("%s: has a seam of %d where its steps are up to %d", name, abs(s[0] - s[count - 1]), most);
}

// Each as it is made for the bank.
static void look_at(void *user, const struct tune_done *done) {
    uint64_t *last = user;
    if (!done->made) return;
    look(done->name, done->made->samples, done->made->count, done->sound->rate,
         done->sound->loop != SYNTH_ONCE);
    uint64_t hash = hash64(0, done->made->samples, done->made->count * 2);
    if (hash == *last) fail_msg("%s: is the same as the one before it", done->name);
    *last = hash;
}

// All that is known of a creature's sounds. Made once and kept for all cases: they only look.
enum { VECTOR, COZMO, CREATURES };
static const char *const NAMES[CREATURES] = {"vector", "cozmo"};
static struct sounds {
    struct arena *arena;
    struct tune tune;
    struct buf bank;
    struct audio_set *set;
    uint32_t looked_at;
} known[CREATURES];

static void make_bank(int creature, struct arena *arena, struct tune *tune, struct buf *bank) {
    uint64_t last = 0;
    char path[500];
    snprintf(path, sizeof path, "%s/assets/%s/sounds.json", getenv("SOURCE"), NAMES[creature]);
    fine(tune_read(path, arena, tune, &fault));
    fine(tune_bank(tune, bank, look_at, &last, &fault));
}

static struct sounds *sounds_of(int creature) {
    struct sounds *s = &known[creature];
    if (s->set) return s;
    s->arena = arena_new(1 << 20);
    looked_at = 0;
    make_bank(creature, s->arena, &s->tune, &s->bank);
    s->looked_at = looked_at;
    s->set = audio_set_new();
    fine(audio_set_bank(s->set, (struct bytes){s->bank.at, s->bank.len}, NAMES[creature], NULL, &fault));
    fine(audio_set_ready(s->set, &fault));
    return s;
}

static void sounds_are_clean_and_events_whole(void **state) {
    for (int c = 0; c < CREATURES; c++) {
        struct sounds *sounds = sounds_of(c);
        struct audio_set *set = sounds->set;
        assert_true(sounds->looked_at > 200);
        assert_int_equal(set->missing, 0);
        assert_int_equal(set->banks[0].version, c ? BANK_COZMO : BANK_VECTOR);
        size_t played = 0;
        for (size_t i = 0; i < sounds->tune.name_count; i++) { // every known name has its event
            char name[200];
            text_copy(sounds->tune.names[i], name, sizeof name);
            const struct audio_item *item = audio_set_item(set, fnv1_32_lower(name));
            if (!item || item->object->kind != BANK_EVENT) fail_msg("%s: no event for %s", NAMES[c], name);
        }
        struct audio_config config = audio_defaults(NAMES[c]);
        struct audio *audio = audio_new(&config, set);
        uint64_t tick = 1;
        for (size_t i = 0; i < set->item_count; i++) { // each is posted; none falls back to a tone
            if (set->items[i].object->kind != BANK_EVENT) continue;
            audio_post(audio, set->items[i].id, AUDIO_ANIMATION, 1, 0);
            for (int t = 0; t < 2; t++) audio_step(audio, tick++);
            played += audio_voices(audio) > 0;
            struct audio_notice notice;
            while (audio_notice(audio, &notice)) assert_true(notice.kind != AUDIO_FELL_BACK);
            audio_stop_object(audio, AUDIO_ALL, 0);
            for (int t = 0; t < 2; t++) audio_step(audio, tick++);
        }
        assert_true(played > 450);
        audio_free(audio);
    }
}

static int steepest(const int16_t *samples, size_t from, size_t to, int most) { // from sample to sample
    for (size_t k = from; k + 1 < to; k++) {
        int step = abs(samples[k + 1] - samples[k]);
        if (step > most) most = step;
    }
    return most;
}

// What goes round does it without a click: from its end to its beginning is no farther than from sample to
// sample elsewhere.
static void loops_have_no_seam(void **state) {
    size_t loops = 0;
    for (int c = 0; c < CREATURES; c++) {
        const struct audio_set *set = sounds_of(c)->set;
        for (size_t i = 0; i < set->source_count; i++) {
            const struct audio_source *s = &set->sources[i];
            if (!s->loops) continue;
            int16_t all[4096];
            int steep = 200, seam = 0;
            for (uint64_t at = 0; at + 4096 <= s->loop_end; at += 4095) {
                audio_source_read(s, (int64_t)at, all, 4096);
                steep = steepest(all, at ? 0 : 31, 4096, steep);
            }
            audio_source_read(s, (int64_t)s->loop_end - 16, all, 32);
            seam = steepest(all, 0, 32, 0);
            if (seam > steep * 5 / 4)
                fail_msg("%s: sound %u steps by %d where it goes round, by %d elsewhere", NAMES[c], s->id,
                         seam, steep);
            loops++;
        }
    }
    assert_true(loops >= 20);
}

// And it begins by and by: what has no beginning of its own would otherwise begin with a click.
static void what_goes_on_begins_softly(void **state) {
    static const char *const EVENTS[] = {"Play__Critter__Purr_Loop",
                                         "Play__Robot_Vic_Sfx__Purr_Loop_Play",
                                         "Play__Critter__Treads_Loop",
                                         "Play__Robot_Vic_Sfx__Tread_Loop_Play",
                                         "Play__Robot_Vic_Sfx__Low_Light_Charging_Loop_Play",
                                         "Play__Robot_Vic_Sfx__Snowglobe_Wind_Loop_Fast_Play",
                                         "Play__Robot_Vic_Sfx__Head_Loop_Play"};
    for (size_t i = 0; i < CREATURES * sizeof EVENTS / sizeof *EVENTS; i++) {
        const char *name = EVENTS[i / CREATURES];
        struct audio_config config = audio_defaults(NAMES[i % CREATURES]);
        struct audio *audio = audio_new(&config, sounds_of((int)(i % CREATURES))->set);
        struct ear ear = {0};
        int before = 0, first = 0, later = 40;
        size_t heard = 0;
        audio_post_name(audio, name, AUDIO_ANIMATION);
        for (uint64_t tick = 1; tick < 20; tick++) {
            int16_t out[AUDIO_TICK_MAX];
            audio_step(audio, tick);
            size_t count = audio_render(audio, &ear, out, AUDIO_TICK_MAX);
            for (size_t k = 0; k < count; before = out[k++]) {
                int *most = heard < 100 ? &first : &later;
                if (abs(out[k] - before) > *most) *most = abs(out[k] - before);
                heard += heard || out[k];
            }
        }
        audio_free(audio);
        if (first > later) fail_msg("%s: %s begins with a step of %d", NAMES[i % CREATURES], name, first);
    }
}

// The excited are louder and say more than the calm.
static void liveliness_is_heard(void **state) {
    struct audio_set *set = sounds_of(VECTOR)->set;
    double loud[2] = {0};
    for (int high = 0; high < 2; high++) {
        struct audio_config config = audio_defaults("vector");
        struct audio *audio = audio_new(&config, set);
        struct ear ear = {0};
        audio_parameter(audio, AUDIO_ALL, fnv1_32_lower("Robot_Vic_Stimulation"), high ? 1 : 0.05f, 0, 4);
        for (uint64_t tick = 1; tick < 600; tick++) {
            int16_t out[AUDIO_TICK_MAX];
            if (tick % 100 == 99)
                audio_post_name(audio, "Play__Robot_Vic_Sfx__Emote_Happy_Long_Stim", AUDIO_ANIMATION);
            audio_step(audio, tick);
            size_t count = audio_render(audio, &ear, out, AUDIO_TICK_MAX);
            for (size_t i = 0; i < count; i++) loud[high] += (double)out[i] * out[i];
        }
        audio_free(audio);
    }
    assert_true(loud[1] > 8 * loud[0] && loud[0] > 0);
}

// The same descriptions are the same banks, to the byte. (That samples are the same on every machine,
// test_audio holds.)
static void banks_are_the_same_each_time(void **state) {
    for (int c = 0; c < CREATURES; c++) {
        struct sounds *sounds = sounds_of(c);
        struct arena *arena = arena_new(1 << 20);
        struct tune tune;
        struct buf again = {0};
        make_bank(c, arena, &tune, &again);
        assert_int_equal(hash64(0, sounds->bank.at, sounds->bank.len), hash64(0, again.at, again.len));
        buf_free(&again);
        arena_free(arena);
    }
}

// ------------------------------------------------------------------------------------------------ mistakes

static void wrong(const char *text, const char *place, const char *said) {
    const char *path = temp_path(NULL, "wrong.json");
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
    struct arena *arena = arena_new(64 << 10);
    struct tune tune;
    struct buf out = {0};
    char line[900];
    fault = (struct fault){0};
    enum err err = tune_read(path, arena, &tune, &fault);
    if (!err) err = tune_bank(&tune, &out, NULL, NULL, &fault);
    if (!err) fail_msg("taken: %s", text);
    fault_text(&fault, line, sizeof line);
    if (!strstr(line, place) || !strstr(line, said))
        fail_msg("expected \"%s … %s\" in \"%s\"", place, said, line);
    buf_free(&out);
    arena_free(arena);
}

static void every_mistake_has_its_place(void **state) {
    wrong("{\"version\": 128}", "wrong.json:1:1", "bank");
    wrong("{\"bank\": \"a\",\n\"version\": 127}", ":2:", "120 (Cozmo) or 128");
    wrong("{\"bank\": \"a\", \"sonds\": {}}", ":1:", "sounds");
    wrong("{\"bank\": \"a\", \"sounds\": {\"x\": {}}}", "$.sounds.x", "layers");
    wrong("{\"bank\": \"a\", \"sounds\": {\"x\": {\"layers\": [{\"wave\": \"sinus\"}]}}}",
          "$.sounds.x.layers[0].wave", "sine");
    wrong("{\"bank\": \"a\", \"sounds\": {\"x\": {\"layers\": [{\"hertz\": [1, [0.5, 99999]]}]}}}", "hertz",
          "10");
    wrong("{\"bank\": \"a\", \"sounds\": {\"x\": {\"layers\": [{\"vowels\": \"xyz\"}]}}}", "vowels",
          "a, e, i, o, u");
    wrong("{\"bank\": \"a\", \"sounds\": {\"x\": {\"layers\": [{\"ms\": 29000, \"repeat\": {\"times\": 9, "
          "\"every\": 9000}}]}}}",
          "$.sounds.x", "could not be made");
    wrong("{\"bank\": \"a\", \"sounds\": {\"chirp\": {\"layers\": [{}]}}, \"groups\": {\"g\": {\"random\": "
          "[\"chrip\"]}}}",
          "$.groups.g.random[0]", "there is \"chirp\"");
    wrong("{\"bank\": \"a\", \"groups\": {\"g\": {\"random\": [\"g\"]}}}", "$.groups.g", "no sound or group");
    wrong("{\"bank\": \"a\", \"sounds\": {\"x\": {\"layers\": [{}]}}, \"events\": [[\"E\", \"x\"], [\"E\", "
          "\"x\"]]}",
          "$.events[1]", "has a row already");
    wrong("{\"bank\": \"a\", \"sounds\": {\"x\": {\"layers\": [{}]}}, \"events\": [[\"E*\", \"x\"]]}",
          "$.events[0]", "no known event");
    wrong("{\"bank\": \"a\", \"sounds\": {\"x\": {\"layers\": [{}]}}, \"groups\": {\"s\": {\"switch\": "
          "\"S\", \"usual\": \"a\"}}}",
          "$.groups.s", "cases");
    wrong("{\"bank\": \"a\", \"buses\": {\"A\": {\"into\": \"B\"}}}", "$.buses.A.into", "no bus");
    wrong("{\"bank\": \"a\", \"buses\": {\"A\": {\"into\": \"a\"}}}", "$.buses.A.into", "itself");
    wrong("{\"bank\": \"a\", \"buses\": {\"A\": {\"ducks\": [[\"B\", -3]]}}}", "$.buses.A.ducks", "no bus");
    wrong("{\"bank\": \"a\", \"buses\": {\"A\": {\"ducks\": [[\"A\"]]}}}", "$.buses.A.ducks[0]", "dB");
    wrong("{\"bank\": \"a\", \"buses\": {\"A\": {\"ducks\": [[\"A\", 3]]}}}", "$.buses.A.ducks[0]", "-96");
    wrong("{\"bank\": \"a\", \"sounds\": {\"x\": {\"layers\": [{}]}}, \"groups\": {\"g\": {\"random\": "
          "[\"x\"], "
          "\"stingers\": [[\"T\", \"x\", \"bar\"]]}}}",
          "$.groups.g.stingers", "music");
    wrong(
        "{\"bank\": \"a\", \"sounds\": {\"x\": {\"layers\": [{}]}}, \"groups\": {\"g\": {\"music\": [\"x\"], "
        "\"stingers\": [[\"T\", \"x\", \"soon\"]]}}}",
        "$.groups.g.stingers[0]", "now, beat, bar or exit");
    wrong(
        "{\"bank\": \"a\", \"sounds\": {\"x\": {\"layers\": [{}]}}, \"groups\": {\"g\": {\"music\": [\"x\"], "
        "\"stingers\": [[\"T\", \"x\"]]}}}",
        "$.groups.g.stingers[0]", "expected [trigger");
    wrong("{\"bank\": \"a\", \"include\": [\"none.json\"]}", "none.json", "No such file");
    wrong("{\"bank\": \"a\", \"include\": [\"wrong.json\"]}", "", "include each other");
}

TESTS(cmocka_unit_test(sounds_are_clean_and_events_whole), cmocka_unit_test(loops_have_no_seam),
      cmocka_unit_test(what_goes_on_begins_softly), cmocka_unit_test(liveliness_is_heard),
      cmocka_unit_test(banks_are_the_same_each_time), cmocka_unit_test(every_mistake_has_its_place))
