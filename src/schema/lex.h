// The lexer of the message language, with one word of look-ahead.
//
//     struct lex lex;
//     lex_start(&lex, source, "toy.clad", arena, fault);
//     while (lex.now.kind != LEX_END) { … lex_next(&lex); }
//
// The first error stays in the fault; from then on every word is LEX_END. Documentation comments are
// collected on the way. doc_after stands on the same line as the declaration that just ended; doc_before
// belongs to the one that begins.
#pragma once

#include "base/arena.h"
#include "base/bytes.h"
#include "base/text.h"

enum lex_kind { LEX_END, LEX_NAME, LEX_INTEGER, LEX_REAL, LEX_TEXT, LEX_LETTERS, LEX_MARK };

struct place {
    uint32_t line, column;
};

struct word {
    enum lex_kind kind;
    struct text spelled;
    struct place place;
    uint64_t integer;
    double real;
    struct bytes bytes; // of a text or letters, without quotes and escapes; in the arena
};

struct lex {
    const char *file;
    const char *at, *end, *line_start;
    uint32_t line;
    struct word now;
    uint32_t last_line; // where the word before this one ended
    const char *doc_after, *doc_before;
    struct arena *arena;
    struct fault *fault;
    bool started;
    enum err err;
};

void lex_start(struct lex *lex, struct text source, const char *file, struct arena *arena,
               struct fault *fault);
void lex_next(struct lex *lex);
bool lex_is(const struct lex *lex, const char *spelled);   // a name or a mark, not a text
bool lex_take(struct lex *lex, const char *spelled);       // skips it if it is there
bool lex_expect(struct lex *lex, const char *spelled);     // an error if it is not there
const char *lex_word(const struct lex *lex, char out[64]); // for error messages: "flaot32", or end of file
enum err lex_fail(struct lex *lex, enum err err, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
