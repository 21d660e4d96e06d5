// The messages of the page as JSON text, {"NAME": {…}}, or as bytes.
//
//     if (live_read(text, arena, &in, &fault)) …tell the sender what was expected…
//     else if (in.sort == SORT_VERB) …in.verb is to be done to the world…
//     live_write(&out, &live_frame_schema, &frame);
//
// Names are those of schema/live.clad (the page's own), life.clad (requests) and world.clad (verbs), with the protocol's name before one
// that two of them have. What is read lies in the arena.
#pragma once

#include "base/buf.h"
#include "schema/life.h"
#include "schema/live.h"
#include "schema/world.h"

void live_write(struct buf *out, const struct schema_struct *body, const void *message);
// The same as bytes: its id, then its fields. For what is long and not for reading.
void live_write_binary(struct buf *out, enum live_kind kind, const void *message);

enum live_sort { SORT_NOTHING, SORT_OWN, SORT_REQUEST, SORT_VERB };
struct live_in {
    enum live_sort sort;
    const char *name;
    struct live_message own;
    struct life_message request;
    struct world_message verb;
};
// Reads a message of the page's. The fault says what was expected.
enum err live_read(struct text text, struct arena *arena, struct live_in *out, struct fault *fault);
