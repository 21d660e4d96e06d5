#include "net/seal.h"

#include "net/digest.h"

#include <string.h>

enum { MARK = 8, BYTES_MAX = 1 << 24 };
_Static_assert(SEAL_KEY == (int)DIGEST_KEY && SEAL_EXTRA == MARK + DIGEST_NONCE + DIGEST_TAG,
               "mark, nonce, the bytes, tag");
static const char THE_MARK[MARK + 1] = "sealed1\n";

enum err seal_close(const uint8_t key[SEAL_KEY], struct text plain, struct buf *out, struct fault *fault) {
    uint8_t nonce[DIGEST_NONCE], tag[DIGEST_TAG];
    if (plain.len > BYTES_MAX) return fault_set(fault, ERR_LIMIT, "too much to be sealed at once");
    bool ok = digest_random(nonce, sizeof nonce);
    buf_bytes(out, THE_MARK, MARK);
    buf_bytes(out, nonce, sizeof nonce);
    size_t from = out->len;
    buf_bytes(out, plain.at, plain.len);
    if (ok && !out->err) ok = digest_seal(key, nonce, out->at + from, plain.len, tag);
    if (ok) buf_bytes(out, tag, sizeof tag);
    if (out->err) return fault_set(fault, out->err, "no memory for sealed bytes");
    return ok ? ERR_NONE : fault_set(fault, ERR_IO, "the system cannot seal");
}

enum err seal_open(const uint8_t key[SEAL_KEY], struct text sealed, struct buf *out, struct fault *fault) {
    if (sealed.len < SEAL_EXTRA || memcmp(sealed.at, THE_MARK, MARK) != 0)
        return fault_set(fault, ERR_SYNTAX, "expected sealed bytes");
    if (sealed.len > BYTES_MAX) return fault_set(fault, ERR_LIMIT, "too much to be opened at once");
    const uint8_t *nonce = (const uint8_t *)sealed.at + MARK, *bytes = nonce + DIGEST_NONCE;
    size_t count = sealed.len - SEAL_EXTRA, before = out->len;
    buf_bytes(out, bytes, count);
    if (out->err) return fault_set(fault, out->err, "no memory for opened bytes");
    if (digest_unseal(key, nonce, out->at + before, count, bytes + count)) return ERR_NONE;
    out->len = before; // nothing of what cannot be trusted
    return fault_set(fault, ERR_CHECKSUM, "sealed with another key, or not as it was");
}
