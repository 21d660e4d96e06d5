// A byte buffer that grows.
//
//     struct buf out = {.limit = 1 << 20};
//     buf_text(&out, "{\"speed\":");
//     buf_printf(&out, "%d}", speed);
//     if (out.err) …                       // sticky: ERR_MEMORY or ERR_LIMIT
//     write(fd, out.at, out.len); buf_free(&out);
//
// {0} is an empty buffer without a limit. Once something was written, `at` always ends with a zero byte, so
// text can be printed as it is. After an error nothing more is written and the contents stay, until buf_clear
// or buf_free. buf_take hands the memory to the caller, who frees it.
#pragma once

#include "base/bytes.h"

struct buf {
    uint8_t *at;
    size_t len, room, limit; // `limit` is the most that `len` may reach; 0: no limit
    enum err err;
};

void buf_free(struct buf *buf);                 // leaves an empty buffer with the same limit
void buf_clear(struct buf *buf);                // keeps its memory, forgets its error
bool buf_reserve(struct buf *buf, size_t more); // false: buf->err says why
// Adds `more` bytes at the end, counted as written; NULL on failure.
uint8_t *buf_extend(struct buf *buf, size_t more);
void buf_bytes(struct buf *buf, const void *from, size_t len); // `from` may point into the buffer itself
void buf_byte(struct buf *buf, uint8_t byte);
void buf_text(struct buf *buf, const char *text); // NULL: nothing
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_drop(struct buf *buf, size_t len); // from the front
// Hands over the memory, ended by a zero byte; the caller frees it. The buffer is empty again. NULL after an
// error.
char *buf_take(struct buf *buf);
