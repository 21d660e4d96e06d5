// From the cells of a verified unit to the words of the loop: two passes, the first measures.
#include "pawn/machine/amx_internal.h"
#include "pawn/machine/fuse.h"
#include "pawn/machine/ops.h"

#include <stdlib.h>
#include <string.h>

struct translator {
    const struct amx *amx;
    struct unit *unit;
    const uint8_t *marks;
    const void *const *handlers;
    union word *words; // NULL while measuring
    uint32_t *where;
    uint32_t at;            // next word
    uint32_t cell;          // of the instruction that is translated
    const uint8_t *choices; // NULL: nothing is fused
    struct kase *kases;     // room for those of any switch
    bool lines;
};

uint32_t decode(const uint32_t *cell, int32_t operands[5]) {
    const struct opcode *op = opcode_of(*cell & 0xffff);
    if (op->level == OPCODE_PACKED) {
        operands[0] = (int32_t)*cell >> 16;
        return op->plain;
    }
    for (size_t i = 0; i < 5 && op->operands[i] && *op->operands != 'T' && *op->operands != 'O'; i++)
        operands[i] = (int32_t)cell[1 + i];
    return *cell & 0xffff;
}

static size_t cells_at(const struct unit *unit, uint32_t cell) {
    return opcode_cells(unit->cells[cell], unit->cells + cell + 1, unit->count - cell - 1);
}

static void put(struct translator *t, union word word) {
    if (t->words) t->words[t->at] = word, t->where[t->at] = t->cell;
    t->at++;
}
static void put_handler(struct translator *t, uint32_t handler) {
    put(t, (union word){.go = t->handlers[handler]});
}
static void put_pair(struct translator *t, int32_t a, int32_t b) { put(t, (union word){.i = {a, b}}); }

// The distance in words from the handler at `from` to the cell's entry, and what a branch there from an
// instruction after which the budget had been charged for `charged` costs. While measuring both are 0.
static void put_target(struct translator *t, uint32_t from, uint32_t cell, uint32_t charged) {
    int64_t rel = 0, delta = 0;
    if (t->words) {
        rel = (int64_t)t->unit->entries[cell].word - from;
        delta = (int64_t)t->unit->entries[cell].rest - charged;
    }
    put_pair(t, (int32_t)rel, (int32_t)delta);
}

static bool ends_run(uint32_t opcode, const int32_t *operands) {
    switch (opcode) {
    case OP_RET:
    case OP_RETN:
    case OP_CALL:
    case OP_CALL_PRI:
    case OP_JUMP:
    case OP_JREL:
    case OP_JUMP_PRI:
    case OP_SWITCH:
    case OP_ISWITCH:
    case OP_ICALL:
    case OP_IRETN:
    case OP_HALT:
    case OP_CASETBL:
    case OP_ICASETBL:
        return true;
    case OP_SCTRL:
        return operands[0] == 6;
    default:
        return false;
    }
}

static void measure_runs(struct unit *unit, const uint8_t *marks) {
    uint32_t rest = 1; // the trap after the last cell
    unit->entries[unit->count].rest = rest;
    for (uint32_t cell = unit->count; cell-- > 0;) {
        if (!(marks[cell] & CELL_START)) continue;
        int32_t operands[5] = {0};
        rest = ends_run(decode(unit->cells + cell, operands), operands) ? 1 : rest + 1;
        unit->entries[cell].rest = rest;
    }
}

static int kase_order(const void *a, const void *b) {
    const struct kase *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

// The records of a case table by value; of equal values the first counts.
static uint32_t kases_sorted(struct kase *kases, const struct unit *unit, uint32_t table) {
    uint32_t n = unit->cells[table + 1], kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = table + 3 + 2 * i;
        uint32_t target = at + (uint32_t)((int32_t)unit->cells[at + 1] / 4);
        kases[i] = (struct kase){(int32_t)unit->cells[at], target, i};
    }
    qsort(kases, n, sizeof *kases, kase_order);
    for (uint32_t i = 0; i < n; i++)
        if (!kept || kases[kept - 1].value != kases[i].value) kases[kept++] = kases[i];
    return kept;
}

static void put_switch(struct translator *t, uint32_t cell, int32_t rel) {
    const struct unit *unit = t->unit;
    uint32_t table = cell + (uint32_t)(rel / 4), from = t->at;
    uint32_t otherwise = table + 1 + (uint32_t)((int32_t)unit->cells[table + 2] / 4);
    struct kase *kases = t->kases;
    uint32_t n = kases_sorted(kases, unit, table);
    int64_t span = n ? (int64_t)kases[n - 1].value - kases[0].value + 1 : 0;
    bool dense = n && span <= 4 * (int64_t)n + 8;
    put_handler(t, dense ? X_SWITCH_DENSE : OP_SWITCH);
    if (dense)
        put_pair(t, kases[0].value, (int32_t)span);
    else
        put_pair(t, (int32_t)n, 0);
    put_target(t, from, otherwise, 0);
    for (uint32_t i = 0, k = 0; dense && i < span; i++) {
        bool hit = kases[k].value == kases[0].value + (int64_t)i;
        put_target(t, from, hit ? kases[k].cell : otherwise, 0);
        if (hit) k++;
    }
    for (uint32_t i = 0; !dense && i < n; i++) {
        put_pair(t, kases[i].value, 0);
        put_target(t, from, kases[i].cell, 0);
    }
}

