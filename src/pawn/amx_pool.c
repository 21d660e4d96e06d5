// Which overlays are resident. Rows stand in the order of their last use; there are as many as fit.
#include "pawn/amx_inside.h"

#include <stdlib.h>
#include <string.h>

struct resident { // a link in a ring, most recently used first
    struct resident *before, *after;
    struct amx *amx;
    uint32_t overlay, size;
    bool in;
};

struct amx_pool {
    struct resident ring;
    struct amx_pool_report report;
};

struct amx_pool *amx_pool_new(size_t bytes) {
    struct amx_pool *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pool->ring.before = pool->ring.after = &pool->ring;
    pool->report.size = bytes;
    return pool;
}

void amx_pool_free(struct amx_pool *pool) { free(pool); }
struct amx_pool_report amx_pool_report(const struct amx_pool *pool) {
    return pool->report;
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

static void put_out(struct amx_pool *pool, struct resident *row) {
    unlink_row(row);
    row->in = false;
    pool->report.used -= row->size;
    pool->report.resident--;
}

enum err pool_join(struct amx_pool *pool, struct amx *amx, struct fault *fault) {
    amx->overlays = calloc(amx->unit_count, sizeof *amx->overlays);
    if (!amx->overlays) return fault_set(fault, ERR_MEMORY, "no memory for overlays");
    amx->memory += amx->unit_count * sizeof *amx->overlays;
    for (uint32_t i = 0; i < amx->unit_count; i++) {
        amx->overlays[i] = (struct resident){.amx = amx, .overlay = i, .size = 4 * amx->units[i].count};
        if (amx->overlays[i].size > pool->report.size)
            return fault_set(fault, ERR_LIMIT, "overlay %u has %u bytes, the pool %zu", i,
                             amx->overlays[i].size, pool->report.size);
    }
    return ERR_NONE;
}

void pool_leave(struct amx_pool *pool, struct amx *amx) {
    for (uint32_t i = 0; amx->overlays && i < amx->unit_count; i++)
        if (amx->overlays[i].in) put_out(pool, &amx->overlays[i]);
    free(amx->overlays);
    amx->overlays = NULL;
}

enum halt pool_need(struct amx_pool *pool, struct amx *amx, uint32_t overlay) {
    struct resident *row = &amx->overlays[overlay];
    if (row->in) {
        pool->report.hits++;
        if (pool->ring.after != row) unlink_row(row), put_first(pool, row);
        return HALT_NONE;
    }
    if (row->size > pool->report.size) return HALT_OVERLAY;
    while (row->size > pool->report.size - pool->report.used) {
        put_out(pool, pool->ring.before);
        pool->report.evictions++;
    }
    put_first(pool, row);
    row->in = true;
    pool->report.used += row->size;
    pool->report.resident++;
    pool->report.loads++;
    return HALT_NONE;
}
