// Tokens. One can be put back. Names are kept once each, in a table that also leads to their keyword, macro
// and symbols.
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>

static const char *const WORDS[] = {
    // in the order of their tokens
    "assert", "break",  "case",  "char",    "const",  "continue", "default", "defined", "do",       "else",
    "enum",   "exit",   "for",   "forward", "goto",   "if",       "native",  "new",     "operator", "public",
    "return", "sizeof", "sleep", "state",   "static", "stock",    "switch",  "tagof",   "while",
};
static const char *const SIGNS[] = {
    "*=", "/=", "%=", "+=", "-=", "<<=", ">>>=", ">>=", "&=", "^=",  "|=", "||", "&&",
    "==", "!=", "<=", ">=", "<<", ">>>", ">>",   "++",  "--", "...", "..", "::",
};

// ---- names

static uint32_t hash_of(const char *text, size_t len) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < len; i++) hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash ^ hash >> 15;
}

static void names_grow(struct unit *u) {
    size_t room = u->name_room ? u->name_room * 4 : 1024;
    struct name **slots = cc_take(u, room * sizeof *slots);
    for (size_t i = 0; i < u->name_room; i++) {
        for (struct name *name = u->names[i], *next; name; name = next) {
            next = name->next;
            name->next = slots[name->hash & (room - 1)];
            slots[name->hash & (room - 1)] = name;
        }
    }
    u->names = slots;
    u->name_room = room;
}

struct name *cc_name(struct unit *u, const char *text, size_t len) {
    uint32_t hash = hash_of(text, len);
    for (struct name *name = u->names[hash & (u->name_room - 1)]; name; name = name->next)
        if (name->hash == hash && name->len == len && !memcmp(name->text, text, len)) return name;
    if (u->name_count >= u->name_room) names_grow(u);
    struct name *name = CC_ONE(u, struct name);
    *name = (struct name){.text = cc_copy(u, text, len), .hash = hash, .len = (uint32_t)len};
    struct name **slot = &u->names[hash & (u->name_room - 1)];
    name->next = *slot;
    *slot = name;
    u->name_count++;
    return name;
}

void cc_words_begin(struct unit *u) {
    names_grow(u);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        cc_name(u, WORDS[i], strlen(WORDS[i]))->keyword = T_ASSERT + (int)i;
}

void cc_token_text(int token, char *out, size_t size) {
    static const char *const OTHERS[] = {
        ";",       ",",       "-end of line-", "-integer value-", "-rational value-", "-identifier-",
        "-label-", "-string-"};
    const char *text = NULL;
    if (token == T_END)
        text = "-end of file-";
    else if (token >= T_TERM && token <= T_STRING)
        text = OTHERS[token - T_TERM];
    else if (token >= T_ASSERT && token <= T_WHILE)
        text = WORDS[token - T_ASSERT];
    else if (token >= T_SET_MUL && token <= T_DOUBLE_COLON)
        text = SIGNS[token - T_SET_MUL];
    if (text)
        snprintf(out, size, "%s", text);
    else
        snprintf(out, size, "%c", token);
}

// ---- numbers

// Digits of a base with marks of groups between them; how many characters, 0: not a number.
static size_t whole(const char *p, int base, uint32_t *value) {
    size_t at = 0;
    *value = 0;
    for (;; at++) {
        if ((p[at] == '_' || p[at] == '\'') && at && hex_digit(p[at + 1]) >= 0 && hex_digit(p[at + 1]) < base)
            continue;
        int digit = hex_digit(p[at]);
        if (digit < 0 || digit >= base) break;
        *value = *value * (uint32_t)base + (uint32_t)digit;
    }
    return at;
}

static size_t integer(const char *p, int32_t *value) {
    uint32_t number = 0;
    size_t prefix = p[0] == '0' && (p[1] == 'x' || p[1] == 'b') ? 2 : 0;
    size_t len = whole(p + prefix, prefix ? (p[1] == 'x' ? 16 : 2) : 10, &number);
    len += prefix;
    if (cc_alnum((unsigned char)p[len])) return 0;
    if (!prefix && p[len] == '.' && cc_digit((unsigned char)p[len + 1])) return 0;
    *value = (int32_t)number;
    return len;
}

static double power_of_ten(int exponent) {
    double power = 1.0;
    for (int i = 0; i < exponent && i < 400; i++) power *= 10.0;
    return power;
}

static int32_t float_cell(double number) {
    float narrow = (float)number;
    int32_t cell;
    memcpy(&cell, &narrow, sizeof cell);
    return cell;
}

