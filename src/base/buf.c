#include "base/buf.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void buf_free(struct buf *buf) {
    free(buf->at);
    *buf = (struct buf){.limit = buf->limit};
}

void buf_clear(struct buf *buf) {
    buf->len = 0;
    buf->err = ERR_NONE;
    if (buf->at) buf->at[0] = 0;
}

static bool fail(struct buf *buf, enum err err) {
    if (!buf->err) buf->err = err;
    return false;
}

bool buf_reserve(struct buf *buf, size_t more) {
    if (buf->err) return false;
    if (buf->limit && (buf->len > buf->limit || more > buf->limit - buf->len)) return fail(buf, ERR_LIMIT);
    if (more > SIZE_MAX / 2 - buf->len - 1) return fail(buf, ERR_MEMORY);
    size_t need = buf->len + more + 1; // and the zero byte after
    if (need <= buf->room) return true;
    size_t room = buf->room < 32 ? 64 : buf->room * 2;
    if (buf->limit && room > buf->limit) room = buf->limit + 1; // growing by doubles must not pass the limit
    if (room < need) room = need;
    uint8_t *at = realloc(buf->at, room);
    if (!at) return fail(buf, ERR_MEMORY);
    buf->at = at;
    buf->room = room;
    buf->at[buf->len] = 0;
    return true;
}

uint8_t *buf_extend(struct buf *buf, size_t more) {
    if (!buf_reserve(buf, more)) return NULL;
    uint8_t *at = buf->at + buf->len;
    buf->len += more;
    buf->at[buf->len] = 0;
    return at;
}

void buf_bytes(struct buf *buf, const void *from, size_t len) {
    // A piece of the buffer itself may be given: growing moves it.
    uintptr_t source = (uintptr_t)from, start = (uintptr_t)buf->at;
    bool inside = buf->at && source >= start && source - start < buf->room;
    uint8_t *to = buf_extend(buf, len);
    if (!to || !len) return;
    if (inside) from = buf->at + (source - start);
    memmove(to, from, len);
}

void buf_byte(struct buf *buf, uint8_t byte) {
    uint8_t *to = buf_extend(buf, 1);
    if (to) *to = byte;
}

void buf_text(struct buf *buf, const char *text) {
    if (text) buf_bytes(buf, text, strlen(text));
}

void buf_printf(struct buf *buf, const char *format, ...) {
    if (!buf_reserve(buf, 0)) return;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t left = buf->room - buf->len;
    int len = vsnprintf((char *)buf->at + buf->len, left, format, arguments);
    if (len >= 0 && (size_t)len >= left) {
        buf->at[buf->len] = 0;
        if (buf_reserve(buf, (size_t)len))
            len = vsnprintf((char *)buf->at + buf->len, (size_t)len + 1, format, again);
    }
    if (len < 0) fail(buf, ERR_RANGE); // the C library could not put it into words
    if (!buf->err) buf->len += (size_t)len;
    buf->at[buf->len] = 0;
    va_end(again);
    va_end(arguments);
}

void buf_drop(struct buf *buf, size_t len) {
    if (!buf->at || !len) return;
    if (len > buf->len) len = buf->len;
    memmove(buf->at, buf->at + len, buf->len - len + 1);
    buf->len -= len;
}

char *buf_take(struct buf *buf) {
    buf_reserve(buf, 0); // an empty buffer gives an empty text
    char *at = buf->err ? NULL : (char *)buf->at;
    if (buf->err) free(buf->at);
    *buf = (struct buf){.limit = buf->limit};
    return at;
}
