#include "link/cozmo/air_session.h"
#include "base/system/clock.h"

#include <string.h>

// An acknowledgement does not wait when so many packets are owed one: half a window, so that a sender with a
// full one goes on.
enum { ACK_AT_ONCE = WINDOW / 2 };

const char *air_end_text(enum air_end end) {
    static const char *const TEXTS[AIR_END_COUNT] = {
        [AIR_GOODBYE] = "the other side said goodbye",
        [AIR_SILENT] = "nothing was heard any more",
        [AIR_NO_ANSWER] = "no robot answered",
        [AIR_RESTARTED] = "the robot began anew",
        [AIR_TAKEN_OVER] = "an engine opened a new session",
    };
    return (unsigned)end < AIR_END_COUNT ? TEXTS[end] : "unknown";
}

enum err air_decode(const struct air_news *news, enum cozmo_direction direction, unsigned version,
                    struct cozmo_message *out) {
    int kind = cozmo_message_find(COZMO_SPACE_MESSAGE, news->id, direction, version);
    if (kind < 0) return ERR_UNKNOWN;
    struct reader in = reader_of(news->body.at, news->body.len);
    return cozmo_message_decode_as(out, (enum cozmo_kind)kind, &in, version);
}

static size_t rounded(size_t size) { return (size + 15) & ~(size_t)15; }

size_t air_session_memory(unsigned loose) {
    return rounded(WINDOW * sizeof(struct window_slot)) + rounded(queue_bytes_for(WINDOW)) +
           rounded(WINDOW * sizeof(struct queue_place)) + rounded(queue_bytes_for(loose)) +
           rounded(loose * sizeof(struct queue_place));
}

void air_session_init(struct air_session *session, void *memory, unsigned loose) {
    uint8_t *at = memory;
    session->in.slots = memory;
    at += rounded(WINDOW * sizeof(struct window_slot));
    uint8_t *bytes = at;
    at += rounded(queue_bytes_for(WINDOW));
    queue_init(&session->out.queue, bytes, queue_bytes_for(WINDOW), (struct queue_place *)(void *)at, WINDOW);
    at += rounded(WINDOW * sizeof(struct queue_place));
    bytes = at;
    at += rounded(queue_bytes_for(loose));
    queue_init(&session->loose, bytes, queue_bytes_for(loose), (struct queue_place *)(void *)at, loose);
}

void air_session_begin(struct air_session *session, int64_t now_us) {
    window_in_begin(&session->in, COZMO_WIRE_SEQ_FIRST);
    window_out_begin(&session->out, COZMO_WIRE_SEQ_FIRST);
    queue_clear(&session->loose);
    session->now_us = session->heard_us = now_us;
    session->ack_owed = 0;
    session->walking = false;
    session->first_open = false;
    session->ack_at_first = COZMO_WIRE_SEQ_NONE;
}

void air_session_end(struct air_session *session, enum air_end end) {
    session->walking = false;
    if (session->news_opened) { // nobody heard of it
        session->news_opened = false;
        return;
    }
    if (session->news_closed) return;
    session->news_closed = true;
    session->end = end;
}

bool air_session_news(struct air_session *session, struct air_news *out) {
    if (session->news_closed) {
        session->news_closed = false;
        *out = (struct air_news){.kind = AIR_CLOSED, .end = session->end};
        return true;
    }
    if (!session->news_opened) return false;
    session->news_opened = false;
    *out = (struct air_news){.kind = AIR_OPENED};
    return true;
}

void air_session_hear(struct air_session *session, const struct air_frame *frame) {
    session->heard_us = session->now_us;
    if (window_out_acknowledge(&session->out, frame->ack)) session->resend_base_us = session->now_us;
    session->frame = *frame;
    session->walk = air_walk_of(&session->frame);
    session->walking = true;
}

static void owe(struct air_session *session) {
    if (!session->ack_owed++) session->ack_since_us = session->now_us;
}

