// Words as a table of phrases reads them: small letters, without punctuation, each with the place it came
// from.
//
//     struct spoken said;
//     spoken_read(TEXT("Set it for twenty-five minutes!"), &said);   // set it for twenty five minutes
//     uint32_t used = spoken_number(&said, 3, &number);                    // 2: 25
//     used = spoken_duration(&said, 3, &seconds);                          // 3: 1500
//     struct text place = spoken_span(&said, 2, 4);                        // as it was written
//
// A text of any length is read as far as SPOKEN_WORDS words and SPOKEN_BYTES bytes; `more` says that it went
// on. Apostrophes are nothing, a number and a unit written together are two words, and signs between numbers
// are words: plus, minus, times, over, percent. What was read points into the text that was given.
#pragma once

#include "base/text.h"

enum { SPOKEN_WORDS = 48, SPOKEN_BYTES = 768 };

struct spoken_word {
    struct text plain, written;
};
struct spoken {
    struct spoken_word words[SPOKEN_WORDS];
    uint32_t count;
    bool more;
    char bytes[SPOKEN_BYTES];
};

void spoken_read(struct text text, struct spoken *out);
bool spoken_is(const struct spoken *said, uint32_t at, const char *word); // false after the last, too
struct text spoken_span(const struct spoken *said, uint32_t at, uint32_t count);
// How many words belong to it; 0: there is none. Numbers from 0 to a million million, also written as digits;
// durations in seconds, of one unit or several.
uint32_t spoken_number(const struct spoken *said, uint32_t at, double *out);
uint32_t spoken_duration(const struct spoken *said, uint32_t at, double *seconds);
