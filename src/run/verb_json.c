#include "run/scenario.h"

#include "schema/json.h"

#include <ctype.h>
#include <string.h>

// PickUp is pick_up.
const char *verb_name(enum world_kind kind, char out[32]) {
    const char *from = world_messages[kind].body->name;
    size_t n = 0;
    for (size_t i = 0; from[i] && n < 30; i++) {
        if (isupper((unsigned char)from[i]) && i) out[n++] = '_';
        out[n++] = (char)tolower((unsigned char)from[i]);
    }
    out[n] = 0;
    return out;
}

enum err verb_read(const struct json *json, struct arena *arena, struct world_message *out,
                   struct fault *fault) {
    char found[48], name[32], names[WORLD_KIND_COUNT][32];
    if (json->kind != JSON_OBJECT || json->count != 1)
        return json_fault(json, fault, ERR_TYPE, "expected one verb such as {\"pet\": {…}}, found %s",
                          json_found(json, found, sizeof found));
    const struct json *body = json->first;
    const char *list[WORLD_KIND_COUNT];
    for (int kind = 0; kind < WORLD_KIND_COUNT; kind++) {
        list[kind] = verb_name((enum world_kind)kind, names[kind]);
        if (!text_is(body->key, list[kind])) continue;
        memset(out, 0, sizeof *out);
        out->kind = (enum world_kind)kind;
        return schema_parse(world_messages[kind].body, &out->table, body, arena, fault);
    }
    text_copy(body->key, name, sizeof name);
    const char *near = text_nearest(name, list, WORLD_KIND_COUNT);
    return json_fault_key(body, fault, ERR_UNKNOWN, "there is no verb \"%s\"%s%s%s", name,
                          near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
}

void verb_write(const struct world_message *verb, struct json_writer *w) {
    char name[32];
    json_open(w, '{');
    json_key(w, verb_name(verb->kind, name));
    schema_print(world_messages[verb->kind].body, &verb->table, w, WORLD_VERSION);
    json_close(w, '}');
}
