// Binary search in a table sorted by number.
//
//     struct row { uint32_t id; … };  // the number comes first, and rises from row to row
//     const struct row *row = sorted_find(rows, count, sizeof *rows, id);   // NULL: there is none
//
// The rows belong to the caller; nothing allocates. Of equal numbers the first row is found.
#pragma once

#include <stddef.h>
#include <stdint.h>

static inline const void *sorted_find(const void *rows, size_t count, size_t size, uint32_t id) {
    const unsigned char *at = (const unsigned char *)rows;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (*(const uint32_t *)(const void *)(at + middle * size) < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count || *(const uint32_t *)(const void *)(at + low * size) != id) return NULL;
    return at + low * size;
}
