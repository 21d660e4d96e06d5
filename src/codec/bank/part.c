#include "codec/bank/bank_internal.h"
#include "codec/bank/music.h"

#include <string.h>

enum { STATE_PROPERTIES_SINCE = 126, PROPERTIES_MAX = 64, HAS_AUX = 8, PLACE_OWN = 1 };

// ------------------------------------------------------------------------------------------ lists of numbers

float bank_float(uint32_t raw) {
    float f;
    memcpy(&f, &raw, sizeof f);
    return f == f && f > -1e9f && f < 1e9f ? f : 0;
}

// First all names, then all values; of the second list each value is a pair.
void bank_properties(struct reader *in, bool pairs, bank_taker *take, void *user) {
    uint8_t names[PROPERTIES_MAX];
    size_t count = read_u8(in);
    if (count > PROPERTIES_MAX) return reader_fail(in, ERR_RANGE);
    read_copy(in, names, count);
    for (size_t i = 0; i < count && !in->err; i++) {
        uint32_t low = read_u32(in), high = pairs ? read_u32(in) : low;
        if (!in->err) take(user, names[i], bank_float(low), bank_float(high), low);
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

const struct bank_knot *bank_knots(struct reader *in, size_t count, struct arena *arena) {
    if (count > reader_left(in) / 12) return reader_fail(in, ERR_SHORT), NULL;
    struct bank_knot *knots = arena_array(arena, struct bank_knot, count + 1);
    if (!knots) return reader_fail(in, ERR_LIMIT), NULL;
    for (size_t i = 0; i < count; i++) {
        uint32_t x = read_u32(in), y = read_u32(in);
        knots[i] = (struct bank_knot){bank_float(x), bank_float(y), read_u32(in)};
        if (knots[i].shape > 9 || (i && knots[i].x < knots[i - 1].x)) reader_fail(in, ERR_RANGE);
    }
    return knots;
}

void bank_put_float(struct buf *out, float f) {
    uint8_t bytes[4];
    struct writer to = writer_of(bytes, sizeof bytes);
    write_f32(&to, f);
    buf_bytes(out, bytes, 4);
}
void bank_put(struct buf *out, uint32_t n, unsigned width) {
    for (unsigned i = 0; i < width; i++) buf_byte(out, (uint8_t)(n >> (8 * i)));
}
static void write_knots(struct buf *out, const struct bank_knot *knots, size_t count) {
    for (size_t i = 0; i < count; i++)
        bank_put_float(out, knots[i].x), bank_put_float(out, knots[i].y), bank_put(out, knots[i].shape, 4);
}

// ------------------------------------------------------------------------------------------------ nodes

static void read_effects(struct reader *in) {
    read_skip(in, 1);
    size_t count = read_u8(in);
    if (count) read_skip(in, 1 + 7 * count);
    read_skip(in, 1); // attachments
}

void bank_fixed(struct reader *in, struct bank_node *out) { bank_properties(in, false, take_fixed, out); }

// A state object: how many, their names, their values; from version 126 on with two bytes a number.
static void read_tint(const struct bank *bank, struct bank_tint *tint) {
    const struct bank_object *object = bank_object(bank, tint->object);
    if (!object || object->kind != BANK_STATE) return;
    bool later = bank->version >= STATE_PROPERTIES_SINCE;
    struct reader names = reader_of(object->tail.at, object->tail.len);
    size_t count = later ? read_u16(&names) : read_u8(&names);
    if (reader_left(&names) != count * (later ? 6 : 5)) return;
    struct reader values = names;
    read_skip(&values, count * (later ? 2 : 1));
    for (size_t i = 0; i < count; i++) {
        unsigned name = later ? read_u16(&names) : read_u8(&names);
        float value = bank_float(read_u32(&values));
        if (name == BANK_VOLUME || name == BANK_BUS_VOLUME || name == BANK_MAKE_UP) tint->volume_db += value;
        if (name == BANK_PITCH) tint->pitch_cents += value;
    }
}

void bank_tints(const struct bank *bank, struct reader *in, struct bank_node *out) {
    bool later = bank->version >= STATE_PROPERTIES_SINCE;
    if (later) read_skip(in, 3 * (size_t)read_u8(in));
    size_t groups = later ? read_u8(in) : read_u32(in);
    for (size_t i = 0; i < groups && !in->err; i++) {
        uint32_t group = read_u32(in);
        read_skip(in, 1); // when music takes it up
        size_t count = later ? read_u8(in) : read_u16(in);
        for (size_t k = 0; k < count && !in->err; k++) {
            struct bank_tint tint = {.group = group};
            tint.state = read_u32(in);
            tint.object = read_u32(in);
            if (in->err || out->tint_count == BANK_TINTS_MAX) continue;
            read_tint(bank, &tint);
            out->tints[out->tint_count++] = tint;
        }
    }
}

// A place in space is stepped over: one small speaker has no use for it.
void bank_place(const struct bank *bank, struct reader *in) {
    uint8_t placing = read_u8(in), solid = bank->version >= STATE_PROPERTIES_SINCE ? 16 : 8;
    if (!(placing & PLACE_OWN) || !(placing & solid)) return;
    read_skip(in, 10); // flags, attenuation, kind of path, time between its points
    size_t points = read_u32(in);
    if (points > reader_left(in) / 16) return reader_fail(in, ERR_SHORT);
    read_skip(in, 16 * points);
    size_t paths = read_u32(in);
    if (paths > reader_left(in) / 20) return reader_fail(in, ERR_SHORT);
    read_skip(in, 20 * paths);
}

void bank_curves(struct reader *in, struct arena *arena, struct bank_node *out) {
    size_t count = read_u16(in);
    for (size_t i = 0; i < count && !in->err; i++) {
        struct bank_curve curve = {.parameter = read_u32(in)};
        bool led = !read_u8(in); // by a parameter; others by notes and modulators
        read_skip(in, 1);        // how several add up
        curve.property = read_u8(in);
        read_skip(in, 4); // the curve's own number
        curve.scaling = read_u8(in);
        curve.count = read_u16(in);
        curve.knots = bank_knots(in, curve.count, arena);
        if (!in->err && led && curve.count && out->curve_count < BANK_CURVES_MAX)
            out->curves[out->curve_count++] = curve;
    }
}

// What comes before the place may be believed even where the rest cannot be followed.
bool bank_node_at(const struct bank *bank, struct reader *in, struct arena *arena, struct bank_node *out) {
    read_effects(in);
    uint32_t bus = read_u32(in), parent = read_u32(in);
    read_skip(in, 1);
    struct bank_node node = {.bus = bus, .parent = parent};
    bank_properties(in, false, take_fixed, &node);
    bank_properties(in, true, take_ranged, &node);
    if (in->err) return false;
    *out = node;
    bank_place(bank, in);
    if (read_u8(in) & HAS_AUX) read_skip(in, 16);
    read_skip(in, 6); // how many at once, and what then
    bank_tints(bank, in, &node);
    bank_curves(in, arena, &node);
    if (in->err) return false;
    *out = node;
    return true;
}

static bool read_node(const struct bank *bank, struct bytes part, struct arena *arena,
                      struct bank_node *out) {
    struct reader in = reader_of(part.at, part.len);
    struct bank_node node = {0};
    bool whole = bank_node_at(bank, &in, arena, &node);
    if (whole && !reader_left(&in)) return *out = node, true;
    // Not to the end: then only what stands at the beginning.
    *out = (struct bank_node){.bus = node.bus,
                              .parent = node.parent,
                              .volume_db = node.volume_db,
                              .pitch_cents = node.pitch_cents,
                              .volume_low = node.volume_low,
                              .volume_high = node.volume_high,
                              .pitch_low = node.pitch_low,
                              .pitch_high = node.pitch_high,
                              .has_loop = node.has_loop,
                              .loop = node.loop};
    return false;
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
    } else if (object->kind >= BANK_MUSIC_SEGMENT && object->kind <= BANK_MUSIC_PLAYLIST) {
        return bank_music_node(bank, object, arena, out);
    } else if (!object->known ||
               (object->kind != BANK_RANDOM && object->kind != BANK_SWITCH && object->kind != BANK_MIXER)) {
        return false;
    }
    return read_node(bank, part, arena, out);
}

static unsigned count_fixed(const struct bank_node *node) {
    return (node->volume_db != 0) + (node->pitch_cents != 0) + node->has_loop;
}

// The tints of a group stand together; a node's tints are in the order of their groups.
void bank_put_tints(uint32_t version, const struct bank_node *node, struct buf *out) {
    bool later = version >= STATE_PROPERTIES_SINCE;
    static const uint8_t MOVED[] = {BANK_VOLUME, 2, 1, BANK_PITCH, 2, 0}; // added to the rest; in dB or not
    if (later) {
        buf_byte(out, node->tint_count ? 2 : 0);
        if (node->tint_count) buf_bytes(out, MOVED, sizeof MOVED);
    }
    uint32_t groups = 0;
    for (uint32_t i = 0; i < node->tint_count; i++)
        groups += !i || node->tints[i].group != node->tints[i - 1].group;
    bank_put(out, groups, later ? 1 : 4);
    for (uint32_t i = 0, end; i < node->tint_count; i = end) {
        for (end = i; end < node->tint_count && node->tints[end].group == node->tints[i].group;) end++;
        bank_put(out, node->tints[i].group, 4);
        buf_byte(out, 0); // at once
        bank_put(out, end - i, later ? 1 : 2);
        for (uint32_t k = i; k < end; k++)
            bank_put(out, node->tints[k].state, 4), bank_put(out, node->tints[k].object, 4);
    }
}

enum err bank_tint_write(uint32_t version, const struct bank_tint *tint, struct buf *out) {
    unsigned width = version >= STATE_PROPERTIES_SINCE ? 2 : 1;
    bank_put(out, 2, width);
    bank_put(out, BANK_VOLUME, width), bank_put(out, BANK_PITCH, width);
    bank_put_float(out, tint->volume_db), bank_put_float(out, tint->pitch_cents);
    return out->err;
}

void bank_put_curves(const struct bank_node *node, struct buf *out) {
    bank_put(out, node->curve_count, 2);
    for (uint32_t i = 0; i < node->curve_count; i++) {
        const struct bank_curve *curve = &node->curves[i];
        bank_put(out, curve->parameter, 4);
        buf_byte(out, 0); // a game parameter
        buf_byte(out, 2); // added
        buf_byte(out, curve->property);
        bank_put(out, i + 1, 4);
        buf_byte(out, curve->scaling);
        bank_put(out, curve->count, 2);
        write_knots(out, curve->knots, curve->count);
    }
}

enum err bank_node_write(uint32_t version, const struct bank_node *node, struct buf *out) {
    if (node->curve_count > BANK_CURVES_MAX || node->tint_count > BANK_TINTS_MAX) return ERR_RANGE;
    bank_put(out, 0, 3); // no effects, no attachments
    bank_put(out, node->bus, 4);
    bank_put(out, node->parent, 4);
    buf_byte(out, 0);
    buf_byte(out, (uint8_t)count_fixed(node));
    if (node->volume_db != 0) buf_byte(out, BANK_VOLUME);
    if (node->pitch_cents != 0) buf_byte(out, BANK_PITCH);
    if (node->has_loop) buf_byte(out, BANK_LOOP);
    if (node->volume_db != 0) bank_put_float(out, node->volume_db);
    if (node->pitch_cents != 0) bank_put_float(out, node->pitch_cents);
    if (node->has_loop) bank_put(out, node->loop, 4);
    bool volume = node->volume_low != 0 || node->volume_high != 0,
         pitch = node->pitch_low != 0 || node->pitch_high != 0;
    buf_byte(out, (uint8_t)(volume + pitch));
    if (volume) buf_byte(out, BANK_VOLUME);
    if (pitch) buf_byte(out, BANK_PITCH);
    if (volume) bank_put_float(out, node->volume_low), bank_put_float(out, node->volume_high);
    if (pitch) bank_put_float(out, node->pitch_low), bank_put_float(out, node->pitch_high);
    bank_put(out, 0, 2); // no place, no sends
    bank_put(out, 0, 4), bank_put(out, 0, 2);
    bank_put_tints(version, node, out);
    bank_put_curves(node, out);
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
            layer.knots = bank_knots(in, count, arena);
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
    bank_put(out, (uint32_t)blend->children.count, 4);
    for (size_t i = 0; i < blend->children.count; i++) bank_put(out, blend->children.at[i], 4);
    bank_put(out, blend->layer_count, 4);
    for (uint32_t i = 0; i < blend->layer_count; i++) {
        const struct bank_layer *layer = &blend->layers[i];
        bank_put(out, i + 1, 4);
        bank_put(out, 0, 2);
        bank_put(out, layer->parameter, 4);
        buf_byte(out, 0);
        bank_put(out, 1, 4);
        bank_put(out, layer->child, 4);
        bank_put(out, layer->count, 4);
        write_knots(out, layer->knots, layer->count);
    }
    buf_byte(out, 0);
    return out->err;
}
