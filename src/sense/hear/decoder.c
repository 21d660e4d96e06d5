#include "sense/hear/decoder.h"

#include "base/hash.h"
#include "base/system/file.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRAMMAR_NAME = 16, WORD = 32, LEAST = 4 * DECODER_FRAME }; // shorter is no utterance
#define LANGUAGE_WEIGHT 2                                         // of a grammar's weights against sound
#define MODEL           "/usr/share/pocketsphinx/model/en-us/en-us"

// What is called of libpocketsphinx.so.3 and libsphinxbase.so.3. They are opened by name when they are
// needed.
struct library {
    void *base, *main;
    void *(*cmd_ln_init)(void *inout, const void *definitions, int32_t strict, ...);
    int (*cmd_ln_free_r)(void *config);
    void (*err_set_callback)(void (*callback)(void *user, int level, const char *format, ...), void *user);
    void (*err_set_logfp)(FILE *file);
    const void *(*ps_args)(void);
    void *(*ps_init)(void *config);
    int (*ps_free)(void *ps);
    int (*ps_add_word)(void *ps, const char *word, const char *phones, int update);
    char *(*ps_lookup_word)(void *ps, const char *word);
    void *(*jsgf_parse_string)(const char *jsgf, void *parent);
    void *(*jsgf_get_public_rule)(void *jsgf);
    void *(*jsgf_build_fsg)(void *jsgf, void *rule, void *logmath, float weight);
    void (*jsgf_grammar_free)(void *jsgf);
    int (*fsg_model_free)(void *fsg);
    void *(*ps_get_logmath)(void *ps);
    int (*ps_set_fsg)(void *ps, const char *name, void *fsg);
    int (*ps_set_keyphrase)(void *ps, const char *name, const char *phrase);
    int (*ps_set_search)(void *ps, const char *name);
    int (*ps_unset_search)(void *ps, const char *name);
    int (*ps_start_utt)(void *ps);
    int (*ps_process_raw)(void *ps, const int16_t *data, size_t count, int no_search, int whole);
    int (*ps_end_utt)(void *ps);
    const char *(*ps_get_hyp)(void *ps, int32_t *score);
    void *(*ps_seg_iter)(void *ps);
    void *(*ps_seg_next)(void *seg);
    const char *(*ps_seg_word)(void *seg);
    void (*ps_seg_frames)(void *seg, int *first, int *last);
    int (*ps_get_n_frames)(void *ps);
    int32_t (*ps_seg_prob)(void *seg, int32_t *acoustic, int32_t *language, int32_t *back);
};
#define CALL(of, name)                                                                                       \
    { offsetof(struct library, name), #name, of }
static const struct {
    size_t at;
    const char *name;
    bool base;
} CALLS[] = {
    CALL(true, cmd_ln_init),       CALL(true, cmd_ln_free_r),
    CALL(true, err_set_callback),  CALL(true, err_set_logfp),
    CALL(false, ps_args),          CALL(false, ps_init),
    CALL(false, ps_free),          CALL(false, ps_add_word),
    CALL(true, jsgf_parse_string), CALL(true, jsgf_get_public_rule),
    CALL(true, jsgf_build_fsg),    CALL(true, jsgf_grammar_free),
    CALL(true, fsg_model_free),    CALL(false, ps_get_logmath),
    CALL(false, ps_set_fsg),       CALL(false, ps_lookup_word),
    CALL(false, ps_set_keyphrase), CALL(false, ps_set_search),
    CALL(false, ps_unset_search),  CALL(false, ps_start_utt),
    CALL(false, ps_process_raw),   CALL(false, ps_end_utt),
    CALL(false, ps_get_hyp),       CALL(false, ps_seg_iter),
    CALL(false, ps_seg_next),      CALL(false, ps_seg_word),
    CALL(false, ps_seg_frames),    CALL(false, ps_get_n_frames),
    CALL(false, ps_seg_prob),
};

// Names that no dictionary has, as they are said.
static const struct {
    const char *word, *phones;
} NAMES[] = {{"cozmo", "K AA Z M OW"}, {"pleo", "P L IY OW"}, {"vec", "V EH K"}};

struct grammar {
    uint64_t hash;
    uint64_t used; // by the counter
    uint32_t number;
};
struct decoder {
    char model[400], dictionary[512];
    struct library library;
    void *ps;
    pthread_mutex_t turn;
    struct grammar grammars[DECODER_GRAMMARS];
    uint64_t uses;
    uint32_t numbers;
};

static void say_nothing(void *user, int level, const char *format, ...) {}

static enum err open_library(struct library *l, struct fault *fault) {
    if (!l->base) l->base = dlopen("libsphinxbase.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!l->main) l->main = l->base ? dlopen("libpocketsphinx.so.3", RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!l->main)
        return fault_set(fault, ERR_MISSING,
                         "speech needs Debian's libpocketsphinx3, which is not installed");
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
        void *call = dlsym(CALLS[i].base ? l->base : l->main, CALLS[i].name);
        if (!call)
            return fault_set(fault, ERR_UNSUPPORTED, "libpocketsphinx3 has no %s: another version?",
                             CALLS[i].name);
        memcpy((char *)l + CALLS[i].at, &call, sizeof call);
    }
    return ERR_NONE;
}

static enum err check(struct decoder *d, struct fault *fault) {
    char folder[400];
    const char *slash = strrchr(d->model, '/');
    enum err err = open_library(&d->library, fault);
    if (err) return err;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - d->model) : 1, slash ? d->model : ".");
    snprintf(d->dictionary, sizeof d->dictionary, "%s/cmudict-en-us.dict", folder);
    if (file_exists(d->dictionary)) return ERR_NONE;
    return fault_set(fault, ERR_MISSING,
                     "speech needs Debian's pocketsphinx-en-us, which is not installed (no %.150s)",
                     d->dictionary);
}

