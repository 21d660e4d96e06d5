// Disassembles a script: header, tables, and code with labels, names of functions and natives, and source
// lines if the file has debug data.
//
//     struct buf text = {.limit = 64 << 20};
//     if (disasm(file, len, (struct disasm_wishes){.cells = true}, &text, fault)) …
//
// Code that would not pass verification is shown as far as it can be read, with the reason at the end; that
// is not an error. A wrong header is.
#pragma once

#include "base/buf.h"

struct disasm_wishes {
    bool cells;         // the raw cells beside each instruction
    bool data;          // the data block too
    const char *source; // source text, to show its lines; NULL: only line numbers
};

enum err disasm(const uint8_t *file, size_t len, struct disasm_wishes wishes, struct buf *out,
                struct fault *fault);

struct amx;
// One instruction at a code address, without labels: "load.s.pri 12". For debuggers. False: no instruction
// there.
bool disasm_one(const struct amx *amx, uint32_t address, char *out, size_t size);
