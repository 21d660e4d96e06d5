// How well it hears people: its name and its phrases, in voices that nobody trained it with, through the
// microphones of a robot that stands still, from several distances and in noise. A few of each here; with
// CRITTER_VOICES=all every phrase of its mind's in every voice.
#include "support/support.h"

#include "base/hash.h"
#include "base/maths/chance.h"
#include "base/maths/maths.h"
#include "base/system/file.h"
#include "codec/sound/wav.h"
#include "mind/intent/grammar.h"
#include "mind/mind.h"
#include "run/play.h"
#include "sense/hear/hear.h"
#include "voice/flite.h"
#include "world/world.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const VOICES[] = {"slt", "rms", "awb", "kal16"};
static struct decoder *decoder; // one for all
static struct mind_data *mind;
static struct buf grammar;

static bool all(void) { return getenv("CRITTER_VOICES") != NULL; }

static int begin(void **state) {
    struct fault fault = {0};
    decoder = decoder_new(NULL);
    mind = mind_data_open("vector", NULL, &fault);
    if (fault.err) fault_print(&fault, stderr);
    return decoder && mind && !grammar_make(mind_data_meanings(mind), &grammar) ? 0 : -1;
}
static int end(void **state) {
    decoder_free(decoder), mind_data_close(mind), buf_free(&grammar);
    return 0;
}

static void need_speech(void) {
    struct fault fault = {0};
    struct buf said = {0};
    bool there = !decoder_check(decoder, &fault) && !flite_say("rms", "hello", &said, &fault);
    buf_free(&said);
    if (!there) print_message("%s\n", fault.said), skip();
}

#define VOICE_DB 65.0f // a metre away, as people talk
#define QUIET    90.0f // so many decibels below: no noise at all
enum { FILES_MOST = 24, NOISE_S = 70, HZ = 16000 };

// As flite speaks it, slower or quicker; the file is made once.
static const char *spoken(const char *voice, const char *words, float slow) {
    static char path[512];
    char name[64], setting[40];
    snprintf(name, sizeof name, "%s-%08x.wav", voice,
             (unsigned)hash64((uint64_t)(slow * 100), words, strlen(words)));
    snprintf(path, sizeof path, "%s", temp_path(NULL, name));
    if (file_exists(path)) return path;
    snprintf(setting, sizeof setting, "duration_stretch=%g", (double)slow);
    char flite[] = "flite", in_voice[] = "-voice", set[] = "--setf", says[] = "-t", into[] = "-o", its[16],
         text[200];
    snprintf(its, sizeof its, "%s", voice), snprintf(text, sizeof text, "%s", words);
    char *const argv[] = {flite, in_voice, its, set, setting, says, text, into, path, NULL};
    pid_t child;
    int status = 1;
    assert_int_equal(posix_spawnp(&child, "flite", NULL, NULL, argv, environ), 0);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    assert_int_equal(status, 0);
    return path;
}

// Of what is not silence in it, against a full sine.
static float loudness_db(const struct wav *wav) {
    enum { PIECE = 320 };
    double most = 0, sum = 0;
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t at = 0; at + PIECE <= wav->frames; at += PIECE) {
            double power = 0;
            for (size_t i = 0; i < PIECE; i++) power += pow(wav_s16(wav, at + i, 0) / 32768.0, 2) * 2 / PIECE;
            if (!pass && power > most) most = power;
            if (pass && power > most / 300) sum += power, count++;
        }
    return (float)(10 * log10(sum / (double)count));
}

// Of a room with people and machines: it falls by three decibels an octave.
static const char *noise_file(struct wav *about, struct buf *file) {
    static const float POLE[] = {0.99765f, 0.963f, 0.57f}, SHARE[] = {0.099046f, 0.2965164f, 1.0526913f};
    static char path[512];
    struct fault fault = {0};
    float kept[3] = {0};
    struct chance dice = chance_of(1, 7, 7);
    int16_t *samples = malloc(NOISE_S * HZ * sizeof *samples);
    for (int i = 0; i < NOISE_S * HZ; i++) {
        float white = chance_range(&dice, -1, 1), sum = white * 0.1848f;
        for (int k = 0; k < 3; k++) sum += kept[k] = POLE[k] * kept[k] + SHARE[k] * white;
        samples[i] = (int16_t)m_clamp(sum * 3000, -32768, 32767);
    }
    snprintf(path, sizeof path, "%s", temp_path(NULL, "noise.wav"));
    assert_int_equal(wav_write(&(struct wav_spec){HZ, 1, 16}, samples, NOISE_S * HZ, file), 0);
    assert_int_equal(file_write_unsynced(path, file->at, file->len, &fault), 0);
    assert_int_equal(wav_read((struct bytes){file->at, file->len}, about, &fault), 0);
    free(samples);
    return path;
}

