#include "body/cozmo/cozmo_internal.h"

#include "base/data/json.h"
#include "base/system/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AGAIN_US = 1000000,
    MEET_US = 5000000,  // for the signature, and again for the body
    NEWS_MOST = 4096,   // datagrams taken in one step: a flood does not stop the run
    LAG_TICK_US = 75000 // a state's period, a tick, and as long as a command waits for company
};

static const struct cozmo_body *seen(const struct body *body) { return (const struct cozmo_body *)body; }

int64_t cozmo_elapsed_ms(const struct cozmo_body *c) {
    return c->config.begin_ms + (c->air_us - c->born_us) / 1000;
}

// ------------------------------------------------------------------------------------------------ saying

unsigned cozmo_room(const struct cozmo_body *c) { return c->line_ring.count ? 0 : engine_link_room(c->link); }

static bool encode(const struct cozmo_body *c, const struct cozmo_message *message, uint8_t *room,
                   size_t size, size_t *len) {
    struct writer out = writer_of(room, size);
    if (cozmo_message_encode(message, &out, c->version)) return false;
    *len = writer_len(&out);
    return *len > 0;
}

bool cozmo_tell_now(struct cozmo_body *c, const struct cozmo_message *message) {
    uint8_t room[AIR_CONTENT_MAX];
    size_t len;
    return encode(c, message, room, sizeof room, &len) &&
           !engine_link_send(c->link, room[0], (struct bytes){room + 1, len - 1});
}

bool cozmo_tell(struct cozmo_body *c, const struct cozmo_message *message) {
    struct cozmo_line line;
    uint8_t room[1 + COZMO_LINE_BYTES];
    size_t len;
    if (!encode(c, message, room, sizeof room, &len)) return false;
    if (cozmo_room(c) && !engine_link_send(c->link, room[0], (struct bytes){room + 1, len - 1})) return true;
    line.id = room[0], line.len = (uint8_t)(len - 1);
    memcpy(line.bytes, room + 1, len - 1);
    if (ring_push(&c->line_ring, &line)) return true;
    c->about.lost_messages++;
    return false;
}

static void move_line_up(struct cozmo_body *c) {
    struct cozmo_line *line;
    while ((line = ring_at(&c->line_ring, 0)) &&
           !engine_link_send(c->link, line->id, (struct bytes){line->bytes, line->len}))
        ring_pop(&c->line_ring, NULL);
}

// ------------------------------------------------------------------------------------------------ sessions

static void enter(struct cozmo_body *c, enum body_cozmo_stage stage) {
    c->stage = stage;
    c->since_us = c->air_us;
}

// What it is told while it is not there would be old by the time it is.
static void over(struct cozmo_body *c, const char *why) {
    bool lived = c->stage == BODY_COZMO_LIVING;
    if (strcmp(c->about.trouble, why))
        log_line(c->yields ? LOG_INFO : LOG_WARN, "cozmo", "the robot is not reached: %s", why);
    snprintf(c->about.trouble, sizeof c->about.trouble, "%s", why);
    if (lived) {
        cozmo_decode_end(c);
        cozmo_radio_end(c);
        cozmo_encode_end(c);
        cozmo_display_end(c);
        c->again = true;
    }
    ring_clear(&c->line_ring);
    enter(c, BODY_COZMO_RESTING);
    c->again_us = c->air_us + c->config.again_us;
}

static void ask(struct cozmo_body *c) {
    struct fault fault = {0};
    const struct body_cozmo_socket *socket = &c->config.socket;
    if (socket->renew && socket->renew(socket->user, &fault)) {
        over(c, fault.said);
        return;
    }
    engine_link_begin(c->link, c->air_us);
    enter(c, BODY_COZMO_ASKING);
}

static void leave(struct cozmo_body *c, const char *why) {
    engine_link_goodbye(c->link);
    over(c, why);
}

static const char *const BUILD_KEY = "build", *const VERSION_KEY = "version";

// One line of JSON, of which the version decides the layouts.
static bool read_signature(struct cozmo_body *c, struct text text, struct fault *fault) {
    struct json *json;
    struct text build;
    int64_t version = 0;
    arena_reset(c->arena);
    if (json_parse(text, "signature", c->arena, NULL, &json, fault) ||
        json_get_int(json, VERSION_KEY, 0, INT32_MAX, &version, fault))
        return false;
    c->about.firmware = (uint32_t)version;
    c->about.build[0] = 0;
    if (json_get(json, BUILD_KEY) && !json_get_text(json, BUILD_KEY, &build, NULL))
        text_copy(build, c->about.build, sizeof c->about.build);
    c->version = version > 0 && version < COZMO_VERSION ? (unsigned)version : COZMO_VERSION;
    if (!strcmp(c->about.build, "FACTORY"))
        log_warn("cozmo", "the robot runs its factory firmware: update it first");
    else if (version < COZMO_FIRMWARE_VERSION)
        log_warn("cozmo", "firmware %d is older than %d: some messages differ", (int)version,
                 COZMO_FIRMWARE_VERSION);
    return true;
}

