#include "body/cozmo/shared_cozmo.h"

#include "base/maths/chance.h"
#include "base/system/log.h"
#include "net/udp.h"

#include <stdlib.h>
#include <string.h>

enum { SOUL_ADDRESS = 0, ROUNDS = 400 };

struct house {
    struct body body;
    struct shared_cozmo_config config;
    struct cozmo_onair *robot;
    struct body *inside;
    struct lossy_link *there, *back; // the soul's datagrams to the robot, and the robot's to it
    uint16_t port;                   // the soul's, of this session
    int64_t now_us;
    struct loop *loop;
    struct udp *udp;
    struct air_peer guest; // who has the robot now; port 0: nobody
    float damage;
    struct chance dice;
};

static struct house *house_of(struct body *body) { return (struct house *)body; }

// The soul speaks from 0.0.0.0, from where no datagram of a socket ever comes.
static bool is_soul(struct air_peer peer) { return peer.address == SOUL_ADDRESS; }

// -------------------------------------------------------------------------------------------- the soul's air

static struct lossy_link_tag tag_of(uint16_t port) {
    struct lossy_link_tag tag = {0};
    memcpy(tag.bytes, &port, sizeof port);
    return tag;
}
static uint16_t port_of(const struct lossy_link_tag *tag) {
    uint16_t port;
    memcpy(&port, tag->bytes, sizeof port);
    return port;
}

// One of its bytes is another one, or its end is missing.
static size_t damaged(struct house *h, uint8_t *bytes, size_t len) {
    if (!chance_true(&h->dice, h->damage) || len < 2) return len;
    uint32_t draw = chance_u32(&h->dice);
    if (draw & 1) return 1 + (draw >> 1) % (len - 1);
    bytes[(draw >> 1) % len] ^= (uint8_t)(1 + (draw >> 17) % 255);
    return len;
}

static size_t receive(void *user, struct air_peer *from, uint8_t *room, size_t size) {
    struct house *h = user;
    struct lossy_link_tag tag;
    struct bytes datagram;
    while (lossy_link_take(h->back, h->now_us, &tag, &datagram)) {
        if (port_of(&tag) != h->port || datagram.len > size) continue; // of the session before
        *from = h->config.body.link.robot;
        memcpy(room, datagram.at, datagram.len);
        return damaged(h, room, datagram.len);
    }
    return 0;
}

static void send_to(void *user, struct air_peer to, struct bytes datagram) {
    struct house *h = user;
    struct lossy_link_tag tag = tag_of(h->port);
    (void)to;
    lossy_link_put(h->there, h->now_us, &tag, datagram);
}