// A robot that stands, somebody before it, and ears of their own over what its microphones get.
struct room {
    struct scenario *scenario;
    struct play *play;
    struct listener *listener;
    float at_m;
};
static void hiss_beside(struct room *r, float level_db) {
    struct buf file = {0};
    struct fault fault = {0};
    struct wav wav;
    const char *path = noise_file(&wav, &file);
    struct world_message m = {.kind = WORLD_SOUND,
                              .sound = {.kind = WORLD_SOUND_KIND_WAVE,
                                        .y_m = r->at_m,
                                        .z_m = 0.1f,
                                        .hertz = 440,
                                        .tempo_bpm = 120,
                                        .seconds = NOISE_S,
                                        .level_db = level_db - loudness_db(&wav)}};
    buf_free(&file);
    snprintf(m.sound.wave, sizeof m.sound.wave, "%.127s", path);
    if (play_do(r->play, &m, &fault)) fail_msg("%s", fault.said);
}
static void open_room(struct room *r, float at_m, float snr_db) {
    char text[600];
    struct fault fault = {0};
    snprintf(text, sizeof text,
             "{\"noise\": true, \"robots\": [{\"creature\": \"vector\"}], \"things\": [{\"person\": "
             "{\"name\": \"ann\", "
             "\"x_m\": %g, \"y_m\": 0, \"height_m\": 0.4}}]%s",
             (double)at_m, "}");
    r->scenario = scenario_read(text_of(text), "room", NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.bare = true;
    r->play = r->scenario ? play_new(r->scenario, &config, &fault) : NULL;
    if (!r->play) fail_msg("%s", fault.said);
    struct listener_config ears = {.hear = hear_defaults(), .model = &vector_model};
    ears.wake = wakeword_phrase(decoder, "hey vector");
    ears.recogniser = recogniser_grammar(decoder, (const char *)grammar.at);
    r->listener = listener_new(&ears);
    r->at_m = at_m;
    assert_non_null(r->listener);
    if (snr_db < QUIET) hiss_beside(r, VOICE_DB - snr_db);
}
static void close_room(struct room *r) {
    listener_drop(r->listener);
    play_free(r->play, NULL);
    scenario_free(r->scenario);
}

// What its ears make of the next so many seconds.
static void listen(struct room *r, float seconds, bool open, uint32_t *woken, char words[DECODER_TEXT]) {
    struct hear_order order = {.listener = r->listener, .open = open, .mode = (uint32_t)hear_defaults().mode};
    if (words) words[0] = 0;
    for (int i = 0; i < (int)(seconds * 50); i++) {
        struct hear_answer answer = {0};
        size_t len = 0;
        assert_int_equal(play_for(r->play, 20000), 0);
        order.count = world_listen(play_world(r->play), 1, order.samples, 400, &order.time_us);
        assert_int_equal(hear_run(&order, sizeof order, &answer, sizeof answer, &len), 0);
        assert_int_equal(answer.trouble, 0);
        *woken += answer.words_kind == HEARD_WAKE;
        if (words && answer.words_kind == HEARD_COMMAND) memcpy(words, answer.words, DECODER_TEXT);
    }
}

// Somebody says it; `level_db` is how loud it is a metre away, whatever the voice. How long it lasts.
static float say(struct room *r, const char *voice, const char *words, float slow, float level_db) {
    struct buf file = {0};
    struct fault fault = {0};
    struct wav wav;
    const char *path = spoken(voice, words, slow);
    if (file_read(path, 8 << 20, &file, &fault)) fail_msg("%s", fault.said);
    assert_int_equal(wav_read((struct bytes){file.at, file.len}, &wav, &fault), 0);
    float long_s = (float)wav.frames / (float)wav.rate;
    struct world_message m = {.kind = WORLD_SAY, .say = {.level_db = level_db - loudness_db(&wav)}};
    buf_free(&file);
    strcpy(m.say.who, "ann"), snprintf(m.say.wave, sizeof m.say.wave, "%.127s", path);
    if (play_do(r->play, &m, &fault)) fail_msg("%s: %s", words, fault.said);
    return long_s;
}

struct figure {
    uint32_t right, of;
};
static void print_figure(const char *what, struct figure f) {
    print_message("# %s: %u of %u\n", what, f.right, f.of);
}

static const float SLOW[] = {1, 0.85f, 1.2f, 1.4f};
static struct figure calls(float at_m, float snr_db, const char *const *says, uint32_t count, uint32_t speeds,
                           uint32_t first_voice) {
    struct figure f = {0};
    for (uint32_t v = first_voice; v < 4; v++) {
        struct room r;
        uint32_t before = 0;
        open_room(&r, at_m, snr_db);
        listen(&r, 2, false, &before, NULL); // its floor settles
        for (uint32_t i = 0; i < count * speeds; i++) {
            uint32_t woken = 0;
            float s = say(&r, VOICES[v], says[i / speeds], SLOW[i % speeds], VOICE_DB);
            listen(&r, s + 0.8f, false, &woken, NULL);
            f.right += woken > 0, f.of++;
        }
        close_room(&r);
    }
    return f;
}

static void it_hears_its_name(void **state) {
    static const char *const CALL[] = {"hey vector"};
    static const char *const NEAR[] = {"hey victor",    "a better",       "hay collector",  "the vector",
                                       "say hector",    "check the door", "hey doctor",     "pay the actor",
                                       "they met her",  "heavy weather",  "hey there",      "any factor",
                                       "lecture",       "hey director",   "way back there", "have a letter",
                                       "the inspector", "hey mister",     "eight actors",   "hey becky"};
    need_speech();
    if (!all()) {
        struct figure some = calls(2, QUIET, CALL, 1, 1, 3); // the least human of them
        print_figure("its name, at 2 m", some);
        assert_int_equal(some.right, some.of);
        return;
    }
    struct figure near = calls(0.8f, QUIET, CALL, 1, 4, 0), far = calls(3, QUIET, CALL, 1, 4, 0),
                  others = calls(0.8f, QUIET, NEAR, 20, 1, 0);
    print_figure("its name, at 0.8 m", near);
    print_figure("its name, at 3 m", far);
    print_figure("words that nearly are its name", others);
    print_figure("its name, at 1 m, 20 dB over noise", calls(1, 20, CALL, 1, 4, 0));
    print_figure("its name, at 1 m, 10 dB over noise", calls(1, 10, CALL, 1, 4, 0));
    assert_true(near.right * 10 >= near.of * 9 && far.right * 10 >= far.of * 9);
    assert_true(others.right * 20 <= others.of);
}

static const char *SAMPLES[PHRASE_KINDS] = {
    [PHRASE_NUMBER] = "three", [PHRASE_DURATION] = "five minutes", [PHRASE_VOLUME] = "medium",
    [PHRASE_COLOUR] = "blue",  [PHRASE_DAY] = "tomorrow",          [PHRASE_NAME] = "anna",
    [PHRASE_PLACE] = "london",
};
static bool sentence(const struct phrase *p, char out[200]) {
    out[0] = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const struct phrase_part *part = &p->parts[i];
        size_t len = strlen(out), words = part->slot ? 0 : strcspn(part->words.at, "|");
        if (words > part->words.len) words = part->words.len;
        if (part->slot && !SAMPLES[part->kind]) return false;
        if (part->slot)
            snprintf(out + len, 200 - len, "%s%s", len ? " " : "", SAMPLES[part->kind]);
        else
            snprintf(out + len, 200 - len, "%s%.*s", len ? " " : "", (int)words, part->words.at);
    }
    return out[0] != 0;
}
static const char *meant(const char *words) {
    struct meaning said;
    struct meaning_about about = {.to_it = true};
    about.home = TEXT("London");
    meaning_of(mind_data_meanings(mind), text_of(words), &about, &said);
    return said.intent.number ? intent_name(said.intent.number) : "";
}

