// The debug block after a script: which file and line an address came from, and what the names are.
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>

static void u16(struct buf *out, uint32_t value) {
    buf_byte(out, (uint8_t)value);
    buf_byte(out, (uint8_t)(value >> 8));
}
static void u32(struct buf *out, uint32_t value) {
    u16(out, value);
    u16(out, value >> 16);
}
static void name(struct buf *out, const char *text) { buf_bytes(out, text, strlen(text) + 1); }

// Of files at one address the last counts.
static unsigned write_files(const struct unit *u, struct buf *out) {
    unsigned count = 0;
    for (size_t i = 0; i < u->debug_file_count; i++) {
        const struct debug_file *file = &u->debug_files[i];
        bool last = i + 1 == u->debug_file_count;
        if (!last && u->address[file->at] == u->address[file[1].at]) continue;
        u32(out, u->address[file->at]);
        name(out, file->name);
        count++;
    }
    return count;
}

static void write_symbol(struct unit *u, struct buf *out, const struct debug_symbol *entry) {
    const struct symbol *symbol = entry->symbol;
    bool function = symbol->kind == K_FUNCTION, array = symbol->kind == K_ARRAY || symbol->kind == K_REFARRAY;
    char shown[2 * CC_NAME + 20];
    u32(out, function ? symbol->code_address : (uint32_t)symbol->addr);
    u16(out, (uint32_t)symbol->tag);
    u32(out, function ? symbol->code_address : u->address[entry->first]);
    u32(out, function ? symbol->code_end : u->address[entry->last]);
    buf_byte(out, (uint8_t)symbol->kind);
    buf_byte(out, (uint8_t)symbol->storage);
    u16(out, array ? (uint32_t)symbol->level + 1 : 0);
    name(out, cc_display(u, symbol, shown, sizeof shown));
    for (const struct symbol *sub = array ? symbol : NULL; sub; sub = sub->sub) {
        u16(out, (uint32_t)sub->index_tag);
        u32(out, (uint32_t)sub->length);
    }
}

void cc_debug_write(struct unit *u, struct buf *out) {
    size_t start = out->len;
    for (int i = 0; i < AMX_DEBUG_HEAD; i++) buf_byte(out, 0);
    unsigned files = write_files(u, out);
    for (size_t i = 0; i < u->debug_line_count; i++) {
        u32(out, u->address[u->debug_lines[i].at]);
        u32(out, (uint32_t)u->debug_lines[i].line);
    }
    for (size_t i = 0; i < u->debug_symbol_count; i++) write_symbol(u, out, &u->debug_symbols[i]);
    for (size_t i = 0; i < u->tag_count; i++) {
        u16(out, (uint32_t)u->tags[i].id);
        name(out, u->tags[i].name->text);
    }
    for (size_t i = 0; i < u->automaton_count; i++) {
        u16(out, (uint32_t)i);
        u32(out, (uint32_t)u->automata[i].addr);
        name(out, u->automata[i].name->text);
    }
    for (size_t i = 0; i < u->state_count; i++) {
        u16(out, (uint32_t)u->states[i].number);
        u16(out, (uint32_t)u->states[i].automaton);
        name(out, u->states[i].name->text);
    }
    if (out->err) return;
    struct writer head = writer_of(out->at + start, AMX_DEBUG_HEAD);
    write_u32(&head, (uint32_t)(out->len - start));
    write_u16(&head, AMX_DEBUG_MAGIC);
    write_u8(&head, AMX_DEBUG_VERSION);
    write_u8(&head, AMX_DEBUG_VERSION);
    write_u16(&head, 0);
    write_u16(&head, (uint16_t)files);
    write_u16(&head, (uint16_t)u->debug_line_count);
    write_u16(&head, (uint16_t)u->debug_symbol_count);
    write_u16(&head, (uint16_t)u->tag_count);
    write_u16(&head, (uint16_t)u->automaton_count);
    write_u16(&head, (uint16_t)u->state_count);
}
