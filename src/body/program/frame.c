#include "body/program/frame.h"

#include "base/base64.h"
#include "base/maths/maths.h"
#include "schema/json.h"
#include "schema/walk.h"

#include <string.h>

#define BEYOND 1e7 // no sense is larger

// ---------------------------------------------------------------------------------------------- sanity

static bool sane(const struct schema_struct *body, const void *value);

static bool sane_field(const struct schema_field *f, const void *value) {
    uint64_t all = f->dimension_count ? schema_elements(f, false) * schema_count_of(f, value) : 1;
    for (uint64_t i = 0; i < all; i++) {
        const void *element = schema_element(f, value, i);
        if (f->kind == SCHEMA_RECORD && !sane(f->record, element)) return false; // NOLINT(misc-no-recursion)
        if (f->kind != SCHEMA_FLOAT) continue;
        float number;
        memcpy(&number, element, sizeof number); // all of them are
        if (!(m_abs(number) <= (float)BEYOND)) return false;
    }
    return true;
}

static bool sane(const struct schema_struct *body, const void *value) { // NOLINT(misc-no-recursion)
    for (uint32_t i = 0; i < body->count; i++)
        if (!sane_field(&body->fields[i], value)) return false;
    return true;
}

static enum err check(const struct program_in *in, struct fault *fault) {
    const struct body_senses *s = &in->senses;
    if (!sane(&body_senses_schema, s))
        return fault_set(fault, ERR_RANGE, "a number is not finite, or beyond all measure");
    if (s->picture_count) {
        const struct body_picture *p = &s->picture[0];
        size_t pixels = (size_t)p->width * p->height * (p->kind == BODY_PICTURE_KIND_COLOUR ? 3 : 1);
        bool jpeg = p->kind == BODY_PICTURE_KIND_JPEG;
        if (p->kind > BODY_PICTURE_KIND_JPEG || !pixels ||
            (jpeg ? !in->picture.len : in->picture.len != pixels))
            return fault_set(fault, ERR_RANGE, "picture: expected %zu bytes, found %zu", pixels,
                             in->picture.len);
    }
    if (s->sound_count) {
        const struct body_sound *a = &s->sound[0];
        size_t bytes = (size_t)a->samples * a->channels * sizeof(int16_t);
        if (!a->channels || a->channels > 4 || in->sound.len != bytes)
            return fault_set(fault, ERR_RANGE, "sound: expected %zu bytes, found %zu", bytes, in->sound.len);
    }
    return ERR_NONE;
}

// ---------------------------------------------------------------------------------------------- as they are

static size_t take_binary(const uint8_t *at, size_t len, struct program_in *out, struct fault *fault) {
    struct reader head = reader_of(at, len);
    uint32_t message = read_u32(&head), picture = read_u32(&head), sound = read_u32(&head);
    if (head.err) return 0;
    uint64_t all = (uint64_t)PROGRAM_HEAD + message + picture + sound;
    if (all > PROGRAM_MAX)
        return fault_set(fault, ERR_LIMIT, "a frame of %llu bytes, at most %d fit", (unsigned long long)all,
                         PROGRAM_MAX),
               0;
    if (len < all) return 0;
    struct reader in = reader_of(at + PROGRAM_HEAD, message);
    if (body_senses_decode(&out->senses, &in, BODY_VERSION) || !reader_done(&in))
        fault_set(fault, in.err ? in.err : ERR_LIMIT, "no senses at byte %zu of %u", reader_offset(&in),
                  (unsigned)message);
    out->picture = (struct bytes){at + PROGRAM_HEAD + message, picture};
    out->sound = (struct bytes){at + PROGRAM_HEAD + message + picture, sound};
    return (size_t)all;
}

// ---------------------------------------------------------------------------------------------- JSON lines

static enum err take_media(const struct json *line, const char *key, struct arena *scratch, struct bytes *out,
                           struct fault *fault) {
    const struct json *at = json_get(line, key);
    struct text text;
    if (!at) return ERR_NONE;
    if (json_as_text(at, &text, fault)) return fault->err;
    uint8_t *bytes = arena_take(scratch, BASE64_ROOM(text.len), 2);
    if (!bytes) return json_fault(at, fault, ERR_MEMORY, "no memory");
    if (!base64_decode(text, bytes, &out->len)) return json_fault(at, fault, ERR_SYNTAX, "expected base 64");
    out->at = bytes;
    return ERR_NONE;
}

