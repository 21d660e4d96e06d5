// A reply, encoded once in each form for all who hear it.
#include "api/api_internal.h"

#include <stdlib.h>

struct api_packet {
    unsigned held;
    enum api_kind kind;
    uint64_t number;
    const ProtobufCMessageDescriptor *descriptor;
    struct buf bytes[API_FORMS];
};

struct api_packet *api_packet_new(struct api *api, enum api_kind kind, const ProtobufCMessage *message,
                                  struct fault *fault) {
    struct api_packet *packet = calloc(1, sizeof *packet);
    if (!packet) {
        fault_set(fault, ERR_MEMORY, "no memory for a reply");
        return NULL;
    }
    *packet = (struct api_packet){
        .held = 1, .kind = kind, .number = ++api->packets, .descriptor = message->descriptor};
    if (!message_pack(message, &packet->bytes[API_PROTOBUF], fault)) return packet;
    api_packet_drop(packet);
    return NULL;
}

struct api_packet *api_packet_hold(struct api_packet *packet) {
    packet->held++;
    return packet;
}

void api_packet_drop(struct api_packet *packet) {
    if (!packet || --packet->held) return;
    for (int i = 0; i < API_FORMS; i++) buf_free(&packet->bytes[i]);
    free(packet);
}

enum api_kind api_packet_kind(const struct api_packet *packet) { return packet->kind; }
uint64_t api_packet_number(const struct api_packet *packet) { return packet->number; }

// JSON is seldom asked for, so a packet does not keep its message: it is read again from its bytes.
static void write_json(struct api_packet *packet) {
    struct buf *out = &packet->bytes[API_JSON];
    const struct buf *bytes = &packet->bytes[API_PROTOBUF];
    ProtobufCMessage *message = protobuf_c_message_unpack(packet->descriptor, NULL, bytes->len,
                                                          bytes->at ? bytes->at : (const uint8_t *)"");
    if (message) message_print(message, out);
    if (!message || out->err) buf_free(out);
    if (message) protobuf_c_message_free_unpacked(message, NULL);
}

struct text api_packet_bytes(struct api_packet *packet, enum api_form form) {
    if (form == API_JSON && !packet->bytes[API_JSON].at) write_json(packet);
    const struct buf *bytes = &packet->bytes[form];
    if (form == API_PROTOBUF && !bytes->len) return TEXT("");
    return (struct text){(const char *)bytes->at, bytes->len};
}
