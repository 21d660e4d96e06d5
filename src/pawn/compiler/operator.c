// Operators that a script defines for its tags. They are functions under names made of the sign and the tags.
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>

static const struct sign {
    int token;
    const char *text;
    bool binary, unary;
    bool keep_pri; // chained comparisons need the right operand afterwards
    bool commutes;
} SIGNS[] = {
    {'*', "*", true, false, false, true},     {'/', "/", true, false, false, false},
    {'%', "%", true, false, false, false},    {'+', "+", true, false, false, true},
    {'-', "-", true, true, false, false},     {T_LE, "<=", true, false, true, false},
    {T_GE, ">=", true, false, true, false},   {'<', "<", true, false, true, false},
    {'>', ">", true, false, true, false},     {T_EQ, "==", true, false, false, true},
    {T_NE, "!=", true, false, false, true},   {'=', "=", true, false, false, false},
    {'!', "!", false, true, false, false},    {T_INC, "++", false, true, false, false},
    {T_DEC, "--", false, true, false, false},
};

static const struct sign *sign_of(int token, int operands) {
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (SIGNS[i].token == token && (operands == 2 ? SIGNS[i].binary : SIGNS[i].unary)) return &SIGNS[i];
    return NULL;
}

// A tag in hexadecimal that begins with a digit, so that no name of a script can be the same.
static int tag_text(char *out, size_t size, int tag) {
    unsigned id = (unsigned)tag & ~TAG_PUBLIC;
    char hex[12];
    snprintf(hex, sizeof hex, "%x", id);
    return snprintf(out, size, "%s%s", hex[0] > '9' ? "0" : "", hex);
}

struct name *cc_operator_name(struct unit *u, const char *text, int tag1, int tag2, int operands,
                              int result) {
    char left[16], right[16], full[CC_NAME + 1];
    bool assignment = !strcmp(text, "=");
    if (assignment) {
        tag_text(left, sizeof left, result);
        tag_text(right, sizeof right, tag1);
    } else if (operands == 1 || !strcmp(text, "~")) {
        left[0] = 0;
        tag_text(right, sizeof right, tag1);
    } else {
        tag_text(left, sizeof left, tag1);
        tag_text(right, sizeof right, tag2);
    }
    int len = snprintf(full, sizeof full, "%s%s%s", left, text, right);
    return cc_name(u, full, (size_t)len);
}

static struct symbol *operator_function(struct unit *u, const struct sign *sign, int tag1, int tag2,
                                        int operands, bool *swapped) {
    struct symbol *function =
        cc_find_global(u, cc_operator_name(u, sign->text, tag1, tag2, operands, tag2), S_GLOBAL);
    if (function || tag1 == tag2 || !sign->commutes) return function;
    *swapped = true;
    return cc_find_global(u, cc_operator_name(u, sign->text, tag2, tag1, operands, tag1), S_GLOBAL);
}

static void push_operands(struct unit *u, int count, bool swapped) {
    if (count == 1) {
        cc_op(u, OP_PUSH_PRI);
    } else {
        cc_op(u, swapped ? OP_PUSH_ALT : OP_PUSH_PRI);
        cc_op(u, swapped ? OP_PUSH_PRI : OP_PUSH_ALT);
    }
    cc_op(u, M_ARGUMENT);
    cc_op1(u, OP_PUSH_C, count * CELL);
}

static void call(struct unit *u, struct symbol *function, int count) {
    cc_call(u, function, count);
    if (u->pass != PASS_SKIP) cc_mark(u, function, U_READ);
    if (function->usage & U_NATIVE && function->library) function->library->uses++;
}

// Calls the operator function for these tags, if there is one. For = `v` is where the result goes, for ++ and
// -- what changes.
bool cc_user_operator(struct unit *u, int token, int tag1, int tag2, int operands, struct value *v,
                      int *tag) {
    if (tag1 == 0 && (operands == 1 || tag2 == 0)) return false;
    const struct sign *sign = sign_of(token, operands);
    if (!sign) return false;
    bool swapped = false;
    struct symbol *function = operator_function(u, sign, tag1, tag2, operands, &swapped);
    if (!function || function->kind != K_FUNCTION) return false;
    if (function->usage & U_MISSING || !(function->usage & U_PROTOTYPED)) {
        char shown[2 * CC_NAME + 20];
        const char *name = cc_display(u, function, shown, sizeof shown);
        if (function->usage & U_MISSING) cc_say(u, 4, name);
        if (!(function->usage & U_PROTOTYPED)) cc_say(u, 71, name);
    }
    if (function == u->function) return false; // inside, the plain operator is meant

    bool element = v && (v->kind == K_CELL || v->kind == K_CHAR);
    bool step = token == T_INC || token == T_DEC;
    if (step) {
        if (element) cc_op(u, OP_PUSH_PRI);
        cc_load(u, v);
    }
    bool keep_alt = token == '=' && element;
    if (sign->keep_pri)
        cc_op(u, OP_PUSH_PRI);
    else if (keep_alt)
        cc_op(u, OP_PUSH_ALT);
    int count = token == '=' ? 1 : operands;
    push_operands(u, count, swapped);
    call(u, function, count);
    *tag = function->tag;
    if (sign->keep_pri || keep_alt) cc_op(u, OP_POP_ALT);
    if (step) {
        if (element) cc_op(u, OP_POP_ALT);
        cc_store(u, v);
        cc_op(u, OP_MOVE_PRI);
    }
    return true;
}

