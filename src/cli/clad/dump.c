#include "cli/clad/clad.h"

#include "base/plural.h"
#include "schema/json.h"
#include "schema/walk.h"

enum { PACKET_MAX = 1 << 20 };

static const struct option OPTIONS[] = {
    {"schema", 's', OPTION_TEXT, offsetof(struct clad_wish, schema), "FILE",
     "the protocol the bytes belong to"},
    {"message", 'm', OPTION_TEXT, offsetof(struct clad_wish, message), "NAME",
     "the bytes are the body of this message or struct; without it they begin with an id"},
    {"direction", 'd', OPTION_TEXT, offsetof(struct clad_wish, direction), "NAME",
     "which way the message travelled"},
    {"ids", 'i', OPTION_TEXT, offsetof(struct clad_wish, space), "NAME",
     "whose ids these are, of a protocol with several"},
    {"version", 'V', OPTION_I32, offsetof(struct clad_wish, version), "N",
     "the protocol's version (default: the newest)", 0, INT32_MAX},
};

static enum err hex_words(const struct words *words, struct buf *packet, struct fault *fault) {
    for (size_t i = 0; i < words->count; i++) {
        struct text hex = text_of(words->at[i]);
        if (hex.len > 2 && hex.at[0] == '0' && (hex.at[1] == 'x' || hex.at[1] == 'X'))
            hex.at += 2, hex.len -= 2;
        if (hex.len > PACKET_MAX) return fault_set(fault, ERR_LIMIT, "at most %d bytes", PACKET_MAX / 2);
        size_t len = 0, room = hex.len / 2 + 1;
        uint8_t *at = buf_extend(packet, room);
        if (!at) return fault_set(fault, ERR_MEMORY, "no memory");
        if (hex_to_bytes(hex, at, room, &len))
            return fault_set(fault, ERR_SYNTAX, "expected pairs of hex digits, found \"%.40s\"",
                             words->at[i]);
        packet->len -= room - len;
    }
    return ERR_NONE;
}

static enum err find_by_id(struct clad *clad, struct reader *in, struct fault *fault) {
    const struct schema_protocol *protocol = clad->protocol;
    unsigned width = protocol->spaces[clad->space].width;
    uint32_t id = 0;
    for (unsigned i = 0; i < width; i++)
        id |= (uint32_t)read_u8(in) << (8 * (protocol->big ? width - 1 - i : i));
    if (in->err) return fault_set(fault, in->err, "expected an id of %s", PLURAL(width, "byte"));
    clad->row = schema_find_id(protocol, clad->space, id, clad->direction, clad->version);
    if (!clad->row)
        return fault_set(fault, ERR_UNKNOWN, "version %u has no %s 0x%0*x %s", clad->version,
                         protocol->spaces[clad->space].name, width * 2, id,
                         protocol->directions[clad->direction]);
    clad->body = clad->row->body;
    return ERR_NONE;
}

// Which field the bytes break in: the first that a struct cut off after it cannot be read with.
static enum err broken(const struct clad *clad, struct reader whole, void *value, struct fault *fault) {
    struct schema_struct part = *clad->body;
    struct reader in = whole;
    for (part.count = 1; part.count < clad->body->count; part.count++) {
        in = whole;
        if (schema_decode(&part, value, &in, clad->version)) break;
    }
    in = whole;
    schema_decode(&part, value, &in, clad->version);
    const struct schema_field *field = &part.fields[part.count - 1];
    const char *why = in.err == ERR_SHORT    ? "the bytes end before it is whole"
                      : in.err == ERR_LIMIT  ? "more than its maximum"
                      : in.err == ERR_SYNTAX ? "not the bytes that must be there"
                                             : err_name(in.err);
    return fault_set(fault, in.err, "byte %zu: %s.%s: %s", reader_offset(&in), part.name,
                     *field->name ? field->name : "(no name)", why);
}

static enum err print(const struct clad *clad, const void *value, bool named, struct fault *fault) {
    struct buf out = {0};
    struct json_writer json = json_writer_of(&out, 2);
    if (!named) json_open(&json, '{'), json_key(&json, clad->body->name);
    schema_print(clad->body, value, &json, clad->version);
    if (!named) json_close(&json, '}');
    enum err err = out.err;
    if (err)
        fault_set(fault, err, "no memory");
    else
        printf("%s\n", (const char *)out.at);
    buf_free(&out);
    return err;
}

static enum err dump(struct clad *clad, struct reader in, const char *extra_to, struct fault *fault) {
    bool named = clad->body;
    enum err err = named ? ERR_NONE : find_by_id(clad, &in, fault);
    if (err) return err;
    void *value = arena_take(clad->arena, clad->body->size, SCHEMA_ALIGN);
    if (!value) return fault_set(fault, ERR_MEMORY, "no memory");
    struct reader whole = in;
    if (schema_decode(clad->body, value, &in, clad->version)) return broken(clad, whole, value, fault);
    size_t left = reader_left(&in), at = reader_offset(&in);
    if (left && (!clad->row || !clad->protocol->ignores_extra))
        return fault_set(fault, ERR_SYNTAX, "byte %zu: %s ends here, but %s %s", at, clad->body->name,
                         PLURAL(left, "more byte"), NOUN(left, "follows", "follow"));
    if (left) fprintf(stderr, "%s: ignored %s after byte %zu\n", extra_to, PLURAL(left, "byte"), at);
    return print(clad, value, named, fault);
}

static int run(struct call *call) {
    struct clad clad;
    struct fault fault = {0};
    struct buf packet = {0};
    enum err err = clad_open(call->options, &clad, &fault);
    if (!err) err = hex_words(&call->words, &packet, &fault);
    if (!err) err = dump(&clad, reader_of(packet.at, packet.len), clad.protocol->name, &fault);
    buf_free(&packet);
    clad_close(&clad);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_clad_dump = {
    .name = "dump",
    .group = "clad",
    .summary = "prints the bytes of a message as JSON",
    .words = "HEX...",
    .words_least = 0,
    .any_words = true,
    .help =
        "Reads the schema FILE and then the bytes, as hex digits with or without spaces. With --message they "
        "are the body "
        "of that message, or any struct of the schema; without it they begin with an id, and --direction "
        "says which way "
        "they went.\n\nWhat is printed can be turned into the same bytes again with `critter clad encode`.",
    .examples = "critter clad dump --schema schema/cozmo.clad --message SetHeadLight 01\n"
                "critter clad dump --schema schema/rts.clad --version 5 --direction to_app 07 08 "
                "3638366636643635 01 00\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct clad_wish),
    .defaults = &(const struct clad_wish){.version = -1},
    .run = run,
};
