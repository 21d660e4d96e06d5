#include "codec/pleo/field.h"

#include <string.h>

void field_name_read(struct reader *in, char out[FIELD_NAME + 1]) {
    read_copy(in, out, FIELD_NAME);
    out[FIELD_NAME] = 0;
}

void field_name_write(const char *name, struct buf *out) {
    char field[FIELD_NAME] = {0};
    memcpy(field, name, strnlen(name, sizeof field));
    buf_bytes(out, field, sizeof field);
}

void field_put(struct buf *out, uint32_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++) buf_byte(out, (uint8_t)(value >> (8 * i)));
}
