// What is asked of a parsed document: members, places, and values of the kind and range that was expected.
#include "base/data/json.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

const char *json_kind_name(enum json_kind kind) {
    static const char *const NAMES[] = {"null", "true or false", "a number", "a text", "a list", "an object"};
    return (unsigned)kind < sizeof NAMES / sizeof *NAMES ? NAMES[kind] : "nothing known";
}

const struct json *json_get(const struct json *object, const char *key) {
    if (!object || object->kind != JSON_OBJECT) return NULL;
    struct text wanted = text_of(key);
    for (const struct json *at = object->first; at; at = at->next)
        if (text_same(at->key, wanted)) return at;
    return NULL;
}

const struct json *json_at(const struct json *list, size_t index) {
    if (!list || index >= list->count) return NULL;
    const struct json *at = list->first;
    while (index--) at = at->next;
    return at;
}

// ---- places ----

static bool plain_name(struct text key) {
    if (!key.len || (key.at[0] >= '0' && key.at[0] <= '9')) return false;
    for (size_t i = 0; i < key.len; i++) {
        char c = key.at[i];
        if (!((c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_')) return false;
    }
    return true;
}

enum { PIECE_MAX = 80 };

// .name, ["odd name"] or [3]. Of a very long name the beginning.
static size_t path_piece(const struct json *value, char out[PIECE_MAX]) {
    if (value->parent->kind == JSON_LIST) return (size_t)snprintf(out, PIECE_MAX, "[%u]", value->index);
    char key[PIECE_MAX - 16];
    bool cut = text_copy(value->key, key, sizeof key) >= sizeof key;
    for (char *c = key; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?'; // goes to terminals and logs
    bool plain = plain_name(value->key);
    return (size_t)snprintf(out, PIECE_MAX, plain ? ".%s%s" : "[\"%s%s\"]", key, cut ? "..." : "");
}

void json_path(const struct json *value, char *out, size_t size) {
    if (!size) return;
    size_t start = size - 1; // it grows from its end
    out[start] = 0;
    const struct json *at = value;
    for (; at && at->parent; at = at->parent) {
        char piece[PIECE_MAX];
        size_t len = path_piece(at, piece);
        size_t before = at->parent->parent ? 3 : 1; // "..." or "$"
        if (start < len + before) break;
        start -= len;
        memcpy(out + start, piece, len);
    }
    const char *head = at && at->parent ? "..." : "$";
    size_t len = strlen(head) < start ? strlen(head) : start;
    memcpy(out + start - len, head, len);
    start -= len;
    memmove(out, out + start, size - start);
}

static enum err fault_here(const struct json *value, bool key, struct fault *fault, enum err err,
                           const char *format, va_list arguments) __attribute__((format(printf, 5, 0)));
static enum err fault_here(const struct json *value, bool key, struct fault *fault, enum err err,
                           const char *format, va_list arguments) {
    if (!fault || fault->err) return err;
    char said[sizeof fault->said];
    vsnprintf(said, sizeof said, format, arguments);
    if (!value) return fault_set(fault, err, "%s", said);
    key = key && value->key_line;
    fault_at(fault, err, value->source ? value->source->file : NULL, key ? value->key_line : value->line,
             key ? value->key_column : value->column, "%s", said);
    json_path(value, fault->path, sizeof fault->path);
    return err;
}

enum err json_fault(const struct json *value, struct fault *fault, enum err err, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fault_here(value, false, fault, err, format, arguments);
    va_end(arguments);
    return err;
}

enum err json_fault_key(const struct json *value, struct fault *fault, enum err err, const char *format,
                        ...) {
    va_list arguments;
    va_start(arguments, format);
    fault_here(value, true, fault, err, format, arguments);
    va_end(arguments);
    return err;
}

const char *json_found(const struct json *value, char *out, size_t size) {
    if (!size) return out;
    if (!value) {
        text_copy(TEXT("nothing"), out, size);
    } else if (value->kind == JSON_BOOL) {
        text_copy(value->boolean ? TEXT("true") : TEXT("false"), out, size);
    } else if (value->kind == JSON_NUMBER) {
        text_copy(value->text, out, size < 40 ? size : 40);
    } else if (value->kind == JSON_TEXT) {
        char beginning[40];
        bool cut = text_copy(value->text, beginning, sizeof beginning) >= sizeof beginning;
        for (char *c = beginning; *c; c++)
            if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
        snprintf(out, size, "\"%s%s\"", beginning, cut ? "..." : "");
    } else {
        text_copy(text_of(json_kind_name(value->kind)), out, size);
    }
    return out;
}

// ---- values of a kind ----

static enum err wrong(const struct json *value, struct fault *fault, enum err err, const char *wanted) {
    char is[64];
    return json_fault(value, fault, err, "expected %s, found %s", wanted, json_found(value, is, sizeof is));
}

// "a number from 0 to 200", "… of at least 0", "… of at most 1", or just "a number".
static const char *bounded(const char *what, const char *low, const char *high, char out[128]) {
    if (low && high)
        snprintf(out, 128, "%s from %s to %s", what, low, high);
    else if (low)
        snprintf(out, 128, "%s of at least %s", what, low);
    else if (high)
        snprintf(out, 128, "%s of at most %s", what, high);
    else
        snprintf(out, 128, "%s", what);
    return out;
}

static enum err missing(const struct json *value, struct fault *fault) {
    return value ? ERR_NONE : fault_set(fault, ERR_MISSING, "a value is missing");
}

enum err json_as_number(const struct json *value, double low, double high, double *out, struct fault *fault) {
    if (missing(value, fault)) return ERR_MISSING;
    double number = value->number;
    if (value->kind == JSON_NUMBER && number >= low && number <= high) {
        *out = number;
        return ERR_NONE;
    }
    char from[NUMBER_ROOM], to[NUMBER_ROOM], wanted[128];
    f64_to_text(low, from);
    f64_to_text(high, to);
    bounded("a number", isfinite(low) ? from : NULL, isfinite(high) ? to : NULL, wanted);
    return wrong(value, fault, value->kind == JSON_NUMBER ? ERR_RANGE : ERR_TYPE, wanted);
}

// As it was written when that is a plain whole number; else what the double holds, as long as doubles hold
// every whole number.
static enum err whole(const struct json *value, int64_t *out) {
    if (value->kind != JSON_NUMBER) return ERR_TYPE;
    enum err err = text_to_i64(value->text, out);
    if (err != ERR_SYNTAX) return err;
    double number = value->number;
    if (number != floor(number)) return ERR_TYPE;
    if (fabs(number) > 0x1p53) return ERR_RANGE;
    *out = (int64_t)number;
    return ERR_NONE;
}

enum err json_as_int(const struct json *value, int64_t low, int64_t high, int64_t *out, struct fault *fault) {
    if (missing(value, fault)) return ERR_MISSING;
    int64_t number = 0;
    enum err err = whole(value, &number);
    if (!err && (number < low || number > high)) err = ERR_RANGE;
    if (!err) {
        *out = number;
        return ERR_NONE;
    }
    char from[NUMBER_ROOM], to[NUMBER_ROOM], wanted[128];
    i64_to_text(low, from);
    i64_to_text(high, to);
    bounded("a whole number", low > INT64_MIN || err == ERR_RANGE ? from : NULL,
            high < INT64_MAX || err == ERR_RANGE ? to : NULL, wanted);
    return wrong(value, fault, err, wanted);
}

enum err json_as_bool(const struct json *value, bool *out, struct fault *fault) {
    if (missing(value, fault)) return ERR_MISSING;
    if (value->kind != JSON_BOOL) return wrong(value, fault, ERR_TYPE, "true or false");
    *out = value->boolean;
    return ERR_NONE;
}

enum err json_as_text(const struct json *value, struct text *out, struct fault *fault) {
    if (missing(value, fault)) return ERR_MISSING;
    if (value->kind != JSON_TEXT) return wrong(value, fault, ERR_TYPE, "a text");
    *out = value->text;
    return ERR_NONE;
}

// ---- members that must be there ----

static enum err member(const struct json *object, const char *key, const struct json **out,
                       struct fault *fault) {
    if (missing(object, fault)) return ERR_MISSING;
    if (object->kind != JSON_OBJECT) return wrong(object, fault, ERR_TYPE, "an object");
    *out = json_get(object, key);
    return *out ? ERR_NONE : json_fault(object, fault, ERR_MISSING, "\"%s\" is missing", key);
}

enum err json_get_number(const struct json *object, const char *key, double low, double high, double *out,
                         struct fault *fault) {
    const struct json *value = NULL;
    enum err err = member(object, key, &value, fault);
    return err ? err : json_as_number(value, low, high, out, fault);
}

enum err json_get_int(const struct json *object, const char *key, int64_t low, int64_t high, int64_t *out,
                      struct fault *fault) {
    const struct json *value = NULL;
    enum err err = member(object, key, &value, fault);
    return err ? err : json_as_int(value, low, high, out, fault);
}

enum err json_get_bool(const struct json *object, const char *key, bool *out, struct fault *fault) {
    const struct json *value = NULL;
    enum err err = member(object, key, &value, fault);
    return err ? err : json_as_bool(value, out, fault);
}

enum err json_get_text(const struct json *object, const char *key, struct text *out, struct fault *fault) {
    const struct json *value = NULL;
    enum err err = member(object, key, &value, fault);
    return err ? err : json_as_text(value, out, fault);
}

static enum err stranger(const struct json *value, const char *const *names, size_t count,
                         struct fault *fault) {
    char key[64];
    text_copy(value->key, key, sizeof key);
    const char *near = text_nearest(key, names, count);
    if (near) return json_fault_key(value, fault, ERR_UNKNOWN, "unknown name, did you mean \"%s\"?", near);
    char known[160] = "";
    size_t len = 0;
    for (size_t i = 0; i < count && len < sizeof known; i++)
        len += (size_t)snprintf(known + len, sizeof known - len, "%s%s", i ? ", " : "", names[i]);
    if (len >= sizeof known) strcpy(known + sizeof known - 4, "...");
    return json_fault_key(value, fault, ERR_UNKNOWN,
                          count ? "unknown name, expected one of %s" : "unknown name%s", known);
}

enum err json_only(const struct json *object, const char *const *names, size_t count, struct fault *fault) {
    if (missing(object, fault)) return ERR_MISSING;
    if (object->kind != JSON_OBJECT) return wrong(object, fault, ERR_TYPE, "an object");
    for (const struct json *at = object->first; at; at = at->next) {
        bool known = false;
        for (size_t i = 0; i < count && !known; i++) known = text_is(at->key, names[i]);
        if (!known) return stranger(at, names, count, fault);
    }
    return ERR_NONE;
}
