#include "pawn/machine/file.h"

#include "base/plural.h"

#include <string.h>

static const char *const TABLE_NAMES[AMX_TABLES] = {"publics", "natives", "libraries", "pubvars", "tags"};

const char *amx_table_name(enum amx_table table) {
    return (unsigned)table < AMX_TABLES ? TABLE_NAMES[table] : "no table";
}

static uint32_t header_size(unsigned version) {
    if (version >= AMX_VERSION_RELATIVE) return AMX_HEADER_SIZE;
    return version >= AMX_VERSION_NAMES ? AMX_HEADER_SIZE_9 : AMX_HEADER_SIZE_6;
}

// Where each table begins; one more entry for the end of the last.
static void table_bounds(const struct amx_header *header, uint32_t at[AMX_TABLES + 1]) {
    uint32_t end = header->cod;
    if (header->file_version >= AMX_VERSION_NAMES) end = header->nametable;
    if (header->file_version >= AMX_VERSION_RELATIVE) end = header->overlays;
    const uint32_t bounds[] = {header->publics, header->natives, header->libraries,
                               header->pubvars, header->tags,    end};
    memcpy(at, bounds, sizeof bounds);
}

uint32_t amx_record_count(const struct amx_header *header, enum amx_table table) {
    uint32_t at[AMX_TABLES + 1];
    table_bounds(header, at);
    return (at[table + 1] - at[table]) / header->defsize;
}

static uint32_t u32_at(const uint8_t *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

struct amx_record amx_record_at(const uint8_t *file, const struct amx_header *header, enum amx_table table,
                                uint32_t index) {
    uint32_t at[AMX_TABLES + 1];
    table_bounds(header, at);
    const uint8_t *row = file + at[table] + index * header->defsize;
    const uint8_t *name = header->defsize == AMX_RECORD_SIZE ? file + u32_at(row + 4) : row + 4;
    return (struct amx_record){u32_at(row), (const char *)name};
}

uint32_t amx_overlay_count(const struct amx_header *header) {
    if (header->file_version < AMX_VERSION_RELATIVE || !(header->flags & AMX_OVERLAYS)) return 0;
    return (header->nametable - header->overlays) / 8;
}

struct amx_overlay amx_overlay_at(const uint8_t *file, const struct amx_header *header, uint32_t index) {
    const uint8_t *row = file + header->overlays + 8 * index;
    return (struct amx_overlay){u32_at(row), u32_at(row + 4)};
}

static enum err read_fields(struct reader *in, struct amx_header *header, struct fault *fault) {
    header->size = read_u32(in);
    header->magic = read_u16(in);
    header->file_version = read_u8(in);
    header->amx_version = read_u8(in);
    if (in->err)
        return fault_set(fault, ERR_SHORT, "not a script: even the header is cut off after %s",
                         PLURAL(reader_left(in) + reader_offset(in), "byte"));
    if (header->magic == AMX_MAGIC_16 || header->magic == AMX_MAGIC_64)
        return fault_set(fault, ERR_UNSUPPORTED,
                         "cells of %s bits: this machine runs scripts with cells of 32",
                         header->magic == AMX_MAGIC_16 ? "16" : "64");
    if (header->magic != AMX_MAGIC_32)
        return fault_set(fault, ERR_SYNTAX, "not a compiled script: the mark is %04x, expected %04x",
                         header->magic, AMX_MAGIC_32);
    if (header->file_version < AMX_VERSION_LEAST || header->file_version > AMX_VERSION)
        return fault_set(fault, ERR_VERSION, "file version %u%s, expected %d to %d", header->file_version,
                         header->file_version > AMX_VERSION ? " (made by Pawn 4 or later)" : "",
                         AMX_VERSION_LEAST, AMX_VERSION);
    if (header->amx_version > AMX_VERSION)
        return fault_set(fault, ERR_VERSION, "needs a machine of version %u, this is version %d",
                         header->amx_version, AMX_VERSION);
    header->flags = read_u16(in);
    header->defsize = read_u16(in);
    header->cod = read_u32(in);
    header->dat = read_u32(in);
    header->hea = read_u32(in);
    header->stp = read_u32(in);
    header->cip = read_i32(in);
    header->publics = read_u32(in);
    header->natives = read_u32(in);
    header->libraries = read_u32(in);
    header->pubvars = read_u32(in);
    header->tags = read_u32(in);
    header->nametable = header->file_version >= AMX_VERSION_NAMES ? read_u32(in) : 0;
    header->overlays = header->file_version >= AMX_VERSION_RELATIVE ? read_u32(in) : 0;
    if (in->err) return fault_set(fault, ERR_SHORT, "the header is cut off");
    return ERR_NONE;
}

static enum err check_blocks(const struct amx_header *header, size_t len, struct fault *fault) {
    if (header->size > len)
        return fault_set(fault, ERR_SHORT, "the file has %s, its header says %u", PLURAL(len, "byte"),
                         header->size);
    const uint32_t blocks[] = {header->cod, header->dat, header->hea, header->stp};
    static const char *const names[] = {"cod", "dat", "hea", "stp"};
    for (int i = 0; i < 4; i++) {
        if (blocks[i] % 4)
            return fault_set(fault, ERR_RANGE, "%s is %u, not a multiple of 4", names[i], blocks[i]);
        if (i && blocks[i] < blocks[i - 1])
            return fault_set(fault, ERR_RANGE, "%s (%u) begins before %s (%u)", names[i], blocks[i],
                             names[i - 1], blocks[i - 1]);
    }
    if (header->stp > INT32_MAX) return fault_set(fault, ERR_RANGE, "stp is %u, too large", header->stp);
    if (header->cod > header->size)
        return fault_set(fault, ERR_RANGE, "code begins at %u, after the end at %u", header->cod,
                         header->size);
    if (!(header->flags & AMX_COMPACT) && header->hea > header->size)
        return fault_set(fault, ERR_RANGE, "data ends at %u, after the end at %u", header->hea, header->size);
    return ERR_NONE;
}

static enum err check_tables(const struct amx_header *header, struct fault *fault) {
    uint32_t least = header_size(header->file_version);
    unsigned defsize = header->file_version >= AMX_VERSION_NAMES ? AMX_RECORD_SIZE : AMX_RECORD_SIZE_6;
    if (header->defsize != defsize)
        return fault_set(fault, ERR_RANGE, "rows of %s, expected %u in version %u",
                         PLURAL(header->defsize, "byte"), defsize, header->file_version);
    uint32_t at[AMX_TABLES + 1];
    table_bounds(header, at);
    for (int i = 0; i <= AMX_TABLES; i++) {
        const char *name = i < AMX_TABLES ? TABLE_NAMES[i] : "the end of the tables";
        if (at[i] < least)
            return fault_set(fault, ERR_RANGE, "%s at %u, expected %u or more", name, at[i], least);
        least = at[i];
    }
    if (header->file_version >= AMX_VERSION_RELATIVE && header->nametable < header->overlays)
        return fault_set(fault, ERR_RANGE, "the name table (%u) begins before the overlays (%u)",
                         header->nametable, header->overlays);
    if (header->file_version >= AMX_VERSION_NAMES) least = header->nametable;
    if (least > header->cod)
        return fault_set(fault, ERR_RANGE, "the tables end at %u, after the start of the code at %u", least,
                         header->cod);
    return ERR_NONE;
}

static enum err check_names(const uint8_t *file, const struct amx_header *header, struct fault *fault) {
    for (int table = 0; table < AMX_TABLES; table++) {
        uint32_t at[AMX_TABLES + 1];
        table_bounds(header, at);
        uint32_t count = amx_record_count(header, (enum amx_table)table);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t row = at[table] + i * header->defsize, name = row + 4, end = row + header->defsize;
            if (header->defsize == AMX_RECORD_SIZE) {
                name = u32_at(file + row + 4), end = header->cod;
                if (name < header->nametable || name >= end)
                    return fault_set(fault, ERR_RANGE,
                                     "row %u of the %s: its name is at %u, outside %u to %u", i,
                                     TABLE_NAMES[table], name, header->nametable, end);
            }
            if (!memchr(file + name, 0, end - name))
                return fault_set(fault, ERR_RANGE, "row %u of the %s: its name does not end", i,
                                 TABLE_NAMES[table]);
        }
    }
    return ERR_NONE;
}

