#include "pawn/machine/opcode.h"

#include <string.h>

#define NONE     OPCODE_NONE
#define CORE     OPCODE_CORE
#define MACRO    OPCODE_MACRO
#define PACKED   OPCODE_PACKED
#define OLD      OPCODE_OLD
#define INTERNAL OPCODE_INTERNAL

static const struct opcode TABLE[OP_COUNT] = {
#define OPCODE(number, ident, name, operands, level, plain, stack, registers, meaning)                       \
    [ident] = {name, operands, level, plain, stack, registers, meaning},
#include "pawn/machine/opcode_table.h"
#undef OPCODE
};

const struct opcode *opcode_of(uint32_t number) { return number < OP_COUNT ? &TABLE[number] : NULL; }

uint32_t opcode_named(const char *name) {
    for (uint32_t i = 1; i < OP_COUNT; i++)
        if (!strcmp(TABLE[i].name, name)) return i;
    return 0;
}

uint32_t opcode_packed(uint32_t number) {
    for (uint32_t i = 1; number && i < OP_COUNT; i++)
        if (TABLE[i].plain == number) return i;
    return 0;
}

size_t opcode_cells(uint32_t cell, const uint32_t *operands, size_t left) {
    const struct opcode *op = opcode_of(cell & 0xffff);
    if (!op || op->level == OPCODE_NONE || op->level == OPCODE_OLD || op->level == OPCODE_INTERNAL) return 0;
    if (op->level == OPCODE_PACKED) return 1;
    if (cell > 0xffff) return 0;
    size_t more = strlen(op->operands);
    if (more && (op->operands[0] == 'T' || op->operands[0] == 'O')) {
        if (left < 2 || operands[0] > (left - 2) / 2) return 0;
        more = 2 + 2 * (size_t)operands[0];
    }
    return more <= left ? 1 + more : 0;
}
