#include "pleo/os/natives/natives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION_SERIAL = 1, VERSION_HARDWARE = 8, VERSION_BOARD = 9, VERSION_APP_DF = 10, VERSION_APP = 11 };
enum { CONFIG_ACCESS = -1, CONFIG_USB = 1, CONFIG_ECHO = 2, CONFIG_COLOR = 3, CONFIG_FREE = 4 };

NATIVE(rand) { return params[1] > 0 ? (int32_t)script_draw(its(amx), (uint32_t)params[1]) : 0; }
NATIVE(seed) { // the numbers that follow depend on it and the life's own seed
    its(amx)->script_seed = (uint32_t)params[1];
    its(amx)->script_drawn = 0;
    return 1;
}
NATIVE(abs) { return params[1] == INT32_MIN ? INT32_MAX : abs(params[1]); }
NATIVE(version_get) {
    struct pleo *p = its(amx);
    char text[64];
    const struct app *app = p->apps.rules < APPS ? &p->apps.at[p->apps.rules] : NULL;
    switch (params[1]) {
    case VERSION_SERIAL:
        snprintf(text, sizeof text, "%08x", p->config.serial);
        break;
    case VERSION_HARDWARE:
        snprintf(text, sizeof text, "simulated");
        break;
    case VERSION_BOARD:
        snprintf(text, sizeof text, "%.31s", p->version_board);
        break;
    case VERSION_APP_DF:
        snprintf(text, sizeof text, "%u", p->apps.at[APP_FLASH].version);
        break;
    case VERSION_APP:
        snprintf(text, sizeof text, "%u", app ? app->version : 0);
        break;
    default:
        snprintf(text, sizeof text, "1");
        break;
    }
    if (params[1] <= 0 || params[1] > 12) return 0;
    return amx_text_put(amx, params[2], (size_t)(params[4] > 0 ? params[4] : 0), params[3] != 0, text,
                        strlen(text))
               ? (int32_t)strlen(text)
               : 0;
}
NATIVE(version_set) { // only the board's own name is the owner's to choose
    char text[32];
    if (params[1] != VERSION_BOARD || !native_text(amx, params[2], text, sizeof text)) return 0;
    memcpy(its(amx)->version_board, text, sizeof its(amx)->version_board);
    return 1;
}
NATIVE(config_get) {
    struct pleo *p = its(amx);
    switch (params[1]) {
    case CONFIG_ACCESS:
        return p->monitor.access;
    case CONFIG_USB:
        return p->in->pleo.values_count > 36 && p->in->pleo.values[36];
    case CONFIG_ECHO:
        return p->monitor.echo;
    case CONFIG_COLOR:
        return p->monitor.colour;
    case CONFIG_FREE:
        return (int32_t)files_free(p);
    default:
        return 0;
    }
}
NATIVE(config_set) {
    struct pleo *p = its(amx);
    if (params[1] == CONFIG_ACCESS && params[2] >= 0 && params[2] <= ACCESS_SERVICE)
        return p->monitor.access = (uint8_t)params[2], 1;
    if (params[1] == CONFIG_ECHO) return p->monitor.echo = params[2] != 0, 1;
    if (params[1] == CONFIG_COLOR) return p->monitor.colour = params[2] != 0, 1;
    return 0;
}
NATIVE(monitor_exec) { // what it answers goes into the log
    char line[MONITOR_LINE], out[1024];
    if (!native_text(amx, params[1], line, sizeof line)) return 0;
    bool fine = monitor_do(its(amx), line, out, sizeof out, false);
    if (out[0]) log_print(its(amx), out, strlen(out)), log_print(its(amx), "\n", 1);
    return fine;
}

static const struct amx_native ROWS[] = {ROW(rand, 1),        ROW(seed, 1),        ROW(abs, 1),
                                         ROW(version_get, 4), ROW(version_set, 2), ROW(config_get, 1),
                                         ROW(config_set, 2),  ROW(monitor_exec, 1)};
LIBRARY(util, "Util", ROWS);
