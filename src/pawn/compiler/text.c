// Characters: escapes, UTF-8, code pages, and strings as cells.
#include "base/system/file.h"
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAGE_NONE = 0xffff, PAGE_LEAD = 0xfffe, PAGE_LIMIT = 4 << 20 };

struct codepage {
    uint16_t bytes[256];
    uint16_t *pairs; // by lead and second byte; NULL: there are none
};

// The length of a character, 0 if it is none. Longer forms than needed, surrogates and U+FFFE, U+FFFF are
// none.
static size_t utf8_length(const unsigned char *p, size_t left, uint32_t *code) {
    static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
    unsigned char c = p[0];
    size_t len = c < 0x80   ? 1
                 : c < 0xc0 ? 0
                 : c < 0xe0 ? 2
                 : c < 0xf0 ? 3
                 : c < 0xf8 ? 4
                 : c < 0xfc ? 5
                 : c < 0xfe ? 6
                            : 0;
    if (!len || len > left) return 0;
    *code = len == 1 ? c : c & (0x7fu >> len);
    for (size_t i = 1; i < len; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
        *code = *code << 6 | (p[i] & 0x3f);
    }
    bool none =
        *code < LEAST[len] || (*code >= 0xd800 && *code <= 0xdfff) || *code == 0xfffe || *code == 0xffff;
    return none ? 0 : len;
}

bool cc_utf8_whole(const char *text, size_t len) {
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t step = (unsigned char)text[at] < 0x80
                          ? 1
                          : utf8_length((const unsigned char *)text + at, len - at, &code);
        if (!step) return false;
        at += step;
    }
    return true;
}

static uint32_t plain(struct unit *u, const char **at, bool utf8) {
    const unsigned char *p = (const unsigned char *)*at;
    uint32_t code = p[0];
    if (utf8 && u->in->source->utf8) {
        size_t step = utf8_length(p, strlen(*at), &code);
        *at += step ? step : 1;
        return step ? code : p[0];
    }
    ++*at;
    if (!u->codepage) return code;
    code = u->codepage->bytes[p[0]];
    if (code == PAGE_LEAD && u->codepage->pairs && p[1]) {
        ++*at;
        code = u->codepage->pairs[p[0] << 8 | p[1]];
    }
    return code;
}

static uint32_t number_escape(const char **at, unsigned base) {
    uint32_t code = 0;
    for (;; ++*at) {
        int digit = base == 16 ? hex_digit(**at) : cc_digit((unsigned char)**at) ? **at - '0' : -1;
        if (digit < 0) break;
        code = code * base + (uint32_t)digit;
    }
    if (**at == ';') ++*at;
    return code;
}

uint32_t cc_character(struct unit *u, const char **at, bool raw, bool utf8) {
    static const char NAMES[] = "abefnrtv'\"%";
    static const unsigned char CODES[] = {7, 8, 27, 12, 10, 13, 9, 11, '\'', '"', '%'};
    if (raw || **at != u->escape) return plain(u, at, utf8);
    ++*at;
    char c = **at;
    if (c == u->escape) {
        ++*at;
        return (unsigned char)c;
    }
    const char *known = c ? strchr(NAMES, c) : NULL;
    if (known) {
        ++*at;
        return CODES[known - NAMES];
    }
    if (c == 'x') {
        ++*at;
        return number_escape(at, 16);
    }
    if (cc_digit((unsigned char)c)) return number_escape(at, 10);
    cc_say(u, 27);
    return 0;
}

void cc_string_cells(struct unit *u, const char *text, bool raw, bool packed) {
    uint32_t cell = 0;
    int shift = 24;
    while (*text) {
        uint32_t c = cc_character(u, &text, raw, !packed);
        if (!packed) {
            cc_literal(u, (int32_t)c);
            continue;
        }
        if (c > 0xff) cc_say(u, 43);
        cell |= (c & 0xff) << shift;
        shift -= 8;
        if (shift < 0) {
            cc_literal(u, (int32_t)cell);
            cell = 0;
            shift = 24;
        }
    }
    cc_literal(u, packed ? (int32_t)cell : 0); // at least one zero character ends it
}

static bool page_open(struct unit *u, const char *path, struct buf *text) {
    enum err err = u->config->read ? u->config->read(u->config->user, path, text)
                                   : file_read(path, PAGE_LIMIT, text, NULL);
    return err == ERR_NONE;
}

static bool page_find(struct unit *u, const char *name, struct buf *text) {
    static const char *const FORMS[] = {"%s/%s", "%s/%s.txt", "%s/cp%s", "%s/cp%s.txt"};
    if (strchr(name, '/') && page_open(u, name, text)) return true;
    const char *folder = u->config->codepage_folder ? u->config->codepage_folder : ".";
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
        char path[PAWN_PATH];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        if (snprintf(path, sizeof path, FORMS[i], folder, name) >= (int)sizeof path) continue;
#pragma GCC diagnostic pop
        if (page_open(u, path, text)) return true;
    }
    return false;
}

// Lines of "byte code" or "lead byte" or "two bytes, code"; # begins a comment. An empty name ends the
// translation.
bool cc_codepage_load(struct unit *u, const char *name) {
    u->codepage = NULL;
    if (!name || !name[0]) return true;
    struct buf *text = &u->incoming;
    buf_free(text);
    text->limit = PAGE_LIMIT;
    if (!page_find(u, name, text)) return false;
    struct codepage *page = cc_take(u, sizeof *page);
    for (size_t i = 0; i < 256; i++) page->bytes[i] = PAGE_NONE;
    for (char *line = (char *)text->at; line && *line;) {
        char *next = strpbrk(line, "\r\n");
        if (next) *next++ = 0;
        char *comment = strchr(line, '#');
        if (comment) *comment = 0;
        char *end;
        unsigned long index = strtoul(line, &end, 0);
        if (end != line) {
            char *from = end;
            unsigned long code = strtoul(from, &end, 0);
            if (index < 256)
                page->bytes[index] = end == from ? PAGE_LEAD : (uint16_t)code;
            else if (index < PAGE_LEAD && end != from) {
                if (!page->pairs) page->pairs = cc_take(u, 65536 * sizeof *page->pairs);
                page->pairs[index] = (uint16_t)code;
            }
        }
        line = next;
    }
    buf_free(text);
    u->codepage = page;
    return true;
}
