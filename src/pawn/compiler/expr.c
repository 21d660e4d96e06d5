// Expressions: assignment, condition, and the operators with two operands. The value ends up in PRI. A
// constant is not loaded before something needs it, so that constants can be worked out here.
#include "pawn/compiler/compiler_internal.h"

#include <limits.h>

enum {
    LEVEL_MUL = 1,
    LEVEL_ADD,
    LEVEL_SHIFT,
    LEVEL_BIT_AND,
    LEVEL_BIT_XOR,
    LEVEL_BIT_OR,
    LEVEL_RELATION,
    LEVEL_EQUAL,
    LEVEL_AND,
    LEVEL_OR
};

static const struct operator{
    int token, level;
    unsigned op[2];
    bool commutes;
}
OPERATORS[] = {
    {'*', LEVEL_MUL, {OP_SMUL}, true},
    {'/', LEVEL_MUL, {OP_SDIV_ALT}, false},
    {'%', LEVEL_MUL, {OP_SDIV_ALT, OP_MOVE_PRI}, false},
    {'+', LEVEL_ADD, {OP_ADD}, true},
    {'-', LEVEL_ADD, {OP_SUB_ALT}, false},
    {T_SHL, LEVEL_SHIFT, {OP_XCHG, OP_SHL}, false},
    {T_SHR, LEVEL_SHIFT, {OP_XCHG, OP_SSHR}, false},
    {T_SHRU, LEVEL_SHIFT, {OP_XCHG, OP_SHR}, false},
    {'&', LEVEL_BIT_AND, {OP_AND}, true},
    {'^', LEVEL_BIT_XOR, {OP_XOR}, true},
    {'|', LEVEL_BIT_OR, {OP_OR}, true},
    {T_LE, LEVEL_RELATION, {OP_XCHG, OP_SLEQ}, false},
    {T_GE, LEVEL_RELATION, {OP_XCHG, OP_SGEQ}, false},
    {'<', LEVEL_RELATION, {OP_XCHG, OP_SLESS}, false},
    {'>', LEVEL_RELATION, {OP_XCHG, OP_SGRTR}, false},
    {T_EQ, LEVEL_EQUAL, {OP_EQ}, true},
    {T_NE, LEVEL_EQUAL, {OP_NEQ}, true},
    {T_AND, LEVEL_AND, {0}, false},
    {T_OR, LEVEL_OR, {0}, false},
};

static const struct operator* operator_of(int token) {
    for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++)
        if (OPERATORS[i].token == token) return &OPERATORS[i];
    return NULL;
}

static bool climb(struct unit *u, struct value *v, int loosest);

// ---- checks

void cc_check_result(struct unit *u, struct value *v) {
    struct symbol *function = v->sym;
    if (!function || function->kind != K_FUNCTION) return;
    if (!(function->usage & U_DEFINED)) {
        function->usage |= U_RETURNS; // a body that comes later must return something
    } else if (function != u->function && !(function->usage & U_RETURNS)) {
        char shown[2 * CC_NAME + 20];
        cc_say(u, 209, cc_display(u, function, shown, sizeof shown));
    }
}

static const char *array_name(const struct value *v) { return v->sym ? v->sym->name->text : "-unknown-"; }

static bool is_field_array(const struct value *v) {
    return (v->kind == K_CELL || v->kind == K_CHAR) && v->constant > 1 && v->sym && v->sym->level == 0;
}

static bool can_be_array(const struct value *v) { return cc_is_array(v) || is_field_array(v); }