static enum err renew(void *user, struct fault *fault) {
    struct house *h = user;
    (void)fault;
    h->port++;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------ the robot's side

static void speak(struct house *h) {
    uint8_t room[AIR_DATAGRAM_MAX];
    struct air_peer to;
    size_t len;
    for (int i = 0; i < ROUNDS && (len = cozmo_onair_poll(h->robot, h->now_us, &to, room, sizeof room));
         i++) {
        struct bytes datagram = {room, len};
        if (is_soul(to)) {
            struct lossy_link_tag tag = tag_of(to.port);
            lossy_link_put(h->back, h->now_us, &tag, datagram);
        } else if (h->udp) {
            udp_send(h->udp, (struct udp_peer){to.address, to.port}, room, len);
        }
    }
    bool open = cozmo_onair_open(h->robot);
    if (h->guest.port && !open) {
        log_info("cozmo", "the guest is gone");
        h->guest = (struct air_peer){0};
        body_cozmo_yield(h->inside, NULL);
    }
}

// While a guest has the robot nothing of the soul's gets through to it.
static void hear_soul(struct house *h) {
    struct lossy_link_tag tag;
    struct bytes datagram;
    while (lossy_link_take(h->there, h->now_us, &tag, &datagram)) {
        if (h->guest.port) continue;
        cozmo_onair_feed(h->robot, h->now_us, (struct air_peer){SOUL_ADDRESS, port_of(&tag)}, datagram);
        speak(h);
    }
}

static bool is_reset(struct bytes datagram) {
    struct air_frame frame;
    return !air_frame_read(&frame, datagram) && frame.type == COZMO_FRAME_TYPE_RESET;
}

static void hear_guest(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    struct house *h = user;
    struct air_peer peer = {from.address, from.port};
    (void)udp;
    if (is_soul(peer)) return;
    bool came = !cozmo_onair_feed(h->robot, h->now_us, peer, datagram) && is_reset(datagram);
    if (came && !air_peer_same(h->guest, peer)) {
        char text[UDP_TEXT];
        log_info("cozmo", "a guest has the robot: %s", udp_peer_text(from, text));
        h->guest = peer;
        body_cozmo_yield(h->inside, "a guest has it");
    }
    speak(h);
}

// ------------------------------------------------------------------------------------------------ the body

static void step(struct body *body, int64_t now_us) {
    struct house *h = house_of(body);
    h->now_us = now_us;
    cozmo_onair_step(h->robot, now_us);
    if (h->loop) loop_once(h->loop, 0);
    hear_soul(h);
    speak(h);
    body_step(h->inside, now_us);
    hear_soul(h); // in calm air what it said is there at once
    speak(h);
    h->body.traits = h->inside->traits;
}

static enum err collect(struct body *body, int64_t now_us, struct senses_in *in) {
    return body_collect(house_of(body)->inside, now_us, in);
}

static void encode(struct body *body, int64_t now_us, const struct command_out *out) {
    body_obey(house_of(body)->inside, now_us, out);
}

static uint64_t hash(const struct body *body) {
    (void)body;
    return 0;
}

static void end(struct body *body) {
    struct house *h = house_of(body);
    if (h->inside) {
        body_free(h->inside);
        if (h->robot) hear_soul(h); // its goodbye
    }
    udp_close(h->udp);
    if (h->loop) loop_free(h->loop);
    cozmo_onair_free(h->robot);
    lossy_link_free(h->there);
    lossy_link_free(h->back);
    free(h);
}

static const struct body_class HOUSE = {"firmware", step, collect, encode, NULL, hash, end};

struct shared_cozmo_config shared_cozmo_defaults(void) {
    struct shared_cozmo_config config = {.robot = cozmo_onair_defaults(), .body = body_cozmo_defaults()};
    config.body.link.robot = (struct air_peer){SOUL_ADDRESS, COZMO_PORT}; // a name is all it needs
    return config;
}

static enum err open_port(struct house *h, struct fault *fault) {
    struct udp_config config = {.heard = hear_guest, .user = h};
    enum err err = udp_peer_of(h->config.listen, COZMO_PORT, &config.here, fault);
    if (err) return err;
    h->loop = config.loop = loop_new();
    if (!h->loop) return fault_set(fault, ERR_MEMORY, "no memory for a socket");
    return udp_open(&config, &h->udp, fault);
}

static enum err build(struct house *h, struct fault *fault) {
    struct lossy_link_config lossy = h->config.lossy;
    h->there = lossy_link_new(&lossy);
    lossy.seed++; // lost on the way there is not lost on the way back
    h->back = lossy_link_new(&lossy);
    if (!h->there || !h->back) return fault_set(fault, ERR_MEMORY, "no memory for the link");
    struct robot_link_config *link = &h->config.robot.link;
    if (link->allow_count == ROBOT_LINK_NETWORKS)
        return fault_set(fault, ERR_LIMIT, "at most %d networks", ROBOT_LINK_NETWORKS - 1);
    link->allow[link->allow_count++] = (struct air_network){SOUL_ADDRESS, 0xffffffff};
    h->robot = cozmo_onair_new(&h->config.robot, fault);
    if (!h->robot) return fault && fault->err ? fault->err : ERR_MEMORY;
    if (h->config.listen) {
        enum err err = open_port(h, fault);
        if (err) return err;
    }
    h->config.body.socket =
        (struct body_cozmo_socket){.receive = receive, .send = send_to, .renew = renew, .user = h};
    h->inside = body_cozmo_new(&h->config.body, fault);
    if (!h->inside) return ERR_MEMORY;
    h->body.model = h->inside->model;
    h->body.traits = h->inside->traits;
    return ERR_NONE;
}

struct body *shared_cozmo_new(const struct shared_cozmo_config *config, struct fault *fault) {
    struct house *h = calloc(1, sizeof *h);
    if (!h) {
        fault_set(fault, ERR_MEMORY, "no memory for a body");
        return NULL;
    }
    h->body.class = &HOUSE;
    h->config = *config;
    h->dice = chance_of(config->lossy.seed, chance_stream("house"), 0);
    if (!build(h, fault)) return &h->body;
    end(&h->body);
    return NULL;
}

struct cozmo_onair *shared_cozmo_robot(struct body *body) {
    return house_of(body)->robot;
}
struct body *shared_cozmo_inside(struct body *body) {
    return house_of(body)->inside;
}

bool shared_cozmo_guest(const struct body *body) {
    return body && body->class == &HOUSE && ((const struct house *)body)->guest.port;
}

void shared_cozmo_dismiss(struct body *body) {
    if (!shared_cozmo_guest(body)) return;
    cozmo_onair_close(house_of(body)->robot);
    speak(house_of(body));
}

bool shared_cozmo_where(const struct body *body, char out[UDP_TEXT]) {
    const struct house *h = (const struct house *)body;
    if (body->class != &HOUSE || !h->udp) return false;
    udp_peer_text(udp_here(h->udp), out);
    return true;
}

void shared_cozmo_dark(struct body *body, int64_t until_us) {
    lossy_link_dark(house_of(body)->there, until_us);
    lossy_link_dark(house_of(body)->back, until_us);
}
void shared_cozmo_damage(struct body *body, float share) { house_of(body)->damage = share; }
