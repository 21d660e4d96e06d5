// Overlays come and go. The pool is one block of memory: what is resident lies in it without gaps, in the
// order of arrival, each with its cells and the words made from them. Who goes makes the others close up. A
// ring tells who was used last.
//
// The pool's size counts bytes of code, as a robot that runs the cells themselves would. The memory is
// larger, for the words; how much can be needed is known when a machine joins, and taken then.
#include "pawn/machine/amx_internal.h"

#include <stdlib.h>
#include <string.h>

struct resident { // a link in a ring, most recently used first
    struct resident *before, *after;
    struct amx *amx;
    uint32_t overlay, size; // of the code
    size_t bytes;           // of the block
    uint8_t *at;            // NULL: not resident
};

struct amx_pool {
    struct resident ring;
    struct amx_pool_report report;
    uint8_t *memory, *workshop;
    size_t filled, wanted; // wanted: of all overlays of all machines
    size_t dearest;        // most bytes of memory for one byte of code
    size_t workshop_size;
};

struct amx_pool *amx_pool_new(size_t bytes) {
    struct amx_pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pool->ring.before = pool->ring.after = &pool->ring;
    pool->report.size = bytes;
    return pool;
}

void amx_pool_free(struct amx_pool *pool) {
    if (!pool) return;
    free(pool->memory);
    free(pool->workshop);
    free(pool);
}
struct amx_pool_report amx_pool_report(const struct amx_pool *pool) {
    return pool->report;
}

// ---- blocks -----------------------------------------------------------------------------------------------

static size_t block_bytes(const struct unit *unit) {
    size_t bytes = unit->word_count * (sizeof *unit->words + sizeof *unit->where) +
                   ((size_t)unit->count + 1) * sizeof *unit->entries + (size_t)unit->count * 4;
    return (bytes + 7) & ~(size_t)7;
}

// Words, entries, where they come from, cells: what must be aligned most stands first.
static uint32_t *block_lay(struct unit *unit, uint8_t *at) {
    unit->words = (union word *)(void *)at;
    unit->entries = (struct entry *)(void *)(unit->words + unit->word_count);
    unit->where = (uint32_t *)(void *)(unit->entries + unit->count + 1);
    uint32_t *cells = unit->where + unit->word_count;
    unit->cells = cells;
    return cells;
}

static struct unit *unit_of(const struct resident *row) { return &row->amx->units[row->overlay]; }

static void move_row(struct resident *row, uint8_t *at) {
    row->at = at;
    block_lay(unit_of(row), at);
    amx_displaced(row->amx);
}

static void unlink_row(struct resident *row) {
    row->before->after = row->after;
    row->after->before = row->before;
}

static void put_first(struct amx_pool *pool, struct resident *row) {
    row->before = &pool->ring, row->after = pool->ring.after;
    row->after->before = row;
    pool->ring.after = row;
}

static void forget(struct amx_pool *pool, struct resident *row) {
    struct unit *unit = unit_of(row);
    if (row->overlay == row->amx->overlay) row->amx->place = place_in_unit(row->amx);
    unit->words = NULL, unit->entries = NULL, unit->where = NULL, unit->cells = NULL;
    amx_displaced(row->amx);
    unlink_row(row);
    row->at = NULL;
    pool->report.used -= row->size;
    pool->report.resident--;
}

static void put_out(struct amx_pool *pool, struct resident *row) {
    uint8_t *at = row->at, *behind = at + row->bytes;
    forget(pool, row);
    memmove(at, behind, (size_t)(pool->memory + pool->filled - behind));
    pool->filled -= row->bytes;
    for (struct resident *r = pool->ring.after; r != &pool->ring; r = r->after)
        if (r->at > at) move_row(r, r->at - row->bytes);
}

// ---- joining ----------------------------------------------------------------------------------------------

// As much as those can need who fit at the same time.
static enum err make_room(struct amx_pool *pool) {
    size_t most = pool->wanted;
    if (pool->dearest && pool->report.size < most / pool->dearest) most = pool->report.size * pool->dearest;
    if (most <= pool->report.memory) return ERR_NONE;
    uintptr_t before = (uintptr_t)pool->memory;
    uint8_t *memory = realloc(pool->memory, most);
    if (!memory) return ERR_MEMORY;
    pool->memory = memory, pool->report.memory = most;
    for (struct resident *r = pool->ring.after; r != &pool->ring; r = r->after)
        move_row(r, memory + ((uintptr_t)r->at - before));
    return ERR_NONE;
}

static enum err make_workshop(struct amx_pool *pool, uint32_t cells) {
    size_t bytes = workshop_bytes(cells);
    if (bytes <= pool->workshop_size) return ERR_NONE;
    uint8_t *workshop = malloc(bytes);
    if (!workshop) return ERR_MEMORY;
    free(pool->workshop);
    pool->workshop = workshop, pool->workshop_size = bytes;
    return ERR_NONE;
}

// The size of each block, found by a translation that is thrown away.
static enum err measure(struct amx_pool *pool, struct amx *amx, uint32_t largest) {
    struct workshop shop;
    workshop_lay(&shop, pool->workshop, largest);
    struct entry *entries = malloc(((size_t)largest + 1) * sizeof *entries);
    if (!entries) return ERR_MEMORY;
    for (uint32_t i = 0; i < amx->unit_count; i++) {
        struct unit unit = image_unit(&amx->image, i);
        unit.entries = entries;
        unit_measure(amx, &unit, amx->image.marks + unit.offset / 4, &shop);
        struct resident *row = &amx->overlays[i];
        row->bytes = block_bytes(&unit);
        unit.cells = NULL, unit.entries = NULL;
        amx->units[i] = unit;
        if (row->size && row->bytes / row->size >= pool->dearest) pool->dearest = row->bytes / row->size + 1;
        pool->wanted += row->bytes;
    }
    free(entries);
    return ERR_NONE;
}

