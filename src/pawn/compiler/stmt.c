// Statements.
#include "pawn/compiler/compiler_internal.h"

#include <stdlib.h>

// ---- expressions as statements and conditions

enum kind cc_statement_expression(struct unit *u, unsigned flags, int *tag, struct symbol **symbol) {
    bool staging = u->staging;
    if (!staging) cc_stage_on(u);
    cc_expression_begins(u);
    enum kind kind;
    bool first = true;
    do {
        if (!first) cc_op(u, M_EXPRESSION);
        first = false;
        u->side_effect = false;
        kind = cc_expression(u, NULL, tag, symbol, flags & EXPRESSION_CHECKED);
        if (!(flags & EXPRESSION_ARRAYS) && (kind == K_ARRAY || kind == K_REFARRAY))
            cc_say(u, 33, "-unknown-");
        if (flags & EXPRESSION_EFFECT && !u->side_effect) cc_say(u, 215);
        u->allow_bare_call = false;
    } while (flags & EXPRESSION_COMMAS && cc_match(u, ','));
    if (flags & EXPRESSION_UNUSED) cc_op(u, M_EXPRESSION);
    cc_expression_ends(u);
    if (!staging) {
        cc_stage_write(u);
        cc_stage_off(u);
    }
    return kind;
}

// Jumps to `label` if the condition does not hold; inverted: if it does. T_ENDLESS: it always holds.
int cc_condition(struct unit *u, int label, bool brackets, bool inverted) {
    bool staging = u->staging, in_test = u->in_test;
    if (!staging) cc_stage_on(u);
    u->in_test = true;
    if (brackets) cc_need(u, '(');
    size_t start;
    int32_t value = 0;
    int tag = 0, result = 0;
    struct symbol *symbol = NULL;
    enum kind kind;
    bool more;
    do {
        start = cc_here(u);
        kind = cc_expression(u, &value, &tag, &symbol, true);
        more = cc_match(u, ',');
        if (more) cc_op(u, M_EXPRESSION);
    } while (more);
    if (brackets) cc_need(u, ')');
    u->in_test = in_test;
    if (kind == K_ARRAY || kind == K_REFARRAY) cc_say(u, 33, symbol ? symbol->name->text : "-unknown-");
    if (kind == K_CONST) {
        cc_cut(u, start);
        cc_say(u, value ? 206 : 205);
        bool jumps = (value != 0) == inverted;
        if (value) result = T_ENDLESS;
        if (jumps) cc_op1(u, OP_JUMP, label);
    } else {
        if (tag && tag != cc_tag_bool() && cc_user_operator(u, '!', tag, 0, 1, NULL, &tag))
            inverted = !inverted;
        cc_op1(u, inverted ? OP_JNZ : OP_JZER, label);
        cc_op(u, M_EXPRESSION);
    }
    if (!staging) {
        cc_stage_write(u);
        cc_stage_off(u);
    }
    return result;
}

// ---- blocks

// The first statement on the line of its { is indented as far as it stands there.
static void indent_behind_brace(struct unit *u) {
    const char *p = u->p;
    while (p > u->line && *p != '{') p--;
    p = *p == '{' ? cc_skip_blank(p + 1) : p;
    u->indent = 0;
    for (const char *c = u->line; c < p; c++)
        u->indent += *c == '\t' && u->tab > 0 ? u->tab - u->indent % u->tab : 1;
}

static bool leaves(int last) {
    return last == T_RETURN || last == T_BREAK || last == T_CONTINUE || last == T_ENDLESS;
}

static void end_locals(struct unit *u, int block, int32_t declared) {
    cc_check_unused(u, block, false, true);
    u->declared = declared;
    cc_forget_locals(u, block, false);
}

static void block(struct unit *u, bool same_line) {
    int indent = -1, line = u->in->line, count = 0;
    int32_t declared = u->declared;
    if (same_line) indent_behind_brace(u);
    u->block++;
    while (!cc_match(u, '}')) {
        if (!u->reading) {
            cc_say(u, 30, line);
            break;
        }
        if (count++ > 0 && leaves(u->last)) cc_say(u, 225);
        cc_statement(u, &indent, true);
    }
    if (u->last != T_RETURN) cc_destroy(u, u->block);
    if (u->last != T_RETURN && u->last != T_GOTO) cc_move_stack(u, (u->declared - declared) * CELL);
    end_locals(u, u->block, declared);
    u->block--;
}

