// Config structs that describe themselves.
//
//     static const struct knob WORLD_KNOBS[] = {
//         KNOB_F32(struct world_config, friction, "", 0, 2, 0.6f, "grip between rubber and table"),
//         KNOB_U32(struct world_config, seed, "", 0, UINT32_MAX, 1, "where all chance comes from"),
//     };
//     static const struct knobs WORLD = {"world", WORLD_KNOBS, 2, sizeof(struct world_config)};
//     knobs_defaults(&WORLD, &config);
//     knobs_read(&WORLD, json, &config, fault);            // checks type, range and unknown keys, with place
//     knobs_set(&WORLD, &config, "friction", "0.8", fault); // --set world.friction=0.8
//
// One table makes defaults, JSON reading and writing, command-line settings, documentation, and later the page's sliders. A config is
// changed as a whole or not at all: what fails in the middle leaves it as it was. What a layer does not name stays as the layer
// below it said: defaults < creature < user file < scenario < command line, each one call more over the same struct.
//
//     const struct knob_set sets[] = {{&WORLD, &world}, {&DRIVE, &drive}};
//     knob_sets_read(sets, 2, json, fault);                        // {"world": {"friction": 0.7}, "drive": {…}}
//     knob_sets_assign(sets, 2, "world.friction=0.8", fault);      // --set; names the nearest knob when there is none
//
// Numbers without a unit have "". low and high both 0: any value of the type. Texts are UTF-8 and must fit with their zero.
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
    KNOB_TYPE_TEXT
};

struct knob {
    const char *name;
    enum knob_type type;
    uint32_t offset, size; // size: room of a text, with its zero
    const char *unit;
    double low, high, initial;
    const char *initial_text;   // of a text or an enum
    const char *const *choices; // of an enum (stored as int32_t), ended by NULL
    const char *help;
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
            (double)(high), (double)(initial), NULL, NULL, help                                              \
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
            initial_text, choices, help                                                                      \
    }
#define KNOB_TEXT(strct, field, initial_text, help)                                                          \
    {                                                                                                        \
#field, KNOB_TYPE_TEXT, offsetof(strct, field), sizeof(((strct *)0)->field), "", 0, 0, 0,            \
            initial_text, NULL, help                                                                         \
    }

void knobs_defaults(const struct knobs *knobs, void *config); // leaves bytes that belong to no knob alone
enum err knobs_read(const struct knobs *knobs, const struct json *object, void *config, struct fault *fault);
enum err knobs_set(const struct knobs *knobs, void *config, const char *name, const char *value,
                   struct fault *fault);
// The value as knobs_set takes it. ERR_UNKNOWN, or ERR_LIMIT when out is too small (then it holds the beginning).
enum err knobs_get(const struct knobs *knobs, const void *config, const char *name, char *out, size_t size);
void knobs_write(const struct knobs *knobs, const void *config, struct json_writer *out); // an object
void knobs_document(const struct knobs *knobs, struct buf *out);                          // a Markdown table
// The table itself, looked at: unique names, sane ranges, defaults inside them, fields of the right size inside the struct. For tests
// of whoever writes a table; a wrong one is our own mistake.
enum err knobs_check(const struct knobs *knobs, struct fault *fault);

// Several configs that are spoken of by name.
struct knob_set {
    const struct knobs *knobs;
    void *config;
};
enum err knob_sets_read(const struct knob_set *sets, size_t count, const struct json *object,
                        struct fault *fault);
enum err knob_sets_assign(const struct knob_set *sets, size_t count, const char *assignment,
                          struct fault *fault);