static bool knows(struct decoder *d, const char *word) {
    char *phones = d->library.ps_lookup_word(d->ps, word);
    bool known = phones != NULL;
    free(phones);
    return known;
}

// Cepstra are levelled over each utterance as a whole, and what is steady noise in one is found anew, so
// nothing of it reaches the next. The model was trained with noise taken out: calls in a flat voice, or from
// three metres away, are known by that alone. All scores are
// computed, else those of two grammars could not be compared: they are counted from the best of each frame.
static enum err open_model(struct decoder *d, struct fault *fault) {
    enum err err = d->ps ? ERR_NONE : check(d, fault);
    if (err || d->ps) return err;
    struct library *l = &d->library;
    l->err_set_callback(say_nothing, NULL), l->err_set_logfp(NULL);
    void *config = l->cmd_ln_init(NULL, l->ps_args(), 0, "-hmm", d->model, "-dict", d->dictionary, "-cmn",
                                  "batch", "-remove_noise", "yes", "-remove_silence", "no", "-compallsen",
                                  "yes", "-bestpath", "no", "-beam", "1e-60", "-pbeam", "1e-60", "-wbeam",
                                  "1e-60", "-lw", "2", /* LANGUAGE_WEIGHT */ "-kws_threshold", "1e-40", NULL);
    if (config) d->ps = l->ps_init(config);
    if (config) l->cmd_ln_free_r(config);
    if (!d->ps) return fault_set(fault, ERR_SYNTAX, "%.200s is no model of speech", d->model);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (!knows(d, NAMES[i].word)) l->ps_add_word(d->ps, NAMES[i].word, NAMES[i].phones, 0);
    return ERR_NONE;
}

struct decoder *decoder_new(const char *model) {
    struct decoder *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    pthread_mutex_init(&d->turn, NULL);
    snprintf(d->model, sizeof d->model, "%s", model ? model : MODEL);
    return d;
}

enum err decoder_check(struct decoder *d, struct fault *fault) {
    pthread_mutex_lock(&d->turn);
    enum err err = check(d, fault);
    pthread_mutex_unlock(&d->turn);
    return err;
}

void decoder_free(struct decoder *d) {
    if (!d) return;
    if (d->ps) d->library.ps_free(d->ps);
    if (d->library.main) dlclose(d->library.main);
    if (d->library.base) dlclose(d->library.base);
    pthread_mutex_destroy(&d->turn);
    free(d);
}

// ------------------------------------------------------------------------------------------------ grammars

static bool letter(char c) { return (c >= 'a' && c <= 'z') || c == '\''; }

