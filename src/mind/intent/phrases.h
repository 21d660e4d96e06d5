// What somebody means by what they say: phrases, typed or spoken, as intents.
//
//     struct meaning said = phrase_meaning(TEXT("Hey Vector, good robot!"));
//     if (said.wake) …                                 // it was called
//     if (said.intent) intent_name(said.intent)        // "imperative_praise"
//
// Case, punctuation and polite words do not matter. A text of any length is read up to PHRASE_MAX bytes.
#pragma once

#include "base/text.h"

enum { PHRASE_MAX = 256 };
struct meaning {
    bool wake;
    uint32_t intent; // 0: none that is known
    float number;    // of a timer (s), a volume (1 to 5); 0: none was said
};
struct meaning phrase_meaning(struct text words);
uint32_t intent_number(struct text name); // 0: there is none
const char *intent_name(uint32_t number); // NULL: there is none
