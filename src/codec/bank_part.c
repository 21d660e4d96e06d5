#include "codec/bank_part.h"

#include <string.h>

enum { STATE_PROPERTIES_SINCE = 126, PROPERTIES_MAX = 64, HAS_AUX = 8 };

// ------------------------------------------------------------------------------------------------ lists of numbers

typedef void taker(void *user, uint8_t property, float low, float high, uint32_t raw);

static float as_float(uint32_t raw) {
    float f;
    memcpy(&f, &raw, sizeof f);
    return f == f && f > -1e9f && f < 1e9f ? f : 0;
}

// First all names, then all values; of the second list each value is a pair.
static void read_properties(struct reader *in, bool pairs, taker *take, void *user) {
    uint8_t names[PROPERTIES_MAX];
    size_t count = read_u8(in);
    if (count > PROPERTIES_MAX) return reader_fail(in, ERR_RANGE);
    read_copy(in, names, count);
    for (size_t i = 0; i < count && !in->err; i++) {
        uint32_t low = read_u32(in), high = pairs ? read_u32(in) : low;
        if (!in->err) take(user, names[i], as_float(low), as_float(high), low);
    }
}

static void take_fixed(void *user, uint8_t property, float low, float high, uint32_t raw) {
    struct bank_node *node = user;
    (void)high;
    if (property == BANK_VOLUME || property == BANK_MAKE_UP || property == BANK_BUS_VOLUME)
        node->volume_db += low;
    if (property == BANK_PITCH) node->pitch_cents += low;
    if (property == BANK_LOOP) node->has_loop = true, node->loop = raw;
}

static void take_ranged(void *user, uint8_t property, float low, float high, uint32_t raw) {
    struct bank_node *node = user;
    (void)raw;
    if (property == BANK_VOLUME) node->volume_low = low, node->volume_high = high;
    if (property == BANK_PITCH) node->pitch_low = low, node->pitch_high = high;
}

static const struct bank_knot *read_knots(struct reader *in, size_t count, struct arena *arena) {
    if (count > reader_left(in) / 12) return reader_fail(in, ERR_SHORT), NULL;
    struct bank_knot *knots = arena_array(arena, struct bank_knot, count + 1);
    if (!knots) return reader_fail(in, ERR_LIMIT), NULL;
    for (size_t i = 0; i < count; i++) {
        uint32_t x = read_u32(in), y = read_u32(in);
        knots[i] = (struct bank_knot){as_float(x), as_float(y), read_u32(in)};
        if (knots[i].shape > 9 || (i && knots[i].x < knots[i - 1].x)) reader_fail(in, ERR_RANGE);
    }
    return knots;
}

static void write_f(struct buf *out, float f) {
    uint8_t bytes[4];
    struct writer to = writer_of(bytes, sizeof bytes);
    write_f32(&to, f);
    buf_bytes(out, bytes, 4);
}
static void write_n(struct buf *out, uint32_t n, unsigned width) {
    for (unsigned i = 0; i < width; i++) buf_byte(out, (uint8_t)(n >> (8 * i)));
}
static void write_knots(struct buf *out, const struct bank_knot *knots, size_t count) {
    for (size_t i = 0; i < count; i++)
        write_f(out, knots[i].x), write_f(out, knots[i].y), write_n(out, knots[i].shape, 4);
}

// ------------------------------------------------------------------------------------------------ nodes

static void read_effects(struct reader *in) {
    read_skip(in, 1);
    size_t count = read_u8(in);
    if (count) read_skip(in, 1 + 7 * count);
    read_skip(in, 1); // attachments
}

static void read_states(struct reader *in, uint32_t version) {
    bool later = version >= STATE_PROPERTIES_SINCE;
    if (later) read_skip(in, 3 * (size_t)read_u8(in));
    size_t groups = later ? read_u8(in) : read_u32(in);
    for (size_t i = 0; i < groups && !in->err; i++) {
        read_skip(in, 5);
        read_skip(in, 8 * (size_t)(later ? read_u8(in) : read_u16(in)));
    }
}