bool air_session_next(struct air_session *session, struct air_packet *out) {
    for (;;) {
        if (window_in_kept(&session->in, out)) break;
        if (!session->walking) return false;
        if (!air_walk_next(&session->walk, out)) {
            session->walking = false;
            return false;
        }
        session->stats.packets_in++;
        if (!air_reliable(out->type)) {
            session->stats.loose_in++;
            return true;
        }
        if (!out->number) {
            session->stats.unnumbered++;
            continue;
        }
        owe(session);
        if (session->first_open && out->number == COZMO_WIRE_SEQ_FIRST && !session->in.delivered) {
            session->first_open = false;
            break;
        }
        enum window_verdict verdict = window_in_judge(&session->in, out->number);
        if (verdict == WINDOW_NEXT) {
            window_in_took(&session->in);
            break;
        }
        if (verdict == WINDOW_EARLY) {
            session->stats.early++;
            window_in_keep(&session->in, out);
        } else if (verdict == WINDOW_AGAIN) {
            session->stats.again++;
        } else {
            session->stats.far++;
        }
    }
    session->stats.delivered++;
    return true;
}

bool air_session_message(struct air_session *session, const struct air_packet *packet, struct air_news *out) {
    *out = (struct air_news){
        .kind = AIR_OTHER, .type = packet->type, .number = packet->number, .body = packet->content};
    if (packet->type != COZMO_PACKET_TYPE_COMMAND && packet->type != COZMO_PACKET_TYPE_EVENT) return true;
    if (!packet->content.len) {
        session->stats.unnumbered++;
        return false;
    }
    out->kind = AIR_MESSAGE;
    out->id = packet->content.at[0];
    out->body = (struct bytes){packet->content.at + 1, packet->content.len - 1};
    return true;
}

bool air_session_send(struct air_session *session, uint8_t type, int id, struct bytes body) {
    struct window_out *out = &session->out;
    if (!queue_push(&out->queue, type, id, body)) return false;
    if (out->queue.count == out->sent + 1) session->collect_since_us = session->now_us;
    return true;
}

bool air_session_say(struct air_session *session, uint8_t type, int id, struct bytes body) {
    if (body.len + (id >= 0) > AIR_CONTENT_MAX || !session->loose.room) return false;
    while (!queue_push(&session->loose, type, id, body)) { // only the latest matters
        queue_pop(&session->loose, 1);
        session->stats.loose_dropped++;
    }
    return true;
}

uint16_t air_session_ack(const struct air_session *session) {
    return session->in.delivered ? window_before(session->in.next) : session->ack_at_first;
}

// How many packets from `from` on go into `room` bytes. A frame that holds nothing else takes one of any
// size.
static unsigned fits(const struct air_session *session, unsigned from, size_t room, bool any) {
    unsigned count = 0;
    size_t used = 0;
    while (from + count < session->out.queue.count) {
        size_t len = queue_at(&session->out.queue, from + count).len;
        if (used + len > room && (count || !any)) break;
        used += len;
        count++;
    }
    return count;
}

static bool crowded(const struct air_session *session, unsigned from, unsigned count) {
    return from + count < session->out.queue.count || session->out.queue.count == WINDOW;
}

static int64_t fresh_due(const struct air_session *session) {
    const struct window_out *out = &session->out;
    unsigned from = session->from_oldest ? 0 : out->cursor;
    if (out->sent >= out->queue.count && from >= out->sent) return INT64_MAX;
    if (from < out->sent && !session->from_oldest)
        return session->now_us; // in the middle of sending all again
    if (session->from_oldest && out->sent == out->queue.count) return INT64_MAX;
    unsigned count = fits(session, from, session->run_limit, true);
    if (from + count <= out->sent) return INT64_MAX; // what is new does not fit after what is old
    if (crowded(session, from, count)) return session->now_us;
    return session->collect_since_us + session->timing.collect_us;
}

