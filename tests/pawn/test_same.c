// Random scripts come to the same end fused and plain.
#include "support/support.h"

#include "../fuzz/pawn_random.h"

#include "base/maths/chance.h"
#include "pawn/machine/ops.h"

static void fused_and_plain_agree_on_anything(void **state) {
    struct chance dice = chance_of(2026, chance_stream("random scripts"), 0);
    for (int i = 0; i < 4000; i++) {
        uint8_t bytes[400];
        size_t len = 20 + chance_below(&dice, sizeof bytes - 20);
        for (size_t k = 0; k < len; k++) bytes[k] = (uint8_t)chance_u32(&dice);
        if (!random_same(bytes, len)) fail_msg("script %d of %zu bytes", i, len);
    }
}

// The fused sequences themselves, each from different values.
static void every_sequence_agrees(void **state) {
    static const uint8_t STEPS[][8] = {
#define FUSE(a, b, c, d, e, f, g) {OP_##a, OP_##b, OP_##c, OP_##d, OP_##e, OP_##f, OP_##g},
#define FUSE_GO                   FUSE
#include "pawn/machine/fused_list.h"
#undef FUSE
#undef FUSE_GO
    };
    struct chance dice = chance_of(7, chance_stream("sequences"), 0);
    for (size_t row = 0; row < sizeof STEPS / sizeof *STEPS; row++)
        for (int turn = 0; turn < 40; turn++) {
            uint8_t bytes[200];
            size_t len = 0;
            for (int k = 0; k < 6; k++) { // something in the registers and on the stack
                bytes[len++] = k % 3 == 0 ? OP_CONST_PRI : k % 3 == 1 ? OP_CONST_ALT : OP_PUSH_C;
                bytes[len++] =
                    (uint8_t)(chance_below(&dice, 4) ? 4 * chance_below(&dice, 24) : chance_u32(&dice));
            }
            for (int k = 0; k < 7; k++) {
                if (!STEPS[row][k]) continue;
                bytes[len++] = STEPS[row][k];
                size_t operands = strlen(opcode_of(STEPS[row][k])->operands);
                for (size_t o = 0; o < operands; o++) bytes[len++] = (uint8_t)chance_u32(&dice);
            }
            bytes[len++] = OP_PUSH_PRI, bytes[len++] = OP_PUSH_ALT;
            if (!random_same(bytes, len)) fail_msg("sequence %zu, turn %d", row, turn);
        }
}

TESTS(cmocka_unit_test(fused_and_plain_agree_on_anything), cmocka_unit_test(every_sequence_agrees))
