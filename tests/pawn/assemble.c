#include "pawn/assemble.h"

#include "base/buf.h"
#include "pawn/machine/opcode.h"
#include "support/support.h"

#include <stdio.h>

enum { CELLS_MAX = 1 << 16, LABELS_MAX = 64 };

struct label {
    char name[32];
    uint32_t cell;
};
struct assembler {
    const struct script *script;
    unsigned version;
    uint32_t cells[CELLS_MAX], count;
    struct label labels[LABELS_MAX];
    uint32_t label_count;
    bool second; // labels are known
};

static uint32_t label_cell(const struct assembler *as, const char *name) {
    for (uint32_t i = 0; i < as->label_count; i++)
        if (!strcmp(as->labels[i].name, name)) return as->labels[i].cell;
    if (as->second) fail_msg("no label %s", name);
    return 0;
}

static void put(struct assembler *as, uint32_t cell) {
    assert_true(as->count < CELLS_MAX);
    as->cells[as->count++] = cell;
}

// from: the cell a branch is measured from.
static uint32_t operand(const struct assembler *as, const char *word, uint32_t from) {
    if (*word == '=') return 4 * label_cell(as, word + 1);
    if (*word == '@') return 4 * (label_cell(as, word + 1) - (as->version < 10 ? 0 : from));
    if (*word == '#') {
        for (uint32_t i = 0; i < 8 && as->script->overlays[i]; i++)
            if (!strcmp(as->script->overlays[i], word + 1)) return i;
        fail_msg("no overlay %s", word);
    }
    char *end;
    long long value = strtoll(word, &end, 0);
    if (*end || end == word) fail_msg("no operand: %s", word);
    return (uint32_t)value;
}

static void line(struct assembler *as, char *text) {
    char *words[80];
    size_t count = 0;
    for (char *word = strtok(text, " \t"); word && count < 80; word = strtok(NULL, " \t"))
        words[count++] = word;
    if (count && words[0][strlen(words[0]) - 1] == ':') {
        if (!as->second) {
            struct label *label = &as->labels[as->label_count++];
            snprintf(label->name, sizeof label->name, "%.*s", (int)strlen(words[0]) - 1, words[0]);
            label->cell = as->count;
        }
        memmove(words, words + 1, --count * sizeof *words);
    }
    if (!count) return;
    if (!strcmp(words[0], "cell")) {
        put(as, operand(as, words[1], as->count));
        return;
    }
    uint32_t op = opcode_named(words[0]), start = as->count;
    if (!op) fail_msg("no instruction: %s", words[0]);
    const struct opcode *row = opcode_of(op);
    if (row->level == OPCODE_PACKED) {
        put(as, op | operand(as, words[1], start) << 16);
        return;
    }
    put(as, op);
    if (*row->operands == 'T' || *row->operands == 'O') {
        put(as, (uint32_t)(count - 2) / 2);
        put(as, operand(as, words[1], as->count - 1));
        for (size_t i = 2; i + 1 < count; i += 2) {
            put(as, operand(as, words[i], start));
            put(as, operand(as, words[i + 1], as->count - 1));
        }
        return;
    }
    for (size_t i = 1; i < count; i++) put(as, operand(as, words[i], start));
}

static void pass(struct assembler *as) {
    char *copy = strdup(as->script->code), *rest = copy, *text;
    as->count = 0;
    while ((text = strsep(&rest, "\n"))) line(as, text);
    as->second = true;
    free(copy);
}

static uint32_t address(const struct assembler *as, const char *label) {
    for (uint32_t i = 0; i < 8 && as->script->overlays[i]; i++)
        if (!strcmp(as->script->overlays[i], label)) return i;
    return 4 * label_cell(as, label);
}

struct tables {
    struct buf rows, names;
    uint32_t names_at;
    bool old;
};

static void row(struct tables *t, uint32_t at, const char *name) {
    uint8_t bytes[24] = {(uint8_t)at, (uint8_t)(at >> 8), (uint8_t)(at >> 16), (uint8_t)(at >> 24)};
    if (t->old) {
        snprintf((char *)bytes + 4, 20, "%s", name);
        buf_bytes(&t->rows, bytes, 24);
        return;
    }
    uint32_t name_at = t->names_at + (uint32_t)t->names.len;
    for (int i = 0; i < 4; i++) bytes[4 + i] = (uint8_t)(name_at >> (8 * i));
    buf_bytes(&t->rows, bytes, 8);
    buf_bytes(&t->names, name, strlen(name) + 1);
}

