// What goes over the pipe between the program and critter-voice: frames, each a kind, a length and that many bytes.
//
//     uint8_t out[FRAME_HEAD];
//     frame_head(FRAME_SAY, len, out);                        // kind (1), length (4, little-endian)
//     while (frame_next(&parser, &kind, &body)) …              // feed bytes as they come: frame_feed
//
// To the helper
//     SAY      u32 number, u16 words a minute, u8 pitch 0 … 99, u8 range 0 … 99, u8 n and n bytes of voice, then the text (UTF-8)
//     QUIT     nothing
// From it
//     HELLO    u32 FRAME_VERSION, u32 samples a second
//     WORD     u32 number, u32 place in the text, u32 length (both in bytes), u32 sample at which it begins
//     SAMPLES  u32 number, then 16-bit samples
//     DONE     u32 number
//     FAILED   u32 number, then why
//
// The same file is used on both sides. A length above FRAME_MAX, or a kind nobody knows, ends the talk: ERR_SYNTAX, and no byte more is looked at.
#pragma once

#include "base/buf.h"
#include "base/text.h"

enum { FRAME_VERSION = 1, FRAME_HEAD = 5, FRAME_MAX = 64 << 10 };
enum frame_kind {
    FRAME_HELLO = 1,
    FRAME_SAY,
    FRAME_WORD,
    FRAME_SAMPLES,
    FRAME_DONE,
    FRAME_FAILED,
    FRAME_QUIT,
    FRAME_KINDS
};

void frame_put(struct buf *out, enum frame_kind kind, const void *bytes, size_t len);
struct frame_parser {
    struct buf waiting;
    size_t taken;
    enum err err;
};
void frame_feed(struct frame_parser *parser, const void *bytes, size_t len);
bool frame_next(struct frame_parser *parser, enum frame_kind *kind,
                struct bytes *body); // valid until the next feed
void frame_parser_free(struct frame_parser *parser);

struct frame_say {
    uint32_t number;
    uint16_t words_per_minute;
    uint8_t pitch, range;
    struct text voice, text;
};
void frame_put_say(struct buf *out, const struct frame_say *say);
enum err frame_read_say(struct bytes body, struct frame_say *out);
