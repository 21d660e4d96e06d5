#include "pleo/os/natives/natives.h"

#include <string.h>

enum { VERSION_APP_DF = 10, VERSION_APP = 11 };

NATIVE(resource_get_id) {
    char name[NATIVE_TEXT];
    const struct resource *r =
        native_text(amx, params[1], name, sizeof name) ? apps_any(its(amx), name) : NULL;
    return r ? r->id : 0;
}
NATIVE(resource_get_name) {
    const struct resource *r = native_resource(amx, params[1]);
    const char *name = r ? r->name : "";
    if (!amx_text_put(amx, params[2], (size_t)(arg(params, 4, 1) > 0 ? arg(params, 4, 1) : 0),
                      arg(params, 3, 0), name, strlen(name)))
        return 0;
    return (int32_t)strlen(name);
}
// Whether an application's file is as it was made: its checksum, begun with 0 or 1.
static bool whole(struct bytes file) {
    struct arena *arena = arena_new(4096);
    struct urf *all = arena ? arena_one(arena, struct urf) : NULL;
    bool fine = all && file.len && !urf_read(file, arena, all, NULL);
    arena_free(arena);
    return fine;
}
NATIVE(resource_verify) {
    (void)params;
    const struct apps *a = &its(amx)->apps;
    return a->rules < APPS && whole(a->at[a->rules].file);
}
NATIVE(resource_verify_df) { return (void)params, whole(its(amx)->apps.at[APP_FLASH].file); }
// The maker's writes over the flash to try it; here it is only read.
NATIVE(resource_dftest) {
    return (void)params, !its(amx)->apps.at[APP_FLASH].loaded || whole(its(amx)->apps.at[APP_FLASH].file);
}
NATIVE(resource_verify_sdpm) {
    char path[NATIVE_TEXT];
    if (!native_text(amx, params[1], path, sizeof path)) return 0;
    struct file_ref file = files_find(its(amx), path);
    return file_is(&file) && whole(file_whole(its(amx), &file));
}
NATIVE(resource_file_get_version) {
    struct pleo *p = its(amx);
    char path[NATIVE_TEXT];
    int32_t which = arg(params, 2, 0);
    if (which == VERSION_APP_DF) return (int32_t)p->apps.at[APP_FLASH].version;
    if (which == VERSION_APP) return p->apps.rules < APPS ? (int32_t)p->apps.at[p->apps.rules].version : 0;
    if (!native_text(amx, params[1], path, sizeof path)) return 0;
    struct file_ref file = files_find(p, path);
    uint8_t head[16] = {0};
    if (!file_is(&file) || file_get(p, &file, 0, head, sizeof head) < sizeof head ||
        memcmp(head, "UGRF", 4) != 0)
        return -1;
    return (int32_t)((uint32_t)head[12] | (uint32_t)head[13] << 8 | (uint32_t)head[14] << 16 |
                     (uint32_t)head[15] << 24);
}

static const struct amx_native ROWS[] = {ROW(resource_get_id, 1),          ROW(resource_get_name, 2),
                                         ROW(resource_verify, 0),          ROW(resource_verify_df, 0),
                                         ROW(resource_dftest, 0),          ROW(resource_verify_sdpm, 1),
                                         ROW(resource_file_get_version, 1)};
LIBRARY(resource, "Resource", ROWS);