static size_t rational(struct unit *u, const char *p, int32_t *value) {
    const char *start = p;
    double number = 0, fraction = 0, scale = 1;
    uint32_t fixed = 0, unit = 1;
    for (int i = 0; i < u->rational_digits; i++) unit *= 10;
    for (;; p++) {
        if ((*p == '_' || *p == '\'') && cc_digit((unsigned char)p[1])) continue;
        if (!cc_digit((unsigned char)*p)) break;
        number = number * 10.0 + (*p - '0');
        fixed = fixed * 10 + (uint32_t)(*p - '0') * unit;
    }
    if (p[0] != '.' || !cc_digit((unsigned char)p[1])) return 0;
    bool told = false;
    for (p++; cc_digit((unsigned char)*p); p++) {
        fraction = fraction * 10.0 + (*p - '0');
        scale /= 10.0;
        unit /= 10;
        fixed += (uint32_t)(*p - '0') * unit;
        if (!unit && u->rational_tag && u->rational_digits > 0 && !told) {
            cc_say(u, 222);
            told = true;
        }
    }
    number += fraction * scale;
    if (*p == 'e') {
        bool negative = p[1] == '-';
        p += negative ? 2 : 1;
        if (!cc_digit((unsigned char)*p)) return 0;
        int exponent = 0;
        for (; cc_digit((unsigned char)*p); p++)
            if (exponent < 1000) exponent = exponent * 10 + (*p - '0');
        double power = power_of_ten(exponent);
        number = negative ? number / power : number * power;
        for (int i = 0; i < exponent && i < 20; i++) fixed = negative ? fixed / 10 : fixed * 10;
    }
    if (!u->rational_tag) cc_say(u, 70);
    *value = !u->rational_tag ? 0 : u->rational_digits ? (int32_t)fixed : float_cell(number);
    return (size_t)(p - start);
}

static int number(struct unit *u) {
    struct token_state *token = &u->token;
    size_t len = integer(u->p, &token->value);
    if (len) {
        u->p += len;
        return T_NUMBER;
    }
    len = rational(u, u->p, &token->value);
    if (len) {
        u->p += len;
        return T_RATIONAL;
    }
    cc_say(u, 92);
    while (cc_alnum((unsigned char)*u->p)) u->p++;
    token->value = 0;
    return T_NUMBER;
}

// ---- strings

struct segment {
    bool packed, raw;
};

// Is this the beginning of a string? How many characters stand before its quote.
static int string_mark(const struct unit *u, const char *p, struct segment *kind) {
    *kind = (struct segment){0};
    int len = 0;
    for (; len < 2; len++) {
        if (p[len] == '!' && !kind->packed)
            kind->packed = true;
        else if (p[len] == u->escape && !kind->raw)
            kind->raw = true;
        else
            break;
    }
    return p[len] == '"' ? len : -1;
}

struct text_room {
    char *at;
    size_t len, room;
};

static void text_add(struct unit *u, struct text_room *text, char c) {
    CC_ROOM(u, text->at, text->len + 1, text->room);
    text->at[text->len++] = c;
    text->at[text->len] = 0;
}

static void segment_read(struct unit *u, struct text_room *text) {
    while (*u->p && *u->p != '"') {
        if (*u->p != '\a') { // a continued line
            text_add(u, text, *u->p);
            if (*u->p == u->escape && u->p[1]) text_add(u, text, *++u->p);
        }
        u->p++;
    }
    if (*u->p)
        u->p++;
    else
        cc_say(u, 37);
}

static void blank_lines_skip(struct unit *u) {
    while (u->reading) {
        u->p = cc_skip_blank(u->p);
        if (*u->p || u->line_only || u->cut) return;
        cc_next_line(u);
    }
}

static int string(struct unit *u) {
    struct text_room text = {0};
    struct segment first, kind;
    u->token.value = (int32_t)u->literals.count;
    int mark = string_mark(u, u->p, &first);
    kind = first;
    text_add(u, &text, 0);
    text.len = 0;
    for (;;) {
        if (kind.packed != first.packed || kind.raw != first.raw) cc_say(u, 238);
        u->p += mark + 1;
        segment_read(u, &text);
        if (!cc_ellipsis_follows(u)) break;
        blank_lines_skip(u);
        if (strncmp(u->p, "...", 3) != 0) break;
        u->p += 3;
        blank_lines_skip(u);
        mark = string_mark(u, u->p, &kind);
        if (mark < 0) {
            cc_say(u, 37);
            break;
        }
    }
    cc_string_cells(u, text.at, first.raw, first.packed != u->packed);
    return T_STRING;
}

static int character(struct unit *u) {
    u->p++;
    u->token.value = *u->p ? (int32_t)cc_character(u, &u->p, false, true) : 0;
    if (*u->p == '\'') {
        u->p++;
        return T_NUMBER;
    }
    const char *close = strchr(u->p, '\'');
    if (close) {
        cc_say_hint(u, 27, "a string needs double quotes");
        u->p = close + 1;
    } else {
        cc_say(u, 27);
    }
    return T_NUMBER;
}

