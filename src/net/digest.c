#include "net/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <limits.h>
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

bool digest_seal(const uint8_t key[DIGEST_KEY], const uint8_t nonce[DIGEST_NONCE], uint8_t *bytes, size_t len,
                 uint8_t tag[DIGEST_TAG]) {
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    int done = 0;
    bool ok = cipher && len <= INT_MAX && EVP_EncryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) &&
              (!len || EVP_EncryptUpdate(cipher, bytes, &done, bytes, (int)len)) &&
              EVP_EncryptFinal_ex(cipher, tag, &done) &&
              EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_GET_TAG, DIGEST_TAG, tag);
    EVP_CIPHER_CTX_free(cipher);
    return ok;
}

bool digest_unseal(const uint8_t key[DIGEST_KEY], const uint8_t nonce[DIGEST_NONCE], uint8_t *bytes,
                   size_t len, const uint8_t tag[DIGEST_TAG]) {
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    uint8_t expected[DIGEST_TAG];
    int done = 0;
    memcpy(expected, tag, DIGEST_TAG);
    bool ok = cipher && len <= INT_MAX && EVP_DecryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) &&
              (!len || EVP_DecryptUpdate(cipher, bytes, &done, bytes, (int)len)) &&
              EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_SET_TAG, DIGEST_TAG, expected) &&
              EVP_DecryptFinal_ex(cipher, expected, &done) > 0;
    EVP_CIPHER_CTX_free(cipher);
    return ok;
}
