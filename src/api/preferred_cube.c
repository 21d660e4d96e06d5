// The cube that its robot connects to first: a document, so that it is the same one after a restart. The
// first cube that it ever connects to is its own; a program may choose another, or none.
#include "api/api_internal.h"

#include "base/system/log.h"
#include "store/store.h"

#include <stdio.h>

static void keep(struct api *api, uint32_t device) {
    struct fault fault = {0};
    char body[60], id[FACTORY_ID];
    uint64_t version;
    if (api->preferred_cube == device) return;
    api->preferred_cube = device;
    api_factory_id(device, id);
    snprintf(body, sizeof body, "{\"factory_id\": \"%s\"}", device ? id : "");
    if (store_write(documents_store(api->documents), "preferred-cube", text_of(body), &version, &fault))
        log_warn("api", "the preferred cube could not be kept: %s", fault.said);
}

void preferred_cube_read(struct api *api) {
    struct arena *arena = arena_new(4 << 10);
    struct store_document document;
    struct fault fault = {0};
    struct text id;
    enum err err =
        arena ? store_read(documents_store(api->documents), "preferred-cube", arena, &document, &fault)
              : ERR_MEMORY;
    if (!err) err = json_get_text(document.body, "factory_id", &id, &fault);
    char copy[FACTORY_ID];
    if (!err && id.len && id.len < sizeof copy) {
        text_copy(id, copy, sizeof copy);
        api->preferred_cube = api_device_of(copy);
    }
    if (!err && id.len && !api->preferred_cube)
        fault_set(&fault, err = ERR_SYNTAX, "expected a factory id such as ce:b1:00:00:00:01");
    if (err && err != ERR_MISSING && err != ERR_STATE)
        log_warn("api", "no cube is preferred: %s", fault.said);
    arena_free(arena);
}

void preferred_cube_take_effect(struct api *api) {
    if (api->preferred_cube && api->door)
        api_tell(api, &(struct life_message){.kind = LIFE_PREFER_CUBE, .prefer_cube = {api->preferred_cube}});
}

void preferred_cube_connected(struct api *api, uint32_t device) {
    if (!api->preferred_cube) keep(api, device);
}

void preferred_cube_is(struct api *api, uint32_t device) {
    keep(api, device);
    api_tell(api, &(struct life_message){.kind = LIFE_PREFER_CUBE, .prefer_cube = {device}});
}
