// Buses: what all that goes over one has in common. Their volumes, curves and states are those of nodes;
// the rest is stepped over.
#include "codec/bank_inner.h"

enum { LATER = 126, DUCK = 18, EFFECT = 7, HAS_AUX = 8 };

bool bank_bus(const struct bank *bank, const struct bank_object *object, struct arena *arena,
              struct bank_node *out) {
    *out = (struct bank_node){0};
    if ((object->kind != BANK_BUS && object->kind != BANK_AUX_BUS) || object->known) return false;
    bool later = bank->version >= LATER;
    struct reader in = reader_of(object->tail.at, object->tail.len);
    struct bank_node node = {.parent = read_u32(&in)};
    if (later && !node.parent) read_skip(&in, 4); // the device that the topmost one plays on
    bank_fixed(&in, &node);
    if (later) {
        bank_place(bank, &in);
        if (read_u8(&in) & HAS_AUX) read_skip(&in, 16);
    } else {
        read_skip(&in, 1);
    }
    read_skip(&in, 1 + 2 + 4 + 1); // how many at once, channels, HDR
    read_skip(&in, 4 + 4);         // how fast what was ducked comes back, and how deep it may go
    size_t ducks = read_u32(&in);
    if (ducks > reader_left(&in) / DUCK) return false;
    read_skip(&in, ducks * DUCK);
    size_t effects = read_u8(&in);
    if (effects) read_skip(&in, 1 + EFFECT * effects);
    read_skip(&in, 4 + 1 + 1); // one more effect, attachments
    bank_curves(&in, arena, &node);
    bank_tints(bank, &in, &node);
    if (!reader_done(&in)) return false;
    *out = node;
    return true;
}

enum err bank_bus_write(uint32_t version, const struct bank_node *node, struct buf *out) {
    if (node->curve_count > BANK_CURVES_MAX || node->tint_count > BANK_TINTS_MAX) return ERR_RANGE;
    bool later = version >= LATER;
    bank_put(out, node->parent, 4);
    if (later && !node->parent) bank_put(out, 0, 4);
    buf_byte(out, node->volume_db != 0);
    if (node->volume_db != 0) buf_byte(out, BANK_BUS_VOLUME), bank_put_float(out, node->volume_db);
    bank_put(out, 0, later ? 2 : 1);
    bank_put(out, 0, 4), bank_put(out, 0, 4);
    bank_put(out, 0, 4), bank_put_float(out, -96);
    bank_put(out, 0, 4); // nothing is ducked
    buf_byte(out, 0);    // no effects
    bank_put(out, 0, 4), bank_put(out, 0, 2);
    bank_put_curves(node, out);
    bank_put_tints(version, node, out);
    return out->err;
}