static void read_curves(struct reader *in, struct arena *arena, struct bank_node *out) {
    size_t count = read_u16(in);
    for (size_t i = 0; i < count && !in->err; i++) {
        struct bank_curve curve = {.parameter = read_u32(in)};
        read_skip(in, 2); // of what kind, and how several add up
        curve.property = read_u8(in);
        read_skip(in, 4); // the curve's own number
        curve.scaling = read_u8(in);
        curve.count = read_u16(in);
        curve.knots = read_knots(in, curve.count, arena);
        if (!in->err && curve.count && out->curve_count < BANK_CURVES_MAX)
            out->curves[out->curve_count++] = curve;
    }
}

static bool read_node(struct bytes part, uint32_t version, struct arena *arena, struct bank_node *out) {
    struct reader in = reader_of(part.at, part.len);
    read_effects(&in);
    uint32_t bus = read_u32(&in), parent = read_u32(&in);
    read_skip(&in, 1);
    struct bank_node node = {.bus = bus, .parent = parent};
    read_properties(&in, false, take_fixed, &node);
    read_properties(&in, true, take_ranged, &node);
    uint8_t placing = read_u8(&in);
    if (in.err) return false;
    *out = node;
    if (placing & 3) return false; // a place in space: of no use to one small speaker, and of varying length
    if (read_u8(&in) & HAS_AUX) read_skip(&in, 16);
    read_skip(&in, 6); // how many at once, and what then
    read_states(&in, version);
    struct bank_node whole = node;
    read_curves(&in, arena, &whole);
    if (in.err || reader_left(&in)) return false;
    *out = whole;
    return true;
}

bool bank_node(const struct bank *bank, const struct bank_object *object, struct arena *arena,
               struct bank_node *out) {
    *out = (struct bank_node){0};
    struct bytes part = object->head;
    if (object->kind == BANK_SOUND && object->known) { // its source's bits come first
        if (!object->tail.len) return false;
        part = (struct bytes){object->tail.at + 1, object->tail.len - 1};
    } else if (object->kind == BANK_BLEND) {
        struct bank_blend blend;
        if (!bank_blend(bank, object, arena, &blend)) return false;
        part = (struct bytes){object->tail.at, blend.node_bytes};
    } else if (!object->known ||
               (object->kind != BANK_RANDOM && object->kind != BANK_SWITCH && object->kind != BANK_MIXER)) {
        return false;
    }
    return read_node(part, bank->version, arena, out);
}

static unsigned count_fixed(const struct bank_node *node) {
    return (node->volume_db != 0) + (node->pitch_cents != 0) + node->has_loop;
}

enum err bank_node_write(uint32_t version, const struct bank_node *node, struct buf *out) {
    if (node->curve_count > BANK_CURVES_MAX) return ERR_RANGE;
    write_n(out, 0, 3); // no effects, no attachments
    write_n(out, node->bus, 4);
    write_n(out, node->parent, 4);
    buf_byte(out, 0);
    buf_byte(out, (uint8_t)count_fixed(node));
    if (node->volume_db != 0) buf_byte(out, BANK_VOLUME);
    if (node->pitch_cents != 0) buf_byte(out, BANK_PITCH);
    if (node->has_loop) buf_byte(out, BANK_LOOP);
    if (node->volume_db != 0) write_f(out, node->volume_db);
    if (node->pitch_cents != 0) write_f(out, node->pitch_cents);
    if (node->has_loop) write_n(out, node->loop, 4);
    bool volume = node->volume_low != 0 || node->volume_high != 0,
         pitch = node->pitch_low != 0 || node->pitch_high != 0;
    buf_byte(out, (uint8_t)(volume + pitch));
    if (volume) buf_byte(out, BANK_VOLUME);
    if (pitch) buf_byte(out, BANK_PITCH);
    if (volume) write_f(out, node->volume_low), write_f(out, node->volume_high);
    if (pitch) write_f(out, node->pitch_low), write_f(out, node->pitch_high);
    write_n(out, 0, 2); // no place, no sends
    write_n(out, 0, 4), write_n(out, 0, 2);
    if (version >= STATE_PROPERTIES_SINCE)
        write_n(out, 0, 2);
    else
        write_n(out, 0, 4);
    write_n(out, node->curve_count, 2);
    for (uint32_t i = 0; i < node->curve_count; i++) {
        const struct bank_curve *curve = &node->curves[i];
        write_n(out, curve->parameter, 4);
        buf_byte(out, 0); // a game parameter
        buf_byte(out, 2); // added
        buf_byte(out, curve->property);
        write_n(out, i + 1, 4);
        buf_byte(out, curve->scaling);
        write_n(out, curve->count, 2);
        write_knots(out, curve->knots, curve->count);
    }
    return out->err;
}

