// Variables, constants and enumerations.
#include "pawn/compiler/compiler_internal.h"

// Behind a [. 0: the size is left open.
int32_t cc_dimension(struct unit *u, int *tag, struct field **fields, bool *is_enum) {
    *tag = 0;
    if (fields) *fields = NULL, *is_enum = false;
    if (cc_match(u, ']')) return 0;
    int32_t size = 0;
    struct symbol *symbol = NULL;
    cc_constant_expression(u, &size, tag, &symbol);
    if (size < 0 || size > CC_ARRAY_MAX || (u->rational_tag && *tag == u->rational_tag)) {
        cc_say(u, 9);
        size = 1;
    }
    cc_need(u, ']');
    if (fields && symbol && symbol->kind == K_CONST && symbol->usage & U_ENUM) {
        *fields = symbol->fields;
        *is_enum = true;
    }
    return size;
}

// false: too many.
static bool read_dimensions(struct unit *u, struct shape *shape, struct name *public_name) {
    *shape = (struct shape){0};
    while (cc_match(u, '[')) {
        if (shape->dims == CC_DIMENSIONS) return cc_say(u, 53);
        int32_t size = cc_dimension(u, &shape->index_tag[shape->dims], &shape->fields, &shape->is_enum);
        if (public_name) cc_say(u, 56, public_name->text);
        shape->dim[shape->dims++] = size;
    }
    return true;
}

static void align_literals(struct unit *u) {
    if (!u->align_next) return;
    size_t unit = (size_t)(u->config->align > CELL ? u->config->align : CELL);
    while ((u->data.count + u->literals.count) * CELL % unit) cc_literal(u, 0);
    u->align_next = false;
}

// ---- global variables

// Variables of states that never meet may share their place: the first gap among those of the same automaton
// that is large enough;
// -1: none.
static int32_t shared_place(struct unit *u, const struct symbol *self, int32_t size) {
    size_t cells = u->data.count;
    unsigned char *map = cells ? cc_take(u, cells) : NULL;
    int automaton = cc_set_automaton(u, u->current_states);
    for (int round = 0; round < 2; round++) {
        for (const struct symbol *other = u->globals; map && other; other = other->next) {
            bool variable = other->kind == K_VARIABLE || other->kind == K_ARRAY;
            if (other == self || !variable || other->states <= 0 || !(other->usage & U_DEFINED)) continue;
            if (cc_set_automaton(u, other->states) != automaton) continue;
            if (round == 1 && !cc_sets_meet(u, u->current_states, other->states)) continue;
            size_t count = other->kind == K_VARIABLE ? 1 : (size_t)cc_total(other),
                   from = (size_t)other->addr / CELL;
            if (from + count <= cells) memset(map + from, round == 0, count);
        }
    }
    for (size_t at = 0; at < cells; at++) {
        size_t run = 0;
        while (at + run < cells && map[at + run] && run < (size_t)size) run++;
        if (run >= (size_t)size && run) return (int32_t)(at * CELL);
        at += run;
    }
    return -1;
}

static struct symbol *known_variable(struct unit *u, struct name *name) {
    struct symbol *symbol = cc_find_const(u, name, NULL);
    if (symbol) return symbol;
    symbol = cc_find_global(u, name, S_STATE);
    if (u->current_states > 0) {
        if (symbol && symbol->states <= 0) symbol = NULL;
        if (symbol && symbol->states != u->current_states) symbol = NULL;
        if (cc_find_global(u, name, S_GLOBAL)) cc_say(u, 233, name->text);
    }
    return symbol;
}

static int32_t place_global(struct unit *u, const struct symbol *symbol, const struct name *name,
                            int32_t size) {
    int32_t shared = -1;
    if (u->current_states > 0) {
        if (u->literals.count) cc_say(u, 89, name->text);
        shared = shared_place(u, symbol, size);
    }
    if (shared >= 0) {
        u->literals.count = 0;
        return shared;
    }
    int32_t address = (int32_t)(u->data.count * CELL);
    size_t given = u->literals.count;
    cc_literals_write(u);
    if ((size_t)size > given) cc_zeros_write(u, (size_t)size - given);
    return address;
}

