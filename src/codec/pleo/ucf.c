#include "codec/pleo/ucf.h"

#include "base/plural.h"
#include "codec/pleo/field.h"

enum { FIELD_BYTES = 6, COUNT_MAX = 0x7fff };

const struct ucf_field *ucf_field(const struct ucf *command, unsigned entry, unsigned column) {
    if (entry >= command->entries || column >= command->columns) return NULL;
    return &command->fields[(size_t)entry * command->columns + column];
}

static enum err check(const struct ucf *command, struct fault *fault) {
    if (command->columns > COUNT_MAX || command->entries > COUNT_MAX)
        return fault_set(fault, ERR_RANGE,
                         "command: expected at most %d properties and entries, found %u and %u", COUNT_MAX,
                         command->columns, command->entries);
    size_t fields = (size_t)command->columns * command->entries;
    if (fields > UCF_BYTES_MAX / FIELD_BYTES)
        return fault_set(fault, ERR_LIMIT, "command: %zu fields are more than fit in %d MiB", fields,
                         UCF_BYTES_MAX >> 20);
    for (size_t i = 0; command->fields && i < fields; i++)
        if (command->fields[i].match > UCF_MAX)
            return fault_set(fault, ERR_RANGE, "command: entry %zu, column %zu: match %u; expected 0 to 3",
                             i / command->columns, i % command->columns, command->fields[i].match);
    return ERR_NONE;
}

enum err ucf_read(struct bytes file, struct arena *arena, struct ucf *out, struct fault *fault) {
    *out = (struct ucf){0};
    struct reader in = reader_of(file.at, file.len);
    struct bytes signature = read_bytes(&in, 4);
    if (in.err || !text_is((struct text){(const char *)signature.at, 4}, "UGCF"))
        return fault_set(fault, ERR_SYNTAX, "command: expected \"UGCF\" at the start");
    int version = read_i16(&in);
    if (!in.err && version != UCF_VERSION)
        return fault_set(fault, ERR_VERSION, "command: version %d; known is %d", version, UCF_VERSION);
    field_name_read(&in, out->name);
    out->columns = read_u16(&in);
    out->entries = read_u16(&in);
    if (in.err)
        return fault_set(fault, ERR_SHORT, "command: the header is cut after %s", PLURAL(file.len, "byte"));
    enum err err = check(out, fault);
    if (err) return err;
    size_t fields = (size_t)out->columns * out->entries;
    if (reader_left(&in) != fields * FIELD_BYTES)
        return fault_set(fault, reader_left(&in) < fields * FIELD_BYTES ? ERR_SHORT : ERR_SYNTAX,
                         "command: %u times %u fields take %zu bytes, found %zu", out->entries, out->columns,
                         fields * FIELD_BYTES, reader_left(&in));
    out->fields = arena_array(arena, struct ucf_field, fields);
    if (!out->fields) return fault_set(fault, ERR_MEMORY, "command: no memory for %zu fields", fields);
    for (size_t i = 0; i < fields; i++) {
        out->fields[i].property = read_u16(&in);
        out->fields[i].match = read_u16(&in);
        out->fields[i].value = read_u16(&in);
    }
    return check(out, fault);
}

enum err ucf_write(const struct ucf *command, struct buf *out, struct fault *fault) {
    enum err err = check(command, fault);
    if (err) return err;
    buf_text(out, "UGCF");
    field_put(out, UCF_VERSION, 2);
    field_name_write(command->name, out);
    field_put(out, command->columns, 2);
    field_put(out, command->entries, 2);
    for (size_t i = 0; i < (size_t)command->columns * command->entries; i++) {
        field_put(out, command->fields[i].property, 2);
        field_put(out, command->fields[i].match, 2);
        field_put(out, command->fields[i].value, 2);
    }
    return out->err ? fault_set(fault, out->err, "command: no memory") : ERR_NONE;
}
