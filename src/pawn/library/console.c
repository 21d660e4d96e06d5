// Library Console: what a script prints and reads, through the sink of its machine. Positions and colours are
// written as ANSI sequences.
#include "pawn/library/console.h"
#include "pawn/library/library_internal.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

struct console {
    int32_t x, y; // where the next character goes, from 1
    int32_t foreground, background, bold;
    uint32_t columns, lines;
};

static struct console *console_of(struct amx *amx) { return amx_state(amx, &lib_console); }

static enum err console_start(struct amx *amx, void *state) {
    *(struct console *)state = (struct console){.x = 1, .y = 1, .foreground = 7, .columns = 80, .lines = 25};
    return ERR_NONE;
}

static void put_bytes(struct amx *amx, const char *bytes, size_t len) {
    const struct amx_console *out = &amx_config(amx)->console;
    if (out->put && len) out->put(out->user, bytes, len);
}

static void put_codes(void *user, const uint32_t *codes, size_t count) {
    struct amx *amx = user;
    struct console *console = console_of(amx);
    char bytes[256];
    size_t len = 0;
    for (size_t i = 0; i < count; i++) {
        if (len + 4 > sizeof bytes) put_bytes(amx, bytes, len), len = 0;
        if (codes[i] < 256)
            bytes[len++] = (char)codes[i];
        else
            len += utf8_put(codes[i], bytes + len);
        if (codes[i] == '\n')
            console->x = 1, console->y++;
        else if (codes[i] == '\r')
            console->x = 1;
        else if (codes[i] == '\b')
            console->x -= console->x > 1;
        else if (codes[i] >= 32)
            console->x++;
    }
    put_bytes(amx, bytes, len);
}

static void put_code(struct amx *amx, uint32_t code) { put_codes(amx, &code, 1); }

static int32_t set_attributes(struct amx *amx, int32_t foreground, int32_t background, int32_t bold) {
    struct console *c = console_of(amx);
    int32_t before = c->foreground | c->background << 8 | c->bold << 15;
    char escape[32];
    if (foreground >= 0) c->foreground = foreground & 7;
    if (background >= 0) c->background = background & 7;
    if (bold >= 0) c->bold = bold != 0;
    if (foreground >= 0)
        put_bytes(amx, escape, (size_t)snprintf(escape, sizeof escape, "\x1b[%dm", 30 + c->foreground));
    if (background >= 0)
        put_bytes(amx, escape, (size_t)snprintf(escape, sizeof escape, "\x1b[%dm", 40 + c->background));
    if (bold >= 0)
        put_bytes(amx, escape, (size_t)snprintf(escape, sizeof escape, "\x1b[%dm", c->bold ? 1 : 22));
    return before;
}

static int32_t n_print(struct amx *amx, const int32_t *params) {
    struct chars text;
    if (!chars_of(amx, params[1], &text)) return 0;
    int count = amx_arguments(params);
    int32_t fore = count > 1 ? params[2] : -1, back = count > 2 ? params[3] : -1,
            bold = count > 3 ? params[4] : -1;
    int32_t before = set_attributes(amx, fore, back, bold);
    for (size_t i = 0; i < text.length;) {
        uint32_t piece[64];
        size_t n = 0;
        while (n < 64 && i < text.length) piece[n++] = chars_at(&text, i++);
        put_codes(amx, piece, n);
    }
    set_attributes(amx, fore < 0 ? -1 : before & 7, back < 0 ? -1 : before >> 8 & 7,
                   bold < 0 ? -1 : before >> 15 & 1);
    return 0;
}

static int32_t n_printf(struct amx *amx, const int32_t *params) {
    struct sink sink = {put_codes, amx};
    format_text(amx, params[1], params + 2, amx_arguments(params) - 1, &sink);
    return 0;
}

static int get(struct amx *amx) {
    const struct amx_console *in = &amx_config(amx)->console;
    return in->get ? in->get(in->user) : -1;
}

static void echo(struct amx *amx, int c) {
    if (amx_config(amx)->console.echo && c >= 0) put_code(amx, (uint32_t)c);
}

static int32_t n_getchar(struct amx *amx, const int32_t *params) {
    int c = get(amx);
    if (amx_arguments(params) < 1 || params[1]) echo(amx, c);
    return c;
}

// A line, without its end. What does not fit stays for the next reading.
static int32_t n_getstring(struct amx *amx, const int32_t *params) {
    int32_t max = amx_arguments(params) > 1 ? params[2] : 1, length = 0;
    bool packed = amx_arguments(params) > 2 && params[3];
    if (max <= 0) return 0;
    size_t room = packed ? ((size_t)max + 3) / 4 : (size_t)max;
    struct chars text = {.packed = packed, .cells = amx_cells(amx, params[1], room)};
    if (!text.cells) return 0;
    while (length < max - 1) {
        int c = get(amx);
        if (c < 0) break;
        echo(amx, c);
        if (c == '\n') break;
        if (c != '\r') chars_set(&text, (size_t)length++, (uint32_t)c);
    }
    for (size_t i = (size_t)length; i < (packed ? 4 * ((size_t)length / 4 + 1) : (size_t)length + 1); i++)
        chars_set(&text, i, 0);
    return length;
}

