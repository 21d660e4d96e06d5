// Which abilities a robot has, by name, and whether they are on: one table for those who ask and those who
// act by it.
//
//     const struct feature *feature = feature_named(TEXT("Dancing"));    // NULL: there is none
//     if (feature && feature->on) …
#pragma once

#include "base/text.h"

struct feature {
    const char *name;
    bool on;
};
const struct feature *features(size_t *count); // in the order of their names
const struct feature *feature_named(struct text name);
