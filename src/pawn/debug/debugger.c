#include "pawn/debug/debugger.h"

#include "base/text.h"
#include "pawn/debug/disasm.h"
#include "pawn/library/library_internal.h"
#include "pawn/machine/dbg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BREAKS_MAX = 64, ELEMENTS_SHOWN = 32, FRAMES_SHOWN = 64 };

enum mode { MODE_STEP, MODE_NEXT, MODE_OUT, MODE_CONTINUE };

struct debugger {
    uint8_t *file;
    size_t len;
    struct amx_header header;
    struct dbg dbg;
    void (*ask)(void *user, struct debugger *debugger);
    void *user;
    struct amx *amx; // while stopped
    enum mode mode;
    uint32_t frm; // where the step began
    unsigned line;
    unsigned depth; // selected frame, 0 the innermost
    uint32_t breaks[BREAKS_MAX];
    bool used[BREAKS_MAX];
    bool quit;
    volatile bool interrupted;
    const char *source;
    unsigned listed;
    char last[64];
};

struct debugger *debugger_new(const uint8_t *file, size_t len,
                              void (*ask)(void *user, struct debugger *debugger), void *user,
                              struct fault *fault) {
    struct debugger *d = calloc(1, sizeof *d);
    uint8_t *copy = malloc(len ? len : 1);
    if (!d || !copy) {
        fault_set(fault, ERR_MEMORY, "no memory for a debugger");
    } else {
        if (len) memcpy(copy, file, len);
        d->file = copy, d->len = len, d->ask = ask, d->user = user;
        if (!amx_header_read(copy, len, &d->header, fault) && !dbg_open(&d->dbg, copy, len, fault)) return d;
    }
    free(copy);
    free(d);
    return NULL;
}

void debugger_free(struct debugger *d) {
    if (d) free(d->file);
    free(d);
}
void debugger_source(struct debugger *d, const char *text) { d->source = text; }
void debugger_interrupt(struct debugger *d) { d->interrupted = true; }
bool debugger_quit(const struct debugger *d) { return d->quit; }

static unsigned line_at(const struct debugger *d, uint32_t address, const char **file) {
    unsigned line = 0;
    return dbg_line(&d->dbg, address, file, &line) ? line : 0;
}

enum halt debugger_hook(struct amx *amx, void *user) {
    struct debugger *d = user;
    if (d->quit) return HALT_DEBUGGER;
    struct amx_registers r = amx_registers(amx);
    const char *file;
    unsigned line = line_at(d, r.cip, &file);
    bool stop = d->interrupted;
    for (int i = 0; i < BREAKS_MAX && !stop; i++) stop = d->used[i] && d->breaks[i] == r.cip;
    bool moved = line != d->line || r.frm != d->frm;
    if (d->mode == MODE_STEP) stop |= moved;
    if (d->mode == MODE_NEXT) stop |= r.frm >= d->frm && moved; // frames of calls lie below
    if (d->mode == MODE_OUT) stop |= r.frm > d->frm;
    if (!stop) return HALT_NONE;
    d->amx = amx, d->interrupted = false, d->depth = 0, d->frm = r.frm, d->line = line, d->listed = 0;
    d->ask(d->user, d);
    d->amx = NULL;
    return d->quit ? HALT_DEBUGGER : HALT_NONE;
}

// ---- frames ----------------------------------------------------------------------------------------------

struct frame {
    uint32_t frm, address;
};

static bool cell_at(const struct debugger *d, uint32_t address, int32_t *value) {
    if (address % 4 || !amx_cells_left(d->amx, (int32_t)address)) return false;
    *value = *amx_cells(d->amx, (int32_t)address, 1);
    return true;
}

// The code address in a return word. Overlay scripts keep an overlay's number in its lower half.
static uint32_t return_address(const struct debugger *d, uint32_t word) {
    uint32_t count = amx_overlay_count(&d->header);
    if (!count) return word;
    if ((word & 0xffff) >= count) return 0;
    return amx_overlay_at(d->file, &d->header, word & 0xffff).offset + (word >> 16);
}