// Memory that lives as long as the test program.
struct keep {
    struct keep *next;
    uint8_t bytes[];
};
static struct keep *keeps;

static void let_go(void) {
    for (struct keep *next; keeps; keeps = next) next = keeps->next, free(keeps);
}

void *kept(size_t size) {
    if (!keeps) atexit(let_go);
    struct keep *keep = calloc(1, sizeof *keep + size);
    keep->next = keeps;
    keeps = keep;
    return keep->bytes;
}

struct bytes assemble(const struct script *s) {
    static struct assembler as;
    as = (struct assembler){.script = s, .version = s->version ? s->version : 10};
    pass(&as);
    pass(&as);
    struct amx_header h = {.magic = AMX_MAGIC_32,
                           .file_version = (uint8_t)as.version,
                           .amx_version = (uint8_t)as.version,
                           .flags = s->flags,
                           .defsize = as.version > 6 ? 8 : 24};
    uint32_t publics = 0, natives = 0, pubvars = 0, overlays = 0;
    while (publics < 8 && s->publics[publics].name) publics++;
    while (natives < 8 && s->natives[natives]) natives++;
    while (pubvars < 4 && s->pubvars[pubvars].name) pubvars++;
    while (overlays < 8 && s->overlays[overlays]) overlays++;
    if (overlays) h.flags |= AMX_OVERLAYS;
    if (s->debug) h.flags |= AMX_DEBUG;
    h.publics = as.version >= 10 ? 60 : as.version >= 7 ? 56 : 52;
    h.natives = h.publics + publics * h.defsize;
    h.libraries = h.pubvars = h.natives + natives * h.defsize;
    h.tags = h.pubvars + pubvars * h.defsize;
    uint32_t end = h.tags;
    if (as.version >= 10) h.overlays = end, end += 8 * overlays;
    if (as.version >= 7) h.nametable = end;
    struct tables t = {.names_at = end + 2, .old = as.version == 6};
    for (uint32_t i = 0; i < publics; i++) row(&t, address(&as, s->publics[i].label), s->publics[i].name);
    for (uint32_t i = 0; i < natives; i++) row(&t, 0, s->natives[i]);
    for (uint32_t i = 0; i < pubvars; i++) row(&t, (uint32_t)atoi(s->pubvars[i].label), s->pubvars[i].name);
    h.cod = (end + (t.old ? 0 : 2 + (uint32_t)t.names.len) + 3) & ~3u;
    h.dat = h.cod + 4 * as.count;
    h.hea = h.dat + 4 * s->data_count;
    h.stp = h.hea + 4 * (s->stack ? s->stack : 256);
    h.cip = s->main ? (int32_t)address(&as, s->main) : AMX_NO_MAIN;

    struct buf code = {0};
    for (uint32_t i = 0; i < as.count + s->data_count; i++) {
        uint32_t cell = i < as.count ? as.cells[i] : (uint32_t)s->data[i - as.count];
        uint8_t bytes[5] = {(uint8_t)cell, (uint8_t)(cell >> 8), (uint8_t)(cell >> 16),
                            (uint8_t)(cell >> 24)};
        buf_bytes(&code, bytes, h.flags & AMX_COMPACT ? compact_encode(cell, bytes) : 4);
    }
    h.size = h.cod + (uint32_t)code.len;
    size_t len = h.size + s->debug_len;
    uint8_t *file = kept(len);
    struct writer out = writer_of(file, len);
    amx_header_write(&out, &h);
    write_bytes(&out, t.rows.at, t.rows.len);
    for (uint32_t i = 0; i < overlays; i++) {
        uint32_t from = 4 * label_cell(&as, s->overlays[i]);
        uint32_t to = i + 1 < overlays ? 4 * label_cell(&as, s->overlays[i + 1]) : 4 * as.count;
        write_u32(&out, from);
        write_u32(&out, to - from);
    }
    if (!t.old) write_u16(&out, AMX_NAME_MAX), write_bytes(&out, t.names.at, t.names.len);
    write_zeros(&out, h.cod - writer_len(&out));
    write_bytes(&out, code.at, code.len);
    if (s->debug) write_bytes(&out, s->debug, s->debug_len);
    assert_int_equal(out.err, ERR_NONE);
    buf_free(&code);
    buf_free(&t.rows);
    buf_free(&t.names);
    return (struct bytes){file, len};
}
