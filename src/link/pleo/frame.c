#include "link/pleo/frame.h"

#include <string.h>

enum { GOOD = 0xf0b8, POLYNOMIAL = 0x8408 };

static uint16_t add(uint16_t fcs, uint8_t byte) {
    fcs ^= byte;
    for (int i = 0; i < 8; i++) fcs = (uint16_t)(fcs & 1 ? fcs >> 1 ^ POLYNOMIAL : fcs >> 1);
    return fcs;
}

static uint16_t over(const uint8_t *bytes, size_t len) {
    uint16_t fcs = 0xffff;
    for (size_t i = 0; i < len; i++) fcs = add(fcs, bytes[i]);
    return fcs;
}

uint16_t frame_check(const void *bytes, size_t len) { return (uint16_t)~over(bytes, len); }

static size_t put(uint8_t byte, uint8_t *out, size_t at, size_t room) {
    bool turned = byte == FRAME_FLAG || byte == FRAME_ESCAPE;
    if (turned && at < room) out[at] = FRAME_ESCAPE;
    at += turned;
    if (at < room) out[at] = turned ? byte ^ FRAME_TURN : byte;
    return at + 1;
}

size_t frame_write(const void *packet, size_t len, uint8_t *out, size_t room) {
    const uint8_t *bytes = packet;
    size_t at = 1;
    if (!len || len > FRAME_MOST || room < 2) return 0;
    uint16_t fcs = frame_check(packet, len);
    out[0] = FRAME_FLAG;
    for (size_t i = 0; i < len; i++) at = put(bytes[i], out, at, room);
    at = put((uint8_t)fcs, out, at, room);
    at = put((uint8_t)(fcs >> 8), out, at, room);
    if (at >= room) return 0;
    out[at] = FRAME_FLAG;
    return at + 1;
}

// A flag ends a frame and begins the next.
static bool end(struct frame_reader *r) {
    size_t len = r->filled;
    bool cut = r->escaped || r->too_long;
    r->filled = 0;
    r->escaped = r->too_long = false;
    if (!len && !cut) return false; // flags one after the other
    if (cut || len < 3 || over(r->bytes, len) != GOOD) {
        r->bad++;
        return false;
    }
    len -= 2;
    if (len > 2 && r->bytes[0] == 0xff && r->bytes[1] == 0x03) memmove(r->bytes, r->bytes + 2, len -= 2);
    r->len = len;
    r->good++;
    return true;
}

bool frame_read(struct frame_reader *r, uint8_t byte) {
    if (byte == FRAME_FLAG) return end(r);
    if (byte == FRAME_ESCAPE) {
        r->escaped = true;
        return false;
    }
    if (r->filled == sizeof r->bytes) {
        r->too_long = true;
        return false;
    }
    r->bytes[r->filled++] = r->escaped ? byte ^ FRAME_TURN : byte;
    r->escaped = false;
    return false;
}
