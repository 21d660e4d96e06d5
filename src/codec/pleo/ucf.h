// Pleo's commands (.ucf), version 4: choices of sounds or motions, each with the properties it wants.
//
//     struct ucf command;
//     if (ucf_read(file, arena, &command, fault)) return fault->err;
//     const struct ucf_field *field = ucf_field(&command, entry, column);
//
//     ucf_write(&command, &out, fault);           // what was read comes out to the byte
//
// A command is a table: each row is an entry, each field asks something of one property. The field of
// property_sound or property_motion names what the entry plays. Fields live in the arena, row after row.
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"

enum ucf_match {
    UCF_NONE,  // asks nothing
    UCF_VALUE, // the property has this value
    UCF_MIN,   // it must be over this value
    UCF_MAX,   // it must be under it
};
enum {
    UCF_VERSION = 4,
    UCF_NAME_ROOM = 33,
    UCF_BYTES_MAX = 1 << 20,
    UCF_MOTION = 13, // property_motion and property_sound: what an entry plays
    UCF_SOUND = 29,
};

struct ucf_field {
    uint16_t property, match, value;
};
struct ucf {
    char name[UCF_NAME_ROOM];
    unsigned columns, entries;
    struct ucf_field *fields; // columns * entries
};

// ERR_SHORT, ERR_SYNTAX, ERR_VERSION, ERR_RANGE, ERR_LIMIT, ERR_MEMORY: the fault names entry and column.
enum err ucf_read(struct bytes file, struct arena *arena, struct ucf *out, struct fault *fault);
// Appends a whole file. The same checks.
enum err ucf_write(const struct ucf *command, struct buf *out, struct fault *fault);
// NULL: outside the table.
const struct ucf_field *ucf_field(const struct ucf *command, unsigned entry, unsigned column);
