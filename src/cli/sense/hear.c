// What a robot's own ears make of a recording: noises, its name, commands.
#include "cli/commands.h"

#include "base/maths/maths.h"
#include "base/system/file.h"
#include "codec/sound/resample.h"
#include "codec/sound/wav.h"
#include "mind/intent/grammar.h"
#include "mind/mind.h"
#include "sense/hear/hear.h"
#include "sense/hear/trigger.h"

#include <stdlib.h>
#include <string.h>

struct wish {
    bool called, plain;
    const char *mode, *keep, *wake, *locale;
};
static const struct option OPTIONS[] = {
    {"called", 'c', OPTION_FLAG, offsetof(struct wish, called), NULL,
     "as if it had been called: all that is said is for it"},
    {"plain", 0, OPTION_FLAG, offsetof(struct wish, plain), NULL,
     "noises only, without a recogniser of speech"},
    {"mode", 'm', OPTION_TEXT, offsetof(struct wish, mode), "MODE",
     "what is made of four microphones: off, fast, directional, voice_detect (usual)"},
    {"wake", 'w', OPTION_TEXT, offsetof(struct wish, wake), "FILE",
     "the word that calls it: a micTriggerConfig.json (usual: \"hey vector\")"},
    {"locale", 0, OPTION_TEXT, offsetof(struct wish, locale), "TAG", "of that word (usual: en-US)"},
    {"keep", 'o', OPTION_TEXT, offsetof(struct wish, keep), "FOLDER",
     "writes what was heard there, raw and processed, as WAV"},
};

enum { PIECE = 480, FILE_MOST = 256 << 20, MOMENT_US = 64 };
struct work {
    const struct wish *wish;
    struct decoder *decoder;
    struct mind_data *mind;
    struct listener *listener;
    struct buf file;
    struct wav wav;
    struct resample *rates[EARS];
    size_t told;
    uint32_t mode;
    bool music;
};

static enum err begin(struct work *w, const char *path, struct fault *fault) {
    struct listener_config config = {.hear = hear_defaults(), .model = &vector_model};
    enum err err = ERR_NONE;
    if (w->wish->mode) err = knobs_set(&HEARING_KNOBS, &config.hear, "mode", w->wish->mode, fault);
    if (w->wish->keep && !err) err = knobs_set(&HEARING_KNOBS, &config.hear, "keep", w->wish->keep, fault);
    if (err) return err;
    err = file_read(path, FILE_MOST, &w->file, fault);
    if (!err) err = wav_read((struct bytes){w->file.at, w->file.len}, &w->wav, fault);
    if (err) return fault_in(fault, path), err;
    if (w->wav.channels != 1 && w->wav.channels != EARS)
        return fault_set(fault, ERR_UNSUPPORTED,
                         "%s: expected one channel, or one for each of its %d microphones, not %u", path,
                         EARS, w->wav.channels);
    for (unsigned i = 0; i < w->wav.channels; i++)
        if (!(w->rates[i] = resample_new(w->wav.rate, DECODER_HZ)))
            return fault_set(fault, ERR_RANGE, "%s: %u samples a second are too few or too many", path,
                             w->wav.rate);
    if (!(w->decoder = decoder_new(NULL))) return fault_set(fault, ERR_MEMORY, "no memory to listen");
    if (!w->wish->plain) {
        struct buf grammar = {0};
        err = decoder_check(w->decoder, fault);
        if (err) return err;
        w->mind = mind_data_open("vector", NULL, fault);
        if (!w->mind) return fault->err;
        grammar_make(mind_data_meanings(w->mind), &grammar);
        config.wake = w->wish->wake ? NULL : wakeword_phrase(w->decoder, "hey vector");
        config.recogniser = recogniser_grammar(w->decoder, (const char *)grammar.at);
        buf_free(&grammar);
    }
    if (w->wish->wake) {
        const char *locale = w->wish->locale ? w->wish->locale : "en-US";
        err = trigger_read(w->wish->wake, locale, w->decoder, &config.wake, fault);
        if (err) return recogniser_free(config.recogniser), err;
    }
    w->listener = listener_new(&config);
    w->mode = (uint32_t)config.hear.mode;
    return w->listener ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory to listen");
}

static void end(struct work *w) {
    listener_drop(w->listener);
    for (int i = 0; i < EARS; i++) resample_free(w->rates[i]);
    mind_data_close(w->mind);
    decoder_free(w->decoder);
    buf_free(&w->file);
}

