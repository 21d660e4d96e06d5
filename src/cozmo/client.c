#include "base/system/clock.h"
#include "cozmo/client_internal.h"

#include "base/data/json.h"
#include "base/maths/maths.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct bytes NOTHING = {NULL, 0};

enum err client_fail(struct critter_cozmo *c, enum err err, const char *format, ...) {
    va_list list;
    char said[sizeof c->fault.said];
    va_start(list, format);
    vsnprintf(said, sizeof said, format, list);
    va_end(list);
    c->fault = (struct fault){0};
    return fault_set(&c->fault, err, "%s", said);
}

const char *critter_cozmo_error(struct critter_cozmo *c) {
    return fault_text(&c->fault, c->said, sizeof c->said);
}

enum critter_err critter_cozmo_error_code(const struct critter_cozmo *c) { return err_public(c->fault.err); }

enum err client_over(struct critter_cozmo *c) {
    return client_fail(c, ERR_CLOSED, "the session is over: %s", air_end_text(c->end));
}

enum err client_may_wait(struct critter_cozmo *c) {
    return c->busy ? client_fail(c, ERR_STATE, "a handler cannot wait") : ERR_NONE;
}

// Hearing

// Layouts grew with the firmware; the robot speaks its own. What is newer than we know is read as far as we
// know it.
static unsigned version_of(const struct critter_cozmo *c) {
    int32_t firmware = c->identity.firmware;
    return firmware > 0 && firmware < COZMO_VERSION ? (unsigned)firmware : COZMO_VERSION;
}

static void read_signature(struct critter_cozmo *c, const struct cozmo_firmware_signature *message) {
    struct critter_cozmo_identity *who = &c->identity;
    size_t len = message->signature.len < sizeof who->signature - 1 ? message->signature.len
                                                                    : sizeof who->signature - 1;
    memcpy(who->signature, message->signature.at, len);
    who->signature[len] = 0;
    struct arena *arena = arena_new(4096);
    struct json *json;
    if (!arena) return;
    struct text text = {who->signature, len}, build;
    int64_t version = 0;
    if (!json_parse(text, "signature", arena, NULL, &json, NULL)) {
        json_get_int(json, "version", 0, INT32_MAX, &version, NULL);
        if (!json_get_text(json, "build", &build, NULL)) text_copy(build, who->build, sizeof who->build);
    }
    who->firmware = (int32_t)version;
    arena_free(arena);
    if (!strcmp(who->build, "FACTORY"))
        client_log(c, LOG_WARN, LOG_GENERAL, "the robot runs its factory firmware: update it first");
    else if (version && version < COZMO_FIRMWARE_VERSION)
        client_log(c, LOG_WARN, LOG_GENERAL, "firmware %d is older than %d: some messages differ",
                   (int)version, COZMO_FIRMWARE_VERSION);
}

static void enable(struct critter_cozmo *c) {
    if (c->enabled || c->config.no_initialise) return;
    c->enabled = true;
    // The first packet of a session may be lost, so the first Enable is said for nothing but that.
    client_tell(c, &(struct cozmo_message){.kind = COZMO_ENABLE});
    client_tell(c, &(struct cozmo_message){.kind = COZMO_ENABLE});
}

static void is_found(struct critter_cozmo *c) {
    c->found = true;
    c->connecting = false;
    client_event(c, "found", 1, -1, NOTHING);
}

static void initialise(struct critter_cozmo *c) {
    struct cozmo_message origin = {.kind = COZMO_SET_ORIGIN}, sync = {.kind = COZMO_SYNC_TIME};
    cozmo_set_origin_defaults(&origin.set_origin);
    client_tell(c, &origin);
    client_tell(c, &sync);
    if (!c->config.no_animations) {
        client_tell(c, &(struct cozmo_message){.kind = COZMO_ENABLE_ANIMATION_STATE});
        client_stage_begin(c);
    }
    c->ready = true;
    client_event(c, "ready", 1, -1, NOTHING);
    is_found(c);
}

static void body_is_up(struct critter_cozmo *c, const struct cozmo_body_info *info) {
    c->identity.body_serial = info->serial_number;
    c->identity.hardware = info->body_hw_version;
    c->identity.colour = info->body_color;
    if (!c->ready && !c->config.no_initialise) initialise(c);
}

