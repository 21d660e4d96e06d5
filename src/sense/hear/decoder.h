// Speech made into words by PocketSphinx, whose every call stands in one file.
//
//     struct decoder *decoder = decoder_new(NULL);
//     if (decoder_check(decoder, &fault)) …                      // it is not installed: what is missing
//     struct decoded said;
//     decoder_words(decoder, jsgf, samples, count, &said, &fault);
//     decoder_spot(decoder, "hey vector", samples, count, &said, &fault);
//     decoder_free(decoder);
//
// An utterance is given as a whole, 16 bits at DECODER_HZ, and nothing of it stays: the same samples always
// give the same words. The library and its model are opened by the first call that needs them, in a third of
// a second; without them a program runs, and only these calls fail, each with ERR_MISSING and what is
// missing. A word of a grammar that the dictionary lacks is taken for two words written as one, or is spelt.
// Some 60 MB, so one is enough for a process: calls wait for one another, on whatever threads.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DECODER_HZ = 16000,
    DECODER_WORDS = 32,
    DECODER_TEXT = 256,
    DECODER_GRAMMARS = 8,
    DECODER_FRAME = DECODER_HZ / 100, // samples
    DECODER_MOST = DECODER_HZ * 30,   // samples of an utterance
    DECODER_GRAMMAR_MOST = 256 << 10, // bytes
};

struct decoded {
    char words[DECODER_TEXT]; // "": nothing fits
    float score;              // of the sound, for each frame; for comparing grammars on the same samples
    uint32_t begin, end;      // samples: from the first word to the last
    uint32_t count;
    struct decoded_word {
        char text[32];
        uint32_t begin, end;
    } list[DECODER_WORDS];
};

struct decoder;
// `model`: a folder with a model, its dictionary beside it; NULL: where Debian puts the American one. NULL is
// returned when there is no memory.
struct decoder *decoder_new(const char *model);
void decoder_free(struct decoder *decoder);
enum err decoder_check(struct decoder *decoder, struct fault *fault); // quick: nothing is opened
// As a sentence of a grammar in JSGF. Grammars are kept, by their text; of many the one used longest ago is
// forgotten.
enum err decoder_words(struct decoder *decoder, const char *jsgf, const int16_t *samples, size_t count,
                       struct decoded *out, struct fault *fault);
// A phrase among whatever is said, quickly; it takes what sounds like it for it, too.
enum err decoder_spot(struct decoder *decoder, const char *phrase, const int16_t *samples, size_t count,
                      struct decoded *out, struct fault *fault);