struct global {
    struct name *name;
    int tag;
    bool is_public, is_static, stock, is_const;
};

static void add_global(struct unit *u, const struct global *how, struct symbol *symbol, int32_t address,
                       enum kind kind, const struct shape *shape, int file, size_t first) {
    if (symbol && (symbol->kind == K_CONST || symbol->kind == K_FUNCTION)) return; // it keeps its meaning
    if (!symbol) {
        symbol = cc_variable(u, how->name, address, kind, S_GLOBAL, how->tag, shape->dim, shape->dims,
                             shape->index_tag);
        symbol->states = u->current_states;
    } else {
        symbol->addr = address;
        symbol->usage |= U_DEFINED;
    }
    symbol->first = first;
    if (how->is_public) symbol->usage |= U_PUBLIC;
    if (how->is_const) symbol->usage |= U_CONST;
    if (how->stock) symbol->usage |= U_STOCK;
    if (how->is_static) symbol->visible = file;
    cc_document(u, symbol);
}

static void declare_one_global(struct unit *u, struct global *how, int file) {
    struct shape shape;
    struct name *name = how->name;
    if (name->text[0] == '@') how->is_public = true;
    if (!read_dimensions(u, &shape, how->is_public ? name : NULL)) return;
    enum kind kind = shape.dims ? K_ARRAY : K_VARIABLE;
    u->current_states = cc_states_read(u, name);
    if (u->current_states < 0) {
        cc_say(u, 85, name->text);
        u->current_states = 0;
    } else if (u->current_states > 0 && how->is_public) {
        cc_say(u, 88, name->text);
        u->current_states = 0;
    }
    struct symbol *symbol = known_variable(u, name);
    if (symbol && symbol->usage & U_DEFINED) cc_say(u, 21, name->text);
    if (symbol && symbol->kind == K_FUNCTION && !(symbol->usage & U_DEFINED)) cc_say(u, 21, name->text);
    enum pass pass = u->pass;
    if (pass == PASS_WRITE && symbol && !(symbol->usage & (U_READ | U_WRITTEN))) u->pass = PASS_SKIP;
    size_t data = u->data.count, first = u->code.count;
    u->literals.count = 0;
    align_literals(u);
    cc_literals_write(u);
    int32_t size = cc_initial(u, kind, how->tag, &shape);
    if ((size_t)size < u->literals.count) size = (int32_t)u->literals.count;
    if (shape.dims == 1) shape.dim[0] = size;
    int32_t address = place_global(u, symbol, name, size);
    add_global(u, how, symbol, address, kind, &shape, file, first);
    u->current_states = 0;
    if (u->pass == PASS_SKIP) u->data.count = data;
    u->pass = pass;
}

void cc_declare_global(struct unit *u, struct name *first, int tag, bool is_public, bool is_static,
                       bool stock, bool is_const) {
    int file = u->in->file;
    struct global how = {first, tag, is_public, is_static, stock, is_const};
    for (;;) {
        if (!how.name) {
            how.tag = cc_tag_read(u);
            int token = cc_lex(u);
            if (token != T_NAME) {
                char text[24];
                cc_token_text(token, text, sizeof text);
                cc_say(u, 20, text);
                u->literals.count = 0;
                how.name = cc_name(u, "", 0);
            } else {
                how.name = u->token.name;
            }
        }
        if (how.name->len) declare_one_global(u, &how, file);
        how.is_public = is_public;
        how.name = NULL;
        if (!cc_match(u, ',')) break;
    }
    cc_need(u, T_TERM);
}

// ---- local variables

static void fill_local(struct unit *u, struct symbol *symbol, int32_t size, size_t first) {
    struct cells *literals = &u->literals;
    while (literals->count > first && literals->at[literals->count - 1] == 0)
        literals->count--; // zero by itself
    size_t given = literals->count - first;
    if (given < (size_t)size) cc_fill(u, symbol, size * CELL, 0);
    if (!given) return;
    bool same = true;
    for (size_t i = first; i < literals->count; i++) same = same && literals->at[i] == literals->at[first];
    if (same) {
        cc_fill(u, symbol, (int32_t)given * CELL, literals->at[first]);
        literals->count = first;
    } else {
        unsigned usage = symbol->usage;
        cc_load_const(u, cc_literal_address(u, first), false);
        cc_address(u, symbol, true);
        symbol->usage = usage; // taking the address was not reading it
        cc_op1(u, OP_MOVS, (int32_t)given * CELL);
    }
    cc_mark(u, symbol, U_WRITTEN);
}

