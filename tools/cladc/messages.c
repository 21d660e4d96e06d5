// Choosing among messages: by id, by kind.
#include "emit.h"

#include <string.h>

static void find(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    emit(e,
         "\nint %s_message_find(enum %s_space space, uint32_t id, enum %s_direction direction, unsigned "
         "version) {\n",
         e->lower, e->lower, e->lower);
    emit(e, "    if ((unsigned)direction >= %u) return -1;\n    (void)version;\n", p->direction_count);
    emit(e, "    switch ((uint64_t)space << 32 | id) {\n");
    for (uint32_t i = 0; i < p->message_count; i++) {
        const struct schema_message *a = &p->messages[i];
        bool first = true;
        for (uint32_t j = 0; j < i && first; j++)
            first = p->messages[j].id != a->id || p->messages[j].space != a->space;
        if (!first) continue;
        emit(e, "    case UINT64_C(0x%llx):\n", (unsigned long long)a->space << 32 | a->id);
        for (uint32_t j = i; j < p->message_count; j++) {
            const struct schema_message *b = &p->messages[j];
            if (b->id != a->id || b->space != a->space) continue;
            struct schema_field like = {.since = b->since, .until = b->until};
            struct c_name when = c_when(&like);
            emit(e, "        if (0x%x >> direction & 1%s%s) return %s;\n", b->directions,
                 *when.text ? " && " : "", when.text, c_kind(e, b).text);
        }
        emit(e, "        break;\n");
    }
    emit(e, "    default: break;\n    }\n    return -1;\n}\n");
}

static void decode(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    emit(e,
         "\nenum err %s_message_decode_as(struct %s_message *out, enum %s_kind kind, struct reader *in, "
         "unsigned version) {\n",
         e->lower, e->lower, e->lower);
    emit(e, "    out->kind = kind;\n    switch (kind) {\n");
    for (uint32_t i = 0; i < p->message_count; i++) {
        const struct schema_message *m = &p->messages[i];
        struct schema_field like = {.since = m->since, .until = m->until};
        struct c_name when = c_when(&like);
        emit(e, "    case %s:\n", c_kind(e, m).text);
        if (*when.text) emit(e, "        if (!(%s)) reader_fail(in, ERR_VERSION);\n", when.text);
        if (m->body->count)
            emit(e, "        %s_decode(&out->%s, in, version);\n", c_struct(m->body).text, c_member(m).text);
        emit(e, "        break;\n");
    }
    emit(e,
         "    default: reader_fail(in, ERR_UNKNOWN);\n    }\n    return schema_extra(&%s_schema, in);\n}\n",
         e->lower);
    for (uint32_t i = 0; i < p->space_count; i++) {
        char name[SCHEMA_NAME], shout[SCHEMA_NAME];
        schema_snake(p->spaces[i].name, name);
        schema_shout(p->spaces[i].name, shout);
        emit(e,
             "\nenum err %s_%s_decode(struct %s_message *out, struct reader *in, enum %s_direction "
             "direction, unsigned version) {\n",
             e->lower, name, e->lower, e->lower);
        emit(e, "    uint32_t id = read_u%u%s(in);\n", p->spaces[i].width * 8,
             p->big && p->spaces[i].width > 1 ? "be" : "");
        emit(e, "    int kind = %s_message_find(%s_SPACE_%s, id, direction, version);\n", e->lower, e->upper,
             shout);
        emit(e, "    if (kind < 0) reader_fail(in, ERR_UNKNOWN);\n    if (in->err) return in->err;\n");
        emit(e, "    return %s_message_decode_as(out, (enum %s_kind)kind, in, version);\n}\n", e->lower,
             e->lower);
    }
}

static void encode(struct emit *e) {
    const struct schema_protocol *p = e->protocol;
    emit(e,
         "\nenum err %s_message_encode(const struct %s_message *from, struct writer *out, unsigned version) "
         "{\n",
         e->lower, e->lower);
    emit(e, "    switch (from->kind) {\n");
    for (uint32_t i = 0; i < p->message_count; i++) {
        const struct schema_message *m = &p->messages[i];
        struct schema_field like = {.since = m->since, .until = m->until};
        struct c_name when = c_when(&like);
        uint8_t width = p->spaces[m->space].width;
        emit(e, "    case %s:\n", c_kind(e, m).text);
        if (*when.text) emit(e, "        if (!(%s)) writer_fail(out, ERR_VERSION);\n", when.text);
        emit(e, "        write_u%u%s(out, 0x%x);\n", width * 8, p->big && width > 1 ? "be" : "", m->id);
        if (m->body->count)
            emit(e, "        %s_encode(&from->%s, out, version);\n", c_struct(m->body).text,
                 c_member(m).text);
        emit(e, "        break;\n");
    }
    emit(e, "    default: writer_fail(out, ERR_UNKNOWN);\n    }\n    return out->err;\n}\n");
}

void emit_messages(struct emit *e) {
    find(e);
    decode(e);
    encode(e);
}
