// The protocol between the program and critter-voice, over a pipe: frames of a kind, a length and that many
// bytes.
//
//     pipe_frame_put(&out, PIPE_FRAME_SAY, bytes, len);  // kind (1), length (4, little-endian), bytes
//     while (pipe_frame_next(&parser, &kind, &body)) …  // feed bytes as they come: pipe_frame_feed
//
// To the helper
//     SAY      u32 number, u16 words a minute, u8 pitch 0 … 99, u8 range 0 … 99, u8 n and n bytes of voice,
//              then the text (UTF-8)
//     QUIT     nothing
// From it
//     HELLO    u32 PIPE_FRAME_VERSION, u32 samples a second
//     WORD     u32 number, u32 place in the text, u32 length (both in bytes), u32 sample at which it begins
//     SAMPLES  u32 number, then 16-bit samples
//     DONE     u32 number
//     FAILED   u32 number, then why
//
// Both sides use this file. A length above PIPE_FRAME_MAX or an unknown kind ends the connection: ERR_SYNTAX,
// and nothing more is read.
#pragma once

#include "base/buf.h"
#include "base/text.h"

enum { PIPE_FRAME_VERSION = 1, PIPE_FRAME_HEAD = 5, PIPE_FRAME_MAX = 64 << 10 };
enum frame_kind {
    PIPE_FRAME_HELLO = 1,
    PIPE_FRAME_SAY,
    PIPE_FRAME_WORD,
    PIPE_FRAME_SAMPLES,
    PIPE_FRAME_DONE,
    PIPE_FRAME_FAILED,
    PIPE_FRAME_QUIT,
    PIPE_FRAME_KINDS
};

void pipe_frame_put(struct buf *out, enum frame_kind kind, const void *bytes, size_t len);
struct pipe_frame_parser {
    struct buf waiting;
    size_t taken;
    enum err err;
};
void pipe_frame_feed(struct pipe_frame_parser *parser, const void *bytes, size_t len);
// `body` is valid until the next feed.
bool pipe_frame_next(struct pipe_frame_parser *parser, enum frame_kind *kind, struct bytes *body);
void pipe_frame_parser_free(struct pipe_frame_parser *parser);

struct frame_say {
    uint32_t number;
    uint16_t words_per_minute;
    uint8_t pitch, range;
    struct text voice, text;
};
void pipe_frame_put_say(struct buf *out, const struct frame_say *say);
enum err pipe_frame_read_say(struct bytes body, struct frame_say *out);