// Put down somewhere else: a new world begins there. Where nothing may wait for room, it is said when there
// is some.
static void put_down(struct critter_cozmo *c) {
    c->origin_due = !engine_link_room(c->link) && (c->stepping || c->config.never_wait);
    if (c->origin_due) return;
    struct cozmo_message origin = {.kind = COZMO_SET_ORIGIN};
    cozmo_set_origin_defaults(&origin.set_origin);
    origin.set_origin.pose_frame_id = c->state.frame_id + 1;
    origin.set_origin.pose_origin_id = c->state.origin_id + 1;
    client_tell(c, &origin);
}

static void hear_message(struct critter_cozmo *c, const struct air_news *news) {
    struct cozmo_message message;
    enum err err = air_decode(news, COZMO_TO_ENGINE, version_of(c), &message);
    if (err && err != ERR_UNKNOWN) return; // shorter than its layout: dropped alone
    const char *name = err ? "unknown" : cozmo_messages[message.kind].body->name;
    client_log_message(c, "<-", news->id, news->body, COZMO_TO_ENGINE, version_of(c));
    if (!err) {
        switch (message.kind) {
        case COZMO_HARDWARE_INFO:
            c->identity.head_serial = message.hardware_info.serial_number_head;
            break;
        case COZMO_FIRMWARE_SIGNATURE:
            read_signature(c, &message.firmware_signature);
            c->step_due_us = loop_now_us() + 1000 * (int64_t)c->config.found_ms;
            enable(c);
            if (c->connecting && c->config.no_initialise) is_found(c);
            break;
        case COZMO_BODY_INFO:
            body_is_up(c, &message.body_info);
            break;
        case COZMO_ROBOT_STATE: {
            bool held = c->state.status & COZMO_IS_PICKED_UP;
            client_state(c, &message.robot_state);
            if (held && !(c->state.status & COZMO_IS_PICKED_UP) && c->ready) put_down(c);
            break;
        }
        case COZMO_ANIMATION_STATE:
            client_stage_played(c, &message.animation_state);
            break;
        case COZMO_ACKNOWLEDGE_ACTION:
            c->acked = message.acknowledge_action.action_id;
            c->acked_states = c->states;
            break;
        case COZMO_IMAGE_CHUNK:
            client_camera(c, &message.image_chunk);
            break;
        case COZMO_DEBUG_DATA:
            client_log_debug(c, &message.debug_data);
            break;
        case COZMO_ANIMATION_ENDED:
            client_event(c, "animation_completed", message.animation_ended.anim_id, -1, NOTHING);
            break;
        default:
            client_objects(c, &message);
            break;
        }
    }
    client_event(c, name, 0, news->id, news->body);
}

// `why` may be NULL: then it is what ended the link.
static void is_over(struct critter_cozmo *c, enum air_end end, const char *why) {
    char text[UDP_TEXT];
    c->open = c->connecting = false;
    c->over = true;
    c->end = end;
    if (why)
        client_fail(c, ERR_TIMEOUT, "the robot answered, but did not say %s", why);
    else if (!c->found)
        client_fail(c, ERR_TIMEOUT, "%s at %s", air_end_text(c->end),
                    udp_peer_text((struct udp_peer){c->robot.address, c->robot.port}, text));
    client_event(c, "lost", (int)end, -1, NOTHING);
}

static void hear_news(struct critter_cozmo *c) {
    struct air_news news;
    while (engine_link_take(c->link, &news)) {
        if (news.kind == AIR_OPENED) {
            c->open = true;
            c->step_due_us = loop_now_us() + 1000 * (int64_t)c->config.found_ms;
        } else if (news.kind == AIR_CLOSED) {
            if (!c->over) is_over(c, news.end, NULL);
        } else if (news.kind == AIR_MESSAGE) {
            hear_message(c, &news);
        }
    }
}

static void heard(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    struct critter_cozmo *c = user;
    engine_link_feed(c->link, loop_came_us(c->loop), (struct air_peer){from.address, from.port}, datagram);
    hear_news(c);
}

static void speak(struct critter_cozmo *c) {
    uint8_t room[AIR_DATAGRAM_MAX];
    struct air_peer to;
    size_t len;
    while ((len = engine_link_poll(c->link, loop_now_us(), &to, room, sizeof room)))
        udp_send(c->udp, (struct udp_peer){to.address, to.port}, room, len);
    hear_news(c);
}

