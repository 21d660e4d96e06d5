#include "cli/clad/clad.h"
#include "schema/json.h"
#include "schema/walk.h"

#include <stdlib.h>

static const struct option OPTIONS[] = {
    {"schema", 's', OPTION_TEXT, offsetof(struct clad_wish, schema), "FILE",
     "the protocol the message belongs to"},
    {"message", 'm', OPTION_TEXT, offsetof(struct clad_wish, message), "NAME", "the message or struct"},
    {"version", 'V', OPTION_I32, offsetof(struct clad_wish, version), "N",
     "the protocol's version (default: the newest)", 0, INT32_MAX},
};

static enum err encode(struct clad *clad, const char *json_text, struct fault *fault) {
    struct json *json;
    enum err err = json_parse(text_of(json_text), "JSON", clad->arena, NULL, &json, fault);
    if (err) return err;
    void *value = arena_take(clad->arena, clad->body->size, SCHEMA_ALIGN);
    if (!value) return fault_set(fault, ERR_MEMORY, "no memory");
    err = schema_parse(clad->body, value, json, clad->arena, fault);
    if (err) return err;
    struct writer measure = writer_of(NULL, 0);
    schema_encode(clad->body, value, &measure, clad->version);
    char *hex = arena_take(clad->arena, 2 * measure.need + 1, 1);
    uint8_t *bytes = arena_take(clad->arena, measure.need + 1, 1);
    if (!hex || !bytes) return fault_set(fault, ERR_MEMORY, "no memory");
    struct writer out = writer_of(bytes, measure.need);
    err = schema_encode(clad->body, value, &out, clad->version);
    if (err == ERR_MISSING) return fault_set(fault, err, "an optional field follows one that is absent");
    if (err) return fault_set(fault, err, "%s cannot be encoded: %s", clad->body->name, err_name(err));
    bytes_to_hex(bytes, writer_len(&out), hex);
    printf("%s\n", hex);
    return ERR_NONE;
}

static int run(struct call *call) {
    const struct clad_wish *wish = call->options;
    struct clad clad;
    struct fault fault = {0};
    if (!wish->message) return call_wrong(call, "expected --message NAME");
    enum err err = clad_open(wish, &clad, &fault);
    if (!err) err = encode(&clad, call->words.at[0], &fault);
    clad_close(&clad);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_clad_encode = {
    .name = "encode",
    .group = "clad",
    .summary = "makes the bytes of a message from JSON",
    .words = "JSON",
    .words_least = 1,
    .words_most = 1,
    .help = "Prints the body of the message, without its id, as hex digits. Fields that JSON leaves out take "
            "their defaults.",
    .examples =
        "critter clad encode --schema schema/cozmo.clad --message SetHeadAngle '{\"angle_rad\": 0.3}'\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct clad_wish),
    .defaults = &(const struct clad_wish){.version = -1},
    .run = run,
};
