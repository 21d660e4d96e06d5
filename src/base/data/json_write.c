#include "base/data/json.h"

#include <math.h>
#include <string.h>

struct json_writer json_writer_of(struct buf *out, unsigned indent) {
    return (struct json_writer){.out = out, .indent = indent};
}

static void line_of(struct json_writer *w) {
    if (!w->indent) return;
    size_t spaces = (size_t)w->depth * w->indent;
    uint8_t *at = buf_extend(w->out, 1 + spaces);
    if (!at) return;
    at[0] = '\n';
    memset(at + 1, ' ', spaces);
}

// What stands before a value or a key.
static void begin(struct json_writer *w) {
    if (w->key) {
        w->key = false;
        w->comma = true;
        return;
    }
    if (w->comma) buf_byte(w->out, ',');
    if (w->depth) line_of(w);
    w->comma = true;
}

void json_open(struct json_writer *w, char bracket) {
    begin(w);
    buf_byte(w->out, (uint8_t)bracket);
    w->depth++;
    w->comma = false;
}

void json_close(struct json_writer *w, char bracket) {
    if (w->depth) w->depth--;
    if (w->comma) line_of(w); // an empty one stays on its line
    buf_byte(w->out, (uint8_t)bracket);
    w->comma = true;
}

// How many bytes from here need no escape.
static size_t plain(const char *at, size_t len) {
    size_t i = 0;
    while (i < len && (uint8_t)at[i] >= 0x20 && at[i] != '"' && at[i] != '\\') i++;
    return i;
}

static void put_escape(struct buf *out, uint8_t c) {
    static const char FROM[] = "\"\\\b\f\n\r\t", TO[] = "\"\\bfnrt";
    const char *known = c ? strchr(FROM, c) : NULL;
    char code[7] = {'\\', known ? TO[known - FROM] : 'u', '0',
                    '0',  "0123456789abcdef"[c >> 4],     "0123456789abcdef"[c & 15],
                    0};
    buf_bytes(out, code, known ? 2 : 6);
}

static void put_quoted(struct buf *out, struct text text) {
    if (!utf8_valid(text)) {
        if (!out->err) out->err = ERR_SYNTAX;
        return;
    }
    buf_byte(out, '"');
    while (text.len) {
        size_t len = plain(text.at, text.len);
        if (len)
            buf_bytes(out, text.at, len);
        else
            put_escape(out, (uint8_t)text.at[0]), len = 1;
        text.at += len;
        text.len -= len;
    }
    buf_byte(out, '"');
}

static void put_key(struct json_writer *w, struct text key) {
    begin(w);
    put_quoted(w->out, key);
    buf_bytes(w->out, ": ", w->indent ? 2 : 1);
    w->key = true;
}

void json_key(struct json_writer *w, const char *key) { put_key(w, text_of(key)); }

void json_text(struct json_writer *w, struct text text) {
    begin(w);
    put_quoted(w->out, text);
}

void json_string(struct json_writer *w, const char *text) { json_text(w, text_of(text)); }

static void put(struct json_writer *w, const char *text, size_t len) {
    begin(w);
    buf_bytes(w->out, text, len);
}

void json_number(struct json_writer *w, double number) {
    char text[NUMBER_ROOM];
    if (isfinite(number))
        put(w, text, f64_to_text(number, text));
    else
        json_null(w);
}

void json_float(struct json_writer *w, float number) {
    char text[NUMBER_ROOM];
    if (isfinite(number))
        put(w, text, f32_to_text(number, text));
    else
        json_null(w);
}

void json_int(struct json_writer *w, int64_t number) {
    char text[NUMBER_ROOM];
    put(w, text, i64_to_text(number, text));
}

void json_uint(struct json_writer *w, uint64_t number) {
    char text[NUMBER_ROOM];
    put(w, text, u64_to_text(number, text));
}

void json_bool(struct json_writer *w, bool boolean) { json_raw(w, boolean ? "true" : "false"); }
void json_null(struct json_writer *w) { json_raw(w, "null"); }
void json_raw(struct json_writer *w, const char *json) { put(w, json, strlen(json)); }

static void copy_leaf(struct json_writer *w, const struct json *value) {
    switch (value->kind) {
    case JSON_NULL:
        json_null(w);
        break;
    case JSON_BOOL:
        json_bool(w, value->boolean);
        break;
    case JSON_NUMBER:
        put(w, value->text.at, value->text.len);
        break; // all its digits
    case JSON_TEXT:
        json_text(w, value->text);
        break;
    case JSON_LIST:
        json_open(w, '[');
        break;
    case JSON_OBJECT:
        json_open(w, '{');
        break;
    }
}

void json_copy(struct json_writer *w, const struct json *value) {
    if (!value) {
        json_null(w);
        return;
    }
    for (const struct json *at = value;;) {
        if (at != value && at->parent->kind == JSON_OBJECT) put_key(w, at->key);
        copy_leaf(w, at);
        if (at->first) {
            at = at->first;
            continue;
        }
        if (at->kind == JSON_LIST || at->kind == JSON_OBJECT)
            json_close(w, at->kind == JSON_LIST ? ']' : '}');
        while (at != value && !at->next) {
            at = at->parent;
            json_close(w, at->kind == JSON_LIST ? ']' : '}');
        }
        if (at == value) return;
        at = at->next;
    }
}