// The n-th frame from the inside; false: there are fewer.
static bool frame_of(const struct debugger *d, unsigned n, struct frame *frame) {
    struct amx_registers r = amx_registers(d->amx);
    *frame = (struct frame){r.frm, r.cip};
    for (; n; n--) {
        int32_t outer, back;
        if (!cell_at(d, frame->frm, &outer) || !cell_at(d, frame->frm + 4, &back) || !back ||
            (uint32_t)outer <= frame->frm)
            return false;
        *frame = (struct frame){(uint32_t)outer, return_address(d, (uint32_t)back)};
    }
    return true;
}

// ---- values ----------------------------------------------------------------------------------------------

struct place {
    uint32_t address;
    unsigned level; // dimensions that were indexed
    struct dbg_symbol symbol;
};

static bool locate(const struct debugger *d, const struct dbg_symbol *s, const struct frame *frame,
                   struct place *place) {
    *place = (struct place){.address = s->address, .symbol = *s};
    if (s->class == SYMBOL_LOCAL) place->address += frame->frm;
    int32_t value;
    if (s->ident != SYMBOL_REFERENCE && s->ident != SYMBOL_ARRAY_ARGUMENT) return true;
    if (!cell_at(d, place->address, &value)) return false;
    place->address = (uint32_t)value;
    return true;
}

static void put_value(const struct debugger *d, const struct place *place, int32_t value, struct buf *out) {
    const char *tag = dbg_tag(&d->dbg, place->symbol.tag);
    if (tag && !strcmp(tag, "Float"))
        buf_printf(out, "%g", (double)float_of(value));
    else if (tag && !strcmp(tag, "Fixed"))
        buf_printf(out, "%s%d.%03d", value < 0 ? "-" : "", abs(value / FIXED_ONE), abs(value % FIXED_ONE));
    else if (tag && !strcmp(tag, "bool") && (value == 0 || value == 1))
        buf_text(out, value ? "true" : "false");
    else
        buf_printf(out, "%d", value);
}

static uint32_t size_of(const struct place *place) {
    const struct dbg_symbol *s = &place->symbol;
    if (place->level >= s->dimensions || place->level >= AMX_DEBUG_DIMENSIONS) return 0;
    return s->dimension[place->level].size;
}

// A text where every character can be shown, else false.
static bool put_text(const struct debugger *d, uint32_t address, uint32_t cells, struct buf *out) {
    size_t left = amx_cells_left(d->amx, (int32_t)address);
    if (cells && cells < left) left = cells;
    const int32_t *cell = left ? amx_cells(d->amx, (int32_t)address, 1) : NULL;
    if (!cell || !*cell) return false;
    struct chars text = {amx_cells(d->amx, (int32_t)address, left), (uint32_t)*cell > 0x00ffffff, 0};
    size_t room = text.packed ? 4 * left : left;
    for (; text.length < room && chars_at(&text, text.length); text.length++) {
        uint32_t c = chars_at(&text, text.length);
        if ((c < 32 && c != '\n' && c != '\t') || c > 255) return false;
    }
    if (text.length == room) return false;
    buf_byte(out, '"');
    for (size_t i = 0; i < text.length && i < 200; i++) {
        uint32_t c = chars_at(&text, i);
        if (c == '\n' || c == '\t')
            buf_text(out, c == '\n' ? "\\n" : "\\t");
        else
            buf_byte(out, (uint8_t)c);
    }
    buf_byte(out, '"');
    return true;
}

