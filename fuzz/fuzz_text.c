// Numbers, UTF-8 and hexadecimal: what is read can be written and read again, and is what libc reads; views
// stay inside.
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void numbers_of(struct text a) {
    double d, e;
    float f, g;
    int64_t i, j;
    char out[NUMBER_ROOM];
    if (!text_to_f64(a, &d)) {
        must(isfinite(d));
        must(!text_to_f64((struct text){out, f64_to_text(d, out)}, &e) && !memcmp(&d, &e, sizeof d));
        char *copy = malloc(a.len + 1), *end;
        if (copy) {
            memcpy(copy, a.at, a.len);
            copy[a.len] = 0;
            must(strtod(copy, &end) == d && *end == 0);
            free(copy);
        }
    }
    if (!text_to_f32(a, &f))
        must(!text_to_f32((struct text){out, f32_to_text(f, out)}, &g) && !memcmp(&f, &g, sizeof f));
    if (!text_to_i64(a, &i)) must(!text_to_i64((struct text){out, i64_to_text(i, out)}, &j) && i == j);
}

static void bits_of(const uint8_t *data, size_t size) {
    double d, e;
    float f, g;
    char out[NUMBER_ROOM];
    if (size < 8) return;
    memcpy(&d, data, 8);
    memcpy(&f, data, 4);
    size_t len = f64_to_text(d, out);
    if (isfinite(d)) must(!text_to_f64((struct text){out, len}, &e) && !memcmp(&d, &e, 8));
    len = f32_to_text(f, out);
    if (isfinite(f)) must(!text_to_f32((struct text){out, len}, &g) && !memcmp(&f, &g, 4));
}

static void characters_of(struct text a) {
    bool valid = true;
    size_t count = 0;
    for (size_t at = 0; at < a.len; count++) {
        uint32_t code;
        char again[4];
        size_t used = utf8_next(a, at, &code);
        must(used >= 1 && used <= 4 && used <= a.len - at && code <= 0x10ffff);
        if (used == 1 && code == 0xfffd)
            valid = false;
        else
            must(utf8_put(code, again) == used && !memcmp(again, a.at + at, used));
        at += used;
    }
    must(utf8_valid(a) == valid && utf8_count(a) == count);
    char cut[12];
    must(text_copy(a, cut, sizeof cut) == a.len);
    if (valid) must(utf8_valid((struct text){cut, a.len < sizeof cut ? a.len : strlen(cut)}));
}

static void words_of(const uint8_t *data, size_t size) {
    char *a = malloc(size + 1);
    if (!a) return;
    memcpy(a, data, size);
    a[size] = 0;
    char *b = memchr(a, '|', size) ? memchr(a, '|', size) : a + size;
    if (*b) *b++ = 0;
    text_glob(a, b);
    text_glob(b, a);
    must(text_glob("*", a) && text_distance(a, b) == text_distance(b, a) && text_distance(a, a) == 0);
    const char *names[] = {b, "run", NULL};
    text_nearest(a, names, 3);
    free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct text a = {(const char *)data, size};
    numbers_of(a);
    bits_of(data, size);
    characters_of(a);
    if (size < 512) words_of(data, size);
    uint8_t bytes[64];
    char hex[129];
    size_t len;
    if (!hex_to_bytes(a, bytes, sizeof bytes, &len)) {
        bytes_to_hex(bytes, len, hex);
        must(strlen(hex) == 2 * len);
    }
    struct text rest = a, piece;
    size_t total = 0;
    while (text_split(&rest, ',', &piece)) total += piece.len + 1;
    must(!a.at || total == size + 1);
    piece = text_trim(a);
    must(piece.len <= size && piece.at >= a.at && piece.at + piece.len <= a.at + size);
    return 0;
}
