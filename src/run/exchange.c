#include "run/exchange.h"

#include <stdlib.h>
#include <string.h>

// A ticket as souls have it: the door's own count, and which place the door has. Counts go on when a place is
// taken again, so that a late reply to somebody who has left is known by its number.
enum { PLACE_BITS = 6, PLACE_MASK = (1 << PLACE_BITS) - 1, LIVES_MAX = 64 };
_Static_assert((int)EXCHANGE_DOORS < (int)PLACE_MASK, "every door has a number, and 0 is nobody's");
#define COUNT_MASK (UINT32_MAX >> PLACE_BITS)

struct exchange_door {
    struct exchange *exchange;
    unsigned place; // 1…
    uint8_t kind;
    uint32_t since; // the last count of who had this place before
    struct exchange_reply *replies;
    uint32_t reply_at, reply_count, replies_missed;
    struct exchange_event events[EXCHANGE_EVENTS];
    uint32_t event_at, event_count, events_missed;
    struct exchange_lost lost;
};
struct life {
    struct soul *soul;
    union soul_view view;
    uint32_t viewed; // the tick of that view, and 1; 0: none was made
};
struct exchange {
    struct exchange_door *doors[EXCHANGE_DOORS];
    uint32_t counts[EXCHANGE_DOORS]; // tickets so far
    unsigned open, next;
    struct life *lives[LIVES_MAX];
    size_t count;
    exchange_way *ask;
    void *user;
    union soul_message reply;
};

struct exchange *exchange_new(void) {
    return calloc(1, sizeof(struct exchange));
}

void exchange_free(struct exchange *x) {
    if (!x) return;
    for (int i = 0; i < EXCHANGE_DOORS; i++) exchange_close(x->doors[i]);
    for (size_t i = 0; i < x->count; i++) free(x->lives[i]);
    free(x);
}

void exchange_through(struct exchange *x, exchange_way *ask, void *user) { x->ask = ask, x->user = user; }

enum err exchange_add(struct exchange *x, struct soul *soul) {
    struct life *life = x->count < LIVES_MAX ? calloc(1, sizeof *life) : NULL;
    if (!life) return ERR_MEMORY;
    life->soul = soul;
    x->lives[x->count++] = life;
    return ERR_NONE;
}

// Places go round, so that one is not taken again soon.
struct exchange_door *exchange_open(struct exchange *x, enum life_door kind, struct fault *fault) {
    if (x->open == EXCHANGE_DOORS) {
        fault_set(fault, ERR_LIMIT, "at most %d programs can talk with this world at once", EXCHANGE_DOORS);
        return NULL;
    }
    while (x->doors[x->next % EXCHANGE_DOORS]) x->next++;
    unsigned at = x->next++ % EXCHANGE_DOORS;
    struct exchange_door *door = calloc(1, sizeof *door);
    if (door) door->replies = calloc(EXCHANGE_REPLIES, sizeof *door->replies);
    if (!door || !door->replies) {
        free(door);
        fault_set(fault, ERR_MEMORY, "no memory for another door");
        return NULL;
    }
    door->exchange = x;
    door->place = at + 1;
    door->kind = (uint8_t)kind;
    door->since = x->counts[at];
    x->open++;
    return x->doors[at] = door;
}

void exchange_close(struct exchange_door *door) {
    if (!door) return;
    door->exchange->doors[door->place - 1] = NULL;
    door->exchange->open--;
    free(door->replies);
    free(door);
}

enum err exchange_ask_as(struct exchange_door *door, size_t life, const struct life_envelope *as,
                         const void *request, uint32_t *ticket, struct fault *fault) {
    struct exchange *x = door->exchange;
    if (life >= x->count) return fault_set(fault, ERR_UNKNOWN, "there is no life number %zu", life);
    uint32_t *count = &x->counts[door->place - 1];
    *count = (*count + 1) & COUNT_MASK;
    if (!*count) *count = 1;
    struct life_envelope envelope = as ? *as : (struct life_envelope){0};
    envelope.ticket = *count << PLACE_BITS | door->place;
    envelope.door = door->kind;
    if (ticket) *ticket = *count;
    enum err err = x->ask(x->user, life, &envelope, request);
    if (err == ERR_BUSY) return fault_set(fault, err, "the robot's desk is full");
    return err ? fault_set(fault, err, "it could not be asked: %s", err_name(err)) : ERR_NONE;
}

