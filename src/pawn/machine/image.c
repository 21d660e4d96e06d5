#include "pawn/machine/amx_internal.h"

#include "base/plural.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum err unpack(struct image *image, struct fault *fault) {
    const struct amx_header *h = &image->header;
    size_t count = image->code_cells + image->data_cells;
    struct reader in = reader_of(image->file + h->cod, h->size - h->cod);
    if (!(h->flags & AMX_COMPACT)) {
        for (size_t i = 0; i < count; i++) image->code[i] = read_u32(&in);
        return ERR_NONE;
    }
    enum err err = compact_decode(&in, image->code, count);
    if (err)
        return fault_set(fault, err, "compact code: %s after %s",
                         err == ERR_SHORT ? "it ends" : "a cell of more than five bytes",
                         PLURAL(reader_offset(&in), "byte"));
    if (reader_left(&in))
        return fault_set(fault, ERR_RANGE, "compact code: %s more than cells",
                         PLURAL(reader_left(&in), "byte"));
    return ERR_NONE;
}

enum err image_read(struct image *image, const uint8_t *file, size_t len, size_t limit, struct fault *fault) {
    *image = (struct image){.file = file, .len = len};
    struct amx_header *h = &image->header;
    enum err err = amx_header_read(file, len, h, fault);
    if (err) return err;
    if (h->stp - h->dat > limit)
        return fault_set(fault, ERR_LIMIT, "data, heap and stack need %u bytes, %zu are allowed",
                         h->stp - h->dat, limit);
    if (h->stp - h->hea < 4 * (AMX_STACK_MARGIN + 1))
        return fault_set(fault, ERR_RANGE, "a stack of %s, expected %u or more",
                         PLURAL(h->stp - h->hea, "byte"), 4 * (AMX_STACK_MARGIN + 1));
    image->code_cells = (h->dat - h->cod) / 4;
    image->data_cells = (h->hea - h->dat) / 4;
    size_t count = (size_t)image->code_cells + image->data_cells;
    if (h->flags & AMX_COMPACT && count > h->size - h->cod)
        return fault_set(fault, ERR_SHORT, "compact code: %s cannot come from %s", PLURAL(count, "cell"),
                         PLURAL(h->size - h->cod, "byte"));
    image->units =
        h->flags & AMX_OVERLAYS && h->file_version >= AMX_VERSION_RELATIVE ? amx_overlay_count(h) : 1;
    image->code = calloc(count + 1, sizeof *image->code);
    image->marks = calloc((size_t)image->code_cells + 1, 1);
    if (!image->code || !image->marks) {
        image_free(image);
        return fault_set(fault, ERR_MEMORY, "no memory for %s", PLURAL(count, "cell"));
    }
    if ((err = unpack(image, fault))) image_free(image);
    return err;
}

void image_free(struct image *image) {
    free(image->code);
    free(image->marks);
    image->code = NULL, image->marks = NULL;
}

struct unit image_unit(const struct image *image, uint32_t index) {
    struct unit unit = {.count = image->code_cells, .index = index, .cells = image->code};
    if (amx_overlay_count(&image->header)) {
        struct amx_overlay o = amx_overlay_at(image->file, &image->header, index);
        unit.offset = o.offset, unit.count = o.size / 4, unit.cells = image->code + o.offset / 4;
    }
    return unit;
}

// ---- verification -----------------------------------------------------------------------------------------

struct check {
    const struct image *image;
    struct unit unit;
    uint8_t *marks;
    uint32_t at; // cell of the instruction that is looked at
    struct fault *fault;
};

__attribute__((format(printf, 2, 3))) static enum err bad(const struct check *check, const char *format,
                                                          ...) {
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return fault_set(check->fault, ERR_RANGE, "code at %08x: %s", check->unit.offset + 4 * check->at, what);
}

