// OpenSSL has a type called ERR_STATE; here that is one of our errors.
#define ERR_STATE ERR_STATE_of_openssl
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#undef ERR_STATE

#include "net/certificate.h"

#include <stdio.h>

enum { YEARS = 100, SECONDS_A_DAY = 86400 };

static bool subject(X509_NAME *to, const char *name) {
    const char *const PARTS[][2] = {
        {"C", "US"}, {"ST", "California"}, {"L", "SF"}, {"O", "Anki"}, {"CN", name}};
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (!X509_NAME_add_entry_by_txt(to, PARTS[i][0], MBSTRING_UTF8, (const unsigned char *)PARTS[i][1],
                                        -1, -1, 0))
            return false;
    return true;
}

static bool extend(X509 *certificate, int what, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, what, value);
    bool ok = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return ok;
}

static bool numbered(X509 *certificate) {
    unsigned char bytes[16];
    if (RAND_bytes(bytes, sizeof bytes) != 1) return false;
    bytes[0] &= 0x7f; // a positive number
    BIGNUM *number = BN_bin2bn(bytes, sizeof bytes, NULL);
    bool ok = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    return ok;
}

static bool fill(X509 *certificate, EVP_PKEY *key, const char *name) {
    char alternative[80];
    snprintf(alternative, sizeof alternative, "DNS:%s", name);
    return X509_set_version(certificate, 2) && numbered(certificate) &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), -SECONDS_A_DAY) &&
           X509_time_adj_ex(X509_getm_notAfter(certificate), YEARS * 365, 0, NULL) &&
           X509_set_pubkey(certificate, key) && subject(X509_get_subject_name(certificate), name) &&
           X509_set_issuer_name(certificate, X509_get_subject_name(certificate)) &&
           extend(certificate, NID_basic_constraints, "critical,CA:TRUE") &&
           extend(certificate, NID_subject_key_identifier, "hash") &&
           extend(certificate, NID_subject_alt_name, alternative) &&
           X509_sign(certificate, key, EVP_sha256());
}

static bool write_out(BIO *from, struct buf *to) {
    char *at;
    long len = BIO_get_mem_data(from, &at);
    buf_bytes(to, at, len > 0 ? (size_t)len : 0);
    return len > 0 && !to->err;
}

enum err certificate_make(const char *name, struct buf *key_out, struct buf *certificate_out,
                          struct fault *fault) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    BIO *key_text = BIO_new(BIO_s_mem()), *certificate_text = BIO_new(BIO_s_mem());
    bool ok = key && certificate && key_text && certificate_text && fill(certificate, key, name) &&
              PEM_write_bio_PKCS8PrivateKey(key_text, key, NULL, NULL, 0, NULL, NULL) &&
              PEM_write_bio_X509(certificate_text, certificate) && write_out(key_text, key_out) &&
              write_out(certificate_text, certificate_out);
    BIO_free(key_text);
    BIO_free(certificate_text);
    X509_free(certificate);
    EVP_PKEY_free(key);
    ERR_clear_error();
    return ok ? ERR_NONE : fault_set(fault, ERR_IO, "no certificate could be made for %s", name);
}

enum err certificate_is(struct text pem, const char *name, struct fault *fault) {
    BIO *text = pem.len < CERTIFICATE_BYTES_MAX ? BIO_new_mem_buf(pem.at, (int)pem.len) : NULL;
    X509 *certificate = text ? PEM_read_bio_X509(text, NULL, NULL, NULL) : NULL;
    BIO_free(text);
    ERR_clear_error();
    if (!certificate) return fault_set(fault, ERR_SYNTAX, "expected a certificate in PEM");
    bool same = X509_check_host(certificate, name, 0, 0, NULL) == 1;
    X509_free(certificate);
    ERR_clear_error();
    return same ? ERR_NONE : fault_set(fault, ERR_UNKNOWN, "this certificate is not one of %s", name);
}
