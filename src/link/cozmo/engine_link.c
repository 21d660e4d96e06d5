#include "link/cozmo/engine_link.h"
#include "base/system/clock.h"

#include "link/cozmo/air_session.h"

#include <stdlib.h>
#include <string.h>

enum { PINGS = 16, RESTART_US = 2000000, MEAN_OF = 16 };

enum stage { IDLE, ASKING, OPEN, LEAVING };

struct engine_link {
    struct engine_link_config config;
    enum stage stage;
    struct air_session session;
    int64_t asked_us, reset_due_us, opened_us, ping_due_us;
    bool acknowledged;     // the robot answered more than number 1
    bool goodbye_packed;   // it stands after all that waits
    uint32_t ping_counter; // of the next
    double ping_ms[PINGS]; // the time that each of the last carried
    int64_t ping_us[PINGS];
    uint16_t ping_open; // which of them have no answer yet
};

void engine_link_defaults(struct engine_link_config *config) {
    *config = (struct engine_link_config){
        .robot = {0xac1f0101, COZMO_PORT},
        .timing = {.collect_us = 11000, .resend_us = 100000, .ack_us = 10000, .silence_us = 5000000},
        .reset_us = 250000,
        .patience_us = 5000000,
        .ping_us = 500000,
    };
}

struct engine_link *engine_link_new(const struct engine_link_config *config) {
    size_t own = air_session_behind(sizeof(struct engine_link));
    struct engine_link *link = malloc(own + air_session_memory(0));
    if (!link) return NULL;
    *link = (struct engine_link){.config = *config};
    air_session_init(&link->session, (uint8_t *)link + own, 0);
    link->session.timing = config->timing;
    link->session.run_limit = link->session.payload_limit = COZMO_MAX_FRAME_PAYLOAD_SIZE;
    air_session_begin(&link->session, 0);
    return link;
}

void engine_link_free(struct engine_link *link) { free(link); }

void engine_link_begin(struct engine_link *link, int64_t now_us) {
    link->stage = ASKING;
    link->session.news_opened = link->session.news_closed = false;
    air_session_begin(&link->session, now_us);
    link->asked_us = link->reset_due_us = now_us;
    link->ping_counter = 0;
    link->ping_open = 0;
    link->acknowledged = false;
}

static void finish(struct engine_link *link, enum air_end end) {
    if (link->stage == IDLE) return;
    link->stage = IDLE;
    if (end == AIR_SILENT) link->session.stats.losses++;
    air_session_end(&link->session, end);
}

static bool is_engines(uint8_t type) { return type == COZMO_FRAME_TYPE_RESET; }

enum err engine_link_feed(struct engine_link *link, int64_t now_us, struct air_peer from,
                          struct bytes datagram) {
    struct air_session *session = &link->session;
    session->now_us = now_us;
    session->walking = false;
    session->stats.frames_in++;
    session->stats.bytes_in += datagram.len;
    if (!air_peer_same(from, link->config.robot)) {
        session->stats.strangers++;
        return ERR_DENIED;
    }
    struct air_frame frame;
    enum err err = air_frame_read(&frame, datagram);
    if (!err && is_engines(frame.type)) err = ERR_UNKNOWN;
    if (err) {
        session->stats.malformed++;
        return err;
    }
    if (link->stage != ASKING && link->stage != OPEN) return ERR_STATE;
    if (frame.type == COZMO_FRAME_TYPE_RESET_ACK) return ERR_NONE;
    if (frame.type == COZMO_FRAME_TYPE_FIN) {
        if (link->stage == OPEN) finish(link, AIR_GOODBYE);
        return ERR_NONE;
    }
    air_session_hear(session, &frame);
    if (window_distance(COZMO_WIRE_SEQ_FIRST, session->out.first) > 1) link->acknowledged = true;
    return ERR_NONE;
}

static void hear_connect(struct engine_link *link) {
    if (link->stage != ASKING) return;
    link->stage = OPEN;
    link->opened_us = link->ping_due_us = link->session.now_us;
    link->session.news_opened = true;
    link->session.stats.sessions++;
}

