// What stands between operators: ++ and ! and their like, sizeof and its like, subscripts, names, constants.
#include "pawn/compiler/compiler_internal.h"

// ---- words that look at a symbol

static int open_brackets(struct unit *u) {
    int count = 0;
    while (count < CC_DEPTH && cc_match(u, '(')) count++;
    return count;
}

static bool close_brackets(struct unit *u, int count) {
    while (count-- > 0) cc_need(u, ')');
    return false;
}

static void be_constant(struct unit *u, struct value *v, int32_t constant, int tag) {
    v->sym = NULL;
    v->kind = K_CONST;
    v->constant = constant;
    v->tag = tag;
    cc_load_const(u, constant, false);
}

static const char *token_text(struct unit *u, char *out, size_t size) {
    if (u->token.kind == T_NAME || u->token.kind == T_LABEL) return u->token.name->text;
    cc_token_text(u->token.kind, out, size);
    return out;
}

static bool read_defined(struct unit *u, struct value *v) {
    char text[24];
    int brackets = open_brackets(u);
    if (cc_lex(u) != T_NAME) return cc_say_near(u, 20, token_text(u, text, sizeof text), K_VARIABLE);
    struct name *name = u->token.name;
    const struct symbol *symbol = cc_find_any(u, name);
    bool found = symbol && (symbol->kind == K_FUNCTION || symbol->usage & U_DEFINED);
    be_constant(u, v, found || name->macro, cc_tag_bool());
    return close_brackets(u, brackets);
}

// [field] or [] after an array in sizeof and tagof. How many; *field: the constant in the last.
static int read_levels(struct unit *u, const struct symbol *array, const struct symbol **field) {
    const struct symbol *sub = array;
    int level = 0;
    for (; cc_match(u, '['); level++) {
        *field = NULL;
        if (sub && level == array->level && cc_match(u, T_NAME)) {
            int wanted = sub->index_tag;
            const struct name *name = u->token.name;
            *field = cc_find_const(u, name, &wanted);
            if (!*field)
                cc_say_near(u, 80, name->text, K_CONST);
            else if (wanted > 1)
                cc_say(u, 91, name->text);
        }
        cc_need(u, ']');
        if (sub) sub = sub->sub;
    }
    if (level > array->level + 1) cc_say(u, 28, array->name->text);
    return level;
}

static int32_t length_at(const struct symbol *array, int level) {
    while (level-- > 0 && array->sub) array = array->sub;
    return array->length;
}

static bool read_sizeof(struct unit *u, struct value *v) {
    char text[24];
    int brackets = open_brackets(u);
    if (cc_lex(u) != T_NAME) return cc_say_near(u, 20, token_text(u, text, sizeof text), K_VARIABLE);
    const struct name *name = u->token.name;
    const struct symbol *symbol = cc_find_any(u, name), *field = NULL;
    if (!symbol) return cc_say_near(u, 17, name->text, K_VARIABLE);
    if (symbol->kind == K_CONST)
        cc_say(u, 39);
    else if (symbol->kind == K_FUNCTION)
        cc_say(u, 72);
    else if (!(symbol->usage & U_DEFINED))
        return cc_say_near(u, 17, name->text, K_VARIABLE);
    int32_t size = 1;
    if (symbol->kind == K_ARRAY || symbol->kind == K_REFARRAY) {
        int level = read_levels(u, symbol, &field);
        if (level == symbol->level + 1)
            size = field && field->length > 0 ? field->length : 1;
        else if (level <= symbol->level)
            size = length_at(symbol, level);
        if (size == 0 && !u->line_only) cc_say(u, 224, name->text);
    }
    be_constant(u, v, size, 0);
    return close_brackets(u, brackets);
}

