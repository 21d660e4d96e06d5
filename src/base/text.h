// Pieces of UTF-8 text, and numbers in text. A `struct text` is a view: it owns nothing and need not end with
// a zero byte.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

struct text {
    const char *at;
    size_t len;
};

#define TEXT(literal) ((struct text){"" literal, sizeof(literal) - 1})
struct text text_of(const char *ended); // NULL is an empty text
bool text_is(struct text a, const char *b);
bool text_same(struct text a, struct text b);
bool text_same_nocase(struct text a, struct text b); // ASCII letters only
bool text_starts(struct text a, const char *start);
bool text_ends(struct text a, const char *end);
struct text text_trim(struct text a);
bool text_split(struct text *rest, char at, struct text *piece); // false when `rest` is used up
// Cuts between characters to fit and always adds a zero byte. Returns the length that was wanted.
size_t text_copy(struct text a, char *out, size_t size);
enum err text_to_i64(struct text a, int64_t *out); // decimal or 0x; ERR_SYNTAX, ERR_RANGE
enum err text_to_u64(struct text a, uint64_t *out);
// C's grammar (1.5e-3, .5, 0x1.8p3), the same in every locale and correctly rounded. Only finite numbers: too
// large is ERR_RANGE, too small becomes 0. The whole text must be the number. text_to_f32 rounds once;
// (float)text_to_f64 may round twice.
enum err text_to_f64(struct text a, double *out);
enum err text_to_f32(struct text a, float *out);
// The shortest decimal that reads back as the same number, and of those the nearest: 0.1, 1e21, -0. NaN or
// infinite: nan, inf, -inf. Adds a zero byte and returns the length.
enum { NUMBER_ROOM = 32 };
size_t f64_to_text(double number, char out[NUMBER_ROOM]);
size_t f32_to_text(float number, char out[NUMBER_ROOM]); // also right when read as a double first
size_t i64_to_text(int64_t number, char out[NUMBER_ROOM]);
size_t u64_to_text(uint64_t number, char out[NUMBER_ROOM]);
bool text_glob(const char *pattern, const char *text); // * ? [a-z]
// edits from a to b: change, insert, drop or swap a letter
unsigned text_distance(const char *a, const char *b);
// The most similar name; NULL when none is close.
const char *text_nearest(const char *wrong, const char *const *names, size_t count);
int hex_digit(char c); // -1: not a hex digit
// Spaces and newlines are skipped.
enum err hex_to_bytes(struct text hex, uint8_t *out, size_t room, size_t *len);
void bytes_to_hex(const uint8_t *bytes, size_t len, char *out); // 2*len+1 characters

bool utf8_valid(struct text a);
// Returns the bytes used. A bad byte uses 1 and gives U+FFFD; 0 at the end.
size_t utf8_next(struct text a, size_t at, uint32_t *code);
size_t utf8_put(uint32_t code, char out[4]); // bytes written; surrogates and too large codes become U+FFFD
size_t utf8_count(struct text a);

// Makes untrusted text safe to show: one line, and nothing that moves a cursor. Control characters and bytes
// that are not UTF-8 become \n, \t, \x1b, \u0085. Cut between characters to fit, always ended by a zero byte;
// returns `out`.
char *text_shown(struct text a, char *out, size_t size);
enum { SHOWN_ROOM = 8 };
// One character: returns the bytes of `a` used, 0 at the end.
size_t text_shown_next(struct text a, size_t at, char out[SHOWN_ROOM], size_t *len);
