#include "base/data/json.h"
#include "base/plural.h"

#include "base/system/file.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// The text is copied once, and texts are decoded where they stand: an escape is never shorter than what it
// means, and the closing quote makes room for the zero. A zero byte stands after the copy, so looking one
// byte ahead is always allowed.
struct parse {
    uint8_t *at, *end;
    const uint8_t *line_start;
    size_t wide; // bytes of this line so far that do not begin a character
    uint32_t line;
    struct arena *arena;
    struct json_limits limits;
    size_t values;
    unsigned depth;
    const struct json_source *source;
    struct json *root, *open, *last; // the innermost open list or object, and its newest member
    struct json *now;                // a value that is being read
    struct fault *fault;
    struct twin *twins; // scratch for long objects
    size_t twin_room;
};

struct place {
    uint32_t line, column;
};

struct json_limits json_limits_default(void) {
    return (struct json_limits){.bytes = 16 << 20, .values = 1000000, .depth = 64};
}

// ---- places and complaints ----

static struct place here(const struct parse *p) {
    return (struct place){p->line, (uint32_t)((size_t)(p->at - p->line_start) - p->wide) + 1};
}

static enum err complain(struct parse *p, enum err err, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static enum err complain(struct parse *p, enum err err, struct place place, const char *format, ...) {
    if (!p->fault || p->fault->err) return err;
    char said[sizeof p->fault->said];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    fault_at(p->fault, err, p->source->file, place.line, place.column, "%s", said);
    const struct json *around = p->now ? p->now : p->open;
    if (around && around->parent) json_path(around, p->fault->path, sizeof p->fault->path);
    return err;
}

static bool in_word(uint8_t c) {
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' || c == '+' ||
           c == '-' || c == '.';
}

// What stands here, in words.
static const char *found(const struct parse *p, char out[48]) {
    if (p->at >= p->end) return "the end";
    size_t len = 0;
    while (len < 24 && in_word(p->at[len])) len++;
    uint32_t code;
    size_t used = utf8_next((struct text){(char *)p->at, (size_t)(p->end - p->at)}, 0, &code);
    if (len > 1)
        snprintf(out, 48, "%.*s%s", (int)len, (char *)p->at, in_word(p->at[len]) ? "..." : "");
    else if (code == 0xfffd && used == 1)
        snprintf(out, 48, "the byte 0x%02x, which is not UTF-8", p->at[0]);
    else if (code == '\'')
        return "a single quote (texts stand in double quotes)";
    else if (code == '"')
        return "a text";
    else if (code < 0x20 || code == 0x7f)
        snprintf(out, 48, "the control character 0x%02x", (unsigned)code);
    else
        snprintf(out, 48, "'%.*s'", (int)used, (char *)p->at);
    return out;
}

static enum err expected(struct parse *p, const char *what) {
    char words[48];
    const char *is = found(p, words);
    return complain(p, p->at >= p->end ? ERR_SHORT : ERR_SYNTAX, here(p), "expected %s, found %s", what, is);
}

// ---- between the values ----

static void new_line(struct parse *p) {
    p->line++;
    p->line_start = p->at;
    p->wide = 0;
}

// Reads one character after a comment's beginning.
static enum err comment_char(struct parse *p) {
    uint8_t c = *p->at;
    if (c == '\n' || (c == '\r' && p->at[1] != '\n')) {
        p->at++;
        new_line(p);
    } else if (c < 0x80) {
        p->at++;
    } else {
        uint32_t code;
        size_t used = utf8_next((struct text){(char *)p->at, (size_t)(p->end - p->at)}, 0, &code);
        if (used == 1) return expected(p, "text in a comment");
        p->at += used;
        p->wide += used - 1;
    }
    return ERR_NONE;
}

static enum err comment(struct parse *p) {
    struct place start = here(p);
    enum err err = ERR_NONE;
    if (p->at[1] == '/') {
        while (!err && p->at < p->end && *p->at != '\n' && *p->at != '\r') err = comment_char(p);
        return err;
    }
    if (p->at[1] != '*') return expected(p, "// or /*");
    for (p->at += 2; !err && p->at < p->end; err = comment_char(p)) {
        if (p->at[0] != '*' || p->at[1] != '/') continue;
        p->at += 2;
        return ERR_NONE;
    }
    return err ? err : complain(p, ERR_SHORT, start, "this comment never ends: expected */");
}

static enum err skip(struct parse *p) {
    for (;;) {
        while (*p->at == ' ' || *p->at == '\t') p->at++;
        if (*p->at == '\n' || (*p->at == '\r' && p->at[1] != '\n')) {
            p->at++;
            new_line(p);
        } else if (*p->at == '\r') {
            p->at++;
        } else if (*p->at == '/') {
            enum err err = comment(p);
            if (err) return err;
        } else {
            return ERR_NONE;
        }
    }
}

// ---- texts ----

static int hex4(const uint8_t *at) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit((char)at[i]); // the zero after the text is not one
        if (digit < 0) return -1;
        value = value << 4 | digit;
    }
    return value;
}