static void put_iswitch(struct translator *t, uint32_t cell, int32_t rel) {
    const uint32_t *table = t->unit->cells + cell + (uint32_t)(rel / 4);
    put_handler(t, OP_ISWITCH);
    put_pair(t, (int32_t)table[1], (int32_t)table[2]);
    for (uint32_t i = 0; i < table[1]; i++) put_pair(t, (int32_t)table[3 + 2 * i], (int32_t)table[4 + 2 * i]);
}

// Registers that never change stand in the second operand.
static int32_t fixed_register(const struct translator *t, int32_t index, uint32_t next) {
    switch (index) {
    case 0:
        return (int32_t)t->amx->image.header.cod;
    case 1:
        return (int32_t)t->amx->image.header.dat;
    case 3:
        return (int32_t)t->amx->top;
    case 6:
        return (int32_t)(4 * next);
    default:
        return 0;
    }
}

// Straight to the native's function, if it is there and what it gets is enough as far as can be known.
static bool put_native(struct translator *t, uint32_t op, const int32_t *o) {
    if (o[0] < 0 || (uint32_t)o[0] >= t->amx->native_count || !t->amx->natives[o[0]]) return false;
    const struct amx_native *native = t->amx->natives[o[0]];
    if (op == OP_SYSREQ_N && o[1] < 4 * native->least) return false;
    put_handler(t, op == OP_SYSREQ_N ? X_NATIVE_N : X_NATIVE_C);
    put(t, (union word){.native = native->call});
    put_pair(t, op == OP_SYSREQ_N ? o[1] : 4 * native->least, 0);
    return true;
}

static void put_plain(struct translator *t, uint32_t cell) {
    const struct unit *unit = t->unit;
    int32_t o[5] = {0};
    uint32_t op = decode(unit->cells + cell, o), next = cell + (uint32_t)cells_at(unit, cell), from = t->at;
    const struct amx_config *config = &t->amx->config;
    t->cell = cell;
    if (config->counting) put_handler(t, X_COUNT), put_pair(t, (int32_t)(unit->offset / 4 + cell), 0);
    if (config->hook_every && op != OP_BREAK) put_handler(t, X_STEP_HOOK);
    from = t->at;
    switch (op) {
    case OP_CALL:
        put_handler(t, op);
        put_target(t, from, cell + (uint32_t)(o[0] / 4), 0);
        put_pair(t, (int32_t)(4 * next), 0);
        return;
    case OP_CALL_PRI:
        put_handler(t, op);
        put_pair(t, (int32_t)(4 * next), 0);
        return;
    case OP_ICALL:
        put_handler(t, op);
        put_pair(t, o[0], (int32_t)(4 * next << 16 | unit->index));
        return;
    case OP_JUMP:
    case OP_JREL:
        put_handler(t, OP_JUMP);
        put_target(t, from, cell + (uint32_t)(o[0] / 4), 0);
        return;
    case OP_SWITCH:
        put_switch(t, cell, o[0]);
        return;
    case OP_ISWITCH:
        put_iswitch(t, cell, o[0]);
        return;
    case OP_CASETBL:
    case OP_ICASETBL:
        put_handler(t, X_TRAP);
        return;
    case OP_LCTRL:
        put_handler(t, op);
        put_pair(t, o[0], fixed_register(t, o[0], next));
        return;
    case OP_SYSREQ_C:
    case OP_SYSREQ_N:
        if (put_native(t, op, o)) return;
        break;
    case OP_NOP:
        return; // the entry is the next one's
    case OP_BREAK:
        if (config->hook) put_handler(t, OP_BREAK);
        return;
    case OP_PICK:
        put_handler(t, t->amx->image.header.file_version < AMX_VERSION_RELATIVE ? X_PUSH_R : OP_PICK);
        put_pair(t, o[0], 0);
        return;
    default:
        break;
    }
    put_handler(t, op);
    const char *operands = opcode_of(op)->operands;
    if (*operands == 'r') {
        put_target(t, from, cell + (uint32_t)(o[0] / 4), unit->entries[next].rest);
        return;
    }
    for (size_t i = 0; i < strlen(operands); i += 2) put_pair(t, o[i], operands[i + 1] ? o[i + 1] : 0);
}

