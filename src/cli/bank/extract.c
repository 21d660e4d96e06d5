#include "cli/bank/file.h"
#include "cli/paths.h"

#include "base/plural.h"
#include "base/system/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct wish {
    const char *output, *names, *event;
    bool raw, quiet;
};

static const struct option OPTIONS[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FOLDER", "where to (default: here)"},
    {"event", 'e', OPTION_TEXT, offsetof(struct wish, event), "PATTERN",
     "only what these events play, in files named after them (* and ? are wildcards)"},
    {"names", 'n', OPTION_TEXT, offsetof(struct wish, names), "FILE",
     "names of events, as for critter bank list"},
    {"raw", 'r', OPTION_FLAG, offsetof(struct wish, raw), NULL, "as they are (.wem) instead of as WAV files"},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct wish, quiet), NULL, "show no progress"},
};

struct taking {
    const struct wish *wish;
    struct bank_file file;
    size_t done, all, failed;
    bool *taken; // sources
    struct wrote wrote;
};

static enum err put_wav(struct taking *t, const struct audio_source *source, const char *path,
                        struct fault *fault) {
    int16_t *samples = malloc((source->frames + 1) * sizeof *samples);
    struct buf out = {0};
    if (!samples) return fault_set(fault, ERR_MEMORY, "no memory for a sound");
    struct audio_source once = *source;
    once.loops = false;
    audio_source_read(&once, 0, samples, (size_t)source->frames);
    enum err err = wav_write(&(struct wav_spec){.rate = source->rate, .channels = 1, .bits = 16}, samples,
                             (size_t)source->frames, &out);
    if (!err) err = call_put(&t->wrote, path, out.at, out.len, fault);
    buf_free(&out);
    free(samples);
    return err ? fault_set(fault, err, "%s: cannot be written", path) : ERR_NONE;
}

static enum err put_raw(struct taking *t, uint32_t media, const char *path, struct fault *fault) {
    struct bytes bytes = {0};
    for (uint32_t b = t->file.set->bank_count; b-- && !bytes.len;)
        bytes = bank_media(&t->file.set->banks[b], media);
    if (!bytes.len)
        return fault_set(fault, ERR_MISSING, "the sound %u is not in these banks but beside them", media);
    return call_put(&t->wrote, path, bytes.at, bytes.len, fault);
}

static void take(struct taking *t, struct call *call, uint32_t media, const char *title) {
    const struct audio_source *source = audio_set_source(t->file.set, media);
    struct fault fault = {0};
    char path[700], name[260];
    enum err err;
    if (title)
        snprintf(name, sizeof name, "%s.%u.%s", title, media, t->wish->raw ? "wem" : "wav");
    else
        snprintf(name, sizeof name, "%u.%s", media, t->wish->raw ? "wem" : "wav");
    for (char *c = name; *c; c++)
        if (*c == '/') *c = '_';
    if (!path_join(path, sizeof path, t->wish->output ? t->wish->output : ".", name))
        err = fault_set(&fault, ERR_LIMIT, "%s: the path is too long", name);
    else if (t->wish->raw)
        err = put_raw(t, media, path, &fault);
    else if (!source || source->coding == AUDIO_NOTHING)
        err = fault_set(&fault, ERR_UNSUPPORTED, "the sound %u is not here, or only as Vorbis (try --raw)",
                        media);
    else
        err = put_wav(t, source, path, &fault);
    t->done++;
    if (!t->wish->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%zu of %s%s", t->done, PLURAL(t->all, "sound"), t->done == t->all ? "\n" : "");
    if (!err) return;
    t->failed++;
    call_failed(call, &fault);
}

static void take_event(struct taking *t, struct call *call, const struct audio_item *item, bool count) {
    enum { MOST = 512 };
    struct bank_sound sounds[MOST];
    char title[200];
    if (item->object->kind != BANK_EVENT || !item->object->known ||
        !text_glob(t->wish->event, bank_file_title(&t->file, item->id, title, sizeof title)))
        return;
    size_t there =
        bank_event_sounds(t->file.set->banks, t->file.set->bank_count, item->id, sounds, MOST, NULL);
    for (size_t i = 0; i < there && i < MOST; i++)
        if (count)
            t->all++;
        else
            take(t, call, sounds[i].media, title);
}

static int extract_one(void *user, const char *path) {
    struct call *call = user;
    struct taking t = {.wish = call->options};
    struct fault fault = {0};
    enum err err = bank_file_open(path, t.wish->names, &t.file, &fault);
    const struct audio_set *set = t.file.set;
    if (!err && t.wish->event) {
        for (int turn = 0; turn < 2; turn++)
            for (size_t i = 0; i < set->item_count; i++) take_event(&t, call, &set->items[i], !turn);
        if (!t.all)
            err =
                fault_set(&fault, ERR_UNKNOWN, "%s: there is no event of this name: %s", path, t.wish->event);
    } else if (!err) {
        t.all = set->source_count;
        for (size_t i = 0; i < set->source_count; i++) take(&t, call, set->sources[i].id, NULL);
    }
    if (!err) printf("%s: %zu of %s written\n", path, t.done - t.failed, PLURAL(t.all, "sound"));
    if (!err) call_wrote_files(t.wish->output ? t.wish->output : ".", &t.wrote);
    bank_file_close(&t.file);
    if (err) return call_failed(call, &fault);
    return t.failed ? EXIT_FAILED : EXIT_FINE;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    if (wish->output && folder_make(wish->output, &fault)) return call_failed(call, &fault);
    return paths_each(call, extract_one, call);
}

const struct command cmd_bank_extract = {
    .name = "extract",
    .group = "bank",
    .summary = "extracts the sounds of sound banks",
    .words = "BANK|PATTERN...",
    .words_least = 1,
    .any_words = true,
    .help = "Every sound of the banks, or only those that certain events play, is written as a WAV file "
            "named after its number. What cannot be decoded (the engine's Vorbis) is reported, and the rest "
            "is written. --raw writes everything unchanged. A PATTERN stands for all banks that match (*, ? "
            "and [a-z]), even where no shell expands it.\n\n"
            "A Vorbis sound that was decoded by another program and laid beside the bank as NUMBER.wav is "
            "heard when the bank is played.",
    .examples = "critter bank extract Victor_SFX.bnk -o sounds/\n"
                "critter bank extract sound/ --names events.txt --event '*Happy_Short' -o happy/\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