// The first packet of a session may be lost, so the first Enable is said for nothing but that.
static void wake(struct cozmo_body *c, const struct cozmo_firmware_signature *message) {
    struct fault fault = {0};
    if (c->stage != BODY_COZMO_MEETING) return;
    if (!read_signature(c, message->signature, &fault)) {
        char why[200], text[256];
        snprintf(text, sizeof text, "%s", fault_text(&fault, why, sizeof why));
        leave(c, text);
        return;
    }
    COZMO_TELL(c, COZMO_ENABLE);
    COZMO_TELL(c, COZMO_ENABLE);
    enter(c, BODY_COZMO_WAKING);
}

static void live(struct cozmo_body *c, const struct cozmo_body_info *info) {
    if (c->stage != BODY_COZMO_WAKING) return;
    c->about.body_serial = info->serial_number;
    c->about.hardware = info->body_hw_version;
    c->about.colour = info->body_color;
    c->about.trouble[0] = 0;
    c->about.sessions++;
    enter(c, BODY_COZMO_LIVING);
    cozmo_decode_begin(c);
    cozmo_radio_begin(c);
    cozmo_camera_begin(c);
    cozmo_encode_begin(c); // an origin first of all
    COZMO_TELL(c, COZMO_SYNC_TIME, .sync_time = {.timestamp = (uint32_t)cozmo_elapsed_ms(c)});
    COZMO_TELL(c, COZMO_ENABLE_ANIMATION_STATE);
    cozmo_display_begin(c);
    log_info("cozmo", "reached: serial %08x, firmware %u", (unsigned)c->about.head_serial,
             (unsigned)c->about.firmware);
}

static void hear(struct cozmo_body *c, const struct air_news *news) {
    struct cozmo_message message;
    if (air_decode(news, COZMO_TO_ENGINE, c->version, &message))
        return; // unknown, or shorter than it must be
    switch (message.kind) {
    case COZMO_HARDWARE_INFO:
        c->about.head_serial = message.hardware_info.serial_number_head;
        return;
    case COZMO_FIRMWARE_SIGNATURE:
        wake(c, &message.firmware_signature);
        return;
    case COZMO_BODY_INFO:
        live(c, &message.body_info);
        return;
    default:
        break;
    }
    if (c->stage != BODY_COZMO_LIVING) return;
    switch (message.kind) {
    case COZMO_ANIMATION_STATE:
        cozmo_display_played(c, &message.animation_state);
        break;
    case COZMO_IMAGE_CHUNK:
    case COZMO_IMAGE_IMU_DATA:
        cozmo_camera_hear(c, &message);
        break;
    default:
        if (!cozmo_radio_hear(c, &message)) cozmo_decode_hear(c, &message);
    }
}

static void take_news(struct cozmo_body *c) {
    struct air_news news;
    while (engine_link_take(c->link, &news)) {
        if (news.kind == AIR_OPENED) {
            c->version = COZMO_VERSION;
            enter(c, BODY_COZMO_MEETING);
        } else if (news.kind == AIR_CLOSED && c->stage != BODY_COZMO_RESTING) {
            over(c, air_end_text(news.end));
        } else if (news.kind == AIR_MESSAGE) {
            hear(c, &news);
        }
    }
}

static void go_on(struct cozmo_body *c) {
    bool too_long = c->air_us - c->since_us > MEET_US;
    if (c->stage == BODY_COZMO_RESTING && c->air_us >= c->again_us && !c->yields)
        ask(c);
    else if (c->stage == BODY_COZMO_MEETING && too_long)
        leave(c, "it answered, but did not say which firmware it runs");
    else if (c->stage == BODY_COZMO_WAKING && too_long)
        leave(c, "it answered, but did not say that its body is up");
}

// ------------------------------------------------------------------------------------------------ the body

static void listen(struct cozmo_body *c) {
    const struct body_cozmo_socket *socket = &c->config.socket;
    uint8_t room[AIR_DATAGRAM_MAX];
    struct air_peer from;
    size_t len;
    for (int i = 0; i < NEWS_MOST && (len = socket->receive(socket->user, &from, room, sizeof room)); i++) {
        engine_link_feed(c->link, c->air_us, from, (struct bytes){room, len});
        take_news(c);
    }
}

static void speak(struct cozmo_body *c) {
    const struct body_cozmo_socket *socket = &c->config.socket;
    uint8_t room[AIR_DATAGRAM_MAX];
    struct air_peer to;
    size_t len;
    while ((len = engine_link_poll(c->link, c->air_us, &to, room, sizeof room)))
        socket->send(socket->user, to, (struct bytes){room, len});
    take_news(c);
}

static void mind_the_air(struct cozmo_body *c, int64_t now_us) {
    const struct body_cozmo_socket *socket = &c->config.socket;
    c->air_us = socket->now_us ? socket->now_us(socket->user) : now_us;
    if (c->born) return;
    c->born = true;
    c->born_us = c->since_us = c->again_us = c->air_us;
}

