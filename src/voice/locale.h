// The languages a robot speaks, as one table: their names, and the voices they are spoken with.
//
//     const struct locale *locale = locale_find("de-AT");    // the row "de-DE"; NULL: nobody speaks that
//     printf("%s\n", locale->voice);                         // "de"
//     puts(LOCALE_NAMES);                                    // for help and error texts
//
// A name that is not in the table is found by its language, the part before the dash. Case does not matter.
#pragma once

#include <stdbool.h>

#define LOCALE_NAMES "en-US, en-GB, en-AU, de-DE, fr-FR, ja-JP"

struct locale {
    const char *name;    // "en-US"
    const char *voice;   // espeak-ng's voice
    bool without_blanks; // words are not parted by blanks
};

const struct locale *locale_find(const char *name);
const struct locale *locale_at(unsigned index); // NULL after the last; the first of a language speaks for it
