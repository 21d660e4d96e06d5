// A table from keys to values that is walked in the order in which things were put in.
//
//     struct table names = {0};
//     table_put(&names, TEXT("cube"), &cube);      // false: no memory
//     struct cube *cube = table_get(&names, TEXT("cube"));
//     for (size_t i = 0; i < table_count(&names); i++) … table_at(&names, i) …
//
// Keys are copied (text, or any bytes); values are the caller's pointers. Taking one out keeps the order of the rest. Walking
// by index is a read each; only a table from which something was taken out is put together again by the next table_put or table_at.
// Hashing is fast, not secret: for names that strangers choose by the million sort instead.
#pragma once

#include "base/text.h"

struct table_row {
    struct text key;
    void *value;
    uint64_t hash;
};
struct table {
    struct table_row *rows; // in order; a row taken out has a key without an address
    uint32_t *slots;
    size_t count, used, room, slot_count;
};

void table_free(struct table *table);
bool table_put(struct table *table, struct text key, void *value); // replaces
void *table_get(const struct table *table, struct text key);       // NULL: not there
bool table_has(const struct table *table, struct text key);
bool table_drop(struct table *table, struct text key);
size_t table_count(const struct table *table);
struct table_row *table_at(struct table *table, size_t index); // 0 … count-1, in order
