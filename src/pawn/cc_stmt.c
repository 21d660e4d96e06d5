// Statements.
#include "pawn/cc_unit.h"

#include <stdlib.h>

enum { HALT_EXIT = 1, HALT_ASSERT = 2, HALT_SLEEP = 12 };

// ---- expressions as statements and conditions

// With commas: several expressions. `effect`: one that changes nothing is worth a warning. `mark`: PRI is not needed afterwards.
enum kind cc_statement_expression(struct unit *u, bool commas, bool effect, bool arrays, bool mark, int *tag,
                                  struct symbol **symbol, bool check) {
    bool staging = u->staging;
    if (!staging) cc_stage_on(u);
    cc_expression_begins(u);
    enum kind kind;
    bool first = true;
    do {
        if (!first) cc_op(u, M_EXPRESSION);
        first = false;
        u->side_effect = false;
        kind = cc_expression(u, NULL, tag, symbol, check);
        if (!arrays && (kind == K_ARRAY || kind == K_REFARRAY)) cc_say(u, 33, "-unknown-");
        if (effect && !u->side_effect) cc_say(u, 215);
        u->allow_bare_call = false;
    } while (commas && cc_match(u, ','));
    if (mark) cc_op(u, M_EXPRESSION);
    cc_expression_ends(u);
    if (!staging) {
        cc_stage_write(u);
        cc_stage_off(u);
    }
    return kind;
}

// Jumps to `label` if the condition does not hold; inverted: if it does. T_ENDLESS: it always holds.
static int condition(struct unit *u, int label, bool brackets, bool inverted) {
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
    condition(u, otherwise, true, false);
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
};

static int by_value(const void *a, const void *b) {
    const struct choice *x = a, *y = b;
    return x->value < y->value ? -1 : x->value > y->value;
}

static void add_choice(struct unit *u, struct choices *choices, int32_t value, int label) {
    if (choices->count >= CC_CASES) cc_say(u, 102, "cases of a switch");
    CC_ROOM(u, choices->at, choices->count, choices->room);
    choices->at[choices->count++] = (struct choice){value, label};
}

// Keeps them sorted. A value that is there already is told.
static void sort_choices(struct unit *u, struct choices *choices, size_t old) {
    bool in_order = true;
    for (size_t i = old ? old : 1; i < choices->count; i++)
        in_order = in_order && choices->at[i - 1].value < choices->at[i].value;
    if (in_order) return;
    qsort(choices->at, choices->count, sizeof *choices->at, by_value);
    size_t count = 0;
    for (size_t i = 0; i < choices->count; i++) {
        if (count && choices->at[count - 1].value == choices->at[i].value)
            cc_say(u, 40, (int)choices->at[i].value);
        else
            choices->at[count++] = choices->at[i];
    }
    choices->count = count;
}

static void read_case(struct unit *u, struct choices *choices, int label) {
    bool tags = u->allow_tags;
    u->allow_tags = false; // the colon ends the case
    do {
        int32_t value = 0, last = 0;
        size_t old = choices->count;
        cc_constant_expression(u, &value, NULL, NULL);
        add_choice(u, choices, value, label);
        if (cc_match(u, T_RANGE)) {
            cc_constant_expression(u, &last, NULL, NULL);
            if (last <= value) cc_say(u, 50);
            while (value < last) add_choice(u, choices, ++value, label);
        }
        sort_choices(u, choices, old);
    } while (cc_match(u, ','));
    cc_need(u, ':');
    u->allow_tags = tags;
}

static void write_choices(struct unit *u, const struct choices *choices, int table, int otherwise) {
    cc_put_label(u, table);
    cc_put(u, M_CASES, 2, (int32_t)choices->count, otherwise);
    for (size_t i = 0; i < choices->count; i++)
        cc_put(u, M_CASE, 2, choices->at[i].value, choices->at[i].label);
}

