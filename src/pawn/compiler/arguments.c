// The heading of a function: its arguments, their tags, dimensions and default values.
#include "pawn/compiler/compiler_internal.h"

struct heading {
    struct symbol *function;
    bool is_public, body;
    int old_count; // of an earlier declaration, which the new one must equal
    int count;
    struct argument *args;
    size_t room;
};

static bool arguments_same(const struct argument *a, const struct argument *b) {
    bool same =
        a->name == b->name && a->kind == b->kind && a->is_const == b->is_const &&
        a->tag_count == b->tag_count && !memcmp(a->tags, b->tags, (size_t)a->tag_count * sizeof *a->tags) &&
        a->dims == b->dims && !memcmp(a->dim, b->dim, (size_t)a->dims * sizeof *a->dim) &&
        !memcmp(a->index_tag, b->index_tag, (size_t)a->dims * sizeof *a->index_tag) && a->fill == b->fill;
    if (!same || a->fill == DEFAULT_NONE) return same;
    if (a->fill != DEFAULT_VALUE) return a->of == b->of && a->of_level == b->of_level;
    if (a->value_tag != b->value_tag) return false;
    if (a->kind != K_REFARRAY) return a->value == b->value;
    return a->cell_count == b->cell_count && a->reserve == b->reserve &&
           (!a->cell_count || !memcmp(a->cells, b->cells, (size_t)a->cell_count * sizeof *a->cells));
}

static void add_argument(struct unit *u, struct heading *heading, const struct argument *arg) {
    if (heading->function->usage & U_PROTOTYPED) {
        bool fits = heading->count < heading->old_count &&
                    arguments_same(&heading->function->args[heading->count], arg);
        if (!fits) cc_say(u, 25);
    } else {
        CC_ROOM(u, heading->args, (size_t)heading->count, heading->room);
        heading->args[heading->count] = *arg;
    }
    heading->count++;
}

static void default_cells(struct unit *u, struct argument *arg, struct shape *shape) {
    u->literals.count = 0;
    cc_push(u); // the = is read again
    cc_initial(u, K_REFARRAY, arg->tags[0], shape);
    memcpy(arg->dim, shape->dim, sizeof arg->dim);
    size_t count = u->literals.count;
    arg->fill = DEFAULT_VALUE;
    arg->cells = cc_take(u, (count + 1) * CELL);
    if (count) memcpy(arg->cells, u->literals.at, count * CELL);
    arg->cell_count = (int)count;
    arg->data = -1;
    int64_t reserve = 1;
    for (int i = 0; i < arg->dims; i++)
        reserve = reserve * arg->dim[i] > CC_ARRAY_MAX ? CC_ARRAY_MAX : reserve * arg->dim[i];
    arg->reserve = (int)reserve < arg->cell_count ? arg->cell_count : (int)reserve;
    u->literals.count = 0;
}

static bool read_array(struct unit *u, struct argument *arg) {
    struct shape shape = {0};
    if (arg->kind == K_REFERENCE) cc_say(u, 67, arg->name->text);
    do {
        if (arg->dims == CC_DIMENSIONS) return cc_say(u, 53);
        int i = arg->dims++;
        arg->dim[i] = cc_dimension(u, &arg->index_tag[i], &shape.fields, &shape.is_enum);
    } while (cc_match(u, '['));
    arg->kind = K_REFARRAY;
    if (!cc_match(u, '=')) return true;
    shape.dims = arg->dims;
    memcpy(shape.dim, arg->dim, sizeof shape.dim);
    default_cells(u, arg, &shape);
    return true;
}

// sizeof or tagof of another argument.
static void read_default_of(struct unit *u, struct argument *arg, bool size) {
    if (arg->kind == K_REFERENCE) cc_say(u, 66, arg->name->text);
    int brackets = 0;
    while (brackets < CC_DEPTH && cc_match(u, '(')) brackets++;
    if (cc_need(u, T_NAME)) {
        arg->of = u->token.name;
        while (size && cc_match(u, '[')) {
            arg->of_level++;
            cc_need(u, ']');
        }
        if (arg->kind == K_VARIABLE) arg->fill = size ? DEFAULT_SIZEOF : DEFAULT_TAGOF;
    }
    while (brackets-- > 0) cc_need(u, ')');
}

static void read_default(struct unit *u, struct argument *arg) {
    if (!cc_match(u, '=')) return;
    arg->fill = DEFAULT_VALUE;
    if (cc_match(u, T_SIZEOF)) {
        read_default_of(u, arg, true);
    } else if (cc_match(u, T_TAGOF)) {
        read_default_of(u, arg, false);
    } else {
        cc_constant_expression(u, &arg->value, &arg->value_tag, NULL);
        if (!cc_tags_fit(arg->tags[0], arg->value_tag, true)) cc_say(u, 213);
    }
}

