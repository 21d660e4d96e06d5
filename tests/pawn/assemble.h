// A small assembler, so that tests can say exactly which cells a script file holds.
//
//     struct script s = {.code = "halt 0\n"
//                                "main: proc\n"
//                                "const.pri 7\n"
//                                "retn\n", .main = "main"};
//     struct bytes file = assemble(&s);
//
// A line is an instruction with its operands: numbers, @label (a branch, measured as the file's version wants
// it), =label (the code address), #n (overlay of label, see overlays). A label stands before a colon. A
// packed instruction has one operand. `cell N` is a cell as it is. casetbl takes the default and then pairs.
// The result lives until the program ends.
#pragma once

#include "base/bytes.h"
#include "pawn/machine/file.h"

struct script_row {
    const char *name, *label; // of a public; of a pubvar label is its address as a number
};
struct script {
    const char *code, *main;
    unsigned version; // 0: 10
    uint16_t flags;
    const int32_t *data;
    uint32_t data_count;
    uint32_t stack; // cells; 0: 256
    struct script_row publics[8], pubvars[4];
    const char *natives[8];
    const char *overlays[8]; // labels; each overlay goes on to the next one's
    const uint8_t *debug;
    size_t debug_len;
};

void *kept(size_t size); // zeroed memory that lives as long as the program
struct bytes assemble(const struct script *script);
