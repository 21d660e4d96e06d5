// The word that wakes it: samples in, hits out, whoever looks for it.
//
//     struct wakeword *w = wakeword_phrase(decoder, "hey vector");   // or _template, _scripted
//     struct wakeword_hit hit;
//     if (!wakeword_feed(w, samples, count, &hit, &fault) && hit.hit) …   // from hit.begin to hit.end
//     wakeword_free(w);
//
// Fed with one utterance at a time (sense/hear/utterance.h), at 16000 samples a second. A phrase is looked
// for quickly first; what is caught is heard once more among common words, for a spotter alone takes "hey
// victor" for it, too. The decoder must outlive it. A template is a word by recordings of it; it needs no
// decoder.
#pragma once

#include "sense/hear/decoder.h"
#include "sense/hear/template.h"

struct wakeword_hit {
    bool hit;
    float score; // how much better it fits than common words; below 0: worse
    uint32_t begin, end;
};

struct wakeword;
struct wakeword *wakeword_phrase(struct decoder *decoder, const char *phrase); // NULL: no memory
struct wakeword *wakeword_template(struct template *t); // its own from now on, unless it is NULL: no memory
// Hits at the utterances whose numbers, counted from 0, are in the list; for tests and shows.
struct wakeword *wakeword_scripted(const uint32_t *numbers, uint32_t count);
void wakeword_free(struct wakeword *wakeword);
enum err wakeword_feed(struct wakeword *wakeword, const int16_t *samples, size_t count,
                       struct wakeword_hit *out, struct fault *fault);
