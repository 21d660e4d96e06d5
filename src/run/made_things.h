// How each thing and person of a world was made: the verb, so that a world can be written down as a
// scenario again. What a verb said of weight or friction stands nowhere else.
//
//     struct made_things *made = made_things_new();
//     made_things_note(made, world, &verb);              // after each verb that was done
//     const struct world_message *verb = made_things_find(made, "cube");
//     made_things_free(made);
//
// Room for all that a world holds is taken at birth, so noting allocates nothing. What is gone from the
// world makes room.
#pragma once

#include "world/world.h"

struct made_things;
struct made_things *made_things_new(void); // NULL: no memory
void made_things_free(struct made_things *made);
void made_things_note(struct made_things *made, const struct world *world, const struct world_message *verb);
const struct world_message *made_things_find(const struct made_things *made, const char *name);
