#include "door/packed.h"

#include <zlib.h>

enum { GZIP = 16 + MAX_WBITS };

static bool pack(const struct embedded *file, struct buf *out) {
    z_stream z = {0};
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, 8, Z_DEFAULT_STRATEGY) != Z_OK) return false;
    uLong room = deflateBound(&z, file->len);
    uint8_t *to = buf_extend(out, room);
    z.next_in = (Bytef *)(uintptr_t)file->bytes, z.avail_in = (uInt)file->len;
    z.next_out = to, z.avail_out = (uInt)room;
    bool done = to && deflate(&z, Z_FINISH) == Z_STREAM_END;
    if (done) out->len = z.total_out;
    deflateEnd(&z);
    if (!done) buf_free(out);
    return done;
}

bool packed_find(struct packed *packed, const struct embedded *file, struct text *out) {
    size_t number = (size_t)(file - WEB_FILES);
    if (number >= PACKED_FILES) return false;
    struct buf *kept = &packed->at[number];
    if (!kept->len && !pack(file, kept)) return false;
    *out = (struct text){(const char *)kept->at, kept->len};
    return true;
}

void packed_free(struct packed *packed) {
    for (int i = 0; i < PACKED_FILES; i++) buf_free(&packed->at[i]);
}
