#include "cozmo/client.h"

#include "schema/json.h"

#include <string.h>

static const char *const BITS[] = {
    "moving",
    "carrying_block",
    "picking_or_placing",
    "picked_up",
    "body_acc_mode",
    "falling",
    "animating",
    "pathing",
    "lift_in_position",
    "head_in_position",
    "animation_buffer_full",
    "animating_idle",
    "on_charger",
    "charging",
    "cliff_detected",
    "wheels_moving",
    "charger_oos",
};

const char *client_bit_name(unsigned bit) { return bit < sizeof BITS / sizeof *BITS ? BITS[bit] : NULL; }

struct critter_cozmo_event client_public(const struct client_event *event) {
    return (struct critter_cozmo_event){.size = sizeof(struct critter_cozmo_event),
                                        .name = event->name,
                                        .value = event->value,
                                        .id = event->id,
                                        .body = event->body,
                                        .body_size = event->size};
}

static void give(struct critter_cozmo_event *out, const struct client_event *event) {
    if (!out) return;
    struct critter_cozmo_event own = client_public(event);
    size_t size = out->size < sizeof own ? out->size : sizeof own;
    if (size <= sizeof size) return;
    own.size = out->size;
    memcpy(out, &own, size);
}

static void call_handlers(struct critter_cozmo *c, const struct client_event *event) {
    struct critter_cozmo_event shown = client_public(event);
    bool was = c->busy;
    c->busy = true;
    for (unsigned i = 0; i < CLIENT_HANDLERS; i++) {
        struct client_handler *handler = &c->handlers[i];
        if (!handler->used || (handler->name && strcmp(handler->name, event->name))) continue;
        if (handler->once) handler->used = false;
        handler->call(handler->user, c, &shown);
    }
    c->busy = was;
}

void client_event(struct critter_cozmo *c, const char *name, int value, int id, struct bytes body) {
    if (c->event_count == CLIENT_EVENTS) {
        c->event_first = (c->event_first + 1) % CLIENT_EVENTS;
        c->event_count--;
    }
    struct client_event *event = &c->events[(c->event_first + c->event_count++) % CLIENT_EVENTS];
    event->name = name;
    event->value = value;
    event->id = id;
    event->size = (uint16_t)(body.len < sizeof event->body ? body.len : sizeof event->body);
    if (event->size) memcpy(event->body, body.at, event->size);
    if (c->waiting && !c->came && !strcmp(c->waiting, name)) {
        c->came = true;
        c->waited = *event;
    }
    call_handlers(c, event);
}

static int add(struct critter_cozmo *c, const char *name, critter_cozmo_handler *call, void *user,
               bool once) {
    if (name && strlen(name) >= sizeof c->handlers->own_name) return -1;
    for (int i = 0; i < CLIENT_HANDLERS; i++) {
        struct client_handler *handler = &c->handlers[i];
        if (handler->used) continue;
        *handler = (struct client_handler){.call = call, .user = user, .used = true, .once = once};
        if (name) handler->name = strcpy(handler->own_name, name);
        return i;
    }
    client_fail(c, ERR_LIMIT, "there are %d handlers already", CLIENT_HANDLERS);
    return -1;
}

int critter_cozmo_on(struct critter_cozmo *c, const char *name, critter_cozmo_handler *handler, void *user) {
    return add(c, name, handler, user, false);
}
int critter_cozmo_once(struct critter_cozmo *c, const char *name, critter_cozmo_handler *handler,
                       void *user) {
    return add(c, name, handler, user, true);
}
void critter_cozmo_off(struct critter_cozmo *c, int handler) {
    if (handler >= 0 && handler < CLIENT_HANDLERS) c->handlers[handler].used = false;
}

int critter_cozmo_poll(struct critter_cozmo *c, int wait_ms, struct critter_cozmo_event *out) {
    if (c->busy) return client_fail(c, ERR_STATE, "a handler cannot poll"), 0;
    int64_t limit = loop_now_us() + 1000 * (int64_t)wait_ms;
    if (!c->event_count) client_pump(c, 0);
    while (!c->event_count && !c->over && loop_now_us() < limit) client_pump(c, limit - loop_now_us());
    if (!c->event_count) return c->over ? -1 : 0;
    c->polled = c->events[c->event_first];
    c->event_first = (c->event_first + 1) % CLIENT_EVENTS;
    c->event_count--;
    give(out, &c->polled);
    return 1;
}

int critter_cozmo_wait(struct critter_cozmo *c, const char *name, int wait_ms,
                       struct critter_cozmo_event *out) {
    enum err err = client_wait(c, name, 1000 * (int64_t)wait_ms);
    if (!err) give(out, &c->waited);
    return err;
}

int critter_cozmo_sleep(struct critter_cozmo *c, int ms) {
    if (c->busy) return client_fail(c, ERR_STATE, "a handler cannot sleep");
    int64_t limit = loop_now_us() + 1000 * (int64_t)ms;
    while (!c->over && loop_now_us() < limit) client_pump(c, limit - loop_now_us());
    return c->over ? client_fail(c, ERR_CLOSED, "the session is over: %s", air_end_text(c->end)) : ERR_NONE;
}

size_t critter_cozmo_event_json(const struct critter_cozmo_event *event, char *out, size_t size) {
    if (size) out[0] = 0;
    if (event->id < 0) return 0;
    struct air_news news = {.id = (uint8_t)event->id, .body = {event->body, event->body_size}};
    struct cozmo_message message;
    if (air_decode(&news, COZMO_TO_ENGINE, COZMO_VERSION, &message)) return 0;
    struct buf text = {0};
    struct json_writer json = json_writer_of(&text, 0);
    const struct schema_struct *body = cozmo_messages[message.kind].body;
    if (body->count)
        schema_print(body, &message.ping, &json, COZMO_VERSION);
    else
        json_raw(&json, "{}");
    size_t len = text.err ? 0 : text.len;
    if (size && len) snprintf(out, size, "%s", (const char *)text.at);
    buf_free(&text);
    return len;
}
