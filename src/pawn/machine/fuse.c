// Which runs of instructions become one handler: of all ways to cut the code into handlers, one with the
// fewest.
#include "pawn/machine/fuse.h"

#include <string.h>

static const struct fused TABLE[] = {
#define FUSE(a, b, c, d, e, f, g)                                                                            \
    {F_##a##_##b##_##c##_##d##_##e##_##f##_##g, {OP_##a, OP_##b, OP_##c, OP_##d, OP_##e, OP_##f, OP_##g}},
#define FUSE_GO FUSE
#include "pawn/machine/fused_list.h"
#undef FUSE
#undef FUSE_GO
};
enum { TABLE_COUNT = sizeof TABLE / sizeof *TABLE };

static size_t cells_at(const struct unit *unit, uint32_t cell) {
    return opcode_cells(unit->cells[cell], unit->cells + cell + 1, unit->count - cell - 1);
}

static bool takes_no_time(uint32_t op, bool lines) { return op == OP_NOP || (op == OP_BREAK && !lines); }

// Does the sequence stand at this cell? Gives the cells of its members and the cell after. No branch may come
// in from elsewhere after its first instruction.
static bool matches(const struct unit *unit, const uint8_t *marks, bool lines, const struct fused *fused,
                    uint32_t cell, struct fused_place *place) {
    place->count = 0;
    for (int i = 0; i < FUSED_MAX; i++) {
        uint32_t wanted = fused->steps[i];
        if (wanted == OP_NONE) continue;
        for (;; cell += (uint32_t)cells_at(unit, cell)) {
            if (cell >= unit->count || (place->count && marks[cell] & CELL_LABEL)) return false;
            int32_t operands[5];
            uint32_t op = decode(unit->cells + cell, operands);
            if (op == wanted) break;
            if (!place->count || !takes_no_time(op, lines)) return false;
        }
        place->cells[place->count++] = cell;
        cell += (uint32_t)cells_at(unit, cell);
    }
    place->end = cell;
    return true;
}

const struct fused *fused_at(uint8_t choice) { return choice ? &TABLE[choice - 1] : NULL; }

void fused_place(const struct unit *unit, const uint8_t *marks, bool lines, const struct fused *fused,
                 uint32_t cell, struct fused_place *place) {
    matches(unit, marks, lines, fused, cell, place);
}

_Static_assert(TABLE_COUNT < 255, "a choice is one byte");

void fuse_choose(const struct unit *unit, const uint8_t *marks, bool lines, uint8_t *choices,
                 uint32_t *cost) {
    uint8_t first[TABLE_COUNT];
    memset(choices, 0, (size_t)unit->count + 1);
    memset(cost, 0, ((size_t)unit->count + 1) * sizeof *cost);
    for (int i = 0; i < TABLE_COUNT; i++) {
        int at = 0;
        while (TABLE[i].steps[at] == OP_NONE) at++;
        first[i] = TABLE[i].steps[at];
    }
    for (uint32_t cell = unit->count; cell-- > 0;) {
        if (!(marks[cell] & CELL_START) || marks[cell] & CELL_TABLE) continue;
        int32_t operands[5];
        uint32_t op = decode(unit->cells + cell, operands);
        cost[cell] = cost[cell + cells_at(unit, cell)] + !takes_no_time(op, lines);
        for (int i = 0; i < TABLE_COUNT; i++) {
            struct fused_place place;
            if (first[i] != op || !matches(unit, marks, lines, &TABLE[i], cell, &place)) continue;
            if (cost[place.end] + 1 >= cost[cell]) continue;
            cost[cell] = cost[place.end] + 1;
            choices[cell] = (uint8_t)(i + 1);
        }
    }
}
