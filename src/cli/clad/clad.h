// What the commands of the group clad share: a schema from --schema, and a message or struct from --message.
#pragma once

#include "cli/commands.h"
#include "schema/schema.h"

struct clad_wish {
    const char *schema, *message, *direction, *space;
    int32_t version; // -1: the newest
};

struct clad {
    struct arena *arena;
    const struct schema_protocol *protocol;
    const struct schema_struct *body; // NULL: the id decides
    const struct schema_message *row; // NULL: a struct, or not known yet
    unsigned version, space, direction;
};

enum err clad_open(const struct clad_wish *wish, struct clad *clad, struct fault *fault);
void clad_close(struct clad *clad);
