#include "codec/bank/bank_internal.h"

#include "base/hash.h"
#include "base/plural.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct loading {
    struct bank *bank;
    struct arena *arena;
    struct fault *fault;
};

static enum err bad(struct loading *load, enum err err, const char *tag, size_t at, const char *said) {
    return fault_set(load->fault, err, "sound bank, %s, byte %zu: %s", tag, at, said);
}

static enum err full(struct loading *load, const char *tag) {
    return bad(load, ERR_LIMIT, tag, 0, "no room");
}

static bool tag_is(const char *tag, const char *is) { return !memcmp(tag, is, 4); }

static enum err read_header(struct loading *load, struct bytes body) {
    struct reader in = reader_of(body.at, body.len);
    struct bank *bank = load->bank;
    bank->version = read_u32(&in);
    bank->id = read_u32(&in);
    if (in.err) return bad(load, ERR_SHORT, "BKHD", body.len, "the header is cut");
    if (bank->version != BANK_COZMO && bank->version != BANK_VECTOR)
        return fault_set(load->fault, ERR_VERSION,
                         "sound bank of version %u; %d (Cozmo) and %d (Vector) are read", bank->version,
                         BANK_COZMO, BANK_VECTOR);
    if (!bank->id) return bad(load, ERR_RANGE, "BKHD", 4, "a bank without a number");
    struct bytes rest = {in.at, reader_left(&in)};
    if (rest.len >= 12) {
        bank->language = read_u32(&in);
        bank->zero = read_u32(&in);
        bank->project = read_u32(&in);
        bank->header_tail = read_bytes(&in, reader_left(&in));
        return ERR_NONE;
    }
    return bad(load, ERR_SHORT, "BKHD", body.len, "the header is cut");
}

