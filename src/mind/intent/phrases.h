// What somebody says, as a voice service tells it: a table of phrases with slots for values.
//
//     struct phrases table;
//     if (phrases_read(document, arena, &table, fault)) return fault->err;
//     struct phrase_found found;
//     struct intent wanted = {0};
//     phrases_match(&table, TEXT("Hey Vector, set a timer for five minutes"), &found, &wanted);
//     found.called                 // by its name
//     found.cloud                  // "intent_clock_settimer_extend"; empty: no phrase fits
//     wanted                       // timer_duration: "300"
//     found.rest                   // what was said to it, without its name and polite words
//
// A document is {"calls": […], "names": […], "polite": […], "phrases": [{"cloud_intent": "…", "says": ["…"],
// "parameters": {…}}]}. A phrase is words, where a|b is either, (…) may be left out, and {key:kind} is a
// value of one of PHRASE_KINDS. Of several rows the first that fits counts. However long the words and
// whatever the table, a match takes a bounded number of steps. The arena owns what was read.
#pragma once

#include "base/arena.h"
#include "base/data/json.h"
#include "mind/intent/intent.h"
#include "mind/intent/spoken.h"

enum {
    PHRASES_MAX = 2048, // with every way to leave something out
    PHRASE_ROWS_MAX = 512,
    PHRASE_PARTS = 20,
    PHRASE_SLOTS = 3,
    PHRASE_STEPS = 20000
};

enum phrase_kind {
    PHRASE_NUMBER,
    PHRASE_DURATION, // as seconds
    PHRASE_VOLUME,   // as VOLUME_1 to VOLUME_5
    PHRASE_COLOUR,   // as COLOR_TEAL and so on
    PHRASE_DAY,      // today, tonight, tomorrow
    PHRASE_NAME,     // up to three words
    PHRASE_PLACE,    // up to six
    PHRASE_WORDS,    // all that follows
    PHRASE_KINDS
};
struct phrase_part {
    struct text words; // of a word: either of a|b
    struct text key;   // of a slot
    uint32_t kind;
    bool slot;
};
struct phrase {
    struct phrase_part *parts;
    uint32_t count, row;
    struct text says; // the line that it was made of
};
struct phrase_row {
    struct text cloud;
    const struct json *parameters; // NULL: none
    uint32_t line;
};
struct phrase_list {
    struct text *at;
    uint32_t count;
};
struct phrases {
    struct phrase *list;
    struct phrase_row *rows;
    uint32_t count, row_count;
    struct phrase_list calls, names, polite;
};
struct phrase_found {
    bool called;
    struct text cloud, rest, says;
};

enum err phrases_read(const struct json *document, struct arena *arena, struct phrases *out,
                      struct fault *fault);
void phrases_match(const struct phrases *table, struct text words, struct phrase_found *found,
                   struct intent *wanted);