// Do two arrays fit each other, for assignment or comparison? Cells to handle; 0: no.
static int32_t arrays_fit(struct unit *u, const struct value *left, const struct value *right) {
    bool exact = true;
    int index_tag = 0, level = 0;
    int32_t length, wanted = is_field_array(left) ? left->constant : left->sym->length;
    if (!can_be_array(right)) cc_say(u, 33, left->sym->name->text);
    if (right->sym) {
        length = right->constant ? right->constant : right->sym->length;
        level = right->sym->level;
        if (right->constant && level) cc_say(u, 28, right->sym->name->text);
        index_tag = right->sym->index_tag;
        if (level == 0 && index_tag == 0 && left->sym->index_tag == 0) exact = false;
    } else { // a literal; a string may be shorter
        length = right->constant;
        if (length < 0) {
            length = -length;
            if (left->sym->index_tag == 0) exact = false;
        }
    }
    if (left->sym->level != level) return cc_say(u, 48);
    if (wanted < length || (exact && wanted > length) || length == 0) return cc_say(u, 47);
    if (left->kind != K_CELL && !cc_tags_fit(left->sym->index_tag, index_tag, true))
        cc_say(u, 229, right->sym ? right->sym->name->text : left->sym->name->text);
    if (level == 0) return length;
    const struct symbol *a = left->sym, *b = right->sym;
    for (int i = 0; i < level; i++) {
        a = a->sub;
        b = b->sub;
        if (a->length != b->length)
            cc_say(u, 47);
        else if (!cc_tags_fit(a->index_tag, b->index_tag, true))
            cc_say(u, 229, b->name->text);
    }
    return cc_total(left->sym);
}

// ---- constants

static int32_t divide(struct unit *u, int32_t a, int32_t b, bool remainder) {
    if (b == 0) return cc_say(u, 29);
    if (b == -1) return remainder ? 0 : (int32_t)(0u - (uint32_t)a);
    int32_t quotient = a / b, rest = a % b;
    if (rest && (rest ^ b) < 0) quotient--, rest += b; // towards minus infinity
    return remainder ? rest : quotient;
}

static int32_t arithmetic(struct unit *u, int token, int32_t a, int32_t b) {
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    switch (token) {
    case '*':
        return (int32_t)(x * y);
    case '/':
        return divide(u, a, b, false);
    case '%':
        return divide(u, a, b, true);
    case '+':
        return (int32_t)(x + y);
    case '-':
        return (int32_t)(x - y);
    case T_SHL:
        return (int32_t)(x << (y & 31));
    case T_SHR:
        return a >> (y & 31);
    case T_SHRU:
        return (int32_t)(x >> (y & 31));
    case '&':
        return a & b;
    case '^':
        return a ^ b;
    case '|':
        return a | b;
    case T_LE:
        return a <= b;
    case T_GE:
        return a >= b;
    case '<':
        return a < b;
    case '>':
        return a > b;
    case T_EQ:
        return a == b;
    default:
        return a != b;
    }
}

// ---- two operands

static bool operand(struct unit *u, struct value *v, int level) {
    size_t start = cc_here(u);
    bool lvalue = level ? climb(u, v, level - 1) : cc_assignment(u, v);
    if (v->kind == K_CONST) cc_cut(u, start);
    return lvalue;
}

// Left in ALT, right in PRI. For commuting operators a constant right goes to ALT, and the values change
// places.
static void load_operands(struct unit *u, const struct operator* op, int level, struct value *left,
                          struct value *right) {
    size_t start = cc_here(u);
    if (left->kind == K_CONST) {
        if (operand(u, right, level))
            cc_load(u, right);
        else if (right->kind == K_CONST)
            cc_load_const(u, right->constant, false);
        cc_load_const(u, left->constant, true);
        return;
    }
    cc_op(u, OP_PUSH_PRI);
    if (operand(u, right, level)) cc_load(u, right);
    if (right->kind != K_CONST) {
        cc_op(u, OP_POP_ALT);
    } else if (op && op->commutes) {
        cc_cut(u, start);
        cc_load_const(u, right->constant, true);
        struct value swap = *left;
        *left = *right;
        *right = swap;
    } else {
        cc_load_const(u, right->constant, false);
        cc_op(u, OP_POP_ALT);
    }
}

static void compare_arrays(struct unit *u, int token, int32_t bytes) {
    cc_op1(u, OP_CMPS, bytes);
    if (token == T_NE) cc_op1(u, OP_EQ_C_PRI, 0);
    cc_op(u, OP_NOT);
}

