#include "pleo/os/os_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = SECTORS + 1 };
static const struct file_ref NOTHING = {.own = -1};

void files_start(struct pleo *p) {
    p->files.drive = 'a';
    p->files.flash = p->config.flash;
}

static const struct card *card_of(const struct pleo *p, char drive) {
    return drive == 'a' ? p->files.card : p->files.flash;
}

static void release(struct files *f, struct file_own *own) {
    for (uint16_t at = own->first; at && at != LAST;) {
        uint16_t next = f->next[at];
        f->next[at] = 0;
        at = next;
    }
    own->first = 0, own->size = 0;
}

void files_card(struct pleo *p, const struct card *card) {
    struct files *f = &p->files;
    for (int i = 0; i < FILES_OWN; i++) {
        if (!f->own[i].used || f->own[i].drive != 'a') continue;
        release(f, &f->own[i]);
        f->own[i] = (struct file_own){0};
    }
    f->card = card;
}

bool files_name(struct pleo *p, const char *path, char *drive, char name[CARD_NAME_MAX]) {
    *drive = p->files.drive;
    if (path[0] && path[1] == ':') {
        *drive = (char)tolower((unsigned char)path[0]);
        path += 2;
    }
    while (*path == '/') path++;
    bool there = *drive == 'b' || (*drive == 'a' && p->files.card);
    size_t len = strlen(path);
    bool climbs = strstr(path, "..") != NULL;
    if (!there || !len || len >= CARD_NAME_MAX || climbs) return false;
    memcpy(name, path, len + 1);
    for (size_t i = 0; i < len; i++)
        if (name[i] == '\\' || (unsigned char)name[i] < 32) return false;
    return true;
}

static struct file_own *own_named(struct pleo *p, char drive, const char *name) {
    for (int i = 0; i < FILES_OWN; i++) {
        struct file_own *own = &p->files.own[i];
        if (own->used && own->drive == drive && text_same_nocase(text_of(own->name), text_of(name)))
            return own;
    }
    return NULL;
}

static struct file_ref ref_of(struct pleo *p, const struct file_own *own) {
    return (struct file_ref){.own = (int)(own - p->files.own), .serial = own->serial};
}

static struct file_own *own_of(struct pleo *p, const struct file_ref *file) {
    struct file_own *own = file->own >= 0 ? &p->files.own[file->own] : NULL;
    return own && own->used && !own->removed && own->serial == file->serial ? own : NULL;
}

static struct file_ref find(struct pleo *p, char drive, const char *name) {
    struct file_own *own = own_named(p, drive, name);
    if (own) return own->removed ? NOTHING : ref_of(p, own);
    const struct card *card = card_of(p, drive);
    const struct card_file *base = card_find(card, text_of(name));
    return (struct file_ref){.own = -1, .base = base, .card = card};
}

struct file_ref files_find(struct pleo *p, const char *path) {
    char drive, name[CARD_NAME_MAX];
    return files_name(p, path, &drive, name) ? find(p, drive, name) : NOTHING;
}

// Of a file that is still there.
static struct bytes base_of(struct pleo *p, const struct file_ref *file) {
    bool there = file->base && (file->card == p->files.card || file->card == p->files.flash);
    return there ? file->base->bytes : (struct bytes){0};
}

uint32_t file_size(struct pleo *p, const struct file_ref *file) {
    struct file_own *own = own_of(p, file);
    return own ? own->size : (uint32_t)base_of(p, file).len;
}

// The sector that holds the byte; 0: none.
static uint16_t sector_at(const struct files *f, const struct file_own *own, uint32_t at) {
    uint16_t sector = own->first;
    for (uint32_t i = at / SECTOR; i && sector && sector != LAST; i--) sector = f->next[sector];
    return sector == LAST ? 0 : sector;
}

size_t file_get(struct pleo *p, const struct file_ref *file, uint32_t at, void *to, size_t len) {
    uint32_t size = file_size(p, file);
    if (at >= size) return 0;
    if (len > size - at) len = size - at;
    const struct file_own *own = own_of(p, file);
    if (!own) {
        memcpy(to, base_of(p, file).at + at, len);
        return len;
    }
    for (size_t done = 0; done < len;) {
        uint32_t from = (at + (uint32_t)done) % SECTOR;
        size_t piece = SECTOR - from < len - done ? SECTOR - from : len - done;
        uint16_t sector = sector_at(&p->files, own, at + (uint32_t)done);
        memcpy((uint8_t *)to + done, p->files.sectors[sector - 1] + from, piece);
        done += piece;
    }
    return len;
}

static bool grow(struct files *f, struct file_own *own, uint32_t size) {
    uint32_t have = (own->size + SECTOR - 1) / SECTOR, need = (size + SECTOR - 1) / SECTOR;
    while (have < need) {
        uint16_t free_one = 1;
        while (free_one <= SECTORS && f->next[free_one]) free_one++;
        if (free_one > SECTORS) return false;
        f->next[free_one] = LAST;
        memset(f->sectors[free_one - 1], 0, SECTOR);
        uint16_t last = have ? sector_at(f, own, (have - 1) * SECTOR) : 0;
        *(last ? &f->next[last] : &own->first) = free_one;
        have++;
        own->size = size < have * SECTOR ? size : have * SECTOR;
    }
    if (size > own->size) own->size = size;
    return true;
}

