// The objects of sound banks. Their common part has no known length, so containers are read from their ends,
// where the layout is known, and only believed when everything in them adds up.
#include "codec/bank/bank_internal.h"

#include <string.h>

enum { OLD_NUMBERS = 125, LONG_COUNTS = 122, BODY_MAX = 16 << 10, RANDOM_FIXED = 24, FADE = 14 };

static const char *const NAMES[BANK_OTHER + 1] = {
    [BANK_STATE] = "state",
    [BANK_SOUND] = "sound",
    [BANK_ACTION] = "action",
    [BANK_EVENT] = "event",
    [BANK_RANDOM] = "random or sequence",
    [BANK_SWITCH] = "switch",
    [BANK_MIXER] = "actor-mixer",
    [BANK_BUS] = "bus",
    [BANK_BLEND] = "blend",
    [BANK_MUSIC_SEGMENT] = "music segment",
    [BANK_MUSIC_TRACK] = "music track",
    [BANK_MUSIC_SWITCH] = "music switch",
    [BANK_MUSIC_PLAYLIST] = "music playlist",
    [BANK_ATTENUATION] = "attenuation",
    [BANK_DIALOGUE] = "dialogue",
    [BANK_EFFECT_SHARED] = "shared effect",
    [BANK_EFFECT] = "effect",
    [BANK_AUX_BUS] = "auxiliary bus",
    [BANK_LFO] = "oscillator",
    [BANK_ENVELOPE] = "envelope",
    [BANK_DEVICE] = "audio device",
    [BANK_FEEDBACK_BUS] = "feedback bus",
    [BANK_FEEDBACK_NODE] = "feedback node",
    [BANK_OTHER] = "unknown",
};

const char *bank_kind_name(enum bank_kind kind) {
    return (unsigned)kind <= BANK_OTHER && NAMES[kind] ? NAMES[kind] : NAMES[BANK_OTHER];
}

// Up to version 125 two kinds for feedback stand at 16 and 17 and push the rest up by two.
enum bank_kind bank_kind_of(uint32_t version, uint8_t wire_type) {
    if (!wire_type) return BANK_OTHER;
    if (version > OLD_NUMBERS) return wire_type <= BANK_DEVICE ? (enum bank_kind)wire_type : BANK_OTHER;
    if (wire_type <= BANK_DIALOGUE) return (enum bank_kind)wire_type;
    if (wire_type == 16) return BANK_FEEDBACK_BUS;
    if (wire_type == 17) return BANK_FEEDBACK_NODE;
    return wire_type <= BANK_DEVICE + 2 ? (enum bank_kind)(wire_type - 2) : BANK_OTHER;
}

uint8_t bank_wire_type(uint32_t version, enum bank_kind kind) {
    for (unsigned type = 1; type < 64; type++)
        if (bank_kind_of(version, (uint8_t)type) == kind) return (uint8_t)type;
    return 0;
}

static bool has(struct bank_ids ids, uint32_t id) {
    for (size_t i = 0; i < ids.count; i++)
        if (ids.at[i] == id) return true;
    return false;
}

// False: the claim does not fit, or there is no room (then *full).
static bool read_ids(struct reader *in, size_t count, struct arena *arena, struct bank_ids *out, bool *full) {
    if (count > reader_left(in) / 4) return false;
    out->at = arena_array(arena, uint32_t, count + 1);
    out->count = count;
    if (!out->at) *full = true;
    for (size_t i = 0; out->at && i < count; i++) out->at[i] = read_u32(in);
    return out->at != NULL;
}

static struct bytes rest_of(struct reader *in) { return read_bytes(in, reader_left(in)); }

static bool read_sound(struct reader *in, struct bank_object *object) {
    object->sound.codec = read_u32(in);
    object->sound.source = read_u8(in);
    object->sound.media = read_u32(in);
    object->sound.size = read_u32(in);
    return !in->err && object->sound.source <= BANK_PREFETCHED && object->sound.media;
}

