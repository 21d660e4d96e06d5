// A run of bytes that grows.
//
//     struct buf out = {.limit = 1 << 20};
//     buf_text(&out, "{\"speed\":");
//     buf_printf(&out, "%d}", speed);
//     if (out.err) …                       // sticky: ERR_MEMORY or ERR_LIMIT
//     write(fd, out.at, out.len); buf_free(&out);
//
// {0} is an empty buffer without a limit. `at` is always followed by a zero byte once something was written, so
// text can be printed as it is. buf_take hands the memory to the caller, who frees it.
#pragma once

#include "base/bytes.h"

struct buf {
    uint8_t *at;
    size_t len, room, limit;
    enum err err;
};

void buf_free(struct buf *buf);
void buf_clear(struct buf *buf); // keeps its memory
bool buf_reserve(struct buf *buf, size_t more);
uint8_t *buf_extend(struct buf *buf,
                    size_t more); // room for `more` bytes at the end, counted as written; NULL on failure
void buf_bytes(struct buf *buf, const void *from, size_t len);
void buf_byte(struct buf *buf, uint8_t byte);
void buf_text(struct buf *buf, const char *text);
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_drop(struct buf *buf, size_t len); // from the front
char *buf_take(struct buf *buf);            // the memory, now the caller's; the buffer is empty again
