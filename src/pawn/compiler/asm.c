// From the list of instructions to a script file: addresses first, then header, tables, code and data.
#include "pawn/compiler/compiler_internal.h"

// ---- addresses

static uint32_t ins_cells(const struct ins *ins) {
    if (ins->op == M_CASES || ins->op == M_CASES_OVERLAY) return 3;
    if (ins->op == M_CASE) return 2;
    if (ins->op >= M_LABEL) return 0;
    return opcode_of(ins->op)->plain ? 1 : 1u + ins->count;
}

static void place_function(struct unit *u, struct symbol *function) {
    function->code_address = u->address[function->first];
    function->code_end = u->address[function->last];
}

void cc_layout(struct unit *u) {
    size_t unit = (size_t)(u->config->align > CELL ? u->config->align : CELL);
    uint32_t at = 0;
    for (size_t i = 0; i < u->code.count; i++) at += ins_cells(&u->code.at[i]) * CELL;
    for (; at % unit; at += CELL) cc_op(u, OP_NOP);
    while (u->data.count * CELL % unit) cc_zeros_write(u, 1);

    u->address = cc_take(u, (u->code.count + 1) * sizeof *u->address);
    u->label_address = cc_take(u, ((size_t)u->labels + 1) * sizeof *u->label_address);
    at = 0;
    for (size_t i = 0; i < u->code.count; i++) {
        const struct ins *ins = &u->code.at[i];
        u->address[i] = at;
        if (ins->op == M_LABEL && ins->v[0] >= 0 && ins->v[0] < u->labels) u->label_address[ins->v[0]] = at;
        at += ins_cells(ins) * CELL;
    }
    u->address[u->code.count] = u->code_size = at;
    for (size_t i = 1; i < u->function_count; i++)
        if (u->functions[i]->last <= u->code.count && u->functions[i]->first <= u->functions[i]->last)
            place_function(u, u->functions[i]);
}

void cc_overlays_number(struct unit *u) {
    size_t count;
    struct symbol **all = cc_sorted(u, &count);
    int next = cc_has_states(u) ? 2 : 1; // after the stubs
    u->order = all;
    u->order_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct symbol *function = all[i];
        if (!cc_in_program(function)) continue;
        u->order[u->order_count++] = function;
        if (!(cc_is_entry(function) && function->bodies)) function->index = next++;
        for (struct body *body = function->bodies; body; body = body->next) body->overlay = next++;
    }
}

// ---- code

struct sink {
    struct unit *u;
    struct buf *out;
    bool compact;
    size_t plain, stored; // bytes
};

static void put_cell(struct sink *sink, uint32_t cell) {
    uint8_t bytes[5] = {(uint8_t)cell, (uint8_t)(cell >> 8), (uint8_t)(cell >> 16), (uint8_t)(cell >> 24)};
    size_t len = sink->compact ? compact_encode(cell, bytes) : CELL;
    buf_bytes(sink->out, bytes, len);
    sink->plain += CELL;
    sink->stored += len;
}

static uint32_t label_at(const struct unit *u, int32_t label) {
    return label >= 0 && label < u->labels ? u->label_address[label] : 0;
}

static uint32_t call_target(const struct unit *u, const struct ins *ins) {
    if (ins->v[1]) return ins->op == OP_ICALL ? (uint32_t)ins->v[0] : label_at(u, ins->v[0]);
    const struct symbol *function = u->functions[ins->v[0]];
    return ins->op == OP_ICALL ? (uint32_t)function->index : function->code_address;
}

static void put_table(struct sink *sink, const struct ins *ins, uint32_t at, bool *overlay) {
    if (ins->op != M_CASE) {
        *overlay = ins->op == M_CASES_OVERLAY;
        put_cell(sink, *overlay ? OP_ICASETBL : OP_CASETBL);
        at += CELL;
    }
    put_cell(sink, (uint32_t)ins->v[0]);
    put_cell(sink, *overlay ? (uint32_t)ins->v[1] : label_at(sink->u, ins->v[1]) - at);
}

static void put_ins(struct sink *sink, const struct ins *ins, uint32_t at) {
    const struct opcode *op = opcode_of(ins->op);
    if (op->plain) {
        put_cell(sink, (uint32_t)ins->v[0] << 16 | ins->op);
        return;
    }
    put_cell(sink, ins->op);
    if (ins->op == OP_CALL)
        put_cell(sink, call_target(sink->u, ins) - at);
    else if (ins->op == OP_ICALL)
        put_cell(sink, call_target(sink->u, ins));
    else if (op->operands[0] == 'r')
        put_cell(sink, label_at(sink->u, ins->v[0]) - at);
    else
        for (unsigned i = 0; i < ins->count; i++) put_cell(sink, (uint32_t)ins->v[i]);
}

