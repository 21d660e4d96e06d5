// Which abilities a robot has, by name, and whether they are on: one table for those who ask and those who
// act by it.
//
//     const struct feature *feature = feature_named(TEXT("Dancing"));    // NULL: there is none
//     struct feature_switches switches = {0};                            // all as they are built
//     feature_switch(&switches, feature, FEATURE_OFF);
//     if (feature_is_on(feature, &switches)) …
#pragma once

#include "base/text.h"

struct feature {
    const char *name;
    bool on;
};
const struct feature *features(size_t *count); // in the order of their names
const struct feature *feature_named(struct text name);

// What somebody has switched: a bit each, in the order of the table. Both 0: nothing.
struct feature_switches {
    uint32_t on, off;
};
enum feature_state { FEATURE_AS_BUILT, FEATURE_ON, FEATURE_OFF };
void feature_switch(struct feature_switches *switches, const struct feature *feature,
                    enum feature_state state);
bool feature_is_on(const struct feature *feature, const struct feature_switches *switches); // NULL: it is not
