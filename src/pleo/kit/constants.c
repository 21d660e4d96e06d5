#include "pleo/kit/constants.h"

#include <string.h>

// One word, number or sign of the source; comments and strings are stepped over. Empty at the end.
static struct text next(struct text *rest);

static bool is_letter(char c) {
    return c == '_' || c == '@' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void drop(struct text *rest, size_t len) {
    if (len > rest->len) len = rest->len;
    rest->at += len, rest->len -= len;
}

static size_t after(struct text rest, size_t from, const char *end) {
    size_t len = strlen(end);
    for (size_t i = from; i + len <= rest.len; i++)
        if (!memcmp(rest.at + i, end, len)) return i + len;
    return rest.len;
}

static void skip_blanks(struct text *rest) {
    while (rest->len) {
        if (text_starts(*rest, "//"))
            drop(rest, after(*rest, 2, "\n"));
        else if (text_starts(*rest, "/*"))
            drop(rest, after(*rest, 2, "*/"));
        else if (*rest->at == '"')
            drop(rest, after(*rest, 1, "\""));
        else if ((unsigned char)*rest->at <= ' ')
            drop(rest, 1);
        else
            return;
    }
}

static struct text next(struct text *rest) {
    skip_blanks(rest);
    size_t len = rest->len ? 1 : 0;
    if (len && (is_letter(*rest->at) || is_digit(*rest->at)))
        while (len < rest->len && (is_letter(rest->at[len]) || is_digit(rest->at[len]))) len++;
    struct text word = {rest->at, len};
    drop(rest, len);
    return word;
}

static bool value_of(const struct constants *all, struct text *rest, int32_t *value) {
    struct text word = next(rest), ahead = *rest;
    if (word.len && is_letter(*word.at) && text_is(next(&ahead), ":"))
        *rest = ahead, word = next(rest); // a tag
    bool minus = text_is(word, "-");
    if (minus) word = next(rest);
    int64_t number = 0;
    if (word.len && is_digit(*word.at)) {
        if (text_to_i64(word, &number)) return false;
    } else if (constants_find(all, word, value)) {
        number = *value;
    } else {
        return false;
    }
    if (minus) number = -number;
    *value = (int32_t)(uint32_t)(uint64_t)number; // 0xFFFFFFFF is -1
    return true;
}

static enum err put(struct constants *all, struct text name, int32_t value, struct fault *fault) {
    if (table_has(&all->names, name)) return ERR_NONE;
    // A table keeps pointers; this one is a number.
    if (!table_put(&all->names, name, (void *)(intptr_t)value))
        return fault_set(fault, ERR_MEMORY, "no memory");
    return ERR_NONE;
}

static enum err scan_enumeration(struct constants *all, struct text *rest, struct fault *fault) {
    struct text word = next(rest);
    while (word.len && !text_is(word, "{") && !text_is(word, ";")) word = next(rest);
    int32_t value = -1;
    for (word = next(rest); word.len && !text_is(word, "}"); word = next(rest)) {
        if (!is_letter(*word.at)) continue;
        struct text ahead = *rest, sign = next(&ahead);
        if (text_is(sign, ":")) continue; // a tag
        int32_t given;
        if (text_is(sign, "=") && value_of(all, &ahead, &given))
            value = given, *rest = ahead;
        else
            value = (int32_t)((uint32_t)value + 1);
        enum err err = put(all, word, value, fault);
        if (err) return err;
    }
    return ERR_NONE;
}

// const NAME = 5, const Tag: NAME = 5, #define NAME 5
static enum err scan_constant(struct constants *all, struct text *rest, bool sign_needed,
                              struct fault *fault) {
    struct text ahead = *rest, name = next(&ahead);
    if (!name.len || !is_letter(*name.at)) return ERR_NONE;
    struct text then = ahead, sign = next(&then);
    if (text_is(sign, ":") && sign_needed) {
        name = next(&then);
        ahead = then;
        sign = next(&then);
    }
    if (sign_needed) {
        if (!text_is(sign, "=")) return ERR_NONE;
        ahead = then;
    }
    int32_t value;
    if (!value_of(all, &ahead, &value)) return ERR_NONE;
    *rest = ahead;
    return put(all, name, value, fault);
}

enum err constants_scan(struct constants *all, struct text source, struct fault *fault) {
    enum err err = ERR_NONE;
    while (!err) {
        struct text word = next(&source);
        if (!word.len) break;
        if (text_is(word, "enum"))
            err = scan_enumeration(all, &source, fault);
        else if (text_is(word, "const"))
            err = scan_constant(all, &source, true, fault);
        else if (text_is(word, "define"))
            err = scan_constant(all, &source, false, fault);
    }
    return err;
}

bool constants_find(const struct constants *all, struct text name, int32_t *value) {
    if (!table_has(&all->names, name)) return false;
    *value = (int32_t)(intptr_t)table_get(&all->names, name);
    return true;
}

void constants_free(struct constants *all) { table_free(&all->names); }
