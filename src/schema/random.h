// Random values of any struct, for tests. Edge cases are as likely as ordinary values; bytes and texts are
// views into the arena.
//
//     struct chance dice = chance_of(seed, chance_stream("round trip"), n);
//     schema_random(body, value, &dice, arena, version);     // false: no memory
//
// Fields that a version lacks keep their defaults. The value can be encoded. Most lengths stay small.
#pragma once

#include "base/maths/chance.h"
#include "schema/schema.h"

bool schema_random(const struct schema_struct *body, void *into, struct chance *dice, struct arena *arena,
                   unsigned version);
