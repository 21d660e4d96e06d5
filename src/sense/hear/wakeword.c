#include "sense/hear/wakeword.h"

#include "sense/hear/common.h"

#include <stdlib.h>
#include <string.h>

// Of what was spotted, so much before and after is heard again.
enum { BEFORE = DECODER_HZ / 10, AFTER = DECODER_HZ * 15 / 100 };
#define LEAST_SCORE                                                                                          \
    -3.2f // between sixteen calls in four voices, and eighty near misses of which seven are above

struct wakeword {
    enum err (*feed)(struct wakeword *w, const int16_t *samples, size_t count, struct wakeword_hit *out,
                     struct fault *fault);
    struct decoder *decoder;
    char *phrase, *grammar, *common;
    struct template *t;
    uint32_t *numbers, number_count, at;
};

void wakeword_free(struct wakeword *w) {
    if (!w) return;
    free(w->phrase), free(w->grammar), free(w->common), free(w->numbers);
    template_free(w->t);
    free(w);
}

enum err wakeword_feed(struct wakeword *w, const int16_t *samples, size_t count, struct wakeword_hit *out,
                       struct fault *fault) {
    *out = (struct wakeword_hit){0};
    return w->feed(w, samples, count, out, fault);
}

// ------------------------------------------------------------------------------------------------ a phrase

static enum err feed_phrase(struct wakeword *w, const int16_t *samples, size_t count,
                            struct wakeword_hit *out, struct fault *fault) {
    struct decoded spotted, own, other;
    enum err err = decoder_spot(w->decoder, w->phrase, samples, count, &spotted, fault);
    if (err || !spotted.words[0]) return err;
    size_t from = spotted.begin > BEFORE ? spotted.begin - BEFORE : 0;
    size_t to = spotted.end + AFTER < count ? spotted.end + AFTER : count;
    if (from >= to) return ERR_NONE;
    err = decoder_words(w->decoder, w->grammar, samples + from, to - from, &own, fault);
    if (!err) err = decoder_words(w->decoder, w->common, samples + from, to - from, &other, fault);
    if (err || !own.words[0]) return err;
    out->score = own.score - other.score;
    out->hit = out->score >= LEAST_SCORE;
    out->begin = (uint32_t)from + own.begin, out->end = (uint32_t)from + own.end;
    return ERR_NONE;
}

struct wakeword *wakeword_phrase(struct decoder *decoder, const char *phrase) {
    struct wakeword *w = calloc(1, sizeof *w);
    struct buf common = {0}, grammar = {0};
    common_grammar(&common);
    buf_printf(&grammar, "#JSGF V1.0;\ngrammar call;\npublic <call> = %s;\n", phrase);
    if (w) {
        *w = (struct wakeword){.feed = feed_phrase, .decoder = decoder, .phrase = strdup(phrase)};
        w->grammar = (char *)grammar.at, w->common = (char *)common.at;
        if (w->phrase && !grammar.err && !common.err) return w;
        wakeword_free(w);
        return NULL;
    }
    buf_free(&common), buf_free(&grammar);
    return NULL;
}

// -------------------------------------------------------------------------------------------- recordings

static enum err feed_template(struct wakeword *w, const int16_t *samples, size_t count,
                              struct wakeword_hit *out, struct fault *fault) {
    struct template_found found;
    template_find(w->t, samples, count, &found);
    out->score = template_limit(w->t) - found.cost;
    out->hit = out->score >= 0;
    out->begin = found.begin, out->end = found.end;
    return ERR_NONE;
}

struct wakeword *wakeword_template(struct template *t) {
    struct wakeword *w = calloc(1, sizeof *w);
    if (w) w->feed = feed_template, w->t = t;
    return w;
}

// ------------------------------------------------------------------------------------------------ a script

static enum err feed_script(struct wakeword *w, const int16_t *samples, size_t count,
                            struct wakeword_hit *out, struct fault *fault) {
    for (uint32_t i = 0; i < w->number_count; i++) out->hit |= w->numbers[i] == w->at;
    w->at++;
    out->end = out->hit ? (uint32_t)count : 0;
    return ERR_NONE;
}

struct wakeword *wakeword_scripted(const uint32_t *numbers, uint32_t count) {
    struct wakeword *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->feed = feed_script, w->number_count = count;
    w->numbers = calloc(count ? count : 1, sizeof *numbers);
    if (!w->numbers) return wakeword_free(w), NULL;
    for (uint32_t i = 0; i < count; i++) w->numbers[i] = numbers[i];
    return w;
}