// Works out `left op right`; the right operand is read here. `fold`: two constants make a constant. true: by
// an operator function.
static bool apply(struct unit *u, const struct operator* op, int level, struct value *left,
                  struct value *right, bool fold) {
    size_t start = cc_here(u);
    load_operands(u, op, level, left, right);
    if (!op) return false;
    cc_check_result(u, left);
    cc_check_result(u, right);
    bool function =
        (left->sym && left->sym->kind == K_FUNCTION) || (right->sym && right->sym->kind == K_FUNCTION);
    if (function) u->side_effect = false; // most functions in expressions are called for their value
    int32_t cells = 0;
    if (op->level == LEVEL_EQUAL && can_be_array(left) && can_be_array(right) && left->sym)
        cells = arrays_fit(u, left, right);
    else if (cc_is_array(left) || cc_is_array(right))
        cc_say(u, 33, array_name(cc_is_array(left) ? left : right));

    if (cc_user_operator(u, op->token, left->tag, right->tag, 2, NULL, &left->tag)) {
        left->kind = K_EXPRESSION;
        left->constant = 0;
        return true;
    }
    if (!cc_tags_fit(left->tag, right->tag, false)) cc_say(u, 213);
    if (fold && left->kind == K_CONST && right->kind == K_CONST) {
        cc_cut(u, start);
        left->constant = arithmetic(u, op->token, left->constant, right->constant);
        return false;
    }
    if (cells > 0) {
        compare_arrays(u, op->token, cells * CELL);
    } else {
        cc_op(u, op->op[0]);
        if (op->op[1]) cc_op(u, op->op[1]);
    }
    left->kind = K_EXPRESSION;
    return false;
}

// The next operator if it is of this level.
static const struct operator* next_of(struct unit *u, int level) {
    const struct operator* op = operator_of(cc_lex(u));
    if (op && op->level == level) {
        u->allow_bare_call = false;
        return op;
    }
    cc_push(u);
    return NULL;
}

static void run_arithmetic(struct unit *u, struct value *v, int level) {
    const struct operator* op;
    int count = 0;
    while ((op = next_of(u, level))) {
        struct value right = {0};
        if (level == LEVEL_EQUAL && count++ > 0 && u->bitwise) cc_say(u, 212);
        apply(u, op, level, v, &right, true);
        if (op->token == '&' || op->token == '|') u->bitwise++;
        if (level == LEVEL_EQUAL) v->tag = cc_tag_bool();
    }
}

// a < b < c: the result so far goes on the stack, and the operand in the middle, still in ALT, is the left of
// the next.
static void run_relation(struct unit *u, struct value *v) {
    const struct operator* op;
    bool constant = true, truth = true;
    struct value right = {0};
    for (int count = 0; (op = next_of(u, LEVEL_RELATION)); count++) {
        size_t start = cc_here(u);
        if (count > 0) {
            if (u->bitwise) cc_say(u, 212);
            if (constant) {
                cc_load_const(u, truth, false);
                cc_load_const(u, right.constant, true);
            }
            cc_op(u, OP_PUSH_PRI);
            cc_op(u, OP_MOVE_PRI);
            *v = right;
        }
        right = (struct value){0};
        apply(u, op, LEVEL_RELATION, v, &right, constant);
        if (constant && v->kind == K_CONST && right.kind == K_CONST) {
            truth = truth && v->constant;
            cc_cut(u, start);
            continue;
        }
        constant = false;
        if (count > 0) {
            cc_op(u, OP_SWAP_ALT);
            cc_op(u, OP_AND);
            cc_op(u, OP_POP_ALT);
        }
    }
    if (constant) v->constant = truth;
    v->tag = cc_tag_bool();
}

static void jump_out(struct unit *u, bool lvalue, struct value *v, unsigned jump, int label) {
    if (lvalue)
        cc_load(u, v);
    else if (v->kind == K_CONST)
        cc_load_const(u, v->constant, false);
    cc_op1(u, jump, label);
}

