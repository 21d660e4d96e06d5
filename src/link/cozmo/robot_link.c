#include "link/cozmo/robot_link.h"

#include "link/cozmo/air_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FORMER = 4,            // engines before this one that are remembered
    PINGS = 8,             // that may wait for their answer
    RUN_LIMIT = 1200,      // bytes of reliable packets in a frame
    PAYLOAD_LIMIT = 1400,  // one Ethernet packet, with room to spare
    LAST_WORD_US = 500000, // packets that a goodbye overtook may still come
    ANSWERS = 10,          // to a reset whose sender is not heard again: it may be somebody else's name on it
    QUICK_ANSWERS = 3      // those after them take twice as long each
};

struct robot_link {
    struct robot_link_config config;
    bool open;
    struct air_peer peer;
    int64_t opened_us;
    struct {
        struct air_peer peer;
        int64_t opened_us;
    } former[FORMER];
    unsigned former_next;
    struct air_session session;
    int64_t first_packet_us; // of the engine's; 0 when none came yet
    bool had_packet;
    bool met;                      // it said more than resets
    unsigned answers;              // datagrams since its last reset, until it is met
    int64_t answer_us;             // when the next of them may go
    bool acknowledged, went_quiet; // the peer said a number once, and then 0 again: so does pycozmo
    int64_t hole_since_us, mute_until_us;
    bool hole;
    uint16_t hole_at;
    bool leaving; // a goodbye came before packets that stand in front of it
    int64_t leave_us;
    uint8_t pings[PINGS][AIR_PING];
    unsigned ping_first, ping_count;
    uint8_t last_ping[AIR_PING];
};

enum err air_network_of(const char *text, struct air_network *out, struct fault *fault) {
    unsigned a, b, c, d, bits = 32;
    char rest;
    int found = sscanf(text, "%u.%u.%u.%u/%u%c", &a, &b, &c, &d, &bits, &rest);
    if ((found != 4 && found != 5) || a > 255 || b > 255 || c > 255 || d > 255 || bits > 32 ||
        (found == 4 && strchr(text, '/')))
        return fault_set(fault, ERR_SYNTAX, "%s: expected a network such as 172.31.1.0/24", text);
    out->address = a << 24 | b << 16 | c << 8 | d;
    out->mask = bits ? 0xffffffffu << (32 - bits) : 0;
    return ERR_NONE;
}

void robot_link_allow_near(struct robot_link_config *config, uint32_t listening_address) {
    bool local = listening_address >> 24 == 127;
    config->allow_count = 1;
    config->allow[0] =
        local ? (struct air_network){0x7f000000, 0xff000000} : (struct air_network){0xac1f0100, 0xffffff00};
}

const char *robot_link_strangers(uint32_t listening_address, unsigned allowed) {
    if (listening_address >> 24 == 127 || allowed) return "";
    return "It answers programs in 172.31.1.0/24 only, as a real one does: "
           "--allow 192.168.0.0/16 names another network.\n";
}

void robot_link_defaults(struct robot_link_config *config) {
    *config = (struct robot_link_config){
        .allow = {{0x7f000000, 0xff000000}},
        .allow_count = 1,
        .timing = {.collect_us = 11000, .resend_us = 33000, .ack_us = 10000, .silence_us = 5000000},
        .first_aid = true,
        .hole_us = 50000,
        .silence_us = 130000,
        .repeated_us = 2000000,
    };
}

struct robot_link *robot_link_new(const struct robot_link_config *config) {
    size_t own = air_session_behind(sizeof(struct robot_link));
    struct robot_link *link = malloc(own + air_session_memory(ROBOT_LINK_EVENTS));
    if (!link) return NULL;
    *link = (struct robot_link){.config = *config};
    air_session_init(&link->session, (uint8_t *)link + own, ROBOT_LINK_EVENTS);
    link->session.timing = config->timing;
    link->session.from_oldest = true;
    link->session.run_limit = RUN_LIMIT;
    link->session.payload_limit = PAYLOAD_LIMIT;
    air_session_begin(&link->session, 0);
    return link;
}

