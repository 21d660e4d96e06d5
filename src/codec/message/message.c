#include "codec/message/message.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------ texts
// protobuf-c copies texts as they come. A zero byte would hide what follows it, so they are looked at before.

static bool varint(const uint8_t **at, const uint8_t *end, uint64_t *out) {
    *out = 0;
    for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
        uint8_t byte = *(*at)++;
        *out |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) return true;
    }
    return false;
}

static bool pass_over(const uint8_t **at, const uint8_t *end, unsigned wire, struct text *bytes) {
    uint64_t number;
    size_t len;
    switch (wire) {
    case PROTOBUF_C_WIRE_TYPE_VARINT:
        return varint(at, end, &number);
    case PROTOBUF_C_WIRE_TYPE_64BIT:
        len = 8;
        break;
    case PROTOBUF_C_WIRE_TYPE_32BIT:
        len = 4;
        break;
    case PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED:
        if (!varint(at, end, &number) || number > (uint64_t)(end - *at)) return false;
        len = (size_t)number;
        *bytes = (struct text){(const char *)*at, len};
        break;
    default:
        return false; // groups are gone from the language
    }
    if ((size_t)(end - *at) < len) return false;
    *at += len;
    return true;
}

static bool is_text(struct text a) { return !memchr(a.at, 0, a.len) && utf8_valid(a); }

// No message of the table holds itself, so this goes as deep as the table does.
static enum err check(const ProtobufCMessageDescriptor *descriptor, struct text bytes, struct fault *fault) {
    const uint8_t *at = (const uint8_t *)bytes.at, *end = at + bytes.len;
    while (at < end) {
        uint64_t key;
        struct text inside = {0};
        if (!varint(&at, end, &key) || !pass_over(&at, end, key & 7, &inside))
            return fault_set(fault, ERR_SYNTAX, "these are not the bytes of a %s", descriptor->short_name);
        if ((key & 7) != PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED || key >> 3 > UINT32_MAX) continue;
        const ProtobufCFieldDescriptor *field =
            protobuf_c_message_descriptor_get_field(descriptor, (unsigned)(key >> 3));
        if (!field) continue;
        if (field->type == PROTOBUF_C_TYPE_STRING && !is_text(inside))
            return fault_set(fault, ERR_SYNTAX, "%s.%s: expected text in UTF-8 without zero bytes",
                             descriptor->short_name, field->name);
        if (field->type == PROTOBUF_C_TYPE_MESSAGE && check(field->descriptor, inside, fault))
            return fault->err;
    }
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ bytes
struct cap {
    struct arena *arena;
    bool full;
};
static void *cap_take(void *user, size_t size) {
    struct cap *cap = user;
    void *taken = arena_take(cap->arena, size, 0);
    if (!taken) cap->full = true;
    return taken;
}
static void cap_free(void *user, void *pointer) {
    (void)user, (void)pointer; // the arena is given back as a whole
}

enum err message_unpack(const ProtobufCMessageDescriptor *descriptor, struct text bytes, struct arena *arena,
                        ProtobufCMessage **out, struct fault *fault) {
    struct fault unread = {0};
    if (!fault) fault = &unread;
    if (bytes.len > MESSAGE_BYTES_MAX)
        return fault_set(fault, ERR_LIMIT, "expected at most %d bytes, found %zu", MESSAGE_BYTES_MAX,
                         bytes.len);
    if (check(descriptor, bytes, fault)) return fault->err;
    struct cap cap = {.arena = arena};
    ProtobufCAllocator allocator = {.alloc = cap_take, .free = cap_free, .allocator_data = &cap};
    *out = protobuf_c_message_unpack(descriptor, &allocator, bytes.len, (const uint8_t *)bytes.at);
    if (*out) return ERR_NONE;
    if (cap.full) return fault_set(fault, ERR_LIMIT, "this %s needs too much memory", descriptor->short_name);
    return fault_set(fault, ERR_SYNTAX, "these are not the bytes of a %s", descriptor->short_name);
}

// Every text of a message, whichever field it is in.
static bool texts_are_right(const ProtobufCMessage *message) {
    const ProtobufCMessageDescriptor *descriptor = message->descriptor;
    for (unsigned i = 0; i < descriptor->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &descriptor->fields[i];
        if (field->type != PROTOBUF_C_TYPE_STRING && field->type != PROTOBUF_C_TYPE_MESSAGE) continue;
        const char *member = (const char *)message + field->offset;
        const uint32_t *which = (const void *)((const char *)message + field->quantifier_offset);
        if (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF && *which != field->id) continue;
        bool list = field->label == PROTOBUF_C_LABEL_REPEATED;
        size_t count = list ? *(const size_t *)(const void *)which : 1;
        const void *const *values =
            list ? *(const void *const *const *)(const void *)member : (const void *)member;
        for (size_t k = 0; k < count; k++) {
            if (!values[k]) continue;
            if (field->type == PROTOBUF_C_TYPE_STRING ? !utf8_valid(text_of(values[k]))
                                                      : !texts_are_right(values[k]))
                return false;
        }
    }
    return true;
}

enum err message_pack(const ProtobufCMessage *message, struct buf *out, struct fault *fault) {
    if (!texts_are_right(message))
        return fault_set(fault, ERR_SYNTAX, "a text in %s is not UTF-8", message->descriptor->short_name);
    size_t size = protobuf_c_message_get_packed_size(message);
    uint8_t *at = buf_extend(out, size);
    if (!at) return fault_set(fault, out->err, "no memory for %zu bytes", size);
    protobuf_c_message_pack(message, at);
    return ERR_NONE;
}