// && and ||: the first operand that decides ends the evaluation.
static void run_logic(struct unit *u, struct value *v, bool lvalue, int level, size_t start) {
    bool or = level == LEVEL_OR, constant = v->kind == K_CONST, result = v->constant != 0;
    unsigned jump = or ? OP_JNZ : OP_JZER;
    int drop = cc_label(u), end = cc_label(u);
    if (cc_is_array(v)) cc_say(u, 33, array_name(v));
    jump_out(u, lvalue, v, jump, drop);
    while (next_of(u, level)) {
        v->indices = NULL;
        lvalue = operand(u, v, level);
        if (cc_is_array(v)) cc_say(u, 33, array_name(v));
        constant = constant && v->kind == K_CONST;
        if (constant) result = or ? result || v->constant : result && v->constant;
        jump_out(u, lvalue, v, jump, drop);
    }
    cc_load_const(u, ! or, false);
    cc_op1(u, OP_JUMP, end);
    cc_put_label(u, drop);
    cc_load_const(u, or, false);
    cc_put_label(u, end);
    v->sym = NULL;
    v->tag = cc_tag_bool();
    v->kind = constant ? K_CONST : K_EXPRESSION;
    v->constant = constant && result;
    if (constant) cc_cut(u, start);
}

// Operators up to the level `loosest`, tighter ones first.
static bool climb(struct unit *u, struct value *v, int loosest) {
    size_t start = cc_here(u);
    bool lvalue = cc_unary(u, v);
    if (v->kind == K_CONST) cc_cut(u, start);
    for (;;) {
        const struct operator* op = operator_of(cc_peek(u));
        if (!op || op->level > loosest) return lvalue;
        if (op->level >= LEVEL_AND) {
            run_logic(u, v, lvalue, op->level, start);
            lvalue = false;
            continue;
        }
        if (lvalue) cc_load(u, v);
        if (op->level == LEVEL_RELATION)
            run_relation(u, v);
        else
            run_arithmetic(u, v, op->level);
        lvalue = false;
        if (v->kind == K_CONST) cc_cut(u, start);
    }
}

// ---- a ? b : c

static void put_heap(struct unit *u, size_t gap, int32_t cells) {
    if (u->pass == PASS_WRITE && cells > 0)
        u->stage.at[gap] = (struct ins){.op = OP_HEAP, .count = 1, .v = {cells * CELL}};
}

static bool conditional(struct unit *u, struct value *v) {
    size_t start = cc_here(u);
    bool lvalue = climb(u, v, LEVEL_OR);
    if (v->kind == K_CONST) cc_cut(u, start);
    if (!cc_match(u, '?')) return lvalue;
    cc_enter(u);
    int32_t heap = u->heap;
    int no = cc_label(u), end = cc_label(u);
    if (lvalue) {
        cc_load(u, v);
    } else if (v->kind == K_CONST) {
        cc_load_const(u, v->constant, false);
        cc_say(u, v->constant ? 206 : 205);
    } else {
        cc_check_result(u, v);
    }
    cc_op1(u, OP_JZER, no);
    bool tags = u->allow_tags;
    u->allow_tags = false; // the colon is needed
    size_t gap_yes = cc_here(u);
    cc_op(u, M_GAP);
    if (conditional(u, v)) cc_load(u, v);
    if (v->kind == K_CONST) cc_load_const(u, v->constant, false);
    u->allow_tags = tags;
    int32_t heap_yes = u->heap - heap;
    u->heap = heap;
    cc_op1(u, OP_JUMP, end);
    cc_put_label(u, no);
    cc_need(u, ':');
    size_t gap_no = cc_here(u);
    cc_op(u, M_GAP);
    struct value other = {0};
    if (conditional(u, &other)) cc_load(u, &other);
    if (other.kind == K_CONST) cc_load_const(u, other.constant, false);
    int32_t heap_no = u->heap - heap;

    // Whichever branch is taken, the heap must hold the same afterwards.
    int32_t most = heap_yes > heap_no ? heap_yes : heap_no;
    put_heap(u, gap_yes, most - heap_yes);
    put_heap(u, gap_no, most - heap_no);
    u->heap = heap + most;

    if (cc_is_array(v) != cc_is_array(&other)) cc_say(u, 33, array_name(cc_is_array(v) ? v : &other));
    if (!cc_tags_fit(v->tag, other.tag, false)) cc_say(u, 213);
    cc_put_label(u, end);
    if (v->kind == K_ARRAY)
        v->kind = K_REFARRAY;
    else if (v->kind != K_REFARRAY)
        v->kind = K_EXPRESSION;
    u->side_effect = false;
    cc_leave(u);
    return false;
}

