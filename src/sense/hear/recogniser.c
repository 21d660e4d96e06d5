#include "sense/hear/recogniser.h"

#include "base/maths/maths.h"
#include "sense/hear/common.h"

#include <stdlib.h>
#include <string.h>

// Measured on four voices with 48 phrases (two are below) and on 51 of a woman's prompts (one is above): in
// points of the decoder's scores.
#define POINTS_EVEN  -4.5f // so much worse than common words is as likely as not
#define POINTS_SLOPE 2.0f

struct recogniser {
    enum err (*hear)(struct recogniser *r, const int16_t *samples, size_t count, struct recognised *out,
                     struct fault *fault);
    struct decoder *decoder;
    char *grammar, *common;
    char (*lines)[DECODER_TEXT];
    uint32_t line_count, at;
};

void recogniser_free(struct recogniser *r) {
    if (!r) return;
    free(r->grammar), free(r->common), free(r->lines);
    free(r);
}

enum err recogniser_hear(struct recogniser *r, const int16_t *samples, size_t count, struct recognised *out,
                         struct fault *fault) {
    memset(out, 0, sizeof *out);
    return r->hear(r, samples, count, out, fault);
}

static enum err hear_grammar(struct recogniser *r, const int16_t *samples, size_t count,
                             struct recognised *out, struct fault *fault) {
    struct decoded own, other;
    enum err err = decoder_words(r->decoder, r->grammar, samples, count, &own, fault);
    if (err || !own.words[0]) return err;
    err = decoder_words(r->decoder, r->common, samples, count, &other, fault);
    if (err) return err;
    float points = own.score - other.score - POINTS_EVEN;
    out->confidence = other.words[0] ? 1 / (1 + m_exp(-points / POINTS_SLOPE)) : 1;
    out->sure = out->confidence >= 0.5f;
    memcpy(out->words, own.words, sizeof out->words);
    return ERR_NONE;
}

struct recogniser *recogniser_grammar(struct decoder *decoder, const char *jsgf) {
    struct recogniser *r = calloc(1, sizeof *r);
    struct buf common = {0};
    common_grammar(&common);
    if (r) *r = (struct recogniser){.hear = hear_grammar, .decoder = decoder, .grammar = strdup(jsgf)};
    if (!r || !r->grammar || common.err) {
        buf_free(&common), recogniser_free(r);
        return NULL;
    }
    r->common = (char *)common.at;
    return r;
}

static enum err hear_script(struct recogniser *r, const int16_t *samples, size_t count,
                            struct recognised *out, struct fault *fault) {
    if (r->at == r->line_count) return ERR_NONE;
    memcpy(out->words, r->lines[r->at++], sizeof out->words);
    out->confidence = 1, out->sure = true;
    return ERR_NONE;
}

struct recogniser *recogniser_scripted(const char *const *lines, uint32_t count) {
    struct recogniser *r = calloc(1, sizeof *r);
    if (!r || !(r->lines = calloc(count ? count : 1, sizeof *r->lines))) return free(r), NULL;
    r->hear = hear_script, r->line_count = count;
    for (uint32_t i = 0; i < count; i++) strncpy(r->lines[i], lines[i], DECODER_TEXT - 1);
    return r;
}
