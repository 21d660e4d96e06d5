#include "pleo/os/os_internal.h"

#include <string.h>

void peers_start(struct pleo *p) {
    p->peers.own = (uint8_t)p->config.serial;
    p->peers.due_ms = p->ms + (int32_t)pleo_draw(p, BEACON_MS); // two that wake together do not talk together
}

void peers_say(struct pleo *p, const uint8_t *bytes, size_t len) {
    if (len > sizeof p->peers.said) len = sizeof p->peers.said;
    if (len) memcpy(p->peers.said, bytes, len);
    p->peers.said_len = (uint8_t)len;
    p->peers.silent = !len;
}

struct peer *peer_find(struct pleo *p, int32_t id) {
    for (int i = 0; i < PEERS; i++)
        if (p->peers.at[i].there && p->peers.at[i].id == id) return &p->peers.at[i];
    return NULL;
}

static struct peer *place_for(struct pleo *p, uint8_t id) {
    struct peer *oldest = &p->peers.at[0];
    for (int i = 0; i < PEERS; i++) {
        struct peer *peer = &p->peers.at[i];
        if (!peer->there) return *peer = (struct peer){.id = id}, peer;
        if (peer->heard_ms < oldest->heard_ms) oldest = peer;
    }
    *oldest = (struct peer){.id = id};
    return oldest;
}

static void hear(struct pleo *p, struct body_infrared frame) {
    uint8_t id = (uint8_t)frame.code, len = (uint8_t)(frame.bits / 8 - 1), data[3] = {0};
    if (frame.bits < 8 || id == p->peers.own) return; // its own light, thrown back
    for (int i = 0; i < len && i < 3; i++) data[i] = (uint8_t)(frame.code >> 8 * (i + 1));
    struct peer *peer = peer_find(p, id);
    bool anew = !peer;
    if (anew) peer = place_for(p, id);
    bool same = !anew && peer->len == len && !memcmp(peer->data, data, sizeof data);
    peer->there = true;
    peer->len = len;
    memcpy(peer->data, data, sizeof data);
    peer->heard_ms = p->ms;
    peer->repeats = same ? peer->repeats + 1 : 1;
    peer->total++;
    p->peers.last = (uint8_t)(peer - p->peers.at + 1);
    sensor_fire(p, SENSOR_BEACON, id, p->ms);
    if (anew) sensor_fire(p, SENSOR_MSG_RECEIVED, id, p->ms);
}

static void send(struct pleo *p) {
    struct peers *s = &p->peers;
    if (s->silent || p->ms < s->due_ms) return;
    struct body_infrared frame = {.bits = (uint8_t)(8 * (1 + s->said_len)), .code = s->own};
    for (int i = 0; i < s->said_len; i++) frame.code |= (uint32_t)s->said[i] << 8 * (i + 1);
    if (p->out->pleo.infrared_count < 2) p->out->pleo.infrared[p->out->pleo.infrared_count++] = frame;
    s->due_ms = p->ms + BEACON_MS + (int32_t)pleo_draw(p, 200);
}

void peers_tick(struct pleo *p) {
    const struct pleo_senses *in = &p->in->pleo;
    for (uint32_t i = 0; i < in->beacons_count; i++) hear(p, in->beacons[i]);
    int32_t patience = property_value(p, PROPERTY_P2P_TIMEOUT);
    for (int i = 0; i < PEERS; i++) {
        struct peer *peer = &p->peers.at[i];
        if (!peer->there || p->ms - peer->heard_ms < patience) continue;
        peer->there = false;
        sensor_fire(p, SENSOR_MSG_GONE, peer->id, p->ms);
    }
    send(p);
}

size_t peers_data(struct pleo *p, uint8_t *out, size_t room) {
    const struct peer *last = p->peers.last ? &p->peers.at[p->peers.last - 1] : NULL;
    uint8_t all[PEER_BYTES] = {0};
    if (room == 1) return *out = p->peers.own, 1;
    if (room > PEER_BYTES) room = PEER_BYTES;
    if (last) all[0] = last->id, memcpy(all + 1, last->data, 3);
    memcpy(out, all, room);
    return room;
}