void robot_link_free(struct robot_link *link) { free(link); }

static bool allowed(const struct robot_link *link, uint32_t address) {
    for (unsigned i = 0; i < link->config.allow_count && i < ROBOT_LINK_NETWORKS; i++) {
        const struct air_network *network = &link->config.allow[i];
        if ((address & network->mask) == (network->address & network->mask)) return true;
    }
    return false;
}

static void begin(struct robot_link *link, struct air_peer from) {
    struct air_session *session = &link->session;
    air_session_begin(session, session->now_us);
    // The reset counts as number 1; yet some engines give that number to their first packet.
    window_in_begin(&session->in, COZMO_WIRE_SEQ_FIRST + 1);
    session->first_open = true;
    session->ack_at_first = COZMO_WIRE_SEQ_FIRST;
    session->news_opened = true;
    session->stats.sessions++;
    if (!air_peer_same(from, link->peer)) {
        link->former[link->former_next].peer = link->peer;
        link->former[link->former_next].opened_us = link->opened_us;
        link->former_next = (link->former_next + 1) % FORMER;
    }
    link->open = true;
    link->peer = from;
    link->opened_us = session->now_us;
    link->answers = 0;
    link->answer_us = INT64_MIN;
    link->met = link->had_packet = link->acknowledged = link->went_quiet = link->leaving = link->hole = false;
    link->mute_until_us = INT64_MIN;
    link->ping_first = link->ping_count = 0;
    memset(link->last_ping, 0, sizeof link->last_ping);
    air_session_send(session, COZMO_PACKET_TYPE_CONNECT, -1, (struct bytes){0});
    session->collect_since_us = session->now_us - session->timing.collect_us; // at once
}

static void finish(struct robot_link *link, enum air_end end) {
    if (!link->open) return;
    link->open = false;
    if (end == AIR_SILENT) link->session.stats.losses++;
    air_session_end(&link->session, end);
}

// Is this a reset that was long under way, from an engine that has a newer session by now?
static bool late_reset(const struct robot_link *link, struct air_peer from) {
    if (!link->open || air_peer_same(from, link->peer)) return false;
    for (unsigned i = 0; i < FORMER; i++)
        if (air_peer_same(from, link->former[i].peer) &&
            link->session.now_us - link->former[i].opened_us < link->config.repeated_us)
            return true;
    return false;
}

static void hear_reset(struct robot_link *link, struct air_peer from) {
    struct air_session *session = &link->session;
    if (link->open && air_peer_same(from, link->peer) &&
        (!link->had_packet || session->now_us - link->first_packet_us < link->config.repeated_us)) {
        // The same one once more. Say the connect packet again, or that it was heard already.
        session->heard_us = session->now_us;
        link->answers = 0;
        link->answer_us = INT64_MIN;
        session->resend_base_us = session->now_us - session->timing.resend_us;
        if (!session->ack_owed) session->ack_owed = 1;
        session->ack_since_us = session->now_us - session->timing.ack_us;
        return;
    }
    if (late_reset(link, from)) {
        session->stats.strangers++;
        return;
    }
    finish(link, AIR_TAKEN_OVER);
    begin(link, from);
}

static bool is_robots(uint8_t type) {
    return type == COZMO_FRAME_TYPE_ROBOT || type == COZMO_FRAME_TYPE_RESET_ACK;
}

