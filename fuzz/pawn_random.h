// From any bytes a script that passes verification: every byte chooses an instruction or an operand that is
// allowed there. It is run twice, with fused handlers and instruction by instruction; both must come to the
// same end in the same state.
#pragma once

#include "pawn/machine/amx_internal.h"

#include <stdlib.h>
#include <string.h>

enum { RANDOM_CELLS = 600, RANDOM_DATA = 24, RANDOM_STACK = 96 };

struct random_bytes {
    const uint8_t *at, *end;
};
static inline uint32_t random_next(struct random_bytes *in) { return in->at < in->end ? *in->at++ : 0; }

static inline uint32_t random_operand(struct random_bytes *in, char kind) {
    uint32_t byte = random_next(in);
    switch (kind) {
    case 'a':
        return 4 * (byte % RANDOM_DATA);
    case 'f':
        return (uint32_t)(4 * ((int32_t)(byte % 16) - 8));
    case 'k':
        return 4 * (byte % 6);
    case 'w':
        return 1u << byte % 3;
    case 's':
        return byte % 4;
    case 'b':
        return byte % 8 ? 4 * (byte % 6) : byte;
    case 'x':
        return byte % 7;
    case 'n':
        return byte % 2;
    default:
        return byte & 0x80 ? (uint32_t)(int32_t)(int8_t)byte : byte % 8 ? byte : byte << 20;
    }
}

// The code: instructions, then branches are led to starts of instructions.
static inline uint32_t random_code(struct random_bytes *in, uint32_t *cells) {
    uint32_t starts[RANDOM_CELLS], start_count = 0, count = 0;
    cells[count++] = OP_HALT, cells[count++] = 0;
    cells[count++] = OP_PROC;
    while (in->at < in->end && count + 12 < RANDOM_CELLS) {
        const struct opcode *op = opcode_of(random_next(in));
        if (!op || op->level == OPCODE_NONE || op->level > OPCODE_PACKED || *op->operands == 'T' ||
            *op->operands == 'O' || strchr(op->operands, 'o') || op == opcode_of(OP_IRETN) ||
            op == opcode_of(OP_SWITCH) || op == opcode_of(OP_ISWITCH))
            continue;
        uint32_t number = opcode_named(op->name);
        starts[start_count++] = count;
        if (op->level == OPCODE_PACKED) {
            uint32_t value =
                number == OP_HALT_P ? random_next(in) % 14 : random_operand(in, *op->operands) & 0xff;
            if (strchr("wsb", *op->operands) || *op->operands == 'a') value &= 0x7fff;
            cells[count++] = number | value << 16;
            continue;
        }
        cells[count++] = number;
        for (size_t i = 0; op->operands[i]; i++) {
            uint32_t value = random_operand(in, op->operands[i]);
            if (number == OP_HALT) value %= 14;
            if (number == OP_SYSREQ_N && i == 1) value = 4 * (value % 3);
            cells[count++] = value;
        }
    }
    cells[count++] = OP_RETN;
    for (uint32_t i = 0; i < start_count; i++) {
        const struct opcode *op = opcode_of(cells[starts[i]] & 0xffff);
        if (*op->operands == 'r')
            cells[starts[i] + 1] = 4 * (starts[cells[starts[i] + 1] % start_count] - starts[i]);
    }
    return count;
}

static inline int32_t random_native(struct amx *amx, const int32_t *params) {
    return params[0] ? params[1] + 1 : (int32_t)amx_registers(amx).stk;
}

struct random_end {
    enum halt end;
    int32_t pri, alt;
    uint32_t frm, stk, hea;
    uint64_t executed;
    uint8_t memory[4 * (RANDOM_DATA + RANDOM_STACK)];
};

static inline bool random_run(const uint8_t *file, size_t len, bool plain, struct random_end *end) {
    static const struct amx_native NATIVES[] = {{"a", random_native, 0}, {"b", random_native, 1}};
    static const struct amx_library LIBRARY = {.name = "Random", .natives = NATIVES, .native_count = 2};
    static const struct amx_library *const LIBRARIES[] = {&LIBRARY};
    struct amx_config config;
    amx_defaults(&config);
    config.libraries = LIBRARIES, config.library_count = 1, config.plain = plain, config.instructions = 3000;
    struct amx *amx = amx_new(&config, file, len, NULL);
    if (!amx) return false;
    memset(end, 0, sizeof *end);
    end->end = amx_call_at(amx, AMX_MAIN, NULL, 0, NULL);
    for (int i = 0; i < 3 && end->end == HALT_SLEEP; i++) end->end = amx_resume(amx, NULL);
    struct amx_registers r = amx_registers(amx);
    end->pri = r.pri, end->alt = r.alt, end->frm = r.frm, end->stk = r.stk, end->hea = r.hea;
    // Where an error came is known to the sequence only, so is what was run.
    if (!end->end || end->end == HALT_SLEEP || end->end == HALT_BUDGET) end->executed = amx_executed(amx);
    memcpy(end->memory, amx->data, sizeof end->memory);
    amx_free(amx);
    return true;
}

// False: the two runs differ.
static inline bool random_same(const uint8_t *bytes, size_t len) {
    static uint8_t file[4 * (RANDOM_CELLS + RANDOM_DATA) + 200];
    uint32_t cells[RANDOM_CELLS];
    struct random_bytes in = {bytes, bytes + len};
    uint32_t count = random_code(&in, cells);
    struct amx_header h = {.magic = AMX_MAGIC_32,
                           .file_version = 10,
                           .amx_version = 10,
                           .defsize = 8,
                           .publics = 60,
                           .natives = 60,
                           .libraries = 76,
                           .pubvars = 76,
                           .tags = 76,
                           .overlays = 76,
                           .nametable = 76,
                           .cod = 84,
                           .cip = 8};
    h.dat = h.cod + 4 * count, h.size = h.hea = h.dat + 4 * RANDOM_DATA, h.stp = h.hea + 4 * RANDOM_STACK;
    struct writer out = writer_of(file, sizeof file);
    amx_header_write(&out, &h);
    write_u32(&out, 0), write_u32(&out, 78), write_u32(&out, 0), write_u32(&out, 80);
    write_u16(&out, 31), write_bytes(&out, "a\0b\0\0\0", 6);
    for (uint32_t i = 0; i < count; i++) write_u32(&out, cells[i]);
    for (uint32_t i = 0; i < RANDOM_DATA; i++) write_u32(&out, 4 * i);
    struct random_end fused, plain;
    bool a = random_run(file, writer_len(&out), false, &fused),
         b = random_run(file, writer_len(&out), true, &plain);
    return a == b && (!a || !memcmp(&fused, &plain, sizeof fused));
}
