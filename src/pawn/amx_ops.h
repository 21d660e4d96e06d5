// Numbers of the loop's handlers. Plain ones are those of opcode.h.
#pragma once

#include "pawn/opcode.h"

enum handler {
    X_BEFORE_FIRST = OP_COUNT - 1,
#define PLAIN(op, name)
#define EXTRA(op, name) op,
#include "pawn/amx_ops_list.h"
#undef PLAIN
#undef EXTRA
    X_COUNT_ALL
};
