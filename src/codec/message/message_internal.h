// What the readers of messages share.
#pragma once

#include "codec/message/message.h"

struct reading {
    struct arena *arena;
    struct fault *fault;
};
struct place {
    const ProtobufCFieldDescriptor *field;
    char *at;        // of its value, or of the pointer to its list
    uint32_t *which; // of a oneof: the number of the field that is set
    size_t *count;   // of a list
};
struct place message_place(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field);
size_t message_size_of(const ProtobufCFieldDescriptor *field); // of one value
// NULL: there is none of that name, in either spelling.
const ProtobufCFieldDescriptor *message_field(const ProtobufCMessageDescriptor *descriptor, struct text name);
enum err message_value(struct reading *r, const ProtobufCFieldDescriptor *field, const struct json *value,
                       void *at);
