// Calls: arguments by position and by name, default values, and the order in which they are put on the stack,
// last first.
#include "pawn/compiler/compiler_internal.h"

enum given { GIVEN_NOT, GIVEN_SKIPPED, GIVEN_DONE };

struct call {
    struct symbol *function;
    int count;      // arguments on the stack
    int heap_cells; // for arguments that need a place
    bool brackets, named;
    uint8_t given[CC_ARGUMENTS];
    size_t piece[CC_ARGUMENTS][2]; // the code of each argument
    int last;                      // the highest argument with a piece
    struct {                       // for sizeof and tagof of other arguments
        const struct symbol *array;
        int32_t cells; // of a literal; 0: see array
        int tag;
        bool sized;
    } seen[CC_ARGUMENTS];
};

static const struct argument *argument(const struct call *call, int index) {
    static const struct argument none = {.kind = K_LABEL};
    return index < call->function->arg_count ? &call->function->args[index] : &none;
}

static bool is_open_end(const struct argument *arg) { return arg->kind == K_LABEL || arg->kind == K_VARARGS; }

static struct call *call_begins(struct unit *u, struct symbol *function, bool brackets) {
    size_t depth = (size_t)u->call_depth++;
    if (depth >= u->call_room) CC_ROOM(u, u->calls, depth, u->call_room);
    if (!u->calls[depth]) u->calls[depth] = CC_ONE(u, struct call);
    struct call *call = u->calls[depth];
    *call = (struct call){.function = function, .brackets = brackets, .last = -1};
    return call;
}

static void piece_begins(struct unit *u, struct call *call, int index) {
    call->piece[index][0] = call->piece[index][1] = cc_here(u);
    if (index > call->last) call->last = index;
}

static void push_argument(struct unit *u, struct call *call, int index) {
    cc_op(u, OP_PUSH_PRI);
    cc_op(u, M_ARGUMENT);
    call->piece[index][1] = cc_here(u);
    u->call_need++;
}

static void put_on_heap(struct unit *u, struct call *call) {
    cc_heap_cell(u);
    call->heap_cells++;
    u->call_need++;
}

static bool tag_allowed(const struct argument *arg, int tag) {
    for (int i = 0; i < arg->tag_count; i++)
        if (cc_tags_fit(arg->tags[i], tag, true)) return true;
    return false;
}

static void check_tag(struct unit *u, struct call *call, int index, const struct value *v) {
    const struct argument *arg = argument(call, index);
    if (!tag_allowed(arg, v->tag)) cc_say(u, 213);
    if (index < CC_ARGUMENTS) call->seen[index].tag = v->tag;
}

static bool constant_refused(const struct argument *arg, const struct value *v) {
    return v->sym && v->sym->usage & U_CONST && v->sym->kind != K_FUNCTION && v->sym->kind != K_CONST &&
           !arg->is_const;
}

// Variable arguments are always addresses; what has none gets one on the heap.
static void pass_open(struct unit *u, struct call *call, int index, struct value *v, bool lvalue) {
    const struct argument *arg = argument(call, index);
    if (v->kind == K_VARIABLE || v->kind == K_REFERENCE) {
        if (constant_refused(arg, v)) {
            if (!lvalue) {
                cc_say(u, 22);
            } else {
                cc_load(u, v);
                put_on_heap(u, call);
            }
        } else if (lvalue) {
            cc_address(u, v->sym, false);
        } else {
            put_on_heap(u, call);
        }
    } else if (v->kind == K_CONST || v->kind == K_EXPRESSION || v->kind == K_CHAR ||
               (v->kind == K_CELL && !lvalue)) {
        if (v->kind == K_CHAR && lvalue) cc_load(u, v);
        put_on_heap(u, call);
    }
    if (v->sym) cc_mark(u, v->sym, U_WRITTEN);
    if (!tag_allowed(arg, v->tag)) cc_say(u, 213);
}

static void pass_value(struct unit *u, struct call *call, int index, struct value *v, bool lvalue) {
    const struct argument *arg = argument(call, index);
    if (v->kind == K_LABEL || v->kind == K_FUNCTION || cc_is_array(v)) cc_say(u, 35, index + 1);
    if (lvalue) cc_load(u, v);
    cc_user_operator(u, '=', v->tag, arg->tags[0], 2, NULL, &v->tag);
    check_tag(u, call, index, v);
}

