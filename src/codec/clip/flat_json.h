// The structs of flatbuf.h as JSON, by the same tables: an object for a table, its fields by name.
//
//     if (flatbuf_from_json(object, &HEAD_TYPE, arena, &(struct flat_json_rules){.strict = true}, &head, fault)) return fault->err;
//     flatbuf_to_json(&HEAD_TYPE, &head, &writer);
//
// What is absent has its fallback. Whole numbers may be written with a fraction and are rounded; outside their type's range they are
// ERR_RANGE with their place. A number may stand for a text (as it is written), a single value for a list of one. A required text or
// list that is not there is ERR_MISSING. Keys the type does not know are ERR_UNKNOWN when strict, and stepped over otherwise; those that
// begin with "$" always are. What is read lives in the arena. The writer puts out every number, also one that equals its fallback: not
// every reader has the same.
#pragma once

#include "base/data/json.h"
#include "codec/clip/flatbuf.h"

struct flat_json_rules {
    bool strict;
};

enum err flatbuf_from_json(const struct json *object, const struct flatbuf_type *type, struct arena *arena,
                           const struct flat_json_rules *rules, void *out, struct fault *fault);
void flatbuf_to_json(const struct flatbuf_type *type, const void *from, struct json_writer *out);
void flatbuf_fields_to_json(const struct flatbuf_type *type, const void *from,
                            struct json_writer *out); // into an object already open
