// OpenSSL has a type called ERR_STATE; here that is one of our errors.
#define ERR_STATE ERR_STATE_of_openssl
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#undef ERR_STATE

#include "net/tls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tls_context {
    SSL_CTX *ssl;
    bool server;
    unsigned char protocols[32]; // as ALPN has them: a length, a name, …
    unsigned protocols_len;
};
struct tls {
    SSL *ssl;
    BIO *in, *out; // the wire's two directions; owned by ssl
    enum err err;
    char trouble[160];
};

// Whoever names protocols and not ours is told so, rather than to be misunderstood.
static int agree(SSL *ssl, const unsigned char **out, unsigned char *out_len, const unsigned char *in,
                 unsigned in_len, void *user) {
    (void)ssl;
    const struct tls_context *context = user;
    unsigned char *chosen;
    if (SSL_select_next_proto(&chosen, out_len, context->protocols, context->protocols_len, in, in_len) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

static const char *reason(void) {
    unsigned long code = ERR_get_error();
    const char *words = !code                    ? NULL
                        : ERR_SYSTEM_ERROR(code) ? strerror(ERR_GET_REASON(code))
                                                 : ERR_reason_error_string(code);
    ERR_clear_error();
    return words ? words : "unknown reason";
}

static struct tls_context *refused(struct tls_context *context, struct fault *fault, const char *what) {
    fault_set(fault, ERR_SYNTAX, "%s: %s", what, reason());
    tls_context_free(context);
    return NULL;
}

static struct tls_context *context_new(bool server, struct fault *fault) {
    struct tls_context *context = calloc(1, sizeof *context);
    if (context) context->ssl = SSL_CTX_new(server ? TLS_server_method() : TLS_client_method());
    if (!context || !context->ssl || !SSL_CTX_set_min_proto_version(context->ssl, TLS1_2_VERSION)) {
        fault_set(fault, ERR_MEMORY, "no memory for TLS");
        tls_context_free(context);
        return NULL;
    }
    context->server = server;
    SSL_CTX_set_mode(context->ssl, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                       SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_options(context->ssl, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    return context;
}

struct tls_context *tls_server(const char *certificate, const char *key, struct fault *fault) {
    struct tls_context *context = context_new(true, fault);
    if (!context) return NULL;
    if (SSL_CTX_use_certificate_chain_file(context->ssl, certificate) != 1)
        return refused(context, fault, certificate);
    if (SSL_CTX_use_PrivateKey_file(context->ssl, key, SSL_FILETYPE_PEM) != 1)
        return refused(context, fault, key);
    if (SSL_CTX_check_private_key(context->ssl) != 1)
        return refused(context, fault, "key and certificate do not belong together");
    SSL_CTX_set_alpn_select_cb(context->ssl, agree, context);
    tls_speak(context, "http/1.1");
    return context;
}

struct tls_context *tls_client(const char *authorities, struct fault *fault) {
    struct tls_context *context = context_new(false, fault);
    if (!context) return NULL;
    SSL_CTX_set_verify(context->ssl, SSL_VERIFY_PEER, NULL);
    if (authorities ? SSL_CTX_load_verify_file(context->ssl, authorities) != 1
                    : SSL_CTX_set_default_verify_paths(context->ssl) != 1)
        return refused(context, fault, authorities ? authorities : "the system's certificates");
    // The very certificate that a server shows may be the one that is trusted.
    X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context->ssl), X509_V_FLAG_PARTIAL_CHAIN);
    tls_speak(context, "http/1.1");
    return context;
}

void tls_speak(struct tls_context *context, const char *protocols) {
    struct text rest = text_of(protocols), name;
    context->protocols_len = 0;
    while (text_split(&rest, ' ', &name)) {
        if (context->protocols_len + 1 + name.len > sizeof context->protocols) break;
        context->protocols[context->protocols_len++] = (unsigned char)name.len;
        memcpy(context->protocols + context->protocols_len, name.at, name.len);
        context->protocols_len += (unsigned)name.len;
    }
    if (!context->server) SSL_CTX_set_alpn_protos(context->ssl, context->protocols, context->protocols_len);
}

void tls_context_free(struct tls_context *context) {
    if (context) SSL_CTX_free(context->ssl);
    free(context);
}

struct tls *tls_new(struct tls_context *context, const char *server) {
    struct tls *tls = calloc(1, sizeof *tls);
    if (!tls || !(tls->ssl = SSL_new(context->ssl))) {
        free(tls);
        return NULL;
    }
    tls->in = BIO_new(BIO_s_mem());
    tls->out = BIO_new(BIO_s_mem());
    if (!tls->in || !tls->out) {
        BIO_free(tls->in);
        BIO_free(tls->out);
        SSL_free(tls->ssl);
        free(tls);
        return NULL;
    }
    SSL_set_bio(tls->ssl, tls->in, tls->out);
    if (context->server) {
        SSL_set_accept_state(tls->ssl);
        return tls;
    }
    SSL_set_connect_state(tls->ssl);
    char name[256] = ""; // a name has at most 255 letters; OpenSSL's macro wants it without const
    bool named = server && snprintf(name, sizeof name, "%s", server) < (int)sizeof name;
    if (server && (!named || !SSL_set_tlsext_host_name(tls->ssl, name) || !SSL_set1_host(tls->ssl, name))) {
        tls_free(tls);
        return NULL;
    }
    return tls;
}

void tls_free(struct tls *tls) {
    if (tls) SSL_free(tls->ssl);
    free(tls);
}

bool tls_ready(const struct tls *tls) { return SSL_is_init_finished(tls->ssl); }
struct text tls_protocol(const struct tls *tls) {
    const unsigned char *name = NULL;
    unsigned len = 0;
    SSL_get0_alpn_selected(tls->ssl, &name, &len);
    return (struct text){(const char *)name, len};
}
const char *tls_trouble(const struct tls *tls) { return tls->trouble; }

// What OpenSSL wants to say goes onto the wire.
static enum err drain(struct tls *tls, struct buf *wire) {
    for (size_t waiting; (waiting = BIO_ctrl_pending(tls->out));) {
        uint8_t *to = buf_extend(wire, waiting);
        if (!to) return wire->err;
        if (BIO_read(tls->out, to, (int)waiting) != (int)waiting) return ERR_IO;
    }
    return ERR_NONE;
}

static enum err fail(struct tls *tls, enum err err) {
    tls->err = err;
    snprintf(tls->trouble, sizeof tls->trouble, "%s", err == ERR_CLOSED ? "the peer said goodbye" : reason());
    return err;
}

// The buffer for what was said has the last word on how much of it there may be.
static enum err read_plain(struct tls *tls, struct buf *plain) {
    uint8_t piece[16 << 10];
    for (;;) {
        ERR_clear_error();
        int got = SSL_read(tls->ssl, piece, sizeof piece);
        if (got > 0) {
            buf_bytes(plain, piece, (size_t)got);
            if (plain->err) return plain->err;
            continue;
        }
        int why = SSL_get_error(tls->ssl, got);
        if (why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE) return ERR_NONE;
        return fail(tls, why == SSL_ERROR_ZERO_RETURN ? ERR_CLOSED : ERR_SYNTAX);
    }
}

enum err tls_take(struct tls *tls, const void *bytes, size_t len, struct buf *plain, struct buf *wire) {
    if (tls->err) return tls->err;
    if (len && BIO_write(tls->in, bytes, (int)len) != (int)len) return fail(tls, ERR_MEMORY);
    enum err err = read_plain(tls, plain), more = drain(tls, wire);
    return err ? err : more;
}

enum err tls_give(struct tls *tls, const void *bytes, size_t len, struct buf *wire) {
    if (tls->err) return tls->err;
    if (!tls_ready(tls)) return ERR_STATE;
    for (const uint8_t *at = bytes; len;) {
        ERR_clear_error();
        int piece = len > 1 << 20 ? 1 << 20 : (int)len, given = SSL_write(tls->ssl, at, piece);
        if (given <= 0) return fail(tls, ERR_IO);
        at += given;
        len -= (size_t)given;
    }
    return drain(tls, wire);
}

void tls_bye(struct tls *tls, struct buf *wire) {
    if (!tls->err && tls_ready(tls)) SSL_shutdown(tls->ssl);
    ERR_clear_error();
    drain(tls, wire);
}