// ------------------------------------------------------------------------------------------------ blends

static bool read_layers(struct reader *in, struct arena *arena, struct bank_blend *out) {
    size_t layers = read_u32(in);
    for (size_t i = 0; i < layers && !in->err; i++) {
        read_skip(in, 4);
        if (read_u16(in)) return false; // curves of its own: not taken apart
        uint32_t parameter = read_u32(in);
        read_skip(in, 1);
        size_t children = read_u32(in);
        for (size_t c = 0; c < children && !in->err; c++) {
            struct bank_layer layer = {.parameter = parameter, .child = read_u32(in)};
            size_t count = read_u32(in);
            if (in->err || count > BANK_CURVE_POINTS) return false;
            layer.count = (uint16_t)count;
            layer.knots = read_knots(in, count, arena);
            if (!in->err && out->layer_count < BANK_LAYERS_MAX) out->layers[out->layer_count++] = layer;
        }
    }
    read_skip(in, 1); // whether it goes on being checked
    return !in->err && !reader_left(in);
}

static bool read_blend_at(const struct bank *bank, struct bytes body, size_t at, struct arena *arena,
                          struct bank_blend *out) {
    struct reader in = reader_of(body.at + at, body.len - at);
    size_t count = read_u32(&in);
    if (!count || count > reader_left(&in) / 4) return false;
    struct reader ids = in;
    for (size_t i = 0; i < count; i++)
        if (!bank_object(bank, read_u32(&ids))) return false;
    *out = (struct bank_blend){.node_bytes = at};
    out->children.at = arena_array(arena, uint32_t, count);
    out->children.count = count;
    if (!out->children.at) return false;
    for (size_t i = 0; i < count; i++) out->children.at[i] = read_u32(&in);
    return read_layers(&in, arena, out);
}

bool bank_blend(const struct bank *bank, const struct bank_object *object, struct arena *arena,
                struct bank_blend *out) {
    *out = (struct bank_blend){0};
    if (object->kind != BANK_BLEND || object->known || object->tail.len > 16 << 10) return false;
    for (size_t at = 0; at + 13 <= object->tail.len; at++) {
        struct arena_mark mark = arena_mark(arena);
        if (read_blend_at(bank, object->tail, at, arena, out)) return true;
        arena_back(arena, mark);
    }
    *out = (struct bank_blend){0};
    return false;
}

enum err bank_blend_write(const struct bank_blend *blend, struct buf *out) {
    if (blend->layer_count > BANK_LAYERS_MAX) return ERR_RANGE;
    write_n(out, (uint32_t)blend->children.count, 4);
    for (size_t i = 0; i < blend->children.count; i++) write_n(out, blend->children.at[i], 4);
    write_n(out, blend->layer_count, 4);
    for (uint32_t i = 0; i < blend->layer_count; i++) {
        const struct bank_layer *layer = &blend->layers[i];
        write_n(out, i + 1, 4);
        write_n(out, 0, 2);
        write_n(out, layer->parameter, 4);
        buf_byte(out, 0);
        write_n(out, 1, 4);
        write_n(out, layer->child, 4);
        write_n(out, layer->count, 4);
        write_knots(out, layer->knots, layer->count);
    }
    buf_byte(out, 0);
    return out->err;
}

// ------------------------------------------------------------------------------------------------ actions

