// The whole way from words to an intent: the phrases stand in for a voice service, the answers for what it
// knows, the map for the robot's own reading of what comes back.
//
//     struct meanings meanings;                          // phrases.json, answers.json, intents.json
//     struct meaning said;
//     meaning_of(&meanings, TEXT("Hey Vector, good robot!"), &(struct meaning_about){…}, &said);
//     if (said.called) …                                 // by its name
//     intent_name(said.intent.number)                    // "imperative_praise"; NULL: nothing was wanted
//
// Words that are to the robot and that nobody understands are the unmatched intent. Words that are not to it
// mean something only when a phrase fits them as a whole.
#pragma once

#include "mind/intent/answers.h"
#include "mind/intent/intent_map.h"
#include "mind/intent/phrases.h"

struct meanings {
    struct intent_map map;
    struct phrases phrases;
    struct answers answers;
};
struct meaning_about {
    struct answer_time now;
    struct text home;                 // where it lives
    bool fahrenheit, to_it, question; // whoever speaks, speaks to it; an answer is what is expected
    struct feature_switches switches;
};
struct meaning {
    bool called;
    struct intent intent; // number 0: none
    struct text phrase;   // the line of the table that fitted; empty: none
    struct text cloud;    // what a voice service would have called it
};
void meaning_of(const struct meanings *meanings, struct text words, const struct meaning_about *about,
                struct meaning *out);