// false: compact encoding does not pay.
static bool put_code(struct sink *sink) {
    const struct unit *u = sink->u;
    bool overlay = false;
    for (size_t i = 0; i < u->code.count; i++) {
        const struct ins *ins = &u->code.at[i];
        if (ins->op == M_CASES || ins->op == M_CASES_OVERLAY || ins->op == M_CASE)
            put_table(sink, ins, u->address[i], &overlay);
        else if (ins->op < M_LABEL)
            put_ins(sink, ins, u->address[i]);
        if (sink->stored >= sink->plain + AMX_COMPACT_MARGIN - 2) return false;
    }
    for (size_t i = 0; i < u->data.count; i++) {
        put_cell(sink, (uint32_t)u->data.at[i]);
        if (sink->stored >= sink->plain + AMX_COMPACT_MARGIN - 2) return false;
    }
    return sink->stored <= sink->plain;
}

// ---- tables

struct row {
    uint32_t address;
    const char *name;
};
struct table {
    struct row *rows;
    size_t count, room;
};

static void add_row(struct unit *u, struct table *table, uint32_t address, const char *name) {
    CC_ROOM(u, table->rows, table->count, table->room);
    table->rows[table->count++] = (struct row){address, name};
}

static void list_natives(struct unit *u, struct table *table) {
    for (int i = 0; i < u->natives; i++) add_row(u, table, 0, "");
    for (const struct symbol *symbol = u->globals; symbol; symbol = symbol->next)
        if (symbol->kind == K_FUNCTION && symbol->usage & U_NATIVE && symbol->number > 0 &&
            symbol->index >= 0 && symbol->index < u->natives)
            table->rows[symbol->index].name = symbol->alias ? symbol->alias->text : symbol->name->text;
}

static void list_tables(struct unit *u, struct table tables[AMX_TABLES]) {
    size_t count;
    struct symbol **all = cc_sorted(u, &count);
    for (size_t i = 0; i < count; i++) {
        const struct symbol *symbol = all[i];
        if (!(symbol->usage & U_PUBLIC)) continue;
        if (symbol->kind == K_FUNCTION && symbol->usage & U_DEFINED && !(symbol->usage & U_NATIVE))
            add_row(u, &tables[AMX_PUBLICS], u->overlays ? (uint32_t)symbol->index : symbol->code_address,
                    symbol->name->text);
        // One that was met only in a survey (in front of what an #if asks for) has no place in the data.
        if (symbol->kind == K_VARIABLE && symbol->usage & U_DEFINED && symbol->usage & (U_READ | U_WRITTEN))
            add_row(u, &tables[AMX_PUBVARS], (uint32_t)symbol->addr, symbol->name->text);
    }
    list_natives(u, &tables[AMX_NATIVES]);
    for (size_t i = 0; u->add_libraries && i < u->library_count; i++)
        if (u->libraries[i]->uses) add_row(u, &tables[AMX_LIBRARIES], 0, u->libraries[i]->name);
    for (size_t i = 0; i < u->tag_count; i++)
        if (u->tags[i].exported)
            add_row(u, &tables[AMX_TAGS], (uint32_t)u->tags[i].id, u->tags[i].name->text);
}

struct overlays {
    struct amx_overlay *at;
    size_t count, room;
};

static void add_overlay(struct unit *u, struct overlays *list, size_t first, size_t last) {
    CC_ROOM(u, list->at, list->count, list->room);
    list->at[list->count++] = (struct amx_overlay){u->address[first], u->address[last] - u->address[first]};
}

static void list_overlays(struct unit *u, struct overlays *list) {
    if (!u->overlays) return;
    add_overlay(u, list, 0, u->stub_end);
    if (u->wrong_state) add_overlay(u, list, u->stub_end, u->wrong_state);
    for (size_t i = 0; i < u->order_count; i++) {
        const struct symbol *function = u->order[i];
        if (!(cc_is_entry(function) && function->bodies))
            add_overlay(u, list, function->first, function->last);
        for (const struct body *body = function->bodies; body; body = body->next)
            add_overlay(u, list, body->first, body->last);
    }
}

