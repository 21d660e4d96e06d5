// A word by recordings of it, whatever it is: how alike the cepstra of an utterance and of the recordings
// are, stretched in time to fit (dynamic time warping).
//
//     struct template *t = template_new();                            // NULL: no memory
//     template_learn(t, samples, count, &fault);                      // one to TEMPLATE_MOST recordings
//     struct template_found found;
//     template_find(t, samples, count, &found);                       // anywhere in an utterance
//     if (found.cost <= template_limit(t)) …from found.begin to found.end…
//     template_free(t);
//
// 16 bits at 16000 samples a second. Silence about a recording is cut off. The limit follows from how unlike
// the recordings are to one another: two or three of the same speaker are better than one.
#pragma once

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum { TEMPLATE_MOST = 5, TEMPLATE_FRAMES = 300 };
struct template;
struct template_found {
    float cost;          // of a frame; the smaller, the more alike
    uint32_t begin, end; // samples
};
struct template *template_new(void);
void template_free(struct template *t); // NULL is fine
enum err template_learn(struct template *t, const int16_t *samples, size_t count, struct fault *fault);
float template_limit(const struct template *t);
void template_find(const struct template *t, const int16_t *samples, size_t count,
                   struct template_found *out);
