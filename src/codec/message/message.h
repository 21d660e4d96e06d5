// Messages of Vector's SDK (schema/vector.tsv) between bytes, C structs and JSON, for any message by its
// descriptor.
//
//     if (message_unpack(&vector__drive_wheels_request__descriptor, bytes, arena, &message, fault)) …
//     const Vector__DriveWheelsRequest *request = (const void *)message;
//     message_pack(message, &out, fault);
//     message_print(message, &out);                          // as JSON
//     message_parse(descriptor, text, "request", arena, &message, fault);
//
// Messages that are read live in the arena, whose limit is theirs. Texts are UTF-8 without zero bytes, in
// both directions. JSON is written as robots do: names as in the table, all default values, enumerations as
// numbers, bytes in base 64, 64 bits as text; what is not set of a oneof is left out. It is read as anybody
// may write it: names in either spelling, enumerations by name or number, numbers as text; members that the
// message does not have are passed over, and errors name the place.
#pragma once

#include "base/data/json.h"

#include <protobuf-c/protobuf-c.h>

enum { MESSAGE_BYTES_MAX = 1 << 20, MESSAGE_MEMORY_MAX = 4 << 20, MESSAGE_JSON_DEPTH = 32 };

// ERR_SYNTAX: these are not the bytes of such a message; ERR_LIMIT: they need more memory than the arena may
// take.
enum err message_unpack(const ProtobufCMessageDescriptor *descriptor, struct text bytes, struct arena *arena,
                        ProtobufCMessage **out, struct fault *fault);
enum err message_pack(const ProtobufCMessage *message, struct buf *out, struct fault *fault); // appends
// out->err: no memory, or a text that is not UTF-8.
void message_print(const ProtobufCMessage *message, struct buf *out);
enum err message_parse(const ProtobufCMessageDescriptor *descriptor, struct text json, const char *name,
                       struct arena *arena, ProtobufCMessage **out, struct fault *fault);
// The fields of a query string: "connection_id=a&white_list.list=robot_state".
enum err message_query(const ProtobufCMessageDescriptor *descriptor, struct text query, struct arena *arena,
                       ProtobufCMessage **out, struct fault *fault);
