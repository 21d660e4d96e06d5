// Random values of any struct, for tests: edges as often as ordinary ones, views into the arena.
//
//     struct chance dice = chance_of(seed, chance_stream("round trip"), n);
//     schema_random(body, value, &dice, arena, version);     // false: no memory
//
// What a version does not have keeps its default. The value can be encoded; lengths stay small most of the time.
#pragma once

#include "base/maths/chance.h"
#include "schema/schema.h"

bool schema_random(const struct schema_struct *body, void *into, struct chance *dice, struct arena *arena,
                   unsigned version);
