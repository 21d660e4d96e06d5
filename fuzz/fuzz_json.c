// Any bytes are either refused at a place inside them, or read; then every value's place is inside them too,
// and what is written from them reads back the same, at any indent.
#include "base/data/json.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static size_t lines_of(struct text text) {
    size_t lines = 1;
    for (size_t i = 0; i < text.len; i++) lines += text.at[i] == '\n' || text.at[i] == '\r';
    return lines;
}

static void look(const struct json *doc, struct text text) {
    size_t lines = lines_of(text);
    uint32_t index = 0;
    for (const struct json *at = doc; at;) {
        char path[40], is[48];
        json_path(at, path, sizeof path);
        json_found(at, is, sizeof is);
        must(strlen(path) < sizeof path && strlen(is) < sizeof is);
        must(at->line >= 1 && at->line <= lines && at->column >= 1 && at->column <= text.len + 1);
        must(utf8_valid(at->key) && (at->kind != JSON_TEXT || utf8_valid(at->text)));
        must(!at->parent || at->index < at->parent->count);
        if (at->first) {
            at = at->first;
            index = 0;
            must(at->index == index);
            continue;
        }
        while (at && !at->next) at = at->parent;
        if (at) at = at->next;
    }
}

static void same(const struct json *a, const struct json *b) {
    for (;;) {
        must(a->kind == b->kind && a->count == b->count && a->boolean == b->boolean);
        must(text_same(a->key, b->key) && text_same(a->text, b->text));
        must(!memcmp(&a->number, &b->number, sizeof a->number));
        if (a->first) {
            a = a->first, b = b->first;
            continue;
        }
        while (a && !a->next) a = a->parent, b = b->parent;
        if (!a) return;
        a = a->next, b = b->next;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(4096);
    if (!arena) return 0;
    struct json_limits limits = {.bytes = 1 << 16, .values = 4000, .depth = size ? 1 + data[0] % 64u : 8};
    struct text text = {(const char *)data, size};
    struct fault fault = {0};
    struct json *doc, *again;
    enum err err = json_parse(text, "f", arena, &limits, &doc, &fault);
    must(err == fault.err && !err == (doc != NULL));
    if (err) {
        must(fault.said[0] && fault.line <= lines_of(text) && fault.column <= size + 1);
    } else {
        look(doc, text);
        struct buf out = {0};
        struct json_writer w = json_writer_of(&out, size % 4);
        json_copy(&w, doc);
        must(!out.err);
        limits.bytes = 1 << 24;
        must(!json_parse((struct text){(char *)out.at, out.len}, "g", arena, &limits, &again, NULL));
        same(doc, again);
        buf_free(&out);
    }
    arena_free(arena);
    return 0;
}
