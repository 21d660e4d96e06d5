// Steps over the resets of streams that were never begun.
//
//     struct h2_idle idle = {.skip = H2_PREFACE};
//     struct bytes part;
//     while (h2_idle_next(&idle, &rest, &part)) … // what goes on; `rest` is used up
//
// gRPC's own core sends RST_STREAM for a call that was cancelled before its head left. RFC 9113 lets a server
// end the connection then, and nghttp2 does; with it would go every other call of that program. gRPC's own
// servers let it pass, and so do we. All other bytes pass as they are. Parts are views into `rest`, or into
// this struct: use one before the next is asked for.
#pragma once

#include "base/bytes.h"

enum { H2_PREFACE = 24, H2_FRAME_HEAD = 9 };

struct h2_idle {
    uint32_t skip;    // bytes until the next head of a frame
    uint32_t highest; // stream that was begun
    uint8_t head[H2_FRAME_HEAD];
    uint8_t head_len; // bytes of the next head that are here
    bool dropping;    // what is skipped is not passed on
};

bool h2_idle_next(struct h2_idle *idle, struct bytes *rest, struct bytes *part);
