// The way between souls and the outside: each door has its own tickets, and its own queues of replies and
// events.
//
//     struct exchange_door *door = exchange_open(run_exchange(run), LIFE_DOOR_PAGE, &fault);
//     exchange_ask(door, life, &request, &ticket, &fault);              // any time between ticks
//     // after a tick: only what this door asked for
//     while (exchange_reply(door, &reply)) …reply.ticket, reply.life…
//     while (exchange_event(door, &event)) …event.life…                 // of every life
//     // made once a tick for all who look
//     const union soul_view *view = exchange_view(run_exchange(run), life);
//     exchange_close(door);
//
// Page, control socket, command line and programs each open a door. A ticket is the door's own count from 1.
// The exchange replaces it by a number of its own, so a reply finds its door and no door takes another's. A
// request sent without a door (run_ask: scenarios, recordings) sends its replies to no door.
//
// Queues are bounded. If a door does not read, its oldest entry is dropped, and the next one read says how
// many were lost. While no door is open replies stay with the soul. Doors are opened and closed between
// ticks; a tick allocates nothing. Only the run's thread may use it.
#pragma once

#include "border/soul.h"

enum { EXCHANGE_DOORS = 32, EXCHANGE_REPLIES = 64, EXCHANGE_EVENTS = 256 };

struct exchange;
struct exchange_door;
struct exchange_reply {
    size_t life;
    uint32_t ticket;
    uint32_t lost; // replies of this door, since the one before
    union soul_message message;
};
struct exchange_event {
    size_t life;
    uint32_t ticket; // of the request of this door that caused it; 0: none of its own did
    uint32_t lost;   // events, since the one before: by this door, or by a soul that had too many in one tick
    struct life_event event;
};

struct exchange_door *exchange_open(struct exchange *exchange, enum life_door kind, struct fault *fault);
// NULL is fine. What the door asked for is still done; nobody receives the replies.
void exchange_close(struct exchange_door *door);
// ERR_UNKNOWN: there is no such life; ERR_BUSY: its soul takes no more now. ticket: NULL is fine.
enum err exchange_ask(struct exchange_door *door, size_t life, const void *request, uint32_t *ticket,
                      struct fault *fault);
// The same with what an action's envelope says beside ticket and door: tag, retries, queue, part_of. NULL:
// none.
enum err exchange_ask_as(struct exchange_door *door, size_t life, const struct life_envelope *as,
                         const void *request, uint32_t *ticket, struct fault *fault);
bool exchange_reply(struct exchange_door *door, struct exchange_reply *out);
bool exchange_event(struct exchange_door *door, struct exchange_event *out);
// Valid until the next tick; NULL: no such life.
const union soul_view *exchange_view(struct exchange *exchange, size_t life);
// In all: what was lost because this door did not take it, and what no soul had room for.
struct exchange_lost {
    uint64_t replies, events;
};
struct exchange_lost exchange_lost(const struct exchange_door *door);

// For the run alone. ask: how a request enters (run_ask, or whoever writes it down on the way).
typedef enum err exchange_way(void *user, size_t life, const struct life_envelope *envelope,
                              const void *request);
struct exchange *exchange_new(void); // NULL: no memory
void exchange_free(struct exchange *exchange);
void exchange_through(struct exchange *exchange, exchange_way *ask, void *user);
enum err exchange_add(struct exchange *exchange, struct soul *soul); // the next life
void exchange_tick(struct exchange *exchange, size_t life);          // after its step
