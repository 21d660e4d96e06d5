#include "net/udp.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { BATCH = 20 }; // datagrams taken from the system at once

struct udp {
    uv_udp_t uv;
    udp_heard *heard;
    void *user;
    uint64_t lost;
    // libuv cuts this into pieces of 64 KiB, one for each datagram of a batch.
    char room[BATCH * 64 * 1024];
};

static struct sockaddr_in socket_address(struct udp_peer peer) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons(peer.port), .sin_addr.s_addr = htonl(peer.address)};
}

static struct udp_peer peer_of(const struct sockaddr *address) {
    struct sockaddr_in in;
    memcpy(&in, address, sizeof in);
    return (struct udp_peer){ntohl(in.sin_addr.s_addr), ntohs(in.sin_port)};
}

static void lend(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
    struct udp *udp = (struct udp *)handle;
    *buf = uv_buf_init(udp->room, sizeof udp->room);
}

static void received(uv_udp_t *uv, ssize_t len, const uv_buf_t *buf, const struct sockaddr *from,
                     unsigned flags) {
    struct udp *udp = (struct udp *)uv;
    if (len < 0 || !from || from->sa_family != AF_INET)
        return; // an error of one datagram, or the end of a batch
    size_t kept = (size_t)len > UDP_DATAGRAM_MAX ? UDP_DATAGRAM_MAX : (size_t)len;
    udp->heard(udp->user, udp, peer_of(from), (struct bytes){(const uint8_t *)buf->base, kept});
}

static void freed(uv_handle_t *handle) { free(handle); }

static enum err refused(struct fault *fault, int number, struct udp_peer here) {
    char text[UDP_TEXT];
    return fault_errno(fault, -number, udp_peer_text(here, text), "cannot listen");
}

enum err udp_open(const struct udp_config *config, struct udp **out, struct fault *fault) {
    *out = NULL;
    struct udp *udp = malloc(sizeof *udp);
    if (!udp) return fault_set(fault, ERR_MEMORY, "no memory for a socket");
    udp->heard = config->heard;
    udp->user = config->user;
    udp->lost = 0;
    int error = uv_udp_init_ex(loop_uv(config->loop), &udp->uv, AF_INET | UV_UDP_RECVMMSG);
    if (error) {
        free(udp);
        return refused(fault, error, config->here);
    }
    struct sockaddr_in here = socket_address(config->here);
    error = uv_udp_bind(&udp->uv, (const struct sockaddr *)&here, 0);
    if (!error) error = uv_udp_recv_start(&udp->uv, lend, received);
    if (error) {
        uv_close((uv_handle_t *)&udp->uv, freed);
        return refused(fault, error, config->here);
    }
    // Room for a moment in which this thread is busy; the system may give less.
    int room = 1 << 20;
    uv_recv_buffer_size((uv_handle_t *)&udp->uv, &room);
    *out = udp;
    return ERR_NONE;
}

void udp_close(struct udp *udp) {
    if (!udp) return;
    uv_udp_recv_stop(&udp->uv);
    uv_close((uv_handle_t *)&udp->uv, freed);
}

enum err udp_send(struct udp *udp, struct udp_peer to, const void *bytes, size_t len) {
    struct sockaddr_in address = socket_address(to);
    uv_buf_t buf = {.len = len};
    memcpy(&buf.base, &bytes, sizeof bytes); // libuv only reads it
    int sent = uv_udp_try_send(&udp->uv, &buf, 1, (const struct sockaddr *)&address);
    if (sent >= 0) return ERR_NONE;
    udp->lost++;
    return err_of_errno(-sent);
}

struct udp_peer udp_here(const struct udp *udp) {
    struct sockaddr_in here = {0};
    int len = sizeof here;
    uv_udp_getsockname(&udp->uv, (struct sockaddr *)&here, &len);
    return peer_of((const struct sockaddr *)&here);
}

uint64_t udp_lost(const struct udp *udp) { return udp->lost; }

enum err udp_peer_of(const char *text, uint16_t port, struct udp_peer *out, struct fault *fault) {
    char host[256];
    const char *colon = strrchr(text, ':');
    size_t len = colon ? (size_t)(colon - text) : strlen(text);
    if (len >= sizeof host) return fault_set(fault, ERR_LIMIT, "the address is too long");
    memcpy(host, text, len);
    host[len] = 0;
    *out = (struct udp_peer){0, port};
    if (colon) {
        uint64_t number;
        struct text digits = {colon + 1, strlen(colon + 1)};
        if (text_to_u64(digits, &number) || number > 65535)
            return fault_set(fault, ERR_SYNTAX,
                             "expected ADDRESS or ADDRESS:PORT with a port up to 65535, found \"%s\"", text);
        out->port = (uint16_t)number;
    }
    if (!len) return ERR_NONE;
    struct in_addr address;
    if (inet_pton(AF_INET, host, &address) == 1) {
        out->address = ntohl(address.s_addr);
        return ERR_NONE;
    }
    struct addrinfo *found, hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM};
    int error = getaddrinfo(host, NULL, &hints, &found);
    if (error) return fault_set(fault, ERR_UNKNOWN, "cannot find \"%s\": %s", host, gai_strerror(error));
    out->address = peer_of(found->ai_addr).address;
    freeaddrinfo(found);
    return ERR_NONE;
}

char *udp_peer_text(struct udp_peer peer, char out[UDP_TEXT]) {
    snprintf(out, UDP_TEXT, "%u.%u.%u.%u:%u", peer.address >> 24, peer.address >> 16 & 255,
             peer.address >> 8 & 255, peer.address & 255, peer.port);
    return out;
}
