#include "pawn/machine/file.h"

size_t compact_encode(uint32_t cell, uint8_t out[5]) {
    int32_t number = (int32_t)cell;
    unsigned groups = 1; // as many as keep the sign in bit 6 of the first
    while (groups < 5 && number >> (7 * groups - 1) != (number < 0 ? -1 : 0)) groups++;
    for (unsigned i = 0; i < groups; i++) {
        unsigned shift = 7 * (groups - 1 - i);
        // Four bits are left for the fifth.
        uint32_t group = shift == 28 ? cell >> 28 : (uint32_t)(number >> shift) & 0x7f;
        out[i] = (uint8_t)(group | (i + 1 < groups ? 0x80 : 0));
    }
    return groups;
}

enum err compact_decode(struct reader *in, uint32_t *cells, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint8_t byte = read_u8(in);
        uint32_t cell = byte & 0x40 ? UINT32_MAX << 7 : 0;
        cell |= byte & 0x7f;
        for (unsigned more = 1; byte & 0x80; more++) {
            if (more == 5) reader_fail(in, ERR_SYNTAX);
            byte = read_u8(in);
            cell = cell << 7 | (byte & 0x7f);
        }
        if (in->err) return in->err;
        cells[i] = cell;
    }
    return ERR_NONE;
}
