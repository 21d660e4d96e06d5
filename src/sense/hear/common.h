// The words that anybody may say, which compete with those that a robot listens for: a closed grammar makes a
// command of whatever it hears.
//
//     common_grammar(&text)     // JSGF: any of them, any number of times
#pragma once

#include "base/buf.h"

void common_grammar(struct buf *out);
