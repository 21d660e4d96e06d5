// Frames between the program and its voice helper: any bytes, in any pieces. What is taken does not depend on
// the pieces, and is never longer than what came.
#include "voice/pipe_frame.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static size_t take(const uint8_t *data, size_t size, size_t piece, struct buf *seen) {
    struct pipe_frame_parser parser = {0};
    enum frame_kind kind;
    struct bytes body;
    size_t frames = 0;
    for (size_t at = 0; at < size; at += piece) {
        pipe_frame_feed(&parser, data + at, size - at < piece ? size - at : piece);
        for (; pipe_frame_next(&parser, &kind, &body); frames++) {
            must(body.len <= PIPE_FRAME_MAX && kind > 0 && kind < PIPE_FRAME_KINDS);
            buf_byte(seen, (uint8_t)kind);
            buf_bytes(seen, body.at, body.len);
            struct frame_say say;
            if (kind != PIPE_FRAME_SAY || pipe_frame_read_say(body, &say)) continue;
            must(say.text.len + say.voice.len <= body.len);
            struct buf again = {0};
            pipe_frame_put_say(&again, &say);
            must(again.len == PIPE_FRAME_HEAD + body.len &&
                 !memcmp(again.at + PIPE_FRAME_HEAD, body.at, body.len));
            buf_free(&again);
        }
    }
    must(!parser.err || parser.err == ERR_SYNTAX);
    pipe_frame_parser_free(&parser);
    return frames;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct buf whole = {0}, pieces = {0};
    size_t frames = take(data, size, size ? size : 1, &whole);
    must(take(data, size, size ? 1 + data[0] % 13 : 1, &pieces) == frames);
    must(whole.len == pieces.len && (!whole.len || !memcmp(whole.at, pieces.at, whole.len)));
    buf_free(&whole);
    buf_free(&pieces);
    return 0;
}