static bool read_action(struct reader *in, struct bank_object *object) {
    object->action.scope = read_u8(in);
    object->action.type = read_u8(in);
    object->action.target = read_u32(in);
    object->action.flags = read_u8(in);
    return !in->err;
}

static bool read_event(uint32_t version, struct reader *in, struct arena *arena, struct bank_object *object,
                       bool *full) {
    size_t count = version <= LONG_COUNTS ? read_u32(in) : read_u8(in);
    return !in->err && read_ids(in, count, arena, &object->event, full);
}

// A random or sequence container ends with two lists of the same length, of which the second names only what
// is in the first.
static bool read_random_at(struct reader in, size_t count, struct arena *arena, struct bank_random *out,
                           bool *full) {
    out->loop = read_u16(&in);
    out->loop_min = read_u16(&in);
    out->loop_max = read_u16(&in);
    out->transition_ms = read_f32(&in);
    out->transition_min = read_f32(&in);
    out->transition_max = read_f32(&in);
    out->avoid = read_u16(&in);
    out->transition = read_u8(&in);
    out->shuffle = read_u8(&in);
    out->sequence = read_u8(&in);
    out->flags = read_u8(&in);
    if (out->shuffle > 1 || out->sequence > 1 || read_u32(&in) != count) return false;
    if (!read_ids(&in, count, arena, &out->children, full) || read_u16(&in) != count) return false;
    out->playlist.count = count;
    out->playlist.at = arena_array(arena, struct bank_weight, count + 1);
    if (!out->playlist.at) return *full = true, false;
    for (size_t i = 0; i < count; i++) {
        out->playlist.at[i] = (struct bank_weight){read_u32(&in), read_i32(&in)};
        if (!has(out->children, out->playlist.at[i].child)) return false;
    }
    return reader_done(&in);
}

static bool read_random(struct bytes body, struct arena *arena, struct bank_object *object, bool *full) {
    for (size_t count = 1; RANDOM_FIXED + 6 + 12 * count <= body.len && count <= UINT16_MAX && !*full;
         count++) {
        size_t start = body.len - (RANDOM_FIXED + 6 + 12 * count);
        struct reader quick = reader_of(body.at + start + RANDOM_FIXED, 4);
        if (read_u32(&quick) != count) continue;
        struct arena_mark mark = arena_mark(arena);
        if (read_random_at(reader_of(body.at + start, body.len - start), count, arena, &object->random,
                           full)) {
            object->head = (struct bytes){body.at, start};
            object->tail = (struct bytes){body.at + body.len, 0};
            return true;
        }
        arena_back(arena, mark);
    }
    return false;
}

static bool read_cases(struct reader *in, struct arena *arena, struct bank_switch *out, bool *full) {
    size_t count = read_u32(in);
    if (in->err || count > reader_left(in) / 8) return false;
    out->cases.count = count;
    out->cases.at = arena_array(arena, struct bank_case, count + 1);
    if (!out->cases.at) return *full = true, false;
    for (size_t i = 0; i < count; i++) {
        struct bank_case *one = &out->cases.at[i];
        one->value = read_u32(in);
        size_t children = read_u32(in);
        if (in->err || !read_ids(in, children, arena, &one->children, full)) return false;
        for (size_t c = 0; c < children; c++)
            if (!has(out->children, one->children.at[c])) return false;
    }
    return true;
}

static bool read_fades(struct reader *in, struct arena *arena, struct bank_switch *out, bool *full) {
    size_t count = read_u32(in);
    if (in->err || count * FADE != reader_left(in)) return false; // they end the body
    out->fades.count = count;
    out->fades.at = arena_array(arena, struct bank_fade, count + 1);
    if (!out->fades.at) return *full = true, false;
    for (size_t i = 0; i < count; i++) {
        struct bank_fade *fade = &out->fades.at[i];
        fade->child = read_u32(in);
        fade->bits[0] = read_u8(in);
        fade->bits[1] = read_u8(in);
        fade->out_ms = read_i32(in);
        fade->in_ms = read_i32(in);
        if (!has(out->children, fade->child)) return false;
    }
    return true;
}

