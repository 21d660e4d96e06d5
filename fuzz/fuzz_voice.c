// Frames between the program and its voice helper: any bytes, in any pieces. What is taken does not depend on the pieces, and is never longer than
// what came.
#include "voice/frames.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static size_t take(const uint8_t *data, size_t size, size_t piece, struct buf *seen) {
    struct frame_parser parser = {0};
    enum frame_kind kind;
    struct bytes body;
    size_t frames = 0;
    for (size_t at = 0; at < size; at += piece) {
        frame_feed(&parser, data + at, size - at < piece ? size - at : piece);
        for (; frame_next(&parser, &kind, &body); frames++) {
            must(body.len <= FRAME_MAX && kind > 0 && kind < FRAME_KINDS);
            buf_byte(seen, (uint8_t)kind);
            buf_bytes(seen, body.at, body.len);
            struct frame_say say;
            if (kind != FRAME_SAY || frame_read_say(body, &say)) continue;
            must(say.text.len + say.voice.len <= body.len);
            struct buf again = {0};
            frame_put_say(&again, &say);
            must(again.len == FRAME_HEAD + body.len && !memcmp(again.at + FRAME_HEAD, body.at, body.len));
            buf_free(&again);
        }
    }
    must(!parser.err || parser.err == ERR_SYNTAX);
    frame_parser_free(&parser);
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
