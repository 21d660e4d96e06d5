// Names with numbers, found in Pawn's include files: enumerations, `const` and #define. Tables of commands
// name properties and their values so.
//
//     struct constants all = {0};
//     constants_scan(&all, source, fault);          // for each include
//     int32_t value;
//     if (constants_find(&all, TEXT("mood_happy"), &value)) …
//     constants_free(&all);
//
// This is no compiler: conditions (#if) are not looked at, and a value is a number, a name found before, or
// one more than the last of its enumeration. What is written otherwise is stepped over. The first meaning of
// a name stays.
#pragma once

#include "base/table.h"

struct constants {
    struct table names;
};

enum err constants_scan(struct constants *all, struct text source, struct fault *fault); // ERR_MEMORY
bool constants_find(const struct constants *all, struct text name, int32_t *value);
void constants_free(struct constants *all);
