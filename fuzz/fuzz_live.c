// Whatever a page sends over the wire is read or refused with a reason; nothing else happens.
#include "door/live.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct arena *arena;
    static struct live_in *in;
    if (!arena) arena = arena_new(64 << 10), in = malloc(sizeof *in);
    arena_reset(arena);
    struct fault fault = {0};
    enum err err = live_read((struct text){(const char *)data, size}, arena, NULL, NULL, in, &fault);
    if (err && !fault.said[0]) abort(); // a refusal says why
    if (!err && !in->name) abort();
    return 0;
}
