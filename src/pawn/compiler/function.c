// Functions: forward and native declarations, and bodies.
#include "pawn/compiler/compiler_internal.h"

// The function of this name, made if it is not there. NULL: the name means something else.
struct symbol *cc_fetch_function(struct unit *u, struct name *name, int tag) {
    struct symbol *symbol = cc_find_global(u, name, S_GLOBAL);
    if (symbol) {
        if (symbol->kind != K_FUNCTION) {
            cc_say(u, 21, name->text);
            return NULL;
        }
        if (symbol->usage & U_NATIVE) cc_say(u, 21, name->text);
        // A public function that others call may say that its result is a truth value, where they only say
        // that it has one.
        bool truth = symbol->usage & U_PUBLIC &&
                     ((!symbol->tag && tag == cc_tag_bool()) || (!tag && symbol->tag == cc_tag_bool()));
        if (symbol->usage & U_PROTOTYPED && symbol->tag != tag && !truth) cc_say(u, 25);
        if (!(symbol->usage & U_DEFINED)) symbol->tag = tag;
    } else {
        symbol = cc_symbol(u, name, 0, K_FUNCTION, S_GLOBAL, tag, 0);
        symbol->stack = 1; // the frame
    }
    if (u->deprecate) {
        symbol->deprecated = true;
        symbol->advice = u->deprecate;
        u->deprecate = NULL;
    }
    return symbol;
}

// Calls name functions by number, because their addresses come last.
int cc_number(struct unit *u, struct symbol *function) {
    if (function->number || function->usage & U_NATIVE) return function->number;
    if (!u->function_count) u->function_count = 1; // 0 means none
    CC_ROOM(u, u->functions, u->function_count, u->function_room);
    function->number = (int)u->function_count;
    u->functions[u->function_count++] = function;
    return function->number;
}

static void attach_array(struct unit *u, struct symbol *function, const struct shape *shape) {
    struct symbol *array = cc_variable(u, function->name, 0, K_REFARRAY, S_GLOBAL, function->tag, shape->dim,
                                       shape->dims, shape->index_tag);
    cc_forget(u, array); // not to be found by its name
    array->gone = false;
    array->parent = function;
    function->sub = array;
}

static bool read_result_dimensions(struct unit *u, struct shape *shape) {
    while (cc_match(u, '[')) {
        if (shape->dims == CC_DIMENSIONS) return cc_say(u, 53);
        int i = shape->dims++;
        shape->dim[i] = cc_dimension(u, &shape->index_tag[i], NULL, NULL);
        if (shape->dim[i] == 0) cc_say(u, 9);
    }
    return true;
}

// = name or = number after a native function.
static void read_native_alias(struct unit *u, struct symbol *function, bool operator) {
    if (operator&& !cc_need(u, '=')) return;
    if (!operator&& !cc_match(u, '=')) return;
    if (cc_match(u, T_NAME)) {
        function->alias = u->token.name;
    } else {
        int32_t value = 0;
        cc_constant_expression(u, &value, NULL, NULL);
        function->index = value;
    }
}

static struct name *read_stub_name(struct unit *u, int token, int tag, int *operator, char text[4]) {
    if (token == T_OPERATOR) {
        *operator= cc_operator_token(u, text);
        if (!*operator) return NULL;
        cc_operator_check_result(u, *operator, tag, text);
        return cc_name(u, text, strlen(text));
    }
    if (token == T_NAME) return u->token.name;
    cc_say(u, 10);
    cc_drop_line(u);
    return NULL;
}

