#include "sense/hear/trigger.h"

#include "base/data/json.h"
#include "base/system/file.h"
#include "codec/sound/resample.h"
#include "codec/sound/wav.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATH_MOST = 512,
    FILE_MOST = 1 << 20,
    WAV_MOST = 4 << 20,
    PHRASE_MOST = 120,
    SAMPLES_MOST = 16000 * 10
};
static const char *const WORDS[] = {"hey_vector_thf", "alexa_thf", "alexa_pryon"};
#define COUNT(list) (sizeof(list) / sizeof *(list))

struct reading {
    const char *path, *locale;
    struct decoder *decoder;
    struct wakeword **out;
};

// -------------------------------------------------------------------------------------------- what is chosen

static enum err check_file(const struct json *file, struct text *name, struct fault *fault) {
    static const char *const KEYS[] = {"searchFileIndex", "searchFileList"};
    int64_t index;
    enum err err = json_only(file, KEYS, COUNT(KEYS), fault);
    if (!err) err = json_get_int(file, "searchFileIndex", 0, UINT32_MAX, &index, fault);
    return err ? err : json_get_text(file, "searchFileList", name, fault);
}

static enum err check_model(const struct json *model, struct fault *fault) {
    static const char *const KEYS[] = {"modelType", "dataDirectory", "netFileName", "defaultSearchFileIndex",
                                       "searchFileList"};
    struct text said;
    int64_t index;
    enum err err = json_only(model, KEYS, COUNT(KEYS), fault);
    for (int i = 0; i < 3 && !err; i++) err = json_get_text(model, KEYS[i], &said, fault);
    if (!err) err = json_get_int(model, KEYS[3], 0, UINT32_MAX, &index, fault);
    const struct json *files = json_get(model, KEYS[4]);
    if (!err && (!files || files->kind != JSON_LIST))
        err = json_fault(model, fault, ERR_TYPE, "expected a list \"searchFileList\"");
    for (const struct json *f = err ? NULL : files->first; f && !err; f = f->next)
        err = check_file(f, &said, fault);
    return err;
}

static enum err check_locale(const struct json *one, struct fault *fault) {
    static const char *const KEYS[] = {"locale", "defaultModelType", "modelList"};
    struct text said;
    enum err err = json_only(one, KEYS, COUNT(KEYS), fault);
    for (int i = 0; i < 2 && !err; i++) err = json_get_text(one, KEYS[i], &said, fault);
    const struct json *models = json_get(one, KEYS[2]);
    if (!err && (!models || models->kind != JSON_LIST))
        err = json_fault(one, fault, ERR_TYPE, "expected a list \"modelList\"");
    for (const struct json *m = err ? NULL : models->first; m && !err; m = m->next)
        err = check_model(m, fault);
    return err;
}

static enum err check(const struct json *doc, struct fault *fault) {
    enum err err = json_only(doc, WORDS, COUNT(WORDS), fault);
    for (size_t i = 0; i < COUNT(WORDS) && !err; i++) {
        const struct json *list = json_get(doc, WORDS[i]);
        if (list && list->kind != JSON_LIST)
            err = json_fault(list, fault, ERR_TYPE, "expected a list of locales");
        for (const struct json *one = list && !err ? list->first : NULL; one && !err; one = one->next)
            err = check_locale(one, fault);
    }
    return err;
}

static struct text text_at(const struct json *object, const char *key) {
    struct text out = {0};
    json_as_text(json_get(object, key), &out, NULL);
    return out;
}

static const struct json *choose_locale(const struct json *list, const char *locale) {
    const struct json *language = NULL;
    for (const struct json *one = list ? list->first : NULL; one; one = one->next) {
        struct text its = text_at(one, "locale");
        if (text_is(its, locale)) return one;
        if (!language && its.len >= 2 && !strncmp(its.at, locale, 2)) language = one;
    }
    return language ? language : list ? list->first : NULL;
}

static const struct json *choose_model(const struct json *one) {
    struct text type = text_at(one, "defaultModelType"), its;
    for (const struct json *m = json_get(one, "modelList")->first; m; m = m->next) {
        its = text_at(m, "modelType");
        if (its.len == type.len && !memcmp(its.at, type.at, its.len)) return m;
    }
    return NULL;
}

// ------------------------------------------------------------------------------------------------ makers

static enum err path_of(const struct reading *r, const struct json *model, struct text name,
                        char out[PATH_MOST], struct fault *fault) {
    struct text folder = text_at(model, "dataDirectory");
    int beside = (int)(path_name(r->path) - r->path);
    bool out_of_it = memmem(folder.at, folder.len, "..", 2) || memchr(name.at, '/', name.len);
    int len = snprintf(out, PATH_MOST, "%.*s%.*s/%.*s", beside, r->path, (int)folder.len, folder.at,
                       (int)name.len, name.at);
    if (!out_of_it && len < PATH_MOST) return ERR_NONE;
    return json_fault(model, fault, ERR_RANGE, "expected a file in a folder beside this one");
}

