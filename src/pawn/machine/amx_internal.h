// What the parts of the machine share: loader, verifier, translator, loop, debugger. Not for anybody else.
//
// A script's code exists twice: as cells, as the file has them (branches made relative), and as words, which the loop
// runs: the address of a handler in run.c and its operands, with what can be known beforehand worked out. Frequent sequences
// become one word with one handler (fuse.c). Every instruction has an entry, also in the middle of such a sequence: a
// plain copy behind the rest, which leads back.
//
// The budget is charged a straight run at a time. rest[i] is the number of instructions from i to the next one that
// always goes elsewhere; whoever arrives at i has been charged rest[i], and a branch that is taken corrects the difference.
//
// Overlays are read, checked and translated when they are needed, into the pool (pool.c), and move or go when another one needs
// the room. A place in a unit is therefore kept as a number of its word; who runs and finds itself moved looks its words up again.
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
    uint32_t *where; // for every word the cell it was made from
    uint32_t word_count;
};

// What the verifier found out about each cell of a unit.
enum { CELL_START = 1, CELL_LABEL = 2, CELL_TABLE = 4, CELL_OWNED = 8 };

struct image { // a file that was read and expanded, not yet a machine
    const uint8_t *file;
    size_t len;
    struct amx_header header;
    uint32_t *code; // code and data
    uint32_t code_cells, data_cells;
    uint8_t *marks; // per code cell, one more at the end
    uint32_t units;
};

enum err image_read(struct image *image, const uint8_t *file, size_t len, size_t limit, struct fault *fault);
void image_free(struct image *image);
enum err image_verify(struct image *image, struct fault *fault);
struct unit image_unit(const struct image *image, uint32_t index);
// Proves the instructions of one unit and marks them; marks are zero at first, one more than cells.
enum err unit_check(const struct image *image, const struct unit *unit, uint8_t *marks, struct fault *fault);

struct place { // what is known of an instruction when its overlay is gone
    uint32_t cell, rest;
    int64_t native; // index of the native it calls; -1: none
};
// amx->raised, when nothing else is, after the pool has moved the code that a native was called from.
enum { HALT_MOVED = HALT_COUNT };

struct amx {
    struct amx_config config;
    uint8_t *data;
    int32_t pri, alt;
    uint32_t frm, stk, hea, top, low; // top: end of the stack; low: where the heap begins
    uint32_t pc;                      // word reached, while the loop is not running
    uint32_t overlay;
    struct unit *units;
    uint32_t unit_count;
    const struct amx_native **natives; // by index; NULL: nobody has it
    uint32_t native_count;
    const struct amx_native **numbered;
    uint32_t numbered_count;
    enum halt raised;
    int32_t asked;                // the native that sysreq.pri called
    int64_t budget, charged_from; // charged_from: what the budget was at the start
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
    struct place place;        // where it stands in an overlay that is not resident
    bool moved;                // the words of a running overlay are no longer where they were
    size_t memory;
};

// run.c: runs from word amx->pc of the current unit until something stops it. amx == NULL: gives the handlers' addresses.
enum halt amx_run(struct amx *amx, const void *const **handlers);

// translate.c
struct kase {
    int32_t value;
    uint32_t cell, order;
};
struct workshop { // what is needed while units of up to so many cells are checked and translated
    uint32_t *cost;
    struct kase *kases;
    uint8_t *marks, *choices; // of every cell and one more
};
size_t workshop_bytes(uint32_t cells);
void workshop_lay(struct workshop *shop, uint8_t *memory, uint32_t cells); // memory as from malloc
// How many words it will be; sets its entries, which must have room. Then writes the words.
void unit_measure(const struct amx *amx, struct unit *unit, const uint8_t *marks, struct workshop *shop);
void unit_write(const struct amx *amx, struct unit *unit, const uint8_t *marks, struct workshop *shop);
uint32_t decode(const uint32_t *cell, int32_t operands[5]); // the plain opcode and up to five operands

// pool.c
enum err pool_join(struct amx_pool *pool, struct amx *amx, struct fault *fault);
void pool_leave(struct amx_pool *pool, struct amx *amx);
enum halt pool_need(struct amx_pool *pool, struct amx *amx, uint32_t overlay);   // makes it resident
void pool_hit(struct amx_pool *pool, struct amx *amx, uint32_t overlay);         // it is, and used once more
enum err overlay_read(const struct amx *amx, uint32_t overlay, uint32_t *cells); // as the file has it
struct place place_in_unit(const struct amx *amx);                               // of a resident unit
void amx_displaced(struct amx *amx); // tells the loop, if it runs, that its words are no longer there
