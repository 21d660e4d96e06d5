// Inside the room: what all minds of a kind share.
#pragma once

#include "mind/intent/meaning.h"
#include "mind/mind.h"
#include "mind/mood/mood.h"
#include "mind/tree/tree.h"
#include "voice/strings.h"

enum { MIND_LOCALES = 5 };
extern const char *const MIND_LOCALE_NAMES[MIND_LOCALES];

struct mind_data {
    struct arena *arena;
    struct buf notes;
    struct moods moods;
    struct tree tree;
    struct meanings meanings;
    struct strings *sentences[MIND_LOCALES]; // as MIND_LOCALE_NAMES
    bool vector;
};