static int32_t main_address(struct unit *u) {
    const struct symbol *function = cc_find_global(u, cc_name(u, "main", 4), S_GLOBAL);
    if (!function || function->kind != K_FUNCTION) return AMX_NO_MAIN;
    if (!(function->usage & U_DEFINED)) return 0; // declared only: the exit stub
    return u->overlays ? function->index : (int32_t)function->code_address;
}

static uint16_t header_flags(const struct unit *u, bool compact) {
    unsigned flags = 0;
    if (u->config->debug >= 2) flags |= AMX_DEBUG;
    if (compact) flags |= AMX_COMPACT;
    if (u->config->debug == 0) flags |= AMX_UNCHECKED;
    if (u->sleeps) flags |= AMX_SLEEPS;
    if (u->overlays) flags |= AMX_OVERLAYS;
    return (uint16_t)flags;
}

static void u32(struct buf *out, uint32_t value) {
    uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                        (uint8_t)(value >> 24)};
    buf_bytes(out, bytes, sizeof bytes);
}

static void put_header(struct buf *out, const struct amx_header *header) {
    uint8_t bytes[AMX_HEADER_SIZE];
    struct writer writer = writer_of(bytes, sizeof bytes);
    amx_header_write(&writer, header);
    if (out->len >= sizeof bytes)
        memcpy(out->at, bytes, sizeof bytes);
    else
        buf_bytes(out, bytes, sizeof bytes);
}

// Everything before the code. The offsets are worked out on the way.
static void put_tables(struct unit *u, struct buf *out, struct amx_header *header) {
    struct table tables[AMX_TABLES] = {0};
    struct overlays overlays = {0};
    uint32_t *const offsets[AMX_TABLES] = {&header->publics, &header->natives, &header->libraries,
                                           &header->pubvars, &header->tags};
    list_tables(u, tables);
    list_overlays(u, &overlays);
    uint32_t at = AMX_HEADER_SIZE;
    for (int i = 0; i < AMX_TABLES; i++) {
        *offsets[i] = at;
        at += (uint32_t)tables[i].count * AMX_RECORD_SIZE;
    }
    header->overlays = at;
    header->nametable = at += (uint32_t)overlays.count * AMX_RECORD_SIZE;
    put_header(out, header);
    uint32_t name = header->nametable + 2;
    for (int i = 0; i < AMX_TABLES; i++)
        for (size_t k = 0; k < tables[i].count; k++) {
            u32(out, tables[i].rows[k].address);
            u32(out, name);
            name += (uint32_t)strlen(tables[i].rows[k].name) + 1;
        }
    for (size_t i = 0; i < overlays.count; i++) {
        u32(out, overlays.at[i].offset);
        u32(out, overlays.at[i].size);
    }
    buf_byte(out, AMX_NAME_MAX);
    buf_byte(out, 0);
    for (int i = 0; i < AMX_TABLES; i++)
        for (size_t k = 0; k < tables[i].count; k++)
            buf_bytes(out, tables[i].rows[k].name, strlen(tables[i].rows[k].name) + 1);
    size_t unit = (size_t)(u->config->align > CELL ? u->config->align : CELL);
    while (out->len % unit && !out->err) buf_byte(out, 0);
    header->cod = u->header_size = (uint32_t)out->len;
}

bool cc_assemble(struct unit *u, struct buf *out) {
    struct amx_header header = {.magic = AMX_MAGIC_32,
                                .file_version = AMX_VERSION,
                                .amx_version = AMX_VERSION,
                                .defsize = AMX_RECORD_SIZE,
                                .cip = main_address(u)};
    bool compact = u->compact && !u->overlays;
    put_tables(u, out, &header);
    struct sink sink = {.u = u, .out = out, .compact = compact};
    if (!put_code(&sink) && compact) {
        cc_say(u, 232);
        compact = false;
        out->len = header.cod;
        sink = (struct sink){.u = u, .out = out};
        put_code(&sink);
    }
    header.flags = header_flags(u, compact);
    header.dat = header.cod + u->code_size;
    header.hea = header.dat + (uint32_t)u->data.count * CELL;
    header.stp = header.hea + (uint32_t)u->stack_cells * CELL;
    header.size = compact ? (uint32_t)out->len : header.hea;
    if (u->config->debug >= 2) cc_debug_write(u, out);
    if (!out->err) put_header(out, &header);
    return !out->err;
}