static void set_local(struct unit *u, struct symbol *symbol) {
    int tag = symbol->tag;
    bool given = cc_match(u, '=');
    if (given)
        cc_statement_expression(u, EXPRESSION_CHECKED, &tag, NULL);
    else
        cc_load_const(u, 0, false);
    struct value v = {.kind = K_VARIABLE, .sym = symbol, .tag = symbol->tag};
    cc_user_operator(u, '=', tag, symbol->tag, 2, NULL, &tag);
    cc_store(u, &v);
    cc_op(u, M_EXPRESSION);
    cc_stage_write(u);
    cc_stage_off(u);
    if (!cc_tags_fit(symbol->tag, tag, true)) cc_say(u, 213);
    if (!given) symbol->usage &= ~(unsigned)U_WRITTEN;
}

static void check_local_name(struct unit *u, struct name *name) {
    if (name->text[0] == '@') cc_say(u, 56, name->text);
    const struct symbol *other = cc_find_local(name);
    if (other && other->block == u->block) cc_say(u, 21, name->text);
    if ((other && other->block != u->block) || cc_find_global(u, name, S_GLOBAL)) cc_say(u, 219, name->text);
}

// false: not understood.
static bool declare_one_local(struct unit *u, bool is_static, bool is_const) {
    struct shape shape;
    int tag = cc_tag_read(u);
    if (!cc_need(u, T_NAME)) {
        cc_drop_line(u);
        return false;
    }
    struct name *name = u->token.name;
    check_local_name(u, name);
    if (!read_dimensions(u, &shape, NULL)) return false;
    if (cc_states_read(u, name)) cc_say(u, 88, name->text);
    enum kind kind = shape.dims ? K_ARRAY : K_VARIABLE;
    int32_t size = 1;
    if (kind == K_ARRAY || is_static) align_literals(u);
    size_t first = u->literals.count, begin = u->code.count;
    if (kind == K_ARRAY || is_static) {
        size = cc_initial(u, kind, tag, &shape);
        if (size <= 0) return false;
        if (shape.dims == 1) shape.dim[0] = size;
    }
    struct symbol *symbol;
    if (is_static) {
        while (u->literals.count < first + (size_t)size) cc_literal(u, 0);
        symbol = cc_variable(u, name, cc_literal_address(u, first), kind, S_STATIC, tag, shape.dim,
                             shape.dims, shape.index_tag);
    } else {
        u->declared += size;
        if (u->declared > CC_ARRAY_MAX) cc_say(u, 102, "local variables");
        symbol = cc_variable(u, name, -u->declared * CELL, kind, S_LOCAL, tag, shape.dim, shape.dims,
                             shape.index_tag);
        if (kind == K_VARIABLE) cc_stage_on(u);
        cc_put_local(u, name, symbol->addr);
        cc_move_stack(u, -size * CELL);
        if (u->function && u->function->stack < u->declared + 1) u->function->stack = u->declared + 1;
    }
    symbol->first = begin;
    symbol->block = u->block;
    for (struct symbol *sub = symbol; sub; sub = sub->sub) {
        sub->block = u->block;
        if (is_const) sub->usage |= U_CONST;
    }
    if (is_static) return true;
    if (kind == K_VARIABLE)
        set_local(u, symbol);
    else
        fill_local(u, symbol, size, first);
    return true;
}

bool cc_declare_local(struct unit *u, bool is_static) {
    bool is_const = cc_match(u, T_CONST);
    do
        if (!declare_one_local(u, is_static, is_const)) return false;
    while (cc_match(u, ','));
    cc_need(u, T_TERM);
    return true;
}

// ---- constants