static enum err check_branch(const struct check *check, uint32_t from, uint32_t rel, bool table) {
    int64_t target = (int64_t)4 * from + (int32_t)rel;
    if (target < 0 || target % 4 || target > (int64_t)4 * check->unit.count)
        return bad(check, "a branch to %lld, outside 0 to %u or between two cells", (long long)target,
                   4 * check->unit.count);
    uint32_t cell = (uint32_t)(target / 4);
    if (!table && cell == check->unit.count) return ERR_NONE; // runs off the end; the machine stops there
    if (cell == check->unit.count || !(check->marks[cell] & CELL_START))
        return bad(check, "a branch into the middle of an instruction, to %08x",
                   check->unit.offset + (uint32_t)target);
    if (table != (bool)(check->marks[cell] & CELL_TABLE) && table)
        return bad(check, "a switch without a table, at %08x", check->unit.offset + (uint32_t)target);
    check->marks[cell] |= CELL_LABEL;
    return ERR_NONE;
}

static enum err check_native(const struct check *check, int32_t index) {
    int64_t count = amx_record_count(&check->image->header, AMX_NATIVES);
    return index < count ? ERR_NONE : bad(check, "native %d of %lld", index, (long long)count);
}

static enum err check_overlay(const struct check *check, uint32_t index) {
    uint32_t count = amx_overlay_count(&check->image->header);
    return index < count ? ERR_NONE : bad(check, "overlay %u of %u", index, count);
}

static enum err check_operand(const struct check *check, char kind, uint32_t opcode, int32_t value) {
    const struct amx_header *h = &check->image->header;
    int64_t data = (int64_t)h->hea - h->dat, stack = (int64_t)h->stp - h->hea;
    switch (kind) {
    case 'a':
        if (value < 0 || value > data - 4)
            return bad(check, "data address %d, outside 0 to %lld", value, (long long)data - 4);
        return ERR_NONE;
    case 'f':
        if (opcode == OP_ADDR_PRI || opcode == OP_ADDR_ALT || opcode == OP_PUSH_ADR) return ERR_NONE;
        if (opcode >= OP_PUSH2_ADR && opcode <= OP_PUSH5_ADR && (opcode - OP_PUSH2_ADR) % 4 == 0)
            return ERR_NONE;
        if (value < -stack || value > stack)
            return bad(check, "frame offset %d, more than the stack of %s", value, PLURAL(stack, "byte"));
        return ERR_NONE;
    case 'w':
        return value == 1 || value == 2 || value == 4
                   ? ERR_NONE
                   : bad(check, "a width of %d, expected 1, 2 or 4", value);
    case 'x':
        return opcode != OP_LCTRL || (value >= 0 && value <= 6) ? ERR_NONE
                                                                : bad(check, "register %d of 0 to 6", value);
    case 'n':
        return check_native(check, value);
    case 'o':
        return check_overlay(check, (uint32_t)value);
    case 'b':
        if (opcode == OP_STACK || opcode == OP_HEAP || opcode == OP_SYSREQ_N) {
            if (opcode != OP_SYSREQ_N || (value >= 0 && value % 4 == 0)) return ERR_NONE;
            return bad(check, "%d bytes of arguments", value);
        }
        return value >= 0 ? ERR_NONE : bad(check, "a block of %d bytes", value);
    case 'r':
        return check_branch(check, check->at, (uint32_t)value, opcode == OP_SWITCH || opcode == OP_ISWITCH);
    case 'v':
        if (opcode == OP_HALT && (value < 0 || value > HALT_OVERLAY))
            return bad(check, "an end by code %d", value);
        return ERR_NONE;
    default:
        return ERR_NONE;
    }
}

static enum err check_table(const struct check *check, uint32_t opcode) {
    const uint32_t *cells = check->unit.cells + check->at + 1;
    for (uint32_t i = 0; i <= cells[0]; i++) {
        uint32_t at = check->at + 1 + 2 * i; // the cell that a target is measured from
        enum err err = opcode == OP_CASETBL ? check_branch(check, at, cells[2 * i + 1], false)
                                            : check_overlay(check, cells[2 * i + 1]);
        if (err) return err;
    }
    return ERR_NONE;
}

