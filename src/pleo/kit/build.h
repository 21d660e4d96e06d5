// Builds a project: every resource, the includes that scripts know them by, and the one file for Pleo's card.
//
//     struct kit_build build = {.project = "hello.upf", .now = 1216936757, .say = print, .includes =
//     KIT_INCLUDES};
//     if (kit_build(&build, fault)) return fault->err;
//     kit_clean(&build, fault);                             // removes all that a build makes
//
// What is said is the log of the maker's tool, line for line. Only what changed since the last build is made
// again: a resource remembers what it was made from (in temp/built.json), by contents and not by time. Files
// are written whole or not at all, so a build that was interrupted is simply built again.
//
// A resource that cannot be built is complained about with file and line, and the rest goes on, so that all
// that is wrong is told at once; then no .urf is written. ERR_CANCELLED: *stop was set.
#pragma once

#include "base/system/embedded.h"
#include "codec/pleo/urf.h"

extern const struct embedded KIT_INCLUDES[]; // the includes of the kit

struct kit_build {
    const char *project; // path of the .upf
    uint32_t now;        // the build time, seconds since 1970
    const struct embedded *includes;
    // Lines without their end. `wrong`: a complaint, else the log. NULL: silent.
    void (*say)(void *user, bool wrong, const char *line);
    void *user;
    const volatile bool *stop; // NULL: never
    // Results.
    char urf[1024];       // path of the file for the card
    unsigned built, kept; // resources made anew, and those that were good as they were
    unsigned errors;
};

enum err kit_build(struct kit_build *build, struct fault *fault);
enum err kit_clean(struct kit_build *build, struct fault *fault);
