#include "cli/clad/clad.h"

static const char *near_struct(const struct schema_protocol *protocol, const char *wrong) {
    const char *names[256];
    size_t count = 0;
    for (uint32_t i = 0; i < protocol->struct_count && count < 256; i++)
        names[count++] = protocol->structs[i]->name;
    return text_nearest(wrong, names, count);
}

static enum err find_body(const char *name, struct clad *clad, struct fault *fault) {
    clad->body = schema_find_struct(clad->protocol, text_of(name));
    clad->row = schema_find_message(clad->protocol, text_of(name));
    const char *near = clad->body ? NULL : near_struct(clad->protocol, name);
    if (!clad->body)
        return fault_set(fault, ERR_UNKNOWN, "protocol %s has no message or struct \"%.80s\"%s%s%s",
                         clad->protocol->name, name, near ? " (did you mean " : "", near ? near : "",
                         near ? "?)" : "");
    if (clad->row && !schema_holds(clad->row->since, clad->row->until, clad->version))
        return fault_set(fault, ERR_VERSION, "version %u has no message %s", clad->version, name);
    return ERR_NONE;
}

static enum err find_space(const char *name, struct clad *clad, struct fault *fault) {
    const struct schema_protocol *protocol = clad->protocol;
    if (!name) return ERR_NONE;
    for (clad->space = 0; clad->space < protocol->space_count; clad->space++)
        if (text_is(text_of(name), protocol->spaces[clad->space].name)) return ERR_NONE;
    return fault_set(fault, ERR_UNKNOWN, "protocol %s has no ids \"%.80s\"%s%s", protocol->name, name,
                     protocol->space_count ? "; the first are those of " : "",
                     protocol->space_count ? protocol->spaces[0].name : "");
}

static enum err find_direction(const char *name, struct clad *clad, struct fault *fault) {
    const struct schema_protocol *protocol = clad->protocol;
    if (!name && (clad->body || protocol->direction_count == 1)) return ERR_NONE;
    for (clad->direction = 0; name && clad->direction < protocol->direction_count; clad->direction++)
        if (text_is(text_of(name), protocol->directions[clad->direction])) return ERR_NONE;
    return fault_set(fault, ERR_MISSING, "expected --message, or --direction %s or %s",
                     protocol->directions[0], protocol->direction_count > 1 ? protocol->directions[1] : "…");
}

enum err clad_open(const struct clad_wish *wish, struct clad *clad, struct fault *fault) {
    *clad = (struct clad){.arena = arena_new(256 << 10)};
    if (!clad->arena) return fault_set(fault, ERR_MEMORY, "no memory");
    if (!wish->schema) return fault_set(fault, ERR_MISSING, "expected --schema FILE");
    enum err err = schema_read(wish->schema, clad->arena, &clad->protocol, fault);
    if (err) return err;
    clad->version = wish->version < 0 ? clad->protocol->newest : (unsigned)wish->version;
    if (clad->version < clad->protocol->oldest || clad->version > clad->protocol->newest)
        return fault_set(fault, ERR_VERSION, "protocol %s has versions %u to %u, not %u",
                         clad->protocol->name, clad->protocol->oldest, clad->protocol->newest, clad->version);
    if (wish->message) err = find_body(wish->message, clad, fault);
    if (!err) err = find_space(wish->space, clad, fault);
    if (!err) err = find_direction(wish->direction, clad, fault);
    if (!err && !clad->body && !clad->protocol->space_count)
        err = fault_set(fault, ERR_MISSING, "protocol %s has no ids: expected --message STRUCT",
                        clad->protocol->name);
    return err;
}

void clad_close(struct clad *clad) { arena_free(clad->arena); }