// Files before version 10 branch to absolute addresses.
static void make_relative(const struct check *check, uint32_t *cells, uint32_t opcode) {
    const char *operands = opcode_of(opcode)->operands;
    if (*operands == 'r' && opcode != OP_JREL) cells[check->at + 1] -= 4 * check->at;
    for (uint32_t i = 0; *operands == 'T' && i <= cells[check->at + 1]; i++) {
        uint32_t at = check->at + 1 + 2 * i;
        cells[at + 1] -= 4 * at;
    }
}

static enum err check_instruction(struct check *check, bool overlays) {
    const struct unit *unit = &check->unit;
    uint32_t cell = unit->cells[check->at], opcode = cell & 0xffff;
    const struct opcode *op = opcode_of(opcode);
    size_t cells = opcode_cells(cell, unit->cells + check->at + 1, unit->count - check->at - 1);
    if (!cells) {
        if (!op || op->level == OPCODE_NONE || op->level == OPCODE_INTERNAL ||
            (cell > 0xffff && op->level != OPCODE_PACKED))
            return bad(check, "%08x is no instruction", cell);
        if (op->level == OPCODE_OLD) return bad(check, "`%s`, a debug mark of old files", op->name);
        return bad(check, "`%s` is cut off by the end of the code", op->name);
    }
    if (check->image->header.file_version < AMX_VERSION_RELATIVE)
        make_relative(check, check->image->code, opcode);
    if (!overlays &&
        (opcode == OP_ICALL || opcode == OP_IRETN || opcode == OP_ISWITCH || opcode == OP_ICASETBL))
        return bad(check, "`%s` in a script without overlays", op->name);
    check->marks[check->at] |= CELL_START;
    if (opcode == OP_CASETBL || opcode == OP_ICASETBL) check->marks[check->at] |= CELL_TABLE;
    check->at += (uint32_t)cells;
    return ERR_NONE;
}

// Behind these the next instruction is reached from elsewhere.
static bool returns_here(uint32_t opcode) {
    return opcode == OP_CALL || opcode == OP_CALL_PRI || opcode == OP_ICALL || opcode == OP_SYSREQ_C ||
           opcode == OP_SYSREQ_N || opcode == OP_SYSREQ_PRI || opcode == OP_HALT || opcode == OP_HALT_P;
}

static enum err check_operands(struct check *check) {
    const struct unit *unit = &check->unit;
    uint32_t cell = unit->cells[check->at];
    const struct opcode *op = opcode_of(cell & 0xffff);
    size_t cells = opcode_cells(cell, unit->cells + check->at + 1, unit->count - check->at - 1);
    uint32_t plain = op->plain ? op->plain : cell & 0xffff;
    enum err err = ERR_NONE;
    if (check->marks[check->at] & CELL_TABLE) {
        err = check_table(check, plain);
    } else if (op->level == OPCODE_PACKED) {
        err = check_operand(check, op->operands[0], plain, (int32_t)cell >> 16);
    } else {
        for (size_t i = 0; op->operands[i] && !err; i++)
            err = check_operand(check, op->operands[i], plain, (int32_t)unit->cells[check->at + 1 + i]);
    }
    uint32_t next = check->at + (uint32_t)cells;
    if (!err && (plain == OP_SWITCH || plain == OP_ISWITCH)) {
        uint32_t table = check->at + (uint32_t)((int32_t)unit->cells[check->at + 1] / 4);
        if ((unit->cells[table] == OP_CASETBL) != (plain == OP_SWITCH))
            err = bad(check, "`%s` with a table of the other kind", op->name);
    }
    if (!err && returns_here(plain) && next < unit->count) check->marks[next] |= CELL_LABEL;
    check->at = next;
    return err;
}

