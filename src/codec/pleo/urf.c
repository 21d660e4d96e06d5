#include "codec/pleo/urf.h"

#include "base/hash.h"
#include "base/plural.h"
#include "codec/pleo/field.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEADER = 64,
    BLOCK = 512,
    WORD = 4,
    ENTRY = 40,
    INDEX_HEAD = 8,
    FILLING = '0',
    FORMAT = 1,
    PROPERTY_BYTES = 4, // room for a value
    CHECKSUM_BYTES = 8,
};
static const uint32_t NOWHERE = 0xffffffff;

static const struct {
    const char *name, *signature;
} TYPES[URF_TYPES] = {
    {"sound", "UGSF"}, {"motion", "UGMF"}, {"command", "UGCF"}, {"script", " AMX"}, {"property", "PROP"},
};

const char *urf_type_name(enum urf_type type) { return TYPES[type].name; }
const char *urf_signature(enum urf_type type) { return TYPES[type].signature; }
unsigned urf_id(enum urf_type type, size_t index) { return (unsigned)((type + 1) * 0x1000 + index); }
bool urf_fits(const struct urf *all) { return all->size + CHECKSUM_BYTES <= URF_FLASH; }

uint32_t urf_free(const struct urf *all) {
    uint32_t used = all->index[URF_PROPERTY];
    return used < URF_FLASH ? URF_FLASH - used : 0;
}

const struct urf_entry *urf_by_id(const struct urf *all, unsigned id) {
    unsigned type = id / 0x1000, index = id % 0x1000;
    if (type < 1 || type > URF_TYPES || index >= all->of[type - 1].count) return NULL;
    const struct urf_entry *entry = &all->of[type - 1].at[index];
    return entry->unused ? NULL : entry;
}

const struct urf_entry *urf_find(const struct urf *all, enum urf_type type, struct text name) {
    for (size_t i = 0; i < all->of[type].count; i++)
        if (!all->of[type].at[i].unused && text_is(name, all->of[type].at[i].name))
            return &all->of[type].at[i];
    return NULL;
}

// ---- reading

struct part { // what takes up a piece of the file
    uint32_t from, to;
    enum urf_type type;
    size_t entry; // WHOLE: the index itself
};
static const size_t WHOLE = SIZE_MAX;

static int type_of(struct bytes signature) {
    for (int i = 0; i < URF_TYPES; i++)
        if (!memcmp(signature.at, TYPES[i].signature, 4)) return i;
    return !memcmp(signature.at, "AMX ", 4) ? URF_SCRIPT : -1; // also seen
}

static enum err check_sum(struct bytes file, struct urf *out, struct fault *fault) {
    size_t len = file.len - CHECKSUM_BYTES;
    struct reader in = reader_of(file.at + len, CHECKSUM_BYTES);
    if (memcmp(read_bytes(&in, 4).at, "ADLR", 4) != 0)
        return fault_set(fault, ERR_SYNTAX, "resources: expected \"ADLR\" at byte %zu, 8 before the end",
                         len);
    out->checksum = read_u32(&in);
    uint32_t sums[2] = {adler32_of(0, file.at, len), adler32_of(1, file.at, len)};
    if (out->checksum != sums[0] && out->checksum != sums[1])
        return fault_set(fault, ERR_CHECKSUM, "resources: the checksum is 0x%08X, of these bytes 0x%08X",
                         (unsigned)out->checksum, (unsigned)sums[0]);
    return ERR_NONE;
}

static enum err read_header(struct reader *in, struct urf *out, struct fault *fault) {
    out->format = read_u32(in);
    out->built = read_u32(in);
    out->version = read_u32(in);
    bool seen[URF_TYPES] = {false}, sized = false;
    for (unsigned i = 0; i < URF_TYPES + 1; i++) {
        struct bytes signature = read_bytes(in, 4);
        uint32_t value = read_u32(in);
        int type = type_of(signature);
        if (!memcmp(signature.at, "SIZE", 4)) {
            out->size = value, sized = true;
        } else if (type < 0) {
            char shown[32];
            return fault_set(fault, ERR_UNKNOWN, "resources: unknown index \"%s\"",
                             text_shown((struct text){(const char *)signature.at, 4}, shown, sizeof shown));
        } else if (seen[type]) {
            return fault_set(fault, ERR_DUPLICATE, "resources: two indices of %ss", TYPES[type].name);
        } else {
            out->index[type] = value, seen[type] = true;
        }
    }
    if (out->format != FORMAT)
        return fault_set(fault, ERR_VERSION, "resources: format %u; known is %d", out->format, FORMAT);
    return sized ? ERR_NONE : fault_set(fault, ERR_MISSING, "resources: the header has no \"SIZE\"");
}

