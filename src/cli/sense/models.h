// The models that strangers have trained: which there are, where they come from, and where they lie here.
//
//     struct net *net = model_open("faces", &fault);        // NULL: it is not here, or it lies
//
// None of them is part of the program. tools/models brings them, by name, version and checksum, into
// $CRITTER_MODELS, or into the user's own folder for data.
#pragma once

#include "neural/net.h"

struct net *model_open(const char *use, struct fault *fault); // the caller's: net_free
