// What went wrong, and where.
//
// A function that can fail returns `enum err` (0 is success). Where a person will read the reason, the
// caller also hands in a `struct fault`, which names the place and what was expected:
//
//     struct fault fault = {0};
//     if (json_parse(text, "home.json", arena, NULL, &doc, &fault))
//         fault_print(&fault, stderr);     // home.json:3:14: expected a value, found "abc"
//
// A fault owns nothing and may be copied. Every function here takes a NULL fault and then only passes the
// error on. The first reason stays: setting a fault that is already set changes nothing.
#pragma once

#include <stddef.h>
#include <stdio.h>

enum err {
    ERR_NONE = 0,
    ERR_MEMORY,      // an allocation failed
    ERR_SHORT,       // the input ended before it was whole
    ERR_SYNTAX,      // the input does not follow its grammar
    ERR_RANGE,       // a number or an index outside what is allowed
    ERR_TYPE,        // the right place, the wrong kind of value
    ERR_UNKNOWN,     // a name or an id nobody has heard of
    ERR_DUPLICATE,   // a name or an id that is there already
    ERR_LIMIT,       // a stated size limit was reached
    ERR_MISSING,     // something required is not there
    ERR_IO,          // the system refused to read or write
    ERR_EXISTS,      // it is there already and must not be replaced
    ERR_BUSY,        // somebody else holds it
    ERR_STATE,       // not now: asked in the wrong order
    ERR_VERSION,     // a version this program does not speak
    ERR_CHECKSUM,    // the bytes were damaged on their way
    ERR_DENIED,      // not allowed
    ERR_UNSUPPORTED, // understood, and not something this program does
    ERR_CANCELLED,   // the asker took it back
    ERR_TIMEOUT,     // no answer in time
    ERR_CLOSED,      // the other side is gone
    ERR_COUNT
};

struct fault {
    enum err err;
    unsigned line, column; // counted from 1; 0: no such place
    char file[160];        // file, packet or request; "" when there is none
    char path[128];        // such as $.behaviors[3].cooldown_s
    char said[256];        // "expected a number, found a string"
};

const char *err_name(enum err err); // "range", "syntax" …: one word, never NULL

// Both return err, so that `return fault_set(fault, ERR_RANGE, "…")` reads well.
enum err fault_set(struct fault *fault, enum err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum err fault_at(struct fault *fault, enum err err, const char *file, unsigned line, unsigned column,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));
// Names the file of a fault that was set without one.
void fault_in(struct fault *fault, const char *file);
// What the system said: its errno as one of ours, and in words behind `doing` ("cannot read: No such file or directory").
enum err err_of_errno(int number);
enum err fault_errno(struct fault *fault, int number, const char *file, const char *doing);
// "file:line:column: path: said", leaving out what is not there, as text_shown shows it: one line, whatever a stranger's file
// holds. Always ends its text; returns out.
char *fault_text(const struct fault *fault, char *out, size_t size);
void fault_print(const struct fault *fault, FILE *to); // the same and a newline
