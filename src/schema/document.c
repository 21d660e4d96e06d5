#include "schema/document.h"

#include <math.h>
#include <string.h>

enum { TURNS = 64 };

// Text of a schema in a cell of a table.
static void cell(struct buf *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\n')
            buf_text(out, " ");
        else if (*text == '|')
            buf_text(out, "\\|");
        else
            buf_byte(out, (uint8_t)*text);
    }
}

static void paragraph(struct buf *out, const char *doc) {
    if (*doc) buf_printf(out, "%s\n\n", doc);
}

static void spell_length(const struct schema_length *length, char *out, size_t size) {
    if (length->how == SCHEMA_FIXED)
        snprintf(out, size, "[%u]", length->max);
    else if (length->how == SCHEMA_REST)
        snprintf(out, size, "[rest : %u]", length->max);
    else
        snprintf(out, size, "[u%u : %u]", length->width * 8u, length->max);
}

void schema_spell_type(const struct schema_field *field, char *out, size_t size) {
    char base[96] = "", brackets[160] = "", one[40];
    switch (field->kind) {
    case SCHEMA_BOOL:
        snprintf(base, sizeof base, "bool");
        break;
    case SCHEMA_RECORD:
        snprintf(base, sizeof base, "%s", field->record->name);
        break;
    case SCHEMA_BYTES:
        snprintf(base, sizeof base, "bytes");
        break;
    case SCHEMA_VIEW:
        snprintf(base, sizeof base, "text");
        break;
    case SCHEMA_OWN_TEXT:
        snprintf(base, sizeof base, "own text");
        break;
    case SCHEMA_RESERVED:
        snprintf(base, sizeof base, "reserved u8");
        break;
    case SCHEMA_MUST:
        snprintf(base, sizeof base, "must bytes[%zu]", field->must.len);
        break;
    default:
        snprintf(base, sizeof base, "%s%c%u", field->big && field->width > 1 ? "big " : "",
                 field->kind == SCHEMA_FLOAT ? 'f'
                 : field->kind == SCHEMA_INT ? 'i'
                                             : 'u',
                 field->width * 8u);
    }
    if (field->length.max) {
        spell_length(&field->length, one, sizeof one);
        strcat(brackets, one);
    }
    for (unsigned i = 0; i < field->dimension_count; i++) {
        spell_length(&field->dimensions[i], one, sizeof one);
        strcat(brackets, one);
    }
    snprintf(out, size, "%s%s%s", field->optional ? "optional " : "",
             field->names ? field->names->name : base, brackets);
}

static void spell_default(const struct schema_field *field, struct buf *out) {
    double real;
    memcpy(&real, &field->initial, sizeof real);
    const char *name = field->names ? schema_value_name(field->names, field->initial) : NULL;
    if (field->kind == SCHEMA_MUST) {
        for (size_t i = 0; i < field->must.len && i < 16; i++) buf_printf(out, "%02x", field->must.at[i]);
    } else if (field->kind > SCHEMA_FLOAT || !field->initial) {
        return;
    } else if (name) {
        buf_text(out, name);
    } else if (field->kind == SCHEMA_FLOAT) {
        buf_printf(out, "%.9g", real);
    } else if (field->kind == SCHEMA_BOOL) {
        buf_text(out, "true");
    } else if (field->kind == SCHEMA_INT) {
        buf_printf(out, "%lld", (long long)field->initial);
    } else {
        buf_printf(out, field->names ? "0x%llx" : "%llu", (unsigned long long)field->initial);
    }
}

static void spell_versions(uint32_t since, uint32_t until, struct buf *out) {
    if (since) buf_printf(out, "since %u", since);
    if (since && until != SCHEMA_ALWAYS) buf_byte(out, ' ');
    if (until != SCHEMA_ALWAYS) buf_printf(out, "until %u", until);
}

static void fields(const struct schema_struct *body, unsigned version, struct buf *out) {
    if (!body->count) return;
    bool versions = false, fixed = true;
    for (uint32_t i = 0; i < body->count; i++)
        versions |= body->fields[i].since || body->fields[i].until != SCHEMA_ALWAYS;
    buf_printf(out, "| offset | type | name | default |%s |\n|---|---|---|---|%s---|\n",
               versions ? " versions |" : "", versions ? "---|" : "");
    uint64_t offset = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *field = &body->fields[i];
        char type[256];
        schema_spell_type(field, type, sizeof type);
        if (fixed && schema_holds(field->since, field->until, version))
            buf_printf(out, "| %llu | `%s` | ", (unsigned long long)offset, type);
        else
            buf_printf(out, "| | `%s` | ", type);
        buf_printf(out, *field->name ? "`%s` | " : "%s | ", field->name);
        spell_default(field, out);
        if (versions) buf_text(out, " | ");
        if (versions) spell_versions(field->since, field->until, out);
        buf_text(out, " | ");
        cell(out, field->doc);
        buf_text(out, " |\n");
        struct schema_size size = schema_field_size(field, version);
        fixed &= size.smallest == size.largest;
        offset += size.largest;
    }
    buf_text(out, "\n");
}