enum err robot_link_feed(struct robot_link *link, int64_t now_us, struct air_peer from,
                         struct bytes datagram) {
    struct air_session *session = &link->session;
    session->now_us = now_us;
    session->walking = false;
    session->stats.frames_in++;
    session->stats.bytes_in += datagram.len;
    if (!allowed(link, from.address)) {
        session->stats.strangers++;
        return ERR_DENIED;
    }
    struct air_frame frame;
    enum err err = air_frame_read(&frame, datagram);
    if (!err && frame.payload.len > COZMO_MAX_FRAME_PAYLOAD_SIZE) err = ERR_LIMIT;
    if (!err && is_robots(frame.type)) err = ERR_UNKNOWN;
    if (err) {
        session->stats.malformed++;
        return err;
    }
    if (frame.type == COZMO_FRAME_TYPE_RESET) {
        hear_reset(link, from);
        return ERR_NONE;
    }
    if (!link->open) return ERR_STATE;
    if (!air_peer_same(from, link->peer)) {
        session->stats.strangers++;
        return ERR_DENIED;
    }
    if (frame.type == COZMO_FRAME_TYPE_FIN) {
        finish(link, AIR_GOODBYE);
        return ERR_NONE;
    }
    link->met = true;
    if (frame.ack)
        link->acknowledged = true;
    else if (link->acknowledged)
        link->went_quiet = true;
    air_session_hear(session, &frame);
    return ERR_NONE;
}

static void hear_ping(struct robot_link *link, struct bytes body) {
    if (body.len < AIR_PING) return;
    if (link->ping_count == PINGS) {
        link->ping_first = (link->ping_first + 1) % PINGS;
        link->ping_count--;
    }
    memcpy(link->pings[(link->ping_first + link->ping_count++) % PINGS], body.at, AIR_PING);
    memcpy(link->last_ping, body.at, AIR_PING);
    link->session.stats.pings_in++;
}

static void watch_hole(struct robot_link *link) {
    struct air_session *session = &link->session;
    if (!session->in.kept) {
        link->hole = false;
    } else if (!link->hole || link->hole_at != session->in.next) {
        link->hole = true;
        link->hole_at = session->in.next;
        link->hole_since_us = session->now_us;
    }
}

// The engine says nothing after its goodbye; what it said before may have been overtaken.
static void overtaking_goodbye(struct robot_link *link) {
    struct air_session *session = &link->session;
    if (link->leaving) return;
    for (unsigned ahead = 1; ahead < WINDOW; ahead++) {
        unsigned place = window_plus(session->in.next, ahead) % WINDOW;
        if (!(session->in.kept >> place & 1) || session->in.slots[place].type != COZMO_PACKET_TYPE_DISCONNECT)
            continue;
        link->leaving = true;
        link->leave_us = session->now_us + LAST_WORD_US;
    }
}

bool robot_link_take(struct robot_link *link, struct air_news *out) {
    struct air_session *session = &link->session;
    if (air_session_news(session, out)) return true;
    struct air_packet packet;
    while (link->open && air_session_next(session, &packet)) {
        if (air_reliable(packet.type) && !link->had_packet) {
            link->had_packet = true;
            link->first_packet_us = session->now_us;
        }
        if (packet.type == COZMO_PACKET_TYPE_PING) {
            hear_ping(link, packet.content);
        } else if (packet.type == COZMO_PACKET_TYPE_DISCONNECT) {
            finish(link, AIR_GOODBYE);
            return air_session_news(session, out);
        } else if (packet.type != COZMO_PACKET_TYPE_KEYFRAME && air_session_message(session, &packet, out)) {
            return true;
        }
    }
    if (link->open && session->in.kept) overtaking_goodbye(link);
    if (link->open) watch_hole(link);
    return false;
}

enum err robot_link_send(struct robot_link *link, uint8_t id, struct bytes body) {
    if (!link->open) return ERR_STATE;
    if (body.len >= AIR_CONTENT_MAX) return ERR_LIMIT;
    if (id >= 0xf0)
        return air_session_say(&link->session, COZMO_PACKET_TYPE_EVENT, id, body) ? ERR_NONE : ERR_BUSY;
    return air_session_send(&link->session, COZMO_PACKET_TYPE_COMMAND, id, body) ? ERR_NONE : ERR_BUSY;
}

enum err robot_link_tell(struct robot_link *link, const struct cozmo_message *message, unsigned version) {
    uint8_t room[AIR_CONTENT_MAX];
    struct writer out = writer_of(room, sizeof room);
    enum err err = cozmo_message_encode(message, &out, version);
    if (err) return err;
    return robot_link_send(link, room[0], (struct bytes){room + 1, writer_len(&out) - 1});
}