static void put_place(const struct debugger *d, const struct place *place, struct buf *out) {
    const struct dbg_symbol *s = &place->symbol;
    int32_t value;
    bool array =
        (s->ident == SYMBOL_ARRAY || s->ident == SYMBOL_ARRAY_ARGUMENT) && place->level < s->dimensions;
    if (!array) {
        if (cell_at(d, place->address, &value))
            put_value(d, place, value, out);
        else
            buf_printf(out, "(address %08x is not in memory)", place->address);
        return;
    }
    uint32_t size = size_of(place);
    bool last = place->level + 1u >= s->dimensions;
    if (last && put_text(d, place->address, size, out)) return;
    buf_byte(out, '{');
    for (uint32_t i = 0; i < (size ? size : ELEMENTS_SHOWN); i++) {
        if (i) buf_text(out, ", ");
        if (i == ELEMENTS_SHOWN) {
            buf_text(out, "…");
            break;
        }
        struct place element = *place;
        element.level++;
        element.address += 4 * i;
        if (!cell_at(d, element.address, &value)) break;
        if (!last) element.address += (uint32_t)value; // a cell with the distance to its row
        put_place(d, &element, out);
    }
    buf_byte(out, '}');
}

// "name", "name[3]", "name[1][2]". False: out says why.
static bool find_place(const struct debugger *d, struct text what, struct place *place, struct buf *out) {
    struct frame frame;
    char name[64];
    size_t len = 0;
    while (len < what.len && what.at[len] != '[' && what.at[len] != ' ') len++;
    text_copy((struct text){what.at, len}, name, sizeof name);
    struct dbg_symbol symbol;
    if (!frame_of(d, d->depth, &frame) || !dbg_find(&d->dbg, name, frame.address, &symbol)) {
        buf_printf(out, "nothing is called `%s` here\n", name);
        return false;
    }
    if (!locate(d, &symbol, &frame, place)) {
        buf_printf(out, "`%s` cannot be reached\n", name);
        return false;
    }
    for (struct text rest = {what.at + len, what.len - len}; rest.len;) {
        int64_t index;
        const char *close = memchr(rest.at, ']', rest.len);
        if (*rest.at != '[' || !close ||
            text_to_i64((struct text){rest.at + 1, (size_t)(close - rest.at) - 1}, &index)) {
            buf_text(out, "expected [number]\n");
            return false;
        }
        uint32_t size = size_of(place);
        if (place->level >= symbol.dimensions || index < 0 || (size && index >= size) ||
            index > INT32_MAX / 4) {
            buf_printf(out, "index %lld is outside `%s`\n", (long long)index, name);
            return false;
        }
        place->address += 4 * (uint32_t)index;
        int32_t distance;
        if (++place->level < symbol.dimensions && cell_at(d, place->address, &distance))
            place->address += (uint32_t)distance;
        rest = (struct text){close + 1, rest.len - (size_t)(close + 1 - rest.at)};
    }
    return true;
}

static bool do_print(struct debugger *d, struct text what, struct buf *out) {
    struct place place;
    if (!find_place(d, what, &place, out)) return false;
    buf_printf(out, "%.*s = ", (int)what.len, what.at);
    put_place(d, &place, out);
    buf_byte(out, '\n');
    return false;
}

static bool do_set(struct debugger *d, struct text what, struct buf *out) {
    struct text name;
    int64_t value;
    double real;
    struct place place;
    if (!text_split(&what, '=', &name)) name = what;
    name = text_trim(name);
    if (!find_place(d, name, &place, out)) return false;
    const char *tag = dbg_tag(&d->dbg, place.symbol.tag);
    int32_t cell = 0;
    if (tag && !strcmp(tag, "Float") && !text_to_f64(text_trim(what), &real))
        cell = cell_of((float)real);
    else if (!text_to_i64(text_trim(what), &value))
        cell = (int32_t)value;
    else {
        buf_text(out, "expected NAME = NUMBER\n");
        return false;
    }
    int32_t old;
    if (place.level < place.symbol.dimensions || !cell_at(d, place.address, &old))
        buf_text(out, "only single cells can be set\n");
    else
        *amx_cells(d->amx, (int32_t)place.address, 1) = cell;
    return false;
}

