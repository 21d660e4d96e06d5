// Worlds, every fifth of a second and at their end.
#include "support/traces.h"

#include "world/world.h"

enum { EVERY_US = 200000 };

void __real_world_step(struct world *world);
void __wrap_world_step(struct world *world);
void __wrap_world_step(struct world *world) {
    __real_world_step(world);
    if (trace_wanted() && world_now_us(world) % EVERY_US == 0) trace_add(TRACE_WORLD, world_hash(world));
}

void __real_world_free(struct world *world);
void __wrap_world_free(struct world *world);
void __wrap_world_free(struct world *world) {
    if (world && trace_wanted()) trace_add(TRACE_WORLD, world_hash(world));
    __real_world_free(world);
}
