// The fault of a test program, and a word for calls that must succeed: it fails with what the fault says.
//
//     fine(bank_read(bytes, arena, &bank, &fault));
#pragma once

#include "support/support.h"

static struct fault fault;

static inline void fine(enum err err) {
    char line[800];
    if (err) fail_msg("%s: %s", err_name(err), fault_text(&fault, line, sizeof line));
}
