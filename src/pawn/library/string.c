// Library String. Sizes are in cells, lengths and positions in characters; a result that does not fit is cut
// and ended.
#include "pawn/library/library_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t folded(const struct chars *text, size_t index, bool fold) {
    uint32_t code = chars_at(text, index);
    return fold ? lower_case(code) : code;
}

// Copies characters from..until of a source; both may lie in the same cells. Returns the characters written.
static int32_t copy(struct amx *amx, int32_t to, int32_t room, bool packed, const struct chars *from,
                    size_t start, size_t count) {
    struct chars out;
    if (!chars_room(amx, to, room, packed, count, &out) || !out.cells) return 0;
    size_t n = out.length;
    // Packing moves characters down, unpacking up: one of the two directions never overtakes what is still to
    // be read.
    if (packed || !from->packed) {
        if (!packed && out.cells > from->cells) {
            memmove(out.cells, from->cells + start, 4 * n);
        } else {
            for (size_t i = 0; i < n; i++) chars_set(&out, i, chars_at(from, start + i));
        }
    } else {
        for (size_t i = n; i-- > 0;) chars_set(&out, i, chars_at(from, start + i));
    }
    size_t end = packed ? 4 * (n / 4 + 1) : n + 1;
    for (size_t i = n; i < end; i++) chars_set(&out, i, 0);
    return (int32_t)n;
}

static int32_t n_strlen(struct amx *amx, const int32_t *params) {
    size_t length = amx_text_length(amx, params[1]);
    return length == SIZE_MAX ? 0 : (int32_t)length;
}

static int32_t n_strpack(struct amx *amx, const int32_t *params) {
    struct chars from;
    return chars_of(amx, params[2], &from) ? copy(amx, params[1], params[3], true, &from, 0, from.length) : 0;
}
static int32_t n_strunpack(struct amx *amx, const int32_t *params) {
    struct chars from;
    return chars_of(amx, params[2], &from) ? copy(amx, params[1], params[3], false, &from, 0, from.length)
                                           : 0;
}
static int32_t n_strcopy(struct amx *amx, const int32_t *params) {
    struct chars from;
    return chars_of(amx, params[2], &from)
               ? copy(amx, params[1], params[3], from.packed, &from, 0, from.length)
               : 0;
}

static int32_t n_strmid(struct amx *amx, const int32_t *params) {
    struct chars from;
    if (!chars_of(amx, params[2], &from)) return 0;
    int64_t length = (int64_t)from.length, start = params[3], end = params[4];
    if (start < 0) start = 0;
    if (start > length) start = length;
    if (end > length) end = length;
    if (end < start) end = start;
    return copy(amx, params[1], params[5], from.packed, &from, (size_t)start, (size_t)(end - start));
}

// Of the kind of dest, or of source when dest is empty. Returns what was added.
static int32_t n_strcat(struct amx *amx, const int32_t *params) {
    struct chars to, from, out;
    if (!chars_of(amx, params[1], &to) || !chars_of(amx, params[2], &from)) return 0;
    bool packed = to.length ? to.packed : from.packed;
    if (!chars_room(amx, params[1], params[3], packed, to.length + from.length, &out) || !out.cells) return 0;
    if (out.length < to.length) return 0;
    size_t added = out.length - to.length;
    for (size_t i = 0; i < added; i++) chars_set(&out, to.length + i, chars_at(&from, i));
    size_t end = packed ? 4 * (out.length / 4 + 1) : out.length + 1;
    for (size_t i = out.length; i < end; i++) chars_set(&out, i, 0);
    return (int32_t)added;
}

static int32_t n_strins(struct amx *amx, const int32_t *params) {
    struct chars text, sub, out;
    if (!chars_of(amx, params[1], &text) || !chars_of(amx, params[2], &sub)) return 0;
    if (params[3] < 0 || (size_t)params[3] > text.length) {
        amx_raise(amx, HALT_NATIVE); // a place outside the text
        return 0;
    }
    size_t at = (size_t)params[3], total = text.length + sub.length;
    bool packed = text.length ? text.packed : sub.packed;
    if (!chars_room(amx, params[1], params[4], packed, total, &out) || !out.cells || out.length < total)
        return 0;
    for (size_t i = text.length; i-- > at;) chars_set(&out, i + sub.length, chars_at(&text, i));
    for (size_t i = 0; i < sub.length; i++) chars_set(&out, at + i, chars_at(&sub, i));
    size_t end = packed ? 4 * (total / 4 + 1) : total + 1;
    for (size_t i = total; i < end; i++) chars_set(&out, i, 0);
    return 1;
}