static void pass_reference(struct unit *u, struct call *call, int index, struct value *v, bool lvalue) {
    const struct argument *arg = argument(call, index);
    if (!lvalue || v->kind == K_CHAR) cc_say(u, 35, index + 1);
    if (constant_refused(arg, v)) cc_say(u, 35, index + 1);
    if (v->kind == K_VARIABLE || v->kind == K_REFERENCE) {
        if (lvalue)
            cc_address(u, v->sym, false);
        else
            put_on_heap(u, call);
    }
    check_tag(u, call, index, v);
    if (v->sym) cc_mark(u, v->sym, U_WRITTEN);
}

static void literal_fits(struct unit *u, struct call *call, int index, const struct value *v) {
    const struct argument *arg = argument(call, index);
    bool element = v->kind == K_CELL;
    int32_t cells = v->constant < 0 ? -v->constant : v->constant;
    if (arg->dims != 1) {
        cc_say(u, 48);
    } else if (arg->dim[0]) {
        bool wrong = v->constant > 0 ? arg->dim[0] != cells : arg->dim[0] < cells;
        if (element || wrong) cc_say(u, 47);
    }
    if (element && v->constant <= 0) return;
    call->seen[index].sized = true;
    call->seen[index].cells = cells;
}

static void array_fits(struct unit *u, struct call *call, int index, const struct value *v) {
    const struct argument *arg = argument(call, index);
    const struct symbol *array = v->sym;
    if (array->level + 1 != arg->dims) cc_say(u, 48);
    for (int level = 0; array && level < CC_DIMENSIONS; level++, array = array->sub) {
        bool known = level < arg->dims && arg->dim[level];
        int index_tag = level < arg->dims ? arg->index_tag[level] : array->index_tag;
        if (known && array->length != arg->dim[level])
            cc_say(u, 47);
        else if (!cc_tags_fit(index_tag, array->index_tag, true))
            cc_say(u, 229, array->name->text);
    }
    call->seen[index].sized = true;
    call->seen[index].array = v->sym;
}

static void pass_array(struct unit *u, struct call *call, int index, struct value *v) {
    const struct argument *arg = argument(call, index);
    if (!cc_is_array(v) && v->kind != K_CELL) {
        cc_say(u, 35, index + 1);
        return;
    }
    if (constant_refused(arg, v)) cc_say(u, 35, index + 1);
    if (!v->sym || v->kind == K_CELL)
        literal_fits(u, call, index, v);
    else
        array_fits(u, call, index, v);
    check_tag(u, call, index, v);
}

// The name after a dot; -1: unknown.
static int named_argument(struct unit *u, struct call *call) {
    call->named = true;
    const char *name = cc_need(u, T_NAME) ? u->token.name->text : "";
    const char *best = NULL;
    unsigned least = 3;
    for (int i = 0; i < call->function->arg_count; i++) {
        const struct argument *arg = argument(call, i);
        if (arg->kind == K_VARARGS) break;
        if (!strcmp(arg->name->text, name)) return i;
        unsigned edits = cc_edits(arg->name->text, name);
        if (edits < least) best = arg->name->text, least = edits;
    }
    char hint[CC_NAME + 24] = "is \"";
    if (best) {
        strcat(strcat(hint, best), "\" meant?");
        cc_say_hint(u, 17, hint, name);
    } else {
        cc_say(u, 17, name);
    }
    return -1;
}

// _ : the default value, which is added later.
static void skip_argument(struct unit *u, struct call *call, int position, int *index) {
    const struct argument *arg = argument(call, *index);
    call->given[position] = GIVEN_SKIPPED;
    if (is_open_end(arg))
        cc_say(u, 202);
    else if (arg->fill == DEFAULT_NONE)
        cc_say(u, 34, call->count + 1);
    if (!is_open_end(arg)) ++*index;
}

