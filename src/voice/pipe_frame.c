#include "voice/pipe_frame.h"

#include <string.h>

void pipe_frame_put(struct buf *out, enum frame_kind kind, const void *bytes, size_t len) {
    uint8_t *head = buf_extend(out, PIPE_FRAME_HEAD);
    if (!head) return;
    struct writer to = writer_of(head, PIPE_FRAME_HEAD);
    write_u8(&to, (uint8_t)kind);
    write_u32(&to, (uint32_t)len);
    buf_bytes(out, bytes, len);
}

void pipe_frame_feed(struct pipe_frame_parser *parser, const void *bytes, size_t len) {
    if (parser->err) return;
    if (parser->taken) {
        buf_drop(&parser->waiting, parser->taken);
        parser->taken = 0;
    }
    buf_bytes(&parser->waiting, bytes, len);
    if (parser->waiting.err) parser->err = parser->waiting.err;
}

bool pipe_frame_next(struct pipe_frame_parser *parser, enum frame_kind *kind, struct bytes *body) {
    if (parser->err || parser->waiting.len < parser->taken + PIPE_FRAME_HEAD) return false;
    struct reader in = reader_of(parser->waiting.at + parser->taken, parser->waiting.len - parser->taken);
    uint8_t which = read_u8(&in);
    uint32_t len = read_u32(&in);
    if (!which || which >= PIPE_FRAME_KINDS || len > PIPE_FRAME_MAX) {
        parser->err = ERR_SYNTAX;
        return false;
    }
    if (reader_left(&in) < len) return false;
    *kind = (enum frame_kind)which;
    *body = read_bytes(&in, len);
    parser->taken += PIPE_FRAME_HEAD + len;
    return true;
}

void pipe_frame_parser_free(struct pipe_frame_parser *parser) {
    buf_free(&parser->waiting);
    *parser = (struct pipe_frame_parser){0};
}

void pipe_frame_put_say(struct buf *out, const struct frame_say *say) {
    uint8_t head[9 + UINT8_MAX];
    struct writer to = writer_of(head, sizeof head);
    write_u32(&to, say->number);
    write_u16(&to, say->words_per_minute);
    write_u8(&to, say->pitch);
    write_u8(&to, say->range);
    write_u8(&to, (uint8_t)say->voice.len);
    write_bytes(&to, say->voice.at, say->voice.len & UINT8_MAX);
    struct buf body = {0};
    buf_bytes(&body, head, writer_len(&to));
    buf_bytes(&body, say->text.at, say->text.len);
    if (!body.err) pipe_frame_put(out, PIPE_FRAME_SAY, body.at, body.len);
    buf_free(&body);
}

enum err pipe_frame_read_say(struct bytes body, struct frame_say *out) {
    struct reader in = reader_of(body.at, body.len);
    *out = (struct frame_say){0};
    out->number = read_u32(&in);
    out->words_per_minute = read_u16(&in);
    out->pitch = read_u8(&in);
    out->range = read_u8(&in);
    struct bytes voice = read_bytes(&in, read_u8(&in));
    struct bytes text = read_bytes(&in, reader_left(&in));
    out->voice = (struct text){(const char *)voice.at, voice.len};
    out->text = (struct text){(const char *)text.at, text.len};
    if (in.err) return in.err;
    return utf8_valid(out->voice) && utf8_valid(out->text) ? ERR_NONE : ERR_SYNTAX;
}