// ---- assignment

static const struct {
    int token, plain;
} COMPOUND[] = {
    {T_SET_OR, '|'},      {T_SET_XOR, '^'},   {T_SET_AND, '&'},   {T_SET_ADD, '+'},
    {T_SET_SUB, '-'},     {T_SET_MUL, '*'},   {T_SET_DIV, '/'},   {T_SET_MOD, '%'},
    {T_SET_SHRU, T_SHRU}, {T_SET_SHR, T_SHR}, {T_SET_SHL, T_SHL},
};

// -1: no assignment; 0: plain; else the operator.
static int assignment_operator(struct unit *u) {
    int token = cc_lex(u);
    if (token == '=') {
        if (u->in_test) cc_say(u, 211);
        return 0;
    }
    for (size_t i = 0; i < sizeof COMPOUND / sizeof *COMPOUND; i++)
        if (COMPOUND[i].token == token) return COMPOUND[i].plain;
    cc_push(u);
    return -1;
}

// What cannot be assigned to was told, or is told here; the right side is read over.
static bool refused(struct unit *u, int number, const char *name) {
    struct value right = {0};
    bool told = u->quiet;
    if (name) told = !cc_say(u, number, name);
    cc_assignment(u, &right);
    if (!told) cc_say(u, number);
    u->side_effect = true;
    return false;
}

static bool same_element(const struct value *a, const struct value *b) {
    return a->indices && b->indices && a->kind == b->kind && a->sym == b->sym &&
           !memcmp(a->indices, b->indices, CC_DIMENSIONS * sizeof *a->indices);
}

static void assign_array(struct unit *u, struct value *left, struct value *right, int32_t cells) {
    bool whole = right->sym && !left->sym->parent && !right->sym->parent;
    if (left->sym->level == 0 || whole)
        cc_op1(u, OP_MOVS, cells * CELL);
    else
        cc_copy_rows(u, left->sym->length, left->sym->sub->length);
}

// The tag of what is to be stored.
static int read_right(struct unit *u, const struct operator* op, struct value *left,
                      const struct value *target, struct value *right, int32_t *indices) {
    bool function = false;
    bool indirect = left->kind == K_CELL || left->kind == K_CHAR || cc_is_array(left);
    if (indirect) {
        if (op) {
            cc_op(u, OP_PUSH_PRI);
            cc_load(u, left);
        }
        right->indices = indices;
        function = apply(u, op, 0, left, right, true);
        if (right->kind != K_CELL && right->kind != K_CHAR) right->indices = NULL;
        if (op) cc_op(u, OP_POP_ALT);
        if (!op && same_element(target, right)) cc_say(u, 226, target->sym->name->text);
    } else if (op) {
        cc_load(u, left);
        function = apply(u, op, 0, left, right, true);
    } else {
        if (cc_assignment(u, right))
            cc_load(u, right);
        else if (right->kind == K_VARIABLE)
            right->kind = K_EXPRESSION;
        cc_check_result(u, right);
        if (right->kind == K_VARIABLE && target->kind == K_VARIABLE && right->sym == target->sym)
            cc_say(u, 226, target->sym->name->text);
    }
    return !op ? right->tag : function ? left->tag : target->tag;
}

