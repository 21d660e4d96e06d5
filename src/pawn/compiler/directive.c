// Lines that begin with #.
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>

enum { IF_TAKING = 1, IF_TAKEN = 2, IF_ELSE = 4, IF_DEAD = 8 };

static void count_skipped(struct unit *u) {
    u->if_skipped = 0;
    for (int i = 0; i < u->if_count; i++) u->if_skipped += !(u->ifs[i] & IF_TAKING);
}

static void expect_nothing(struct unit *u) {
    if (*cc_skip_blank(u->p)) cc_say(u, 38);
}

// A constant expression up to the end of the line.
static int32_t expression(struct unit *u) {
    int32_t value = 0;
    size_t literals = u->literals.count;
    cc_replace(u, u->line + (u->p - u->line), sizeof u->line - 1 - (size_t)(u->p - u->line));
    u->line_only = true;
    cc_constant_expression(u, &value, NULL, NULL);
    u->line_only = false;
    if (u->token.pushed && u->token.column && u->token.kind != T_END) u->p = u->line + u->token.column - 1;
    cc_drop_pushed(u);
    u->literals.count = literals;
    return value;
}

static size_t word(struct unit *u, char *out, size_t size, bool dash) {
    u->p = cc_skip_blank(u->p);
    size_t len = 0;
    for (; cc_alnum((unsigned char)*u->p) || (dash && *u->p == '-'); u->p++)
        if (len < size - 1) out[len++] = *u->p;
    out[len] = 0;
    return len;
}

static bool quoted(struct unit *u, char *out, size_t size) {
    out[0] = 0;
    u->p = cc_skip_blank(u->p);
    if (*u->p != '"') return cc_say(u, 37);
    size_t len = 0;
    for (u->p++; *u->p && *u->p != '"'; u->p++)
        if (len < size - 1) out[len++] = *u->p;
    out[len] = 0;
    if (!*u->p) return cc_say(u, 37);
    u->p++;
    return true;
}

static void word_or_quoted(struct unit *u, char *out, size_t size) {
    u->p = cc_skip_blank(u->p);
    if (*u->p == '"')
        quoted(u, out, size);
    else
        word(u, out, size, true);
}

// ---- conditions

static enum line_kind do_if(struct unit *u) {
    if (u->if_count == CC_IFS) cc_say(u, 102, "#if directives in each other");
    if (cc_skipping(u)) {
        u->ifs[u->if_count++] = IF_DEAD;
        count_skipped(u);
        return LINE_SILENT;
    }
    bool taking = expression(u) != 0;
    u->ifs[u->if_count++] = taking ? IF_TAKING | IF_TAKEN : 0;
    count_skipped(u);
    expect_nothing(u);
    return LINE_SILENT;
}

static enum line_kind do_else(struct unit *u, bool condition) {
    if (u->if_count <= u->in->ifs) {
        cc_say(u, 26);
        cc_quiet_end(u);
        return LINE_SILENT;
    }
    unsigned char *level = &u->ifs[u->if_count - 1];
    if (*level & IF_ELSE) {
        cc_say(u, condition ? 61 : 60);
        cc_quiet_end(u);
        return LINE_SILENT;
    }
    bool dead = *level & IF_DEAD, wanted = !dead && !(*level & IF_TAKEN);
    if (condition && !dead) {
        bool holds = expression(u) != 0; // also looked at when it does not matter, to find errors in it
        wanted = wanted && holds;
        expect_nothing(u);
    } else if (!condition) {
        *level |= IF_ELSE;
        if (!dead) expect_nothing(u);
    }
    *level &= (unsigned char)~IF_TAKING;
    if (wanted) *level |= IF_TAKING | IF_TAKEN;
    count_skipped(u);
    return LINE_SILENT;
}

static enum line_kind do_elseif_line(struct unit *u) { return do_else(u, true); }
static enum line_kind do_else_line(struct unit *u) { return do_else(u, false); }

static enum line_kind do_endif(struct unit *u) {
    if (u->if_count <= u->in->ifs) {
        cc_say(u, 26);
        cc_quiet_end(u);
    } else {
        u->if_count--;
        count_skipped(u);
    }
    expect_nothing(u);
    return LINE_SILENT;
}

// ---- files

static enum line_kind include(struct unit *u, bool silent) {
    const char *p = cc_skip_blank(u->p);
    char close = *p == '<' ? '>' : *p == '"' ? '"' : 0;
    if (close) p = cc_skip_blank(p + 1);
    const char *end = close ? strchr(p, close) : p + strlen(p);
    if (!end || (size_t)(end - p) >= PAWN_PATH) {
        cc_say(u, 37);
        return LINE_SILENT;
    }
    u->p = close ? end + 1 : end;
    if (close) expect_nothing(u);
    while (end > p && (unsigned char)end[-1] <= ' ') end--;
    char path[PAWN_PATH];
    snprintf(path, sizeof path, "%.*s", (int)(end - p), p);

