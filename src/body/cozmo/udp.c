#include "body/cozmo/udp.h"

#include "base/ring.h"
#include "net/udp.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 64 }; // datagrams of one round of the loop

struct kept {
    struct air_peer from;
    uint16_t len;
    uint8_t bytes[AIR_DATAGRAM_MAX];
};
struct over_udp {
    struct loop *loop;
    struct udp *udp;
    struct ring ring;
    struct kept kept[KEPT];
};

static void heard(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    struct over_udp *o = user;
    struct kept kept = {.from = {from.address, from.port}, .len = (uint16_t)datagram.len};
    (void)udp;
    if (datagram.len > sizeof kept.bytes) return;
    memcpy(kept.bytes, datagram.at, datagram.len);
    ring_push(&o->ring, &kept); // more than fit are lost, as on the air
}

static size_t receive(void *user, struct air_peer *from, uint8_t *room, size_t size) {
    struct over_udp *o = user;
    if (!o->ring.count && o->udp) loop_once(o->loop, 0);
    const struct kept *first = ring_at(&o->ring, 0);
    if (!first) return 0;
    size_t len = first->len < size ? first->len : size;
    memcpy(room, first->bytes, len);
    *from = first->from;
    ring_pop(&o->ring, NULL);
    return len;
}

static void send_to(void *user, struct air_peer to, struct bytes datagram) {
    struct over_udp *o = user;
    if (o->udp) udp_send(o->udp, (struct udp_peer){to.address, to.port}, datagram.at, datagram.len);
}

static enum err renew(void *user, struct fault *fault) {
    struct over_udp *o = user;
    udp_close(o->udp);
    o->udp = NULL;
    ring_clear(&o->ring);
    struct udp_config config = {.loop = o->loop, .heard = heard, .user = o};
    return udp_open(&config, &o->udp, fault);
}

static int64_t now_us(void *user) {
    (void)user;
    return loop_now_us();
}

static void end(void *user) {
    struct over_udp *o = user;
    udp_close(o->udp);
    loop_free(o->loop);
    free(o);
}

enum err body_cozmo_over_udp(const char *address, struct body_cozmo_config *config, struct fault *fault) {
    struct udp_peer robot;
    enum err err = udp_peer_of(address, COZMO_PORT, &robot, fault);
    if (err) return err;
    struct over_udp *o = calloc(1, sizeof *o);
    if (!o || !(o->loop = loop_new())) {
        free(o);
        return fault_set(fault, ERR_MEMORY, "no memory for a socket");
    }
    ring_init(&o->ring, o->kept, sizeof *o->kept, KEPT);
    config->link.robot = (struct air_peer){robot.address, robot.port};
    config->socket = (struct body_cozmo_socket){receive, send_to, renew, now_us, end, o, true};
    return ERR_NONE;
}
