#include "schema/lex.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { DOC_MAX = 4096 };

enum err lex_fail(struct lex *lex, enum err err, struct place place, const char *format, ...) {
    char said[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    if (!lex->err) {
        lex->err = err;
        fault_at(lex->fault, err, lex->file, place.line, place.column, "%s", said);
    }
    lex->now = (struct word){.kind = LEX_END, .place = lex->now.place};
    lex->at = lex->end;
    return lex->err;
}

static struct place here(const struct lex *lex) {
    return (struct place){lex->line, (uint32_t)(lex->at - lex->line_start) + 1};
}

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool digit(char c) { return c >= '0' && c <= '9'; }

static void new_line(struct lex *lex) {
    lex->line++;
    lex->line_start = lex->at;
}

// Adds a line to a documentation text.
static const char *doc_add(struct lex *lex, const char *doc, struct text line) {
    size_t before = doc ? strlen(doc) : 0;
    if (before + line.len > DOC_MAX) {
        lex_fail(lex, ERR_LIMIT, here(lex), "a documentation text may not be longer than %d bytes", DOC_MAX);
        return doc;
    }
    char *out = arena_take(lex->arena, before + line.len + 2, 1);
    if (!out) {
        lex_fail(lex, ERR_MEMORY, here(lex), "no memory");
        return doc;
    }
    if (before) memcpy(out, doc, before), out[before++] = '\n';
    if (line.len) memcpy(out + before, line.at, line.len);
    return out;
}

static void line_comment(struct lex *lex) {
    const char *from = lex->at;
    while (lex->at < lex->end && *lex->at != '\n') lex->at++;
    struct text line = {from, (size_t)(lex->at - from)};
    bool doc = line.len >= 3 && line.at[2] == '/' && !(line.len > 3 && line.at[3] == '/');
    if (!doc) return;
    line = text_trim((struct text){line.at + 3, line.len - 3});
    bool behind = lex->last_line == lex->line;
    const char **to = behind ? &lex->doc_after : &lex->doc_before;
    if (!behind || !*to) *to = doc_add(lex, *to, line);
}

static void block_comment(struct lex *lex) {
    struct place began = here(lex);
    for (lex->at += 2; lex->end - lex->at >= 2; lex->at++) {
        if (lex->at[0] == '*' && lex->at[1] == '/') {
            lex->at += 2;
            return;
        }
        if (*lex->at == '\n') {
            lex->at++;
            new_line(lex);
            lex->at--;
        }
    }
    lex_fail(lex, ERR_SYNTAX, began, "expected */ before the end of the file: this comment does not end");
}

static void skip_space(struct lex *lex) {
    while (lex->at < lex->end) {
        char c = *lex->at;
        if (c == '\n') {
            lex->at++;
            new_line(lex);
        } else if (c == ' ' || c == '\t' || c == '\r') {
            lex->at++;
        } else if (c == '/' && lex->end - lex->at > 1 && lex->at[1] == '/') {
            line_comment(lex);
        } else if (c == '/' && lex->end - lex->at > 1 && lex->at[1] == '*') {
            block_comment(lex);
        } else {
            return;
        }
    }
}

static void number(struct lex *lex) {
    const char *from = lex->at;
    unsigned base = 10;
    if (lex->end - lex->at > 1 && *lex->at == '0') {
        if (lex->at[1] == 'x' || lex->at[1] == 'X') base = 16;
        if (lex->at[1] == 'b' || lex->at[1] == 'B') base = 2;
        if (base != 10) lex->at += 2;
    }
    uint64_t value = 0;
    bool digits = false, over = false;
    for (; lex->at < lex->end; lex->at++, digits = true) {
        int d = hex_digit(*lex->at);
        if (d < 0 || (unsigned)d >= base) break;
        over |= value > (UINT64_MAX - (unsigned)d) / base;
        value = value * base + (unsigned)d;
    }
    lex->now.kind = LEX_INTEGER;
    const char *p = lex->at;
    bool point = base == 10 && p < lex->end && *p == '.' && !(lex->end - p > 1 && p[1] == '.');
    bool exponent = base == 10 && p < lex->end && (*p == 'e' || *p == 'E');
    if (point || exponent) {
        if (point)
            for (p++; p < lex->end && digit(*p);) p++;
        if (p < lex->end && (*p == 'e' || *p == 'E')) {
            p++;
            if (p < lex->end && (*p == '+' || *p == '-')) p++;
            while (p < lex->end && digit(*p)) p++;
        }
        lex->at = p;
        lex->now.kind = LEX_REAL;
        enum err err = text_to_f64((struct text){from, (size_t)(p - from)}, &lex->now.real);
        if (err == ERR_RANGE) lex->now.real = HUGE_VAL;
        digits = !err;
        over = false;
    }
    lex->now.spelled = (struct text){from, (size_t)(lex->at - from)};
    lex->now.integer = value;
    if (lex->now.kind == LEX_REAL && isinf(lex->now.real)) {
        lex_fail(lex, ERR_RANGE, lex->now.place,
                 "a number may not be larger than 1.7976931348623157e308; inf has a name");
    } else if (!digits || (lex->at < lex->end && letter(*lex->at))) {
        while (lex->at < lex->end && (letter(*lex->at) || digit(*lex->at))) lex->at++;
        lex_fail(lex, ERR_SYNTAX, lex->now.place, "expected a number, found \"%.*s\"", (int)(lex->at - from),
                 from);
    } else if (over)
        lex_fail(lex, ERR_RANGE, lex->now.place, "a number may not be larger than 18446744073709551615");
}

// One character of a text, escapes undone; -1 after an error.
static int character(struct lex *lex) {
    char c = *lex->at++;
    if (c != '\\') return (uint8_t)c;
    if (lex->at >= lex->end) return -1;
    static const char FROM[] = "ntr0\"\\'", TO[] = "\n\t\r\0\"\\'";
    c = *lex->at++;
    const char *found = c ? strchr(FROM, c) : NULL;
    if (found) return (uint8_t)TO[found - FROM];
    if (c == 'x' && lex->end - lex->at >= 2 && hex_digit(lex->at[0]) >= 0 && hex_digit(lex->at[1]) >= 0) {
        int v = hex_digit(lex->at[0]) * 16 + hex_digit(lex->at[1]);
        lex->at += 2;
        return v;
    }
    lex->at -= 2;
    lex_fail(lex, ERR_SYNTAX, here(lex), "expected \\n \\t \\r \\0 \\\" \\\\ or \\xNN");
    return -1;
}

static void quoted(struct lex *lex) {
    const char *from = lex->at;
    char quote = *lex->at++;
    const char *stop = lex->at;
    while (stop < lex->end && *stop != '\n' && *stop != quote)
        stop += *stop == '\\' && lex->end - stop > 1 ? 2 : 1;
    uint8_t *out = arena_take(lex->arena, (size_t)(stop - from) + 1, 1);
    if (!out) {
        lex_fail(lex, ERR_MEMORY, lex->now.place, "no memory");
        return;
    }
    size_t len = 0;
    while (lex->at < lex->end && *lex->at != quote && *lex->at != '\n') {
        int c = character(lex);
        if (lex->err) return;
        if (c < 0) break;
        out[len++] = (uint8_t)c;
    }
    if (lex->at >= lex->end || *lex->at != quote) {
        lex_fail(lex, ERR_SYNTAX, lex->now.place, "expected %c before the end of the line", quote);
        return;
    }
    lex->at++;
    lex->now.kind = quote == '"' ? LEX_TEXT : LEX_LETTERS;
    lex->now.spelled = (struct text){from, (size_t)(lex->at - from)};
    lex->now.bytes = (struct bytes){out, len};
    if (quote == '\'' && (len < 1 || len > 4))
        lex_fail(lex, ERR_SYNTAX, lex->now.place, "expected one to four letters between the quotes");
}

static void mark(struct lex *lex) {
    size_t len = lex->end - lex->at > 1 && lex->at[0] == '.' && lex->at[1] == '.' ? 2 : 1;
    lex->now.kind = LEX_MARK;
    lex->now.spelled = (struct text){lex->at, len};
    if (*lex->at && strchr("{}()[];,:=|.-", *lex->at))
        lex->at += len;
    else if ((uint8_t)*lex->at > 0x20 && (uint8_t)*lex->at < 0x7f)
        lex_fail(lex, ERR_SYNTAX, lex->now.place, "unexpected '%c'", *lex->at);
    else
        lex_fail(lex, ERR_SYNTAX, lex->now.place, "unexpected byte 0x%02x", (uint8_t)*lex->at);
}

void lex_next(struct lex *lex) {
    if (lex->err) return;
    lex->last_line = lex->started ? lex->line : 0;
    lex->started = true;
    lex->doc_after = lex->doc_before = NULL;
    skip_space(lex);
    if (lex->err) return;
    lex->now = (struct word){.kind = LEX_END, .place = here(lex)};
    if (lex->at >= lex->end) return;
    char c = *lex->at;
    if (letter(c)) {
        const char *from = lex->at;
        while (lex->at < lex->end && (letter(*lex->at) || digit(*lex->at))) lex->at++;
        lex->now.kind = LEX_NAME;
        lex->now.spelled = (struct text){from, (size_t)(lex->at - from)};
    } else if (digit(c)) {
        number(lex);
    } else if (c == '"' || c == '\'') {
        quoted(lex);
    } else {
        mark(lex);
    }
}

void lex_start(struct lex *lex, struct text source, const char *file, struct arena *arena,
               struct fault *fault) {
    if (text_starts(source, "\xef\xbb\xbf"))
        source.at += 3, source.len -= 3; // some editors begin every text so
    *lex = (struct lex){.file = file ? file : "",
                        .at = source.at,
                        .end = source.at + source.len,
                        .line_start = source.at,
                        .line = 1,
                        .arena = arena,
                        .fault = fault};
    lex_next(lex);
}

bool lex_is(const struct lex *lex, const char *spelled) {
    return (lex->now.kind == LEX_NAME || lex->now.kind == LEX_MARK) && text_is(lex->now.spelled, spelled);
}

bool lex_take(struct lex *lex, const char *spelled) {
    if (!lex_is(lex, spelled)) return false;
    lex_next(lex);
    return true;
}

const char *lex_word(const struct lex *lex, char out[64]) {
    if (lex->now.kind == LEX_END)
        snprintf(out, 64, "the end of the file");
    else
        snprintf(out, 64, "\"%.*s\"", (int)(lex->now.spelled.len < 40 ? lex->now.spelled.len : 40),
                 lex->now.spelled.at);
    return out;
}

bool lex_expect(struct lex *lex, const char *spelled) {
    if (lex_take(lex, spelled)) return true;
    char word[64];
    lex_fail(lex, ERR_SYNTAX, lex->now.place, "expected %s, found %s", spelled, lex_word(lex, word));
    return false;
}