static bool read_switch_at(struct reader in, struct arena *arena, struct bank_switch *out, bool *full) {
    out->by_state = read_u8(&in);
    out->group = read_u32(&in);
    out->fallback = read_u32(&in);
    out->continuous = read_u8(&in);
    size_t count = read_u32(&in);
    if (in.err || out->by_state > 1 || out->continuous > 1 || !out->group || !count) return false;
    return read_ids(&in, count, arena, &out->children, full) && read_cases(&in, arena, out, full) &&
           read_fades(&in, arena, out, full);
}

// Whether the counts within lead just to the end: cheap enough to be asked of every byte.
static bool switch_adds_up(struct reader in) {
    read_skip(&in, 10);
    size_t children = read_u32(&in);
    if (!children || children > reader_left(&in) / 4) return false;
    read_skip(&in, 4 * children);
    size_t cases = read_u32(&in);
    if (cases > reader_left(&in) / 8) return false;
    for (size_t i = 0; i < cases && !in.err; i++) {
        read_skip(&in, 4);
        size_t count = read_u32(&in);
        if (count > children) return false;
        read_skip(&in, 4 * count);
    }
    size_t fades = read_u32(&in);
    return !in.err && fades <= children && fades * FADE == reader_left(&in);
}

static bool read_switch(struct bytes body, struct arena *arena, struct bank_object *object, bool *full) {
    for (size_t start = 0; start + 22 < body.len && !*full; start++) {
        if (body.at[start] > 1 || body.at[start + 9] > 1) continue;
        if (!switch_adds_up(reader_of(body.at + start, body.len - start))) continue;
        struct arena_mark mark = arena_mark(arena);
        if (read_switch_at(reader_of(body.at + start, body.len - start), arena, &object->select, full)) {
            object->head = (struct bytes){body.at, start};
            object->tail = (struct bytes){body.at + body.len, 0};
            return true;
        }
        arena_back(arena, mark);
    }
    return false;
}

// An actor-mixer ends with its children, who must all be in the bank: nothing else confirms the length.
static bool read_mixer(const struct bank *bank, struct bytes body, struct arena *arena,
                       struct bank_object *object, bool *full) {
    for (size_t count = 1; 4 + 4 * count <= body.len; count++) {
        struct reader in = reader_of(body.at + body.len - 4 - 4 * count, 4 + 4 * count);
        uint32_t claim = read_u32(&in);
        struct reader first = in;
        if (!bank_object(bank, read_u32(&first)))
            return false; // each turn adds one child in front of those already found
        if (claim != count) continue;
        object->head = (struct bytes){body.at, body.len - 4 - 4 * count};
        object->tail = (struct bytes){body.at + body.len, 0};
        return read_ids(&in, count, arena, &object->mixer, full);
    }
    return false;
}

enum err bank_take_apart(const struct bank *bank, struct arena *arena, struct bank_object *object) {
    struct bytes body = object->tail;
    struct reader in = reader_of(body.at, body.len);
    bool full = false, from_end = false;
    switch (object->kind) {
    case BANK_SOUND:
        object->known = read_sound(&in, object);
        break;
    case BANK_ACTION:
        object->known = read_action(&in, object);
        break;
    case BANK_EVENT:
        object->known = read_event(bank->version, &in, arena, object, &full);
        break;
    default:
        from_end = true;
        if (body.len > BODY_MAX) break;
        if (object->kind == BANK_RANDOM) object->known = read_random(body, arena, object, &full);
        if (object->kind == BANK_SWITCH) object->known = read_switch(body, arena, object, &full);
        if (object->kind == BANK_MIXER) object->known = read_mixer(bank, body, arena, object, &full);
    }
    if (full) return ERR_LIMIT;
    if (object->known && !from_end) object->tail = rest_of(&in);
    if (!object->known) object->tail = body, object->head = (struct bytes){0};
    return ERR_NONE;
}

