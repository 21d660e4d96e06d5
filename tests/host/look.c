#include "host/look.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>

bool look_at_certificate(const char *pem, size_t len, const char *name, struct looked *out) {
    BIO *bio = BIO_new_mem_buf(pem, (int)len);
    X509 *certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL);
    int seconds;
    BIO_free(bio);
    if (!certificate) return false;
    out->is_alternative_name =
        X509_check_host(certificate, name, 0, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT, NULL) == 1;
    out->signed_by_itself = X509_verify(certificate, X509_get0_pubkey(certificate)) == 1;
    X509_NAME_oneline(X509_get_subject_name(certificate), out->subject, sizeof out->subject);
    bool dated = ASN1_TIME_diff(&out->days_left, &seconds, NULL, X509_get0_notAfter(certificate)) == 1;
    X509_free(certificate);
    return dated;
}
