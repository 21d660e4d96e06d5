// Command tables: the first row names properties, each further row is a choice. From them commands for the
// robot, and back.
//
//     struct ucf command;
//     if (command_from_csv(text, "hunt.csv", "hunt", &names, arena, &command, fault)) return fault->err;
//     ucf_write(&command, &out, fault);
//
//     command_to_csv(&command, &names, &text);
//
// Properties stand without `property_`. A field of `sound` or `motion` is the base name of a resource;
// another is a constant, a number, or none. With > or < before it, the property must be over or under the
// value. A field that asks nothing is stored as 0, 0, 0, which matches always.
#pragma once

#include "base/text.h"
#include "codec/pleo/ucf.h"

enum { COMMAND_CSV_MAX = 4 << 20 };

// Where names come from. A column that is no sound and no motion asks for constants only.
struct command_names {
    bool (*resource)(void *user, bool motion, struct text name, unsigned *id);
    bool (*constant)(void *user, struct text name, int32_t *value);
    const char *(*resource_name)(void *user, unsigned id); // NULL: the number is written
    const char *(*constant_name)(void *user, const char *prefix, int32_t value); // the same
    void *user;
};

// ERR_MISSING, ERR_UNKNOWN, ERR_RANGE, ERR_LIMIT, ERR_MEMORY: the fault has line and column.
enum err command_from_csv(struct text csv, const char *file, const char *name,
                          const struct command_names *names, struct arena *arena, struct ucf *out,
                          struct fault *fault);
void command_to_csv(const struct ucf *command, const struct command_names *names, struct buf *out);
