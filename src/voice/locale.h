// The languages a robot speaks: a table of names and voices.
//
//     const struct locale *locale = locale_find("de-AT");    // the row "de-DE"; NULL: nobody speaks that
//     printf("%s\n", locale->voice);                         // "de"
//     puts(LOCALE_NAMES);                                    // for help and error texts
//
// A name that is not in the table is found by its language, the part before the dash. Upper and lower case
// are the same.
#pragma once

#include <stdbool.h>

#define LOCALE_NAMES "en-US, en-GB, en-AU, de-DE, fr-FR, ja-JP"

struct locale {
    const char *name;    // "en-US"
    const char *voice;   // espeak-ng's name of the voice
    bool without_blanks; // words are not separated by spaces
};

const struct locale *locale_find(const char *name);
// NULL after the last; the first row of a language stands for it
const struct locale *locale_at(unsigned index);
