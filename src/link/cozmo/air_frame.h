// Cozmo's frames: one frame per datagram, 14 bytes of header, then packets.
//
//     offset  0  7 bytes  43 4f 5a 03 52 45 01
//             7  u8       type, below
//             8  u16      first: number of the first reliable packet in the frame, 0 for none
//            10  u16      last: number of the last one; not to be trusted, some clients say one too many
//            12  u16      ack: the last number that came in order from the other side; 0: nothing to say
//            14           packets: type u8, length u16, then so many bytes
//
//     struct air_frame frame;
//     if (air_frame_read(&frame, datagram)) …                // not a frame: nothing in it may be used
//     struct air_walk walk = air_walk_of(&frame);
//     while (air_walk_next(&walk, &packet)) …                // packet.number is 0 for unreliable ones
//
// Frames of type 4, 5 and 11 hold one packet without a packet header; the walk hides that. Types 5, 8 and 10
// belong to the protocol family of this transport: they are read, never sent. Everything is a view into the
// datagram.
#pragma once

#include "base/bytes.h"
#include "schema/cozmo.h"

enum {
    AIR_HEAD = COZMO_MIN_FRAME_SIZE,
    AIR_PACKET_HEAD = 3,
    // Of a packet that we send or keep. The longest seen, a piece of a picture, has 1173.
    AIR_CONTENT_MAX = 1200,
    AIR_DATAGRAM_MAX = 2048, // room for any datagram
    AIR_PING = 17,           // length of a ping's body
};
// Frame types that the schema does not name.
enum { AIR_FRAME_LOOSE_ACT = 5, AIR_FRAME_LOOSE = 8, AIR_FRAME_ACK = 10 };

struct air_frame {
    uint8_t type;
    uint16_t first, last, ack;
    struct bytes payload;
};

struct air_packet {
    uint8_t type;
    uint16_t number; // 0: unreliable
    struct bytes content;
};

struct air_walk {
    const struct air_frame *frame;
    const uint8_t *at, *end;
    uint16_t number;
    bool single;
};

// ERR_SHORT: the header is incomplete, or a packet runs past the end. ERR_SYNTAX: no frame prefix.
// ERR_UNKNOWN: its type.
enum err air_frame_read(struct air_frame *out, struct bytes datagram);
struct air_walk air_walk_of(const struct air_frame *frame); // of a frame that was read successfully
bool air_walk_next(struct air_walk *walk, struct air_packet *out);

const char *air_frame_name(uint8_t type);  // "reset", "packets" …; NULL: no such type
const char *air_packet_name(uint8_t type); // "command" …; NULL
// Packet types below 5 are numbered and repeated until acknowledged; the others are sent once.
static inline bool air_reliable(uint8_t packet_type) { return packet_type < COZMO_PACKET_TYPE_EVENT; }

void air_frame_begin(struct writer *out, uint8_t type, uint16_t first, uint16_t last, uint16_t ack);
void air_frame_add(struct writer *out, uint8_t type, struct bytes content);