static void step(struct body *body, int64_t now_us) {
    struct cozmo_body *c = cozmo_of(body);
    mind_the_air(c, now_us);
    listen(c);
    go_on(c);
    move_line_up(c);
    if (c->stage == BODY_COZMO_LIVING) cozmo_display_tick(c);
    speak(c);
    // There and back, and once more if a datagram is lost on each way.
    const struct air_stats *stats = engine_link_stats(c->link);
    body->traits.lag_us = LAG_TICK_US + stats->rtt_most_us + c->config.link.timing.resend_us;
}

static enum err collect(struct body *body, int64_t now_us, struct senses_in *in) {
    struct cozmo_body *c = cozmo_of(body);
    (void)now_us;
    cozmo_decode_collect(c, &in->senses);
    if (c->stage != BODY_COZMO_LIVING) return ERR_NONE;
    cozmo_display_collect(c, &in->senses);
    cozmo_camera_collect(c, in);
    return ERR_NONE;
}

static void obey(struct body *body, int64_t now_us, const struct command_out *out) {
    struct cozmo_body *c = cozmo_of(body);
    (void)now_us;
    if (c->stage == BODY_COZMO_LIVING && out->command.face_count && out->face)
        cozmo_display_face(c, &out->command.face[0], out->face);
    if (c->stage == BODY_COZMO_LIVING && out->command.speech_count && out->speech)
        cozmo_display_speech(c, &out->command.speech[0], out->speech);
    cozmo_encode(c, &out->command);
    if (c->stage != BODY_COZMO_LIVING) return;
    engine_link_flush(c->link);
    speak(c);
}

static uint64_t no_hash(const struct body *body) { // it stands in the world, not in us
    (void)body;
    return 0;
}

static void end(struct body *body) {
    struct cozmo_body *c = cozmo_of(body);
    const struct body_cozmo_socket *socket = &c->config.socket;
    if (c->link && c->born) {
        if (c->stage == BODY_COZMO_LIVING) COZMO_TELL(c, COZMO_STOP_ALL_MOTORS);
        engine_link_goodbye(c->link);
        speak(c);
    }
    if (socket->close) socket->close(socket->user);
    cozmo_display_free(c);
    cozmo_camera_free(c);
    engine_link_free(c->link);
    arena_free(c->arena);
    free(c);
}

static const struct body_class COZMO = {"cozmo", step, collect, obey, NULL, no_hash, end};

struct body_cozmo_config body_cozmo_defaults(void) {
    struct body_cozmo_config config = {.again_us = AGAIN_US, .rows = RLE_ROWS_32};
    engine_link_defaults(&config.link);
    return config;
}

struct body *body_cozmo_new(const struct body_cozmo_config *config, struct fault *fault) {
    struct cozmo_body *c = calloc(1, sizeof *c);
    if (!c) {
        if (config->socket.close) config->socket.close(config->socket.user);
        fault_set(fault, ERR_MEMORY, "no memory for a body");
        return NULL;
    }
    c->body = (struct body){
        .class = &COZMO,
        .model = &cozmo_model,
        .traits = {.senses = BODY_WANT_IMU | BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR | BODY_WANT_RADIO,
                   .own_time = config->socket.own_time,
                   .lag_us = LAG_TICK_US,
                   .face_width = RLE_COLUMNS,
                   .face_height = RLE_ROWS,
                   .speaker = true}};
    c->config = *config;
    c->version = COZMO_VERSION;
    c->stage = BODY_COZMO_RESTING;
    snprintf(c->about.trouble, sizeof c->about.trouble, "not asked yet");
    ring_init(&c->line_ring, c->line, sizeof *c->line, COZMO_LINE);
    ring_init(&c->decode.ack_ring, c->decode.acks, sizeof *c->decode.acks, COZMO_ACKS);
    ring_init(&c->decode.radio_ring, c->decode.radios, sizeof *c->decode.radios, COZMO_RADIOS);
    cozmo_display_init(c);
    attitude_init(&c->decode.attitude);
    c->link = engine_link_new(&config->link);
    c->arena = arena_new(8192);
    if (c->link && c->arena) return &c->body;
    end(&c->body);
    fault_set(fault, ERR_MEMORY, "no memory for a body");
    return NULL;
}

void body_cozmo_yield(struct body *body, const char *why) {
    struct cozmo_body *c = cozmo_of(body);
    c->yields = why;
    if (!why)
        c->again_us = c->air_us;
    else if (c->stage != BODY_COZMO_RESTING)
        leave(c, why);
}

void body_cozmo_about(const struct body *body, struct body_cozmo_about *out) {
    const struct cozmo_body *c = seen(body);
    *out = c->about;
    out->stage = c->stage;
    out->pictures_dropped += c->camera.pieces.dropped;
    out->link = *engine_link_stats(c->link);
}