static void put_symbols(const struct debugger *d, bool global, struct buf *out) {
    struct frame frame;
    struct dbg_symbol s;
    if (!frame_of(d, d->depth, &frame)) return;
    for (uint32_t at = 0; dbg_symbol(&d->dbg, &at, &s);) {
        bool visible = s.class == SYMBOL_GLOBAL || (frame.address >= s.start && frame.address <= s.end);
        struct place place;
        if (s.ident == SYMBOL_FUNCTION || (s.class == SYMBOL_GLOBAL) != global || !visible) continue;
        buf_printf(out, "%s = ", s.name);
        if (locate(d, &s, &frame, &place)) put_place(d, &place, out);
        buf_byte(out, '\n');
    }
}

// ---- where -----------------------------------------------------------------------------------------------

static const char *source_line(const struct debugger *d, unsigned line) {
    const char *at = d->source;
    for (unsigned n = 1; at && n < line; n++) at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    return at && *at ? at : NULL;
}

// The next argument after FRM+offset; false: there are no more.
static bool next_argument(const struct debugger *d, uint32_t address, int32_t offset,
                          struct dbg_symbol *found) {
    struct dbg_symbol s;
    bool any = false;
    for (uint32_t at = 0; dbg_symbol(&d->dbg, &at, &s);) {
        int32_t place = (int32_t)s.address;
        if (s.class != SYMBOL_LOCAL || s.ident == SYMBOL_FUNCTION || place <= offset) continue;
        if (address < s.start || address > s.end || (any && place >= (int32_t)found->address)) continue;
        *found = s, any = true;
    }
    return any;
}

static void put_frame(const struct debugger *d, const struct frame *frame, struct buf *out) {
    const char *function = dbg_function(&d->dbg, frame->address), *file = NULL;
    unsigned line = line_at(d, frame->address, &file);
    buf_printf(out, "%s(", function ? function : "?");
    struct dbg_symbol s = {.address = 8}; // saved FRM, return address, count, arguments
    for (bool first = true; function && next_argument(d, frame->address, (int32_t)s.address, &s);
         first = false) {
        struct place place;
        buf_printf(out, "%s%s=", first ? "" : ", ", s.name);
        if (locate(d, &s, frame, &place)) put_place(d, &place, out);
    }
    buf_printf(out, ") at %s:%u\n", file ? file : "?", line);
}

static bool do_where(struct debugger *d, struct text words, struct buf *out) {
    struct frame frame;
    if (!frame_of(d, d->depth, &frame)) return false;
    put_frame(d, &frame, out);
    const char *file, *text = source_line(d, line_at(d, frame.address, &file));
    if (text)
        buf_printf(out, "%5u  %.*s\n", line_at(d, frame.address, &file), (int)strcspn(text, "\r\n"), text);
    return false;
}

static bool do_backtrace(struct debugger *d, struct text words, struct buf *out) {
    struct frame frame;
    for (unsigned n = 0; n < FRAMES_SHOWN && frame_of(d, n, &frame); n++) {
        buf_printf(out, "%c#%u  ", n == d->depth ? '*' : ' ', n);
        put_frame(d, &frame, out);
    }
    return false;
}

static bool do_frame(struct debugger *d, struct text words, struct buf *out) {
    int64_t n;
    struct frame frame;
    if (text_to_i64(words, &n) || n < 0 || n > 100000 || !frame_of(d, (unsigned)n, &frame)) {
        buf_text(out, "expected the number of a frame, as `backtrace` shows them\n");
        return false;
    }
    d->depth = (unsigned)n;
    return do_where(d, words, out);
}

static bool do_list(struct debugger *d, struct text words, struct buf *out) {
    struct frame frame;
    const char *file;
    int64_t wanted;
    if (!d->source) {
        buf_text(out, "the source is not here\n");
        return false;
    }
    if (!frame_of(d, d->depth, &frame)) return false;
    unsigned here = line_at(d, frame.address, &file);
    unsigned from = d->listed ? d->listed : here > 5 ? here - 5 : 1;
    if (words.len && !text_to_i64(words, &wanted) && wanted > 0) from = (unsigned)wanted;
    const char *text = NULL;
    for (unsigned n = from; n < from + 11 && (text = source_line(d, n)); n++)
        buf_printf(out, "%c%5u  %.*s\n", n == here ? '>' : ' ', n, (int)strcspn(text, "\r\n"), text);
    d->listed = text ? from + 11 : 0;
    return false;
}