static bool read_tagof(struct unit *u, struct value *v) {
    char text[24];
    int brackets = open_brackets(u), token = cc_lex(u), tag = 0;
    if (token != T_NAME && token != T_LABEL)
        return cc_say_near(u, 20, token_text(u, text, sizeof text), K_VARIABLE);
    const struct name *name = u->token.name;
    if (token == T_LABEL) {
        const struct tag *known = cc_tag_named(u, name);
        tag = known ? known->id : 0;
    } else {
        const struct symbol *symbol = cc_find_any(u, name), *field = NULL;
        if (!symbol || !(symbol->usage & U_DEFINED)) return cc_say_near(u, 17, name->text, K_VARIABLE);
        tag = symbol->tag;
        if (symbol->kind == K_ARRAY || symbol->kind == K_REFARRAY) {
            int level = read_levels(u, symbol, &field);
            if (level == symbol->level + 1 && field) tag = field->index_tag;
        }
    }
    cc_export_tag(u, tag);
    be_constant(u, v, (int32_t)((uint32_t)tag | TAG_PUBLIC), 0);
    return close_brackets(u, brackets);
}

static bool read_state(struct unit *u, struct value *v) {
    struct automaton *automaton;
    struct state *state;
    struct name *name = NULL;
    if (!cc_state_named(u, &automaton, &state, &name)) return false;
    cc_op1(u, OP_LOAD_ALT, automaton->addr);
    cc_load_const(u, state->number, false);
    cc_op(u, OP_EQ);
    v->sym = NULL;
    v->constant = 0;
    v->kind = K_EXPRESSION;
    v->tag = cc_tag_bool();
    return false;
}

// ---- operators with one operand

// The value is not the element itself any more: a[1] = -a[1] is no assignment to itself.
static void forget_element(struct value *v) {
    for (int i = 0; v->indices && i < CC_DIMENSIONS; i++) v->indices[i] = INT32_MIN;
}

static bool changeable(struct unit *u, bool lvalue, const struct value *v) {
    if (!lvalue || !v->sym || v->sym->usage & U_CONST) return cc_say(u, 22);
    return true;
}

static bool step_before(struct unit *u, struct value *v, int token) {
    bool lvalue = cc_unary(u, v);
    if (!changeable(u, lvalue, v)) return false;
    if (!cc_user_operator(u, token, v->tag, 0, 1, v, &v->tag)) cc_step(u, v, token == T_DEC);
    cc_load(u, v);
    forget_element(v);
    u->side_effect = true;
    return false;
}

static bool step_after(struct unit *u, struct value *v, bool lvalue, int token) {
    if (!changeable(u, lvalue, v)) return false;
    // Its address is in PRI, where the old value must be.
    bool element = v->kind == K_CELL || v->kind == K_CHAR;
    if (element) cc_op(u, OP_PUSH_PRI);
    cc_load(u, v);
    if (element) cc_op(u, OP_SWAP_PRI);
    if (!cc_user_operator(u, token, v->tag, 0, 1, v, &v->tag)) cc_step(u, v, token == T_DEC);
    if (element) cc_op(u, OP_POP_PRI);
    forget_element(v);
    u->side_effect = true;
    return false;
}

static bool complement(struct unit *u, struct value *v) {
    if (cc_unary(u, v)) cc_load(u, v);
    forget_element(v);
    if (cc_is_array(v)) cc_say(u, 33, v->sym ? v->sym->name->text : "-unknown-");
    cc_op(u, OP_INVERT);
    v->constant = ~v->constant;
    return false;
}

static bool logical_not(struct unit *u, struct value *v) {
    if (cc_unary(u, v)) cc_load(u, v);
    forget_element(v);
    if (cc_is_array(v)) cc_say(u, 33, v->sym ? v->sym->name->text : "-unknown-");
    if (cc_user_operator(u, '!', v->tag, 0, 1, NULL, &v->tag)) {
        v->kind = K_EXPRESSION;
        v->constant = 0;
        return false;
    }
    cc_op(u, OP_NOT);
    v->constant = !v->constant;
    v->tag = cc_tag_bool();
    return false;
}

static bool negative(struct unit *u, struct value *v) {
    if (cc_unary(u, v)) cc_load(u, v);
    forget_element(v);
    if (cc_is_array(v)) cc_say(u, 33, v->sym ? v->sym->name->text : "-unknown-");
    bool rational = v->kind == K_CONST && u->rational_tag && v->tag == u->rational_tag;
    if (rational) {
        uint32_t cell = (uint32_t)v->constant;
        v->constant = (int32_t)(u->rational_digits ? 0u - cell : cell ^ 0x80000000u);
    } else if (cc_user_operator(u, '-', v->tag, 0, 1, NULL, &v->tag)) {
        v->kind = K_EXPRESSION;
        v->constant = 0;
    } else {
        cc_op(u, OP_NEG);
        v->constant = (int32_t)(0u - (uint32_t)v->constant);
    }
    return false;
}