// A fused sequence: the operands of its members one after the other, the target of the last in front.
static void put_fused(struct translator *t, const struct fused *fused, const struct fused_place *place) {
    const struct unit *unit = t->unit;
    int32_t all[3 + 5 * FUSED_MAX] = {0}, o[5];
    uint32_t last = place->cells[place->count - 1], from = t->at, count = 0;
    uint32_t op = decode(unit->cells + last, o);
    bool goes = *opcode_of(op)->operands == 'r';
    put_handler(t, fused->handler);
    if (goes) {
        bool always = op == OP_JUMP || op == OP_CALL;
        put_target(t, from, last + (uint32_t)(o[0] / 4), always ? 0 : unit->entries[place->end].rest);
        if (op == OP_CALL) all[count++] = (int32_t)(4 * place->end);
    }
    for (uint32_t i = 0; i < place->count - goes; i++) {
        op = decode(unit->cells + place->cells[i], o);
        for (size_t k = 0; k < strlen(opcode_of(op)->operands); k++) all[count++] = o[k];
    }
    for (uint32_t i = 0; i < count; i += 2) put_pair(t, all[i], all[i + 1]);
}

// The members after the first once more, plain, for whoever comes to one of them in an unusual way.
static void put_copies(struct translator *t) {
    struct unit *unit = t->unit;
    for (uint32_t cell = 0; cell < unit->count && t->choices; cell++) {
        struct fused_place place;
        if (!t->choices[cell] || !unit->entries[cell].word) continue;
        fused_place(unit, t->marks, t->lines, fused_at(t->choices[cell]), cell, &place);
        uint32_t first = cell + (uint32_t)cells_at(unit, cell);
        for (cell = first; cell < place.end; cell += (uint32_t)cells_at(unit, cell)) {
            unit->entries[cell].word = t->at;
            put_plain(t, cell);
        }
        uint32_t from = t->at;
        put_handler(t, X_GOTO);
        put_target(t, from, place.end, 0);
        cell = place.end - 1;
    }
}

static void translate_pass(struct translator *t) {
    struct unit *unit = t->unit;
    t->at = 0, t->cell = 0;
    put_handler(t, X_TRAP); // word 0 means "no entry"
    for (uint32_t cell = 0; cell < unit->count;) {
        struct fused_place place;
        t->cell = cell;
        unit->entries[cell].word = t->at;
        if (t->choices && t->choices[cell]) {
            const struct fused *fused = fused_at(t->choices[cell]);
            fused_place(unit, t->marks, t->lines, fused, cell, &place);
            put_fused(t, fused, &place);
            cell = place.end;
            continue;
        }
        put_plain(t, cell);
        cell += (uint32_t)cells_at(unit, cell);
    }
    unit->entries[unit->count].word = t->at;
    t->cell = unit->count;
    put_handler(t, X_TRAP); // whoever runs off the end
    put_copies(t);
}

size_t workshop_bytes(uint32_t cells) {
    return ((size_t)cells + 1) * (sizeof(uint32_t) + 2) + ((size_t)cells / 2 + 1) * sizeof(struct kase);
}

void workshop_lay(struct workshop *shop, uint8_t *memory, uint32_t cells) {
    size_t n = (size_t)cells + 1;
    shop->cost = (uint32_t *)(void *)memory;
    shop->kases = (struct kase *)(void *)(shop->cost + n);
    shop->marks = (uint8_t *)(shop->kases + cells / 2 + 1);
    shop->choices = shop->marks + n;
}

static struct translator translator_of(const struct amx *amx, struct unit *unit, const uint8_t *marks,
                                       struct workshop *shop) {
    const struct amx_config *config = &amx->config;
    struct translator t = {.amx = amx, .unit = unit, .marks = marks, .kases = shop->kases};
    amx_run(NULL, &t.handlers);
    t.lines = amx->image.header.flags & AMX_DEBUG;
    if (!config->plain && !config->hook && !config->counting) t.choices = shop->choices;
    return t;
}

void unit_measure(const struct amx *amx, struct unit *unit, const uint8_t *marks, struct workshop *shop) {
    struct translator t = translator_of(amx, unit, marks, shop);
    memset(unit->entries, 0, ((size_t)unit->count + 1) * sizeof *unit->entries);
    measure_runs(unit, marks);
    if (t.choices) fuse_choose(unit, marks, t.lines, shop->choices, shop->cost);
    translate_pass(&t);
    unit->word_count = t.at;
}

void unit_write(const struct amx *amx, struct unit *unit, const uint8_t *marks, struct workshop *shop) {
    struct translator t = translator_of(amx, unit, marks, shop);
    t.words = unit->words, t.where = unit->where;
    translate_pass(&t);
}