enum err pool_join(struct amx_pool *pool, struct amx *amx, struct fault *fault) {
    uint32_t largest = 0;
    amx->overlays = calloc(amx->unit_count, sizeof *amx->overlays);
    if (!amx->overlays) return fault_set(fault, ERR_MEMORY, "no memory for overlays");
    amx->memory += amx->unit_count * sizeof *amx->overlays;
    for (uint32_t i = 0; i < amx->unit_count; i++) {
        uint32_t cells = image_unit(&amx->image, i).count;
        amx->overlays[i] = (struct resident){.amx = amx, .overlay = i, .size = 4 * cells};
        if (4 * (size_t)cells > pool->report.size)
            return fault_set(fault, ERR_LIMIT, "overlay %u has %u bytes, the pool %zu", i, 4 * cells,
                             pool->report.size);
        if (cells > largest) largest = cells;
    }
    size_t before = pool->report.memory;
    enum err err = make_workshop(pool, largest);
    if (!err) err = measure(pool, amx, largest);
    if (!err) err = make_room(pool);
    if (err) return fault_set(fault, err, "no memory for overlays");
    amx->memory += pool->report.memory - before;
    return ERR_NONE;
}

void pool_leave(struct amx_pool *pool, struct amx *amx) {
    for (uint32_t i = 0; amx->overlays && i < amx->unit_count; i++) {
        if (amx->overlays[i].at) put_out(pool, &amx->overlays[i]);
        pool->wanted -= amx->overlays[i].bytes;
    }
    free(amx->overlays);
    amx->overlays = NULL;
}

// ---- fetching ---------------------------------------------------------------------------------------------

enum err overlay_read(const struct amx *amx, uint32_t overlay, uint32_t *cells) {
    const struct unit *unit = &amx->units[overlay];
    const struct amx_config *config = &amx->config;
    uint32_t at = amx->image.header.cod + unit->offset;
    size_t bytes = 4 * (size_t)unit->count;
    if (amx->image.code) // was compact
        memcpy(cells, (const uint8_t *)amx->image.code + unit->offset, bytes);
    else if (config->fetch)
        return config->fetch(config->fetch_user, at, cells, bytes);
    else
        memcpy(cells, amx->file + at, bytes);
    return ERR_NONE;
}

// Into the free room: read, proved once more (who knows where it comes from), translated.
static bool fetch(struct amx_pool *pool, struct resident *row) {
    struct amx *amx = row->amx;
    struct unit unit = amx->units[row->overlay];
    uint32_t words = unit.word_count;
    uint32_t *cells = block_lay(&unit, pool->memory + pool->filled);
    struct workshop shop;
    workshop_lay(&shop, pool->workshop, unit.count);
    memset(shop.marks, 0, (size_t)unit.count + 1);
    if (overlay_read(amx, row->overlay, cells) || unit_check(&amx->image, &unit, shop.marks, NULL))
        return false;
    unit_measure(amx, &unit, shop.marks, &shop);
    if (unit.word_count != words) return false; // not what was there at first
    unit_write(amx, &unit, shop.marks, &shop);
    amx->units[row->overlay] = unit;
    row->at = pool->memory + pool->filled;
    pool->filled += row->bytes;
    return true;
}

void pool_hit(struct amx_pool *pool, struct amx *amx, uint32_t overlay) {
    struct resident *row = &amx->overlays[overlay];
    pool->report.hits++;
    if (pool->ring.after != row) unlink_row(row), put_first(pool, row);
}

// What a fetch costs whoever needs it, in instructions: about the time it takes. Its count of what it
// executed stays as it was.
enum { FETCH_COST = 500, FETCH_CELL_COST = 100 };
static void charge(struct amx *amx, const struct resident *row) {
    int64_t cost = FETCH_COST + (int64_t)row->size / 4 * FETCH_CELL_COST;
    amx->budget -= cost, amx->charged_from -= cost;
}

enum halt pool_need(struct amx_pool *pool, struct amx *amx, uint32_t overlay) {
    struct resident *row = &amx->overlays[overlay];
    if (row->at) {
        pool_hit(pool, amx, overlay);
        return HALT_NONE;
    }
    if (row->size > pool->report.size || row->bytes > pool->report.memory) return HALT_OVERLAY;
    while (row->size > pool->report.size - pool->report.used ||
           row->bytes > pool->report.memory - pool->filled) {
        put_out(pool, pool->ring.before);
        pool->report.evictions++;
    }
    bool fetched = fetch(pool, row);
    // What moved for its own sake needs not be told to the machine: it looks for its words after this anyway.
    amx->moved = false;
    if (amx->raised == (enum halt)HALT_MOVED) amx->raised = HALT_NONE;
    if (!fetched) return HALT_OVERLAY;
    put_first(pool, row);
    pool->report.used += row->size;
    pool->report.resident++;
    pool->report.loads++;
    charge(amx, row);
    return HALT_NONE;
}
