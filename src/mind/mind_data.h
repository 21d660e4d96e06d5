// Inside the room: what all minds of a kind share.
#pragma once

#include "mind/mind.h"
#include "mind/mood/mood.h"
#include "mind/tree/tree.h"

struct mind_data {
    struct arena *arena;
    struct buf notes;
    struct moods moods;
    struct tree tree;
    bool vector;
};
