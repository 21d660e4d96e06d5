#include "base/text.h"

#include <string.h>

struct text text_of(const char *ended) {
    return (struct text){ended ? ended : "", ended ? strlen(ended) : 0};
}

bool text_same(struct text a, struct text b) {
    return a.len == b.len && (!a.len || !memcmp(a.at, b.at, a.len));
}

bool text_is(struct text a, const char *b) { return text_same(a, text_of(b)); }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c; }

bool text_same_nocase(struct text a, struct text b) {
    if (a.len != b.len) return false;
    for (size_t i = 0; i < a.len; i++)
        if (lower(a.at[i]) != lower(b.at[i])) return false;
    return true;
}

bool text_starts(struct text a, const char *start) {
    size_t len = strlen(start);
    return len <= a.len && (!len || !memcmp(a.at, start, len));
}

bool text_ends(struct text a, const char *end) {
    size_t len = strlen(end);
    return len <= a.len && (!len || !memcmp(a.at + a.len - len, end, len));
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

struct text text_trim(struct text a) {
    while (a.len && is_space(a.at[0])) a.at++, a.len--;
    while (a.len && is_space(a.at[a.len - 1])) a.len--;
    return a;
}

// "a,b," is three pieces, the last one empty; "" is one. Used up is a rest without an address.
bool text_split(struct text *rest, char at, struct text *piece) {
    if (!rest->at) return false;
    const char *found = rest->len ? memchr(rest->at, at, rest->len) : NULL;
    if (!found) {
        *piece = *rest;
        *rest = (struct text){0};
        return true;
    }
    size_t len = (size_t)(found - rest->at);
    *piece = (struct text){rest->at, len};
    *rest = (struct text){found + 1, rest->len - len - 1};
    return true;
}

size_t text_copy(struct text a, char *out, size_t size) {
    if (!size) return a.len;
    size_t len = a.len;
    if (len >= size) {
        len = size - 1;
        // Step back over the rest of a character that would be torn, but no further than one can be long.
        size_t start = len;
        while (start && len - start < 3 && ((uint8_t)a.at[start] & 0xc0) == 0x80) start--;
        uint32_t code;
        if (start < len && start + utf8_next(a, start, &code) > len) len = start;
    }
    if (len) memcpy(out, a.at, len);
    out[len] = 0;
    return a.len;
}

// One member of [...]; at stands after the '['. Returns where the pattern goes on, or NULL when the bracket
// never closes.
static const char *glob_class(const char *at, uint32_t code, bool *in) {
    bool not = *at == '!' || *at == '^';
    if (not ) at++;
    *in = false;
    for (bool first = true; *at && (*at != ']' || first); first = false) {
        uint32_t low, high;
        at += utf8_next(text_of(at), 0, &low);
        high = low;
        if (at[0] == '-' && at[1] && at[1] != ']') {
            at++;
            at += utf8_next(text_of(at), 0, &high);
        }
        if (code >= low && code <= high) *in = true;
    }
    if (not ) *in = !*in;
    return *at ? at + 1 : NULL;
}

// One step that is not a star; false when the text does not fit.
static bool glob_one(const char **pattern, const char **text) {
    uint32_t code, wanted;
    const char *p = *pattern, *t = *text, *behind;
    t += utf8_next((struct text){t, strnlen(t, 4)}, 0, &code);
    bool in = true;
    if (*p == '?') {
        p++;
    } else if (*p == '[' && (behind = glob_class(p + 1, code, &in))) {
        if (!in) return false;
        p = behind;
    } else {
        p += utf8_next((struct text){p, strnlen(p, 4)}, 0, &wanted);
        if (wanted != code || p - *pattern != t - *text || memcmp(*pattern, *text, (size_t)(t - *text)))
            return false;
    }
    *pattern = p;
    *text = t;
    return true;
}

bool text_glob(const char *pattern, const char *text) {
    const char *star = NULL, *retry = NULL; // after the last star, and where it is to try next
    while (*text) {
        if (*pattern == '*') {
            star = ++pattern;
            retry = text;
        } else if (*pattern && glob_one(&pattern, &text)) {
            continue;
        } else if (star) {
            uint32_t code;
            retry += utf8_next((struct text){retry, strnlen(retry, 4)}, 0, &code);
            pattern = star;
            text = retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return !*pattern;
}

enum { NAME_MAX_LETTERS = 63 };

static size_t letters(const char *from, uint32_t out[NAME_MAX_LETTERS], size_t *more) {
    struct text a = text_of(from);
    size_t count = 0, at = 0;
    while (at < a.len && count < NAME_MAX_LETTERS) at += utf8_next(a, at, &out[count++]);
    *more = utf8_count((struct text){a.at + at, a.len - at});
    return count;
}

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

// The distance of Damerau and Levenshtein, where no piece is changed twice. Of very long texts only the
// beginning is compared; the rest counts by its length.
unsigned text_distance(const char *a, const char *b) {
    uint32_t x[NAME_MAX_LETTERS], y[NAME_MAX_LETTERS];
    size_t x_more, y_more, x_len = letters(a, x, &x_more), y_len = letters(b, y, &y_more);
    unsigned rows[3][NAME_MAX_LETTERS + 1];
    for (unsigned j = 0; j <= y_len; j++) rows[0][j] = j;
    for (unsigned i = 1; i <= x_len; i++) {
        unsigned *now = rows[i % 3], *before = rows[(i + 2) % 3], *earlier = rows[(i + 1) % 3];
        now[0] = i;
        for (unsigned j = 1; j <= y_len; j++) {
            now[j] = least(least(before[j], now[j - 1]) + 1, before[j - 1] + (x[i - 1] != y[j - 1]));
            if (i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1])
                now[j] = least(now[j], earlier[j - 2] + 1);
        }
    }
    size_t rest = x_more > y_more ? x_more - y_more : y_more - x_more;
    return rows[x_len % 3][y_len] + (unsigned)rest;
}

// Near is one slip in up to five letters, two in up to eight, three beyond; or a beginning of at least three
// letters.
const char *text_nearest(const char *wrong, const char *const *names, size_t count) {
    size_t len = utf8_count(text_of(wrong));
    unsigned allowed = len < 2 ? 0 : len < 6 ? 1 + (len > 4) : 3;
    const char *best = NULL;
    unsigned best_distance = allowed + 1;
    for (size_t i = 0; i < count; i++) {
        if (!names[i]) continue;
        unsigned distance = text_distance(wrong, names[i]);
        if (distance < best_distance && distance < utf8_count(text_of(names[i]))) {
            best_distance = distance;
            best = names[i];
        }
    }
    for (size_t i = 0; !best && len >= 3 && i < count; i++)
        if (names[i] && text_starts(text_of(names[i]), wrong)) best = names[i];
    return best;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

enum err hex_to_bytes(struct text hex, uint8_t *out, size_t room, size_t *len) {
    size_t digits = 0;
    *len = 0;
    for (size_t i = 0; i < hex.len; i++) {
        if (is_space(hex.at[i])) continue;
        int digit = hex_digit(hex.at[i]);
        if (digit < 0) return ERR_SYNTAX;
        if (digits / 2 >= room) return ERR_LIMIT;
        out[digits / 2] = (uint8_t)(digits % 2 ? out[digits / 2] << 4 | digit : digit);
        digits++;
    }
    *len = digits / 2;
    return digits % 2 ? ERR_SHORT : ERR_NONE;
}

void bytes_to_hex(const uint8_t *bytes, size_t len, char *out) {
    for (size_t i = 0; i < len; i++) {
        out[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    out[2 * len] = 0;
}

size_t utf8_next(struct text a, size_t at, uint32_t *code) {
    *code = 0;
    if (at >= a.len) return 0;
    const uint8_t *in = (const uint8_t *)a.at + at;
    size_t left = a.len - at;
    uint8_t first = in[0];
    *code = first;
    if (first < 0x80) return 1;
    *code = 0xfffd;
    size_t len = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || left < len) return 1;
    uint32_t value = first & (0x7fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((in[i] & 0xc0) != 0x80) return 1;
        value = value << 6 | (in[i] & 0x3f);
    }
    static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < LEAST[len] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return 1;
    *code = value;
    return len;
}

size_t utf8_put(uint32_t code, char out[4]) {
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) code = 0xfffd;
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t len = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = len - 1; i; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    static const uint8_t FIRST[] = {0, 0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(FIRST[len] | code);
    return len;
}

bool utf8_valid(struct text a) {
    for (size_t at = 0; at < a.len;) {
        uint64_t eight;
        if (a.len - at >= 8 && (memcpy(&eight, a.at + at, 8), !(eight & 0x8080808080808080u))) {
            at += 8;
            continue;
        }
        uint32_t code;
        size_t used = utf8_next(a, at, &code);
        if (used == 1 && code == 0xfffd) return false;
        at += used;
    }
    return true;
}

size_t utf8_count(struct text a) {
    size_t count = 0;
    uint32_t code;
    for (size_t at = 0; at < a.len; count++) at += utf8_next(a, at, &code);
    return count;
}

size_t text_shown_next(struct text a, size_t at, char out[SHOWN_ROOM], size_t *len) {
    uint32_t code;
    size_t used = utf8_next(a, at, &code);
    bool bad = code == 0xfffd && used == 1; // a byte that is no UTF-8
    *len = 0;
    if (!used) return 0;
    if (code == '\n' || code == '\t')
        *len = (size_t)snprintf(out, SHOWN_ROOM, "\\%c", code == '\n' ? 'n' : 't');
    else if (bad || code < 0x20 || code == 0x7f)
        *len = (size_t)snprintf(out, SHOWN_ROOM, "\\x%02x", (unsigned char)a.at[at]);
    else if (code >= 0x80 && code < 0xa0)
        *len = (size_t)snprintf(out, SHOWN_ROOM, "\\u%04x", (unsigned)code);
    else
        memcpy(out, a.at + at, *len = used);
    return used;
}

char *text_shown(struct text a, char *out, size_t size) {
    char one[SHOWN_ROOM];
    size_t full = 0, len, used;
    if (!size) return out;
    for (size_t at = 0; (used = text_shown_next(a, at, one, &len)) && full + len < size; at += used) {
        memcpy(out + full, one, len);
        full += len;
    }
    out[full] = 0;
    return out;
}
