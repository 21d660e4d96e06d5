#include "border/cards.h"

#include "base/system/file.h"

#include <stdio.h>
#include <string.h>

static void from_folder(const struct cards *cards, const char *path, char *full, size_t room) {
    const char *slash = cards->beside ? strrchr(cards->beside, '/') : NULL;
    int folder = slash && path[0] != '/' ? (int)(slash - cards->beside) : 0;
    if (folder > 0)
        snprintf(full, room, "%.*s/%s", folder, cards->beside, path);
    else
        snprintf(full, room, "%s", path);
    bool there = file_exists(full) || folder_exists(full);
    if (!there) snprintf(full, room, "%s", path); // a recording is also played from elsewhere
}

const struct card *cards_open(struct cards *cards, const char *path, uint64_t digest, struct fault *fault) {
    char full[CARD_PATH_MAX + 256];
    from_folder(cards, path, full, sizeof full);
    struct card *card = card_open(full, fault);
    if (!card) return NULL;
    if (digest && card->digest != digest) {
        card_free(card);
        fault_set(fault, ERR_CHECKSUM, "%s: these are not the files that were on the card then", full);
        return NULL;
    }
    for (uint32_t i = 0; i < cards->count; i++) {
        if (strcmp(cards->at[i]->path, card->path) != 0 || cards->at[i]->digest != card->digest) continue;
        card_free(card);
        return cards->at[i];
    }
    if (cards->count == CARDS) {
        card_free(card);
        fault_set(fault, ERR_LIMIT, "at most %d different cards in one play", CARDS);
        return NULL;
    }
    return cards->at[cards->count++] = card;
}

void cards_free(struct cards *cards) {
    for (uint32_t i = 0; i < cards->count; i++) card_free(cards->at[i]);
    cards->count = 0;
}