static int32_t n_strdel(struct amx *amx, const int32_t *params) {
    struct chars text;
    if (!chars_of(amx, params[1], &text)) return 0;
    int64_t start = params[2] < 0 ? 0 : params[2], end = params[3], length = (int64_t)text.length;
    if (end > length) end = length;
    if (start >= length || end <= start) return 0;
    for (int64_t i = end; i < length; i++)
        chars_set(&text, (size_t)(start + i - end), chars_at(&text, (size_t)i));
    for (int64_t i = length - (end - start); i < length; i++) chars_set(&text, (size_t)i, 0);
    return 1;
}

static int32_t n_strcmp(struct amx *amx, const int32_t *params) {
    struct chars a, b;
    if (!chars_of(amx, params[1], &a) || !chars_of(amx, params[2], &b)) return 0;
    bool fold = amx_arguments(params) > 2 && params[3];
    int64_t limit = amx_arguments(params) > 3 ? params[4] : INT32_MAX;
    if (limit < 0) limit = 0;
    for (int64_t i = 0; i < limit; i++) {
        uint32_t x = (size_t)i < a.length ? folded(&a, (size_t)i, fold) : 0;
        uint32_t y = (size_t)i < b.length ? folded(&b, (size_t)i, fold) : 0;
        // One is the beginning of the other: how much longer it is.
        if (!x || !y) return (int32_t)((int64_t)a.length - (int64_t)b.length);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

static int32_t n_strfind(struct amx *amx, const int32_t *params) {
    struct chars text, sub;
    if (!chars_of(amx, params[1], &text) || !chars_of(amx, params[2], &sub) || !sub.length) return -1;
    bool fold = amx_arguments(params) > 2 && params[3];
    size_t start = amx_arguments(params) > 3 && params[4] > 0 ? (size_t)params[4] : 0;
    for (size_t at = start; at + sub.length <= text.length; at++) {
        size_t same = 0;
        while (same < sub.length && folded(&text, at + same, fold) == folded(&sub, same, fold)) same++;
        if (same == sub.length) return (int32_t)at;
    }
    return -1;
}

static int32_t n_strval(struct amx *amx, const int32_t *params) {
    struct chars text;
    if (!chars_of(amx, params[1], &text)) return 0;
    size_t i = amx_arguments(params) > 1 && params[2] > 0 ? (size_t)params[2] : 0;
    uint32_t value = 0, c = 0;
    while (i < text.length && chars_at(&text, i) <= ' ') i++;
    if (i < text.length) c = chars_at(&text, i);
    bool negative = c == '-';
    if (c == '-' || c == '+') i++;
    for (; i < text.length && (c = chars_at(&text, i)) >= '0' && c <= '9'; i++)
        value = value * 10 + (c - '0');
    return (int32_t)(negative ? 0u - value : value);
}

static int32_t n_valstr(struct amx *amx, const int32_t *params) {
    char digits[16];
    int len = snprintf(digits, sizeof digits, "%d", params[2]);
    bool packed = amx_arguments(params) > 2 && params[3];
    amx_text_put(amx, params[1], 16, packed, digits, (size_t)len); // has no size: exactly what is needed
    return len;
}

static int32_t n_ispacked(struct amx *amx, const int32_t *params) { return amx_text_packed(amx, params[1]); }

// ---- formatted -------------------------------------------------------------------------------------------

struct collector {
    uint32_t *codes;
    size_t used, room;
};

static void collect(void *user, const uint32_t *codes, size_t count) {
    struct collector *c = user;
    size_t fits = c->room - c->used;
    if (count > fits) count = fits;
    memcpy(c->codes + c->used, codes, count * sizeof *codes);
    c->used += count;
}

// The result is made aside first: values may come from where it goes.
static int32_t n_strformat(struct amx *amx, const int32_t *params) {
    bool packed = params[3];
    size_t room = amx_cells_left(amx, params[1]);
    if (params[2] <= 0) return 0;
    if ((size_t)params[2] < room) room = (size_t)params[2];
    uint32_t few[256];
    struct collector c = {.codes = few, .room = packed ? 4 * room : room};
    if (c.room > 256) c.codes = malloc(c.room * sizeof *c.codes);
    if (!c.codes) {
        amx_raise(amx, HALT_NO_MEMORY);
        return 0;
    }
    struct sink sink = {collect, &c};
    struct chars out;
    bool good = format_text(amx, params[4], params + 5, amx_arguments(params) - 4, &sink) &&
                chars_room(amx, params[1], (int32_t)room, packed, c.used, &out);
    for (size_t i = 0; good && i < (packed ? 4 * (out.length / 4 + 1) : out.length + 1); i++)
        chars_set(&out, i, i < out.length ? c.codes[i] : 0);
    if (c.codes != few) free(c.codes);
    return good;
}

// ---- bytes in cells ---------------------------------------------------------------------------------------

// A line of uuencode: a character for the count of bytes (at most 45 in mail, 63 here), then four for every
// three of them.
enum { UU_BYTES = 63, UU_LINE = 1 + UU_BYTES / 3 * 4 + 1 };
static char uu_char(unsigned six) { return (char)((six & 63) ? (six & 63) + 32 : 96); }
static unsigned uu_six(uint32_t code) { return (code - 32) & 63; }

static int32_t n_uuencode(struct amx *amx, const int32_t *params) {
    int32_t count = params[3];
    if (count < 0 || count > UU_BYTES) {
        amx_raise(amx, HALT_NATIVE); // more than fits a line
        return 0;
    }
    const uint8_t *from = (const uint8_t *)amx_cells(amx, params[2], ((size_t)count + 3) / 4);
    if (!from) return 0;
    char line[UU_LINE];
    size_t len = 0;
    line[len++] = uu_char((unsigned)count);
    for (int32_t i = 0; i < count; i += 3) {
        unsigned a = from[i], b = i + 1 < count ? from[i + 1] : 0, c = i + 2 < count ? from[i + 2] : 0;
        line[len++] = uu_char(a >> 2);
        line[len++] = uu_char(a << 4 | b >> 4);
        line[len++] = uu_char(b << 2 | c >> 6);
        line[len++] = uu_char(c);
    }
    line[len++] = '\n';
    if (params[4] > 0) amx_text_put(amx, params[1], (size_t)params[4], true, line, len);
    return (int32_t)len;
}

static int32_t n_uudecode(struct amx *amx, const int32_t *params) {
    struct chars line;
    if (!chars_of(amx, params[2], &line) || !line.length) return 0;
    int32_t count = (int32_t)uu_six(chars_at(&line, 0));
    uint8_t bytes[UU_BYTES + 3] = {0};
    for (int32_t i = 0; i < count; i += 3) {
        unsigned six[4] = {0};
        for (size_t k = 0; k < 4; k++) {
            size_t at = 1 + (size_t)i / 3 * 4 + k;
            if (at < line.length) six[k] = uu_six(chars_at(&line, at));
        }
        bytes[i] = (uint8_t)(six[0] << 2 | six[1] >> 4);
        bytes[i + 1] = (uint8_t)(six[1] << 4 | six[2] >> 2);
        bytes[i + 2] = (uint8_t)(six[2] << 6 | six[3]);
    }
    size_t fits = params[3] < 0 ? 0 : 4 * (size_t)params[3];
    if (fits > (size_t)count) fits = (size_t)count;
    int32_t *to = amx_cells(amx, params[1], (fits + 3) / 4);
    if (to) memcpy(to, bytes, fits);
    return count;
}

static int32_t n_memcpy(struct amx *amx, const int32_t *params) {
    int64_t index = params[3], count = params[4];
    if (index < 0 || count < 0 || index + count > 4 * (int64_t)params[5]) return 0;
    uint8_t *to = (uint8_t *)amx_cells(amx, params[1], (size_t)(index + count + 3) / 4);
    const uint8_t *from = (const uint8_t *)amx_cells(amx, params[2], (size_t)(count + 3) / 4);
    if (!to || !from) return 0;
    memmove(to + index, from, (size_t)count);
    return 1;
}

static const struct amx_native NATIVES[] = {
    {"strlen", n_strlen, 1},     {"strpack", n_strpack, 3},     {"strunpack", n_strunpack, 3},
    {"strcopy", n_strcopy, 3},   {"strcat", n_strcat, 3},       {"strmid", n_strmid, 5},
    {"strins", n_strins, 4},     {"strdel", n_strdel, 3},       {"strcmp", n_strcmp, 2},
    {"strfind", n_strfind, 2},   {"strval", n_strval, 1},       {"valstr", n_valstr, 2},
    {"ispacked", n_ispacked, 1}, {"strformat", n_strformat, 4}, {"uudecode", n_uudecode, 3},
    {"uuencode", n_uuencode, 4}, {"memcpy", n_memcpy, 5},
};

const struct amx_library lib_string = {
    .name = "String", .natives = NATIVES, .native_count = sizeof NATIVES / sizeof *NATIVES};