static enum err check_overlays(const uint8_t *file, const struct amx_header *header, struct fault *fault) {
    uint32_t code = header->dat - header->cod;
    for (uint32_t i = 0; i < amx_overlay_count(header); i++) {
        struct amx_overlay o = amx_overlay_at(file, header, i);
        if (o.offset % 4 || o.size % 4 || o.offset > code || o.size > code - o.offset)
            return fault_set(fault, ERR_RANGE, "overlay %u: %s at %u, outside the code of %s", i,
                             PLURAL(o.size, "byte"), o.offset, PLURAL(code, "byte"));
    }
    return ERR_NONE;
}

enum err amx_header_read(const uint8_t *file, size_t len, struct amx_header *header, struct fault *fault) {
    struct reader in = reader_of(file, len);
    enum err err = read_fields(&in, header, fault);
    if (err) return err;
    if (header->file_version < AMX_VERSION_RELATIVE && header->flags & AMX_OLD_BYTECODE)
        return fault_set(fault, ERR_UNSUPPORTED,
                         "opcodes of one byte (an old form): compile the script again");
    if ((err = check_blocks(header, len, fault)) || (err = check_tables(header, fault)) ||
        (err = check_names(file, header, fault)) || (err = check_overlays(file, header, fault)))
        return err;
    return ERR_NONE;
}

void amx_header_write(struct writer *out, const struct amx_header *header) {
    write_u32(out, header->size);
    write_u16(out, header->magic);
    write_u8(out, header->file_version);
    write_u8(out, header->amx_version);
    write_u16(out, header->flags);
    write_u16(out, header->defsize);
    const uint32_t fields[] = {header->cod,           header->dat,     header->hea,     header->stp,
                               (uint32_t)header->cip, header->publics, header->natives, header->libraries,
                               header->pubvars,       header->tags};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) write_u32(out, fields[i]);
    if (header->file_version >= AMX_VERSION_NAMES) write_u32(out, header->nametable);
    if (header->file_version >= AMX_VERSION_RELATIVE) write_u32(out, header->overlays);
}