// ---- branches

static int read_if(struct unit *u) {
    int indent = u->indent, otherwise = cc_label(u);
    cc_condition(u, otherwise, true, false);
    cc_statement(u, NULL, false);
    if (!cc_match(u, T_ELSE)) {
        cc_put_label(u, otherwise);
        return T_IF;
    }
    int last = u->last;
    if (u->indent < indent && u->tab > 0) cc_say(u, 217);
    int end = cc_label(u);
    if (last != T_RETURN && last != T_GOTO) cc_op1(u, OP_JUMP, end);
    cc_put_label(u, otherwise);
    cc_statement(u, NULL, false);
    cc_put_label(u, end);
    return u->last == last ? last : T_IF;
}

struct choice {
    int32_t value;
    int label;
};
struct choices {
    struct choice *at;
    size_t count, room;
    uint32_t *slots; // by value, an index into `at` and 1; 0: free
    size_t slot_count;
};

static uint32_t *choice_slot(const struct choices *choices, int32_t value) {
    size_t slot = (uint32_t)value * 2654435761u >> 7;
    for (;; slot++) {
        uint32_t *at = &choices->slots[slot & (choices->slot_count - 1)];
        if (!*at || choices->at[*at - 1].value == value) return at;
    }
}

static void more_slots(struct unit *u, struct choices *choices) {
    choices->slot_count = choices->slot_count ? choices->slot_count * 2 : 64;
    choices->slots = cc_take(u, choices->slot_count * sizeof *choices->slots);
    for (size_t i = 0; i < choices->count; i++) *choice_slot(choices, choices->at[i].value) = (uint32_t)i + 1;
}

// A value that is there already is told, and goes where it went first.
static void add_choice(struct unit *u, struct choices *choices, int32_t value, int label) {
    if (choices->count >= CC_CASES) cc_say(u, 102, "cases of a switch");
    if (2 * choices->count >= choices->slot_count) more_slots(u, choices);
    uint32_t *slot = choice_slot(choices, value);
    if (*slot) {
        cc_say(u, 40, (int)value);
        return;
    }
    CC_ROOM(u, choices->at, choices->count, choices->room);
    choices->at[choices->count++] = (struct choice){value, label};
    *slot = (uint32_t)choices->count;
}

static int by_value(const void *a, const void *b) {
    const struct choice *x = a, *y = b;
    return x->value < y->value ? -1 : x->value > y->value;
}

static void read_case(struct unit *u, struct choices *choices, int label) {
    bool tags = u->allow_tags;
    u->allow_tags = false; // the colon ends the case
    do {
        int32_t value = 0, last = 0;
        cc_constant_expression(u, &value, NULL, NULL);
        add_choice(u, choices, value, label);
        if (cc_match(u, T_RANGE)) {
            cc_constant_expression(u, &last, NULL, NULL);
            if (last <= value) cc_say(u, 50);
            while (value < last) add_choice(u, choices, ++value, label);
        }
    } while (cc_match(u, ','));
    cc_need(u, ':');
    u->allow_tags = tags;
}

// Sorted, so that a machine can search by halves.
static void write_choices(struct unit *u, const struct choices *choices, int table, int otherwise) {
    if (choices->count) qsort(choices->at, choices->count, sizeof *choices->at, by_value);
    cc_put_label(u, table);
    cc_put(u, M_CASES, 2, (int32_t)choices->count, otherwise);
    for (size_t i = 0; i < choices->count; i++)
        cc_put(u, M_CASE, 2, choices->at[i].value, choices->at[i].label);
}

static void read_switch(struct unit *u) {
    struct choices choices = {0};
    int otherwise = -1, token;
    cc_need(u, '(');
    cc_statement_expression(u, EXPRESSION_COMMAS | EXPRESSION_CHECKED, NULL, NULL);
    cc_need(u, ')');
    int table = cc_label(u), end;
    cc_op1(u, OP_SWITCH, table);
    cc_need(u, '{');
    end = cc_label(u);
    do {
        token = cc_lex(u);
        int label;
        switch (token) {
        case T_CASE:
            if (otherwise >= 0) cc_say(u, 15);
            label = cc_label(u);
            read_case(u, &choices, label);
            cc_put_label(u, label);
            cc_statement(u, NULL, false);
            cc_op1(u, OP_JUMP, end);
            break;
        case T_DEFAULT:
            if (otherwise >= 0) cc_say(u, 16);
            otherwise = cc_label(u);
            cc_put_label(u, otherwise);
            cc_need(u, ':');
            cc_statement(u, NULL, false);
            cc_op1(u, OP_JUMP, end);
            break;
        case '}':
            break;
        default:
            cc_say(u, 2);
            u->indent_free = true;
            token = '}';
        }
    } while (token != '}');
    write_choices(u, &choices, table, otherwise >= 0 ? otherwise : end);
    cc_put_label(u, end);
}