// Is c one of the characters that end a number? The first is given as a value, more as references; a negative
// one is not echoed. 0: no.
static int32_t terminator(struct amx *amx, int c, const int32_t *params) {
    for (int i = 2; i <= amx_arguments(params); i++) {
        const int32_t *key = i == 2 ? &params[2] : amx_cells(amx, params[i], 1);
        if (!key) return 0;
        if (c == *key || c == -*key || (c == '\n' && (*key == '\r' || *key == -'\r'))) return *key;
    }
    return 0;
}

static int digit_of(int c) {
    if (c >= '0' && c <= '9') return c - '0';
    uint32_t lower = lower_case((uint32_t)c);
    return lower >= 'a' && lower <= 'z' ? (int)lower - 'a' + 10 : 99;
}

static int32_t n_getvalue(struct amx *amx, const int32_t *params) {
    int32_t base = amx_arguments(params) > 0 ? params[1] : 10, key;
    uint32_t value = 0;
    int digits = 0;
    bool negative = false;
    if (base < 2 || base > 36) return 0;
    for (int c = get(amx); c >= 0; c = get(amx)) {
        if (digits && (key = terminator(amx, c, params))) {
            if (key > 0) echo(amx, c);
            break;
        }
        if (c == '-' && !digits && !negative) {
            negative = true;
            echo(amx, c);
        } else if (c == '\b' && digits) {
            value /= (uint32_t)base, digits--;
            echo(amx, c);
        } else if (digit_of(c) < base) {
            value = value * (uint32_t)base + (uint32_t)digit_of(c), digits++;
            echo(amx, c);
        }
    }
    return (int32_t)(negative ? 0u - value : value);
}

static int32_t n_clrscr(struct amx *amx, const int32_t *params) {
    struct console *c = console_of(amx);
    c->x = c->y = 1;
    put_bytes(amx, "\x1b[2J\x1b[1;1H", 10);
    return 0;
}

static int32_t n_clreol(struct amx *amx, const int32_t *params) {
    put_bytes(amx, "\x1b[K", 3);
    return 0;
}

static int32_t n_gotoxy(struct amx *amx, const int32_t *params) {
    struct console *c = console_of(amx);
    char escape[32];
    int32_t x = amx_arguments(params) > 0 ? params[1] : 1, y = amx_arguments(params) > 1 ? params[2] : 1;
    if (x < 1 || y < 1 || (uint32_t)x > c->columns || (uint32_t)y > c->lines) return 0;
    c->x = x, c->y = y;
    put_bytes(amx, escape, (size_t)snprintf(escape, sizeof escape, "\x1b[%d;%dH", y, x));
    return 1;
}

static int32_t n_wherexy(struct amx *amx, const int32_t *params) {
    int32_t *x = amx_cells(amx, params[1], 1), *y = amx_cells(amx, params[2], 1);
    if (!x || !y) return 0;
    *x = console_of(amx)->x, *y = console_of(amx)->y;
    return 0;
}

static int32_t n_setattr(struct amx *amx, const int32_t *params) {
    int count = amx_arguments(params);
    return set_attributes(amx, count > 0 ? params[1] : -1, count > 1 ? params[2] : -1,
                          count > 2 ? params[3] : -1);
}

static int32_t n_console(struct amx *amx, const int32_t *params) {
    struct console *c = console_of(amx);
    if (params[1] > 0) c->columns = (uint32_t)params[1];
    if (params[2] > 0) c->lines = (uint32_t)params[2];
    return 0;
}

enum halt lib_key_pressed(struct amx *amx, int32_t key, int32_t *value) {
    int index = amx_find(amx, "@keypressed");
    struct amx_arg arg = {.kind = AMX_CELL, .cell = key};
    return index < 0 ? HALT_NONE : amx_call_beside(amx, index, &arg, 1, value);
}

static const struct amx_native NATIVES[] = {
    {"getchar", n_getchar, 0}, {"getstring", n_getstring, 1}, {"getvalue", n_getvalue, 0},
    {"print", n_print, 1},     {"printf", n_printf, 1},       {"clrscr", n_clrscr, 0},
    {"clreol", n_clreol, 0},   {"gotoxy", n_gotoxy, 0},       {"wherexy", n_wherexy, 2},
    {"setattr", n_setattr, 0}, {"console", n_console, 2},
};

const struct amx_library lib_console = {.name = "Console",
                                        .natives = NATIVES,
                                        .native_count = sizeof NATIVES / sizeof *NATIVES,
                                        .state_size = sizeof(struct console),
                                        .start = console_start};
