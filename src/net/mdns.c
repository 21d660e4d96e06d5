#include "net/mdns.h"

#include "net/udp.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdlib.h>

struct mdns {
    struct loop *loop;
    struct loop_timer *timer;
    struct udp *udp;
    bool finds;
    struct mdns_service service;
    struct mdns_finder finder;
    mdns_found *found;
    void *user;
};

static void send_to(void *user, struct mdns_peer to, const uint8_t *bytes, size_t len) {
    struct mdns *mdns = user;
    struct udp_peer peer = {to.port ? to.address : (uint32_t)MDNS_GROUP, to.port ? to.port : MDNS_PORT};
    udp_send(mdns->udp, peer, bytes, len);
}

static void found(void *user, const char *name, uint32_t address, uint16_t port) {
    struct mdns *mdns = user;
    mdns->found(mdns->user, name, address, port);
}

static void turn(void *user) {
    struct mdns *mdns = user;
    if (mdns->finds)
        mdns_finder_turn(&mdns->finder, loop_now_us());
    else
        mdns_service_turn(&mdns->service, loop_now_us());
    loop_timer_set(mdns->timer, mdns->finds ? mdns->finder.due_us : mdns->service.due_us);
}

static void heard(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    (void)udp;
    struct mdns *mdns = user;
    if (mdns->finds)
        mdns_finder_hear(&mdns->finder, datagram);
    else
        mdns_service_hear(&mdns->service, (struct mdns_peer){from.address, from.port}, datagram,
                          loop_now_us());
}

static struct mdns *begin(struct loop *loop, uint32_t address, struct fault *fault) {
    struct mdns *mdns = calloc(1, sizeof *mdns);
    if (mdns) mdns->loop = loop, mdns->timer = loop_timer_new(loop, turn, mdns);
    struct udp_config config = {.loop = loop,
                                .here = {0, MDNS_PORT},
                                .group = (uint32_t)MDNS_GROUP,
                                .interface = address,
                                .heard = heard,
                                .user = mdns};
    if (!mdns || !mdns->timer)
        fault_set(fault, ERR_MEMORY, "no memory for multicast DNS");
    else if (!udp_open(&config, &mdns->udp, fault))
        return mdns;
    mdns_free(mdns);
    return NULL;
}

struct mdns *mdns_announce(struct loop *loop, const struct mdns_config *config, struct fault *fault) {
    struct mdns *mdns = begin(loop, config->address, fault);
    if (!mdns) return NULL;
    mdns->service.send = send_to, mdns->service.user = mdns;
    if (mdns_service_begin(&mdns->service, config, loop_now_us(), fault)) {
        mdns_free(mdns);
        return NULL;
    }
    loop_timer_set(mdns->timer, mdns->service.due_us);
    return mdns;
}

bool mdns_conflict(const struct mdns *mdns) { return mdns->service.conflict; }

struct mdns *mdns_find(struct loop *loop, const char *type, uint32_t address, mdns_found *call, void *user,
                       struct fault *fault) {
    struct mdns *mdns = begin(loop, address, fault);
    if (!mdns) return NULL;
    mdns->finds = true;
    mdns->found = call, mdns->user = user;
    mdns->finder.send = send_to, mdns->finder.found = found, mdns->finder.user = mdns;
    if (mdns_finder_begin(&mdns->finder, type, loop_now_us(), fault)) {
        mdns_free(mdns);
        return NULL;
    }
    loop_timer_set(mdns->timer, mdns->finder.due_us);
    return mdns;
}

void mdns_free(struct mdns *mdns) {
    if (!mdns) return;
    if (mdns->udp && !mdns->finds) mdns_service_end(&mdns->service);
    udp_close(mdns->udp);
    if (mdns->timer) loop_timer_free(mdns->timer);
    free(mdns);
}

uint32_t mdns_own_address(void) {
    struct ifaddrs *all;
    uint32_t address = 0;
    if (getifaddrs(&all)) return 0;
    for (const struct ifaddrs *one = all; one && !address; one = one->ifa_next) {
        bool fits = one->ifa_addr && one->ifa_addr->sa_family == AF_INET && one->ifa_flags & IFF_UP &&
                    one->ifa_flags & IFF_MULTICAST && !(one->ifa_flags & IFF_LOOPBACK);
        if (fits) address = ntohl(((const struct sockaddr_in *)(const void *)one->ifa_addr)->sin_addr.s_addr);
    }
    freeifaddrs(all);
    return address;
}
