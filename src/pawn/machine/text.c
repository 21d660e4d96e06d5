// Arrays and texts in a script's memory, for natives.
#include "base/text.h"
#include "pawn/machine/amx_internal.h"

#include <string.h>

// Bytes from address to the end of the block it lies in; 0: in none.
static uint32_t bytes_left(const struct amx *amx, uint32_t address) {
    if (address < amx->hea) return amx->hea - address;
    if (address >= amx->stk && address < amx->top + 4)
        return amx->top + 4 - address; // with the zero at the top
    return 0;
}

size_t amx_cells_left(const struct amx *amx, int32_t address) {
    return bytes_left(amx, (uint32_t)address) / 4;
}

int32_t *amx_cells(struct amx *amx, int32_t address, size_t count) {
    if (address % 4 || count > amx_cells_left(amx, address) || !bytes_left(amx, (uint32_t)address)) {
        amx_raise(amx, HALT_MEMORY);
        return NULL;
    }
    return (int32_t *)(void *)(amx->data + (uint32_t)address);
}

bool amx_text_packed(struct amx *amx, int32_t address) {
    const int32_t *cells = amx_cells(amx, address, 1);
    return cells && (uint32_t)cells[0] > 0x00ffffff;
}

static uint32_t character(const int32_t *cells, bool packed, size_t index) {
    if (!packed) return (uint32_t)cells[index];
    return (uint32_t)cells[index / 4] >> (24 - 8 * (index % 4)) & 0xff;
}

size_t amx_text_length(struct amx *amx, int32_t address) {
    size_t room = amx_cells_left(amx, address);
    const int32_t *cells = amx_cells(amx, address, 1);
    if (!cells) return SIZE_MAX;
    bool packed = amx_text_packed(amx, address);
    for (size_t i = 0; i < (packed ? 4 * room : room); i++)
        if (!character(cells, packed, i)) return i;
    amx_raise(amx, HALT_MEMORY);
    return SIZE_MAX;
}

size_t amx_text_get(struct amx *amx, int32_t address, char *out, size_t size) {
    size_t length = amx_text_length(amx, address), at = 0, wanted = 0;
    if (size) out[0] = 0;
    if (length == SIZE_MAX) return SIZE_MAX;
    const int32_t *cells = amx_cells(amx, address, 1);
    bool packed = amx_text_packed(amx, address);
    for (size_t i = 0; i < length; i++) {
        uint32_t code = character(cells, packed, i);
        char bytes[4] = {(char)code};
        size_t n = code < 256 ? 1 : utf8_put(code, bytes);
        if (at == wanted && at + n < size) memcpy(out + at, bytes, n), at += n;
        wanted += n;
    }
    if (size) out[at] = 0;
    return wanted;
}

bool amx_text_put(struct amx *amx, int32_t address, size_t room, bool packed, const char *text, size_t len) {
    if (!room) return true;
    size_t fits = packed ? 4 * room - 1 : room - 1;
    if (len > fits) len = fits;
    size_t count = packed ? len / 4 + 1 : len + 1;
    int32_t *cells = amx_cells(amx, address, count);
    if (!cells) return false;
    if (!packed) {
        for (size_t i = 0; i < len; i++) cells[i] = (uint8_t)text[i];
        cells[len] = 0;
        return true;
    }
    memset(cells, 0, 4 * count);
    for (size_t i = 0; i < len; i++)
        cells[i / 4] = (int32_t)((uint32_t)cells[i / 4] | (uint32_t)(uint8_t)text[i] << (24 - 8 * (i % 4)));
    return true;
}
