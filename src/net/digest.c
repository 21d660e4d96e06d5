#include "net/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <string.h>

static bool digest(const EVP_MD *kind, const void *a, size_t a_len, const void *b, size_t b_len,
                   unsigned char out[EVP_MAX_MD_SIZE], unsigned *len) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok = context && EVP_DigestInit_ex(context, kind, NULL) && EVP_DigestUpdate(context, a, a_len) &&
              EVP_DigestUpdate(context, b, b_len) && EVP_DigestFinal_ex(context, out, len);
    EVP_MD_CTX_free(context);
    return ok;
}

bool digest_sha1_base64(const void *a, size_t a_len, const void *b, size_t b_len, char out[32]) {
    unsigned char sum[EVP_MAX_MD_SIZE];
    unsigned len = 0;
    bool ok = digest(EVP_sha1(), a, a_len, b, b_len, sum, &len);
    if (ok) EVP_EncodeBlock((unsigned char *)out, sum, (int)len);
    return ok;
}

bool digest_sha256(const void *a, size_t a_len, const void *b, size_t b_len, uint8_t out[32]) {
    unsigned char sum[EVP_MAX_MD_SIZE];
    unsigned len = 0;
    bool ok = digest(EVP_sha256(), a, a_len, b, b_len, sum, &len) && len == 32;
    if (ok) memcpy(out, sum, len);
    return ok;
}

bool digest_random(void *out, size_t len) { return RAND_bytes(out, (int)len) == 1; }
bool digest_same(const void *a, const void *b, size_t len) { return CRYPTO_memcmp(a, b, len) == 0; }
