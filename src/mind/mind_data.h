// Inside the room: what all minds of a kind share.
#pragma once

#include "mind/intent/meaning.h"
#include "mind/mind.h"
#include "mind/mood/mood.h"
#include "mind/tree/tree.h"
#include "voice/strings.h"

enum { MIND_LOCALES = 5 };
extern const char *const MIND_LOCALE_NAMES[MIND_LOCALES];

// What is in it as a person would say it, by number: made once, so that nobody who looks has to search.
struct mind_words {
    struct text *does; // of each node
    struct text *felt; // of each emotion event
    struct why {
        struct text holds, fails;
    } * because; // of each condition
    struct text free, lies, told,
        lost; // nothing asked for it; it fell over; somebody wanted it; nobody knows what
};
// Names that the file does not know are taken apart: "LookAbout", "look about".
enum err mind_words_read(struct mind_data *data, const char *folder, struct fault *fault);

struct mind_data {
    struct arena *arena;
    struct buf notes;
    struct moods moods;
    struct tree tree;
    struct meanings meanings;
    struct mind_words words;
    struct strings *sentences[MIND_LOCALES]; // as MIND_LOCALE_NAMES
    bool vector;
};
