#include "net/udp.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

// Datagrams taken from the system at once, and how often in a row before others have their turn. A place is a
// little longer than a datagram, so that the beginnings of neighbours do not fight for the same lines of the
// cache.
enum { BATCH = 64, BATCHES = 16, PLACE = UDP_DATAGRAM_MAX + 64 };

struct udp {
    uv_poll_t uv; // libuv waits; taking is done here, because its own way reserves 64 KiB for each datagram
    struct loop *loop;
    int fd;
    udp_heard *heard;
    void *user;
    uint64_t lost;
    struct mmsghdr heads[BATCH];
    struct iovec pieces[BATCH];
    struct sockaddr_in from[BATCH];
    uint8_t places[BATCH][PLACE];
};

static struct sockaddr_in socket_address(struct udp_peer peer) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons(peer.port), .sin_addr.s_addr = htonl(peer.address)};
}

static struct udp_peer peer_of(const struct sockaddr_in *in) {
    return (struct udp_peer){ntohl(in->sin_addr.s_addr), ntohs(in->sin_port)};
}

static void prepare(struct udp *udp) {
    for (unsigned i = 0; i < BATCH; i++) {
        udp->pieces[i] = (struct iovec){udp->places[i], UDP_DATAGRAM_MAX};
        udp->heads[i].msg_hdr = (struct msghdr){.msg_name = &udp->from[i],
                                                .msg_namelen = sizeof udp->from[i],
                                                .msg_iov = &udp->pieces[i],
                                                .msg_iovlen = 1};
    }
}

static void readable(uv_poll_t *uv, int status, int events) {
    struct udp *udp = (struct udp *)uv;
    (void)status, (void)events; // what is wrong with the socket, taking from it says, too
    for (unsigned turn = 0; turn < BATCHES; turn++) {
        int count = recvmmsg(udp->fd, udp->heads, BATCH, MSG_DONTWAIT, NULL);
        if (count < 0 && errno == EINTR) continue;
        if (count > 0) loop_came(udp->loop, (unsigned)count);
        for (int i = 0; i < count; i++) {
            struct bytes datagram = {udp->places[i], udp->heads[i].msg_len};
            if (udp->heads[i].msg_hdr.msg_namelen >= sizeof udp->from[i] &&
                udp->from[i].sin_family == AF_INET)
                udp->heard(udp->user, udp, peer_of(&udp->from[i]), datagram);
            udp->heads[i].msg_hdr.msg_namelen = sizeof udp->from[i];
        }
        if (count < BATCH) return;
    }
}

static void freed(uv_handle_t *handle) { free(handle); }

// Ours are heard by programs on this machine, too; a group's datagrams go one network far.
static bool join(int fd, const struct udp_config *config) {
    struct ip_mreq group = {{htonl(config->group)}, {htonl(config->interface)}};
    unsigned char far = 255, back = 1;
    int on = 1;
    return !setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) &&
           !setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) &&
           !setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &group.imr_interface, sizeof group.imr_interface) &&
           !setsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &far, sizeof far) &&
           !setsockopt(fd, IPPROTO_IP, IP_MULTICAST_LOOP, &back, sizeof back) &&
           !setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof group);
}

static enum err open_socket(const struct udp_config *config, int *fd, struct fault *fault) {
    char text[UDP_TEXT];
    struct sockaddr_in here = socket_address(config->here);
    *fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (*fd >= 0 && (!config->group || join(*fd, config)) &&
        !bind(*fd, (const struct sockaddr *)&here, sizeof here))
        return ERR_NONE;
    int number = errno;
    unsigned port = config->here.port,
             free = port < 65534 ? port + 2 : port - 2; // a simulated Cozmo has two in a row
    udp_peer_text(config->here, text);
    enum err err =
        number == EADDRINUSE
            ? fault_at(fault, ERR_BUSY, text, 0, 0,
                       "cannot listen: another program has this port; end that one, or try port %u", free)
            : fault_errno(fault, number, text, "cannot listen");
    if (*fd >= 0) close(*fd);
    return err;
}

enum err udp_open(const struct udp_config *config, struct udp **out, struct fault *fault) {
    *out = NULL;
    int fd;
    enum err err = open_socket(config, &fd, fault);
    if (err) return err;
    struct udp *udp = malloc(sizeof *udp);
    if (!udp || uv_poll_init_socket(loop_uv(config->loop), &udp->uv, fd)) {
        free(udp);
        close(fd);
        return fault_set(fault, ERR_MEMORY, "no memory for a socket");
    }
    udp->fd = fd;
    udp->loop = config->loop;
    udp->heard = config->heard;
    udp->user = config->user;
    udp->lost = 0;
    prepare(udp);
    // Room for a moment in which this thread is busy; the system may give less.
    int room = 1 << 20;
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    uv_poll_start(&udp->uv, UV_READABLE, readable);
    *out = udp;
    return ERR_NONE;
}

void udp_close(struct udp *udp) {
    if (!udp) return;
    uv_close((uv_handle_t *)&udp->uv, freed); // stops the waiting at once, so the socket may go
    close(udp->fd);
}

enum err udp_send(struct udp *udp, struct udp_peer to, const void *bytes, size_t len) {
    struct sockaddr_in address = socket_address(to);
    ssize_t sent;
    do {
        sent = sendto(udp->fd, bytes, len, MSG_DONTWAIT | MSG_NOSIGNAL, (const struct sockaddr *)&address,
                      sizeof address);
    } while (sent < 0 && errno == EINTR);
    if (sent >= 0) return ERR_NONE;
    udp->lost++;
    return err_of_errno(errno);
}

struct udp_peer udp_here(const struct udp *udp) {
    struct sockaddr_in here = {0};
    socklen_t len = sizeof here;
    getsockname(udp->fd, (struct sockaddr *)&here, &len);
    return peer_of(&here);
}

int udp_fd(const struct udp *udp) { return udp->fd; }

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
    struct sockaddr_in first;
    memcpy(&first, found->ai_addr, sizeof first);
    out->address = peer_of(&first).address;
    freeaddrinfo(found);
    return ERR_NONE;
}

char *udp_peer_text(struct udp_peer peer, char out[UDP_TEXT]) {
    snprintf(out, UDP_TEXT, "%u.%u.%u.%u:%u", peer.address >> 24, peer.address >> 16 & 255,
             peer.address >> 8 & 255, peer.address & 255, peer.port);
    return out;
}