// ---- loops

static struct loop *loop_begins(struct unit *u) {
    if (u->loop_count == CC_LOOPS) cc_say(u, 102, "loops in each other");
    struct loop *loop = &u->loops[u->loop_count++];
    *loop = (struct loop){u->declared, u->declared, cc_label(u), cc_label(u)};
    return loop;
}

static struct loop *loop_around(struct unit *u) {
    if (u->loop_count > 0) return &u->loops[u->loop_count - 1];
    cc_say(u, 24);
    return NULL;
}

static int read_while(struct unit *u) {
    bool outer = u->endless;
    struct loop *loop = loop_begins(u);
    cc_put_label(u, loop->again);
    cc_put_line(u, true); // so that a debugger can break into the smallest loop
    u->endless = cc_condition(u, loop->out, true, false) == T_ENDLESS;
    cc_statement(u, NULL, false);
    cc_op1(u, OP_JUMP, loop->again);
    cc_put_label(u, loop->out);
    u->loop_count--;
    int result = u->endless ? T_ENDLESS : T_WHILE;
    u->endless = outer;
    return result;
}

static int read_do(struct unit *u) {
    bool outer = u->endless;
    struct loop *loop = loop_begins(u);
    int top = cc_label(u);
    cc_put_label(u, top);
    cc_statement(u, NULL, false);
    cc_need(u, T_WHILE);
    cc_put_label(u, loop->again);
    cc_put_line(u, true);
    u->endless = cc_condition(u, loop->out, true, false) == T_ENDLESS;
    cc_op1(u, OP_JUMP, top);
    cc_put_label(u, loop->out);
    u->loop_count--;
    cc_need(u, T_TERM);
    int result = u->endless ? T_ENDLESS : T_DO;
    u->endless = outer;
    return result;
}

// The step stands before the condition in the code; the first round jumps over it.
static void read_for_head(struct unit *u, const struct loop *loop, int skip, int close) {
    size_t pieces[2][2];
    cc_stage_on(u);
    pieces[1][0] = cc_here(u);
    cc_put_label(u, skip);
    if (cc_match(u, ';')) {
        u->endless = true;
    } else {
        u->endless = cc_condition(u, loop->out, false, false) == T_ENDLESS;
        cc_need(u, ';');
    }
    pieces[1][1] = pieces[0][0] = cc_here(u);
    if (!cc_match(u, close)) {
        cc_statement_expression(
            u, EXPRESSION_COMMAS | EXPRESSION_EFFECT | EXPRESSION_ARRAYS | EXPRESSION_UNUSED, NULL, NULL);
        cc_need(u, close);
    }
    pieces[0][1] = cc_here(u);
    cc_reorder(u, 0, (const size_t(*)[2])pieces, 2);
    cc_stage_write(u);
    cc_stage_off(u);
}

static int read_for(struct unit *u) {
    int32_t declared = u->declared;
    int outer_block = u->block;
    bool outer = u->endless;
    struct loop *loop = loop_begins(u);
    int skip = cc_label(u), close = cc_match(u, '(') ? ')' : T_DO;
    if (!cc_match(u, ';')) {
        if (cc_match(u, T_NEW)) {
            u->block++;
            cc_declare_local(u, false);
        } else {
            cc_statement_expression(
                u, EXPRESSION_COMMAS | EXPRESSION_EFFECT | EXPRESSION_ARRAYS | EXPRESSION_UNUSED, NULL, NULL);
            cc_need(u, ';');
        }
    }
    loop->break_cells = loop->continue_cells = u->declared; // the variable of the loop stays
    cc_op1(u, OP_JUMP, skip);
    cc_put_label(u, loop->again);
    cc_put_line(u, true);
    read_for_head(u, loop, skip, close);
    cc_statement(u, NULL, false);
    cc_op1(u, OP_JUMP, loop->again);
    cc_put_label(u, loop->out);
    u->loop_count--;
    if (u->block > outer_block) {
        cc_destroy(u, u->block);
        cc_move_stack(u, (u->declared - declared) * CELL);
        end_locals(u, u->block, declared);
        u->block = outer_block;
    }
    int result = u->endless ? T_ENDLESS : T_FOR;
    u->endless = outer;
    return result;
}