static void give_argument(struct unit *u, struct call *call, int position, int *index) {
    const struct argument *arg = argument(call, *index);
    struct value v = {0};
    call->given[position] = GIVEN_DONE;
    if (arg->kind != K_LABEL && arg->tag_count == 1) v.wanted_tag = arg->tags[0];
    bool lvalue = cc_assignment(u, &v);
    // The table of arguments may have moved: calls inside can declare functions.
    arg = argument(call, *index);
    switch (arg->kind) {
    case K_VARARGS:
        pass_open(u, call, *index, &v, lvalue);
        break;
    case K_VARIABLE:
        pass_value(u, call, (*index)++, &v, lvalue);
        break;
    case K_REFERENCE:
        pass_reference(u, call, (*index)++, &v, lvalue);
        break;
    case K_REFARRAY:
        pass_array(u, call, (*index)++, &v);
        break;
    default:
        cc_say(u, 202);
    }
    push_argument(u, call, position);
}

static bool list_ends(struct unit *u, const struct call *call) {
    if (call->brackets) return cc_match(u, ')');
    if (!cc_match(u, T_TERM)) return false;
    if (u->token.kind == ';' || u->token.kind == T_CUT) {
        cc_push(u); // the statement wants it
        return true;
    }
    bool named = cc_match(u, '.');
    if (named) cc_push(u);
    return !named;
}

// false: the list is over, or broken.
static bool list_goes_on(struct unit *u, const struct call *call) {
    if (call->brackets) return !cc_match(u, ')') && cc_need(u, ',');
    if (cc_match(u, ',')) return true;
    if (cc_need(u, T_TERM) == 1) cc_push(u);
    return false;
}

static void read_arguments(struct unit *u, struct call *call) {
    int index = 0;
    if (list_ends(u, call)) return;
    do {
        int position = call->count;
        if (cc_match(u, '.')) {
            position = named_argument(u, call);
            if (position < 0) return;
            cc_need(u, '=');
            index = position;
        } else if (call->named) {
            cc_say(u, 44);
        }
        if (position >= CC_ARGUMENTS || call->count >= CC_ARGUMENTS) {
            cc_say(u, 45);
            return;
        }
        piece_begins(u, call, position);
        if (call->given[position] != GIVEN_NOT) cc_say(u, 58);
        if (cc_match(u, '_'))
            skip_argument(u, call, position, &index);
        else
            give_argument(u, call, position, &index);
        call->count++;
    } while (list_goes_on(u, call) && u->reading);
}

// ---- default values

// The function gets a copy on the heap, unless it promised not to change the array.
static void default_array(struct unit *u, struct call *call, int index) {
    struct argument *arg = &call->function->args[index];
    if (u->pass == PASS_WRITE && arg->data < 0) {
        arg->data = cc_literal_address(u, u->literals.count);
        for (int i = 0; i < arg->cell_count; i++) cc_literal(u, arg->cells[i]);
    }
    cc_load_const(u, arg->data, false);
    call->seen[index].sized = true;
    if (arg->dims == 1) call->seen[index].cells = arg->reserve;
    if (arg->is_const) return;
    cc_move_heap(u, arg->reserve * CELL);
    cc_op1(u, OP_MOVS, arg->cell_count * CELL);
    cc_op(u, OP_MOVE_PRI);
    call->heap_cells += arg->reserve;
    u->call_need += arg->reserve;
}

static void default_value(struct unit *u, struct call *call, int index) {
    struct argument *arg = &call->function->args[index];
    if (arg->kind == K_REFARRAY) {
        default_array(u, call, index);
    } else if (arg->kind == K_REFERENCE) {
        cc_op1(u, OP_CONST_PRI, arg->value);
        put_on_heap(u, call);
    } else {
        int tag = arg->value_tag;
        cc_load_const(u, arg->value, false);
        cc_user_operator(u, '=', arg->value_tag, arg->tags[0], 2, NULL, &tag);
    }
    push_argument(u, call, index);
}

static int32_t size_of_argument(struct unit *u, const struct call *call, const struct argument *arg) {
    for (int i = 0; i < call->function->arg_count; i++) {
        const struct argument *other = argument(call, i);
        if (other->name != arg->of || !call->seen[i].sized) continue;
        int32_t size = call->seen[i].cells;
        if (call->seen[i].array) {
            const struct symbol *array = call->seen[i].array;
            for (int level = 0; level < arg->of_level && array->sub; level++) array = array->sub;
            size = array->length;
        } else if (!size && arg->of_level < other->dims) {
            size = other->dim[arg->of_level];
        }
        if (size == 0) cc_say(u, 224, arg->name->text);
        return size;
    }
    return 1;
}