static bool count_characters(struct unit *u, struct value *v, bool lvalue) {
    if (v->kind == K_CONST) {
        v->constant = (int32_t)(((int64_t)v->constant + CELL - 1) / CELL);
        return false;
    }
    if (lvalue) cc_load(u, v);
    cc_add_const(u, CELL - 1);
    cc_op1(u, OP_SHR_C_PRI, 2);
    v->kind = K_EXPRESSION;
    return false;
}

static bool with_suffix(struct unit *u, struct value *v) {
    bool lvalue = cc_postfix(u, v);
    int token = cc_lex(u);
    bool ended = token == ';' || token == T_CUT || (!u->semicolons && (u->token.newline || !u->reading));
    if (!ended && (token == T_INC || token == T_DEC)) return step_after(u, v, lvalue, token);
    if (!ended && token == T_CHAR) return count_characters(u, v, lvalue);
    cc_push(u);
    return lvalue;
}

bool cc_unary(struct unit *u, struct value *v) {
    cc_enter(u);
    bool lvalue = false;
    int token = cc_lex(u);
    switch (token) {
    case T_INC:
    case T_DEC:
        lvalue = step_before(u, v, token);
        break;
    case '~':
        lvalue = complement(u, v);
        break;
    case '!':
        lvalue = logical_not(u, v);
        break;
    case '-':
        lvalue = negative(u, v);
        break;
    case T_LABEL: { // another tag
        int tag = cc_tag(u, u->token.name);
        v->wanted_tag = tag;
        lvalue = cc_unary(u, v);
        v->tag = tag;
        break;
    }
    case T_DEFINED:
        lvalue = read_defined(u, v);
        break;
    case T_SIZEOF:
        lvalue = read_sizeof(u, v);
        break;
    case T_TAGOF:
        lvalue = read_tagof(u, v);
        break;
    case T_STATE:
        lvalue = read_state(u, v);
        break;
    default:
        cc_push(u);
        lvalue = with_suffix(u, v);
    }
    cc_leave(u);
    return lvalue;
}

// ---- constants

static void read_array_literal(struct unit *u, struct value *v) {
    size_t first = u->literals.count;
    int last_tag = -1;
    do {
        int32_t item = 0;
        int tag = 0;
        size_t start = cc_here(u);
        enum kind kind = cc_expression(u, &item, &tag, NULL, false);
        cc_cut(u, start);
        if (kind != K_CONST) cc_say(u, 8);
        if (last_tag < 0)
            last_tag = tag;
        else if (!cc_tags_fit(last_tag, tag, false))
            cc_say(u, 213);
        cc_literal(u, item);
    } while (cc_match(u, ','));
    if (!cc_need(u, '}')) cc_drop_pushed(u);
    cc_load_const(u, cc_literal_address(u, first), false);
    v->kind = K_ARRAY;
    v->constant = (int32_t)(u->literals.count - first);
}

static bool read_constant(struct unit *u, struct value *v) {
    int wanted = v->wanted_tag, token = cc_lex(u);
    if (token == T_NAME) {
        struct symbol *symbol = cc_find_const(u, u->token.name, &wanted);
        if (!symbol) return false;
        if (wanted > 1) cc_say(u, 91, symbol->name->text);
        be_constant(u, v, symbol->addr, symbol->tag);
        v->sym = symbol;
        cc_mark(u, symbol, U_READ);
    } else if (token == T_NUMBER) {
        be_constant(u, v, u->token.value, 0);
    } else if (token == T_RATIONAL) {
        be_constant(u, v, u->token.value, u->rational_tag);
    } else if (token == T_STRING) {
        size_t first = (size_t)u->token.value;
        cc_load_const(u, cc_literal_address(u, first), false);
        v->kind = K_ARRAY;
        v->constant = -(int32_t)(u->literals.count - first); // negative: a string, not an array
    } else if (token == '{') {
        read_array_literal(u, v);
    } else {
        return false;
    }
    return true;
}

// ---- names