static void take_times(void *user, uint8_t property, float low, float high, uint32_t raw) {
    struct bank_deed *deed = user;
    (void)high;
    // Times are whole milliseconds; a small number that is not is taken for a float.
    float ms = raw < 1u << 24 ? (float)raw : low;
    if (property == BANK_DELAY && ms >= 0) deed->delay_ms = ms;
    if (property == BANK_FADE && ms >= 0) deed->fade_ms = ms;
    if (property == BANK_PROBABILITY) deed->probability = low;
}
static void take_nothing(void *user, uint8_t property, float low, float high, uint32_t raw) {
    (void)user, (void)property, (void)low, (void)high, (void)raw;
}

static bool sets_number(uint8_t type) {
    return type == BANK_SET_PARAMETER || type == BANK_RESET_PARAMETER ||
           (type >= BANK_SET_PITCH && type <= BANK_RESET_BUS_VOLUME);
}

// How each kind goes on behind its times. Those not named here are left as they are.
static void read_rest(struct reader *in, uint8_t type, struct bank_deed *out) {
    if (type == BANK_SET_STATE || type == BANK_SET_SWITCH) {
        out->group = read_u32(in);
        out->choice = read_u32(in);
        return;
    }
    if (!reader_left(in)) return;
    out->shape = read_u8(in) & 31;
    if (out->shape > 9) out->shape = 4;
    if (type == BANK_PLAY) {
        out->bank = read_u32(in);
    } else if (sets_number(type)) {
        if (type == BANK_SET_PARAMETER || type == BANK_RESET_PARAMETER)
            read_skip(in, 1); // past the parameter's own ramp
        out->relative = read_u8(in) == 2;
        uint32_t value = read_u32(in), low = read_u32(in), high = read_u32(in);
        out->value = as_float(value), out->value_low = as_float(low), out->value_high = as_float(high);
    }
}

bool bank_deed(const struct bank *bank, const struct bank_object *object, struct bank_deed *out) {
    (void)bank;
    *out = (struct bank_deed){.probability = 100, .shape = 4};
    if (object->kind != BANK_ACTION || !object->known) return false;
    struct bank_deed deed = *out;
    struct reader in = reader_of(object->tail.at, object->tail.len);
    read_properties(&in, false, take_times, &deed);
    read_properties(&in, true, take_nothing, NULL);
    read_rest(&in, object->action.type, &deed);
    if (in.err) return false;
    *out = deed;
    return true;
}

enum err bank_deed_write(uint8_t type, const struct bank_deed *deed, struct buf *out) {
    bool chance = deed->probability > 0 && deed->probability < 100;
    buf_byte(out, (uint8_t)((deed->delay_ms > 0) + (deed->fade_ms > 0) + chance));
    if (deed->delay_ms > 0) buf_byte(out, BANK_DELAY);
    if (deed->fade_ms > 0) buf_byte(out, BANK_FADE);
    if (chance) buf_byte(out, BANK_PROBABILITY);
    if (deed->delay_ms > 0) write_n(out, (uint32_t)deed->delay_ms, 4);
    if (deed->fade_ms > 0) write_n(out, (uint32_t)deed->fade_ms, 4);
    if (chance) write_f(out, deed->probability);
    buf_byte(out, 0);
    if (type == BANK_SET_STATE || type == BANK_SET_SWITCH) {
        write_n(out, deed->group, 4);
        write_n(out, deed->choice, 4);
        return out->err;
    }
    buf_byte(out, deed->shape);
    if (type == BANK_PLAY) {
        write_n(out, deed->bank, 4);
    } else if (sets_number(type)) {
        if (type == BANK_SET_PARAMETER || type == BANK_RESET_PARAMETER) buf_byte(out, 0);
        buf_byte(out, deed->relative ? 2 : 1);
        write_f(out, deed->value), write_f(out, deed->value_low), write_f(out, deed->value_high);
        buf_byte(out, 0); // nothing is left out
    } else if (type <= BANK_RESUME) {
        write_n(out, 0, 2);
    }
    return out->err;
}
