// How errors and warnings are told: once, in the second reading, and only the first of an expression. After
// an error the rest of the statement is silent, because what follows is mostly its consequence.
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>

static bool is_fatal(int number) { return number >= 100 && number < 200; }

static bool is_silenced(const struct unit *u, int number) {
    return number >= 200 && number < 264 && (u->config->silent >> (number - 200) & 1);
}

static void forget_place(struct unit *u) {
    u->forced_line = 0;
    u->forced_file = -1;
}

static void tell(struct unit *u, int number, const char *text) {
    struct pawn_message message = {
        .number = number,
        .kind = number < 100   ? "error"
                : number < 200 ? "fatal error"
                               : "warning",
        .text = text,
        .line = u->forced_line ? u->forced_line
                : u->in        ? u->in->line
                               : 0,
    };
    int first = u->forced_line ? -1 : u->expression_line;
    if (first > message.line) first = message.line; // an error at the end of an included file
    message.first = first > 0 && first != message.line ? first : 0;
    message.file = u->forced_file >= 0 ? cc_file_name(u, u->forced_file) : u->in ? u->in->name : NULL;
    if (!message.file) message.file = u->config->source_count ? u->config->sources[0] : "";
    if (!u->forced_line && u->in && u->reading) {
        message.source = u->raw;
        message.column = (int)u->token.column;
    }
    if (u->config->say) u->config->say(u->config->user, &message);
    if (number < 200)
        fault_at(u->fault, ERR_SYNTAX, message.file, (unsigned)message.line, (unsigned)message.column,
                 "error %03d: %s", number, text);
}

// Three errors on one line are enough.
static bool too_many_here(struct unit *u, int number) {
    int line = u->in ? u->in->line : 0, file = u->in ? u->in->file : 0;
    bool elsewhere = (u->expression_line <= 0 && u->many_line != line) || u->many_line < u->expression_line ||
                     u->many_line > line || u->many_file != file;
    if (elsewhere) u->many_count = 0;
    u->many_line = line;
    u->many_file = file;
    if (number < 200) u->many_count++;
    return u->many_count >= 3;
}

static bool say(struct unit *u, int number, const char *hint, va_list arguments) {
    bool unheard = (u->quiet || u->pass != PASS_WRITE) && !is_fatal(number);
    if (unheard || is_silenced(u, number)) {
        forget_place(u);
        return false;
    }
    char text[768];
    const char *format = cc_error_text(number);
    int used = vsnprintf(text, sizeof text, format ? format : "unknown message", arguments);
    if (hint && used >= 0 && (size_t)used < sizeof text)
        snprintf(text + used, sizeof text - (size_t)used, "; %s", hint);
    if (number < 200)
        u->errors++;
    else
        u->warnings++;
    if (number < 100) u->quiet = true;
    tell(u, number, text);
    if (is_fatal(number) || u->errors > CC_ERRORS) {
        u->result->aborted = true;
        longjmp(u->abort, 1);
    }
    forget_place(u);
    if (too_many_here(u, number) && number != 107) cc_say(u, 107);
    return false;
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"

bool cc_say(struct unit *u, int number, ...) {
    va_list arguments;
    va_start(arguments, number);
    say(u, number, NULL, arguments);
    va_end(arguments);
    return false;
}

bool cc_say_hint(struct unit *u, int number, const char *hint, ...) {
    va_list arguments;
    va_start(arguments, hint);
    say(u, number, hint, arguments);
    va_end(arguments);
    return false;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

unsigned cc_edits(const char *a, const char *b) {
    enum { MOST = 2 * CC_NAME + 20 };
    unsigned row[MOST + 1];
    size_t la = strlen(a), lb = strlen(b);
    if (la > MOST || lb > MOST) return MOST;
    for (size_t j = 0; j <= lb; j++) row[j] = (unsigned)j;
    for (size_t i = 1; i <= la; i++) {
        unsigned corner = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= lb; j++) {
            unsigned change = corner + (lower(a[i - 1]) != lower(b[j - 1]));
            corner = row[j];
            unsigned least = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            row[j] = change < least ? change : least;
        }
    }
    return row[lb];
}

static bool proposable(const struct symbol *symbol, enum kind kind) {
    enum kind have = symbol->kind;
    if (have == K_CONST || have == K_REFERENCE || have == K_ARRAY || have == K_REFARRAY) have = K_VARIABLE;
    return have == kind || (kind == K_VARIABLE && have == K_FUNCTION);
}

static const struct symbol *nearest(struct unit *u, const struct symbol *list, const char *name,
                                    enum kind kind, unsigned *distance) {
    unsigned most = (unsigned)strlen(name) / 2;
    if (most > 2) most = 2;
    const struct symbol *best = NULL;
    for (const struct symbol *symbol = list; symbol; symbol = symbol->next) {
        if (symbol->gone || !proposable(symbol, kind)) continue;
        char shown[2 * CC_NAME + 20];
        unsigned edits = cc_edits(name, cc_display(u, symbol, shown, sizeof shown));
        bool better = edits < *distance ||
                      (best && edits == *distance && strcmp(symbol->name->text, best->name->text) < 0);
        if (edits > most || !better) continue;
        best = symbol;
        *distance = edits;
    }
    return best;
}

bool cc_say_near(struct unit *u, int number, const char *name, enum kind kind) {
    if (u->quiet || u->pass != PASS_WRITE) return false;
    unsigned far = 1000;
    const struct symbol *best = name[0] ? nearest(u, u->locals, name, kind, &far) : NULL;
    const struct symbol *global = name[0] ? nearest(u, u->globals, name, kind, &far) : NULL;
    if (global) best = global;
    if (!best || !strcmp(best->name->text, name)) return cc_say(u, number, name);
    char hint[3 * CC_NAME + 32], shown[2 * CC_NAME + 20];
    snprintf(hint, sizeof hint, "is \"%s\" meant?", cc_display(u, best, shown, sizeof shown));
    return cc_say_hint(u, number, hint, name);
}

void cc_quiet_end(struct unit *u) { u->quiet = false; }

void cc_expression_begins(struct unit *u) { u->expression_line = u->in ? u->in->line : 0; }

void cc_expression_ends(struct unit *u) {
    u->expression_line = -1;
    forget_place(u);
}

void cc_at(struct unit *u, const struct symbol *symbol) {
    u->expression_line = -1;
    u->forced_line = symbol->line;
    u->forced_file = symbol->file;
}

void pawn_message_line(const struct pawn_message *message, struct buf *out) {
    if (message->first)
        buf_printf(out, "%s(%d -- %d) : ", message->file, message->first, message->line);
    else
        buf_printf(out, "%s(%d) : ", message->file, message->line);
    buf_printf(out, "%s %03d: %s", message->kind, message->number, message->text);
}