static size_t answer_ping(struct robot_link *link, uint8_t *buffer, size_t size) {
    struct air_session *session = &link->session;
    struct writer out = writer_of(buffer, size);
    air_frame_begin(&out, COZMO_FRAME_TYPE_ROBOT, 0, 0, air_session_ack(session));
    air_frame_add(&out, COZMO_PACKET_TYPE_PING, (struct bytes){link->pings[link->ping_first], AIR_PING});
    link->ping_first = (link->ping_first + 1) % PINGS;
    link->ping_count--;
    session->stats.pings_out++;
    return air_session_sent(session, &out);
}

static bool wants_first_aid(const struct robot_link *link) {
    return link->config.first_aid && link->went_quiet && link->hole && !link->leaving;
}

// Whoever is not met yet may never have asked: it gets few datagrams, ever more slowly.
static bool may_answer(const struct robot_link *link) {
    return link->met || (link->answers < ANSWERS && link->session.now_us >= link->answer_us);
}

static size_t count_answer(struct robot_link *link, size_t len) {
    if (!len || link->met) return len;
    if (++link->answers >= QUICK_ANSWERS)
        link->answer_us =
            link->session.now_us + (link->session.timing.resend_us << (link->answers - QUICK_ANSWERS + 1));
    return len;
}

size_t robot_link_poll(struct robot_link *link, int64_t now_us, struct air_peer *to, uint8_t *out,
                       size_t size) {
    struct air_session *session = &link->session;
    session->now_us = now_us;
    if (!link->open) return 0;
    *to = link->peer;
    if (link->leaving && now_us >= link->leave_us) {
        finish(link, AIR_GOODBYE);
        return 0;
    }
    if (now_us - session->heard_us >= session->timing.silence_us) {
        finish(link, AIR_SILENT);
        return 0;
    }
    if (link->leaving || now_us < link->mute_until_us || !may_answer(link)) return 0;
    if (wants_first_aid(link) && now_us - link->hole_since_us >= link->config.hole_us) {
        link->mute_until_us = now_us + link->config.silence_us;
        link->hole_since_us = link->mute_until_us;
        session->stats.first_aids++;
        return 0;
    }
    if (link->ping_count) return answer_ping(link, out, size);
    // A frame without numbers makes pycozmo forget what it would have acknowledged: with packets under way
    // they go along again.
    if (link->went_quiet && session->ack_owed && session->out.sent && !session->loose.count &&
        air_session_due(session) <= now_us)
        session->resend_base_us = now_us - session->timing.resend_us;
    return count_answer(link, air_session_write(session, COZMO_FRAME_TYPE_ROBOT, link->last_ping, out, size));
}

int64_t robot_link_due(const struct robot_link *link) {
    const struct air_session *session = &link->session;
    if (!link->open) return INT64_MAX;
    int64_t gone = session->heard_us + session->timing.silence_us;
    if (link->leaving) return link->leave_us < gone ? link->leave_us : gone;
    int64_t due = session->loose.count || link->ping_count ? session->now_us : air_session_due(session);
    if (wants_first_aid(link) && link->hole_since_us + link->config.hole_us < due)
        due = link->hole_since_us + link->config.hole_us;
    if (due < link->mute_until_us) due = link->mute_until_us;
    if (!link->met && due < link->answer_us) due = link->answer_us;
    if (!link->met && link->answers == ANSWERS) due = gone;
    return due < gone ? due : gone;
}

void robot_link_close(struct robot_link *link) {
    link->open = false;
    link->session.walking = false;
    link->session.news_opened = false;
}

bool robot_link_open(const struct robot_link *link) { return link->open; }
struct air_peer robot_link_peer(const struct robot_link *link) {
    return link->peer;
}
unsigned robot_link_room(const struct robot_link *link) {
    return link->open ? WINDOW - link->session.out.queue.count : 0;
}
unsigned robot_link_waiting(const struct robot_link *link) {
    return link->open ? link->session.out.queue.count : 0;
}
const struct air_stats *robot_link_stats(const struct robot_link *link) { return &link->session.stats; }