static void read_switch(struct unit *u) {
    struct choices choices = {0};
    int otherwise = -1, token;
    cc_need(u, '(');
    cc_statement_expression(u, true, false, false, false, NULL, NULL, true);
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
    u->endless = condition(u, loop->out, true, false) == T_ENDLESS;
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
    u->endless = condition(u, loop->out, true, false) == T_ENDLESS;
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
        u->endless = condition(u, loop->out, false, false) == T_ENDLESS;
        cc_need(u, ';');
    }
    pieces[1][1] = pieces[0][0] = cc_here(u);
    if (!cc_match(u, close)) {
        cc_statement_expression(u, true, true, true, true, NULL, NULL, false);
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
            cc_statement_expression(u, true, true, true, true, NULL, NULL, false);
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

// ---- labels

static struct symbol *label(struct unit *u, struct name *name) {
    struct symbol *symbol = cc_find_local(name);
    if (!symbol) {
        symbol = cc_symbol(u, name, cc_label(u), K_LABEL, S_LOCAL, 0, 0);
        symbol->block = u->block;
    } else if (symbol->kind != K_LABEL) {
        cc_say_near(u, 19, name->text, K_LABEL);
        return NULL;
    }
    return symbol;
}

static void read_goto(struct unit *u) {
    u->endless = false;
    int token = cc_lex(u);
    if (token == T_NAME) {
        struct symbol *symbol = label(u, u->token.name);
        if (symbol) {
            cc_op1(u, OP_JUMP, symbol->addr);
            symbol->usage |= U_READ;
        }
    } else {
        char text[24];
        cc_token_text(token, text, sizeof text);
        cc_say_near(u, 20, text, K_LABEL);
    }
    cc_need(u, T_TERM);
}

static void read_label(struct unit *u) {
    struct name *name = u->token.name;
    if (cc_tag_named(u, name)) cc_say(u, 221, name->text);
    struct symbol *symbol = label(u, name);
    if (!symbol) return;
    if (symbol->usage & U_DEFINED) cc_say(u, 21, name->text);
    cc_put_label(u, symbol->addr);
    // A jump may come from where other variables live.
    cc_op1(u, OP_LCTRL, 5);
    if (u->declared) cc_op1(u, OP_ADD_C, -u->declared * CELL);
    cc_op1(u, OP_SCTRL, 4);
    symbol->usage |= U_DEFINED;
}

// ---- leaving

static int shape_of(const struct symbol *array, int *dim, int *index_tag) {
    int dims = 0;
    for (; array && dims < CC_DIMENSIONS; array = array->sub) {
        index_tag[dims] = array->index_tag;
        dim[dims++] = array->length;
    }
    return dims;
}

static void same_array(struct unit *u, const struct symbol *result, const struct symbol *array) {
    if (result->level != array->level) {
        cc_say(u, 48);
        return;
    }
    for (; result && array; result = result->sub, array = array->sub)
        if (result->length != array->length) cc_say(u, 47);
}

// The caller passes, behind the arguments, where the array is to go.
static void return_array(struct unit *u, struct symbol *array) {
    struct symbol *function = u->function;
    if (function->sub) {
        same_array(u, function->sub, array);
    } else {
        int dim[CC_DIMENSIONS], index_tag[CC_DIMENSIONS], dims = shape_of(array, dim, index_tag);
        for (int i = 0; i < dims; i++)
            if (dim[i] <= 0) {
                cc_say(u, 46, array->name->text);
                return;
            }
        struct symbol *result = cc_variable(u, function->name, (function->arg_count + 3) * CELL, K_REFARRAY,
                                            S_GLOBAL, function->tag, dim, dims, index_tag);
        cc_forget(u, result);
        result->gone = false;
        result->parent = function;
        function->sub = result;
    }
    struct symbol *result = function->sub;
    result->addr = (function->arg_count + 3) * CELL;
    cc_op1(u, OP_LOAD_S_ALT, result->addr);
    cc_op1(u, OP_MOVS, cc_total(result) * CELL);
}

static void return_value(struct unit *u) {
    int tag = 0;
    struct symbol *symbol = NULL;
    if (u->returns & U_NOTHING) cc_say(u, 78);
    enum kind kind = cc_statement_expression(u, true, false, true, false, &tag, &symbol, true);
    cc_need(u, T_TERM);
    bool array = kind == K_ARRAY || kind == K_REFARRAY;
    if (array && !symbol) { // a literal
        cc_say(u, 39);
        array = false;
    }
    if (!u->function) return;
    if (u->returns & U_RETURNS) {
        if ((u->function->sub != NULL) != array) cc_say(u, 79);
        if (array && u->function->usage & U_PUBLIC) cc_say(u, 90, u->function->name->text);
    }
    u->returns |= U_RETURNS;
    if (!cc_tags_fit(u->function->tag, tag, true)) cc_say(u, 213);
    if (array) return_array(u, symbol);
}

static void read_return(struct unit *u) {
    if (!cc_match(u, T_TERM)) {
        return_value(u);
    } else {
        cc_load_const(u, 0, false);
        if (u->returns & U_RETURNS && u->function) {
            char shown[2 * CC_NAME + 20];
            cc_say(u, 209, cc_display(u, u->function, shown, sizeof shown));
        }
        u->returns |= U_NOTHING;
    }
    cc_destroy(u, 0);
    cc_move_stack(u, u->declared * CELL);
    cc_return(u);
}

static void read_assert(struct unit *u) {
    if (u->config->debug >= 1) {
        int fine = cc_label(u);
        condition(u, fine, false, true);
        cc_debug_line(u, u->in->line);
        cc_op1(u, OP_HALT, HALT_ASSERT);
        cc_put_label(u, fine);
    } else {
        cc_stage_on(u);
        do {
            cc_expression(u, NULL, NULL, NULL, false);
            cc_cut(u, 0);
        } while (cc_match(u, ','));
        cc_stage_off(u);
    }
    cc_need(u, T_TERM);
}

static int read_halt_value(struct unit *u) {
    int tag = 0;
    if (!cc_match(u, T_TERM)) {
        cc_statement_expression(u, true, false, false, false, &tag, NULL, true);
        cc_need(u, T_TERM);
    } else {
        cc_load_const(u, 0, false);
    }
    cc_load_const(u, tag, true);
    cc_export_tag(u, tag);
    return tag;
}

static void read_exit(struct unit *u) {
    read_halt_value(u);
    cc_destroy(u, 0);
    cc_op1(u, OP_HALT, HALT_EXIT);
}

static void read_sleep(struct unit *u) {
    read_halt_value(u);
    cc_op1(u, OP_HALT, HALT_SLEEP);
    if (u->pass == PASS_WRITE) u->sleeps = true;
}

// ---- state changes

static struct body *entry_of(struct unit *u, const struct automaton *automaton, const struct state *state,
                             struct symbol **entry) {
    *entry = cc_find_global(u, cc_name(u, "entry", 5), S_GLOBAL);
    if (u->pass != PASS_WRITE || !*entry || (*entry)->kind != K_FUNCTION) return NULL;
    for (struct body *body = (*entry)->bodies; body; body = body->next)
        if (cc_set_automaton(u, body->states) == (int)(automaton - u->automata) &&
            cc_set_has(u, body->states, state->number))
            return body;
    return NULL;
}

static void document_change(struct unit *u, const struct name *target) {
    if (!u->config->report || u->pass != PASS_SURVEY || u->survey || !u->function) return;
    const struct body *body = u->function->bodies;
    while (body && body->next) body = body->next;
    int set = body ? body->states : -1, count = set > 0 ? cc_set_count(u, set) : 1;
    for (int i = 0; i < count; i++) {
        struct buf text = {0};
        buf_printf(&text, "<transition target=\"%s\"", target->text);
        for (size_t k = 0; set > 0 && k < u->state_count; k++)
            if (u->states[k].automaton == cc_set_automaton(u, set) &&
                u->states[k].number == u->sets[set - 1].states[i])
                buf_printf(&text, " source=\"%s\"", u->states[k].name->text);
        if (u->condition.len) buf_printf(&text, " condition=\"%s\"", (const char *)u->condition.at);
        buf_text(&text, "/>");
        if (!text.err) cc_document_line(u, (const char *)text.at, text.len);
        buf_free(&text);
    }
}

static void read_state_change(struct unit *u) {
    int skip = -1;
    struct automaton *automaton;
    struct state *state;
    struct name *name = cc_name(u, "", 0);
    buf_clear(&u->condition);
    if (cc_match(u, '(')) {
        skip = cc_label(u);
        u->listen = u->config->report && u->pass == PASS_SURVEY;
        condition(u, skip, false, false);
        u->listen = false;
        if (u->condition.len && u->condition.at[u->condition.len - 1] == ')')
            u->condition.at[--u->condition.len] = 0;
        cc_need(u, ')');
    }
    bool found = cc_state_named(u, &automaton, &state, &name);
    cc_need(u, T_TERM);
    if (found) {
        cc_load_const(u, state->number, false);
        cc_op1(u, OP_STOR_PRI, automaton->addr);
        struct symbol *entry;
        struct body *body = entry_of(u, automaton, state, &entry);
        if (body) cc_call_body(u, entry, body);
    }
    if (skip >= 0) cc_put_label(u, skip);
    document_change(u, name);
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
    cc_statement_expression(u, true, true, true, true, NULL, NULL, false);
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
        read_goto(u);
        u->last = token;
        break;
    case T_LABEL:
        read_label(u);
        u->last = token;
        break;
    case T_RETURN:
        read_return(u);
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
        read_exit(u);
        u->last = token;
        break;
    case T_ASSERT:
        read_assert(u);
        u->last = token;
        break;
    case T_SLEEP:
        read_sleep(u);
        u->last = token;
        break;
    case T_STATE:
        read_state_change(u);
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
