// Any bytes as a datagram of multicast DNS: read to their end or refused, and neither who tells a service nor
// who looks for one leaves its bounds. A record that was read and written reads back the same.
#include "net/mdns.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}
static void send(void *user, struct mdns_peer to, const uint8_t *bytes, size_t len) {
    (void)to;
    struct mdns_message in;
    struct mdns_record r;
    must(len <= MDNS_MESSAGE_MAX && !mdns_open(&in, (struct bytes){bytes, len}));
    while (mdns_record(&in, &r)) ++*(unsigned *)user;
    must(!in.reader.err);
}
static void found(void *user, const char *name, uint32_t address, uint16_t port) {
    (void)user;
    must(*name && address && port);
}

static void again(const struct mdns_record *r) {
    uint8_t room[MDNS_MESSAGE_MAX * 2];
    struct mdns_writer out = mdns_writer_of(room, sizeof room, MDNS_RESPONSE, 0);
    mdns_write_record(&out, MDNS_ANSWER, r);
    size_t len = mdns_written(&out);
    struct mdns_message in;
    struct mdns_record back;
    if (!len) return;
    must(!mdns_open(&in, (struct bytes){room, len}) && mdns_record(&in, &back));
    must(mdns_same(r->name, back.name) && r->type == back.type && r->ttl_s == back.ttl_s);
    if (r->type == MDNS_SRV || r->type == MDNS_PTR) must(mdns_same(r->target, back.target));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bytes bytes = {data, size};
    struct mdns_message in;
    struct mdns_record r;
    unsigned count = 0;
    if (!mdns_open(&in, bytes))
        while (mdns_record(&in, &r))
            if (r.type == MDNS_A || r.type == MDNS_SRV || r.type == MDNS_PTR) again(&r);
    static const struct mdns_config CONFIG = {"Vector-A1B2", "_ankivector._tcp", 0x0a000005, 8443};
    struct mdns_service service = {.send = send, .user = &count};
    must(!mdns_service_begin(&service, &CONFIG, 0, NULL));
    struct mdns_finder finder = {.send = send, .found = found, .user = &count};
    must(!mdns_finder_begin(&finder, "_ankivector._tcp", 0, NULL));
    for (int64_t us = 0; us < 4000000; us += 400000) {
        mdns_service_turn(&service, us);
        mdns_service_hear(&service, (struct mdns_peer){1, us & 1 ? 9 : MDNS_PORT}, bytes, us);
        mdns_finder_hear(&finder, bytes);
        mdns_finder_turn(&finder, us);
        must(finder.count <= MDNS_FOUND_MAX);
    }
    mdns_service_end(&service);
    return 0;
}
