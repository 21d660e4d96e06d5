// The grammar for a recogniser of speech, made of a table of phrases from strangers: whatever the table says,
// the text is a grammar. Every rule that it names it has, brackets match, no alternative is empty, and
// nothing stands in it that a grammar would read as something else.
#include "mind/intent/grammar.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int so) {
    if (!so) abort();
}

static int has_rule(const char *text, const char *name, size_t len) { // "<name> =" at the begin of a line
    for (const char *at = text; (at = memmem(at, strlen(at), name, len)); at++) {
        const char *line = at;
        while (line > text && line[-1] != '\n') line--;
        int head = line == at || (!strncmp(line, "public ", 7) && line + 7 == at);
        if (head && !strncmp(at + len, " = ", 3)) return 1;
    }
    return 0;
}

// What stands between two bars or brackets, and after a "=", says something.
static void check_rules(const char *text, const char *at) {
    char open[64];
    size_t depth = 0;
    int said = 1, expects = 0;
    for (; *at; at++) {
        must(strchr("abcdefghijklmnopqrstuvwxyz'<>()[]|=;\n NULVOID", *at) != NULL);
        if (*at == '<') {
            size_t len = strcspn(at, ">") + 1;
            must(at[len - 1] == '>');
            if (strncmp(at, "<NULL>", len) != 0 && strncmp(at, "<VOID>", len) != 0)
                must(has_rule(text, at, len));
            at += len - 1, said = 1;
        } else if (*at == '(' || *at == '[') {
            must(depth < sizeof open);
            open[depth++] = *at, said = 0;
        } else if (*at == ')' || *at == ']') {
            must(depth > 0 && said && open[--depth] == (*at == ')' ? '(' : '['));
        } else if (*at == '|' || *at == ';') {
            must(said && (*at == '|' || !depth));
            said = 0, expects = *at == '|';
        } else if (*at == '=') {
            said = 0, expects = 1;
        } else if (*at != ' ' && *at != '\n') {
            said = 1;
        }
        if (said) expects = 0;
    }
    must(!depth && !expects);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(64 << 10);
    struct json *document;
    struct meanings m = {0};
    if (arena && !json_parse((struct text){(const char *)data, size}, "fuzz", arena, NULL, &document, NULL)) {
        if (phrases_read(document, arena, &m.phrases, NULL)) m.phrases = (struct phrases){0};
        if (answers_read(document, arena, &m.answers, NULL)) m.answers = (struct answers){0};
    }
    struct buf text = {0};
    if (!grammar_make(&m, &text)) {
        static const char HEAD[] = "#JSGF V1.0;\ngrammar phrases;\n";
        must(!memchr(text.at, 0, text.len));
        buf_byte(&text, 0);
        must(!text.err && !strncmp((const char *)text.at, HEAD, sizeof HEAD - 1));
        check_rules((const char *)text.at, (const char *)text.at + sizeof HEAD - 1);
    }
    buf_free(&text);
    arena_free(arena);
    return 0;
}