// The phones of so many letters, when the dictionary has them as a word.
static bool phones_of(struct decoder *d, const char *letters, size_t len, char *out, size_t room) {
    char word[WORD];
    if (!len || len >= sizeof word) return false;
    memcpy(word, letters, len), word[len] = 0;
    char *phones = d->library.ps_lookup_word(d->ps, word);
    size_t had = strlen(out), more = phones ? strlen(phones) : 0;
    bool fits = phones && had + more + 2 < room;
    if (fits) snprintf(out + had, room - had, "%s%s", had ? " " : "", phones);
    free(phones);
    return fits;
}

// Two words written as one, or spelt letter by letter.
static void learn_word(struct decoder *d, const char *word) {
    enum { HALF = 3 };
    char phones[256];
    size_t len = strlen(word);
    for (size_t cut = HALF; cut + HALF <= len; cut++) {
        phones[0] = 0;
        if (phones_of(d, word, cut, phones, sizeof phones) &&
            phones_of(d, word + cut, len - cut, phones, sizeof phones)) {
            d->library.ps_add_word(d->ps, word, phones, 0);
            return;
        }
    }
    phones[0] = 0;
    for (size_t i = 0; i < len; i++)
        if (word[i] != '\'' && !phones_of(d, word + i, 1, phones, sizeof phones)) return;
    if (phones[0]) d->library.ps_add_word(d->ps, word, phones, 0);
}

// What stands between < and > is a name, and so is what follows a keyword of the header.
static void learn_words(struct decoder *d, const char *jsgf) {
    const char *at = strchr(jsgf, ';'); // the first line
    at = at ? strchr(at + 1, ';') : NULL;
    while (at && *at) {
        char word[WORD];
        size_t len = 0;
        while (letter(at[len])) len++;
        if (len && len < sizeof word && strncmp(at, "public", 6) != 0) {
            memcpy(word, at, len), word[len] = 0;
            if (!knows(d, word)) learn_word(d, word);
        }
        size_t step = len ? len : *at == '<' ? strcspn(at, ">") : 1;
        at += step ? step : 1;
    }
}

static struct grammar *oldest(struct decoder *d) {
    struct grammar *old = &d->grammars[0];
    for (int i = 1; i < DECODER_GRAMMARS; i++)
        if (d->grammars[i].used < old->used) old = &d->grammars[i];
    return old;
}

// As ps_set_jsgf_string does, which forgets to free the grammar that it parsed.
static bool set_grammar(struct decoder *d, const char *name, const char *jsgf) {
    const struct library *l = &d->library;
    void *parsed = l->jsgf_parse_string(jsgf, NULL), *rule = parsed ? l->jsgf_get_public_rule(parsed) : NULL,
         *model = rule ? l->jsgf_build_fsg(parsed, rule, l->ps_get_logmath(d->ps), LANGUAGE_WEIGHT) : NULL;
    bool set = model && !l->ps_set_fsg(d->ps, name, model);
    if (model) l->fsg_model_free(model);
    if (parsed) l->jsgf_grammar_free(parsed);
    return set;
}

static enum err learn(struct decoder *d, struct grammar *g, const char *jsgf, uint64_t hash,
                      struct fault *fault) {
    char name[GRAMMAR_NAME];
    snprintf(name, sizeof name, "%u", g->number);
    if (g->number) d->library.ps_unset_search(d->ps, name);
    *g = (struct grammar){hash, ++d->uses, ++d->numbers};
    snprintf(name, sizeof name, "%u", g->number);
    learn_words(d, jsgf);
    if (set_grammar(d, name, jsgf)) return ERR_NONE;
    *g = (struct grammar){0};
    return fault_set(fault, ERR_SYNTAX, "this is no grammar, or none of its sentences can be said");
}

