#include "codec/picture/rle.h"

#include <string.h>

enum { RUN_MAX = 64 }; // of dark and of repeated columns

static unsigned unit_of(uint64_t column, unsigned unit) { return (unsigned)(column >> (2 * unit)) & 3; }

void rle_set(struct rle_picture *picture, unsigned x, unsigned y, bool lit) {
    if (x >= RLE_COLUMNS || y >= RLE_ROWS) return;
    uint64_t bit = (uint64_t)1 << y;
    picture->column[x] = lit ? picture->column[x] | bit : picture->column[x] & ~bit;
}

bool rle_get(const struct rle_picture *picture, unsigned x, unsigned y) {
    return x < RLE_COLUMNS && y < RLE_ROWS && picture->column[x] >> y & 1;
}

// Each pair as the rule sees it: for 32 rows only lit (1) or dark.
static uint64_t column_by(enum rle_rule rule, uint64_t column) {
    const uint64_t upper = 0x5555555555555555u;
    return rule == RLE_ROWS_32 ? (column | column >> 1) & upper : column;
}

static void write_runs(uint64_t column, enum rle_rule rule, bool drop_last_dark, struct writer *out) {
    for (unsigned unit = 0; unit < RLE_UNITS;) {
        unsigned pair = unit_of(column, unit), length = 1;
        while (unit + length < RLE_UNITS && unit_of(column, unit + length) == pair) length++;
        unit += length;
        bool last = unit == RLE_UNITS;
        if (last && !pair && drop_last_dark) return;
        if (last && pair && rule == RLE_ROWS_32) pair = 2;
        write_u8(out, (uint8_t)(0x80 | (length - 1) << 2 | pair));
    }
}

enum err rle_encode(const struct rle_picture *picture, enum rle_rule rule, struct writer *out) {
    uint64_t columns[RLE_COLUMNS];
    for (unsigned x = 0; x < RLE_COLUMNS; x++) columns[x] = column_by(rule, picture->column[x]);

    for (unsigned x = 0; x < RLE_COLUMNS;) {
        bool repeats = x && columns[x] == columns[x - 1];
        unsigned length = 1;
        while (length < RUN_MAX && x + length < RLE_COLUMNS && columns[x + length] == columns[x]) length++;
        if (!columns[x]) {
            write_u8(out, (uint8_t)(length - 1));
            x += length;
        } else if (repeats) {
            write_u8(out, (uint8_t)(0x40 | (length - 1)));
            x += length;
        } else {
            // What follows finishes this column by itself if it is a dark or a repeated one.
            bool finished = x + 1 < RLE_COLUMNS && (!columns[x + 1] || columns[x + 1] == columns[x]);
            write_runs(columns[x], rule, finished, out);
            x++;
        }
    }
    return out->err;
}

enum err rle_encode_or_raw(const struct rle_picture *picture, enum rle_rule rule, struct writer *out) {
    struct writer measure = writer_of(NULL, 0);
    rle_encode(picture, rule, &measure);
    if (measure.need < RLE_RAW) return rle_encode(picture, rule, out);
    for (unsigned x = 0; x < RLE_COLUMNS; x++) write_u64(out, picture->column[x]);
    return out->err;
}

struct cursor {
    unsigned x, unit;
    uint64_t columns[RLE_COLUMNS];
};

static enum err bad(struct fault *fault, size_t at, uint8_t byte, const char *what) {
    return fault_set(fault, ERR_SYNTAX, "display code, byte %zu (0x%02x): %s", at, byte, what);
}

static enum err run(struct cursor *cursor, uint8_t byte, size_t at, struct fault *fault) {
    unsigned length = (byte >> 2 & 31) + 1u;
    if (cursor->x == RLE_COLUMNS) return bad(fault, at, byte, "a run after the last of 128 columns");
    if (cursor->unit + length > RLE_UNITS) return bad(fault, at, byte, "a run past the end of its column");
    for (; length; length--) cursor->columns[cursor->x] |= (uint64_t)(byte & 3) << (2 * cursor->unit++);
    if (cursor->unit == RLE_UNITS) cursor->x++, cursor->unit = 0;
    return ERR_NONE;
}

static enum err whole_columns(struct cursor *cursor, uint8_t byte, size_t at, struct fault *fault) {
    unsigned count = (byte & 63) + 1u;
    bool repeat = byte & 0x40;
    if (cursor->unit) cursor->x++, cursor->unit = 0;
    if (repeat && !cursor->x) return bad(fault, at, byte, "a repeat with no column before it");
    if (cursor->x + count > RLE_COLUMNS) return bad(fault, at, byte, "columns past the 128 of the screen");
    for (; count; count--, cursor->x++)
        cursor->columns[cursor->x] = repeat ? cursor->columns[cursor->x - 1] : 0;
    return ERR_NONE;
}

enum err rle_decode(struct bytes code, struct rle_picture *out, struct fault *fault) {
    struct cursor cursor = {0};
    struct fault why = {0};
    enum err err = ERR_NONE;
    for (size_t at = 0; at < code.len && !err; at++) {
        uint8_t byte = code.at[at];
        err = byte & 0x80 ? run(&cursor, byte, at, &why) : whole_columns(&cursor, byte, at, &why);
    }
    if (err && code.len == RLE_RAW) {
        struct reader in = reader_of(code.at, code.len);
        for (unsigned x = 0; x < RLE_COLUMNS; x++) cursor.columns[x] = read_u64(&in);
        err = ERR_NONE;
    }
    if (err) return fault_set(fault, err, "%s", why.said);
    memcpy(out->column, cursor.columns, sizeof out->column);
    return ERR_NONE;
}

void rle_from_rows(struct rle_picture *picture, const uint8_t rows[RLE_UNITS][RLE_COLUMNS / 8]) {
    memset(picture, 0, sizeof *picture);
    for (unsigned y = 0; y < RLE_UNITS; y++)
        for (unsigned x = 0; x < RLE_COLUMNS; x++)
            if (rows[y][x / 8] & 0x80 >> x % 8) picture->column[x] |= (uint64_t)1 << (2 * y);
}

void rle_to_rows(const struct rle_picture *picture, uint8_t rows[RLE_UNITS][RLE_COLUMNS / 8]) {
    memset(rows, 0, RLE_UNITS * RLE_COLUMNS / 8);
    for (unsigned y = 0; y < RLE_UNITS; y++)
        for (unsigned x = 0; x < RLE_COLUMNS; x++)
            if (unit_of(picture->column[x], y)) rows[y][x / 8] |= (uint8_t)(0x80 >> x % 8);
}