static void stop_wheels(struct critter_cozmo *c, int64_t now_us) {
    if (now_us < c->stop_wheels_us || !engine_link_room(c->link)) return;
    c->stop_wheels_us = INT64_MAX;
    client_tell(c, &(struct cozmo_message){.kind = COZMO_DRIVE_WHEELS});
}

// A robot that answered, and then does not say what it should: until it is found, each step has its time.
static void connect_in_time(struct critter_cozmo *c, int64_t now_us) {
    if (!c->connecting || !c->open || now_us < c->step_due_us) return;
    engine_link_goodbye(c->link);
    is_over(c, AIR_NO_ANSWER, c->identity.signature[0] ? "that its body is up" : "which firmware it runs");
}

static int64_t due_of(const struct critter_cozmo *c) {
    int64_t due =
        clock_earlier(engine_link_due(c->link), clock_earlier(c->stop_wheels_us, client_stage_due(c)));
    due = clock_earlier(due, client_lights_due(c));
    return c->connecting && c->open ? clock_earlier(due, c->step_due_us) : due;
}

void client_pump(struct critter_cozmo *c, int64_t wait_us) {
    speak(c);
    int64_t now_us = loop_now_us(), due = due_of(c);
    int64_t wait = due <= now_us ? 0 : due - now_us;
    if (engine_link_waiting(c->link)) // an acknowledgement lets us go on
        loop_once(c->loop, clock_earlier(wait, wait_us));
    else
        loop_gather(c->loop, clock_earlier(wait, wait_us));
    now_us = loop_now_us();
    connect_in_time(c, now_us);
    stop_wheels(c, now_us);
    if (c->origin_due && engine_link_room(c->link)) put_down(c);
    client_stage_tick(c, now_us);
    client_lights_tick(c, now_us);
    speak(c);
}

enum err client_send(struct critter_cozmo *c, uint8_t id, struct bytes body) {
    int64_t limit = loop_now_us() + CLIENT_COMMAND_US;
    for (;;) {
        enum err err = c->over ? ERR_CLOSED : engine_link_send(c->link, id, body);
        if (!err) {
            client_log_message(c, "->", id, body, COZMO_TO_ROBOT, version_of(c));
            return ERR_NONE;
        }
        if (err == ERR_CLOSED) return client_over(c);
        if (err == ERR_STATE) return client_fail(c, err, "not connected");
        if (err == ERR_LIMIT) return client_fail(c, err, "%zu bytes are more than a frame holds", body.len);
        if (c->busy) return client_fail(c, ERR_BUSY, "62 commands are waiting already, and a handler cannot");
        if (c->stepping || c->config.never_wait)
            return client_fail(c, ERR_BUSY, "62 commands are waiting already");
        if (loop_now_us() >= limit) return client_fail(c, ERR_BUSY, "the robot acknowledges nothing");
        client_pump(c, limit - loop_now_us());
    }
}

// No motor knows what to do with NaN or infinity. All of an engine's are single ones, outside of lists.
static enum err are_numbers(struct critter_cozmo *c, const struct cozmo_message *message) {
    const struct schema_struct *body = cozmo_messages[message->kind].body;
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *field = &body->fields[i];
        if (field->kind != SCHEMA_FLOAT) continue;
        float number;
        memcpy(&number, (const uint8_t *)&message->ping + field->offset, sizeof number);
        if (!m_finite(number))
            return client_fail(c, ERR_RANGE, "%s: %s is NaN or infinite", body->name, field->name);
    }
    return ERR_NONE;
}

enum err client_tell(struct critter_cozmo *c, const struct cozmo_message *message) {
    uint8_t room[AIR_CONTENT_MAX];
    struct writer out = writer_of(room, sizeof room);
    enum err err = are_numbers(c, message);
    if (err) return err;
    err = cozmo_message_encode(message, &out, version_of(c));
    if (err) return client_fail(c, err, "the message cannot be written: %s", err_name(err));
    return client_send(c, room[0], (struct bytes){room + 1, writer_len(&out) - 1});
}

