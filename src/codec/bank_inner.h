// What bank*.c share. Nobody else includes this.
#pragma once

#include "codec/bank.h"

// Takes an object's body apart; leaves it whole if its insides do not add up. Ids of the bank's objects must be sorted by then.
enum err bank_take_apart(const struct bank *bank, struct arena *arena, struct bank_object *object);
void bank_put_object(const struct bank *bank, const struct bank_object *object, struct writer *out);
enum bank_kind bank_kind_of(uint32_t version, uint8_t wire_type);
uint8_t bank_wire_type(uint32_t version, enum bank_kind kind);