static int32_t tag_of_argument(struct unit *u, const struct call *call, const struct argument *arg) {
    for (int i = 0; i < call->function->arg_count; i++) {
        int tag = call->seen[i].tag;
        if (argument(call, i)->name != arg->of || !tag) continue;
        cc_export_tag(u, tag);
        return (int32_t)((uint32_t)tag | TAG_PUBLIC);
    }
    return 0;
}

static bool looks_elsewhere(const struct argument *arg) {
    return arg->fill == DEFAULT_SIZEOF || arg->fill == DEFAULT_TAGOF;
}

// Arguments that were not given. Those that look at others come last.
static void fill_in(struct unit *u, struct call *call) {
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < call->function->arg_count && i < CC_ARGUMENTS; i++) {
            const struct argument *arg = argument(call, i);
            if (arg->kind == K_VARARGS) break;
            if (call->given[i] == GIVEN_DONE || looks_elsewhere(arg) != (round == 1)) continue;
            piece_begins(u, call, i);
            if (round == 1) {
                int32_t value = arg->fill == DEFAULT_SIZEOF ? size_of_argument(u, call, arg)
                                                            : tag_of_argument(u, call, arg);
                cc_load_const(u, value, false);
                push_argument(u, call, i);
            } else if (arg->fill == DEFAULT_NONE) {
                cc_say(u, 202);
            } else {
                default_value(u, call, i);
            }
            if (call->given[i] == GIVEN_NOT) call->count++;
            call->given[i] = GIVEN_DONE;
        }
    }
}

static void put_in_order(struct unit *u, const struct call *call, size_t start) {
    size_t pieces[CC_ARGUMENTS][2];
    int count = 0;
    for (int i = call->last; i >= 0; i--)
        if (call->given[i] != GIVEN_NOT) {
            pieces[count][0] = call->piece[i][0];
            pieces[count++][1] = call->piece[i][1];
        }
    cc_reorder(u, start, (const size_t(*)[2])pieces, count);
}

// How much stack and heap the function that calls needs at this moment.
static void note_need(struct unit *u, const struct symbol *function, bool array) {
    if (!u->function) return;
    int32_t need = u->declared + u->heap + 1 + array + !(function->usage & U_NATIVE) + u->call_need;
    if (u->function->stack < need) u->function->stack = need;
}

void cc_call_function(struct unit *u, struct symbol *function, struct value *v, bool brackets) {
    cc_enter(u);
    struct symbol *array = function->sub;
    v->kind = K_EXPRESSION;
    v->constant = 0;
    v->tag = function->tag;
    if (array) { // room for the result; its address is an argument that nobody sees
        int32_t cells = cc_total(array);
        cc_move_heap(u, cells * CELL);
        cc_op(u, OP_PUSH_ALT);
        u->heap += cells;
        v->kind = K_REFARRAY;
        v->sym = array;
    }
    int32_t heap = u->heap;
    u->allow_bare_call = false;
    if (function->deprecated) cc_say(u, 234, function->name->text, function->advice ? function->advice : "");
    struct call *call = call_begins(u, function, brackets);
    size_t start = cc_here(u);
    read_arguments(u, call);
    fill_in(u, call);
    put_in_order(u, call, start);
    cc_op1(u, OP_PUSH_C, call->count * CELL);
    u->call_need++;
    cc_call(u, function, call->count);
    if (u->pass != PASS_SKIP) cc_mark(u, function, U_READ);
    if (function->usage & U_NATIVE && function->library) function->library->uses++;
    cc_move_heap(u, -call->heap_cells * CELL);
    if (array) cc_op(u, OP_POP_PRI);
    u->side_effect = true;
    note_need(u, function, array != NULL);
    u->call_need -= call->count + call->heap_cells + 1;
    if (u->call_need < 0) u->call_need = 0;
    cc_move_heap(u, (heap - u->heap) * CELL); // arrays that arguments left there
    u->heap = heap;
    u->call_depth--;
    cc_leave(u);
}
