// Config structs that describe themselves.
//
//     static const struct knob WORLD_KNOBS[] = {
//         KNOB_F32(struct world_config, floor_friction, "", 0, 2, 0.6f, "grip between rubber and floor"),
//         KNOB_U32(struct world_config, seed, "", 0, UINT32_MAX, 1, "where all chance comes from"),
//     };
//     static const struct knobs WORLD = {"world", WORLD_KNOBS, 2, sizeof(struct world_config)};
//     knobs_defaults(&WORLD, &config);
//     knobs_read(&WORLD, json, &config, fault);            // checks type, range and unknown keys, with place
//     knobs_set(&WORLD, &config, "floor_friction", "0.8", fault); // --set world.floor_friction=0.8
//
// One table gives defaults, JSON reading and writing, command-line settings, documentation and the page's
// sliders. A config changes as a whole or not at all: if reading fails halfway, the config stays as it was.
// Layers apply in this order, each by one more call over the same struct: defaults, creature, user file,
// scenario, command line. What a layer does not name keeps its value.
//
//     const struct knob_set sets[] = {{&WORLD, &world}, {&DRIVE, &drive}};
//     knob_sets_read(sets, 2, json, fault);  // {"world": {"floor_friction": 0.7}, "drive": {…}}
//     // --set; names the nearest knob when there is none
//     knob_sets_assign(sets, 2, "world.floor_friction=0.8", fault);
//
// Numbers without a unit have "". If low and high are both 0, any value of the type is allowed. Texts are
// UTF-8 and must fit together with their zero byte.
#pragma once

#include "base/data/json.h"

enum knob_type {
    KNOB_TYPE_BOOL,
    KNOB_TYPE_I32,
    KNOB_TYPE_U32,
    KNOB_TYPE_U64,
    KNOB_TYPE_F32,
    KNOB_TYPE_F64,
    KNOB_TYPE_ENUM,
    KNOB_TYPE_TEXT,
    KNOB_TYPE_OWN // a room reads it itself: a list, a graph, a name of something
};

// A kind of value that a room reads itself. `to` is the field; what is large goes into the arena.
struct knob_reading {
    struct arena *arena;
    void *user; // whatever the room's kinds need
};
struct knob_kind {
    const char *says; // "a list of triggers", for help and faults
    enum err (*read)(const struct json *value, const struct knob_reading *reading, void *to,
                     struct fault *fault);
};

struct knob {
    const char *name;
    enum knob_type type;
    uint32_t offset, size; // size: room for a text, including its zero byte
    const char *unit;
    double low, high, initial;
    const char *initial_text;   // of a text or an enum
    const char *const *choices; // of an enum (stored as int32_t), ended by NULL
    const char *help;
    const struct knob_kind *kind; // of KNOB_TYPE_OWN
};
struct knobs {
    const char *name; // "world"
    const struct knob *list;
    size_t count;
    size_t size; // of the struct
};

#define KNOB_(strct, field, kind, unit, low, high, initial, help)                                            \
    {                                                                                                        \
#field, kind, offsetof(strct, field), sizeof(((strct *)0)->field), unit, (double)(low),              \
            (double)(high), (double)(initial), NULL, NULL, help, NULL                                        \
    }
#define KNOB_BOOL(strct, field, initial, help) KNOB_(strct, field, KNOB_TYPE_BOOL, "", 0, 1, initial, help)
#define KNOB_I32(strct, field, unit, low, high, initial, help)                                               \
    KNOB_(strct, field, KNOB_TYPE_I32, unit, low, high, initial, help)
#define KNOB_U32(strct, field, unit, low, high, initial, help)                                               \
    KNOB_(strct, field, KNOB_TYPE_U32, unit, low, high, initial, help)
#define KNOB_U64(strct, field, unit, low, high, initial, help)                                               \
    KNOB_(strct, field, KNOB_TYPE_U64, unit, low, high, initial, help)
#define KNOB_F32(strct, field, unit, low, high, initial, help)                                               \
    KNOB_(strct, field, KNOB_TYPE_F32, unit, low, high, initial, help)
#define KNOB_F64(strct, field, unit, low, high, initial, help)                                               \
    KNOB_(strct, field, KNOB_TYPE_F64, unit, low, high, initial, help)
#define KNOB_ENUM(strct, field, choices, initial_text, help)                                                 \
    {                                                                                                        \
#field, KNOB_TYPE_ENUM, offsetof(strct, field), sizeof(((strct *)0)->field), "", 0, 0, 0,            \
            initial_text, choices, help, NULL                                                                \
    }
#define KNOB_TEXT(strct, field, initial_text, help)                                                          \
    {                                                                                                        \
#field, KNOB_TYPE_TEXT, offsetof(strct, field), sizeof(((strct *)0)->field), "", 0, 0, 0,            \
            initial_text, NULL, help, NULL                                                                   \
    }
// Under a name of its own: files of others are not spelt as C is.
#define KNOB_NAMED(strct, field, called, kind, unit, low, high, initial, help)                               \
    {                                                                                                        \
        called, kind, offsetof(strct, field), sizeof(((strct *)0)->field), unit, (double)(low),              \
            (double)(high), (double)(initial), NULL, NULL, help, NULL                                        \
    }
#define KNOB_OWN(strct, field, called, kind, help)                                                           \
    {                                                                                                        \
        called, KNOB_TYPE_OWN, offsetof(strct, field), sizeof(((strct *)0)->field), "", 0, 0, 0, NULL, NULL, \
            help, kind                                                                                       \
    }

// Bytes that belong to no knob stay as they are.
void knobs_defaults(const struct knobs *knobs, void *config);
enum err knobs_read(const struct knobs *knobs, const struct json *object, void *config, struct fault *fault);
enum err knobs_set(const struct knobs *knobs, void *config, const char *name, const char *value,
                   struct fault *fault);
// Writes the value in the form that knobs_set takes. ERR_UNKNOWN: no such knob. ERR_LIMIT: `out` is too small
// and holds the beginning.
enum err knobs_get(const struct knobs *knobs, const void *config, const char *name, char *out, size_t size);
void knobs_write(const struct knobs *knobs, const void *config, struct json_writer *out); // an object
void knobs_document(const struct knobs *knobs, struct buf *out);                          // a Markdown table
// Checks the table itself: unique names, sane ranges, defaults within them, fields inside the struct with the
// right size. For the tests of whoever writes a table; a wrong table is a programming error.
enum err knobs_check(const struct knobs *knobs, struct fault *fault);

// Several structs from one object: each key belongs to the first that knows it. Kinds of a room's own are
// read, too. On a fault the structs hold part of it: this is for what is read once and given up then.
struct knob_set;
enum err knobs_read_together(const struct knob_set *sets, size_t count, const struct json *object,
                             const struct knob_reading *reading, struct fault *fault);

// Several configs, addressed by name.
struct knob_set {
    const struct knobs *knobs;
    void *config;
};
enum err knob_sets_read(const struct knob_set *sets, size_t count, const struct json *object,
                        struct fault *fault);
enum err knob_sets_assign(const struct knob_set *sets, size_t count, const char *assignment,
                          struct fault *fault);