static enum err take_grammar(struct decoder *d, const char *jsgf, char name[GRAMMAR_NAME],
                             struct fault *fault) {
    size_t len = strlen(jsgf);
    uint64_t hash = hash64(1, jsgf, len);
    if (len > DECODER_GRAMMAR_MOST)
        return fault_set(fault, ERR_LIMIT, "a grammar has at most %d bytes, not %zu", DECODER_GRAMMAR_MOST,
                         len);
    if (strncmp(jsgf, "#JSGF", 5) != 0)
        return fault_set(fault, ERR_SYNTAX, "expected a grammar that begins with #JSGF");
    enum err err = open_model(d, fault);
    struct grammar *g = NULL;
    if (err) return err;
    for (int i = 0; i < DECODER_GRAMMARS && !g; i++)
        if (d->grammars[i].number && d->grammars[i].hash == hash) g = &d->grammars[i];
    if (!g) err = learn(d, g = oldest(d), jsgf, hash, fault);
    if (err) return err;
    g->used = ++d->uses;
    snprintf(name, GRAMMAR_NAME, "%u", g->number);
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ decoding

static bool is_word(const char *text) { return text && *text && !strchr("<[(", *text); }

static void add_word(struct decoded *out, const char *text, int first, int last) {
    size_t len = strlen(out->words), cut = strcspn(text, "("); // a second way to say it is "read(2)"
    if (out->count == DECODER_WORDS || len + cut + 2 > sizeof out->words) return;
    struct decoded_word *w = &out->list[out->count++];
    snprintf(w->text, sizeof w->text, "%.*s", (int)cut, text);
    w->begin = (uint32_t)first * DECODER_FRAME, w->end = (uint32_t)(last + 1) * DECODER_FRAME;
    snprintf(out->words + len, sizeof out->words - len, "%s%.*s", len ? " " : "", (int)cut, text);
    if (out->count == 1) out->begin = w->begin;
    out->end = w->end;
}

static enum err decode(struct decoder *d, const char *search, const int16_t *samples, size_t count,
                       struct decoded *out, struct fault *fault) {
    struct library *l = &d->library;
    int32_t score = 0;
    bool bad = l->ps_set_search(d->ps, search) || l->ps_start_utt(d->ps);
    if (!bad) bad = l->ps_process_raw(d->ps, samples, count, 0, 1) < 0;
    if (l->ps_end_utt(d->ps) || bad) return fault_set(fault, ERR_STATE, "the decoder cannot listen");
    if (!l->ps_get_hyp(d->ps, &score)) return ERR_NONE;
    int frames = l->ps_get_n_frames(d->ps);
    double sum = 0;
    for (void *seg = l->ps_seg_iter(d->ps); seg; seg = l->ps_seg_next(seg)) {
        int first = 0, last = 0;
        const char *word = l->ps_seg_word(seg);
        int32_t acoustic = 0, language = 0, back = 0;
        l->ps_seg_frames(seg, &first, &last);
        l->ps_seg_prob(seg, &acoustic, &language, &back);
        sum += acoustic;
        if (is_word(word)) add_word(out, word, first, last);
    }
    out->score = frames > 0 ? (float)(sum / frames) : 0;
    return ERR_NONE;
}

static enum err begin(size_t count, struct decoded *out, struct fault *fault) {
    memset(out, 0, sizeof *out);
    if (count < DECODER_MOST) return ERR_NONE;
    return fault_set(fault, ERR_RANGE, "an utterance has at most %d samples, not %zu", DECODER_MOST, count);
}

enum err decoder_words(struct decoder *d, const char *jsgf, const int16_t *samples, size_t count,
                       struct decoded *out, struct fault *fault) {
    char name[GRAMMAR_NAME];
    enum err err = begin(count, out, fault);
    if (err || count < LEAST) return err;
    pthread_mutex_lock(&d->turn);
    err = take_grammar(d, jsgf, name, fault);
    if (!err) err = decode(d, name, samples, count, out, fault);
    pthread_mutex_unlock(&d->turn);
    return err;
}

enum err decoder_spot(struct decoder *d, const char *phrase, const int16_t *samples, size_t count,
                      struct decoded *out, struct fault *fault) {
    enum err err = begin(count, out, fault);
    if (err || count < LEAST) return err;
    pthread_mutex_lock(&d->turn);
    err = open_model(d, fault);
    if (!err && d->library.ps_set_keyphrase(d->ps, "spot", phrase))
        err = fault_set(fault, ERR_UNKNOWN, "a word of \"%.100s\" is in no dictionary", phrase);
    if (!err) err = decode(d, "spot", samples, count, out, fault);
    pthread_mutex_unlock(&d->turn);
    return err;
}