static int by_id(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static enum err read_index(struct loading *load, struct bytes body) {
    size_t count = body.len / 12;
    if (body.len % 12) return bad(load, ERR_SHORT, "DIDX", body.len, "the last entry is cut");
    struct bank_media *media = arena_array(load->arena, struct bank_media, count + 1);
    uint32_t *ids = arena_array(load->arena, uint32_t, count + 1);
    if (!media || !ids) return full(load, "DIDX");
    struct reader in = reader_of(body.at, body.len);
    for (size_t i = 0; i < count; i++) {
        media[i].id = ids[i] = read_u32(&in);
        media[i].offset = read_u32(&in);
        media[i].len = read_u32(&in);
        if (!media[i].id || !media[i].len)
            return bad(load, ERR_RANGE, "DIDX", 12 * i, "a sound without a number or without length");
    }
    qsort(ids, count, sizeof *ids, by_id);
    for (size_t i = 1; i < count; i++)
        if (ids[i] == ids[i - 1])
            return fault_set(load->fault, ERR_DUPLICATE, "sound bank, DIDX: sound %u is there twice", ids[i]);
    load->bank->media.at = media;
    load->bank->media.count = count;
    return ERR_NONE;
}

static enum err read_objects(struct loading *load, struct bytes body) {
    struct reader in = reader_of(body.at, body.len);
    size_t count = read_u32(&in);
    if (in.err || count > reader_left(&in) / 9)
        return bad(load, ERR_SHORT, "HIRC", 0, "more objects are claimed than there are bytes for");
    if (count > BANK_OBJECTS_MAX) return bad(load, ERR_LIMIT, "HIRC", 0, "too many objects");
    struct bank *bank = load->bank;
    bank->objects.at = arena_array(load->arena, struct bank_object, count + 1);
    if (!bank->objects.at) return full(load, "HIRC");
    for (size_t i = 0; i < count; i++) {
        struct bank_object *object = &bank->objects.at[i];
        size_t at = reader_offset(&in);
        object->wire_type = read_u8(&in);
        uint32_t len = read_u32(&in);
        object->id = read_u32(&in);
        if (!in.err && len < 4) return bad(load, ERR_RANGE, "HIRC", at, "an object shorter than its number");
        object->tail = read_bytes(&in, len - 4u);
        if (in.err) return bad(load, ERR_SHORT, "HIRC", at, "an object is cut");
        if (!object->id || !object->wire_type)
            return bad(load, ERR_RANGE, "HIRC", at, "an object without a number or a type");
        object->kind = bank_kind_of(bank->version, object->wire_type);
        bank->objects.count++;
    }
    if (reader_left(&in))
        return bad(load, ERR_RANGE, "HIRC", reader_offset(&in), "bytes after the last object");
    enum err err = bank_sort(bank, load->arena, load->fault);
    for (size_t i = 0; i < count && !err; i++) err = bank_take_apart(bank, load->arena, &bank->objects.at[i]);
    return err ? fault_set(load->fault, err, "sound bank, HIRC: no room") : ERR_NONE;
}

static enum err read_names(struct loading *load, struct bytes body, bool *kept) {
    struct reader in = reader_of(body.at, body.len);
    load->bank->names_kind = read_u32(&in);
    size_t count = read_u32(&in);
    if (in.err || count > reader_left(&in) / 5) return *kept = true, ERR_NONE;
    struct bank_name *names = arena_array(load->arena, struct bank_name, count + 1);
    if (!names) return full(load, "STID");
    for (size_t i = 0; i < count; i++) {
        names[i].id = read_u32(&in);
        size_t len = read_u8(&in);
        struct bytes text = read_bytes(&in, len);
        names[i].text = (struct text){(const char *)text.at, text.len};
    }
    if (!reader_done(&in)) return *kept = true, ERR_NONE;
    load->bank->names.at = names;
    load->bank->names.count = count;
    return ERR_NONE;
}

// A count, a number that says the length of the text with its ending zero, the text.
static enum err read_plugins(struct loading *load, struct bytes body, bool *kept) {
    struct reader in = reader_of(body.at, body.len);
    size_t count = read_u32(&in);
    if (in.err || count > reader_left(&in) / 9) return *kept = true, ERR_NONE;
    struct bank_name *names = arena_array(load->arena, struct bank_name, count + 1);
    if (!names) return full(load, "INIT");
    for (size_t i = 0; i < count; i++) {
        names[i].id = read_u32(&in);
        size_t len = read_u32(&in);
        struct bytes text = read_bytes(&in, len);
        if (in.err || !len || text.at[len - 1]) return *kept = true, ERR_NONE;
        names[i].text = (struct text){(const char *)text.at, len - 1};
    }
    if (!reader_done(&in)) return *kept = true, ERR_NONE;
    load->bank->plugins.at = names;
    load->bank->plugins.count = count;
    return ERR_NONE;
}

static enum err read_platform(struct loading *load, struct bytes body, bool *kept) {
    struct reader in = reader_of(body.at, body.len);
    size_t len = read_u32(&in);
    struct bytes text = read_bytes(&in, len);
    if (!reader_done(&in) || !len || text.at[len - 1]) return *kept = true, ERR_NONE;
    load->bank->platform = (struct text){(const char *)text.at, len - 1};
    return ERR_NONE;
}

// STMG. Each list is a count and its items; what does not add up is left as it is.
static bool fits(struct reader *in, size_t *count, size_t least) {
    *count = read_u32(in);
    return !in->err && *count <= reader_left(in) / least;
}

#define TAKE(list, type, n)                                                                                  \
    ((list).count = (n), (list).at = arena_array(arena, type, (n) + 1), (list).at != NULL)

static bool read_state_groups(struct reader *in, struct arena *arena, struct bank_settings *out, bool *none) {
    size_t count;
    if (!fits(in, &count, 12)) return false;
    if (!TAKE(out->states, struct bank_states, count)) return *none = true, false;
    for (size_t i = 0; i < count; i++) {
        struct bank_states *states = &out->states.at[i];
        states->group = read_u32(in);
        states->default_ms = read_u32(in);
        size_t transitions;
        if (!fits(in, &transitions, 12)) return false;
        if (!TAKE(states->transitions, struct bank_transition, transitions)) return *none = true, false;
        for (size_t t = 0; t < transitions; t++) {
            states->transitions.at[t].from = read_u32(in);
            states->transitions.at[t].to = read_u32(in);
            states->transitions.at[t].ms = read_u32(in);
        }
    }
    return true;
}

static bool read_switch_groups(struct reader *in, struct arena *arena, struct bank_settings *out,
                               bool *none) {
    size_t count;
    if (!fits(in, &count, 13)) return false;
    if (!TAKE(out->switches, struct bank_switches, count)) return *none = true, false;
    for (size_t i = 0; i < count; i++) {
        struct bank_switches *switches = &out->switches.at[i];
        switches->group = read_u32(in);
        switches->parameter = read_u32(in);
        switches->kind = read_u8(in);
        size_t points;
        if (!fits(in, &points, 12)) return false;
        if (!TAKE(switches->points, struct bank_point, points)) return *none = true, false;
        for (size_t p = 0; p < points; p++) {
            switches->points.at[p].at = read_f32(in);
            switches->points.at[p].value = read_u32(in);
            switches->points.at[p].curve = read_u32(in);
        }
    }
    return true;
}

static bool read_parameters(struct reader *in, struct arena *arena, struct bank_settings *out, bool *none) {
    size_t count;
    if (!fits(in, &count, 21)) return false;
    if (!TAKE(out->parameters, struct bank_parameter, count)) return *none = true, false;
    for (size_t i = 0; i < count; i++) {
        struct bank_parameter *parameter = &out->parameters.at[i];
        parameter->id = read_u32(in);
        parameter->value = read_f32(in);
        parameter->ramp = read_u32(in);
        parameter->up = read_f32(in);
        parameter->down = read_f32(in);
        parameter->binding = read_u8(in);
    }
    return true;
}

static enum err read_settings(struct loading *load, struct bytes body, bool *kept) {
    struct reader in = reader_of(body.at, body.len);
    struct bank_settings *out = &load->bank->settings;
    bool none = false;
    out->threshold_db = read_f32(&in);
    bool later = load->bank->version == BANK_VECTOR;
    out->voices = read_u16(&in);
    if (later) out->unknown = read_u16(&in);
    bool whole = read_state_groups(&in, load->arena, out, &none) &&
                 read_switch_groups(&in, load->arena, out, &none) &&
                 read_parameters(&in, load->arena, out, &none);
    if (none) return full(load, "STMG");
    if (whole) out->last = read_u32(&in);
    if (whole && !later) out->reverbs = read_u32(&in);
    out->known = whole && reader_done(&in);
    *kept = !out->known;
    return ERR_NONE;
}

static enum err read_chunk(struct loading *load, struct bank_chunk *chunk, struct bytes body) {
    bool kept = false;
    enum err err = ERR_NONE;
    struct bank *bank = load->bank;
    bool again = false;
    for (const struct bank_chunk *c = bank->chunks.at; c < chunk; c++)
        again |= !memcmp(c->tag, chunk->tag, 4);
    if (tag_is(chunk->tag, "BKHD"))
        err = again ? bad(load, ERR_DUPLICATE, "BKHD", 0, "a second header") : read_header(load, body);
    else if (again)
        kept = true;
    else if (tag_is(chunk->tag, "DIDX"))
        err = read_index(load, body);
    else if (tag_is(chunk->tag, "DATA"))
        bank->data = body;
    else if (tag_is(chunk->tag, "HIRC"))
        err = read_objects(load, body);
    else if (tag_is(chunk->tag, "STID"))
        err = read_names(load, body, &kept);
    else if (tag_is(chunk->tag, "STMG"))
        err = read_settings(load, body, &kept);
    else if (tag_is(chunk->tag, "INIT"))
        err = read_plugins(load, body, &kept);
    else if (tag_is(chunk->tag, "PLAT"))
        err = read_platform(load, body, &kept);
    else
        kept = true;
    if (kept) chunk->body = body.len ? body : (struct bytes){(const uint8_t *)"", 0};
    return err;
}

static size_t count_chunks(struct bytes file) {
    struct reader in = reader_of(file.at, file.len);
    size_t count = 0;
    for (; reader_left(&in) >= 8; count++) {
        read_skip(&in, 4);
        size_t len = read_u32(&in);
        read_skip(&in, len);
        if (in.err) break;
    }
    return count;
}

static enum err check_media(struct loading *load) {
    const struct bank *bank = load->bank;
    for (size_t i = 0; i < bank->media.count; i++) {
        const struct bank_media *media = &bank->media.at[i];
        if (media->offset <= bank->data.len && media->len <= bank->data.len - media->offset) continue;
        return fault_set(load->fault, ERR_SHORT, "sound bank, DIDX: sound %u is at %u + %u of the %s in DATA",
                         media->id, media->offset, media->len, PLURAL(bank->data.len, "byte"));
    }
    return ERR_NONE;
}

enum err bank_read(struct bytes file, struct arena *arena, struct bank *out, struct fault *fault) {
    *out = (struct bank){0};
    struct loading load = {out, arena, fault};
    if (file.len > BANK_BYTES_MAX) return bad(&load, ERR_LIMIT, "file", file.len, "the file is too long");
    if (file.len < 8 || memcmp(file.at, "BKHD", 4))
        return fault_set(fault, ERR_SYNTAX, "expected a sound bank, which begins with BKHD");
    size_t room = count_chunks(file);
    if (room > 64) return bad(&load, ERR_LIMIT, "file", 0, "more than 64 chunks");
    out->chunks.at = arena_array(arena, struct bank_chunk, room + 1);
    if (!out->chunks.at) return full(&load, "file");
    struct reader in = reader_of(file.at, file.len);
    while (reader_left(&in)) {
        struct bank_chunk *chunk = &out->chunks.at[out->chunks.count];
        size_t at = reader_offset(&in);
        read_copy(&in, chunk->tag, 4);
        size_t len = read_u32(&in);
        struct bytes body = read_bytes(&in, len);
        if (in.err) return bad(&load, ERR_SHORT, "file", at, "a chunk is cut");
        enum err err = read_chunk(&load, chunk, body);
        if (err) return err;
        out->chunks.count++;
    }
    return check_media(&load);
}

// Later versions hash a language's name; version 120 counts languages.
static uint32_t language_of(uint32_t version, const char *name) {
    static const struct {
        const char *name;
        uint32_t number;
    } PLURAL[] = {{"SFX", 0},     {"English(UK)", 11}, {"English(US)", 12}, {"French(France)", 15},
                  {"German", 16}, {"Japanese", 22}};
    for (size_t i = 0; version == BANK_COZMO && i < sizeof PLURAL / sizeof *PLURAL; i++)
        if (!strcmp(PLURAL[i].name, name)) return PLURAL[i].number;
    return fnv1_32_lower(name);
}

struct bank bank_new(uint32_t version, const char *name, const char *language) {
    return (struct bank){.version = version,
                         .id = fnv1_32_lower(name),
                         .language = language_of(version, language),
                         .names_kind = 1};
}

// qsort has no room for a user's pointer in C17; so ids and places are sorted together.
struct place {
    uint32_t id, place;
};

enum err bank_sort(struct bank *bank, struct arena *arena, struct fault *fault) {
    size_t count = bank->objects.count;
    bank->by_id.at = arena_array(arena, uint32_t, count + 1);
    bank->by_id.count = 0;
    struct place *places = malloc((count + 1) * sizeof *places);
    if (!bank->by_id.at || !places) {
        free(places);
        return fault_set(fault, ERR_LIMIT, "sound bank: no room");
    }
    for (size_t i = 0; i < count; i++) places[i] = (struct place){bank->objects.at[i].id, (uint32_t)i};
    qsort(places, count, sizeof *places, by_id);
    enum err err = ERR_NONE;
    for (size_t i = 0; i < count; i++) {
        bank->by_id.at[i] = places[i].place;
        if (i && places[i].id == places[i - 1].id && !err)
            err = fault_set(fault, ERR_DUPLICATE, "sound bank: object %u is there twice", places[i].id);
    }
    free(places);
    if (!err) bank->by_id.count = count;
    return err;
}

const struct bank_object *bank_object(const struct bank *bank, uint32_t id) {
    size_t low = 0, high = bank->by_id.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct bank_object *object = &bank->objects.at[bank->by_id.at[middle]];
        if (object->id == id) return object;
        if (object->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

struct bytes bank_media(const struct bank *bank, uint32_t id) {
    for (size_t i = 0; i < bank->media.count; i++)
        if (bank->media.at[i].id == id)
            return (struct bytes){bank->data.at + bank->media.at[i].offset, bank->media.at[i].len};
    return (struct bytes){0};
}
