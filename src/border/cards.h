// The memory cards of a play: each is read once, and kept for as long as somebody may read on it.
//
//     struct cards cards = {.beside = scenario->file};  // whose folder relative paths are from
//     const struct card *card = cards_open(&cards, path, digest, &fault);
//     cards_free(&cards);
//
// With a digest only a card with the same files will do: ERR_CHECKSUM. A card whose files have changed is
// read again. A scenario that comes with the program lies nowhere: its paths are meant from here.
#pragma once

#include "border/card.h"

enum { CARDS = 64 };
struct cards {
    const char *beside; // the owner's; NULL: paths are meant from here
    struct card *at[CARDS];
    uint32_t count;
};

const struct card *cards_open(struct cards *cards, const char *path, uint64_t digest, struct fault *fault);
void cards_free(struct cards *cards);