enum err unit_check(const struct image *image, const struct unit *unit, uint8_t *marks, struct fault *fault) {
    struct check check = {.image = image, .unit = *unit, .marks = marks, .fault = fault};
    bool overlays = amx_overlay_count(&image->header) > 0;
    enum err err = ERR_NONE;
    while (!err && check.at < check.unit.count) err = check_instruction(&check, overlays);
    for (check.at = 0; !err && check.at < check.unit.count;) err = check_operands(&check);
    if (check.unit.count) check.marks[0] |= CELL_LABEL;
    return err;
}

static enum err check_entry(const struct image *image, const char *what, uint32_t address,
                            struct fault *fault) {
    if (amx_overlay_count(&image->header)) {
        if (address < image->units) return ERR_NONE;
        return fault_set(fault, ERR_RANGE, "%s begins in overlay %u of %u", what, address, image->units);
    }
    if (address % 4 || address / 4 >= image->code_cells || !(image->marks[address / 4] & CELL_START) ||
        image->marks[address / 4] & CELL_TABLE)
        return fault_set(fault, ERR_RANGE, "%s begins at %08x, where no instruction is", what, address);
    image->marks[address / 4] |= CELL_LABEL;
    return ERR_NONE;
}

// Two overlays that share cells in different ways would be marked in each other's places. They may stand in
// any order.
static enum err check_overlap(const struct image *image, struct fault *fault) {
    for (uint32_t i = 0; i < amx_overlay_count(&image->header); i++) {
        struct amx_overlay o = amx_overlay_at(image->file, &image->header, i);
        for (uint32_t cell = o.offset / 4; cell < (o.offset + o.size) / 4; cell++) {
            if (image->marks[cell] & CELL_OWNED)
                return fault_set(fault, ERR_RANGE, "overlay %u shares code with another one at %08x", i,
                                 4 * cell);
            image->marks[cell] |= CELL_OWNED;
        }
    }
    return ERR_NONE;
}

enum err image_verify(struct image *image, struct fault *fault) {
    const struct amx_header *h = &image->header;
    enum err err = check_overlap(image, fault);
    if (!err && h->flags & AMX_OVERLAYS && h->file_version >= AMX_VERSION_RELATIVE && !image->units)
        err = fault_set(fault, ERR_MISSING, "the header promises overlays, but there are none");
    for (uint32_t i = 0; !err && i < image->units; i++) {
        struct unit unit = image_unit(image, i);
        err = unit_check(image, &unit, image->marks + unit.offset / 4, fault);
    }
    if (!err && h->cip != AMX_NO_MAIN) err = check_entry(image, "main", (uint32_t)h->cip, fault);
    uint32_t publics = amx_record_count(h, AMX_PUBLICS), pubvars = amx_record_count(h, AMX_PUBVARS);
    for (uint32_t i = 0; !err && i < publics; i++) {
        struct amx_record row = amx_record_at(image->file, h, AMX_PUBLICS, i);
        char what[AMX_NAME_MAX + 20];
        snprintf(what, sizeof what, "public %.31s", row.name);
        err = check_entry(image, what, row.address, fault);
    }
    for (uint32_t i = 0; !err && i < pubvars; i++) {
        struct amx_record row = amx_record_at(image->file, h, AMX_PUBVARS, i);
        if (row.address % 4 || (uint64_t)row.address + 4 > h->hea - h->dat)
            err = fault_set(fault, ERR_RANGE, "public variable %.31s at %08x, outside the data", row.name,
                            row.address);
    }
    return err;
}

enum err amx_verify(const uint8_t *file, size_t len, struct fault *fault) {
    struct image image;
    enum err err = image_read(&image, file, len, SIZE_MAX, fault);
    if (err) return err;
    err = image_verify(&image, fault);
    image_free(&image);
    return err;
}