static void enumeration(const struct schema_enum *names, struct buf *out) {
    buf_printf(out, "### %s\n\n`%s` of `%c%u`.%s", names->name, names->bits ? "bits" : "enum",
               names->is_signed ? 'i' : 'u', names->width * 8, *names->doc ? " " : "");
    cell(out, names->doc);
    buf_printf(out, "\n\n| %s | name | |\n|---|---|---|\n", names->bits ? "bit" : "value");
    for (uint32_t i = 0; i < names->count; i++) {
        const struct schema_value *v = &names->values[i];
        if (names->bits)
            buf_printf(out, "| %d ", __builtin_ctzll(v->value));
        else if (names->is_signed)
            buf_printf(out, "| %lld ", (long long)v->value);
        else
            buf_printf(out, v->value > 0xffff ? "| 0x%llx " : "| %llu ", (unsigned long long)v->value);
        buf_printf(out, "| `%s` | ", v->name);
        cell(out, v->doc);
        buf_text(out, " |\n");
    }
    buf_text(out, "\n");
}

// Versions at which the layout of a struct may change.
static void turns(const struct schema_struct *body, uint32_t *at, unsigned *count) {
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *field = &body->fields[i];
        uint32_t ends[2] = {field->since, field->until == SCHEMA_ALWAYS ? 0 : field->until + 1};
        for (unsigned e = 0; e < 2; e++) {
            bool there = !ends[e];
            for (unsigned k = 0; k < *count; k++) there |= at[k] == ends[e];
            if (!there && *count < TURNS) at[(*count)++] = ends[e];
        }
        if (field->record) turns(field->record, at, count);
    }
}

static void put_size(struct schema_size size, struct buf *out) {
    if (size.smallest == size.largest)
        buf_printf(out, "%llu", (unsigned long long)size.largest);
    else
        buf_printf(out, "%llu to %llu", (unsigned long long)size.smallest, (unsigned long long)size.largest);
}

static void sizes(const struct schema_protocol *protocol, const struct schema_message *message,
                  struct buf *out) {
    uint32_t first = message->since > protocol->oldest ? message->since : protocol->oldest;
    uint32_t last = message->until < protocol->newest ? message->until : protocol->newest;
    uint32_t at[TURNS + 1] = {first};
    unsigned count = 1;
    turns(message->body, at, &count);
    bool several = false;
    for (uint32_t from = first; from <= last;) { // the next turn after `from`
        uint32_t next = SCHEMA_ALWAYS;
        for (unsigned i = 0; i < count; i++)
            if (at[i] > from && at[i] < next) next = at[i];
        uint32_t to = next > last ? last : next - 1;
        buf_text(out, several ? "; " : "");
        put_size(schema_size(message->body, from), out);
        if (from == to && first != last)
            buf_printf(out, " (version %u)", from);
        else if (from != first || to != last)
            buf_printf(out, " (version %u to %u)", from, to);
        several = true;
        if (next > last) break;
        from = next;
    }
    buf_text(out, " bytes");
}

static void message_page(const struct schema_protocol *protocol, const struct schema_message *m,
                         struct buf *out) {
    buf_printf(out, "### %s\n\n`0x%0*x`", m->body->name, protocol->spaces[m->space].width * 2, m->id);
    if (protocol->space_count > 1) buf_printf(out, " (%s)", protocol->spaces[m->space].name);
    for (uint32_t i = 0; i < protocol->direction_count; i++)
        if (m->directions >> i & 1) buf_printf(out, ", %s", protocol->directions[i]);
    for (uint32_t i = 0; i < protocol->attribute_count; i++)
        if (m->attributes[i])
            buf_printf(out, ", %s %s", protocol->attributes[i].name,
                       protocol->attributes[i].values[m->attributes[i] - 1]);
    buf_text(out, m->since || m->until != SCHEMA_ALWAYS ? ", " : "");
    spell_versions(m->since, m->until, out);
    buf_text(out, ". ");
    sizes(protocol, m, out);
    buf_text(out, ".\n\n");
    paragraph(out, m->body->doc);
    fields(m->body, m->until < protocol->newest ? m->until : protocol->newest, out);
}