static bool do_registers(struct debugger *d, struct text words, struct buf *out) {
    struct amx_registers r = amx_registers(d->amx);
    buf_printf(out, "PRI %08x  ALT %08x  FRM %08x  STK %08x  HEA %08x  CIP %08x\n", (uint32_t)r.pri,
               (uint32_t)r.alt, r.frm, r.stk, r.hea, r.cip);
    return false;
}

static bool do_disasm(struct debugger *d, struct text words, struct buf *out) {
    struct frame frame;
    char text[200];
    if (!frame_of(d, d->depth, &frame)) return false;
    int shown = 0;
    for (uint32_t at = frame.address; shown < 10 && at < frame.address + 200; at += 4)
        if (disasm_one(d->amx, at, text, sizeof text)) buf_printf(out, "%s\n", text), shown++;
    return false;
}

// ---- breakpoints ------------------------------------------------------------------------------------------

static bool break_address(const struct debugger *d, struct text what, uint32_t *address) {
    char word[128];
    int64_t number;
    text_copy(what, word, sizeof word);
    if (!text_to_i64(what, &number))
        return number > 0 && number < 1000000 && dbg_address(&d->dbg, NULL, (unsigned)number, address);
    char *colon = strrchr(word, ':');
    if (!colon) return dbg_function_address(&d->dbg, word, address);
    *colon = 0;
    if (text_to_i64(text_of(colon + 1), &number) || number < 1 || number > 1000000) return false;
    return dbg_address(&d->dbg, word, (unsigned)number, address);
}

static void put_break(const struct debugger *d, int i, struct buf *out) {
    const char *file, *function = dbg_function(&d->dbg, d->breaks[i]);
    unsigned line = line_at(d, d->breaks[i], &file);
    buf_printf(out, "breakpoint %d: %s:%u%s%s\n", i + 1, file ? file : "?", line, function ? " in " : "",
               function ? function : "");
}

static bool do_break(struct debugger *d, struct text what, struct buf *out) {
    uint32_t address = 0;
    if (!what.len && d->amx) {
        address = amx_registers(d->amx).cip;
    } else if (!break_address(d, what, &address)) {
        buf_printf(out, "no code at `%.*s`: expected LINE, FILE:LINE or a function\n", (int)what.len,
                   what.at);
        return false;
    }
    int at = 0;
    while (at < BREAKS_MAX && d->used[at]) at++;
    if (at == BREAKS_MAX) {
        buf_printf(out, "%d breakpoints are the most\n", BREAKS_MAX);
        return false;
    }
    d->used[at] = true, d->breaks[at] = address;
    put_break(d, at, out);
    return false;
}

static bool do_delete(struct debugger *d, struct text what, struct buf *out) {
    int64_t n;
    if (!what.len) {
        memset(d->used, 0, sizeof d->used);
    } else if (text_to_i64(what, &n) || n < 1 || n > BREAKS_MAX || !d->used[n - 1]) {
        buf_text(out, "expected the number of a breakpoint\n");
    } else {
        d->used[n - 1] = false;
    }
    return false;
}

static bool do_breaks(struct debugger *d, struct text what, struct buf *out) {
    for (int i = 0; i < BREAKS_MAX; i++)
        if (d->used[i]) put_break(d, i, out);
    return false;
}

// ---- going on ---------------------------------------------------------------------------------------------

