// Shared by bank*.c; private to them.
#pragma once

#include "codec/bank/part.h"

// Parses an object's body; leaves it whole if its insides do not add up. The ids of the bank's objects must
// be sorted first.
enum err bank_take_apart(const struct bank *bank, struct arena *arena, struct bank_object *object);
void bank_put_object(const struct bank *bank, const struct bank_object *object, struct writer *out);
enum bank_kind bank_kind_of(uint32_t version, uint8_t wire_type);
uint8_t bank_wire_type(uint32_t version, enum bank_kind kind);

// Property lists in nodes and actions: first all names, then all values. In the second list each value is a
// pair.
typedef void bank_taker(void *user, uint8_t property, float low, float high, uint32_t raw);
void bank_properties(struct reader *in, bool pairs, bank_taker *take, void *user);
float bank_float(uint32_t raw); // NaN, infinite or absurdly large numbers become 0
const struct bank_knot *bank_knots(struct reader *in, size_t count, struct arena *arena); // NULL: `in` failed
// Parts of nodes that buses have as well.
void bank_fixed(struct reader *in, struct bank_node *out);
void bank_place(const struct bank *bank, struct reader *in);
void bank_tints(const struct bank *bank, struct reader *in, struct bank_node *out);
void bank_curves(struct reader *in, struct arena *arena, struct bank_node *out);
void bank_put_tints(uint32_t version, const struct bank_node *node, struct buf *out);
void bank_put_curves(const struct bank_node *node, struct buf *out);
void bank_put(struct buf *out, uint32_t n, unsigned width);
void bank_put_float(struct buf *out, float f);