// As a schema writes it; what a table or a terminal could stumble over is escaped.
static void spell_text(struct bytes text, struct buf *out) {
    buf_text(out, "`\"");
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.at[i];
        const char *short_form = c == '\n'   ? "\\n"
                                 : c == '\t' ? "\\t"
                                 : c == '\r' ? "\\r"
                                 : c == '"'  ? "\\\""
                                 : c == '\\' ? "\\\\"
                                             : NULL;
        if (short_form)
            buf_text(out, short_form);
        else if (c < ' ' || c > '~' || c == '|' || c == '`')
            buf_printf(out, "\\x%02x", c);
        else
            buf_byte(out, c);
    }
    buf_text(out, "\"`");
}

static void constants(const struct schema_protocol *protocol, struct buf *out) {
    buf_text(out, "## Constants\n\n| name | value | |\n|---|---|---|\n");
    for (uint32_t i = 0; i < protocol->constant_count; i++) {
        const struct schema_constant *c = protocol->constants[i];
        buf_printf(out, "| `%s` | ", c->name);
        if (c->kind == SCHEMA_REAL) {
            buf_printf(out, "%.9g", c->real);
        } else if (c->kind == SCHEMA_INTEGER) {
            buf_printf(out, c->negative ? "%lld" : "%llu", (unsigned long long)c->integer);
        } else if (c->kind == SCHEMA_BLOB) {
            for (size_t b = 0; b < c->bytes.len; b++) buf_printf(out, "%02x", c->bytes.at[b]);
        } else {
            spell_text(c->bytes, out);
        }
        buf_text(out, " | ");
        cell(out, c->doc);
        buf_text(out, " |\n");
    }
    buf_text(out, "\n");
}

static void overview(const struct schema_protocol *protocol, struct buf *out) {
    buf_text(out, "| id | message | direction | bytes |\n|---|---|---|---|\n");
    for (uint32_t i = 0; i < protocol->message_count; i++) {
        const struct schema_message *m = &protocol->messages[i];
        buf_printf(
            out, "| %s%s0x%0*x | %s |", protocol->space_count > 1 ? protocol->spaces[m->space].name : "",
            protocol->space_count > 1 ? " " : "", protocol->spaces[m->space].width * 2, m->id, m->body->name);
        for (uint32_t d = 0; d < protocol->direction_count; d++)
            if (m->directions >> d & 1) buf_printf(out, " %s", protocol->directions[d]);
        buf_text(out, " | ");
        put_size((struct schema_size){m->smallest, m->largest}, out);
        buf_text(out, " |\n");
    }
    buf_text(out, "\n");
}

static bool is_message(const struct schema_protocol *protocol, const struct schema_struct *body) {
    for (uint32_t i = 0; i < protocol->message_count; i++)
        if (protocol->messages[i].body == body) return true;
    return false;
}

void schema_document(const struct schema_protocol *protocol, struct buf *out) {
    buf_printf(out, "# %s\n\n", protocol->name);
    paragraph(out, protocol->doc);
    if (protocol->oldest != protocol->newest)
        buf_printf(out, "Versions %u to %u; offsets are those of the newest. ", protocol->oldest,
                   protocol->newest);
    buf_printf(out, "Numbers are %s-endian unless a field says otherwise, nothing is padded.%s\n\n",
               protocol->big ? "big" : "little",
               !protocol->message_count  ? ""
               : protocol->ignores_extra ? " What follows the last known field of a message is ignored."
                                         : " Nothing may follow a message's last field.");
    if (protocol->constant_count) constants(protocol, out);
    if (protocol->message_count) {
        buf_text(out, "## Messages\n\n");
        overview(protocol, out);
        for (uint32_t i = 0; i < protocol->message_count; i++)
            message_page(protocol, &protocol->messages[i], out);
    }
    bool title = false;
    for (uint32_t i = 0; i < protocol->struct_count; i++) {
        if (is_message(protocol, protocol->structs[i])) continue;
        buf_text(out, title ? "" : "## Structs\n\n");
        title = true;
        buf_printf(out, "### %s\n\n", protocol->structs[i]->name);
        paragraph(out, protocol->structs[i]->doc);
        fields(protocol->structs[i], protocol->newest, out);
    }
    if (protocol->enum_count) buf_text(out, "## Enumerations and bits\n\n");
    for (uint32_t i = 0; i < protocol->enum_count; i++) enumeration(protocol->enums[i], out);
}
