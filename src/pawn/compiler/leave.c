// Statements that go elsewhere: labels and goto, return, exit, sleep, assert, and changes of state.
#include "pawn/compiler/compiler_internal.h"

enum { HALT_EXIT = 1, HALT_ASSERT = 2, HALT_SLEEP = 12 };

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

void cc_read_goto(struct unit *u) {
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

void cc_read_label(struct unit *u) {
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

// The caller passes, after the arguments, where the array is to go.
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
    enum kind kind =
        cc_statement_expression(u, EXPRESSION_COMMAS | EXPRESSION_ARRAYS | EXPRESSION_CHECKED, &tag, &symbol);
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

void cc_read_return(struct unit *u) {
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

void cc_read_assert(struct unit *u) {
    if (u->config->debug >= 1) {
        int fine = cc_label(u);
        cc_condition(u, fine, false, true);
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
        cc_statement_expression(u, EXPRESSION_COMMAS | EXPRESSION_CHECKED, &tag, NULL);
        cc_need(u, T_TERM);
    } else {
        cc_load_const(u, 0, false);
    }
    cc_load_const(u, tag, true);
    cc_export_tag(u, tag);
    return tag;
}

void cc_read_exit(struct unit *u) {
    read_halt_value(u);
    cc_destroy(u, 0);
    cc_op1(u, OP_HALT, HALT_EXIT);
}

void cc_read_sleep(struct unit *u) {
    read_halt_value(u);
    cc_op1(u, OP_HALT, HALT_SLEEP);
    u->sleeps = true; // also in a function that nobody calls: so the reference compiler has it
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

void cc_read_state_change(struct unit *u) {
    int skip = -1;
    struct automaton *automaton;
    struct state *state;
    struct name *name = cc_name(u, "", 0);
    buf_clear(&u->condition);
    if (cc_match(u, '(')) {
        skip = cc_label(u);
        u->listen = u->config->report && u->pass == PASS_SURVEY;
        cc_condition(u, skip, false, false);
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