enum err client_wait(struct critter_cozmo *c, const char *name, int64_t wait_us) {
    if (c->busy) return client_fail(c, ERR_STATE, "a handler cannot wait");
    c->waiting = name;
    c->came = false;
    engine_link_flush(c->link); // an answer is waited for: do not wait for company
    int64_t limit = loop_now_us() + wait_us;
    for (;;) {
        int64_t now_us = loop_now_us();
        if (c->came || c->over || now_us >= limit) break;
        client_pump(c, limit - now_us);
    }
    c->waiting = NULL;
    if (c->came) return ERR_NONE;
    if (c->over) return client_over(c);
    return client_fail(c, ERR_TIMEOUT, "no \"%s\" came in time", name);
}

// Connecting

static enum err open_link(struct critter_cozmo *c) {
    struct udp_peer robot;
    const char *address = c->config.address ? c->config.address : "172.31.1.1";
    enum err err = udp_peer_of(address, COZMO_PORT, &robot, &c->fault);
    if (err) return err;
    c->robot = (struct air_peer){robot.address, robot.port};
    struct engine_link_config config;
    engine_link_defaults(&config);
    config.robot = c->robot;
    config.patience_us = 1000 * (int64_t)c->config.found_ms;
    if (c->config.ping_ms > 0) config.ping_us = 1000 * (int64_t)c->config.ping_ms;
    if (c->config.silence_ms > 0) config.timing.silence_us = 1000 * (int64_t)c->config.silence_ms;
    c->loop = loop_new();
    c->link = engine_link_new(&config);
    if (!c->loop || !c->link) return client_fail(c, ERR_MEMORY, "no memory");
    struct udp_config udp = {.loop = c->loop, .heard = heard, .user = c}; // a new port for each session
    return udp_open(&udp, &c->udp, &c->fault);
}

enum critter_err critter_cozmo_initialise(struct critter_cozmo *c) {
    if (c->over) return err_public(client_over(c));
    if (!c->open) return client_refuse(c, ERR_STATE, "not connected");
    if (c->ready) return CRITTER_OK;
    c->config.no_initialise = 0;
    enable(c);
    if (c->identity.body_serial) // a program switched it on itself
        initialise(c);
    return CRITTER_OK;
}

static void close_all(struct critter_cozmo *c) {
    udp_close(c->udp);
    loop_free(c->loop);
    engine_link_free(c->link);
    buf_free(&c->camera.jpeg);
    buf_free(&c->stage.sound);
    client_clips_free(c->clips);
    client_lights_free(c->lights);
    client_groups_end(c);
    cozmo_words_free(c->words);
    free(c);
}

// Whatever goes wrong is in the handle's fault, so that the words and the number are there to be had.
static enum err begin(struct critter_cozmo *c, const struct critter_cozmo_config *config) {
    if (config) memcpy(&c->config, config, config->size < sizeof c->config ? config->size : sizeof c->config);
    if (c->config.found_ms <= 0) c->config.found_ms = 5000;
    c->stop_wheels_us = INT64_MAX;
    c->identity.colour = COZMO_BODY_COLOR_UNKNOWN;
    if (config && !config->size) // or nothing of it would count
        return client_fail(c, ERR_RANGE, "the size of the critter_cozmo_config is not set");
    enum err err = client_log_begin(c);
    if (!err) err = open_link(c);
    c->config.address = c->config.log = NULL; // the program's own: not looked at after this
    if (err) return err;
    c->connecting = true;
    engine_link_begin(c->link, loop_now_us());
    return ERR_NONE;
}

static enum err until_found(struct critter_cozmo *c) {
    while (!c->found && !c->over) client_pump(c, 100000);
    return c->found ? ERR_NONE : c->fault.err;
}

static enum err open_session(const struct critter_cozmo_config *config, bool wait, struct critter_cozmo **out,
                             char *why, size_t why_size) {
    struct critter_cozmo *c = calloc(1, sizeof *c);
    if (why_size) why[0] = 0;
    if (!c) {
        if (why_size) snprintf(why, why_size, "no memory");
        return ERR_MEMORY;
    }
    enum err err = begin(c, config);
    if (!err && wait) err = until_found(c);
    if (!err) {
        *out = c;
        return ERR_NONE;
    }
    if (why_size) fault_text(&c->fault, why, why_size);
    critter_cozmo_disconnect(c);
    return err;
}