// Every so many of its phrases, one of each row of the table.
static struct figure commands(float at_m, float snr_db, uint32_t step, uint32_t voices) {
    const struct phrases *table = &mind_data_meanings(mind)->phrases;
    struct figure f = {0};
    struct room r = {0};
    uint32_t none = 0;
    for (uint32_t v = 0; v < voices; v++)
        for (uint32_t i = 0, at = 0; i < table->count; i++) {
            char words[200], heard[DECODER_TEXT];
            bool first = !i || table->list[i].row != table->list[i - 1].row;
            if (!first || !sentence(&table->list[i], words) || at++ % step) continue;
            if (f.of % FILES_MOST == 0) {
                if (f.of) close_room(&r);
                open_room(&r, at_m, snr_db);
                listen(&r, 2, false, &none, NULL);
            }
            const char *voice = VOICES[(v + at) % 4];
            float s = say(&r, voice, words, 1, VOICE_DB);
            listen(&r, s + 0.8f, true, &none, heard);
            bool is = heard[0] && !strcmp(meant(heard), meant(words));
            f.right += is, f.of++;
            if (!is) print_message("# %s said \"%s\", heard was \"%s\"\n", voice, words, heard);
        }
    close_room(&r);
    return f;
}

static void it_hears_its_phrases(void **state) {
    need_speech();
    struct figure clean = commands(0.8f, QUIET, all() ? 1 : 90, all() ? 4 : 1);
    print_figure("phrases, at 0.8 m", clean);
    assert_true(all() ? clean.right * 100 >= clean.of * 90 : clean.right == clean.of);
    if (!all()) return;
    print_figure("phrases, at 3 m", commands(3, QUIET, 4, 4));
    print_figure("phrases, at 1 m, 10 dB over noise", commands(1, 10, 4, 4));
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_hears_its_name),
                                       cmocka_unit_test(it_hears_its_phrases)};
    return support_run(argc, argv, tests, begin, end);
}
