// His two drives: a: is the card, b: his data flash. What was there is only read; what scripts write is kept
// in sectors of a fixed pool, and handed out to be kept on disk.
//
//     struct file_ref file = files_find(p, "a:log.txt");        // without a drive: the current one
//     size_t got = file_get(p, &file, 0, bytes, sizeof bytes);
//     struct file_ref made = files_make(p, 'a', "log.txt", true);
//     if (file_put(p, &made, 0, bytes, len) < len) …            // the drive is full
//
// A reference is good until the file is removed or the card is pulled out; then it reads nothing.
#pragma once

#include "base/err.h"
#include "border/card.h"

struct pleo;
enum { SECTOR = 512, SECTORS = 256, FILES_OWN = 48 };

struct file_own { // a file that was written here
    bool used, removed, changed;
    char drive, name[CARD_NAME_MAX];
    uint32_t size, serial;
    uint16_t first; // sector, from 1; 0: none
};
struct files {
    char drive; // the current one
    const struct card *card, *flash;
    struct file_own own[FILES_OWN];
    uint16_t next[SECTORS + 1]; // 0: free; SECTORS + 1: the last of a file
    uint8_t sectors[SECTORS][SECTOR];
    uint32_t serial;
    uint8_t *whole; // for handing out
    size_t room;
};
struct file_ref {
    int own; // -1: none
    uint32_t serial;
    const struct card_file *base;
    const struct card *card; // that it is on
};

static inline bool file_is(const struct file_ref *file) { return file->own >= 0 || file->base; }
void files_start(struct pleo *p);
void files_card(struct pleo *p, const struct card *card); // NULL: it was pulled out
// Splits "a:name"; without a drive it is the current one. False: no such drive, or no card, or a bad name.
bool files_name(struct pleo *p, const char *path, char *drive, char name[CARD_NAME_MAX]);
struct file_ref files_find(struct pleo *p, const char *path);
struct file_ref files_make(struct pleo *p, char drive, const char *name, bool empty); // found or made
uint32_t file_size(struct pleo *p, const struct file_ref *file);
size_t file_get(struct pleo *p, const struct file_ref *file, uint32_t at, void *to, size_t len);
size_t file_put(struct pleo *p, struct file_ref *file, uint32_t at, const void *from, size_t len);
// A whole file, or none where there is no room for all of it.
bool files_keep(struct pleo *p, char drive, const char *name, const void *bytes, size_t len);
// All of it, as bytes that last until the next call or write; at NULL: gone, or no memory.
struct bytes file_whole(struct pleo *p, const struct file_ref *file);
bool files_remove(struct pleo *p, const char *path);
// The n-th name of a drive that fits the pattern; false: there are fewer.
bool files_list(struct pleo *p, char drive, const char *pattern, uint32_t n, char name[CARD_NAME_MAX]);
uint32_t files_free(const struct pleo *p); // bytes
