// The kinds of conditions: each a row with its keys and how it is answered from what the mind knows.
//
//     struct tree_tables tables = {MIND_CLASSES, CONDITION_CLASSES};
//
// A condition is asked at most once a beat. What was felt counts once: a node that began because of it is not
// led by it again (condition_spent).
#pragma once

#include "mind/tree/live.h"

extern const struct condition_class *const CONDITION_CLASSES[]; // ended by NULL
