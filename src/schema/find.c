// Looking things up in a schema.
#include "schema/schema.h"

#include <string.h>

const struct schema_struct *schema_find_struct(const struct schema_protocol *protocol, struct text name) {
    for (uint32_t i = 0; i < protocol->struct_count; i++)
        if (text_is(name, protocol->structs[i]->name)) return protocol->structs[i];
    return NULL;
}

const struct schema_enum *schema_find_enum(const struct schema_protocol *protocol, struct text name) {
    for (uint32_t i = 0; i < protocol->enum_count; i++)
        if (text_is(name, protocol->enums[i]->name)) return protocol->enums[i];
    return NULL;
}

const struct schema_message *schema_find_message(const struct schema_protocol *protocol, struct text name) {
    for (uint32_t i = 0; i < protocol->message_count; i++)
        if (text_is(name, protocol->messages[i].body->name)) return &protocol->messages[i];
    return NULL;
}

const struct schema_message *schema_find_id(const struct schema_protocol *protocol, unsigned space,
                                            uint32_t id, unsigned direction, unsigned version) {
    for (uint32_t i = 0; i < protocol->message_count; i++) {
        const struct schema_message *m = &protocol->messages[i];
        if (m->id == id && m->space == space && direction < SCHEMA_DIRECTIONS &&
            (m->directions >> direction & 1) && schema_holds(m->since, m->until, version))
            return m;
    }
    return NULL;
}

const char *schema_value_name(const struct schema_enum *names, uint64_t value) {
    for (uint32_t i = 0; i < names->count; i++)
        if (names->values[i].value == value) return names->values[i].name;
    return NULL;
}

bool schema_value_of(const struct schema_enum *names, struct text name, uint64_t *value) {
    for (uint32_t i = 0; i < names->count; i++) {
        if (!text_is(name, names->values[i].name)) continue;
        *value = names->values[i].value;
        return true;
    }
    return false;
}
