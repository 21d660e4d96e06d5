#include "pleo/os/natives/natives.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

NATIVE(string_length) {
    size_t len = amx_text_length(amx, params[1]);
    return len == SIZE_MAX ? 0 : (int32_t)len;
}
NATIVE(string_compare) {
    char a[1024], b[1024];
    if (!native_text(amx, params[1], a, sizeof a) || !native_text(amx, params[2], b, sizeof b)) return 0;
    int32_t most = arg(params, 4, INT32_MAX);
    bool nocase = arg(params, 3, 0);
    for (int32_t i = 0; i < most; i++) {
        int x = (uint8_t)a[i], y = (uint8_t)b[i];
        if (nocase) x = tolower(x), y = tolower(y);
        if (x != y) return x < y ? -1 : 1;
        if (!x) break;
    }
    return 0;
}
// Into an array of so many cells, packed as what is there, or as what comes.
NATIVE(string_copy) {
    char text[1024];
    if (!native_text(amx, params[2], text, sizeof text)) return 0;
    bool packed = amx_text_packed(amx, params[2]);
    return amx_text_put(amx, params[1], (size_t)(params[3] > 0 ? params[3] : 0), packed, text, strlen(text))
               ? (int32_t)strlen(text)
               : 0;
}
NATIVE(string_concat) {
    char text[2048];
    if (!native_text(amx, params[1], text, 1024)) return 0;
    size_t len = strlen(text);
    bool packed = len ? amx_text_packed(amx, params[1]) : amx_text_packed(amx, params[2]);
    if (!native_text(amx, params[2], text + len, 1024)) return 0;
    return amx_text_put(amx, params[1], (size_t)(params[3] > 0 ? params[3] : 0), packed, text, strlen(text))
               ? (int32_t)strlen(text)
               : 0;
}
NATIVE(string_printf) {
    char text[NATIVE_TEXT];
    size_t len;
    if (!native_format(amx, params, 4, text, sizeof text, &len)) return 0;
    return amx_text_put(amx, params[1], (size_t)(params[2] > 0 ? params[2] : 0), params[3] != 0, text, len)
               ? (int32_t)len
               : 0;
}
// Each piece goes into one of the arrays behind the delimiters, whose room nobody tells: it is never larger
// than the text itself. How many there were.
NATIVE(string_tokenize) {
    char text[1024], delimiters[64], *rest = text, *piece;
    if (!native_text(amx, params[1], text, sizeof text) ||
        !native_text(amx, params[2], delimiters, sizeof delimiters))
        return 0;
    int32_t count = 0;
    while (count + 3 <= amx_arguments(params) && (piece = strsep(&rest, delimiters))) {
        if (!*piece) continue;
        int32_t to = params[3 + count];
        size_t room = amx_cells_left(amx, to), need = strlen(piece) + 1;
        if (!amx_text_put(amx, to, room < need ? room : need, false, piece, strlen(piece))) return count;
        count++;
    }
    return count;
}
NATIVE(itoa) {
    char digits[40], *at = digits + sizeof digits;
    int32_t base = params[2];
    if (base < 2 || base > 36) return 0;
    int64_t value = params[1];
    bool negative = value < 0 && base == 10;
    uint32_t left = negative ? (uint32_t)-value : (uint32_t)params[1];
    *--at = 0;
    do {
        *--at = "0123456789abcdefghijklmnopqrstuvwxyz"[left % (uint32_t)base];
        left /= (uint32_t)base;
    } while (left);
    if (negative) *--at = '-';
    return amx_text_put(amx, params[3], (size_t)(params[4] > 0 ? params[4] : 0), false, at, strlen(at))
               ? (int32_t)strlen(at)
               : 0;
}
NATIVE(atoi) {
    char text[64];
    if (!native_text(amx, params[1], text, sizeof text)) return 0;
    long value = strtol(text, NULL, 10);
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

static const struct amx_native ROWS[] = {
    ROW(string_length, 1), ROW(string_compare, 2),  ROW(string_concat, 3), ROW(string_copy, 3),
    ROW(string_printf, 4), ROW(string_tokenize, 2), ROW(itoa, 4),          ROW(atoi, 1)};
LIBRARY(string, "String", ROWS);
