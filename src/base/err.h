// Errors: what went wrong, and where.
//
// A function that can fail returns `enum err`; 0 is success. Where a person will read the reason, the caller
// also passes a `struct fault`. It names the place and what was expected:
//
//     struct fault fault = {0};
//     if (json_parse(text, "home.json", arena, NULL, &doc, &fault))
//         fault_print(&fault, stderr);     // home.json:3:14: expected a value, found "abc"
//
// A fault owns nothing and may be copied. Every function here accepts a NULL fault and then only returns the
// error. The first reason is kept: setting a fault that is already set changes nothing.
#pragma once

#include <stddef.h>
#include <stdio.h>

enum err {
    ERR_NONE = 0,
    ERR_MEMORY,      // an allocation failed
    ERR_SHORT,       // the input ended too early
    ERR_SYNTAX,      // the input breaks its grammar
    ERR_RANGE,       // a number or an index is out of range
    ERR_TYPE,        // the right place, the wrong type of value
    ERR_UNKNOWN,     // unknown name or id
    ERR_DUPLICATE,   // the name or id exists already
    ERR_LIMIT,       // a documented size limit was reached
    ERR_MISSING,     // something required is missing
    ERR_IO,          // the system refused to read or write
    ERR_EXISTS,      // it exists already and must not be replaced
    ERR_BUSY,        // somebody else is using it
    ERR_STATE,       // not now: called in the wrong order
    ERR_VERSION,     // a version this program does not support
    ERR_CHECKSUM,    // the bytes were damaged in transit
    ERR_DENIED,      // not allowed
    ERR_UNSUPPORTED, // understood, but not supported
    ERR_CANCELLED,   // the caller cancelled it
    ERR_TIMEOUT,     // no answer in time
    ERR_CLOSED,      // the other side has closed
    ERR_COUNT
};

struct fault {
    enum err err;
    unsigned line, column; // counted from 1; 0: unknown
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
// Sets the file name of a fault that has none.
void fault_in(struct fault *fault, const char *file);
// Turns a system errno into an `enum err`, and into words after `doing`: "cannot read: No such file or
// directory".
enum err err_of_errno(int number);
enum err fault_errno(struct fault *fault, int number, const char *file, const char *doing);
// Writes "file:line:column: path: said" and leaves out what is unknown. It is always one line, escaped as by
// text_shown, whatever an untrusted file holds. Always ends with a zero byte; returns `out`.
char *fault_text(const struct fault *fault, char *out, size_t size);
void fault_print(const struct fault *fault, FILE *to); // the same, with a newline
