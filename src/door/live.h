// The page's messages as JSON text, {"NAME": {…}}, or as bytes.
//
//     if (live_read(text, arena, robots, me, &in, &fault)) …tell the sender what was expected…
//     else if (in.sort == SORT_VERB) …in.verb is to be done to the world…
//     live_write(&out, &live_frame_schema, &frame);
//
// Names are those of schema/live.clad (the page's own), life.clad (requests) and world.clad (verbs). A name
// that occurs in two of them has the protocol's name before it. The arena owns what is read.
#pragma once

#include "base/buf.h"
#include "base/data/json.h"
#include "border/soul.h"
#include "schema/life.h"
#include "schema/live.h"
#include "schema/world.h"

void live_write(struct buf *out, const struct schema_struct *body, const void *message);
// With members beside it: whose reply it is, and to which of the page's messages (0: it had no ticket).
void live_write_reply(struct buf *out, const struct schema_struct *body, const void *message, uint32_t robot,
                      uint32_t ticket);
// The same as bytes: its id, then its fields. For what is long and not for reading.
void live_write_binary(struct buf *out, enum live_kind kind, const void *message);

enum live_sort { SORT_NOTHING, SORT_OWN, SORT_REQUEST, SORT_VERB };
struct live_in {
    enum live_sort sort;
    const char *name;
    struct live_message own;
    uint32_t robot, ticket;             // as they stood beside it; 1 and 0: they did not
    const struct soul_messages *speaks; // of that robot: what the request is one of
    union soul_message request;
    struct world_message verb;
};
// Which robot is meant, by number or by name, and what it speaks; NULL, with a fault: there is none like
// that.
typedef const struct soul_messages *live_robots(void *user, const struct json *named, uint32_t *number,
                                                struct fault *fault);
// Reads a message of the page's. The fault says what was expected. robots NULL: there is only the first, and
// it speaks as robots do.
enum err live_read(struct text text, struct arena *arena, live_robots *robots, void *user,
                   struct live_in *out, struct fault *fault);