static void take_line(struct text text, struct arena *scratch, struct program_in *out, struct fault *fault) {
    static const char *const KEYS[] = {"senses", "picture", "sound"};
    struct json_limits limits = {PROGRAM_MAX, 20000, 8};
    struct json *line;
    if (json_parse(text, "senses", scratch, &limits, &line, fault)) return;
    if (line->kind != JSON_OBJECT) {
        json_fault(line, fault, ERR_TYPE, "expected an object");
        return;
    }
    const struct json *senses = json_get(line, "senses");
    if (json_only(line, KEYS, sizeof KEYS / sizeof *KEYS, fault)) return;
    if (!senses) {
        json_fault(line, fault, ERR_MISSING, "there is no \"senses\"");
        return;
    }
    if (schema_parse(&body_senses_schema, &out->senses, senses, scratch, fault)) return;
    if (!take_media(line, "picture", scratch, &out->picture, fault))
        take_media(line, "sound", scratch, &out->sound, fault);
}

static size_t take_json(const uint8_t *at, size_t len, struct arena *scratch, struct program_in *out,
                        struct fault *fault) {
    const uint8_t *end = memchr(at, '\n', len);
    if (!end && len >= PROGRAM_MAX)
        return fault_set(fault, ERR_LIMIT, "a line of more than %d bytes", PROGRAM_MAX), 0;
    if (!end) return 0;
    take_line((struct text){(const char *)at, (size_t)(end - at)}, scratch, out, fault);
    return (size_t)(end - at) + 1;
}

size_t program_take(enum program_form form, const uint8_t *at, size_t len, struct arena *scratch,
                    struct program_in *out, struct fault *fault) {
    arena_reset(scratch);
    memset(out, 0, sizeof *out);
    size_t used =
        form == PROGRAM_JSON ? take_json(at, len, scratch, out, fault) : take_binary(at, len, out, fault);
    if (used && !fault->err) check(out, fault);
    return used;
}

// ---------------------------------------------------------------------------------------------- out

static void put_binary(const struct body_command *c, struct bytes face, struct bytes speech,
                       struct buf *out) {
    struct writer size = writer_of(NULL, 0);
    body_command_encode(c, &size, BODY_VERSION);
    uint8_t *at = buf_extend(out, PROGRAM_HEAD + size.need);
    if (!at) return;
    struct writer w = writer_of(at, PROGRAM_HEAD + size.need);
    write_u32(&w, (uint32_t)size.need);
    write_u32(&w, (uint32_t)face.len);
    write_u32(&w, (uint32_t)speech.len);
    body_command_encode(c, &w, BODY_VERSION);
    buf_bytes(out, face.at, face.len);
    buf_bytes(out, speech.at, speech.len);
}

static void put_media(struct buf *out, const char *key, struct bytes bytes) {
    if (!bytes.len) return;
    buf_printf(out, ", \"%s\": \"", key);
    base64_encode(out, bytes.at, bytes.len);
    buf_byte(out, '"');
}

void program_put(enum program_form form, const struct body_command *c, struct bytes face, struct bytes speech,
                 struct buf *out) {
    if (form == PROGRAM_BINARY) {
        put_binary(c, face, speech, out);
        return;
    }
    struct json_writer w = json_writer_of(out, 0);
    buf_printf(out, "{\"command\": ");
    schema_print(&body_command_schema, c, &w, BODY_VERSION);
    put_media(out, "face", face);
    put_media(out, "speech", speech);
    buf_printf(out, "}\n");
}

void program_put_error(const struct fault *fault, struct buf *out) {
    char text[400];
    struct json_writer w = json_writer_of(out, 0);
    buf_printf(out, "{\"error\": ");
    json_string(&w, fault_text(fault, text, sizeof text));
    buf_printf(out, "}\n");
}