static enum err take_phrase(const struct reading *r, const char *path, struct fault *fault) {
    struct buf file = {0};
    char phrase[PHRASE_MOST + 1] = "";
    enum err err = file_read(path, PHRASE_MOST, &file, fault);
    size_t len = 0;
    for (size_t i = 0; i < file.len && file.at[i] != '\n'; i++) {
        char c = (char)file.at[i];
        if ((c < 'a' || c > 'z') && c != ' ' && c != '\'' && !err)
            err = fault_set(fault, ERR_SYNTAX, "%s: expected words in small letters", path);
        phrase[len++] = c;
    }
    buf_free(&file);
    if (!err && !len) err = fault_set(fault, ERR_SYNTAX, "%s: expected words", path);
    if (!err && !(*r->out = wakeword_phrase(r->decoder, phrase)))
        err = fault_set(fault, ERR_MEMORY, "no memory for a wake word");
    return err;
}

static enum err take_recording(struct template *t, const char *path, struct fault *fault) {
    struct buf file = {0};
    struct wav wav;
    int16_t *samples = calloc(SAMPLES_MOST, sizeof *samples);
    size_t count = 0, taken = 0;
    enum err err = samples ? file_read(path, WAV_MOST, &file, fault) : ERR_MEMORY;
    if (!err) err = wav_read((struct bytes){file.at, file.len}, &wav, fault);
    struct resample *rate = err ? NULL : resample_new(wav.rate, 16000);
    if (!err && !rate) err = fault_set(fault, ERR_RANGE, "%s: its rate is out of range", path);
    for (size_t i = 0; !err && i < wav.frames && count < SAMPLES_MOST; i++) {
        int16_t sample = wav_s16(&wav, i, 0);
        count += resample_push(rate, &sample, 1, samples + count, SAMPLES_MOST - count, &taken);
    }
    if (!err) err = template_learn(t, samples, count, fault);
    if (err) fault_in(fault, path);
    resample_free(rate), buf_free(&file), free(samples);
    return err;
}

static enum err take_recordings(const struct reading *r, const struct json *model, struct fault *fault) {
    struct template *t = template_new();
    char path[PATH_MOST];
    enum err err = t ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for a wake word");
    uint32_t count = 0;
    for (const struct json *f = json_get(model, "searchFileList")->first; f && !err; f = f->next) {
        struct text name = text_at(f, "searchFileList");
        if (text_is(name, "NA")) continue;
        err = path_of(r, model, name, path, fault);
        if (!err) err = take_recording(t, path, fault), count++;
    }
    if (!err && !count)
        err = json_fault(model, fault, ERR_MISSING, "expected a net, or recordings of the word");
    if (!err && !(*r->out = wakeword_template(t)))
        return fault_set(fault, ERR_MEMORY, "no memory for a wake word");
    if (err) template_free(t);
    return err;
}

static enum err make(const struct reading *r, const struct json *model, struct fault *fault) {
    char path[PATH_MOST];
    struct text net = text_at(model, "netFileName");
    if (text_is(net, "NA")) return take_recordings(r, model, fault);
    enum err err = path_of(r, model, net, path, fault);
    if (err) return err;
    if (!strcmp(path_extension(path), ".phrase")) return take_phrase(r, path, fault);
    return json_fault(json_get(model, "netFileName"), fault, ERR_UNSUPPORTED,
                      "a net of its makers' own spotter; expected a file .phrase, or \"NA\" and recordings");
}

enum err trigger_parse(struct text text, const char *file, const char *locale, struct arena *arena,
                       const struct json **model, struct fault *fault) {
    struct json *doc;
    *model = NULL;
    enum err err = json_parse(text, file, arena, NULL, &doc, fault);
    if (!err) err = check(doc, fault);
    if (err) return err;
    const struct json *one = choose_locale(json_get(doc, WORDS[0]), locale);
    if (!one) return json_fault(doc, fault, ERR_MISSING, "expected a locale in \"%s\"", WORDS[0]);
    *model = choose_model(one);
    return *model ? ERR_NONE
                  : json_fault(one, fault, ERR_MISSING, "expected a model of its defaultModelType");
}

enum err trigger_read(const char *path, const char *locale, struct decoder *decoder, struct wakeword **out,
                      struct fault *fault) {
    struct reading r = {path, locale, decoder, out};
    struct arena *arena = arena_new(16 << 10);
    struct buf file = {0};
    const struct json *model;
    *out = NULL;
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory to read %s", path);
    enum err err = file_read(path, FILE_MOST, &file, fault);
    if (!err)
        err = trigger_parse((struct text){(char *)file.at, file.len}, path, locale, arena, &model, fault);
    if (!err) err = make(&r, model, fault);
    buf_free(&file);
    arena_free(arena);
    return err;
}