// What comes of the next samples of the file; false: no more.
static bool next(struct work *w, size_t *frame, struct hear_order *order) {
    int16_t in[EARS][PIECE], out[PIECE];
    size_t left = w->wav.frames - *frame, take = left < PIECE ? left : PIECE, made = 0, used = 0;
    for (unsigned c = 0; c < w->wav.channels; c++) {
        for (size_t i = 0; i < take; i++) in[c][i] = wav_s16(&w->wav, *frame + i, c);
        made = resample_push(w->rates[c], in[c], take, out, PIECE, &used);
        for (size_t i = 0; i < made; i++) order->samples[i * EARS + c] = out[i];
    }
    for (size_t i = 0; w->wav.channels == 1 && i < made; i++)
        for (int c = 1; c < EARS; c++) order->samples[i * EARS + (size_t)c] = order->samples[i * EARS];
    *frame += used, order->count = (uint32_t)made;
    return used > 0 || made > 0;
}

static void tell_direction(const struct work *w, const struct hear_answer *a) {
    if (w->wav.channels != EARS || !a->sure_direction) return;
    printf(", from %.0f degrees to the left (%u of %d)", (double)m_degrees(a->direction_rad),
           a->sure_direction, DIRECTION_SURE);
}

static void tell(struct work *w, double at_s, const struct hear_answer *a) {
    static const char *const KINDS[] = {"", "called", "command", "unsure"};
    bool music = a->tempo_bpm > 0 && (w->music || !a->tempo_maybe);
    w->told += a->began_db > 0 || a->words_kind || music;
    if (music != w->music && music)
        printf("%8.2f s  music of %.0f beats a minute\n", at_s, (double)a->tempo_bpm);
    if (music != w->music && !music) printf("%8.2f s  the music is over\n", at_s);
    w->music = music;
    if (a->began_db > 0) printf("%8.2f s  noise of %.0f dB", at_s, (double)a->began_db);
    if (a->began_db > 0) tell_direction(w, a), printf("\n");
    if (!a->words_kind) return;
    printf("%8.2f s  %s", at_s, KINDS[a->words_kind]);
    if (a->words[0]) printf(": %s", a->words);
    printf(" (%.2f)", (double)a->confidence);
    tell_direction(w, a), printf("\n");
}

static enum err listen(struct work *w, struct fault *fault) {
    struct hear_order order = {.listener = w->listener, .open = w->wish->called, .mode = w->mode};
    uint64_t heard = 0;
    enum err err = ERR_NONE;
    for (size_t frame = 0, silent = 0; !err && silent < DECODER_HZ;) {
        struct hear_answer answer = {0};
        size_t len = 0;
        if (!next(w, &frame, &order)) { // a second of silence, so that what was said last is over
            memset(order.samples, 0, sizeof order.samples);
            order.count = PIECE, silent += PIECE;
        }
        order.time_us = heard * MOMENT_US;
        err = hear_run(&order, sizeof order, &answer, sizeof answer, &len);
        heard += order.count;
        if (!err && answer.trouble) err = (enum err)answer.trouble;
        if (!err) tell(w, (double)heard / DECODER_HZ, &answer);
    }
    return err ? fault_set(fault, err, "it cannot be listened to") : ERR_NONE;
}

static int run(struct call *call) {
    struct fault fault = {0};
    struct work work = {.wish = call->options};
    enum err err = begin(&work, call->words.at[0], &fault);
    if (!err) err = listen(&work, &fault);
    if (!err && !work.told) printf("nothing was heard\n");
    end(&work);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_sense_hear = {
    .name = "hear",
    .group = "sense",
    .summary = "finds in a recording what a robot's own ears would find",
    .words = "WAV",
    .words_least = 1,
    .words_most = 1,
    .help =
        "Listens with the robot's own chain, and tells what begins, how loud it is, when somebody says \"hey "
        "Vector\", and which of its phrases follow. A recording with four channels is of its microphones: "
        "front "
        "right, front left, back right, back left; then it is told where noises come from. The number after "
        "words says how surely they were one of its phrases: from 0.5 on it acts by them.\n\n"
        "Words need Debian's libpocketsphinx3 and pocketsphinx-en-us. A robot in a simulated world is told "
        "by "
        "the world's truth who speaks; with --set hearing.by=own it hears for itself.",
    .examples = "critter sense hear recording.wav\n"
                "critter sense hear --called question.wav\n"
                "critter sim talk.json --set hearing.by=own\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
