// A queue of messages in memory of fixed size: two bytes of length, then id and body. A message taken stays
// valid until the next put.
#include "body/firmware/cozmo/firmware_internal.h"

#include <string.h>

enum { HEAD = 2 };

uint32_t fw_line_space(const struct fw_line *line) { return line->room - (line->tail - line->head); }

void fw_line_clear(struct fw_line *line) { line->head = line->tail = 0; }

static uint32_t length_at(const struct fw_line *line, uint32_t at) {
    return (uint32_t)(line->bytes[at] | line->bytes[at + 1] << 8);
}

bool fw_line_put(struct fw_line *line, bool force, const uint8_t *bytes, size_t len) {
    if (len + HEAD > line->room) return false;
    while (force && fw_line_space(line) < len + HEAD) line->head += HEAD + length_at(line, line->head);
    if (fw_line_space(line) < len + HEAD) return false;
    if (line->tail + len + HEAD > line->room) { // to the front
        memmove(line->bytes, line->bytes + line->head, line->tail - line->head);
        line->tail -= line->head;
        line->head = 0;
    }
    line->bytes[line->tail] = (uint8_t)len;
    line->bytes[line->tail + 1] = (uint8_t)(len >> 8);
    memcpy(line->bytes + line->tail + HEAD, bytes, len);
    line->tail += (uint32_t)(len + HEAD);
    return true;
}

bool fw_line_take(struct fw_line *line, uint8_t *id, struct bytes *body) {
    if (line->head == line->tail) return false;
    uint32_t len = length_at(line, line->head);
    const uint8_t *at = line->bytes + line->head + HEAD;
    *id = at[0];
    *body = (struct bytes){at + 1, len - 1};
    line->head += HEAD + len;
    if (line->head == line->tail) line->head = line->tail = 0;
    return true;
}
