// Fused sequences of instructions, for the translator.
#pragma once

#include "pawn/machine/amx_internal.h"
#include "pawn/machine/ops.h"

struct fused {
    uint32_t handler;
    uint8_t steps[FUSED_MAX]; // plain opcodes, then OP_NONE
};
struct fused_place {
    uint32_t cells[FUSED_MAX], count;
    uint32_t end; // the cell after the last
};

// Chooses for every cell the sequence to use there; 0: none. With `lines` no sequence crosses statements, so
// that errors name the right line. `choices` and `cost` have one row more than the unit has cells.
void fuse_choose(const struct unit *unit, const uint8_t *marks, bool lines, uint8_t *choices, uint32_t *cost);
const struct fused *fused_at(uint8_t choice);
void fused_place(const struct unit *unit, const uint8_t *marks, bool lines, const struct fused *fused,
                 uint32_t cell, struct fused_place *place);
