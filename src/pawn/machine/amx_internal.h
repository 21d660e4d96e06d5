// Shared by the parts of the machine: loader, verifier, translator, loop, debugger. Private to them.
//
// A script's code exists twice. As cells it is as in the file, with branches made relative. As words it is
// what the loop runs: the address of a handler in run.c and its operands, precomputed as far as possible.
// Frequent sequences become one word with one handler (fuse.c). Every instruction has an entry, even in the
// middle of such a sequence: a plain copy after the rest, which leads back.
//
// The budget is charged per straight run. rest[i] is the number of instructions from i to the next one that
// always branches. Execution that arrives at i has been charged rest[i], and a taken branch corrects the
// difference.
//
// Overlays are read, verified and translated into the pool (pool.c) when needed. They move or are evicted
// when another one needs the space. So a position in a unit is kept as the number of its word. Code that
// finds its words moved looks them up again.
#pragma once

#include "pawn/machine/amx.h"
#include "pawn/machine/dbg.h"
#include "pawn/machine/file.h"
#include "pawn/machine/opcode.h"

union word {
    const void *go;
    int32_t (*native)(struct amx *amx, const int32_t *params);
    int32_t i[2];
    uint32_t u[2];
};

enum { AMX_ARGUMENTS_MAX = 127, AMX_DEPTH_MAX = 16 };

struct entry {
    uint32_t word; // 0: no instruction begins here
    uint32_t rest;
};

struct unit {        // one overlay, or all code of a script without overlays
    uint32_t offset; // of its first cell, in bytes from the start of the code
    uint32_t count;  // cells
    uint32_t index;  // number of the overlay
    // Of an overlay that is not in the pool the following are NULL.
    const uint32_t *cells;
    struct entry *entries; // count + 1
    union word *words;
    uint32_t *where; // for every word the cell it came from
    uint32_t word_count;
};

// What the verifier found out about each cell of a unit.
enum { CELL_START = 1, CELL_LABEL = 2, CELL_TABLE = 4, CELL_OWNED = 8 };

struct image { // a file that was read and expanded
    const uint8_t *file;
    size_t len;
    struct amx_header header;
    uint32_t *code; // code and data
    uint32_t code_cells, data_cells;
    uint8_t *marks; // one per code cell, and one more at the end
    uint32_t units;
};

enum err image_read(struct image *image, const uint8_t *file, size_t len, size_t limit, struct fault *fault);
void image_free(struct image *image);
enum err image_verify(struct image *image, struct fault *fault);
struct unit image_unit(const struct image *image, uint32_t index);
// Verifies the instructions of one unit and marks them. Marks are zero at first; there is one more than
// cells.
enum err unit_check(const struct image *image, const struct unit *unit, uint8_t *marks, struct fault *fault);

struct place { // an instruction whose overlay is no longer loaded
    uint32_t cell, rest;
    int64_t native; // index of the native it calls; -1: none
};
// Set in amx->raised, if nothing else is, after the pool moved the code that called a native.
enum { HALT_MOVED = HALT_COUNT };

struct amx {
    struct amx_config config;
    uint8_t *data;
    int32_t pri, alt;
    uint32_t frm, stk, hea, top, low; // top: end of the stack; low: start of the heap
    uint32_t pc;                      // the current word, while the loop is not running
    uint32_t overlay;
    struct unit *units;
    uint32_t unit_count;
    const struct amx_native **natives; // by index; NULL: missing
    uint32_t native_count;
    const struct amx_native **numbered;
    uint32_t numbered_count;
    enum halt raised;
    int32_t asked;                // the native that sysreq.pri called
    int64_t budget, charged_from; // charged_from: the budget at the start
    uint64_t executed;
    uint64_t *counts;
    bool asleep, running;
    unsigned depth;
    uint32_t reset_stk, reset_hea;
    struct image image;
    uint8_t *file;
    void **states;  // of libraries
    size_t started; // libraries
    struct amx_pool *own_pool;
    struct resident *overlays; // this machine's rows in the pool; NULL: a script without overlays
    struct place place;        // position in an overlay that is not loaded
    bool moved;                // the words of a running overlay were moved
    size_t memory;
};

// run.c: runs from word amx->pc of the current unit until something stops it. amx == NULL: returns the
// addresses of the handlers.
enum halt amx_run(struct amx *amx, const void *const **handlers);

// translate.c
struct kase {
    int32_t value;
    uint32_t cell, order;
};
struct workshop { // working memory for checking and translating units of up to `cells` cells
    uint32_t *cost;
    struct kase *kases;
    uint8_t *marks, *choices; // for every cell and one more
};
size_t workshop_bytes(uint32_t cells);
void workshop_lay(struct workshop *shop, uint8_t *memory, uint32_t cells); // memory as from malloc
// Returns how many words the unit needs and fills its entries, which must have room. unit_write then writes
// the words.
void unit_measure(const struct amx *amx, struct unit *unit, const uint8_t *marks, struct workshop *shop);
void unit_write(const struct amx *amx, struct unit *unit, const uint8_t *marks, struct workshop *shop);
uint32_t decode(const uint32_t *cell, int32_t operands[5]); // returns the plain opcode; up to five operands

// pool.c
enum err pool_join(struct amx_pool *pool, struct amx *amx, struct fault *fault);
void pool_leave(struct amx_pool *pool, struct amx *amx);
enum halt pool_need(struct amx_pool *pool, struct amx *amx, uint32_t overlay); // loads it
void pool_hit(struct amx_pool *pool, struct amx *amx, uint32_t overlay); // marks it as used; it is loaded
enum err overlay_read(const struct amx *amx, uint32_t overlay, uint32_t *cells); // as in the file
struct place place_in_unit(const struct amx *amx);                               // of a loaded unit
void amx_displaced(struct amx *amx); // tells a running loop that its words have moved
