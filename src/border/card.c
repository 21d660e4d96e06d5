#include "border/card.h"

#include "base/hash.h"
#include "base/system/file.h"

#include <stdlib.h>
#include <string.h>

static enum err add(struct card *card, const char *path, const char *name, struct fault *fault) {
    if (card->count == CARD_FILES_MAX)
        return fault_set(fault, ERR_LIMIT, "a card holds at most %d files", CARD_FILES_MAX);
    if (strlen(name) >= CARD_NAME_MAX)
        return fault_set(fault, ERR_LIMIT, "%.80s: a name on a card has at most %d letters", name,
                         CARD_NAME_MAX - 1);
    struct buf file = {0};
    enum err err = file_read(path, CARD_BYTES_MAX - card->bytes, &file, fault);
    if (err) return err;
    struct card_file *to = &card->files[card->count++];
    to->bytes.len = file.len;
    card->bytes += file.len;
    memcpy(to->name, name, strlen(name) + 1);
    to->bytes.at = (const uint8_t *)buf_take(&file); // NULL: the file is empty
    card->digest = hash64(card->digest, name, strlen(name) + 1);
    card->digest = hash64(card->digest, to->bytes.at, to->bytes.len);
    return ERR_NONE;
}

static enum err visit(void *user, const char *path, const char *relative, struct fault *fault) {
    return add(user, path, relative, fault);
}

struct card *card_open(const char *path, struct fault *fault) {
    struct card *card = calloc(1, sizeof *card);
    if (!card) return fault_set(fault, ERR_MEMORY, "no memory for a card"), NULL;
    card->digest = 1; // an empty card is a card
    enum err err = ERR_NONE;
    if (strlen(path) >= sizeof card->path)
        err = fault_set(fault, ERR_LIMIT, "the path of a card has at most %d letters", CARD_PATH_MAX - 1);
    else
        memcpy(card->path, path, strlen(path) + 1);
    card->folder = folder_exists(path);
    if (!err)
        err = card->folder ? folder_walk(path, visit, card, fault) : add(card, path, path_name(path), fault);
    if (!err) return card;
    card_free(card);
    return NULL;
}

void card_free(struct card *card) {
    if (!card) return;
    for (size_t i = 0; i < card->count; i++) free((void *)(uintptr_t)card->files[i].bytes.at);
    free(card);
}

const struct card_file *card_find(const struct card *card, struct text name) {
    for (size_t i = 0; card && i < card->count; i++)
        if (text_same_nocase(text_of(card->files[i].name), name)) return &card->files[i];
    return NULL;
}
