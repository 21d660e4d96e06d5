// Which abilities a robot has, by name, and whether they are on: one table for those who ask and those who
// act by it.
//
//     const struct feature *feature = feature_named(TEXT("Dancing"));    // NULL: there is none
//     struct feature_switches switches = {0};                            // all as they are built
//     feature_switch(&switches, feature, FEATURE_OFF);
//     if (feature_is_on(feature, &switches)) …
//
// Switches are kept in a document, "feature-switches", with a name and whether it is on in each field.
#pragma once

#include "store/store.h"

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
enum feature_state feature_state(const struct feature *feature, const struct feature_switches *switches);
// No document: nothing is switched. What is in it and no feature, or not true or false, is told with its
// place.
enum err features_read(struct store *store, struct feature_switches *out, struct fault *fault);
enum err features_write(struct store *store, const struct feature_switches *switches, struct fault *fault);
// Sets the feature that a person named; ERR_UNKNOWN says which name is near.
enum err features_set(struct feature_switches *switches, struct text name, enum feature_state state,
                      struct fault *fault);
