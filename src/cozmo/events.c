#include "cozmo/client_internal.h"

#include "schema/json.h"

#include <stdlib.h>
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

const char *client_event_name(const struct client_event *event) {
    return event->name ? event->name : event->own_name;
}

struct critter_cozmo_event client_public(const struct client_event *event) {
    return (struct critter_cozmo_event){.size = sizeof(struct critter_cozmo_event),
                                        .name = client_event_name(event),
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

// Handlers and groups

// A handler may take handlers off and lead groups in and out, also those whose turn it is.
static void call_group(struct critter_cozmo_group *group, struct critter_cozmo *c,
                       const struct critter_cozmo_event *shown) {
    for (unsigned i = 0; i < CLIENT_HANDLERS; i++) {
        struct client_handler *handler = &group->handlers[i];
        if (!handler->used || (handler->name && strcmp(handler->name, shown->name))) continue;
        if (handler->once) handler->used = false;
        handler->call(handler->user, c, shown);
    }
    struct critter_cozmo_group *outer = group->walking; // of an event within an event
    for (struct critter_cozmo_group *child = group->first; child; child = group->walking) {
        group->walking = child->next;
        call_group(child, c, shown);
    }
    group->walking = outer;
}

static void call_handlers(struct critter_cozmo *c, const struct client_event *event) {
    struct critter_cozmo_event shown = client_public(event);
    bool was = c->busy;
    if (!was) c->posted = 0;
    c->busy = true;
    call_group(&c->handlers, c, &shown);
    c->busy = was;
}

static void tell(struct critter_cozmo *c, const char *name, const char *own, int value, int id,
                 struct bytes body) {
    if (c->event_count == CLIENT_EVENTS) {
        c->event_first = (c->event_first + 1) % CLIENT_EVENTS;
        c->event_count--;
    }
    struct client_event *event = &c->events[(c->event_first + c->event_count++) % CLIENT_EVENTS];
    event->name = name;
    if (!name) text_copy(text_of(own), event->own_name, sizeof event->own_name);
    event->value = value;
    event->id = id;
    event->size = (uint16_t)(body.len < sizeof event->body ? body.len : sizeof event->body);
    if (event->size) memcpy(event->body, body.at, event->size);
    if (c->waiting && !c->came && !strcmp(c->waiting, client_event_name(event)) &&
        (!c->waiting_value || *c->waiting_value == value)) {
        c->came = true;
        c->waited = *event;
    }
    client_log_event(c, event);
    call_handlers(c, event);
}

void client_event(struct critter_cozmo *c, const char *name, int value, int id, struct bytes body) {
    tell(c, name, NULL, value, id, body);
}

enum critter_err critter_cozmo_post(struct critter_cozmo *c, const char *name, int value, const void *body,
                                    size_t size) {
    if (!name || !*name || strlen(name) >= sizeof c->events->own_name)
        return client_refuse(c, ERR_RANGE, "an event's name has 1 to %zu characters",
                             sizeof c->events->own_name - 1);
    if (size > sizeof c->events->body)
        return client_refuse(c, ERR_LIMIT, "an event's body has at most %zu bytes", sizeof c->events->body);
    // The event that is being told must not be pushed out of the line meanwhile.
    if (!c->busy) c->posted = 0;
    if (c->posting == CLIENT_DEEP || c->posted == CLIENT_POSTS)
        return client_refuse(c, ERR_LIMIT, "events post events: %d deep or %d in all", CLIENT_DEEP,
                             CLIENT_POSTS);
    c->posting++;
    c->posted++;
    tell(c, NULL, name, value, -1, (struct bytes){body, size});
    c->posting--;
    return CRITTER_OK;
}

static int add(struct critter_cozmo_group *group, const char *name, critter_cozmo_handler *call, void *user,
               bool once) {
    if (!call || (name && strlen(name) >= sizeof group->handlers->own_name)) return -1;
    for (int i = 0; i < CLIENT_HANDLERS; i++) {
        struct client_handler *handler = &group->handlers[i];
        if (handler->used) continue;
        *handler = (struct client_handler){.call = call, .user = user, .used = true, .once = once};
        if (name) handler->name = strcpy(handler->own_name, name);
        return i;
    }
    return -1;
}

static int add_own(struct critter_cozmo *c, const char *name, critter_cozmo_handler *call, void *user,
                   bool once) {
    int number = add(&c->handlers, name, call, user, once);
    if (number < 0)
        client_fail(c, ERR_LIMIT, "there are %d handlers already, or the name is longer than 39 characters",
                    CLIENT_HANDLERS);
    return number;
}

int critter_cozmo_on(struct critter_cozmo *c, const char *name, critter_cozmo_handler *handler, void *user) {
    return add_own(c, name, handler, user, false);
}
int critter_cozmo_once(struct critter_cozmo *c, const char *name, critter_cozmo_handler *handler,
                       void *user) {
    return add_own(c, name, handler, user, true);
}
void critter_cozmo_off(struct critter_cozmo *c, int handler) {
    critter_cozmo_group_off(&c->handlers, handler);
}

struct critter_cozmo_group *critter_cozmo_group_new(void) {
    return calloc(1, sizeof(struct critter_cozmo_group));
}
int critter_cozmo_group_on(struct critter_cozmo_group *group, const char *name,
                           critter_cozmo_handler *handler, void *user) {
    return add(group, name, handler, user, false);
}
int critter_cozmo_group_once(struct critter_cozmo_group *group, const char *name,
                             critter_cozmo_handler *handler, void *user) {
    return add(group, name, handler, user, true);
}
void critter_cozmo_group_off(struct critter_cozmo_group *group, int handler) {
    if (handler >= 0 && handler < CLIENT_HANDLERS) group->handlers[handler].used = false;
}
void critter_cozmo_group_clear(struct critter_cozmo_group *group) {
    for (int i = 0; i < CLIENT_HANDLERS; i++) group->handlers[i].used = false;
}

void critter_cozmo_group_leave(struct critter_cozmo_group *group) {
    struct critter_cozmo_group *parent = group->parent;
    if (!parent) return;
    if (parent->walking == group) parent->walking = group->next;
    struct critter_cozmo_group *before = NULL;
    for (struct critter_cozmo_group *child = parent->first; child != group; child = child->next)
        before = child;
    if (before)
        before->next = group->next;
    else
        parent->first = group->next;
    if (parent->last == group) parent->last = before;
    group->parent = group->next = NULL;
}

enum critter_err critter_cozmo_group_join_group(struct critter_cozmo_group *group,
                                                struct critter_cozmo_group *other) {
    for (struct critter_cozmo_group *above = other; above; above = above->parent)
        if (above == group) return err_public(ERR_RANGE); // it would hear itself
    critter_cozmo_group_leave(group);
    group->parent = other;
    if (other->last)
        other->last->next = group;
    else
        other->first = group;
    other->last = group;
    return CRITTER_OK;
}
enum critter_err critter_cozmo_group_join(struct critter_cozmo_group *group, struct critter_cozmo *c) {
    return critter_cozmo_group_join_group(group, &c->handlers);
}

static void let_go(struct critter_cozmo_group *group) {
    while (group->first) critter_cozmo_group_leave(group->first);
}
void critter_cozmo_group_free(struct critter_cozmo_group *group) {
    if (!group) return;
    critter_cozmo_group_leave(group);
    let_go(group);
    free(group);
}
void client_groups_end(struct critter_cozmo *c) { let_go(&c->handlers); }

// Polling and waiting

enum critter_err critter_cozmo_poll(struct critter_cozmo *c, int wait_ms, struct critter_cozmo_event *out) {
    if (c->busy) return client_refuse(c, ERR_STATE, "a handler cannot poll");
    int64_t limit = loop_now_us() + 1000 * (int64_t)wait_ms;
    if (!c->event_count) client_pump(c, 0);
    while (!c->event_count && !c->over && loop_now_us() < limit) client_pump(c, limit - loop_now_us());
    if (!c->event_count) return c->over ? err_public(client_over(c)) : err_public(ERR_TIMEOUT);
    c->polled = c->events[c->event_first];
    c->event_first = (c->event_first + 1) % CLIENT_EVENTS;
    c->event_count--;
    give(out, &c->polled);
    return CRITTER_OK;
}

enum critter_err critter_cozmo_wait(struct critter_cozmo *c, const char *name, int wait_ms,
                                    struct critter_cozmo_event *out) {
    enum err err = client_wait(c, name, 1000 * (int64_t)wait_ms);
    if (!err) give(out, &c->waited);
    return err_public(err);
}

enum err client_sleep(struct critter_cozmo *c, int ms) {
    if (c->busy) return client_fail(c, ERR_STATE, "a handler cannot sleep");
    int64_t limit = loop_now_us() + 1000 * (int64_t)ms;
    while (!c->over && loop_now_us() < limit) client_pump(c, limit - loop_now_us());
    return c->over ? client_over(c) : ERR_NONE;
}
enum critter_err critter_cozmo_sleep(struct critter_cozmo *c, int ms) {
    return err_public(client_sleep(c, ms));
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