    char mark[CC_NAME]; // a constant that says: this file was read
    const char *base = strrchr(path, '/');
    int len = snprintf(mark, sizeof mark, "_inc_%s", base ? base + 1 : path);
    if (len >= (int)sizeof mark) len = (int)sizeof mark - 1;
    for (char *c = mark; *c; c++)
        if (!cc_alnum((unsigned char)*c)) *c = '_';
    struct name *name = cc_name(u, mark, (size_t)len);
    u->p += strlen(u->p);
    if (cc_find_global(u, name, S_GLOBAL)) return LINE_SILENT;
    if (cc_include(u, path, close != '>', true))
        cc_constant(u, name, 1, S_GLOBAL, 0, true);
    else if (!silent)
        cc_say(u, 100, path);
    return LINE_SILENT;
}

static enum line_kind do_include(struct unit *u) { return include(u, false); }
static enum line_kind do_tryinclude(struct unit *u) { return include(u, true); }

static enum line_kind do_file(struct unit *u) {
    char path[PAWN_PATH];
    if (quoted(u, path, sizeof path) && path[0]) {
        u->in->name = cc_copy(u, path, strlen(path));
        if ((size_t)u->in->file < u->file_count) u->files[u->in->file] = u->in->name;
        cc_debug_file(u, u->in->name);
    }
    expect_nothing(u);
    return LINE_DIRECTIVE;
}

static enum line_kind do_line(struct unit *u) {
    u->line_only = true;
    if (cc_lex(u) != T_NUMBER) cc_say(u, 8);
    u->line_only = false;
    cc_drop_pushed(u);
    u->in->line = u->token.value;
    expect_nothing(u);
    return LINE_DIRECTIVE;
}

static enum line_kind do_endinput(struct unit *u) {
    expect_nothing(u);
    u->in->done = true;
    return LINE_DIRECTIVE;
}

// ---- the rest

static enum line_kind do_assert(struct unit *u) {
    if (u->config->debug == 0) return LINE_DIRECTIVE;
    const char *text = cc_copy(u, cc_skip_blank(u->p), strlen(cc_skip_blank(u->p)));
    if (!expression(u)) cc_say(u, 110, text);
    expect_nothing(u);
    return LINE_DIRECTIVE;
}

static enum line_kind do_error(struct unit *u) {
    const char *text = cc_skip_blank(u->p);
    cc_say(u, 111, *text ? text : "#error");
    return LINE_DIRECTIVE;
}

static enum line_kind do_define(struct unit *u) {
    cc_define(u);
    return LINE_SILENT;
}

static enum line_kind do_undef(struct unit *u) {
    char text[CC_LINE + 1];
    size_t len = word(u, text, sizeof text, false);
    if (!len || !cc_alpha((unsigned char)text[0])) {
        cc_say(u, 20, text);
        return LINE_DIRECTIVE;
    }
    struct name *name = cc_name(u, text, len);
    if (!cc_undefine(u, name)) {
        struct symbol *constant = cc_find_const(u, name, NULL);
        if (constant && !(constant->usage & (U_ENUM | U_FIELD)))
            cc_forget(u, constant);
        else
            cc_say(u, 17, text);
    }
    expect_nothing(u);
    return LINE_DIRECTIVE;
}

static void pragma_align(struct unit *u) { u->align_next = true; }
static void pragma_amxlimit(struct unit *u) { u->limit = expression(u); }
static void pragma_amxram(struct unit *u) { u->data_limit = expression(u); }
static void pragma_compress(struct unit *u) { u->compact = expression(u) != 0; }
static void pragma_dynamic(struct unit *u) {
    int32_t cells = expression(u);
    u->stack_cells = cells < 0 ? 0 : cells > 1 << 24 ? 1 << 24 : cells;
}
static void pragma_pack(struct unit *u) { u->packed = expression(u) != 0; }
static void pragma_semicolon(struct unit *u) { u->semicolons = expression(u) != 0; }
static void pragma_tabsize(struct unit *u) {
    int32_t tab = expression(u);
    u->tab = tab < 0 ? 0 : tab > 64 ? 64 : tab;
}

static void pragma_overlaysize(struct unit *u) {
    int32_t size = expression(u);
    u->overlays = size < 0 ? 0 : size > 65536 ? 65536 : size;
    if (u->overlays) u->compact = false;
    cc_constant(u, cc_name(u, "overlaysize", 11), u->overlays, S_GLOBAL, 0, true);
}

static void pragma_codepage(struct unit *u) {
    char name[PAWN_PATH];
    word_or_quoted(u, name, sizeof name);
    if (!cc_codepage_load(u, name)) cc_say(u, 108);
}

static void pragma_ctrlchar(struct unit *u) {
    if (!*cc_skip_blank(u->p)) {
        u->escape = u->config->escape;
        return;
    }
    u->line_only = true;
    if (cc_lex(u) != T_NUMBER) cc_say(u, 27);
    u->line_only = false;
    u->escape = (char)u->token.value;
}

static void pragma_deprecated(struct unit *u) {
    const char *text = cc_skip_blank(u->p);
    u->deprecate = cc_copy(u, text, strlen(text));
    u->p += strlen(u->p);
}