static enum err read_index(struct bytes file, enum urf_type type, struct arena *arena, struct urf *out,
                           struct fault *fault) {
    const char *name = TYPES[type].name;
    uint32_t at = out->index[type];
    if (at < HEADER || at > out->size || out->size - at < INDEX_HEAD)
        return fault_set(fault, ERR_RANGE, "resources: the index of %ss is at %u, outside the file", name,
                         (unsigned)at);
    struct reader in = reader_of(file.at + at, out->size - at);
    if (type_of(read_bytes(&in, 4)) != (int)type)
        return fault_set(fault, ERR_SYNTAX, "resources: no index of %ss at %u", name, (unsigned)at);
    // The guide counts the head of 8 bytes, the maker's files do not. Division takes both.
    size_t count = read_u32(&in) / ENTRY;
    if (count > URF_ENTRIES_MAX || count > reader_left(&in) / ENTRY)
        return fault_set(fault, ERR_RANGE, "resources: the index of %ss claims %zu entries", name, count);
    struct urf_list *list = &out->of[type];
    *list = (struct urf_list){arena_array(arena, struct urf_entry, count), count};
    if (!list->at) return fault_set(fault, ERR_MEMORY, "resources: no memory for %zu entries", count);
    for (size_t i = 0; i < count; i++) {
        struct urf_entry *entry = &list->at[i];
        entry->offset = read_u32(&in);
        uint32_t len = read_u32(&in);
        field_name_read(&in, entry->name);
        entry->unused = entry->offset == NOWHERE;
        if (entry->unused) continue;
        if (type == URF_PROPERTY) len = PROPERTY_BYTES; // its field holds the length of the name
        if (entry->offset < HEADER || entry->offset > out->size || len > out->size - entry->offset)
            return fault_set(fault, ERR_RANGE, "resources: %s %zu takes %u bytes at %u, outside the file",
                             name, i, (unsigned)len, (unsigned)entry->offset);
        entry->data = (struct bytes){file.at + entry->offset, len};
    }
    return ERR_NONE;
}

static int by_start(const void *a, const void *b) {
    const struct part *p = a, *q = b;
    if (p->from != q->from) return p->from < q->from ? -1 : 1;
    return p->to < q->to ? -1 : p->to > q->to;
}

static int by_name(const void *a, const void *b) {
    const struct urf_entry *const *p = a, *const *q = b;
    return strcmp((*p)->name, (*q)->name);
}

static void part_name(const struct part *part, char *out, size_t size) {
    if (part->entry == WHOLE)
        snprintf(out, size, "the index of %ss", TYPES[part->type].name);
    else
        snprintf(out, size, "%s %zu", TYPES[part->type].name, part->entry);
}

static enum err check_overlap(const struct urf *all, struct arena *arena, struct fault *fault) {
    size_t count = URF_TYPES, n = 0;
    for (int t = 0; t < URF_TYPES; t++) count += all->of[t].count;
    struct part *parts = arena_array(arena, struct part, count);
    if (!parts) return fault_set(fault, ERR_MEMORY, "resources: no memory");
    for (int t = 0; t < URF_TYPES; t++) {
        uint32_t at = all->index[t];
        parts[n++] =
            (struct part){at, at + INDEX_HEAD + ENTRY * (uint32_t)all->of[t].count, (enum urf_type)t, WHOLE};
        for (size_t i = 0; i < all->of[t].count; i++) {
            const struct urf_entry *e = &all->of[t].at[i];
            if (!e->unused && e->data.len)
                parts[n++] = (struct part){e->offset, e->offset + (uint32_t)e->data.len, (enum urf_type)t, i};
        }
    }
    qsort(parts, n, sizeof *parts, by_start);
    for (size_t i = 1; i < n; i++)
        if (parts[i].from < parts[i - 1].to) {
            char first[64], second[64];
            part_name(&parts[i - 1], first, sizeof first);
            part_name(&parts[i], second, sizeof second);
            return fault_set(fault, ERR_RANGE, "resources: %s lies over %s at byte %u", second, first,
                             (unsigned)parts[i].from);
        }
    return ERR_NONE;
}

static enum err check_names(const struct urf *all, struct arena *arena, struct fault *fault) {
    for (int t = 0; t < URF_TYPES; t++) {
        const struct urf_list *list = &all->of[t];
        const struct urf_entry **sorted = arena_array(arena, const struct urf_entry *, list->count);
        if (!sorted) return fault_set(fault, ERR_MEMORY, "resources: no memory");
        size_t n = 0;
        for (size_t i = 0; i < list->count; i++)
            if (!list->at[i].unused) sorted[n++] = &list->at[i];
        qsort(sorted, n, sizeof(const struct urf_entry *), by_name);
        for (size_t i = 1; i < n; i++)
            if (!strcmp(sorted[i - 1]->name, sorted[i]->name)) {
                char shown[URF_NAME_ROOM * 4];
                return fault_set(fault, ERR_DUPLICATE, "resources: two %ss are called \"%s\"", TYPES[t].name,
                                 text_shown(text_of(sorted[i]->name), shown, sizeof shown));
            }
    }
    return ERR_NONE;
}