// A connect packet that is no repetition of the first: the robot that sent it knows nothing of this session.
// Its frame acknowledges nothing but the reset, though ours was further, and it is too late to be an old one.
static bool began_anew(const struct engine_link *link) {
    const struct air_session *session = &link->session;
    if (link->stage != OPEN || session->now_us - link->opened_us < RESTART_US) return false;
    if (!session->frame.first) return false; // nothing in it has a number
    struct air_walk walk = air_walk_of(&session->frame);
    struct air_packet packet;
    bool connect = false;
    while (!connect && air_walk_next(&walk, &packet)) connect = packet.type == COZMO_PACKET_TYPE_CONNECT;
    if (!connect) return false;
    return packet.number != COZMO_WIRE_SEQ_FIRST || session->in.delivered > WINDOW ||
           (link->acknowledged && session->frame.ack == COZMO_WIRE_SEQ_FIRST);
}

// The mean is a true one of the first pings, then follows slowly: one late answer of two is no measure.
static void follow_rtt(struct air_stats *stats, int64_t rtt_us) {
    int64_t count = stats->pings_in < MEAN_OF ? (int64_t)stats->pings_in : MEAN_OF;
    stats->rtt_us = rtt_us;
    if (!stats->rtt_mean_us || rtt_us < stats->rtt_least_us) stats->rtt_least_us = rtt_us;
    if (rtt_us > stats->rtt_most_us) stats->rtt_most_us = rtt_us;
    stats->rtt_mean_us = ((count - 1) * stats->rtt_mean_us + rtt_us) / count;
    if (!stats->rtt_mean_us) stats->rtt_mean_us = 1;
}

// An answer is our own words; anything else is none.
static void hear_ping(struct engine_link *link, struct bytes content) {
    struct reader in = reader_of(content.at, content.len);
    struct cozmo_ping ping;
    if (cozmo_ping_decode(&ping, &in, COZMO_VERSION)) return;
    uint32_t age = link->ping_counter - ping.counter;
    unsigned place = ping.counter % PINGS;
    if (!age || age > PINGS || !(link->ping_open >> place & 1)) return;
    if (memcmp(&ping.time_sent_ms, &link->ping_ms[place], sizeof ping.time_sent_ms)) return;
    link->ping_open &= (uint16_t) ~(1u << place);
    link->session.stats.pings_in++;
    follow_rtt(&link->session.stats, link->session.now_us - link->ping_us[place]);
}

bool engine_link_take(struct engine_link *link, struct air_news *out) {
    struct air_session *session = &link->session;
    if (air_session_news(session, out)) return true;
    if (link->stage != ASKING && link->stage != OPEN) return false;
    if (session->walking && session->walk.at == session->frame.payload.at && began_anew(link)) {
        finish(link, AIR_RESTARTED);
        return air_session_news(session, out);
    }
    struct air_packet packet;
    while (air_session_next(session, &packet)) {
        if (packet.type == COZMO_PACKET_TYPE_CONNECT) {
            hear_connect(link);
            if (air_session_news(session, out)) return true;
        } else if (packet.type == COZMO_PACKET_TYPE_PING) {
            hear_ping(link, packet.content);
        } else if (packet.type == COZMO_PACKET_TYPE_DISCONNECT) {
            finish(link, AIR_GOODBYE);
            return air_session_news(session, out);
        } else if (link->stage == OPEN && packet.type != COZMO_PACKET_TYPE_KEYFRAME &&
                   air_session_message(session, &packet, out)) {
            return true;
        }
    }
    return false;
}

enum err engine_link_send(struct engine_link *link, uint8_t id, struct bytes body) {
    if (link->stage != OPEN) return ERR_STATE;
    if (body.len + 1 + AIR_PACKET_HEAD > COZMO_MAX_FRAME_PAYLOAD_SIZE) return ERR_LIMIT;
    return air_session_send(&link->session, COZMO_PACKET_TYPE_COMMAND, id, body) ? ERR_NONE : ERR_BUSY;
}

enum err engine_link_tell(struct engine_link *link, const struct cozmo_message *message, unsigned version) {
    uint8_t room[AIR_CONTENT_MAX];
    struct writer out = writer_of(room, sizeof room);
    enum err err = cozmo_message_encode(message, &out, version);
    if (err) return err;
    return engine_link_send(link, room[0], (struct bytes){room + 1, writer_len(&out) - 1});
}

void engine_link_flush(struct engine_link *link) {
    link->session.collect_since_us = link->session.now_us - link->session.timing.collect_us;
}

static size_t bare(struct engine_link *link, uint8_t type, uint16_t number, uint16_t ack, uint8_t *buffer,
                   size_t size) {
    struct writer out = writer_of(buffer, size);
    air_frame_begin(&out, type, number, number, ack);
    return air_session_sent(&link->session, &out);
}

