// Messages and what is said for many of them at once.
#include "schema/names.h"
#include "schema/parse_internal.h"

#include <string.h>

static bool direction(struct parser *p, struct header *header) {
    const struct schema_protocol *protocol = p->protocol;
    if (lex_take(&p->lex, "both")) {
        header->directions = (uint8_t)((1u << protocol->direction_count) - 1);
        return true;
    }
    for (uint32_t i = 0; i < protocol->direction_count; i++) {
        if (!lex_take(&p->lex, protocol->directions[i])) continue;
        header->directions = (uint8_t)(1u << i);
        return true;
    }
    return false;
}

static bool attribute(struct parser *p, struct header *header) {
    const struct schema_protocol *protocol = p->protocol;
    for (uint32_t i = 0; i < protocol->attribute_count; i++) {
        const struct schema_attribute *row = &protocol->attributes[i];
        if (!lex_take(&p->lex, row->name)) continue;
        if (!lex_expect(&p->lex, ":")) return true;
        char word[64], plain[64];
        lex_word(&p->lex, word);
        snprintf(plain, sizeof plain, "%.*s",
                 (int)(p->lex.now.spelled.len < 48 ? p->lex.now.spelled.len : 48), p->lex.now.spelled.at);
        struct place place = p->lex.now.place;
        for (uint32_t v = 0; v < row->count; v++) {
            if (!lex_take(&p->lex, row->values[v])) continue;
            header->attributes[i] = (uint8_t)(v + 1);
            return true;
        }
        const char *near = text_nearest(plain, row->values, row->count);
        lex_fail(&p->lex, ERR_UNKNOWN, place,
                 near ? "expected a value of %s, found %s (did you mean \"%s\"?)"
                      : "expected a value of %s, found %s",
                 row->name, word, near);
        return true;
    }
    return false;
}

static void items(struct parser *p, struct header *header) {
    while (!p->lex.err && !lex_is(&p->lex, ")")) {
        char word[64];
        if (!direction(p, header) && !attribute(p, header))
            lex_fail(&p->lex, ERR_SYNTAX, p->lex.now.place, "expected a direction or an attribute, found %s",
                     lex_word(&p->lex, word));
        if (!lex_take(&p->lex, ",")) break;
    }
    lex_expect(&p->lex, ")");
    parse_versions(p, &header->since, &header->until);
}

static void id(struct parser *p, struct header *header) {
    const struct schema_protocol *protocol = p->protocol;
    for (uint32_t i = 0; i < protocol->space_count; i++) {
        if (!lex_take(&p->lex, protocol->spaces[i].name)) continue;
        header->space = (uint8_t)i;
        break;
    }
    uint64_t v;
    uint64_t most = ((uint64_t)1 << (8 * protocol->spaces[header->space].width)) - 1;
    if (parse_integer(p, "an id", 0, most, &v)) header->id = (uint32_t)v;
}

static void is_alone(struct parser *p, const struct schema_message *row, struct place place) {
    const struct schema_message *all = p->messages.at;
    const struct place *places = p->message_places.at;
    for (uint32_t i = 0; i + 1 < p->messages.count; i++) {
        const struct schema_message *other = &all[i];
        if (other->id != row->id || other->space != row->space) continue;
        unsigned shared = other->directions & row->directions;
        if (!shared || other->since > row->until || row->since > other->until) continue;
        unsigned d = 0;
        while (!(shared >> d & 1)) d++;
        lex_fail(&p->lex, ERR_DUPLICATE, place, "message %s: id 0x%x %s is taken by %s (line %u)",
                 row->body->name, row->id, p->protocol->directions[d], other->body->name, places[i].line);
        return;
    }
}

void parse_message(struct parser *p, const struct header *outer) {
    const char *doc = p->lex.doc_before;
    struct place place = p->lex.now.place;
    lex_expect(&p->lex, "message");
    const char *name = parse_new_name(p, "a message's name");
    if (!p->protocol->space_count)
        lex_fail(&p->lex, ERR_SYNTAX, place,
                 "messages need an id: say \"id u8;\" in the protocol, or make this a struct");
    char member[SCHEMA_NAME];
    schema_snake(name, member);
    if (schema_is_c_word(text_of(member)) || !strcmp(member, "kind"))
        lex_fail(&p->lex, ERR_SYNTAX, place, "message %s cannot have this name: \"%s\" is taken in C", name,
                 member);
    struct header header = *outer;
    struct place id_place = {0};
    if (lex_expect(&p->lex, "(")) {
        id_place = p->lex.now.place;
        id(p, &header);
        if (lex_take(&p->lex, ","))
            items(p, &header);
        else if (lex_expect(&p->lex, ")"))
            parse_versions(p, &header.since, &header.until);
    }
    if (p->lex.err) return;
    if (!header.directions && p->protocol->direction_count == 1) header.directions = 1;
    if (!header.directions) {
        lex_fail(&p->lex, ERR_MISSING, id_place, "expected a direction: %s, … or both",
                 p->protocol->directions[0]);
        return;
    }
    unsigned version = header.until < p->protocol->newest ? header.until : p->protocol->newest;
    const struct schema_struct *body;
    if (lex_take(&p->lex, ";"))
        body = parse_no_body(p, name, parse_doc(p, doc));
    else
        body = parse_body(p, name, doc, true, version);
    if (!body) return;
    struct schema_message *row = list_add(p, &p->messages, sizeof *row, SCHEMA_NAMES, "messages in a file");
    struct place *row_place =
        list_add(p, &p->message_places, sizeof *row_place, SCHEMA_NAMES, "messages in a file");
    if (!row || !row_place) return;
    struct schema_size size = schema_size(body, version);
    *row_place = id_place;
    *row =
        (struct schema_message){.body = body,
                                .id = header.id,
                                .space = header.space,
                                .directions = header.directions,
                                .since = header.since,
                                .until = header.until,
                                .smallest = (uint32_t)size.smallest,
                                .largest = size.largest > UINT32_MAX ? UINT32_MAX : (uint32_t)size.largest};
    memcpy(row->attributes, header.attributes, sizeof row->attributes);
    is_alone(p, row, id_place);
}

void parse_with(struct parser *p, const struct header *outer) {
    struct place place = p->lex.now.place;
    lex_expect(&p->lex, "with");
    if (++p->depth > SCHEMA_DEPTH) {
        lex_fail(&p->lex, ERR_LIMIT, place, "with may not be more than %d deep", SCHEMA_DEPTH);
        return;
    }
    struct header header = *outer;
    if (lex_expect(&p->lex, "(")) items(p, &header);
    lex_expect(&p->lex, "{");
    while (!p->lex.err && !lex_is(&p->lex, "}")) {
        char word[64];
        if (lex_is(&p->lex, "message"))
            parse_message(p, &header);
        else if (lex_is(&p->lex, "with"))
            parse_with(p, &header);
        else
            lex_fail(&p->lex, ERR_SYNTAX, p->lex.now.place, "expected message, with or }, found %s",
                     lex_word(&p->lex, word));
    }
    lex_expect(&p->lex, "}");
    p->depth--;
}
