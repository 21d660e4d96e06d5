#include "codec/clip/safe.h"

#include "base/plural.h"

static void text_if_there(const struct json *document, const char *key, struct text *out) {
    const struct json *value = json_get(document, key);
    if (value && value->kind == JSON_TEXT) *out = value->text;
}

static enum err read_keys(const struct json *document, struct safe *out, struct fault *fault) {
    int64_t version = 0;
    const struct {
        const char *key;
        struct text *to;
        bool needed;
    } TEXTS[] = {{"wifiSig", &out->wifi, true},
                 {"rtipSig", &out->rtip, true},
                 {"bodySig", &out->body, true},
                 {"build", &out->build, false},
                 {"git-rev", &out->revision, false},
                 {"date", &out->date, false},
                 {"messageEngineToRobotHash", &out->to_robot_hash, false},
                 {"messageRobotToEngineHash", &out->to_engine_hash, false}};
    if (document->kind != JSON_OBJECT)
        return json_fault(document, fault, ERR_TYPE, "expected an object, the signature, found %s",
                          json_kind_name(document->kind));
    enum err err = json_get_int(document, "version", 1, UINT32_MAX, &version, fault);
    for (size_t i = 0; !err && i < sizeof TEXTS / sizeof *TEXTS; i++)
        if (TEXTS[i].needed)
            err = json_get_text(document, TEXTS[i].key, TEXTS[i].to, fault);
        else
            text_if_there(document, TEXTS[i].key, TEXTS[i].to);
    json_get_int(document, "time", 0, INT64_MAX, &out->time_unix_s, NULL);
    out->version = (uint32_t)version;
    return err;
}

enum err safe_read(struct bytes file, const char *name, struct arena *arena, struct safe *out,
                   struct fault *fault) {
    *out = (struct safe){0};
    if (file.len < SAFE_HEAD)
        return fault_at(fault, ERR_SHORT, name, 0, 0,
                        "expected a firmware file: 1024 bytes of signature, found %s",
                        PLURAL(file.len, "byte"));
    size_t len = 0;
    while (len < SAFE_HEAD && file.at[len]) len++;
    struct json *document;
    char *json = arena_copy_text(arena, (const char *)file.at, len);
    if (!json) return fault_at(fault, ERR_MEMORY, name, 0, 0, "no memory");
    out->json = (struct text){json, len};
    out->images = file.len - SAFE_HEAD;
    enum err err = json_parse(out->json, name, arena, NULL, &document, fault);
    if (!err) err = read_keys(document, out, fault);
    if (err) *out = (struct safe){0};
    return err;
}
