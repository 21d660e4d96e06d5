#include "pleo/os/natives/natives.h"

#include <stdio.h>
#include <string.h>

NATIVE(camera_enable) { return its(amx)->camera.on = params[1] != 0, 0; }
NATIVE(camera_track_enable) { return its(amx)->camera.tracks = params[1] != 0, 0; }
NATIVE(camera_set_colormap) {
    if (params[1] < 0 || params[1] >= BLOB_COLOURS) return 0;
    struct blob_map *map = &its(amx)->camera.map[params[1]];
    *map = (struct blob_map){.used = true};
    for (int i = 0; i < 3; i++)
        map->high[i] = (uint8_t)params[2 + 2 * i], map->low[i] = (uint8_t)params[3 + 2 * i];
    its(amx)->camera.preset = 7;
    return 0;
}
NATIVE(camera_set_color_preset) { return camera_preset(its(amx), params[1]), 0; }
NATIVE(camera_request_average) {
    struct camera *c = &its(amx)->camera;
    for (int i = 0; i < 4; i++) c->area[i] = (uint16_t)(params[1 + i] < 0 ? 0 : params[1 + i]);
    c->asked = true, c->has_mean = false;
    c->asked_ms = its(amx)->ms;
    return 0;
}
static bool out(struct amx *amx, const int32_t *params, const int32_t *values, int count) {
    for (int i = 0; i < count; i++) {
        int32_t *cell = amx_cells(amx, params[1 + i], 1);
        if (!cell) return false;
        *cell = values[i];
    }
    return true;
}
NATIVE(camera_get_average) {
    const struct camera *c = &its(amx)->camera;
    int32_t values[] = {c->seen.mean.y, c->seen.mean.u, c->seen.mean.v};
    return c->has_mean && out(amx, params, values, 3);
}
NATIVE(camera_get_object) {
    const struct camera *c = &its(amx)->camera;
    int32_t values[] = {c->followed.entry, c->followed.x1, c->followed.y1, c->followed.x2, c->followed.y2};
    return c->follows && out(amx, params, values, 5);
}
// Registers of its chip: kept, as nothing that is simulated hangs on them but the light.
NATIVE(camera_set_register) {
    if (params[1] >= 0 && params[1] < 32) its(amx)->camera.registers[params[1]] = params[2];
    return 0;
}
NATIVE(camera_take_picture) {
    struct camera *c = &its(amx)->camera;
    char path[NATIVE_TEXT], name[CARD_NAME_MAX], drive;
    if (!c->on || !native_text(amx, params[1], path, sizeof path) ||
        !files_name(its(amx), path, &drive, name))
        return 0;
    if (c->picture[0]) return 0; // one at a time
    snprintf(c->picture, sizeof c->picture, "%c:%s", drive, name);
    return 1;
}

static const struct amx_native ROWS[] = {
    ROW(camera_enable, 1),           ROW(camera_track_enable, 1),    ROW(camera_set_colormap, 7),
    ROW(camera_set_color_preset, 1), ROW(camera_request_average, 4), ROW(camera_get_average, 3),
    ROW(camera_get_object, 5),       ROW(camera_set_register, 2),    ROW(camera_take_picture, 1)};
LIBRARY(camera, "Camera", ROWS);