void cc_declare_stub(struct unit *u, bool native) {
    struct shape shape = {0};
    char text[4];
    int operator= 0;
    u->literals.count = 0;
    u->last = 0;
    int tag = cc_tag_read(u);
    if (!read_result_dimensions(u, &shape)) return;
    int token = cc_lex(u);
    bool is_public = token == T_PUBLIC || (token == T_NAME && u->token.name->text[0] == '@');
    bool class = token == T_PUBLIC || token == T_STOCK || token == T_STATIC;
    if (native && (is_public || class)) cc_say(u, 42);
    if (class) token = cc_lex(u);
    if (token == T_NAME && u->token.name->text[0] == '@') is_public = true;
    struct name *name = read_stub_name(u, token, tag, &operator, text);
    if (!name) return;
    cc_need(u, '(');
    struct symbol *function = cc_fetch_function(u, name, tag);
    if (!function) {
        cc_drop_line(u);
        return;
    }
    if (native) {
        function->usage = U_NATIVE | U_RETURNS | U_DEFINED | (function->usage & U_PROTOTYPED);
        function->library = u->in->library;
        function->index = 0;
        function->number = 0;
    } else if (is_public) {
        function->usage |= U_PUBLIC;
    } else {
        function->usage &= ~(unsigned)U_PUBLIC; // the forward declaration decides
    }
    function->usage |= U_FORWARD;
    cc_arguments(u, function, false);
    cc_document(u, function);
    cc_operator_adjust(u, operator, function, text, tag);
    if (cc_states_read(u, name) != 0) cc_say(u, native || operator? 82 : 231);
    if (native) read_native_alias(u, function, operator!= 0);
    cc_need(u, T_TERM);
    if (shape.dims) attach_array(u, function, &shape);
    u->literals.count = 0;
    cc_forget_locals(u, 0, true);
}

// ---- bodies

struct head {
    struct name *name;
    int tag, operator;
    char text[4];
    bool is_public, is_static, stock;
};

// What stands before the (. 0: no function; 1: read; -1: a function, but not to be understood.
static int read_head(struct unit *u, struct head *head) {
    if (head->name) return cc_match(u, '(') ? 1 : 0;
    if (head->tag < 0) head->tag = cc_tag_read(u);
    int token = cc_lex(u);
    if (token == T_NATIVE || (token == T_PUBLIC && head->stock)) cc_say(u, 42);
    if (token == T_OPERATOR) {
        head->operator= cc_operator_token(u, head->text);
        if (!head->operator) {
            cc_drop_line(u);
            return -1;
        }
        cc_operator_check_result(u, head->operator, head->tag, head->text);
        head->name = cc_name(u, head->text, strlen(head->text));
    } else if (token == T_NAME) {
        head->name = u->token.name;
    } else {
        char text[24];
        cc_token_text(token, text, sizeof text);
        cc_say(u, 20, text);
        return 0;
    }
    return cc_match(u, '(') ? 1 : 0;
}

// Before its tag was known the result was taken for untagged, and operators may have been missed.
static void note_late_tag(struct unit *u, const struct symbol *function) {
    if ((function->usage & (U_PROTOTYPED | U_READ)) != U_READ || function->tag == 0) return;
    enum pass pass = u->pass;
    u->pass = PASS_WRITE;
    cc_say(u, 208);
    u->pass = pass;
    u->again = true;
}

static void check_public(struct unit *u, struct symbol *function, struct head *head) {
    if (function->usage & U_PUBLIC)
        head->is_public = true;
    else if (head->is_public && function->usage & U_FORWARD)
        cc_say(u, 25);
    if (head->is_public) function->usage |= U_PUBLIC;
    if (head->is_static) function->visible = u->in->file;
    note_late_tag(u, function);
    if (head->is_public && !(function->usage & U_FORWARD) && strcmp(head->name->text, "main") != 0)
        cc_say(u, 235, head->name->text);
}

static void align_frame(struct unit *u) {
    if (!u->align_next) return;
    cc_op1(u, OP_LCTRL, 4);
    cc_op1(u, OP_CONST_ALT, -(u->config->align > CELL ? u->config->align : CELL));
    cc_op(u, OP_AND);
    cc_op1(u, OP_SCTRL, 4);
    cc_op1(u, OP_SCTRL, 5);
    u->align_next = false;
}

