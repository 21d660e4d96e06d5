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
};

void wakeword_free(struct wakeword *w) {
    if (!w) return;
    free(w->phrase), free(w->grammar), free(w->common);
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
        *w = (struct wakeword){feed_phrase, decoder, strdup(phrase), (char *)grammar.at, (char *)common.at};
        if (w->phrase && !grammar.err && !common.err) return w;
        wakeword_free(w);
        return NULL;
    }
    buf_free(&common), buf_free(&grammar);
    return NULL;
}