enum err urf_read(struct bytes file, struct arena *arena, struct urf *out, struct fault *fault) {
    *out = (struct urf){0};
    if (file.len > URF_BYTES_MAX)
        return fault_set(fault, ERR_LIMIT, "resources: more than %d MiB", URF_BYTES_MAX >> 20);
    struct reader in = reader_of(file.at, file.len);
    struct bytes signature = read_bytes(&in, 4);
    if (in.err || memcmp(signature.at, "UGRF", 4) != 0)
        return fault_set(fault, ERR_SYNTAX, "resources: expected \"UGRF\" at the start");
    if (file.len < HEADER + CHECKSUM_BYTES)
        return fault_set(fault, ERR_SHORT, "resources: cut after %s", PLURAL(file.len, "byte"));
    enum err err = read_header(&in, out, fault);
    if (err) return err;
    if (out->size != file.len - CHECKSUM_BYTES)
        return fault_set(fault, out->size > file.len ? ERR_SHORT : ERR_RANGE,
                         "resources: the header says %u bytes before the checksum, found %zu",
                         (unsigned)out->size, file.len - CHECKSUM_BYTES);
    if ((err = check_sum(file, out, fault))) return err;
    for (int t = 0; t < URF_TYPES && !err; t++) err = read_index(file, (enum urf_type)t, arena, out, fault);
    if (!err) err = check_overlap(out, arena, fault);
    if (!err) err = check_names(out, arena, fault);
    return err;
}

// ---- writing

static void fill(struct buf *out, size_t start, size_t unit) {
    while ((out->len - start) % unit && !out->err) buf_byte(out, FILLING);
}

static void write_resources(struct urf_list *list, enum urf_type type, struct buf *out, size_t start) {
    static const uint8_t NO_VALUE[PROPERTY_BYTES] = {0};
    if (list->count) fill(out, start, BLOCK);
    for (size_t i = 0; i < list->count; i++) {
        struct urf_entry *entry = &list->at[i];
        if (entry->unused) continue;
        fill(out, start, WORD);
        entry->offset = (uint32_t)(out->len - start);
        if (type == URF_PROPERTY)
            buf_bytes(out, NO_VALUE, sizeof NO_VALUE);
        else
            buf_bytes(out, entry->data.at, entry->data.len);
    }
}

static void write_index(const struct urf_list *list, enum urf_type type, struct buf *out) {
    buf_text(out, TYPES[type].signature);
    field_put(out, (uint32_t)(ENTRY * list->count), 4);
    for (size_t i = 0; i < list->count; i++) {
        const struct urf_entry *entry = &list->at[i];
        size_t len = type == URF_PROPERTY ? strlen(entry->name) : entry->data.len;
        field_put(out, entry->unused ? NOWHERE : entry->offset, 4);
        field_put(out, entry->unused ? 0 : (uint32_t)len, 4);
        field_name_write(entry->name, out);
    }
}

static enum err check_lists(const struct urf *all, struct fault *fault) {
    size_t bytes = 0;
    for (int t = 0; t < URF_TYPES; t++) {
        if (all->of[t].count > URF_ENTRIES_MAX)
            return fault_set(fault, ERR_LIMIT, "resources: %zu %ss; at most %d have an id", all->of[t].count,
                             TYPES[t].name, URF_ENTRIES_MAX);
        for (size_t i = 0; i < all->of[t].count; i++) {
            bytes += all->of[t].at[i].data.len + ENTRY + WORD;
            if (bytes > URF_BYTES_MAX - HEADER - BLOCK * (URF_TYPES + 1))
                return fault_set(fault, ERR_LIMIT, "resources: together more than %d MiB",
                                 URF_BYTES_MAX >> 20);
        }
    }
    return ERR_NONE;
}

// Writes the header over the room left for it.
static void write_header(const struct urf *all, uint8_t *at) {
    struct writer to = writer_of(at, HEADER);
    write_bytes(&to, "UGRF", 4);
    write_u32(&to, FORMAT);
    write_u32(&to, all->built);
    write_u32(&to, all->version);
    for (int t = 0; t < URF_TYPES; t++) {
        write_bytes(&to, TYPES[t].signature, 4);
        write_u32(&to, all->index[t]);
    }
    write_bytes(&to, "SIZE", 4);
    write_u32(&to, all->size);
}

enum err urf_write(struct urf *all, struct buf *out, struct fault *fault) {
    enum err err = check_lists(all, fault);
    if (err) return err;
    size_t start = out->len;
    all->format = FORMAT;
    for (size_t i = 0; i < HEADER; i++) buf_byte(out, FILLING);
    fill(out, start, BLOCK);
    for (int t = 0; t < URF_TYPES; t++) write_resources(&all->of[t], (enum urf_type)t, out, start);
    fill(out, start, BLOCK);
    for (int t = 0; t < URF_TYPES; t++) {
        all->index[t] = (uint32_t)(out->len - start);
        write_index(&all->of[t], (enum urf_type)t, out);
    }
    all->size = (uint32_t)(out->len - start);
    if (out->err) return fault_set(fault, out->err, "resources: no memory");
    write_header(all, out->at + start);
    all->checksum = adler32_of(0, out->at + start, all->size);
    buf_text(out, "ADLR");
    field_put(out, all->checksum, 4);
    return out->err ? fault_set(fault, out->err, "resources: no memory") : ERR_NONE;
}
