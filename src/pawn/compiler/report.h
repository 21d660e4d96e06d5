// What a compile says beside its messages, in pawncc's form: the banner, the sizes, and how many errors there
// were.
//
//     pawn_report_banner(&out);
//     pawn_report_sizes(&sizes, &out);
//     pawn_report_end(&result, &out);             // "\n2 Warnings.\n"
#pragma once

#include "pawn/compiler/compiler.h"

// Our name stands where the reference has its own; the line is as wide.
void pawn_report_banner(struct buf *out);
void pawn_report_sizes(const struct pawn_sizes *sizes, struct buf *out);
// Whether the sizes are shown unasked: the stack is nearly used up, or a limit is reached.
bool pawn_report_tight(const struct pawn_sizes *sizes);
void pawn_report_end(const struct pawn_result *result, struct buf *out); // nothing when all is well
