// JSON with comments and trailing commas, where every value knows its place in the file.
//
//     struct json *doc;
//     if (json_parse(TEXT("{\"speed\": …"), "home.json", arena, NULL, &doc, fault)) return fault->err;
//     double speed;
//     if (json_get_number(doc, "speed", 0, 200, &speed, fault)) return fault->err;
//            // home.json:4:12: $.wheels.speed: expected a number from 0 to 200, found 700
//
// Values live in the arena and never change. The text and the file name may be freed after parsing. Beyond
// RFC 8259 the parser accepts // and /* */ comments, a comma before a closing bracket, and a byte order mark.
// A duplicate key is an error.
//
// Every value keeps its line, column and parent, so an error found long after parsing still names its place.
// Lines end with LF, CR LF or CR. Columns count characters from 1; a tab is one. Texts are UTF-8 and may hold
// \u0000. Half of a surrogate pair is an error, and so is a number too large for a double. Every document has
// limits on depth, size and number of values. Nothing here is recursive.
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

struct json {
    enum json_kind kind;
    bool boolean;
    uint32_t line, column;
    uint32_t key_line, key_column; // in an object: where the member begins
    uint32_t index;                // in a list or object
    uint32_t count;                // of a list or object
    const struct json *parent;
    struct text key;    // in an object
    struct json *next;  // sibling
    struct json *first; // of a list or object
    const struct json_source *source;
    // Of a text: decoded and ended by a zero byte. Of a number: as it was written.
    struct text text;
    double number;
};
struct json_source {
    const char *file;
};
struct json_limits {
    size_t bytes, values;
    unsigned depth;
};

struct json_limits json_limits_default(void); // 16 MiB, a million values, 64 deep
enum err json_parse(struct text text, const char *file, struct arena *arena, const struct json_limits *limits,
                    struct json **out, struct fault *fault);
enum err json_read(const char *path, struct arena *arena, const struct json_limits *limits, struct json **out,
                   struct fault *fault);

// NULL: no such key, or not an object
const struct json *json_get(const struct json *object, const char *key);
const struct json *json_at(const struct json *list, size_t index);
// Writes a path such as $.behaviors[3].cooldown_s or $["odd name"]. If it does not fit: "..." and its end.
void json_path(const struct json *value, char *out, size_t size);
const char *json_kind_name(enum json_kind kind); // "a number"
// Sets an error at a value's place (file, line, column, path) and returns err. json_fault_key points at the
// member's name.
enum err json_fault(const struct json *value, struct fault *fault, enum err err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
enum err json_fault_key(const struct json *value, struct fault *fault, enum err err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// What was found, for "…, found %s": a number, true or null as written, the start of a text in quotes, or "a
// list".
const char *json_found(const struct json *value, char *out, size_t size);

// Typed access with checks. The as_ forms take the value, the get_ forms a required member of an object. A
// missing member is ERR_MISSING at the object's place, a wrong kind ERR_TYPE, a number out of range
// ERR_RANGE. Pass -HUGE_VAL or HUGE_VAL for no bound. Integers may be written 1e3 or 5.0; written plainly
// they are exact over all 64 bits.
enum err json_as_number(const struct json *value, double low, double high, double *out, struct fault *fault);
enum err json_as_int(const struct json *value, int64_t low, int64_t high, int64_t *out, struct fault *fault);
enum err json_as_bool(const struct json *value, bool *out, struct fault *fault);
enum err json_as_text(const struct json *value, struct text *out, struct fault *fault);
enum err json_get_number(const struct json *object, const char *key, double low, double high, double *out,
                         struct fault *fault);
enum err json_get_int(const struct json *object, const char *key, int64_t low, int64_t high, int64_t *out,
                      struct fault *fault);
enum err json_get_bool(const struct json *object, const char *key, bool *out, struct fault *fault);
enum err json_get_text(const struct json *object, const char *key, struct text *out, struct fault *fault);
// Every key of the object must be one of `names`. The fault names the unknown key and the nearest known one.
enum err json_only(const struct json *object, const char *const *names, size_t count, struct fault *fault);

// Writing, into a buf whose `err` is checked once at the end. Numbers are written in the shortest form that
// reads back the same. Text that is not UTF-8 is refused (ERR_SYNTAX in buf.err).
struct json_writer {
    struct buf *out;
    unsigned depth, indent; // indent 0: on one line
    bool comma, key;
};
struct json_writer json_writer_of(struct buf *out, unsigned indent);
void json_open(struct json_writer *w, char bracket);  // '{' or '['
void json_close(struct json_writer *w, char bracket); // '}' or ']'
void json_key(struct json_writer *w, const char *key);
void json_text(struct json_writer *w, struct text text);
void json_string(struct json_writer *w, const char *text);
void json_number(struct json_writer *w, double number); // NaN or infinite: null
void json_float(struct json_writer *w, float number);   // the shortest form that reads back as the same float
void json_int(struct json_writer *w, int64_t number);
void json_uint(struct json_writer *w, uint64_t number);
void json_bool(struct json_writer *w, bool boolean);
void json_null(struct json_writer *w);
void json_raw(struct json_writer *w, const char *json); // the text must be valid JSON
void json_copy(struct json_writer *w, const struct json *value);
