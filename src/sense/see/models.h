// Models that strangers have trained, which are no part of the project: which there are, and where they lie.
//
//     struct net *net = sight_model_open("faces", &fault);    // the caller frees it; NULL: fault tells why
//     for (const struct sight_model *m = SIGHT_MODELS; m->use; m++) sight_model_path(m, path) …
//
// They lie in $CRITTER_MODELS, or in the user's own folder for data; tools/models brings them there.
// ERR_MISSING: it is not there. What is wrong in a file is told with its place.
#pragma once

#include "neural/net.h"

enum { SIGHT_PATH_MOST = 512 };
struct sight_model {
    const char *use, *file, *package, *version, *inside, *sha256, *licence, *what;
};
extern const struct sight_model SIGHT_MODELS[]; // ended by one without a use
void sight_model_path(const struct sight_model *model, char out[SIGHT_PATH_MOST]);
struct net *sight_model_open(const char *use, struct fault *fault);
