#include "net/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

bool digest_sha1_base64(const void *a, size_t a_len, const void *b, size_t b_len, char out[32]) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned len = 0;
    EVP_MD_CTX *sha = EVP_MD_CTX_new();
    bool ok = sha && EVP_DigestInit_ex(sha, EVP_sha1(), NULL) && EVP_DigestUpdate(sha, a, a_len) &&
              EVP_DigestUpdate(sha, b, b_len) && EVP_DigestFinal_ex(sha, digest, &len);
    EVP_MD_CTX_free(sha);
    if (ok) EVP_EncodeBlock((unsigned char *)out, digest, (int)len);
    return ok;
}

bool digest_random(void *out, size_t len) { return RAND_bytes(out, (int)len) == 1; }
bool digest_same(const void *a, const void *b, size_t len) { return CRYPTO_memcmp(a, b, len) == 0; }
