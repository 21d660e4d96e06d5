// A service on the local network, told by multicast DNS; and finding such services.
//
//     struct mdns_config config = {.name = "Vector-A1B2", .type = "_ankivector._tcp", .address = here,
// .port = 443};
//     struct mdns *mdns = mdns_announce(loop, &config, &fault);   // asks whether the name is free, then
// tells
//     mdns_free(mdns);                                            // says goodbye
//
//     struct mdns *finder = mdns_find(loop, "_ankivector._tcp", address, found, me, &fault);
//
// The service is name.type.local (PTR, SRV, an empty TXT) on the host name.local (A). Before it is told,
// three questions ask whether another host has the name; if one has, nothing is told and mdns_conflict is
// true. An answer goes to all, at most once a second; who asks from another port than 5353 is answered alone.
// The socket shares its port with other programs. One interface: that of the address.
//
// mdns_find calls `found` once for each service with all that is known of it, and asks again and again until
// it is freed. The caller frees.
#pragma once

#include "net/loop.h"
#include "net/mdns_message.h"

enum { MDNS_LABEL = 64, MDNS_FOUND_MAX = 64 };

struct mdns_config {
    const char *name, *type; // without ".local"; at most 63 bytes and 40 bytes
    uint32_t address;        // of this machine, in the host's byte order
    uint16_t port;
};
struct mdns;
struct mdns *mdns_announce(struct loop *loop, const struct mdns_config *config, struct fault *fault);
bool mdns_conflict(const struct mdns *mdns);
typedef void mdns_found(void *user, const char *name, uint32_t address, uint16_t port);
struct mdns *mdns_find(struct loop *loop, const char *type, uint32_t address, mdns_found *found, void *user,
                       struct fault *fault);
void mdns_free(struct mdns *mdns); // NULL is fine
// An address of this machine that others reach, for who listens on all of them; 0: there is none.
uint32_t mdns_own_address(void);

// ------------------------------------------------------------------------------------------------ inside
// The same without a socket: what is to be sent comes out of calls with what came in. Plain data.
struct mdns_peer {
    uint32_t address;
    uint16_t port; // 0: to all
};
typedef void mdns_send(void *user, struct mdns_peer to, const uint8_t *bytes, size_t len);
struct mdns_service {
    char host[MDNS_NAME], service[MDNS_NAME], type[MDNS_NAME];
    uint32_t address;
    uint16_t port;
    unsigned probes, tellings; // so far
    bool conflict;
    int64_t due_us, told_us; // INT64_MAX: nothing is due
    mdns_send *send;
    void *user;
};
enum err mdns_service_begin(struct mdns_service *service, const struct mdns_config *config, int64_t now_us,
                            struct fault *fault);
void mdns_service_turn(struct mdns_service *service, int64_t now_us); // when due_us has come
void mdns_service_hear(struct mdns_service *service, struct mdns_peer from, struct bytes datagram,
                       int64_t now_us);
void mdns_service_end(struct mdns_service *service); // goodbye

struct mdns_finder {
    char type[MDNS_NAME];
    struct mdns_candidate {
        char name[MDNS_LABEL], host[MDNS_LABEL];
        uint32_t address;
        uint16_t port;
        bool told;
    } list[MDNS_FOUND_MAX];
    unsigned count, asked;
    int64_t due_us;
    mdns_send *send;
    mdns_found *found;
    void *user; // of both
};
enum err mdns_finder_begin(struct mdns_finder *finder, const char *type, int64_t now_us, struct fault *fault);
void mdns_finder_turn(struct mdns_finder *finder, int64_t now_us);
void mdns_finder_hear(struct mdns_finder *finder, struct bytes datagram);
