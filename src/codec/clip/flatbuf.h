// FlatBuffers, read into plain structs and written from them, driven by a table of fields.
//
//     static const struct flatbuf_field HEAD[] = {
//         {"triggerTime_ms", FLAT_U32, offsetof(struct head, trigger_ms)},
//         {"angle_deg", FLAT_I8, offsetof(struct head, angle_deg)},
//     };
//     static const struct flatbuf_type HEAD_TYPE = {"HeadAngle", HEAD, 2, sizeof(struct head)};
//
//     struct head head;
//     if (flatbuf_read(file, &HEAD_TYPE, NULL, arena, &head, fault)) return fault->err;
//     flatbuf_write(&HEAD_TYPE, &head, &buf, fault);
//
// A field's index in the table is its id on the wire. In the struct a text is a `struct text`. A list is a
// pointer to its items followed by a size_t with their number (FLAT_LIST_OF declares one). A nested table is
// the struct itself, inside the outer one, and is always written. An absent number has its fallback, an
// absent text or list is NULL, an absent table is a struct of fallbacks. A list without items that is not
// NULL is written as an empty list.
//
// The reader trusts nothing. It checks every offset, length, alignment, ending zero and UTF-8 byte before
// use, and limits what a file may cost. A fault names the path of the field and the byte. Everything read
// lives in the arena; nothing points into the file. If arena and out are NULL, the file is only checked.
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"

enum flatbuf_kind {
    FLAT_BOOL,
    FLAT_U8,
    FLAT_I8,
    FLAT_U16,
    FLAT_I16,
    FLAT_U32,
    FLAT_I32,
    FLAT_I64,
    FLAT_F32,
    FLAT_TEXT,
    FLAT_TABLE,
    FLAT_LIST, // of anything above
};

struct flatbuf_field {
    const char *name;
    enum flatbuf_kind kind;
    size_t offset;                   // in the struct
    enum flatbuf_kind item;          // of a list
    const struct flatbuf_type *type; // of a table, or of a list of tables
    double fallback;                 // of a number
    bool required;                   // of a text or list: a file without it is refused
};

struct flatbuf_type {
    const char *name;
    const struct flatbuf_field *fields;
    unsigned count;
    size_t size; // of the struct
    // All rows of the struct. Those after `count` are never read and have their fallbacks. 0: the same as
    // `count`.
    unsigned all;
};

#define FLAT_LIST_OF(item, name)                                                                             \
    struct {                                                                                                 \
        item *at;                                                                                            \
        size_t count;                                                                                        \
    } name
struct flatbuf_list { // any list, for code that iterates over fields
    void *at;
    size_t count;
};

struct flatbuf_limits {
    size_t bytes;   // of the file
    size_t tables;  // visited, even if the file shares them
    size_t items;   // in all lists together
    unsigned depth; // of tables within tables
};
struct flatbuf_limits flatbuf_limits_default(void); // 64 MiB, a million tables, 8 million items, 16 deep

// *strange, if not NULL, is set to the number of fields that the type does not know; they are skipped.
enum err flatbuf_read_counting(struct bytes file, const struct flatbuf_type *root,
                               const struct flatbuf_limits *limits, struct arena *arena, void *out,
                               size_t *strange, struct fault *fault);
enum err flatbuf_read(struct bytes file, const struct flatbuf_type *root, const struct flatbuf_limits *limits,
                      struct arena *arena, void *out, struct fault *fault);
// Appends a whole file. Layouts are shared between tables, and numbers that equal their fallback are left
// out, as in the reference compiler. ERR_MISSING names a required field that is NULL. ERR_LIMIT: over 2 GiB,
// or over the buffer's own limit.
enum err flatbuf_write(const struct flatbuf_type *root, const void *from, struct buf *out,
                       struct fault *fault);

// Field properties, for code that walks structs by their tables.
size_t flatbuf_size(enum flatbuf_kind kind); // on the wire; 4 for a text, table and list
bool flatbuf_range(enum flatbuf_kind kind, double *low, double *high); // false: not an integer
size_t flatbuf_item_size(const struct flatbuf_field *list);            // of an item in memory
double flatbuf_number(const void *at, enum flatbuf_kind kind);
void flatbuf_store(void *at, enum flatbuf_kind kind, double number);
struct flatbuf_list flatbuf_list_at(const void *base, const struct flatbuf_field *field);
void flatbuf_list_put(void *base, const struct flatbuf_field *field, struct flatbuf_list list);
void flatbuf_fallbacks(const struct flatbuf_type *type, void *out); // the struct of an empty table
