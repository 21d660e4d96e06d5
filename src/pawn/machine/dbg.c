#include "pawn/machine/dbg.h"

#include "base/plural.h"

#include <string.h>

static const char *read_name(struct reader *in) {
    const uint8_t *end = in->err ? NULL : memchr(in->at, 0, reader_left(in));
    if (!end) {
        reader_fail(in, ERR_SHORT);
        return "";
    }
    return (const char *)read_bytes(in, (size_t)(end - in->at) + 1).at;
}

static void read_symbol(struct reader *in, struct dbg_symbol *s) {
    *s = (struct dbg_symbol){.address = read_u32(in), .tag = read_u16(in)};
    s->start = read_u32(in);
    s->end = read_u32(in);
    s->ident = (enum symbol_ident)read_u8(in);
    s->class = (enum symbol_class)read_u8(in);
    s->dimensions = read_u16(in);
    s->name = read_name(in);
    if (s->dimensions > AMX_DEBUG_DIMENSIONS) reader_fail(in, ERR_RANGE);
    for (unsigned i = 0; i < s->dimensions && !in->err; i++) {
        s->dimension[i].tag = read_u16(in);
        s->dimension[i].size = read_u32(in);
    }
}

static void read_state(struct reader *in, struct dbg_state *s, bool automaton) {
    *s = (struct dbg_state){0};
    s->state = s->automaton = read_u16(in);
    if (automaton)
        s->address = read_u32(in);
    else
        s->automaton = read_u16(in);
    s->name = read_name(in);
}

static void walk(struct dbg *dbg, struct reader *in) {
    struct dbg_symbol symbol;
    struct dbg_state state;
    dbg->files = in->at;
    for (unsigned i = 0; i < dbg->file_count; i++) read_u32(in), read_name(in);
    dbg->lines = in->at;
    read_skip(in, 8 * (size_t)dbg->line_count);
    dbg->symbols = in->at;
    for (unsigned i = 0; i < dbg->symbol_count && !in->err; i++) read_symbol(in, &symbol);
    dbg->tags = in->at;
    for (unsigned i = 0; i < dbg->tag_count; i++) read_u16(in), read_name(in);
    dbg->automata = in->at;
    for (unsigned i = 0; i < dbg->automaton_count; i++) read_state(in, &state, true);
    dbg->states = in->at;
    for (unsigned i = 0; i < dbg->state_count; i++) read_state(in, &state, false);
    dbg->end = in->at;
}

enum err dbg_open(struct dbg *dbg, const uint8_t *file, size_t len, struct fault *fault) {
    struct amx_header header;
    *dbg = (struct dbg){0};
    enum err err = amx_header_read(file, len, &header, fault);
    if (err) return err;
    if (!(header.flags & AMX_DEBUG))
        return fault_set(fault, ERR_MISSING, "compiled without debug information (-d2)");
    struct reader in = reader_of(file + header.size, len - header.size);
    uint32_t size = read_u32(&in);
    uint16_t magic = read_u16(&in);
    uint8_t version = read_u8(&in);
    read_u8(&in);
    read_u16(&in);
    if (!in.err && magic != AMX_DEBUG_MAGIC)
        return fault_set(fault, ERR_SYNTAX, "debug block: mark %04x, expected %04x", magic, AMX_DEBUG_MAGIC);
    if (!in.err && (version < AMX_VERSION_BREAK || version > AMX_DEBUG_VERSION))
        return fault_set(fault, ERR_VERSION, "debug block: version %u, expected %d to %d", version,
                         AMX_VERSION_BREAK, AMX_DEBUG_VERSION);
    dbg->file_count = read_u16(&in);
    dbg->line_count = read_u16(&in);
    dbg->symbol_count = read_u16(&in);
    dbg->tag_count = read_u16(&in);
    dbg->automaton_count = read_u16(&in);
    dbg->state_count = read_u16(&in);
    if (!in.err && (size < AMX_DEBUG_HEAD || size > len - header.size))
        return fault_set(fault, ERR_RANGE, "debug block: says %s, the file has %zu", PLURAL(size, "byte"),
                         len - header.size);
    in.end = in.err ? in.end : in.start + size;
    walk(dbg, &in);
    if (in.err)
        return fault_set(fault, in.err, "debug block: %s at byte %zu",
                         in.err == ERR_SHORT ? "it ends" : "a symbol with too many dimensions",
                         reader_offset(&in));
    return ERR_NONE;
}

bool dbg_file_at(const struct dbg *dbg, uint32_t n, uint32_t *address, const char **name) {
    if (n >= dbg->file_count) return false;
    struct reader in = reader_of(dbg->files, (size_t)(dbg->end - dbg->files));
    for (uint32_t i = 0; i <= n; i++) *address = read_u32(&in), *name = read_name(&in);
    return true;
}

