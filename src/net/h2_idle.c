#include "net/h2_idle.h"

#include <string.h>

enum { HEADERS = 1, RST_STREAM = 3 };

// Looks at a head that is whole. Whether its frame is one to step over.
static bool look(struct h2_idle *idle) {
    const uint8_t *h = idle->head;
    uint32_t stream = ((uint32_t)h[5] << 24 | (uint32_t)h[6] << 16 | (uint32_t)h[7] << 8 | h[8]) & 0x7fffffff;
    idle->skip = (uint32_t)h[0] << 16 | (uint32_t)h[1] << 8 | h[2];
    if (h[3] == HEADERS && stream > idle->highest) idle->highest = stream;
    return h[3] == RST_STREAM && idle->skip == 4 && stream % 2 && stream > idle->highest;
}

static struct bytes cut(struct bytes *rest, size_t len) {
    struct bytes part = {rest->at, len};
    rest->at += len, rest->len -= len;
    return part;
}

bool h2_idle_next(struct h2_idle *idle, struct bytes *rest, struct bytes *part) {
    while (rest->len) {
        if (idle->skip) {
            struct bytes body = cut(rest, idle->skip < rest->len ? idle->skip : rest->len);
            idle->skip -= (uint32_t)body.len;
            if (idle->dropping) continue;
            *part = body;
            return true;
        }
        idle->dropping = false;
        size_t want = (size_t)(H2_FRAME_HEAD - idle->head_len);
        struct bytes more = cut(rest, want < rest->len ? want : rest->len);
        memcpy(idle->head + idle->head_len, more.at, more.len);
        idle->head_len += (uint8_t)more.len;
        if (idle->head_len < H2_FRAME_HEAD) return false; // until the rest of it comes
        idle->head_len = 0;
        if ((idle->dropping = look(idle))) continue;
        *part = (struct bytes){idle->head, H2_FRAME_HEAD};
        return true;
    }
    return false;
}
