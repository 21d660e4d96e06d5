// Answers to questions and about the weather without a network: what a voice service would say, from a file.
//
//     struct answers answers;
//     if (answers_read(document, arena, &answers, fault)) return fault->err;
//     struct answer_time now = {.unix_s = …, .zone_s = 3600, .known = true};
//     char text[INTENT_TEXT];
//     if (answers_question(&answers, TEXT("how many feet are in a mile"), &now, text)) …   // "5280 feet."
//     answers_weather(&answers, &now, TEXT("Berlin, Germany"), true, &wanted);   // fills its values
//
// Sums, units, times in other places, and facts are answered. The weather is no forecast: it is drawn from
// the climate of the place and the day of the year, the same for everybody who asks on that day. A place that
// is not in the file, or a day that nobody told, has none: its condition is empty. The arena owns what was
// read.
#pragma once

#include "mind/intent/phrases.h"

enum { ANSWER_ROWS_MAX = 256 };

struct answer_time {
    int64_t unix_s;
    int32_t zone_s;
    bool known;
};
struct answer_unit {
    struct text kind, name, plural; // "m", "mile", "miles"
    double factor, offset;          // of the kind's first unit: value * factor + offset
};
struct answer_place {
    struct text name, also; // "London, United Kingdom"; other words for it, a|b
    float zone_h, mean, swing, daily, wet;
    struct text summer; // when its clocks go forward: "eu", "us" or empty
    bool south;
};
struct answers {
    struct phrases questions;
    struct answer_unit *units;
    struct answer_place *places;
    uint32_t unit_count, place_count;
};

enum err answers_read(const struct json *document, struct arena *arena, struct answers *out,
                      struct fault *fault);
bool answers_question(const struct answers *answers, struct text question, const struct answer_time *now,
                      char out[INTENT_TEXT]);
// wanted: its values "place" and "when" are taken, those of the answer are put.
void answers_weather(const struct answers *answers, const struct answer_time *now, struct text home,
                     bool fahrenheit, struct intent *wanted);