static void write_ids(struct bank_ids ids, struct writer *out) {
    for (size_t i = 0; i < ids.count; i++) write_u32(out, ids.at[i]);
}

static void write_random(const struct bank_random *random, struct writer *out) {
    write_u16(out, random->loop);
    write_u16(out, random->loop_min);
    write_u16(out, random->loop_max);
    write_f32(out, random->transition_ms);
    write_f32(out, random->transition_min);
    write_f32(out, random->transition_max);
    write_u16(out, random->avoid);
    write_u8(out, random->transition);
    write_u8(out, random->shuffle);
    write_u8(out, random->sequence);
    write_u8(out, random->flags);
    write_u32(out, (uint32_t)random->children.count);
    write_ids(random->children, out);
    write_u16(out, (uint16_t)random->playlist.count);
    for (size_t i = 0; i < random->playlist.count; i++) {
        write_u32(out, random->playlist.at[i].child);
        write_i32(out, random->playlist.at[i].weight);
    }
}

static void write_switch(const struct bank_switch *select, struct writer *out) {
    write_u8(out, select->by_state);
    write_u32(out, select->group);
    write_u32(out, select->fallback);
    write_u8(out, select->continuous);
    write_u32(out, (uint32_t)select->children.count);
    write_ids(select->children, out);
    write_u32(out, (uint32_t)select->cases.count);
    for (size_t i = 0; i < select->cases.count; i++) {
        write_u32(out, select->cases.at[i].value);
        write_u32(out, (uint32_t)select->cases.at[i].children.count);
        write_ids(select->cases.at[i].children, out);
    }
    write_u32(out, (uint32_t)select->fades.count);
    for (size_t i = 0; i < select->fades.count; i++) {
        const struct bank_fade *fade = &select->fades.at[i];
        write_u32(out, fade->child);
        write_u8(out, fade->bits[0]);
        write_u8(out, fade->bits[1]);
        write_i32(out, fade->out_ms);
        write_i32(out, fade->in_ms);
    }
}

static void write_known(uint32_t version, const struct bank_object *object, struct writer *out) {
    switch (object->kind) {
    case BANK_SOUND:
        write_u32(out, object->sound.codec);
        write_u8(out, object->sound.source);
        write_u32(out, object->sound.media);
        write_u32(out, object->sound.size);
        break;
    case BANK_ACTION:
        write_u8(out, object->action.scope);
        write_u8(out, object->action.type);
        write_u32(out, object->action.target);
        write_u8(out, object->action.flags);
        break;
    case BANK_EVENT:
        if (version <= LONG_COUNTS)
            write_u32(out, (uint32_t)object->event.count);
        else if (object->event.count > UINT8_MAX)
            writer_fail(out, ERR_RANGE);
        else
            write_u8(out, (uint8_t)object->event.count);
        write_ids(object->event, out);
        break;
    case BANK_RANDOM:
        write_random(&object->random, out);
        break;
    case BANK_SWITCH:
        write_switch(&object->select, out);
        break;
    case BANK_MIXER:
        write_u32(out, (uint32_t)object->mixer.count);
        write_ids(object->mixer, out);
        break;
    default:
        break;
    }
}

void bank_put_object(const struct bank *bank, const struct bank_object *object, struct writer *out) {
    uint8_t type = object->wire_type ? object->wire_type : bank_wire_type(bank->version, object->kind);
    struct writer measure = writer_of(NULL, 0);
    if (object->known) write_known(bank->version, object, &measure);
    write_u8(out, type);
    write_u32(out, (uint32_t)(4 + object->head.len + measure.need + object->tail.len));
    write_u32(out, object->id);
    write_bytes(out, object->head.at, object->head.len);
    if (object->known) write_known(bank->version, object, out);
    write_bytes(out, object->tail.at, object->tail.len);
}