static void begin_code(struct unit *u, struct symbol *function, struct body *body, int line) {
    cc_op1(u, M_FUNCTION, cc_number(u, function));
    if (body && !u->overlays) cc_put_label(u, body->label);
    if (body)
        body->first = u->code.count;
    else
        function->first = u->code.count;
    if (body && cc_is_entry(function) && !function->last)
        function->first = function->last = u->code.count; // no table
    cc_op(u, OP_PROC);
    cc_debug_line(u, line);
    cc_put_line(u, false);
    align_frame(u);
    for (struct symbol *argument = u->locals; argument; argument = argument->next)
        cc_put_local(u, argument->name, argument->addr);
}

static void end_code(struct unit *u, struct symbol *function, struct body *body) {
    if (u->returns & U_RETURNS) function->usage |= U_RETURNS;
    if (u->declared) {
        cc_move_stack(u, u->declared * CELL);
        u->declared = 0;
    }
    if (u->last != T_RETURN && u->last != T_GOTO) {
        cc_load_const(u, 0, false);
        cc_return(u);
        if (function->usage & U_RETURNS) {
            char shown[2 * CC_NAME + 20];
            cc_say(u, 209, cc_display(u, function, shown, sizeof shown));
        }
    }
    if (body)
        body->last = u->code.count;
    else
        function->last = u->code.count;
}

static void read_body(struct unit *u, struct symbol *function, struct body *body, int set, int line) {
    u->function = function;
    u->declared = u->heap = u->call_need = 0;
    u->call_depth = u->loop_count = 0;
    u->returns = function->usage & U_RETURNS;
    u->last = 0;
    u->endless = false;
    begin_code(u, function, body, line);
    if (cc_peek(u) != '{') cc_document_mark(u); // its end is seen after the next comment
    u->current_states = set;
    cc_statement(u, NULL, false);
    u->current_states = 0;
    end_code(u, function, body);
    cc_document(u, function);
    cc_literals_write(u);
    cc_check_unused(u, 0, true, true);
    cc_forget_locals(u, 0, true);
    u->function = NULL;
}

bool cc_declare_function(struct unit *u, struct name *first, int tag, bool is_public, bool is_static,
                         bool stock) {
    struct head head = {
        .name = first, .tag = tag, .is_public = is_public, .is_static = is_static, .stock = stock};
    u->literals.count = 0;
    int found = read_head(u, &head);
    if (found <= 0) return found < 0;
    int line = u->in->line;
    if (head.name->text[0] == '@') {
        head.is_public = true;
        if (stock) cc_say(u, 42);
    }
    struct symbol *function = cc_fetch_function(u, head.name, head.tag);
    if (!function || function->usage & U_NATIVE) return true;
    check_public(u, function, &head);
    int count = cc_arguments(u, function, true);
    cc_operator_adjust(u, head.operator, function, head.text, head.tag);
    bool main = cc_is_main(function);
    if (main || cc_is_entry(function)) {
        if (count > 0) cc_say(u, 5);
        function->usage |= U_READ;
    }
    int set = cc_states_read(u, function->name);
    if (set > 0 && (head.operator|| main)) {
        cc_say(u, 82);
        set = 0;
    }
    struct body *body = cc_body_add(u, function, set);
    if (cc_match(u, ';')) {
        function->usage |= U_FORWARD;
        if (!u->semicolons) cc_say(u, 218);
        cc_forget_locals(u, 0, true);
        return true;
    }
    enum pass pass = u->pass;
    size_t data = u->data.count;
    if (pass == PASS_WRITE && !(function->usage & U_READ) && !head.is_public) u->pass = PASS_SKIP;
    if (function->deprecated) cc_say(u, 234, head.name->text, function->advice ? function->advice : "");
    function->usage |= U_DEFINED;
    if (stock) function->usage |= U_STOCK;
    read_body(u, function, body, set, line);
    if (u->pass == PASS_SKIP) u->data.count = data;
    u->pass = pass;
    return true;
}
