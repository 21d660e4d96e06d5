// The instruction set of the Pawn abstract machine as data, shared by compiler, verifier, machine and
// disassembler.
//
//     const struct opcode *op = opcode_of(OP_LOAD_PRI);        // NULL: no such number
//     op->name, op->operands, op->level, op->stack
//     opcode_packed(OP_LOAD_PRI)                               // OP_LOAD_P_PRI; 0: there is no packed form
//     unsigned cells = opcode_cells(cell, following, left);    // length of an instruction in a file
//
// An instruction is an opcode cell and one cell per operand. In a packed instruction the low half of the cell
// is the opcode and the upper half, as a signed number, its one operand. PRI, ALT, FRM, STK, HEA, STP and CIP
// are the registers; [x] is the cell at data address x. Letters in `operands`:
//
//     v value    a data address    f offset from FRM    k offset from STK    w width in bytes: 1, 2 or 4
//     s shift    b count of bytes  x register number    n native             o overlay number
//     r code, measured from the instruction's own opcode cell
//     T case table: count, default, then count pairs of value and target; every target is measured from the
//     cell
//       before it     O the same with overlay numbers as targets     - takes no part in files of today
//
// `registers`: p, a: reads PRI, ALT; P, A: changes them; M: changes memory; J: branches.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum opcode_level {
    OPCODE_NONE,     // not an instruction
    OPCODE_CORE,     // every machine
    OPCODE_MACRO,    // several steps in one; from the optimiser
    OPCODE_PACKED,   // an operand in the opcode's cell; from the optimiser
    OPCODE_OLD,      // debug marks of file versions before 8
    OPCODE_INTERNAL, // never in a file
};

enum opcode_number {
#define OPCODE(number, ident, name, operands, level, plain, stack, registers, meaning) ident = number,
#include "pawn/machine/opcode_table.h"
#undef OPCODE
    OP_COUNT
};

enum { STACK_VARIES = 99 }; // the cells pushed depend on an operand or on memory

struct opcode {
    const char *name;
    const char *operands;
    enum opcode_level level;
    uint8_t plain; // of a packed one: its plain form; else 0
    int8_t stack;  // cells pushed; negative: popped; STACK_VARIES
    const char *registers;
    const char *meaning;
};

const struct opcode *opcode_of(uint32_t number); // NULL: not in the table
uint32_t opcode_named(const char *name);         // 0: unknown
uint32_t opcode_packed(uint32_t number);         // the packed form, or 0

// Whether an operand fits the packed form: a signed 16-bit number.
static inline bool opcode_fits(int32_t operand) { return operand >= INT16_MIN && operand <= INT16_MAX; }

// Length in cells of the instruction that starts with `cell`; `operands` are the `left` cells after it. 0: no
// instruction, or truncated. Case tables count as instructions.
size_t opcode_cells(uint32_t cell, const uint32_t *operands, size_t left);
