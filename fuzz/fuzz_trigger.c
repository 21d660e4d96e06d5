// micTriggerConfig.json, whatever stands in it: a model that was checked, or a fault with its place.
#include "sense/hear/trigger.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(1 << 16);
    const struct json *model;
    struct fault fault = {0};
    struct text name;
    enum err err =
        trigger_parse((struct text){(const char *)data, size}, "t", "en-US", arena, &model, &fault);
    if (err ? !fault.said[0] || model : json_get_text(model, "netFileName", &name, NULL) != 0) abort();
    arena_free(arena);
    return 0;
}
