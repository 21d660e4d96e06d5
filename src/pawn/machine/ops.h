// Numbers of the loop's handlers. Plain instructions have those of opcode.h; then come handlers that only the
// machine has, and the fused sequences. Also how many operands each step has.
#pragma once

#include "pawn/machine/opcode.h"

enum handler {
    X_BEFORE_FIRST = OP_COUNT - 1,
#define STEP(name, count)
#define PLAIN(name)
#define EXTRA(name) X_##name,
#include "pawn/machine/ops_list.h"
#undef STEP
#undef PLAIN
#undef EXTRA
#define FUSE(a, b, c, d, e, f, g) F_##a##_##b##_##c##_##d##_##e##_##f##_##g,
#define FUSE_GO                   FUSE
#include "pawn/machine/fused_list.h"
#undef FUSE
#undef FUSE_GO
    X_COUNT_ALL
};

enum step_operands {
    N_NONE = 0,
#define STEP(name, count) N_##name = count,
#define PLAIN(name)
#define EXTRA(name)
#include "pawn/machine/ops_list.h"
#undef STEP
#undef PLAIN
#undef EXTRA
};

// Where the operands of the other steps begin, by the step that branches.
enum {
    FIRST_JUMP = 2,
    FIRST_JZER = 2,
    FIRST_JNZ = 2,
    FIRST_JEQ = 2,
    FIRST_JNEQ = 2,
    FIRST_JLESS = 2,
    FIRST_JLEQ = 2,
    FIRST_JGRTR = 2,
    FIRST_JGEQ = 2,
    FIRST_JSLESS = 2,
    FIRST_JSLEQ = 2,
    FIRST_JSGRTR = 2,
    FIRST_JSGEQ = 2,
    FIRST_CALL = 3,
    FIRST_RETN = 0,
};
enum { FUSED_MAX = 7, OP_NONE = 0 };