static void read_break(struct unit *u) {
    u->endless = false;
    const struct loop *loop = loop_around(u);
    cc_need(u, T_TERM);
    if (!loop) return;
    cc_destroy(u, u->block);
    cc_move_stack(u, (u->declared - loop->break_cells) * CELL);
    cc_op1(u, OP_JUMP, loop->out);
}

static void read_continue(struct unit *u) {
    const struct loop *loop = loop_around(u);
    cc_need(u, T_TERM);
    if (!loop) return;
    cc_destroy(u, u->block);
    cc_move_stack(u, (u->declared - loop->continue_cells) * CELL);
    cc_op1(u, OP_JUMP, loop->again);
}

// ---- all

static void check_indent(struct unit *u, int *indent, int token) {
    if (!indent || token == T_LABEL) return;
    if (*indent >= 0 && *indent != u->indent && !u->indent_free && u->tab > 0) cc_say(u, 217);
    *indent = u->indent;
    u->indent_free = false;
}

static void declare(struct unit *u, bool allowed, bool is_static) {
    if (!allowed) {
        cc_say(u, 3);
        return;
    }
    cc_declare_local(u, is_static);
    u->last = T_NEW;
}

static void read_expression(struct unit *u) {
    u->allow_bare_call = u->bare_calls;
    cc_push(u);
    cc_statement_expression(u, EXPRESSION_COMMAS | EXPRESSION_EFFECT | EXPRESSION_ARRAYS | EXPRESSION_UNUSED,
                            NULL, NULL);
    cc_need(u, T_TERM);
    u->last = T_EXPRESSION;
    u->allow_bare_call = false;
}

void cc_statement(struct unit *u, int *indent, bool declarations) {
    if (!u->reading) {
        cc_say(u, 36);
        return;
    }
    cc_enter(u);
    cc_quiet_end(u);
    int token = cc_lex(u), line = u->in->line;
    if (token != '{') {
        cc_debug_line(u, line);
        cc_put_line(u, true);
    }
    check_indent(u, indent, token);
    switch (token) {
    case T_END:
        break;
    case T_NEW:
        declare(u, declarations, false);
        break;
    case T_STATIC:
        declare(u, declarations, true);
        break;
    case '{':
        if (!cc_match(u, '}')) block(u, line == u->in->line);
        break;
    case ';':
        cc_say(u, 36);
        break;
    case T_IF:
        u->last = read_if(u);
        break;
    case T_WHILE:
        u->last = read_while(u);
        break;
    case T_DO:
        u->last = read_do(u);
        break;
    case T_FOR:
        u->last = read_for(u);
        break;
    case T_SWITCH:
        read_switch(u);
        u->last = token;
        break;
    case T_CASE:
    case T_DEFAULT:
        cc_say(u, 14);
        break;
    case T_GOTO:
        cc_read_goto(u);
        u->last = token;
        break;
    case T_LABEL:
        cc_read_label(u);
        u->last = token;
        break;
    case T_RETURN:
        cc_read_return(u);
        u->last = token;
        break;
    case T_BREAK:
        read_break(u);
        u->last = token;
        break;
    case T_CONTINUE:
        read_continue(u);
        u->last = token;
        break;
    case T_EXIT:
        cc_read_exit(u);
        u->last = token;
        break;
    case T_ASSERT:
        cc_read_assert(u);
        u->last = token;
        break;
    case T_SLEEP:
        cc_read_sleep(u);
        u->last = token;
        break;
    case T_STATE:
        cc_read_state_change(u);
        u->last = token;
        break;
    case T_CONST:
        cc_declare_const(u, S_LOCAL);
        break;
    case T_ENUM:
        cc_declare_enum(u, S_LOCAL);
        break;
    default:
        read_expression(u);
    }
    cc_leave(u);
}
