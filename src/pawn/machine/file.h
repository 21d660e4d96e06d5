// The format of a compiled script file: header, tables, code, data, debug block. Only facts, for writers and
// readers.
//
//     struct amx_header header;
//     // checks every number against the file
//     if (amx_header_read(bytes, len, &header, fault)) return fault->err;
//     struct amx_record row = amx_record_at(bytes, &header, AMX_PUBLICS, 3);  // address and name
//     amx_header_write(&writer, &header);
//
// Everything is little-endian. Order in the file: header, publics, natives, libraries, pubvars, tags,
// overlays, name table, padding to a cell, code, data; after `size` a debug block if flag AMX_DEBUG is set. A
// table row is an address (4 bytes) and the offset of a name from the start of the file (4 bytes). An overlay
// row is an offset from the start of the code, and a size. The name table is a u16 with the longest possible
// name (31), then the names, each ended by a zero, in the order of the tables.
//
// Versions: 10 is current. 9 and older have no overlay table and branch to absolute code addresses. 6 has no
// name table either: a row is an address and a name of up to 19 characters, 24 bytes in all.
#pragma once

#include "base/bytes.h"

enum {
    AMX_MAGIC_32 = 0xF1E0, // cells of 32 bits: the only ones this machine runs
    AMX_MAGIC_64 = 0xF1E1,
    AMX_MAGIC_16 = 0xF1E2,
    AMX_VERSION = 10,          // written by the compiler
    AMX_VERSION_LEAST = 6,     // the oldest that is read
    AMX_VERSION_NAMES = 7,     // since then a name table
    AMX_VERSION_BREAK = 8,     // since then debug data in the current form
    AMX_VERSION_MACRO = 9,     // since then macro instructions
    AMX_VERSION_RELATIVE = 10, // since then relative branches and overlays
    AMX_HEADER_SIZE = 60,
    AMX_HEADER_SIZE_9 = 56, // versions 7 to 9: without the field `overlays`
    AMX_HEADER_SIZE_6 = 52, // version 6: without `nametable` too
    AMX_RECORD_SIZE = 8,
    AMX_RECORD_SIZE_6 = 24,
    AMX_NAME_MAX = 31,
    AMX_NAME_MAX_6 = 19,
    AMX_STACK_MARGIN = 16, // cells that must stay free between heap and stack
    // How far packed bytes may be ahead of plain ones; at 62 the compiler writes plain ones.
    AMX_COMPACT_MARGIN = 64,
    AMX_NO_MAIN = -1, // header.cip: the script never mentions main
};

enum amx_flag { // flags of the header
    AMX_OVERLAYS = 0x01,
    AMX_DEBUG = 0x02,
    AMX_COMPACT = 0x04,
    AMX_SLEEPS = 0x08,       // the script uses the sleep instruction
    AMX_UNCHECKED = 0x10,    // compiled without bounds and break
    AMX_DATA_SET = 0x20,     // the data block is already set up
    AMX_OLD_BYTECODE = 0x08, // before version 10: opcodes of one byte
};

struct amx_header {
    uint32_t size; // of the file without debug data; with compact code: as stored
    uint16_t magic;
    uint8_t file_version, amx_version;
    uint16_t flags;
    uint16_t defsize; // bytes per row of the tables before `overlays`
    uint32_t cod;     // offset of the code
    uint32_t dat;     // offset of the data: cod + size of the code
    uint32_t hea;     // end of the data, where the heap begins
    uint32_t stp;     // hea + stack: the memory that is needed
    int32_t cip;      // code address of main, with overlays its number, or AMX_NO_MAIN
    uint32_t publics, natives, libraries, pubvars, tags; // offsets of tables
    uint32_t nametable;                                  // 0 in version 6
    uint32_t overlays;                                   // 0 before version 10
};

enum amx_table { AMX_PUBLICS, AMX_NATIVES, AMX_LIBRARIES, AMX_PUBVARS, AMX_TAGS, AMX_TABLES };

struct amx_record {
    uint32_t address;
    const char *name; // in the file's bytes
};
struct amx_overlay {
    uint32_t offset, size; // from the start of the code
};

// ERR_SHORT, ERR_SYNTAX (not a script), ERR_VERSION, ERR_UNSUPPORTED (cells of another size), ERR_RANGE.
// After success every table, name and block lies inside the file and in order.
enum err amx_header_read(const uint8_t *file, size_t len, struct amx_header *header, struct fault *fault);
// 60, 56 or 52 bytes, by its version.
void amx_header_write(struct writer *out, const struct amx_header *header);

// For headers that amx_header_read accepted; the index must be below the count.
uint32_t amx_record_count(const struct amx_header *header, enum amx_table table);
struct amx_record amx_record_at(const uint8_t *file, const struct amx_header *header, enum amx_table table,
                                uint32_t index);
uint32_t amx_overlay_count(const struct amx_header *header);
struct amx_overlay amx_overlay_at(const uint8_t *file, const struct amx_header *header, uint32_t index);
const char *amx_table_name(enum amx_table table); // "publics"

// Tags: ids in the table have bit 30 set when the tag is strong. The result of `tagof` also has bit 31.
enum { AMX_TAG_STRONG = 0x40000000, AMX_TAG_ID = 0x3fffffff };

// Compact encoding. Each cell becomes 1 to 5 bytes of 7 bits, highest group first. Bit 7: more bytes follow.
// Bit 6 of the first byte is the sign of the cell. 21 is 0x21, 41 is -63, 80 41 is 0x41, 7f is -1.
size_t compact_encode(uint32_t cell, uint8_t out[5]); // bytes written
// Decodes exactly `count` cells. ERR_SHORT: the bytes end too early. ERR_SYNTAX: more than five bytes in a
// cell.
enum err compact_decode(struct reader *in, uint32_t *cells, size_t count);

// The debug block, at file offset `size`: packed records; names end with a zero.
//
//     head       u32 size of the block, u16 AMX_DEBUG_MAGIC, u8 10, u8 10, u16 flags (0),
//                u16 counts of files, lines, symbols, tags, automata, states            22 bytes
//     file       u32 first code address, name
//     line       u32 code address of a break, u32 line counted from 0
//     symbol     u32 address, u16 tag, u32 first and u32 last code address of its scope, u8 ident, u8 class,
//                u16 dimensions,
//                name, then for each dimension u16 index tag, u32 size (0: unknown; packed arrays in cells)
//     tag        u16 id (low half), name
//     automaton  u16 id, u32 data address of its state, name ("" for the one without a name)
//     state      u16 state, u16 automaton, name
//
// Code addresses count from the start of the code block, in overlay files too.
enum {
    AMX_DEBUG_MAGIC = 0xF1EF,
    AMX_DEBUG_VERSION = 10,
    AMX_DEBUG_HEAD = 22,
    AMX_DEBUG_DIMENSIONS = 4, // more than any compiler writes
};
enum symbol_ident {
    SYMBOL_VARIABLE = 1,
    SYMBOL_REFERENCE = 2,
    SYMBOL_ARRAY = 3,
    SYMBOL_ARRAY_ARGUMENT = 4,
    SYMBOL_FUNCTION = 9,
};
enum symbol_class {
    SYMBOL_GLOBAL = 0, // a data address, or a function's code address
    SYMBOL_LOCAL = 1,  // counts from FRM
    SYMBOL_STATIC = 2, // in a function; a data address
};
