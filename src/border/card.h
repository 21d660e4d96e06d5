// A memory card: a folder, or a single file, as files in memory.
//
//     struct card *card = card_open("hello/build", &fault);        // or hello.urf
//     const struct card_file *file = card_find(card, TEXT("hello.urf"));
//     card_free(card);
//
// A card is read once, when it is put in, and never changes afterwards; whoever writes on it keeps what it
// wrote. The digest is over names and contents, so two cards with the same files are the same card. Names are
// below the folder, with slashes, and compared without case. The caller frees.
#pragma once

#include "base/buf.h"
#include "base/text.h"

enum { CARD_FILES_MAX = 512, CARD_BYTES_MAX = 32 << 20, CARD_PATH_MAX = 256, CARD_NAME_MAX = 64 };

struct card_file {
    char name[CARD_NAME_MAX];
    struct bytes bytes;
};
struct card {
    char path[CARD_PATH_MAX]; // where it was read from
    bool folder;              // what is written on it goes into this folder
    uint64_t digest;
    struct card_file files[CARD_FILES_MAX];
    size_t count;
    size_t bytes;
};
// NULL: fault names the path. ERR_LIMIT: too many files, or too large.
struct card *card_open(const char *path, struct fault *fault);
void card_free(struct card *card);
const struct card_file *card_find(const struct card *card, struct text name); // NULL: none