static void pragma_library(struct unit *u) {
    char name[CC_NAME + 1];
    word_or_quoted(u, name, sizeof name);
    if (!name[0])
        u->in->library = NULL;
    else if (!strcmp(name, "-"))
        u->add_libraries = false;
    else
        u->in->library = cc_library(u, name);
}

static void pragma_rational(struct unit *u) {
    char name[CC_NAME + 1];
    size_t len = word(u, name, sizeof name, false);
    int digits = 0;
    u->p = cc_skip_blank(u->p);
    if (*u->p == '(') {
        digits = expression(u);
        if (digits <= 0 || digits > 9) {
            cc_say(u, 68);
            digits = 0;
        }
    }
    if (!len) {
        cc_say(u, 20, "");
        return;
    }
    int tag = cc_tag(u, cc_name(u, name, len));
    cc_export_tag(u, tag);
    if (u->rational_tag == 0 || (u->rational_tag == tag && u->rational_digits == digits)) {
        u->rational_tag = tag;
        u->rational_digits = digits;
    } else {
        cc_say(u, 69);
    }
}

static void pragma_unused(struct unit *u) {
    do {
        char text[CC_NAME + 1];
        size_t len = word(u, text, sizeof text, false);
        struct name *name = cc_name(u, text, len);
        struct symbol *symbol = cc_find_any(u, name);
        if (!symbol) {
            cc_say(u, 17, text);
        } else {
            symbol->usage |= U_READ;
            if (symbol->kind >= K_VARIABLE && symbol->kind <= K_REFARRAY) symbol->usage |= U_WRITTEN;
        }
        u->p = cc_skip_blank(u->p);
    } while (*u->p == ',' && *u->p++);
}

static const struct {
    const char *name;
    void (*run)(struct unit *u);
} PRAGMAS[] = {
    {"align", pragma_align},
    {"amxlimit", pragma_amxlimit},
    {"amxram", pragma_amxram},
    {"codepage", pragma_codepage},
    {"compress", pragma_compress},
    {"ctrlchar", pragma_ctrlchar},
    {"deprecated", pragma_deprecated},
    {"dynamic", pragma_dynamic},
    {"library", pragma_library},
    {"overlaysize", pragma_overlaysize},
    {"pack", pragma_pack},
    {"rational", pragma_rational},
    {"semicolon", pragma_semicolon},
    {"tabsize", pragma_tabsize},
    {"unused", pragma_unused},
};

static enum line_kind do_pragma(struct unit *u) {
    char name[CC_NAME + 1];
    word(u, name, sizeof name, false);
    for (size_t i = 0; i < sizeof PRAGMAS / sizeof *PRAGMAS; i++) {
        if (strcmp(name, PRAGMAS[i].name) != 0) continue;
        PRAGMAS[i].run(u);
        expect_nothing(u);
        return LINE_DIRECTIVE;
    }
    cc_say(u, 207);
    return LINE_DIRECTIVE;
}

static const struct {
    const char *name;
    enum line_kind (*run)(struct unit *u);
    bool always; // also in a part that is skipped
} DIRECTIVES[] = {
    {"if", do_if, true},          {"elseif", do_elseif_line, true}, {"else", do_else_line, true},
    {"endif", do_endif, true},    {"include", do_include, false},   {"tryinclude", do_tryinclude, false},
    {"file", do_file, false},     {"line", do_line, false},         {"assert", do_assert, false},
    {"pragma", do_pragma, false}, {"endinput", do_endinput, false}, {"define", do_define, false},
    {"undef", do_undef, false},   {"error", do_error, false},
};

enum line_kind cc_directive(struct unit *u) {
    u->p = cc_skip_blank(u->p);
    if (!*u->p) return LINE_EMPTY;
    if (*u->p != '#') return cc_skipping(u) ? LINE_SKIPPED : LINE_CODE;
    u->indent_free = true;
    cc_drop_pushed(u);
    bool pending = u->staging && !cc_skipping(u);
    if (pending && !u->semicolons && !u->cut_again) {
        u->cut = u->cut_again = true;
        return LINE_CUT;
    }
    u->token.column = (unsigned)(u->p - u->line) + 1;
    const char *start = u->p + 1;
    size_t len = 0;
    while (cc_alnum((unsigned char)start[len])) len++;
    for (size_t i = 0; i < sizeof DIRECTIVES / sizeof *DIRECTIVES; i++) {
        if (strlen(DIRECTIVES[i].name) != len || memcmp(DIRECTIVES[i].name, start, len) != 0) continue;
        if (cc_skipping(u) && !DIRECTIVES[i].always) return LINE_SKIPPED;
        if (pending) cc_say(u, 57);
        cc_quiet_end(u);
        u->p = start + len;
        return DIRECTIVES[i].run(u);
    }
    if (cc_skipping(u)) return LINE_SKIPPED;
    cc_say(u, 31);
    cc_quiet_end(u);
    return LINE_SILENT;
}