bool dbg_line_at(const struct dbg *dbg, uint32_t n, uint32_t *address, unsigned *line) {
    if (n >= dbg->line_count) return false;
    struct reader in = reader_of(dbg->lines + 8 * (size_t)n, 8);
    *address = read_u32(&in);
    *line = read_u32(&in) + 1;
    return true;
}

bool dbg_symbol(const struct dbg *dbg, uint32_t *at, struct dbg_symbol *symbol) {
    struct reader in = reader_of(dbg->symbols + *at, (size_t)(dbg->tags - dbg->symbols) - *at);
    if (!reader_left(&in)) return false;
    read_symbol(&in, symbol);
    *at += (uint32_t)reader_offset(&in);
    return true;
}

const char *dbg_tag(const struct dbg *dbg, uint16_t id) {
    struct reader in = reader_of(dbg->tags, (size_t)(dbg->automata - dbg->tags));
    while (reader_left(&in)) {
        uint16_t tag = read_u16(&in);
        const char *name = read_name(&in);
        if (tag == id) return name;
    }
    return NULL;
}

static bool state_at(const uint8_t *from, const uint8_t *to, uint32_t n, struct dbg_state *state,
                     bool automaton) {
    struct reader in = reader_of(from, (size_t)(to - from));
    for (uint32_t i = 0; i <= n; i++) {
        if (!reader_left(&in)) return false;
        read_state(&in, state, automaton);
    }
    return true;
}
bool dbg_automaton_at(const struct dbg *dbg, uint32_t n, struct dbg_state *automaton) {
    return state_at(dbg->automata, dbg->states, n, automaton, true);
}
bool dbg_state_at(const struct dbg *dbg, uint32_t n, struct dbg_state *state) {
    return state_at(dbg->states, dbg->end, n, state, false);
}

const char *dbg_file(const struct dbg *dbg, uint32_t address) {
    const char *name = NULL, *found = NULL;
    uint32_t from;
    for (uint32_t i = 0; dbg_file_at(dbg, i, &from, &name) && from <= address; i++) found = name;
    return found;
}

bool dbg_line(const struct dbg *dbg, uint32_t address, const char **file, unsigned *line) {
    uint32_t low = 0, high = dbg->line_count, from = 0;
    while (low < high) { // the last row at or before the address; rows are in the order of addresses
        uint32_t middle = (low + high) / 2;
        dbg_line_at(dbg, middle, &from, line);
        if (from <= address)
            low = middle + 1;
        else
            high = middle;
    }
    *file = dbg_file(dbg, address);
    return low && dbg_line_at(dbg, low - 1, &from, line);
}

const char *dbg_function(const struct dbg *dbg, uint32_t address) {
    struct dbg_symbol s;
    for (uint32_t at = 0; dbg_symbol(dbg, &at, &s);)
        if (s.ident == SYMBOL_FUNCTION && address >= s.start && address < s.end) return s.name;
    return NULL;
}

static bool ends_with(const char *whole, const char *end) {
    size_t a = strlen(whole), b = strlen(end);
    return a >= b && !strcmp(whole + a - b, end);
}

bool dbg_address(const struct dbg *dbg, const char *file, unsigned line, uint32_t *address) {
    unsigned best = 0, at_line;
    uint32_t from;
    for (uint32_t i = 0; dbg_line_at(dbg, i, &from, &at_line); i++) {
        if (at_line < line || (best && at_line >= best)) continue;
        const char *name = dbg_file(dbg, from);
        if (file && (!name || !ends_with(name, file))) continue;
        best = at_line, *address = from;
    }
    return best;
}

bool dbg_function_address(const struct dbg *dbg, const char *name, uint32_t *address) {
    struct dbg_symbol s;
    for (uint32_t at = 0; dbg_symbol(dbg, &at, &s);) {
        if (s.ident != SYMBOL_FUNCTION || strcmp(s.name, name)) continue;
        // The first row is the break after `proc`; arguments can be seen from there on.
        uint32_t from;
        unsigned line;
        for (uint32_t i = 0; dbg_line_at(dbg, i, &from, &line); i++) {
            if (from < s.start || from >= s.end) continue;
            *address = from;
            return true;
        }
    }
    return false;
}

bool dbg_find(const struct dbg *dbg, const char *name, uint32_t address, struct dbg_symbol *symbol) {
    bool found = false;
    struct dbg_symbol s;
    for (uint32_t at = 0; dbg_symbol(dbg, &at, &s);) {
        if (s.ident == SYMBOL_FUNCTION || strcmp(s.name, name)) continue;
        bool global = s.class == SYMBOL_GLOBAL;
        if (!global && (address < s.start || address > s.end)) continue;
        // Of several the one with the smallest scope.
        if (found &&
            (global || (symbol->class != SYMBOL_GLOBAL && s.end - s.start >= symbol->end - symbol->start)))
            continue;
        *symbol = s, found = true;
    }
    return found;
}
