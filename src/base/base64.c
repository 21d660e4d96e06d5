#include "base/base64.h"

static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode(struct buf *out, const void *bytes, size_t len) {
    const uint8_t *at = bytes;
    uint8_t *to = buf_extend(out, (len + 2) / 3 * 4);
    for (size_t i = 0; to && i < len; i += 3, to += 4) {
        uint32_t three = (uint32_t)at[i] << 16;
        if (i + 1 < len) three |= (uint32_t)at[i + 1] << 8;
        if (i + 2 < len) three |= at[i + 2];
        for (unsigned k = 0; k < 4; k++) to[k] = (uint8_t)LETTERS[three >> (18 - 6 * k) & 63];
        if (i + 2 >= len) to[3] = '=';
        if (i + 1 >= len) to[2] = '=';
    }
}

static int value_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+' || c == '-') return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

bool base64_decode(struct text text, uint8_t *out, size_t *len) {
    size_t letters = text.len;
    while (letters > 0 && text.len - letters < 2 && text.at[letters - 1] == '=') letters--;
    if (text.len != letters && text.len % 4 != 0) return false;
    uint32_t bits = 0;
    unsigned count = 0;
    *len = 0;
    for (size_t i = 0; i < letters; i++) {
        int value = value_of(text.at[i]);
        if (value < 0) return false;
        bits = bits << 6 | (uint32_t)value;
        count += 6;
        if (count >= 8) out[(*len)++] = (uint8_t)(bits >> (count -= 8));
    }
    return count < 6 && (bits & ((1u << count) - 1)) == 0;
}
