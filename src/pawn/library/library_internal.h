// Shared by the libraries of natives: access to characters, and formatted text.
#pragma once

#include "pawn/machine/amx.h"

// A text in a script's memory, packed or unpacked, as characters.
struct chars {
    int32_t *cells;
    bool packed;
    size_t length;
};

bool chars_of(struct amx *amx, int32_t address, struct chars *chars); // false: HALT_MEMORY is raised
static inline uint32_t chars_at(const struct chars *chars, size_t index) {
    if (!chars->packed) return (uint32_t)chars->cells[index];
    return (uint32_t)chars->cells[index / 4] >> (24 - 8 * (index % 4)) & 0xff;
}
static inline void chars_set(struct chars *chars, size_t index, uint32_t code) {
    if (!chars->packed) {
        chars->cells[index] = (int32_t)code;
        return;
    }
    unsigned shift = 24 - 8 * (unsigned)(index % 4);
    uint32_t cell = (uint32_t)chars->cells[index / 4] & ~(0xffu << shift);
    chars->cells[index / 4] = (int32_t)(cell | (code & 0xff) << shift);
}
// Makes room for a text of at most `length` characters in `room` cells; chars->length is set to how many fit.
// False: an error was raised.
bool chars_room(struct amx *amx, int32_t address, int32_t room, bool packed, size_t length,
                struct chars *chars);
uint32_t lower_case(uint32_t code); // ASCII and Latin-1
uint32_t upper_case(uint32_t code);

// Formats text piece by piece. Placeholders: %c %d %f %q %r %s %x %%, with flags - + 0, a width, and a
// precision after . or , (which becomes the decimal point). Any other letter prints itself. args are
// addresses of the values.
struct sink {
    void (*put)(void *user, const uint32_t *codes, size_t count);
    void *user;
};
bool format_text(struct amx *amx, int32_t format, const int32_t *args, int count, const struct sink *sink);

// Conversions between cells and floats.
static inline float float_of(int32_t cell) {
    union {
        int32_t cell;
        float real;
    } u = {.cell = cell};
    return u.real;
}
static inline int32_t cell_of(float real) {
    union {
        float real;
        int32_t cell;
    } u = {.real = real};
    return u.cell;
}
enum { FIXED_ONE = 1000 };
