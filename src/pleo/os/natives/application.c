#include "pleo/os/natives/natives.h"

#include <string.h>

NATIVE(app_load) {
    struct pleo *p = its(amx);
    char path[NATIVE_TEXT], drive;
    if (!native_text(amx, params[1], path, sizeof path)) return 0;
    return files_name(p, path, &drive, p->apps.wanted) ? (p->apps.wanted_drive = drive, 1)
                                                       : (p->apps.wanted[0] = 0);
}
NATIVE(app_unload) {
    struct apps *a = &its(amx)->apps;
    if (!its(amx)->config.knobs.anybody_unloads || a->rules >= APPS) return 0;
    a->unload = true;
    a->power_down = arg(params, 2, 0);
    a->power_ms = arg(params, 3, 0);
    return 1;
}
NATIVE(app_is_loaded) {
    return (void)params, its(amx)->apps.rules == APP_CARD || its(amx)->apps.rules == APP_FLASH;
}
NATIVE(app_get_config) { return params[1] >= 1 && params[1] <= 3 ? its(amx)->apps.config[params[1]] : 0; }
NATIVE(app_set_config) {
    if (params[1] < 1 || params[1] > 3) return 0;
    int32_t before = its(amx)->apps.config[params[1]];
    its(amx)->apps.config[params[1]] = params[2];
    return before;
}

static const struct amx_native ROWS[] = {ROW(app_load, 1), ROW(app_unload, 1), ROW(app_is_loaded, 0),
                                         ROW(app_get_config, 1), ROW(app_set_config, 2)};
LIBRARY(application, "Application", ROWS);
