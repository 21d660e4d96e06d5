// Writes instructions into a list. Inside an expression they are kept on a stage, where pieces can be cut
// away or put in another order; at its end they go through the optimiser into the code.
#include "pawn/compiler/compiler_internal.h"

static struct ins *room_for_one(struct unit *u, struct code *code) {
    CC_ROOM(u, code->at, code->count, code->room);
    return &code->at[code->count++];
}

void cc_put(struct unit *u, unsigned op, unsigned count, int32_t a, int32_t b) {
    if (u->pass != PASS_WRITE) return;
    *room_for_one(u, u->staging ? &u->stage : &u->code) =
        (struct ins){.op = (uint16_t)op, .count = (uint16_t)count, .v = {a, b}};
}

size_t cc_here(const struct unit *u) { return u->stage.count; }

void cc_cut(struct unit *u, size_t to) {
    if (u->stage.count > to) u->stage.count = to;
}

void cc_stage_on(struct unit *u) {
    u->staging = true;
    u->stage.count = 0;
}

void cc_stage_off(struct unit *u) {
    u->staging = false;
    u->stage.count = 0;
}

static void append(struct unit *u, struct code *to, const struct ins *from, size_t count) {
    CC_ROOM(u, to->at, to->count + count, to->room);
    if (count) memcpy(to->at + to->count, from, count * sizeof *from);
    to->count += count;
}

static void drop_marks(struct code *code, size_t from, unsigned mark) {
    size_t to = from;
    for (size_t i = from; i < code->count; i++)
        if (code->at[i].op != mark) code->at[to++] = code->at[i];
    code->count = to;
}

static size_t next_seam(const struct code *code, size_t from) {
    while (from < code->count && code->at[from].op != M_SEAM) from++;
    return from;
}

// Each piece is made shorter by itself, then, if there was more than one, the whole.
void cc_stage_write(struct unit *u) {
    if (!u->stage.count) return;
    struct code *whole = &u->spare, piece;
    drop_marks(&u->stage, 0, M_GAP);
    bool pieces = false;
    whole->count = 0;
    for (size_t from = 0; from < u->stage.count;) {
        size_t end = next_seam(&u->stage, from);
        pieces |= end < u->stage.count;
        piece = (struct code){u->stage.at + from, end - from, end - from};
        cc_optimize(&u->rules, &piece, u->config->optimize);
        append(u, whole, piece.at, piece.count);
        from = end + 1;
    }
    if (pieces) cc_optimize(&u->rules, whole, u->config->optimize);
    append(u, &u->code, whole->at, whole->count);
    u->stage.count = 0;
}

// Puts the pieces after `start` in the order in which they are given. A piece may be empty.
void cc_reorder(struct unit *u, size_t start, const size_t (*pieces)[2], int count) {
    if (u->pass != PASS_WRITE) return;
    struct code *out = &u->spare;
    static const struct ins seam = {.op = M_SEAM};
    out->count = 0;
    append(u, out, &seam, 1);
    for (int i = 0; i < count; i++) {
        if (pieces[i][1] > pieces[i][0])
            append(u, out, u->stage.at + pieces[i][0], pieces[i][1] - pieces[i][0]);
        append(u, out, &seam, 1);
    }
    u->stage.count = start;
    append(u, &u->stage, out->at, out->count);
}

int cc_label(struct unit *u) { return u->labels++; }

void cc_put_label(struct unit *u, int label) { cc_op1(u, M_LABEL, label); }

void cc_put_line(struct unit *u, bool always) {
    if (u->config->output == PAWN_ASSEMBLER) cc_op1(u, M_LINE, u->in->line);
    if (u->config->debug >= 2 || (always && u->config->debug >= 1)) cc_op(u, OP_BREAK);
}

void cc_load_const(struct unit *u, int32_t value, bool alt) {
    if (value)
        cc_op1(u, alt ? OP_CONST_ALT : OP_CONST_PRI, value);
    else
        cc_op(u, alt ? OP_ZERO_ALT : OP_ZERO_PRI);
}

static bool local(const struct symbol *symbol) { return symbol->storage == S_LOCAL; }

void cc_load(struct unit *u, struct value *v) {
    if (v->kind == K_CELL) {
        cc_op(u, OP_LOAD_I);
    } else if (v->kind == K_CHAR) {
        cc_op1(u, OP_LODB_I, 1);
    } else if (v->sym) {
        unsigned op = v->kind == K_REFERENCE ? OP_LREF_S_PRI : local(v->sym) ? OP_LOAD_S_PRI : OP_LOAD_PRI;
        cc_op1(u, op, v->sym->addr);
        cc_mark(u, v->sym, U_READ);
    }
}