static void declare_argument(struct unit *u, const struct heading *heading, const struct argument *arg) {
    const struct symbol *global;
    if (cc_find_local(arg->name)) {
        cc_say(u, 21, arg->name->text);
        return;
    }
    if (heading->body && (global = cc_find_global(u, arg->name, S_STATE)) && global->kind != K_FUNCTION)
        cc_say(u, 219, arg->name->text);
    struct symbol *symbol = cc_variable(u, arg->name, (heading->count + 3) * CELL, arg->kind, S_LOCAL,
                                        arg->tags[0], arg->dim, arg->dims, arg->index_tag);
    if (arg->kind == K_REFERENCE || heading->is_public) symbol->usage |= U_READ; // somebody outside may look
    for (struct symbol *sub = symbol; sub && arg->is_const; sub = sub->sub) sub->usage |= U_CONST;
}

// false: the list cannot be read any further.
static bool finish_argument(struct unit *u, struct heading *heading, struct argument *arg) {
    if (heading->count >= CC_ARGUMENTS) return cc_say(u, 45);
    if (arg->name->text[0] == '@') cc_say(u, 56, arg->name->text);
    if (arg->tag_count == 0) arg->tag_count = 1;
    if (cc_match(u, '[')) {
        if (!read_array(u, arg)) return false;
    } else {
        read_default(u, arg);
    }
    if (heading->is_public && arg->fill != DEFAULT_NONE) cc_say(u, 59, arg->name->text);
    declare_argument(u, heading, arg);
    add_argument(u, heading, arg);
    return true;
}

static void read_tags(struct unit *u, struct argument *arg) {
    if (arg->tag_count) cc_say(u, 1, "-identifier-", "-label-");
    arg->tag_count = 0;
    while (arg->tag_count < CC_TAGS) {
        bool none = cc_match(u, '_');
        if (!none && !cc_need(u, T_NAME)) break;
        arg->tags[arg->tag_count++] = none ? 0 : cc_tag(u, u->token.name);
        if (cc_match(u, '}')) break;
        cc_need(u, ',');
    }
    if (arg->tag_count == CC_TAGS) cc_match(u, '}');
    cc_need(u, ':');
    cc_drop_pushed(u);
}

static void read_list(struct unit *u, struct heading *heading) {
    struct argument arg = {.kind = K_VARIABLE, .data = -1};
    for (bool more = true; more && u->reading;) {
        int token = cc_lex(u);
        more = true;
        switch (token) {
        case '&':
            if (arg.kind != K_VARIABLE || arg.tag_count) cc_say(u, 1, "-identifier-", "&");
            arg.kind = K_REFERENCE;
            break;
        case T_CONST:
            if (arg.kind != K_VARIABLE || arg.tag_count) cc_say(u, 1, "-identifier-", "const");
            arg.is_const = true;
            break;
        case T_LABEL:
            if (arg.tag_count) cc_say(u, 1, "-identifier-", "-label-");
            arg.tags[0] = cc_tag(u, u->token.name);
            arg.tag_count = 1;
            break;
        case '{':
            read_tags(u, &arg);
            break;
        case T_NAME:
            arg.name = u->token.name;
            if (!finish_argument(u, heading, &arg)) return;
            arg = (struct argument){.kind = K_VARIABLE, .data = -1};
            more = cc_match(u, ',');
            break;
        case T_ELLIPSIS:
            if (arg.kind != K_VARIABLE) cc_say(u, 10);
            if (arg.tag_count == 0) arg.tag_count = 1;
            arg.kind = K_VARARGS;
            arg.name = cc_name(u, "", 0);
            add_argument(u, heading, &arg);
            more = false;
            break;
        default:
            cc_say(u, 10);
            more = cc_match(u, ',');
        }
    }
}

// What sizeof and tagof name must be another argument.
static void check_references(struct unit *u, const struct heading *heading) {
    const struct symbol *function = heading->function;
    for (int i = 0; i < function->arg_count; i++) {
        const struct argument *arg = &function->args[i], *other = NULL;
        if (arg->fill != DEFAULT_SIZEOF && arg->fill != DEFAULT_TAGOF) continue;
        for (int k = 0; k < function->arg_count && !other; k++)
            if (function->args[k].name == arg->of && function->args[k].kind != K_VARARGS)
                other = &function->args[k];
        if (!other) {
            cc_say(u, 17, arg->of->text);
            continue;
        }
        if (arg->of_level > 0 && arg->of_level >= other->dims) cc_say(u, 28, arg->name->text);
        if (other->kind != K_REFARRAY && arg->fill == DEFAULT_SIZEOF) cc_say(u, 223, arg->of->text);
    }
}

// Behind the (. The number of arguments.
int cc_arguments(struct unit *u, struct symbol *function, bool body) {
    struct heading heading = {.function = function, .is_public = function->usage & U_PUBLIC, .body = body};
    bool known = function->usage & U_PROTOTYPED;
    if (known) heading.old_count = function->arg_count;
    if (!cc_match(u, ')')) {
        read_list(u, &heading);
        cc_need(u, ')');
    }
    if (!known) {
        function->args = heading.args;
        function->arg_count = heading.count;
    } // fewer than declared is allowed: a function need not name all that it is given
    check_references(u, &heading);
    function->usage |= U_PROTOTYPED;
    cc_quiet_end(u);
    return heading.count;
}