static bool assign(struct unit *u, int token, struct value *v, int32_t *outer) {
    const struct operator* op = token ? operator_of(token) : NULL;
    int32_t indices[CC_DIMENSIONS] = {INT32_MIN, INT32_MIN, INT32_MIN};
    struct value target = *v, right = {0};
    v->indices = outer;
    int tag = read_right(u, op, v, &target, &right, indices);
    bool array = cc_is_array(&target) || (is_field_array(&target) && !op && cc_is_array(&right));
    if (array) {
        int32_t cells = arrays_fit(u, &target, &right);
        if (cells > 0) assign_array(u, &target, &right, cells);
    } else {
        if (cc_is_array(&right)) cc_say(u, 6);
        cc_user_operator(u, '=', tag, target.tag, 2, &target, &tag);
        cc_store(u, &target);
    }
    if (!op && !cc_tags_fit(target.tag, tag, true)) cc_say(u, 213);
    cc_mark(u, target.sym, U_WRITTEN);
    u->side_effect = true;
    v->kind = K_EXPRESSION;
    return false;
}

bool cc_assignment(struct unit *u, struct value *v) {
    cc_enter(u);
    int bitwise = u->bitwise;
    u->bitwise = 0;
    int32_t indices[CC_DIMENSIONS] = {INT32_MIN, INT32_MIN, INT32_MIN}, *outer = v->indices;
    if (!outer) v->indices = indices;
    size_t start = cc_here(u);
    bool lvalue = conditional(u, v);
    if (v->kind == K_CONST) cc_cut(u, start);
    if (v->kind != K_CELL && v->kind != K_CHAR) v->indices = NULL;
    if (v->kind == K_CONST) cc_load_const(u, v->constant, false);
    int token = assignment_operator(u);
    if (token < 0) {
        v->indices = outer;
    } else {
        u->allow_bare_call = false;
        bool array = cc_is_array(v);
        if (array && token)
            lvalue = cc_say(u, 23);
        else if (array && v->sym && cc_total(v->sym) == 0)
            lvalue = refused(u, 46, v->sym->name->text);
        else if (!v->sym || !(lvalue || array || v->kind == K_CHAR) || v->sym->usage & U_CONST)
            lvalue = refused(u, 22, NULL);
        else
            lvalue = assign(u, token, v, outer);
        v->indices = outer;
    }
    u->bitwise = bitwise;
    cc_leave(u);
    return lvalue;
}

enum kind cc_expression(struct unit *u, int32_t *value, int *tag, struct symbol **symbol, bool check) {
    int32_t heap = u->heap;
    struct value v = {0};
    if (cc_assignment(u, &v)) cc_load(u, &v);
    cc_move_heap(u, (heap - u->heap) * CELL);
    u->heap = heap;
    if (v.kind == K_CONST && value) *value = v.constant;
    if (tag) *tag = v.tag;
    if (symbol) *symbol = v.sym;
    if (check) cc_check_result(u, &v);
    return v.kind;
}

// Leaves no code behind. false: not constant, which was told; *value is 0.
bool cc_constant_expression(struct unit *u, int32_t *value, int *tag, struct symbol **symbol) {
    bool staging = u->staging;
    size_t start = cc_here(u);
    if (!staging) cc_stage_on(u), start = 0;
    cc_expression_begins(u);
    int32_t result = 0;
    int result_tag = 0;
    struct symbol *result_symbol = NULL;
    enum kind kind = cc_expression(u, &result, &result_tag, &result_symbol, false);
    cc_cut(u, start);
    if (!staging) cc_stage_off(u);
    bool constant = kind == K_CONST;
    if (!constant) {
        cc_say(u, 8);
        result = 0;
        result_tag = 0;
        result_symbol = NULL;
    }
    if (value) *value = result;
    if (tag) *tag = result_tag;
    if (symbol) *symbol = result_symbol;
    cc_expression_ends(u);
    return constant;
}
