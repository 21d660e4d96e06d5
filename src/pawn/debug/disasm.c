#include "pawn/debug/disasm.h"

#include "pawn/machine/amx_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lister {
    const struct image *image;
    struct unit unit;
    const uint8_t *marks;
    struct dbg dbg;
    bool has_dbg;
    struct disasm_wishes wishes;
    struct buf *out;
    unsigned line_before;
};

static const struct {
    uint16_t bit;
    const char *name;
} FLAGS[] = {{AMX_OVERLAYS, "overlays"}, {AMX_DEBUG, "debug"},         {AMX_COMPACT, "compact"},
             {AMX_SLEEPS, "sleeps"},     {AMX_UNCHECKED, "unchecked"}, {AMX_DATA_SET, "data-set"}};

static void put_header(struct lister *l) {
    const struct amx_header *h = &l->image->header;
    buf_printf(l->out, "; file version %u, machine %u, flags", h->file_version, h->amx_version);
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
        if (h->flags & FLAGS[i].bit) buf_printf(l->out, " %s", FLAGS[i].name);
    if (!h->flags) buf_text(l->out, " none");
    buf_printf(l->out, "\n; code %u bytes, data %u, stack and heap %u; main ", h->dat - h->cod,
               h->hea - h->dat, h->stp - h->hea);
    if (h->cip == AMX_NO_MAIN)
        buf_text(l->out, "none\n");
    else if (amx_overlay_count(h))
        buf_printf(l->out, "overlay %d\n", h->cip);
    else
        buf_printf(l->out, "%08x\n", (uint32_t)h->cip);
    for (int t = 0; t < AMX_TABLES; t++)
        for (uint32_t i = 0; i < amx_record_count(h, (enum amx_table)t); i++) {
            struct amx_record row = amx_record_at(l->image->file, h, (enum amx_table)t, i);
            if (!i) buf_printf(l->out, "; %s\n", amx_table_name((enum amx_table)t));
            buf_printf(l->out, ";   %4u  %08x  %.31s\n", i, row.address, row.name);
        }
}

// What begins here: a public, a function of the debug data, the start of main. NULL: nothing with a name.
static const char *name_at(const struct lister *l, uint32_t address, uint32_t overlay) {
    const struct amx_header *h = &l->image->header;
    uint32_t entry = amx_overlay_count(h) ? overlay : address;
    bool begins = !amx_overlay_count(h) || address == l->unit.offset;
    struct dbg_symbol s;
    for (uint32_t at = 0; l->has_dbg && dbg_symbol(&l->dbg, &at, &s);)
        if (s.ident == SYMBOL_FUNCTION && s.start == address && s.end > s.start) return s.name;
    for (uint32_t i = 0; begins && i < amx_record_count(h, AMX_PUBLICS); i++) {
        struct amx_record row = amx_record_at(l->image->file, h, AMX_PUBLICS, i);
        if (row.address == entry) return row.name;
    }
    return begins && h->cip > 0 && (uint32_t)h->cip == entry ? "main" : NULL;
}

static void put_place(struct lister *l, uint32_t address, uint32_t overlay, bool label) {
    const char *name = name_at(l, address, overlay), *file;
    unsigned line;
    if (name) buf_printf(l->out, "\n%s:\n", name);
    if (label && !name) buf_printf(l->out, "l.%x:\n", address);
    if (!l->has_dbg || !dbg_line(&l->dbg, address, &file, &line) || line == l->line_before) return;
    uint32_t begins;
    unsigned any;
    for (uint32_t i = 0; dbg_line_at(&l->dbg, i, &begins, &any); i++) {
        if (begins != address) continue;
        buf_printf(l->out, "; %s:%u", file ? file : "", line);
        const char *text = l->wishes.source;
        for (unsigned n = 1; text && n < line; n++) text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
        if (text) buf_printf(l->out, "  %.*s", (int)strcspn(text, "\r\n"), text);
        buf_byte(l->out, '\n');
        l->line_before = line;
        break;
    }
}

static void put_operand(struct lister *l, char kind, int32_t value, uint32_t from) {
    const struct amx_header *h = &l->image->header;
    uint32_t target = l->unit.offset + 4 * from + (uint32_t)value;
    switch (kind) {
    case 'r':
        buf_printf(l->out, " l.%x", target);
        break;
    case 'n':
        buf_printf(l->out, " %d", value);
        if (value >= 0 && (uint32_t)value < amx_record_count(h, AMX_NATIVES))
            buf_printf(l->out, " (%.31s)",
                       amx_record_at(l->image->file, h, AMX_NATIVES, (uint32_t)value).name);
        break;
    case 'a':
        buf_printf(l->out, " [%x]", (uint32_t)value);
        break;
    default:
        buf_printf(l->out, " %d", value);
        break;
    }
}

static void put_table(struct lister *l, uint32_t cell, bool overlays) {
    const uint32_t *cells = l->unit.cells + cell + 1;
    for (uint32_t i = 0; i <= cells[0]; i++) {
        if (i)
            buf_printf(l->out, "\n%*s%d", l->wishes.cells ? 46 : 26, "", (int32_t)cells[2 * i]);
        else
            buf_text(l->out, " default");
        put_operand(l, overlays ? 'o' : 'r', (int32_t)cells[2 * i + 1], cell + 1 + 2 * i);
    }
}