static bool go_on(struct debugger *d, enum mode mode) {
    struct amx_registers r = amx_registers(d->amx);
    const char *file;
    d->mode = mode, d->frm = r.frm, d->line = line_at(d, r.cip, &file);
    return true;
}
static bool do_step(struct debugger *d, struct text words, struct buf *out) { return go_on(d, MODE_STEP); }
static bool do_next(struct debugger *d, struct text words, struct buf *out) { return go_on(d, MODE_NEXT); }
static bool do_out(struct debugger *d, struct text words, struct buf *out) { return go_on(d, MODE_OUT); }
static bool do_continue(struct debugger *d, struct text words, struct buf *out) {
    return go_on(d, MODE_CONTINUE);
}
static bool do_quit(struct debugger *d, struct text words, struct buf *out) {
    d->quit = true;
    return true;
}
static bool do_locals(struct debugger *d, struct text words, struct buf *out) {
    put_symbols(d, false, out);
    return false;
}
static bool do_globals(struct debugger *d, struct text words, struct buf *out) {
    put_symbols(d, true, out);
    return false;
}
static bool do_help(struct debugger *d, struct text words, struct buf *out);

static const struct {
    const char *name, *also, *words, *help;
    bool (*run)(struct debugger *d, struct text words, struct buf *out);
    bool again; // an empty line repeats it
} COMMANDS[] = {
    {"break", "b", "[LINE|FILE:LINE|FUNCTION]", "stop there; alone: stop here again", do_break, false},
    {"delete", "d", "[N]", "take breakpoint N away; alone: all", do_delete, false},
    {"breaks", NULL, "", "show the breakpoints", do_breaks, false},
    {"step", "s", "", "go to the next line, into functions", do_step, true},
    {"next", "n", "", "go to the next line of this function", do_next, true},
    {"out", "o", "", "go on until this function returns", do_out, true},
    {"continue", "c", "", "go on to the next breakpoint", do_continue, true},
    {"print", "p", "NAME[INDEX]...", "show a variable, an array, a text", do_print, false},
    {"set", NULL, "NAME = NUMBER", "change a variable", do_set, false},
    {"locals", "l", "", "show the variables of this function", do_locals, false},
    {"globals", "g", "", "show the variables of the script", do_globals, false},
    {"backtrace", "bt", "", "show who called whom", do_backtrace, false},
    {"frame", "f", "N", "look at caller N of the backtrace", do_frame, false},
    {"list", NULL, "[LINE]", "show the source around here, then on", do_list, true},
    {"where", "w", "", "show this line again", do_where, false},
    {"registers", "r", "", "show the machine's registers", do_registers, false},
    {"disasm", NULL, "", "show the next instructions", do_disasm, false},
    {"quit", "q", "", "end the script", do_quit, false},
    {"help", "h", "", "this list", do_help, false},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static bool do_help(struct debugger *d, struct text words, struct buf *out) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        buf_printf(out, "  %-10s%-4s%-28s%s\n", COMMANDS[i].name, COMMANDS[i].also ? COMMANDS[i].also : "",
                   COMMANDS[i].words, COMMANDS[i].help);
    buf_text(out, "An empty line does the last step, or lists on.\n");
    return false;
}

bool debugger_command(struct debugger *d, const char *line, struct buf *out) {
    struct text words = text_trim(text_of(line)), name;
    if (!words.len) words = text_of(d->last);
    if (!words.len) return false;
    size_t len = 0;
    while (len < words.len && words.at[len] != ' ') len++;
    name = (struct text){words.at, len};
    words = text_trim((struct text){words.at + len, words.len - len});
    const char *names[COMMAND_COUNT];
    for (int i = 0; i < COMMAND_COUNT; i++) {
        names[i] = COMMANDS[i].name;
        if (!text_is(name, COMMANDS[i].name) && !(COMMANDS[i].also && text_is(name, COMMANDS[i].also)))
            continue;
        snprintf(d->last, sizeof d->last, "%s", COMMANDS[i].again ? COMMANDS[i].name : "");
        return COMMANDS[i].run(d, words, out);
    }
    char wrong[64];
    text_copy(name, wrong, sizeof wrong);
    const char *near = text_nearest(wrong, names, COMMAND_COUNT);
    buf_printf(out, "no command `%s`%s%s%s\n", wrong, near ? "; did you mean `" : "; try help",
               near ? near : "", near ? "`?" : "");
    return false;
}