void cc_declare_const(struct unit *u, enum storage storage) {
    cc_document_gap(u);
    do {
        int tag = cc_tag_read(u), found = 0, line;
        int32_t value = 0;
        int token = cc_lex(u);
        struct name *name = token == T_NAME ? u->token.name : cc_name(u, "", 0);
        if (token != T_NAME) {
            char text[24];
            cc_token_text(token, text, sizeof text);
            cc_say(u, 20, text);
        }
        line = u->in->line;
        cc_need(u, '=');
        cc_constant_expression(u, &value, &found, NULL);
        if (!cc_tags_fit(tag, found, false)) {
            int here = u->in->line;
            u->in->line = line;
            cc_say(u, 213);
            u->in->line = here;
        }
        struct symbol *symbol = name->len ? cc_constant(u, name, value, storage, tag, false) : NULL;
        if (symbol) cc_document(u, symbol);
    } while (cc_match(u, ','));
    cc_need(u, T_TERM);
}

struct counting {
    int32_t step, factor, value;
};

static void read_counting(struct unit *u, struct counting *counting) {
    *counting = (struct counting){1, 1, 0};
    if (!cc_match(u, '(')) return;
    if (cc_match(u, T_SET_ADD)) {
        cc_constant_expression(u, &counting->step, NULL, NULL);
    } else if (cc_match(u, T_SET_MUL)) {
        cc_constant_expression(u, &counting->factor, NULL, NULL);
    } else if (cc_match(u, T_SET_SHL)) {
        int32_t shift = 0;
        cc_constant_expression(u, &shift, NULL, NULL);
        counting->factor = shift >= 0 && shift < 32 ? (int32_t)(1u << shift) : 0;
    }
    cc_need(u, ')');
}

static void read_field(struct unit *u, struct counting *counting, enum storage storage, int tag,
                       struct symbol *root, struct field ***end) {
    int index_tag = cc_tag_read(u), field_tag = 0;
    struct name *name = cc_need(u, T_NAME) ? u->token.name : NULL;
    int32_t size = counting->step;
    if (cc_match(u, '[')) {
        cc_constant_expression(u, &size, &field_tag, NULL);
        cc_need(u, ']');
    }
    if (cc_match(u, '=')) cc_constant_expression(u, &counting->value, NULL, NULL);
    struct symbol *symbol = name ? cc_constant(u, name, counting->value, storage, tag, false) : NULL;
    if (!symbol) return;
    symbol->index_tag = index_tag;
    symbol->field_tag = field_tag;
    symbol->length = size;
    if (root) {
        symbol->usage |= U_FIELD;
        struct field *field = CC_ONE(u, struct field);
        *field = (struct field){NULL, name, counting->value, tag};
        **end = field;
        *end = &field->next;
    }
    uint32_t value = (uint32_t)counting->value;
    counting->value = (int32_t)(counting->factor == 1 ? value + (uint32_t)size
                                                      : value * (uint32_t)size * (uint32_t)counting->factor);
}

void cc_declare_enum(struct unit *u, enum storage storage) {
    int tag = 0;
    bool own_tag = cc_lex(u) == T_LABEL;
    if (own_tag)
        tag = cc_tag(u, u->token.name);
    else
        cc_push(u);
    struct name *name = NULL;
    if (cc_lex(u) == T_NAME) {
        name = u->token.name;
        if (!own_tag) tag = cc_tag(u, name);
    } else {
        cc_push(u);
    }
    struct counting counting;
    read_counting(u, &counting);
    struct symbol *root = name ? cc_constant(u, name, 0, storage, tag, false) : NULL;
    struct field *fields = NULL, **end = &fields;
    if (root) root->usage |= U_ENUM;
    cc_need(u, '{');
    do {
        if (cc_peek(u) == '}') break;
        size_t before = u->tokens;
        read_field(u, &counting, storage, tag, root, &end);
        if (before == u->tokens) cc_lex(u); // nothing was understood: go on after it
    } while (cc_match(u, T_SEPARATOR) && u->reading);
    cc_need(u, '}');
    cc_match(u, ';');
    if (!root) return;
    root->addr = counting.value;
    root->fields = fields;
    cc_document(u, root);
}