void cc_store(struct unit *u, struct value *v) {
    if (v->kind == K_CELL) {
        cc_op(u, OP_STOR_I);
    } else if (v->kind == K_CHAR) {
        cc_op1(u, OP_STRB_I, 1);
    } else if (v->kind == K_REFERENCE) {
        cc_op1(u, OP_SREF_S_PRI, v->sym->addr);
    } else if (v->sym) {
        cc_mark(u, v->sym, U_WRITTEN);
        cc_op1(u, local(v->sym) ? OP_STOR_S_PRI : OP_STOR_PRI, v->sym->addr);
    }
}

void cc_address(struct unit *u, struct symbol *symbol, bool alt) {
    unsigned op;
    if (symbol->kind == K_REFARRAY || symbol->kind == K_REFERENCE)
        op = alt ? OP_LOAD_S_ALT : OP_LOAD_S_PRI; // the address is in the frame
    else if (local(symbol))
        op = alt ? OP_ADDR_ALT : OP_ADDR_PRI;
    else
        op = alt ? OP_CONST_ALT : OP_CONST_PRI;
    cc_op1(u, op, symbol->addr);
    cc_mark(u, symbol, U_READ);
}

static void step_character(struct unit *u, bool down) {
    cc_op(u, OP_PUSH_PRI);
    cc_op(u, OP_PUSH_ALT);
    cc_op(u, OP_MOVE_ALT);
    cc_op1(u, OP_LODB_I, 1);
    cc_op(u, down ? OP_DEC_PRI : OP_INC_PRI);
    cc_op1(u, OP_STRB_I, 1);
    cc_op(u, OP_POP_ALT);
    cc_op(u, OP_POP_PRI);
}

void cc_step(struct unit *u, struct value *v, bool down) {
    if (v->kind == K_CELL) {
        cc_op(u, down ? OP_DEC_I : OP_INC_I);
    } else if (v->kind == K_CHAR) {
        step_character(u, down);
    } else if (v->kind == K_REFERENCE) {
        cc_op(u, OP_PUSH_PRI);
        cc_op1(u, OP_LREF_S_PRI, v->sym->addr);
        cc_op(u, down ? OP_DEC_PRI : OP_INC_PRI);
        cc_op1(u, OP_SREF_S_PRI, v->sym->addr);
        cc_op(u, OP_POP_PRI);
    } else if (v->sym) {
        unsigned frame = down ? OP_DEC_S : OP_INC_S, data = down ? OP_DEC : OP_INC;
        cc_op1(u, local(v->sym) ? frame : data, v->sym->addr);
    }
}

void cc_call(struct unit *u, struct symbol *function, int args) {
    if (function->usage & U_NATIVE) {
        if (u->pass == PASS_WRITE && !function->number && function->index >= 0) {
            function->index = u->natives++;
            function->number = u->natives;
        }
        cc_op1(u, OP_SYSREQ_C, function->index);
        cc_op1(u, OP_STACK, (args + 1) * CELL);
    } else {
        cc_op1(u, u->overlays ? OP_ICALL : OP_CALL, cc_number(u, function));
    }
}

// Calls one variant of a function with states: v[1] tells that v[0] is a label or an overlay.
void cc_call_body(struct unit *u, struct symbol *function, struct body *body) {
    (void)function;
    if (u->overlays) {
        cc_op1(u, OP_PUSH_C, 0); // the return from an overlay drops arguments
        cc_put(u, OP_ICALL, 1, body->overlay, 1);
    } else {
        cc_put(u, OP_CALL, 1, body->label, 1);
    }
}

static void move(struct unit *u, unsigned op, unsigned packed, int32_t value) {
    bool pack = !u->staging && u->config->optimize >= 2 && opcode_fits(value);
    cc_op1(u, pack ? packed : op, value);
}

void cc_move_stack(struct unit *u, int32_t bytes) {
    if (bytes) move(u, OP_STACK, OP_STACK_P, bytes);
}

void cc_move_heap(struct unit *u, int32_t bytes) {
    if (bytes) move(u, OP_HEAP, OP_HEAP_P, bytes);
}

void cc_heap_cell(struct unit *u) {
    cc_move_heap(u, CELL);
    cc_op(u, OP_STOR_I);
    cc_op(u, OP_MOVE_PRI);
}

void cc_add_const(struct unit *u, int32_t value) {
    if (value) move(u, OP_ADD_C, OP_ADD_P_C, value);
}

void cc_fill(struct unit *u, struct symbol *array, int32_t bytes, int32_t value) {
    cc_load_const(u, value, false);
    unsigned op = array->kind == K_REFARRAY ? OP_LOAD_S_ALT : local(array) ? OP_ADDR_ALT : OP_CONST_ALT;
    cc_op1(u, op, array->addr);
    cc_op1(u, OP_FILL, bytes);
}

