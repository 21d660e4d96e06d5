// A hash table that is walked in the order of insertion.
//
//     struct table names = {0};
//     table_put(&names, TEXT("cube"), &cube);      // false: no memory
//     struct cube *cube = table_get(&names, TEXT("cube"));
//     for (size_t i = 0; i < table_count(&names); i++) … table_at(&names, i) …
//
// Keys are copied (text, or any bytes); values are the caller's pointers. Removing a key keeps the order of
// the rest. Reading by index is fast. After a removal the next table_put or table_at compacts the table once.
// The hash is fast but not secure: if untrusted input chooses millions of names, sort instead.
#pragma once

#include "base/text.h"

struct table_row {
    struct text key;
    void *value;
    uint64_t hash;
};
struct table {
    struct table_row *rows; // in order; a removed row has a key whose `at` is NULL
    uint32_t *slots;
    size_t count, used, room, slot_count;
};

void table_free(struct table *table);
bool table_put(struct table *table, struct text key, void *value); // replaces an old value
void *table_get(const struct table *table, struct text key);       // NULL: no such key
bool table_has(const struct table *table, struct text key);
bool table_drop(struct table *table, struct text key);
size_t table_count(const struct table *table);
struct table_row *table_at(struct table *table, size_t index); // 0 … count-1, in order