static void put_instruction(struct lister *l, uint32_t cell, size_t cells) {
    const uint32_t *at = l->unit.cells + cell;
    const struct opcode *op = opcode_of(*at & 0xffff);
    buf_printf(l->out, "%08x  ", l->unit.offset + 4 * cell);
    if (l->wishes.cells) {
        for (size_t i = 0; i < 2; i++)
            if (i < cells)
                buf_printf(l->out, "%08x ", at[i]);
            else
                buf_text(l->out, "         ");
        buf_text(l->out, cells > 2 ? "+ " : "  ");
    }
    bool table = *op->operands == 'T' || *op->operands == 'O';
    buf_printf(l->out, *op->operands ? "%-11s" : "%s", op->name);
    if (table) {
        put_table(l, cell, *op->operands == 'O');
    } else if (op->level == OPCODE_PACKED) {
        put_operand(l, op->operands[0], (int32_t)*at >> 16, cell);
    } else {
        for (size_t i = 0; op->operands[i]; i++) put_operand(l, op->operands[i], (int32_t)at[1 + i], cell);
    }
    buf_byte(l->out, '\n');
}

static void put_unit(struct lister *l, uint32_t index) {
    bool overlays = amx_overlay_count(&l->image->header);
    l->unit = image_unit(l->image, index);
    l->marks = l->image->marks + l->unit.offset / 4;
    if (overlays)
        buf_printf(l->out, "\n; overlay %u: %u bytes at %08x\n", index, 4 * l->unit.count, l->unit.offset);
    for (uint32_t cell = 0; cell < l->unit.count;) {
        uint32_t address = l->unit.offset + 4 * cell;
        size_t cells = opcode_cells(l->unit.cells[cell], l->unit.cells + cell + 1, l->unit.count - cell - 1);
        put_place(l, address, index, l->marks[cell] & CELL_LABEL && cell);
        if (cells)
            put_instruction(l, cell, cells);
        else
            buf_printf(l->out, "%08x  cell        %08x\n", address, l->unit.cells[cell]);
        cell += cells ? (uint32_t)cells : 1;
    }
}

static void put_data(struct lister *l) {
    const uint32_t *cells = l->image->code + l->image->code_cells;
    buf_text(l->out, "\n; data\n");
    for (uint32_t i = 0; i < l->image->data_cells; i += 4) {
        char text[17] = "";
        buf_printf(l->out, "%08x ", 4 * i);
        for (uint32_t k = i; k < i + 4; k++) {
            if (k < l->image->data_cells)
                buf_printf(l->out, " %08x", cells[k]);
            else
                buf_text(l->out, "         ");
            uint32_t c = k < l->image->data_cells ? cells[k] : 0;
            for (int b = 0; b < 4;
                 b++) { // unpacked texts have their letter in the lowest byte, packed ones in all
                uint32_t byte = c >> (24 - 8 * b) & 0xff;
                text[4 * (k - i) + (uint32_t)b] = byte >= 32 && byte < 127 ? (char)byte : '.';
            }
        }
        buf_printf(l->out, "  %s\n", text);
    }
}

enum err disasm(const uint8_t *file, size_t len, struct disasm_wishes wishes, struct buf *out,
                struct fault *fault) {
    struct image image;
    enum err err = image_read(&image, file, len, SIZE_MAX, fault);
    if (err) return err;
    struct fault reason = {0};
    enum err sound = image_verify(&image, &reason);
    struct lister l = {.image = &image, .wishes = wishes, .out = out};
    l.has_dbg = !dbg_open(&l.dbg, file, len, NULL);
    put_header(&l);
    for (uint32_t i = 0; i < image.units; i++) put_unit(&l, i);
    if (wishes.data) put_data(&l);
    if (sound) buf_printf(out, "\n; does not pass verification: %s\n", reason.said);
    image_free(&image);
    return out->err ? fault_set(fault, out->err, "the listing is too long") : ERR_NONE;
}

// The cells of a unit, of an overlay that is not resident a copy.
static const uint32_t *cells_of(const struct amx *amx, uint32_t index, uint32_t **copy) {
    const struct unit *unit = &amx->units[index];
    if (unit->cells) return unit->cells;
    *copy = malloc(4 * (size_t)unit->count);
    return *copy && !overlay_read(amx, index, *copy) ? *copy : NULL;
}

static bool starts_at(const struct unit *unit, uint32_t wanted) {
    uint32_t cell = 0;
    while (cell < wanted) {
        size_t cells = opcode_cells(unit->cells[cell], unit->cells + cell + 1, unit->count - cell - 1);
        if (!cells) return false;
        cell += (uint32_t)cells;
    }
    return cell == wanted &&
           opcode_cells(unit->cells[cell], unit->cells + cell + 1, unit->count - cell - 1) > 0;
}

bool disasm_one(const struct amx *amx, uint32_t address, char *out, size_t size) {
    for (uint32_t i = 0; i < amx->unit_count; i++) {
        struct unit unit = amx->units[i];
        uint32_t cell = (address - unit.offset) / 4, *copy = NULL;
        if (address < unit.offset || cell >= unit.count) continue;
        unit.cells = cells_of(amx, i, &copy);
        bool found = unit.cells && starts_at(&unit, cell);
        if (found) {
            struct buf text = {0};
            struct lister l = {.image = &amx->image, .unit = unit, .out = &text};
            put_instruction(&l, cell,
                            opcode_cells(unit.cells[cell], unit.cells + cell + 1, unit.count - cell - 1));
            if (!text.err)
                snprintf(out, size, "%.*s", (int)strcspn((const char *)text.at, "\n"), (const char *)text.at);
            buf_free(&text);
        }
        free(copy);
        if (found) return true;
    }
    return false;
}