// From the rows of the array at PRI to those of the array at ALT. A loop, because the rows of a part of a
// larger array lie at other distances.
void cc_copy_rows(struct unit *u, int rows, int row_cells) {
    int loop = cc_label(u);
    cc_op(u, OP_PUSH_ALT);
    cc_op(u, OP_PUSH_PRI);
    cc_op(u, OP_ZERO_ALT); // the index
    cc_put_label(u, loop);
    cc_op(u, OP_PUSH_ALT);
    cc_op1(u, OP_PICK, 8); // to
    cc_op(u, OP_XCHG);
    cc_op(u, OP_IDXADDR);
    cc_op(u, OP_MOVE_ALT);
    cc_op(u, OP_LOAD_I);
    cc_op(u, OP_ADD);
    cc_op(u, OP_PUSH_PRI);
    cc_op1(u, OP_PICK, 8); // from
    cc_op(u, OP_MOVE_ALT);
    cc_op1(u, OP_PICK, 4); // the index
    cc_op(u, OP_IDXADDR);
    cc_op(u, OP_MOVE_ALT);
    cc_op(u, OP_LOAD_I);
    cc_op(u, OP_ADD);
    cc_op(u, OP_POP_ALT);
    cc_op1(u, OP_MOVS, row_cells * CELL);
    cc_op(u, OP_POP_ALT);
    cc_op(u, OP_INC_ALT);
    cc_op1(u, OP_EQ_C_ALT, rows);
    cc_op1(u, OP_JZER, loop);
    cc_op(u, OP_POP_PRI);
    cc_op(u, OP_POP_ALT);
}

void cc_return(struct unit *u) {
    bool entry = u->function && cc_is_entry(u->function);
    cc_op(u, u->overlays ? OP_IRETN : entry ? OP_RET : OP_RETN);
}

// A mark for the optimiser and the listing.
void cc_put_local(struct unit *u, struct name *name, int32_t offset) {
    if (u->pass != PASS_WRITE) return;
    CC_ROOM(u, u->local_names, u->local_count, u->local_room);
    u->local_names[u->local_count++] = name;
    cc_put(u, M_LOCAL, 2, (int32_t)u->local_count, offset);
}

// ---- debug data

static bool wanted(const struct unit *u) { return u->pass == PASS_WRITE && u->config->debug >= 2; }

static void add_file(struct unit *u, const char *name) {
    CC_ROOM(u, u->debug_files, u->debug_file_count, u->debug_file_room);
    u->debug_files[u->debug_file_count++] = (struct debug_file){u->code.count, name};
}

void cc_debug_line(struct unit *u, int line) {
    if (!wanted(u)) return;
    if (u->debug_pending) add_file(u, u->debug_pending);
    u->debug_pending = NULL;
    CC_ROOM(u, u->debug_lines, u->debug_line_count, u->debug_line_room);
    u->debug_lines[u->debug_line_count++] = (struct debug_line){u->code.count, line > 0 ? line - 1 : line};
}

void cc_debug_file(struct unit *u, const char *name) {
    if (u->pass == PASS_SURVEY || u->config->debug < 2) return;
    u->debug_pending = NULL;
    if (u->function) // the lexer looks ahead: what is being read still belongs to the file before
        u->debug_pending = name;
    else
        add_file(u, name);
}

void cc_debug_symbol(struct unit *u, struct symbol *symbol) {
    if (!wanted(u)) return;
    CC_ROOM(u, u->debug_symbols, u->debug_symbol_count, u->debug_symbol_room);
    u->debug_symbols[u->debug_symbol_count++] = (struct debug_symbol){symbol, symbol->first, u->code.count};
}

// ---- data

static void add_cell(struct unit *u, struct cells *cells, int32_t cell) {
    if (cells->count >= CC_ARRAY_MAX) cc_say(u, 102, "data");
    CC_ROOM(u, cells->at, cells->count, cells->room);
    cells->at[cells->count++] = cell;
}

void cc_literal(struct unit *u, int32_t cell) { add_cell(u, &u->literals, cell); }

// A listing shows data where they were made.
static void mark_data(struct unit *u, size_t count) {
    if (count && u->pass == PASS_WRITE && u->config->output == PAWN_ASSEMBLER)
        cc_put(u, M_DATA, 2, (int32_t)(u->data.count - count), (int32_t)count);
}

void cc_literals_write(struct unit *u) {
    if (u->pass != PASS_SKIP) {
        for (size_t i = 0; i < u->literals.count; i++) add_cell(u, &u->data, u->literals.at[i]);
        mark_data(u, u->literals.count);
    }
    u->literals.count = 0;
}

void cc_zeros_write(struct unit *u, size_t count) {
    if (u->pass == PASS_SKIP) return;
    for (size_t i = 0; i < count; i++) add_cell(u, &u->data, 0);
    mark_data(u, count);
}

int32_t cc_literal_address(const struct unit *u, size_t index) {
    return (int32_t)((u->data.count + index) * CELL);
}
