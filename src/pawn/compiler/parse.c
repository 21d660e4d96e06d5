// The outermost level: declarations and functions.
#include "pawn/compiler/compiler_internal.h"

struct class {
    bool is_public, is_static, stock, is_const;
};

// Words like "public" and "const" before a declaration. false: they do not go together.
static bool read_class(struct unit *u, int token, struct class *class) {
    bool fits = true;
    *class = (struct class){0};
    for (;; token = cc_lex(u)) {
        bool *flag = token == T_CONST    ? &class->is_const
                     : token == T_STOCK  ? &class->stock
                     : token == T_STATIC ? &class->is_static
                     : token == T_PUBLIC ? &class->is_public
                                         : NULL;
        if (!flag && token != T_NEW) break;
        if (flag && *flag) fits = false;
        if (flag) *flag = true;
    }
    cc_push(u);
    if (class->is_static && class->is_public) fits = false;
    return fits || cc_say(u, 42);
}

static void not_understood(struct unit *u) {
    cc_say(u, 10);
    cc_drop_line(u);
    u->literals.count = 0;
}

// Only a bracket tells a function from a variable.
static void declare_either(struct unit *u, const struct class *class) {
    int tag = cc_tag_read(u);
    int token = cc_lex(u);
    if (token == T_NATIVE) {
        cc_say(u, 42);
        return;
    }
    if (token == T_OPERATOR) {
        cc_push(u);
        if (!cc_declare_function(u, NULL, tag, class->is_public, class->is_static, class->stock))
            not_understood(u);
        return;
    }
    if (token != T_NAME) {
        cc_push(u);
        cc_need(u, T_NAME);
        cc_drop_line(u);
        u->literals.count = 0;
        return;
    }
    struct name *name = u->token.name;
    bool variable = class->is_const || (class->is_public && class->stock);
    if (variable || !cc_declare_function(u, name, tag, class->is_public, class->is_static, class->stock))
        cc_declare_global(u, name, tag, class->is_public, class->is_static, class->stock, class->is_const);
}

static void parse_one(struct unit *u) {
    struct class class;
    int token = cc_lex(u);
    switch (token) {
    case T_END:
        break;
    case T_NEW:
        cc_document_gap(u);
        if (read_class(u, token, &class))
            cc_declare_global(u, NULL, 0, class.is_public, class.is_static, class.stock, class.is_const);
        break;
    case T_STATIC:
    case T_PUBLIC:
    case T_STOCK:
        if (read_class(u, token, &class)) declare_either(u, &class);
        break;
    case T_CONST:
        cc_declare_const(u, S_GLOBAL);
        break;
    case T_ENUM:
        cc_declare_enum(u, S_GLOBAL);
        break;
    case T_LABEL:
    case T_NAME:
    case T_OPERATOR:
        cc_push(u);
        if (!cc_declare_function(u, NULL, -1, false, false, false)) not_understood(u);
        break;
    case T_NATIVE:
        cc_declare_stub(u, true);
        break;
    case T_FORWARD:
        cc_declare_stub(u, false);
        break;
    case '}':
        cc_say(u, 54);
        break;
    case '{':
        cc_say(u, 55);
        break;
    default:
        if (u->reading) not_understood(u);
    }
}

void cc_parse(struct unit *u) {
    while (u->reading) parse_one(u);
}