static bool be_variable(struct unit *u, struct value *v, struct symbol *symbol) {
    v->sym = symbol;
    v->kind = symbol->kind;
    v->tag = symbol->tag;
    if (symbol->kind != K_ARRAY && symbol->kind != K_REFARRAY) return true;
    cc_address(u, symbol, false);
    return false;
}

static bool starts_operand_only(int token) { // could be nothing but an operator between two operands
    static const int ONLY[] = {'*',  '/',  '%', '+', T_SHL, T_SHRU, T_SHR, '&',  '^', '|',
                               T_LE, T_GE, '<', '>', T_EQ,  T_NE,   T_AND, T_OR, '='};
    for (size_t i = 0; i < sizeof ONLY / sizeof *ONLY; i++)
        if (ONLY[i] == token) return true;
    return false;
}

static bool be_function(struct unit *u, struct value *v, struct symbol *symbol) {
    v->sym = symbol;
    v->kind = K_FUNCTION;
    v->tag = symbol->tag;
    return false;
}

static bool read_name(struct unit *u, struct value *v, struct name *name) {
    struct symbol *symbol = cc_find_local(name);
    if (symbol && symbol->kind == K_LABEL) {
        cc_say(u, 29);
        cc_load_const(u, 0, false);
        return false;
    }
    if (symbol) return be_variable(u, v, symbol);
    symbol = cc_find_global(u, name, S_STATE);
    if (symbol && symbol->kind != K_FUNCTION) {
        if (!(symbol->usage & U_DEFINED)) cc_say_near(u, 17, name->text, K_VARIABLE);
        return be_variable(u, v, symbol);
    }
    if (!symbol) {
        if (!u->allow_bare_call || u->pass != PASS_SURVEY || starts_operand_only(cc_peek(u)))
            return cc_say_near(u, 17, name->text, K_VARIABLE);
        symbol = cc_fetch_function(u, name, 0); // a call without parentheses of something that comes later
        if (!symbol) return false;
    } else if (!(symbol->usage & U_PROTOTYPED)) {
        cc_say_near(u, 17, name->text, K_VARIABLE);
        if (cc_peek(u) != '(') return false;
    }
    return be_function(u, v, symbol);
}

static bool read_brackets(struct unit *u, struct value *v) {
    bool test = u->in_test, tags = u->allow_tags, lvalue;
    u->in_test = false;
    u->allow_tags = true;
    u->allow_bare_call = false;
    do lvalue = cc_assignment(u, v);
    while (cc_match(u, ','));
    cc_need(u, ')');
    cc_drop_pushed(u);
    u->allow_tags = tags;
    u->in_test = test;
    return lvalue;
}

// *named: a name was read, known or not.
static bool read_primary(struct unit *u, struct value *v, bool *named) {
    *named = false;
    if (cc_match(u, '(')) return read_brackets(u, v);
    *v = (struct value){.indices = v->indices, .wanted_tag = v->wanted_tag};
    int token = cc_lex(u);
    if (token == T_NAME) {
        struct name *name = u->token.name;
        *named = true;
        u->last_name = name;
        if (!cc_find_const(u, name, NULL)) return read_name(u, v, name);
    }
    cc_push(u);
    if (!read_constant(u, v)) {
        cc_say(u, 29);
        cc_load_const(u, 0, false);
    }
    return false;
}

// ---- subscripts

static bool subscript_refused(struct unit *u, int close, int number, const char *name) {
    if (name)
        cc_say(u, number, name);
    else
        cc_say(u, number);
    cc_need(u, close);
    return false;
}

static void constant_index(struct unit *u, struct value *v, const struct symbol *array, int32_t index,
                           bool packed) {
    if (v->indices) v->indices[array->level] = index;
    int64_t length = (int64_t)array->length * (packed ? CELL : 1);
    if (index < 0 || (length && length <= index)) cc_say(u, 32, array->name->text);
    if (index) {
        cc_load_const(u, packed ? index : (int32_t)((uint32_t)index * CELL), true);
        cc_op(u, OP_ADD);
    }
    if (packed) cc_op1(u, OP_ALIGN_PRI, 1);
}