struct critter_cozmo *critter_cozmo_connect(const struct critter_cozmo_config *config, char *why,
                                            size_t why_size) {
    struct critter_cozmo *c = NULL;
    open_session(config, true, &c, why, why_size);
    return c;
}

struct critter_cozmo *critter_cozmo_meet(const char *address, char *why, size_t why_size) {
    const char *usual = getenv("CRITTER_COZMO"); // as the commands take it
    if (!address && usual && *usual) address = usual;
    struct critter_cozmo_config config = {.size = sizeof config, .address = address};
    return critter_cozmo_connect(&config, why, why_size);
}

struct critter_cozmo *critter_cozmo_connect_begin(const struct critter_cozmo_config *config, char *why,
                                                  size_t why_size) {
    struct critter_cozmo *c = NULL;
    if (!open_session(config, false, &c, why, why_size)) c->config.never_wait = 1;
    return c;
}

void critter_cozmo_disconnect(struct critter_cozmo *c) {
    if (!c || c->busy) return;
    if (c->link && c->udp && c->loop) {
        c->stage.on = false;
        int64_t limit = loop_now_us() + 500000; // what was commanded should still arrive
        while (c->open && engine_link_waiting(c->link) && loop_now_us() < limit) client_pump(c, 50000);
        engine_link_goodbye(c->link);
        speak(c);
    }
    close_all(c);
}

// A loop of the program's own

int critter_cozmo_fd(const struct critter_cozmo *c) { return udp_fd(c->udp); }

int critter_cozmo_due_ms(const struct critter_cozmo *c) {
    if (c->over) return -1;
    int64_t left_us = due_of(c) - loop_now_us(); // never INT64_MAX: a session pings
    if (left_us <= 0) return 0;
    return left_us > 60000000 ? 60000 : (int)((left_us + 999) / 1000);
}

enum critter_err critter_cozmo_step(struct critter_cozmo *c) {
    if (c->busy) return client_refuse(c, ERR_STATE, "a handler cannot step");
    c->stepping = true;
    if (!c->over) client_pump(c, 0);
    c->stepping = false;
    return c->over ? CRITTER_ERR_LOST : CRITTER_OK;
}

int critter_cozmo_connected(const struct critter_cozmo *c) { return c->open && !c->over; }

void client_give(void *out, const void *from, size_t own) {
    size_t size;
    memcpy(&size, out, sizeof size);
    if (size < sizeof size) return;
    memcpy((uint8_t *)out + sizeof size, (const uint8_t *)from + sizeof size,
           (size < own ? size : own) - sizeof size);
}

void critter_cozmo_get_identity(const struct critter_cozmo *c, struct critter_cozmo_identity *out) {
    client_give(out, &c->identity, sizeof c->identity);
}
void critter_cozmo_get_state(const struct critter_cozmo *c, struct critter_cozmo_state *out) {
    client_give(out, &c->state, sizeof c->state);
}

void critter_cozmo_get_link(const struct critter_cozmo *c, struct critter_cozmo_link_state *out) {
    const struct air_stats *stats = engine_link_stats(c->link);
    struct critter_cozmo_link_state own = {.frames_in = stats->frames_in,
                                           .frames_out = stats->frames_out,
                                           .bytes_in = stats->bytes_in,
                                           .bytes_out = stats->bytes_out,
                                           .packets_in = stats->packets_in,
                                           .sent = stats->sent,
                                           .resent = stats->resent,
                                           .discarded = stats->malformed + stats->strangers,
                                           .rtt_us = stats->rtt_us,
                                           .rtt_least_us = stats->rtt_least_us,
                                           .rtt_most_us = stats->rtt_most_us,
                                           .rtt_mean_us = stats->rtt_mean_us};
    client_give(out, &own, sizeof own);
}

enum critter_err critter_cozmo_find(const char *address, int wait_ms, struct critter_cozmo_identity *out,
                                    char *why, size_t why_size) {
    struct critter_cozmo_config config = {
        .size = sizeof config, .address = address, .no_initialise = 1, .found_ms = wait_ms};
    struct critter_cozmo *c = NULL;
    enum err err = open_session(&config, true, &c, why, why_size);
    if (err) return err_public(err);
    critter_cozmo_get_identity(c, out);
    critter_cozmo_disconnect(c);
    return CRITTER_OK;
}
