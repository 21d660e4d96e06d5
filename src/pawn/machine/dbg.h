// The debug block of a script file: source lines of addresses, and the names visible there.
//
//     struct dbg dbg;
//     if (dbg_open(&dbg, file, len, fault)) return fault->err;    // ERR_MISSING: compiled without it
//     dbg_line(&dbg, cip, &name, &line);                          // lines from 1
//     struct dbg_symbol s;
//     for (uint32_t at = 0; dbg_symbol(&dbg, &at, &s);) …
//
// A view into the file's bytes; nothing is owned. dbg_open checks the whole block once, so later calls cannot
// fail.
#pragma once

#include "pawn/machine/file.h"

struct dbg {
    const uint8_t *files, *lines, *symbols, *tags, *automata, *states, *end;
    uint16_t file_count, line_count, symbol_count, tag_count, automaton_count, state_count;
};

struct dbg_dimension {
    uint16_t tag;
    uint32_t size; // 0: unknown
};
struct dbg_symbol {
    uint32_t address;
    uint16_t tag;
    uint32_t start, end; // code addresses where it is visible; of a function its own
    enum symbol_ident ident;
    enum symbol_class class;
    uint16_t dimensions;
    struct dbg_dimension dimension[AMX_DEBUG_DIMENSIONS];
    const char *name;
};
struct dbg_state {
    uint16_t state, automaton;
    uint32_t address; // of an automaton: where its state is stored
    const char *name;
};

enum err dbg_open(struct dbg *dbg, const uint8_t *file, size_t len, struct fault *fault);
// False: no line is known for the address. `file` may be set to NULL.
bool dbg_line(const struct dbg *dbg, uint32_t address, const char **file, unsigned *line);
const char *dbg_file(const struct dbg *dbg, uint32_t address);     // NULL: unknown
const char *dbg_function(const struct dbg *dbg, uint32_t address); // NULL: unknown
// The first code address of a line (from 1) of a file (NULL: any file; a name matches by its end). False: no
// code there or after it.
bool dbg_address(const struct dbg *dbg, const char *file, unsigned line, uint32_t *address);
// The address of its first statement.
bool dbg_function_address(const struct dbg *dbg, const char *name, uint32_t *address);
// The n-th row; false after the last.
bool dbg_file_at(const struct dbg *dbg, uint32_t n, uint32_t *address, const char **name);
bool dbg_line_at(const struct dbg *dbg, uint32_t n, uint32_t *address, unsigned *line);
// iterates: *at starts with 0
bool dbg_symbol(const struct dbg *dbg, uint32_t *at, struct dbg_symbol *symbol);
const char *dbg_tag(const struct dbg *dbg, uint16_t id); // NULL: unknown
bool dbg_automaton_at(const struct dbg *dbg, uint32_t n, struct dbg_state *automaton);
bool dbg_state_at(const struct dbg *dbg, uint32_t n, struct dbg_state *state);
// The meaning of `name` at a code address: the innermost local, else the global. False: not found.
bool dbg_find(const struct dbg *dbg, const char *name, uint32_t address, struct dbg_symbol *symbol);
