// Samples to words with a confidence, whoever does it.
//
//     struct recogniser *r = recogniser_grammar(decoder, jsgf);      // or recogniser_scripted(lines, count)
//     struct recognised said;
//     enum err err = recogniser_hear(r, samples, count, &said, &fault);
//     if (!err && said.sure) …said.words…
//     recogniser_free(r);
//
// One utterance at a time, at 16000 samples a second. A grammar's recogniser hears each twice: as one of its
// sentences and as common words (sense/hear/common.h). The confidence says how much better the sentence fits:
// 0.5 is as well. What is unsure is no command; its words are told all the same, for whoever wants to know.
// The decoder must outlive it; the texts are copied.
#pragma once

#include "sense/hear/decoder.h"

struct recognised {
    char words[DECODER_TEXT]; // "": none
    float confidence;         // 0 … 1
    bool sure;
};

struct recogniser;
struct recogniser *recogniser_grammar(struct decoder *decoder, const char *jsgf); // NULL: no memory
// Says its lines one after the other, whatever it hears; after the last it hears nothing. For tests and
// shows.
struct recogniser *recogniser_scripted(const char *const *lines, uint32_t count);
void recogniser_free(struct recogniser *recogniser);
enum err recogniser_hear(struct recogniser *recogniser, const int16_t *samples, size_t count,
                         struct recognised *out, struct fault *fault);