// ---- the rest

static int name_or_keyword(struct unit *u) {
    const char *start = u->p;
    size_t len = 0;
    while (cc_alnum((unsigned char)start[len])) len++;
    u->p += len;
    struct name *name = cc_name(u, start, len);
    if (name->keyword) {
        cc_quiet_end(u);
        return name->keyword;
    }
    if (len > CC_NAME) {
        name = cc_name(u, start, CC_NAME);
        cc_say(u, 200, name->text, CC_NAME);
    }
    u->token.name = name;
    int token = T_NAME;
    if (name->len == 1 && name->text[0] == '@') return '@';
    if (name->len == 1 && name->text[0] == '_') token = '_';
    if (u->p[0] != ':' || u->p[1] == ':') return token;
    if (u->allow_tags) {
        u->p++;
        return T_LABEL;
    }
    if (cc_tag_named(u, name)) cc_say(u, 220);
    return token;
}

static int sign(struct unit *u) {
    const char *p = u->p;
    if (p[1] == '=' || p[1] == p[0] || p[1] == '.' || (p[1] == '>' && p[0] == '>')) {
        int best = -1;
        size_t best_len = 1;
        for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++) {
            if (SIGNS[i][0] != p[0]) continue;
            size_t len = strlen(SIGNS[i]);
            if (len > best_len && !strncmp(p, SIGNS[i], len)) best = (int)i, best_len = len;
        }
        if (best >= 0) {
            u->p += best_len;
            return T_SET_MUL + best;
        }
    }
    u->p++;
    if (*p == ';') cc_quiet_end(u);
    return (unsigned char)*p;
}

static void measure_indent(struct unit *u) {
    u->indent = 0;
    for (const char *p = u->line; p < u->p; p++)
        u->indent += *p == '\t' && u->tab > 0 ? u->tab - u->indent % u->tab : 1;
}

// false: there is no more text, or the line is all there may be.
static bool find_text(struct unit *u) {
    bool newline = u->p == u->line;
    for (;;) {
        if (!u->cut) u->p = cc_skip_blank(u->p);
        if (!u->cut && *u->p) break;
        if (u->line_only) return false;
        cc_next_line(u);
        if (!u->reading || u->cut) return false;
        u->token.newline = newline = true;
    }
    if (newline) measure_indent(u);
    return true;
}

int cc_lex(struct unit *u) {
    struct token_state *token = &u->token;
    if (token->pushed) {
        token->pushed = false;
        return token->kind;
    }
    *token = (struct token_state){.column = token->column};
    u->tokens++;
    if (!u->reading) return T_END;
    if (!find_text(u)) return token->kind = u->cut && !u->line_only ? T_CUT : T_END;
    const char *start = u->p;
    token->column = (unsigned)(start - u->line) + 1;
    struct segment segment;
    unsigned char c = (unsigned char)*start;
    int kind;
    if (cc_alpha(c))
        kind = name_or_keyword(u);
    else if (cc_digit(c))
        kind = number(u);
    else if ((c == '"' || c == '!' || c == (unsigned char)u->escape) && string_mark(u, start, &segment) >= 0)
        kind = string(u);
    else if (c == '\'')
        kind = character(u);
    else
        kind = sign(u);
    token->kind = kind;
    if (u->listen && u->p > start && start >= u->line)
        buf_bytes(&u->condition, start, (size_t)(u->p - start));
    return kind;
}

void cc_push(struct unit *u) { u->token.pushed = true; }

void cc_drop_pushed(struct unit *u) { u->token.pushed = false; }

void cc_drop_line(struct unit *u) {
    u->token.pushed = false;
    u->p += strlen(u->p);
}

int cc_peek(struct unit *u) {
    int token = cc_lex(u);
    cc_push(u);
    return token;
}

int cc_match(struct unit *u, int token) {
    int found = cc_lex(u);
    if (found == token || (token == T_TERM && (found == ';' || found == T_CUT)) ||
        (token == T_SEPARATOR && found == ','))
        return 1;
    cc_push(u);
    bool implied =
        !u->semicolons && (token == T_TERM || token == T_SEPARATOR) && (u->token.newline || !u->reading);
    return implied ? 2 : 0;
}

int cc_need(struct unit *u, int token) {
    int found = cc_match(u, token);
    if (found) return found;
    char wanted[24], have[24];
    cc_token_text(token, wanted, sizeof wanted);
    cc_token_text(!u->reading ? T_END : u->token.kind, have, sizeof have);
    cc_say(u, 1, wanted, have);
    return 0;
}