static size_t put_own(struct pleo *p, struct file_own *own, uint32_t at, const void *from, size_t len) {
    size_t done = 0;
    own->changed = true;
    while (done < len) {
        uint32_t where = at + (uint32_t)done, inside = where % SECTOR;
        size_t piece = SECTOR - inside < len - done ? SECTOR - inside : len - done;
        if (where + piece > own->size && !grow(&p->files, own, where + (uint32_t)piece)) break;
        memcpy(p->files.sectors[sector_at(&p->files, own, where) - 1] + inside, (const uint8_t *)from + done,
               piece);
        done += piece;
    }
    return done;
}

struct file_ref files_make(struct pleo *p, char drive, const char *name, bool empty) {
    if (drive != 'b' && !p->files.card) return NOTHING;
    struct file_own *own = own_named(p, drive, name);
    struct bytes old = {0};
    if (!own) {
        const struct card_file *base = card_find(card_of(p, drive), text_of(name));
        if (base && !empty) old = base->bytes;
        for (int i = 0; i < FILES_OWN && !own; i++)
            if (!p->files.own[i].used) own = &p->files.own[i];
        if (!own) return NOTHING;
        *own = (struct file_own){.used = true, .drive = drive};
        text_copy(text_of(name), own->name, sizeof own->name);
    }
    if (empty || own->removed || !own->serial) {
        release(&p->files, own);
        own->removed = false;
        own->changed = true;
        own->serial = ++p->files.serial;
    }
    if (old.len && put_own(p, own, 0, old.at, old.len) < old.len) { // no room for a copy of it
        release(&p->files, own);
        *own = (struct file_own){0};
        return NOTHING;
    }
    return ref_of(p, own);
}

size_t file_put(struct pleo *p, struct file_ref *file, uint32_t at, const void *from, size_t len) {
    struct file_own *own = own_of(p, file);
    if (!own || at > own->size) return 0;
    return put_own(p, own, at, from, len);
}

bool files_keep(struct pleo *p, char drive, const char *name, const void *bytes, size_t len) {
    struct file_ref file = files_make(p, drive, name, true);
    if (!file_is(&file)) return false;
    if (file_put(p, &file, 0, bytes, len) == len) return true;
    char path[CARD_NAME_MAX + 2] = {drive, ':'};
    memcpy(path + 2, name, strnlen(name, CARD_NAME_MAX - 1));
    files_remove(p, path);
    return false;
}

struct bytes file_whole(struct pleo *p, const struct file_ref *file) {
    const struct file_own *own = own_of(p, file);
    if (!own) return base_of(p, file);
    struct files *f = &p->files;
    if (f->room < own->size + 1u) {
        free(f->whole);
        f->whole = malloc(own->size + 1u);
        f->room = f->whole ? own->size + 1u : 0;
    }
    if (!f->whole) return (struct bytes){0};
    file_get(p, file, 0, f->whole, own->size);
    return (struct bytes){f->whole, own->size};
}

bool files_remove(struct pleo *p, const char *path) {
    char drive, name[CARD_NAME_MAX];
    if (!files_name(p, path, &drive, name)) return false;
    struct file_ref there = find(p, drive, name);
    if (!file_is(&there)) return false;
    struct file_ref file = files_make(p, drive, name, true);
    struct file_own *own = own_of(p, &file);
    if (!own) return false;
    own->removed = own->changed = true;
    return true;
}

bool files_list(struct pleo *p, char drive, const char *pattern, uint32_t n, char name[CARD_NAME_MAX]) {
    const struct card *card = card_of(p, drive);
    for (size_t i = 0; card && i < card->count; i++) {
        if (own_named(p, drive, card->files[i].name) || !text_glob(pattern, card->files[i].name) || n-- > 0)
            continue;
        memcpy(name, card->files[i].name, CARD_NAME_MAX);
        return true;
    }
    for (int i = 0; i < FILES_OWN; i++) {
        const struct file_own *own = &p->files.own[i];
        if (!own->used || own->removed || own->drive != drive || !text_glob(pattern, own->name) || n-- > 0)
            continue;
        memcpy(name, own->name, CARD_NAME_MAX);
        return true;
    }
    return false;
}

uint32_t files_free(const struct pleo *p) {
    uint32_t sectors = 0;
    for (int i = 1; i <= SECTORS; i++) sectors += !p->files.next[i];
    return sectors * SECTOR;
}

const struct card *pleo_card(const struct soul *soul) {
    if (soul->class->messages != &pleo_soul_messages) return NULL;
    return ((const struct pleo *)(const void *)soul)->files.card;
}

bool pleo_written(struct soul *soul, struct pleo_file *out) {
    if (soul->class->messages != &pleo_soul_messages) return false;
    struct pleo *p = (struct pleo *)(void *)soul;
    for (int i = 0; i < FILES_OWN; i++) {
        struct file_own *own = &p->files.own[i];
        if (!own->used || !own->changed) continue;
        own->changed = false;
        *out = (struct pleo_file){.drive = own->drive, .removed = own->removed};
        memcpy(out->name, own->name, sizeof out->name);
        struct file_ref file = ref_of(p, own);
        struct bytes whole = {0};
        if (!own->removed) whole = file_whole(p, &file);
        out->bytes = (uint8_t *)(uintptr_t)whole.at, out->len = whole.len;
        return true;
    }
    return false;
}