int64_t air_session_due(const struct air_session *session) {
    int64_t due = fresh_due(session);
    if (session->out.sent) due = clock_earlier(due, session->resend_base_us + session->timing.resend_us);
    if (session->ack_owed >= ACK_AT_ONCE)
        due = session->now_us;
    else if (session->ack_owed)
        due = clock_earlier(due, session->ack_since_us + session->timing.ack_us);
    return due;
}

// Loose packets that go into `room`: as many of the oldest as fit, one at least.
static unsigned loose_count(const struct air_session *session, size_t room, size_t *bytes) {
    unsigned count = 0;
    *bytes = 0;
    while (count < session->loose.count) {
        size_t len = queue_at(&session->loose, count).len;
        if (count && *bytes + len > room) break;
        *bytes += len;
        count++;
    }
    return count;
}

unsigned air_session_pack(struct air_session *session, struct writer *out, uint8_t type, unsigned from,
                          const uint8_t ping[AIR_PING]) {
    struct window_out *window = &session->out;
    size_t loose_bytes, room = session->run_limit;
    unsigned loose = loose_count(session, session->payload_limit, &loose_bytes);
    if (loose) {
        size_t left = loose_bytes < session->payload_limit ? session->payload_limit - loose_bytes : 0;
        if (left < room) room = left;
    }
    unsigned count = fits(session, from, room, !loose);
    uint16_t first = 0, last = 0;
    if (count) {
        first = window_plus(window->first, from);
        last = window_plus(first, count - 1);
    }
    air_frame_begin(out, type, first, last, air_session_ack(session));
    for (unsigned i = 0; i < count; i++) {
        struct bytes packet = queue_at(&window->queue, from + i);
        write_bytes(out, packet.at, packet.len);
    }
    for (unsigned i = 0; i < loose; i++) {
        struct bytes packet = queue_at(&session->loose, i);
        write_bytes(out, packet.at, packet.len);
    }
    queue_pop(&session->loose, loose);
    session->stats.loose_out += loose;
    // pycozmo 0.8.0 throws a frame away whose last number is 65534, unless it ends with a ping.
    if (last == COZMO_WIRE_SEQ_LAST && ping)
        air_frame_add(out, COZMO_PACKET_TYPE_PING, (struct bytes){ping, AIR_PING});
    if (!count) return 0;
    if (!window->sent || session->from_oldest || !from) session->resend_base_us = session->now_us;
    unsigned end = from + count, again = from < window->sent ? window->sent - from : 0;
    if (again > count) again = count;
    session->stats.resent += again;
    session->stats.sent += count - again;
    window->cursor = end;
    if (end > window->sent) {
        window->sent = end;
        session->collect_since_us = session->now_us;
    }
    return count;
}

size_t air_session_sent(struct air_session *session, const struct writer *out) {
    if (out->err) return 0;
    session->ack_owed = 0;
    session->stats.frames_out++;
    session->stats.bytes_out += writer_len(out);
    return writer_len(out);
}

size_t air_session_write(struct air_session *session, uint8_t type, const uint8_t ping[AIR_PING],
                         uint8_t *buffer, size_t size) {
    struct window_out *window = &session->out;
    struct writer out = writer_of(buffer, size);
    int64_t now_us = session->now_us;
    if (session->loose.count || fresh_due(session) <= now_us) {
        air_session_pack(session, &out, type, session->from_oldest ? 0 : window->cursor, ping);
    } else if (window->sent && session->resend_base_us + session->timing.resend_us <= now_us) {
        air_session_pack(session, &out, type, 0, ping);
    } else if (session->ack_owed && air_session_due(session) <= now_us) {
        session->stats.bare_acks++;
        air_frame_begin(&out, type, 0, 0, air_session_ack(session));
    } else {
        return 0;
    }
    return air_session_sent(session, &out);
}
