// The structs of flatbuf.h as JSON, from the same tables: one object per table, fields by name.
//
//     if (flatbuf_from_json(object, &HEAD_TYPE, arena, &(struct flat_json_rules){.strict = true}, &head,
//     fault)) return fault->err;
//     flatbuf_to_json(&HEAD_TYPE, &head, &writer);
//
// A missing field has its fallback. Integers may be written with a fraction and are rounded; out of range is
// ERR_RANGE with the place. A number is accepted for a text (as it is written), and a single value for a list
// of one. A missing required text or list is ERR_MISSING. Unknown keys are ERR_UNKNOWN when strict and
// skipped otherwise; keys that begin with "$" are always skipped. What is read lives in the arena. The writer
// writes every number, even one that equals its fallback, because readers disagree about fallbacks.
#pragma once

#include "base/data/json.h"
#include "codec/clip/flatbuf.h"

struct flat_json_rules {
    bool strict;
};

enum err flatbuf_from_json(const struct json *object, const struct flatbuf_type *type, struct arena *arena,
                           const struct flat_json_rules *rules, void *out, struct fault *fault);
void flatbuf_to_json(const struct flatbuf_type *type, const void *from, struct json_writer *out);
void flatbuf_fields_to_json(const struct flatbuf_type *type, const void *from, struct json_writer *out);
