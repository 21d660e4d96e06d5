// Frames between a Pleo's two computers, after RFC 1662: a flag between them, escapes inside, a checksum at
// the end.
//
//     size_t len = frame_write((const uint8_t *)"cd", 2, out, sizeof out);   // 0: it does not fit
//     struct frame_reader reader = {0};
//     for (…each byte that comes…)
//         if (frame_read(&reader, byte)) use(reader.bytes, reader.len);       // a whole and good one
//
// The checksum is FCS-16, sent low byte first. The address and control bytes FF 03 are not sent, and taken
// away when they come. Frames that are damaged, too long or empty are counted and dropped. Plain data, owned
// by the caller; nothing allocates.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_FLAG = 0x7e,
    FRAME_ESCAPE = 0x7d,
    FRAME_TURN = 0x20,
    FRAME_MOST = 402,
    FRAME_ROOM = 2 * (FRAME_MOST + 2) + 2
};

struct frame_reader {
    uint8_t bytes[FRAME_MOST + 4];
    size_t len, good, bad;
    bool escaped, too_long;
    size_t filled;
};

uint16_t frame_check(const void *bytes, size_t len); // the FCS of these bytes
size_t frame_write(const void *packet, size_t len, uint8_t *out, size_t room);
bool frame_read(struct frame_reader *reader, uint8_t byte);