// \uXXXX, or two that make one character. at stands on the backslash.
static enum err unicode_escape(struct parse *p, uint8_t **out) {
    int code = hex4(p->at + 2);
    if (code < 0) return complain(p, ERR_SYNTAX, here(p), "expected four hexadecimal digits after \\u");
    size_t used = 6;
    if (code >= 0xd800 && code < 0xe000) {
        int low = code < 0xdc00 && p->at[6] == '\\' && p->at[7] == 'u' ? hex4(p->at + 8) : -1;
        if (low < 0xdc00 || low >= 0xe000)
            return complain(p, ERR_SYNTAX, here(p),
                            "\\u%04x is half of a pair, and the other half is missing", (unsigned)code);
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        used = 12;
    }
    char bytes[4];
    size_t len = utf8_put((uint32_t)code, bytes);
    memcpy(*out, bytes, len);
    *out += len;
    p->at += used;
    return ERR_NONE;
}

static enum err escape(struct parse *p, uint8_t **out) {
    static const char FROM[] = "\"\\/bfnrt", TO[] = "\"\\/\b\f\n\r\t";
    if (p->at[1] == 'u') return unicode_escape(p, out);
    const char *known = p->at[1] ? strchr(FROM, p->at[1]) : NULL;
    if (!known && p->at + 1 >= p->end)
        return complain(p, ERR_SHORT, here(p), "this text never ends: expected \"");
    if (!known)
        return complain(p, ERR_SYNTAX, here(p),
                        "an unknown escape: expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    *(*out)++ = (uint8_t)TO[known - FROM];
    p->at += 2;
    return ERR_NONE;
}

static enum err odd_in_text(struct parse *p, struct place start) {
    uint8_t c = *p->at;
    if (p->at >= p->end) return complain(p, ERR_SHORT, start, "this text never ends: expected \"");
    if (c == '\n' || c == '\r')
        return complain(p, ERR_SYNTAX, start,
                        "this text does not end on its line (\\n stands for a line break)");
    if (c < 0x20) return complain(p, ERR_SYNTAX, here(p), "a control character in a text: write \\u%04x", c);
    return expected(p, "a character");
}

// How many of the next bytes are plain: no quote, no backslash, no control character, ASCII.
static size_t plain_run(const uint8_t *at, const uint8_t *end) {
    const uint8_t *start = at;
    const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
    while (end - at >= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\');
        // A byte that is zero, or below a space, sets its high bit; false alarms come only above a true one,
        // or from bytes that are not ASCII and stop the run anyway.
        uint64_t stop = (quote - ones) | (slash - ones) | (word - ones * 0x20) | word;
        if (stop & highs) break;
        at += 8;
    }
    while (*at >= 0x20 && *at < 0x80 && *at != '"' && *at != '\\') at++;
    return (size_t)(at - start);
}

// at stands on the opening quote; after the closing one afterwards.
static enum err quoted(struct parse *p, struct text *text) {
    struct place start = here(p);
    p->at++;
    uint8_t *out = p->at;
    text->at = (char *)out;
    for (;;) {
        size_t run = plain_run(p->at, p->end);
        if (out != p->at) memmove(out, p->at, run);
        out += run;
        p->at += run;
        if (*p->at == '"') break;
        if (*p->at == '\\') {
            enum err err = escape(p, &out);
            if (err) return err;
            continue;
        }
        uint32_t code;
        size_t used = utf8_next((struct text){(char *)p->at, (size_t)(p->end - p->at)}, 0, &code);
        if (used < 2) return odd_in_text(p, start);
        memmove(out, p->at, used);
        out += used;
        p->at += used;
        p->wide += used - 1;
    }
    p->at++;
    text->len = (size_t)(out - (uint8_t *)(uintptr_t)text->at);
    *out = 0;
    return ERR_NONE;
}

// ---- numbers and words ----

static const uint8_t *digits(const uint8_t *at) {
    while (*at >= '0' && *at <= '9') at++;
    return at;
}

// Behind the number that begins here by JSON's grammar, or NULL.
static const uint8_t *number_end(const uint8_t *at, bool *whole) {
    if (*at == '-') at++;
    const uint8_t *start = at;
    at = digits(at);
    if (at == start || (*start == '0' && at > start + 1)) return NULL;
    *whole = true;
    if (*at == '.') {
        start = ++at;
        at = digits(at);
        if (at == start) return NULL;
        *whole = false;
    }
    if ((*at | 0x20) == 'e') {
        at++;
        if (*at == '+' || *at == '-') at++;
        start = at;
        at = digits(at);
        if (at == start) return NULL;
        *whole = false;
    }
    return in_word(*at) ? NULL : at;
}

static enum err number(struct parse *p, struct json *value) {
    bool whole;
    const uint8_t *end = number_end(p->at, &whole);
    if (!end) return expected(p, "a number");
    value->kind = JSON_NUMBER;
    value->text = (struct text){(char *)p->at, (size_t)(end - p->at)};
    int64_t integer = 0;
    if (whole && value->text.len <= 15 && *p->at != '-') {
        for (const uint8_t *at = p->at; at < end; at++) integer = integer * 10 + (*at - '0');
        value->number = (double)integer;
    } else if (text_to_f64(value->text, &value->number)) {
        return complain(p, ERR_RANGE, here(p), "a number too large: %.*s",
                        (int)(value->text.len < 32 ? value->text.len : 32), value->text.at);
    }
    p->at += value->text.len;
    return ERR_NONE;
}

static enum err word(struct parse *p, struct json *value) {
    static const struct {
        const char *word;
        enum json_kind kind;
        bool boolean;
    } WORDS[] = {{"null", JSON_NULL, false}, {"true", JSON_BOOL, true}, {"false", JSON_BOOL, false}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        size_t len = strlen(WORDS[i].word);
        if ((size_t)(p->end - p->at) < len || memcmp(p->at, WORDS[i].word, len) || in_word(p->at[len]))
            continue;
        value->kind = WORDS[i].kind;
        value->boolean = WORDS[i].boolean;
        p->at += len;
        return ERR_NONE;
    }
    if (!p->open || p->open->kind == JSON_OBJECT) return expected(p, "a value");
    p->now = NULL; // what is missing here has no path of its own
    return expected(p, "a value or ']'");
}

// ---- lists and objects ----

struct twin {
    uint64_t start; // of the key, after what all begin with, so that most comparisons need not touch it
    const struct json *value;
};

static int twin_order(const void *a, const void *b) {
    const struct twin *x = a, *y = b;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    struct text s = x->value->key, t = y->value->key;
    int order = memcmp(s.at, t.at, s.len < t.len ? s.len : t.len);
    if (order) return order;
    if (s.len != t.len) return s.len < t.len ? -1 : 1;
    return x->value->index < y->value->index ? -1 : 1;
}

static enum err twice(struct parse *p, const struct json *first, const struct json *second) {
    return json_fault_key(second, p->fault, ERR_DUPLICATE, "this name was used already, in line %u",
                          first->key_line);
}

// Sorting, since a table that hashes could be made slow by whoever chooses the names.
static enum err twins_of_many(struct parse *p, const struct json *object) {
    if (object->count > p->twin_room) {
        struct twin *more = realloc(p->twins, object->count * 2 * sizeof *more);
        if (!more) return complain(p, ERR_MEMORY, here(p), "no memory");
        p->twins = more;
        p->twin_room = object->count * (size_t)2;
    }
    size_t count = 0, common = object->first->key.len;
    for (const struct json *at = object->first; at; at = at->next) {
        size_t same = 0;
        while (same < common && same < at->key.len && at->key.at[same] == object->first->key.at[same]) same++;
        common = same;
    }
    for (const struct json *at = object->first; at; at = at->next) {
        struct twin *twin = &p->twins[count++];
        *twin = (struct twin){.value = at};
        for (size_t i = common; i < common + 8; i++)
            twin->start = twin->start << 8 | (i < at->key.len ? (uint8_t)at->key.at[i] : 0);
    }
    qsort(p->twins, count, sizeof *p->twins, twin_order);
    const struct json *first = NULL, *second = NULL;
    for (size_t i = 1; i < count; i++) {
        const struct json *a = p->twins[i - 1].value, *b = p->twins[i].value;
        if (text_same(a->key, b->key) && (!second || b->index < second->index)) first = a, second = b;
    }
    return second ? twice(p, first, second) : ERR_NONE;
}

static enum err twins(struct parse *p, const struct json *object) {
    if (object->count > 16) return twins_of_many(p, object);
    for (const struct json *b = object->first; b; b = b->next)
        for (const struct json *a = object->first; a != b; a = a->next)
            if (text_same(a->key, b->key)) return twice(p, a, b);
    return ERR_NONE;
}

static bool closes(const struct parse *p) {
    return p->open && *p->at == (p->open->kind == JSON_LIST ? ']' : '}');
}

static enum err close_one(struct parse *p) {
    struct json *closed = p->open;
    p->at++;
    p->depth--;
    p->open = (struct json *)(uintptr_t)closed->parent; // ours, and still being made
    p->last = closed;
    return closed->kind == JSON_OBJECT ? twins(p, closed) : ERR_NONE;
}

static struct json *append(struct parse *p) {
    struct json *value = p->values < p->limits.values ? arena_one(p->arena, struct json) : NULL;
    if (!value) return NULL;
    p->values++;
    value->source = p->source;
    value->parent = p->open;
    if (!p->open) {
        p->root = value;
        return value;
    }
    value->index = p->open->count++;
    if (p->last)
        p->last->next = value;
    else
        p->open->first = value;
    p->last = value;
    return value;
}

static enum err member_name(struct parse *p, struct json *value) {
    struct place place = here(p);
    value->key_line = place.line;
    value->key_column = place.column;
    p->now = NULL;
    if (*p->at != '"') return expected(p, "a name in double quotes or '}'");
    enum err err = quoted(p, &value->key);
    if (err) return err;
    p->now = value;
    if ((err = skip(p))) return err;
    if (*p->at != ':') return expected(p, "':' after the name");
    p->at++;
    return skip(p);
}

static enum err open_one(struct parse *p, struct json *value) {
    value->kind = *p->at == '[' ? JSON_LIST : JSON_OBJECT;
    if (p->depth >= p->limits.depth)
        return complain(p, ERR_LIMIT, here(p), "nested deeper than %u", p->limits.depth);
    p->at++;
    p->depth++;
    p->open = value;
    p->last = NULL;
    return ERR_NONE;
}

// One value, of which a list or an object is only opened.
static enum err begin_value(struct parse *p) {
    struct json *value = append(p);
    if (!value && p->values >= p->limits.values)
        return complain(p, ERR_LIMIT, here(p), "more than %s", PLURAL(p->limits.values, "value"));
    if (!value) return complain(p, ERR_MEMORY, here(p), "no memory");
    enum err err = p->open && p->open->kind == JSON_OBJECT ? member_name(p, value) : ERR_NONE;
    if (err) return err;
    p->now = value;
    struct place place = here(p);
    value->line = place.line;
    value->column = place.column;
    switch (*p->at) {
    case '{':
    case '[':
        err = open_one(p, value);
        break;
    case '"':
        err = quoted(p, &value->text), value->kind = JSON_TEXT;
        break;
    case '-':
    case '+':
    case '.':
    case '0' ... '9':
        err = number(p, value);
        break;
    default:
        err = word(p, value);
    }
    if (!err) p->now = NULL;
    return err;
}

// Closing brackets, up to a comma or the end of all.
static enum err end_value(struct parse *p) {
    while (p->open) {
        enum err err = skip(p);
        if (err) return err;
        if (*p->at == ',') {
            p->at++;
            return ERR_NONE;
        }
        if (!closes(p)) {
            char what[64];
            snprintf(what, sizeof what, "',' or '%c' for the one in line %u",
                     p->open->kind == JSON_LIST ? ']' : '}', p->open->line);
            return expected(p, what);
        }
        if ((err = close_one(p))) return err;
    }
    return ERR_NONE;
}

static enum err document(struct parse *p) {
    enum err err = ERR_NONE;
    do {
        if ((err = skip(p))) return err;
        struct json *open = p->open;
        err = closes(p) ? close_one(p) : begin_value(p);
        bool opened = !err && p->open != open && p->open && p->open->parent == open;
        if (!err && !opened) err = end_value(p);
    } while (!err && p->open);
    if (!err) err = skip(p);
    if (!err && p->at < p->end) err = expected(p, "the end of the text");
    return err;
}

static enum err begin(struct parse *p, struct text text, const char *file) {
    struct json_source *source = arena_one(p->arena, struct json_source);
    char *name = arena_copy_text(p->arena, file ? file : "", file ? strlen(file) : 0);
    if (!source || !name) return fault_at(p->fault, ERR_MEMORY, file, 0, 0, "no memory");
    source->file = name;
    p->source = source;
    size_t most = p->limits.bytes < UINT32_MAX - 1 ? p->limits.bytes : UINT32_MAX - 1;
    if (text.len > most)
        return fault_at(p->fault, ERR_LIMIT, file, 0, 0, "larger than the limit of %s", PLURAL(most, "byte"));
    if (text_starts(text, "\xef\xbb\xbf")) text.at += 3, text.len -= 3;
    char *copy = arena_copy_text(p->arena, text.at, text.len);
    if (!copy) return fault_at(p->fault, ERR_MEMORY, file, 0, 0, "no memory");
    p->at = (uint8_t *)copy;
    p->end = p->at + text.len;
    p->line_start = p->at;
    p->line = 1;
    return ERR_NONE;
}

enum err json_parse(struct text text, const char *file, struct arena *arena, const struct json_limits *limits,
                    struct json **out, struct fault *fault) {
    struct parse p = {.arena = arena, .limits = limits ? *limits : json_limits_default(), .fault = fault};
    *out = NULL;
    enum err err = begin(&p, text, file);
    if (!err) err = document(&p);
    free(p.twins);
    if (!err) *out = p.root;
    return err;
}

enum err json_read(const char *path, struct arena *arena, const struct json_limits *limits, struct json **out,
                   struct fault *fault) {
    struct buf text = {0};
    *out = NULL;
    size_t most = limits ? limits->bytes : json_limits_default().bytes;
    enum err err = file_read(path, most, &text, fault);
    if (!err) err = json_parse((struct text){(char *)text.at, text.len}, path, arena, limits, out, fault);
    buf_free(&text);
    return err;
}