static void variable_index(struct unit *u, struct value *v, const struct symbol *array, bool packed) {
    v->indices = NULL;
    if (array->length && u->config->debug >= 1) cc_op1(u, OP_BOUNDS, array->length * (packed ? CELL : 1) - 1);
    if (!packed) cc_op1(u, OP_SHL_C_PRI, 2);
    cc_op(u, OP_POP_ALT);
    cc_op(u, OP_ADD);
    if (packed) cc_op1(u, OP_ALIGN_PRI, 1);
}

// One [index] or {index}. *at: the array it applies to, then the one that the next applies to; NULL: no
// further. `part` holds an array that is only a field of an enumeration.
static bool subscript(struct unit *u, struct value *v, struct symbol **at, struct symbol *part, int open) {
    struct symbol *array = *at;
    int close = open == '[' ? ']' : '}';
    *at = NULL;
    if (!array) return subscript_refused(u, close, 28, "-no variable-");
    if (array->kind != K_ARRAY && array->kind != K_REFARRAY)
        return subscript_refused(u, close, 28, array->name->text);
    if (array->level > 0 && open != '[') return subscript_refused(u, close, 51, NULL);
    struct value index = {.wanted_tag = array->index_tag};
    size_t start = cc_here(u);
    cc_op(u, OP_PUSH_PRI);
    if (cc_assignment(u, &index)) cc_load(u, &index);
    if (cc_is_array(&index)) cc_say(u, 33, index.sym ? index.sym->name->text : "-unknown-");
    cc_need(u, close);
    if (!cc_tags_fit(array->index_tag, index.tag, true)) cc_say(u, 213);
    bool constant = index.kind == K_CONST;
    if (constant) {
        cc_cut(u, start);
        constant_index(u, v, array, index.constant, open != '[');
    } else {
        variable_index(u, v, array, open != '[');
    }
    if (array->level > 0) { // the address of a row: that of its distance, and the distance
        v->kind = K_CELL;
        cc_op(u, OP_PUSH_PRI);
        cc_load(u, v);
        cc_op(u, OP_POP_ALT);
        cc_op(u, OP_ADD);
        v->kind = K_REFARRAY;
        v->sym = array->sub;
        *at = array->sub;
        return false;
    }
    v->kind = open == '[' ? K_CELL : K_CHAR;
    const struct symbol *field = constant && index.sym && index.sym->length > 0 ? index.sym : NULL;
    if (!field) {
        if (array != part) v->tag = array->tag;
        v->constant = 0;
        return true;
    }
    v->tag = field->index_tag;
    v->constant = field->length;
    if (index.tag != array->index_tag || field->length <= 1 || cc_peek(u) != '[') return true;
    v->kind = K_REFARRAY;
    *part = *array;
    part->index_tag = field->field_tag;
    part->length = field->length;
    *at = part;
    return false;
}

// ---- calls

static bool call_with_brackets(struct unit *u, struct value *v, struct symbol *function) {
    if (!function || function->kind != K_FUNCTION) {
        if (function || u->pass != PASS_SURVEY || !u->last_name) return cc_say(u, 12);
        function = cc_fetch_function(u, u->last_name, 0); // used before it is declared
        if (!function) return false;
        cc_mark(u, function, U_READ);
        v->sym = function;
    } else if (function->usage & U_MISSING) {
        char shown[2 * CC_NAME + 20];
        cc_say(u, 4, cc_display(u, function, shown, sizeof shown));
    }
    cc_call_function(u, function, v, true);
    return false;
}

bool cc_postfix(struct unit *u, struct value *v) {
    bool named, lvalue = read_primary(u, v, &named);
    struct symbol *at = v->sym, part;
    for (;;) {
        int token = cc_peek(u);
        if (token != '[' && token != '{' && token != '(') break;
        if (!at && !named) {
            cc_say(u, 29);
            return false;
        }
        cc_lex(u);
        if (token == '(') return call_with_brackets(u, v, at);
        lvalue = subscript(u, v, &at, &part, token);
        if (!at) return lvalue;
    }
    if (at && v->kind == K_FUNCTION) {
        if (u->allow_bare_call) {
            cc_call_function(u, at, v, false);
        } else {
            v->sym = NULL;
            v->kind = K_EXPRESSION;
            v->constant = 0;
            v->tag = 0;
            cc_say(u, 76);
        }
        return false;
    }
    return lvalue;
}