// ---- operator ~

// Bytes of the tables before the elements, and how many elements there are. 0: unknown.
static int32_t elements(const struct symbol *array, int32_t *tables) {
    int64_t count = array->length, before = 0;
    for (const struct symbol *sub = array; sub->level > 0; sub = sub->sub) {
        before += count;
        count *= sub->sub->length;
    }
    *tables = (int32_t)(before * CELL);
    return count > CC_ARRAY_MAX ? 0 : (int32_t)count;
}

// Calls operator ~ on variables that end here.
void cc_destroy(struct unit *u, int block) {
    bool saved = false;
    for (struct symbol *symbol = u->locals; symbol && symbol->block >= block; symbol = symbol->next) {
        if (symbol->kind != K_VARIABLE && symbol->kind != K_ARRAY) continue;
        if (symbol->tag == 0) continue;
        struct symbol *function = cc_find_global(u, cc_operator_name(u, "~", symbol->tag, 0, 1, 0), S_GLOBAL);
        if (!function) continue;
        if (!saved) cc_op(u, OP_PUSH_PRI); // what a return gives
        saved = true;
        int32_t tables = 0, count = 1;
        if (symbol->kind == K_ARRAY && !(count = elements(symbol, &tables)))
            cc_say(u, 46, symbol->name->text);
        cc_op1(u, OP_PUSH_C, count);
        cc_address(u, symbol, false);
        cc_add_const(u, tables);
        cc_op(u, OP_PUSH_PRI);
        cc_op1(u, OP_PUSH_C, 2 * CELL);
        call(u, function, 2);
    }
    if (saved) cc_op(u, OP_POP_PRI);
}

// ---- declaring

int cc_operator_token(struct unit *u, char out[4]) {
    int token = cc_lex(u);
    const struct sign *sign = sign_of(token, 2);
    if (!sign) sign = sign_of(token, 1);
    out[0] = 0;
    if (sign || token == '~') {
        snprintf(out, 4, "%s", sign ? sign->text : "~");
        return token;
    }
    cc_say(u, 7);
    return 0;
}

void cc_operator_check_result(struct unit *u, int token, int tag, const char *text) {
    switch (token) {
    case '!':
    case '<':
    case '>':
    case T_EQ:
    case T_NE:
    case T_LE:
    case T_GE:
        if (tag != cc_tag_bool()) cc_say(u, 63, text, "bool:");
        break;
    case '~':
        if (tag != 0) cc_say(u, 63, text, "_:");
        break;
    default:
        break;
    }
}

static bool takes(int token, int count) {
    switch (token) {
    case '!':
    case '=':
    case T_INC:
    case T_DEC:
        return count == 1;
    case '-':
        return count == 1 || count == 2;
    default:
        return count == 2;
    }
}

// Joins what an earlier declaration of the same operator knew.
static void take_over(struct unit *u, struct symbol *function, struct symbol *old) {
    if (old->usage & U_DEFINED) {
        char shown[2 * CC_NAME + 20];
        cc_say(u, 21, cc_display(u, old, shown, sizeof shown));
    }
    function->usage |= old->usage;
    function->index = old->index;
    function->number = old->number;
    function->referrers = old->referrers;
    function->referrer_count = old->referrer_count;
    if (function->number) u->functions[function->number] = function;
    for (size_t i = 0; i < u->order_count; i++)
        if (u->order[i] == old) u->order[i] = function;
    for (struct symbol *symbol = u->globals; symbol; symbol = symbol->next)
        for (struct use *use = symbol->uses; use; use = use->next)
            if (use->symbol == old) use->symbol = function;
    cc_forget(u, old);
}

// Checks the arguments and gives the function its real name.
bool cc_operator_adjust(struct unit *u, int token, struct symbol *function, const char *text, int tag) {
    if (!token) return true;
    int tags[2] = {0, 0};
    for (int i = 0; i < function->arg_count; i++) {
        const struct argument *arg = &function->args[i];
        if (i < 2) {
            if (arg->tag_count > 1) cc_say(u, 65, i + 1);
            if (arg->tag_count == 1) tags[i] = arg->tags[0];
        }
        const char *name = arg->name ? arg->name->text : "...";
        if (token == '~' && i == 0) {
            if (arg->kind != K_REFARRAY) cc_say(u, 73, name);
        } else if (arg->kind != K_VARIABLE) {
            cc_say(u, 66, name);
        }
        if (arg->fill != DEFAULT_NONE) cc_say(u, 59, name);
    }
    if (!takes(token, function->arg_count)) cc_say(u, 62);
    if (tags[0] == 0 && (token == '=' ? tag == 0 : tags[1] == 0)) cc_say(u, 64);
    struct name *name = cc_operator_name(u, text, tags[0], tags[1], function->arg_count == 1 ? 1 : 2, tag);
    struct symbol *old = cc_find_global(u, name, S_GLOBAL);
    if (old == function) return true;
    if (old) take_over(u, function, old);
    cc_rename(u, function, name);
    if (token != '~') function->usage |= U_RETURNS;
    return true;
}