static size_t ask(struct engine_link *link, int64_t now_us, uint8_t *buffer, size_t size) {
    if (now_us - link->asked_us >= link->config.patience_us) {
        finish(link, AIR_NO_ANSWER);
        return 0;
    }
    if (now_us < link->reset_due_us) return 0;
    link->reset_due_us = now_us + link->config.reset_us;
    return bare(link, COZMO_FRAME_TYPE_RESET, COZMO_WIRE_SEQ_FIRST, COZMO_WIRE_SEQ_NONE, buffer, size);
}

static size_t ping(struct engine_link *link, int64_t now_us, uint8_t *buffer, size_t size) {
    struct air_session *session = &link->session;
    unsigned place = link->ping_counter % PINGS;
    struct cozmo_ping body = {.time_sent_ms = (double)now_us / 1000,
                              .counter = link->ping_counter++,
                              .last = (uint32_t)session->stats.pings_in};
    link->ping_ms[place] = body.time_sent_ms;
    link->ping_us[place] = now_us;
    link->ping_open |= (uint16_t)(1u << place);
    link->ping_due_us = now_us + link->config.ping_us;
    session->stats.pings_out++;
    struct writer out = writer_of(buffer, size);
    air_frame_begin(&out, COZMO_FRAME_TYPE_PING, 0, 0, air_session_ack(session));
    cozmo_ping_encode(&body, &out, COZMO_VERSION);
    return air_session_sent(session, &out);
}

// Frames with all that waits, the disconnect packet in the last one; without a place in the window for it, a
// frame that says it.
static size_t leave(struct engine_link *link, uint8_t *buffer, size_t size) {
    struct air_session *session = &link->session;
    struct window_out *window = &session->out;
    struct writer out = writer_of(buffer, size);
    if (window->cursor < window->queue.count) {
        air_session_pack(session, &out, COZMO_FRAME_TYPE_ENGINE, window->cursor, NULL);
        if (link->goodbye_packed && window->cursor == window->queue.count) link->stage = IDLE;
    } else {
        air_frame_begin(&out, COZMO_FRAME_TYPE_FIN, 0, 0, air_session_ack(session));
        link->stage = IDLE;
    }
    return air_session_sent(session, &out);
}

size_t engine_link_poll(struct engine_link *link, int64_t now_us, struct air_peer *to, uint8_t *out,
                        size_t size) {
    struct air_session *session = &link->session;
    session->now_us = now_us;
    *to = link->config.robot;
    if (link->stage == IDLE) return 0;
    if (link->stage == ASKING) return ask(link, now_us, out, size);
    if (link->stage == LEAVING) return leave(link, out, size);
    if (now_us - session->heard_us >= session->timing.silence_us) {
        finish(link, AIR_SILENT);
        return 0;
    }
    if (now_us >= link->ping_due_us) return ping(link, now_us, out, size);
    return air_session_write(session, COZMO_FRAME_TYPE_ENGINE, NULL, out, size);
}

int64_t engine_link_due(const struct engine_link *link) {
    const struct air_session *session = &link->session;
    if (link->stage == IDLE) return INT64_MAX;
    if (link->stage == LEAVING) return session->now_us;
    if (link->stage == ASKING)
        return clock_earlier(link->reset_due_us, link->asked_us + link->config.patience_us);
    int64_t due = clock_earlier(air_session_due(session), session->heard_us + session->timing.silence_us);
    return clock_earlier(due, link->ping_due_us);
}

void engine_link_goodbye(struct engine_link *link) {
    if (link->stage == IDLE || link->stage == LEAVING) return;
    struct air_session *session = &link->session;
    bool opened = link->stage == OPEN;
    link->stage = LEAVING;
    session->walking = session->news_opened = false;
    session->out.cursor = 0;
    link->goodbye_packed =
        opened && air_session_send(session, COZMO_PACKET_TYPE_DISCONNECT, -1, (struct bytes){0});
}

bool engine_link_open(const struct engine_link *link) { return link->stage == OPEN; }
unsigned engine_link_room(const struct engine_link *link) {
    return link->stage == OPEN ? WINDOW - link->session.out.queue.count : 0;
}
unsigned engine_link_waiting(const struct engine_link *link) {
    return link->stage == OPEN ? link->session.out.queue.count : 0;
}
const struct air_stats *engine_link_stats(const struct engine_link *link) { return &link->session.stats; }
