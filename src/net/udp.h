// UDP over IPv4.
//
//     struct udp_config config = {.loop = loop, .heard = heard, .user = me};  // any address, any free port
//     struct udp *udp;
//     if (udp_open(&config, &udp, fault)) return fault->err;
//     udp_send(udp, (struct udp_peer){0x7f000001, 5551}, bytes, len);
//     udp_close(udp);
//
// `heard` gets every datagram, up to UDP_DATAGRAM_MAX bytes of it, as a view that is valid until it returns.
// It may call udp_send, but not udp_close. Sending never waits: if the system's buffer is full the datagram
// is dropped and counted, as may happen on its way too.
#pragma once

#include "base/bytes.h"
#include "net/loop.h"

enum { UDP_DATAGRAM_MAX = 2048, UDP_TEXT = 24 };

struct udp_peer { // in the host's byte order
    uint32_t address;
    uint16_t port;
};

struct udp;
typedef void udp_heard(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram);

struct udp_config {
    struct loop *loop;
    struct udp_peer here; // zeros: any address of this machine, any free port
    uint32_t group;       // a multicast group, whose port is shared with other programs; 0: none
    uint32_t interface;   // the address of this machine by which the group is reached
    udp_heard *heard;
    void *user;
};

enum err udp_open(const struct udp_config *config, struct udp **out, struct fault *fault);
void udp_close(struct udp *udp); // NULL is fine; not from inside `heard`
enum err udp_send(struct udp *udp, struct udp_peer to, const void *bytes, size_t len);
struct udp_peer udp_here(const struct udp *udp);
int udp_fd(const struct udp *udp); // to be polled for reading by a foreign loop

// Parses "172.31.1.1", "172.31.1.1:5551", "localhost:5551", ":5551" (any address). Without a port, `port`.
// Names are looked up, which may block.
enum err udp_peer_of(const char *text, uint16_t port, struct udp_peer *out, struct fault *fault);
char *udp_peer_text(struct udp_peer peer, char out[UDP_TEXT]); // "172.31.1.1:5551"
