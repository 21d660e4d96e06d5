#include "base/table.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

// rows holds what was put, in order, with gaps where something was taken out; slots (a power of two, at least
// twice the rows) holds indices into it plus one, 0 being empty. A row that was taken out keeps its slot
// until everything is laid out anew.
enum { LEAST_ROOM = 8 };

void table_free(struct table *table) {
    for (size_t i = 0; i < table->used; i++) free((char *)(uintptr_t)table->rows[i].key.at);
    free(table->rows);
    free(table->slots);
    *table = (struct table){0};
}

static uint64_t hash_of(struct text key) { return hash64(0, key.at, key.len); }

static void lay_slots(struct table *table) {
    memset(table->slots, 0, table->slot_count * sizeof *table->slots);
    for (size_t i = 0; i < table->used; i++) {
        size_t at = table->rows[i].hash & (table->slot_count - 1);
        while (table->slots[at]) at = (at + 1) & (table->slot_count - 1);
        table->slots[at] = (uint32_t)i + 1;
    }
}

static void close_gaps(struct table *table) {
    if (table->used == table->count) return;
    size_t to = 0;
    for (size_t i = 0; i < table->used; i++)
        if (table->rows[i].key.at) table->rows[to++] = table->rows[i];
    table->used = to;
    lay_slots(table);
}

static struct table_row *find(const struct table *table, struct text key, uint64_t hash) {
    if (!table->count) return NULL;
    for (size_t at = hash & (table->slot_count - 1); table->slots[at];
         at = (at + 1) & (table->slot_count - 1)) {
        struct table_row *row = &table->rows[table->slots[at] - 1];
        if (row->hash == hash && row->key.at && text_same(row->key, key)) return row;
    }
    return NULL;
}

static bool grow(struct table *table) {
    if (table->used < table->room) return true;
    if (table->count < table->used / 2 + 1 && table->used) {
        close_gaps(table);
        return true;
    }
    size_t room = table->room ? table->room * 2 : LEAST_ROOM;
    if (room > UINT32_MAX / 2) return false;
    uint32_t *slots = malloc(room * 2 * sizeof *slots);
    struct table_row *rows = slots ? realloc(table->rows, room * sizeof *rows) : NULL;
    if (!rows) {
        free(slots);
        return false;
    }
    free(table->slots);
    table->rows = rows;
    table->slots = slots;
    table->room = room;
    table->slot_count = room * 2;
    lay_slots(table);
    return true;
}

bool table_put(struct table *table, struct text key, void *value) {
    uint64_t hash = hash_of(key);
    struct table_row *row = find(table, key, hash);
    if (row) {
        row->value = value;
        return true;
    }
    char *copy = key.len < SIZE_MAX ? malloc(key.len + 1) : NULL;
    if (!copy || !grow(table)) {
        free(copy);
        return false;
    }
    if (key.len) memcpy(copy, key.at, key.len);
    copy[key.len] = 0;
    table->rows[table->used] = (struct table_row){{copy, key.len}, value, hash};
    size_t at = hash & (table->slot_count - 1);
    while (table->slots[at]) at = (at + 1) & (table->slot_count - 1);
    table->slots[at] = (uint32_t)++table->used;
    table->count++;
    return true;
}

void *table_get(const struct table *table, struct text key) {
    struct table_row *row = find(table, key, hash_of(key));
    return row ? row->value : NULL;
}

bool table_has(const struct table *table, struct text key) { return find(table, key, hash_of(key)) != NULL; }

bool table_drop(struct table *table, struct text key) {
    struct table_row *row = find(table, key, hash_of(key));
    if (!row) return false;
    free((char *)(uintptr_t)row->key.at);
    row->key = (struct text){0};
    row->value = NULL;
    table->count--;
    return true;
}

size_t table_count(const struct table *table) { return table->count; }

struct table_row *table_at(struct table *table, size_t index) {
    if (index >= table->count) return NULL;
    close_gaps(table);
    return &table->rows[index];
}