enum err exchange_ask(struct exchange_door *door, size_t life, const void *request, uint32_t *ticket,
                      struct fault *fault) {
    return exchange_ask_as(door, life, NULL, request, ticket, fault);
}

// The door that a soul's ticket belongs to, and its own number; NULL: nobody's who is still there.
static struct exchange_door *door_of(const struct exchange *x, uint32_t ticket, uint32_t *own) {
    unsigned place = ticket & PLACE_MASK;
    struct exchange_door *door = place && place <= EXCHANGE_DOORS ? x->doors[place - 1] : NULL;
    *own = ticket >> PLACE_BITS;
    if (!door) return NULL;
    uint32_t asked = (x->counts[place - 1] - door->since) & COUNT_MASK;
    uint32_t which = (*own - door->since) & COUNT_MASK;
    return which && which <= asked ? door : NULL;
}

static void keep_reply(struct exchange_door *door, size_t life, uint32_t ticket, const void *message,
                       size_t size) {
    if (door->reply_count == EXCHANGE_REPLIES) {
        door->reply_at = (door->reply_at + 1) % EXCHANGE_REPLIES;
        door->reply_count--;
        door->replies_missed++;
        door->lost.replies++;
    }
    struct exchange_reply *to = &door->replies[(door->reply_at + door->reply_count++) % EXCHANGE_REPLIES];
    to->life = life, to->ticket = ticket;
    memcpy(&to->message, message, size);
}

static void keep_event(struct exchange_door *door, size_t life, const struct life_event *event) {
    uint32_t own;
    if (door->event_count == EXCHANGE_EVENTS) {
        door->event_at = (door->event_at + 1) % EXCHANGE_EVENTS;
        door->event_count--;
        door->events_missed++;
        door->lost.events++;
    }
    struct exchange_event *to = &door->events[(door->event_at + door->event_count++) % EXCHANGE_EVENTS];
    bool ours = door_of(door->exchange, event->cause, &own) == door;
    *to = (struct exchange_event){.life = life, .ticket = ours ? own : 0, .event = *event};
}

void exchange_tick(struct exchange *x, size_t life) {
    if (!x->open || life >= x->count) return;
    struct soul *soul = x->lives[life]->soul;
    const struct life_event *events;
    uint32_t lost, own;
    size_t count = soul_events(soul, &events, &lost);
    for (int i = 0; i < EXCHANGE_DOORS; i++) {
        struct exchange_door *door = x->doors[i];
        if (!door) continue;
        for (size_t e = 0; e < count; e++) keep_event(door, life, &events[e]);
        door->events_missed += lost;
        door->lost.events += lost;
    }
    struct life_envelope to;
    while (soul_reply(soul, &to, &x->reply)) {
        struct exchange_door *door = door_of(x, to.ticket, &own);
        if (door) keep_reply(door, life, own, &x->reply, soul_messages(soul)->size);
    }
}

bool exchange_reply(struct exchange_door *door, struct exchange_reply *out) {
    if (!door->reply_count) return false;
    *out = door->replies[door->reply_at];
    out->lost = door->replies_missed;
    door->replies_missed = 0;
    door->reply_at = (door->reply_at + 1) % EXCHANGE_REPLIES;
    door->reply_count--;
    return true;
}

bool exchange_event(struct exchange_door *door, struct exchange_event *out) {
    if (!door->event_count) return false;
    *out = door->events[door->event_at];
    out->lost = door->events_missed;
    door->events_missed = 0;
    door->event_at = (door->event_at + 1) % EXCHANGE_EVENTS;
    door->event_count--;
    return true;
}

const union soul_view *exchange_view(struct exchange *x, size_t life) {
    struct life *l = life < x->count ? x->lives[life] : NULL;
    if (!l) return NULL;
    if (l->viewed != soul_tick(l->soul) + 1) soul_view(l->soul, &l->view);
    l->viewed = soul_tick(l->soul) + 1;
    return &l->view;
}

struct exchange_lost exchange_lost(const struct exchange_door *door) {
    return door->lost;
}
